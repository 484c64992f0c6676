// SPDX-License-Identifier: Apache-2.0
// The work of a GPU in the recording of a run: which Call asked for it, when, and in which runs.
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <set>
#include <utility>

#include "tests/unit/gpu/cuda_vm.h"
#include "tests/unit/gpu/gpu_recording.h"

namespace relaxscope {
namespace {

using testing::gpu;
using testing::GpuRecording;
using testing::HostEvent;
using testing::Matrix;
using testing::randomMatrix;

class DeviceRecordingTest : public testing::CudaVm {
 protected:
  void start(LaunchMode mode = LaunchMode::Asynchronous) {
    vm().describe(recording_.info);
    vm().startTrace(TraceMode::Chained, false, recording_.sink(), recording_.devices(mode));
  }
  void run(const std::vector<ffi::Any>& args, bool keep = true) {
    vm().beginRun(runs_++, RunKind::Measured);
    static_cast<void>(callPlaced(args));
    if (keep) vm().endRun();
    else vm().dropRun();
  }
  std::vector<ffi::Any> mlpArguments(int64_t n) {
    return placed({onHost(randomMatrix(n, 16, 1)), onHost(randomMatrix(16, 24, 2)),
                   onHost(randomMatrix(1, 24, 3), true), onHost(randomMatrix(24, 6, 4)),
                   onHost(randomMatrix(1, 6, 5), true)});
  }
  GpuRecording recording_;

