// SPDX-License-Identifier: Apache-2.0
// The meaning of a file's bytes as nested ranges: a file holds parts, an executable holds tables, a table holds
// entries, an entry holds fields. Nodes are small values made on request, so the map of a million constants costs only
// what is visited. Created by format/byte_map/make_byte_map.h.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "vmcore/base/bytes/bytes.h"
#include "vmcore/base/index.h"
#include "vmcore/base/result.h"

namespace relaxscope {

/// Kind of a range, for colours and links.
enum class ByteKind : uint8_t {
  File,
  Object,
  Symbol,
  Blob,
  Module,
  Executable,
  Header,
  Table,
  Function,
  Constant,
  Scope,
  Offsets,
  Code,
  Instruction,
  Field,
  Data,
  Rest,
  Damaged,  ///< the field that a reader refused
};

/// One range. `type`, `part`, `index`, `item` and `element` are internal to the map and identify the node.
struct ByteNode {
  ByteKind kind = ByteKind::File;
  uint8_t type = 0;
  uint32_t part = 0;
  uint32_t item = 0;     ///< of a field: its index in its entry
  uint64_t index = 0;    ///< of an entry: its row
  uint64_t element = 0;  ///< of a number: its index in a field of many
  uint64_t offset = 0;   ///< in bytes()
  uint64_t size = 0;
  uint64_t children = 0;
  friend bool operator==(const ByteNode& a, const ByteNode& b) {
    return a.type == b.type && a.part == b.part && a.index == b.index && a.item == b.item && a.element == b.element &&
           a.offset == b.offset && a.size == b.size;
  }
};
/// What a node refers to; members that do not apply are invalid.
struct ByteLinks {
  FuncIndex function;
  ConstIndex constant;
  ModuleIndex module;
  InstrIndex pc;
};

class ByteMap {
 public:
  ByteMap() = default;
  ByteMap(const ByteMap&) = delete;
  ByteMap& operator=(const ByteMap&) = delete;
  virtual ~ByteMap() = default;

  /// The mapped bytes.
  [[nodiscard]] virtual const Bytes& bytes() const = 0;
  [[nodiscard]] virtual ByteNode root() const = 0;
  /// Children lie inside their parent, in order of offset, and do not overlap; bytes between them may belong to none.
  [[nodiscard]] virtual ByteNode child(const ByteNode& parent, uint64_t index) const = 0;
  /// Index of the child that holds the byte, or nothing.
  [[nodiscard]] virtual std::optional<uint64_t> childAt(const ByteNode& parent, uint64_t offset) const = 0;
  /// "function table", "num_args".
  [[nodiscard]] virtual std::string name(const ByteNode& node) const = 0;
  /// The decoded value, printable and short; empty if the children show it.
  [[nodiscard]] virtual std::string value(const ByteNode& node) const = 0;
  [[nodiscard]] virtual ByteLinks links(const ByteNode& node) const = 0;

  // The first byte of an item; nothing if the map does not show it.
  [[nodiscard]] virtual std::optional<uint64_t> offsetOf(FuncIndex function) const = 0;
  [[nodiscard]] virtual std::optional<uint64_t> offsetOf(ConstIndex constant) const = 0;
  [[nodiscard]] virtual std::optional<uint64_t> offsetOf(InstrIndex pc) const = 0;
  [[nodiscard]] virtual std::optional<uint64_t> offsetOf(ModuleIndex module) const = 0;

  /// The bytes that a reader refused, inside bytes() and at least one; nothing if all were read, or if the error has no
  /// place.
  [[nodiscard]] virtual std::optional<ByteRange> damaged() const { return std::nullopt; }

  /// From the root to the innermost node that holds the byte; empty after the end.
  [[nodiscard]] std::vector<ByteNode> path(uint64_t offset) const;
};

}  // namespace relaxscope
