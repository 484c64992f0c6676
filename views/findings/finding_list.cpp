// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/findings/finding_list.h"

#include <algorithm>
#include <numeric>

#include "views/code/table_texts.h"
#include "views/core/engine_text.h"
#include "views/modules/kernel_places.h"
#include "views/widgets/figures.h"
#include "vmcore/base/text/text.h"

namespace relaxscope {
namespace {

constexpr size_t kShownPlaces = 2;  ///< of a part, before the last one

QString siteText(const LintSite& site) {
  if (site.pc.valid()) return QString::number(site.pc.value);
  if (site.constant.valid()) return QStringLiteral("c[%1]").arg(site.constant.value);
  return QString::fromStdString(printable(site.kernel)).left(200);
}

/// A place with its unit: "pc 14", "c[3]", "fused_add".
QString namedSite(const LintSite& site) {
  return site.pc.valid() ? QStringLiteral("pc %1").arg(site.pc.value) : siteText(site);
}

}  // namespace

FindingList::FindingList(FindingSources sources) : sources_(std::move(sources)) {
  if (sources_.bySite) runNs_ = sources_.bySite->perRun(sources_.bySite->selfNs);
  if (sources_.lint && sources_.bySite) costs_ = findingCosts(*sources_.lint, *sources_.bySite);
  for (const auto& each : costs_)
    if (each) namedNs_ += each->ns;
  for (const Severity severity : {Severity::Error, Severity::Warning, Severity::Info})
    counts_[static_cast<size_t>(severity)] = (sources_.diagnostics ? sources_.diagnostics->count(severity) : 0) +
                                             (sources_.lint ? sources_.lint->count(severity) : 0);
  order_.resize(diagnostics() + (sources_.lint ? sources_.lint->all.size() : 0));
  std::iota(order_.begin(), order_.end(), 0);
  std::stable_sort(order_.begin(), order_.end(), [this](uint32_t a, uint32_t b) {
    if (severity(a) != severity(b)) return severity(a) < severity(b);
    return cost(a).value_or(-1) > cost(b).value_or(-1);
  });
  withCost_ = static_cast<size_t>(std::ranges::count_if(order_, [this](uint32_t i) { return cost(i).has_value(); }));
}

QString FindingList::noErrorsText() const {
  const bool warned = sources_.diagnostics && sources_.diagnostics->count(Severity::Warning) != 0;
  const bool compiled = sources_.executable && std::ranges::any_of(sources_.executable->functions, &Function::isVmTir);
  if (warned || compiled || !sources_.isRunnable) return tr("None: the verifier found no error.");
  return tr("None: the verifier found nothing that a run could fail on.");
}

const LintFinding* FindingList::lint(size_t finding) const {
  return finding >= diagnostics() ? &sources_.lint->all[finding - diagnostics()] : nullptr;
}
const Diagnostic* FindingList::diagnostic(size_t finding) const {
  return finding < diagnostics() ? &sources_.diagnostics->all()[finding] : nullptr;
}

Severity FindingList::severity(size_t finding) const {
  const LintFinding* const found = lint(finding);
  return found != nullptr ? lintRule(found->rule).severity : diagnostic(finding)->severity;
}

std::string FindingList::rule(size_t finding) const {
  const LintFinding* const found = lint(finding);
  return found != nullptr ? lintRule(found->rule).id : diagnostic(finding)->rule;
}

QString FindingList::title(size_t finding) const { return ruleTitle(rule(finding)); }

QString FindingList::message(size_t finding) const {
  const LintFinding* const found = lint(finding);
  return engineText(printable(found != nullptr ? found->message : diagnostic(finding)->message));
}

std::optional<double> FindingList::cost(size_t finding) const {
  const size_t row = finding - diagnostics();
  return lint(finding) != nullptr && row < costs_.size() && costs_[row] ? std::optional(costs_[row]->ns) : std::nullopt;
}
std::optional<double> FindingList::cost(size_t finding, size_t part) const {
  return cost(finding) ? std::optional(costs_[finding - diagnostics()]->partsNs.at(part)) : std::nullopt;
}
bool FindingList::isLowerBound(size_t finding) const {
  return cost(finding) && costs_[finding - diagnostics()]->lowerBound;
}

size_t FindingList::parts(size_t finding) const {
  const LintFinding* const found = lint(finding);
  if (found == nullptr) return 0;
  const bool saysMore = found->parts.size() > 1 || (found->parts.size() == 1 && !found->parts[0].what.empty());
  return saysMore ? found->parts.size() : 0;
}

uint64_t FindingList::sites(size_t finding) const {
  const LintFinding* const found = lint(finding);
  return found != nullptr ? found->count : 1;
}

LintSite FindingList::site(size_t finding) const {
  if (const LintFinding* const found = lint(finding)) return found->place();
  const Diagnostic& found = *diagnostic(finding);
  return {found.function, found.pc, found.constant, {}};
}

LintSite FindingList::site(size_t finding, size_t part) const {
  const LintFinding* const found = lint(finding);
  if (found == nullptr || part >= found->parts.size() || found->parts[part].sites.empty()) return site(finding);
  return found->parts[part].sites.front();
}

Selection::Marked FindingList::instructions(size_t finding, std::optional<size_t> part) const {
  auto made = std::make_shared<std::vector<InstrIndex>>();
  if (const LintFinding* const found = lint(finding)) {
    for (size_t i = 0; i < found->parts.size(); ++i)
      for (const LintSite& each : found->parts[i].sites)
        if (each.pc.valid() && i == part.value_or(i)) made->push_back(each.pc);
  } else if (const InstrIndex pc = diagnostic(finding)->pc; pc.valid()) {
    made->push_back(pc);
  }
  if (made->empty()) return nullptr;
  std::ranges::sort(*made);
  made->erase(std::unique(made->begin(), made->end()), made->end());
  return made;
}

QString FindingList::whereText(size_t finding) const {
  const LintSite first = site(finding);
  const FuncIndex function =
      lint(finding) != nullptr && lint(finding)->function.valid() ? lint(finding)->function : first.function;
  if (const Function* const row = sources_.executable ? sources_.executable->function(function) : nullptr)
    return QString::fromStdString(printable(row->name)).left(200);
  if (!first.kernel.empty()) return tr("kernels");
  return first.constant.valid() ? tr("constants") : tr("file");
}

QString FindingList::placeText(size_t finding) const {
  const QString first = namedSite(site(finding));
  const Diagnostic* const found = diagnostic(finding);
  if (first.isEmpty() && found != nullptr && found->byteOffset)
    return tr("byte %1").arg(countText(static_cast<int64_t>(*found->byteOffset)));
  const uint64_t more = sites(finding) > 1 ? sites(finding) - 1 : 0;
  if (first.isEmpty() || more == 0) return first;
  return tr("%1 and %2 more").arg(first, countText(static_cast<int64_t>(more)));
}

QString FindingList::placeText(size_t finding, size_t part) const {
  const LintFinding* const found = lint(finding);
  if (found == nullptr || part >= found->parts.size() || found->parts[part].sites.empty()) return {};
  const std::vector<LintSite>& all = found->parts[part].sites;
  QStringList texts{namedSite(all.front())};
  for (size_t i = 1; i < std::min(all.size(), kShownPlaces); ++i) texts << siteText(all[i]);
  if (all.size() > kShownPlaces + 1) texts << QString(QChar(0x2026));
  if (all.size() > kShownPlaces) texts << siteText(all.back());
  return texts.join(QStringLiteral(", "));
}

void FindingList::filterText(size_t finding, QString& out) const {
  const LintFinding* const found = lint(finding);
  const std::string english = printable(found != nullptr ? found->message : diagnostic(finding)->message);
  const QString original = QString::fromStdString(english), translated = message(finding);
  out += QLatin1String(severityName(severity(finding))) + QLatin1Char(' ') + QString::fromStdString(rule(finding)) +
         QLatin1Char(' ') + title(finding) + QLatin1Char(' ') + translated;
  if (translated != original) out += QLatin1Char(' ') + original;  // messages are passed on in either language
  out += QLatin1Char(' ') + whereText(finding) + QLatin1Char(' ') + placeText(finding);
  if (found == nullptr) return;
  for (const LintPart& part : found->parts)
    out +=
        QLatin1Char(' ') + QString::fromStdString(part.what) + QLatin1Char(' ') + QString::fromStdString(part.detail);
}

ViewId viewOfSite(const LintSite& site) {
  if (site.pc.valid()) return ViewId::Listing;
  if (site.constant.valid()) return ViewId::Constants;
  if (site.function.valid()) return ViewId::Functions;
  return site.kernel.empty() ? ViewId::None : ViewId::Modules;
}

Place placeOfSite(const LintSite& site, const Library* library) {
  Place place;
  place.function = site.function;
  place.pc = site.pc;
  place.constant = site.constant;
  if (site.kernel.empty() || library == nullptr) return place;
  if (const auto found = KernelPlaces(*library).find(site.kernel, {})) {
    place.module = found->module;
    place.kernel = found->kernel;
  }
  return place;
}

QString severityTitle(Severity severity) {
  switch (severity) {
    case Severity::Error: return FindingList::tr("error");
    case Severity::Warning: return FindingList::tr("warning");
    case Severity::Info: break;
  }
  return FindingList::tr("remark");
}

QString severitiesTitle(Severity severity) {
  switch (severity) {
    case Severity::Error: return FindingList::tr("Errors");
    case Severity::Warning: return FindingList::tr("Warnings");
    case Severity::Info: break;
  }
  return FindingList::tr("Remarks");
}

}  // namespace relaxscope
