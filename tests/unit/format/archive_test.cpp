// SPDX-License-Identifier: Apache-2.0
// Archives: inconsistent members, names in every form, compressed files.
#include "vmcore/format/container/file_archive.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <zlib.h>

#include "tests/unit/format/checks.h"
#include "tests/unit/format/deflated.h"
#include "vmcore/base/bytes/byte_writer.h"
#include "vmcore/format/container/gzip.h"

namespace relaxscope {
namespace {

using test::contains;

/// One tar header with its checksum; fields as text, as tar writes them.
std::string tarHeader(const std::string& name, const std::string& size, char type = '0',
                      const std::string& magic = "ustar") {
  std::string header(512, '\0');
  header.replace(0, name.size(), name);
  header.replace(100, 7, "0000644");
  header.replace(124, size.size(), size);
  header.replace(148, 8, "        ");
  header[156] = type;
  header.replace(257, magic.size(), magic);
  unsigned sum = 0;
  for (const char c : header) sum += static_cast<unsigned char>(c);
  header.replace(148, 8, fmt::format("{:06o}", sum) + std::string("\0 ", 2));
  return header;
}
std::string octal(uint64_t value) { return fmt::format("{:011o}", value); }
std::string padded(std::string data) {
  data.resize((data.size() + 511) / 512 * 512, '\0');
  return data;
}
Archive readOk(const std::string& bytes) {
  auto archive = readArchive(Bytes::copyOf(bytes));
  EXPECT_TRUE(archive.ok()) << archive.error().text();
  return archive.ok() ? *std::move(archive) : Archive{};
}

TEST(Tar, ListsFilesAlone) {
  const std::string bytes = tarHeader("folder/", octal(0), '5') + tarHeader("a.o", octal(3)) + padded("abc") +
                            tarHeader("link", octal(0), '2') + tarHeader("b.o", octal(4)) + padded("defg") +
                            std::string(1024, '\0');
  const Archive archive = readOk(bytes);
  EXPECT_EQ(archive.what, "tar archive");
  ASSERT_EQ(archive.entries.size(), 2u);
  EXPECT_EQ(archive.entries[0].name, "a.o");
  EXPECT_EQ(bytes.substr(archive.entries[1].offset, archive.entries[1].size), "defg");
  EXPECT_TRUE(archive.notes.empty());
}

TEST(Tar, ReadsOldHeadersAndPrefixes) {
  std::string old = tarHeader("a.o", octal(3), '\0', "") + padded("abc");
  EXPECT_EQ(readOk(old).entries.at(0).name, "a.o");
  std::string header = tarHeader("b.o", octal(3));
  header.replace(345, 3, "dir");
  header.replace(148, 8, "        ");
  unsigned sum = 0;
  for (const char c : header) sum += static_cast<unsigned char>(c);
  header.replace(148, 8, fmt::format("{:06o}", sum) + std::string("\0 ", 2));
  EXPECT_EQ(readOk(header + padded("abc")).entries.at(0).name, "dir/b.o");
}

TEST(Tar, ReadsBinarySizes) {
  const std::string size = std::string("\x80\0\0\0\0\0\0\0\0\0\0", 11) + "\x03";
  EXPECT_EQ(readOk(tarHeader("a.o", size) + padded("abc")).entries.at(0).size, 3u);
}

TEST(Tar, PaxRecordsNameAndSizeTheNextMember) {
  const std::string exact = "15 path=real.o\n9 size=3\n";
  const Archive archive = readOk(tarHeader("x", octal(exact.size()), 'x') + padded(exact) +
                                 tarHeader("short", octal(0)) + padded("abc") + tarHeader("b", octal(1)) + padded("d"));
  ASSERT_EQ(archive.entries.size(), 2u);
  EXPECT_EQ(archive.entries[0].name, "real.o");
  EXPECT_EQ(archive.entries[0].size, 3u);
  EXPECT_EQ(archive.entries[1].name, "b");
}

TEST(Tar, InvalidSizesEndTheListWithANote) {
  for (const std::string& size : {octal(4096), std::string("77777777777"),
                                  std::string("\x80\0\0\0\xff\xff\xff\xff\xff\xff\xff\xff", 12), std::string("x")}) {
    const Archive archive =
        readOk(tarHeader("a.o", octal(3)) + padded("abc") + tarHeader("liar.o", size) + padded("x"));
    EXPECT_EQ(archive.entries.size(), 1u);
    ASSERT_EQ(archive.notes.size(), 1u);
    EXPECT_TRUE(contains(archive.notes[0], "liar.o")) << archive.notes[0];
  }
}

TEST(Tar, ASumThatIsWrongEndsTheList) {
  std::string second = tarHeader("b.o", octal(1));
  second[0] = 'c';
  const Archive archive = readOk(tarHeader("a.o", octal(3)) + padded("abc") + second + padded("x"));
  EXPECT_EQ(archive.entries.size(), 1u);
  EXPECT_EQ(archive.notes.size(), 1u);
  EXPECT_FALSE(looksLikeArchive(Bytes::copyOf(second)));
}

std::string arHeader(const std::string& name, const std::string& size) {
  return fmt::format("{:<16}{:<12}{:<6}{:<6}{:<8}{:<10}`\n", name, 0, 0, 0, "644", size);
}

TEST(Ar, ReadsNamesOfBothKinds) {
  const Archive archive =
      readOk("!<arch>\n" + arHeader("/", "2") + "xx" + arHeader("//", "12") + "long_name.o/" + arHeader("/0", "3") +
             "abc\n" + arHeader("b.o/", "1") + "d\n" + arHeader("#1/4", "6") + std::string("c.o\0ef", 6));
  ASSERT_EQ(archive.entries.size(), 3u);
  EXPECT_EQ(archive.entries[0].name, "long_name.o");
  EXPECT_EQ(archive.entries[0].size, 3u);
  EXPECT_EQ(archive.entries[1].name, "b.o");
  EXPECT_EQ(archive.entries[2].name, "c.o");
  EXPECT_EQ(archive.entries[2].size, 2u);
}

TEST(Ar, DamagedMembersEndTheListWithANote) {
  for (const std::string& size : {std::string("99"), std::string("9999999999"), std::string("-1"), std::string("")}) {
    const Archive archive = readOk("!<arch>\n" + arHeader("a.o/", "1") + "x\n" + arHeader("b.o/", size) + "y\n");
    EXPECT_EQ(archive.entries.size(), 1u) << size;
    EXPECT_EQ(archive.notes.size(), 1u) << size;
  }
  EXPECT_TRUE(contains(readArchive(Bytes::copyOf("!<thin>\n")).error().text(), "thin"));
}

TEST(Ar, NamesThatShareBytesAreBounded) {
  std::string bytes = "!<arch>\n" + arHeader("//", "4096") + std::string(4096, 'a');
  for (int i = 0; i < 2000; ++i) bytes += arHeader("/0", "0");
  const Archive archive = readOk(bytes);
  uint64_t names = 0;
  for (const ArchiveEntry& entry : archive.entries) names += entry.name.size();
  EXPECT_LT(names, 13 * bytes.size());
  ASSERT_EQ(archive.notes.size(), 1u);
  EXPECT_TRUE(contains(archive.notes[0], "excessively")) << archive.notes[0];
}

void big(std::string& out, uint64_t value, int width) {
  for (int i = width - 1; i >= 0; --i) out += static_cast<char>(value >> (8 * i) & 0xff);
}

TEST(FatMachO, ListsSlicesOfBothWidths) {
  for (const bool wide : {false, true}) {
    std::string bytes;
    big(bytes, wide ? 0xcafebabf : 0xcafebabe, 4);
    big(bytes, 2, 4);
    for (const uint64_t cpu : std::initializer_list<uint64_t>{0x01000007, 0x0100000c}) {
      big(bytes, cpu, 4);
      big(bytes, 3, 4);
      big(bytes, 100, wide ? 8 : 4);
      big(bytes, 4, wide ? 8 : 4);
      big(bytes, 0, 4);
      if (wide) big(bytes, 0, 4);
    }
    bytes.resize(104, 'x');
    const Archive archive = readOk(bytes);
    EXPECT_EQ(archive.what, kFatMachO);
    ASSERT_EQ(archive.entries.size(), 2u);
    EXPECT_EQ(archive.entries[0].name, "x86-64");
    EXPECT_EQ(archive.entries[1].name, "aarch64");
    EXPECT_EQ(archive.entries[1].offset, 100u);
  }
}

TEST(FatMachO, SlicesOutsideTheFileAreNoted) {
  std::string bytes;
  for (const uint64_t word : std::initializer_list<uint64_t>{0xcafebabe, 2, 7, 3, 0, 48, 0, 7, 3, 40, 0x7fffffff, 0})
    big(bytes, word, 4);
  const Archive archive = readOk(bytes);
  EXPECT_EQ(archive.entries.size(), 1u) << "one that contains the whole file, itself included";
  EXPECT_EQ(archive.notes.size(), 1u);
}

TEST(FatMachO, SlicesThatShareBytesAreNotReadAgainAndAgain) {
  std::string many;
  big(many, 0xcafebabe, 4);
  big(many, 30, 4);
  for (int i = 0; i < 30; ++i)
    for (const uint64_t word : std::initializer_list<uint64_t>{7, 3, 0, 608, 0}) big(many, word, 4);
  const Archive archive = readOk(many);
  EXPECT_EQ(archive.entries.size(), 1u);
  EXPECT_FALSE(archive.notes.empty());
  EXPECT_TRUE(contains(archive.notes[0], "overlaps")) << archive.notes[0];
}

TEST(FatMachO, JavaClassesAreNone) {
  std::string bytes;
  for (const uint64_t word : std::initializer_list<uint64_t>{0xcafebabe, 52, 1, 2, 3, 4, 5}) big(bytes, word, 4);
  EXPECT_FALSE(looksLikeArchive(Bytes::copyOf(bytes)));
}

TEST(Gzip, UnpacksWhatWasPacked) {
  for (const size_t size : {size_t{0}, size_t{1}, size_t{5000}, size_t{3} << 20}) {
    const std::string text(size, 'z');
    const auto unpacked = unpackGzip(test::deflated(text, DeflateForm::Gzip));
    ASSERT_TRUE(unpacked.ok()) << unpacked.error().text();
    EXPECT_EQ(unpacked->text(), text);
  }
}

TEST(Gzip, SaysWhatIsWrong) {
  const Bytes whole = test::deflated("some text that is packed, some text that is packed", DeflateForm::Gzip);
  for (size_t length = 3; length < whole.size(); ++length)
    EXPECT_FALSE(unpackGzip(whole.slice(0, length)).ok()) << length;
  std::vector<uint8_t> bytes(whole.data(), whole.data() + whole.size());
  bytes[bytes.size() - 6] ^= 0xff;  // of the checksum
  EXPECT_TRUE(contains(unpackGzip(Bytes::own(bytes)).error().text(), "damaged"));
}

TEST(Gzip, ContentIsBounded) {
  // Half a gibibyte of one letter, of which a file of at most 8 MiB may hold 256 MiB.
  const std::string piece(size_t{1} << 20, 'a');
  z_stream z{};
  ASSERT_EQ(deflateInit2(&z, 1, Z_DEFLATED, 15 + 16, 9, Z_DEFAULT_STRATEGY), Z_OK);
  std::vector<uint8_t> out(size_t{8} << 20);
  z.next_out = out.data();
  z.avail_out = static_cast<uInt>(out.size());
  for (int i = 0; i < 512; ++i) {
    z.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(piece.data()));
    z.avail_in = static_cast<uInt>(piece.size());
    ASSERT_EQ(deflate(&z, i == 511 ? Z_FINISH : Z_NO_FLUSH), i == 511 ? Z_STREAM_END : Z_OK);
  }
  out.resize(z.total_out);
  deflateEnd(&z);
  const std::string error = unpackGzip(Bytes::own(std::move(out))).error().text();
  EXPECT_TRUE(contains(error, "gzip content of more than 268435456 bytes in a file of")) << error;
}

}  // namespace
}  // namespace relaxscope
