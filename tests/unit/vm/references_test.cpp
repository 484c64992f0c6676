// SPDX-License-Identifier: Apache-2.0
// A VM releases all references that it takes: after any end of a call, in any recording mode, the reference counts of
// inputs, constants and outputs are as before.
#include <tuple>

#include "tests/unit/vm/recording.h"
#include "tests/unit/vm/test_vm.h"
#include "vmcore/vm/engine.h"

namespace relaxscope::testing {
namespace {

enum class End { Success, Error, ErrorWithResult, Foreign, Stopped, Steps, Stack, Condition, Arity, Memory };
enum class RunWay { Plain, Chained, ChainedValues, PreciseValues, Instrumented, InstrumentFails };
constexpr const char* kEnds[] = {"Success", "Error", "ErrorWithResult", "Foreign", "Stopped",
                                 "Steps",   "Stack", "Condition",       "Arity",   "Memory"};
constexpr const char* kRunWays[] = {"Plain",         "Chained",      "ChainedValues",
                                    "PreciseValues", "Instrumented", "InstrumentFails"};
constexpr const char* kKinds[] = {"",          "ValueError",    "RuntimeError", "InternalError", "Cancelled",
                                  "StepLimit", "StackOverflow", "TypeError",    "ArityError",    "MemoryLimit"};

/// main(x, y) distributes x, y and a tensor constant over tuples, closures, views and frames; nested inside, `deep`
/// ends the call.
void emitEnding(B& b, End end) {
  TensorConstant tensor;
  tensor.dtype = {2, 32, 1};
  tensor.shape = {1};
  tensor.data = Bytes::own({0, 0, 0, 0});
  const auto constant = B::c(b.addConstant(tensor));
  const auto text = B::c(b.addConstant(StringConstant{"a string that is not kept in place"}));
  const auto shape = B::c(b.addConstant(ShapeConstant{{1, 1}}));
  const auto huge = B::c(b.addConstant(ShapeConstant{{int64_t{1} << 40}}));
  const auto byte = B::c(b.addConstant(DataType{1, 8, 1}));

  b.beginFunction("deep", {"x", "tuple", "captured"});
  b.emitCall("vm.builtin.reshape", {B::r(0), shape}, 3);
  b.emitCall("vm.builtin.alloc_shape_heap", {B::vm(), B::imm(2)}, 4);
  switch (end) {
    case End::Success: b.emitCall("test.keep", {B::r(1)}, 5); break;
    case End::Error: b.emitCall("test.fail", {B::r(0), B::r(1), constant, text}, 5); break;
    case End::ErrorWithResult: b.emitCall("late", {B::r(1)}, 5); break;
    case End::Foreign: b.emitCall("foreign", {B::r(0), constant}, 5); break;
    case End::Stopped:
      b.emitCall("stop", {}, 5);
      b.emitCall("test.keep", {B::r(0)}, 5);
      break;
    case End::Steps: b.emitGoto(0); break;
    case End::Stack: b.emitCall("deep", {B::r(0), B::r(1), B::r(2)}, 5); break;
    case End::Condition:
      b.emitIf(1, 2);
      b.emitCall("test.keep", {B::r(0)}, 5);
      break;
    case End::Arity: b.emitCall("vm.builtin.invoke_closure", {B::vm(), b.f("deep"), B::r(1), constant}, 5); break;
    case End::Memory: b.emitCall("vm.builtin.alloc_storage", {B::vm(), huge, B::imm(0), byte}, 5); break;
  }
  b.emitRet(1);

  b.beginFunction("main", {"x", "y"});
  b.emitCall("vm.builtin.make_tuple", {B::r(0), constant, text, B::r(1)}, 2);
  b.emitCall("vm.builtin.make_closure", {b.f("deep"), B::r(2), B::r(0)}, 3);
  b.emitCall("vm.builtin.tuple_getitem", {B::r(2), B::imm(1)}, 4);
  b.emitCall("deep", {B::r(4), B::r(2), B::r(3)}, 5);
  b.emitCall("vm.builtin.invoke_closure", {B::vm(), B::r(3), constant}, 6);
  b.emitRet(6);
}

class Holder : public ::testing::Test {
 protected:
  std::unique_ptr<VirtualMachine> load(End end) {
    B b;
    emitEnding(b, end);
    LoadOptions options = optionsFor(
        b, {{"late",
             [](const ffi::AnyView* args, int32_t, ffi::Any* result) {
               *result = ffi::Any(args[0]);
               raise("RuntimeError", "too late");
             }},
            {"foreign", [](const ffi::AnyView*, int32_t, ffi::Any*) { throw std::runtime_error("foreign"); }},
            {"stop", [this](const ffi::AnyView*, int32_t, ffi::Any*) { vm_->requestStop(); }}});
    options.limits.steps = 10'000;
    options.limits.stackDepth = 100;
    options.limits.memoryBytes = 1 << 20;
    auto vm = VirtualMachine::load(std::move(options));
    if (!vm.ok()) throw std::runtime_error(vm.error().text());
    return std::move(*vm);
  }
  /// Reference counts of the values in the pool, including the constants.
  std::vector<int> constantCounts() const {
    std::vector<int> counts;
    for (const ffi::Any& item : vm_->engine()->program.pool.owned())
      if (const auto object = item.as<ffi::ObjectRef>(); object && object->defined())
        counts.push_back(static_cast<int>(object->use_count()));
    return counts;
  }
  RunResult call(RunWay way, const std::vector<ffi::Any>& inputs) {
    vm_->clearStop();
    Recording recording;
    const bool recorded = way == RunWay::Chained || way == RunWay::ChainedValues || way == RunWay::PreciseValues;
    if (recorded)
      vm_->startTrace(way == RunWay::PreciseValues ? TraceMode::Precise : TraceMode::Chained, way != RunWay::Chained,
                      recording.sink());
    int64_t seen = 0;
    if (way >= RunWay::Instrumented)
      vm_->engine()->instrument = ffi::Function::FromPacked([&seen, way](const ffi::AnyView*, int32_t, ffi::Any*) {
        if (way == RunWay::InstrumentFails && ++seen == 9) raise("OSError", "the instrument fails");
      });
    RunResult result = callMain(*vm_, inputs);
    vm_->engine()->instrument = nullptr;
    if (recorded) vm_->stopTrace();
    if (recorded) { EXPECT_GT(recording.events.size(), 5u); }
    return result;
  }

