// SPDX-License-Identifier: Apache-2.0
// Storages, tensors in them, views, shapes and copies of Relay programs.
#include "tests/unit/vm/relay_vm.h"

namespace relaxscope::testing {
namespace {

TEST(RelayMemory, TensorsLieInAStorageAtTheirOffset) {
  const ffi::Any result =
      runRelay(R"(
    @main(offset):
      load_consti value=64 dst=%1
      alloc_storage size=%1 alignment=64 dtype=int64 device=0 dst=%2 extent=[]
      load_consti value=0 dst=%3
      alloc_tensor storage=%2 offset=%3 dtype=int64 dst=%4 extent=[2, 4]
      alloc_tensor storage=%2 offset=%0 dtype=int64 dst=%5 extent=[2]
      invoke_packed packed=fill outputs=1 arg=[%4]
      alloc_data tag=0 dst=%6 field=[%4, %5]
      ret result=%6
    @fill packed_func;)",
               {intTensor({24})}, {{"fill", [](const ffi::AnyView* args, int32_t, ffi::Any*) {
                                      auto* data = static_cast<int64_t*>(tensorOf(args[0].CopyToTVMFFIAny())->data);
                                      for (int64_t i = 0; i < 8; ++i) data[i] = i;
                                    }}});
  const AdtObj& both = adtIn(result);
  EXPECT_EQ(typeOf(both.fields[0]), "int64[2, 4]");
  EXPECT_EQ(intsOf(both.fields[0]), (std::vector<int64_t>{0, 1, 2, 3, 4, 5, 6, 7}));
  EXPECT_EQ(intsOf(both.fields[1]), (std::vector<int64_t>{3, 4})) << "both lie in the same bytes";
  EXPECT_EQ(tensorIn(both.fields[1]).byte_offset, 24u)
      << "kernels take an aligned pointer for granted, and refuse an offset";
}

const char* const kPlace = R"(
  @main(size, offset):
    alloc_storage size=%0 alignment=64 dtype=float32 device=0 dst=%2 extent=[]
    alloc_tensor storage=%2 offset=%1 dtype=float32 dst=%3 extent=[2, 3]
    ret result=%3)";

TEST(RelayMemory, ATensorMustFitItsStorage) {
  const auto vm = relayVm(kPlace);
  EXPECT_TRUE(callMain(*vm, {intTensor({24}), intTensor({0})}).ok());
  EXPECT_TRUE(callMain(*vm, {intTensor({32}), intTensor({8})}).ok());
  EXPECT_TRUE(failsWith(callMain(*vm, {intTensor({23}), intTensor({0})}), "ValueError",
                        "attempted to allocate 24 bytes at offset 0 in a storage of 23 bytes"));
  EXPECT_TRUE(failsWith(callMain(*vm, {intTensor({32}), intTensor({9})}), "ValueError", "at offset 9"));
  EXPECT_TRUE(failsWith(callMain(*vm, {intTensor({32}), intTensor({-1})}), "ValueError", "at offset -1"));
  EXPECT_TRUE(
      failsWith(callMain(*vm, {intTensor({32}), intTensor({INT64_MAX})}), "ValueError", "storage allocation failure"));
  EXPECT_EQ(vm->counters().liveBytes, 0);
}

TEST(RelayMemory, AnAlignedOffsetGoesIntoThePointer) {
  const RunResult result = callMain(*relayVm(kPlace), {intTensor({88}), intTensor({64})});
  ASSERT_TRUE(result.ok()) << result.error->message;
  EXPECT_EQ(tensorIn(result.value).byte_offset, 0u) << "kernels take no offset";
  EXPECT_EQ(reinterpret_cast<uintptr_t>(tensorIn(result.value).data) % 64, 0u);
}

