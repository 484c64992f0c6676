// SPDX-License-Identifier: Apache-2.0
// Kernels that look up functions by name and request workspace (tests/data/engine/lookups.cpp), in a library of TVM
// 0.22 or later.
#include <sys/resource.h>
#include <unistd.h>

#include "tests/unit/vm/test_vm.h"
#include "vmcore/worker/memory_limit.h"

namespace relaxscope::testing {
namespace {

/// main(a, b) calls a kernel of the library with both.
std::unique_ptr<VirtualMachine> vmOf(const std::string& kernel) {
  B b;
  b.beginFunction("main", {"a", "b"});
  b.emitCall(kernel, {B::r(0), B::r(1)}, 2);
  b.emitRet(2);
  LoadOptions options = optionsFor(b);
  options.libraries = {LOOKUPS_PATH};
  auto vm = VirtualMachine::load(std::move(options));
  if (!vm.ok()) throw std::runtime_error(vm.error().text());
  return std::move(*vm);
}

class Lookups : public ::testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(Slots, Lookups, ::testing::Values("env", "imports"),
                         [](const auto& tested) { return std::string(tested.param); });

TEST_P(Lookups, FindFunctionsOfTheHost) {
  const auto vm = vmOf(std::string("add_by_") + GetParam());
  EXPECT_EQ(mainInt(*vm, {int64_t{20}, int64_t{22}}), 42);
  EXPECT_EQ(mainInt(*vm, {int64_t{1}, int64_t{2}}), 3) << "found before";
  EXPECT_FALSE(callMain(*vm, {ffi::String("a"), int64_t{2}}).ok());
  EXPECT_EQ(mainInt(*vm, {int64_t{1}, int64_t{2}}), 3);
}

TEST_P(Lookups, AreApartInTwoVms) {
  const std::string kernel = std::string("add_by_") + GetParam();
  auto first = vmOf(kernel);
  const auto second = vmOf(kernel);
  EXPECT_EQ(mainInt(*first, {int64_t{1}, int64_t{2}}), 3);
  first.reset();
  EXPECT_EQ(mainInt(*second, {int64_t{3}, int64_t{4}}), 7);
}

TEST_P(Lookups, ReportWhatIsMissing) {
  const auto vm = vmOf(std::string("nobody_by_") + GetParam());
  for (int i = 0; i < 2; ++i) {
    const RunResult result = callMain(*vm, {int64_t{1}, int64_t{2}});
    ASSERT_FALSE(result.ok());
    EXPECT_NE(result.error->message.find("nobody.has.this"), std::string::npos) << result.error->message;
  }
}

TEST(KernelWorkspace, IsAllocatedAndFreed) {
  const auto vm = vmOf("workspace");
  for (const int64_t blocks : {0, 1, 20, 64}) EXPECT_TRUE(callMain(*vm, {int64_t{5000}, blocks}).ok()) << blocks;
}

#if !defined(RELAXSCOPE_SANITIZED)  // a sanitizer ends the process at such an allocation
TEST(KernelWorkspace, ThatIsTooLargeIsAnErrorAndTheVmStays) {
  const auto vm = vmOf("workspace");
  for (const int64_t bytes : {int64_t{1} << 50, int64_t{1} << 62, int64_t{-1}}) {
    EXPECT_TRUE(failsWith(callMain(*vm, {bytes, int64_t{1}}), "MemoryError", "no memory for a kernel's workspace"))
        << bytes;
    EXPECT_TRUE(callMain(*vm, {int64_t{5000}, int64_t{1}}).ok());
  }
}

/// With 600 MiB of address space left (the C library takes about 64 of it when memory is short): allocates storages of
/// the pool, then workspace. Returns 0 on success, else the failing step.
int stepsWithLittleMemory() {
  B b;
  const auto byte = B::c(b.addConstant(DataType{1, 8, 1}));
  b.beginFunction("main", {"bytes"});
  b.emitCall("vm.builtin.alloc_storage", {B::vm(), B::r(0), B::imm(0), byte}, 1);
  b.emitRet(1);
  auto pool = vmFor(b);
  const auto workspace = vmOf("workspace");
  const auto allocate = [&](int64_t mebibytes) { return callMain(*pool, {ffi::Shape({mebibytes << 20})}); };
  const auto use = [&](int64_t mebibytes, int64_t blocks) { return callMain(*workspace, {mebibytes << 20, blocks}); };
  rlimit room{};
  getrlimit(RLIMIT_AS, &room);
  room.rlim_cur = worker::memoryUse().addressSpace + (uint64_t{600} << 20);
  setrlimit(RLIMIT_AS, &room);
  if (!failsWith(allocate(700), "MemoryError", "no memory for a storage")) return 1;
  for (const int64_t mebibytes : {250, 250, 350, 250})  // the pool releases cached blocks of another size
    if (!allocate(mebibytes).ok()) return 2;
  pool.reset();
  if (!failsWith(use(150, 10), "MemoryError", "no memory for a kernel's workspace")) return 3;
  for (const auto& [mebibytes, blocks] : {std::pair{150, 2}, {1, 2}})
    if (!use(mebibytes, blocks).ok()) return 4;
  if (!use(350, 1).ok()) return 5;  // so does the workspace
  return 0;
}

TEST(ExhaustionDeathTest, OfWorkspaceAndPoolIsAnErrorAndTheVmsStay) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_EXIT(_exit(stepsWithLittleMemory()), ::testing::ExitedWithCode(0), "");
}
#endif

}  // namespace
}  // namespace relaxscope::testing
