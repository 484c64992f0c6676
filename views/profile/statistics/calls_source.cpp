// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/profile/statistics/calls_source.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "views/profile/event_facts.h"
#include "vmcore/trace/event_values.h"

namespace relaxscope {

ListedCalls listedCalls(const Trace& trace, const TraceStatistics& statistics, const StatisticsRow& row,
                        const RowCallsQuery& query, const std::stop_token& stop) {
  ListedCalls listed{callsOfRow(trace, statistics, row, query, stop), {}};
  ValueReader reader(trace);
  for (const RowCall& call : listed.calls.longest) {
    if (stop.stop_requested()) return {};
    QStringList texts;
    const Arguments arguments = reader.of(call.event).arguments;
    for (size_t i = 0; i < arguments.size(); ++i)
      if (arguments[i].type != ArgType::Vm) texts << argumentText(arguments[i]);
    listed.arguments.push_back(texts.join(QStringLiteral(", ")));
  }
  return listed;
}

CallsSource::CallsSource(std::shared_ptr<const Trace> trace, std::shared_ptr<const ListedCalls> listed)
    : trace_(std::move(trace)), listed_(std::move(listed)) {
  columns_.push_back(figureColumn("run", tr("Run"), tr("Number of the run"), 52));
  columns_.push_back(
      figureColumn("time", tr("Time"), tr("Time of the call with calls inside it, less the cost of recording"), 84));
  columns_.push_back(figureColumn("pc", tr("pc"), tr("Instruction of the call"), 56));
  TableColumn arguments{QStringLiteral("arguments"), tr("Arguments and results"), {}, 160};
  arguments.stretch = true;
  columns_.push_back(std::move(arguments));
  columns_.push_back({QStringLiteral("note"), QString(), {}, 80});
  columns_[Run].descendingFirst = columns_[Pc].descendingFirst = false;
}

const EventSite* CallsSource::siteOf(size_t row) const {
  size_t place = 0;
  const StoredChunk* chunk = trace_->find(call(row).event, place);
  return chunk == nullptr ? nullptr : &chunk->site(place);
}

double CallsSource::number(size_t row, int column) const {
  const RowCall& each = call(row);
  switch (column) {
    case Run: return each.run < trace_->runs.size() ? trace_->runs[each.run].index + 1.0 : std::nan("");
    case Time: return each.ns;
    case Pc: {
      const EventSite* site = siteOf(row);
      return site == nullptr || instructionOf(*site) == kNoIndex ? std::nan("") : instructionOf(*site);
    }
    default: return std::nan("");
  }
}

Cell CallsSource::cell(size_t row, int column) const {
  Cell cell;
  cell.mono = true;
  const double value = number(row, column);
  switch (column) {
    case Time: return figureCell(durationFigure(value));
    case Run:
    case Pc:
      if (!std::isnan(value)) cell.text = countText(static_cast<int64_t>(value));
      break;
    case Arguments:
      cell.text = listed_->arguments[row];
      cell.color = Token::TextSecond;
      break;
    default:
      cell.mono = false;
      if (!call(row).outlying) break;
      cell.text = tr("outlier");
      cell.color = Token::Warning;
      cell.tooltip = tr("The whole run is far from the others; no row counts it.");
  }
  return cell;
}

void CallsSource::filterText(size_t row, std::string& out) const { out += listed_->arguments[row].toStdString(); }

int CallsSource::findEvent(EventIndex event) const {
  const auto found = std::ranges::find(listed_->calls.longest, event, &RowCall::event);
  return found == listed_->calls.longest.end() ? -1 : static_cast<int>(found - listed_->calls.longest.begin());
}

}  // namespace relaxscope
