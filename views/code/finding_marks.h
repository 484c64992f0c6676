// SPDX-License-Identifier: GPL-3.0-or-later
// Instructions that findings are about, for views that list code. A value.
#pragma once

#include <QStringList>

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "vmcore/analysis/lint/lint.h"
#include "vmcore/base/diagnostics.h"

namespace relaxscope {

class FindingMarks {
 public:
  FindingMarks() = default;
  /// Both may be null. Sorts the sites of all findings.
  FindingMarks(std::shared_ptr<const Diagnostics> diagnostics, std::shared_ptr<const LintFindings> lint);
  /// The most severe finding about an instruction.
  [[nodiscard]] std::optional<Severity> at(InstrIndex pc) const;
  /// Titles of the findings about it, most severe first, at most a few.
  [[nodiscard]] QStringList titles(InstrIndex pc) const;
  /// Whether there is one in [begin, end).
  [[nodiscard]] bool anyIn(InstrIndex begin, InstrIndex end) const;
  /// Number of sites of findings, which the constructor sorts.
  [[nodiscard]] static size_t sitesOf(const Diagnostics* diagnostics, const LintFindings* lint);

 private:
  struct Mark {
    int64_t pc = 0;
    Severity severity = Severity::Info;
    uint32_t finding = 0;  ///< first those of readers and verifier, then the linter's
    friend auto operator<=>(const Mark&, const Mark&) = default;
  };
  [[nodiscard]] std::vector<Mark>::const_iterator first(InstrIndex pc) const;
  std::shared_ptr<const Diagnostics> diagnostics_;
  std::shared_ptr<const LintFindings> lint_;
  std::vector<Mark> marks_;
};

}  // namespace relaxscope
