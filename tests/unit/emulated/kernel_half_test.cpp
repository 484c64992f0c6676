// SPDX-License-Identifier: Apache-2.0
// Types of 16 bits and tensor cores, against the conversions of the rest of the project and plain loops.
#include <cmath>

#include "tests/unit/emulated/kernel_program.h"
#include "vmcore/base/bytes/half_float.h"

namespace relaxscope::test {
namespace {

const std::shared_ptr<const KernelImage>& halves() {
  static const auto image = imageOf(R"(
#include <cuda_fp16.h>
#include <cuda_bf16.h>
#include <mma.h>
using namespace nvcuda;
__device__ half max(half a, half b) { return __hgt(__half(a), __half(b)) ? a : b; }
static inline __device__ __host__ unsigned __pack_half2(const half x, const half y) {
  unsigned v0 = *((unsigned short *)&x);
  unsigned v1 = *((unsigned short *)&y);
  return (v1 << 16) | v0;
}
extern "C" __global__ void round_half(half* out, const float* in, int n) {
  for (int i = threadIdx.x; i < n; i += blockDim.x) out[i] = __float2half_rn(in[i]);
}
extern "C" __global__ void round_bfloat(nv_bfloat16* out, const float* in, int n) {
  for (int i = threadIdx.x; i < n; i += blockDim.x) out[i] = __float2bfloat16(in[i]);
}
extern "C" __global__ void widen(float* out, const half* in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = __half2float(in[i]);
}
extern "C" __global__ void arithmetic(half* out, const half* in, unsigned* packed) {
  __shared__ alignas(64) half staging[4];
  staging[threadIdx.x] = in[threadIdx.x] * half(2.0f) + in[0];
  __syncthreads();
  half read = ((volatile half*)staging)[3 - threadIdx.x];
  ((volatile half*)staging)[3 - threadIdx.x] = read + __float2half_rn(1.0f);
  __syncthreads();
  half far = __shfl_down_sync(0xfu, staging[threadIdx.x], 1, 4);
  out[threadIdx.x] = max(far, hexp(half(0.0f)));
  half2 pair = make_half2(in[1], in[2]);
  packed[threadIdx.x] = __pack_half2(pair.x, __hfma(pair.y, pair.y, pair.x));
}
extern "C" __global__ void __launch_bounds__(32) multiply(float* out, const half* a, const half* b) {
  wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> fa;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::col_major> fb;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum;
  wmma::fill_fragment(sum, 1.0f);
  wmma::load_matrix_sync(fa, a, 16);
  wmma::load_matrix_sync(fb, b, 16);
  wmma::mma_sync(sum, fa, fb, sum);
  wmma::store_matrix_sync(out, sum, 16, wmma::mem_row_major);
}
)");
  return image;
}

TEST(Halves, RoundAsTheRestOfTheProject) {
  RS_NEEDS_COMPILER();
  Launcher gpu(halves());
  std::vector<float> values = {0.0f,           -0.0f,    1.0f,      65504.0f, 65519.9f,   65520.0f,
                               1e9f,           6e-8f,    2.9e-8f,   6.1e-5f,  1.0009766f, 1.00048828125f,
                               1.00146484375f, INFINITY, -INFINITY, -3.14159f};
  for (int i = 0; i < 2000; ++i) values.push_back(std::ldexp(1.0f + static_cast<float>(i) / 2000.0f, i % 45 - 28));
  const int n = static_cast<int>(values.size());
  const uint64_t in = gpu.block(values), out = gpu.block(std::vector<uint16_t>(values.size()));
  ASSERT_EQ(gpu.fault("round_half", {1, 1, 1}, {64, 1, 1}, out, in, n), "");
  const auto halfBits = gpu.read<uint16_t>(out, values.size());
  for (size_t i = 0; i < values.size(); ++i) {
    // The two representable neighbours of the result are no closer to the value.
    const auto at = [](uint16_t bits) { return static_cast<double>(halfToFloat(bits)); };
    const double value = values[i], chosen = at(halfBits[i]);
    if (std::isinf(value) || std::fabs(value) >= 65520.0) {
      EXPECT_TRUE(std::isinf(chosen)) << value;
      continue;
    }
    const double error = std::fabs(chosen - value);
    if ((halfBits[i] & 0x7fff) != 0) {
      EXPECT_LE(error, std::fabs(at(static_cast<uint16_t>(halfBits[i] - 1)) - value)) << value;
    }
    if (!std::isinf(at(static_cast<uint16_t>(halfBits[i] + 1)))) {
      EXPECT_LE(error, std::fabs(at(static_cast<uint16_t>(halfBits[i] + 1)) - value)) << value;
    }
  }
  EXPECT_EQ(halfBits[11], 0x3c00) << "half way: to even";
  EXPECT_EQ(halfBits[12], 0x3c02) << "half way: to even";
  ASSERT_EQ(gpu.fault("round_bfloat", {1, 1, 1}, {64, 1, 1}, out, in, n), "");
  const auto bits = gpu.read<uint16_t>(out, values.size());
  EXPECT_EQ(bits[2], 0x3f80);
  EXPECT_EQ(bits[15], 0xc049);
}

TEST(Halves, WidenExactly) {
  RS_NEEDS_COMPILER();
  Launcher gpu(halves());
  std::vector<uint16_t> all(65536);
  for (size_t i = 0; i < all.size(); ++i) all[i] = static_cast<uint16_t>(i);
  const uint64_t in = gpu.block(all), out = gpu.block(std::vector<float>(65536));
  ASSERT_EQ(gpu.fault("widen", {64, 1, 1}, {1024, 1, 1}, out, in), "");
  const auto values = gpu.read<float>(out, 65536);
  for (size_t i = 0; i < all.size(); ++i) {
    const float expected = halfToFloat(all[i]);
    EXPECT_TRUE(std::isnan(expected) ? std::isnan(values[i]) : values[i] == expected) << i;
  }
}

TEST(Halves, AreComputedWith) {
  RS_NEEDS_COMPILER();
  Launcher gpu(halves());
  const uint64_t in = gpu.block(std::vector<uint16_t>{0x3c00, 0x4000, 0x4200, 0x3555});  // 1, 2, 3, 0.3333
  const uint64_t out = gpu.block(std::vector<uint16_t>(4)), packed = gpu.block(std::vector<uint32_t>(4));
  ASSERT_EQ(gpu.fault("arithmetic", {1, 1, 1}, {4, 1, 1}, out, in, packed), "");
  const auto values = gpu.read<uint16_t>(out, 4);
  EXPECT_EQ(halfToFloat(values[0]), 6.0f);
  EXPECT_EQ(halfToFloat(values[1]), 8.0f);
  EXPECT_NEAR(halfToFloat(values[2]), 2.667f, 2e-3);
  EXPECT_EQ(gpu.read<uint32_t>(packed, 1)[0], 0x49804000u) << "2 and 3 * 3 + 2 = 11";
}

TEST(Halves, TensorCoresMultiply) {
  RS_NEEDS_COMPILER();
  Launcher gpu(halves());
  // Small integers, which are exact in every type; 0x3c00 is 1, 0x4000 is 2.
  const uint16_t numbers[] = {0x0000, 0x3c00, 0x4000, 0x4200, 0xbc00};
  const float plain[] = {0, 1, 2, 3, -1};
  std::vector<uint16_t> a(256), b(256);
  for (size_t i = 0; i < 256; ++i) {
    a[i] = numbers[i * 7 % 5];
    b[i] = numbers[i * 3 / 2 % 5];
  }
  const uint64_t da = gpu.block(a), db = gpu.block(b), out = gpu.block(std::vector<float>(256));
  ASSERT_EQ(gpu.fault("multiply", {1, 1, 1}, {32, 1, 1}, out, da, db), "");
  const auto values = gpu.read<float>(out, 256);
  for (size_t r = 0; r < 16; ++r) {
    for (size_t c = 0; c < 16; ++c) {
      float expected = 1;
      for (size_t k = 0; k < 16; ++k) expected += plain[(r * 16 + k) * 7 % 5] * plain[(c * 16 + k) * 3 / 2 % 5];
      EXPECT_EQ(values[r * 16 + c], expected);
    }
  }
}

}  // namespace
}  // namespace relaxscope::test
