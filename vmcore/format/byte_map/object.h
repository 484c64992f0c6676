// SPDX-License-Identifier: Apache-2.0
// Internal to the byte map: the parts of an object file, for each format. Only headers and tables are read; offsets are
// checked against the file, and parts outside it are omitted.
#pragma once

#include "vmcore/base/bytes/word_reader.h"
#include "vmcore/format/byte_map/parts.h"
#include "vmcore/format/object/address_map.h"

namespace relaxscope::bytemap {

/// Limit of sections or commands, above that of any usable file: the rest is not shown.
inline constexpr uint64_t kMaxHeaders = 1 << 16;

/// A section with bytes in the file, into which symbols may point.
struct MappedSection {
  uint64_t address = 0, offset = 0, size = 0;
  uint32_t number = 0;  ///< numbered like ObjectSymbol::section
};

/// Adds the parts of one object file that begins at offset `base` of the whole file.
class ObjectParts {
 public:
  /// `machine`: the target architecture, if known.
  ObjectParts(uint64_t base, std::string machine, std::vector<Part>& parts)
      : base_(base), machine_(std::move(machine)), parts_(parts) {}
  [[nodiscard]] const std::string& machine() const { return machine_; }
  /// A range of the object file; one outside the file is not added.
  void add(const WordReader& in, ByteKind kind, std::string name, std::string value, uint64_t offset, uint64_t size) {
    if (size > 0 && in.has(offset, size))
      parts_.push_back(makePart(kind, std::move(name), std::move(value), base_ + offset, size));
  }
  /// The same for a section that symbols may point into; section numbers ascend from call to call.
  void addSection(const WordReader& in, std::string name, std::string value, const MappedSection& section) {
    if (section.size == 0 || !in.has(section.offset, section.size)) return;
    add(in, ByteKind::Object, name.empty() ? "section" : std::move(name), std::move(value), section.offset,
        section.size);
    sections_.push_back(section);
  }
  /// Adds the functions that symbols name. If the format does not store a function's size, it ends at the next symbol
  /// or at the end of its section.
  void addFunctions(const ObjectFile& object);

 private:
  [[nodiscard]] const MappedSection* sectionOf(const ObjectSymbol& symbol) const;
  uint64_t base_;
  std::string machine_;
  std::vector<Part>& parts_;
  std::vector<MappedSection> sections_;  ///< sorted by number
  AddressMap<MappedSection> byAddress_;  ///< set once functions are added
};

void addElf(const Bytes& file, ObjectParts& parts);
void addMachO(const Bytes& file, ObjectParts& parts);
void addPe(const Bytes& file, ObjectParts& parts);
void addCoff(const Bytes& file, ObjectParts& parts);

}  // namespace relaxscope::bytemap
