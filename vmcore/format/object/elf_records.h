// SPDX-License-Identifier: Apache-2.0
// Internal to format. The records of an ELF file in both classes and byte orders, for its reader, its editor and the
// byte map: parsed as values, written back as bytes. Fields: System V ABI, "Object Files" and "Dynamic Linking".
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "vmcore/base/bytes/bytes.h"
#include "vmcore/base/bytes/word_reader.h"
#include "vmcore/base/result.h"

namespace relaxscope::elf {

inline constexpr uint16_t kTypeRelocatable = 1, kTypeProgram = 2, kTypeShared = 3;
inline constexpr uint32_t kSegmentLoad = 1, kSegmentDynamic = 2, kSegmentInterpreter = 3, kSegmentHeaders = 6;
inline constexpr uint32_t kSegmentExecutable = 1, kSegmentWritable = 2, kSegmentReadable = 4;
inline constexpr uint32_t kSectionBytes = 1, kSectionSymbols = 2, kSectionNoBits = 8, kSectionDynamicSymbols = 11,
                          kSectionSymbolIndices = 18;
inline constexpr uint64_t kSectionLoaded = 2;  // SHF_ALLOC

struct Header {
  uint16_t type = 0, machine = 0;
  uint64_t segmentsAt = 0, sectionsAt = 0;
  uint16_t segmentBytes = 0, segmentCount = 0, sectionBytes = 0, sectionCount = 0, namesIndex = 0;
};
struct Segment {
  uint32_t type = 0, flags = 0;
  uint64_t offset = 0, address = 0, physical = 0, fileSize = 0, memorySize = 0, alignment = 0;
};
struct Section {
  uint32_t name = 0, type = 0;
  uint64_t flags = 0, address = 0, offset = 0, size = 0;
  uint32_t link = 0, info = 0;
  uint64_t alignment = 0, entryBytes = 0;
};
struct Symbol {
  uint32_t name = 0;
  uint8_t info = 0, other = 0;
  uint16_t section = 0;
  uint64_t value = 0, size = 0;
};

/// Entries that a dynamic linker follows, as virtual addresses; names of needed libraries as offsets in the string
/// table.
struct Dynamic {
  std::optional<uint64_t> strings, stringsSize, symbols, hash, gnuHash;
  /// Relocations with addends, and those of calls.
  std::optional<uint64_t> relocations, relocationsSize, callRelocations, callRelocationsSize;
  std::vector<uint64_t> needed;
};

/// Whether the bytes begin with the magic.
bool hasMagic(const Bytes& file);

/// Reads and writes records of one file's class and byte order. A read outside the file returns zeros: callers check
/// `in().has` first.
class Records {
 public:
  /// An error if the bytes do not begin with an ELF header large enough for its fields.
  static Result<Records> of(const Bytes& file);

  [[nodiscard]] const WordReader& in() const { return in_; }
  [[nodiscard]] bool wide() const { return wide_; }
  /// The largest address or offset.
  [[nodiscard]] uint64_t maxWord() const { return wide_ ? ~uint64_t{0} : ~uint32_t{0}; }
  [[nodiscard]] bool bigEndian() const { return bigEndian_; }
  [[nodiscard]] uint64_t headerBytes() const { return wide_ ? 64 : 52; }
  /// Offset of the header fields with the sizes and counts of other headers.
  [[nodiscard]] uint64_t countsAt() const { return wide_ ? 54 : 42; }
  [[nodiscard]] uint16_t segmentBytes() const { return wide_ ? 56 : 32; }
  [[nodiscard]] uint16_t sectionBytes() const { return wide_ ? 64 : 40; }
  [[nodiscard]] uint16_t symbolBytes() const { return wide_ ? 24 : 16; }

  [[nodiscard]] Header header() const;
  [[nodiscard]] Segment segment(uint64_t at) const;
  [[nodiscard]] Section section(uint64_t at) const;
  [[nodiscard]] Symbol symbol(uint64_t at) const;
  /// The entries of a dynamic segment, which must be in the file, up to the terminating one.
  [[nodiscard]] Dynamic dynamic(uint64_t at, uint64_t size) const;

  /// The header's bytes with these offsets and counts, otherwise unchanged.
  [[nodiscard]] std::vector<uint8_t> headerWith(const Header& header) const;
  void append(std::vector<uint8_t>& out, const Segment& segment) const;
  void append(std::vector<uint8_t>& out, const Section& section) const;
  void append(std::vector<uint8_t>& out, const Symbol& symbol) const;

 private:
  Records(const Bytes& file, bool wide, bool bigEndian) : in_(file, bigEndian), wide_(wide), bigEndian_(bigEndian) {}
  void put(std::vector<uint8_t>& out, uint64_t value, unsigned bytes) const;
  void putWord(std::vector<uint8_t>& out, uint64_t value) const { put(out, value, wide_ ? 8 : 4); }
  void patch(std::vector<uint8_t>& bytes, size_t at, uint64_t value, unsigned width) const;

  WordReader in_;
  bool wide_, bigEndian_;
};

}  // namespace relaxscope::elf
