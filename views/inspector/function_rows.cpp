// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/inspector/function_rows.h"

#include <algorithm>
#include <climits>

#include "views/code/table_texts.h"
#include "views/widgets/figures.h"
#include "vmcore/analysis/flow/code_walk.h"
#include "vmcore/base/text/text.h"

namespace relaxscope {
namespace {

QString originText(SlotSource source) {
  switch (source) {
    case SlotSource::Exact: return FunctionRows::tr("exact");
    case SlotSource::Inferred: return FunctionRows::tr("inferred");
    case SlotSource::Computed: break;
  }
  return FunctionRows::tr("computed");
}

QString originHelp(SlotSource source) {
  switch (source) {
    case SlotSource::Exact: return FunctionRows::tr("Match instructions store an extent of a value in it.");
    case SlotSource::Inferred:
      return FunctionRows::tr("Written by a call; the formula follows from the tensors in a storage of this size.");
    case SlotSource::Computed: break;
  }
  return FunctionRows::tr("Written by a call; the formula is that of an annotation.");
}

QString directionName(CallOperand::Direction direction) {
  switch (direction) {
    case CallOperand::Direction::In: return FunctionRows::tr("in");
    case CallOperand::Direction::Out: return FunctionRows::tr("out");
    case CallOperand::Direction::InOut: break;
  }
  return FunctionRows::tr("in-out");
}

/// "pc 3 +2" with a link to the first; its tooltip lists the instructions with their callees.
FactSheet::TableCell placesCell(const Executable& executable, FuncIndex function, const std::vector<InstrIndex>& pcs,
                                const QString& before) {
  constexpr size_t kListed = 5;
  FactSheet::TableCell cell;
  cell.code = false;
  if (pcs.empty()) {
    cell.text = QString(QChar(0x2013));
    cell.color = Token::TextThird;
    return cell;
  }
  cell.text = FunctionRows::tr("pc %1").arg(pcs.front().value);
  if (pcs.size() > 1) cell.text += QStringLiteral(" +%1").arg(pcs.size() - 1);
  cell.link.function = function;
  cell.link.pc = pcs.front();
  cell.view = ViewId::Listing;
  QStringList lines;
  if (!before.isEmpty()) lines << before;
  for (size_t i = 0; i < std::min(kListed, pcs.size()); ++i) {
    const Function* callee = executable.function(calleeAt(executable, pcs[i]));
    lines << FunctionRows::tr("pc %1").arg(pcs[i].value) + u' ' +
                 (callee != nullptr ? QString::fromStdString(printable(callee->name)).left(80) : QString());
  }
  if (pcs.size() > kListed) lines.back() += QChar(0x2026);
  cell.tooltip = lines.join(u'\n');
  return cell;
}

}  // namespace

QList<FactSheet::Fact> FunctionRows::code(FuncIndex function, const CodeFigures& figures, uint64_t constantBytes) {
  QList<FactSheet::Fact> rows;
  const int merges = pluralNumber(figures.merges);
  rows.append({tr("SSA form"),
               figures.ssa ? tr("yes, %n merges", nullptr, merges) : tr("no, %n merges", nullptr, merges),
               {},
               {}});
  rows.append({tr("Loops"),
               figures.loops == 0
                   ? tr("none")
                   : tr("%n loops, depth %1", nullptr, pluralNumber(figures.loops)).arg(figures.loopDepth),
               {},
               {}});
  Place peak;
  peak.function = function;
  peak.pc = figures.livePc;
  rows.append({tr("Registers"),
               tr("%1, at most %2 live").arg(countText(figures.registerFileSize), countText(figures.liveRegisters)),
               peak, figures.livePc.valid() ? ViewId::Listing : ViewId::None});
  rows.append(
      {tr("Constants"), bytesLabel(static_cast<int64_t>(std::min<uint64_t>(constantBytes, INT64_MAX))), {}, {}});
  if (!figures.complete)
    rows.append({tr("Limits"),
                 tr("the code is too intricate for exact figures: merges are at least, live registers at most these"),
                 {},
                 {}});
  return rows;
}

std::vector<std::vector<FactSheet::TableCell>> FunctionRows::shapeHeap(const Executable& executable, FuncIndex function,
                                                                       const ShapeProgram& program) {
  constexpr size_t kMost = 256;  // the sheet shows fewer
  std::vector<std::vector<FactSheet::TableCell>> rows;
  const auto head = [](const QString& text) {
    return FactSheet::TableCell{.text = text, .color = Token::TextThird, .code = false, .small = true};
  };
  rows.push_back({head(tr("Slot")), head(tr("Value")), head(tr("Origin")), head(tr("Written")), head(tr("Read"))});
  for (size_t i = 0; i < std::min(kMost, program.heap.size()); ++i) {
    const SlotDetail& slot = program.heap[i];
    const std::vector<InstrIndex> writers = program.writersOf(i);
    QString formula =
        QString::fromStdString(printable(slot.formula)).replace(QLatin1String(" * "), QStringLiteral("·"));
    const bool oneOf = slot.stores.empty() && writers.size() > 1;
    rows.push_back({{.text = countText(static_cast<int64_t>(i)), .color = Token::TextSecond},
                    {.text = formula.isEmpty() ? QStringLiteral("?") : formula,
                     .color = formula.isEmpty() ? Token::TextThird : Token::RoleLabel,
                     .cut = true},
                    {.text = originText(slot.source),
                     .color = Token::TextSecond,
                     .code = false,
                     .tooltip = originHelp(slot.source)},
                    placesCell(executable, function, writers, oneOf ? tr("One of these calls:") : QString()),
                    placesCell(executable, function, slot.reads, {})});
  }
  return rows;
}

std::vector<ArgumentFact> FunctionRows::operands(const TypedCall& call, const std::vector<ArgumentFact>& known,
                                                 size_t first) {
  std::vector<ArgumentFact> rows;
  for (size_t i = 0; i < call.operands.size(); ++i) {
    ArgumentFact row;
    if (!known.empty()) row = known[std::min(first + i, known.size() - 1)];
    const QString direction = directionName(call.operands[i].direction);
    row.name = call.isKernel || row.name.isEmpty() ? direction : direction + u' ' + row.name;
    const QString type = QString::fromStdString(printable(typeText(call.operands[i].type)));
    if (!type.isEmpty()) row.type = type;
    rows.push_back(std::move(row));
  }
  return rows;
}

void FunctionRows::addDirections(const TypedCall& call, std::vector<ArgumentFact>& recorded) {
  if (recorded.size() != call.operands.size()) return;
  for (size_t i = 0; i < recorded.size(); ++i) {
    const QString direction = directionName(call.operands[i].direction);
    QString& name = recorded[i].name;
    name = call.isKernel || name.isEmpty() ? direction : direction + u' ' + name;
  }
}

}  // namespace relaxscope
