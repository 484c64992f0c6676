// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/compare/times_source.h"

#include <algorithm>
#include <cmath>

#include "views/compare/time_texts.h"
#include "vmcore/base/unknown.h"
#include "vmcore/run/compare/row_values.h"

namespace relaxscope {
namespace {

QString shareText(double share) {
  if (std::isnan(share)) return {};
  QString text = QString::number(100 * share + 0.0, 'f', 1);
  return text.replace(QLatin1Char('-'), QChar(0x2212)) + QStringLiteral(" %");
}

bool sameRow(const ComparedRow& a, const ComparedRow& b) {
  return a.kind == b.kind && a.oldName == b.oldName && a.newName == b.newName && a.old == b.old && a.now == b.now;
}

}  // namespace

TimesSource::TimesSource(TimesInput input) : input_(std::move(input)) {
  addColumns();
  addLines();
  for (const Line& line : lines_)
    if (line.kind == Line::Kind::Row) {
      least_ = std::min(least_, line.sum.time.ns());
      most_ = std::max(most_, line.sum.time.ns());
    }
}

void TimesSource::addColumn(Col col, TableColumn column) {
  columns_.push_back(std::move(column));
  cols_.push_back(col);
}

void TimesSource::addColumns() {
  const bool site = input_.grouping == Grouping::Site;
  addColumn(Col::State, {QStringLiteral("state"), tr("State"), {}, 92});
  TableColumn name{QStringLiteral("name"), tr("Callee"), {}, 150};
  name.stretch = name.elideName = true;
  addColumn(Col::Callee, name);
  if (site) addColumn(Col::Place, {QStringLiteral("place"), tr("Call"), tr("Function and pc of the call"), 150});
  addColumn(Col::Calls, figureColumn("calls", tr("Calls"), tr("Calls per run, old and new"), 72));
  addColumn(Col::Old, figureColumn("old", tr("Old"), tr("Time per run of the old one, without nested calls"), 76));
  addColumn(Col::New, figureColumn("new", tr("New"), tr("Time per run of the new one, without nested calls"), 76));
  addColumn(Col::Difference, figureColumn("difference", tr("Δ"), tr("New less old, per run"), 82));
  addColumn(Col::Uncertainty, figureColumn("uncertainty", tr("±"), tr("Half the 95 % interval of the difference"), 70));
  addColumn(Col::Share, figureColumn("share", tr("Share of the difference"),
                                     tr("Of the difference of the sum; bars begin at a common zero"), 176));
  if (!input_.values) return;
  addColumn(Col::Error, figureColumn("error", tr("Largest error"),
                                     tr("Largest difference of an element that the calls write"), 96));
  addColumn(Col::Relative,
            figureColumn("relative", tr("Relative"), tr("Largest difference of an element over its old value"), 84));
  TableColumn odd{QStringLiteral("odd"), tr("NaN"), tr("Counts of NaN and infinities that the calls write"), 96};
  addColumn(Col::Odd, odd);
}

void TimesSource::addLines() {
  const TraceComparison& c = comparison();
  size_t row = 0;
  for (size_t g = 0; g < kComparedGroups; ++g) {
    const auto group = static_cast<ComparedGroup>(g);
    if (c.groups[g].rows > 0 && input_.heads) lines_.push_back({Line::Kind::Head, group, 0, c.groups[g]});
    std::vector<size_t> same;
    for (; row < c.rows.size() && c.rows[row].group == group; ++row) {
      const ComparedRow& r = c.rows[row];
      if (input_.hideSame && r.time.mark == DifferenceMark::Same) same.push_back(row);
      else lines_.push_back({Line::Kind::Row, group, row, {1, r.oldCalls, r.newCalls, r.time, r.share}});
    }
    addFolded(same);
  }
}

/// Their interval is not that of a sum of rows, which only the runs could tell.
void TimesSource::addFolded(const std::vector<size_t>& same) {
  if (same.empty()) return;
  Line line{Line::Kind::Folded, comparison().rows[same.front()].group, 0, {}};
  line.sum.rows = same.size();
  for (const size_t row : same) {
    const ComparedRow& r = comparison().rows[row];
    if (isCall(r.kind)) {
      line.sum.oldCalls += r.oldCalls;
      line.sum.newCalls += r.newCalls;
    }
    line.sum.time.oldNs += r.time.oldNs;
    line.sum.time.newNs += r.time.newNs;
    line.sum.share += r.share;
  }
  line.sum.time.halfWidthNs = kUnknown;
  line.sum.time.mark = DifferenceMark::Same;
  lines_.push_back(line);
}

const ComparedRow* TimesSource::rowOf(size_t line) const {
  if (line >= lines_.size() || lines_[line].kind != Line::Kind::Row) return nullptr;
  return &comparison().rows[lines_[line].row];
}

int TimesSource::lineOf(const ComparedRow& row) const {
  for (size_t line = 0; line < lines_.size(); ++line)
    if (const ComparedRow* here = rowOf(line); here != nullptr && sameRow(*here, row)) return static_cast<int>(line);
  return -1;
}

bool TimesSource::isSignificant(size_t line) const {
  const ComparedRow* row = rowOf(line);
  return row != nullptr && (row->time.mark == DifferenceMark::Faster || row->time.mark == DifferenceMark::Slower);
}

Cell TimesSource::nameCell(const Line& line) const {
  Cell cell;
  if (line.kind == Line::Kind::Row) {
    const ComparedRow& row = comparison().rows[line.row];
    cell.text = calleeText(row);
    cell.color = Token::RoleFunction;
    cell.mono = true;
    if (row.time.mark == DifferenceMark::Faster || row.time.mark == DifferenceMark::Slower) cell.weight = 600;
    return cell;
  }
  const int count = static_cast<int>(line.sum.rows);
  if (line.kind == Line::Kind::Head) cell.text = groupTitle(line.group, input_.grouping, line.sum.rows);
  else
    cell.text = input_.grouping == Grouping::Site ? tr("%n more calls, which are the same", nullptr, count)
                                                  : tr("%n more callees, which are the same", nullptr, count);
  if (line.kind == Line::Kind::Head) cell.weight = 600;
  else cell.color = Token::TextSecond;
  return cell;
}

int TimesSource::shareColumn() const { return static_cast<int>(std::ranges::find(cols_, Col::Share) - cols_.begin()); }

std::optional<ValueDifference> TimesSource::valuesOf(size_t line) const {
  const ComparedRow* row = rowOf(line);
  if (row == nullptr || !input_.values) return std::nullopt;
  return valuesOfRow(*input_.values, *row, input_.grouping);
}

Cell TimesSource::valuesCell(size_t line, Col col) const {
  const auto values = valuesOf(line);
  if (!values) return {};
  return valueCell(*values, col == Col::Error      ? ValueColumn::Error
                            : col == Col::Relative ? ValueColumn::Relative
                                                   : ValueColumn::Odd);
}

Cell TimesSource::timeCell(const ComparedSum& sum, Col col) const {
  const TimeDifference& time = sum.time;
  switch (col) {
    case Col::Old: return figureCell(durationFigure(time.oldNs));
    case Col::New: return figureCell(durationFigure(time.newNs));
    case Col::Difference: {
      Cell cell = figureCell(signedDurationFigure(time.ns()));
      cell.color = inkOfMark(time.mark);
      return cell;
    }
    case Col::Uncertainty:
      if (std::isnan(time.halfWidthNs)) return {};
      return figureCell(durationFigure(time.halfWidthNs));
    default: break;
  }
  Cell cell;
  cell.text = shareText(sum.share);
  cell.mono = true;
  if (time.mark == DifferenceMark::Same) cell.color = Token::TextThird;
  return cell;
}

Cell TimesSource::sumCell(const QString& name, const ComparedSum& sum, bool hasCalls, Col col) const {
  Cell cell;
  switch (col) {
    case Col::Callee: cell.text = name; break;
    case Col::State:
    case Col::Place:
    case Col::Error:
    case Col::Relative:
    case Col::Odd: break;
    case Col::Calls:
      if (hasCalls) cell.text = callsText(sum.oldCalls, sum.newCalls);
      break;
    default: cell = timeCell(sum, col);
  }
  return cell;
}

Cell TimesSource::cell(size_t at, int column) const {
  const Line& line = lines_[at];
  const Col col = cols_[static_cast<size_t>(column)];
  Cell cell;
  switch (col) {
    case Col::State:
      // Why there is no mark is said once, above the table.
      if (const ComparedRow* row = rowOf(at);
          row != nullptr && (comparison().noInterval.empty() || row->group != ComparedGroup::Both))
        cell.chips = {markChip(*row)};
      return cell;
    case Col::Callee: return nameCell(line);
    case Col::Place:
      if (const ComparedRow* row = rowOf(at))
        cell.text = placeText(*row, input_.times->old.trace->info, input_.times->now.trace->info);
      cell.color = Token::TextSecond;
      cell.mono = true;
      return cell;
    case Col::Error:
    case Col::Relative:
    case Col::Odd: return valuesCell(at, col);
    case Col::Old:
      if (line.group == ComparedGroup::OnlyNew) return cell;
      break;
    case Col::New:
      if (line.group == ComparedGroup::OnlyOld) return cell;
      break;
    default: break;
  }
  cell = sumCell({}, line.sum, true, col);
  if (line.kind == Line::Kind::Head) cell.weight = 600;
  return cell;
}

double TimesSource::number(size_t at, int column) const {
  const Line& line = lines_[at];
  if (line.kind == Line::Kind::Head) return kUnknown;
  switch (cols_[static_cast<size_t>(column)]) {
    case Col::Calls: return std::max(line.sum.oldCalls, line.sum.newCalls);
    case Col::Old: return line.sum.time.oldNs;
    case Col::New: return line.sum.time.newNs;
    case Col::Difference: return line.sum.time.ns();
    case Col::Uncertainty: return line.sum.time.halfWidthNs;
    case Col::Share: return line.sum.share;
    case Col::Error:
    case Col::Relative: {
      const auto values = valuesOf(at);
      if (!values) return kUnknown;
      const ElementDifference& e = values->elements;
      return (cols_[static_cast<size_t>(column)] == Col::Error ? e.largestAbsolute : e.largestRelative).value_or(0);
    }
    default: return kUnknown;
  }
}

void TimesSource::filterText(size_t line, std::string& out) const {
  const ComparedRow* row = rowOf(line);
  if (row == nullptr) return;
  out += row->oldName + ' ' + row->newName;
  if (input_.grouping == Grouping::Site)
    out += ' ' + placeText(*row, input_.times->old.trace->info, input_.times->now.trace->info).toStdString();
}

std::vector<std::vector<Cell>> TimesSource::sums() const {
  const TraceComparison& c = comparison();
  const ComparedSum rest{0, 0, 0, c.notAttributed, kUnknown}, run{0, 0, 0, c.run, kUnknown};
  const auto rowOfCells = [this](const QString& name, const ComparedSum& sum, bool hasCalls, int weight) {
    std::vector<Cell> cells;
    for (const Col col : cols_) {
      cells.push_back(sumCell(name, sum, hasCalls, col));
      cells.back().weight = weight;
    }
    return cells;
  };
  std::vector<std::vector<Cell>> rows;
  rows.push_back(rowOfCells(tr("Sum, one run"), c.sum, true, 600));
  rows.push_back(
      rowOfCells(c.unrecorded ? tr("Recording, not attributed") : tr("Outside of the rows"), rest, false, 400));
  for (size_t i = 0; i < cols_.size(); ++i)  // of both signs
    if (cols_[i] == Col::Old || cols_[i] == Col::New)
      rows.back()[i] = figureCell(signedDurationFigure(cols_[i] == Col::Old ? rest.time.oldNs : rest.time.newNs));
  rows.push_back(rowOfCells(c.unrecorded  ? tr("Run, unrecorded")
                            : c.corrected ? tr("Run, corrected")
                                          : tr("Run, recorded"),
                            run, false, 600));
  return rows;
}

std::optional<TimesSource::Bar> TimesSource::bar(size_t at) const {
  const Line& line = lines_[at];
  if (line.kind == Line::Kind::Head || !(most_ > least_)) return std::nullopt;
  const auto place = [this](double ns) { return std::clamp((ns - least_) / (most_ - least_), 0.0, 1.0); };
  return Bar{place(0), place(line.sum.time.ns()), line.sum.time.mark};
}

}  // namespace relaxscope
