// SPDX-License-Identifier: Apache-2.0
// gzip files (RFC 1952), unpacked in memory: TVM exports .tar files that are compressed.
#pragma once

#include "vmcore/base/bytes/bytes.h"
#include "vmcore/base/result.h"

namespace relaxscope {

bool looksLikeGzip(const Bytes& file);
/// The content; an error if it is damaged, truncated, or larger than 256 MiB and 32 times the file.
Result<Bytes> unpackGzip(const Bytes& file);

}  // namespace relaxscope
