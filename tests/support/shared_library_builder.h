// SPDX-License-Identifier: Apache-2.0
// A whole shared library as a linker lays it out, as bytes: ELF of either class and byte order with two
// loaded segments, symbols of dynamic linker and debugger, hash table and section headers. For tests of
// what edits libraries. ElfBuilder makes the least that a reader accepts.
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
  bool tablesLast = true;       ///< section names and headers end the file, as linkers write; else .symtab follows them
  std::string symbol = "__tvm_ffi__library_bin";
  std::vector<uint8_t> content;  ///< what the symbol names
  uint64_t room = 0;             ///< the symbol's size where it is larger than the content

  [[nodiscard]] std::vector<uint8_t> build() const;
};

/// A module blob of TVM 0.22 and later: modules of (kind, payload), the first importing all others.
std::vector<uint8_t> blobOf(const std::vector<std::pair<std::string, std::vector<uint8_t>>>& modules);

}  // namespace relaxscope::test
