// SPDX-License-Identifier: Apache-2.0
// Layout: Apple's <mach-o/loader.h>, the comment of dyld_info_command's export_off. A node is a length and that many
// bytes about the name that ends there (flags, then numbers that depend on them), then a count of edges, each a text
// that extends the name and the offset of the next node.
#include "vmcore/format/object/mach_o_exports.h"

#include <fmt/format.h>

#include <optional>
#include <span>
#include <string_view>

#include "vmcore/format/object/object_image.h"

namespace relaxscope {
namespace {

constexpr uint64_t kKindBits = 3, kAbsoluteKind = 2, kWeak = 4, kReexport = 8;
constexpr size_t kMaxExportsBytes = size_t{1} << 28;

class TrieReader {
 public:
  TrieReader(std::span<const uint8_t> trie, uint64_t offset)
      : trie_(trie), offset_(offset), seen_(trie.size()), budget_(trie.size(), trie.size()) {}

  Result<std::vector<MachOExport>> run() {
    RS_CHECK(enter(0));
    while (!open_.empty()) {
      Node& node = open_.back();
      name_.resize(node.nameSize);
      if (node.edges == 0) {
        open_.pop_back();
        continue;
      }
      --node.edges;
      RS_TRY(const std::string_view more, text(node.next));
      RS_TRY(const uint64_t child, number(node.next, trie_.size()));
      name_ += more;
      RS_CHECK(enter(child));
    }
    return std::move(names_);
  }

 private:
  /// A node whose edges are being followed.
  struct Node {
    size_t next = 0;     ///< offset of the next edge
    uint64_t edges = 0;  ///< number of edges left
    size_t nameSize = 0;
  };

  [[nodiscard]] Error error(std::string_view what, size_t at) const {
    return Error(fmt::format("Mach-O exports: {}", what), offset_ + at);
  }

  /// ULEB128, 64 bits at most.
  Result<uint64_t> number(size_t& at, size_t end) const {
    uint64_t value = 0;
    for (unsigned shift = 0; at < end; shift += 7) {
      const uint8_t byte = trie_[at++];
      const uint64_t bits = byte & 0x7f;
      if (shift > 63 || (bits << shift) >> shift != bits) return error("a number exceeds 64 bits", at - 1);
      value |= bits << shift;
      if ((byte & 0x80) == 0) return value;
    }
    return error("a number is truncated", end);
  }
  Result<std::string_view> text(size_t& at) const {
    const std::string_view rest(reinterpret_cast<const char*>(trie_.data()) + at, trie_.size() - at);
    const size_t length = rest.find('\0');
    if (length == std::string_view::npos) return error("a name is truncated", at);
    at += length + 1;
    return rest.substr(0, length);
  }

  /// Reads the node's data of the current name, and pushes the node for its edges.
  Result<void> enter(uint64_t place) {
    if (place >= trie_.size())
      return error(fmt::format("a node at {} lies outside the {} bytes", place, trie_.size()),
                   open_.empty() ? 0 : open_.back().next);
    auto at = static_cast<size_t>(place);
    if (seen_[at]) return error("a node is reached twice", at);
    seen_[at] = true;
    RS_TRY(const uint64_t size, number(at, trie_.size()));
    if (size > trie_.size() - at) return error("the entry of a name is truncated", at);
    const size_t end = at + static_cast<size_t>(size);
    if (size > 0) RS_CHECK(readName(at, end));
    if (end >= trie_.size()) return error("a node is truncated", end);
    open_.push_back({end + 1, trie_[end], name_.size()});
    return {};
  }
  Result<void> readName(size_t at, size_t end) {
    if (!budget_.take(name_)) return error("names overlap excessively", at);
    MachOExport found;
    found.name = name_;
    RS_TRY(const uint64_t flags, number(at, end));
    RS_TRY(found.value, number(at, end));
    found.absolute = (flags & kKindBits) == kAbsoluteKind;
    found.weak = (flags & kWeak) != 0;
    found.elsewhere = (flags & kReexport) != 0;
    if (found.elsewhere) found.value = 0;  // it was the ordinal of a library
    names_.push_back(std::move(found));
    return {};
  }

  std::span<const uint8_t> trie_;
  uint64_t offset_;
  std::vector<bool> seen_;  ///< by offset of a node
  NameBudget budget_;
  std::string name_;
  std::vector<Node> open_;
  std::vector<MachOExport> names_;
};

}  // namespace

Result<std::vector<MachOExport>> readMachOExports(const Bytes& trie, uint64_t offset) {
  if (trie.empty()) return std::vector<MachOExport>();
  if (trie.size() > kMaxExportsBytes)
    return Error(fmt::format("Mach-O exports of {} bytes, at most {} are read", trie.size(), kMaxExportsBytes), offset);
  return TrieReader(trie.span(), offset).run();
}

}  // namespace relaxscope
