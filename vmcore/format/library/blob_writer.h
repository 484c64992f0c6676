// SPDX-License-Identifier: Apache-2.0
// The module blob of a library, written: the inverse of what format/library.h reads, byte for byte, and
// the step between them that puts another executable into a library.
#pragma once

#include <cstdint>
#include <vector>

#include "vmcore/base/bytes/byte_pieces.h"
#include "vmcore/base/result.h"
#include "vmcore/model/library.h"

namespace relaxscope {

/// The module blob of `library` in the layout of its era, the u64 length in front: its modules (kind,
/// payload, children), and for the eras before 0.22 its oldFrame. What was read is written unchanged.
/// An error where the rows cannot be written: a child out of range, `_lib` with a payload.
Result<std::vector<uint8_t>> writeLibraryBlob(const Library& library);
/// The payload of an executable's module: its bytes, before 0.22 with their u64 length in front.
/// `executable` is without the outer prefix.
BytePieces executablePayload(LibraryEra era, const BytePieces& executable);
/// The blob of `library` with the given executable (without the outer prefix) in the place of its own; nothing large is
/// copied. An error where the library holds no executable.
Result<BytePieces> blobWithExecutable(const Library& library, const BytePieces& executable);

}  // namespace relaxscope
