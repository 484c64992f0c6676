// SPDX-License-Identifier: Apache-2.0
// Traces built event by event, for the tests of this folder.
#pragma once

#include <string>
#include <vector>

#include "tests/support/chunk_arguments.h"
#include "vmcore/trace/trace.h"

namespace relaxscope::test {

class MadeTrace {
 public:
  Trace trace;

  MadeTrace() {
    trace.info.clock = {0.5, "two ticks a nanosecond"};
    trace.info.functionNames = {"main", "relu", "vm.builtin.alloc_storage", "a,\"b\"\n"};
    trace.info.names = {"vm.builtin.make_tuple"};
    trace.info.entry = "main";
  }
  /// Appends an event to the open chunk; events are added in order of their end.
  MadeTrace& event(int64_t start, int64_t end, uint32_t callee, uint16_t depth, EventKind kind = EventKind::Call,
                   uint32_t pc = 7, uint32_t function = 0) {
    EventColumns& events = open_.events;
    events.start.push_back(start);
    events.duration.push_back(end - start);
    events.pc.push_back(pc);
    events.function.push_back(function);
    events.callee.push_back(callee);
    events.depth.push_back(depth);
    events.kind.push_back(static_cast<uint16_t>(kind));
    return *this;
  }
  /// The index of the last event in its chunk.
  [[nodiscard]] uint32_t last() const { return static_cast<uint32_t>(open_.events.size()) - 1; }
  MadeTrace& arg(ArgType type, std::vector<int64_t> dims, int64_t value = 0) {
    ArgRecord record;
    record.type = static_cast<uint8_t>(type);
    record.dtype = {2, 32, 1};
    record.ndim = static_cast<uint8_t>(dims.size());
    record.dimsBegin = static_cast<uint32_t>(open_.values.dims.size());
    record.value = value;
    open_.values.dims.insert(open_.values.dims.end(), dims.begin(), dims.end());
    addArgument(open_, record);
    return *this;
  }
  MadeTrace& memory(int64_t allocated, int64_t freed, int64_t live) {
    open_.values.memory.push_back({last(), 0, allocated, freed, live});
    return *this;
  }
  MadeTrace& slot(uint32_t slot, int64_t value) {
    open_.values.slotChanges.push_back({last(), slot, 1, 0, value});
    return *this;
  }
  MadeTrace& seal() {
    trace.append(open_);
    open_ = {};
    return *this;
  }
  MadeTrace& run(int64_t start, int64_t end, uint32_t index, RunKind kind = RunKind::Measured) {
    trace.runs.push_back({start, end - start, index, kind});
    return *this;
  }

 private:
  TraceChunk open_;
};

/// A warm-up, a values run of two calls over two chunks that allocates 4096 bytes and sets slot 0 to 3, a measured run
/// of the same instructions, and one whose second call is at another pc if `differs`.
inline MadeTrace runsWithValuesRun(bool differs) {
  MadeTrace made;
  const auto body = [&](int64_t start) { made.event(start, start + 900, 0, 0, EventKind::FunctionBody, 0); };
  made.event(0, 100, kNoIndex, 0, EventKind::LoadLibrary, kNoIndex, kNoIndex);
  made.run(1000, 2000, 0, RunKind::Warmup).event(1100, 1200, 2, 1, EventKind::Call, 3).event(1200, 1900, 1, 1);
  body(1000);
  made.run(2000, 3000, 0, RunKind::Values)
      .event(2100, 2200, 2, 1, EventKind::Call, 3)
      .memory(4096, 0, 4096)
      .seal()
      .event(2200, 2800, 1, 1)
      .arg(ArgType::Tensor, {3, 16})
      .slot(0, 3);
  body(2000);
  made.seal();
  made.run(3000, 4000, 0).event(3100, 3250, 2, 1, EventKind::Call, 3).event(3250, 3900, 1, 1);
  body(3000);
  made.run(4000, 5000, 1).event(4100, 4200, 2, 1, EventKind::Call, 3).seal();
  made.event(4200, 4900, 1, 1, EventKind::Call, differs ? 9 : 7);
  body(4000);
  made.seal();
  return made;
}

/// A load phase, a warm-up and two runs of main that call relu; the second run spans two chunks.
inline MadeTrace twoRuns() {
  MadeTrace made;
  made.event(0, 100, kNoIndex, 0, EventKind::LoadLibrary, kNoIndex, kNoIndex)
      .event(100, 120, 1, 0, EventKind::LoadLookup, kNoIndex, kNoIndex);
  made.run(1000, 2000, 0, RunKind::Warmup).event(1100, 1900, 1, 1).event(1000, 2000, 0, 0, EventKind::FunctionBody, 0);
  made.run(3000, 4000, 0)
      .event(3100, 3300, 2, 1, EventKind::Call, 3)
      .memory(4096, 0, 4096)
      .event(3300, 3900, 1, 1)
      .arg(ArgType::Tensor, {3, 16})
      .arg(ArgType::Shape, {2})
      .slot(0, 3);
  made.event(3000, 4000, 0, 0, EventKind::FunctionBody, 0).seal();
  made.run(5000, 7000, 1).event(5100, 5500, 1, 1).memory(0, 4096, 0).seal();
  made.event(5000, 7000, 0, 0, EventKind::FunctionBody, 0).seal();
  return made;
}

}  // namespace relaxscope::test