  std::unique_ptr<VirtualMachine> vm_;
};

class References : public Holder, public ::testing::WithParamInterface<std::tuple<End, RunWay>> {};
class StatefulReferences : public Holder, public ::testing::WithParamInterface<End> {};

TEST_P(References, AreThoseOfBefore) {
  const auto [end, way] = GetParam();
  vm_ = load(end);
  const ffi::Tensor x = makeFloats({1}, {1});
  const ffi::Any y = ffi::String("another string that is not kept in place");
  const std::vector<int> constants = constantCounts();
  ASSERT_GE(constants.size(), 3u);
  for (int round = 0; round < 3; ++round) {
    {
      const RunResult result = call(way, {x, y});
      const bool succeeds = end == End::Success && way != RunWay::InstrumentFails;
      ASSERT_EQ(result.ok(), succeeds) << (result.ok() ? "" : result.error->message);
      if (!succeeds && way != RunWay::InstrumentFails) {
        EXPECT_EQ(result.error->kind, kKinds[static_cast<size_t>(end)]) << result.error->message;
      }
      if (succeeds) { EXPECT_EQ(useCount(y), 2); }  // held by the result
    }
    EXPECT_EQ(x.use_count(), 1);
    EXPECT_EQ(useCount(y), 1);
    EXPECT_EQ(constantCounts(), constants);
    EXPECT_EQ(vm_->counters().liveBytes, 64);  // the constant's
  }
}

TEST_P(StatefulReferences, EndWithTheVm) {
  const End end = GetParam();
  vm_ = load(end);
  const ffi::Tensor x = makeFloats({1}, {1});
  const ffi::Any y = ffi::String("another string that is not kept in place");
  for (int round = 0; round < 2; ++round) {
    vm_->clearStop();
    const std::vector<ffi::AnyView> inputs{x, y};
    ASSERT_TRUE(vm_->setInput("main", inputs).ok());
    EXPECT_EQ(vm_->invokeStateful("main").ok(), end == End::Success);
    EXPECT_EQ(x.use_count(), end == End::Success ? 3 : 2);  // as an input, and in the output
  }
  vm_.reset();
  EXPECT_EQ(x.use_count(), 1);
  EXPECT_EQ(useCount(y), 1);
}

const auto kEveryEnd = ::testing::Values(End::Success, End::Error, End::ErrorWithResult, End::Foreign, End::Stopped,
                                         End::Steps, End::Stack, End::Condition, End::Arity, End::Memory);
const auto kEveryRunWay = ::testing::Values(RunWay::Plain, RunWay::Chained, RunWay::ChainedValues,
                                            RunWay::PreciseValues, RunWay::Instrumented, RunWay::InstrumentFails);
INSTANTIATE_TEST_SUITE_P(All, References, ::testing::Combine(kEveryEnd, kEveryRunWay), [](const auto& row) {
  return std::string(kEnds[static_cast<size_t>(std::get<0>(row.param))]) +
         kRunWays[static_cast<size_t>(std::get<1>(row.param))];
});
INSTANTIATE_TEST_SUITE_P(All, StatefulReferences, kEveryEnd,
                         [](const auto& row) { return std::string(kEnds[static_cast<size_t>(row.param)]); });

}  // namespace
}  // namespace relaxscope::testing
