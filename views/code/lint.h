// SPDX-License-Identifier: GPL-3.0-or-later
// The linter's findings about a document, and how many findings it has in all.
#pragma once

#include <array>
#include <optional>
#include <stop_token>

#include "views/core/derived.h"
#include "vmcore/analysis/lint/lint.h"

namespace relaxscope {

/// A key of Document::derived(), always computed in the background.
struct LintOf {
  using Value = LintFindings;
  static constexpr bool kIsExtra = true;

  bool operator==(const LintOf&) const = default;
  [[nodiscard]] bool isShort(const DerivedSource& /*source*/) const { return false; }
  [[nodiscard]] std::optional<Value> make(const DerivedSource& source, const std::stop_token& stop) const;
};

/// Findings of readers, verifier and linter.
struct FindingCounts {
  std::array<size_t, 3> bySeverity{};
  bool isComplete = true;  ///< false while the linter works
  [[nodiscard]] size_t of(Severity severity) const { return bySeverity[static_cast<size_t>(severity)]; }
  [[nodiscard]] size_t total() const { return bySeverity[0] + bySeverity[1] + bySeverity[2]; }
};
/// Starts the linter if nothing did before; Document::derived<LintOf>() emits made() when the counts are complete.
FindingCounts countFindings(Document* document);

}  // namespace relaxscope
