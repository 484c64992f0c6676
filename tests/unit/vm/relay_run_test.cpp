// SPDX-License-Identifier: Apache-2.0
// Whole Relay programs: errors and limits, state after a run, refused loads, recording.
#include <atomic>
#include <thread>

#include "tests/support/scratch_folder.h"
#include "tests/unit/vm/recording.h"
#include "tests/unit/vm/relay_vm.h"
#include "vmcore/format/vm/parameter_list.h"
#include "vmcore/format/vm/vm_executable.h"
#include "vmcore/vm/engine.h"

namespace relaxscope::testing {
namespace {

std::unique_ptr<VirtualMachine> limited(const std::string& text, EngineLimits limits) {
  LoadOptions options = relayOptions(text);
  options.limits = limits;
  auto vm = VirtualMachine::load(std::move(options));
  if (!vm.ok()) throw std::runtime_error(vm.error().text());
  return std::move(*vm);
}

// ---- calls that are refused ---------------------------------------------------------------------------------

TEST(RelayArity, EveryKindOfCallWantsAsManyArgumentsAsThereAreParameters) {
  const auto vm = relayVm(R"(
    @two(a, b):
      ret result=%0
    @main(x):
      invoke func=two dst=%1 arg=[%0]
      ret result=%1
    @closure(x):
      alloc_closure func=two dst=%1 captured=[%0]
      invoke_closure closure=%1 dst=%2 arg=[%0, %0]
      ret result=%2)");
  const ffi::Any x = number(1);
  const ffi::AnyView one[1] = {x};
  EXPECT_TRUE(failsWith(vm->call("two", one), "ArityError",
                        "Invoking function two expects 2 arguments (a, b), but 1 arguments were provided."));
  const RunResult invoked = callMain(*vm, {x});
  EXPECT_TRUE(failsWith(invoked, "ArityError", "expects 2 arguments (a, b), but 1 arguments were provided."));
  EXPECT_EQ(invoked.error->position->function, "main");
  EXPECT_TRUE(
      failsWith(vm->call("closure", one), "ArityError", "expects 2 arguments (a, b), but 3 arguments were provided."));
  EXPECT_TRUE(failsWith(vm->call("nobody", one), "ValueError", "nobody"));
  EXPECT_EQ(useCount(x), 1);
}

// ---- limits -------------------------------------------------------------------------------------------------

const char* const kRecursion = R"(
  @main(x):
    invoke func=main dst=%1 arg=[%0]
    ret result=%1)";
const char* const kClosureRecursion = R"(
  @main(x):
    alloc_closure func=main dst=%1 captured=[]
    invoke_closure closure=%1 dst=%2 arg=[%0]
    ret result=%2)";

TEST(RelayLimits, RecursionStopsAtTheDepthThatWasSet) {
  EngineLimits limits;
  limits.stackDepth = 300;
  for (const char* text : {kRecursion, kClosureRecursion}) {
    const ffi::Any x = number(1);
    EXPECT_TRUE(failsWith(callMain(*limited(text, limits), {x}), "StackOverflow", "limit of 300 nested calls"));
    EXPECT_EQ(useCount(x), 1);
  }
}

TEST(RelayLimits, RecursionWithoutALimitEndsWithTheStack) {
  EngineLimits limits;
  limits.stackDepth = 0;
  limits.stackBytes = 1 << 20;
  EXPECT_TRUE(failsWith(callMain(*limited(kRecursion, limits), {number(1)}), "StackOverflow",
                        "more than the register stack has free"));
  limits.stackBytes = uint64_t{1} << 30;
  EXPECT_TRUE(failsWith(callMain(*limited(kClosureRecursion, limits), {number(1)}), "StackOverflow", "native stack"));
}

const char* const kLoops[] = {
    "@main(x):\n goto pc_offset=0",
    "@main(x):\n load_consti value=1 dst=%1\n goto pc_offset=-1",
    "@main(x):\n if test=%0 target=%0 true_offset=0 false_offset=1\n ret result=%0",
    "@main(x):\n load_consti value=1 dst=%1\n if test=%0 target=%1 true_offset=1 false_offset=-1\n ret result=%0",
};

