// SPDX-License-Identifier: Apache-2.0
// Writes the module blob of a library: the byte-exact inverse of blob_reader.h, and the replacement of the executable
// in it.
#pragma once

#include <cstdint>
#include <vector>

#include "vmcore/base/bytes/byte_pieces.h"
#include "vmcore/base/result.h"
#include "vmcore/model/library.h"

namespace relaxscope {

/// The module blob of `library` in the layout of its era, with the u64 length at its start: its modules (kind, payload,
/// children), and for the eras before 0.22 its oldFrame. A blob that was read is reproduced byte for byte. An error if
/// the rows cannot be written: a child out of range, `_lib` with a payload.
Result<std::vector<uint8_t>> writeLibraryBlob(const Library& library);
/// The payload of an executable's module: its bytes, before 0.22 with their u64 length at the start. `executable` is
/// without the outer prefix.
BytePieces executablePayload(LibraryEra era, const BytePieces& executable);
/// The blob of `library` with its executable replaced by the given one (without the outer prefix); large data is not
/// copied. An error if the library holds no executable.
Result<BytePieces> blobWithExecutable(const Library& library, const BytePieces& executable);

}  // namespace relaxscope
