// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/compare/value_texts.h"

#include <QCoreApplication>

#include <algorithm>

#include "views/core/engine_text.h"
#include "views/widgets/figures.h"
#include "vmcore/base/text/text.h"

namespace relaxscope {
namespace {

struct Text {
  Q_DECLARE_TR_FUNCTIONS(ValueTexts)
};

QString count(uint64_t number) { return countText(static_cast<int64_t>(number)); }

QString change(const char* what, uint64_t old, uint64_t now) {
  return QStringLiteral("%1 %2 \u2192 %3").arg(QLatin1String(what), count(old), count(now));
}

QString oddText(const ValueDifference& difference) {
  QStringList parts;
  const ElementDifference& e = difference.elements;
  if (e.nanOld + e.nanNow > 0) parts << change("NaN", e.nanOld, e.nanNow);
  if (difference.infinitiesOld + difference.infinitiesNew > 0)
    parts << change("inf", difference.infinitiesOld, difference.infinitiesNew);
  return parts.join(QStringLiteral(", "));
}

QString elementsText(const ValueDifference& difference) {
  const ElementDifference& e = difference.elements;
  if (!difference.notCompared.empty()) return engineText(printable(difference.notCompared));
  QString text = Text::tr("%1 of %2 elements").arg(count(e.differing), count(e.elements));
  if (e.largestAbsolute) text += Text::tr(", largest error %1").arg(errorText(e.largestAbsolute));
  if (e.largestRelative) text += Text::tr(" (relative %1)").arg(errorText(e.largestRelative));
  return text;
}

QString resultText(const std::string& name, const ValueDifference& difference) {
  const QString result = engineText(printable(name));
  if (!difference.notCompared.empty())
    return QStringLiteral("%1: %2").arg(result, engineText(printable(difference.notCompared)));
  if (!difference.differs()) return Text::tr("%1 equal").arg(result);
  return Text::tr("%1 differs by up to %2").arg(result, errorText(difference.elements.largestAbsolute));
}

}  // namespace

QString errorText(const std::optional<double>& error) {
  return error ? QString::number(*error, 'g', 3) : QString(QChar(0x2013));
}

Cell valueCell(const ValueDifference& difference, ValueColumn column) {
  Cell cell;
  cell.mono = true;
  const bool compared = difference.notCompared.empty();
  if (column == ValueColumn::Odd) {
    cell.text = compared ? oddText(difference) : Text::tr("not compared");
    if (!compared) cell.tooltip = engineText(printable(difference.notCompared));
    return cell;
  }
  if (!compared) return cell;
  if (!difference.differs()) {
    if (column == ValueColumn::Error) cell.text = Text::tr("equal");
    cell.color = Token::TextThird;
    return cell;
  }
  const ElementDifference& e = difference.elements;
  cell = figureCell({errorText(column == ValueColumn::Error ? e.largestAbsolute : e.largestRelative), {}});
  cell.color = Token::DiffChanged;
  cell.tooltip = elementsText(difference);
  return cell;
}

QString valuesText(const ValueComparison& values, const Document& old) {
  const auto name = [&old](uint32_t row) { return old.shownName(FuncIndex(row)); };
  QStringList parts;
  if (values.firstDivergence) {
    const ComparedOutput& first = values.outputs[*values.firstDivergence];
    parts << Text::tr("first difference in the order of the run: %1 at %2:%3, %4")
                 .arg(name(first.place.oldCallee), name(first.place.old.function), QString::number(first.place.old.pc),
                      elementsText(first.difference));
  } else if (values.outputs.empty()) {
    parts << Text::tr("no output of a call was compared");
  } else {
    parts << Text::tr("%n output(s) of calls are equal", nullptr, static_cast<int>(values.outputs.size()));
  }
  for (const auto& [result, difference] : values.results) parts << resultText(result, difference);
  if (values.notCaptured > 0)
    parts << Text::tr("%n tensor(s) were not kept", nullptr, static_cast<int>(values.notCaptured));
  return parts.join(QStringLiteral("; "));
}

std::optional<DiffPlace> placeOfOutput(const MatchedOutput& output, const ExecutableDiff& diff) {
  for (uint32_t pair = 0; pair < diff.functions.size(); ++pair) {
    const FunctionPair& each = diff.functions[pair];
    if (!each.old.valid() || each.old.value != int64_t{output.old.function}) continue;
    const auto row = std::ranges::find_if(each.rows, [&](const InstructionRow& line) {
      return line.old.valid() && line.old.value == int64_t{output.old.pc};
    });
    return DiffPlace{pair, row == each.rows.end() ? 0 : static_cast<uint32_t>(row - each.rows.begin())};
  }
  return std::nullopt;
}

}  // namespace relaxscope
