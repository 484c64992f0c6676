// SPDX-License-Identifier: Apache-2.0
// What kernels compute on the emulated GPU: threads, barriers, warps, shared memory, atomics, CUDA's functions.
#include <cmath>
#include <numeric>
#include <thread>

#include "tests/unit/emulated/kernel_program.h"

namespace relaxscope::test {
namespace {

const std::shared_ptr<const KernelImage>& constructs() {
  static const auto image = imageOf(R"(
#define uint unsigned int
extern "C" __global__ void __launch_bounds__(128) add_kernel(float* __restrict__ out, const float* __restrict__ in, int n);
extern "C" __global__ void __launch_bounds__(128) add_kernel(float* __restrict__ out, const float* __restrict__ in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i] + 1.0f;
}
extern "C" __global__ void places(int* out) {
  int i = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * (threadIdx.z + blockDim.z *
          (blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z))));
  out[i] = threadIdx.x + 10 * threadIdx.y + 100 * threadIdx.z + 1000 * blockIdx.x + 10000 * blockIdx.y + 100000 * blockIdx.z;
}
extern "C" __global__ void reverse(int* out, const int* in) {
  __shared__ alignas(64) int tile[96];
  for (int round = 0; round < 3; ++round) {
    tile[threadIdx.x] = in[threadIdx.x] + round;
    __syncthreads();
    out[round * 96 + threadIdx.x] = tile[95 - threadIdx.x];
    __syncthreads();
  }
}
extern "C" __global__ void fresh_shared(float* out) {
  __shared__ float value[4];
  out[blockIdx.x * 4 + threadIdx.x] = value[threadIdx.x];
  value[threadIdx.x] = 5.0f;
}
extern "C" __global__ void dynamic_shared(int* out) {
  extern __shared__ __align__(64) unsigned char bytes[];
  int* values = (int*)bytes;
  values[threadIdx.x] = threadIdx.x * 3;
  __syncthreads();
  out[threadIdx.x] = values[blockDim.x - 1 - threadIdx.x];
}
extern "C" __global__ void shuffles(int* out) {
  int lane = threadIdx.x;
  uint mask = __activemask();
  out[lane] = __shfl_sync(mask, lane * 2, 5, 32);
  out[32 + lane] = __shfl_down_sync(mask, lane, 4, 32);
  out[64 + lane] = __shfl_up_sync(mask, lane, 3, 8);
  out[96 + lane] = __shfl_xor_sync(mask, lane, 1);
  out[128 + lane] = (int)__shfl_sync(mask, (double)lane + 0.5, 31 - lane);
  out[160 + lane] = (int)mask;
}
extern "C" __global__ void half_warp(int* out) {
  int lane = threadIdx.x;
  if (lane < 8) {
    uint mask = __activemask();
    out[lane] = (int)mask + __shfl_down_sync(mask, lane, 4, 32);
  }
  uint mask = __activemask();
  out[32 + lane] = (int)mask;
}
extern "C" __global__ void votes(int* out) {
  int lane = threadIdx.x & 31;
  out[threadIdx.x] = (int)__ballot_sync(0xffffffffu, lane % 3 == 0);
  out[64 + threadIdx.x] = __any_sync(0xffffffffu, lane == 7) + 2 * __all_sync(0xffffffffu, lane < 32) +
                          4 * __all_sync(0xffffffffu, lane < 31) + 8 * __any_sync(0xffffffffu, lane > 40);
  out[128 + threadIdx.x] = __syncthreads_count(threadIdx.x < 40) + 1000 * __syncthreads_and(threadIdx.x < 64) +
                           10000 * __syncthreads_or(threadIdx.x > 64);
  __syncwarp();
  out[192 + threadIdx.x] = __reduce_add_sync(0xffffffffu, lane) + (int)__popc(__match_any_sync(0xffffffffu, lane & 3));
}
extern "C" __global__ void atomics(int* ints, unsigned long long* longs, float* floats, double* doubles) {
  atomicAdd(ints, 2);
  atomicMax(ints + 1, (int)threadIdx.x);
  atomicMin(ints + 2, -(int)threadIdx.x);
  atomicOr(ints + 3, 1 << (threadIdx.x & 7));
  atomicXor(ints + 4, (int)threadIdx.x);
  atomicAnd(ints + 5, ~(1 << (threadIdx.x & 3)));
  if (threadIdx.x == 9) ints[7] = atomicExch(ints + 6, 77);
  if (atomicCAS(ints + 8, 0, (int)threadIdx.x + 1) == 0) ints[9] = (int)threadIdx.x;
  atomicAdd(longs, 1ull << 33);
  atomicAdd(floats, 0.5f);
  atomicAdd(doubles, 0.25);
}
extern "C" __global__ void functions(float* f, int* i) {
  f[0] = max(1.0f, 2.0f) + min(3.0f, 1.0f);
  f[1] = __expf(1.0f);
  f[2] = rsqrtf(4.0f) + __fdividef(1.0f, 4.0f) + __saturatef(7.0f);
  f[3] = __powf(2.0f, 3.0f) + exp10f(2.0f);
  f[4] = __ldg(f + 5) + tanhf(0.0f) + erff(0.0f);
  i[0] = max((long long)3, 5) + min(7u, 9u);
  i[1] = __popc(255u) + __clz(1) + __ffs(8);
  i[2] = __float_as_int(1.0f);
  i[3] = __dp4a(0x01020304, 0x01010101, 100);
  i[4] = __float2int_rn(2.5f) + 10 * __float2int_rz(-2.5f) + 100 * __float2int_ru(2.1f);
  i[5] = (int)__umulhi(0x80000000u, 6u) + __mulhi(1 << 30, 8);
  i[6] = (int)__byte_perm(0x11223344u, 0x55667788u, 0x7160u);
  i[7] = (int)__brev(1u);
}
extern "C" __global__ void vectors(float4* out, const float4* in, longlong2* wide, int64_t n) {
  float4 v = in[threadIdx.x];
  *(float2*)(out + threadIdx.x) = make_float2(v.w, v.z);
  out[threadIdx.x].z = v.y;
  out[threadIdx.x].w = v.x;
  wide[threadIdx.x] = make_longlong2(n + threadIdx.x, -n);
}
struct __align__(64) Map { unsigned long long opaque[16]; };
extern "C" __global__ void by_value(unsigned long long* out, const __grid_constant__ Map map, short small, bool flag) {
  out[0] = map.opaque[15] + small + (flag ? 1 : 0);
}
__device__ int table[4] = {1, 2, 3, 4};
__constant__ float scale = 2.0f;
extern "C" __device__ int helper(int x) { return table[x & 3]; }
extern "C" __global__ void globals(int* out) { out[threadIdx.x] = helper(threadIdx.x) * (int)scale; }
extern "C" __global__ void no_parameters() {}
extern "C" __global__ void through_pointer(int** pointers) { pointers[1][threadIdx.x] = pointers[0][threadIdx.x] + 1; }
__global__ void mangled(int* out) { out[0] = 3; }
)");
  return image;
}

