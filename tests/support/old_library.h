// SPDX-License-Identifier: Apache-2.0
// Complete libraries as exported by TVM up to 0.21, made from kernels that a test compiled and an executable.
#pragma once

#include <stdexcept>
#include <string>
#include <vector>

#include "vmcore/format/file_bytes.h"
#include "vmcore/format/library/blob_writer.h"
#include "vmcore/format/object/elf_data.h"
#include "vmcore/format/vm/vm_executable.h"

namespace relaxscope::test {

/// Size of the space that tests/data/engine/old_*.cpp reserve for the modules.
inline constexpr uint64_t kOldBlobRoom = 1 << 16;

/// The file at `kernels` with `executable` in its module blob, as a module of `kind`. Throws on failure.
inline std::vector<uint8_t> oldLibraryWith(const std::string& kernels, LibraryEra era, const char* kind,
                                           Executable executable) {
  executable.outerPrefix = false;
  Library library;
  library.era = era;
  library.modules.resize(2);
  library.modules[0].kind = kind;
  library.modules[0].payload =
      Bytes::own(executablePayload(era, BytePieces::own(writeVmExecutable(executable))).bytes());
  library.modules[0].children = {ModuleIndex(1)};
  library.modules[1].kind = "_lib";
  library.oldFrame = {3, 2};  // two modules, followed by the import tree
  const auto blob = writeLibraryBlob(library);
  const auto file = readFileBytes(kernels);
  if (!blob.ok() || !file.ok()) throw std::runtime_error(kernels + ": no library of kernels");
  const auto changed = replaceElfData(*file, era == LibraryEra::Tvm021 ? "__tvm_ffi_library_bin" : "__tvm_dev_mblob",
                                      kOldBlobRoom, BytePieces::own(*blob));
  if (!changed.ok()) throw std::runtime_error(changed.error().text());
  return changed->edit.bytes();
}

}  // namespace relaxscope::test
