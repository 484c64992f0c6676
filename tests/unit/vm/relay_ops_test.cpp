// SPDX-License-Identifier: Apache-2.0
// Behaviour of each opcode of the Relay VM; memory opcodes are in relay_memory_test.cpp.
#include "tests/unit/vm/relay_vm.h"

namespace relaxscope::testing {
namespace {

// ---- registers and calls ------------------------------------------------------------------------------------

TEST(RelayCalls, ArgumentsLieInTheFirstRegisters) {
  const ffi::Any a = intTensor({1}), b = intTensor({2});
  EXPECT_TRUE(runRelay("@main(a, b):\n ret result=%1", {a, b}).same_as(b));
  EXPECT_TRUE(runRelay("@main(a, b):\n ret result=%0", {a, b}).same_as(a));
}

TEST(RelayCalls, AMoveSharesTheObject) {
  const ffi::Any x = intTensor({5}),
                 result = runRelay(
                     "@main(x):\n move from=%0 dst=%1\n alloc_data tag=0 dst=%2 field=[%0, %1]\n ret result=%2", {x});
  ASSERT_EQ(adtIn(result).fields.size(), 2u);
  EXPECT_TRUE(adtIn(result).fields[0].same_as(x));
  EXPECT_TRUE(adtIn(result).fields[1].same_as(x));
}

TEST(RelayCalls, AFunctionGetsItsArgumentsAndNothingElse) {
  const auto vm = relayVm(R"(
    @main(x, y):
      move from=%0 dst=%3
      invoke func=second dst=%2 arg=[%1, %0]
      alloc_data tag=0 dst=%4 field=[%2, %3]
      ret result=%4
    @second(a, b):
      move from=%3 dst=%2
      alloc_data tag=7 dst=%0 field=[%1, %2]
      ret result=%0)");
  const ffi::Any x = intTensor({1}), y = intTensor({2});
  const RunResult result = callMain(*vm, {x, y});
  ASSERT_TRUE(result.ok()) << result.error->message;
  const AdtObj& inner = adtIn(adtIn(result.value).fields[0]);
  EXPECT_TRUE(inner.fields[0].same_as(x));
  EXPECT_EQ(inner.fields[1], nullptr) << "registers of a frame begin empty";
  EXPECT_TRUE(adtIn(result.value).fields[1].same_as(x)) << "the caller's registers stay";
}

TEST(RelayCalls, WhatAClosureCapturedComesBeforeItsArguments) {
  const std::vector<ffi::Any> args{intTensor({1}), intTensor({2}), intTensor({3})};
  const ffi::Any result = runRelay(R"(
    @all(a, b, c):
      alloc_data tag=1 dst=%3 field=[%0, %1, %2]
      ret result=%3
    @main(x, y, z):
      alloc_closure func=all dst=%3 captured=[%2, %1]
      invoke_closure closure=%3 dst=%4 arg=[%0]
      ret result=%4)",
                                   args);
  ASSERT_EQ(adtIn(result).fields.size(), 3u);
  for (size_t i = 0; i < 3; ++i) EXPECT_TRUE(adtIn(result).fields[i].same_as(args[2 - i])) << i;
}

TEST(RelayCalls, ClosuresCaptureClosures) {
  const ffi::Any x = intTensor({1}), y = intTensor({2});
  const ffi::Any result = runRelay(R"(
    @pair(a, b):
      alloc_data tag=1 dst=%2 field=[%0, %1]
      ret result=%2
    @twice(f, a):
      invoke_closure closure=%0 dst=%2 arg=[%1]
      invoke_closure closure=%0 dst=%3 arg=[%2]
      ret result=%3
    @main(x, y):
      alloc_closure func=pair dst=%2 captured=[%0]
      alloc_closure func=twice dst=%3 captured=[%2]
      kill_register dst=%2
      invoke_closure closure=%3 dst=%4 arg=[%1]
      ret result=%4)",
                                   {x, y});
  const AdtObj& outer = adtIn(result);
  EXPECT_TRUE(outer.fields[0].same_as(x));
  EXPECT_TRUE(adtIn(outer.fields[1]).fields[0].same_as(x));
  EXPECT_TRUE(adtIn(outer.fields[1]).fields[1].same_as(y));
}

