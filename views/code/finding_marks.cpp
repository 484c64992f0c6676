// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/code/finding_marks.h"

#include <algorithm>

#include "views/code/table_texts.h"

namespace relaxscope {

FindingMarks::FindingMarks(std::shared_ptr<const Diagnostics> diagnostics, std::shared_ptr<const LintFindings> lint)
    : diagnostics_(std::move(diagnostics)), lint_(std::move(lint)) {
  const size_t own = diagnostics_ ? diagnostics_->all().size() : 0;
  for (size_t i = 0; i < own; ++i)
    if (const Diagnostic& found = diagnostics_->all()[i]; found.pc.valid())
      marks_.push_back({found.pc.value, found.severity, static_cast<uint32_t>(i)});
  for (size_t i = 0; lint_ && i < lint_->all.size(); ++i)
    for (const LintPart& part : lint_->all[i].parts)
      for (const LintSite& site : part.sites)
        if (site.pc.valid())
          marks_.push_back({site.pc.value, lintRule(lint_->all[i].rule).severity, static_cast<uint32_t>(own + i)});
  std::ranges::sort(marks_);
  marks_.erase(std::unique(marks_.begin(), marks_.end()), marks_.end());
}

std::vector<FindingMarks::Mark>::const_iterator FindingMarks::first(InstrIndex pc) const {
  return std::ranges::lower_bound(marks_, pc.value, {}, &Mark::pc);
}

std::optional<Severity> FindingMarks::at(InstrIndex pc) const {
  const auto found = first(pc);
  return found != marks_.end() && found->pc == pc.value ? std::optional(found->severity) : std::nullopt;
}

QStringList FindingMarks::titles(InstrIndex pc) const {
  constexpr qsizetype kMost = 5;
  QStringList titles;
  const size_t own = diagnostics_ ? diagnostics_->all().size() : 0;
  for (auto mark = first(pc); mark != marks_.end() && mark->pc == pc.value && titles.size() < kMost; ++mark) {
    const QString title = ruleTitle(mark->finding < own ? diagnostics_->all()[mark->finding].rule
                                                        : lintRule(lint_->all[mark->finding - own].rule).id);
    if (!titles.contains(title)) titles << title;
  }
  return titles;
}

bool FindingMarks::anyIn(InstrIndex begin, InstrIndex end) const {
  const auto found = first(begin);
  return found != marks_.end() && found->pc < end.value;
}

size_t FindingMarks::sitesOf(const Diagnostics* diagnostics, const LintFindings* lint) {
  size_t sites = diagnostics != nullptr ? diagnostics->all().size() : 0;
  if (lint != nullptr)
    for (const LintFinding& finding : lint->all)
      for (const LintPart& part : finding.parts) sites += part.sites.size();
  return sites;
}

}  // namespace relaxscope
