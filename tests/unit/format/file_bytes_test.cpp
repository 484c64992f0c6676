// SPDX-License-Identifier: Apache-2.0
// Bytes of large files: only accessed parts are loaded into memory, and changes of the file on disk are detected.
#include <gtest/gtest.h>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "tests/support/scratch_folder.h"
#include "vmcore/base/bytes/byte_reader.h"
#include "vmcore/base/bytes/sha256.h"
#include "vmcore/format/file_bytes.h"
#include "vmcore/format/loader.h"
#include "vmcore/format/vm/vm_executable.h"
#include "vmcore/model/builder.h"

namespace relaxscope {
namespace {

namespace fs = std::filesystem;
constexpr size_t kMega = size_t{1} << 20;

/// A file that is deleted at the end of the scope.
class LargeTestFile {
 public:
  [[nodiscard]] const std::string& path() const { return path_; }
  void resize(size_t size) const {
    if (!fs::exists(path_)) std::ofstream(path_, std::ios::binary).flush();
    fs::resize_file(path_, size);
  }
  void write(size_t at, std::string_view text) const {
    std::fstream file(path_, std::ios::binary | std::ios::in | std::ios::out);
    file.seekp(static_cast<std::streamoff>(at));
    file.write(text.data(), static_cast<std::streamsize>(text.size()));
  }
  void write(std::span<const uint8_t> bytes) const { folder_.write("large", bytes); }
  /// Sets the time stamp of a later write, independent of the file system's clock.
  void touch() const { fs::last_write_time(path_, fs::last_write_time(path_) + std::chrono::seconds(5)); }

