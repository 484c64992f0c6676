// SPDX-License-Identifier: Apache-2.0
// The figures of a profile as JSON, for rscope and Python. Times are rounded to tenths of a nanosecond: clocks are not
// more precise.
#pragma once

#include <span>

#include "vmcore/trace/statistics.h"

namespace relaxscope {

class JsonWriter;

/// Nanoseconds rounded to tenths.
double tenths(double ns);

/// The fields of a JSON object: accuracy {ratio low high pairs} of the corrected times, or null and accuracy_reason;
/// recorded {ratio low high wall_ratio pairs} of the times as recorded, or null; correction {factor reason}, where
/// times are as recorded if factor is 0.
void writeAccuracy(JsonWriter& json, const Trace& trace, const TraceStatistics& statistics);

/// The field `incomplete`: why the recording ended early, or null.
void writeIncomplete(JsonWriter& json, const TraceInfo& info);

/// The field `key` {median half_width_95 low_95 high_95 mean min max sigma}, the interval and sigma null for a single
/// measurement; null without any.
void writeTimes(JsonWriter& json, const char* key, const RunTimes& times);

/// What the interval of a time is of, in words.
inline constexpr const char *kWithinOneProcess = "within one process", *kBetweenProcesses = "between processes";
/// The field `key`: a list of times.
void writeNsList(JsonWriter& json, const char* key, std::span<const double> ns);

/// The fields per_run {kept_runs rows_ns unrecorded_ns not_attributed_ns}, the means that add up: rows_ns is null
/// without a measured run, the two after it without an unrecorded one; below_resolution; outliers [{run excess
/// causes}].
void writeRunFigures(JsonWriter& json, const Trace& trace, const TraceStatistics& statistics);

/// The fields layer function first_pc last_pc of a row by layer; each null for what is in none.
void writeLayer(JsonWriter& json, const TraceInfo& info, const SiteLayer* layer);

/// The fields call (from 1 on) callee kind of a row by call of a run; each null for what is in none.
void writeRunCall(JsonWriter& json, const TraceInfo& info, const StatisticsRow& row);

/// The figures of a row as fields of an open object: count total_ns self_ns uncertainty_ns raw_total_ns raw_self_ns of
/// all measured runs, mark, those of a call (mean_ns median_ns p90_ns p99_ns min_ns max_ns sigma_ns), bytes_allocated
/// and share.
void writeRowFigures(JsonWriter& json, const TraceStatistics& statistics, const StatisticsRow& row);

}  // namespace relaxscope
