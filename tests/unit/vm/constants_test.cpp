// SPDX-License-Identifier: Apache-2.0
// Memory of constants: contiguous, kept alive by each tensor in it, shared by VMs of the same file.
#include "tests/unit/vm/test_vm.h"
#include "vmcore/vm/engine.h"

namespace relaxscope::testing {
namespace {

TensorConstant floatTensor(int64_t count, float first) {
  std::vector<float> values(static_cast<size_t>(count));
  for (size_t i = 0; i < values.size(); ++i) values[i] = first + static_cast<float>(i);
  TensorConstant tensor;
  tensor.dtype = {2, 32, 1};
  tensor.shape = {count};
  tensor.data = Bytes::copyOf({reinterpret_cast<const char*>(values.data()), values.size() * sizeof(float)});
  return tensor;
}
/// main() returns a tuple of constants with these element counts.
LoadOptions constantsOf(const std::vector<int64_t>& counts) {
  B b;
  std::vector<Arg> items;
  for (const int64_t count : counts)
    items.push_back(B::c(b.addConstant(floatTensor(count, static_cast<float>(items.size()) * 1000))));
  b.beginFunction("main", 0);
  b.emitCall("vm.builtin.make_tuple", items, 0);
  b.emitRet(0);
  return optionsFor(b);
}
std::unique_ptr<VirtualMachine> load(LoadOptions options) {
  auto vm = VirtualMachine::load(std::move(options));
  if (!vm.ok()) throw std::runtime_error(vm.error().text());
  return std::move(*vm);
}
std::vector<ffi::Tensor> tensorsOf(VirtualMachine& vm) {
  const auto tuple = callMain(vm).value.cast<ffi::Array<ffi::Any>>();
  std::vector<ffi::Tensor> tensors;
  for (const ffi::Any& item : tuple) tensors.push_back(item.cast<ffi::Tensor>());
  return tensors;
}

TEST(Constants, SmallOnesShareABlockAndLargeOnesHaveTheirOwn) {
  constexpr int64_t kLarge = int64_t{3} << 19;  // 6 MiB
  const auto vm = load(constantsOf({5, kLarge, 0, 16, 17}));
  EXPECT_EQ(vm->counters().allocations, 2u);
  const auto tensors = tensorsOf(*vm);
  const auto at = [&](size_t i) { return reinterpret_cast<uintptr_t>(tensors[i].data_ptr()); };
  for (size_t i = 0; i < tensors.size(); ++i) {
    EXPECT_EQ(at(i) % 64, 0u);
    const auto* data = static_cast<const float*>(tensors[i].data_ptr());
    for (int64_t k = 0; k < tensors[i].shape()[0]; ++k)
      ASSERT_EQ(data[k], static_cast<float>(i) * 1000 + static_cast<float>(k));
  }
  EXPECT_EQ(at(3) - at(0), 64u + 64u) << "five floats, and none";
  EXPECT_EQ(at(4) - at(3), 64u);
  EXPECT_EQ(at(3) % 64, 0u);
}

TEST(Constants, ManySmallOnesFillTheirBlocksToTheEnd) {
  constexpr int64_t kCount = 3 << 17;  // 1.5 MiB each: ten in a block
  const auto vm = load(constantsOf(std::vector<int64_t>(23, kCount)));
  EXPECT_EQ(vm->counters().allocations, 3u);
  EXPECT_EQ(vm->counters().liveBytes, 23 * kCount * 4) << "nothing is lost at the end of a block";
  const auto tensors = tensorsOf(*vm);
  for (size_t i = 0; i < tensors.size(); ++i)
    EXPECT_EQ(static_cast<const float*>(tensors[i].data_ptr())[kCount - 1],
              static_cast<float>(i) * 1000 + static_cast<float>(kCount - 1));
}

TEST(Constants, ALoneBlockBeginsWhereALargePageDoes) {
  const auto vm = load(constantsOf({3 << 17, 3 << 17}));
  EXPECT_EQ(reinterpret_cast<uintptr_t>(tensorsOf(*vm)[0].data_ptr()) % (size_t{2} << 20), 0u);
}

TEST(Constants, OneThatIsKeptOutlivesItsVm) {
  auto vm = load(constantsOf({4, 4}));
  const ffi::Tensor kept = tensorsOf(*vm)[1];
  vm.reset();
  EXPECT_EQ(floatsOf(ffi::Any(kept)), (std::vector<float>{1000, 1001, 1002, 1003}));
}

TEST(Constants, BlocksStayWithinTheMemoryLimit) {
  LoadOptions options = constantsOf({1000, 1000});
  options.limits.memoryBytes = 2 * 4032;  // each rounded up to 64 bytes
  EXPECT_EQ(load(options)->counters().liveBytes, 2 * 4032);
  options.limits.memoryBytes -= 1;
  const auto refused = VirtualMachine::load(options);
  ASSERT_FALSE(refused.ok());
  EXPECT_NE(refused.error().text().find("memory limit"), std::string::npos) << refused.error().text();
}

TEST(Constants, AVmOfTheSameFileTakesThoseOfAnother) {
  LoadOptions options = constantsOf({4});
  auto first = load(options);
  options.sharing = first->engine();
  const auto second = load(options);
  EXPECT_EQ(second->counters().allocations, 0u);
  EXPECT_EQ(tensorsOf(*second)[0].data_ptr(), tensorsOf(*first)[0].data_ptr());
  first.reset();
  EXPECT_EQ(tensorsOf(*second)[0].shape()[0], 4);
  const auto third = load(options);  // the engine to share with is gone
  EXPECT_NE(tensorsOf(*third)[0].data_ptr(), tensorsOf(*second)[0].data_ptr());
  options = constantsOf({4});
  options.sharing = second->engine();
  EXPECT_NE(tensorsOf(*load(options))[0].data_ptr(), tensorsOf(*second)[0].data_ptr())
      << "another executable, if an equal one";
}

}  // namespace
}  // namespace relaxscope::testing
