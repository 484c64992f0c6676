// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>

#include "tests/unit/format/byte_map_checks.h"
#include "vmcore/format/byte_map/make_byte_map.h"
#include "vmcore/format/file_bytes.h"
#include "vmcore/format/loader.h"

namespace relaxscope {
namespace {

std::shared_ptr<const LoadedFile> loadMapped(const char* name) {
  auto file = loadFile(std::string(RELAXSCOPE_TEST_DATA "/relax/") + name);
  EXPECT_TRUE(file.ok()) << name;
  return file.ok() ? std::make_shared<const LoadedFile>(*std::move(file)) : nullptr;
}

class ByteMapOf : public ::testing::TestWithParam<const char*> {};

TEST_P(ByteMapOf, RangesNestInOrder) {
  const auto file = loadMapped(GetParam());
  ASSERT_NE(file, nullptr);
  const auto map = makeByteMap(file);
  uint64_t covered = 0;
  checkBelow(*map, map->root(), 0, covered);
  EXPECT_GT(covered, 0u);
}

INSTANTIATE_TEST_SUITE_P(Files, ByteMapOf,
                         ::testing::Values("consts_all.bin", "consts_all.so", "fib.bin", "mlp_aarch64.bin",
                                           "mlp_cuda.so", "mlp_dyn.bin", "mlp_dyn.so", "mlp_dyn_compiled.bin",
                                           "names_specials.bin", "large_800_functions.bin"),
                         [](const auto& kase) {
                           std::string name = kase.param;
                           std::replace(name.begin(), name.end(), '.', '_');
                           return name;
                         });

TEST(ByteMap, OfAnExecutableThatWasNotReadIsThatOfItsBytes) {
  const auto file = loadMapped("consts_all.bin");
  const auto read = makeByteMap(file), made = makeByteMap(file->executable, "dir/made.bin");
  ASSERT_NE(made, nullptr);
  EXPECT_EQ(made->name(made->root()), "made.bin");
  EXPECT_EQ(made->bytes().text(), file->bytes.text());
  for (size_t i = 0; i < file->executable->constants.size(); ++i) {
    const ConstIndex index(static_cast<int64_t>(i));
    EXPECT_EQ(made->offsetOf(index), read->offsetOf(index)) << i;
  }
  Executable unknown = *file->executable;
  unknown.constants[0].value = UnknownConstant{};
  EXPECT_EQ(makeByteMap(std::make_shared<const Executable>(unknown), "made.bin"), nullptr);
}

TEST(ByteMap, FieldsDecodeToWhatTheReaderFound) {
  const auto file = loadMapped("mlp_dyn.bin");
  const auto map = makeByteMap(file);
  for (size_t i = 0; i < file->executable->functions.size(); ++i) {
    const FuncIndex index(static_cast<int64_t>(i));
    const auto offset = map->offsetOf(index);
    ASSERT_TRUE(offset);
    const std::vector<ByteNode> path = map->path(*offset);
    ASSERT_GE(path.size(), 2u);
    EXPECT_EQ(map->name(path.back()), "kind");
    EXPECT_EQ(map->value(path.back()), std::to_string(file->executable->functions[i].kind));
    EXPECT_EQ(map->links(path.back()).function, index);
    // The bytes of the name match the file.
    const ByteNode entry = path[path.size() - 2];
    for (uint64_t c = 0; c < entry.children; ++c) {
      const ByteNode field = map->child(entry, c);
      if (map->name(field) != "name") continue;
      EXPECT_EQ(file->bytes.slice(field.offset, field.size).text(), file->executable->functions[i].name);
    }
  }
}

TEST(ByteMap, InstructionsKnowTheirWords) {
  const auto file = loadMapped("mlp_dyn.bin");
  const auto map = makeByteMap(file);
  for (size_t pc = 0; pc < file->executable->code.size(); ++pc) {
    const InstrIndex at(static_cast<int64_t>(pc));
    const auto offset = map->offsetOf(at);
    ASSERT_TRUE(offset);
    const std::vector<ByteNode> path = map->path(*offset);
    const ByteNode instruction = path[path.size() - 2];
    ASSERT_EQ(instruction.kind, ByteKind::Instruction);
    EXPECT_EQ(instruction.children, file->executable->code.at(at).words.size());
    EXPECT_EQ(map->name(path.back()), "opcode");
    EXPECT_EQ(map->links(path.back()).pc, at);
  }
}

TEST(ByteMap, DamagedOffsetsShowPlainWords) {
  const auto sound = loadMapped("fib.bin");
  auto damaged = std::make_shared<LoadedFile>(*sound);
  auto executable = std::make_shared<Executable>(*sound->executable);
  std::swap(executable->code.offsets.front(), executable->code.offsets.back());
  damaged->executable = executable;
  const auto map = makeByteMap(damaged);
  uint64_t covered = 0;
  checkBelow(*map, map->root(), 0, covered);
  EXPECT_FALSE(map->offsetOf(InstrIndex(0)));
}

TEST(ByteMap, ALibraryHasSectionsModulesAndItsExecutableInsideThem) {
  const auto file = loadMapped("mlp_cuda.so");
  const auto map = makeByteMap(file);
  const auto offset = map->offsetOf(FuncIndex(0));
  ASSERT_TRUE(offset);
  std::set<ByteKind> kinds;
  for (const ByteNode& node : map->path(*offset)) kinds.insert(node.kind);
  for (const ByteKind kind : {ByteKind::File, ByteKind::Object, ByteKind::Blob, ByteKind::Module, ByteKind::Executable,
                              ByteKind::Table, ByteKind::Function})
    EXPECT_TRUE(kinds.contains(kind)) << static_cast<int>(kind);
}

TEST(ByteMap, FunctionsWhoseSymbolsHaveNoNameHaveOneAllTheSame) {
  const auto sound = readFileBytes(RELAXSCOPE_TEST_DATA "/relax/mlp_dyn.so");
  ASSERT_TRUE(sound.ok());
  std::string bytes(sound->text());
  constexpr std::string_view kPrefix = "__tvm_ffi_";
  size_t blanked = 0;
  for (size_t at = bytes.find(kPrefix); at != std::string::npos; at = bytes.find(kPrefix, at + 1), ++blanked)
    bytes[at] = 0;
  ASSERT_GT(blanked, 0u);
  auto file = loadBytes(Bytes::own({bytes.begin(), bytes.end()}), "blanked.so");
  ASSERT_TRUE(file.ok()) << file.error().text();
  const auto map = makeByteMap(std::make_shared<const LoadedFile>(*std::move(file)));
  uint64_t covered = 0;
  checkBelow(*map, map->root(), 0, covered);
  EXPECT_GT(covered, 0u);
}

}  // namespace
}  // namespace relaxscope
