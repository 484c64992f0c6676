// SPDX-License-Identifier: Apache-2.0
// Replaces the executable in an exported library: the new program with the old kernels, in a file that TVM loads like
// the old one. A pure function of bytes; the library is never loaded.
#pragma once

#include <optional>
#include <string>

#include "vmcore/base/result.h"
#include "vmcore/format/object/elf_data.h"
#include "vmcore/model/executable.h"

namespace relaxscope {

struct PackOptions {
  /// Variant to write; by default that of the library's current executable.
  std::optional<Variant> variant;
};

struct PackedLibrary {
  FileEdit edit;  ///< the new file; it refers to the old one's bytes
  DataPlace place = DataPlace::Same;
  Variant variant = Variant::R5;
  uint64_t blobOffset = 0, blobSize = 0;  ///< of the module blob in the new file
};

/// The library `old` (the bytes of its file) with its executable replaced by `executable`. Kernels, other modules and
/// the import tree stay byte for byte. Errors: not an ELF shared library with a named module blob; an executable that
/// the variant cannot hold, or whose tensor data is missing.
Result<PackedLibrary> packLibrary(const Bytes& old, const Executable& executable, const PackOptions& options = {});

}  // namespace relaxscope
