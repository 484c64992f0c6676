// SPDX-License-Identifier: GPL-3.0-or-later
// The findings of readers, verifier and linter as one list of one form, with their costs. A value; any thread may read
// it. A finding is named by its number: first those of readers and verifier, then those of the linter.
#pragma once

#include <QCoreApplication>
#include <QString>

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "views/core/selection.h"
#include "vmcore/base/diagnostics.h"
#include "vmcore/export/lint/finding_costs.h"
#include "vmcore/model/executable.h"
#include "vmcore/model/library.h"

namespace relaxscope {

/// What a list is made of; each may be null.
struct FindingSources {
  std::shared_ptr<const Diagnostics> diagnostics;
  std::shared_ptr<const LintFindings> lint;
  std::shared_ptr<const Executable> executable;
  std::shared_ptr<const TraceStatistics> bySite;
  bool isRunnable = true;  ///< nothing is known that prevents a run
};

class FindingList {
  Q_DECLARE_TR_FUNCTIONS(relaxscope::FindingList)
 public:
  explicit FindingList(FindingSources sources = {});

  [[nodiscard]] const FindingSources& sources() const { return sources_; }
  /// Whether there is a profile with times that calls could cost.
  [[nodiscard]] bool hasCosts() const { return runNs_ > 0; }
  /// All self time per run, in nanoseconds, and that of the calls that findings name; a call counts in one only.
  [[nodiscard]] double runNs() const { return runNs_; }
  [[nodiscard]] double namedNs() const { return namedNs_; }
  /// Of a time per run, 0 to 1.
  [[nodiscard]] double share(double ns) const { return runNs_ > 0 ? ns / runNs_ : 0; }
  [[nodiscard]] size_t size() const { return order_.size(); }
  /// Also those that the readers and the verifier only counted.
  [[nodiscard]] size_t count(Severity severity) const { return counts_[static_cast<size_t>(severity)]; }
  [[nodiscard]] size_t total() const { return counts_[0] + counts_[1] + counts_[2]; }
  [[nodiscard]] size_t withCost() const { return withCost_; }
  /// All findings by severity, then by cost, largest first, then as they were found.
  [[nodiscard]] const std::vector<uint32_t>& order() const { return order_; }

  [[nodiscard]] Severity severity(size_t finding) const;
  [[nodiscard]] std::string rule(size_t finding) const;
  /// What it says, in the interface's language.
  [[nodiscard]] QString title(size_t finding) const;
  [[nodiscard]] QString message(size_t finding) const;
  /// Nanoseconds per run; nothing if it has no cost or there is no profile.
  [[nodiscard]] std::optional<double> cost(size_t finding) const;
  [[nodiscard]] std::optional<double> cost(size_t finding, size_t part) const;
  /// Of the linter's findings; empty without a profile.
  [[nodiscard]] const std::vector<std::optional<FindingCost>>& lintCosts() const { return costs_; }
  /// Whether it has more sites than its cost counts.
  [[nodiscard]] bool isLowerBound(size_t finding) const;

  /// What stands in place of errors where there are none. That nothing makes a run fail is said only where all code was
  /// checked, no finding is about a failure, and nothing prevents a run.
  [[nodiscard]] QString noErrorsText() const;
  /// Null for findings of readers and verifier.
  [[nodiscard]] const LintFinding* lint(size_t finding) const;
  [[nodiscard]] const Diagnostic* diagnostic(size_t finding) const;
  /// Parts that say more than the finding itself.
  [[nodiscard]] size_t parts(size_t finding) const;
  /// Number of its sites, 1 for a finding of the verifier.
  [[nodiscard]] uint64_t sites(size_t finding) const;
  /// The first place.
  [[nodiscard]] LintSite site(size_t finding) const;
  [[nodiscard]] LintSite site(size_t finding, size_t part) const;
  /// Its instructions, or those of a part, ascending; null if it has none.
  [[nodiscard]] Selection::Marked instructions(size_t finding, std::optional<size_t> part = {}) const;

  /// "forward", "kernels", "constants", "file".
  [[nodiscard]] QString whereText(size_t finding) const;
  /// "pc 14 and 48 more", "c[3]", "byte 1,204"; empty if only `whereText` is known.
  [[nodiscard]] QString placeText(size_t finding) const;
  /// "pc 14, 104, …, 984".
  [[nodiscard]] QString placeText(size_t finding, size_t part) const;
  /// Appends what a filter searches, in English and in the interface's language.
  void filterText(size_t finding, QString& out) const;

 private:
  [[nodiscard]] size_t diagnostics() const { return sources_.diagnostics ? sources_.diagnostics->all().size() : 0; }
  FindingSources sources_;
  std::vector<std::optional<FindingCost>> costs_;  ///< by finding of the linter, or empty
  double runNs_ = 0, namedNs_ = 0;
  std::array<size_t, 3> counts_{};
  size_t withCost_ = 0;
  std::vector<uint32_t> order_;
};

/// The view that shows a place best; None: no view does.
ViewId viewOfSite(const LintSite& site);
/// `library` may be null; else a kernel becomes its place in a module.
Place placeOfSite(const LintSite& site, const Library* library);
/// "error", "warning", "remark" of one finding, and of several: "Errors".
QString severityTitle(Severity severity);
QString severitiesTitle(Severity severity);

}  // namespace relaxscope
