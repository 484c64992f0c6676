// SPDX-License-Identifier: Apache-2.0
// The meaning of a library's symbols, by era (formats.md 2.1, 2.2): the module blob, kernels, pointers that the loader
// fills, TVM functions that it needs.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "vmcore/model/library.h"

namespace relaxscope {

struct BlobSymbol {
  const ObjectSymbol* symbol = nullptr;
  LibraryEra era = LibraryEra::From022;
  std::string_view prefix;  ///< of a system library, before the blob's name; empty for others
};
/// The symbols of module blobs, of which several may be linked into one file. The first is that of the program that is
/// opened: those without a prefix, then those of the newest era, then by name, as linkers order symbols as they like.
std::vector<BlobSymbol> blobSymbols(const ObjectFile& object);
/// Names of the functions that TVM compiled, sorted, without their era's prefix.
std::vector<std::string> hostKernels(const ObjectFile& object, LibraryEra era);
/// Those of the program that was opened: not those that begin with the prefix of another program and not with its own
/// (`systemPrefix`).
std::vector<std::string> programKernels(const Library& library);
/// What precedes a kernel's name in its symbol.
std::string_view kernelPrefix(LibraryEra era);
/// Whether the symbols are those of a TVM library without a blob: a single module of machine code, exported alone.
bool hasKernelsWithoutBlob(const ObjectFile& object);
/// Fills contextSlots and undefinedSymbols.
void listRuntimeSymbols(Library& library);

}  // namespace relaxscope
