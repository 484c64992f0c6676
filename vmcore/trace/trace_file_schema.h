// SPDX-License-Identifier: Apache-2.0
// Internal to trace: the tables of an .rsprof. A reader takes no other definition than these, so a file
// cannot bring views, virtual tables or computed columns along.
#pragma once

#include <cstdint>

namespace relaxscope::trace_file {

inline constexpr int64_t kApplicationId = 0x52535031;  // "RSP1", in the file's header

struct Table {
  const char* name;
  const char* definition;
};

inline constexpr Table kTables[] = {
    // What holds for the whole trace; the keys are those of the writer.
    {"info", "CREATE TABLE info (key TEXT PRIMARY KEY, value) WITHOUT ROWID"},
    {"functions",
     "CREATE TABLE functions (id INTEGER PRIMARY KEY, name, kind INTEGER, start_instr INTEGER, end_instr INTEGER, num_args INTEGER, registers INTEGER)"},
    {"names", "CREATE TABLE names (id INTEGER PRIMARY KEY, name)"},
    {"remarks", "CREATE TABLE remarks (id INTEGER PRIMARY KEY, remark)"},
    {"constants",
     "CREATE TABLE constants (id INTEGER PRIMARY KEY, kind TEXT, summary TEXT, bytes INTEGER, sha256 TEXT)"},
    {"runs",
     "CREATE TABLE runs (id INTEGER PRIMARY KEY, run INTEGER, warmup INTEGER, start_ns REAL, duration_ns REAL, start_ticks INTEGER, duration_ticks INTEGER, recording_ticks INTEGER)"},
    // One row a callee over all measured runs.
    {"calls",
     "CREATE TABLE calls (callee, kind TEXT, count INTEGER, total_ns REAL, self_ns REAL, min_ns REAL, max_ns REAL, mean_ns REAL, median_ns REAL, "
     "p90_ns REAL, p99_ns REAL, sigma_ns REAL, bytes_allocated INTEGER)"},
    // zstd frames of the columns; counts first, so that sizes are known before unpacking.
    {"chunks",
     "CREATE TABLE chunks (id INTEGER PRIMARY KEY, first_event INTEGER, events INTEGER, args INTEGER, dims INTEGER, slots INTEGER, memory INTEGER, "
     "event_columns BLOB, value_columns BLOB)"},
    {"executable", "CREATE TABLE executable (id INTEGER PRIMARY KEY, raw_bytes INTEGER, code_and_tables BLOB)"},
};

}  // namespace relaxscope::trace_file
