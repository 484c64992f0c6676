// SPDX-License-Identifier: Apache-2.0
// Reader of exported libraries in every container TVM writes: shared libraries and relocatable objects
// (ELF, Mach-O, PE/COFF of any machine), archives of them (.tar, .a, fat Mach-O), C sources in these.
// Pure functions of the file's bytes; nothing is loaded (formats.md 2).
#pragma once

#include "vmcore/base/bytes/bytes.h"
#include "vmcore/base/result.h"
#include "vmcore/model/library.h"

namespace relaxscope {

/// Whether the bytes begin as one of these containers does, or as a gzip file, which may hold an archive.
bool looksLikeLibrary(const Bytes& file);
/// The bytes that readLibrary and all offsets speak of: those of a gzip file unpacked, others as they are.
Result<Bytes> libraryBytes(const Bytes& file);
/// The modules of the library; an error where it holds none of TVM's, or a damaged blob. One of compiled
/// functions alone has a single module that is implied. `file` as libraryBytes returns it.
Result<Library> readLibrary(const Bytes& file);

}  // namespace relaxscope
