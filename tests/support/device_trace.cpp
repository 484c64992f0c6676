// SPDX-License-Identifier: Apache-2.0
#include "tests/support/device_trace.h"

#include <algorithm>
#include <array>

namespace relaxscope::testing {
namespace {

constexpr uint32_t kStream = 0, kOverhead = 1, kThread = 2;  // tracks
constexpr std::array<const char*, 3> kKernels{"fused_matmul_add_relu_kernel", "fused_matmul1_add1_kernel",
                                              "softmax_kernel"};
constexpr uint32_t kModuleName = 3;

DeviceTables tablesOf(DeviceTiming timing) {
  const bool emulated = timing == DeviceTiming::Emulated;
  DeviceTables tables;
  tables.timing = timing;
  DeviceFacts gpu;
  gpu.id = "cuda:0";
  gpu.name = emulated ? "Emulated GPU" : "NVIDIA A100-SXM4-80GB";
  gpu.architecture = "sm_80";
  gpu.emulated = emulated;
  gpu.multiprocessors = 108;
  gpu.threadsPerMultiprocessor = 2048;
  gpu.peakFlops = 19.5e12;
  gpu.peakBytesPerSecond = 2.039e12;
  tables.devices = {gpu};
  tables.tracks = {{7, TrackKind::Stream, 0, 0, 0, ""},
                   {0, TrackKind::DriverOverhead, 0, 0, 0, ""},
                   {1, TrackKind::HostThread, kNoIndex, 0, kNoIndex, ""}};
  const char* domain = timing == DeviceTiming::Cupti    ? "CUPTI activity"
                       : timing == DeviceTiming::Events ? "CUDA events"
                                                        : "emulated";
  tables.domains = {{domain, "real-time clock, ns", {{1'000'000, 0, 700}, {9'000'000, 8'000'000, 800}}, 400}};
  tables.shapes = {{{1, 1, 1}, {8, 16, 1}, 40, 2048, 0, 0, 16},
                   {{1, 1, 1}, {8, 16, 1}, 32, 2048, 0, 0, 16},
                   {{3, 1, 1}, {256, 1, 1}, 24, 324, 0, 0, 8}};
  tables.names = {kKernels[0], kKernels[1], kKernels[2], "mlp_dyn_cuda, module 0"};
  return tables;
}

/// The stream in the order of its work.
class Stream {
 public:
  DeviceWorkColumns rows;

  /// Work that was asked for at `queued` and begins `latency` later, or when the stream is free.
  void add(DeviceWorkKind kind, int64_t queued, int64_t latency, int64_t duration, uint64_t call, uint32_t name,
           uint32_t shape, int64_t bytes) {
    DeviceWork row;
    row.queued = queued;
    row.start = std::max(queued + latency, free_);
    row.duration = duration;
    row.call = call;
    row.name = name;
    row.shape = shape;
    row.graph = kNoIndex;
    row.bytes = bytes;
    row.track = kStream;
    row.kind = static_cast<uint16_t>(kind);
    free_ = row.end() + 40;
    append(rows, row);
  }
  void host(DeviceWorkKind kind, uint32_t track, int64_t start, int64_t duration, uint32_t name) {
    DeviceWork row;
    row.start = start;
    row.duration = duration;
    row.queued = kNoTick;
    row.call = kNoEvent;
    row.name = name;
    row.shape = row.graph = kNoIndex;
    row.track = track;
    row.kind = static_cast<uint16_t>(kind);
    append(rows, row);
  }
  [[nodiscard]] int64_t free() const { return free_; }