TEST(RelayMemory, SizesAreReadFromIntegersOfAnyWidth) {
  const auto vm = relayVm(kPlace);
  EXPECT_TRUE(callMain(*vm, {ffi::Any(makeOf<int32_t>(kInt32, {24})), ffi::Any(makeOf<int32_t>(kInt32, {0}))}).ok());
  EXPECT_TRUE(
      callMain(*vm, {ffi::Any(makeRaw({}, kInt64)), intTensor({0})}).error->message.find("storage of 0 bytes") !=
      std::string::npos);
  EXPECT_TRUE(failsWith(callMain(*vm, {intTensor({-8}), intTensor({0})}), "ValueError",
                        "cannot allocate a storage of -8 bytes"));
  EXPECT_TRUE(
      failsWith(callMain(*vm, {makeAdt(0, {}), intTensor({0})}), "TypeError", "alloc_storage expects a Tensor"));
}

TEST(RelayMemory, AStorageMayBeGivenByAShape) {
  // The first field is then an address in the process that wrote the file.
  const std::string text = R"(
    @main():
      alloc_storage size=94291456490080 alignment=64 dtype=float32 device=0 dst=%0 extent=[2, 3]
      load_consti value=0 dst=%1
      alloc_tensor storage=%0 offset=%1 dtype=float32 dst=%2 extent=[WIDE]
      ret result=%2)";
  const auto wide = [&](const char* extent) {
    std::string with = text;
    with.replace(with.find("WIDE"), 4, extent);
    return callMain(*relayVm(with));
  };
  EXPECT_TRUE(wide("6").ok());
  EXPECT_TRUE(failsWith(wide("7"), "ValueError", "in a storage of 24 bytes"));
}

TEST(RelayMemory, WhatIsNoStorageHoldsNoTensor) {
  const RunResult result = callMain(
      *relayVm(
          "@main(x):\n load_consti value=0 dst=%1\n alloc_tensor storage=%0 offset=%1 dtype=int64 dst=%2 extent=[]\n ret result=%2"),
      {intTensor({1})});
  EXPECT_TRUE(failsWith(result, "TypeError", "alloc_tensor expects a storage as argument 0, but got Tensor"));
}

const char* const kShaped = R"(
  @main(shape):
    load_consti value=48 dst=%1
    alloc_storage size=%1 alignment=64 dtype=float32 device=0 dst=%2 extent=[]
    load_consti value=0 dst=%3
    alloc_tensor_reg storage=%2 offset=%3 shape=%0 dtype=float32 dst=%4
    ret result=%4)";

TEST(RelayMemory, AShapeMayBeReadFromATensor) {
  EXPECT_EQ(typeOf(runRelay(kShaped, {intTensor({3, 4})})), "float32[3, 4]");
  EXPECT_EQ(typeOf(runRelay(kShaped, {ffi::Any(makeOf<int32_t>(kInt32, {2, 1, 6}))})), "float32[2, 1, 6]");
  EXPECT_EQ(typeOf(runRelay(kShaped, {intTensor({0, 1000})})), "float32[0, 1000]");
  EXPECT_EQ(typeOf(runRelay(kShaped, {ffi::Any(makeRaw({}, kInt64))})), "float32[]")
      << "rank 0 is the shape of a scalar";
  EXPECT_EQ(typeOf(runRelay(kShaped, {intTensor({})})), "float32[]");
}

TEST(RelayMemory, WhatIsNoShapeIsRefused) {
  const auto vm = relayVm(kShaped);
  EXPECT_TRUE(failsWith(callMain(*vm, {ffi::Any(makeOf<float>(kFloat32, {2}))}), "TypeError",
                        "a shape is int32 or int64, not float32"));
  EXPECT_TRUE(
      failsWith(callMain(*vm, {ffi::Any(makeInts({1, 2}, {2, 3}))}), "ValueError", "a shape has one dimension, not 2"));
  EXPECT_TRUE(failsWith(callMain(*vm, {intTensor({2, -3})}), "ValueError", "extent 1 of a tensor is -3"));
  EXPECT_TRUE(failsWith(callMain(*vm, {intTensor({3, 5})}), "ValueError", "attempted to allocate 60 bytes"));
  EXPECT_TRUE(failsWith(callMain(*vm, {intTensor({int64_t{1} << 32, int64_t{1} << 32})}), "ValueError", "overflows"));
}

