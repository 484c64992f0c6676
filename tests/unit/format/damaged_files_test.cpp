// SPDX-License-Identifier: Apache-2.0
// Files that cannot be opened: what was decoded before the damage, and the bytes of the damaged field.
#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "tests/unit/format/byte_map_checks.h"
#include "vmcore/format/byte_map/make_byte_map.h"
#include "vmcore/format/file_bytes.h"
#include "vmcore/format/loader.h"

namespace relaxscope {
namespace {

struct Damaged {
  std::string error;
  std::shared_ptr<const ByteMap> map;  ///< null if the file could be opened
};

Damaged openDamaged(Bytes bytes) {
  std::optional<PartialFile> partial;
  const auto file = loadBytes(std::move(bytes), "x.bin", {}, &partial);
  if (file.ok()) return {};
  EXPECT_TRUE(partial.has_value()) << file.error().text();
  if (!partial) return {};
  return {file.error().text(), makeByteMap(std::make_shared<const PartialFile>(*std::move(partial)), file.error())};
}
Damaged openDamaged(const std::string& name) {
  auto bytes = readFileBytes(RELAXSCOPE_TEST_DATA "/" + name);
  EXPECT_TRUE(bytes.ok()) << name;
  return openDamaged(*std::move(bytes));
}

/// The ranges of a damaged file's map nest, and the damaged bytes lie in the file.
void check(const Damaged& file, size_t size) {
  ASSERT_NE(file.map, nullptr);
  uint64_t covered = 0;
  checkBelow(*file.map, file.map->root(), 0, covered);
  const auto damaged = file.map->damaged();
  if (!damaged) return;
  EXPECT_GT(damaged->size, 0u);
  EXPECT_LE(damaged->offset + damaged->size, size);
}

/// Names from the root to the innermost range at an offset.
std::string pathAt(const ByteMap& map, uint64_t offset) {
  std::string text;
  for (const ByteNode& node : map.path(offset)) text += (text.empty() ? "" : " > ") + map.name(node);
  return text;
}

TEST(DamagedFiles, EachIsMappedAsFarAsItWasRead) {
  size_t refused = 0;
  for (const auto& entry : std::filesystem::directory_iterator(RELAXSCOPE_TEST_DATA "/damaged")) {
    const auto bytes = readFileBytes(entry.path().string());
    ASSERT_TRUE(bytes.ok());
    const Damaged file = openDamaged(*bytes);
    if (file.map == nullptr) continue;
    SCOPED_TRACE(entry.path().filename().string() + ": " + file.error);
    check(file, bytes->size());
    if (!bytes->empty()) { EXPECT_TRUE(file.map->damaged().has_value()); }
    ++refused;
  }
  EXPECT_GT(refused, 30u);
}

TEST(DamagedFiles, EveryPrefixOfAFileIsMapped) {
  for (const char* name : {"relax/consts_all.bin", "relax/fib.bin", "relay/interp.ro", "relax/mlp_dyn.so"}) {
    const auto bytes = readFileBytes(std::string(RELAXSCOPE_TEST_DATA "/") + name);
    if (!bytes.ok()) continue;
    const size_t step = bytes->size() > 20'000 ? bytes->size() / 200 : 1 + bytes->size() / 1'000;
    for (size_t size = 0; size < bytes->size(); size += step) {
      SCOPED_TRACE(std::string(name) + ", " + std::to_string(size));
      const Damaged file = openDamaged(bytes->slice(0, size));
      if (file.map != nullptr) check(file, size);
      if (HasFatalFailure()) return;
    }
  }
}

TEST(DamagedFiles, EveryChangedByteIsMapped) {
  for (const char* name : {"relax/consts_all.bin", "relax/fib.bin"}) {
    const auto bytes = readFileBytes(std::string(RELAXSCOPE_TEST_DATA "/") + name);
    ASSERT_TRUE(bytes.ok());
    for (size_t at = 0; at < bytes->size(); at += 1 + bytes->size() / 2'000) {
      std::string changed(bytes->text());
      changed[at] = static_cast<char>(changed[at] ^ 0x85);
      SCOPED_TRACE(std::string(name) + ", " + std::to_string(at));
      const Damaged file = openDamaged(Bytes::copyOf(changed));
      if (file.map != nullptr) check(file, changed.size());
      if (HasFatalFailure()) return;
    }
  }
}

TEST(DamagedFiles, SectionsBeforeTheDamageAreDecoded) {
  const Damaged file = openDamaged("damaged/const_kind_unknown.bin");
  ASSERT_NE(file.map, nullptr);
  ASSERT_TRUE(file.map->damaged().has_value());
  EXPECT_EQ(file.map->damaged()->size, 4u);
  EXPECT_NE(file.error.find("(byte " + std::to_string(file.map->damaged()->offset) + ")"), std::string::npos)
      << file.error;
  EXPECT_NE(pathAt(*file.map, file.map->damaged()->offset).find("damaged field"), std::string::npos);
  EXPECT_TRUE(file.map->offsetOf(FuncIndex(0)).has_value());
  const auto function = file.map->path(*file.map->offsetOf(FuncIndex(0)));
  EXPECT_EQ(file.map->name(function.back()), "kind");
}

TEST(DamagedFiles, ACountThatDoesNotFitIsTheDamagedField) {
  const Damaged file = openDamaged("damaged/nconsts_2p40.bin");
  ASSERT_NE(file.map, nullptr);
  ASSERT_TRUE(file.map->damaged().has_value());
  EXPECT_EQ(file.map->damaged()->size, 8u);
  const Bytes count = file.map->bytes().slice(file.map->damaged()->offset, 8);
  EXPECT_EQ(count.data()[5], 1) << "2 to the 40th";
}

TEST(DamagedFiles, ATruncatedTableSaysHowManyEntriesItHas) {
  const Damaged file = openDamaged("damaged/trunc_0300.bin");
  ASSERT_NE(file.map, nullptr);
  const auto constant = file.map->offsetOf(ConstIndex(1));
  ASSERT_TRUE(constant.has_value());
  EXPECT_FALSE(file.map->offsetOf(ConstIndex(2)).has_value()) << file.error;
  const std::vector<ByteNode> path = file.map->path(*constant);
  ASSERT_GT(path.size(), 2u);
  EXPECT_EQ(file.map->name(path[2]), "constant pool");
  EXPECT_EQ(file.map->value(path[2]), "2 of 5");
  EXPECT_EQ(file.map->value(file.map->child(path[2], 0)), "5") << "its count";
  EXPECT_EQ(file.map->damaged(), (ByteRange{294, 6})) << "what is left of the third constant";
}

TEST(DamagedFiles, AnUnknownFileIsFramedAtItsMagicAndAnEmptyOneNowhere) {
  EXPECT_EQ(openDamaged("damaged/bad_magic.bin").map->damaged(), (ByteRange{0, 8}));
  const Damaged empty = openDamaged("damaged/empty.bin");
  ASSERT_NE(empty.map, nullptr);
  EXPECT_FALSE(empty.map->damaged().has_value());
}

TEST(DamagedFiles, ATextIsFramedAtItsFirstError) {
  const std::string text = "@main(x):\n  ret %2 %3\n";
  const Damaged file = openDamaged(Bytes::copyOf(text));
  ASSERT_NE(file.map, nullptr);
  ASSERT_TRUE(file.map->damaged().has_value()) << file.error;
  EXPECT_GE(file.map->damaged()->offset, text.find("ret"));
}

}  // namespace
}  // namespace relaxscope
