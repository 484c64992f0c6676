// SPDX-License-Identifier: Apache-2.0
// Bounded reader of 64-bit little-endian ELF files of any CPU: dynamic symbols, needed libraries and
// the map from virtual addresses to file bytes. Never loads anything; every table is checked against
// the file before it is read. Field numbers: System V ABI, "Object Files" and "Dynamic Linking".
#pragma once

#include <optional>
#include <vector>

#include "vmcore/base/bytes.h"
#include "vmcore/base/result.h"
#include "vmcore/model/library.h"

namespace relaxscope {

/// Symbol types and bindings that readers of libraries ask for.
enum : uint8_t { kSymbolObject = 1, kSymbolFunction = 2 };
enum : uint8_t { kBindLocal = 0, kBindGlobal = 1, kBindWeak = 2 };

class ElfImage {
 public:
  static Result<ElfImage> read(const Bytes& file);
  [[nodiscard]] const ElfFile& elf() const { return elf_; }
  [[nodiscard]] ElfFile takeElf() { return std::move(elf_); }
  /// File offset of `size` bytes at a virtual address; nothing where no loaded segment holds them all.
  [[nodiscard]] std::optional<uint64_t> fileOffset(uint64_t address, uint64_t size) const;
  /// Bytes of the file from that address to the end of its segment; 0 where no segment holds it.
  [[nodiscard]] uint64_t bytesFrom(uint64_t address) const;

 private:
  struct Segment { uint64_t address, offset, size; };
  struct Tables;
  Result<void> readHeader();
  Result<void> readSegments(Tables& tables);
  Result<void> readSections(Tables& tables);
  Result<void> readDynamic(Tables& tables);
  Result<void> readSymbols(const Tables& tables);
  [[nodiscard]] uint64_t symbolCount(const Tables& tables) const;

  Bytes file_;
  ElfFile elf_;
  std::vector<Segment> segments_;
};

}  // namespace relaxscope
