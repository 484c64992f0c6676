// SPDX-License-Identifier: Apache-2.0
// What a kernel does wrong, with the exact words: accesses beyond a tensor, divergence, traps.
#include "tests/unit/emulated/kernel_program.h"

namespace relaxscope::test {
namespace {

const std::shared_ptr<const KernelImage>& faulty() {
  static const auto image = imageOf(R"(
extern "C" __global__ void write_at(float* a, float* b, int i) { if (threadIdx.x == 3) b[i] = 1.0f; }
extern "C" __global__ void read_at(float* a, float* b, int i) { if (blockIdx.y == 1) a[0] = b[i]; }
extern "C" __global__ void read_vector(float* a, int i) { *(float4*)a = *(float4*)(a + i); }
extern "C" __global__ void copy_struct(char* a, const char* b, int n) { memcpy(a, b, n); }
extern "C" __global__ void add_at(int* a, int i) { atomicAdd(a + i, 1); }
extern "C" __global__ void barrier_in_branch() { if (threadIdx.x < 40) __syncthreads(); }
extern "C" __global__ void shuffle_in_branch(int* a) { if (threadIdx.x < 16) a[threadIdx.x] = __shfl_down_sync(0xffffffffu, 1, 1); }
extern "C" __global__ void outside_mask(int* a) { a[0] = __shfl_sync(0xfffffffeu, 1, 1); }
extern "C" __global__ void shuffle_against_barrier(int* a) {
  if (threadIdx.x < 8) a[0] = __shfl_sync(0xffu | 0x100u, 1, 1); else __syncthreads();
}
extern "C" __global__ void divide(int* a) { a[0] = a[1] / a[2]; }
extern "C" __global__ void trap(int* a) { if (a[0] == 0) __trap(); }
extern "C" __global__ void claim(int* a) {
  assert(a[0] == 1);
}
extern "C" __global__ void recurse(int* a, int depth) {
  volatile int local[4096];
  local[depth & 4095] = depth;
  struct Deep { static __attribute__((noinline)) int down(int n, volatile int* up) {
    volatile int more[4096]; more[n & 4095] = up[0]; return n == 0 ? more[0] : down(n - 1, more) + more[1]; } };
  a[0] = Deep::down(depth, local);
}
extern "C" __global__ void pass_local(int** shared_pointer, int* a) {
  int mine = 5;
  if (threadIdx.x == 0) *shared_pointer = &mine;
  __syncthreads();
  if (threadIdx.x == 1) a[0] = **shared_pointer;
  __syncthreads();
}
)");
  return image;
}

struct Faults : ::testing::Test {
  void SetUp() override { RS_NEEDS_COMPILER(); }
  Launcher gpu{hasCompiler() ? faulty() : nullptr};
};

TEST_F(Faults, OneElementBeyondATensor) {
  const uint64_t a = gpu.block(std::vector<float>(96)), b = gpu.block(std::vector<float>(96));
  gpu.knows(a, 96 * 4, 4, "argument 0");
  gpu.knows(b, 96 * 4, 4, "argument 2");
  EXPECT_EQ(gpu.fault("write_at", {1, 1, 1}, {32, 1, 1}, a, b, 95), "");
  EXPECT_EQ(gpu.fault("write_at", {1, 1, 1}, {32, 1, 1}, a, b, 96),
            "write_at: block (0,0,0), thread (3,0,0) writes 4 bytes at parameter 1 (argument 2), index 96 of 96");
  EXPECT_EQ(gpu.status, 700);
  EXPECT_EQ(gpu.fault("read_at", {1, 2, 1}, {1, 1, 1}, a, b, -1),
            "read_at: block (0,1,0), thread (0,0,0) reads 4 bytes at parameter 1 (argument 2), index -1 of 96");
  EXPECT_EQ(gpu.fault("read_at", {1, 2, 1}, {1, 1, 1}, a, b, 1 << 28),
            "read_at: block (0,1,0), thread (0,0,0) reads 4 bytes at parameter 1 (argument 2), index 268435456 of 96");
}

TEST_F(Faults, OneElementBeyondATensorInsideAStorage) {
  // Two tensors that a plan put into one storage, without a gap.
  const uint64_t storage = gpu.block(std::vector<float>(64));
  gpu.knows(storage, 32 * 4, 4, "argument 0");
  gpu.knows(storage + 128, 32 * 4, 4, "argument 1");
  EXPECT_EQ(gpu.fault("write_at", {1, 1, 1}, {4, 1, 1}, storage + 128, storage, 32),
            "write_at: block (0,0,0), thread (3,0,0) writes 4 bytes at parameter 1 (argument 0), index 32 of 32");
  EXPECT_EQ(gpu.fault("read_at", {1, 2, 1}, {4, 1, 1}, storage, storage + 128, -1),
            "read_at: block (0,1,0), thread (0,0,0) reads 4 bytes at parameter 1 (argument 1), index -1 of 32");
  EXPECT_EQ(gpu.read<uint32_t>(storage + 128, 1)[0], 0u) << "the neighbour is not written";
}

TEST_F(Faults, BeyondABlockWithoutAKnownTensor) {
  const uint64_t a = gpu.block(std::vector<float>(4)), b = gpu.block(std::vector<float>(4));
  EXPECT_EQ(gpu.fault("write_at", {1, 1, 1}, {4, 1, 1}, a, b, 4),
            "write_at: block (0,0,0), thread (3,0,0) writes 4 bytes at parameter 1, byte 16 of 16");
}

TEST_F(Faults, CopiesAndAtomicsAreChecked) {
  const uint64_t a = gpu.block(std::vector<char>(64)), b = gpu.block(std::vector<char>(64));
  EXPECT_EQ(gpu.fault("copy_struct", {1, 1, 1}, {1, 1, 1}, a, b, 64), "");
  EXPECT_EQ(gpu.fault("copy_struct", {1, 1, 1}, {1, 1, 1}, a, b, 65),
            "copy_struct: block (0,0,0), thread (0,0,0) reads 65 bytes at parameter 1, byte 0 of 64");
  EXPECT_EQ(gpu.fault("add_at", {1, 1, 1}, {1, 1, 1}, a, 16),
            "add_at: block (0,0,0), thread (0,0,0) writes 4 bytes at parameter 0, byte 64 of 64");
}

TEST_F(Faults, AMisalignedVector) {
  if (hostCompilerIdentity().find("Clang") != std::string::npos) GTEST_SKIP() << "Clang copies vectors as plain bytes";
  const uint64_t a = gpu.block(std::vector<float>(16));
  gpu.knows(a, 64, 4, "argument 0");
  EXPECT_EQ(gpu.fault("read_vector", {1, 1, 1}, {1, 1, 1}, a, 4), "");
  EXPECT_EQ(gpu.fault("read_vector", {1, 1, 1}, {1, 1, 1}, a, 2),
            "read_vector: block (0,0,0), thread (0,0,0) reads 16 bytes at parameter 0 (argument 0), index 2 of 16: its "
            "address must be a multiple of 16");
  EXPECT_EQ(gpu.status, 716);
}

TEST_F(Faults, PointersToNoBlock) {
  const uint64_t a = gpu.block(std::vector<float>(4)), freed = gpu.block(std::vector<float>(4));
  gpu.memory.release(freed);
  EXPECT_EQ(gpu.fault("write_at", {1, 1, 1}, {4, 1, 1}, a, freed, 1),
            "write_at: block (0,0,0), thread (3,0,0) writes 4 bytes at parameter 1, byte 4: " +
                gpu.memory.explain(freed + 4));
  EXPECT_EQ(gpu.status, 700);
  EXPECT_EQ(gpu.fault("write_at", {1, 1, 1}, {4, 1, 1}, a, uint64_t{0}, 2),
            "write_at: block (0,0,0), thread (3,0,0) writes 4 bytes at address 0x8: a null pointer");
  float host[4] = {};
  EXPECT_EQ(gpu.fault("write_at", {1, 1, 1}, {4, 1, 1}, a, reinterpret_cast<uintptr_t>(host), 1),
            "write_at: block (0,0,0), thread (3,0,0) writes 4 bytes at parameter 1, byte 4: host memory");
}

TEST_F(Faults, LocalMemoryOfAnotherThread) {
  const uint64_t pointer = gpu.block(std::vector<uint64_t>{0}), a = gpu.block(std::vector<int>{0});
  const std::string text = gpu.fault("pass_local", {1, 1, 1}, {2, 1, 1}, pointer, a);
  EXPECT_EQ(text.substr(0, text.find("0x")), "pass_local: block (0,0,0), thread (1,0,0) reads 4 bytes at address ");
  EXPECT_EQ(text.substr(text.rfind(':')), ": the local memory of another thread");
}

TEST_F(Faults, DivergentBarriers) {
  EXPECT_EQ(gpu.fault("barrier_in_branch", {1, 1, 1}, {40, 1, 1}), "");
  EXPECT_EQ(gpu.fault("barrier_in_branch", {1, 1, 1}, {64, 1, 1}),
            "barrier_in_branch: block (0,0,0): 40 of 64 threads wait at __syncthreads(), 24 have exited");
  EXPECT_EQ(gpu.status, 719);
}

TEST_F(Faults, DivergentShuffles) {
  const uint64_t a = gpu.block(std::vector<int>(64));
  EXPECT_EQ(gpu.fault("shuffle_in_branch", {1, 1, 1}, {16, 1, 1}, a), "") << "a warp of 16 lanes";
  EXPECT_EQ(
      gpu.fault("shuffle_in_branch", {1, 1, 1}, {32, 1, 1}, a),
      "shuffle_in_branch: block (0,0,0), warp 0: __shfl_down_sync with mask 0xffffffff: 16 of 32 lanes arrived, 0 "
      "wait at __syncthreads(), 16 have exited");
  EXPECT_EQ(gpu.fault("shuffle_against_barrier", {1, 1, 1}, {32, 1, 1}, a),
            "shuffle_against_barrier: block (0,0,0), warp 0: __shfl_sync with mask 0x000001ff: 8 of 9 lanes arrived, 1 "
            "wait at __syncthreads(), 0 have exited");
  EXPECT_EQ(
      gpu.fault("outside_mask", {1, 1, 1}, {32, 1, 1}, a),
      "outside_mask: block (0,0,0), thread (0,0,0) calls __shfl_sync with mask 0xfffffffe, in which its own lane 0 "
      "is not");
}

TEST_F(Faults, TrapsAndAssertions) {
  const uint64_t a = gpu.block(std::vector<int>{0, 5, 0, 0});
  EXPECT_EQ(gpu.fault("divide", {1, 1, 1}, {1, 1, 1}, a),
            "divide: block (0,0,0), thread (0,0,0) divides an integer by zero");
  EXPECT_EQ(gpu.status, 719);
  EXPECT_EQ(gpu.fault("trap", {1, 1, 1}, {2, 1, 1}, a), "trap: block (0,0,0), thread (0,0,0) fails: __trap()");
  EXPECT_EQ(gpu.fault("claim", {1, 1, 1}, {2, 1, 1}, a),
            "claim: block (0,0,0), thread (0,0,0) fails: kernels.cu:16: assertion `a[0] == 1` failed");
  EXPECT_EQ(gpu.status, 710);
}

TEST_F(Faults, TooMuchLocalMemory) {
  const uint64_t a = gpu.block(std::vector<int>{0});
  EXPECT_EQ(gpu.fault("recurse", {1, 1, 1}, {1, 1, 1}, a, 1000),
            "recurse: block (0,0,0), thread (0,0,0) needs more than 256 KiB of local memory");
  EXPECT_EQ(gpu.fault("recurse", {1, 1, 1}, {1, 1, 1}, a, 3), "") << "the next launch works";
}

TEST_F(Faults, WrongArguments) {
  const uint64_t a = gpu.block(std::vector<int>{0});
  EXPECT_EQ(gpu.fault("trap", {1, 1, 1}, {1, 1, 1}), "trap takes 1 parameters, 0 were passed");
  EXPECT_EQ(gpu.fault("add_at", {1, 1, 1}, {1, 1, 1}, a, int64_t{1}), "add_at: parameter 1 has 4 bytes, 8 were passed");
  EXPECT_EQ(gpu.status, 1);
}

}  // namespace
}  // namespace relaxscope::test
