// SPDX-License-Identifier: Apache-2.0
// Values nested far deeper than the native stack: created in a loop, released without recursion.
#include <sys/resource.h>
#include <unistd.h>

#include <cstdlib>

#include "tests/unit/vm/test_vm.h"
#include "vmcore/vm/objects/nested_release.h"

namespace relaxscope::testing {
namespace {

constexpr int64_t kDeep = 300'000;

/// main(n, x): applies `emitStep` to register 1 n times; then returns the value or None.
template <class EmitStep>
void emitNesting(B& b, bool keep, EmitStep emitStep) {
  b.beginFunction("main", {"n", "x"});
  const auto top = b.here();
  b.emitCall("test.less", {B::imm(0), B::r(0)}, 2);
  const auto exit = b.emitIf(2, 2);
  emitStep();
  b.emitCall("test.add", {B::r(0), B::imm(-1)}, 0);
  b.emitGoto(top.value - b.here().value);
  b.patchJump(exit, b.here());
  b.emitRet(keep ? 1 : kVoidRegister);
}

class NestedValue : public ::testing::TestWithParam<bool> {};
INSTANTIATE_TEST_SUITE_P(KeptAndDropped, NestedValue, ::testing::Bool());

TEST_P(NestedValue, TuplesAreReleasedWithoutRecursion) {
  B b;
  emitNesting(b, GetParam(), [&] { b.emitCall("vm.builtin.make_tuple", {B::r(1), B::imm(7)}, 1); });
  const ffi::Tensor inside = makeFloats({1}, {1});
  const auto vm = vmFor(b);
  {
    const RunResult result = callMain(*vm, {kDeep, inside});
    ASSERT_TRUE(result.ok()) << result.error->message;
    EXPECT_EQ(inside.use_count(), GetParam() ? 2 : 1);
  }
  EXPECT_EQ(inside.use_count(), 1);
}

TEST_P(NestedValue, ClosuresAreReleasedWithoutRecursion) {
  B b;
  emitNesting(b, GetParam(), [&] { b.emitCall("vm.builtin.make_closure", {b.f("test.keep"), B::r(1)}, 1); });
  const ffi::Tensor inside = makeFloats({1}, {1});
  const auto vm = vmFor(b);
  ASSERT_TRUE(callMain(*vm, {kDeep, inside}).ok());
  EXPECT_EQ(inside.use_count(), 1);
}

#ifndef RELAXSCOPE_SANITIZED
/// Runs in a separate process, which exits with 0.
[[noreturn]] void releaseWithoutMemory() {
  B b;
  emitNesting(b, true, [&] { b.emitCall("vm.builtin.make_closure", {b.f("test.keep"), B::r(1)}, 1); });
  const auto vm = vmFor(b);
  RunResult chain = callMain(*vm, {kDeep, int64_t{1}});
  const rlimit none{1 << 20, 1 << 20};
  setrlimit(RLIMIT_AS, &none);
  for (size_t bytes = 1 << 20; bytes >= 16; bytes /= 2)
    while (std::malloc(bytes) != nullptr) {}
  chain.value.reset();
  _exit(chain.ok() ? 0 : 1);
}

TEST(Nested, ChainsAreReleasedWithoutMemory) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_EXIT(releaseWithoutMemory(), ::testing::ExitedWithCode(0), "");
}
#endif

TEST(Nested, CallingClosuresOfClosuresEndsWithinTheStack) {
  B b;
  emitNesting(b, true, [&] { b.emitCall("vm.builtin.make_closure", {B::r(1)}, 1); });
  b.beginFunction("call", {"closure"});
  b.emitCall("vm.builtin.invoke_closure", {B::vm(), B::r(0)}, 1);
  b.emitRet(1);
  const auto vm = vmFor(b);
  const ffi::Function innermost =
      ffi::Function::FromPacked([](const ffi::AnyView*, int32_t count, ffi::Any* result) { *result = count + 5; });
  for (const auto& [depth, fits] : {std::pair{int64_t{100}, true}, {kDeep, false}}) {
    const RunResult closure = callMain(*vm, {depth, innermost});
    ASSERT_TRUE(closure.ok());
    const ffi::AnyView argument = closure.value;
    const RunResult result = vm->call("call", {&argument, 1});
    if (fits) EXPECT_EQ(result.value.cast<int64_t>(), 5);
    else EXPECT_TRUE(failsWith(result, "StackOverflow", "native stack"));
  }
}

TEST_P(NestedValue, ClosuresOfTuplesOfClosuresAreReleasedWithoutRecursion) {
  B b;
  emitNesting(b, GetParam(), [&] {
    b.emitCall("vm.builtin.make_closure", {b.f("test.keep"), B::r(1)}, 1);
    b.emitCall("vm.builtin.make_tuple", {B::r(1)}, 1);
  });
  const ffi::Tensor inside = makeFloats({1}, {1});
  ASSERT_TRUE(callMain(*vmFor(b), {kDeep, inside}).ok());
  EXPECT_EQ(inside.use_count(), 1);
}

TEST_P(NestedValue, ViewsOfViewsAreReleasedWithoutRecursion) {
  B b;
  const auto shape = B::c(b.addConstant(ShapeConstant{{1}}));
  emitNesting(b, GetParam(), [&] { b.emitCall("vm.builtin.reshape", {B::r(1), shape}, 1); });
  const ffi::Tensor inside = makeFloats({1}, {1});
  ASSERT_TRUE(callMain(*vmFor(b), {kDeep, inside}).ok());
  EXPECT_EQ(inside.use_count(), 1);
}

TEST(NestedRelease, TuplesThatAreSharedStay) {
  const ffi::Tensor inside = makeFloats({1}, {1});
  const std::vector<ffi::Any> values{inside, ffi::String("a text longer than seven bytes"), int64_t{3}};
  ffi::Any outer;
  {
    const ffi::Any inner = makeNestedTuple(reinterpret_cast<const TVMFFIAny*>(values.data()), values.size());
    outer = makeNestedTuple(reinterpret_cast<const TVMFFIAny*>(&inner), 1);
    EXPECT_EQ(useCount(inner), 2);
  }
  const auto inner = outer.cast<ffi::Array<ffi::Any>>()[0].cast<ffi::Array<ffi::Any>>();
  outer.reset();
  ASSERT_EQ(inner.size(), 3u);
  EXPECT_EQ(inner[2].cast<int64_t>(), 3);
  EXPECT_EQ(inside.use_count(), 3);
}

TEST(NestedRelease, ATupleThatIsChangedKeepsItsOtherFields) {
  const ffi::Tensor first = makeFloats({1}, {1}), second = makeFloats({1}, {2});
  const std::vector<ffi::Any> values{first, second};
  {
    ffi::Array<ffi::Any> tuple = makeNestedTuple(reinterpret_cast<const TVMFFIAny*>(values.data()), values.size());
    const ffi::Array<ffi::Any> before = tuple;
    tuple.Set(0, int64_t{1});  // copies, as `before` shares it
    tuple.push_back(first);    // grows
    EXPECT_EQ(before.size(), 2u);
    EXPECT_EQ(tuple.size(), 3u);
  }
  EXPECT_EQ(first.use_count(), 2);
  EXPECT_EQ(second.use_count(), 2);
}

TEST(NestedRelease, AnEmptyTupleIsATuple) {
  const ffi::Array<ffi::Any> tuple = makeNestedTuple(nullptr, 0);
  EXPECT_EQ(tuple.size(), 0u);
}

}  // namespace
}  // namespace relaxscope::testing