TEST(RelayLimits, LoopsStopAtTheStepLimit) {
  EngineLimits limits;
  limits.steps = 1000;
  for (const char* text : kLoops) {
    const RunResult result = callMain(*limited(text, limits), {number(0)});
    EXPECT_TRUE(failsWith(result, "StepLimit", "1000")) << text;
    EXPECT_EQ(result.error->position->function, "main");
  }
}

TEST(RelayLimits, LoopsStopOnRequestAndTheVmStays) {
  EngineLimits limits;
  limits.steps = 0;
  for (const char* text : kLoops) {
    const auto vm = limited(std::string(text) + "\n@quick(x):\n ret result=%0", limits);
    std::atomic<bool> ended{false};
    std::thread watcher([&] {
      while (vm->activity().state != Activity::State::Running) std::this_thread::yield();
      while (!ended.load()) {
        vm->requestStop();
        std::this_thread::yield();
      }
    });
    const RunResult result = callMain(*vm, {number(0)});
    ended.store(true);
    watcher.join();
    EXPECT_TRUE(failsWith(result, "Cancelled", "stopped on request")) << text;
    vm->clearStop();
    const ffi::Any x = number(4);
    const ffi::AnyView args[1] = {x};
    EXPECT_TRUE(vm->call("quick", args).value.same_as(x));
  }
}

TEST(RelayLimits, StorageStopsAtTheMemoryLimit) {
  EngineLimits limits;
  limits.memoryBytes = 1 << 20;
  const auto vm = limited(
      "@main(x):\n alloc_storage size=%0 alignment=64 dtype=uint8 device=0 dst=%1 extent=[]\n ret result=%1", limits);
  const RunResult result = callMain(*vm, {number(2 << 20)});
  EXPECT_TRUE(failsWith(result, "MemoryLimit", "limit of 1048576 bytes"));
  EXPECT_EQ(result.error->position->callee, "alloc_storage");
}

// ---- state after a run --------------------------------------------------------------------------------------

TEST(RelayErrors, ReleaseEverythingOnTheWay) {
  const auto vm = relayVm(R"(
    @deep(f, x):
      alloc_data tag=1 dst=%2 field=[%1, %1]
      alloc_data tag=2 dst=%5 field=[%2, %0]
      load_consti value=1048576 dst=%3
      alloc_storage size=%3 alignment=64 dtype=uint8 device=0 dst=%4 extent=[]
      invoke_packed packed=fail outputs=1 arg=[%2, %1]
      ret result=%2
    @middle(x, y):
      alloc_closure func=middle dst=%2 captured=[%0, %1]
      invoke func=deep dst=%3 arg=[%2, %0]
      ret result=%3
    @main(x):
      alloc_closure func=middle dst=%1 captured=[%0]
      invoke_closure closure=%1 dst=%2 arg=[%0]
      ret result=%2
    @fail packed_func;)");
  const ffi::Any x = number(1);
  for (int i = 0; i < 3; ++i) {
    const RunResult result = callMain(*vm, {x});
    EXPECT_TRUE(failsWith(result, "ValueError", "on purpose"));
    EXPECT_EQ(result.error->position->function, "deep");
    EXPECT_EQ(result.error->position->callee, "fail");
    EXPECT_EQ(useCount(x), 1);
    EXPECT_LT(vm->counters().liveBytes, 1 << 20);
  }
}

/// One function creates a closure that returns what it captured, the other calls a closure.
const char* const kClosures = R"(
    @self(x):
      ret result=%0
    @main(x):
      alloc_closure func=self dst=%1 captured=[%0]
      ret result=%1
    @use(f):
      invoke_closure closure=%0 dst=%1 arg=[]
      ret result=%1)";

RunResult useClosure(VirtualMachine& vm, const ffi::Any& closure) {
  const ffi::AnyView args[1] = {closure};
  return vm.call("use", args);
}

