// SPDX-License-Identifier: Apache-2.0
// Output written from pieces: the same bytes as from one buffer, without loading large data into memory.
#include "vmcore/base/bytes/byte_pieces.h"

#include <gtest/gtest.h>

#include "tests/support/generated_executable.h"
#include "tests/support/scratch_folder.h"
#include "vmcore/base/bytes/byte_writer.h"
#include "vmcore/format/container/npz.h"
#include "vmcore/format/file_bytes.h"
#include "vmcore/format/library/pack.h"
#include "vmcore/format/side_file.h"
#include "vmcore/format/vm/vm_executable.h"

namespace relaxscope {
namespace {

/// Zeros that are never in memory; counts the bytes that a caller keeps or copies.
class Zeros : public ByteSource {
 public:
  void fetch(const uint8_t*, size_t size) const override { kept += size; }
  bool copy(const uint8_t*, size_t size, uint8_t* into) const override {
    std::memset(into, 0, size);
    copied += size;
    return whole;
  }
  [[nodiscard]] bool intact() const override { return whole; }
  mutable uint64_t kept = 0, copied = 0;
  bool whole = true;
};
constexpr size_t kLarge = size_t{64} << 20;

/// An executable with a single tensor of such zeros.
struct Large {
  std::shared_ptr<Zeros> zeros = std::make_shared<Zeros>();
  Executable executable;
  Large() {
    executable.version = "0.14";
    TensorConstant tensor;
    tensor.dtype = {2, 32, 1};
    tensor.shape = {static_cast<int64_t>(kLarge / 4)};
    // The address is only a number and is never mapped.
    tensor.data = Bytes::from(zeros, reinterpret_cast<const uint8_t*>(uintptr_t{1} << 40), kLarge);
    executable.constants.emplace_back().value = tensor;
    setByteOffsets(executable);
  }
};
uint64_t streamed(const BytePieces& pieces) {
  uint64_t size = 0;
  EXPECT_TRUE(pieces.write([&](std::string_view piece) {
    size += piece.size();
    return true;
  }));
  return size;
}

TEST(BytePieces, AreTheBytesThatAWriterAppends) {
  const Bytes large = Bytes::own(std::vector<uint8_t>(10000, 7)), small = Bytes::copyOf("small");
  const std::vector<int64_t> numbers{1, -2, 3};
  const auto fill = [&](auto& out) {
    out.template write<uint32_t>(5);
    out.writeString("text");
    out.writeBytes(large);
    out.writeI64Vector(numbers);
    out.writeBytes(small);
    out.writeBytes(large);
  };
  ByteWriter one;
  PieceWriter many;
  fill(one);
  fill(many);
  EXPECT_EQ(many.size(), one.size());
  const BytePieces pieces = many.take();
  EXPECT_EQ(pieces.size(), one.size());
  EXPECT_EQ(pieces.bytes(), one.buffer());
}

TEST(BytePieces, KeepTheOwnerOfTheirNumbers) {
  BytePieces pieces;
  std::weak_ptr<const Executable> watched;
  {
    auto executable = std::make_shared<Executable>();
    executable->version = "0.14";
    executable->code.words.edit().assign(100000, 4);
    watched = executable;
    pieces = executablePieces(*executable, executable);
  }
  EXPECT_FALSE(watched.expired());
  EXPECT_EQ(pieces.bytes(), writeVmExecutable(*watched.lock()));
}

TEST(BytePieces, EndWhereTheSinkRefuses) {
  PieceWriter out;
  for (int i = 0; i < 4; ++i) out.writeBytes(Bytes::own(std::vector<uint8_t>(5000, 1)));
  size_t calls = 0;
  out.take().write([&](std::string_view) { return ++calls < 2; });
  EXPECT_EQ(calls, 2u);
}

TEST(BytePieces, ExecutablesOfEveryVariantComeOutTheSame) {
  for (uint64_t seed = 0; seed < 60; ++seed) {
    const Executable made = testing::generatedExecutable(seed, testing::Shape::Odd);
    EXPECT_EQ(executablePieces(made).bytes(), writeVmExecutable(made)) << seed;
    const auto shared = std::make_shared<const Executable>(made);
    EXPECT_EQ(executablePieces(*shared, shared).bytes(), writeVmExecutable(made)) << seed;
  }
}

TEST(BytePieces, DataOfTensorsIsNotBroughtIntoMemory) {
  const Large large;
  const BytePieces pieces = executablePieces(large.executable);
  EXPECT_EQ(pieces.size(), large.executable.byteSize);
  EXPECT_EQ(streamed(pieces), large.executable.byteSize);
  const auto& tensor = std::get<TensorConstant>(large.executable.constants[0].value);
  EXPECT_GT(streamed(npzPieces({{"a", {tensor.dtype, tensor.shape, tensor.data}}})), kLarge);
  EXPECT_EQ(large.zeros->copied, 3 * kLarge) << "once for the executable, twice for the archive with its checksum";
  EXPECT_EQ(large.zeros->kept, 0u);
}

TEST(BytePieces, ALibraryIsPackedWithoutBringingDataIntoMemory) {
  const Large large;
  const auto library = readFileBytes(RELAXSCOPE_TEST_DATA "/relax/mlp_dyn.so");
  ASSERT_TRUE(library.ok());
  // Up to 256 MiB the new library is read again as a check; this one is larger.
  Executable many = large.executable;
  for (int i = 0; i < 4; ++i) many.constants.push_back(many.constants[0]);
  const auto packed = packLibrary(*library, many);
  ASSERT_TRUE(packed.ok()) << packed.error().text();
  EXPECT_EQ(large.zeros->copied, 0u) << "nothing is read before it is written";
  uint64_t size = 0;
  EXPECT_TRUE(packed->edit.write([&](std::string_view piece) {
    size += piece.size();
    return true;
  }));
  EXPECT_EQ(size, packed->edit.size());
  EXPECT_GT(size, 5 * kLarge);
  EXPECT_EQ(large.zeros->kept, 0u);
}

TEST(BytePieces, AFileThatChangesMeanwhileIsNoticed) {
  const Large large;
  large.zeros->whole = false;
  EXPECT_FALSE(executablePieces(large.executable).write([](std::string_view) { return true; }));
  const test::ScratchFolder folder;
  EXPECT_FALSE(makeSideFile(large.executable, folder.file("a.npz")).ok());
  EXPECT_EQ(folder.count(), 0u);
}

}  // namespace
}  // namespace relaxscope
