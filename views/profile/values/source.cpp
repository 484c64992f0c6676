// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/profile/values/source.h"

#include <algorithm>
#include <limits>
#include <span>
#include <utility>

#include "views/profile/event_facts.h"
#include "vmcore/base/text/text.h"
#include "vmcore/model/callee_kind.h"
#include "vmcore/trace/event_text.h"

namespace relaxscope {
namespace {

QString shapeText(const SeenShape& shape) {
  QStringList dims;
  for (const int64_t dim : shape.dims) dims << QString::number(dim);
  const QString inner = dims.join(QStringLiteral(", "));
  return shape.type == ArgType::Shape ? QStringLiteral("(%1)").arg(inner) : QStringLiteral("[%1]").arg(inner);
}

}  // namespace

void ShapeCollector::take(const Trace& trace, size_t firstChunk, std::stop_token stop) {
  const auto& chunks = trace.chunks();
  RunLookup runs(trace.runs);
  const auto warmup = [&](int64_t ticks) {
    const RunSpan* run = runs.at(ticks);
    return run != nullptr && run->kind == RunKind::Warmup;
  };
  for (size_t c = firstChunk; c < chunks.size() && !stop.stop_requested(); ++c, chunks_ = c) {
    const StoredChunk& chunk = *chunks[c];
    if (!chunk.hasArguments()) continue;
    for (size_t i = 0; i < chunk.size(); ++i) {
      const Arguments arguments = chunk.arguments(i);
      if (!arguments.empty() && !warmup(chunk.start(i))) take(chunk, i, arguments);
    }
  }
}

void ShapeCollector::take(const StoredChunk& chunk, size_t event, const Arguments& arguments) {
  // Call sites are identified by pc; builtins of compiled functions have none and are identified by callee.
  const uint32_t pc = instructionOf(chunk.site(event));
  const uint64_t site = pc != kNoIndex ? pc : uint64_t{1} << 31 | chunk.site(event).callee;
  const auto [known, fresh] = rowsOfCall_.try_emplace(site << 32 | chunk.argumentList(event));
  if (fresh) known->second = rowsFor(chunk, event, site, arguments);
  const Range range = known->second;
  for (const uint32_t row : std::span(rowsOfCalls_).subspan(range.begin, range.count)) ++rows_[row].count;
}

ShapeCollector::Range ShapeCollector::rowsFor(const StoredChunk& chunk, size_t event, uint64_t site,
                                              const Arguments& arguments) {
  const auto begin = static_cast<uint32_t>(rowsOfCalls_.size());
  uint32_t& last = lastRowOfSite_.try_emplace(site, kNoRow).first->second;
  const EventSite& at = chunk.site(event);
  for (size_t position = 0; position < arguments.size(); ++position) {
    const Argument argument = arguments[position];
    if (argument.type != ArgType::Tensor && argument.type != ArgType::Shape) continue;
    const auto isSame = [&](const SeenShape& row) {
      return row.position == position && row.dtype == argument.dtype && row.type == argument.type &&
             std::ranges::equal(row.dims, argument.dims);
    };
    uint32_t row = last;
    while (row != kNoRow && !isSame(rows_[row])) row = previous_[row];
    if (row == kNoRow)
      row = addRow({at.callee, at.function, instructionOf(at), at.kind, static_cast<uint16_t>(position), argument.type,
                    argument.dtype, std::vector<int64_t>(argument.dims.begin(), argument.dims.end()), 0,
                    chunk.firstEvent + event, argument.type == ArgType::Tensor ? argument.value : 0, false},
                   last);
    rowsOfCalls_.push_back(row);
  }
  return {begin, static_cast<uint32_t>(rowsOfCalls_.size()) - begin};
}

uint32_t ShapeCollector::addRow(SeenShape row, uint32_t& lastOfSite) {
  for (uint32_t other = lastOfSite; other != kNoRow; other = previous_[other])
    if (rows_[other].position == row.position) rows_[other].varies = row.varies = true;
  previous_.push_back(lastOfSite);
  lastOfSite = static_cast<uint32_t>(rows_.size());
  rows_.push_back(std::move(row));
  return lastOfSite;
}

std::vector<SeenShape> ShapeCollector::rows() && {
  const auto place = [](const SeenShape& row) { return uint64_t{row.pc} << 16 | row.position; };
  if (std::ranges::is_sorted(rows_, {}, place)) return std::move(rows_);
  std::vector<std::pair<uint64_t, uint32_t>> order;  // place, row
  order.reserve(rows_.size());
  for (const SeenShape& row : rows_) order.emplace_back(place(row), static_cast<uint32_t>(order.size()));
  std::ranges::sort(order);
  std::vector<SeenShape> out;
  out.reserve(rows_.size());
  for (const auto& [at, row] : order) out.push_back(std::move(rows_[row]));
  return out;
}

ValuesSource::ValuesSource(std::shared_ptr<const Trace> trace, std::shared_ptr<const Executable> executable,
                           std::vector<SeenShape> shapes)
    : trace_(std::move(trace)), executable_(std::move(executable)), shapes_(std::move(shapes)) {
  TableColumn callee{QStringLiteral("callee"), tr("Callee"), {}, 150};
  callee.stretch = callee.elideName = true;
  columns_.push_back(callee);
  columns_.push_back({QStringLiteral("function"), tr("In"), tr("Function that contains the call"), 80});
  columns_.push_back(figureColumn("pc", tr("pc"), tr("Instruction of the call"), 48));
  columns_.back().descendingFirst = false;
  columns_.push_back(figureColumn("argument", tr("Arg."), tr("Position of the argument, from 0"), 44));
  columns_.back().descendingFirst = false;
  columns_.push_back({QStringLiteral("type"), tr("Type"), {}, 56});
  columns_.push_back({QStringLiteral("shape"), tr("Shape"), {}, 124});
  columns_.push_back(figureColumn(
      "count", tr("Count"),
      tr("Calls that received it in the run that recorded values, or in the measured runs if each recorded them"), 56));
  columns_.push_back(figureColumn("bytes", tr("Bytes"), tr("Data bytes of a tensor"), 84));
  columns_.back().descendingFirst = false;
}

std::string ValuesSource::nameOf(const SeenShape& shape) const {
  const auto& table = calleeNames(trace_->info, shape.kind);
  return shape.callee < table.size() ? table[shape.callee] : "#" + std::to_string(shape.callee);
}

Cell ValuesSource::cell(size_t row, int column) const {
  const SeenShape& shape = shapes_[row];
  Cell cell;
  cell.mono = true;
  switch (column) {
    case Callee: {
      const std::string name = nameOf(shape);
      cell.text = QString::fromStdString(printable(name));
      cell.swatch = calleeKind(executable_.get(), shape.callee, name);
      cell.color = findBuiltin(name) != nullptr ? Token::TextSecond : Token::RoleFunction;
      break;
    }
    case Function:
      if (shape.function < trace_->info.functionNames.size())
        cell.text = QString::fromStdString(printable(trace_->info.functionNames[shape.function]));
      cell.color = Token::TextSecond;
      break;
    case Pc:
      if (shape.pc != kNoIndex) cell.text = QString::number(shape.pc);
      break;
    case Argument: cell.text = QString::number(shape.position); break;
    case Type:
      cell.text = shape.type == ArgType::Shape ? tr("shape") : QString::fromStdString(shape.dtype.shortName());
      break;
    case Shape:
      cell.text = shapeText(shape);
      if (shape.varies)
        cell.chips.push_back(
            {tr("varies"), Token::Accent, Token::AccentBack, tr("This argument also had other shapes.")});
      break;
    case Count: cell.text = countText(static_cast<int64_t>(shape.count)); break;
    default:
      if (shape.type == ArgType::Tensor) return figureCell(bytesFigure(static_cast<double>(shape.bytes)));
      break;
  }
  return cell;
}

double ValuesSource::number(size_t row, int column) const {
  const SeenShape& shape = shapes_[row];
  switch (column) {
    case Pc: return shape.pc == kNoIndex ? std::numeric_limits<double>::quiet_NaN() : shape.pc;
    case Argument: return shape.position;
    case Bytes: return static_cast<double>(shape.bytes);
    case Count: return static_cast<double>(shape.count);
    default: return 0;
  }
}

void ValuesSource::filterText(size_t row, std::string& out) const {
  out += nameOf(shapes_[row]);
  out += ' ';
  out += shapeText(shapes_[row]).toStdString();
}

int ValuesSource::findSite(uint32_t pc) const {
  for (size_t i = 0; i < shapes_.size(); ++i)
    if (shapes_[i].pc == pc) return static_cast<int>(i);
  return -1;
}

}  // namespace relaxscope
