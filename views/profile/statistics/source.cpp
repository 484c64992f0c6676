// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/profile/statistics/source.h"

#include <algorithm>
#include <cmath>

#include "views/code/table_texts.h"
#include "views/profile/self_figure.h"
#include "views/profile/tracks.h"
#include "views/theme/call_titles.h"
#include "vmcore/base/text/text.h"
#include "vmcore/base/unknown.h"
#include "vmcore/trace/run_calls.h"

namespace relaxscope {

Chip StatisticsSource::kernelsChip(const StatisticsRow& row) {
  const QString tip = tr("Kernels that compiled code calls between two calls of builtins; they cannot be told apart.");
  // Places are numbered in the order of their first execution.
  return {row.pc == kNoIndex ? tr("kernels") : tr("kernels %1").arg(row.pc), Token::TextSecond, Token::Subtle,
          row.pc == kNoIndex ? tip
                             : tip + QLatin1Char('\n') +
                                   tr("Place in the code of the function, in order of execution: %1").arg(row.pc)};
}

/// What tells rows apart beside their name.
void StatisticsSource::addPlaceColumns() {
  const bool site = input_.grouping == Grouping::Site, layer = input_.grouping == Grouping::Layer;
  if (site || layer)
    addColumn(Col::Function,
              {QStringLiteral("function"), tr("In"),
               site ? tr("Function that contains the call") : tr("Function that contains the layer"), 76});
  TableColumn pc = site ? figureColumn("pc", tr("pc"), tr("Instruction of the call"), 56)
                        : figureColumn("range", tr("pc"), tr("Instructions of the layer"), 76);
  pc.descendingFirst = false;
  if (site || layer) addColumn(site ? Col::Pc : Col::Range, pc);
  if (input_.grouping == Grouping::RunCall) {
    TableColumn place = figureColumn("call", tr("No."), tr("Place of the call in its run, from 1 on"), 44);
    place.descendingFirst = false;
    addColumn(Col::RunCall, place);
  }
  if (input_.grouping == Grouping::Shape)
    addColumn(Col::Shapes,
              {QStringLiteral("shapes"), tr("Shapes"), tr("Of the tensors and shapes among its arguments"), 120});
}

static bool takesWorkspace(const StatisticsRow& row) { return row.workspaceBytes > 0; }

StatisticsSource::StatisticsSource(StatisticsInput input) : input_(std::move(input)) {
  TableColumn name{QStringLiteral("name"),
                   input_.grouping == Grouping::Kind      ? tr("Kind of call")
                   : input_.grouping == Grouping::Layer   ? tr("Layer")
                   : input_.grouping == Grouping::RunCall ? tr("Call")
                                                          : tr("Callee"),
                   {},
                   hasFurther() && input_.grouping != Grouping::Layer ? 120 : 170};
  name.stretch = name.elideName = true;
  addColumn(Col::Name, name);
  placeRows();
  addPlaceColumns();
  addTimeColumns(input_.statistics && span());
  addColumn(Col::RawSelf, figureColumn("rawSelf", tr("Raw self"),
                                       tr("Self time per run as recorded, with the cost of recording"), 84, true));
  addColumn(Col::RawTotal, figureColumn("rawTotal", tr("Raw total"),
                                        tr("Total per run as recorded, with the cost of recording"), 84, true));
  addColumn(Col::Mean, figureColumn("mean", tr("Mean"), tr("Mean time of a call"), 76));
  addColumn(Col::Median, figureColumn("median", tr("Median"), tr("Half of the calls take at most this long"), 76));
  addColumn(Col::P90, figureColumn("p90", tr("p90"), tr("90 % of calls take at most this long"), 76));
  addColumn(Col::P99, figureColumn("p99", tr("p99"), tr("99 % of calls take at most this long"), 76));
  addColumn(Col::Sigma, figureColumn("sigma", tr("σ"), tr("Standard deviation of a call's time"), 74));
  addColumn(Col::Min, figureColumn("min", tr("Min"), tr("Shortest call"), 80, true));
  addColumn(Col::Max, figureColumn("max", tr("Max"), tr("Longest call"), 80, true));
  addColumn(Col::Bytes, figureColumn("bytes", tr("Allocated"), tr("Bytes allocated per run"), 92, true));
  if (input_.statistics && std::ranges::any_of(input_.statistics->rows, &takesWorkspace))
    addColumn(Col::Workspace,
              figureColumn("workspace", tr("Workspace"),
                           tr("Bytes that a kernel had in use at once as workspaces, beside storages"), 92, true));
  if (input_.statistics)
    for (const StatisticsRow& row : input_.statistics->rows) {
      count_ += row.count;
      bytes_ += row.bytesAllocated;
    }
  if (input_.statistics)
    for (const StatisticsRow& row : input_.statistics->rows)
      largestShare_ = std::max(largestShare_, shareOf(*input_.statistics, row));
}

void StatisticsSource::addTimeColumns(bool ofSpan) {
  addColumn(Col::Count, figureColumn("count", tr("Calls"),
                                     ofSpan ? tr("Calls of which a part lies in the range") : tr("Calls per run"), 64));
  const QString self = ofSpan ? tr("Time in the range, excluding nested calls")
                              : tr("Time per run, excluding nested calls: the mean of the runs in the middle half of "
                                   "times.\n= tied with the row above\n~ recording took over 30 % of it\n"
                                   "< within its uncertainty");
  addColumn(Col::Self, figureColumn("self", tr("Self"), self, 84));
  const auto addUncertainty = [this] {
    addColumn(Col::Uncertainty,
              figureColumn("uncertainty", tr("±"), tr("Half the 95 % interval of the time per run"), 72));
  };
  if (!hasFurther()) addUncertainty();
  addColumn(Col::Share,
            figureColumn("share", tr("Share %"), tr("Share of the total self time; the column adds up to 100 %"), 98));
  if (hasFurther()) addUncertainty();  // the share is in sight before it
  addColumn(Col::Total, figureColumn("total", tr("Total"),
                                     ofSpan ? tr("Time in the range, including nested calls")
                                            : tr("Time per run, including nested calls"),
                                     76));
}

void StatisticsSource::addColumn(Col col, TableColumn column) {
  columns_.push_back(std::move(column));
  kinds_.push_back(col);
}

void StatisticsSource::placeRows() {
  if (!input_.statistics) return;
  for (size_t i = 0; i < input_.statistics->rows.size(); ++i) {
    places_.push_back({i, false});
    if (input_.device && i < input_.device->rows.size() && input_.device->rows[i].any()) places_.push_back({i, true});
  }
}

int StatisticsSource::rowOf(size_t index) const {
  const auto found = std::ranges::lower_bound(places_, index, {}, &PlacedRow::index);
  return found != places_.end() ? static_cast<int>(found - places_.begin()) : -1;
}

QString StatisticsSource::deviceTip(const OnDevice& work) const {
  QStringList lines{input_.device->emulated ? tr("On an emulated device: the times are no measure.")
                                            : tr("By the device's clock, in the same runs as the row above.")};
  if (work.latency.count > 0)
    lines << tr("Launch to start: median %1, p99 %2")
                 .arg(durationLabel(work.latency.medianNs), durationLabel(work.latency.p99Ns));
  if (work.copies.count > 0)
    lines << tr("Copies: %1, %2 per run")
                 .arg(durationLabel(perRun(work.copies.totalNs)),
                      bytesLabel(static_cast<int64_t>(perRun(static_cast<double>(work.bytes)))));
  if (work.bytesPerSecond() > 0 && !input_.device->emulated)
    lines << tr("Arguments read and written once: %1 a second")
                 .arg(bytesLabel(static_cast<int64_t>(work.bytesPerSecond())));
  return lines.join(QLatin1Char('\n'));
}

/// Device work has no self time: it runs beside the host, so that rows do not add up with it.
Cell StatisticsSource::deviceCell(const OnDevice& work, Col col) const {
  const WorkTimes& times = work.kernels.count > 0 ? work.kernels : work.copies;
  Cell cell;
  if (col == Col::Name) {
    const bool kernels = work.kernels.count > 0;
    cell.text = input_.device->emulated ? tr("emulated, no measure")
                : kernels               ? tr("on device")
                                        : tr("copies on device");
    cell.swatch = kernels ? CallKind::GpuKernel : CallKind::Copy;
    cell.indent = 1;
    cell.color = Token::TextSecond;
    cell.tooltip = deviceTip(work);
    return cell;
  }
  cell.mono = true;
  if (col == Col::Count) {
    cell.text = perRunText(input_.statistics->perRun(times.count));
    return cell;
  }
  switch (col) {
    case Col::Total: return figureCell(durationFigure(perRun(times.totalNs)));
    case Col::Mean: return figureCell(durationFigure(times.meanNs));
    case Col::Median: return figureCell(durationFigure(times.medianNs));
    case Col::P90: return figureCell(durationFigure(times.p90Ns));
    case Col::P99: return figureCell(durationFigure(times.p99Ns));
    case Col::Sigma: return times.count > 1 ? figureCell(durationFigure(times.sigmaNs)) : cell;
    case Col::Min: return figureCell(durationFigure(times.minNs));
    case Col::Max: return figureCell(durationFigure(times.maxNs));
    default: return cell;
  }
}

std::string StatisticsSource::functionName(uint32_t function) const {
  if (input_.trace && function < input_.trace->info.functionNames.size())
    return input_.trace->info.functionNames[function];
  return function == kNoIndex ? std::string("?") : "#" + std::to_string(function);
}

std::string StatisticsSource::nameOf(const StatisticsRow& row) const {
  if (row.callKind) return callKindTitle(*row.callKind, CallTitle::Name).toStdString();
  if (input_.grouping == Grouping::Layer) {
    const SiteLayer* layer = layerOf(row);
    if (layer == nullptr) return tr("outside layers").toStdString();
    const auto given = static_cast<qsizetype>(row.layer);
    return given < input_.layerNames.size() ? input_.layerNames[given].toStdString() : layer->name;
  }
  if (input_.grouping == Grouping::RunCall && row.runCall == kNoIndex) return tr("outside of calls").toStdString();
  if (input_.grouping == Grouping::RunCall)
    if (const std::string_view listed = nameInList(info(), row.runCall); !listed.empty()) return std::string(listed);
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
    case Col::Pc: return row.pc == kNoIndex || !hasInstruction(row.kind) ? kUnknown : row.pc;
    case Col::Range: return layerOf(row) != nullptr ? layerOf(row)->firstPc : kUnknown;
    case Col::RunCall: return row.runCall == kNoIndex ? kUnknown : static_cast<double>(row.runCall);
    case Col::Count: return input_.statistics->perRun(row.count);
    case Col::Self: return perRun(row.selfNs);
    case Col::Uncertainty: return row.uncertaintyNs;
    case Col::Total: return perRun(row.totalNs);
    case Col::RawSelf: return perRun(row.rawSelfNs);
    case Col::RawTotal: return perRun(row.rawTotalNs);
    case Col::Mean: return row.meanNs;
    case Col::Median: return row.medianNs;
    case Col::P90: return row.p90Ns;
    case Col::P99: return row.p99Ns;
    case Col::Sigma: return row.count > 1 ? row.sigmaNs : kUnknown;
    case Col::Min: return row.minNs;
    case Col::Max: return row.maxNs;
    case Col::Workspace: return takesWorkspace(row) ? static_cast<double>(row.workspaceBytes) : kUnknown;
    case Col::Bytes: return row.bytesAllocated > 0 ? perRun(static_cast<double>(row.bytesAllocated)) : kUnknown;
    case Col::Share: return input_.statistics->selfNs > 0 ? shareOf(*input_.statistics, row) : kUnknown;
    default: return kUnknown;
  }
}