TEST(RelayMemory, ElementsBelowAByteTakeOneEach) {
  const auto place = [](const char* dtype, int64_t bytes) {
    return callMain(
        *relayVm(
            std::string(
                "@main(size):\n alloc_storage size=%0 alignment=64 dtype=uint8 device=0 dst=%1 extent=[]\n load_consti value=0 dst=%2\n"
                " alloc_tensor storage=%1 offset=%2 dtype=") +
            dtype + " dst=%3 extent=[10]\n ret result=%3"),
        {intTensor({bytes})});
  };
  for (const char* dtype : {"uint1", "int4"}) {
    EXPECT_TRUE(place(dtype, 10).ok()) << dtype;
    EXPECT_TRUE(failsWith(place(dtype, 9), "ValueError", "attempted to allocate 10 bytes")) << dtype;
  }
}

TEST(RelayMemory, AReshapedTensorIsAViewOfTheSameBytes) {
  const ffi::Any x(makeInts({2, 3}, {0, 1, 2, 3, 4, 5}));
  const ffi::Any result = runRelay(
      "@main(x, s):\n reshape_tensor tensor=%0 new_shape=%1 dst=%2\n invoke_packed packed=bump outputs=1 arg=[%2]\n ret result=%2\n@bump packed_func;",
      {x, intTensor({6, 1})});
  EXPECT_EQ(typeOf(result), "int64[6, 1]");
  EXPECT_EQ(tensorIn(result).data, tensorIn(x).data);
  EXPECT_EQ(intsOf(x), (std::vector<int64_t>{1, 2, 3, 4, 5, 6}));
}

TEST(RelayMemory, AReshapedTensorMayBeSmallerButNotLarger) {
  const auto vm = relayVm("@main(x, s):\n reshape_tensor tensor=%0 new_shape=%1 dst=%2\n ret result=%2");
  const ffi::Any x(makeInts({2, 3}, {0, 1, 2, 3, 4, 5}));
  const RunResult smaller = callMain(*vm, {x, intTensor({2, 2})});
  ASSERT_TRUE(smaller.ok());
  EXPECT_EQ(intsOf(smaller.value), (std::vector<int64_t>{0, 1, 2, 3}));
  EXPECT_TRUE(failsWith(callMain(*vm, {x, intTensor({7})}), "ValueError",
                        "a tensor of 48 bytes cannot be viewed as one of 56 bytes"));
  EXPECT_TRUE(failsWith(callMain(*vm, {x, intTensor({-1})}), "ValueError", "extent 0 of a tensor is -1"));
}

TEST(RelayMemory, ViewsAndShapesWantCompactTensors) {
  const auto everySecond = [](std::vector<int64_t> values) {
    const ffi::Any made = intTensor(std::move(values));
    auto& tensor = const_cast<DLTensor&>(tensorIn(made));
    tensor.shape[0] /= 2;
    tensor.strides[0] = 2;
    return made;
  };
  const auto vm = relayVm("@main(x, s):\n reshape_tensor tensor=%0 new_shape=%1 dst=%2\n ret result=%2");
  EXPECT_TRUE(failsWith(callMain(*vm, {everySecond({1, 2, 3, 4}), intTensor({2})}), "ValueError",
                        "reshape_tensor expects a compact tensor"));
  EXPECT_TRUE(failsWith(callMain(*vm, {intTensor({1, 2}), everySecond({2, 9, 1, 9})}), "ValueError",
                        "a shape must be a compact tensor"));
  const ffi::Any copy = runRelay("@main(x):\n device_copy src=%0 src_device=0 dst_device=0 dst=%1\n ret result=%1",
                                 {everySecond({1, 2, 3, 4})});
  EXPECT_EQ(intsOf(copy), (std::vector<int64_t>{1, 3}));
}