TEST(RelayRun, ClosuresOfAnotherVmRunOnTheOneThatCalls) {
  auto first = relayVm(kClosures);
  const auto second = std::move(*first->another()), foreign = relayVm(kClosures);
  const ffi::Any x = number(1);
  const ffi::Any closure = callMain(*first, {x}).value;
  EXPECT_TRUE(failsWith(useClosure(*foreign, closure), "ValueError", "the closure belongs to another executable"));
  first.reset();
  const RunResult result = useClosure(*second, closure);
  ASSERT_TRUE(result.ok()) << result.error->message;
  EXPECT_TRUE(result.value.same_as(x));
  EXPECT_TRUE(failsWith(useClosure(*foreign, closure), "RuntimeError", "the VM of this closure no longer exists"));
}

TEST(RelayErrors, KernelsGetTensorsAndNothingElse) {
  int calls = 0;
  const auto vm =
      relayVm("@main(x):\n invoke_packed packed=kernel outputs=1 arg=[%0, %0]\n ret result=%0\n@kernel packed_func;",
              {{"kernel", [&](const ffi::AnyView*, int32_t, ffi::Any*) { ++calls; }}});
  for (const ffi::Any& other :
       {ffi::Any(int64_t{3}), ffi::Any(2.5), ffi::Any(true), ffi::Any(nullptr), ffi::Any(ffi::String("text")),
        ffi::Any(ffi::Shape({2})), makeAdt(0, {number(1), ffi::Any(nullptr)}), makeAdt(0, {makeAdt(0, {number(1)})})})
    EXPECT_TRUE(failsWith(callMain(*vm, {other}), "TypeError", "kernels take Tensors, but value"))
        << other.GetTypeKey();
  EXPECT_EQ(calls, 0);
  EXPECT_TRUE(callMain(*vm, {makeAdt(0, {number(1), number(2)})}).ok());
  EXPECT_EQ(calls, 1);
}

TEST(RelayErrors, NameTheOpcodeAndThePlace) {
  const auto vm = relayVm("@main(x):\n move from=%0 dst=%1\n get_field object=%1 field_index=0 dst=%2\n ret result=%2");
  const RunResult result = callMain(*vm, {number(1)});
  ASSERT_FALSE(result.ok());
  EXPECT_EQ(result.error->position->function, "main");
  EXPECT_EQ(result.error->position->pc, 1);
  EXPECT_EQ(result.error->position->callee, "get_field");
}

/// A list, or a chain of closures or views, with x elements.
std::string nesting(const std::string& step) {
  return R"(
    @main(x, one, zero):
      move from=%1 dst=%3
    again:
      )" +
         step + R"(
      invoke_packed packed=add outputs=1 arg=[%0, %4, %0]
      if test=%0 target=%2 true_offset=1 false_offset=again
      ret result=%3
    @add packed_func;)";
}
constexpr int64_t kDeepList = 200'000, kManyViews = 2'000'000;

TEST(RelayErrors, DeepValuesAreDestroyedWithoutRecursion) {
  for (const char* step :
       {"alloc_data tag=1 dst=%3 field=[%1, %3]", "alloc_data tag=1 dst=%3 field=[%3, %1]",
        "alloc_closure func=main captured=[%3] dst=%3", "reshape_tensor tensor=%3 new_shape=%1 dst=%3"}) {
    const auto vm = relayVm(nesting(std::string(step) + "\n load_consti value=-1 dst=%4"));
    const ffi::Any one = number(1);
    RunResult result =
        callMain(*vm, {number(std::string_view(step).starts_with("reshape") ? kManyViews : kDeepList), one, number(0)});
    ASSERT_TRUE(result.ok()) << step << ": " << result.error->message;
    EXPECT_GT(useCount(one), 1) << step;
    result.value.reset();
    EXPECT_EQ(useCount(one), 1) << step;
  }
}