 private:
  test::ScratchFolder folder_;
  std::string path_ = folder_.file("large");
};

size_t residentBytes() {
  std::ifstream file("/proc/self/statm");
  size_t pages = 0;
  file >> pages >> pages;
  return pages * static_cast<size_t>(::sysconf(_SC_PAGESIZE));
}

Bytes read(const LargeTestFile& file) {
  auto bytes = readFileBytes(file.path());
  EXPECT_TRUE(bytes.ok());
  return bytes.ok() ? *bytes : Bytes();
}

TEST(FileBytes, SmallFilesAreCopied) {
  const LargeTestFile file;
  file.resize(1000);
  const Bytes bytes = read(file);
  EXPECT_FALSE(bytes.isLazy());
  file.write(10, "changed");
  EXPECT_EQ(bytes.slice(10, 7).text(), std::string(7, '\0'));
  EXPECT_TRUE(bytes.intact());
}

TEST(FileBytes, OfLargeOnesOnlyWhatIsLookedAtComesIntoMemory) {
  const LargeTestFile file;
  file.resize(2048 * kMega);
  file.write(1500 * kMega, "here");
  const size_t before = residentBytes();
  const Bytes bytes = read(file);
  EXPECT_TRUE(bytes.isLazy());
  ASSERT_EQ(bytes.size(), 2048 * kMega);
  EXPECT_EQ(bytes.slice(1500 * kMega, 4).text(), "here");
  EXPECT_EQ(bytes.head(2), std::string_view("\0\0", 2));
  const Bytes tail = bytes.slice(1500 * kMega - 2, 10).slice(2, 4);
  EXPECT_EQ(tail.offsetIn(bytes), 1500 * kMega);
  EXPECT_EQ(tail.text(), "here");
  EXPECT_LT(residentBytes(), before + 2 * kMega);
}

TEST(FileBytes, CopiesAndPiecesKeepNothing) {
  const LargeTestFile file;
  file.resize(64 * kMega);
  file.write(40 * kMega - 2, "across");
  const Bytes bytes = read(file);
  const size_t before = residentBytes();
  uint8_t into[6];
  EXPECT_TRUE(bytes.copyTo(40 * kMega - 2, into));
  EXPECT_EQ(std::string_view(reinterpret_cast<const char*>(into), 6), "across");
  size_t sum = 0, total = 0;
  EXPECT_TRUE(bytes.forEachPiece([&](std::span<const uint8_t> piece) {
    total += piece.size();
    for (const uint8_t byte : piece) sum += byte;
  }));
  EXPECT_EQ(total, 64 * kMega);
  EXPECT_EQ(sum, size_t{'a'} + 'c' + 'r' + 'o' + 's' + 's');
  const std::string digest = sha256Hex(bytes);
  EXPECT_LT(residentBytes(), before + 8 * kMega);
  EXPECT_EQ(digest, sha256Hex(bytes.span()));
}

TEST(FileBytes, AFileCutShortReadsAsZerosAndIsNoticed) {
  const LargeTestFile file;
  file.resize(32 * kMega);
  file.write(100, "early");
  file.write(30 * kMega, "late");
  const Bytes bytes = read(file);
  EXPECT_EQ(bytes.slice(100, 5).text(), "early");
  file.resize(kMega);
  EXPECT_TRUE(bytes.intact()) << "nothing has been read yet";
  EXPECT_EQ(bytes.slice(30 * kMega, 4).text(), std::string_view("\0\0\0\0", 4));
  EXPECT_FALSE(bytes.intact());
  EXPECT_EQ(bytes.slice(100, 5).text(), "early") << "what was read stays";
  uint8_t into[4] = {1, 2, 3, 4};
  EXPECT_FALSE(bytes.copyTo(20 * kMega, into));
  EXPECT_EQ(into[3], 0);
  EXPECT_EQ(sha256Hex(bytes), "");
}

TEST(FileBytes, AFileWrittenInPlaceIsNoticedAndNotMixed) {
  const LargeTestFile file;
  file.resize(32 * kMega);
  file.write(30 * kMega, "old");
  const Bytes bytes = read(file);
  file.write(30 * kMega, "new");
  file.touch();
  EXPECT_EQ(bytes.slice(30 * kMega, 3).text(), std::string_view("\0\0\0", 3));
  EXPECT_FALSE(bytes.intact());
}

TEST(FileBytes, WhatIsLargeIsForTheCallerToSay) {
  const LargeTestFile file;
  file.resize(kMega);
  const auto atMost = readFileBytes(file.path(), kMega), more = readFileBytes(file.path(), kMega - 1);
  ASSERT_TRUE(atMost.ok() && more.ok());
  EXPECT_FALSE((*atMost).isLazy());
  EXPECT_TRUE((*more).isLazy());
}

TEST(FileBytes, AFileReplacedUnderItsNameStaysWhole) {
  const LargeTestFile file;
  file.resize(32 * kMega);
  file.write(30 * kMega, "old");
  const Bytes bytes = read(file);
  fs::remove(file.path());
  file.resize(32 * kMega);
  EXPECT_EQ(bytes.slice(30 * kMega, 3).text(), "old");
  EXPECT_TRUE(bytes.intact());
}

/// A large tensor before the code, which the reader has to skip.
std::vector<uint8_t> programAroundATensor(size_t tensorBytes) {
  using B = ExecutableBuilder;
  B b;
  TensorConstant tensor;
  tensor.dtype = DataType{static_cast<uint8_t>(TypeCode::UInt), 8, 1};
  tensor.shape = {static_cast<int64_t>(tensorBytes)};
  tensor.data = Bytes::own(std::vector<uint8_t>(tensorBytes, 7));
  const ConstIndex weight = b.addConstant(std::move(tensor));
  b.beginFunction("main", {"x"});
  for (int i = 0; i < 1000; ++i) b.emitCall("kernel_" + std::to_string(i), {B::r(0), B::c(weight)}, 1);
  b.emitRet(1);
  return writeVmExecutable(b.finish());
}

TEST(FileBytes, AnExecutableReadsTheSameFromALargeFile) {
  const std::vector<uint8_t> written = programAroundATensor(40 * kMega);
  const LargeTestFile file;
  file.write(written);
  const size_t before = residentBytes();
  const auto lazy = loadFile(file.path());
  ASSERT_TRUE(lazy.ok()) << lazy.error().text();
  EXPECT_TRUE(lazy->bytes.isLazy());
  EXPECT_LT(residentBytes(), before + 4 * kMega);
  const auto plain = loadBytes(Bytes::own(written), "plain");
  ASSERT_TRUE(plain.ok());
  EXPECT_EQ(lazy->executable->code.words, plain->executable->code.words);
  EXPECT_EQ(lazy->executable->functions.back().name, plain->executable->functions.back().name);
  EXPECT_EQ(writeVmExecutable(*lazy->executable), written);
}

TEST(FileBytes, AFileThatChangesWhileItIsReadIsSaidToHaveChanged) {
  /// A file that is reported as changed at the second read.
  class Changing : public ByteSource {
   public:
    explicit Changing(std::vector<uint8_t> content) : content_(std::move(content)), memory_(content_.size(), 0) {}
    [[nodiscard]] const uint8_t* memory() const { return memory_.data(); }
    void fetch(const uint8_t* at, size_t size) const override {
      if (take()) std::memcpy(memory_.data() + (at - memory_.data()), content_.data() + (at - memory_.data()), size);
    }
    bool copy(const uint8_t* at, size_t size, uint8_t* into) const override {
      const bool there = take();
      if (there) std::memcpy(into, content_.data() + (at - memory_.data()), size);
      else std::memset(into, 0, size);
      return there;
    }
    [[nodiscard]] bool intact() const override { return readings_ < 2; }

   private:
    bool take() const { return ++readings_ < 3; }
    std::vector<uint8_t> content_;
    mutable std::vector<uint8_t> memory_;
    mutable int readings_ = 0;
  };
  const std::vector<uint8_t> written = programAroundATensor(100'000);
  const auto source = std::make_shared<const Changing>(written);
  const auto loaded = loadBytes(Bytes::from(source, source->memory(), written.size()), "changing.bin");
  ASSERT_FALSE(loaded.ok());
  EXPECT_NE(loaded.error().text().find("changed while it was read"), std::string::npos) << loaded.error().text();
}

TEST(ByteReader, ReadsTheSameThroughItsWindow) {
  std::vector<uint8_t> content(3 * kMega);
  uint32_t number = 1;
  for (uint8_t& byte : content) byte = static_cast<uint8_t>((number = number * 1664525 + 1013904223) >> 24);
  const LargeTestFile file;
  file.write(content);
  file.resize(20 * kMega);
  content.resize(20 * kMega, 0);
  ByteReader lazy(read(file)), plain(Bytes::own(content));
  for (uint32_t step = 0; plain.remaining() > 2 * kMega; ++step) {
    number = number * 1664525 + 1013904223;
    switch ((number >> 16) % 4) {
      case 0: ASSERT_EQ(*lazy.read<uint16_t>("u16"), *plain.read<uint16_t>("u16")) << step; break;
      case 1: ASSERT_EQ(*lazy.read<int64_t>("i64"), *plain.read<int64_t>("i64")) << step; break;
      case 2: ASSERT_EQ(*lazy.readI64s(number % 3000, "list"), *plain.readI64s(number % 3000, "list")) << step; break;
      default: {
        const Bytes a = *lazy.readBytes(number % 70'000, "bytes"), b = *plain.readBytes(number % 70'000, "bytes");
        ASSERT_EQ(a, b) << step;
      }
    }
    ASSERT_EQ(lazy.position(), plain.position());
    ByteReader ahead = lazy;  // a copy has its own position
    static_cast<void>(ahead.read<uint64_t>("ahead"));
  }
}

}  // namespace
}  // namespace relaxscope
