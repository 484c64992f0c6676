// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/code/lint.h"

namespace relaxscope {

std::optional<LintOf::Value> LintOf::make(const DerivedSource& source, const std::stop_token& stop) const {
  return lint(*source.facts, source.file.get(), stop);
}

FindingCounts countFindings(Document* document) {
  FindingCounts counts;
  constexpr Severity kAll[] = {Severity::Error, Severity::Warning, Severity::Info};
  if (const auto diagnostics = document->data().diagnostics)
    for (const Severity severity : kAll)
      counts.bySeverity[static_cast<size_t>(severity)] += diagnostics->count(severity);
  auto* const derived = document->derived<LintOf>();
  if (const auto findings = derived->find({}))
    for (const Severity severity : kAll) counts.bySeverity[static_cast<size_t>(severity)] += findings->count(severity);
  counts.isComplete = !derived->isPending();
  return counts;
}

}  // namespace relaxscope