TEST(RelayErrors, ASharedTailOfAListStays) {
  const auto vm = relayVm(nesting("alloc_data tag=1 dst=%3 field=[%1, %3]\n load_consti value=-1 dst=%4"));
  const ffi::Any one = number(1);
  RunResult result = callMain(*vm, {number(1000), one, number(0)});
  ASSERT_TRUE(result.ok());
  ffi::Any tail = adtIn(result.value).fields[1];
  result.value.reset();
  int64_t length = 0;
  for (const AdtObj* at = &adtIn(tail); at != nullptr; at = adtOf(ffi::AnyView(at->fields[1]).CopyToTVMFFIAny()))
    ++length;
  EXPECT_EQ(length, 999);
  tail.reset();
  EXPECT_EQ(useCount(one), 1);
}

TEST(RelayErrors, AClosureOutlivesItsVmButDoesNotRun) {
  const ffi::Any x = number(1);
  RunResult made = callMain(*relayVm(kClosures), {x});
  ASSERT_TRUE(made.ok());
  const auto other = relayVm(kClosures);
  EXPECT_FALSE(useClosure(*other, made.value).ok()) << "its functions are another VM's";
  made.value.reset();
  EXPECT_EQ(useCount(x), 1);
}

TEST(RelayStateful, InputsAndOutputsAreKept) {
  const auto vm = relayVm("@main(x, y):\n alloc_data tag=2 dst=%2 field=[%1, %0]\n ret result=%2");
  const ffi::Any x = number(1), y = number(2);
  const ffi::AnyView args[2] = {x, y};
  ASSERT_TRUE(vm->setInput("main", args).ok());
  ASSERT_TRUE(vm->invokeStateful("main").ok());
  const RunResult whole = vm->getOutput("main");
  ASSERT_TRUE(whole.ok());
  EXPECT_EQ(adtIn(whole.value).tag, 2);
  EXPECT_EQ(*vm->outputArity("main"), 2);
  const int64_t path[1] = {0}, outside[1] = {2};
  EXPECT_TRUE(vm->getOutput("main", path).value.same_as(y));
  EXPECT_TRUE(failsWith(vm->getOutput("main", outside), "IndexError", "index 2 of a tuple with 2 fields"));
}

// ---- loading ------------------------------------------------------------------------------------------------

