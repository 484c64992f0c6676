// SPDX-License-Identifier: Apache-2.0
// Internal to trace: the tables of an .rsprof. Readers accept only these definitions, so a file cannot introduce views,
// virtual tables or computed columns.
#pragma once

#include <array>
#include <climits>
#include <cstdint>
#include <string>
#include <type_traits>

#include "vmcore/trace/trace.h"

namespace relaxscope::trace_file {

inline constexpr int64_t kApplicationId = 0x52535031;  // "RSP1", in the file's header

struct Table {
  const char* name;
  const char* definition;
  int since = 2;        ///< first version that has it
  int until = INT_MAX;  ///< last version that has it; only readers use it
};

inline constexpr Table kTables[] = {
    // Properties of the whole trace; the writer defines the keys.
    {"info", "CREATE TABLE info (key TEXT PRIMARY KEY, value) WITHOUT ROWID"},
    {"functions",
     "CREATE TABLE functions (id INTEGER PRIMARY KEY, name, kind INTEGER, start_instr INTEGER, end_instr INTEGER, num_args INTEGER, registers INTEGER)"},
    {"names", "CREATE TABLE names (id INTEGER PRIMARY KEY, name)"},
    {"remarks", "CREATE TABLE remarks (id INTEGER PRIMARY KEY, remark)"},
    // The calls of a run, by their names in its list; "" for one that only saves a function.
    {"run_calls", "CREATE TABLE run_calls (id INTEGER PRIMARY KEY, name)", 10},
    {"constants",
     "CREATE TABLE constants (id INTEGER PRIMARY KEY, kind TEXT, summary TEXT, bytes INTEGER, sha256 TEXT)"},
    {"runs",
     "CREATE TABLE runs (id INTEGER PRIMARY KEY, run INTEGER, warmup INTEGER, start_ns REAL, duration_ns REAL, start_ticks INTEGER, duration_ticks INTEGER, recording_ticks INTEGER)"},
    // What the system did to each run, by the id of runs.
    {"run_conditions",
     "CREATE TABLE run_conditions (id INTEGER PRIMARY KEY, cpu_begin INTEGER, cpu_end INTEGER, involuntary_switches INTEGER, voluntary_switches INTEGER, "
     "minor_faults INTEGER, major_faults INTEGER, stops INTEGER, delay_ns INTEGER, core_ns REAL)",
     4},
    // By the steady clock; the row's number is that of the measured run beside it.
    {"unrecorded_runs", "CREATE TABLE unrecorded_runs (id INTEGER PRIMARY KEY, duration_ns REAL)", 3},
    // Medians of the rounds of other processes that made the same runs.
    {"other_processes", "CREATE TABLE other_processes (id INTEGER PRIMARY KEY, run_ns REAL, unrecorded_ns REAL)", 6},
    // Measured runs that one process made without interruption, in the order of their first run.
    {"turns",
     "CREATE TABLE turns (id INTEGER PRIMARY KEY, first_run INTEGER, runs INTEGER, process INTEGER, place INTEGER)", 7},
    // One row per callee: sums of all measured runs, each as the mean of those in the middle half.
    {"calls",
     "CREATE TABLE calls (callee, kind TEXT, count INTEGER, total_ns REAL, self_ns REAL, min_ns REAL, max_ns REAL, mean_ns REAL, median_ns REAL, "
     "p90_ns REAL, p99_ns REAL, sigma_ns REAL, bytes_allocated INTEGER)"},
    // zstd frames of the columns, preceded by the counts, so that sizes are known before unpacking.
    {"chunks",
     "CREATE TABLE chunks (id INTEGER PRIMARY KEY, first_event INTEGER, events INTEGER, args INTEGER, dims INTEGER, slots INTEGER, memory INTEGER, "
     "uses INTEGER, event_columns BLOB, value_columns BLOB)",
     5},
    // Each argument with the number of its event, where later versions have that of its list.
    {"chunks",
     "CREATE TABLE chunks (id INTEGER PRIMARY KEY, first_event INTEGER, events INTEGER, args INTEGER, dims INTEGER, slots INTEGER, memory INTEGER, "
     "event_columns BLOB, value_columns BLOB)",
     2, 4},
    // How times of device work were taken: one row. timing, launch_mode: DeviceTiming, LaunchMode.
    {"device_times",
     "CREATE TABLE device_times (timing INTEGER, launch_mode INTEGER, no_times, dropped INTEGER, invalid INTEGER)", 8},
    {"devices",
     "CREATE TABLE devices (id INTEGER PRIMARY KEY, device, name, architecture, emulated INTEGER, multiprocessors INTEGER, "
     "threads_per_multiprocessor INTEGER, peak_flops REAL, peak_bytes_per_second REAL)",
     8},
    {"tracks",
     "CREATE TABLE tracks (id INTEGER PRIMARY KEY, track INTEGER, kind INTEGER, device INTEGER, number INTEGER, clock INTEGER, name)",
     8},
    {"clocks", "CREATE TABLE clocks (id INTEGER PRIMARY KEY, name, source, error_ns REAL)", 8},
    {"clock_pairs", "CREATE TABLE clock_pairs (clock INTEGER, device_ns INTEGER, ticks INTEGER, width INTEGER)", 8},
    {"launch_shapes",
     "CREATE TABLE launch_shapes (id INTEGER PRIMARY KEY, grid_x INTEGER, grid_y INTEGER, grid_z INTEGER, block_x INTEGER, block_y INTEGER, "
     "block_z INTEGER, registers INTEGER, static_shared INTEGER, dynamic_shared INTEGER, local_bytes INTEGER, resident_blocks INTEGER)",
     8},
    {"device_names", "CREATE TABLE device_names (id INTEGER PRIMARY KEY, name)", 8},
    // zstd frames of the columns of device work.
    {"device_work", "CREATE TABLE device_work (id INTEGER PRIMARY KEY, first_row INTEGER, rows INTEGER, columns BLOB)",
     8},
    {"executable", "CREATE TABLE executable (id INTEGER PRIMARY KEY, raw_bytes INTEGER, code_and_tables BLOB)"},
};

/// A key of the table info and its value.
template <class Info>
struct InfoText {
  const char* key;
  std::conditional_t<std::is_const_v<Info>, const std::string, std::string>* text;
};
template <class Info>
struct InfoNumber {
  const char* key;
  std::conditional_t<std::is_const_v<Info>, const double, double>* number;
};

/// The text fields of a TraceInfo, const or not, by key.
template <class Info>
auto infoTexts(Info& info) {
  using Row = InfoText<Info>;
  return std::array{Row{"executable_path", &info.executablePath},
                    Row{"executable_sha256", &info.executableDigest},
                    Row{"entry", &info.entry},
                    Row{"device", &info.device},
                    Row{"allocator", &info.allocator},
                    Row{"engine", &info.engine},
                    Row{"mode", &info.mode},
                    Row{"started_at", &info.startedAt},
                    Row{"arguments", &info.argumentsText},
                    Row{"no_reference", &info.noReference},
                    Row{"cut_short", &info.cutShort},
                    Row{"host", &info.host},
                    Row{"processor", &info.processor},
                    Row{"command", &info.command},
                    Row{"recorded_by", &info.version},
                    Row{"session", &info.session},
                    Row{"clock", &info.clock.source}};
}

/// The numeric fields by key, in nanoseconds.
template <class Info>
auto infoNumbers(Info& info) {
  using Row = InfoNumber<Info>;
  return std::array{Row{"ns_per_tick", &info.clock.nsPerTick},
                    Row{"cost_per_event_ns", &info.cost.perEventNs},
                    Row{"cost_per_body_ns", &info.cost.perBodyNs},
                    Row{"cost_per_event_values_ns", &info.cost.perEventValuesNs},
                    Row{"cost_clock_read_ns", &info.cost.clockReadNs},
                    Row{"cost_per_run_ns", &info.cost.perRunNs},
                    Row{"cost_per_compiled_call_ns", &info.cost.perCompiledCallNs}};
}

}  // namespace relaxscope::trace_file
