// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/findings/copy.h"

#include <string>

#include "views/findings/percent.h"
#include "views/widgets/figures.h"
#include "vmcore/export/lint/json_lint.h"

namespace relaxscope {
namespace {

QString costText(const FindingList& list, std::optional<double> ns) {
  return ns ? QStringLiteral("  %1, %2").arg(durationLabel(*ns), percentText(list.share(*ns))) : QString();
}

}  // namespace

QString findingText(const FindingList& list, uint32_t finding) {
  QString text = QStringLiteral("%1: %2 [%3]\n    %4\n    %5  %6%7\n")
                     .arg(severityTitle(list.severity(finding)), list.title(finding),
                          QString::fromStdString(list.rule(finding)), list.message(finding), list.whereText(finding),
                          list.placeText(finding), costText(list, list.cost(finding)));
  for (size_t i = 0; i < list.parts(finding); ++i) {
    const LintPart& part = list.lint(finding)->parts[i];
    text += QStringLiteral("    - %1  %2  %3  %4%5\n")
                .arg(partName(part), timesText(static_cast<double>(part.count)), partDetail(part),
                     list.placeText(finding, i), costText(list, list.cost(finding, i)));
  }
  return text;
}

QString findingsText(const FindingList& list, FindingsBar::Format format, const QString& path,
                     uint64_t executableOffset) {
  if (format == FindingsBar::Format::Text) {
    QString text;
    for (const uint32_t finding : list.order()) text += findingText(list, finding);
    return text;
  }
  const FindingSources& from = list.sources();
  if (!from.executable) return {};
  static const Diagnostics kNoDiagnostics;
  static const LintFindings kNoLint;
  const FindingsReport report{*from.executable,
                              from.diagnostics ? *from.diagnostics : kNoDiagnostics,
                              from.lint ? *from.lint : kNoLint,
                              list.lintCosts(),
                              path.toStdString(),
                              executableOffset};
  std::string text;
  const TextSink sink = [&text](std::string_view part) {
    text += part;
    return true;
  };
  if (format == FindingsBar::Format::Json) writeReportJson(report, sink);
  else writeSarif(report, sink);
  return QString::fromStdString(text);
}

}  // namespace relaxscope
