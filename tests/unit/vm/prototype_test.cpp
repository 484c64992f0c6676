// SPDX-License-Identifier: Apache-2.0
// Programs of the Relax VM's prototype (2021 and 2022): packed functions in a separate list, other numbers for special
// registers, conditions that are tensors, and the first If with two of them.
#include <algorithm>
#include <cstring>

#include "tests/unit/vm/recording.h"
#include "vmcore/vm/engine.h"

namespace relaxscope::testing {
namespace {

/// A program of one or two functions, given as the words of its file.
class PrototypeProgram {
 public:
  explicit PrototypeProgram(bool earlyIf = false) {
    executable_.variant = Variant::P;
    executable_.version = "0.8.dev0";
    executable_.code.set = &relaxPrototypeSet(earlyIf);
  }

  void begin(const std::string& name, int64_t args, int64_t registers) {
    end();
    Function function;
    function.kind = static_cast<int32_t>(FunctionKind::Bytecode);
    function.name = name;
    function.startInstr = here();
    function.numArgs = args;
    function.registerFileSize = registers;
    executable_.functions.push_back(std::move(function));
  }
  void call(const std::string& packed, std::vector<Arg> args, int64_t dst) {
    auto at = std::find(packed_.begin(), packed_.end(), packed);
    if (at == packed_.end()) at = packed_.insert(packed_.end(), packed);
    std::vector<int64_t> words{1, set().encodeRegister(dst), at - packed_.begin(), static_cast<int64_t>(args.size())};
    for (const Arg& arg : args) words.push_back(set().encodeArg(arg));
    emit(std::move(words));
  }
  void ret(int64_t reg) { emit({2, set().encodeRegister(reg)}); }
  void jump(int64_t offset) { emit({3, offset}); }
  void branch(int64_t condition, int64_t falseOffset) { emit({4, condition, falseOffset}); }
  void branchEqual(int64_t test, int64_t target, int64_t trueOffset, int64_t falseOffset) {
    emit({4, test, target, trueOffset, falseOffset});
  }
  void emit(std::vector<int64_t> words) {
    executable_.code.offsets.push_back(static_cast<int64_t>(executable_.code.words.size()));
    executable_.code.words.append(words);
  }
  int64_t here() const { return static_cast<int64_t>(executable_.code.offsets.size()); }
  /// Constants of other kinds than tensors are of builds of 2022.
  void of2022() {
    executable_.variant = Variant::P2;
    executable_.version = "0.11.dev0";
  }
  Arg constant(ConstantValue value) {
    executable_.constants.push_back({std::move(value)});
    return B::c(ConstIndex(static_cast<int64_t>(executable_.constants.size()) - 1));
  }
  Arg tensorConstant(float value) {
    TensorConstant tensor;
    tensor.dtype = {2, 32, 1};
    std::vector<uint8_t> bytes(4);
    std::memcpy(bytes.data(), &value, 4);
    tensor.data = Bytes::own(std::move(bytes));
    executable_.constants.push_back({std::move(tensor)});
    return B::c(ConstIndex(static_cast<int64_t>(executable_.constants.size()) - 1));
  }

  Result<std::unique_ptr<VirtualMachine>> load(std::vector<std::pair<std::string, PackedBody>> functions = {},
                                               EngineLimits limits = {}) {
    end();
    executable_.code.packedBase = static_cast<int64_t>(executable_.functions.size());
    for (const std::string& name : packed_) {
      Function function;
      function.name = name;
      function.numArgs = -2;
      executable_.functions.push_back(std::move(function));
    }
    auto file = std::make_shared<LoadedFile>();
    file->path = "prototype";
    file->executable = std::make_shared<const Executable>(executable_);
    B none;
    LoadOptions options = optionsFor(none, std::move(functions));
    options.file = std::move(file);
    options.limits = limits;
    options.libraries = libraries;
    return VirtualMachine::load(std::move(options));
  }

  std::vector<std::string> libraries;

