// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/compare/time_texts.h"

#include <QRegularExpression>

#include <cmath>
#include <string_view>

#include "views/core/engine_text.h"
#include "vmcore/base/text/text.h"
#include "vmcore/trace/figures/kind_remark.h"

namespace relaxscope {
namespace {

constexpr qsizetype kMaxName = 300;

struct Texts {
  Q_DECLARE_TR_FUNCTIONS(TimeTexts)
};

QString shown(const std::string& text) {
  const QString out = QString::fromStdString(printable(text));
  return out.size() > kMaxName ? out.left(kMaxName) + QChar(0x2026) : out;
}

/// What tables add to the name of a row whose events are not plain calls.
QString remarkOf(EventKind kind) {
  switch (kind) {
    case EventKind::FunctionBody: return Texts::tr(" (body)");
    case EventKind::CompiledBody: return Texts::tr(" (compiled)");
    case EventKind::CompiledBuiltin: return Texts::tr(" (from compiled code)");
    case EventKind::CompiledKernels: return Texts::tr(" (kernels)");
    case EventKind::NestedKernel: return Texts::tr(" (within a builtin)");
    case EventKind::ScriptBuiltin: return Texts::tr(" (from the list of calls)");
    default: return QLatin1String(eventKindRemark(kind));
  }
}

QString siteText(const TraceInfo& info, const TraceSite& site) {
  if (site.function >= info.functionNames.size()) return {};
  const QString name = shown(info.functionNames[site.function]);
  return site.pc == kNoIndex ? name : name + QLatin1Char(':') + QString::number(site.pc);
}

Chip neutral(const QString& text, const QString& help) { return {text, Token::TextThird, Token::Subtle, help}; }

}  // namespace

Figure signedDurationFigure(double ns) {
  if (!std::isfinite(ns)) return {QString(QChar(0x2013)), {}};
  Figure figure = durationFigure(std::abs(ns));
  if (figure.number == QLatin1String("0")) figure.number.prepend(QChar(0x00B1));
  else figure.number.prepend(ns < 0 ? QChar(0x2212) : QLatin1Char('+'));
  return figure;
}

Token inkOfMark(DifferenceMark mark) {
  switch (mark) {
    case DifferenceMark::Faster: return Token::DiffLess;
    case DifferenceMark::Slower: return Token::DiffMore;
    case DifferenceMark::Same: return Token::TextThird;
    case DifferenceMark::Unknown: break;
  }
  return Token::TextSecond;
}

Chip markChip(const ComparedRow& row) {
  if (row.group == ComparedGroup::OnlyOld)
    return {Texts::tr("− only old"), Token::DiffLess, Token::DiffLessBack, Texts::tr("The new run does not call it")};
  if (row.group == ComparedGroup::OnlyNew)
    return {Texts::tr("+ only new"), Token::DiffMore, Token::DiffMoreBack, Texts::tr("The old run does not call it")};
  switch (row.time.mark) {
    case DifferenceMark::Faster:
      return {Texts::tr("↓ faster"), Token::DiffLess, Token::DiffLessBack,
              Texts::tr("It takes less: the difference is beyond its interval")};
    case DifferenceMark::Slower:
      return {Texts::tr("↑ slower"), Token::DiffMore, Token::DiffMoreBack,
              Texts::tr("It takes more: the difference is beyond its interval")};
    case DifferenceMark::Same:
      return neutral(Texts::tr("= same"), Texts::tr("The difference is within its interval, or less than 1 %"));
    case DifferenceMark::Unknown: break;
  }
  return neutral(Texts::tr("? unknown"), Texts::tr("There is no interval, so whether it differs is not known"));
}

QString bothTexts(const QString& old, const QString& now) {
  if (old.isEmpty() || old == now) return now;
  return now.isEmpty() ? old : old + QStringLiteral(" \u2192 ") + now;
}

QString calleeText(const ComparedRow& row) {
  return bothTexts(shown(row.oldName), shown(row.newName)) + remarkOf(row.kind);
}

QString placeText(const ComparedRow& row, const TraceInfo& old, const TraceInfo& now) {
  if (!hasInstruction(row.kind) || isBody(row.kind)) return {};
  return bothTexts(siteText(old, row.old), siteText(now, row.now));
}

QString callsText(double old, double now) { return bothTexts(perRunText(old), perRunText(now)); }

QString groupTitle(ComparedGroup group, Grouping grouping, size_t rows) {
  const int count = static_cast<int>(rows);
  const bool site = grouping == Grouping::Site;
  switch (group) {
    case ComparedGroup::OnlyOld:
      return site ? Texts::tr("Only in the old profile, %n calls", nullptr, count)
                  : Texts::tr("Only in the old profile, %n callees", nullptr, count);
    case ComparedGroup::Both:
      return site ? Texts::tr("In both, %n calls", nullptr, count) : Texts::tr("In both, %n callees", nullptr, count);
    case ComparedGroup::OnlyNew: break;
  }
  return site ? Texts::tr("Only in the new profile, %n calls", nullptr, count)
              : Texts::tr("Only in the new profile, %n callees", nullptr, count);
}

QString topicText(ComparisonTopic topic) {
  switch (topic) {
    case ComparisonTopic::Time: return Texts::tr("Time");
    case ComparisonTopic::Gone: return Texts::tr("Gone");
    case ComparisonTopic::Added: return Texts::tr("Added");
    case ComparisonTopic::Slower: return Texts::tr("Slower");
    case ComparisonTopic::Faster: return Texts::tr("Faster");
    case ComparisonTopic::Calls: return Texts::tr("Calls");
    case ComparisonTopic::Memory: break;
  }
  return Texts::tr("Memory");
}

QString topicIcon(ComparisonTopic topic) {
  switch (topic) {
    case ComparisonTopic::Time: return QStringLiteral("recent");
    case ComparisonTopic::Gone: return QStringLiteral("minus");
    case ComparisonTopic::Added: return QStringLiteral("plus");
    case ComparisonTopic::Slower: return QStringLiteral("chevron-up");
    case ComparisonTopic::Faster: return QStringLiteral("chevron-down");
    case ComparisonTopic::Calls: return QStringLiteral("listing");
    case ComparisonTopic::Memory: break;
  }
  return QStringLiteral("memory");
}

QString lineText(const ComparisonLine& line) {
  static const QRegularExpression kMinus(QStringLiteral("(^|[\\s(\uFF0C\uFF1A])-(?=\\d)"));
  QString text = engineText(printable(line.text));
  text.replace(QStringLiteral(" -> "), QStringLiteral(" \u2192 "));
  return text.replace(kMinus, QStringLiteral("\\1\u2212"));
}

QString intervalText(const TraceComparison& comparison) {
  if (!comparison.noInterval.empty())
    return Texts::tr("There is no interval: %1").arg(engineText(printable(comparison.noInterval)));
  const auto number = [](size_t value) { return countText(static_cast<int64_t>(value)); };
  if (comparison.inTurns)
    return Texts::tr(
               "± is half the 95 % interval of the differences of %1 pairs of processes, which took %2 turns; = "
               "is a difference within it, or of less than 1 %.")
        .arg(number(comparison.oldProcesses), number(comparison.turns));
  return Texts::tr(
             "± is half the 95 % interval of the difference of two times that were taken independently, in %1 "
             "and %2 processes; = is a difference within it, or of less than 1 %.")
      .arg(number(comparison.oldProcesses), number(comparison.newProcesses));
}

QString exporterTitle(const TimesExporter& exporter) {
  const std::string_view id = exporter.id;
  if (id == "text") return Texts::tr("Times as text…");
  if (id == "json") return Texts::tr("Times as JSON…");
  if (id == "csv") return Texts::tr("Times as CSV…");
  return QString::fromUtf8(exporter.title);
}

}  // namespace relaxscope
