// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/profile/statistics/source.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "views/code/table_texts.h"
#include "views/profile/tracks.h"
#include "vmcore/base/text/text.h"

namespace relaxscope {
namespace {
constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
}  // namespace

Chip StatisticsSource::kernelsChip(const StatisticsRow& row) {
  const QString tip = tr("Kernels that compiled code calls between two calls of builtins; they cannot be told apart.");
  return {row.pc == kNoIndex ? tr("kernels") : tr("kernels %1").arg(row.pc), Token::TextSecond, Token::Subtle,
          row.pc == kNoIndex ? tip : tip + QLatin1Char('\n') + tr("Calls before them: %1").arg(row.pc)};
}

StatisticsSource::StatisticsSource(StatisticsInput input) : input_(std::move(input)) {
  const bool site = input_.grouping == Grouping::Site;
  TableColumn name{QStringLiteral("name"), tr("Callee"), {}, 170};
  name.stretch = name.elideName = true;
  addColumn(Col::Name, name);
  if (site) {
    addColumn(Col::Function, {QStringLiteral("function"), tr("In"), tr("Function that contains the call"), 90});
    TableColumn pc = figureColumn("pc", tr("pc"), tr("Instruction of the call"), 56);
    pc.descendingFirst = false;
    addColumn(Col::Pc, pc);
  }
  addColumn(Col::Count, figureColumn("count", tr("Count"), tr("Calls in all measured runs"), 64));
  addColumn(Col::Total, figureColumn("total", tr("Total"), tr("Time of all calls, including nested calls"), 76));
  addColumn(Col::Self, figureColumn("self", tr("Self"), tr("Time of all calls, excluding nested calls"), 76));
  addColumn(Col::Mean, figureColumn("mean", tr("Mean"), tr("Mean time of a call"), 76));
  addColumn(Col::Median, figureColumn("median", tr("Median"), tr("Half of the calls take at most this long"), 76));
  addColumn(Col::P90, figureColumn("p90", tr("p90"), tr("90 % of calls take at most this long"), 76));
  addColumn(Col::P99, figureColumn("p99", tr("p99"), tr("99 % of calls take at most this long"), 76));
  addColumn(Col::Sigma, figureColumn("sigma", tr("σ"), tr("Standard deviation of a call's time"), 74));
  addColumn(Col::Min, figureColumn("min", tr("Min"), tr("Shortest call"), 80, true));
  addColumn(Col::Max, figureColumn("max", tr("Max"), tr("Longest call"), 80, true));
  addColumn(Col::Bytes, figureColumn("bytes", tr("Allocated"), tr("Bytes allocated by all calls"), 92, true));
  addColumn(Col::Share,
            figureColumn("share", tr("Share %"), tr("Share of the total self time; the column adds up to 100 %"), 98));
  if (input_.statistics)
    for (const StatisticsRow& row : input_.statistics->rows) {
      selfNs_ += row.selfNs;
      count_ += row.count;
      bytes_ += row.bytesAllocated;
    }
  if (input_.statistics && selfNs_ > 0)
    for (const StatisticsRow& row : input_.statistics->rows)
      largestShare_ = std::max(largestShare_, row.selfNs / selfNs_);
}

void StatisticsSource::addColumn(Col col, TableColumn column) {
  columns_.push_back(std::move(column));
  kinds_.push_back(col);
}

std::string StatisticsSource::functionName(uint32_t function) const {
  if (input_.trace && function < input_.trace->info.functionNames.size())
    return input_.trace->info.functionNames[function];
  return function == kNoIndex ? std::string("?") : "#" + std::to_string(function);
}

std::string StatisticsSource::nameOf(const StatisticsRow& row) const {
  if (calleeTable(row.kind) == CalleeTable::Names && input_.trace && row.callee < input_.trace->info.names.size())
    return input_.trace->info.names[row.callee];
  return functionName(row.callee);
}

const TraceInfo& StatisticsSource::info() const {
  static const TraceInfo kNoInfo;
  return input_.trace ? input_.trace->info : kNoInfo;
}

CallKind StatisticsSource::kindOf(const StatisticsRow& row) const {
  return callKindOf(row, info(), input_.executable.get());
}

std::vector<KindShare> StatisticsSource::timeByKind() const {
  return relaxscope::timeByKind(*input_.statistics, info(), input_.executable.get());
}

double StatisticsSource::value(const StatisticsRow& row, Col col) const {
  switch (col) {
    case Col::Pc: return row.pc == kNoIndex || !hasInstruction(row.kind) ? kNone : row.pc;
    case Col::Count: return static_cast<double>(row.count);
    case Col::Total: return row.totalNs;
    case Col::Self: return row.selfNs;
    case Col::Mean: return row.meanNs;
    case Col::Median: return row.medianNs;
    case Col::P90: return row.p90Ns;
    case Col::P99: return row.p99Ns;
    case Col::Sigma: return row.count > 1 ? row.sigmaNs : kNone;
    case Col::Min: return row.minNs;
    case Col::Max: return row.maxNs;
    case Col::Bytes: return row.bytesAllocated > 0 ? static_cast<double>(row.bytesAllocated) : kNone;
    case Col::Share: return selfNs_ > 0 ? row.selfNs / selfNs_ : kNone;
    default: return kNone;
  }
}

double StatisticsSource::number(size_t row, int column) const {
  return value(input_.statistics->rows[row], kinds_[static_cast<size_t>(column)]);
}

void StatisticsSource::sortText(size_t row, int column, std::string& out) const {
  const StatisticsRow& each = input_.statistics->rows[row];
  out += kinds_[static_cast<size_t>(column)] == Col::Function ? functionName(each.function) : nameOf(each);
}

void StatisticsSource::filterText(size_t row, std::string& out) const { out += nameOf(input_.statistics->rows[row]); }

Cell StatisticsSource::cell(size_t row, int column) const {
  const StatisticsRow& each = input_.statistics->rows[row];
  const Col col = kinds_[static_cast<size_t>(column)];
  Cell cell;
  cell.mono = true;
  if (col == Col::Name) {
    const std::string name = nameOf(each);
    cell.text = QString::fromStdString(printable(name));
    cell.swatch = kindOf(each);
    const BuiltinRow* builtin = findBuiltin(name);
    cell.color = builtin != nullptr ? Token::TextSecond : Token::RoleFunction;
    if (each.kind == EventKind::FunctionBody)
      cell.chips.push_back({tr("body"), Token::TextSecond, Token::Subtle,
                            tr("From entry to return; self time is the VM's own work between calls.")});
    if (each.kind == EventKind::CompiledBody)
      cell.chips.push_back({tr("compiled"), Token::TextSecond, Token::Subtle,
                            tr("Compiled function from entry to return; self time is that of its entry and return.")});
    if (each.recursive)
      cell.chips.push_back({tr("recursive"), Token::TextSecond, Token::Subtle,
                            tr("Calls itself: the total counts the time of nested calls once.")});
    if (isKernels(each.kind)) cell.chips.push_back(kernelsChip(each));
    if (builtin != nullptr) cell.tooltip = cell.text + QLatin1Char('\n') + builtinHelp(*builtin);
    return cell;
  }
  if (col == Col::Function) {
    cell.text = each.function == kNoIndex ? QString() : QString::fromStdString(printable(functionName(each.function)));
    cell.color = Token::TextSecond;
    return cell;
  }
  const double v = value(each, col);
  if (std::isnan(v)) return cell;
  switch (col) {
    case Col::Pc:
    case Col::Count: cell.text = countText(static_cast<int64_t>(v)); return cell;
    case Col::Bytes: return figureCell(bytesFigure(v));
    case Col::Share:
      // Bars are scaled to the largest row, so that small ones remain distinguishable.
      cell.share = largestShare_ > 0 ? v / largestShare_ : 0;
      cell.text = v > 0 && v < 0.0005 ? QStringLiteral("<0.1") : QString::number(v * 100, 'f', 1);
      return cell;
    default: return figureCell(durationFigure(v));
  }
}

Cell StatisticsSource::sumCell(int column) const {
  const Col col = kinds_[static_cast<size_t>(column)];
  Cell cell;
  cell.weight = 600;
  if (!input_.statistics) return cell;
  switch (col) {
    case Col::Name: cell.text = tr("Sum of %n rows", nullptr, static_cast<int>(rows())); return cell;
    case Col::Count: cell.text = countText(static_cast<int64_t>(count_)); break;
    case Col::Self: cell = figureCell(durationFigure(selfNs_)); break;
    case Col::Bytes:
      if (bytes_ > 0) cell = figureCell(bytesFigure(static_cast<double>(bytes_)));
      break;
    case Col::Share:
      if (selfNs_ > 0) cell.text = QStringLiteral("100");
      break;
    default: return cell;
  }
  cell.mono = true;
  cell.weight = 600;
  return cell;
}

int StatisticsSource::findCallee(uint32_t callee) const {
  const StatisticsRow* found = input_.statistics ? rowOfFunction(*input_.statistics, callee) : nullptr;
  return found != nullptr ? static_cast<int>(found - input_.statistics->rows.data()) : -1;
}

int StatisticsSource::findSite(uint32_t pc) const {
  for (size_t i = 0; i < rows(); ++i)
    if (row(i).pc == pc && row(i).kind == EventKind::Call) return static_cast<int>(i);
  return -1;
}

}  // namespace relaxscope