Cell StatisticsSource::selfCell(const StatisticsRow& row) const {
  Cell cell = figureCell(selfFigure(*input_.statistics, row));
  if (row.mark == RowMark::BelowResolution)
    cell.tooltip = tr("Below resolution: recording these calls takes at least as long as they do.");
  if (row.mark == RowMark::BelowUncertainty)
    cell.tooltip = tr("The time of these calls is not larger than its uncertainty.");
  if (row.mark == RowMark::Corrected) cell.tooltip = tr("Recording took over 30 % of the time as recorded.");
  if (row.mark == RowMark::Tied) cell.tooltip = tr("The difference from the row above is within its uncertainty.");
  return cell;
}

QString StatisticsSource::shapesText(const StatisticsRow& row) const {
  const std::vector<std::string>& shapes = input_.statistics->shapes;
  return row.shapes < shapes.size() ? QString::fromStdString(shapes[row.shapes]) : QString();
}

double StatisticsSource::number(size_t row, int column) const {
  return value(this->row(row), kinds_[static_cast<size_t>(column)]);
}

void StatisticsSource::sortText(size_t row, int column, std::string& out) const {
  const StatisticsRow& each = this->row(row);
  const Col col = kinds_[static_cast<size_t>(column)];
  if (col == Col::Shapes) out += shapesText(each).toStdString();
  else if (col != Col::Function) out += nameOf(each);
  else out += functionName(layerOf(each) != nullptr ? layerOf(each)->function : each.function);
}

