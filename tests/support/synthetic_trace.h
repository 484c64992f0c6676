// SPDX-License-Identifier: Apache-2.0
// Synthetic executables and traces for tests, benchmarks and screenshots: no engine, no files, always the same bytes.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "vmcore/model/executable.h"
#include "vmcore/trace/trace.h"

namespace relaxscope::testing {

/// Writes events in recording order and splits them into chunks.
class TraceMaker {
 public:
  explicit TraceMaker(std::vector<std::string> functionNames, size_t eventsPerChunk = 4096);
  /// Appends an event; returns its index in the whole trace.
  uint64_t event(EventKind kind, int64_t start, int64_t duration, uint32_t callee, uint16_t depth,
                 uint32_t function = 0, uint32_t pc = kNoIndex);
  // Side columns of the last event.
  void tensor(uint16_t position, DataType dtype, const std::vector<int64_t>& dims);
  void integer(uint16_t position, int64_t value);
  void shape(uint16_t position, const std::vector<int64_t>& dims);
  void slot(uint32_t slot, int64_t value, uint32_t frame = 0, uint32_t function = 0);
  void memory(int64_t allocated, int64_t freed);
  void run(int64_t start, int64_t duration, bool warmup = false);
  TraceInfo& info() { return trace_->info; }
  /// Seals the open chunk and starts a new one.
  void seal();
  /// The trace so far as an independent value, as a streaming run provides it.
  std::shared_ptr<const Trace> snapshot();

 private:
  std::shared_ptr<Trace> trace_;
  TraceChunk open_;
  size_t eventsPerChunk_;
  uint64_t count_ = 0;
  int64_t live_ = 0;
};

struct SyntheticModel {
  std::shared_ptr<const Executable> executable;
  std::shared_ptr<const Trace> trace;
};
/// A static transformer of two layers: one function of about 70 calls, `runs` of them after `warmup`.
SyntheticModel transformerModel(uint32_t runs, uint32_t warmup = 2);
/// A dynamic MLP called with n = 1, 3, 17 in turn: four slots of the shape heap, a load phase, live bytes.
SyntheticModel dynamicModel(uint32_t runs);
/// A recursive function: nested calls down to `depth`, one run.
SyntheticModel recursiveModel(uint32_t depth);
/// At least `events` events: calls of 24 callees in runs of 500, durations between 20 ns and 30 µs, without values.
std::shared_ptr<const Trace> bulkTrace(uint64_t events);

}  // namespace relaxscope::testing
