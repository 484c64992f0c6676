// SPDX-License-Identifier: Apache-2.0
// Findings that matter: what an executable does without need, and what is likely to be a mistake, from its bytes alone.
// A rule that lacks knowledge is silent (analysis.md 11).
#pragma once

#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "vmcore/analysis/function_facts.h"
#include "vmcore/analysis/lint/rule.h"
#include "vmcore/base/index.h"
#include "vmcore/model/loaded_file.h"

namespace relaxscope {

/// A place; the known fields are set.
struct LintSite {
  FuncIndex function;
  InstrIndex pc;
  ConstIndex constant;
  std::string kernel;  ///< of a library, where no row of the function table stands for it
};

/// Sites of one finding that are alike: calls of one callee on values of the same types.
struct LintPart {
  std::string what;             ///< the callee, a register, a constant: "transpose"
  std::string detail;           ///< "blocks.0.qkv.weight and 11 more, f32[192, 64] -> f32[64, 192]"; may be empty
  uint64_t count = 0;           ///< exact, also where sites are left out
  std::vector<LintSite> sites;  ///< in order of pc, at most LintFinding::kMaxSites of a finding
};

/// One per rule and function.
struct LintFinding {
  static constexpr size_t kMaxSites = 10'000, kMaxParts = 1'000;

  LintRule rule{};
  FuncIndex function;           ///< invalid if it is about the file
  std::string message;          ///< one sentence with the counts: "49 calls read one parameter each and nothing else."
  uint64_t count = 0;           ///< of sites in all parts
  std::vector<LintPart> parts;  ///< those with most sites first

  /// The first site; default if the finding has none.
  [[nodiscard]] LintSite place() const;
};

struct LintFindings {
  std::vector<LintFinding> all;  ///< by rule, then function
  bool complete = true;          ///< otherwise findings may be missing, of code that could not be followed
  /// Functions of compiled mode: native code without instructions.
  uint64_t compiled = 0;
  /// "1 function is compiled and has no instructions"; empty if the findings are complete.
  [[nodiscard]] std::string incompleteReason() const;
  [[nodiscard]] size_t count(Severity severity) const;
};

/// Findings about the executable of `facts`; with its file (null if there is none) also about its library. Nothing
/// when stopped. Safe for malformed code; time is that of the analyses it needs, about linear in the instructions.
std::optional<LintFindings> lint(const FunctionFacts& facts, const LoadedFile* file, const std::stop_token& stop = {});

}  // namespace relaxscope
