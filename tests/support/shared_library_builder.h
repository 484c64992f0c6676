// SPDX-License-Identifier: Apache-2.0
// Builds a whole shared library as a linker lays it out: ELF of either class and byte order with two loaded segments,
// symbols of dynamic linker and debugger, hash table and section headers. For tests of code that edits libraries.
// ElfBuilder makes the minimum that a reader accepts.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace relaxscope::test {

struct SharedLibraryBuilder {
  bool wide = true, bigEndian = false;
  bool sections = true;         ///< with section headers and .symtab; a stripped library has neither
  bool headersSegment = false;  ///< with PT_PHDR, as lld writes
  bool interpreter = false;     ///< with PT_INTERP, as programs have
  bool tablesLast = true;       ///< section names and headers end the file, as linkers do; else .symtab follows them
  std::string symbol = "__tvm_ffi__library_bin";
  std::vector<uint8_t> content;  ///< what the symbol names
  uint64_t room = 0;             ///< the symbol's size if larger than the content

  [[nodiscard]] std::vector<uint8_t> build() const;
};

/// A module blob of TVM 0.22 and later: modules of (kind, payload), the first importing all others.
std::vector<uint8_t> blobOf(const std::vector<std::pair<std::string, std::vector<uint8_t>>>& modules);

}  // namespace relaxscope::test
