// SPDX-License-Identifier: Apache-2.0
// What goes wrong on a GPU, on the emulated one, whose options let every fault happen: one message each, and a worker
// that ends only where the GPU refuses all further work of the process.
#include <fmt/format.h>

#include <cstring>

#include "harness.h"

namespace relaxscope {
namespace {

constexpr const char* kOptions = "RELAXSCOPE_EMULATED_GPU";

/// A worker with an emulated GPU of these options.
struct GpuHost : Host {
  explicit GpuHost(const std::string& options) : Host(start(options)) {}
  ~GpuHost() { unsetenv(kOptions); }

  wire::Message loadCuda(const std::string& path = std::string(RELAXSCOPE_TEST_DATA) + "/relax/mlp_dyn_cuda.so",
                         Limits limits = {}) {
    wire::Load request;
    request.path = path;
    request.devices = {"emulated:0"};
    request.limits = limits;
    return load(request);
  }
  /// main(x[n, 16], w0[16, 24], b0[24], w1[24, 6], b1[6]) with random arguments.
  wire::Message runMain(int64_t n) {
    const DataType f32{2, 32, 1};
    std::vector<Value> args;
    for (const std::vector<int64_t>& shape : {std::vector<int64_t>{n, 16}, {16, 24}, {24}, {24, 6}, {6}})
      args.push_back(Value{RandomTensor{f32, shape, args.size(), 0}});
    return call("main", std::move(args));
  }

