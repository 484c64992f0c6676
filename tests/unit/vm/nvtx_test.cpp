// SPDX-License-Identifier: Apache-2.0
// Calls as ranges of NVTX, told to a tool that is built with NVIDIA's headers (tests/data/engine/nvtx_tool.cpp).
#include <cstdlib>

#include "tests/unit/vm/recording.h"
#include "vmcore/device/nvtx.h"

namespace relaxscope {
namespace {

using namespace testing;

/// twice(x) = x + x; main(x) = twice(x) + x, or fails on purpose if `fails`.
std::unique_ptr<VirtualMachine> twiceProgram(bool fails) {
  B b;
  b.beginFunction("twice", {"x"});
  b.emitCall("test.add", {B::r(0), B::r(0)}, 1);
  b.emitRet(1);
  b.beginFunction("main", {"x"});
  b.emitCall("twice", {B::r(0)}, 1);
  if (fails) b.emitCall("test.fail", {}, 2);
  b.emitCall("test.add", {B::r(1), B::r(0)}, 2);
  b.emitRet(2);
  return vmFor(b);
}

/// Runs in a process of its own, as the tool is asked for once.
[[noreturn]] void runUnderTool() {
#ifdef NVTX_TOOL_PATH
  setenv("NVTX_INJECTION64_PATH", NVTX_TOOL_PATH, 1);
#endif
  if (nvtxRanges() == nullptr) std::exit(2);
  const int64_t result = mainInt(*twiceProgram(false), {ffi::Any(7)});
  const auto failing = twiceProgram(true);
  const bool failed = !callMain(*failing, {ffi::Any(7)}).ok();
  std::fprintf(stderr, "once more\n");
  const Recording recorded = record(*twiceProgram(false), {ffi::Any(7)}, false);
  std::exit(result == 21 && failed && recorded.events.size() == 5 ? 0 : 3);
}

TEST(Nvtx, EachCallIsARange) {
#ifndef NVTX_TOOL_PATH
  GTEST_SKIP() << "NVIDIA's headers of NVTX are not installed (nvidia-nvtx)";
#endif
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  const std::string run = "twice\n  test.add\n";
  EXPECT_EXIT(runUnderTool(), ::testing::ExitedWithCode(0),
              run + "test.add\n" + run + "test.fail\nonce more\n" + run + "test.add\n");
}

TEST(Nvtx, ThereAreNoneWithoutATool) { EXPECT_EQ(nvtxRanges(), nullptr); }

}  // namespace
}  // namespace relaxscope
