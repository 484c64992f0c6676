// SPDX-License-Identifier: Apache-2.0
#include "vmcore/format/loader.h"
#include "vmcore/format/file_bytes.h"

#include <gtest/gtest.h>

#include "tests/support/elf_builder.h"
#include "tests/support/scratch_folder.h"
#include "tests/support/vectors.h"
#include "tests/unit/format/checks.h"

namespace relaxscope {
namespace {

using test::contains;

std::string loadError(const Bytes& bytes) {
  const auto file = loadBytes(bytes, "file");
  return file.ok() ? "no error" : file.error().text();
}

TEST(Loader, RecognizesFormatsByContent) {
  const auto raw = loadBytes(test::bytesFromHex(test::kAddHex), "model.so");
  ASSERT_TRUE(raw.ok());
  EXPECT_EQ(raw->kind, FileKind::RawExecutable);
  EXPECT_EQ(raw->executableOffset, 0u);
  EXPECT_EQ(raw->containerText(), "executable bytes");
  EXPECT_FALSE(raw->library.has_value());
}

TEST(Loader, FindsTheExecutableInALibrary) {
  test::ElfBuilder builder;
  builder.modules = {{"relax.VMExecutable", test::fromHex(test::kAddHex), {1}}, {"_lib", {}, {}}};
  const std::vector<uint8_t> bytes = builder.build();
  const auto file = loadBytes(Bytes::own(bytes), "a.bin");
  ASSERT_TRUE(file.ok()) << file.error().text();
  EXPECT_EQ(file->kind, FileKind::SharedLibrary);
  EXPECT_EQ(file->containerText(), "shared library, x86-64");
  EXPECT_EQ(bytes[file->executableOffset], 0x1e);
  EXPECT_EQ(file->executable->functions.size(), 2u);
}

TEST(Loader, CountsTheOuterPrefixAsNoPartOfTheExecutable) {
  const auto file = loadBytes(test::bytesFromHex(test::kEra017Hex), "old.bin");
  ASSERT_TRUE(file.ok());
  EXPECT_EQ(file->executableOffset, 8u);
}

TEST(Loader, NotesWhatItCouldNotDecode) {
  test::ElfBuilder builder;
  builder.modules = {{"relax.VMExecutable", test::fromHex(test::kAddHex), {1}}, {"cuda", {1, 2}, {}}};
  const auto file = loadBytes(Bytes::own(builder.build()), "a.so");
  ASSERT_TRUE(file.ok());
  ASSERT_EQ(file->notes.total(), 1u);
  EXPECT_EQ(file->notes.all()[0].rule, "module-payload");
  EXPECT_EQ(file->notes.all()[0].severity, Severity::Warning);
}

TEST(Loader, SaysWhatAFileIsInstead) {
  EXPECT_TRUE(contains(loadError(Bytes()), "empty"));
  EXPECT_TRUE(contains(loadError(Bytes::copyOf(std::string_view("SQLite format 3\0abc", 19))), "profile"));
  EXPECT_TRUE(contains(loadError(Bytes::copyOf("hello, world, what is this")), "unknown format"));
  test::ElfBuilder builder;
  builder.modules = {{"other\x1b[31m", {1}, {}}};
  const std::string error = loadError(Bytes::own(builder.build()));
  EXPECT_TRUE(contains(error, "without a VM executable")) << error;
  EXPECT_FALSE(contains(error, "\x1b")) << error;
}

TEST(Loader, ReadsFilesOfEverySize) {
  const test::ScratchFolder folder;
  for (const size_t size : {size_t{0}, size_t{1}, size_t{1} << 16, (size_t{16} << 20) + 1}) {
    std::vector<uint8_t> bytes(size);
    for (size_t i = 0; i < size; ++i) bytes[i] = static_cast<uint8_t>(i * 31 >> 3);
    const auto read = readFileBytes(folder.write("file", bytes));
    ASSERT_TRUE(read.ok());
    EXPECT_EQ(*read, Bytes::own(bytes)) << size;
  }
}

TEST(Loader, SaysWhyAFileCannotBeOpened) {
  EXPECT_TRUE(contains(loadFile("/nonexistent/file").error().text(), "No such file"));
  EXPECT_TRUE(contains(loadFile("/").error().text(), "directory"));
}

TEST(Loader, StopsWhenAskedTo) {
  std::stop_source stop;
  stop.request_stop();
  EXPECT_FALSE(loadBytes(test::bytesFromHex(test::kAddHex), "a", stop.get_token()).ok());
}

}  // namespace
}  // namespace relaxscope
