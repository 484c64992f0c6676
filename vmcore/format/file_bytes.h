// SPDX-License-Identifier: Apache-2.0
// The bytes of a file: the only place of inspect that opens a file for reading.
#pragma once

#include <string>

#include "vmcore/base/bytes/bytes.h"
#include "vmcore/base/result.h"

namespace relaxscope {

/// What readFileBytes() takes for a large file.
inline constexpr size_t kLargeFile = size_t{16} << 20;
/// The bytes of a file. Small ones are copied; of those larger than `large` pieces come into memory as they are looked
/// at, and a file that changes underneath is noticed (Bytes::intact).
Result<Bytes> readFileBytes(const std::string& path, size_t large = kLargeFile);

}  // namespace relaxscope