 private:
  int64_t free_ = INT64_MIN / 2;
};

/// The kernel of a callee, or the number of kernels.
size_t kernelOf(std::string_view callee) {
  for (size_t i = 0; i < kKernels.size(); ++i)
    if (std::string_view(kKernels[i]) == std::string(callee) + "_kernel") return i;
  return kKernels.size();
}

void addRun(const RunSpan& run, int64_t n, Stream& stream) {
  stream.add(DeviceWorkKind::CopyToHost, run.start + run.duration, 300, 1'150, kNoEvent, kNoIndex, kNoIndex, 24 * n);
}

}  // namespace

SyntheticModel dynamicCudaModel(uint32_t runs, DeviceTiming timing) {
  SyntheticModel model = dynamicModel(runs);
  auto trace = std::make_shared<Trace>(*model.trace);
  trace->device = tablesOf(timing);
  trace->info.device = "cuda:0";
  Stream stream;
  for (int i = 0; i < 4; ++i)
    stream.add(DeviceWorkKind::CopyToDevice, 4'300 + 350 * i, 250, 280, kNoEvent, kNoIndex, kNoIndex,
               std::array<int64_t, 4>{1536, 96, 576, 24}[static_cast<size_t>(i)]);
  stream.host(DeviceWorkKind::Compilation, kThread, 600, 3'300, kModuleName);
  constexpr std::array<int64_t, 3> kSizes{1, 3, 17};
  size_t run = 0;
  for (const auto& chunk : trace->chunks()) {
    for (size_t i = 0; i < chunk->size(); ++i) {
      const EventSite& site = chunk->site(i);
      if (site.kind == EventKind::FunctionBody) {
        addRun(trace->runs[run], kSizes[run % 3], stream);
        if (run % 4 == 0) stream.host(DeviceWorkKind::DriverOverhead, kOverhead, chunk->end(i) + 900, 500, kNoIndex);
        ++run;
      }
      if (site.kind != EventKind::Call) continue;
      if (site.pc == 0)
        stream.add(DeviceWorkKind::CopyToDevice, chunk->start(i) - 2'600, 900, 1'100, kNoEvent, kNoIndex, kNoIndex,
                   64 * kSizes[run % 3]);
      const size_t kernel = kernelOf(trace->info.functionNames[site.callee]);
      if (kernel == kKernels.size()) continue;
      stream.add(DeviceWorkKind::Kernel, chunk->start(i) + chunk->duration(i) / 4, 2'500,
                 2'300 + chunk->duration(i) / 5, chunk->firstEvent + i, static_cast<uint32_t>(kernel),
                 static_cast<uint32_t>(kernel), 0);
    }
  }
  trace->appendWork(std::move(stream.rows));
  return {model.executable, std::move(trace)};
}

std::shared_ptr<const Trace> bulkDeviceTrace(uint64_t rows, uint32_t streams) {
  auto trace = std::make_shared<Trace>(*bulkTrace(rows / 10));
  trace->device = tablesOf(DeviceTiming::Cupti);
  trace->device.tracks.clear();
  for (uint32_t i = 0; i < streams; ++i) trace->device.tracks.push_back({i, TrackKind::Stream, 0, i, 0, ""});
  trace->device.names.clear();
  for (int i = 0; i < 20; ++i) trace->device.names.push_back("fused_kernel" + std::to_string(i) + "_kernel");
  constexpr size_t kRowsPerChunk = 65'536;
  DeviceWorkColumns columns;
  std::vector<int64_t> free(streams, 0);
  uint32_t state = 12345;
  for (uint64_t i = 0; i < rows; ++i) {
    state = state * 1664525u + 1013904223u;
    const auto stream = static_cast<uint32_t>(i % streams);
    const bool copy = i % 10 == 9;
    DeviceWork row;
    row.start = free[stream] + 300 + state % 700;
    row.duration = 500 + (state >> 8) % 3000;
    row.queued = row.start - 2'000;
    row.call = i / 10 < trace->eventCount() ? i / 10 : kNoEvent;
    row.track = stream;
    row.name = copy ? kNoIndex : (state >> 4) % 20;
    row.shape = copy ? kNoIndex : 0;
    row.graph = kNoIndex;
    row.bytes = copy ? 4096 : 0;
    row.kind = static_cast<uint16_t>(copy ? DeviceWorkKind::CopyToDevice : DeviceWorkKind::Kernel);
    free[stream] = row.end();
    append(columns, row);
    if (columns.size() == kRowsPerChunk) trace->appendWork(std::exchange(columns, {}));
  }
  trace->appendWork(std::move(columns));
  return trace;
}

}  // namespace relaxscope::testing
