// SPDX-License-Identifier: Apache-2.0
// An object file of any container format as data: its kind, symbols and dependencies.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace relaxscope {

enum class ObjectFormat : uint8_t { None, Elf, MachO, Coff, CSource };
/// Use of the file: loaded by a loader, or input of a linker.
enum class ObjectKind : uint8_t { Other, SharedLibrary, Relocatable, Program };
enum class SymbolType : uint8_t { Other, Data, Function };
enum class SymbolBinding : uint8_t { Local, Global, Weak };

struct ObjectSymbol {
  std::string name;      ///< without the underscore that Mach-O and 32-bit COFF add to C names
  uint64_t value = 0;    ///< virtual address; in a relocatable object the offset in `section`, if the format stores it
  uint64_t size = 0;     ///< 0 if the format does not store it
  uint32_t section = 0;  ///< of a relocatable object, from 1; else 0
  uint64_t nameAt = 0;   ///< file offset of the name in an ELF file, whose names may share bytes; else 0
  SymbolType type = SymbolType::Other;
  SymbolBinding binding = SymbolBinding::Global;
  bool defined = false;
};

struct ObjectFile {
  ObjectFormat format = ObjectFormat::None;
  ObjectKind kind = ObjectKind::Other;
  uint8_t bits = 0;  ///< 32 or 64; 0 for source
  bool bigEndian = false;
  uint32_t machine = 0;     ///< the format's own number
  std::string machineName;  ///< "x86-64", "aarch64", "machine 243"
  std::vector<ObjectSymbol> symbols;
  std::vector<std::string> needed;  ///< libraries that its loader must load
  /// "shared library, x86-64", "object file, ppc, 32-bit big-endian", "Mach-O shared library, aarch64".
  [[nodiscard]] std::string describe() const;
};
/// "ELF", "Mach-O", "PE/COFF", "C source".
const char* objectFormatName(ObjectFormat format);

/// A file inside an archive.
struct ArchiveMember {
  std::string name;
  uint64_t offset = 0, size = 0;
  std::string what;      ///< "object file, x86-64", "C source", "not read: ..."
  bool hasBlob = false;  ///< the modules were read from it
};

}  // namespace relaxscope
