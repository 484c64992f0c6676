// SPDX-License-Identifier: Apache-2.0
// Occupancy: examples computed by hand, and NVIDIA's own calculator (cuda_occupancy.h of the CUDA Toolkit) where its
// header was found.
#include "vmcore/analysis/gpu/occupancy.h"

#include <gtest/gtest.h>

#ifdef RELAXSCOPE_CUDA_OCCUPANCY
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wpedantic"
#include <cuda_occupancy.h>
#pragma GCC diagnostic pop
#endif

namespace relaxscope {
namespace {

KernelResources kernelOf(uint32_t architecture, uint32_t registers, uint64_t shared, uint32_t threads = 0) {
  KernelResources kernel;
  kernel.architecture = architecture;
  kernel.registers = registers;
  kernel.sharedBytes = shared;
  if (threads != 0) kernel.maxBlock = {threads, 1, 1};
  return kernel;
}
std::string occupancyText(const KernelResources& kernel, uint64_t threads, uint64_t dynamicBytes = 0) {
  const auto result = occupancy(kernel, threads, dynamicBytes);
  if (!result) return "unknown";
  std::string limits;
  for (const std::string& name : occupancyLimits(*result)) limits += (limits.empty() ? "" : " and ") + name;
  return std::to_string(result->blocks) + " blocks, " + std::to_string(result->warps) + " of " +
         std::to_string(result->maxWarps) + " warps: " + limits;
}

TEST(Occupancy, ComputedByHand) {
  // 8 warps a block: 64 / 8.
  EXPECT_EQ(occupancyText(kernelOf(80, 32, 0), 256), "8 blocks, 64 of 64 warps: threads and registers");
  // 37 registers: 1,184 a warp, 1,280 allocated; 12 warps a quarter, 48 in all; 48 / 8.
  EXPECT_EQ(occupancyText(kernelOf(80, 37, 0), 256), "6 blocks, 48 of 64 warps: registers");
  // 1 warp a block: 32 blocks at most.
  EXPECT_EQ(occupancyText(kernelOf(80, 16, 0), 32), "32 blocks, 32 of 64 warps: blocks");
  // 48 KiB and a reserve of 1 KiB: 164 / 49.
  EXPECT_EQ(occupancyText(kernelOf(80, 16, 48 * 1024), 128), "3 blocks, 12 of 64 warps: shared memory");
  // Without a reserve: 64 / 16, and 32 warps / 8.
  EXPECT_EQ(occupancyText(kernelOf(75, 32, 16 * 1024), 256), "4 blocks, 32 of 32 warps: threads and shared memory");
  // 1,000 bytes are 1,024 of 256 each: 96 of them.
  EXPECT_EQ(occupancyText(kernelOf(70, 16, 1000), 64), "32 blocks, 64 of 64 warps: threads and blocks");
  // 48 warps / 3 warps of a block of 96; 24 blocks hold more.
  EXPECT_EQ(occupancyText(kernelOf(89, 40, 0), 96), "16 blocks, 48 of 48 warps: threads and registers");
  EXPECT_EQ(occupancyText(kernelOf(90, 255, 0), 256), "1 blocks, 8 of 64 warps: registers");
  // Dynamic shared memory counts with the static one: 100 + 100 + 1 of 228.
  EXPECT_EQ(occupancyText(kernelOf(90, 32, 100 * 1024), 128, 100 * 1024), "1 blocks, 4 of 64 warps: shared memory");
}

TEST(Occupancy, OfWhatCannotBeLaunched) {
  EXPECT_EQ(occupancyText(kernelOf(80, 32, 0), 1025), "0 blocks, 0 of 64 warps: threads");
  EXPECT_EQ(occupancyText(kernelOf(80, 128, 0), 1024), "0 blocks, 0 of 64 warps: registers");
  EXPECT_EQ(occupancyText(kernelOf(80, 32, 164 * 1024), 32), "0 blocks, 0 of 64 warps: shared memory");
  EXPECT_EQ(occupancyText(kernelOf(80, 32, ~uint64_t{0}), 32, ~uint64_t{0}), "0 blocks, 0 of 64 warps: shared memory");
  EXPECT_EQ(occupancyText(kernelOf(80, 256, 0), ~uint64_t{0}), "0 blocks, 0 of 64 warps: threads and registers");
  EXPECT_EQ(occupancyText(kernelOf(80, ~uint32_t{0}, 0), 32), "0 blocks, 0 of 64 warps: registers");
}

TEST(Occupancy, NeedsBoundsAndAKnownArchitecture) {
  EXPECT_TRUE(occupancyAtBounds(kernelOf(80, 32, 0, 256)).has_value());
  EXPECT_EQ(occupancyAtBounds(kernelOf(80, 32, 0, 256))->percent(), 100.0);
  EXPECT_EQ(occupancyAtBounds(kernelOf(80, 37, 0, 256))->percent(), 75.0);
  EXPECT_FALSE(occupancyAtBounds(kernelOf(80, 32, 0)).has_value());
  EXPECT_FALSE(occupancyAtBounds(kernelOf(61, 32, 0, 256)).has_value());
  EXPECT_FALSE(occupancyAtBounds(kernelOf(72, 32, 0, 256)).has_value())
      << "its shared memory per block is not established";
  KernelResources kernel = kernelOf(80, 32, 0, 256);
  kernel.registers.reset();
  EXPECT_FALSE(occupancyAtBounds(kernel).has_value());
}

TEST(Occupancy, ThorIsOneGpuByBothOfItsNames) {
  const SmLimits *before = smLimitsOf(101), *now = smLimitsOf(110);
  ASSERT_TRUE(before != nullptr && now != nullptr);
  EXPECT_EQ(before->threads, now->threads);
  EXPECT_EQ(before->blocks, now->blocks);
  EXPECT_EQ(before->sharedBytes, now->sharedBytes);
  EXPECT_EQ(before->blockSharedBytes, now->blockSharedBytes);
  // 1 warp a block: 24 blocks at most.
  EXPECT_EQ(occupancyText(kernelOf(101, 16, 0), 32), "24 blocks, 24 of 48 warps: blocks");
}

TEST(Occupancy, SmallerBlocksMayFillMore) {
  // 40 registers: 1,280 a warp, 12 warps a quarter. A block of 32 warps leaves 16, blocks of 16 fill 48 of 64.
  EXPECT_EQ(occupancyAtBounds(kernelOf(80, 40, 0, 1024))->percent(), 50.0);
  EXPECT_EQ(occupancy(kernelOf(80, 40, 0, 1024), 512)->percent(), 75.0);
}

TEST(Occupancy, AsNvidiaComputesIt) {
#ifdef RELAXSCOPE_CUDA_OCCUPANCY
  size_t compared = 0;
  for (const SmLimits& sm : smLimits()) {
    cudaOccDeviceProp device;
    device.computeMajor = static_cast<int>(sm.architecture / 10);
    device.computeMinor = static_cast<int>(sm.architecture % 10);
    device.maxThreadsPerBlock = SmRules::kBlockThreads;
    device.maxThreadsPerMultiprocessor = static_cast<int>(sm.threads);
    device.regsPerBlock = device.regsPerMultiprocessor = SmRules::kRegisters;
    device.warpSize = SmRules::kWarp;
    device.sharedMemPerBlock = 48 * 1024;
    device.sharedMemPerMultiprocessor = sm.sharedBytes;
    device.sharedMemPerBlockOptin = sm.blockSharedBytes;
    device.reservedSharedMemPerBlock = sm.reservedBytes;
    device.numSms = 1;
    for (uint32_t threads = 1; threads <= 1056; threads += threads < 40 ? 1 : 24)
      for (uint32_t registers = 1; registers <= 255; registers += 7)
        for (const uint64_t shared : {0, 1, 255, 1000, 5000, 12345, 33000, 49152}) {
          cudaOccFuncAttributes attributes;
          attributes.maxThreadsPerBlock = SmRules::kBlockThreads;
          attributes.numRegs = static_cast<int>(registers);
          attributes.sharedSizeBytes = shared;
          attributes.partitionedGCConfig = PARTITIONED_GC_OFF;
          attributes.shmemLimitConfig = FUNC_SHMEM_LIMIT_OPTIN;
          attributes.maxDynamicSharedSizeBytes = 0;
          const cudaOccDeviceState state;
          cudaOccResult theirs;
          ASSERT_EQ(cudaOccMaxActiveBlocksPerMultiprocessor(&theirs, &device, &attributes, &state,
                                                            static_cast<int>(threads), 0),
                    CUDA_OCC_SUCCESS)
              << sm.architecture;
          const auto ours = occupancy(kernelOf(sm.architecture, registers, shared), threads);
          ASSERT_TRUE(ours.has_value());
          ASSERT_EQ(ours->blocks, static_cast<uint32_t>(theirs.activeBlocksPerMultiprocessor))
              << "sm_" << sm.architecture << ", " << threads << " threads, " << registers << " registers, " << shared
              << " bytes";
          // Their bits: warps 1, registers 2, shared memory 4, blocks 8; they leave out ties of no blocks.
          const unsigned limits = theirs.limitingFactors;
          const unsigned mine =
              ((limits & OCC_LIMIT_WARPS) != 0 ? 1U : 0U) | ((limits & OCC_LIMIT_BLOCKS) != 0 ? 2U : 0U) |
              ((limits & OCC_LIMIT_REGISTERS) != 0 ? 4U : 0U) | ((limits & OCC_LIMIT_SHARED_MEMORY) != 0 ? 8U : 0U);
          ASSERT_EQ(ours->limits, mine) << "sm_" << sm.architecture << ", " << threads << " threads, " << registers
                                        << " registers, " << shared << " bytes";
          ++compared;
        }
  }
  std::printf("%zu launches compared\n", compared);
#else
  GTEST_SKIP() << "cuda_occupancy.h of the CUDA Toolkit was not found";
#endif
}

}  // namespace
}  // namespace relaxscope
