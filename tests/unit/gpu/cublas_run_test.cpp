// SPDX-License-Identifier: Apache-2.0
// Programs of the VM that call cuBLAS's packed functions of TVM's runtime, on a GPU: the emulated one unless
// RELAXSCOPE_GPU_TESTS=1 asks for a real one.
#include <unistd.h>

#include <functional>

#include "tests/unit/gpu/gpu_program.h"
#include "tests/unit/gpu/gpu_recording.h"
#include "vmcore/device/devices.h"

namespace relaxscope::testing {
namespace {

class CublasRun : public GpuProgram {
 protected:
  /// main(a, b, c): calls `function` with those and with `rest`, and returns c.
  void loadCall(const char* function, std::vector<Arg> rest, B builder = B(), const std::string& device = gpu()) {
    builder.beginFunction("main", {"a", "b", "c"});
    std::vector<Arg> args{B::r(0), B::r(1), B::r(2)};
    args.insert(args.end(), rest.begin(), rest.end());
    builder.emitCall(function, args);
    builder.emitRet(2);
    load(builder, device);
  }
};

constexpr const char* kMatmul = "tvm.contrib.cublas.matmul";
constexpr const char* kBatchMatmul = "tvm.contrib.cublas.batch_matmul";

TEST_F(CublasRun, MultipliesMatricesInEveryTranspose) {
  const std::vector<float> a = counted(15, -3), b = counted(35, 2), none(21);
  for (const bool ta : {false, true})
    for (const bool tb : {false, true}) {
      loadCall(kMatmul, {B::imm(ta), B::imm(tb)});
      if (IsSkipped()) return;
      const ffi::Any got =
          resultOf({floats(ta ? std::vector<int64_t>{5, 3} : std::vector<int64_t>{3, 5}, a),
                    floats(tb ? std::vector<int64_t>{7, 5} : std::vector<int64_t>{5, 7}, b), floats({3, 7}, none)});
      EXPECT_EQ(elementsOf<float>(got), product(a, b, 1, 3, 7, 5, ta, tb)) << ta << tb;
    }
}

TEST_F(CublasRun, MultipliesBatchesAndOneMatrixWithEach) {
  const std::vector<float> a = counted(2 * 12, 1), b = counted(2 * 20, -4);
  for (const bool ta : {false, true})
    for (const bool tb : {false, true}) {
      loadCall(kBatchMatmul, {B::imm(ta), B::imm(tb)});
      if (IsSkipped()) return;
      const std::vector<int64_t> da = ta ? std::vector<int64_t>{2, 4, 3} : std::vector<int64_t>{2, 3, 4};
      const std::vector<int64_t> db = tb ? std::vector<int64_t>{2, 5, 4} : std::vector<int64_t>{2, 4, 5};
      const ffi::Any none = floats({2, 3, 5}, std::vector<float>(30));
      EXPECT_EQ(elementsOf<float>(resultOf({floats(da, a), floats(db, b), none})), product(a, b, 2, 3, 5, 4, ta, tb));
      // One matrix of B serves for both of A.
      std::vector<float> one(b.begin(), b.begin() + 20), twice = one;
      twice.insert(twice.end(), one.begin(), one.end());
      EXPECT_EQ(elementsOf<float>(resultOf({floats(da, a), floats({1, db[1], db[2]}, one), none})),
                product(a, twice, 2, 3, 5, 4, ta, tb));
    }
}

TEST_F(CublasRun, TakesFactors) {
  B builder;
  const Arg alpha = B::c(builder.addConstant(FloatConstant{0.5})), beta = B::c(builder.addConstant(FloatConstant{2}));
  loadCall(kMatmul, {B::imm(0), B::imm(0), alpha, beta}, builder);
  if (IsSkipped()) return;
  const ffi::Any got = resultOf({floats({1, 2}, {3, 4}), floats({2, 1}, {5, 6}), floats({1, 1}, {10})});
  EXPECT_EQ(elementsOf<float>(got), std::vector<float>{39.5F}) << "(15 + 24) / 2 + 20";
}

TEST_F(CublasRun, MultipliesHalvesAndBytes) {
  loadCall(kMatmul, {B::imm(0), B::imm(0)});
  if (IsSkipped()) return;
  constexpr DLDataType kHalf{kDLFloat, 16, 1}, kByte{kDLInt, 8, 1}, kInt{kDLInt, 32, 1};
  const std::vector<_Float16> a{1, 2, 3, 4}, b{5, 6, 7, 8}, none(4);
  const ffi::Any halves = resultOf({tensor({2, 2}, kHalf, a), tensor({2, 2}, kHalf, b), tensor({2, 2}, kHalf, none)});
  EXPECT_EQ(elementsOf<_Float16>(halves), (std::vector<_Float16>{19, 22, 43, 50}));
  const std::vector<int8_t> x{1, -2, 3, -4}, y{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16};
  const ffi::Any bytes =
      resultOf({tensor({1, 4}, kByte, x), tensor({4, 4}, kByte, y), tensor({1, 4}, kInt, std::vector<int32_t>(4))});
  EXPECT_EQ(elementsOf<int32_t>(bytes), (std::vector<int32_t>{-34, -36, -38, -40}));
}

TEST_F(CublasRun, IsReplayedByAGraph) {
  B b;
  const Arg one = B::c(b.addConstant(FloatConstant{1}));
  b.beginFunction("captured", {"a", "b", "c"});
  b.emitCall(kMatmul, {B::r(0), B::r(1), B::r(2), B::imm(0), B::imm(0), one, one});
  b.emitRet(2);
  b.beginFunction("main", {"a", "b", "c"});
  b.emitCall("vm.builtin.make_tuple", {B::r(0), B::r(1), B::r(2)}, 3);
  b.emitCall("vm.builtin.cuda_graph.run_or_capture", {B::vm(), b.f("captured"), B::r(3), B::imm(0)}, 4);
  b.emitRet(4);
  load(b);
  if (IsSkipped()) return;
  const ffi::Any a = placed(floats({1, 2}, {3, 4})), w = placed(floats({2, 1}, {5, 6})),
                 sum = placed(floats({1, 1}, {0}));
  for (int calls = 1; calls <= 4; ++calls) {
    const RunResult result = vm().call("main", std::vector<ffi::AnyView>{a, w, sum});
    ASSERT_TRUE(result.ok()) << result.error->message;
    EXPECT_EQ(elementsOf<float>(sum), std::vector<float>{39.0F * static_cast<float>(calls)}) << "each call adds once";
  }
}

/// TVM's front end lets a kernel call it (te.extern), which finds it among its imports.
TEST_F(CublasRun, IsCalledByKernels) {
  B b;
  b.beginFunction("main", {"a", "b", "c"});
  b.emitCall("product_by_imports", {B::r(0), B::r(1), B::r(2), B::imm(0), B::imm(0)}, 3);
  b.emitRet(2);
  LoadOptions options;
  const char* const data = std::getenv("RELAXSCOPE_TEST_DATA");
  options.libraries = {data != nullptr ? std::string(data) + "/lookups.so" : LOOKUPS_PATH};
  load(b, gpu(), std::move(options));
  if (IsSkipped()) return;
  for (int i = 0; i < 2; ++i)
    EXPECT_EQ(elementsOf<float>(resultOf({floats({1, 2}, {3, 4}), floats({2, 1}, {5, 6}), floats({1, 1}, {0})})),
              std::vector<float>{39});
}

/// The first call computes, then captures; the second replays. Both products and their Calls are in the recording.
TEST_F(CublasRun, ItsKernelsBelongToTheirCalls) {
  B b;
  b.beginFunction("captured", {"a", "b", "c"});
  b.emitCall(kMatmul, {B::r(0), B::r(1), B::r(2), B::imm(0), B::imm(0)});
  b.emitRet(2);
  b.beginFunction("main", {"a", "b", "c"});
  b.emitCall("vm.builtin.make_tuple", {B::r(0), B::r(1), B::r(2)}, 3);
  b.emitCall("vm.builtin.cuda_graph.run_or_capture", {B::vm(), b.f("captured"), B::r(3), B::imm(0)}, 4);
  b.emitCall(kMatmul, {B::r(0), B::r(1), B::r(2), B::imm(0), B::imm(0)});
  b.emitRet(4);
  load(b);
  if (IsSkipped()) return;
  const ffi::Any a = placed(floats({1, 2}, {3, 4})), w = placed(floats({2, 1}, {5, 6})),
                 out = placed(floats({1, 1}, {0}));
  GpuRecording recording;
  vm().describe(recording.info);
  vm().startTrace(TraceMode::Chained, false, recording.sink(), recording.devices(LaunchMode::Asynchronous));
  for (uint32_t i = 0; i < 2; ++i) {
    vm().beginRun(i, RunKind::Measured);
    const RunResult result = vm().call("main", std::vector<ffi::AnyView>{a, w, out});
    ASSERT_TRUE(result.ok()) << result.error->message;
    vm().endRun();
  }
  vm().stopTrace();
  const auto kernels = recording.of(DeviceWorkKind::Kernel);
  ASSERT_EQ(kernels.size(), 4u) << "a captured product is not run";
  uint64_t captured = kNoEvent;
  for (size_t i = 0; i < kernels.size(); ++i) {
    ASSERT_LT(kernels[i].call, recording.events.size());
    const HostEvent& call = recording.events[kernels[i].call];
    const bool replayed = i == 2;
    EXPECT_EQ(recording.calleeOf(call), replayed ? "vm.builtin.cuda_graph.run_or_capture" : kMatmul) << i;
    EXPECT_EQ(kernels[i].graph != kNoIndex, replayed) << i;
    if (i == 0) captured = call.pc;
    EXPECT_EQ(kernels[i].node, replayed ? captured : kNoEvent) << i;
  }
}

TEST_F(CublasRun, NamesWhatIsWrongWithTheArguments) {
  loadCall(kMatmul, {B::imm(0), B::imm(0)});
  if (IsSkipped()) return;
  const ffi::Any a = floats({2, 3}, counted(6, 0)), b = floats({2, 3}, counted(6, 0)),
                 c = floats({2, 2}, counted(4, 0));
  EXPECT_EQ(errorOf({a, b, c}),
            "ValueError: tvm.contrib.cublas.matmul: float32[2, 3] * float32[2, 3] -> "
            "float32[2, 2]: the shapes do not match");
  EXPECT_EQ(errorOf({a, tensor({3, 2}, {kDLInt, 32, 1}, std::vector<int32_t>(6)), c}),
            "ValueError: tvm.contrib.cublas.matmul: float32 * int32 -> float32: these types are not supported");
  EXPECT_EQ(errorOf({floats({1, 2, 3}, counted(6, 0)), b, c}),
            "ValueError: tvm.contrib.cublas.matmul: A is float32[1, 2, 3], but it must have 2 dimensions");
  // The VM stays usable.
  EXPECT_EQ(errorOf({a, floats({3, 2}, counted(6, 0)), c}), "no error");
}

/// Calls a product on a GPU that is lost at its first launch; 0 if the error says so.
int callOnALostGpu(const std::function<std::string()>& call) {
  setenv("RELAXSCOPE_EMULATED_GPU", "lost=0", 1);
  const std::string error = call();
  if (error.starts_with("DeviceLost: tvm.contrib.cublas.matmul: float32[1, 1] * ")) return 0;
  std::fprintf(stderr, "%s\n", error.c_str());
  return 1;
}

TEST_F(CublasRun, TellsALostGpuFromARefusal) {
  if (gpu() == "cuda:0") GTEST_SKIP() << "no real GPU is lost on request";
  GTEST_FLAG_SET(death_test_style, "threadsafe");  // another process, whose emulated GPU is configured anew
  const auto call = [this] {
    loadCall(kMatmul, {B::imm(0), B::imm(0)});
    return errorOf({floats({1, 1}, {1}), floats({1, 1}, {1}), floats({1, 1}, {1})});
  };
  EXPECT_EXIT(_exit(callOnALostGpu(call)), ::testing::ExitedWithCode(0), "");
}

TEST_F(CublasRun, IsListedWithTheDevice) {
  loadCall(kMatmul, {B::imm(0), B::imm(0)});
  if (IsSkipped()) return;
  for (const DeviceRow& row : listDevices()) {
    if (row.id != "cuda:0") continue;
    ASSERT_EQ(row.libraries.size(), 1u);
    EXPECT_EQ(row.libraries[0].find(row.emulated ? "emulated cuBLAS 13.0 (/" : "cuBLAS "), 0u) << row.libraries[0];
    EXPECT_NE(row.libraries[0].find("libcublas.so."), std::string::npos) << row.libraries[0];
    for (const std::string& each : row.missing) EXPECT_EQ(each.find("cuBLAS was not found"), std::string::npos);
    return;
  }
  FAIL() << "no row of the GPU";
}

TEST_F(CublasRun, NeedsTensorsOnAGpu) {
  loadCall(kMatmul, {B::imm(0), B::imm(0)}, B(), "cpu");
  const ffi::Any a = floats({2, 2}, counted(4, 0));
  EXPECT_EQ(errorOf({a, a, a}),
            "ValueError: tvm.contrib.cublas.matmul needs tensors on a GPU, but argument 0 is not on one");
  loadCall(kMatmul, {B::imm(0)}, B(), "cpu");
  EXPECT_EQ(errorOf({a, a, a}), "TypeError: tvm.contrib.cublas.matmul expects 5 to 7 arguments, but got 4");
}

}  // namespace
}  // namespace relaxscope::testing
