// SPDX-License-Identifier: Apache-2.0
// Internal to format: deflated data (RFC 1951), raw as ZIP archives hold it or as a gzip file (RFC 1952), unpacked in
// memory.
#pragma once

#include <cstdint>
#include <string>

#include "vmcore/base/bytes/bytes.h"

namespace relaxscope {

enum class DeflateForm : uint8_t { Raw, Gzip };

struct Inflated {
  enum class End : uint8_t { Done, CannotStart, NoMemory, Damaged, CutShort, TooLong };
  End end = End::Done;
  Bytes bytes;         ///< of Done
  uint64_t taken = 0;  ///< bytes of the packed data that were read
  uint64_t made = 0;   ///< bytes that came out of them
  std::string reason;  ///< of Damaged: zlib's words
};

/// Unpacks one stream of at most `most` bytes; what follows it is left. Memory grows with what is really unpacked.
Inflated inflateBytes(const Bytes& packed, DeflateForm form, uint64_t most);

}  // namespace relaxscope
