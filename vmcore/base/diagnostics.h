// SPDX-License-Identifier: Apache-2.0
// Findings about a file: errors, warnings and notes, each with a rule id and a place.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "vmcore/base/index.h"

namespace relaxscope {

enum class Severity : uint8_t { Error, Warning, Info };
/// "error", "warning", "info".
const char* severityName(Severity severity);

/// One finding. `rule` is a stable id such as "register-range"; of the place, the known fields are set.
struct Diagnostic {
  Severity severity = Severity::Error;
  std::string rule;
  std::string message;
  FuncIndex function;
  InstrIndex pc;
  ConstIndex constant;
  std::optional<uint64_t> byteOffset;
};

/// Findings in order of discovery, bounded: after `kMaxKept` of one source only the counts increase.
class Diagnostics {
 public:
  static constexpr size_t kMaxKept = 10'000;
  void add(Diagnostic finding);
  /// Appends the findings of another list and adds its counts (it may have kept fewer findings than it counted).
  void append(const Diagnostics& others);
  [[nodiscard]] const std::vector<Diagnostic>& all() const { return kept_; }
  [[nodiscard]] size_t count(Severity severity) const { return counts_[static_cast<size_t>(severity)]; }
  [[nodiscard]] size_t total() const { return counts_[0] + counts_[1] + counts_[2]; }
  /// Errors first, then warnings, then notes; each in order of discovery.
  template <class Visit>
  void forEachBySeverity(Visit&& visit) const {
    for (const Severity severity : {Severity::Error, Severity::Warning, Severity::Info})
      for (const Diagnostic& finding : kept_)
        if (finding.severity == severity) visit(finding);
  }
  [[nodiscard]] bool hasErrors() const { return count(Severity::Error) != 0; }

 private:
  std::vector<Diagnostic> kept_;
  size_t counts_[3] = {0, 0, 0};
};

}  // namespace relaxscope
