// SPDX-License-Identifier: Apache-2.0
// Limits that end a non-terminating run, and loads that are refused.
#include <pthread.h>

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <thread>

#include "tests/unit/vm/test_vm.h"

namespace relaxscope::testing {
namespace {

std::unique_ptr<VirtualMachine> limitedVm(ExecutableBuilder& b, EngineLimits limits) {
  LoadOptions options = optionsFor(b);
  options.limits = limits;
  auto vm = VirtualMachine::load(std::move(options));
  if (!vm.ok()) throw std::runtime_error(vm.error().text());
  return std::move(*vm);
}

void emitEndless(B& b) {
  b.beginFunction("main", 0);
  b.emitCall("vm.builtin.null_value", {}, 0);
  b.emitGoto(-1);
}

TEST(Limits, StopAfterSteps) {
  B b;
  emitEndless(b);
  EngineLimits limits;
  limits.steps = 100'000;
  const auto vm = limitedVm(b, limits);
  const RunResult result = callMain(*vm);
  EXPECT_TRUE(failsWith(result, "StepLimit", "100000"));
  ASSERT_TRUE(result.error->position.has_value());
  EXPECT_EQ(result.error->position->function, "main");
  EXPECT_LE(vm->counters().calls, 100'000u);
}

TEST(Limits, StopAGotoToItself) {
  B b;
  b.beginFunction("main", 0);
  b.emitGoto(0);
  EngineLimits limits;
  limits.steps = 1000;
  EXPECT_TRUE(failsWith(callMain(*limitedVm(b, limits)), "StepLimit", "1000"));
}

/// A program whose packed function test.count counts its calls, as a witness apart from the engine.
struct CountedAllocations {
  int calls = 0;
  std::unique_ptr<VirtualMachine> vm;
  CountedAllocations(void (*emit)(B&), int steps) {
    B b;
    emit(b);
    LoadOptions options = optionsFor(b, {{"test.count", [this](const ffi::AnyView*, int32_t, ffi::Any*) { ++calls; }}});
    options.limits.steps = static_cast<uint64_t>(steps);
    auto made = VirtualMachine::load(std::move(options));
    if (!made.ok()) throw std::runtime_error(made.error().text());
    vm = std::move(*made);
  }
};
/// Whether a call of main with `x` needs exactly `needed` instructions.
::testing::AssertionResult needs(void (*emit)(B&), int64_t x, int needed) {
  if (const RunResult result = callMain(*CountedAllocations(emit, needed).vm, {x}); !result.ok())
    return ::testing::AssertionFailure() << needed << " do not suffice: " << result.error->message;
  for (int less = 1; less < std::min(needed, 12); ++less)
    if (!failsWith(callMain(*CountedAllocations(emit, needed - less).vm, {x}), "StepLimit",
                   std::to_string(needed - less)))
      return ::testing::AssertionFailure() << needed - less << " suffice";
  return ::testing::AssertionSuccess();
}

TEST(Limits, StraightInstructionsCountOneByOne) {
  constexpr int kCalls = 61;  // and a return
  const auto emit = [](B& b) {
    b.beginFunction("main", {"x"});
    for (int i = 0; i < kCalls; ++i) b.emitCall("test.count", {}, kVoidRegister);
    b.emitRet(0);
  };
  EXPECT_TRUE(needs(emit, 0, kCalls + 1));
  for (const int limit : {1, 10, 60, 61, 62}) {
    CountedAllocations counted(emit, limit);
    for (int call = 1; call <= 2; ++call) {
      EXPECT_EQ(callMain(*counted.vm, {int64_t{0}}).ok(), limit > kCalls) << limit;
      EXPECT_EQ(counted.calls, call * std::min(limit, kCalls)) << limit;
    }
  }
}

TEST(Limits, InstructionsThatMakeNoCallCountToo) {
  const auto emit = [](B& b) {
    b.beginFunction("main", {"x"});
    for (int i = 0; i < 20; ++i) b.emitCall("vm.builtin.copy", {B::r(0)}, 1);
    b.emitCall("vm.builtin.null_value", {}, 1);
    b.emitRet(0);
  };
  EXPECT_TRUE(needs(emit, 0, 22));
}

TEST(Limits, InstructionsThatAJumpSkipsDoNotCount) {
  const auto emit = [](B& b) {
    b.beginFunction("main", {"x"});
    b.emitIf(0, 32);
    for (int i = 0; i < 30; ++i) b.emitCall("test.count", {}, kVoidRegister);
    b.emitGoto(2);
    b.emitCall("test.count", {}, kVoidRegister);
    b.emitRet(0);
  };
  EXPECT_TRUE(needs(emit, 0, 3)) << "If, the last call, Ret";
  EXPECT_TRUE(needs(emit, 1, 33)) << "If, thirty calls, Goto, Ret";
}

TEST(Limits, InstructionsOfLoopsAndOfCalledFunctionsCount) {
  const auto emit = [](B& b) {
    b.beginFunction("step", {"i"});
    b.emitCall("test.add", {B::r(0), B::imm(-1)}, 1);
    b.emitCall("test.count", {}, kVoidRegister);
    b.emitRet(1);
    b.beginFunction("main", {"n"});
    b.emitIf(0, 4);
    b.emitCall("step", {B::r(0)}, 0);
    b.emitCall("test.count", {}, kVoidRegister);
    b.emitGoto(-3);
    b.emitRet(0);
  };
  for (const int n : {0, 1, 7})  // If, two calls and Goto, and the three of the function; at the end If and Ret
    EXPECT_TRUE(needs(emit, n, n * (4 + 3) + 2)) << n;
}

TEST(Limits, StepsCountForEachCallAnew) {
  B b;
  b.beginFunction("main", 0);
  b.emitCall("vm.builtin.null_value", {}, 0);
  b.emitRet(0);
  EngineLimits limits;
  limits.steps = 50;
  const auto vm = limitedVm(b, limits);
  for (int i = 0; i < 100; ++i) ASSERT_TRUE(callMain(*vm).ok());
}

void emitEndlessRecursion(B& b) {
  b.beginFunction("main", {"x"});
  b.emitCall("main", {B::r(0)}, 1);
  b.emitRet(1);
}

TEST(Limits, StopRecursion) {
  B b;
  emitEndlessRecursion(b);
  EngineLimits limits;
  limits.stackDepth = 500;
  const auto vm = limitedVm(b, limits);
  const ffi::Tensor tensor = makeFloats({1}, {1});
  EXPECT_TRUE(failsWith(callMain(*vm, {tensor}), "StackOverflow", "limit of 500 nested calls"));
  EXPECT_EQ(tensor.use_count(), 1);
}

TEST(Limits, StopRecursionThatFillsTheRegisterStack) {
  B b;
  emitEndlessRecursion(b);
  EngineLimits limits;
  limits.stackDepth = 0;
  limits.stackBytes = 64 << 10;
  EXPECT_TRUE(failsWith(callMain(*limitedVm(b, limits), {int64_t{1}}), "StackOverflow", "register stack"));
}

TEST(Limits, StopRecursionThroughClosures) {
  B b;
  b.beginFunction("main", {"x"});
  b.emitCall("vm.builtin.invoke_closure", {B::vm(), b.f("main"), B::r(0)}, 1);
  b.emitRet(1);
  EngineLimits limits;
  limits.stackDepth = 0;
  EXPECT_TRUE(failsWith(callMain(*limitedVm(b, limits), {int64_t{1}}), "StackOverflow", ""));
}

TEST(Limits, ThreadsOfSmallStacksCanCall) {
  struct Work {
    std::unique_ptr<VirtualMachine> vm;
    bool done = false;
  } work;
  B b;
  b.beginFunction("main", {"x"});
  b.emitCall("vm.builtin.make_tuple", {B::r(0)}, 0);
  b.emitRet(0);
  work.vm = vmFor(b);
  pthread_attr_t attributes;
  ASSERT_EQ(pthread_attr_init(&attributes), 0);
  ASSERT_EQ(pthread_attr_setstacksize(&attributes, size_t{192} << 10), 0);
  pthread_t thread{};
  const auto body = [](void* given) -> void* {
    auto* const self = static_cast<Work*>(given);
    self->done = callMain(*self->vm, {int64_t{1}}).ok();
    return nullptr;
  };
  ASSERT_EQ(pthread_create(&thread, &attributes, body, &work), 0);
  pthread_join(thread, nullptr);
  pthread_attr_destroy(&attributes);
  EXPECT_TRUE(work.done);
}

TEST(Limits, StopAllocation) {
  for (const char* allocator : {"pooled", "naive"}) {
    B b;
    const auto byte = B::c(b.addConstant(DataType{1, 8, 1}));
    const auto bytes = B::c(b.addConstant(ShapeConstant{{1 << 20}}));
    b.beginFunction("main", 0);
    for (int i = 0; i < 8; ++i) b.emitCall("vm.builtin.alloc_storage", {B::vm(), bytes, B::imm(0), byte}, i);
    b.emitRet(0);
    LoadOptions options = optionsFor(b);
    options.allocator = allocator;
    options.limits.memoryBytes = 4 << 20;
    auto vm = VirtualMachine::load(std::move(options));
    ASSERT_TRUE(vm.ok());
    const RunResult result = callMain(**vm);
    EXPECT_TRUE(failsWith(result, "MemoryLimit", "limit of 4194304 bytes")) << allocator;
    EXPECT_EQ(result.error->position->callee, "vm.builtin.alloc_storage");
    EXPECT_EQ((*vm)->counters().liveBytes, 0);
    EXPECT_EQ((*vm)->counters().peakBytes, 4 << 20);
  }
}

TEST(Limits, AVmThatMetItsMemoryLimitGoesOn) {
  for (const char* allocator : {"pooled", "naive"}) {
    B b;
    const auto byte = B::c(b.addConstant(DataType{1, 8, 1}));
    b.beginFunction("main", {"first", "second"});
    b.emitCall("vm.builtin.alloc_storage", {B::vm(), B::r(0), B::imm(0), byte}, 2);
    b.emitCall("vm.builtin.alloc_storage", {B::vm(), B::r(1), B::imm(0), byte}, 3);
    b.emitRet(3);
    LoadOptions options = optionsFor(b);
    options.allocator = allocator;
    options.limits.memoryBytes = 4 << 20;
    auto vm = VirtualMachine::load(std::move(options));
    ASSERT_TRUE(vm.ok());
    const auto run = [&](int64_t first, int64_t second) {
      return callMain(**vm, {ffi::Shape({first}), ffi::Shape({second})});
    };
    for (int i = 0; i < 3; ++i) {
      EXPECT_TRUE(failsWith(run(3 << 20, 2 << 20), "MemoryLimit", "limit of 4194304 bytes")) << allocator;
      EXPECT_TRUE(failsWith(run(1, int64_t{1} << 40), "MemoryLimit", "; 64 are in use")) << allocator;
      EXPECT_TRUE(run(1 << 20, 3 << 20).ok()) << allocator << ": the pool gives back what it kept of other sizes";
      EXPECT_TRUE(run(2 << 20, 2 << 20).ok()) << allocator;
      EXPECT_EQ((*vm)->counters().liveBytes, 0);
    }
  }
}

TEST(Limits, CountLargeShapeHeapsAsMemory) {
  for (const char* allocate : {"vm.builtin.alloc_shape_heap", "vm.builtin.alloc_heap"}) {
    B b;
    b.beginFunction("main", {"slots"});
    for (int i = 1; i < 6; ++i) b.emitCall(allocate, {B::r(0)}, i);
    b.emitRet(kVoidRegister);
    LoadOptions options = optionsFor(b);
    options.limits.memoryBytes = 4 << 20;
    auto vm = VirtualMachine::load(std::move(options));
    ASSERT_TRUE(vm.ok());
    EXPECT_TRUE(callMain(**vm, {int64_t{300}}).ok());
    EXPECT_TRUE(callMain(**vm, {int64_t{1 << 15}}).ok());
    EXPECT_EQ((*vm)->counters().peakBytes, 5 << 18);
    EXPECT_TRUE(failsWith(callMain(**vm, {int64_t{1 << 18}}), "MemoryLimit", "limit of 4194304 bytes")) << allocate;
    EXPECT_EQ((*vm)->counters().liveBytes, 0);
  }
}

#if !defined(RELAXSCOPE_SANITIZED)  // a sanitizer ends the process at such an allocation
TEST(Limits, AnAllocationThatFailsBelowTheLimitBlamesTheMemory) {
  B b;
  const auto byte = B::c(b.addConstant(DataType{1, 8, 1}));
  b.beginFunction("main", {"small", "large"});
  b.emitCall("vm.builtin.alloc_storage", {B::vm(), B::r(0), B::imm(0), byte}, 2);
  b.emitCall("vm.builtin.alloc_storage", {B::vm(), B::r(1), B::imm(0), byte}, 3);
  b.emitRet(3);
  EngineLimits limits;
  limits.memoryBytes = uint64_t{1} << 60;
  const auto vm = limitedVm(b, limits);
  for (const int bit : {45, 50})  // the system refuses the first, the allocator the second
    EXPECT_TRUE(
        failsWith(callMain(*vm, {ffi::Shape({64}), ffi::Shape({int64_t{1} << bit})}), "MemoryError", "; 64 are in use"))
        << bit;
}
#endif

TEST(Limits, CancelStopsALoopAndTheVmStays) {
  B b;
  emitEndless(b);
  b.beginFunction("quick", {"x"});
  b.emitCall("test.keep", {B::r(0)}, 1);
  b.emitRet(1);
  EngineLimits limits;
  limits.steps = 0;
  const auto vm = limitedVm(b, limits);
  std::atomic<bool> ended{false};
  std::thread watcher([&] {
    while (vm->activity().state != Activity::State::Running) std::this_thread::yield();
    const Activity seen = VirtualMachine::currentActivity();
    EXPECT_STREQ(seen.functionName, "main");
    while (!ended.load()) {
      vm->requestStop();
      std::this_thread::yield();
    }
  });
  const RunResult result = callMain(*vm);
  ended.store(true);
  watcher.join();
  EXPECT_TRUE(failsWith(result, "Cancelled", "stopped on request"));
  vm->clearStop();
  const ffi::AnyView args[1] = {int64_t{4}};
  EXPECT_EQ(vm->call("quick", args).value.cast<int64_t>(), 4);
}

TEST(Load, NamesEveryMissingFunctionAtOnce) {
  B b;
  b.beginFunction("main", {"x"});
  b.emitCall("no.such.kernel", {B::r(0)}, 0);
  b.emitCall("another.one", {B::r(0)}, 0);
  b.emitCall("vm.builtin.attention_kv_cache_import_page_group", {B::r(0)}, 0);
  b.emitRet(0);
  const auto vm = VirtualMachine::load(optionsFor(b));
  ASSERT_FALSE(vm.ok());
  const std::string message = vm.error().text();
  EXPECT_NE(message.find("no.such.kernel"), std::string::npos) << message;
  EXPECT_NE(message.find("another.one"), std::string::npos) << message;
  EXPECT_NE(message.find("KV cache checkpoint"), std::string::npos) << message;
}

TEST(Load, AFunctionMayBeMissingThatTheCallsDoNotNeed) {
  B b;
  b.beginFunction("main", {"x"});
  b.emitCall("no.such.kernel", {B::r(0)}, 0);
  b.emitRet(0);
  b.beginFunction("helper", {"x"});
  b.emitRet(0);
  LoadOptions options = optionsFor(b);
  options.target.functions = {"main"};
  ASSERT_FALSE(VirtualMachine::load(options).ok());
  for (const auto& [functions, skip] :
       {std::pair(std::vector<std::string>{"helper"}, std::vector<std::string>{}),
        std::pair(std::vector<std::string>{"main"}, std::vector<std::string>{"no.*"})}) {
    options.target = {functions, skip};
    const auto vm = VirtualMachine::load(options);
    ASSERT_TRUE(vm.ok()) << vm.error().text();
    const ffi::AnyView args[1] = {int64_t{4}};
    EXPECT_EQ((*vm)->call("helper", args).value.cast<int64_t>(), 4);
    // A call that was not announced says what is missing.
    EXPECT_TRUE(failsWith((*vm)->call("main", args), "InternalError", "missing function: no.such.kernel"));
    ASSERT_TRUE((*vm)->skipCalls({"no.*"}).ok());
    EXPECT_TRUE((*vm)->call("main", args).ok());
  }
}

TEST(Load, RefusesDamagedCode) {
  B b;
  b.beginFunction("main", {"x"});
  b.emitCall("test.keep", {B::r(0), B::c(ConstIndex(7))}, 0);
  b.emitRet(0);
  const auto vm = VirtualMachine::load(optionsFor(b));
  ASSERT_FALSE(vm.ok());
  EXPECT_NE(vm.error().text().find("damaged"), std::string::npos);
}

TEST(Load, RefusesUnknownDevicesAndAllocators) {
  const auto loadWith = [](std::vector<std::string> devices, std::string allocator) {
    B b;
    b.beginFunction("main", {"x"});
    b.emitRet(0);
    LoadOptions options = optionsFor(b);
    options.devices = std::move(devices);
    options.allocator = std::move(allocator);
    auto vm = VirtualMachine::load(std::move(options));
    return vm.ok() ? std::string() : vm.error().text();
  };
  EXPECT_EQ(loadWith({"cpu"}, "naive"), "");
  EXPECT_NE(loadWith({"tpu"}, "naive").find("unknown kind"), std::string::npos);
  EXPECT_EQ(loadWith({"cpu:1"}, "naive"), "");
  EXPECT_NE(loadWith({"cuda:99"}, "pooled").find("cannot be used"), std::string::npos);
  EXPECT_NE(loadWith({"cpu"}, "arena").find("pooled or naive"), std::string::npos);
}

TEST(Load, ReadsConstantsOfEveryKind) {
  B b;
  TensorConstant weights;
  weights.dtype = {2, 32, 1};
  weights.shape = {2};
  const float values[2] = {1.5f, -2};
  weights.data = Bytes::copyOf({reinterpret_cast<const char*>(values), sizeof values});
  const auto tensor = B::c(b.addConstant(weights));
  const auto number = B::c(b.addConstant(IntConstant{int64_t{1} << 60}));
  const auto shape = B::c(b.addConstant(ShapeConstant{{3, 4}}));
  b.beginFunction("main", 0);
  b.emitCall("vm.builtin.make_tuple", {tensor, number, shape}, 0);
  b.emitRet(0);
  const RunResult result = callMain(*vmFor(b));
  ASSERT_TRUE(result.ok());
  const auto tuple = result.value.cast<ffi::Array<ffi::Any>>();
  EXPECT_EQ(floatsOf(ffi::Any(tuple[0])), (std::vector<float>{1.5f, -2}));
  EXPECT_EQ(ffi::Any(tuple[1]).cast<int64_t>(), int64_t{1} << 60);
  EXPECT_EQ(dimsOf(ffi::Any(tuple[2])), (std::vector<int64_t>{3, 4}));
}

TEST(Load, RefusesAnExecutableWithoutItsTensors) {
  B b;
  TensorConstant weights;
  weights.dtype = {2, 32, 1};
  weights.shape = {2};
  const auto tensor = B::c(b.addConstant(weights));
  b.beginFunction("main", 0);
  b.emitCall("vm.builtin.make_tuple", {tensor}, 0);
  b.emitRet(0);
  LoadOptions options = optionsFor(b);
  LoadedFile file = *options.file;
  Executable hollow = *file.executable;
  hollow.tensorDataOmitted = true;
  file.executable = std::make_shared<const Executable>(std::move(hollow));
  options.file = std::make_shared<const LoadedFile>(std::move(file));
  const auto vm = VirtualMachine::load(std::move(options));
  ASSERT_FALSE(vm.ok());
  EXPECT_NE(vm.error().text().find("no tensor data; open the original library"), std::string::npos)
      << vm.error().text();
}

}  // namespace
}  // namespace relaxscope::testing
