// SPDX-License-Identifier: GPL-3.0-or-later
// How compared times are called and drawn: signed figures, marks with their colours, the lines of a summary. Every
// colour repeats a sign.
#pragma once

#include <QString>

#include "views/widgets/table_source.h"
#include "vmcore/export/times/exporter.h"
#include "vmcore/trace/compare/trace_comparison.h"

namespace relaxscope {

/// "+1.23" "µs", "−412" "ns", "±0" "ns"; an en dash for NaN.
Figure signedDurationFigure(double ns);
/// Blue for less, orange for more; grey where the interval contains 0, or there is none.
Token inkOfMark(DifferenceMark mark);
/// What became of a row: "− only old", "+ only new", "↓ faster", "↑ slower", "= same"; grey where that is not known.
Chip markChip(const ComparedRow& row);
/// "old → new", or the one there is.
QString bothTexts(const QString& old, const QString& now);
/// Callee of a row: "matmul → matmul1", with what kind of event it is.
QString calleeText(const ComparedRow& row);
/// Where the call is: "main:7 → main:5"; empty where rows are callees.
QString placeText(const ComparedRow& row, const TraceInfo& old, const TraceInfo& now);
/// Where the time goes to: "12 → 11"; one number where both are the same.
QString callsText(double old, double now);
/// The heading of a group of rows.
QString groupTitle(ComparedGroup group, Grouping grouping, size_t rows);

/// First word of a line of the summary, its icon, and the line in the interface's language.
QString topicText(ComparisonTopic topic);
QString topicIcon(ComparisonTopic topic);
QString lineText(const ComparisonLine& line);
/// What an interval is, or why there is none.
QString intervalText(const TraceComparison& comparison);
/// A form in which compared times are saved, as a menu names it.
QString exporterTitle(const TimesExporter& exporter);

}  // namespace relaxscope
