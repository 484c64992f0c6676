// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/diff/tables.h"

#include <cmath>

#include "views/constants/histogram_strip.h"
#include "views/diff/change_texts.h"
#include "views/diff/times.h"
#include "vmcore/base/text/text.h"
#include "vmcore/base/unknown.h"

namespace relaxscope {
namespace {

constexpr qsizetype kMaxName = 300;

QString shownName(const std::string& text) {
  const QString out = QString::fromStdString(printable(text));
  return out.size() > kMaxName ? out.left(kMaxName) + QChar(0x2026) : out;
}

/// "old → new", or the one there is.
QString both(const QString& old, const QString& now) {
  if (old.isEmpty() || old == now) return now;
  return now.isEmpty() ? old : old + QStringLiteral(" \u2192 ") + now;
}

Cell textCell(const QString& text, Token color = Token::TextSecond) {
  Cell cell;
  cell.text = text;
  cell.color = color;
  return cell;
}

Cell countCell(double value) {
  Cell cell;
  cell.mono = true;
  if (!std::isnan(value)) cell.text = countText(static_cast<int64_t>(std::clamp(value, -9.2e18, 9.2e18)));
  return cell;
}

Cell chipCell(Chip chip) {
  Cell cell;
  cell.chips.push_back(std::move(chip));
  return cell;
}

QString countOf(uint64_t count) { return countText(static_cast<int64_t>(std::min<uint64_t>(count, INT64_MAX))); }

TableColumn textColumn(const char* id, const QString& title, const QString& tooltip, int width) {
  return {QString::fromLatin1(id), title, tooltip, width};
}

/// Rows in the order added, removed, changed, same; else as they are.
template <class Pair>
std::vector<uint32_t> differingFirst(const std::vector<Pair>& pairs) {
  std::vector<uint32_t> out;
  out.reserve(pairs.size());
  for (const PairState state : {PairState::Added, PairState::Removed, PairState::Changed, PairState::Same})
    for (size_t i = 0; i < pairs.size(); ++i)
      if (pairs[i].state == state) out.push_back(static_cast<uint32_t>(i));
  return out;
}

const Function* functionOf(const std::shared_ptr<const Executable>& executable, FuncIndex index) {
  return executable ? executable->function(index) : nullptr;
}

double instructionsOf(const Function* function) {
  if (function == nullptr || !function->isBytecode()) return kUnknown;
  return static_cast<double>(function->endInstr) - static_cast<double>(function->startInstr);
}

QString nameOf(const Function* function) { return function != nullptr ? shownName(function->name) : QString(); }

Token inkOfDifference(double difference) {
  return difference < 0 ? Token::DiffLess : difference > 0 ? Token::DiffMore : Token::TextSecond;
}

/// "−128", "+64", "±0".
QString signedCount(double difference) {
  if (difference == 0) return QStringLiteral("\u00B10");
  const QString digits = countText(static_cast<int64_t>(std::clamp(std::abs(difference), 0.0, 9.2e18)));
  return (difference < 0 ? QString(QChar(0x2212)) : QStringLiteral("+")) + digits;
}

}  // namespace

Chip changeChip(PairState state, ChangeKind kind, bool ignored) {
  if (state == PairState::Same) return stateChip(state);
  const ChangeLook look = lookOf(kind);
  Chip chip{look.sign + QLatin1Char(' ') + kindText(kind), look.ink, look.back, kindHelp(kind)};
  if (ignored) {
    chip.fore = Token::TextThird;
    chip.back = Token::Subtle;
  }
  return chip;
}

QString constantIndices(const ConstantPair& pair) {
  const auto index = [](ConstIndex at) { return at.valid() ? QStringLiteral("c[%1]").arg(at.value) : QString(); };
  return both(index(pair.old), index(pair.now));
}

QStringList differenceLines(const ElementDifference& difference) {
  QStringList out{DiffConstantsSource::tr("%1 of %2 elements differ")
                      .arg(countOf(difference.differing), countOf(difference.elements))};
  if (difference.largestAbsolute)
    out << DiffConstantsSource::tr("largest absolute difference %1").arg(realText(*difference.largestAbsolute));
  if (difference.largestRelative)
    out << DiffConstantsSource::tr("largest relative difference %1").arg(realText(*difference.largestRelative));
  if (difference.nanOld > 0 || difference.nanNow > 0)
    out << DiffConstantsSource::tr("NaN: %1 old, %2 new").arg(countOf(difference.nanOld), countOf(difference.nanNow));
  return out;
}

QString changeShare(double old, double now) {
  if (old == now) return QStringLiteral("\u00B10");
  if (old <= 0) return {};
  const double percent = (now - old) / old * 100;
  const double size = std::abs(percent);
  const QString digits = size >= 1'000 ? countText(static_cast<int64_t>(std::min(size, 9.2e18)))
                         : size < 0.05 ? QStringLiteral("<0.1")
                                       : QString::number(size, 'f', size >= 99.95 ? 0 : 1);
  return (percent < 0 ? QString(QChar(0x2212)) : QStringLiteral("+")) + digits + QStringLiteral(" %");
}

// --- Functions ---

DiffFunctionsSource::DiffFunctionsSource(DiffTablesInput input) : input_(std::move(input)) {
  TableColumn name = textColumn("name", tr("Function"), {}, 110);
  name.stretch = name.elideName = true;
  TableColumn score = figureColumn("match", tr("Match"), tr("Share of instructions that are equal, 0 to 1"), 52);
  score.descendingFirst = false;
  columns_ = {textColumn("state", tr("State"), {}, 84),
              name,
              score,
              textColumn("reason", tr("Matched by"), tr("Why the two are taken for one function"), 162),
              figureColumn("changes", tr("Changes"), tr("Changes of the code"), 62, true),
              figureColumn("old", tr("Old instr."), tr("Instructions of the old body"), 74, true),
              figureColumn("new", tr("New instr."), tr("Instructions of the new body"), 74, true)};
  if (input_.times)
    columns_.insert(columns_.begin() + kTimeColumn,
                    figureColumn("time", tr("Δ time"), tr("Self time of its instructions per run, new minus old"), 84));
}

int DiffFunctionsSource::plainColumn(int column) const {
  if (!input_.times || column < kTimeColumn) return column;
  return column == kTimeColumn ? kTimes : column - 1;
}

Cell DiffFunctionsSource::timeCell(size_t row) const {
  Cell cell;
  cell.mono = true;
  const TimeDifference* time = input_.times->ofFunction(static_cast<uint32_t>(row));
  if (time == nullptr) return cell;
  const DeltaText text = deltaText(*time);
  cell.text = text.number;
  cell.unit = text.unit;
  cell.color = text.ink;
  cell.tooltip = deltaHelp(*time).join(QLatin1Char('\n'));
  return cell;
}

QString DiffFunctionsSource::nameOf(const FunctionPair& pair) const {
  const QString text =
      both(relaxscope::nameOf(functionOf(input_.old, pair.old)), relaxscope::nameOf(functionOf(input_.now, pair.now)));
  return text.isEmpty() ? tr("(no name)") : text;
}

Cell DiffFunctionsSource::nameCell(const FunctionPair& pair) const {
  Cell cell = textCell(nameOf(pair), Token::RoleFunction);
  cell.mono = true;
  if (pair.state != PairState::Same) cell.weight = 600;
  return cell;
}

Cell DiffFunctionsSource::cell(size_t row, int column) const {
  const FunctionPair& pair = input_.diff->functions[row];
  switch (plainColumn(column)) {
    case kTimes: return timeCell(row);
    case 0: return chipCell(stateChip(pair.state));
    case 1: return nameCell(pair);
    case 2: {
      Cell cell;
      cell.mono = true;
      if (!std::isnan(number(row, column))) cell.text = QString::number(pair.score, 'f', 2);
      return cell;
    }
    case 3: return textCell(reasonText(pair.reason));
    default: return countCell(number(row, column));
  }
}

double DiffFunctionsSource::number(size_t row, int column) const {
  const FunctionPair& pair = input_.diff->functions[row];
  switch (plainColumn(column)) {
    case kTimes: {
      const TimeDifference* time = input_.times->ofFunction(static_cast<uint32_t>(row));
      return time != nullptr ? time->ns() : kUnknown;
    }
    case 2: return pair.old.valid() && pair.now.valid() ? pair.score : kUnknown;
    case 4: return pair.changes.empty() ? kUnknown : static_cast<double>(pair.changes.size());
    case 5: return instructionsOf(functionOf(input_.old, pair.old));
    case 6: return instructionsOf(functionOf(input_.now, pair.now));
    default: return kUnknown;
  }
}

void DiffFunctionsSource::filterText(size_t row, std::string& out) const {
  const FunctionPair& pair = input_.diff->functions[row];
  out += nameOf(pair).toStdString() + ' ' + stateText(pair.state).toStdString();
}

// --- Constants ---

DiffConstantsSource::DiffConstantsSource(DiffTablesInput input)
    : input_(std::move(input)), order_(differingFirst(input_.diff->constants)) {
  TableColumn value = textColumn("value", tr("Constant"), {}, 120);
  value.stretch = true;
  columns_ = {textColumn("state", tr("State"), {}, 104),
              textColumn("index", tr("Index"), tr("In the old and the new pool"), 84),
              value,
              figureColumn("differing", tr("Differing"), tr("Elements that differ"), 70),
              figureColumn("absolute", tr("Largest |Δ|"), tr("Largest absolute difference of finite elements"), 82),
              figureColumn("relative", tr("Relative"), tr("Largest relative difference of finite elements"), 72)};
}

QString DiffConstantsSource::what(const ConstantPair& pair) const {
  const auto summary = [](const std::shared_ptr<const Executable>& executable, ConstIndex index) {
    const Constant* constant = executable ? executable->constant(index) : nullptr;
    return constant != nullptr ? QString::fromStdString(constantSummary(constant->value)) : QString();
  };
  return both(summary(input_.old, pair.old), summary(input_.now, pair.now));
}

Cell DiffConstantsSource::cell(size_t row, int column) const {
  Cell cell = figure(row, column);
  QStringList lines;
  if (const auto& difference = pair(row).difference) lines = differenceLines(*difference);
  cell.tooltip = (lines << tr("Enter: where code uses it")).join(QLatin1Char('\n'));
  return cell;
}

Cell DiffConstantsSource::figure(size_t row, int column) const {
  const ConstantPair& pair = this->pair(row);
  switch (column) {
    case 0: return chipCell(changeChip(pair.state, pair.kind, pair.ignored));
    case 1: {
      Cell cell = textCell(constantIndices(pair), Token::RoleConstant);
      cell.mono = true;
      return cell;
    }
    case 2: {
      Cell cell = textCell(what(pair), Token::Text);
      cell.mono = true;
      return cell;
    }
    case 3: return countCell(number(row, column));
    default: {
      Cell cell;
      cell.mono = true;
      if (!pair.difference) return cell;
      const auto& value = column == 4 ? pair.difference->largestAbsolute : pair.difference->largestRelative;
      if (value) cell.text = realText(*value, 4);
      return cell;
    }
  }
}

double DiffConstantsSource::number(size_t row, int column) const {
  const auto& difference = pair(row).difference;
  if (!difference) return kUnknown;
  if (column == 3) return static_cast<double>(difference->differing);
  return (column == 4 ? difference->largestAbsolute : difference->largestRelative).value_or(kUnknown);
}

void DiffConstantsSource::filterText(size_t row, std::string& out) const {
  const ConstantPair& pair = this->pair(row);
  out += cell(row, 1).text.toStdString() + ' ' + what(pair).toStdString() + ' ' +
         changeChip(pair.state, pair.kind, pair.ignored).text.toStdString();
}

// --- Kernels ---

DiffKernelsSource::DiffKernelsSource(DiffTablesInput input)
    : input_(std::move(input)), order_(differingFirst(input_.diff->kernels)) {
  TableColumn name = textColumn("name", tr("Kernel"), {}, 120);
  name.stretch = name.elideName = true;
  columns_ = {textColumn("state", tr("State"), {}, 116), name,
              textColumn("reason", tr("Matched by"), tr("Why the two are taken for one kernel"), 140),
              textColumn("detail", tr("What differs"), tr("Signatures, launch parameters, sizes of code"), 170)};
}

Cell DiffKernelsSource::cell(size_t row, int column) const {
  const KernelPair& pair = this->pair(row);
  switch (column) {
    case 0: return chipCell(changeChip(pair.state, pair.kind, pair.ignored));
    case 1: {
      Cell cell = textCell(both(shownName(pair.old), shownName(pair.now)),
                           pair.builtin ? Token::TextSecond : Token::RoleFunction);
      cell.mono = true;
      return cell;
    }
    case 2: return textCell(reasonText(pair.reason));
    default: return textCell(both(shownName(pair.oldDetail), shownName(pair.nowDetail)));
  }
}

void DiffKernelsSource::filterText(size_t row, std::string& out) const {
  const KernelPair& pair = this->pair(row);
  out += pair.old + ' ' + pair.now + ' ' + changeChip(pair.state, pair.kind, pair.ignored).text.toStdString();
}

// --- Memory ---

DiffMemorySource::DiffMemorySource(DiffTablesInput input) : input_(std::move(input)) {
  TableColumn name = textColumn("name", tr("Function"), {}, 120);
  name.stretch = name.elideName = true;
  columns_ = {name,
              figureColumn("oldPeak", tr("Old peak, B"), tr("Most bytes of storages alive at once"), 92),
              figureColumn("newPeak", tr("New peak, B"), tr("Most bytes of storages alive at once"), 92),
              figureColumn("peak", tr("Δ"), tr("New minus old"), 84),
              figureColumn("share", tr("Δ %"), tr("Share of the old peak"), 74),
              figureColumn("oldStorages", tr("Old storages"), tr("Allocations of storage"), 88),
              figureColumn("newStorages", tr("New storages"), tr("Allocations of storage"), 88),
              figureColumn("oldBytes", tr("Old total, B"), tr("Sum over the storages"), 92),
              figureColumn("newBytes", tr("New total, B"), tr("Sum over the storages"), 92),
              textColumn("formula", tr("Formula of the peak"), {}, 150)};
}

Cell DiffMemorySource::cell(size_t row, int column) const {
  const MemoryChange& each = input_.diff->memory[row];
  const double difference = static_cast<double>(each.nowPeak) - static_cast<double>(each.oldPeak);
  switch (column) {
    case 0: {
      Cell cell = textCell(both(nameOf(functionOf(input_.old, each.old)), nameOf(functionOf(input_.now, each.now))),
                           Token::RoleFunction);
      cell.mono = true;
      if (!each.same) cell.weight = 600;
      if (!each.exact)
        cell.chips.push_back({tr("assumed extents"), Token::Warning, Token::WarningBack,
                              tr("A figure depends on extents that only a run knows.")});
      return cell;
    }
    case 3:
    case 4: {
      Cell cell =
          textCell(column == 3 ? signedCount(difference)
                               : changeShare(static_cast<double>(each.oldPeak), static_cast<double>(each.nowPeak)),
                   inkOfDifference(difference));
      cell.mono = true;
      cell.weight = difference != 0 ? 500 : 400;
      return cell;
    }
    case 9: {
      Cell cell = textCell(both(shownName(each.oldFormula), shownName(each.nowFormula)));
      cell.mono = true;
      return cell;
    }
    default: return countCell(number(row, column));
  }
}

double DiffMemorySource::number(size_t row, int column) const {
  const MemoryChange& each = input_.diff->memory[row];
  const auto oldPeak = static_cast<double>(each.oldPeak), nowPeak = static_cast<double>(each.nowPeak);
  switch (column) {
    case 1: return oldPeak;
    case 2: return nowPeak;
    case 3: return nowPeak - oldPeak;
    case 4: return oldPeak > 0 ? (nowPeak - oldPeak) / oldPeak : kUnknown;
    case 5: return static_cast<double>(each.oldStorages);
    case 6: return static_cast<double>(each.nowStorages);
    case 7: return static_cast<double>(each.oldBytes);
    case 8: return static_cast<double>(each.nowBytes);
    default: return kUnknown;
  }
}

}  // namespace relaxscope
