// SPDX-License-Identifier: Apache-2.0
// The emulated cuBLAS, opened beside the emulated driver: its products against a plain loop, the order of its work on
// streams and in graphs, and what it refuses.
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>

#include "tests/unit/emulated/cublas_gpu.h"

namespace relaxscope::test {
namespace {

using blas::AsStored;
using blas::Handle;
using blas::Transposed;

/// Arguments of a product of float32 matrices, as a test changes them.
struct Call {
  int ta = AsStored, tb = AsStored, m = 2, n = 2, k = 2, lda = 2, ldb = 2, ldc = 2;
  int operands = blas::Float32, result = blas::Float32, compute = blas::Compute32F, algorithm = blas::kDefaultAlgorithm;
  float alpha = 1, beta = 0;
  DevicePointer a = 0, b = 0, c = 0;
  int run(CublasGpu& gpu, Handle handle) const {
    return gpu.gemm(handle, ta, tb, m, n, k, &alpha, at(a), operands, lda, at(b), operands, ldb, &beta, at(c), result,
                    ldc, compute, algorithm);
  }
};

uint16_t bfloatOf(float value) {
  uint32_t bits;
  std::memcpy(&bits, &value, 4);
  return static_cast<uint16_t>(bits >> 16);
}

/// Products of all transposes, with gaps between columns, of small integers: they are exact in every type.
/// `Operand` and `Result` are how the elements lie in memory; `pack` makes an element of an integer.
template <class Operand, class Result, class Factor, class Pack>
void expectExact(int operands, int result, int compute, Pack pack) {
  CublasGpu gpu;
  constexpr int m = 3, n = 5, k = 4, lda = 8, ldb = 8, ldc = 8, batch = 3;
  const auto number = [](size_t i, int seed) { return static_cast<int>((i * 7 + static_cast<size_t>(seed)) % 9) - 4; };
  for (const int ta : {AsStored, Transposed})
    for (const int tb : {AsStored, Transposed}) {
      constexpr long long strideA = lda * 5, strideB = 0, strideC = ldc * n;
      std::vector<Operand> a, b;
      for (size_t i = 0; i < lda * 5 * batch; ++i) a.push_back(pack(number(i, 1)));
      for (size_t i = 0; i < ldb * 5; ++i) b.push_back(pack(number(i, 2)));
      const std::vector<Result> before(ldc * n * batch, Result(1));
      const DevicePointer da = gpu.upload(a), db = gpu.upload(b), dc = gpu.upload(before);
      const Factor alpha = Factor(2), beta = Factor(3);
      ASSERT_EQ(gpu.gemmBatched(gpu.handle, ta, tb, m, n, k, &alpha, at(da), operands, lda, strideA, at(db), operands,
                                ldb, strideB, &beta, at(dc), result, ldc, strideC, batch, compute, 0),
                blas::Success)
          << gpu.reason();
      const auto got = gpu.download<Result>(dc, before.size());
      for (int i = 0; i < batch; ++i)
        for (int column = 0; column < n; ++column)
          for (int row = 0; row < m; ++row) {
            int sum = 0;
            for (int d = 0; d < k; ++d) {
              const int x = ta == AsStored ? d * lda + row : row * lda + d;
              const int y = tb == AsStored ? column * ldb + d : d * ldb + column;
              sum += number(static_cast<size_t>(x + i * strideA), 1) * number(static_cast<size_t>(y), 2);
            }
            const size_t place = static_cast<size_t>(i * strideC + column * ldc + row);
            ASSERT_EQ(static_cast<double>(got[place]), 2 * sum + 3) << ta << tb << " " << i << row << column;
          }
      EXPECT_EQ(static_cast<double>(got[3]), 1) << "the gap between columns stays";
    }
}

TEST(EmulatedCublas, MultipliesEveryTypeInEveryTranspose) {
  const auto plain = [](auto type) { return [](int value) { return static_cast<decltype(type)>(value); }; };
  const auto brain = [](int value) { return bfloatOf(static_cast<float>(value)); };
  expectExact<float, float, float>(blas::Float32, blas::Float32, blas::Compute32F, plain(float{}));
  expectExact<double, double, double>(blas::Float64, blas::Float64, blas::Compute64F, plain(double{}));
  expectExact<_Float16, _Float16, _Float16>(blas::Float16, blas::Float16, blas::Compute16F, plain(_Float16{}));
  expectExact<_Float16, _Float16, float>(blas::Float16, blas::Float16, blas::Compute32F, plain(_Float16{}));
  expectExact<_Float16, float, float>(blas::Float16, blas::Float32, blas::Compute32F, plain(_Float16{}));
  expectExact<uint16_t, float, float>(blas::Bfloat16, blas::Float32, blas::Compute32F, brain);
  expectExact<int8_t, float, float>(blas::Int8, blas::Float32, blas::Compute32F, plain(int8_t{}));
  expectExact<int8_t, int32_t, int32_t>(blas::Int8, blas::Int32, blas::Compute32I, plain(int8_t{}));
}

TEST(EmulatedCublas, SumsHalvesInTheTypeThatIsAsked) {
  // 2048 + 1 is 2048 as float16: a sum of float16 stays there, one of float32 does not.
  CublasGpu gpu;
  constexpr int k = 8;
  std::vector<_Float16> a(k, _Float16(1)), b(k, _Float16(1));
  a[0] = 2048;
  const DevicePointer da = gpu.upload(a), db = gpu.upload(b), dc = gpu.upload(std::vector<_Float16>(1));
  const auto sum = [&](int compute, const void* alpha, const void* beta) {
    EXPECT_EQ(gpu.gemm(gpu.handle, AsStored, AsStored, 1, 1, k, alpha, at(da), blas::Float16, 1, at(db), blas::Float16,
                       k, beta, at(dc), blas::Float16, 1, compute, -1),
              blas::Success)
        << gpu.reason();
    return static_cast<float>(gpu.download<_Float16>(dc, 1)[0]);
  };
  const float one = 1, zero = 0;
  const _Float16 halfOne = 1, halfZero = 0;
  EXPECT_EQ(sum(blas::Compute32F, &one, &zero), 2056) << "2055 rounded to even";
  EXPECT_EQ(sum(blas::Compute16F, &halfOne, &halfZero), 2048);
}

TEST(EmulatedCublas, WithoutBetaTheResultIsNotRead) {
  CublasGpu gpu;
  Call call;
  call.a = gpu.upload<float>({1, 2, 3, 4});
  call.b = gpu.upload<float>({1, 0, 0, 1});
  call.c = gpu.upload<float>({NAN, NAN, NAN, NAN});
  ASSERT_EQ(call.run(gpu, gpu.handle), blas::Success) << gpu.reason();
  EXPECT_EQ(gpu.download<float>(call.c, 4), (std::vector<float>{1, 2, 3, 4}));
  call.k = 0;
  call.beta = 2;
  call.a = call.b = 0xBAD0000000000000;  // not read: nothing is summed
  ASSERT_EQ(call.run(gpu, gpu.handle), blas::Success) << gpu.reason();
  EXPECT_EQ(gpu.download<float>(call.c, 4), (std::vector<float>{2, 4, 6, 8}));
}

/// The product of a number by 1 after another stream has written the number; with or without a wait for it.
float producedAndMultiplied(const std::string& configuration, bool wait) {
  CublasGpu gpu(configuration);
  Call call;
  call.m = call.n = call.k = 1;
  call.a = gpu.upload<float>({3});
  call.b = gpu.upload<float>({1});
  call.c = gpu.upload<float>({0});
  EXPECT_EQ(gpu.contextSynchronize(), Success);
  const Stream producer = gpu.stream(), own = gpu.stream();
  const Event ready = gpu.event();
  EXPECT_EQ(gpu.fillWords(call.a, 0x40E00000, 1, producer), Success) << "7";
  EXPECT_EQ(gpu.eventRecord(ready, producer), Success);
  if (wait) { EXPECT_EQ(gpu.streamWaitEvent(own, ready, 0), Success); }
  EXPECT_EQ(gpu.setStream(gpu.handle, own), blas::Success) << gpu.reason();
  EXPECT_EQ(call.run(gpu, gpu.handle), blas::Success) << gpu.reason();
  EXPECT_EQ(gpu.streamSynchronize(own), Success);
  return gpu.download<float>(call.c, 1)[0];
}

TEST(EmulatedCublas, WorksInTheOrderOfItsStream) {
  for (int seed = 0; seed < 4; ++seed) {
    EXPECT_EQ(producedAndMultiplied("late=" + std::to_string(seed), false), 3) << "as late as is allowed";
    EXPECT_EQ(producedAndMultiplied("late=" + std::to_string(seed), true), 7);
  }
}

TEST(EmulatedCublas, IsCapturedWithAHandleThatExists) {
  CublasGpu gpu;
  Call call;
  call.a = gpu.upload<float>({1, 2, 3, 4});
  call.b = gpu.upload<float>({2, 0, 0, 2});
  call.c = gpu.upload<float>({0, 0, 0, 0});
  const Stream stream = gpu.stream();
  ASSERT_EQ(gpu.captureBegin(stream, CaptureThreadLocal), Success);
  ASSERT_EQ(gpu.setStream(gpu.handle, stream), blas::Success) << gpu.reason();
  ASSERT_EQ(call.run(gpu, gpu.handle), blas::Success) << gpu.reason();
  Graph graph = nullptr;
  ASSERT_EQ(gpu.captureEnd(stream, &graph), Success);
  EXPECT_EQ(gpu.download<float>(call.c, 4), (std::vector<float>{0, 0, 0, 0})) << "a capture runs nothing";
  GraphExec exec = nullptr;
  ASSERT_EQ(gpu.graphInstantiate(&exec, graph, 0), Success);
  ASSERT_EQ(gpu.graphLaunch(exec, stream), Success);
  EXPECT_EQ(gpu.streamSynchronize(stream), Success);
  EXPECT_EQ(gpu.download<float>(call.c, 4), (std::vector<float>{2, 4, 6, 8}));
  // A new handle needs memory, which a capture forbids.
  ASSERT_EQ(gpu.captureBegin(stream, CaptureThreadLocal), Success);
  Handle other = nullptr;
  EXPECT_EQ(gpu.create(&other), blas::AllocFailed);
  EXPECT_STREQ(gpu.reason(),
               "cublasCreate_v2: cuMemAlloc_v2: the call is not allowed while a stream of device 0 is captured");
  EXPECT_EQ(gpu.captureEnd(stream, &graph), StreamCaptureInvalidated);
}

TEST(EmulatedCublas, IsRecordedAsAKernel) {
  CublasGpu gpu;
  static std::vector<std::string> names;
  names.clear();
  emulated::ActivitySink sink;
  sink.work = [](void*, const emulated::WorkRecord& record) {
    if (record.kind == emulated::WorkKind::Kernel) names.emplace_back(record.name);
  };
  Call call;
  call.a = call.b = gpu.upload<float>({1, 2, 3, 4});
  call.c = gpu.upload<float>({0, 0, 0, 0});
  gpu.setActivitySink(&sink);
  call.tb = Transposed;
  ASSERT_EQ(call.run(gpu, gpu.handle), blas::Success) << gpu.reason();
  EXPECT_EQ(gpu.contextSynchronize(), Success);
  gpu.setActivitySink(nullptr);
  EXPECT_EQ(names, std::vector<std::string>{"cublas_gemm_float32_float32_nt"});
}

TEST(EmulatedCublas, AMatrixOutsideOfItsBlockEndsTheContext) {
  CublasGpu gpu;
  Call call;
  call.a = gpu.upload<float>({1, 2, 3});
  call.b = call.c = gpu.upload<float>({1, 2, 3, 4});
  ASSERT_EQ(call.run(gpu, gpu.handle), blas::Success) << "the extents of blocks are not known to cuBLAS";
  EXPECT_EQ(gpu.contextSynchronize(), IllegalAddress);
  EXPECT_NE(gpu.text().find("cublas_gemm_float32_float32_nn: A: 16 bytes from byte 0 of a block of 12 bytes"),
            std::string::npos)
      << gpu.text();
  EXPECT_NE(call.run(gpu, gpu.handle), blas::Success) << "the fault stays";
}

TEST(EmulatedCublas, RefusesArgumentsWithTheReason) {
  CublasGpu gpu;
  Call good;
  good.a = good.b = gpu.upload<float>({1, 2, 3, 4});
  good.c = gpu.upload<float>({1, 2, 3, 4});
  const auto expect = [&](int status, const std::string& why, auto change) {
    Call call = good;
    change(call);
    EXPECT_EQ(call.run(gpu, gpu.handle), status);
    EXPECT_EQ(gpu.reason(), "cublasGemmEx: " + why);
  };
  expect(blas::InvalidValue, "leading dimension of A: 1 is less than 2, its rows as stored",
         [](Call& c) { c.lda = 1; });
  expect(blas::InvalidValue, "leading dimension of B: 2 is less than 3, its rows as stored", [](Call& c) { c.k = 3; });
  expect(blas::InvalidValue, "leading dimension of C: 1 is less than 2, its rows as stored",
         [](Call& c) { c.ldc = 1; });
  expect(blas::InvalidValue, "m, n, k: -1, 2, 2 must not be negative", [](Call& c) { c.m = -1; });
  expect(blas::InvalidValue, "B: is null", [](Call& c) { c.b = 0; });
  expect(blas::InvalidValue, "trans: the emulation does not know 7", [](Call& c) { c.ta = 7; });
  expect(blas::InvalidValue, "algo: 55 is not one", [](Call& c) { c.algorithm = 55; });
  expect(blas::NotSupported, "float32 times float32 to float16 with compute type 68",
         [](Call& c) { c.result = blas::Float16; });
  expect(blas::NotSupported, "A: a leading dimension of 2 is not a multiple of 4, as int8 needs", [](Call& c) {
    c.operands = blas::Int8;
    c.result = blas::Int32;
    c.compute = blas::Compute32I;
  });
  const float one = 1, zero = 0;
  EXPECT_EQ(gpu.gemmBatched(gpu.handle, 0, 0, 2, 2, 2, &one, at(good.a), 0, 2, 0, at(good.b), 0, 2, 0, &zero,
                            at(good.c), 0, 2, 0, 2, blas::Compute32F, -1),
            blas::InvalidValue);
  EXPECT_STREQ(gpu.reason(),
               "cublasGemmStridedBatchedEx: stride of C: 0 is less than a matrix, 4 elements, and the "
               "results overlap");
  EXPECT_EQ(good.run(gpu, gpu.handle), blas::Success) << "a refusal changes nothing";
  EXPECT_STREQ(gpu.reason(), "");
}

TEST(EmulatedCublas, ChecksHandlesAndStreams) {
  CublasGpu gpu("devices=2");
  Call call;
  call.a = call.b = call.c = gpu.upload<float>({1, 2, 3, 4});
  EXPECT_EQ(call.run(gpu, nullptr), blas::NotInitialized);
  EXPECT_EQ(gpu.setStream(gpu.handle, reinterpret_cast<Stream>(&call)), blas::InvalidValue);
  EXPECT_NE(std::string(gpu.reason()).find("is not a stream"), std::string::npos) << gpu.reason();
  EXPECT_EQ(gpu.setWorkspace(gpu.handle, at(call.a + 4), 4), blas::InvalidValue);
  Context second = nullptr;
  ASSERT_EQ(gpu.primaryRetain(&second, 1), Success);
  ASSERT_EQ(gpu.contextSet(second), Success);
  EXPECT_EQ(call.run(gpu, gpu.handle), blas::ExecutionFailed);
  EXPECT_STREQ(gpu.reason(), "cublasGemmEx: handle: belongs to another context than the current one");
  ASSERT_EQ(gpu.contextSet(gpu.context), Success);
  ASSERT_EQ(gpu.destroy(gpu.handle), blas::Success);
  EXPECT_EQ(gpu.destroy(gpu.handle), blas::NotInitialized);
  EXPECT_STREQ(gpu.reason(), "cublasDestroy_v2: handle: was destroyed, or is not one");
}

}  // namespace
}  // namespace relaxscope::test
