// SPDX-License-Identifier: Apache-2.0
// Internal to the byte map: the ranges that are few enough to list, their nesting, and the fields of table entries.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "vmcore/format/vm/layout.h"
#include "vmcore/model/byte_map.h"
#include "vmcore/model/partial_file.h"

namespace relaxscope::bytemap {

constexpr uint64_t kWord = 8;  ///< bytes of a length or a count

/// Entries of a part that are not parts themselves but are created on demand.
using List = vmformat::Table;

struct Part {
  ByteKind kind = ByteKind::File;
  std::string name, value;
  uint64_t offset = 0, size = 0;
  ByteLinks links;
  List list = List::None;  ///< a list begins with its count, a u64
  uint64_t rows = 0;
  uint64_t first = 0;              ///< see List::FunctionNames
  uint64_t gap = 0;                ///< bytes after the count that belong to no entry
  std::vector<uint64_t> starts;    ///< of each entry; empty if they follow from the list
  std::vector<uint32_t> children;  ///< filled by nest()
};
/// Printable, truncated if long.
std::string shortText(std::string_view text);
Part makePart(ByteKind kind, std::string name, std::string value, uint64_t offset, uint64_t size);

/// Nests each part in the smallest one that contains it; parts that partly overlap another, or exceed the first, which
/// is the whole file, are dropped.
std::vector<Part> nest(std::vector<Part> parts);

/// Adds headers, sections and tables of an object file (ELF, Mach-O, PE, COFF) that begins at offset `base` of the
/// whole file, and the functions that the symbols of `object`, if given, name. Adds nothing for other bytes.
void addObjectParts(const Bytes& file, uint64_t base, const ObjectFile* object, std::vector<Part>& parts);
/// Adds headers and tables of an executable of any layout, or of a parameter list, that begins at `base`. Returns
/// false, and adds nothing, if its values do not match the sizes and offsets that its reader recorded. Of a partial
/// executable only items before `end`, an offset in its bytes, are added; the last table has the entries before it.
bool addExecutableParts(const Executable& executable, uint64_t base, std::vector<Part>& parts,
                        std::optional<uint64_t> end = std::nullopt);

/// The bytes to point at for an error, at least one of the file's: its field, else the byte at its place; after the end
/// of the file, what is left of the item that was being read, else the last byte.
std::optional<ByteRange> damagedBytes(const PartialFile& file, const Error& error);
/// Adds the damaged field and the bytes of the executable that were not decoded; gives the last table its count, which
/// is larger than the entries that were read.
void addDamage(const PartialFile& file, ByteRange damaged, const std::string& reason, std::vector<Part>& parts);

/// A field of an entry. Its text views point into the executable.
struct Field {
  enum class Show : uint8_t {
    Nothing,
    Number,
    Text,
    NumberAndText,  ///< "72 (tensor)"
    Summary,        ///< description of the whole constant
  };
  const char* name = "";
  int64_t ordinal = -1;   ///< "parameter 3"; -1: none
  bool isLength = false;  ///< "parameter 3 length"
  Show show = Show::Nothing;
  int64_t number = 0;
  std::string_view text;
  uint64_t offset = 0, size = 0;
  WordView run;               ///< numbers that are the field's children, 8 bytes each
  const char* runName = "";   ///< name of each number
  uint64_t instructions = 0;  ///< of a Relay function, the field's children
  bool isData = false;        ///< elements of a tensor
  [[nodiscard]] std::string label() const;
  [[nodiscard]] std::string valueText() const;
};
struct FieldSum {
  uint64_t count = 0, size = 0;
};
/// The fields of one entry, in file order; the first is at `offset`. Entries of words have no fields.
std::vector<Field> entryFields(const Executable& executable, List list, uint64_t row, uint64_t offset);
/// Number and total size of the fields, without creating them. `row` is an index in the list's table; for
/// FunctionNames, in the function table.
FieldSum sumFields(const Executable& executable, List list, uint64_t row);

}  // namespace relaxscope::bytemap
