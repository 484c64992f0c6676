// SPDX-License-Identifier: Apache-2.0
// What the reader of every object format hands over: the object file as data, and where the bytes
// behind its symbols lie. Readers are pure and bounded; every table is checked against the file before
// it is read. Offsets count from the first byte handed in.
#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "vmcore/base/bytes/bytes.h"
#include "vmcore/base/result.h"
#include "vmcore/model/object_file.h"

namespace relaxscope {

/// Bytes of the file that a loader maps: a segment, or the section of a relocatable object.
struct ObjectRange {
  uint64_t address = 0;  ///< of its first byte; 0 in formats whose objects count from each section's begin
  uint64_t offset = 0, size = 0;
  uint32_t section = 0;  ///< as in ObjectSymbol
};
struct ObjectImage {
  ObjectFile object;
  std::vector<ObjectRange> ranges;
  std::vector<std::string> notes;  ///< what is odd about the file and keeps nobody from reading it
};
struct FileRange {
  uint64_t offset = 0, size = 0;
};

/// From the symbol's first byte to the end of the range that holds it; nothing where none does.
std::optional<FileRange> bytesFrom(const ObjectImage& image, const ObjectSymbol& symbol);

/// Place in the file of `size` bytes that a loader maps at `address`; nothing where no range holds them all.
std::optional<uint64_t> placeOf(const std::vector<ObjectRange>& mapped, uint64_t address, uint64_t size);

/// Whether the bytes begin as an object file of one machine does (ELF, Mach-O, PE, COFF object).
bool looksLikeObject(const Bytes& file);
/// The same file, read. Fat Mach-O is an archive (archive.h).
Result<ObjectImage> readObject(const Bytes& file);

/// Sum of the lengths of names that a file's symbols may have: names may share bytes, so their sum is
/// bounded apart from the table's size. What a small table may have beside is bounded by the file, of
/// which an archive may hold many.
class NameBudget {
 public:
  NameBudget(uint64_t tableBytes, uint64_t fileBytes)
      : left_(8 * tableBytes + std::min(4 * fileBytes, uint64_t{1} << 20)) {}
  /// False where the name is one too many.
  bool take(std::string_view name) {
    if (name.size() > left_) return false;
    left_ -= name.size();
    return true;
  }

 private:
  uint64_t left_;
};

bool looksLikeElf(const Bytes& file);
bool looksLikeMachO(const Bytes& file);  ///< thin
struct MachOForm {
  bool wide = false, bigEndian = false;
};
/// By the magic of a thin file; nothing where it is none.
std::optional<MachOForm> machOForm(const Bytes& file);
bool looksLikePe(const Bytes& file);    ///< "MZ" and a PE header behind it
bool looksLikeCoff(const Bytes& file);  ///< an object: a known machine and tables inside the file
/// "x86-64", "aarch64", "machine 99": CPU types of Mach-O.
std::string machOMachine(uint32_t number);
Result<ObjectImage> readElf(const Bytes& file);
Result<ObjectImage> readMachO(const Bytes& file);
Result<ObjectImage> readPe(const Bytes& file);
Result<ObjectImage> readCoff(const Bytes& file);

}  // namespace relaxscope