TEST(RelayCalls, AClosureMayGoOutAndComeBackIn) {
  const auto vm = relayVm(R"(
    @inner(a, b):
      alloc_data tag=1 dst=%2 field=[%0, %1]
      ret result=%2
    @make(x):
      alloc_closure func=inner dst=%1 captured=[%0]
      ret result=%1
    @use(f, x):
      invoke_closure closure=%0 dst=%2 arg=[%1]
      ret result=%2)");
  const ffi::Any x = intTensor({1}), y = intTensor({2});
  const ffi::AnyView given[1] = {x};
  const RunResult made = vm->call("make", given);
  ASSERT_TRUE(made.ok());
  EXPECT_EQ(useCount(x), 2);
  const ffi::AnyView again[2] = {made.value, y};
  const RunResult used = vm->call("use", again);
  ASSERT_TRUE(used.ok()) << used.error->message;
  EXPECT_TRUE(adtIn(used.value).fields[0].same_as(x));
  EXPECT_TRUE(adtIn(used.value).fields[1].same_as(y));
}

TEST(RelayCalls, WhatIsNoClosureCannotBeCalled) {
  const RunResult result =
      callMain(*relayVm("@main(x):\n invoke_closure closure=%0 dst=%1 arg=[]\n ret result=%1"), {intTensor({1})});
  EXPECT_TRUE(failsWith(result, "TypeError", "invoke_closure expects a closure as argument 0, but got Tensor"));
}

// ---- constants and numbers ----------------------------------------------------------------------------------

TEST(RelayConstants, AConstantIsLoadedOncePerVm) {
  const auto vm =
      relayVm(".const c[0] = tensor int64[2] {3, 4}\n@main():\n load_const const=c[0] device=0 dst=%0\n ret result=%0");
  const RunResult first = callMain(*vm), second = callMain(*vm);
  EXPECT_EQ(intsOf(first.value), (std::vector<int64_t>{3, 4}));
  EXPECT_TRUE(first.value.same_as(second.value));
}

TEST(RelayConstants, ANumberIsANewTensorOfOneElementEachTime) {
  const ffi::Any result = runRelay(R"(
    @number():
      load_consti value=-42 dst=%0
      ret result=%0
    @main():
      invoke func=number dst=%0 arg=[]
      invoke_packed packed=bump outputs=1 arg=[%0]
      invoke func=number dst=%1 arg=[]
      alloc_data tag=0 dst=%2 field=[%0, %1]
      ret result=%2
    @bump packed_func;)");
  const AdtObj& both = adtIn(result);
  EXPECT_EQ(typeOf(both.fields[0]), "int64[1]");
  EXPECT_EQ(intsOf(both.fields[0]), std::vector<int64_t>{-41});
  EXPECT_EQ(intsOf(both.fields[1]), std::vector<int64_t>{-42});
}

TEST(RelayConstants, ANumberHasAll64Bits) {
  EXPECT_EQ(intsOf(runRelay("@main():\n load_consti value=-9223372036854775808 dst=%0\n ret result=%0")),
            std::vector<int64_t>{INT64_MIN});
}

TEST(RelayConstants, ElementsBelowAByteHaveBytesOfTheirOwn) {
  const auto bytes = [](const std::string& constant, const std::string& type) {
    const ffi::Any value = runRelay(".const c[0] = tensor " + constant +
                                    "\n@main():\n load_const const=c[0] device=0 dst=%0\n ret result=%0");
    EXPECT_EQ(typeOf(value), type);
    const auto* data = reinterpret_cast<const uint8_t*>(tensorData(tensorIn(value)));
    return std::vector<uint8_t>(data, data + 4);
  };
  EXPECT_EQ(bytes("uint1[4] hex {01000001}", "uint1[4]"), (std::vector<uint8_t>{1, 0, 0, 1}));
  EXPECT_EQ(bytes("int4[4] hex {01020f08}", "int4[4]"), (std::vector<uint8_t>{1, 2, 15, 8}));
  EXPECT_EQ(bytes("float16[2] hex {003c00c0}", "float16[2]"), (std::vector<uint8_t>{0, 0x3c, 0, 0xc0}));
  EXPECT_EQ(bytes("bfloat16[2] hex {803f00c0}", "bfloat16[2]"), (std::vector<uint8_t>{0x80, 0x3f, 0, 0xc0}));
}

