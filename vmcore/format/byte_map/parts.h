// SPDX-License-Identifier: Apache-2.0
// Internal to the byte map: the ranges that are few enough to stand in a list, how they are nested, and the
// fields of what stands in tables.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "vmcore/format/vm/layout.h"
#include "vmcore/model/byte_map.h"
#include "vmcore/model/loaded_file.h"

namespace relaxscope::bytemap {

/// Entries of a part that are not parts themselves but made when they are asked for.
using List = vmformat::Table;

struct Part {
  ByteKind kind = ByteKind::File;
  std::string name, value;
  uint64_t offset = 0, size = 0;
  ByteLinks links;
  List list = List::None;  ///< a list begins with its count, a u64
  uint64_t rows = 0;
  uint64_t first = 0;              ///< see List::FunctionNames
  uint64_t gap = 0;                ///< bytes behind the count that belong to no entry
  std::vector<uint64_t> starts;    ///< of each entry; empty where the list alone tells
  std::vector<uint32_t> children;  ///< filled by nest()
};
/// Printable, and cut off where it is long.
std::string shortText(std::string_view text);
Part makePart(ByteKind kind, std::string name, std::string value, uint64_t offset, uint64_t size);

/// Puts each part into the smallest one that holds it; parts that only overlap another, or reach behind
/// the first, which is the whole file, are dropped.
std::vector<Part> nest(std::vector<Part> parts);

/// Headers, sections and tables of an object file (ELF, Mach-O, PE, COFF) that begins at `base` of the whole file, and
/// the functions that the symbols of `object`, where it is given, name. Nothing for other bytes.
void addObjectParts(const Bytes& file, uint64_t base, const ObjectFile* object, std::vector<Part>& parts);
/// Headers and tables of an executable of any layout, or of a parameter list, that begins at `base`. False, and
/// nothing added, where its values do not add up to the sizes and places that its reader noted.
bool addExecutableParts(const Executable& executable, uint64_t base, std::vector<Part>& parts);

/// A field of an entry. Its texts lie in the executable.
struct Field {
  enum class Show : uint8_t {
    Nothing,
    Number,
    Text,
    NumberAndText,  ///< "72 (tensor)"
    Summary,        ///< what the whole constant is
  };
  const char* name = "";
  int64_t ordinal = -1;   ///< "parameter 3"; -1: none
  bool isLength = false;  ///< "parameter 3 length"
  Show show = Show::Nothing;
  int64_t number = 0;
  std::string_view text;
  uint64_t offset = 0, size = 0;
  WordView run;               ///< numbers that are its children, 8 bytes each
  const char* runName = "";   ///< of each
  uint64_t instructions = 0;  ///< of a Relay function, which are its children
  bool isData = false;        ///< elements of a tensor
  [[nodiscard]] std::string label() const;
  [[nodiscard]] std::string valueText() const;
};
struct FieldSum {
  uint64_t count = 0, size = 0;
};
/// The fields of one entry, in the order of the file; the first begins at `offset`. Of words there are none.
std::vector<Field> entryFields(const Executable& executable, List list, uint64_t row, uint64_t offset);
/// How many they are and how many bytes they take, without making them. `row` counts in the list's table: for
/// FunctionNames in the function table.
FieldSum sumFields(const Executable& executable, List list, uint64_t row);

}  // namespace relaxscope::bytemap
