// SPDX-License-Identifier: Apache-2.0
// Reader and writer of executables compared with bytes that TVM wrote.
#include "vmcore/format/vm/vm_executable.h"

#include <gtest/gtest.h>
#include <sys/mman.h>

#include <cstring>

#include "tests/support/vectors.h"
#include "vmcore/format/vm/tensor_record.h"

namespace relaxscope {
namespace {

using test::bytesFromHex;
using test::fromHex;

Executable readRelaxOk(const Bytes& bytes, Diagnostics& notes) {
  auto read = readVmExecutable(bytes, 0, notes);
  EXPECT_TRUE(read.ok()) << read.error().text();
  return read.ok() ? *std::move(read) : Executable{};
}
Executable readRelaxOk(const Bytes& bytes) {
  Diagnostics notes;
  return readRelaxOk(bytes, notes);
}
std::string relaxError(const Bytes& bytes) {
  Diagnostics notes;
  auto read = readVmExecutable(bytes, 0, notes);
  return read.ok() ? "no error" : read.error().text();
}
void put(std::vector<uint8_t>& bytes, size_t at, uint64_t value, size_t size = 8) {
  ASSERT_LE(at + size, bytes.size());
  std::memcpy(bytes.data() + at, &value, size);
}

TEST(RelaxVmReader, ReadsTheAddProgram) {
  const Executable e = readRelaxOk(bytesFromHex(test::kAddHex));
  EXPECT_EQ(e.variant, Variant::R5);
  EXPECT_FALSE(e.outerPrefix);
  EXPECT_EQ(e.version, "0.14");
  EXPECT_EQ(e.byteSize, 260u);
  ASSERT_EQ(e.functions.size(), 2u);
  EXPECT_EQ(e.functions[0].name, "func0");
  EXPECT_TRUE(e.functions[0].isBytecode());
  EXPECT_EQ(e.functions[0].endInstr, 2);
  EXPECT_EQ(e.functions[0].numArgs, 2);
  EXPECT_EQ(e.functions[0].registerFileSize, 3);
  EXPECT_EQ(e.functions[0].byteOffset, 0x1cu);
  EXPECT_EQ(e.functions[1].name, "test.vm.add");
  EXPECT_TRUE(e.functions[1].isPacked());
  EXPECT_EQ(e.functions[1].numArgs, -2);
  EXPECT_EQ(e.code.offsets, (std::vector<int64_t>{0, 6}));
  EXPECT_EQ(e.code.words, (std::vector<int64_t>{1, 2, 1, 2, 0, 1, 2, 2}));
}

TEST(RelaxVmReader, ReadsAnExecutableWithNothingInIt) {
  const Executable e = readRelaxOk(bytesFromHex(test::kEmptyHex));
  EXPECT_TRUE(e.functions.empty());
  EXPECT_TRUE(e.constants.empty());
  EXPECT_EQ(e.code.size(), 0u);
}

TEST(RelaxVmReader, ReadsEveryOpcodeArgumentKindAndConstant) {
  const Executable e = readRelaxOk(bytesFromHex(test::kAllHex));
  ASSERT_EQ(e.functions.size(), 6u);
  EXPECT_EQ(e.functions[2].paramNames, (std::vector<std::string>{"x", "y", "cond"}));
  ASSERT_EQ(e.constants.size(), 6u);
  const auto& tensor = std::get<TensorConstant>(e.constants[0].value);
  EXPECT_EQ(tensor.shape, (std::vector<int64_t>{2, 3}));
  EXPECT_EQ(tensor.dtype.name(), "float32");
  EXPECT_EQ(tensor.data.size(), 24u);
  EXPECT_EQ(e.constants[0].byteOffset, 0x1a7u);
  EXPECT_EQ(std::get<ShapeConstant>(e.constants[1].value).dims, (std::vector<int64_t>{1, -2, 3}));
  EXPECT_EQ(std::get<StringConstant>(e.constants[2].value).text, "hi");
  EXPECT_EQ(std::get<DataType>(e.constants[4].value).name(), "float16x4");
  EXPECT_TRUE(std::get<TensorConstant>(e.constants[5].value).shape.empty());
  const Instruction call = e.code.at(InstrIndex(3));
  ASSERT_TRUE(call.isCall());
  ASSERT_EQ(call.callArgCount(), 13u);
  EXPECT_EQ(call.callArg(0).value(), kVmRegister);
  EXPECT_EQ(call.callArg(2).kind(), ArgKind::Immediate);
  EXPECT_EQ(call.callArg(2).value(), -5);
  EXPECT_EQ(call.callArg(11).kind(), ArgKind::Function);
  EXPECT_EQ(call.callArg(12).value(), kVoidRegister);
}

TEST(RelaxVmReader, DistinguishesTheThreeConstantEras) {
  const struct {
    std::string_view hex;
    Variant variant;
    bool prefix;
  } cases[] = {{test::kEra017Hex, Variant::R2, true},
               {test::kEra021Hex, Variant::R3, true},
               {test::kEra027Hex, Variant::R5, false}};
  for (const auto& c : cases) {
    Diagnostics notes;
    const Executable e = readRelaxOk(bytesFromHex(c.hex), notes);
    EXPECT_EQ(e.variant, c.variant);
    EXPECT_EQ(e.outerPrefix, c.prefix);
    EXPECT_EQ(notes.total(), 0u);
    ASSERT_EQ(e.constants.size(), 6u);
    EXPECT_EQ(constantSummary(e.constants[0].value), "f32[2]");
    EXPECT_EQ(constantSummary(e.constants[1].value), "float16");
    EXPECT_EQ(constantSummary(e.constants[2].value), "(1, -2)");
    EXPECT_EQ(constantSummary(e.constants[3].value), "\"hi\"");
    EXPECT_EQ(constantSummary(e.constants[4].value), "42");
    EXPECT_EQ(constantSummary(e.constants[5].value), "2.5");
  }
}

/// The 0.22 form of the era program: no prefix, first magic, current type codes.
std::vector<uint8_t> eraR4() {
  std::vector<uint8_t> bytes = fromHex(test::kEra021Hex);
  bytes.erase(bytes.begin(), bytes.begin() + 8);
  bytes[0xa2 - 8] = 70;
  bytes[0xe6 - 8] = 69;
  return bytes;
}

TEST(RelaxVmReader, ReadsTheFormOf022) {
  const Bytes bytes = Bytes::own(eraR4());
  EXPECT_EQ(bytes.size(), 384u);
  const Executable e = readRelaxOk(bytes);
  EXPECT_EQ(e.variant, Variant::R4);
  EXPECT_FALSE(e.outerPrefix);
  EXPECT_EQ(constantSummary(e.constants[2].value), "(1, -2)");
}

TEST(RelaxVmReader, ReadsDevelopmentBuildsWithoutPrefix) {
  std::vector<uint8_t> bytes = fromHex(test::kEra021Hex);
  bytes.erase(bytes.begin(), bytes.begin() + 8);
  const Executable e = readRelaxOk(Bytes::own(bytes));
  EXPECT_EQ(e.variant, Variant::R3);
  EXPECT_FALSE(e.outerPrefix);
  EXPECT_EQ(writeVmExecutable(e), bytes);
}

TEST(RelaxVmWriter, GivesBackWhatWasRead) {
  for (const std::string_view hex :
       {test::kAddHex, test::kEmptyHex, test::kAllHex, test::kEra017Hex, test::kEra021Hex, test::kEra027Hex})
    EXPECT_EQ(writeVmExecutable(readRelaxOk(bytesFromHex(hex))), fromHex(hex));
  EXPECT_EQ(writeVmExecutable(readRelaxOk(Bytes::own(eraR4()))), eraR4());
}

TEST(RelaxVmWriter, TurnsOneEraIntoAnother) {
  Executable e = readRelaxOk(bytesFromHex(test::kEra017Hex));
  e.variant = Variant::R5;
  e.outerPrefix = false;
  EXPECT_EQ(writeVmExecutable(e), fromHex(test::kEra027Hex));
}

TEST(RelaxVmReader, KeepsMemoryScopesInTheirOrder) {
  Executable e = readRelaxOk(bytesFromHex(test::kAllHex));
  e.memoryScopes = {{5, "global.texture"}, {0, "global"}};
  const std::vector<uint8_t> bytes = writeVmExecutable(e);
  const Executable again = readRelaxOk(Bytes::own(bytes));
  ASSERT_EQ(again.memoryScopes.size(), 2u);
  EXPECT_EQ(again.memoryScopes[0].constIndex, 5);
  EXPECT_EQ(again.memoryScopes[0].scope, "global.texture");
  EXPECT_EQ(writeVmExecutable(again), bytes);
}

TEST(RelaxVmReader, KeepsTrailingBytesAndWarns) {
  std::vector<uint8_t> bytes = fromHex(test::kAddHex);
  bytes.insert(bytes.end(), {1, 2, 3});
  Diagnostics notes;
  const Executable e = readRelaxOk(Bytes::own(bytes), notes);
  ASSERT_EQ(notes.total(), 1u);
  EXPECT_EQ(notes.all()[0].rule, "trailing-bytes");
  EXPECT_EQ(notes.all()[0].severity, Severity::Warning);
  EXPECT_EQ(notes.all()[0].byteOffset, 260u);
  EXPECT_EQ(writeVmExecutable(e), bytes);
}

TEST(RelaxVmReader, TrailingBytesDoNotConfuseTheEra) {
  std::vector<uint8_t> bytes = eraR4();
  bytes.push_back(0);
  Diagnostics notes;
  EXPECT_EQ(readRelaxOk(Bytes::own(bytes), notes).variant, Variant::R4);
  EXPECT_EQ(notes.total(), 1u);
}

TEST(RelaxVmReader, SaysWhereTheEraCannotBeDetermined) {
  // An empty string in the old type codes and 0.0 in the new ones are the same twelve bytes.
  Executable e = readRelaxOk(bytesFromHex(test::kEra017Hex));
  e.constants = {{StringConstant{""}, 0}};
  Diagnostics notes;
  EXPECT_EQ(readRelaxOk(Bytes::own(writeVmExecutable(e)), notes).variant, Variant::R2);
  ASSERT_EQ(notes.total(), 1u);
  EXPECT_EQ(notes.all()[0].rule, "ambiguous-variant");
}

TEST(RelaxVmReader, WarnsOfATensorOnAnotherDevice) {
  std::vector<uint8_t> bytes = fromHex(test::kAllHex);
  put(bytes, 0x1a7 + 4 + 16, 2, 4);
  Diagnostics notes;
  const Executable e = readRelaxOk(Bytes::own(bytes), notes);
  ASSERT_EQ(notes.total(), 1u);
  EXPECT_EQ(notes.all()[0].rule, "tensor-device");
  EXPECT_EQ(notes.all()[0].constant, ConstIndex(0));
  EXPECT_EQ(notes.all()[0].byteOffset, 0x1a7u);
  EXPECT_EQ(writeVmExecutable(e), bytes);
}

TEST(RelaxVmReader, RefusesEveryTruncation) {
  for (const std::string_view hex : {test::kAllHex, test::kEra017Hex, test::kEra027Hex}) {
    const Bytes whole = bytesFromHex(hex);
    for (size_t length = 0; length < whole.size(); ++length) {
      // In its own buffer, so that a sanitizer detects a read past its end.
      const Bytes cut = Bytes::own({whole.data(), whole.data() + length});
      Diagnostics notes;
      EXPECT_FALSE(readVmExecutable(cut, 0, notes).ok()) << "length " << length;
    }
  }
}

TEST(RelaxVmReader, RefusesHugeCountsBeforeAllocating) {
  // Offsets of every u64 count or length in the add program.
  for (const size_t at : {0x8, 0x14, 0x20, 0x4d, 0x59, 0x8c, 0x94, 0x9c, 0xa4, 0xbc})
    for (const uint64_t count : {uint64_t{1} << 20, uint64_t{1} << 40, uint64_t{1} << 61, ~uint64_t{0}}) {
      std::vector<uint8_t> bytes = fromHex(test::kAddHex);
      put(bytes, at, count);
      EXPECT_NE(relaxError(Bytes::own(bytes)), "no error") << "offset " << at << " count " << count;
    }
}

/// A file of one tebibyte, all zeros after its first bytes, like a sparse file.
class Sparse : public ByteSource {
 public:
  static Bytes of(std::span<const uint8_t> head) {
    auto source = std::make_shared<Sparse>(head);
    const auto* memory = static_cast<const uint8_t*>(source->memory_);
    return Bytes::from(std::move(source), memory, kSize);
  }
  explicit Sparse(std::span<const uint8_t> head)
      : memory_(::mmap(nullptr, kSize, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0)) {
    EXPECT_NE(memory_, MAP_FAILED);
    std::memcpy(memory_, head.data(), head.size());
  }
  ~Sparse() override { ::munmap(memory_, kSize); }
  Sparse(const Sparse&) = delete;
  Sparse& operator=(const Sparse&) = delete;
  void fetch(const uint8_t*, size_t) const override {}
  bool copy(const uint8_t* from, size_t size, uint8_t* into) const override {
    std::memcpy(into, from, size);
    return true;
  }
  [[nodiscard]] bool intact() const override { return true; }

