// SPDX-License-Identifier: Apache-2.0
// Internal to format: deflated data (RFC 1951), raw as in ZIP archives or as a gzip file (RFC 1952), unpacked in
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
  Bytes bytes;         ///< if Done
  uint64_t taken = 0;  ///< input bytes consumed
  uint64_t made = 0;   ///< output bytes produced
  std::string reason;  ///< if Damaged: zlib's message
};

/// Unpacks one stream of at most `most` bytes and ignores data after it. Memory grows with the data actually unpacked.
Inflated inflateBytes(const Bytes& packed, DeflateForm form, uint64_t most);

}  // namespace relaxscope