TEST(Kernels, DescribeThemselves) {
  RS_NEEDS_COMPILER();
  const auto& image = constructs();
  ASSERT_NE(image, nullptr);
  EXPECT_EQ(image->architecture(), 80);
  const KernelEntry* add = image->find("add_kernel");
  ASSERT_NE(add, nullptr);
  EXPECT_EQ(add->maxThreads, 128u);
  ASSERT_EQ(add->params.size(), 3u);
  EXPECT_TRUE(add->params[0].pointer && add->params[1].pointer && !add->params[2].pointer);
  EXPECT_EQ(add->params[2].bytes, 4u);
  EXPECT_EQ(image->find("reverse")->staticShared, 384u);
  EXPECT_EQ(image->find("by_value")->params[1].bytes, 128u);
  EXPECT_TRUE(image->find("no_parameters")->params.empty());
  EXPECT_NE(image->find("_Z7mangledPi"), nullptr) << "as the CUDA compiler names it";
  EXPECT_EQ(image->find("helper"), nullptr);
}

TEST(Kernels, ThreadsKnowTheirPlaces) {
  RS_NEEDS_COMPILER();
  Launcher gpu(constructs());
  const uint64_t out = gpu.block(std::vector<int>(2 * 3 * 2 * 2 * 2 * 3, -1));
  ASSERT_EQ(gpu.fault("places", {2, 2, 3}, {2, 3, 2}, out), "");
  const auto values = gpu.read<int>(out, 144);
  EXPECT_EQ(values[0], 0);
  EXPECT_EQ(values[11], 121);
  EXPECT_EQ(values[12], 1000);
  EXPECT_EQ(values[143], 211121);
}

TEST(Kernels, AThreadBeyondTheEndDoesNothing) {
  RS_NEEDS_COMPILER();
  Launcher gpu(constructs());
  const uint64_t in = gpu.block(std::vector<float>(200, 1.5f)), out = gpu.block(std::vector<float>(200, 0.0f));
  ASSERT_EQ(gpu.fault("add_kernel", {2, 1, 1}, {128, 1, 1}, out, in, 200), "");
  for (const float value : gpu.read<float>(out, 200)) EXPECT_EQ(value, 2.5f);
}

