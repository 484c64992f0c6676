// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/memory/texts.h"

#include <algorithm>
#include <climits>

#include "views/widgets/figures.h"
#include "vmcore/base/text/number.h"
#include "vmcore/base/text/text.h"

namespace relaxscope {
namespace {

struct MemoryTexts {
  Q_DECLARE_TR_FUNCTIONS(MemoryTexts)
};

QString countOfBytes(uint64_t bytes) { return countText(static_cast<int64_t>(std::min<uint64_t>(bytes, INT64_MAX))); }

/// "n * 96" as "96·n": the number first, as in a textbook.
QString termText(const std::string& term) {
  if (const auto number = wholeNumber<int64_t>(term)) return countText(*number);
  const size_t star = term.rfind(" * ");
  const auto factor = star == std::string::npos ? std::optional<int64_t>()
                                                : wholeNumber<int64_t>(std::string_view(term).substr(star + 3));
  QString symbols = QString::fromStdString(printable(factor ? term.substr(0, star) : term));
  symbols.replace(QStringLiteral(" * "), QStringLiteral("·"));
  return factor ? QString::number(*factor) + QStringLiteral("·") + symbols : symbols;
}

QString cell(const std::string& text) { return QString::fromStdString(csvCell(text)); }

}  // namespace

QString formulaText(const std::string& formula) {
  QStringList terms;
  int depth = 0;
  size_t begin = 0;
  for (size_t i = 0; i < formula.size(); ++i) {
    depth += formula[i] == '(' ? 1 : formula[i] == ')' ? -1 : 0;
    if (depth != 0 || formula.compare(i, 3, " + ") != 0) continue;
    terms << termText(formula.substr(begin, i - begin));
    begin = i + 3;
  }
  terms << termText(formula.substr(begin));
  return terms.join(QStringLiteral(" + "));
}

QString bytesExactly(uint64_t bytes) { return countOfBytes(bytes) + QStringLiteral(" B"); }

QStringList bytesForms(uint64_t bytes) {
  return {bytesExactly(bytes), bytesLabel(static_cast<int64_t>(std::min<uint64_t>(bytes, INT64_MAX)))};
}

QString inexactSentence(const MemoryPlan& plan) {
  if (!plan.complete)
    return MemoryTexts::tr("The program is too long to be followed to its end: the figures cover its beginning.");
  if (!plan.unknown.empty()) {
    const QString name = QString::fromStdString(printable(plan.unknown.front()));
    return plan.unknown.size() == 1
               ? MemoryTexts::tr("A lower bound: the bytes of %1 are not known.").arg(name)
               : MemoryTexts::tr("A lower bound: the bytes of %1 and %n more are not known.", nullptr,
                                 static_cast<int>(std::min<size_t>(plan.unknown.size() - 1, INT_MAX)))
                     .arg(name);
  }
  if (plan.exact || plan.inexact.empty())
    return plan.exact ? QString() : MemoryTexts::tr("A bound: late-bound constants are not known.");
  const InexactFigure& first = plan.inexact.front();
  const QString pc = countText(first.pc.value);
  const bool own = first.function == plan.function;
  switch (first.cause) {
    case InexactCause::Branch:
      return own ? MemoryTexts::tr("A bound: pc %1 branches on a value, and the path that holds more counts.").arg(pc)
                 : MemoryTexts::tr("A bound: a callee branches on a value, and the path that holds more counts.");
    case InexactCause::Loop: return MemoryTexts::tr("A bound: a loop counts as one round.");
    case InexactCause::Recursion: return MemoryTexts::tr("A lower bound: a recursive call counts as nothing.");
    case InexactCause::Extent:
      return MemoryTexts::tr("An assumption: no argument tells an extent that pc %1 takes.").arg(pc);
    case InexactCause::Operands: break;
  }
  return MemoryTexts::tr("A bound: the engine may hold operands of closures longer.");
}

QString planAsCsv(const MemoryPicture& picture) {
  QStringList lines{
      QStringLiteral("storage_pc,storage_reg,storage_bytes,storage_formula,storage_end_pc,tensor_pc,"
                     "tensor_reg,tensor_type,tensor_bytes,tensor_end_pc")};
  const auto optional = [](std::optional<int64_t> bytes) { return bytes ? QString::number(*bytes) : QString(); };
  for (size_t i = 0; i < picture.plan.storages.size(); ++i) {
    const PlannedStorage& storage = picture.plan.storages[i];
    const ChartStorage& drawn = picture.chart.storages[i];
    const QString head = QStringList{QString::number(drawn.begin), QString::number(drawn.reg), optional(storage.bytes),
                                     cell(storage.formula), QString::number(drawn.end)}
                             .join(QLatin1Char(','));
    if (storage.tensors.empty()) lines << head + QStringLiteral(",,,,,");
    for (size_t t = 0; t < storage.tensors.size(); ++t) {
      const ChartTensor& tensor = drawn.tensors[t];
      lines << QStringList{head,
                           QString::number(tensor.begin),
                           QString::number(tensor.reg),
                           cell(storage.tensors[t].type),
                           optional(storage.tensors[t].bytes),
                           QString::number(tensor.end)}
                   .join(QLatin1Char(','));
    }
  }
  return lines.join(QLatin1Char('\n')) + QLatin1Char('\n');
}

}  // namespace relaxscope
