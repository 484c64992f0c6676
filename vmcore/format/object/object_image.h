// SPDX-License-Identifier: Apache-2.0
// The result of the readers of all object formats: the object file as data, and the file ranges of its symbols' bytes.
// Readers are pure and bounded; every table is checked against the file before it is read. Offsets are relative to the
// first byte passed in.
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
  uint64_t address = 0;  ///< of its first byte; 0 in formats whose object symbols are relative to their section
  uint64_t offset = 0, size = 0;
  uint32_t section = 0;  ///< as in ObjectSymbol
};
struct ObjectImage {
  ObjectFile object;
  std::vector<ObjectRange> ranges;
  std::vector<std::string> notes;  ///< anomalies that do not prevent reading the file
};
struct FileRange {
  uint64_t offset = 0, size = 0;
};

/// From the symbol's first byte to the end of the range that contains it; nullopt if none does.
std::optional<FileRange> bytesFrom(const ObjectImage& image, const ObjectSymbol& symbol);

/// File offset of `size` bytes that a loader maps at `address`; nullopt if no range contains them all.
std::optional<uint64_t> placeOf(const std::vector<ObjectRange>& mapped, uint64_t address, uint64_t size);

/// Whether the bytes begin like an object file of one machine (ELF, Mach-O, PE, COFF object).
bool looksLikeObject(const Bytes& file);
/// Reads such a file. Fat Mach-O is an archive (container/file_archive.h).
Result<ObjectImage> readObject(const Bytes& file);

/// Limit of the total length of the names of a file's symbols: names may share bytes, so it is separate from the
/// table's size. The allowance for small tables is bounded by the file size, because an archive may hold many.
class NameBudget {
 public:
  NameBudget(uint64_t tableBytes, uint64_t fileBytes)
      : left_(8 * tableBytes + std::min(4 * fileBytes, uint64_t{1} << 20)) {}
  /// False if the limit is exceeded.
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
/// From the magic of a thin file; nullopt for other files.
std::optional<MachOForm> machOForm(const Bytes& file);
bool looksLikePe(const Bytes& file);    ///< "MZ", and a PE header after it
bool looksLikeCoff(const Bytes& file);  ///< an object: a known machine and tables inside the file
/// "x86-64", "aarch64", "machine 99": CPU types of Mach-O.
std::string machOMachine(uint32_t number);
Result<ObjectImage> readElf(const Bytes& file);
Result<ObjectImage> readMachO(const Bytes& file);
Result<ObjectImage> readPe(const Bytes& file);
Result<ObjectImage> readCoff(const Bytes& file);

}  // namespace relaxscope
