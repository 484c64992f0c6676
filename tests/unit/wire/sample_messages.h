// SPDX-License-Identifier: Apache-2.0
// One message of every kind, with every field different from its default.
#pragma once

#include <limits>
#include <vector>

#include "vmcore/wire/messages.h"

namespace relaxscope::wire {

inline std::vector<Value> sampleValues() {
  const DataType f32{2, 32, 1};
  TupleValue tuple;
  tuple.fields = {Value{int64_t{-7}}, Value{TupleValue{{Value{std::string("\xff\0bytes", 7)}}, -3}},
                  Value{TensorValue{f32, {2, 1}, Bytes::own({1, 2, 3, 4, 5, 6, 7, 8})}}};
  return {Value{NoneValue{}},
          Value{std::numeric_limits<int64_t>::min()},
          Value{std::numeric_limits<double>::quiet_NaN()},
          Value{-0.0},
          Value{true},
          Value{DataType{4, 16, 2}},
          Value{ShapeValue{{3, -1, 0}}},
          Value{TensorValue{f32, {0, 4}, Bytes()}},
          Value{RandomTensor{f32, {4, 8}, ~uint64_t{0}}},
          Value{tuple},
          Value{ObjectValue{"ffi.Function", "inner", {Value{int64_t{3}}, Value{ShapeValue{{2}}}}}},
          Value{ResultRef{3, {1, 0}}}};
}

inline EventBatch sampleBatch() {
  EventBatch batch;
  batch.chunk = std::make_shared<TraceChunk>();
  EventColumns& e = batch.chunk->events;
  e.start = {5, -9};
  e.duration = {7, 0};
  e.pc = {1, kNoIndex};
  e.function = {0, 1};
  e.callee = {1, kNoIndex};
  e.depth = {1, 65535};
  e.kind = {0, 7};
  ValueColumns& v = batch.chunk->values;
  v.args = {{0, 0, static_cast<uint8_t>(ArgType::Tensor), 2, DataType{2, 32, 1}, 1, -8}};
  v.dims = {9, 4, 1};
  v.slotChanges = {{0, 3, 4, 1, 77}};
  v.memory = {{1, 0, 16, 8, 24}};
  v.uses = {{1, 0}};
  batch.runs = {{-1, 2, 3, RunKind::Warmup}, {4, 5, 6, RunKind::Values}};
  batch.runs[1].conditions = {1, 2, 3, 4, 5, 6, 7, 0, 8, 1.5};
  return batch;
}

inline DeviceTables sampleTables() {
  DeviceTables tables;
  tables.timing = DeviceTiming::Events;
  tables.mode = LaunchMode::Synchronised;
  tables.noTimes = "n";
  tables.droppedRecords = 1;
  tables.invalidRecords = 2;
  tables.devices = {{"cuda:0", "G\xfe", "sm_80", true, 3, 4, 5.5, 6.5}};
  tables.tracks = {{7, TrackKind::DriverOverhead, 0, 8, 0, "t"}};
  tables.domains = {{"d", "s", {{-9, 10, 11}}, 12.5}};
  tables.shapes = {{{13, 14, 15}, {16, 17, 18}, 19, 20, 21, 22, 23}};
  tables.names = {"k"};
  return tables;
}

inline WorkBatch sampleWork() {
  WorkBatch batch;
  for (const auto kind : {DeviceWorkKind::Kernel, DeviceWorkKind::CopyToHost}) {
    DeviceWork row;
    row.start = -5, row.duration = 6, row.queued = kNoTick, row.bytes = 7;
    row.call = 3, row.node = 4;
    row.shape = row.graph = kNoIndex;
    row.kind = static_cast<uint16_t>(kind);
    append(batch.rows, row);
  }
  return batch;
}

inline std::vector<Message> sampleMessages() {
  Limits limits{1.5, 1 << 20, false, 77, 12};
  Load load{"/tmp/\xfe.so", "/tmp/\xfe.params", {"a.so", "b.so"}, {"cuda:1", "cpu"}, "naive", limits, true};
  Run run{{{"main", sampleValues(), CallMode::Stateful}, {"other", {}, CallMode::Save, "kept\xfe", false}},
          2,
          9,
          0.25,
          40,
          0.5,
          TraceMode::Precise,
          false,
          false,
          {"make\xfe", {"matmul", "add\xfe"}},
          true,
          true,
          LaunchMode::Synchronised};
  TraceInfo info;
  info.clock = {0.4, "time stamp counter"};
  info.functionNames = {"main", "\xf0"};
  info.names = {"vm.builtin.x"};
  info.executablePath = "p";
  info.executableDigest = "d";
  info.entry = "main";
  info.device = "cpu", info.allocator = "pooled", info.engine = "builtin", info.mode = "chained";
  info.values = false;
  info.startedAt = "2026-01-01T00:00:00Z";
  info.argumentsText = "x";
  info.cost = {1, 2, 3};
  info.lostEvents = 4;
  info.remarks = {"r"};
  info.noReference = "n";
  return {Hello{9, "relaxscope-worker 0.1.0", 4711, {"cpu"}, "x86-64, 2 cores", 7, {"files", "\xfe"}, "token"},
          ListDevices{},
          load,
          run,
          Cancel{},
          Quit{},
          Devices{{{"cuda:0", "H", false, "no driver", 5, true, "sm_80", "CUDA 12.4", {"cuBLAS"}, {"cuOne", ""}}}},
          Loaded{{"main"}, 123},
          RunStarted{info},
          sampleBatch(),
          RunFinished{
              sampleValues(), {1.5, 2.5}, 40, {1, 2, 3, 4, 5, 6, {{"cpu:1", "naive", 6, 7, 8, 9, 10}}}, 6, {3.5, 4.5}},
          Progress{3, 3, 7, 20, true, 12.5, 48},
          Output{true, "text\n"},
          Failure{"Crash", "message", Position{"main", "matmul", 12}, 11, true},
          UnrecordedRuns{{3.5, 4.5}},
          DeviceTablesPart{sampleTables()},
          sampleWork(),
          FileOffers{{{"a/\xfe.so", "/b/a/\xfe.so", std::string(64, 'a'), {1, 2, 3, -4, 5}}}},
          FilePart{std::string(64, 'b'), uint64_t{1} << 40, Bytes::own({1, 2, 3})},
          WantedFiles{{std::string(64, 'c')}},
          Compile{"int x;\n", Bytes::own({1, 2, 3}), "gcc", "x86-64-v3", 12.5},
          Compiled{Bytes::own({4, 5}), "cc -shared", "cc 12", "warning"}};
}

}  // namespace relaxscope::wire