 private:
  static constexpr size_t kSize = size_t{1} << 40;
  void* memory_;
};

TEST(RelaxVmReader, AWrongCountInALargeFileReservesNoMemory) {
  // As many constants as fit in a file of a tebibyte; they would take several tebibytes in memory.
  std::vector<uint8_t> bytes = fromHex(test::kAddHex);
  put(bytes, 0x9c, uint64_t{1} << 36);
  bytes.resize(0xa4);
  EXPECT_NE(relaxError(Sparse::of(bytes)).find("constant 0: unknown type code 0"), std::string::npos)
      << relaxError(Sparse::of(bytes));
  // The magic of V1, which is read with three tables of type codes.
  bytes = fromHex(test::kAddHex);
  bytes[0] = 0x1D;
  bytes.erase(bytes.begin() + 0x94, bytes.begin() + 0x9c);
  put(bytes, 0x94, uint64_t{1} << 36);
  put(bytes, 0x9c, 0xffffffff, 4);
  bytes.resize(0xa0);
  EXPECT_NE(relaxError(Sparse::of(bytes)).find("constant 0: unknown type code -1"), std::string::npos)
      << relaxError(Sparse::of(bytes));
}

TEST(RelaxVmReader, NamesThingAndPlace) {
  std::vector<uint8_t> bytes = fromHex(test::kAddHex);
  put(bytes, 0x59, uint64_t{1} << 40);
  EXPECT_EQ(relaxError(Bytes::own(bytes)), "function 1: name needs 1099511627776 bytes, 163 left (byte 97)");
  bytes = fromHex(test::kAllHex);
  put(bytes, 0x1a7, 99, 4);
  EXPECT_EQ(relaxError(Bytes::own(bytes)), "constant 0: unknown type code 99 (byte 423)");
}

TEST(RelaxVmReader, ReadsOtherVersionsWhichTheVerifierReports) {
  std::vector<uint8_t> bytes = fromHex(test::kAddHex);
  bytes[0x13] = '5';
  const Executable e = readRelaxOk(Bytes::own(bytes));
  EXPECT_EQ(e.variant, Variant::R5);
  EXPECT_EQ(e.version, "0.15");
  EXPECT_FALSE(isKnownProducer(e.variant, e.version));
  EXPECT_EQ(writeVmExecutable(e), bytes);
}

TEST(RelaxVmReader, RefusesAWrongOuterLength) {
  std::vector<uint8_t> bytes = fromHex(test::kEra017Hex);
  bytes.push_back(0);
  EXPECT_EQ(relaxError(Bytes::own(bytes)), "the length prefix declares 384 bytes, but 385 follow (byte 0)");
}

TEST(RelaxVmReader, ChecksTensorRecords) {
  constexpr size_t kRecord = 0x1a7 + 4;
  const struct {
    size_t at;
    uint64_t value;
    size_t size;
    const char* says;
  } cases[] = {
      {0, 7, 8, "tensor header"},
      {24, 65, 4, "rank 65"},
      {24, 0xffffffff, 4, "rank -1"},
      {29, 0, 1, "0 bits"},
      {32, uint64_t{1} << 62, 8, "too large"},
      {32, ~uint64_t{0}, 8, "negative"},
      {48, 23, 8, "has 24 bytes, but the record declares 23"},
  };
  for (const auto& c : cases) {
    std::vector<uint8_t> bytes = fromHex(test::kAllHex);
    put(bytes, kRecord + c.at, c.value, c.size);
    const std::string error = relaxError(Bytes::own(bytes));
    EXPECT_NE(error.find(c.says), std::string::npos) << error;
    EXPECT_NE(error.find("constant 0"), std::string::npos) << error;
  }
}

TEST(RelaxVmReader, TensorSizesDoNotOverflow) {
  using vmformat::tensorByteSize;
  const DataType f32{2, 32, 1}, f4{17, 4, 1};
  EXPECT_EQ(tensorByteSize({}, f32), 4);
  EXPECT_EQ(tensorByteSize({3, 0}, f32), 0);
  EXPECT_EQ(tensorByteSize({int64_t{1} << 62, 0}, f32), 0);
  EXPECT_EQ(tensorByteSize({3, 5}, f4), 15);
  EXPECT_EQ(tensorByteSize({int64_t{1} << 33, int64_t{1} << 33}, f32), std::nullopt);
  EXPECT_EQ(tensorByteSize({int64_t{1} << 61, 4}, f32), std::nullopt);
  EXPECT_EQ(tensorByteSize({-1, -1}, f32), std::nullopt);
}

TEST(RelaxVmReader, TensorsAreSlicesOfTheFile) {
  const Bytes file = bytesFromHex(test::kAllHex);
  const Executable e = readRelaxOk(file);
  const Bytes& data = std::get<TensorConstant>(e.constants[0].value).data;
  EXPECT_GE(data.data(), file.data());
  EXPECT_LE(data.data() + data.size(), file.data() + file.size());
}

TEST(RelaxVmReader, RecognizesItsFilesByTheMagic) {
  EXPECT_TRUE(looksLikeVmExecutable(bytesFromHex(test::kAddHex)));
  EXPECT_TRUE(looksLikeVmExecutable(bytesFromHex(test::kEra017Hex)));
  EXPECT_FALSE(looksLikeVmExecutable(Bytes()));
  EXPECT_FALSE(looksLikeVmExecutable(Bytes::copyOf("1d15144")));
  EXPECT_FALSE(looksLikeVmExecutable(Bytes::copyOf("a text that is long enough")));
}

}  // namespace
}  // namespace relaxscope
