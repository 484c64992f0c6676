// SPDX-License-Identifier: Apache-2.0
// The byte map of executables of every layout: ranges nest in order, and no byte is left out.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <set>
#include <string>

#include "tests/support/generated_executable.h"
#include "vmcore/base/bytes/word_reader.h"
#include "vmcore/format/byte_map/make_byte_map.h"
#include "vmcore/format/loader.h"
#include "vmcore/format/vm/vm_executable.h"

namespace relaxscope {
namespace {

namespace fs = std::filesystem;

std::shared_ptr<const LoadedFile> shared(Result<LoadedFile> loaded) {
  return loaded.ok() ? std::make_shared<const LoadedFile>(*std::move(loaded)) : nullptr;
}
std::shared_ptr<const LoadedFile> loadPath(const std::string& path) {
  return shared(loadFile(std::string(RELAXSCOPE_TEST_DATA "/") + path));
}

struct Walk {
  const ByteMap& map;
  uint64_t nodes = 0;
  uint64_t leaves = 0;  ///< sum in bytes
};

/// Children are inside their parent, ordered and disjoint, are found by their first and last byte, and have names.
void walk(Walk& walk, const ByteNode& node, int depth) {
  ++walk.nodes;
  ASSERT_LT(depth, 12);
  if (node.children == 0) walk.leaves += node.size;
  uint64_t reached = node.offset;
  for (uint64_t i = 0; i < node.children; ++i) {
    const ByteNode child = walk.map.child(node, i);
    ASSERT_GE(child.offset, reached) << walk.map.name(child) << " in " << walk.map.name(node);
    ASSERT_GT(child.size, 0u) << walk.map.name(child) << " in " << walk.map.name(node);
    ASSERT_LE(child.offset + child.size, node.offset + node.size)
        << walk.map.name(child) << " in " << walk.map.name(node);
    ASSERT_FALSE(walk.map.name(child).empty());
    ASSERT_LT(walk.map.value(child).size(), 600u);
    ASSERT_EQ(walk.map.childAt(node, child.offset), std::optional(i)) << walk.map.name(child);
    ASSERT_EQ(walk.map.childAt(node, child.offset + child.size - 1), std::optional(i)) << walk.map.name(child);
    reached = child.offset + child.size;
    ASSERT_NO_FATAL_FAILURE(relaxscope::walk(walk, child, depth + 1));
  }
}

std::optional<ByteNode> executableBelow(const ByteMap& map, const ByteNode& node) {
  if (node.kind == ByteKind::Executable) return node;
  for (uint64_t i = 0; i < node.children; ++i)
    if (const auto found = executableBelow(map, map.child(node, i))) return found;
  return std::nullopt;
}

/// The executable's leaves cover all of its bytes.
void expectWhole(const std::shared_ptr<const LoadedFile>& file) {
  const auto map = makeByteMap(file);
  Walk all{*map};
  ASSERT_NO_FATAL_FAILURE(walk(all, map->root(), 0));
  const auto executable = executableBelow(*map, map->root());
  ASSERT_TRUE(executable);
  ASSERT_GT(executable->children, 0u);
  EXPECT_EQ(executable->offset, file->executableOffset);
  EXPECT_EQ(executable->size, file->executable->byteSize);
  Walk inside{*map};
  ASSERT_NO_FATAL_FAILURE(walk(inside, *executable, 0));
  EXPECT_EQ(inside.leaves, executable->size);
}

TEST(ByteMapLayouts, EveryByteOfEveryFileWithAnExecutableIsAField) {
  std::set<Variant> seen;
  size_t files = 0;
  for (const auto& entry : fs::recursive_directory_iterator(RELAXSCOPE_TEST_DATA)) {
    if (!entry.is_regular_file()) continue;
    const auto file = shared(loadFile(entry.path().string()));
    if (!file || (file->kind != FileKind::RawExecutable && file->kind != FileKind::ParameterList)) continue;
    SCOPED_TRACE(entry.path().string());
    ASSERT_NO_FATAL_FAILURE(expectWhole(file));
    seen.insert(file->executable->variant);
    ++files;
  }
  EXPECT_GT(files, 50u);
  for (const Variant variant : {Variant::R5, Variant::RelayA, Variant::RelayB, Variant::RelayC})
    EXPECT_TRUE(seen.contains(variant)) << variantName(variant);
}

TEST(ByteMapLayouts, EveryByteOfAnExecutableInALibraryIsAField) {
  for (const char* name : {"relax/consts_all.so", "relax/mlp_cuda.so", "relax/mlp_dyn.so", "containers/era_019.so",
                           "containers/era_020.so", "containers/tvm_c.tar"}) {
    SCOPED_TRACE(name);
    const auto file = loadPath(name);
    ASSERT_NE(file, nullptr);
    const auto map = makeByteMap(file);
    if (!executableBelow(*map, map->root())) continue;  // its modules are text of a C source
    ASSERT_NO_FATAL_FAILURE(expectWhole(file));
  }
}

TEST(ByteMapLayouts, EveryByteOfGeneratedExecutablesIsAField) {
  std::set<Variant> seen;
  for (const testing::Shape shape : {testing::Shape::Sound, testing::Shape::Odd, testing::Shape::Damaged})
    for (uint64_t seed = 0; seed < 240; ++seed) {
      SCOPED_TRACE(::testing::Message() << "seed " << seed << ", shape " << static_cast<int>(shape));
      const Executable made = testing::generatedExecutable(seed, shape);
      const auto file = shared(loadBytes(Bytes::own(writeVmExecutable(made)), "generated.bin"));
      if (!file) continue;  // too damaged to read
      ASSERT_NO_FATAL_FAILURE(expectWhole(file));
      seen.insert(file->executable->variant);
    }
  EXPECT_GE(seen.size(), kVariants - 3) << "R0 to R4 may read as one another";
}

TEST(ByteMapLayouts, RelayFieldsDecodeToWhatTheReaderFound) {
  for (const char* name : {"relay/v0.8.0/if_else.ro", "relay/v0.11.0/adt_list.ro", "relay/v0.17.0/adt_list.ro"}) {
    const auto file = loadPath(name);
    if (!file) continue;
    SCOPED_TRACE(name);
    const auto map = makeByteMap(file);
    const Executable& e = *file->executable;
    const WordReader in(file->bytes);
    for (size_t i = 0; i < e.functions.size(); ++i) {
      const auto offset = map->offsetOf(FuncIndex(static_cast<int64_t>(i)));
      ASSERT_TRUE(offset);
      const std::vector<ByteNode> path = map->path(*offset);
      const ByteNode entry = path[path.size() - 2];
      EXPECT_EQ(map->links(entry).function.value, static_cast<int64_t>(i));
      EXPECT_EQ(map->value(entry), e.functions[i].name);
      for (uint64_t c = 0; c < entry.children; ++c)
        if (const ByteNode field = map->child(entry, c); map->name(field) == "name") {
          EXPECT_EQ(file->bytes.slice(field.offset, field.size).text(), e.functions[i].name);
        }
    }
    for (size_t pc = 0; pc < e.code.size(); ++pc) {
      const auto offset = map->offsetOf(InstrIndex(static_cast<int64_t>(pc)));
      ASSERT_TRUE(offset);
      const WordView words = e.code.at(InstrIndex(static_cast<int64_t>(pc))).words;
      EXPECT_EQ(in.u64(*offset), words.size() + 1) << "hash and words";
      const std::vector<ByteNode> path = map->path(*offset);
      const ByteNode instruction = path[path.size() - 2];
      ASSERT_EQ(instruction.kind, ByteKind::Instruction);
      EXPECT_EQ(instruction.children, words.size() + 2);
      EXPECT_EQ(map->name(map->child(instruction, 1)), "hash");
      for (size_t w = 0; w < words.size(); ++w)
        EXPECT_EQ(static_cast<int64_t>(in.u64(map->child(instruction, w + 2).offset)), words[w]);
      EXPECT_EQ(map->name(map->child(instruction, 2)), "opcode");
      EXPECT_EQ(map->links(path.back()).pc.value, static_cast<int64_t>(pc));
    }
    for (size_t c = 0; c < e.constants.size(); ++c) {
      const auto offset = map->offsetOf(ConstIndex(static_cast<int64_t>(c)));
      ASSERT_TRUE(offset);
      EXPECT_EQ(map->links(map->path(*offset).back()).constant.value, static_cast<int64_t>(c));
    }
  }
}

TEST(ByteMapLayouts, AnOperandHasItsMeaningAndValue) {
  const auto file = loadPath("relay/v0.17.0/identity.ro");
  ASSERT_NE(file, nullptr);
  const auto map = makeByteMap(file);
  const auto offset = map->offsetOf(InstrIndex(0));
  ASSERT_TRUE(offset);
  EXPECT_EQ(*offset, 0xb5u) << "where the annotated dump has it";
  const std::vector<ByteNode> path = map->path(*offset + 24);
  EXPECT_EQ(map->name(path.back()), "result");
  EXPECT_EQ(map->value(path.back()), "%0");
}

TEST(ByteMapLayouts, WordsInFrontOfTheFirstInstructionAreShown) {
  auto loaded = loadFile(RELAXSCOPE_TEST_DATA "/relax/fib.bin");
  ASSERT_TRUE(loaded.ok());
  Executable changed = *loaded->executable;
  changed.code.words.edit().insert(changed.code.words.edit().begin(), 7);
  for (int64_t& offset : changed.code.offsets) ++offset;
  const auto file = shared(loadBytes(Bytes::own(writeVmExecutable(changed)), "gap.bin"));
  ASSERT_NE(file, nullptr);
  ASSERT_NO_FATAL_FAILURE(expectWhole(file));
  const auto map = makeByteMap(file);
  const auto first = map->offsetOf(InstrIndex(0));
  ASSERT_TRUE(first);
  EXPECT_EQ(map->name(map->path(*first - 1).back()), "words outside instructions");
}

TEST(ByteMapLayouts, AnExecutableThatDoesNotFitItsBytesIsOneRange) {
  auto file = std::make_shared<LoadedFile>(*loadPath("relay/v0.11.0/adt_list.ro"));
  auto executable = std::make_shared<Executable>(*file->executable);
  executable->functions.front().name += "x";
  file->executable = executable;
  const auto map = makeByteMap(file);
  Walk all{*map};
  ASSERT_NO_FATAL_FAILURE(walk(all, map->root(), 0));
  const auto node = executableBelow(*map, map->root());
  ASSERT_TRUE(node);
  EXPECT_EQ(node->children, 0u);
  EXPECT_FALSE(map->offsetOf(FuncIndex(0)));
}

/// Links of every node below one.
void linksBelow(const ByteMap& map, const ByteNode& node, std::vector<ByteLinks>& out) {
  out.push_back(map.links(node));
  for (uint64_t i = 0; i < node.children; ++i) linksBelow(map, map.child(node, i), out);
}
/// All links refer to existing rows.
void expectLinksInside(const std::shared_ptr<const LoadedFile>& file) {
  const auto map = makeByteMap(file);
  std::vector<ByteLinks> all;
  linksBelow(*map, map->root(), all);
  for (const ByteLinks& links : all) {
    EXPECT_LT(links.function.value, static_cast<int64_t>(file->executable->functions.size()));
    EXPECT_LT(links.constant.value, static_cast<int64_t>(file->executable->constants.size()));
  }
}

TEST(ByteMapLayouts, LinksLeadToRowsThatAreThere) {
  Executable relay = *loadPath("relay/v0.11.0/adt_list.ro")->executable;
  ASSERT_TRUE(relay.relay);
  ASSERT_GT(relay.code.packedBase, 0);
  // One that would be a packed function if all rows were functions, and one far out of range.
  relay.relay->attributes = {{relay.functions.size() - 1, {}}, {~uint64_t{0}, {}}};
  auto file = shared(loadBytes(Bytes::own(writeVmExecutable(relay)), "attributes.ro"));
  ASSERT_NE(file, nullptr);
  expectLinksInside(file);
  Executable relax = *loadPath("relax/mlp_cuda.so")->executable;
  relax.memoryScopes = {
      {int64_t{1} << 40, "global"}, {-5, "global"}, {static_cast<int64_t>(relax.constants.size()), "global"}};
  file = shared(loadBytes(Bytes::own(writeVmExecutable(relax)), "scopes.bin"));
  ASSERT_NE(file, nullptr);
  expectLinksInside(file);
}

TEST(ByteMapLayouts, AParameterListShowsNamesAndTensors) {
  Executable list;
  list.variant = Variant::Params;
  list.constantNames = {"weight", ""};
  TensorConstant tensor;
  tensor.dtype = {2, 32, 1};
  tensor.shape = {2};
  tensor.data = Bytes::copyOf("abcdefgh");
  list.constants.emplace_back().value = tensor;
  tensor.shape = {0, 3};
  tensor.data = {};
  list.constants.emplace_back().value = tensor;
  const auto file = shared(loadBytes(Bytes::own(writeVmExecutable(list)), "list.params"));
  ASSERT_NE(file, nullptr);
  ASSERT_NO_FATAL_FAILURE(expectWhole(file));
  const auto map = makeByteMap(file);
  const auto offset = map->offsetOf(ConstIndex(0));
  ASSERT_TRUE(offset);
  EXPECT_EQ(map->name(map->path(*offset).back()), "tensor magic");
  const size_t data = file->bytes.text().find("abcdefgh");
  EXPECT_EQ(map->path(data).back().kind, ByteKind::Data);
  EXPECT_EQ(map->path(file->bytes.text().find("weight")).back().size, 6u);
}

TEST(ByteMapLayouts, ALongShapeCostsOneRangeUntilItIsOpened) {
  Executable executable;
  executable.version = "0.14";
  executable.constants.emplace_back().value = ShapeConstant{std::vector<int64_t>(100000, 5)};
  const auto file = shared(loadBytes(Bytes::own(writeVmExecutable(executable)), "shape.bin"));
  ASSERT_NE(file, nullptr);
  const auto map = makeByteMap(file);
  const auto offset = map->offsetOf(ConstIndex(0));
  ASSERT_TRUE(offset);
  const std::vector<ByteNode> path = map->path(*offset + 4 + 8 + 8 * 777);
  EXPECT_EQ(map->name(path.back()), "extent 777");
  EXPECT_EQ(map->value(path.back()), "5");
  EXPECT_EQ(path[path.size() - 3].children, 3u) << "type code, rank, extents";
}

}  // namespace
}  // namespace relaxscope
