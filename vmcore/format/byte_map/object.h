// SPDX-License-Identifier: Apache-2.0
// Internal to the byte map: what the parts of an object file of each format are. Only headers and tables are
// read; places are checked against the file, and what lies outside is left out.
#pragma once

#include "vmcore/base/bytes/word_reader.h"
#include "vmcore/format/byte_map/parts.h"
#include "vmcore/format/object/address_map.h"

namespace relaxscope::bytemap {

/// More sections or commands than a file that is meant to be used has: the rest is not shown.
inline constexpr uint64_t kMostHeaders = 1 << 16;

/// Bytes of the file that a name of the object may stand in.
struct MappedSection {
  uint64_t address = 0, offset = 0, size = 0;
  uint32_t number = 0;  ///< as ObjectSymbol::section counts
};

/// Adds parts of one object file that begins at `base` of the whole file.
class ObjectParts {
 public:
  /// `machine`: what the code is for, where it is known.
  ObjectParts(uint64_t base, std::string machine, std::vector<Part>& parts)
      : base_(base), machine_(std::move(machine)), parts_(parts) {}
  [[nodiscard]] const std::string& machine() const { return machine_; }
  /// A range of the object file; one that lies outside is not added.
  void add(const WordReader& in, ByteKind kind, std::string name, std::string value, uint64_t offset, uint64_t size) {
    if (size > 0 && in.has(offset, size))
      parts_.push_back(makePart(kind, std::move(name), std::move(value), base_ + offset, size));
  }
  /// The same for one that symbols may point into; numbers rise from call to call.
  void addSection(const WordReader& in, std::string name, std::string value, const MappedSection& section) {
    if (section.size == 0 || !in.has(section.offset, section.size)) return;
    add(in, ByteKind::Object, name.empty() ? "section" : std::move(name), std::move(value), section.offset,
        section.size);
    sections_.push_back(section);
  }
  /// The functions that symbols name. Where the format does not say how long one is, it ends where the next symbol
  /// or its section does.
  void addFunctions(const ObjectFile& object);

 private:
  [[nodiscard]] const MappedSection* sectionOf(const ObjectSymbol& symbol) const;
  uint64_t base_;
  std::string machine_;
  std::vector<Part>& parts_;
  std::vector<MappedSection> sections_;  ///< in order of number
  AddressMap<MappedSection> byAddress_;  ///< once functions are added
};

void addElf(const Bytes& file, ObjectParts& parts);
void addMachO(const Bytes& file, ObjectParts& parts);
void addPe(const Bytes& file, ObjectParts& parts);
void addCoff(const Bytes& file, ObjectParts& parts);

}  // namespace relaxscope::bytemap
