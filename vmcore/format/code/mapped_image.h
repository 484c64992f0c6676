// SPDX-License-Identifier: Apache-2.0
// Internal to format. An x86-64 ELF library as a loader maps it: what lies at an address, and what the dynamic linker
// writes there. Nothing is loaded.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "vmcore/base/bytes/bytes.h"
#include "vmcore/base/result.h"
#include "vmcore/format/object/object_image.h"

namespace relaxscope {

class MappedImage {
 public:
  struct Segment {
    uint64_t address = 0, size = 0;  ///< in memory, where zeros follow the file's bytes
    Bytes bytes;
    bool executable = false, writable = false;
  };
  struct Relocation {
    uint64_t address = 0;
    uint32_t type = 0;
    uint32_t symbol = 0;  ///< row of symbols(), plus one; 0: none
    int64_t addend = 0;
  };

  /// Errors: another machine, class or kind of file.
  static Result<MappedImage> of(const Bytes& file);

  [[nodiscard]] const std::vector<ObjectSymbol>& symbols() const { return symbols_; }
  /// The segment with the byte at `address`, or null.
  [[nodiscard]] const Segment* segmentAt(uint64_t address) const;
  [[nodiscard]] const std::vector<Segment>& segments() const { return segments_; }
  [[nodiscard]] bool isCode(uint64_t address) const;
  /// Machine code from `address` to the end of its segment; empty if there is none.
  [[nodiscard]] std::span<const uint8_t> codeFrom(uint64_t address) const;
  /// At most `size` bytes of the file from `address`; fewer where its segment ends, or is zeros.
  [[nodiscard]] Bytes bytesAt(uint64_t address, uint64_t size) const;
  /// The relocation of the word at `address`, or null.
  [[nodiscard]] const Relocation* relocationAt(uint64_t address) const;
  /// A symbol that is defined at `address`, or null.
  [[nodiscard]] const ObjectSymbol* symbolAt(uint64_t address) const;
  /// Null if it has none.
  [[nodiscard]] const ObjectSymbol* symbolOf(const Relocation& relocation) const;

 private:
  void addRelocations(const Bytes& file, const std::vector<ObjectRange>& ranges, std::optional<uint64_t> address,
                      std::optional<uint64_t> size);

  std::vector<Segment> segments_;  ///< by address
  std::vector<ObjectSymbol> symbols_;
  std::vector<uint32_t> defined_;        ///< rows of symbols_ by address; of one address the first
  std::vector<Relocation> relocations_;  ///< by address
};

}  // namespace relaxscope
