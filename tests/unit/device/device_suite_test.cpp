// SPDX-License-Identifier: Apache-2.0
// What every device does, run on each: the host, and a GPU. The GPU is the emulated one unless RELAXSCOPE_GPU_TESTS=1
// asks for a real one; the tests of a device that cannot be used are skipped.
#include <gtest/gtest.h>

#include <cstdlib>
#include <cstring>
#include <numeric>
#include <string>
#include <thread>
#include <vector>

#include "vmcore/device/allocator.h"
#include "vmcore/device/device.h"
#include "vmcore/device/devices.h"

namespace relaxscope {
namespace {

/// Before the first test of this program: a process has one driver.
[[maybe_unused]] const bool kEmulated = [] {
  const char* text = std::getenv("RELAXSCOPE_GPU_TESTS");
  const bool wantsRealGpu = text != nullptr && std::strcmp(text, "1") == 0;
  if (!wantsRealGpu) setenv("RELAXSCOPE_EMULATE_CUDA", "1", 1);
  return !wantsRealGpu;
}();

class Devices : public ::testing::TestWithParam<DeviceId> {
 protected:
  void SetUp() override {
    auto opened = openDevice(GetParam());
    if (!opened) GTEST_SKIP() << opened.error().text();
    device_ = *std::move(opened);
  }
  Device& device() { return *device_; }
  /// A block that is returned with the object.
  struct Block {
    Block(Device& on, size_t bytes) : device(on), data(on.take(bytes, 64)) {}
    ~Block() { device.give(data); }
    Block(const Block&) = delete;
    Block& operator=(const Block&) = delete;
    Device& device;
    void* const data;
  };
  static std::vector<int32_t> numbers(size_t count, int32_t first = 0) {
    std::vector<int32_t> made(count);
    std::iota(made.begin(), made.end(), first);
    return made;
  }

