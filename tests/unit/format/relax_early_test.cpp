// SPDX-License-Identifier: Apache-2.0
// The Relax prototype (P) and the first format with one function table (R0), hand-made from their description: no
// original file is available.
#include <gtest/gtest.h>

#include "tests/support/vectors.h"
#include "vmcore/analysis/verify/verifier.h"
#include "vmcore/base/bytes/byte_writer.h"
#include "vmcore/base/text/collect.h"
#include "vmcore/export/exporter.h"
#include "vmcore/format/json/json_form.h"
#include "vmcore/format/vm/vm_executable.h"

namespace relaxscope {
namespace {

constexpr uint64_t kMagic = 0xD225DE2F4214151DULL;
constexpr int64_t kVoid = 0x00EC66FE0321975A, kState = 0x008D14FA4379015C;
constexpr int64_t kImm = int64_t{1} << 56, kConst = int64_t{2} << 56;

void writeTensor(ByteWriter& out, std::vector<int64_t> shape) {
  out.write<uint64_t>(0xDD5E40F096B4A13FULL);
  out.write<uint64_t>(0);
  out.write<int32_t>(1);
  out.write<int32_t>(0);
  out.write(static_cast<int32_t>(shape.size()));
  for (const uint8_t byte : {2, 32, 1, 0}) out.write(byte);
  int64_t bytes = 4;
  for (const int64_t extent : shape) {
    out.write(extent);
    bytes *= extent;
  }
  out.write(bytes);
  for (int64_t i = 0; i < bytes; ++i) out.write(uint8_t{0});
}

/// Functions with start, arguments and registers; two constants; packed functions f and g.
Bytes prototype(std::vector<int64_t> offsets, std::vector<int64_t> words) {
  ByteWriter body;
  body.write(kMagic);
  body.writeString("0.8.dev0");
  body.write<uint64_t>(1);
  body.writeString("main");
  for (const int64_t value : {0, 2, 4}) body.write(value);
  body.write<uint64_t>(2);
  writeTensor(body, {2, 3});
  writeTensor(body, {});
  body.write<uint64_t>(2);
  body.writeString("f");
  body.writeString("g");
  body.writeI64Vector(offsets);
  body.writeI64Vector(words);
  ByteWriter file;
  file.writeString({reinterpret_cast<const char*>(body.buffer().data()), body.size()});
  return Bytes::own(file.take());
}
Bytes smallPrototype() {
  // f(state, %0, 5, c[1]) -> %2; g(void) -> void; if %2 else +2; goto 1; ret %2
  return prototype({0, 8, 13, 16, 18},
                   {1, 2, 0, 4, kState, 0, kImm | 5, kConst | 1, 1, kVoid, 1, 1, kVoid, 4, 2, 2, 3, 1, 2, 2});
}
Executable readEarly(const Bytes& bytes) {
  Diagnostics notes;
  auto read = readVmExecutable(bytes, 0, notes);
  EXPECT_TRUE(read.ok()) << read.error().text();
  return read.ok() ? *std::move(read) : Executable{};
}
template <class Write>
std::string printEarly(Write write, const Executable& executable) {
  std::vector<std::string> warnings;
  return collectText([&](const TextSink& sink) { write(executable, {}, sink, warnings); });
}
std::string earlyStats(const Executable& executable) {
  std::vector<std::string> warnings;
  return collectText([&](const TextSink& sink) { writeEraStats(executable, sink, warnings); });
}

TEST(Prototype, IsReadAndWritten) {
  const Bytes bytes = smallPrototype();
  const Executable e = readEarly(bytes);
  EXPECT_EQ(e.variant, Variant::P);
  EXPECT_TRUE(e.outerPrefix);
  ASSERT_EQ(e.functions.size(), 3u);
  EXPECT_EQ(e.functions[0].endInstr, 5);
  EXPECT_TRUE(e.functions[2].isPacked());
  EXPECT_EQ(writeVmExecutable(e), std::vector<uint8_t>(bytes.span().begin(), bytes.span().end()));
  EXPECT_FALSE(verify(e).hasErrors());
}

TEST(Prototype, ItsRegistersAndPackedIndicesAreOurs) {
  const Executable e = readEarly(smallPrototype());
  const Instruction call = e.code.at(InstrIndex(0)), second = e.code.at(InstrIndex(1));
  EXPECT_EQ(call.callFunction(), 1);
  EXPECT_EQ(call.callArg(0).value(), kVmRegister);
  EXPECT_EQ(second.callFunction(), 2);
  EXPECT_EQ(second.callDst(), kVoidRegister);
  EXPECT_EQ(second.callArg(0).value(), kVoidRegister);
}

TEST(Prototype, PrintsInItsOwnWords) {
  const Executable e = readEarly(smallPrototype());
  EXPECT_EQ(printEarly(writeEraText, e),
            "@main:\n"
            "  call  f                in: %state, %0, i5, c[1] dst: %2\n"
            "  call  g                in: void         dst: void\n"
            "  If    %2, 2\n"
            "  goto  goto 1\n"
            "  ret   ret %2\n\n");
  EXPECT_EQ(printEarly(writeEraPython, e),
            "ib = rx.Builder()\nwith ib.function(\"main\", num_inputs=2):\n"
            "    ib.emit_call(\"f\", args=[ib.r(state), ib.r(0), ib.imm(5), ib.c(1)], ret=ib.r(2))\n"
            "    ib.emit_call(\"g\", args=[ib.r(66541335663974234)])\n"
            "    ib.emit_if(ib.r(2), 2)\n    ib.emit_goto(1)\n    ib.emit_ret(ib.r(2))\n");
  EXPECT_EQ(
      earlyStats(e),
      "Relax VM executable statistics:\n  Constant shapes (# 2): [[2, 3], \nscalar]\n  Globals (#1): [main]\n  Packed functions (#2): [f, g]\n");
}

TEST(Prototype, PrintsInTodaysWords) {
  EXPECT_EQ(printEarly(writeTvmText, readEarly(smallPrototype())),
            "@main:\n"
            "  call  f                in: %vm, %0, i5, c[1] dst: %2\n"
            "  call  g                in: %void        dst: %void\n"
            "  If    %2, 2\n"
            "  goto  1\n"
            "  ret   %2\n\n@f packed_func;\n\n@g packed_func;\n\n");
}

TEST(Prototype, ImmediatesHaveNoSign) {
  const Executable e = readEarly(prototype({0, 5, 7}, {1, 2, 0, 1, kImm | 0x00FFFFFFFFFFFFFB, 2, 2, 2, 2}));
  EXPECT_EQ(e.code.at(InstrIndex(0)).callArg(0).value(), 0x00FFFFFFFFFFFFFB);
}

TEST(Prototype, TheFirstIfHadTwoRegistersAndTwoOffsets) {
  const Bytes bytes = prototype({0, 5, 7}, {4, 0, 1, 1, 2, 2, 0, 2, 1});
  const Executable e = readEarly(bytes);
  EXPECT_EQ(e.code.set, &relaxPrototypeSet(true));
  EXPECT_EQ(printEarly(writeEraText, e), "@main:\n  If    %0, %1, 1, 2\n  ret   ret %0\n  ret   ret %1\n\n");
  EXPECT_EQ(writeVmExecutable(e), std::vector<uint8_t>(bytes.span().begin(), bytes.span().end()));
}

TEST(Prototype, ComesBackThroughJson) {
  for (const Bytes& bytes : {smallPrototype(), prototype({0, 5, 7}, {4, 0, 1, 1, 2, 2, 0, 2, 1})}) {
    const std::string json =
        collectText([&](const TextSink& sink) { ASSERT_TRUE(writeJsonForm(readEarly(bytes), "", sink).ok()); });
    const auto back = readJsonForm(Bytes::copyOf(json), "");
    ASSERT_TRUE(back.ok()) << back.error().text() << json;
    EXPECT_EQ(writeVmExecutable(*back), std::vector<uint8_t>(bytes.span().begin(), bytes.span().end())) << json;
  }
}

/// What a constant of 2022 is made of: its kind, then its body.
void writeKinds(ByteWriter& body) {
  body.write<uint64_t>(4);
  body.write<int32_t>(2);
  body.writeI64Vector(std::vector<int64_t>{4});  // a shape
  body.write<int32_t>(0);
  writeTensor(body, {2, 3});
  body.write<int32_t>(1);
  for (const uint8_t byte : {2, 32, 1, 0}) body.write(byte);  // a dtype
  body.write<int32_t>(3);
  body.writeString("shape_func");
}

/// main(x) of a build of 2022: f(c[0], c[1], c[2], c[3]); ret. `writeConstants` writes the constant pool.
template <class WriteConstants>
Bytes prototype2022(WriteConstants writeConstants) {
  ByteWriter body;
  body.write(kMagic);
  body.writeString("0.10.dev0");
  body.write<uint64_t>(1);
  body.writeString("main");
  for (const int64_t value : {0, 1, 2}) body.write(value);
  writeConstants(body);
  body.write<uint64_t>(1);
  body.writeString("f");
  body.writeI64Vector(std::vector<int64_t>{0, 8});
  body.writeI64Vector(std::vector<int64_t>{1, 1, 0, 4, kConst | 0, kConst | 1, kConst | 2, kConst | 3, 2, 1});
  ByteWriter file;
  file.writeString({reinterpret_cast<const char*>(body.buffer().data()), body.size()});
  return Bytes::own(file.take());
}

TEST(Prototype2022, ConstantsOfEveryKindAreReadAndWritten) {
  const Bytes bytes = prototype2022(writeKinds);
  const Executable e = readEarly(bytes);
  EXPECT_EQ(e.variant, Variant::P2);
  ASSERT_EQ(e.constants.size(), 4u);
  EXPECT_EQ(std::get<ShapeConstant>(e.constants[0].value).dims, std::vector<int64_t>{4});
  EXPECT_EQ(std::get<TensorConstant>(e.constants[1].value).shape, (std::vector<int64_t>{2, 3}));
  EXPECT_EQ(std::get<DataType>(e.constants[2].value), (DataType{2, 32, 1}));
  EXPECT_EQ(std::get<StringConstant>(e.constants[3].value).text, "shape_func");
  EXPECT_EQ(writeVmExecutable(e), std::vector<uint8_t>(bytes.span().begin(), bytes.span().end()));
  EXPECT_FALSE(verify(e).hasErrors());
}

TEST(Prototype2022, ComesBackThroughTextAndJson) {
  const Bytes bytes = prototype2022(writeKinds);
  const std::vector<uint8_t> wanted(bytes.span().begin(), bytes.span().end());
  const std::string json =
      collectText([&](const TextSink& sink) { ASSERT_TRUE(writeJsonForm(readEarly(bytes), "", sink).ok()); });
  const auto fromJson = readJsonForm(Bytes::copyOf(json), "");
  ASSERT_TRUE(fromJson.ok()) << fromJson.error().text() << json;
  EXPECT_EQ(writeVmExecutable(*fromJson), wanted);
  EXPECT_NE(json.find(R"("variant": "P2")"), std::string::npos) << json;
}

TEST(Prototype2022, StatsListConstantsAndBothKindsOfFunctions) {
  EXPECT_EQ(earlyStats(readEarly(prototype2022(writeKinds))),
            "Relax VM executable statistics:\n  Constant pool (# 4): [shapetuple[4], [2, 3], float32, \"shape_func\"]\n"
            "  Globals (#1): [main]\n  Packed functions (#1): [f]\n");
}

TEST(Prototype2022, AnUnknownKindOfALaterConstantIsNamed) {
  const Bytes bytes = prototype2022([](ByteWriter& body) {
    body.write<uint64_t>(2);
    body.write<int32_t>(3);
    body.writeString("f");
    body.write<int32_t>(4);  // of 2023: int
    body.write<int64_t>(7);
  });
  Diagnostics notes;
  const auto read = readVmExecutable(bytes, 0, notes);
  ASSERT_FALSE(read.ok());
  EXPECT_NE(read.error().text().find("constant 1: unknown type code 4"), std::string::npos) << read.error().text();
}

/// The bytes of 0.17 with another version: R0's output except for floats.
Executable earlyExecutable(const char* version) {
  Executable e = readEarly(test::bytesFromHex(test::kEra017Hex));
  e.variant = Variant::R0;
  e.version = version;
  e.constants.pop_back();
  e.constants.push_back({ConstantValue(DataType{1, 1, 1}), 0});
  return e;
}

TEST(R0, IsRecognizedByItsVersion) {
  const Executable made = earlyExecutable("0.13.dev0");
  const Executable read = readEarly(Bytes::own(writeVmExecutable(made)));
  EXPECT_EQ(read.variant, Variant::R0);
  EXPECT_EQ(writeVmExecutable(read), writeVmExecutable(made));
  EXPECT_FALSE(verify(read).hasErrors());
}

TEST(R0, CallsABoolTypeBool) {
  EXPECT_NE(earlyStats(earlyExecutable("0.13.dev0")).find(", bool]"), std::string::npos);
  std::vector<std::string> warnings;
  const std::string modern =
      collectText([&](const TextSink& sink) { writeTvmStats(earlyExecutable("0.13.dev0"), sink, warnings); });
  EXPECT_NE(modern.find(", uint1]"), std::string::npos);
}

TEST(R0, AnUnknownVersionIsAFinding) {
  Executable made = readEarly(test::bytesFromHex(test::kEra017Hex));
  made.version = "0.15";
  const Executable read = readEarly(Bytes::own(writeVmExecutable(made)));
  EXPECT_EQ(read.variant, Variant::R2);
  const Diagnostics found = verify(read);
  ASSERT_TRUE(found.hasErrors());
  EXPECT_EQ(found.all()[0].rule, "format.unknown-producer");
}

}  // namespace
}  // namespace relaxscope