// ---- If -----------------------------------------------------------------------------------------------------

const char* const kCompare = R"(
  @main(a, b):
    if test=%0 target=%1 true_offset=1 false_offset=3
    load_consti value=1 dst=%2
    ret result=%2
    load_consti value=0 dst=%2
    ret result=%2)";

bool equalToIf(const ffi::Any& a, const ffi::Any& b) {
  const ffi::Any result = runRelay(kCompare, {a, b});
  return intsOf(result)[0] == 1;
}

TEST(RelayIf, ComparesTheFirstElements) {
  EXPECT_TRUE(equalToIf(intTensor({7, 1}), intTensor({7, 2})));
  EXPECT_FALSE(equalToIf(intTensor({7}), intTensor({8})));
}

TEST(RelayIf, CutsWideNumbersTo32Bits) {
  EXPECT_TRUE(equalToIf(intTensor({4294967297}), intTensor({1})));
  EXPECT_TRUE(equalToIf(intTensor({int64_t{1} << 32}), ffi::Any(makeOf<int32_t>(kInt32, {0}))));
  EXPECT_FALSE(equalToIf(intTensor({int64_t{1} << 31}), intTensor({0})));
  EXPECT_TRUE(equalToIf(intTensor({int64_t{1} << 31}), intTensor({INT32_MIN})));
}

TEST(RelayIf, ReadsTheBitsWhateverTheTypeIs) {
  EXPECT_TRUE(equalToIf(ffi::Any(makeOf<float>(kFloat32, {1.0f})), intTensor({0x3f800000})));
  EXPECT_FALSE(equalToIf(ffi::Any(makeOf<float>(kFloat32, {1.0f})), intTensor({1})));
  EXPECT_TRUE(equalToIf(ffi::Any(makeOf<uint16_t>({kDLFloat, 16, 1}, {0x3c00})), intTensor({0x3c00})));
}

TEST(RelayIf, ExtendsNarrowNumbersByTheirSign) {
  EXPECT_TRUE(equalToIf(ffi::Any(makeOf<int8_t>(kInt8, {-1})), intTensor({-1})));
  EXPECT_TRUE(equalToIf(ffi::Any(makeOf<int16_t>(kInt16, {-300})), ffi::Any(makeOf<int32_t>(kInt32, {-300}))));
  EXPECT_TRUE(equalToIf(ffi::Any(makeOf<int8_t>(kInt8, {100})), ffi::Any(makeOf<int32_t>(kInt32, {100}))));
}

TEST(RelayIf, ABoolIsOneBitInAByte) {
  const ffi::Any yes(makeOf<uint8_t>(kBool, {1})), no(makeOf<uint8_t>(kBool, {0}));
  EXPECT_TRUE(equalToIf(yes, intTensor({1})));
  EXPECT_TRUE(equalToIf(no, intTensor({0})));
  EXPECT_FALSE(equalToIf(yes, no));
}

TEST(RelayIf, RefusesWhatHoldsNoInteger) {
  const auto vm = relayVm(kCompare);
  EXPECT_TRUE(failsWith(callMain(*vm, {intTensor({}), intTensor({1})}), "ValueError", "if expects an element"));
  EXPECT_TRUE(failsWith(callMain(*vm, {intTensor({1}), makeAdt(0, {})}), "TypeError",
                        "if expects a Tensor, but got relaxscope.Adt"));
  EXPECT_TRUE(failsWith(callMain(*vm, {intTensor({1}), ffi::Any(makeOf<uint8_t>({kDLInt, 4, 1}, {1}))}), "TypeError",
                        "but got int4"));
}

TEST(RelayIf, BothOffsetsMayGoBack) {
  // Counts down from x: the If exits at zero, else jumps back.
  const ffi::Any result = runRelay(R"(
    @main(x, step, zero, count):
    again:
      invoke_packed packed=add outputs=1 arg=[%0, %1, %0]
      invoke_packed packed=bump outputs=1 arg=[%3]
      if test=%0 target=%2 true_offset=1 false_offset=again
      ret result=%3
    @add packed_func;
    @bump packed_func;)",
                                   {intTensor({5}), intTensor({-1}), intTensor({0}), intTensor({0})});
  EXPECT_EQ(intsOf(result), std::vector<int64_t>{5});
}