void StatisticsSource::filterText(size_t row, std::string& out) const {
  const StatisticsRow& each = this->row(row);
  out += nameOf(each);
  if (each.shapes != kNoIndex) out += ' ' + shapesText(each).toStdString();
}

const SiteLayer* StatisticsSource::layerOf(const StatisticsRow& row) const {
  const auto& layers = input_.statistics->layers;
  return layers != nullptr && row.layer < layers->layers().size() ? &layers->layers()[row.layer] : nullptr;
}

Cell StatisticsSource::layerCell(const StatisticsRow& row) const {
  Cell cell;
  cell.text = QString::fromStdString(nameOf(row));
  cell.weight = row.layer == kNoIndex ? 400 : 600;
  cell.color = row.layer == kNoIndex ? Token::TextSecond : Token::Text;
  cell.tooltip = row.layer == kNoIndex
                     ? tr("Calls of no layer, and the functions themselves: what a function called from a layer does "
                          "counts here, unless it has layers of its own")
                     : tr("Calls of the layer; the total includes the functions that they call");
  return cell;
}

Cell StatisticsSource::nameCell(const StatisticsRow& each) const {
  if (input_.grouping == Grouping::Layer) return layerCell(each);
  Cell cell;
  const std::string name = nameOf(each);
  cell.text = QString::fromStdString(printable(name));
  cell.swatch = kindOf(each);
  cell.mono = !each.callKind;
  if (each.callKind || (input_.grouping == Grouping::RunCall && each.runCall == kNoIndex)) return cell;
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
  const auto chip = [&](EventKind kind, const QString& text, const QString& tip) {
    if (each.kind == kind) cell.chips.push_back({text, Token::TextSecond, Token::Subtle, tip});
  };
  chip(EventKind::CompiledBuiltin, tr("from compiled code"), tr("A builtin that a compiled function calls."));
  chip(EventKind::NestedKernel, tr("within a builtin"), tr("A kernel that a builtin calls."));
  chip(EventKind::ScriptBuiltin, tr("list of calls"), tr("A builtin that the list of calls calls itself."));
  chip(EventKind::DeviceWait, tr("end of the run"), tr("The host waits until the GPUs have done the work of the run."));
  if (builtin != nullptr) cell.tooltip = cell.text + QLatin1Char('\n') + builtinHelp(*builtin);
  return cell;
}