TEST(Kernels, BarriersInALoopOrderSharedMemory) {
  RS_NEEDS_COMPILER();
  Launcher gpu(constructs());
  std::vector<int> numbers(96);
  std::iota(numbers.begin(), numbers.end(), 0);
  const uint64_t in = gpu.block(numbers), out = gpu.block(std::vector<int>(288));
  ASSERT_EQ(gpu.fault("reverse", {1, 1, 1}, {96, 1, 1}, out, in), "");
  const auto values = gpu.read<int>(out, 288);
  for (int round = 0; round < 3; ++round)
    for (int i = 0; i < 96; ++i) EXPECT_EQ(values[static_cast<size_t>(round * 96 + i)], 95 - i + round);
}

TEST(Kernels, SharedMemoryOfEveryBlockHoldsNan) {
  RS_NEEDS_COMPILER();
  Launcher gpu(constructs());
  const uint64_t out = gpu.block(std::vector<float>(8));
  ASSERT_EQ(gpu.fault("fresh_shared", {2, 1, 1}, {4, 1, 1}, out), "");
  for (const float value : gpu.read<float>(out, 8)) EXPECT_TRUE(std::isnan(value));
}

TEST(Kernels, HaveDynamicSharedMemory) {
  RS_NEEDS_COMPILER();
  Launcher gpu(constructs());
  gpu.dynamicShared = 64 * 4;
  const uint64_t out = gpu.block(std::vector<int>(64));
  ASSERT_EQ(gpu.fault("dynamic_shared", {1, 1, 1}, {64, 1, 1}, out), "");
  EXPECT_EQ(gpu.read<int>(out, 64)[0], 189);
  gpu.dynamicShared = 63 * 4;
  EXPECT_EQ(
      gpu.fault("dynamic_shared", {1, 1, 1}, {64, 1, 1}, out),
      "dynamic_shared: block (0,0,0), thread (63,0,0) writes 4 bytes at byte 252 of 252 of dynamic shared memory");
}

TEST(Kernels, LanesShuffle) {
  RS_NEEDS_COMPILER();
  Launcher gpu(constructs());
  const uint64_t out = gpu.block(std::vector<int>(192));
  ASSERT_EQ(gpu.fault("shuffles", {1, 1, 1}, {32, 1, 1}, out), "");
  const auto values = gpu.read<int>(out, 192);
  for (int lane = 0; lane < 32; ++lane) {
    const auto at = [&](int group) { return values[static_cast<size_t>(group * 32 + lane)]; };
    EXPECT_EQ(at(0), 10);
    EXPECT_EQ(at(1), lane + 4 < 32 ? lane + 4 : lane);
    EXPECT_EQ(at(2), lane % 8 < 3 ? lane : lane - 3);
    EXPECT_EQ(at(3), lane ^ 1);
    EXPECT_EQ(at(4), 31 - lane);
    EXPECT_EQ(at(5), -1);
  }
}

TEST(Kernels, ActiveLanesAreThoseOfTheBranch) {
  RS_NEEDS_COMPILER();
  Launcher gpu(constructs());
  const uint64_t out = gpu.block(std::vector<int>(64));
  ASSERT_EQ(gpu.fault("half_warp", {1, 1, 1}, {32, 1, 1}, out), "");
  const auto values = gpu.read<int>(out, 64);
  EXPECT_EQ(values[0], 255 + 4);
  for (size_t lane = 32; lane < 64; ++lane) EXPECT_EQ(values[lane], -1);
}

TEST(Kernels, LanesVoteAndThreadsCount) {
  RS_NEEDS_COMPILER();
  Launcher gpu(constructs());
  const uint64_t out = gpu.block(std::vector<int>(256));
  ASSERT_EQ(gpu.fault("votes", {1, 1, 1}, {64, 1, 1}, out), "");
  const auto values = gpu.read<int>(out, 256);
  EXPECT_EQ(values[1], 0x49249249);
  EXPECT_EQ(values[64], 3);
  EXPECT_EQ(values[128], 1040);
  EXPECT_EQ(values[192], 496 + 8);
}

TEST(Kernels, AtomicsAddUp) {
  RS_NEEDS_COMPILER();
  Launcher gpu(constructs());
  const uint64_t ints = gpu.block(std::vector<int>{0, 0, 0, 0, 0, 255, 5, 0, 0, 0});
  const uint64_t longs = gpu.block(std::vector<uint64_t>{1}), floats = gpu.block(std::vector<float>{0.0f});
  const uint64_t doubles = gpu.block(std::vector<double>{0.0});
  ASSERT_EQ(gpu.fault("atomics", {2, 1, 1}, {64, 1, 1}, ints, longs, floats, doubles), "");
  EXPECT_EQ(gpu.read<int>(ints, 10), (std::vector<int>{256, 63, -63, 255, 0, 240, 77, 77, 1, 0}));
  EXPECT_EQ(gpu.read<uint64_t>(longs, 1)[0], (uint64_t{128} << 33) + 1);
  EXPECT_EQ(gpu.read<float>(floats, 1)[0], 64.0f);
  EXPECT_EQ(gpu.read<double>(doubles, 1)[0], 32.0);
}

