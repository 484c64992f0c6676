// SPDX-License-Identifier: Apache-2.0
// Reader of exported libraries in every container TVM writes: shared libraries and relocatable objects
// (ELF, Mach-O, PE/COFF of any machine), archives of them (.tar, .a, fat Mach-O), C sources in these.
// Pure functions of the file's bytes; nothing is loaded (formats.md 2).
#pragma once

#include "vmcore/base/bytes/bytes.h"
#include "vmcore/base/result.h"
#include "vmcore/model/library.h"

namespace relaxscope {

/// Whether the bytes begin like one of these containers, or like a gzip file, which may hold an archive.
bool looksLikeLibrary(const Bytes& file);
/// The bytes that readLibrary and all offsets refer to: unpacked if the file is a gzip file, else unchanged.
Result<Bytes> libraryBytes(const Bytes& file);
/// The modules of the library; an error if it holds none of TVM's, or a damaged blob. A library of compiled functions
/// only has a single implied module. `file` is the result of libraryBytes. On an error, `partial`, if given, receives
/// what was read before it: where the modules are, and those before the damage.
Result<Library> readLibrary(const Bytes& file, Library* partial = nullptr);

}  // namespace relaxscope
