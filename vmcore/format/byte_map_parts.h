// SPDX-License-Identifier: Apache-2.0
// Internal to the byte map: the ranges that are few enough to stand in a list, and how they are nested.
#pragma once

#include <string>
#include <vector>

#include "vmcore/model/byte_map.h"
#include "vmcore/model/loaded_file.h"

namespace relaxscope::bytemap {

/// Entries of a part that are not listed but computed.
enum class List : uint8_t { None, Functions, Scopes, Constants, Offsets, Instructions, Words, Marks };

struct Part {
  ByteKind kind = ByteKind::File;
  std::string name, value;
  uint64_t offset = 0, size = 0;
  ByteLinks links;
  List list = List::None;
  uint64_t listOffset = 0;            ///< of the list's first entry
  std::vector<uint32_t> children;     ///< filled by nest()
};

/// Puts each part into the smallest one that holds it; parts that only overlap another, or reach behind
/// the first, which is the whole file, are dropped.
std::vector<Part> nest(std::vector<Part> parts);

/// Headers and sections of an ELF file, and the functions that its symbols name. Nothing for other bytes.
void addElfParts(const Bytes& file, const ObjectFile& object, std::vector<Part>& parts);
/// Headers and tables of a Relax VM executable that begins at `base`; false where the sizes of its values
/// do not add up to its own.
bool addRelaxParts(const Executable& executable, uint64_t base, std::vector<Part>& parts);

/// A field of an entry.
struct Field {
  std::string name, value;
  uint64_t offset = 0, size = 0;
};
// Fields of one entry, from `offset` on, in the order of the file. Relax VM, every variant but the prototype.
std::vector<Field> functionFields(const Function& function, uint64_t offset);
std::vector<Field> scopeFields(const MemoryScope& scope, uint64_t offset);
std::vector<Field> constantFields(const ConstantValue& value, Variant variant, uint64_t offset);
// Their sizes in bytes, without making the fields.
uint64_t functionSize(const Function& function);
uint64_t scopeSize(const MemoryScope& scope);
uint64_t constantSize(const ConstantValue& value);

}  // namespace relaxscope::bytemap
