// SPDX-License-Identifier: Apache-2.0
// Hand-made Relay VM executables: hashes, layouts without surviving release files, rules of the verifier.
#include "vmcore/format/vm/relay_reader.h"

#include <gtest/gtest.h>

#include "vmcore/analysis/flow/cfg.h"
#include "vmcore/analysis/result_types.h"
#include "vmcore/analysis/verify/verifier.h"
#include "vmcore/export/exporter.h"
#include "vmcore/format/vm/vm_executable.h"

namespace relaxscope {
namespace {

struct Vector {
  std::vector<int64_t> words;
  uint64_t hash;
};
const Vector kVectors[] = {
    {{0, 0, 1}, 0x00000028cd94bfd1},
    {{1, 1}, 0x000000009e3779fb},
    {{2, 1, 2, 2, 0, 1}, 0x00a3b7d438c45f83},
    {{3, 3, 1, 5, 4}, 0x00028253dc47e3d8},
    {{4, 0, 3, 1, 0, 1, 6}, 0x29b55566c0029512},
    {{5, 2, 3, 2, 32, 1, 2, 6, 4, 5}, 0xdf760a38be999c1b},
    {{6, 2, 3, 7, 2, 16, 4, 8}, 0x5e77f23135523484},
    {{7, 9, 2, 3, 0, 1}, 0x00a3b72ce7ee5e0a},
    {{8, 0, 1, 3, 2}, 0x00028253a09d02b0},
    {{9, 3, 1, 4}, 0x00000a16fbf4889d},
    {{10, 1, 2, 1, 5}, 0x00028253a2549140},
    {{11, 1, 4}, 0x00000028cd930aed},
    {{11, 1, 0, 4}, 0x00000a16fbcdfe54},
    {{12, -3}, 0x000000009e377cb5},
    {{13, 3, 4}, 0x00000028cd93e98b},
    {{14, -42, 5}, 0x00000028cd93dd19},
    {{15}, 0x000000000000000f},
    {{16, 1, 64, 2, 32, 1, 1, 7}, 0x5e771ac1a4f3b25c},
    {{16, 1, 64, 2, 32, 1, 0, 0, 7}, 0xeb136ddbe0936e5f},
    {{17, 1, 2}, 0x00000028cd93a919},
    {{18, 1, 2, 3}, 0x00000a16fb1160bc},
    {{19, 1, 0, 1, 2}, 0x00028253a3ba3e4a},
    {{20, 4}, 0x000000009e377ed6},
};

TEST(RelayHash, IsThatOfRealWriters) {
  for (const Vector& vector : kVectors) EXPECT_EQ(relayInstructionHash(vector.words), vector.hash) << vector.words[0];
}

/// main(x), followed by a packed function `add`.
Executable program(Variant variant, const char* version, std::vector<std::vector<int64_t>> code) {
  const RelayLayout& layout = relayLayout(variant);
  Executable e;
  e.variant = variant;
  e.version = version;
  Function main;
  main.kind = static_cast<int32_t>(FunctionKind::Bytecode);
  main.name = "main";
  main.numArgs = 1;
  main.registerFileSize = 8;
  main.paramNames = {"x"};
  main.endInstr = static_cast<int64_t>(code.size());
  Function add;
  add.name = "add";
  add.numArgs = -2;
  e.functions = {main, add};
  e.code.set = &relayInstructionSet(layout.era);
  e.code.packedBase = 1;
  for (const std::vector<int64_t>& words : code) {
    e.code.offsets.push_back(static_cast<int64_t>(e.code.words.size()));
    e.code.words.append(words);
  }
  TensorConstant tensor;
  tensor.dtype = {2, 32, 1};
  tensor.shape = {2};
  tensor.data = Bytes::own(std::vector<uint8_t>(8, 1));
  e.constants.push_back({ConstantValue(tensor), 0});
  RelayPart& part = e.relay.emplace();
  part.paramDevices = {layout.devices ? std::vector<int64_t>{0} : std::vector<int64_t>{}};
  if (layout.devices) part.constantDevices = {0};
  if (layout.virtualDevices) part.virtualDevices = {{1, 0, layout.memoryScopes ? "global" : ""}};
  if (layout.attributes) part.attributes = {{0, {{"hash", "abc"}}}};
  part.order = {FuncIndex(0)};
  return e;
}
const std::vector<std::vector<int64_t>> kIdentity = {{1, 0}};

Result<Executable> reread(const Executable& executable, Diagnostics& notes) {
  return readVmExecutable(Bytes::own(writeVmExecutable(executable)), 0, notes);
}
Executable rereadOk(const Executable& executable) {
  Diagnostics notes;
  auto read = reread(executable, notes);
  EXPECT_TRUE(read.ok()) << read.error().text();
  return read.ok() ? *std::move(read) : Executable{};
}
std::vector<std::string> errors(const Executable& executable) {
  std::vector<std::string> rules;
  const Diagnostics found = verify(executable);
  for (const Diagnostic& finding : found.all())
    if (finding.severity == Severity::Error) rules.push_back(finding.rule);
  return rules;
}

struct LayoutCase {
  Variant variant;
  const char* version;
};
TEST(RelayLayouts, EachIsRecognizedByItsStructure) {
  const LayoutCase kRelayCases[] = {
      {Variant::Relay06, "0.6.0"},    {Variant::RelayA0, "0.7.0"},    {Variant::RelayA, "0.8.0"},
      {Variant::RelayAV, "0.8.dev0"}, {Variant::RelayBU, "0.9.dev0"}, {Variant::RelayB, "0.9.0"},
      {Variant::RelayB, "0.11.dev0"}, {Variant::RelayC, "0.14.0"},    {Variant::RelayC, "0.19.0"}};
  for (const LayoutCase& each : kRelayCases) {
    const Executable made = program(each.variant, each.version, kIdentity);
    const Executable read = rereadOk(made);
    EXPECT_EQ(read.variant, each.variant) << each.version << " read as " << variantName(read.variant);
    EXPECT_EQ(writeVmExecutable(read), writeVmExecutable(made)) << each.version;
    EXPECT_TRUE(errors(read).empty()) << each.version;
  }
}

TEST(RelayLayouts, DevelopmentVersionsOfTwoLayoutsAreDistinguished) {
  EXPECT_EQ(rereadOk(program(Variant::RelayA, "0.8.dev0", kIdentity)).variant, Variant::RelayA);
  EXPECT_EQ(rereadOk(program(Variant::RelayB, "0.9.dev0", kIdentity)).variant, Variant::RelayB);
  EXPECT_EQ(rereadOk(program(Variant::RelayB, "0.14.dev0", kIdentity)).variant, Variant::RelayB);
  EXPECT_EQ(rereadOk(program(Variant::RelayC, "0.14.dev0", kIdentity)).variant, Variant::RelayC);
}

TEST(RelayLayouts, AWrongVersionDoesNotHideTheLayout) {
  const Executable read = rereadOk(program(Variant::RelayC, "1.0.0", kIdentity));
  EXPECT_EQ(read.variant, Variant::RelayC);
  EXPECT_EQ(errors(read), (std::vector<std::string>{"format.unknown-producer"}));
  EXPECT_EQ(errors(rereadOk(program(Variant::RelayA, "0.17.0", kIdentity))),
            (std::vector<std::string>{"format.unknown-producer"}));
}

TEST(RelayLayouts, TheEraDecidesTheFields) {
  EXPECT_EQ(rereadOk(program(Variant::Relay06, "0.6.0", {{16, 0, 64, 2, 32, 1, 1}, {5, 1, 2, 32, 1, 1, 2, 4}, {1, 2}}))
                .code.size(),
            3u);
  Diagnostics notes;
  const auto wrong = reread(program(Variant::RelayA, "0.8.0", {{11, 0, 0, 1}, {1, 1}}), notes);
  ASSERT_FALSE(wrong.ok());
  EXPECT_NE(wrong.error().message.find("3 fields do not fit load_const"), std::string::npos) << wrong.error().text();
}

TEST(RelayLayouts, CodeOrderIsKept) {
  Executable e = program(Variant::RelayC, "0.17.0", {{1, 0}, {1, 0}});
  e.functions[0].startInstr = 1;
  Function second = e.functions[0];
  second.name = "second";
  second.startInstr = 0;
  second.endInstr = 1;
  e.functions.insert(e.functions.begin() + 1, second);
  e.code.packedBase = 2;
  e.relay->paramDevices.push_back({0});
  e.relay->order = {FuncIndex(1), FuncIndex(0)};
  const Executable read = rereadOk(e);
  EXPECT_EQ(read.functions[0].name, "main");
  EXPECT_EQ(read.functions[0].startInstr, 1);
  EXPECT_EQ(read.relay->order, e.relay->order);
  EXPECT_EQ(writeVmExecutable(read), writeVmExecutable(e));
}

TEST(RelayInstructions, PackedIndicesAreRowsOfTheFunctionTable) {
  const Executable e = program(Variant::RelayC, "0.17.0", {{4, 0, 3, 1, 0, 1, 2}, {1, 2}});
  const Instruction call = e.code.at(InstrIndex(0));
  ASSERT_TRUE(call.isCall());
  EXPECT_EQ(call.callFunction(), 1);
  EXPECT_EQ(call.callDst(), kVoidRegister);
  EXPECT_EQ(call.callArgCount(), 3u);
  EXPECT_EQ(call.callOutputCount(), 1u);
  std::vector<OperandRole> roles;
  call.forEachOperand([&](const Operand& operand) { roles.push_back(operand.role); });
  EXPECT_EQ(roles, (std::vector{OperandRole::Callee, OperandRole::Count, OperandRole::OutputCount,
                                OperandRole::Argument, OperandRole::Argument, OperandRole::Output}));
}

TEST(RelayInstructions, AShapedStorageHasNoSizeRegister) {
  const Executable e = program(Variant::RelayC, "0.17.0", {{16, 94291456490080, 64, 2, 32, 1, 0, 2, 1, 2, 3}, {1, 1}});
  OperandRole first = OperandRole::Use;
  e.code.at(InstrIndex(0)).forEachOperand([&](const Operand& operand) {
    if (operand.wordIndex == 1) first = operand.role;
  });
  EXPECT_EQ(first, OperandRole::Ignored);
  EXPECT_TRUE(errors(e).empty());
}

TEST(RelayInstructions, AnIfHasTwoTargets) {
  const Executable e = program(Variant::RelayC, "0.17.0", {{10, 0, 0, 2, 1}, {1, 0}, {12, -1}});
  const Cfg cfg = buildCfg(e, FuncIndex(0));
  ASSERT_EQ(cfg.blocks.size(), 3u);
  ASSERT_EQ(cfg.edges.size(), 3u);
  EXPECT_EQ(cfg.edges[0].kind, EdgeKind::True);
  EXPECT_EQ(cfg.edges[0].to, BlockIndex(2));
  EXPECT_EQ(cfg.edges[1].kind, EdgeKind::False);
  EXPECT_EQ(cfg.edges[1].to, BlockIndex(1));
  EXPECT_TRUE(errors(e).empty());
}

TEST(RelayTypes, FollowFromAllocationsAndConstants) {
  const Executable e = program(Variant::RelayC, "0.17.0",
                               {{14, 8, 1},
                                {16, 1, 64, 2, 32, 1, 0, 0, 2},
                                {5, 2, 1, 1, 1, 1, 2, 3, 4, 5},
                                {0, 3, 4},
                                {11, 0, 0, 5},
                                {9, 5, 0, 6},
                                {1, 4}});
  EXPECT_EQ(typeTexts(resultTypes(e, FuncIndex(0))),
            (std::vector<std::string>{"i64[1]", "storage", "bool[4, 5]", "bool[4, 5]", "f32[2]", "", ""}));
}

struct RuleCase {
  const char* rule;
  std::vector<std::vector<int64_t>> code;
};
TEST(RelayVerifier, ChecksEveryOperandByItsRole) {
  const RuleCase kRelayCases[] = {
      {"register-range", {{1, 8}}},  // eight registers: 0 to 7
      {"register-range", {{0, -1, 1}, {1, 0}}},
      {"register-range", {{0, 0, kVoidRegister}, {1, 0}}},  // Relay has no special registers
      {"constant-index", {{11, 1, 0, 1}, {1, 0}}},
      {"function-index", {{2, 1, 0, 1}, {1, 0}}},  // a packed function cannot be invoked
      {"function-index", {{4, 1, 0, 0}, {1, 0}}},
      {"function-index", {{4, -1, 0, 0}, {1, 0}}},
      {"function-index", {{8, 7, 0, 1}, {1, 0}}},
      {"jump-target", {{12, 2}, {1, 0}}},
      {"jump-target", {{10, 0, 0, 1, -1}, {1, 0}}},
      {"jump-target", {{10, 0, 0, 9, 1}, {1, 0}}},
      {"device-index", {{11, 0, 1, 1}, {1, 0}}},
      {"device-index", {{19, 0, 0, -1, 1}, {1, 0}}},
      {"operand-value", {{4, 0, 1, 2, 0}, {1, 0}}},  // more outputs than arguments
      {"operand-value", {{5, 0, 0, 2, 900, 1, 0, 1}, {1, 0}}},
      {"operand-value", {{5, 0, 0, 2, 32, 1, 1, 1, -4}, {1, 0}}},
      {"operand-value", {{9, 0, -1, 1}, {1, 0}}},
      {"opcode", {{21, 0}, {1, 0}}},
      {"fall-through", {{0, 0, 1}}},
  };
  for (const RuleCase& each : kRelayCases) {
    const Executable e = program(Variant::RelayC, "0.17.0", each.code);
    EXPECT_EQ(errors(e), (std::vector<std::string>{each.rule})) << each.rule;
  }
}

TEST(RelayVerifier, ChecksTheTablesOfDevices) {
  Executable e = program(Variant::RelayC, "0.17.0", kIdentity);
  e.relay->hostDevice = 1;
  EXPECT_EQ(errors(e), (std::vector<std::string>{"relay-devices"}));
  e = program(Variant::RelayC, "0.17.0", kIdentity);
  e.relay->constantDevices = {3};
  e.relay->paramDevices = {{-1}};
  EXPECT_EQ(errors(e), (std::vector<std::string>{"relay-devices", "relay-devices"}));
}

TEST(RelayVerifier, AnEndIsNoFallThrough) {
  EXPECT_TRUE(errors(program(Variant::RelayC, "0.17.0", {{10, 0, 0, 1, 2}, {1, 0}, {15}})).empty());
}

}  // namespace
}  // namespace relaxscope