// ---- ADT values ---------------------------------------------------------------------------------------------

TEST(RelayData, HasATagAndFields) {
  const ffi::Any x = intTensor({1});
  const ffi::Any result = runRelay(R"(
    @main(x):
      alloc_data tag=9 dst=%1 field=[%0, %0]
      get_tag object=%1 dst=%2
      get_field object=%1 field_index=1 dst=%3
      alloc_data tag=0 dst=%4 field=[%1, %2, %3]
      ret result=%4)",
                                   {x});
  const AdtObj& all = adtIn(result);
  EXPECT_EQ(adtIn(all.fields[0]).tag, 9);
  EXPECT_EQ(typeOf(all.fields[1]), "int32[1]");
  EXPECT_EQ(*static_cast<const int32_t*>(tensorIn(all.fields[1]).data), 9);
  EXPECT_TRUE(all.fields[2].same_as(x));
}

TEST(RelayData, ATupleFromOutsideIsTakenToo) {
  const ffi::Any tuple(ffi::Array<ffi::Any>{intTensor({1}), intTensor({2})});
  EXPECT_EQ(intsOf(runRelay("@main(t):\n get_field object=%0 field_index=1 dst=%1\n ret result=%1", {tuple})),
            std::vector<int64_t>{2});
  EXPECT_EQ(*static_cast<const int32_t*>(
                tensorIn(runRelay("@main(t):\n get_tag object=%0 dst=%1\n ret result=%1", {tuple})).data),
            0);
}

TEST(RelayData, FieldsThatAreNotThereAreRefused) {
  const auto vm = relayVm("@main(t):\n get_field object=%0 field_index=2 dst=%1\n ret result=%1");
  EXPECT_TRUE(failsWith(callMain(*vm, {makeAdt(1, {intTensor({1}), intTensor({2})})}), "IndexError",
                        "field 2 of an object with 2"));
  EXPECT_TRUE(failsWith(callMain(*vm, {intTensor({1})}), "TypeError",
                        "get_field expects an object with fields as argument 0, but got Tensor"));
}

// ---- kernels ------------------------------------------------------------------------------------------------

/// Logs the kernel's arguments, one per line.
PackedBody noting(std::vector<std::string>& calls) {
  return [&calls](const ffi::AnyView* args, int32_t count, ffi::Any* result) {
    std::string text;
    for (int32_t i = 0; i < count; ++i)
      text += (i == 0 ? "" : " ") +
              (tensorOf(args[i].CopyToTVMFFIAny()) == nullptr ? args[i].GetTypeKey() : typeOf(ffi::Any(args[i])));
    calls.push_back(text);
    *result = int64_t{42};
  };
}

TEST(RelayKernels, FieldsOfAnObjectAreArgumentsOfTheirOwn) {
  std::vector<std::string> calls;
  const ffi::Any a = intTensor({1}), b = intTensor({1, 2});
  runRelay("@main(t, x):\n invoke_packed packed=note outputs=1 arg=[%0, %1]\n ret result=%1\n@note packed_func;",
           {makeAdt(3, {a, b, b}), a}, {{"note", noting(calls)}});
  EXPECT_EQ(calls, (std::vector<std::string>{"int64[1] int64[2] int64[2] int64[1]"}));
}

TEST(RelayKernels, OneWhoseOnlyOutputIsEmptyIsNotCalled) {
  const auto calls = [](int outputs, const ffi::Any& last) {
    std::vector<std::string> seen;
    runRelay("@main(x, y):\n invoke_packed packed=note outputs=" + std::to_string(outputs) +
                 " arg=[%0, %1]\n ret result=%0\n@note packed_func;",
             {intTensor({1}), last}, {{"note", noting(seen)}});
    return seen.size();
  };
  const ffi::Any none(makeRaw({3, 0}, kFloat32)), some(makeRaw({3, 1}, kFloat32)), scalar(makeRaw({}, kFloat32));
  EXPECT_EQ(calls(1, none), 0u);
  EXPECT_EQ(calls(2, none), 1u);
  EXPECT_EQ(calls(0, none), 1u);
  EXPECT_EQ(calls(1, some), 1u);
  EXPECT_EQ(calls(1, scalar), 1u);
  EXPECT_EQ(calls(1, makeAdt(0, {none})), 1u) << "only a tensor is looked at";
}

