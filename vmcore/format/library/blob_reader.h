// SPDX-License-Identifier: Apache-2.0
// The module blob of a library, both layouts (formats.md 2.3, 2.4): modules with their payloads and
// children. The counterpart of library_blob_writer.h.
#pragma once

#include <optional>

#include "vmcore/base/bytes/bytes.h"
#include "vmcore/base/result.h"
#include "vmcore/model/library.h"

namespace relaxscope {

/// Reads the blob whose u64 length stands at the begin of `bytes`, which may go on behind it; `offset` is the
/// place of the first byte in the file, for messages. Fills modules, blobOffset, blobSize, blobTrailing,
/// oldFrame and, where old layouts hide where a module ends, notes. The layout is that of library.era.
/// Promises a tree without cycles whose children are all in range.
Result<void> readBlob(const Bytes& bytes, uint64_t offset, Library& library);

/// The place of a blob that no symbol names: found by a module kind in it, walked back from there to a
/// header that fits. Sets library.era by what it finds.
std::optional<uint64_t> findBlobByContent(const Bytes& bytes, LibraryEra& era);

}  // namespace relaxscope
