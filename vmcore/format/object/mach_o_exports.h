// SPDX-License-Identifier: Apache-2.0
// Internal to format. The names that a Mach-O library exports, as its dynamic linker finds them: a trie that remains
// when the symbol table is stripped.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "vmcore/base/bytes/bytes.h"
#include "vmcore/base/result.h"

namespace relaxscope {

struct MachOExport {
  std::string name;    ///< as stored, with its underscore
  uint64_t value = 0;  ///< relative to the file's header, or an address if `absolute`; for a resolver, its stub
  bool absolute = false;
  bool weak = false;
  bool elsewhere = false;  ///< re-exported from another library
};
/// Every name of the trie, in its order. Nodes are visited once: a trie that reaches a node twice, or has more names
/// than its size allows, is rejected. `offset` is the trie's offset in the file, for messages.
Result<std::vector<MachOExport>> readMachOExports(const Bytes& trie, uint64_t offset);

}  // namespace relaxscope