 private:
  uint32_t runs_ = 0;
};

/// Kernels of TVM are named after the function that launches them.
TEST_F(DeviceRecordingTest, KernelsBelongToTheCallsThatLaunchThem) {
  load("mlp_dyn_cuda.so");
  if (IsSkipped()) return;
  const auto args = mlpArguments(17);
  start();
  for (int i = 0; i < 4; ++i) run(args);
  vm().stopTrace();
  const auto kernels = recording_.of(DeviceWorkKind::Kernel);
  ASSERT_EQ(kernels.size(), 4 * 3u) << recording_.tables.invalidRecords << " invalid";
  std::set<uint64_t> calls;
  for (const DeviceWork& kernel : kernels) {
    ASSERT_LT(kernel.call, recording_.events.size());
    const HostEvent& call = recording_.events[kernel.call];
    EXPECT_EQ(call.kind, EventKind::Call);
    EXPECT_EQ(recording_.nameOf(kernel), recording_.calleeOf(call) + "_kernel");
    EXPECT_GE(kernel.queued, call.start);
    EXPECT_LE(kernel.queued, call.end);
    calls.insert(kernel.call);
    ASSERT_LT(kernel.shape, recording_.tables.shapes.size());
  }
  EXPECT_EQ(calls.size(), kernels.size());
  ASSERT_EQ(recording_.tables.devices.size(), 1u);
  EXPECT_EQ(recording_.tables.devices[0].emulated, gpu() == "emulated:0");
  EXPECT_EQ(recording_.tables.droppedRecords, 0u);
  EXPECT_EQ(recording_.tables.invalidRecords, 0u);
}

/// Work of one stream does not overlap, and the host waits for all of it before the run ends.
TEST_F(DeviceRecordingTest, TimesOfARunAddUp) {
  load("mlp_dyn_cuda.so");
  if (IsSkipped()) return;
  const auto args = mlpArguments(200);
  start();
  for (int i = 0; i < 3; ++i) run(args);
  vm().stopTrace();
  ASSERT_EQ(recording_.runs.size(), 3u);
  const double error = recording_.tables.domains.at(0).errorNs / recording_.info.clock.nsPerTick + 1;
  int64_t before = INT64_MIN;
  const auto kernels = recording_.of(DeviceWorkKind::Kernel);
  ASSERT_EQ(kernels.size(), 3 * 3u);
  for (size_t i = 0; i < kernels.size(); ++i) {
    const RunSpan& span = recording_.runs[i / 3];
    EXPECT_GE(static_cast<double>(kernels[i].start), static_cast<double>(kernels[i].queued) - error);
    // Work keeps its length where the recording's clock stops meanwhile, for as long as `recording`.
    EXPECT_GE(kernels[i].start + span.recording + static_cast<int64_t>(error), before) << i;
    EXPECT_LE(static_cast<double>(kernels[i].end()), static_cast<double>(span.start + span.duration) + error);
    before = kernels[i].end();
  }
  size_t waits = 0;
  for (const HostEvent& event : recording_.events) waits += event.kind == EventKind::DeviceWait ? 1 : 0;
  EXPECT_EQ(waits, 3u) << "one event for the end of each run";
}

TEST_F(DeviceRecordingTest, UnrecordedAndDroppedRunsLeaveNoWork) {
  load("softmax_cuda.so");
  if (IsSkipped()) return;
  const auto args = placed({onHost(randomMatrix(16, 128, 1))});
  start();
  run(args);
  vm().pauseTrace();
  for (int i = 0; i < 3; ++i) static_cast<void>(callPlaced(args));
  vm().resumeTrace();
  run(args, false);
  run(args);
  vm().stopTrace();
  static_cast<void>(callPlaced(args));
  // A run with events that were handed over already, every 33 ms, is kept.
  EXPECT_GE(recording_.runs.size(), 2u);
  EXPECT_LE(recording_.runs.size(), 3u);
  EXPECT_EQ(recording_.of(DeviceWorkKind::Kernel).size(), recording_.runs.size());
}

/// The kernels of a replay belong to the Call that replays them; their nodes name the Calls that were captured.
TEST_F(DeviceRecordingTest, NodesOfAGraphNameTheirInstructions) {
  load("mlp_cuda_graph.so");
  if (IsSkipped()) return;
  const auto args = placed({onHost(randomMatrix(1, 8, 7))});
  start();
  run(args);  // computes, then captures
  run(args);  // replays
  vm().stopTrace();
  std::vector<std::pair<std::string, uint64_t>> computed, replayed;
  for (const DeviceWork& kernel : recording_.of(DeviceWorkKind::Kernel)) {
    ASSERT_LT(kernel.call, recording_.events.size());
    if (kernel.graph == kNoIndex) {
      computed.emplace_back(recording_.nameOf(kernel), recording_.events[kernel.call].pc);
      EXPECT_EQ(kernel.node, kNoEvent);
    } else {
      replayed.emplace_back(recording_.nameOf(kernel), kernel.node);
    }
  }
  ASSERT_FALSE(replayed.empty());
  // The capture holds a part of the first run's kernels, in their order.
  auto each = computed.begin();
  for (const auto& node : replayed) {
    each = std::find(each, computed.end(), node);
    ASSERT_NE(each, computed.end()) << node.first << " of instruction " << node.second;
  }
}

/// Runs in a process of its own, as the emulated GPU reads its configuration once.
class SpinningKernel : public DeviceRecordingTest {
 public:
  void TestBody() override {}
  /// Nanoseconds of the kernel and of the Call that launched it.
  std::pair<double, double> measure(LaunchMode mode) {
    load("softmax_cuda.so");
    const auto args = placed({onHost(randomMatrix(16, 128, 1))});
    static_cast<void>(callPlaced(args));  // compiles
    start(mode);
    run(args);
    vm().stopTrace();
    const DeviceWork kernel = recording_.of(DeviceWorkKind::Kernel).at(0);
    const HostEvent call = recording_.events.at(kernel.call);
    return {recording_.ns(kernel.duration), recording_.ns(call.end - call.start)};
  }
};

[[noreturn]] void measureSpin(LaunchMode mode) {
  setenv("RELAXSCOPE_EMULATED_GPU", "spin=softmax_kernel:300000", 1);
  const auto [kernelNs, callNs] = SpinningKernel().measure(mode);
  const bool callHasIt = callNs >= 300e6;
  const bool right = kernelNs >= 300e6 && callHasIt == (mode == LaunchMode::Synchronised);
  std::fprintf(stderr, "%s: kernel %.0f ns, call %.0f ns", right ? "right" : "wrong", kernelNs, callNs);
  std::_Exit(0);
}

/// Runs main `runs` times until one fails, with an emulated GPU of these options; returns the last error.
class ConfiguredGpu : public DeviceRecordingTest {
 public:
  explicit ConfiguredGpu(const char* options) { setenv("RELAXSCOPE_EMULATED_GPU", options, 1); }
  void TestBody() override {}
  std::string record(const std::string& file, const Matrix& x, LaunchMode mode, int runs,
                     const std::string& allocator = "pooled") {
    load(file, allocator);
    const auto args = placed({onHost(x)});
    const std::vector<ffi::AnyView> views(args.begin(), args.end());
    start(mode);
    std::string error;
    for (int i = 0; i < runs && error.empty(); ++i) {
      vm().beginRun(static_cast<uint32_t>(i), RunKind::Measured);
      RunResult result = vm().call("main", views);
      if (result.ok()) result.error = vm().synchronize().error;
      if (!result.ok()) error = result.error->message;
      result.value = nullptr;  // freed within the run
      vm().endRun();
    }
    vm().stopTrace();
    return error;
  }
  [[nodiscard]] const GpuRecording& recording() const { return recording_; }
};

[[noreturn]] void faultUnderSynchronise() {
  ConfiguredGpu gpu("fail=cuCtxSynchronize:0:700");
  std::fprintf(stderr, "%s",
               gpu.record("softmax_cuda.so", randomMatrix(16, 128, 1), LaunchMode::Synchronised, 1).c_str());
  std::_Exit(0);
}
[[noreturn]] void loseAfterTwoRuns() {
  ConfiguredGpu gpu("lost=2");
  const std::string error = gpu.record("softmax_cuda.so", randomMatrix(16, 128, 1), LaunchMode::Asynchronous, 9);
  const GpuRecording& found = gpu.recording();
  std::fprintf(stderr, "%s: %zu kernels, timing %d", error.empty() ? "no error" : "lost",
               found.of(DeviceWorkKind::Kernel).size(), static_cast<int>(found.tables.timing));
  std::_Exit(0);
}
[[noreturn]] void replayWithEvents() {
  ConfiguredGpu gpu("no-cupti=absent");
  std::string text = gpu.record("mlp_cuda_graph.so", randomMatrix(1, 8, 7), LaunchMode::Asynchronous, 2);
  for (const DeviceWork& kernel : gpu.recording().of(DeviceWorkKind::Kernel))
    text += gpu.recording().nameOf(kernel) + (kernel.node == kNoEvent ? "; " : " has an instruction; ");
  std::fprintf(stderr, "%s", text.c_str());
  std::_Exit(0);
}

/// "3 x cuMemAlloc of 36864 bytes; ..." of recorded runs with the naive allocator, which asks the driver each time.
std::string memoryOf(const GpuRecording& recording) {
  std::string text;
  for (const DeviceWorkKind kind : {DeviceWorkKind::Allocation, DeviceWorkKind::Release}) {
    std::map<std::string, std::pair<int, int64_t>> calls;
    for (const DeviceWork& each : recording.of(kind)) {
      auto& [count, bytes] = calls[recording.nameOf(each)];
      ++count;
      bytes += each.bytes;
      if (each.duration <= 0) text += "no time; ";
      const bool inCall = each.call != kNoEvent && recording.events.at(each.call).kind == EventKind::Call;
      if (kind == DeviceWorkKind::Allocation && !inCall) text += "of no Call; ";
    }
    for (const auto& [name, sum] : calls) text += fmt::format("{} {} {}; ", sum.first, name, sum.second);
  }
  return text;
}
[[noreturn]] void allocateNaively(const char* options) {
  ConfiguredGpu gpu(options);
  std::string text = gpu.record("softmax_cuda.so", randomMatrix(16, 128, 1), LaunchMode::Asynchronous, 3, "naive");
  text += memoryOf(gpu.recording());
  std::fprintf(stderr, "%s", text.c_str());
  std::_Exit(0);
}

/// Each run allocates its result, 16 rows of 128 floats, and frees it. Without CUPTI the host's clock times the calls,
/// and nothing tells how much a call frees.
TEST(DeviceMemory, ItsCallsBelongToTheCallsThatAllocate) {
  if (gpu() != "emulated:0") GTEST_SKIP() << "the emulated GPU lacks CUPTI on request";
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_EXIT(allocateNaively(""), ::testing::ExitedWithCode(0), "^3 cuMemAlloc 24576; 3 cuMemFree 24576; $");
  EXPECT_EXIT(allocateNaively("no-cupti=absent"), ::testing::ExitedWithCode(0),
              "^3 cuMemAlloc 24576; 3 cuMemFree 0; $");
}

TEST(DeviceFaults, UnderSynchroniseNameTheKernelThatWasWaitedFor) {
  if (gpu() != "emulated:0") GTEST_SKIP() << "the emulated GPU fails on request";
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_EXIT(faultUnderSynchronise(), ::testing::ExitedWithCode(0), "softmax_kernel.*cuCtxSynchronize");
}
TEST(DeviceFaults, LeaveTheWorkOfEarlierRuns) {
  if (gpu() != "emulated:0") GTEST_SKIP() << "the emulated GPU is lost on request";
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_EXIT(loseAfterTwoRuns(), ::testing::ExitedWithCode(0), "lost: 2 kernels, timing 3");
}
TEST(DeviceTimes, OfAGraphByEventsAreThoseOfTheWhole) {
  if (gpu() != "emulated:0") GTEST_SKIP() << "the emulated GPU lacks CUPTI on request";
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_EXIT(replayWithEvents(), ::testing::ExitedWithCode(0),
              "fused_matmul_add_relu_kernel; fused_matmul1_add1_kernel; softmax_kernel; "
              "fused_matmul_add_relu_kernel; CUDA graph; softmax_kernel; $");
}

/// A kernel that spins for 300 ms takes them on the device; its Call has them only if it waits.
TEST(DeviceTimes, ASpinningKernelTakesItsTime) {
  if (gpu() != "emulated:0") GTEST_SKIP() << "the emulated GPU's kernels spin on request";
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_EXIT(measureSpin(LaunchMode::Asynchronous), ::testing::ExitedWithCode(0), "right");
  EXPECT_EXIT(measureSpin(LaunchMode::Synchronised), ::testing::ExitedWithCode(0), "right");
}

}  // namespace
}  // namespace relaxscope
