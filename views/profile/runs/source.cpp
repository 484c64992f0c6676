// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/profile/runs/source.h"

#include "views/core/engine_text.h"
#include "vmcore/base/unknown.h"
#include "vmcore/trace/accuracy.h"

namespace relaxscope {
namespace {

enum Column {
  WhenColumn,
  WhatColumn,
  FunctionColumn,
  ArgumentsColumn,
  TimeColumn,
  RatioColumn,
  RunsColumn,
  EventsColumn,
  BytesColumn
};
}  // namespace

RunsSource::RunsSource(const RunHistory& history)
    : entries_(history.entries()), labels_(runLabels(entries_, history.digest())) {
  for (size_t i = 0; i < entries_.size(); ++i)
    if (entries_[i].id == history.shown()) shown_ = static_cast<int>(i);
  TableColumn when{QStringLiteral("when"), tr("Started"), tr("By the local clock"), 110};
  when.descendingFirst = true;
  TableColumn what{QStringLiteral("what"), tr("Run"), tr("How it differs from the other runs"), 180};
  what.stretch = true;
  TableColumn function{QStringLiteral("function"), tr("Function"), {}, 120};
  TableColumn arguments{QStringLiteral("arguments"), tr("Arguments"), {}, 240};
  arguments.hidden = true;
  columns_ = {
      when,
      what,
      function,
      arguments,
      figureColumn("time", tr("Time / run"), tr("Median time of a run, unrecorded where that was measured"), 110),
      figureColumn("ratio", tr("vs. shown"), tr("How much longer it took than the shown run"), 100),
      figureColumn("runs", tr("Runs"), tr("Measured runs"), 70),
      figureColumn("events", tr("Events"), tr("Recorded events"), 100),
      figureColumn("bytes", tr("Size"), tr("Size of the stored profile"), 90, true)};
}

Cell RunsSource::what(size_t row) const {
  const RunEntry& entry = entries_[row];
  Cell cell;
  cell.text = labels_[static_cast<qsizetype>(row)];
  cell.tooltip = entry.arguments;
  if (static_cast<int>(row) == shown_) cell.chips.push_back({tr("shown"), Token::Accent, Token::AccentBack, {}});
  if (!entry.cutShort.isEmpty())
    cell.chips.push_back({tr("incomplete"), Token::Warning, Token::WarningBack, engineText(entry.cutShort)});
  if (!entry.stored)
    cell.chips.push_back({tr("in memory"), Token::TextSecond, Token::Subtle, tr("Lost when the window closes")});
  return cell;
}

/// Of its time to that of the shown run, less 1; NaN if one of them is unknown.
double RunsSource::ratio(size_t row) const {
  if (shown_ < 0 || static_cast<int>(row) == shown_) return kUnknown;
  const double shown = entries_[static_cast<size_t>(shown_)].runNs, own = entries_[row].runNs;
  return shown > 0 && own >= 0 ? own / shown - 1 : kUnknown;
}

Cell RunsSource::cell(size_t row, int column) const {
  const RunEntry& entry = entries_[row];
  switch (column) {
    case WhenColumn: {
      Cell cell;
      cell.text = localTimeText(entry.startedAt);
      cell.tooltip = entry.startedAt;
      return cell;
    }
    case WhatColumn: return what(row);
    case FunctionColumn: {
      Cell cell;
      cell.text = entry.function;
      cell.mono = true;
      return cell;
    }
    case ArgumentsColumn: {
      Cell cell;
      cell.text = entry.arguments;
      return cell;
    }
    case TimeColumn: {
      if (entry.runNs < 0) return {};
      Cell cell = figureCell(durationFigure(entry.runNs));
      cell.tooltip = entry.recorded ? tr("of recorded runs") : tr("of unrecorded runs");
      return cell;
    }
    case RatioColumn: {
      const double more = ratio(row);
      if (std::isnan(more)) return {};
      return figureCell(
          {QString::fromStdString(excessText(1 + more)).remove(QStringLiteral(" %")), QStringLiteral("%")});
    }
    case RunsColumn: return figureCell({countText(static_cast<int64_t>(entry.runs)), {}});
    case EventsColumn: return figureCell({countText(static_cast<int64_t>(entry.events)), {}});
    default: break;
  }
  return entry.bytes == 0 ? Cell() : figureCell(bytesFigure(static_cast<double>(entry.bytes)));
}

double RunsSource::number(size_t row, int column) const {
  const RunEntry& entry = entries_[row];
  switch (column) {
    case TimeColumn: return entry.runNs < 0 ? kUnknown : entry.runNs;
    case RatioColumn: return ratio(row);
    case RunsColumn: return static_cast<double>(entry.runs);
    case EventsColumn: return static_cast<double>(entry.events);
    case BytesColumn: return static_cast<double>(entry.bytes);
    default: return kUnknown;
  }
}

void RunsSource::sortText(size_t row, int column, std::string& out) const {
  if (column == WhenColumn) out += entries_[row].id.toStdString();
  else TableSource::sortText(row, column, out);
}

void RunsSource::filterText(size_t row, std::string& out) const {
  const RunEntry& entry = entries_[row];
  for (const QString& text : {labels_[static_cast<qsizetype>(row)], entry.function, entry.arguments})
    out += text.toStdString() + ' ';
}

}  // namespace relaxscope