Cell StatisticsSource::textCell(const StatisticsRow& row, Col col) const {
  Cell cell;
  cell.mono = true;
  cell.color = Token::TextSecond;
  const SiteLayer* layer = layerOf(row);
  if (col == Col::Shapes) {
    cell.text = shapesText(row);
    cell.tooltip = cell.text.isEmpty() ? tr("No shapes were recorded of these calls, or they have none.") : cell.text;
  } else if (col == Col::Range) {
    if (layer != nullptr) cell.text = QStringLiteral("%1–%2").arg(layer->firstPc).arg(layer->lastPc);
  } else if (const uint32_t function = layer != nullptr ? layer->function : row.function; function != kNoIndex) {
    cell.text = QString::fromStdString(printable(functionName(function)));
  }
  return cell;
}

Cell StatisticsSource::cell(size_t row, int column) const {
  const StatisticsRow& each = this->row(row);
  const Col col = kinds_[static_cast<size_t>(column)];
  if (isOnDevice(row)) return deviceCell(input_.device->rows[indexOf(row)], col);
  if (col == Col::Name) return nameCell(each);
  if (col == Col::Shapes || col == Col::Function || col == Col::Range) return textCell(each, col);
  Cell cell;
  cell.mono = true;
  const double v = value(each, col);
  if (std::isnan(v)) return cell;
  switch (col) {
    case Col::Pc:
    case Col::RunCall: cell.text = countText(static_cast<int64_t>(v)); return cell;
    case Col::Count: cell.text = perRunText(v); return cell;
    case Col::Self: return selfCell(each);
    case Col::Uncertainty:
      if (each.mark == RowMark::BelowResolution || each.mark == RowMark::BelowUncertainty) return cell;
      return figureCell(durationFigure(v));
    case Col::Bytes:
    case Col::Workspace: return figureCell(bytesFigure(v));
    case Col::Share:
      // Bars are scaled to the largest row, so that small ones remain distinguishable.
      cell.share = largestShare_ > 0 ? v / largestShare_ : 0;
      cell.text = v > 0 && v < 0.0005 ? QStringLiteral("<0.1") : QString::number(v * 100, 'f', 1);
      return cell;
    default: return figureCell(durationFigure(v));
  }
}