TEST(RelayLoad, NamesEveryMissingKernel) {
  const std::string message = loadError(relayOptions(R"(
    @main(x):
      invoke_packed packed=no_such_kernel outputs=1 arg=[%0]
      invoke_packed packed=add outputs=1 arg=[%0]
      invoke_packed packed=nor_this outputs=1 arg=[%0]
      ret result=%0
    @no_such_kernel packed_func;
    @add packed_func;
    @nor_this packed_func;)"));
  EXPECT_NE(message.find("missing functions: no_such_kernel; nor_this"), std::string::npos) << message;
}

TEST(RelayLoad, DrivesTheCpuAlone) {
  const RelayRelease gpu17{kRelay17.first, ".device (1, 0)\n.device (2, 0)\n", 0};
  const auto refuses = [](const std::string& text, const RelayRelease& release, const char* what) {
    const std::string message = loadError(relayOptions(text, {}, release));
    EXPECT_NE(message.find(what), std::string::npos) << message;
    EXPECT_NE(message.find("of device type 2"), std::string::npos) << message;
  };
  refuses(
      "@other(x):\n ret result=%0\n@main(x):\n move from=%0 dst=%1\n device_copy src=%0 src_device=0 dst_device=1 dst=%1\n ret result=%1",
      gpu17, "main:2");
  refuses("@main(x):\n alloc_storage size=%0 alignment=64 dtype=uint8 device=1 dst=%1 extent=[]\n ret result=%1", gpu17,
          "main:0");
  refuses(".const c[0] = tensor int64[1] {1}\n@main():\n load_const const=c[0] device=1 dst=%0\n ret result=%0", gpu17,
          "main:0");
  refuses("@main(x):\n device_copy src=%0 src_device=1 dst_device=2 dst=%1\n ret result=%1", kRelay08, "main:0");
  refuses(".const c[0] device=2 = tensor int64[1] {1}\n@main():\n load_const const=c[0] dst=%0\n ret result=%0",
          kRelay08, "main:0");
}

TEST(RelayLoad, RefusesDamagedCode) {
  Executable damaged = relayExecutable("@main(x):\n move from=%0 dst=%1\n ret result=%1");
  damaged.code.words.edit()[1] = 99;
  LoadOptions options;
  auto file = std::make_shared<LoadedFile>();
  file->executable = std::make_shared<const Executable>(std::move(damaged));
  options.file = file;
  EXPECT_NE(loadError(options).find("the executable is damaged: main:0"), std::string::npos);
}

/// A program with two late-bound constants and one of its own, and files with constants.
class RelayLateBound : public ::testing::Test {
 protected:
  /// A parameter list of int64 tensors with one element each.
  std::string list(const std::vector<std::pair<std::string, int64_t>>& entries) const {
    Executable params;
    params.variant = Variant::Params;
    for (const auto& [name, value] : entries) {
      TensorConstant tensor;
      tensor.dtype = {0, 64, 1};
      tensor.shape = {1};
      tensor.data = Bytes::copyOf({reinterpret_cast<const char*>(&value), sizeof value});
      params.constants.push_back({ConstantValue(tensor), 0});
      params.constantNames.push_back(name);
    }
    return folder_.write("constants.params", writeVmExecutable(params));
  }
  static LoadOptions program(const std::string& constants) {
    LoadOptions options = relayOptions(R"(
      .const c[0] = late_bound "const_0"
      .const c[1] = tensor int64[1] {20}
      .const c[2] = late_bound "const_2"
      @main():
        load_const const=c[0] device=0 dst=%0
        load_const const=c[1] device=0 dst=%1
        load_const const=c[2] device=0 dst=%2
        alloc_data tag=0 dst=%3 field=[%0, %1, %2]
        ret result=%3)");
    options.constants = constants;
    return options;
  }
  test::ScratchFolder folder_;
};

TEST_F(RelayLateBound, ConstantsComeFromTheFileThatIsGiven) {
  auto vm = VirtualMachine::load(program(list({{"const_2", 30}, {"const_0", 10}})));
  ASSERT_TRUE(vm.ok()) << vm.error().text();
  const RunResult result = callMain(**vm);
  ASSERT_TRUE(result.ok());
  for (size_t i = 0; i < 3; ++i)
    EXPECT_EQ(intsOf(adtIn(result.value).fields[i]), std::vector<int64_t>{10 * static_cast<int64_t>(i + 1)}) << i;
}

TEST_F(RelayLateBound, WithoutTheFileOneSentenceSaysSo) {
  EXPECT_EQ(loadError(program("")),
            "constant 0 (\"const_0\") is late-bound; give the file with the late-bound constants");
}

TEST_F(RelayLateBound, TheFileMustHoldEachOfThemAndNothingElse) {
  EXPECT_NE(loadError(program(list({{"const_0", 1}}))).find("const_2"), std::string::npos);
  EXPECT_NE(loadError(program(list({{"const_0", 1}, {"const_2", 1}, {"const_9", 1}}))).find("const_9"),
            std::string::npos);
  EXPECT_FALSE(loadError(program(folder_.file("none"))).empty());
}

// ---- recording ----------------------------------------------------------------------------------------------

struct Slice {
  std::string name;
  uint16_t depth;
  EventKind kind;
  friend bool operator==(const Slice&, const Slice&) = default;
};
void PrintTo(const Slice& slice, std::ostream* out) {
  *out << slice.name << " at " << slice.depth << " kind " << static_cast<int>(slice.kind);
}

/// Events in the order of their start, outer ones first.
std::vector<Slice> slicesOf(const VirtualMachine& vm, Recording recording) {
  std::stable_sort(recording.events.begin(), recording.events.end(), [](const Seen& a, const Seen& b) {
    return std::pair(a.start, a.depth) < std::pair(b.start, b.depth);
  });
  const std::vector<std::string> names = vm.functionNames();
  std::vector<Slice> slices;
  for (const Seen& event : recording.events)
    if (event.kind == EventKind::Call || event.kind == EventKind::FunctionBody)
      slices.push_back({names.at(event.callee), event.depth, event.kind});
  return slices;
}

const char* const kRecorded = R"(
  .const c[0] = tensor int64[1] {1}
  @inner(a, b):
    invoke_packed packed=add outputs=1 arg=[%0, %1, %0]
    ret result=%0
  @main(x):
    move from=%0 dst=%1
    load_const const=c[0] device=0 dst=%2
    load_consti value=5 dst=%3
    alloc_closure func=inner dst=%4 captured=[%3]
    invoke_closure closure=%4 dst=%5 arg=[%2]
    invoke func=inner dst=%6 arg=[%5, %1]
    kill_register dst=%4
    goto pc_offset=1
    ret result=%6
  @add packed_func;)";

