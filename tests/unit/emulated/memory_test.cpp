// SPDX-License-Identifier: Apache-2.0
// Blocks, copies and fills of the emulated driver, and what it refuses.
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>

#include "tests/unit/emulated/driver_library.h"

namespace relaxscope::test {
namespace {

TEST(EmulatedMemory, CopiesGoThereAndBack) {
  Gpu gpu;
  const std::vector<int> numbers = {1, 2, 3, 4};
  const DevicePointer first = gpu.block(numbers), second = gpu.block({0, 0, 0, 0});
  EXPECT_EQ(first % 256, 0U);
  EXPECT_EQ(gpu.copyOnDevice(second + 4, first, 12, nullptr), Success);
  EXPECT_EQ(gpu.numbers(second, 4), (std::vector<int>{0, 1, 2, 3}));
  EXPECT_EQ(gpu.numbers(first, 4), numbers);
}

TEST(EmulatedMemory, ANewBlockHoldsNan) {
  Gpu gpu;
  DevicePointer block = 0;
  ASSERT_EQ(gpu.memAlloc(&block, 64), Success);
  float read[16];
  ASSERT_EQ(gpu.copyToHost(read, block, 64, nullptr), Success);
  for (const float value : read) EXPECT_TRUE(std::isnan(value));
}

TEST(EmulatedMemory, Fills) {
  Gpu gpu;
  const DevicePointer block = gpu.block({0, 0, 0, 0});
  EXPECT_EQ(gpu.fillWords(block + 4, 7, 2, nullptr), Success);
  EXPECT_EQ(gpu.fillBytes(block + 12, 1, 4, nullptr), Success);
  EXPECT_EQ(gpu.numbers(block, 4), (std::vector<int>{0, 7, 7, 0x01010101}));
  EXPECT_EQ(gpu.fillWords(block + 2, 7, 1, nullptr), InvalidValue);
  EXPECT_NE(gpu.text().find("aligned"), std::string::npos) << gpu.text();
}

TEST(EmulatedMemory, CountsWhatIsFree) {
  Gpu gpu("memory=64M");
  size_t free = 0, total = 0;
  ASSERT_EQ(gpu.memInfo(&free, &total), Success);
  EXPECT_EQ(total, size_t{64} << 20);
  EXPECT_EQ(free, total);
  DevicePointer block = 0, second = 0;
  ASSERT_EQ(gpu.memAlloc(&block, 1000), Success);
  ASSERT_EQ(gpu.memInfo(&free, &total), Success);
  EXPECT_EQ(free, total - 1024);
  EXPECT_EQ(gpu.memAlloc(&second, total), OutOfDeviceMemory);
  EXPECT_EQ(gpu.text(), "cuMemAlloc_v2: bytes: 67108864 are wanted, 67107840 of 67108864 are free");
  ASSERT_EQ(gpu.memFree(block), Success);
  EXPECT_EQ(gpu.memAlloc(&second, total), Success);
}

TEST(EmulatedMemory, MemoryIsUsedAgainWhenItIsFreed) {
  Gpu gpu("memory=1M");
  for (int i = 0; i < 600; ++i) {
    DevicePointer block = 0;
    ASSERT_EQ(gpu.memAlloc(&block, 300000), Success) << i;
    ASSERT_EQ(gpu.memFree(block), Success);
  }
}

TEST(EmulatedMemory, LargeMemoryCostsNothingUntilItIsUsed) {
  Gpu gpu("memory=16G");
  DevicePointer block = 0;
  ASSERT_EQ(gpu.memAlloc(&block, size_t{12} << 30), Success);
  int number = 5, read = 0;
  ASSERT_EQ(gpu.copyToDevice(block + (size_t{11} << 30), &number, 4, nullptr), Success);
  ASSERT_EQ(gpu.copyToHost(&read, block + (size_t{11} << 30), 4, nullptr), Success);
  EXPECT_EQ(read, 5);
  EXPECT_EQ(gpu.memFree(block), Success);
}

TEST(EmulatedMemory, RefusesRangesThatNoBlockHas) {
  Gpu gpu;
  const DevicePointer block = gpu.block({1, 2, 3, 4});
  int host[8] = {};
  EXPECT_EQ(gpu.copyToDevice(block + 4, host, 16, nullptr), InvalidValue);
  EXPECT_EQ(gpu.text(), "cuMemcpyHtoDAsync_v2: to: 16 bytes from byte 4 of a block of 16 bytes, allocation 1");
  EXPECT_EQ(gpu.copyToHost(host, block + 16, 4, nullptr), InvalidValue);
  EXPECT_NE(gpu.text().find("0 bytes after the end of the block of 16 bytes, allocation 1"), std::string::npos)
      << gpu.text();
  EXPECT_EQ(gpu.copyToDevice(reinterpret_cast<DevicePointer>(host), host, 4, nullptr), InvalidValue);
  EXPECT_EQ(gpu.copyToDevice(block, reinterpret_cast<const void*>(block), 4, nullptr), InvalidValue);
  EXPECT_NE(gpu.text().find("from: is an address of device memory"), std::string::npos) << gpu.text();
  EXPECT_EQ(gpu.copyToDevice(block, nullptr, 4, nullptr), InvalidValue);
  EXPECT_EQ(gpu.copyToDevice(block, host, 0, nullptr), Success);
  // The largest sums do not wrap around.
  EXPECT_EQ(gpu.copyOnDevice(block, block, SIZE_MAX, nullptr), InvalidValue);
  EXPECT_EQ(gpu.fillWords(block, 0, SIZE_MAX / 2, nullptr), InvalidValue);
}

TEST(EmulatedMemory, RefusesFreedBlocks) {
  Gpu gpu;
  const DevicePointer block = gpu.block({1, 2, 3, 4});
  ASSERT_EQ(gpu.memFree(block), Success);
  int host = 0;
  EXPECT_EQ(gpu.copyToHost(&host, block + 4, 4, nullptr), InvalidValue);
  EXPECT_NE(gpu.text().find("byte 4 of the freed block of 16 bytes, allocation 1"), std::string::npos) << gpu.text();
  EXPECT_EQ(gpu.memFree(block), InvalidValue);
  EXPECT_NE(gpu.text().find("freed"), std::string::npos) << gpu.text();
  EXPECT_EQ(gpu.memFree(0), InvalidValue);
  const DevicePointer other = gpu.block({1});
  EXPECT_EQ(gpu.memFree(other + 1), InvalidValue);
  EXPECT_EQ(gpu.memAlloc(nullptr, 4), InvalidValue);
  DevicePointer none = 0;
  EXPECT_EQ(gpu.memAlloc(&none, 0), InvalidValue);
}

TEST(EmulatedMemory, PinnedBlocksHaveTheirOwnBounds) {
  Gpu gpu;
  void* pinned = nullptr;
  ASSERT_EQ(gpu.memAllocHost(&pinned, 8), Success);
  const int numbers[] = {5, 6};
  std::memcpy(pinned, numbers, 8);
  const DevicePointer block = gpu.block({0, 0, 0, 0});
  EXPECT_EQ(gpu.copyToDevice(block, pinned, 8, nullptr), Success);
  EXPECT_EQ(gpu.numbers(block, 2), (std::vector<int>{5, 6}));
  EXPECT_EQ(gpu.copyToDevice(block, pinned, 16, nullptr), InvalidValue);
  EXPECT_NE(gpu.text().find("16 bytes from byte 0 of a pinned block of 8 bytes"), std::string::npos) << gpu.text();
  EXPECT_EQ(gpu.memFreeHost(pinned), Success);
  EXPECT_EQ(gpu.memFreeHost(pinned), InvalidValue);
  int local = 0;
  EXPECT_EQ(gpu.memFreeHost(&local), InvalidValue);
}

TEST(EmulatedMemory, HostCodeCannotTouchDeviceMemory) {
  Gpu gpu;
  const DevicePointer block = gpu.block({1});
  GTEST_FLAG_SET(death_test_style, "fast");
  EXPECT_DEATH((void)*reinterpret_cast<volatile int*>(block), "");
}

TEST(EmulatedMemory, CopiesBetweenDevices) {
  Gpu gpu("devices=2");
  const DevicePointer here = gpu.block({1, 2});
  Context second = nullptr;
  ASSERT_EQ(gpu.primaryRetain(&second, 1), Success);
  ASSERT_EQ(gpu.contextSet(second), Success);
  const DevicePointer there = gpu.block({0, 0});
  int host = 0;
  EXPECT_EQ(gpu.copyToHost(&host, here, 4, nullptr), InvalidValue);
  EXPECT_NE(gpu.text().find("another device"), std::string::npos) << gpu.text();
  EXPECT_EQ(gpu.copyPeer(there, second, here, gpu.context, 8, nullptr), Success);
  EXPECT_EQ(gpu.numbers(there, 2), (std::vector<int>{1, 2}));
  int can = 0;
  EXPECT_EQ(gpu.canAccessPeer(&can, 0, 1), Success);
  EXPECT_EQ(can, 1);
  EXPECT_EQ(gpu.enablePeerAccess(gpu.context, 0), Success);
  EXPECT_EQ(gpu.enablePeerAccess(gpu.context, 0), PeerAccessAlreadyEnabled);
}

}  // namespace
}  // namespace relaxscope::test