std::vector<StatisticsSource::Sum> StatisticsSource::sums() const {
  if (!input_.statistics) return {};
  if (std::isnan(input_.statistics->notAttributedNs)) return {Sum::Rows};
  return {Sum::Rows, Sum::NotAttributed, Sum::Unrecorded};
}

Cell StatisticsSource::sumCell(Sum sum, int column) const {
  const Col col = kinds_[static_cast<size_t>(column)];
  const TraceStatistics& t = *input_.statistics;
  Cell cell;
  if (sum != Sum::Rows) {
    const bool rest = sum == Sum::NotAttributed;
    if (col == Col::Name) cell.text = rest ? tr("Recording, not attributed") : tr("Run, unrecorded");
    if (col == Col::Self) cell = figureCell(durationFigure(std::abs(rest ? t.notAttributedNs : t.unrecordedNs)));
    if (col == Col::Self && rest && t.notAttributedNs < 0) cell.text = QChar(0x2212) + cell.text;
    cell.mono = col != Col::Name;
    cell.weight = rest ? 400 : 600;
    return cell;
  }
  switch (col) {
    case Col::Name:
      cell.text = span() ? tr("In the range, %n rows", nullptr, static_cast<int>(t.rows.size()))
                         : tr("Sum of %n rows", nullptr, static_cast<int>(t.rows.size()));
      break;
    case Col::Count: cell.text = perRunText(t.perRun(count_)); break;
    case Col::Self: cell = figureCell(durationFigure(perRun(t.selfNs))); break;
    case Col::Bytes:
      if (bytes_ > 0) cell = figureCell(bytesFigure(perRun(static_cast<double>(bytes_))));
      break;
    case Col::Share:
      if (t.selfNs > 0) cell.text = QStringLiteral("100");
      break;
    default: return cell;
  }
  cell.mono = col != Col::Name;
  cell.weight = 600;
  return cell;
}

QString StatisticsSource::sumText(Sum sum) const {
  QString name, time;
  for (size_t c = 0; c < kinds_.size(); ++c) {
    const Cell cell = sumCell(sum, static_cast<int>(c));
    if (kinds_[c] == Col::Name) name = cell.text;
    if (kinds_[c] == Col::Self) time = cell.text + QLatin1Char(' ') + cell.unit;
  }
  return tr("%1: %2").arg(name, time);
}

int StatisticsSource::findCallee(uint32_t callee) const {
  const StatisticsRow* found = input_.statistics ? rowOfFunction(*input_.statistics, callee) : nullptr;
  return found != nullptr ? rowOf(static_cast<size_t>(found - input_.statistics->rows.data())) : -1;
}

int StatisticsSource::findLayer(uint32_t function, uint32_t pc) const {
  for (size_t i = 0; i < rows(); ++i) {
    const SiteLayer* layer = layerOf(row(i));
    if (layer != nullptr && layer->function == function && layer->firstPc <= pc && pc <= layer->lastPc)
      return static_cast<int>(i);
  }
  const auto outside = std::ranges::find_if(input_.statistics->rows,
                                            [&](const StatisticsRow& each) { return layerOf(each) == nullptr; });
  return outside != input_.statistics->rows.end()
             ? rowOf(static_cast<size_t>(outside - input_.statistics->rows.begin()))
             : -1;
}

int StatisticsSource::findSite(uint32_t pc) const {
  for (size_t i = 0; i < rows(); ++i)
    if (row(i).pc == pc && row(i).kind == EventKind::Call) return static_cast<int>(i);
  return -1;
}

}  // namespace relaxscope
