// SPDX-License-Identifier: Apache-2.0
// The module blob of a library, both layouts (formats.md 2.3, 2.4): modules with their payloads and children. The
// counterpart of blob_writer.h.
#pragma once

#include <optional>

#include "vmcore/base/bytes/bytes.h"
#include "vmcore/base/result.h"
#include "vmcore/model/library.h"

namespace relaxscope {

/// Reads the blob whose u64 length is at the start of `bytes`, which may extend beyond it; `offset` is the file offset
/// of the first byte, for messages. Fills modules, blobOffset, blobSize, blobTrailing, oldFrame and, where old layouts
/// do not store where a module ends, notes. The layout is that of library.era. Guarantees an acyclic tree whose
/// children are all in range.
Result<void> readBlob(const Bytes& bytes, uint64_t offset, Library& library);

/// The offset of a blob that no symbol names: searches for a module kind, then backward for a matching header. Sets
/// `era` accordingly.
std::optional<uint64_t> findBlobByContent(const Bytes& bytes, LibraryEra& era);

}  // namespace relaxscope
