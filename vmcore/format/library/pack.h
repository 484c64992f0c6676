// SPDX-License-Identifier: Apache-2.0
// Puts another executable into an exported library: the new program on the old kernels, in a file that
// TVM loads as it loaded the old one. A pure function of bytes; the library is never loaded.
#pragma once

#include <optional>
#include <string>

#include "vmcore/base/result.h"
#include "vmcore/format/object/elf_data.h"
#include "vmcore/model/executable.h"

namespace relaxscope {

struct PackOptions {
  /// What to write the executable as; without it the variant of the executable that is in the library now.
  std::optional<Variant> variant;
};

struct PackedLibrary {
  FileEdit edit;  ///< the new file; it holds on to the old one's bytes
  DataPlace place = DataPlace::Same;
  Variant variant = Variant::R5;
  uint64_t blobOffset = 0, blobSize = 0;  ///< of the module blob in the new file
};

/// The library `old` (the bytes of its file) with `executable` in the place of its own. Kernels, other modules
/// and the import tree stay byte for byte. Errors: what is no ELF shared library with a named module blob; an
/// executable that the variant cannot hold, or whose tensor data is not there.
Result<PackedLibrary> packLibrary(const Bytes& old, const Executable& executable, const PackOptions& options = {});

}  // namespace relaxscope
