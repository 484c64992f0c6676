// SPDX-License-Identifier: Apache-2.0
// One damaged program per rule, and the invariant that valid ones have no findings.
#include "vmcore/analysis/verify/verifier.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <map>

#include "tests/unit/analysis/hand_made.h"
#include "vmcore/model/builder.h"

namespace relaxscope {
namespace {

using test::con;
using test::fun;
using test::HandMade;
using test::imm;
using test::reg;

/// Function 0 is packed "p", function 1 "vm.builtin.alloc_shape_heap", function 2 "vm.builtin.make_shape"; main is
/// function 3.
HandMade sound() {
  HandMade made;
  made.packed("p").packed("vm.builtin.alloc_shape_heap").packed("vm.builtin.make_shape");
  made.begin("main", 2, 4);
  return made;
}
Executable finished(HandMade& made) { return made.ret(0).end().executable; }

TEST(Verifier, SoundProgramHasNoFindings) {
  HandMade made = sound();
  made.executable.functions[3].paramNames = {"x", "y"};
  made.constant(TensorConstant{{2, 32, 1}, {2}, 1, 0, 0, Bytes::own(std::vector<uint8_t>(8))});
  made.constant(TensorConstant{{2, 4, 1}, {3, 0}, 1, 0, 0, {}});
  made.executable.memoryScopes = {{0, "global"}};
  made.call(2, 1, {reg(kVmRegister), imm(2)}).call(3, 2, {reg(2), imm(2), imm(1), imm(1), imm(0), imm(64)});
  made.branch(3, 2)
      .jump(-2)
      .call(kVmRegister, 0, {con(0), fun(0), reg(kVoidRegister), imm(-1)})
      .call(1, 3, {reg(0), reg(1)});
  made.ret(kVoidRegister).end();
  const Diagnostics findings = verify(made.executable);
  EXPECT_EQ(findings.total(), 0u) << findings.all()[0].message;
  EXPECT_EQ(verify(Executable{}).total(), 0u);
}

/// A Relay executable of 0.17: main(x) with the given instructions, packed function "add", one constant, one virtual
/// device.
Executable relayWords(const std::vector<std::vector<int64_t>>& instructions,
                      const std::function<void(Executable&)>& change = {}) {
  HandMade made;
  made.begin("main", 1, 4);
  for (const auto& words : instructions) made.raw(words);
  made.raw({1, 0}).end().packed("add");
  made.constant(TensorConstant{{2, 32, 1}, {2}, 1, 0, 0, Bytes::own(std::vector<uint8_t>(8))});
  Executable& e = made.executable;
  e.variant = Variant::RelayC;
  e.version = "0.17.0";
  e.code.set = &relayInstructionSet(RelayEra::V14);
  e.code.packedBase = 1;
  e.functions[0].paramNames = {"x"};
  e.relay = RelayPart{{{1, 0, ""}}, 0, {0}, {{0}}, {}, {FuncIndex(0)}};
  if (change) change(e);
  return e;
}

TEST(Verifier, SoundRelayProgramHasNoFindings) {
  EXPECT_EQ(verify(relayWords({{11, 0, 0, 1}, {4, 0, 3, 1, 0, 1, 2}, {10, 0, 2, 1, 1}})).total(), 0u);
}

struct Case {
  std::function<Executable()> build;
  const char* message;  ///< message of the finding
  const Library* library = nullptr;
};

/// A library without the functions that the executable calls.
const Library& strangeLibrary() {
  static const Library library = [] {
    Library made;
    LibraryModule host;
    host.kind = "_lib";
    host.decoded = HostModule{{"q"}};
    made.modules = {host};
    made.contextSlots = {"__TVMFFIFunctionCall", "__TVMSomethingNew"};
    made.undefinedSymbols = {"TVMFFIErrorSetRaisedFromCStrParts", "TVMBackendAnyListResetItem"};
    return made;
  }();
  return library;
}

/// A shared library, whose symbols must be in this process.
const Library& linkedLibrary() {
  static const Library library = [] {
    Library made;
    made.object.format = ObjectFormat::Elf;
    made.object.kind = ObjectKind::SharedLibrary;
    made.undefinedSymbols = {"TVMBackendAllocWorkspace"};
    return made;
  }();
  return library;
}

TEST(Verifier, ObjectsAreLinkedWithTvmsRuntime) {
  Library objects = linkedLibrary();
  objects.object.kind = ObjectKind::Relocatable;
  objects.undefinedSymbols = {"TVMBackendAllocWorkspace", "TVMBackendFreeWorkspace",
                              "TVMBackendRegisterSystemLibSymbol"};
  EXPECT_EQ(verify(Executable{}, &objects).total(), 0u);
  objects.undefinedSymbols = {"TVMBackendSomethingNew"};
  EXPECT_EQ(verify(Executable{}, &objects).total(), 1u);
}

TEST(Verifier, CountsTheArgumentsOfEveryBuiltin) {
  // One less than the 28 of TVM 0.27.
  ExecutableBuilder b;
  b.beginFunction("main", {"x"});
  b.emitCall("vm.builtin.paged_attention_kv_cache_create", std::vector<Arg>(27, b.r(0)), 1);
  b.emitRet(1);
  const Diagnostics findings = verify(b.finish());
  ASSERT_EQ(findings.total(), 1u);
  EXPECT_EQ(findings.all()[0].message,
            "main:0 (call vm.builtin.paged_attention_kv_cache_create): argument count 27, the builtin takes 28 to 29: "
            "sizes layer_groups query_heads kv_heads key_width value_width layer_kinds value*21 [unused]");
}

Executable withWords(const std::vector<std::vector<int64_t>>& instructions) {
  HandMade made = sound();
  for (const auto& words : instructions) made.raw(words);
  return finished(made);
}
Executable changed(const std::function<void(Executable&)>& change) {
  HandMade made = sound();
  made.call(2, 0, {reg(0)});
  Executable executable = finished(made);
  change(executable);
  return executable;
}

/// A view of the first tensor is read after the second one is written.
Executable overlapping() {
  HandMade made;
  made.packed("p").packed("vm.builtin.alloc_storage").packed("vm.builtin.alloc_tensor").packed("vm.builtin.reshape");
  made.constant(ShapeConstant{{8}}).constant(DataType{2, 32, 1}).begin("main", 2, 8);
  const std::vector<int64_t> place = {reg(2), imm(0), con(0), con(1)};
  made.call(2, 1, {reg(kVmRegister), con(0), imm(0), con(1)});
  made.call(3, 2, place).call(kVoidRegister, 0, {reg(0), reg(3)}).call(4, 3, {reg(3), con(0)});
  made.call(5, 2, place).call(kVoidRegister, 0, {reg(0), reg(5)}).call(kVoidRegister, 0, {reg(4), reg(1)});
  return finished(made);
}

const std::map<std::string, std::vector<Case>>& cases() {
  static const std::map<std::string, std::vector<Case>> all = {
      {"format.unknown-producer",
       {{[] { return changed([](Executable& e) { e.version = "0.15"; }); },
         "version \"0.15\": no TVM release of that version wrote files of variant R5 (TVM 0.23 to 0.27)"},
        {[] { return relayWords({}, [](Executable& e) { e.version = "0.13.0"; }); },
         "version \"0.13.0\": no TVM release of that version wrote files of variant Relay C (TVM 0.14 to 0.19)"}}},
      {"relay-devices",
       {{[] { return relayWords({}, [](Executable& e) { e.relay->hostDevice = 1; }); },
         "the host is virtual device 1 of 1"},
        {[] { return relayWords({}, [](Executable& e) { e.relay->constantDevices[0] = 2; }); },
         "constant 0 is for virtual device 2 of 1"},
        {[] { return relayWords({}, [](Executable& e) { e.relay->paramDevices[0][0] = -1; }); },
         "main: parameter 0 is on virtual device -1 of 1"}}},
      {"device-index",
       {{[] { return relayWords({{19, 0, 0, 3, 1}}); }, "main:0 (device_copy): dst_device is virtual device 3 of 1"}}},
      {"operand-value",
       {{[] { return relayWords({{9, 0, -1, 1}}); }, "main:0 (get_field): field_index is -1, which is negative"},
        {[] { return relayWords({{4, 0, 1, 2, 0}}); }, "main:0 (invoke_packed add): outputs is 2, not 0 to 1"}}},
      {"packed-attributes",
       {{[] { return relayWords({}, [](Executable& e) { e.relay->attributes = {{5, {}}}; }); },
         "attributes of packed function 5 of 1"}}},
      {"tensor-constant",
       {{[] {
           return changed([](Executable& e) {
             e.constants = {{TensorConstant{{2, 32, 1}, {2, 3}, 1, 0, 0, Bytes::own({1, 2})}, 40}};
           });
         },
         "constant 0: f32[2, 3] needs 24 bytes, but has 2"},
        {[] {
           return changed([](Executable& e) { e.constants = {{TensorConstant{{2, 0, 1}, {2}, 1, 0, 0, {}}, 0}}; });
         },
         "constant 0: an element has 0 bits"},
        {[] {
           return changed([](Executable& e) {
             e.constants = {{TensorConstant{{2, 8, 1}, std::vector<int64_t>(65, 1), 1, 0, 0, {}}, 0}};
           });
         },
         "constant 0: 65 dimensions, the maximum is 64"},
        {[] {
           return changed([](Executable& e) { e.constants = {{TensorConstant{{2, 8, 1}, {-1}, 1, 0, 0, {}}, 0}}; });
         },
         "constant 0: negative extent in f8[-1]"},
        {[] {
           return changed([](Executable& e) {
             e.constants = {{TensorConstant{{0, 8, 1}, {int64_t{1} << 40, int64_t{1} << 40}, 1, 0, 0, {}}, 0}};
           });
         },
         "constant 0: i8[1099511627776, 1099511627776] has more bytes than an int64 can count"}}},
      {"memory-scope",
       {{[] { return changed([](Executable& e) { e.memoryScopes = {{3, "global"}}; }); },
         "memory scope names constant 3 of 0"}}},
      {"code-offsets",
       {{[] { return changed([](Executable& e) { e.code.offsets[1] = int64_t{1} << 50; }); },
         "main:1: offset 1125899906842624 is outside the 7 code words"},
        {[] { return changed([](Executable& e) { e.code.offsets[1] = -1; }); },
         "main:1: offset -1 is outside the 7 code words"},
        {[] { return changed([](Executable& e) { e.code.offsets[1] = 3; }); },
         "main:1: offset 3 is not the end of the preceding instruction"},
        {[] { return changed([](Executable& e) { e.code.words.edit().pop_back(); }); },
         "main:1: truncated by the end of the code"},
        {[] { return changed([](Executable& e) { e.code.words.edit().push_back(0); }); },
         "the last instruction ends at word 7, the code has 8"},
        {[] {
           return changed([](Executable& e) {
             e = Executable{};
             e.code.words = {1, 2};
           });
         },
         "2 code words, but no instruction"}}},
      {"opcode",
       {{[] { return withWords({{9, 9}}); }, "main:0: opcode 9 is unknown"},
        {[] { return withWords({{-1}}); }, "main:0: opcode -1 is unknown"}}},
      {"argument-count",
       {{[] { return withWords({{1, 0, 0, -1}}); },
         "main:0: the call declares -1 arguments, 0 words follow and the maximum is 65536"},
        {[] { return withWords({{1, 0, 0, int64_t{1} << 40}}); },
         "main:0: the call declares 1099511627776 arguments, 2 words follow and the maximum is 65536"}}},
      {"function-kind",
       {{[] { return changed([](Executable& e) { e.functions[0].kind = 9; }); }, "p: kind 9 is unknown"}}},
      {"function-range",
       {{[] { return changed([](Executable& e) { e.functions[3].endInstr = 0; }); }, "main: instructions 0 to 0 of 2"},
        {[] { return changed([](Executable& e) { e.functions[3].startInstr = -1; }); },
         "main: instructions -1 to 2 of 2"},
        {[] { return changed([](Executable& e) { e.functions[3].endInstr = 3; }); }, "main: instructions 0 to 3 of 2"},
        {[] {
           return changed([](Executable& e) {
             e.functions.push_back(e.functions[3]);
             e.functions[4].name = "twin";
           });
         },
         "twin: instructions 0 to 1 also belong to another function"}}},
      {"function-registers",
       {{[] { return changed([](Executable& e) { e.functions[3].registerFileSize = kMaxRegisters + 1; }); },
         "main: 1048577 registers, the maximum is 1048576"},
        {[] { return changed([](Executable& e) { e.functions[3].numArgs = -1; }); }, "main: -1 arguments"},
        {[] { return changed([](Executable& e) { e.functions[3].numArgs = 5; }); },
         "main: 5 arguments do not fit in 4 registers"},
        {[] {
           return changed([](Executable& e) {
             e.functions[0].kind = 2;
             e.functions[0].numArgs = 3;
             e.functions[0].registerFileSize = 3;
           });
         },
         "p: 3 arguments do not fit in 3 registers besides the result"}}},
      {"register-range",
       {{[] { return withWords({{1, 4, 0, 0}}); }, "main:0 (call p): dst is register 4, the function has 4"},
        {[] { return withWords({{1, -1, 0, 0}}); }, "main:0 (call p): dst is register -1, the function has 4"},
        {[] { return withWords({{1, 0, 0, 2, imm(9), reg(5000)}}); },
         "main:0 (call p): argument 1 is register 5000, the function has 4"},
        {[] { return withWords({{1, 0, 0, 1, reg(kVmRegister + 1)}}); },
         "main:0 (call p): argument 0 is register 18014398509481986, the function has 4"},
        {[] { return withWords({{2, 4}}); }, "main:0 (ret): result is register 4, the function has 4"},
        {[] { return withWords({{4, 7, 2}, {2, 0}}); }, "main:0 (If): cond is register 7, the function has 4"}}},
      {"branch-condition",
       {{[] { return withWords({{4, kVoidRegister, 2}, {2, 0}}); },
         "main:0 (If): cond is special register 18014398509481984"}}},
      {"constant-index",
       {{[] { return withWords({{1, 0, 0, 1, con(0)}}); }, "main:0 (call p): argument 0 is constant 0 of 0"},
        {[] { return withWords({{1, 0, 0, 1, con(-1)}}); }, "main:0 (call p): argument 0 is constant -1 of 0"}}},
      {"function-index",
       {{[] { return withWords({{1, 0, 4, 0}}); }, "main:0 (call function 4): func is function 4 of 4"},
        {[] { return withWords({{1, 0, -1, 0}}); }, "main:0 (call function -1): func is function -1 of 4"},
        {[] { return withWords({{1, 0, 0, 1, fun(77)}}); }, "main:0 (call p): argument 0 is function 77 of 4"}}},
      {"argument-kind",
       {{[] { return withWords({{1, 0, 0, 1, int64_t{4} << 56}}); }, "main:0 (call p): argument 0 is of kind 4"}}},
      {"jump-target",
       {{[] { return withWords({{3, 5}}); }, "main:0 (goto): offset 5 leaves the function (0 to 1)"},
        {[] { return withWords({{3, -1}}); }, "main:0 (goto): offset -1 leaves the function (0 to 1)"},
        {[] { return withWords({{3, INT64_MIN}}); },
         "main:0 (goto): offset -9223372036854775808 leaves the function (0 to 1)"},
        {[] { return withWords({{4, 0, INT64_MAX}}); },
         "main:0 (If): offset 9223372036854775807 leaves the function (0 to 1)"},
        {[] { return withWords({{4, 0, 1}}); }, "main:0 (If): false offset 1 must be above 1"}}},
      {"fall-through",
       {{[] {
           HandMade made = sound();
           return made.call(0, 0, {}).end().executable;
         },
         "main:0 (call p): control falls through the end of the function"}}},
      {"duplicate-name",
       {{[] { return changed([](Executable& e) { e.functions[1].name = "p"; }); },
         "p: entry 1 has the same name as entry 0; the first is called"}}},
      {"param-names",
       {{[] { return changed([](Executable& e) { e.functions[3].paramNames = {"x"}; }); },
         "main: 1 parameter names for 2 arguments"}}},
      {"code-outside",
       {{[] { return changed([](Executable& e) { e.functions[3].startInstr = 1; }); },
         "instructions 0 to 0 belong to no function"},
        {[] { return changed([](Executable& e) { e.functions.pop_back(); }); },
         "instructions 0 to 1 belong to no function"}}},
      {"storage-overlap", {{overlapping, "main:5 writes pc 4's tensor over pc 1's, which pc 6 reads"}}},
      {"endless-jump", {{[] { return withWords({{3, 0}}); }, "main:0 (goto): jumps to itself forever"}}},
      {"call-arity",
       {{[] { return withWords({{1, 0, 3, 1, reg(0)}}); },
         "main:0 (call main): argument count 1, the function takes 2"}}},
      {"builtin-arguments",
       {{[] { return withWords({{1, 0, 1, 2, imm(1), imm(2)}}); },
         "main:0 (call vm.builtin.alloc_shape_heap): argument 0 must be the VM context, %vm"},
        {[] { return withWords({{1, 0, 1, 3, reg(kVmRegister), imm(2), imm(3)}}); },
         "main:0 (call vm.builtin.alloc_shape_heap): argument count 3, the builtin takes 2: vm slots"},
        {[] { return withWords({{1, 0, 2, 4, reg(0), imm(2), imm(1), imm(0)}}); },
         "main:0 (call vm.builtin.make_shape): rank 2 declared, argument count 4"},
        {[] { return withWords({{1, 0, 2, 4, reg(0), imm(1), imm(2), imm(0)}}); },
         "main:0 (call vm.builtin.make_shape): argument 2: code 2 is not 0 to 1"},
        {[] { return withWords({{1, 0, 2, 4, reg(0), imm(1), imm(1), imm(-2)}}); },
         "main:0 (call vm.builtin.make_shape): argument 3: slot -2 is negative"},
        {[] { return withWords({{1, 0, 2, 4, reg(0), imm(1), imm(0), imm(-2)}}); },
         "main:0 (call vm.builtin.make_shape): argument 3: extent -2 is negative"}}},
      {"heap-slot",
       {{[] {
           return withWords({{1, 2, 1, 2, reg(kVmRegister), imm(3)}, {1, 3, 2, 4, reg(2), imm(1), imm(1), imm(3)}});
         },
         "main:1 (call vm.builtin.make_shape): argument 3 is slot 3, the shape heap has 3"}}},
      {"unresolved-name",
       {{[] { return changed([](Executable&) {}); },
         "p: neither in the library nor a builtin; running it needs a library that contains it (used at main:0)",
         &strangeLibrary()},
        {[] { return withWords({{1, 0, 0, 1, reg(0)}, {1, 0, 0, 1, reg(0)}}); },
         "p: neither in the library nor a builtin; running it needs a library that contains it (used at main:0 and 1 "
         "more)",
         &strangeLibrary()},
        {[] { return changed([](Executable& e) { e.functions[0].name = "vm.builtin.rnn_state_reset"; }); },
         "vm.builtin.rnn_state_reset: Recurrent state of language models. Only TVM's own engine has it. (used at main:0)",
         &strangeLibrary()},
        {[] {
           return changed([](Executable& e) {
             e.functions[0].kind = 2;
             e.functions[0].numArgs = 0;
             e.functions[0].registerFileSize = 1;
           });
         },
         "p: its compiled body is not in the library (used at main:0)", &strangeLibrary()}}},
      {"uncovered-symbol",
       {{[] { return Executable{}; },
         "context slot __TVMSomethingNew is not provided; a kernel that needs it would end the process",
         &strangeLibrary()},
        {[] { return Executable{}; },
         "symbol TVMBackendAllocWorkspace is not provided; a kernel that needs it would end the process",
         &linkedLibrary()}}},
  };
  return all;
}

class VerifierRule : public ::testing::TestWithParam<std::string> {};

TEST_P(VerifierRule, FindsItsFault) {
  for (const Case& each : cases().at(GetParam())) {
    const Executable executable = each.build();
    const Diagnostics findings = verify(executable, each.library);
    std::string reported;
    bool found = false;
    for (const Diagnostic& finding : findings.all()) {
      reported += finding.rule + ": " + finding.message + "\n";
      found |= finding.rule == GetParam() && finding.message == each.message;
    }
    EXPECT_TRUE(found) << "want " << each.message << "\ngot\n" << reported;
    const bool safe = !findings.hasErrors() || GetParam() == kStorageOverlap;
    EXPECT_EQ(isProvenSound(executable), safe && executable.code.set == &relaxInstructionSet()) << each.message;
  }
}
std::vector<std::string> ruleIds() {
  std::vector<std::string> ids;
  for (const RuleRow& row : verifierRules()) ids.emplace_back(row.id);
  return ids;
}
std::string testName(const ::testing::TestParamInfo<std::string>& rule) {
  std::string name = rule.param;
  std::replace_if(name.begin(), name.end(), [](char c) { return c == '-' || c == '.'; }, '_');
  return name;
}
INSTANTIATE_TEST_SUITE_P(Table, VerifierRule, ::testing::ValuesIn(ruleIds()), testName);

TEST(Verifier, EveryCaseIsARuleOfTheTable) {
  const std::vector<std::string> ids = ruleIds();
  for (const auto& [id, list] : cases()) EXPECT_NE(std::find(ids.begin(), ids.end(), id), ids.end()) << id;
}

TEST(Verifier, OneBadOpcodeIsOneFinding) {
  const Diagnostics findings = verify(withWords({{9, 1, 2}, {1, 2, 0, 0}}));
  ASSERT_EQ(findings.total(), 1u);
  EXPECT_EQ(findings.all()[0].pc, InstrIndex(0));
  EXPECT_EQ(findings.all()[0].function, FuncIndex(3));
}

TEST(Verifier, FindingsStayBounded) {
  HandMade made = sound();
  for (int i = 0; i < 50'000; ++i) made.call(99, 99, {con(7)});
  const Diagnostics findings = verify(finished(made));
  EXPECT_EQ(findings.all().size(), Diagnostics::kMaxKept);
  EXPECT_EQ(findings.count(Severity::Error), 150'000u);
}

TEST(Verifier, ManyFunctionsOverTheSameCodeStayLinear) {
  HandMade made = sound();
  for (int i = 0; i < 20'000; ++i) made.call(2, 0, {reg(0)});
  Executable executable = finished(made);
  for (int i = 0; i < 20'000; ++i) executable.functions.push_back(executable.functions[3]);
  const Diagnostics findings = verify(executable);  // 4 * 10^8 visits if each function were walked
  EXPECT_EQ(findings.count(Severity::Error), 20'000u);
  EXPECT_EQ(findings.count(Severity::Warning), 20'000u);
}

TEST(Verifier, StopsWhenAsked) {
  HandMade made = sound();
  for (int i = 0; i < 20'000; ++i) made.call(99, 0, {});
  std::stop_source source;
  source.request_stop();
  EXPECT_EQ(verify(finished(made), nullptr, source.get_token()).total(), 0u);
}

TEST(Verifier, PrototypeHeapNeedsNoContext) { EXPECT_EQ(verify(withWords({{1, 2, 1, 1, imm(4)}})).total(), 0u); }

}  // namespace
}  // namespace relaxscope