TEST(RelayMemory, AShapeHasNotAnyNumberOfDimensions) {
  const auto vm = relayVm(kShaped);
  EXPECT_EQ(tensorIn(callMain(*vm, {intTensor(std::vector<int64_t>(1024, 1))}).value).ndim, 1024);
  EXPECT_TRUE(failsWith(callMain(*vm, {intTensor(std::vector<int64_t>(1025, 1))}), "ValueError",
                        "a shape of 1025 dimensions, but the maximum is 1024"));
}

TEST(RelayMemory, AViewKeepsWhatItSees) {
  const auto vm = relayVm(R"(
    @main(size, zero, shape):
      alloc_storage size=%0 alignment=64 dtype=int64 device=0 dst=%3 extent=[]
      alloc_tensor storage=%3 offset=%1 dtype=int64 dst=%4 extent=[100, 2]
      reshape_tensor tensor=%4 new_shape=%2 dst=%5
      kill_register dst=%3
      kill_register dst=%4
      ret result=%5)");
  RunResult result = callMain(*vm, {intTensor({1 << 20}), intTensor({0}), intTensor({2, 100})});
  ASSERT_TRUE(result.ok());
  EXPECT_GE(vm->counters().liveBytes, 1 << 20);
  result.value.reset();
  EXPECT_LT(vm->counters().liveBytes, 1 << 20);
}

TEST(RelayMemory, AShapeIsATensor) {
  const std::string shapeOf = "@main(x):\n shape_of tensor=%0 dst=%1\n ret result=%1";
  const ffi::Any result = runRelay(shapeOf, {ffi::Any(makeRaw({4, 0, 7}, kFloat32))});
  EXPECT_EQ(typeOf(result), "int64[3]");
  EXPECT_EQ(intsOf(result), (std::vector<int64_t>{4, 0, 7}));
  EXPECT_EQ(typeOf(runRelay(shapeOf, {ffi::Any(makeRaw({}, kFloat32))})), "int64[0]");
}

TEST(RelayMemory, ADeviceCopyCopies) {
  const ffi::Any x = intTensor({1, 2});
  const ffi::Any copy = runRelay(
      "@main(x):\n device_copy src=%0 src_device=0 dst_device=0 dst=%1\n invoke_packed packed=bump outputs=1 arg=[%1]\n ret result=%1\n@bump packed_func;",
      {x});
  EXPECT_EQ(intsOf(copy), (std::vector<int64_t>{2, 3}));
  EXPECT_EQ(intsOf(x), (std::vector<int64_t>{1, 2}));
}

TEST(RelayMemory, AKilledRegisterFreesWhatItHeld) {
  VirtualMachine* looked = nullptr;
  int64_t live = 0;
  const auto vm =
      relayVm(R"(
    @main(size):
      alloc_storage size=%0 alignment=64 dtype=int64 device=0 dst=%1 extent=[]
      kill_register dst=%1
      invoke_packed packed=look outputs=0 arg=[]
      ret result=%1
    @look packed_func;)",
              {{"look", [&](const ffi::AnyView*, int32_t, ffi::Any*) { live = looked->counters().liveBytes; }}});
  looked = vm.get();
  const RunResult result = callMain(*vm, {intTensor({1 << 20})});
  ASSERT_TRUE(result.ok());
  EXPECT_EQ(result.value, nullptr) << "a killed register holds nothing";
  EXPECT_LT(live, 1 << 20);
  EXPECT_GE(vm->counters().peakBytes, 1 << 20);
}

TEST(RelayMemory, BlocksOfKilledRegistersAreUsedAgain) {
  const auto vm = relayVm(R"(
    @main(size):
      alloc_storage size=%0 alignment=64 dtype=int64 device=0 dst=%1 extent=[]
      kill_register dst=%1
      alloc_storage size=%0 alignment=64 dtype=int64 device=0 dst=%2 extent=[]
      ret result=%2)");
  ASSERT_TRUE(callMain(*vm, {intTensor({1 << 20})}).ok());
  EXPECT_LT(vm->counters().peakBytes, 2 << 20);
  EXPECT_GE(vm->counters().poolHits, 1u);
}

}  // namespace
}  // namespace relaxscope::testing
