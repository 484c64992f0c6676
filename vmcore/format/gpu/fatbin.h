// SPDX-License-Identifier: Apache-2.0
// Internal to format. The entries of a fat binary, NVIDIA's container of the same kernels for several architectures.
// Layout: docs/formats.md 2.9.
#pragma once

#include <cstdint>
#include <vector>

#include "vmcore/base/bytes/bytes.h"
#include "vmcore/base/result.h"

namespace relaxscope::gpu {

struct FatbinEntry {
  enum class Kind : uint8_t { Ptx, Cubin, Other };
  enum class Packing : uint8_t { None, Lz4, Zstandard };
  Kind kind = Kind::Other;
  Packing packing = Packing::None;
  uint32_t architecture = 0;  ///< 80 for sm_80
  Bytes code;                 ///< as stored
};

/// The entries of all containers, which follow one another. An error if one does not begin with the magic or an entry
/// ends beyond its container.
Result<std::vector<FatbinEntry>> readFatbin(const Bytes& code);

}  // namespace relaxscope::gpu