TEST(Kernels, HaveCudasFunctions) {
  RS_NEEDS_COMPILER();
  Launcher gpu(constructs());
  const uint64_t f = gpu.block(std::vector<float>{0, 0, 0, 0, 0, 42}), i = gpu.block(std::vector<int>(8));
  ASSERT_EQ(gpu.fault("functions", {1, 1, 1}, {1, 1, 1}, f, i), "");
  const auto floats = gpu.read<float>(f, 5);
  EXPECT_EQ(floats[0], 3.0f);
  EXPECT_NEAR(floats[1], std::exp(1.0f), 1e-6f);
  EXPECT_EQ(floats[2], 1.75f);
  EXPECT_NEAR(floats[3], 108.0f, 1e-4f);
  EXPECT_EQ(floats[4], 42.0f);
  EXPECT_EQ(gpu.read<int>(i, 8), (std::vector<int>{12, 8 + 31 + 4, 0x3f800000, 110, 2 - 20 + 300, 3 + 2, 0x55336644,
                                                   static_cast<int>(0x80000000u)}));
}

TEST(Kernels, MoveVectors) {
  RS_NEEDS_COMPILER();
  Launcher gpu(constructs());
  const uint64_t in = gpu.block(std::vector<float>{1, 2, 3, 4, 5, 6, 7, 8}), out = gpu.block(std::vector<float>(8));
  const uint64_t wide = gpu.block(std::vector<int64_t>(4));
  ASSERT_EQ(gpu.fault("vectors", {1, 1, 1}, {2, 1, 1}, out, in, wide, int64_t{1} << 40), "");
  EXPECT_EQ(gpu.read<float>(out, 8), (std::vector<float>{4, 3, 2, 1, 8, 7, 6, 5}));
  EXPECT_EQ(gpu.read<int64_t>(wide, 4)[2], (int64_t{1} << 40) + 1);
}

TEST(Kernels, TakeStructuresByValue) {
  RS_NEEDS_COMPILER();
  Launcher gpu(constructs());
  struct Map {
    uint64_t opaque[16] = {};
  } map;
  map.opaque[15] = 40;
  const uint64_t out = gpu.block(std::vector<uint64_t>{0});
  ASSERT_EQ(gpu.fault("by_value", {1, 1, 1}, {1, 1, 1}, out, map, int16_t{1}, true), "");
  EXPECT_EQ(gpu.read<uint64_t>(out, 1)[0], 42u);
}

TEST(Kernels, ReadGlobalsAndFollowPointers) {
  RS_NEEDS_COMPILER();
  Launcher gpu(constructs());
  const uint64_t out = gpu.block(std::vector<int>(4));
  ASSERT_EQ(gpu.fault("globals", {1, 1, 1}, {4, 1, 1}, out), "");
  EXPECT_EQ(gpu.read<int>(out, 4), (std::vector<int>{2, 4, 6, 8}));
  const uint64_t to = gpu.block(std::vector<int>(4)), pointers = gpu.block(std::vector<uint64_t>{out, to});
  ASSERT_EQ(gpu.fault("through_pointer", {1, 1, 1}, {4, 1, 1}, pointers), "");
  EXPECT_EQ(gpu.read<int>(to, 4), (std::vector<int>{3, 5, 7, 9}));
  EXPECT_EQ(gpu.fault("no_parameters", {3, 1, 1}, {1024, 1, 1}), "");
}

TEST(Kernels, LaunchesOfSeveralThreadsTakeTurns) {
  RS_NEEDS_COMPILER();
  const auto& image = constructs();
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&image] {
      Launcher gpu(image);
      std::vector<int> numbers(96);
      std::iota(numbers.begin(), numbers.end(), 0);
      const uint64_t in = gpu.block(numbers), out = gpu.block(std::vector<int>(288));
      for (int i = 0; i < 20; ++i) {
        EXPECT_EQ(gpu.fault("reverse", {1, 1, 1}, {96, 1, 1}, out, in), "");
        EXPECT_EQ(gpu.read<int>(out, 1)[0], 95);
        EXPECT_NE(gpu.fault("reverse", {1, 1, 1}, {96, 1, 1}, out, in + 4), "") << "one element beyond";
      }
    });
  }
  for (auto& thread : threads) thread.join();
}

}  // namespace
}  // namespace relaxscope::test