 private:
  const InstructionSet& set() const { return *executable_.code.set; }
  void end() {
    if (!executable_.functions.empty()) executable_.functions.back().endInstr = here();
  }
  Executable executable_;
  std::vector<std::string> packed_;
};

std::unique_ptr<VirtualMachine> loaded(Result<std::unique_ptr<VirtualMachine>> vm) {
  if (!vm.ok()) throw std::runtime_error(vm.error().text());
  return std::move(*vm);
}

TEST(PrototypeVm, PassesEveryKindOfOperand) {
  PrototypeProgram p;
  p.begin("main", 1, 2);
  p.call("look", {B::r(0), B::imm(5), B::imm((int64_t{1} << 56) - 1), p.tensorConstant(2.5F), B::voidArg(), B::vm()},
         1);
  p.call("drop", {}, kVoidRegister);
  p.ret(1);
  int dropped = 0;
  const auto vm = loaded(p.load({{"look",
                                  [](const ffi::AnyView* args, int32_t count, ffi::Any* result) {
                                    ASSERT_EQ(count, 6);
                                    EXPECT_EQ(args[0].cast<int64_t>(), 7);
                                    EXPECT_EQ(args[1].cast<int64_t>(), 5);
                                    EXPECT_EQ(args[2].cast<int64_t>(), (int64_t{1} << 56) - 1)
                                        << "immediates have no sign";
                                    EXPECT_EQ(floatsOf(ffi::Any(args[3])), std::vector<float>{2.5F});
                                    EXPECT_TRUE(args[4] == nullptr);
                                    EXPECT_EQ(args[5].type_index(), ffi::TypeIndex::kTVMFFIOpaquePtr);
                                    *result = int64_t{1};
                                  }},
                                 {"drop", [&](const ffi::AnyView*, int32_t, ffi::Any* result) {
                                    ++dropped;
                                    *result = int64_t{9};
                                  }}}));
  EXPECT_EQ(mainInt(*vm, {int64_t{7}}), 1);
  EXPECT_EQ(dropped, 1);
}

TEST(PrototypeVm, CallsALibraryThatRegistersFunctions) {
  PrototypeProgram p;
  p.libraries = {REGISTERING_PATH};
  p.begin("main", 1, 2);
  p.call("thrice", {B::r(0)}, 1);
  p.call("relaxscope.test.twice", {B::r(1)}, 1);
  p.ret(1);
  EXPECT_EQ(mainInt(*loaded(p.load()), {int64_t{7}}), 42);
}

TEST(PrototypeVm, BranchesOnATensor) {
  PrototypeProgram p;
  p.begin("main", 1, 2);
  p.branch(0, 3);
  p.call("vm.builtin.copy", {B::imm(10)}, 1);
  p.ret(1);
  p.call("vm.builtin.copy", {B::imm(20)}, 1);
  p.ret(1);
  const auto vm = loaded(p.load());
  EXPECT_EQ(mainInt(*vm, {makeInts({}, {1})}), 10);
  EXPECT_EQ(mainInt(*vm, {makeInts({}, {-4})}), 10);
  EXPECT_EQ(mainInt(*vm, {makeInts({}, {0})}), 20);
  EXPECT_EQ(mainInt(*vm, {true}), 10);
  const RunResult refused = callMain(*vm, {ffi::String("yes")});
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error->position->pc, 0);
}

TEST(PrototypeVm, TheFirstIfComparesTwoRegisters) {
  PrototypeProgram p(true);
  p.begin("main", 2, 3);
  p.branchEqual(0, 1, 1, 3);
  p.call("vm.builtin.copy", {B::imm(10)}, 2);
  p.ret(2);
  p.call("vm.builtin.copy", {B::imm(20)}, 2);
  p.ret(2);
  const auto vm = loaded(p.load());
  EXPECT_EQ(mainInt(*vm, {makeInts({}, {3}), makeInts({1}, {3})}), 10);
  EXPECT_EQ(mainInt(*vm, {makeInts({}, {3}), makeInts({}, {4})}), 20);
}

/// main(n): counts a tensor down to zero.
PrototypeProgram countdown() {
  PrototypeProgram p;
  p.begin("main", 1, 2);
  p.branch(0, 3);
  p.call("less", {B::r(0)}, 0);
  p.jump(-2);
  p.ret(0);
  return p;
}
const std::pair<std::string, PackedBody> kLess{"less", [](const ffi::AnyView* args, int32_t, ffi::Any* result) {
                                                 *result = makeInts({}, {intsOf(ffi::Any(args[0]))[0] - 1});
                                               }};

TEST(PrototypeVm, LoopsAndIsCounted) {
  const ffi::Tensor n = makeInts({}, {500});
  const auto vm = loaded(countdown().load({kLess}));
  EXPECT_EQ(intsOf(callMain(*vm, {n}).value), std::vector<int64_t>{0});
  EXPECT_EQ(n.use_count(), 1);
  EngineLimits limits;
  limits.steps = 100;
  EXPECT_TRUE(failsWith(callMain(*loaded(countdown().load({kLess}, limits)), {n}), "StepLimit", "100"));
  EXPECT_EQ(n.use_count(), 1);
}

TEST(PrototypeVm, CallsItsOwnFunctionsByName) {
  PrototypeProgram p;
  p.begin("main", 1, 3);
  p.call("twice", {B::r(0)}, 1);
  p.call("twice", {B::r(1)}, 2);
  p.ret(2);
  p.begin("twice", 1, 2);
  p.call("test.add", {B::r(0), B::r(0)}, 1);
  p.ret(1);
  const auto vm = loaded(p.load());
  EXPECT_EQ(mainInt(*vm, {int64_t{5}}), 20);
}

TEST(PrototypeVm, MovesShapesThroughTheHeapAndTensorsIntoStorages) {
  PrototypeProgram p;
  p.begin("main", 1, 8);
  p.call("vm.builtin.alloc_shape_heap", {B::imm(2)}, 1);
  p.call("vm.builtin.shape_of", {B::r(0)}, 2);
  p.call("vm.builtin.store_shape", {B::r(2), B::r(1), B::imm(0), B::imm(1)}, kVoidRegister);
  p.call("vm.builtin.load_shape", {B::r(1), B::imm(1), B::imm(0)}, 3);
  p.call("bytes", {}, 4);
  p.call("number", {}, 5);
  p.call("vm.builtin.alloc_storage", {B::vm(), B::r(4), B::imm(0), B::r(5)}, 6);
  p.call("vm.builtin.alloc_tensor", {B::r(6), B::r(3), B::imm(0), B::r(5)}, 7);
  p.call("vm.builtin.free_storage", {B::r(6)}, kVoidRegister);
  p.ret(7);
  const auto vm = loaded(p.load(
      {{"bytes", [](const ffi::AnyView*, int32_t, ffi::Any* result) { *result = ffi::Shape({64}); }},
       {"number", [](const ffi::AnyView*, int32_t, ffi::Any* result) { *result = DLDataType{kDLFloat, 32, 1}; }}}));
  const RunResult result = callMain(*vm, {makeFloats({2, 3}, {1, 2, 3, 4, 5, 6})});
  ASSERT_TRUE(result.ok()) << result.error->message;
  EXPECT_EQ(dimsOf(result.value), (std::vector<int64_t>{3, 2}));
}

TEST(Prototype2022Vm, MovesShapesByConstantShapes) {
  // As the compiler of 2022 lowers foo(x: (n, m)) -> shape (n * 2, m * 3).
  PrototypeProgram p;
  p.of2022();
  p.begin("main", 1, 6);
  p.call("vm.builtin.alloc_shape_heap", {B::vm(), p.constant(ShapeConstant{{4}})}, 1);
  p.call("vm.builtin.shape_of", {B::r(0)}, 2);
  p.call("vm.builtin.store_shape", {B::r(2), B::r(1), p.constant(ShapeConstant{{0, 1}})}, 3);
  p.call("shape_func", {B::r(1)}, 4);
  p.call("vm.builtin.load_shape", {B::r(1), p.constant(ShapeConstant{{2, 3}})}, 5);
  p.ret(5);
  const auto vm = loaded(p.load({{"shape_func", [](const ffi::AnyView* args, int32_t count, ffi::Any*) {
                                    ASSERT_EQ(count, 1);
                                    const auto heap = args[0].cast<ffi::Tensor>();
                                    auto* slots = static_cast<int64_t*>(heap.data_ptr());
                                    slots[2] = slots[0] * 2;
                                    slots[3] = slots[1] * 3;
                                  }}}));
  const RunResult result = callMain(*vm, {makeRaw({32, 16}, {kDLFloat, 32, 1})});
  ASSERT_TRUE(result.ok()) << result.error->message;
  EXPECT_EQ(dimsOf(result.value), (std::vector<int64_t>{64, 48}));
}

TEST(Prototype2022Vm, RefusesSlotsThatDoNotFit) {
  const auto failure = [](ShapeConstant heap, ShapeConstant slots) {
    PrototypeProgram p;
    p.of2022();
    p.begin("main", 1, 4);
    p.call("vm.builtin.alloc_shape_heap", {B::vm(), p.constant(std::move(heap))}, 1);
    p.call("vm.builtin.shape_of", {B::r(0)}, 2);
    p.call("vm.builtin.store_shape", {B::r(2), B::r(1), p.constant(std::move(slots))}, 3);
    p.ret(1);
    return callMain(*loaded(p.load()), {makeRaw({32, 16}, {kDLFloat, 32, 1})});
  };
  EXPECT_TRUE(failsWith(failure({{4}}, {{0, 4}}), "IndexError", "slot 4 is outside of the shape heap of 4 slots"));
  EXPECT_TRUE(failsWith(failure({{4}}, {{0}}), "ValueError", "a shape of 2 extents, but 1 slots"));
  EXPECT_TRUE(failsWith(failure({{4, 2}}, {{0, 1}}), "ValueError", "a heap has one dimension, not 2"));
  EXPECT_TRUE(failsWith(failure({{-1}}, {{0, 1}}), "ValueError", "invalid slot count -1"));
}

TEST(Prototype2022Vm, CallsKernelsByNameWithExtents) {
  PrototypeProgram p;
  p.of2022();
  p.begin("main", 2, 6);
  p.call("vm.builtin.alloc_storage",
         {B::vm(), p.constant(ShapeConstant{{32}}), B::imm(0), p.constant(DataType{2, 32, 1})}, 2);
  p.call("vm.builtin.alloc_tensor",
         {B::r(2), B::imm(0), p.constant(ShapeConstant{{2, 3}}), p.constant(DataType{2, 32, 1})}, 3);
  p.call("vm.call_tir_dyn", {B::vm(), p.constant(StringConstant{"fill"}), B::r(3), B::r(1)}, 4);
  p.ret(3);
  std::vector<int64_t> given;
  const std::pair<std::string, PackedBody> fill{"fill", [&](const ffi::AnyView* args, int32_t count, ffi::Any*) {
                                                  for (int32_t i = 1; i < count; ++i)
                                                    given.push_back(args[i].cast<int64_t>());
                                                  static_cast<float*>(args[0].cast<ffi::Tensor>().data_ptr())[5] = 8;
                                                }};
  const RunResult result = callMain(*loaded(p.load({fill})), {int64_t{0}, ffi::Shape({7, 9})});
  ASSERT_TRUE(result.ok()) << result.error->message;
  EXPECT_EQ(given, (std::vector<int64_t>{7, 9}));
  EXPECT_EQ(floatsOf(result.value)[5], 8);
  EXPECT_TRUE(failsWith(callMain(*loaded(p.load()), {int64_t{0}, ffi::Shape({7, 9})}), "ValueError",
                        "kernel fill is neither in this process nor in a loaded library"));
}

TEST(Prototype2022Vm, TuplesHaveFieldsByConstantShapes) {
  PrototypeProgram p;
  p.of2022();
  p.begin("main", 2, 5);
  p.call("runtime.Tuple", {B::r(0), B::r(1)}, 2);
  p.call("vm.runtime.TupleGetItem", {B::r(2), p.constant(ShapeConstant{{1}})}, 3);
  p.ret(3);
  p.begin("beyond", 2, 5);
  p.call("runtime.Tuple", {B::r(0), B::r(1)}, 2);
  p.call("vm.runtime.TupleGetItem", {B::r(2), p.constant(ShapeConstant{{2}})}, 3);
  p.ret(3);
  const auto vm = loaded(p.load());
  EXPECT_EQ(mainInt(*vm, {int64_t{5}, int64_t{6}}), 6);
  const std::vector<ffi::AnyView> arguments{int64_t{5}, int64_t{6}};
  EXPECT_TRUE(failsWith(vm->call("beyond", arguments), "IndexError", "Index 2 out of bounds 2"));
}

TEST(Prototype2022Vm, ClosuresNameTheirFunction) {
  PrototypeProgram p;
  p.of2022();
  p.begin("main", 2, 4);
  p.call("vm.builtin.alloc_closure", {p.constant(StringConstant{"minus"}), B::r(0)}, 2);
  p.call("vm.builtin.invoke_closure", {B::vm(), B::r(2), B::r(1)}, 3);
  p.ret(3);
  p.begin("minus", 2, 3);  // the captured values come last
  p.call("subtract", {B::r(0), B::r(1)}, 2);
  p.ret(2);
  p.begin("unknown", 1, 2);
  p.call("vm.builtin.alloc_closure", {p.constant(StringConstant{"absent"}), B::r(0)}, 1);
  p.ret(1);
  const auto vm = loaded(p.load({{"subtract", [](const ffi::AnyView* args, int32_t, ffi::Any* result) {
                                    *result = args[0].cast<int64_t>() - args[1].cast<int64_t>();
                                  }}}));
  EXPECT_EQ(mainInt(*vm, {int64_t{5}, int64_t{30}}), 25);
  const std::vector<ffi::AnyView> arguments{int64_t{5}};
  EXPECT_TRUE(failsWith(vm->call("unknown", arguments), "ValueError", "the executable has no function absent"));
}

TEST(Prototype2022Vm, InfersTheShapeOfABroadcast) {
  PrototypeProgram p;
  p.of2022();
  p.begin("main", 2, 3);
  p.call("vm.binary_broadcast_shape_infer", {B::r(0), B::r(1)}, 2);
  p.ret(2);
  const auto vm = loaded(p.load());
  const auto inferred = [&](const ffi::Shape& left, const ffi::Shape& right) {
    return dimsOf(callMain(*vm, {left, right}).value);
  };
  EXPECT_EQ(inferred({4, 1, 3}, {5, 3}), (std::vector<int64_t>{4, 5, 3}));
  EXPECT_EQ(inferred({3}, {2, 1}), (std::vector<int64_t>{2, 3}));
  EXPECT_EQ(inferred({}, {2, 0}), (std::vector<int64_t>{2, 0}));
  EXPECT_TRUE(failsWith(callMain(*vm, {ffi::Shape({4}), ffi::Shape({3})}), "ValueError", "extents 4 and 3"));
}

TEST(PrototypeVm, IsRecordedAsAnyOther) {
  const auto vm = loaded(countdown().load({kLess}));
  const Recording seen = record(*vm, {makeInts({}, {3})}, true);
  std::vector<uint32_t> places;
  for (const Seen& event : seen.events)
    if (event.kind == EventKind::Call) places.push_back(event.pc);
  EXPECT_EQ(places, (std::vector<uint32_t>{1, 1, 1}));
}

TEST(PrototypeVm, FunctionsThatAreMissingAreNamedTogether) {
  PrototypeProgram p;
  p.begin("main", 0, 1);
  p.call("vm.op.add", {}, 0);
  p.call("vm.op.mul", {}, 0);
  p.ret(0);
  const auto vm = p.load();
  ASSERT_FALSE(vm.ok());
  EXPECT_NE(vm.error().text().find("vm.op.add"), std::string::npos);
  EXPECT_NE(vm.error().text().find("vm.op.mul"), std::string::npos);
}

}  // namespace
}  // namespace relaxscope::testing