TEST(RelayKernels, OutputsAreWrittenInPlaceAndResultsDropped) {
  std::vector<std::string> calls;
  const ffi::Any x = intTensor({20}), y = intTensor({22}), out = intTensor({0});
  const ffi::Any result = runRelay(
      "@main(x, y, z):\n invoke_packed packed=add outputs=1 arg=[%0, %1, %2]\n invoke_packed packed=note outputs=1 arg=[%2]\n ret result=%2\n"
      "@add packed_func;\n@note packed_func;",
      {x, y, out}, {{"note", noting(calls)}});
  EXPECT_TRUE(result.same_as(out));
  EXPECT_EQ(intsOf(out), std::vector<int64_t>{42});
  EXPECT_EQ(calls.size(), 1u);
}

TEST(RelayKernels, ArgumentsMayBeMany) {
  size_t seen = 0;
  std::string fields;
  for (int i = 0; i < 300; ++i) fields += i == 0 ? "%0" : ", %0";
  runRelay("@main(x):\n invoke_packed packed=count outputs=1 arg=[" + fields + "]\n ret result=%0\n@count packed_func;",
           {intTensor({1})},
           {{"count", [&](const ffi::AnyView*, int32_t count, ffi::Any*) { seen = static_cast<size_t>(count); }}});
  EXPECT_EQ(seen, 300u);
}

TEST(RelayFatal, EndsTheRun) {
  const RunResult result = callMain(*relayVm("@main(x):\n fatal"), {intTensor({1})});
  EXPECT_TRUE(failsWith(result, "RuntimeError", "VM encountered fatal error"));
  ASSERT_TRUE(result.error->position.has_value());
  EXPECT_EQ(result.error->position->function, "main");
  EXPECT_EQ(result.error->position->pc, 0);
  EXPECT_EQ(result.error->position->callee, "fatal");
}

// ---- releases -----------------------------------------------------------------------------------------------

TEST(RelayReleases, TheFirstHadNoOffsetsAndNoDevices) {
  const auto vm = relayVm(R"(
    @main(size, shape):
      alloc_storage size=%0 alignment=64 dtype=float32 dst=%2
      alloc_tensor storage=%2 dtype=float32 dst=%3 extent=[2]
      alloc_tensor_reg storage=%2 shape=%1 dtype=float32 dst=%4
      alloc_data tag=0 dst=%5 field=[%3, %4]
      ret result=%5)",
                          {}, kRelay06);
  const RunResult result = callMain(*vm, {intTensor({16}), intTensor({4, 1})});
  ASSERT_TRUE(result.ok()) << result.error->message;
  const AdtObj& both = adtIn(result.value);
  EXPECT_EQ(typeOf(both.fields[0]), "float32[2]");
  EXPECT_EQ(typeOf(both.fields[1]), "float32[4, 1]");
  EXPECT_EQ(tensorIn(both.fields[0]).data, tensorIn(both.fields[1]).data);
}

TEST(RelayReleases, OlderOnesNameDevicesInOtherWays) {
  const std::string before014 = R"(
    .const c[0] = tensor int64[1] {5}
    @main(x):
      load_const const=c[0] dst=%1
      load_consti value=8 dst=%2
      alloc_storage size=%2 alignment=64 dtype=int64 device=CPU dst=%3
      load_consti value=0 dst=%4
      alloc_tensor storage=%3 offset=%4 dtype=int64 dst=%5 extent=[1]
      invoke_packed packed=add outputs=1 arg=[%0, %1, %5]
      device_copy src=%5 src_device=CPU dst_device=CPU dst=%6
      ret result=%6
    @add packed_func;)";
  for (const RelayRelease& release : {kRelay08, kRelay11}) {
    std::string text = before014;
    for (size_t at = text.find("CPU"); at != std::string::npos; at = text.find("CPU"))
      text.replace(at, 3, std::to_string(release.cpu));
    const RunResult result = callMain(*relayVm(text, {}, release), {intTensor({37})});
    ASSERT_TRUE(result.ok()) << release.first << ": " << result.error->message;
    EXPECT_EQ(intsOf(result.value), std::vector<int64_t>{42}) << release.first;
  }
}

}  // namespace
}  // namespace relaxscope::testing