 private:
  static std::string start(const std::string& options) {
    setenv(kOptions, options.c_str(), 1);
    return "";
  }
};

/// The library with one store of its softmax kernel one element farther, by an edit that keeps its size.
std::vector<uint8_t> overrunningLibrary() {
  std::ifstream file(std::string(RELAXSCOPE_TEST_DATA) + "/relax/mlp_dyn_cuda.so", std::ios::binary);
  std::string bytes{std::istreambuf_iterator<char>(file), {}};
  const std::string before = "T_softmax_norm_ptr[((((int64_t)blockIdx.x) * (int64_t)6) + ((int64_t)threadIdx.x))] =";
  std::string after = "T_softmax_norm_ptr[((((int64_t)blockIdx.x) * (int64_t)6) + (1ll+threadIdx.x))] =";
  after.resize(before.size(), ' ');
  const size_t at = bytes.find(before);
  EXPECT_NE(at, std::string::npos);
  if (at != std::string::npos) bytes.replace(at, before.size(), after);
  return {bytes.begin(), bytes.end()};
}

bool isFinished(const wire::Message& message) { return std::holds_alternative<wire::RunFinished>(message); }

TEST(GpuFaults, ARunWithoutOptionsSucceeds) {
  GpuHost host("");
  ASSERT_TRUE(std::holds_alternative<wire::Loaded>(host.loadCuda()));
  const wire::Message answer = host.runMain(5);
  EXPECT_TRUE(isFinished(answer)) << failureText(failureOf(answer));
}

TEST(GpuFaults, DriversThatCannotBeUsedAreRefusedWithTheReason) {
  const struct {
    const char *options, *words;
  } cases[] = {
      {"init=100", "the NVIDIA driver finds no GPU (CUDA_ERROR_NO_DEVICE)"},
      {"devices=0", "the NVIDIA driver"},
      {"init=803", "of different versions"},
      {"init=804", "forward compatibility"},
      {"stub", "stub for linking, not a driver"},
      {"driver=11020", "the NVIDIA driver is too old: it supports CUDA 11.2, and CUDA 11.4 or later is needed"},
      {"absent=cuLaunchKernel", "(cuLaunchKernel is missing)"},
      {"fail=cuDevicePrimaryCtxRetain:1:2", "device cuda:0 gives no context: CUDA_ERROR_OUT_OF_MEMORY"},
  };
  for (const auto& each : cases) {
    GpuHost host(each.options);
    const wire::Failure failure = failureOf(host.loadCuda());
    EXPECT_EQ(failure.kind, "Load") << each.options;
    EXPECT_NE(failure.message.find(each.words), std::string::npos) << each.options << ": " << failure.message;
    EXPECT_FALSE(failure.fatal) << each.options;
  }
}

TEST(GpuFaults, AWriteBeyondATensorIsReportedWithItsPlaceAndTheNextWorkerWorks) {
  GpuHost host("");
  ASSERT_TRUE(
      std::holds_alternative<wire::Loaded>(host.loadCuda(host.folder.write("overrun.so", overrunningLibrary()))));
  const wire::Failure failure = failureOf(host.runMain(3));
  EXPECT_EQ(failure.kind, "DeviceLost");
  // The output has 18 elements in a storage that the pool rounds up: the write stays within the driver's block.
  EXPECT_NE(failure.message.find("softmax_kernel: block (2,0,0), thread (5,0,0) writes 4 bytes at parameter 0"),
            std::string::npos)
      << failure.message;
  EXPECT_NE(failure.message.find("index 18 of 18"), std::string::npos) << failure.message;
  EXPECT_TRUE(failure.fatal) << "the GPU refuses further work of this process";
  GpuHost next("");
  ASSERT_TRUE(std::holds_alternative<wire::Loaded>(next.loadCuda()));
  EXPECT_TRUE(isFinished(next.runMain(3)));
}

TEST(GpuFaults, MemoryThatIsFullEndsTheRunAndNotTheWorker) {
  GpuHost host("memory=1M");
  ASSERT_TRUE(std::holds_alternative<wire::Loaded>(host.loadCuda()));
  const wire::Failure failure = failureOf(host.runMain(100'000));
  EXPECT_EQ(failure.kind, "MemoryError");
  EXPECT_NE(failure.message.find("no memory for a storage of 6400000 bytes on cuda:0; "), std::string::npos)
      << failure.message;
  EXPECT_NE(failure.message.find(" of 1048576 bytes of the device are free"), std::string::npos) << failure.message;
  EXPECT_FALSE(failure.fatal);
  EXPECT_TRUE(isFinished(host.runMain(3))) << "smaller runs still fit";
}

TEST(GpuFaults, TheMemoryLimitHoldsOnTheGpu) {
  GpuHost host("");
  Limits limits;
  limits.memoryDefault = false;
  limits.memoryBytes = 256 << 20;
  ASSERT_TRUE(std::holds_alternative<wire::Loaded>(
      host.loadCuda(std::string(RELAXSCOPE_TEST_DATA) + "/relax/mlp_dyn_cuda.so", limits)));
  const wire::Failure failure = failureOf(host.runMain(4'000'000));
  EXPECT_EQ(failure.kind, "MemoryLimit") << failure.message;
}

TEST(GpuFaults, FailingCallsAreNamedWithTheDriversWords) {
  const struct {
    const char *options, *kind, *words;
    bool fatal;
  } cases[] = {
      {"fail=cuLaunchKernel:2:700", "DeviceLost", "cuLaunchKernel: CUDA_ERROR_ILLEGAL_ADDRESS", true},
      {"fail=cuLaunchKernel:1:701", "DeviceError", "fused_matmul_add_relu_kernel with grid", false},
      {"fail=cuModuleLoadDataEx:1:209", "DeviceError", "has no code for this GPU (sm_80)", false},
      {"fail=cuModuleLoadDataEx:1:222", "DeviceError", "newer than the driver's", false},
      {"fail=cuModuleGetFunction:1:500", "DeviceError", "has no kernel named", false},
      {"fail=cuMemcpyDtoHAsync:1:719", "DeviceLost", "CUDA_ERROR_LAUNCH_FAILED", true},
      {"fail=cuCtxSynchronize:1:700", "DeviceLost", "last launches: softmax_kernel", true},
      {"lost=1", "DeviceLost", "CUDA_ERROR", true},
  };
  for (const auto& each : cases) {
    GpuHost host(each.options);
    ASSERT_TRUE(std::holds_alternative<wire::Loaded>(host.loadCuda())) << each.options;
    const wire::Failure failure = failureOf(host.runMain(3));
    EXPECT_EQ(failure.kind, each.kind) << each.options << ": " << failure.message;
    EXPECT_NE(failure.message.find(each.words), std::string::npos) << each.options << ": " << failure.message;
    EXPECT_EQ(failure.fatal, each.fatal) << each.options;
    if (each.fatal) continue;
    EXPECT_TRUE(isFinished(host.runMain(3))) << each.options << ": the next run of the same worker";
  }
}

TEST(GpuFaults, AKernelThatHangsIsEndedByTheTimeLimit) {
  GpuHost host("hang=softmax_kernel");
  Limits limits;
  limits.timeSeconds = 0.5;
  ASSERT_TRUE(std::holds_alternative<wire::Loaded>(
      host.loadCuda(std::string(RELAXSCOPE_TEST_DATA) + "/relax/mlp_dyn_cuda.so", limits)));
  const wire::Failure failure = failureOf(host.runMain(3));
  EXPECT_EQ(failure.kind, "TimeLimit");
  EXPECT_TRUE(
      failure.message.starts_with("the time limit of 0.5 s is reached, and cuda:0 did not finish; last launches: "
                                  "softmax_kernel"))
      << failure.message;
  EXPECT_TRUE(failure.fatal);
}

}  // namespace
}  // namespace relaxscope
