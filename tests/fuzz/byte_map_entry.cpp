// SPDX-License-Identifier: Apache-2.0
// The map of a file's bytes: for every file, also one that cannot be opened, the ranges nest and every node has a name.
#include <optional>
#include <vector>

#include "tests/fuzz/entries.h"
#include "vmcore/format/byte_map/make_byte_map.h"
#include "vmcore/format/loader.h"

namespace relaxscope::fuzz {
namespace {

constexpr size_t kMaxNodes = 4000;     // per file; a map may have millions
constexpr uint64_t kMaxChildren = 64;  // visited from either end

void checkChild(const ByteMap& map, const ByteNode& parent, uint64_t index, uint64_t& end) {
  const ByteNode child = map.child(parent, index);
  promise(child.offset >= parent.offset && child.offset - parent.offset <= parent.size, "a child begins in its parent");
  promise(child.size <= parent.size - (child.offset - parent.offset), "a child ends in its parent");
  promise(child.offset >= end, "children are in order and do not overlap");
  end = child.offset + child.size;
  if (child.size != 0) promise(map.childAt(parent, child.offset) == index, "the first byte of a child leads to it");
}

void checkNode(const ByteMap& map, const ByteNode& node, std::vector<ByteNode>& open) {
  promise(!map.name(node).empty(), "a node has a name");
  (void)map.value(node);
  const ByteLinks links = map.links(node);
  if (links.function.valid()) (void)map.offsetOf(links.function);
  if (links.constant.valid()) (void)map.offsetOf(links.constant);
  if (links.pc.valid()) (void)map.offsetOf(links.pc);
  if (links.module.valid()) (void)map.offsetOf(links.module);
  uint64_t end = node.offset;
  for (uint64_t i = 0; i < node.children; ++i) {
    if (i == kMaxChildren && node.children > 2 * kMaxChildren) i = node.children - kMaxChildren;
    checkChild(map, node, i, end);
    open.push_back(map.child(node, i));
  }
}

}  // namespace

void runByteMap(const Bytes& input) {
  std::optional<PartialFile> partial;
  auto file = loadBytes(input, "input", {}, &partial);
  if (!file.ok() && !partial) return;
  const auto map = file.ok() ? makeByteMap(std::make_shared<const LoadedFile>(std::move(*file)))
                             : makeByteMap(std::make_shared<const PartialFile>(*std::move(partial)), file.error());
  if (const auto damaged = map->damaged())
    promise(damaged->size > 0 && damaged->offset < map->bytes().size() &&
                damaged->size <= map->bytes().size() - damaged->offset,
            "damaged bytes lie in the file");
  promise(map->root().size <= map->bytes().size(), "the map lies in its bytes");
  std::vector<ByteNode> open{map->root()};
  for (size_t seen = 0; !open.empty() && seen < kMaxNodes; ++seen) {
    const ByteNode node = open.back();
    open.pop_back();
    checkNode(*map, node, open);
  }
  for (const uint64_t at : {uint64_t{0}, map->bytes().size() / 2, map->bytes().size()}) (void)map->path(at);
}

}  // namespace relaxscope::fuzz
