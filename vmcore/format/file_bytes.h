// SPDX-License-Identifier: Apache-2.0
// The bytes of a file: the only place in vmcore/format that opens a file for reading.
#pragma once

#include <string>

#include "vmcore/base/bytes/bytes.h"
#include "vmcore/base/result.h"

namespace relaxscope {

/// Size above which readFileBytes() reads a file lazily.
inline constexpr size_t kLargeFile = size_t{16} << 20;
/// The bytes of a regular file, or of standard input ("-"). Small files are copied; those larger than `large` are read
/// lazily, and a change of the file in the meantime is detected (Bytes::intact).
Result<Bytes> readFileBytes(const std::string& path, size_t large = kLargeFile);

}  // namespace relaxscope
