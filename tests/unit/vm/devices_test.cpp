// SPDX-License-Identifier: Apache-2.0
// A VM with several devices, each with its own allocator: placement of objects, and which allocator counts them. Host
// devices stand in for others.
#include <algorithm>

#include "tests/unit/vm/recording.h"
#include "tests/unit/vm/test_vm.h"
#include "vmcore/device/devices.h"
#include "vmcore/vm/engine.h"

namespace relaxscope::testing {
namespace {

/// main(i): 256-byte storages on device 0, on device 1 and on the host, and a tensor in the one on device 1.
void emitStorages(B& b) {
  const auto bytes = B::c(b.addConstant(ShapeConstant{{256}}));
  const auto byte = B::c(b.addConstant(DataType{1, 8, 1}));
  TensorConstant tensor;
  tensor.dtype = {1, 8, 1};
  tensor.shape = {3};
  tensor.data = Bytes::own({1, 2, 3});
  const auto constant = B::c(b.addConstant(tensor));
  b.beginFunction("main", 0);
  b.emitCall("vm.builtin.alloc_storage", {B::vm(), bytes, B::imm(0), byte}, 0);
  b.emitCall("vm.builtin.alloc_storage",
             {B::vm(), bytes, B::imm(1), byte, B::c(b.addConstant(StringConstant{"global"}))}, 1);
  b.emitCall("vm.builtin.alloc_storage", {B::vm(), bytes, B::imm(-1), byte}, 2);
  b.emitCall("vm.builtin.alloc_tensor", {B::r(1), B::imm(0), bytes, byte}, 3);
  b.emitCall("vm.builtin.to_device", {B::r(3), B::imm(1), B::imm(7)}, 4);
  b.emitCall("vm.builtin.make_tuple", {B::r(0), B::r(1), B::r(2), B::r(3), B::r(4), constant}, 5);
  b.emitRet(5);
  b.beginFunction("one", {"index"});
  b.emitCall("vm.builtin.alloc_storage", {B::vm(), bytes, B::r(0), byte}, 1);
  b.emitRet(1);
  b.beginFunction("same", {"x"});
  b.emitRet(0);
}

Result<std::unique_ptr<VirtualMachine>> loadOn(std::vector<std::string> devices, uint64_t memoryBytes = 0) {
  B b;
  emitStorages(b);
  LoadOptions options = optionsFor(b);
  options.devices = std::move(devices);
  options.limits.memoryBytes = memoryBytes;
  return VirtualMachine::load(std::move(options));
}

int32_t storageDevice(const ffi::Any& value) {
  return static_cast<const StorageObj*>(value.cast<ffi::ObjectRef>().get())->device.device_id;
}
int32_t tensorDevice(const ffi::Any& value) { return value.cast<ffi::Tensor>().device().device_id; }

TEST(Devices, GiveMemoryByIndex) {
  const auto vm = loadOn({"cpu:7", "cpu:3=naive", "cpu"});
  ASSERT_TRUE(vm.ok()) << vm.error().text();
  const RunResult result = callMain(**vm);
  ASSERT_TRUE(result.ok()) << result.error->message;
  const auto fields = result.value.cast<ffi::Array<ffi::Any>>();
  EXPECT_EQ(storageDevice(fields[0]), 7);
  EXPECT_EQ(storageDevice(fields[1]), 3);
  EXPECT_EQ(storageDevice(fields[2]), 0) << "-1 is the host";
  EXPECT_EQ(tensorDevice(fields[3]), 3);
  EXPECT_EQ(tensorDevice(fields[4]), 7) << "copied by type and number";
  EXPECT_EQ(tensorDevice(fields[5]), 7) << "constants lie on the first device";
}

TEST(Devices, CountForThemselves) {
  const auto vm = std::move(*loadOn({"cpu:7", "cpu:3=naive", "cpu"}));
  vm->resetCounters();
  ASSERT_TRUE(callMain(*vm).ok());
  ASSERT_TRUE(callMain(*vm).ok());
  const Counters counters = vm->counters();
  ASSERT_EQ(counters.devices.size(), 3u);
  EXPECT_EQ(counters.devices[0].device, "cpu:7");
  EXPECT_EQ(counters.devices[0].allocator, "pooled");
  EXPECT_EQ(counters.devices[0].allocations, 4u);
  EXPECT_EQ(counters.devices[0].poolHits, 2u);
  EXPECT_EQ(counters.devices[1].allocator, "naive");
  EXPECT_EQ(counters.devices[1].allocations, 2u);
  EXPECT_EQ(counters.devices[1].poolHits, 0u);
  EXPECT_EQ(counters.devices[1].peakBytes, 256);
  EXPECT_EQ(counters.devices[2].allocations, 2u);
  EXPECT_EQ(counters.allocations, 8u);
  EXPECT_EQ(counters.liveBytes, 64) << "the constant";
  int64_t unused = 0;
  for (size_t i = 0; i < 3; ++i) {
    unused += counters.devices[i].unusedBytes;
    EXPECT_EQ(counters.devices[i].unusedBytes != 0, i != 1)
        << "the pools keep what main freed, the naive allocator not";
  }
  EXPECT_EQ(counters.devices[0].unusedBytes, counters.devices[0].peakBytes - counters.devices[0].liveBytes);
  EXPECT_EQ(counters.unusedBytes, unused);
}

TEST(Devices, OneAloneHasNoRows) { EXPECT_TRUE((*loadOn({"cpu"}))->counters().devices.empty()); }

TEST(Devices, AreLimitedEach) {
  const auto vm = std::move(*loadOn({"cpu:1", "cpu"}, 320));
  const ffi::Any first = int64_t{0}, host = int64_t{1};
  const RunResult one = vm->call("one", std::vector<ffi::AnyView>{first});
  EXPECT_TRUE(one.ok()) << "64 of the constant and 256";
  EXPECT_TRUE(failsWith(vm->call("one", std::vector<ffi::AnyView>{first}), "MemoryLimit", "320"));
  EXPECT_TRUE(vm->call("one", std::vector<ffi::AnyView>{host}).ok());
}

TEST(Devices, RefuseAnIndexThatIsNone) {
  const auto vm = std::move(*loadOn({"cpu:1", "cpu"}));
  for (const int64_t index : {int64_t{2}, int64_t{-2}, INT64_MAX, INT64_MIN}) {
    const ffi::Any value = index;
    EXPECT_TRUE(failsWith(vm->call("one", std::vector<ffi::AnyView>{value}), "InternalError",
                          "out of VM physical devices list; there are 2 devices"))
        << index;
  }
}

TEST(Devices, TakeBorrowedInputsToTheFirst) {
  const auto vm = std::move(*loadOn({"cpu:5", "cpu"}));
  const ffi::Tensor tensor = makeFloats({2}, {1, 2});
  DLTensor borrowed = *tensorOf(ffi::AnyView(tensor).CopyToTVMFFIAny());
  const ffi::AnyView input = &borrowed;
  EXPECT_EQ(tensorDevice(vm->call("same", {&input, 1}).value), 5);
  ASSERT_TRUE(vm->setInput("same", {&input, 1}).ok());
  ASSERT_TRUE(vm->invokeStateful("same").ok());
  EXPECT_EQ(tensorDevice(vm->getOutput("same").value), 5);
}

TEST(Devices, TakeInputsOfOthersToTheFirst) {
  const auto vm = std::move(*loadOn({"cpu:5", "cpu"}));
  const ffi::Tensor tensor = makeFloats({2}, {1, 2});
  ffi::Any tuple = ffi::Array<ffi::Any>{tensor, int64_t{7}};
  for (int level = 0; level < 60; ++level) tuple = ffi::Array<ffi::Any>{tuple, tuple};  // each converted once
  ASSERT_TRUE(vm->setInput("same", std::vector<ffi::AnyView>{tuple}).ok());
  ASSERT_TRUE(vm->invokeStateful("same").ok());
  const ffi::Any seen = vm->getOutput("same", std::vector<int64_t>(60, 1)).value;
  const auto fields = seen.cast<ffi::Array<ffi::Any>>();
  EXPECT_EQ(tensorDevice(ffi::Any(fields[0])), 5);
  EXPECT_EQ(floatsOf(ffi::Any(fields[0])), (std::vector<float>{1, 2}));
  EXPECT_EQ(ffi::Any(fields[1]).cast<int64_t>(), 7);
  EXPECT_EQ(tensorDevice(ffi::Any(tensor)), 0) << "the caller's stays";
  const ffi::Any there = vm->toFirstDevice(tensor).value;
  EXPECT_EQ(tensorDevice(there), 5);
  EXPECT_TRUE(vm->toFirstDevice(there).value.same_as(there));
  for (const ffi::Any& other : {ffi::Any(nullptr), ffi::Any(int64_t{3}), ffi::Any(ffi::String("text of some length")),
                                ffi::Any(ffi::Shape({2, 3}))})
    EXPECT_TRUE(vm->toFirstDevice(other).value.same_as(other)) << other.GetTypeKey();
}

TEST(Devices, TakeNoInputsBeyondTheirLimit) {
  const auto vm = std::move(*loadOn({"cpu:5", "cpu"}, 1000));
  const ffi::Any large = makeRaw({300}, DLDataType{kDLFloat, 32, 1});
  EXPECT_TRUE(failsWith(vm->toFirstDevice(large), "MemoryLimit", "limit of 1000 bytes"));
  EXPECT_TRUE(failsWith(vm->setInput("same", std::vector<ffi::AnyView>{large}), "MemoryLimit", "limit of 1000 bytes"));
}

TEST(Devices, AreNamedInARecording) {
  const auto vm = std::move(*loadOn({"cpu:2", "cpu:1=naive", "cpu"}));
  TraceInfo info;
  vm->describe(info);
  EXPECT_EQ(info.device, "cpu:2, cpu:1, cpu");
  EXPECT_EQ(info.allocator, "pooled, naive, pooled");
  (*loadOn({"cpu:0=naive"}))->describe(info);
  EXPECT_EQ(info.device, "cpu");
  EXPECT_EQ(info.allocator, "naive");
  const Recording seen = record(*vm, {}, true);
  int64_t allocated = 0;
  for (const auto& row : seen.only().values.memory) allocated += row.allocated;
  EXPECT_EQ(allocated, 4 * 256) << "on all devices";
}

TEST(Devices, AreNamedByTextWithAnAllocator) {
  const auto choice = parseDeviceChoice("cpu:3=naive", Allocator::Kind::Pooled);
  ASSERT_TRUE(choice.ok());
  EXPECT_EQ(choice->id, (DeviceId{1, 3}));
  EXPECT_EQ(choice->name, "cpu:3");
  EXPECT_EQ(choice->allocator, Allocator::Kind::Naive);
  EXPECT_EQ(parseDeviceChoice("cpu", Allocator::Kind::Naive)->allocator, Allocator::Kind::Naive);
  EXPECT_NE(parseDeviceChoice("cpu=arena", Allocator::Kind::Pooled).error().text().find("use pooled or naive"),
            std::string::npos);
  EXPECT_NE(loadOn({"cpu:64"}).error().text().find("cpu to cpu:63"), std::string::npos);
  EXPECT_FALSE(parseDeviceChoice("=naive", Allocator::Kind::Pooled).ok());
}

TEST(MemoryScopes, OfConstantsDoNotKeepAProgramFromRunning) {
  B b;
  emitStorages(b);
  b.draft().memoryScopes.push_back({2, "global.texture"});
  LoadOptions options = optionsFor(b);
  options.devices = {"cpu:1", "cpu"};
  const auto vm = VirtualMachine::load(std::move(options));
  ASSERT_TRUE(vm.ok()) << vm.error().text();
  EXPECT_TRUE(callMain(**vm).ok()) << "on the CPU a constant lies where it lies";
}

}  // namespace
}  // namespace relaxscope::testing
