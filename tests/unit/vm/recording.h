// SPDX-License-Identifier: Apache-2.0
// Collects the records of a VM for tests.
#pragma once

#include <memory>
#include <vector>

#include "tests/unit/vm/test_vm.h"

namespace relaxscope::testing {

/// One event with its side records, by value.
struct Seen {
  int64_t start, end;
  uint32_t pc, function, callee;
  uint16_t depth;
  EventKind kind;
};
struct Recording {
  std::vector<Seen> events;
  std::vector<RunSpan> runs;
  std::vector<std::shared_ptr<TraceChunk>> chunks;

  TraceSink sink() {
    return [this](std::shared_ptr<TraceChunk> chunk, std::vector<RunSpan> ended) {
      const EventColumns& c = chunk->events;
      for (size_t i = 0; i < c.size(); ++i)
        events.push_back({c.start[i], c.start[i] + c.duration[i], c.pc[i], c.function[i], c.callee[i], c.depth[i],
                          static_cast<EventKind>(c.kind[i])});
      runs.insert(runs.end(), ended.begin(), ended.end());
      chunks.push_back(std::move(chunk));
    };
  }
  [[nodiscard]] const TraceChunk& only() const {
    EXPECT_EQ(chunks.size(), 1u);
    return *chunks.front();
  }
};

inline Recording record(VirtualMachine& vm, std::vector<ffi::Any> args, bool values,
                        TraceMode mode = TraceMode::Chained) {
  Recording recording;
  vm.startTrace(mode, values, recording.sink());
  vm.beginRun(0, RunKind::Measured);
  static_cast<void>(callMain(vm, std::move(args)));
  vm.endRun();
  vm.stopTrace();
  return recording;
}

}  // namespace relaxscope::testing
