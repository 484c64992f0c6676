// SPDX-License-Identifier: Apache-2.0
// What a library's symbols mean, by era (formats.md 2.1, 2.2): the module blob, kernels, pointers that the
// loader fills, functions of TVM's that it needs.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "vmcore/model/library.h"

namespace relaxscope {

struct BlobSymbol {
  const ObjectSymbol* symbol = nullptr;
  LibraryEra era = LibraryEra::From022;
  bool exact = false;  ///< no prefix of a system library before its name
};
/// The symbol of the module blob; where there are several, of the newest era, and the name without a prefix.
std::optional<BlobSymbol> findBlobSymbol(const ObjectFile& object);
/// Names of the functions that TVM compiled, sorted, without the prefix of their era.
std::vector<std::string> hostKernels(const ObjectFile& object, LibraryEra era);
/// Whether the symbols show a library of TVM's without a blob: a single module of machine code, exported alone.
bool hasKernelsWithoutBlob(const ObjectFile& object);
/// Fills contextSlots and undefinedSymbols.
void listRuntimeSymbols(Library& library);

}  // namespace relaxscope