 private:
  std::shared_ptr<Device> device_;
};

TEST_P(Devices, AreOpenedOnce) {
  const auto again = openDevice(GetParam());
  ASSERT_TRUE(again.ok());
  EXPECT_EQ(again->get(), &device());
  EXPECT_EQ(findDevice(GetParam()), &device());
  EXPECT_EQ(device().id(), GetParam());
}

TEST_P(Devices, StateTheirLimits) {
  EXPECT_GT(device().limits().memoryBytes, uint64_t{1} << 20);
  if (GetParam().type == 1) return;
  EXPECT_GE(device().limits().architecture, 50);
  EXPECT_GT(device().limits().multiprocessors, 0);
  EXPECT_GE(device().limits().maxThreadsPerBlock, 1024);
  EXPECT_GE(device().limits().sharedBytesPerBlock, 48 << 10);
  EXPECT_EQ(device().limits().warpSize, 32);
}

TEST_P(Devices, CopyWhatTheyAreGiven) {
  const std::vector<int32_t> given = numbers(100'000);
  const size_t bytes = given.size() * sizeof(int32_t);
  Block first(device(), bytes), second(device(), bytes);
  ASSERT_NE(first.data, nullptr);
  EXPECT_EQ(reinterpret_cast<uintptr_t>(first.data) % 64, 0u);
  device().copyFromHost(first.data, given.data(), bytes);
  device().copyWithin(second.data, first.data, bytes);
  std::vector<int32_t> got(given.size());
  device().copyToHost(got.data(), second.data, bytes);
  EXPECT_EQ(got, given);
}

TEST_P(Devices, TakeTheBytesAtTheCall) {
  std::vector<int32_t> given = numbers(1000);
  Block block(device(), 4000);
  device().copyFromHost(block.data, given.data(), 4000);
  given.assign(given.size(), -1);
  std::vector<int32_t> got(1000);
  device().copyToHost(got.data(), block.data, 4000);
  EXPECT_EQ(got, numbers(1000));
}

TEST_P(Devices, CopyParts) {
  Block block(device(), 4000);
  device().copyFromHost(block.data, numbers(1000).data(), 4000);
  char* const at = static_cast<char*>(block.data) + 400;
  device().copyFromHost(at, numbers(10, 5000).data(), 40);
  int32_t got[12];
  device().copyToHost(got, at - 4, sizeof got);
  EXPECT_EQ(got[0], 99);
  EXPECT_EQ(got[1], 5000);
  EXPECT_EQ(got[10], 5009);
  EXPECT_EQ(got[11], 110);
}

TEST_P(Devices, FillBytes) {
  Block block(device(), 1024);
  device().fill(block.data, 0, 1024);
  device().fill(static_cast<char*>(block.data) + 10, 0xAB, 100);
  std::vector<unsigned char> got(1024);
  device().copyToHost(got.data(), block.data, got.size());
  EXPECT_EQ(std::count(got.begin(), got.end(), 0xAB), 100);
  EXPECT_EQ(got[9], 0);
  EXPECT_EQ(got[10], 0xAB);
  EXPECT_EQ(got[110], 0);
}

TEST_P(Devices, DoNothingWithoutBytes) {
  device().copyFromHost(nullptr, nullptr, 0);
  device().copyToHost(nullptr, nullptr, 0);
  device().copyWithin(nullptr, nullptr, 0);
  device().fill(nullptr, 1, 0);
  device().synchronize();
}

TEST_P(Devices, KeepTheOrderOfAStream) {
  const Device::Stream stream = device().createStream();
  const Device::Stream before = device().exchangeStream(stream);
  Block block(device(), 4000);
  for (int i = 0; i < 10; ++i) device().copyFromHost(block.data, numbers(1000, i * 1000).data(), 4000);
  device().synchronize(stream);
  std::vector<int32_t> got(1000);
  device().copyToHost(got.data(), block.data, 4000);
  EXPECT_EQ(got, numbers(1000, 9000));
  EXPECT_EQ(device().exchangeStream(before), stream);
  device().destroyStream(stream);
}

TEST_P(Devices, WaitForEventsOfOtherStreams) {
  const Device::Stream first = device().createStream(), second = device().createStream();
  const Device::Event written = device().createEvent();
  Block from(device(), 4000), to(device(), 4000);
  const Device::Stream before = device().exchangeStream(first);
  device().copyFromHost(from.data, numbers(1000, 7).data(), 4000);
  device().record(written, first);
  device().exchangeStream(second);
  device().wait(second, written);
  device().copyWithin(to.data, from.data, 4000);
  std::vector<int32_t> got(1000);
  device().copyToHost(got.data(), to.data, 4000);
  EXPECT_EQ(got, numbers(1000, 7));
  device().exchangeStream(before);
  device().destroyEvent(written);
  device().destroyStream(first);
  device().destroyStream(second);
}

TEST_P(Devices, TimeTheWorkBetweenEvents) {
  Block block(device(), 1 << 20);
  const Device::Event start = device().createEvent(), end = device().createEvent();
  device().record(start, nullptr);
  for (int i = 0; i < 20; ++i) device().fill(block.data, static_cast<uint8_t>(i), 1 << 20);
  device().record(end, nullptr);
  device().synchronizeEvent(end);
  EXPECT_TRUE(device().hasHappened(start));
  EXPECT_TRUE(device().hasHappened(end));
  EXPECT_GE(device().nsBetween(start, end), 0);
  EXPECT_LT(device().nsBetween(start, end), 10e9);
  device().destroyEvent(start);
  device().destroyEvent(end);
}

TEST_P(Devices, HavePinnedMemory) {
  MemorySource& pinned = device().pinnedMemory();
  void* const host = pinned.take(4000, 64);
  ASSERT_NE(host, nullptr);
  std::memcpy(host, numbers(1000, 3).data(), 4000);
  Block block(device(), 4000);
  device().copyFromHost(block.data, host, 4000);
  std::vector<int32_t> got(1000);
  device().copyToHost(got.data(), block.data, 4000);
  EXPECT_EQ(got, numbers(1000, 3));
  pinned.give(host);
}

TEST_P(Devices, WorkOnEveryThread) {
  std::vector<std::thread> threads;
  std::vector<int> wrong(4, 0);
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([&, t] {
      for (int i = 0; i < 50; ++i) {
        Block block(device(), 4000);
        device().copyFromHost(block.data, numbers(1000, t * 100 + i).data(), 4000);
        std::vector<int32_t> got(1000);
        device().copyToHost(got.data(), block.data, 4000);
        wrong[static_cast<size_t>(t)] += got != numbers(1000, t * 100 + i);
      }
    });
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(wrong, std::vector<int>(4, 0));
}

TEST_P(Devices, HaveNoMemoryForTooMuch) {
  const bool isGpu = GetParam().type == 2;  // sanitizers end a program that asks the host for this much
  if (isGpu) { EXPECT_EQ(device().take(size_t{1} << 46, 64), nullptr); }
  Allocator allocator(Allocator::Kind::Pooled, 0, openDevice(GetParam()).value());
  EXPECT_EQ(allocator.device(), GetParam());
  EXPECT_THROW(allocator.allocate(isGpu ? size_t{1} << 45 : SIZE_MAX - 5), OutOfMemory);
  void* const block = allocator.allocate(4096);
  allocator.release(block, 4096);
  EXPECT_EQ(allocator.allocate(4096), block) << "from the pool";
  allocator.release(block, 4096);
}

INSTANTIATE_TEST_SUITE_P(Each, Devices, ::testing::Values(DeviceId{1, 0}, DeviceId{1, 3}, DeviceId{2, 0}),
                         [](const auto& each) {
                           return (each.param.type == 1 ? "cpu" : "cuda") + std::to_string(each.param.index);
                         });

TEST(OpenDevice, RefusesTypesWithoutAnEngine) {
  const auto opened = openDevice({8, 0});
  ASSERT_FALSE(opened.ok());
  EXPECT_EQ(opened.error().text(), "there is no engine for devices of type 8");
  EXPECT_EQ(findDevice({8, 0}), nullptr);
}

}  // namespace
}  // namespace relaxscope