TEST(RelayTrace, EventsNameOpcodesAndNestBodies) {
  const auto vm = relayVm(kRecorded);
  for (const auto mode : {TraceMode::Chained, TraceMode::Precise})
    for (const bool values : {false, true}) {
      const Recording recording = record(*vm, {number(1)}, values, mode);
      constexpr auto kCall = EventKind::Call, kBody = EventKind::FunctionBody;
      // A body starts together with its call, which encloses it.
      std::vector<Slice> slices = slicesOf(*vm, recording);
      ASSERT_EQ(slices.size(), 12u);
      std::vector<Slice> sorted = slices;
      const std::vector<Slice> want{
          {"main", 0, kBody},        {"move", 1, kCall},          {"load_const", 1, kCall},
          {"load_consti", 1, kCall}, {"alloc_closure", 1, kCall}, {"invoke_closure", 1, kCall},
          {"inner", 2, kBody},       {"add", 3, kCall},           {"inner", 1, kCall},
          {"inner", 2, kBody},       {"add", 3, kCall},           {"kill_register", 1, kCall}};
      for (const Slice& each : want) {
        const auto at = std::find(sorted.begin(), sorted.end(), each);
        ASSERT_NE(at, sorted.end()) << each.name << " at " << each.depth;
        sorted.erase(at);
      }
      if (mode != TraceMode::Precise) continue;
      EXPECT_EQ(slices, want);
    }
}

TEST(RelayTrace, BodiesLieInsideTheirCalls) {
  const auto vm = relayVm(kRecorded);
  const Recording recording = record(*vm, {number(1)}, false, TraceMode::Precise);
  size_t nested = 0;
  for (const Seen& body : recording.events) {
    if (body.depth == 0) continue;
    ++nested;
    const bool inside = std::any_of(recording.events.begin(), recording.events.end(), [&](const Seen& outer) {
      return outer.depth + 1 == body.depth && outer.start <= body.start && body.end <= outer.end;
    });
    EXPECT_TRUE(inside) << vm->functionNames().at(body.callee) << " at " << body.depth;
  }
  EXPECT_GT(nested, 0u);
}

TEST(RelayTrace, AnInstrumentSeesEveryInstructionThatIsNoJump) {
  const auto vm = relayVm(kRecorded);
  std::vector<std::string> before;
  size_t after = 0;
  vm->engine()->instrument = ffi::Function::FromPacked([&](const ffi::AnyView* args, int32_t, ffi::Any* result) {
    if (args[2].cast<bool>()) before.push_back(args[1].cast<std::string>());
    else ++after;
    *result = nullptr;
  });
  const RunResult result = callMain(*vm, {number(1)});
  vm->engine()->instrument = nullptr;
  ASSERT_TRUE(result.ok()) << result.error->message;
  EXPECT_EQ(intsOf(result.value), std::vector<int64_t>{7});
  EXPECT_EQ(before, (std::vector<std::string>{"move", "load_const", "load_consti", "alloc_closure", "invoke_closure",
                                              "add", "inner", "add", "kill_register"}));
  EXPECT_EQ(after, before.size());
}

}  // namespace
}  // namespace relaxscope::testing
