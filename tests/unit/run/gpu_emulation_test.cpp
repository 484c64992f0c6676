// SPDX-License-Identifier: Apache-2.0
#include "vmcore/run/gpu_emulation.h"

#include <gtest/gtest.h>

#include <cstdlib>

namespace relaxscope {
namespace {

TEST(GpuEmulation, TheEnvironmentAsksForIt) {
  unsetenv(kEmulateCudaVariable);
  EXPECT_FALSE(cudaIsEmulated());
  for (const char* no : {"", "0"}) {
    setenv(kEmulateCudaVariable, no, 1);
    EXPECT_FALSE(cudaIsEmulated()) << no;
  }
  emulateCuda();
  EXPECT_TRUE(cudaIsEmulated());
  unsetenv(kEmulateCudaVariable);
}

TEST(GpuEmulation, DeviceNamesTell) {
  EXPECT_TRUE(namesEmulatedGpu("emulated:0, cpu"));
  EXPECT_FALSE(namesEmulatedGpu("cuda:0, cpu"));
  EXPECT_FALSE(namesEmulatedGpu(""));
}

TEST(GpuEmulation, OnlyCudaDevicesAreRenamed) {
  std::vector<std::string> devices{"cuda", "cuda:1=naive", "cpu:2", "emulated:0"};
  renameToEmulated(devices);
  EXPECT_EQ(devices, (std::vector<std::string>{"emulated", "emulated:1=naive", "cpu:2", "emulated:0"}));
}

}  // namespace
}  // namespace relaxscope
