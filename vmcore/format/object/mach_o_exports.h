// SPDX-License-Identifier: Apache-2.0
// Internal to format. The names that a Mach-O library exports, as its dynamic linker has them: a trie that stays when
// the symbol table is stripped.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "vmcore/base/bytes/bytes.h"
#include "vmcore/base/result.h"

namespace relaxscope {

struct MachOExport {
  std::string name;    ///< as stored, with its underscore
  uint64_t value = 0;  ///< counted from the file's header, or an address where `absolute`; of a resolver its stub
  bool absolute = false;
  bool weak = false;
  bool elsewhere = false;  ///< another library's symbol, handed on
};
/// Every name of the trie, in its order. Nodes are visited once: a trie that leads back to one, or names more than
/// its size allows, is refused. `offset` is the trie's place in the file, for messages.
Result<std::vector<MachOExport>> readMachOExports(const Bytes& trie, uint64_t offset);

}  // namespace relaxscope
