// SPDX-License-Identifier: Apache-2.0
// What the rules look at, and how they report. Private to the linter.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "vmcore/analysis/call_types.h"
#include "vmcore/analysis/flow/aliases.h"
#include "vmcore/analysis/flow/code_walk.h"
#include "vmcore/analysis/flow/definitions.h"
#include "vmcore/analysis/flow/liveness.h"
#include "vmcore/analysis/lint/kernel_roles.h"
#include "vmcore/analysis/lint/lint.h"
#include "vmcore/analysis/lint/traffic.h"

namespace relaxscope::linting {

/// An executable with what is looked up once.
struct Subject {
  const FunctionFacts& facts;
  const LoadedFile* file = nullptr;  ///< null if there is none
  const Executable& executable = facts.executable();
  FunctionResults results{executable, &facts};
  KernelRoles roles{executable};
  BuiltinCalls builtins{executable};
  std::stop_token stop = {};
  bool readable = true;  ///< all code is known, so that what no instruction mentions is mentioned nowhere
  LintFindings findings = {};
};

/// A function with bytecode of its own.
struct Body {
  FuncIndex function;
  PcRange range;
  Definitions definitions;
  Aliases aliases;
  Liveness liveness;
  CallTypes calls;
  Traffic traffic;

  [[nodiscard]] bool reaches(InstrIndex pc) const;
  /// The typed call at `pc`, of a kernel or a VM function; null for others.
  [[nodiscard]] const TypedCall* callAt(InstrIndex pc) const;
  /// The value of register operand `word` of an instruction; invalid for other operands.
  [[nodiscard]] ValueIndex valueAt(InstrIndex pc, uint32_t word) const;
  /// The instruction that defines a value; without a row if none does.
  [[nodiscard]] Instruction definer(const Executable& executable, ValueIndex value) const;
  /// Whether all code of the function is followed.
  [[nodiscard]] bool isComplete() const { return definitions.complete && aliases.complete && liveness.complete; }
};
/// Nothing when stopped.
std::optional<Body> bodyOf(Subject& subject, FuncIndex function);

/// Collects the sites of one finding.
class Finding {
 public:
  Finding(LintRule rule, FuncIndex function) { finding_.rule = rule, finding_.function = function; }
  /// Sites of equal `what` and `detail` are one part.
  void add(const std::string& what, const std::string& detail, LintSite site);
  [[nodiscard]] uint64_t count() const { return finding_.count; }
  /// Adds the finding to the others if it has a site. The sentence for one site, and that for more, whose {} is their
  /// number.
  void report(Subject& subject, const char* one, const char* more);
  void report(Subject& subject, std::string message);

 private:
  LintFinding finding_;
  size_t kept_ = 0;
  std::map<std::pair<std::string, std::string>, size_t> parts_;
};

/// "transpose", "call_tir_dyn", "load_const": what an instruction calls or is, printable.
std::string calleeText(const Executable& executable, const Instruction& instruction);
/// The name of a function, printable.
std::string functionText(const Executable& executable, FuncIndex function);
/// "f32[192, 64] -> f32[64, 192]": of the first operand that is read and the first that is written; empty if one is
/// not known.
std::string conversionText(const TypedCall& call);
inline LintSite siteOf(const Body& body, InstrIndex pc) { return {body.function, pc, {}, {}}; }

// Rules about one function, by file.
void findConvertedWeights(Subject& subject, const Body& body);  // constant_work.cpp
void findUnreadResults(Subject& subject, const Body& body);     // results.cpp
void findRepeatedCalls(Subject& subject, const Body& body);     // repeated_calls.cpp
void findChains(Subject& subject, const Body& body);            // chains.cpp
void findUnfused(Subject& subject, const Body& body);           // chains.cpp
void findTuples(Subject& subject, const Body& body);            // chains.cpp
void findDeviceCopies(Subject& subject, const Body& body);      // device_copies.cpp
void findRepeatedChecks(Subject& subject, const Body& body);    // checks.cpp
void findLoopWork(Subject& subject, const Body& body);          // loops.cpp
void findUnreachable(Subject& subject, const Body& body);       // loops.cpp
void findRegisterPressure(Subject& subject, const Body& body);  // registers.cpp
void findUnwritten(Subject& subject, const Body& body);         // registers.cpp
void findTwoKinds(Subject& subject, const Body& body);          // registers.cpp
void findSlots(Subject& subject, const Body& body);             // slots.cpp
void findWrongCalls(Subject& subject, const Body& body);        // arguments.cpp
void findTensorsOutside(Subject& subject, const Body& body);    // arguments.cpp
void findLayers(Subject& subject, const Body& body);            // layers.cpp
void findUnsharedStorages(Subject& subject);                    // storages.cpp
void findConstants(Subject& subject);                           // constants.cpp
void findUncalled(Subject& subject);                            // uncalled.cpp

}  // namespace relaxscope::linting
