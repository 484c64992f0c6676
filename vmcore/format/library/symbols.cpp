// SPDX-License-Identifier: Apache-2.0
#include "vmcore/format/library/symbols.h"

#include <algorithm>
#include <iterator>
#include <string_view>
#include <tuple>

namespace relaxscope {
namespace {

struct EraRow {
  LibraryEra era;
  std::string_view blob, kernelPrefix;
};
/// Newest first.
constexpr EraRow kEras[] = {{LibraryEra::From022, "__tvm_ffi__library_bin", "__tvm_ffi_"},
                            {LibraryEra::Tvm021, "__tvm_ffi_library_bin", ""},
                            {LibraryEra::UpTo020, "__tvm_dev_mblob", ""}};
/// Prefixes of the string functions that C++ export macros emit for a function, and of the library's own data; not
/// kernels.
constexpr std::string_view kNoKernels[] = {"__tvm_ffi__metadata_", "__tvm_ffi__doc_", "__tvm_ffi__library_"};
/// Symbols that compilers and C libraries add to a shared library.
constexpr std::string_view kOfToolchain[] = {
    "_init", "_fini", "_start", "DllMain", "DllMainCRTStartup", "_DllMainCRTStartup"};

bool isKernel(const ObjectSymbol& symbol, std::string_view prefix) {
  if (!symbol.defined || symbol.type != SymbolType::Function || symbol.binding == SymbolBinding::Local) return false;
  const std::string_view name = symbol.name;
  if (!prefix.empty())
    return name.starts_with(prefix) && std::none_of(std::begin(kNoKernels), std::end(kNoKernels),
                                                    [&](std::string_view head) { return name.starts_with(head); });
  // Bare names: all functions except the toolchain's; a leading double underscore is reserved for compilers, except
  // TVM's own.
  if (name.starts_with("__") && !name.starts_with("__vmtir__")) return false;
  return std::find(std::begin(kOfToolchain), std::end(kOfToolchain), name) == std::end(kOfToolchain);
}

bool isPointer(const ObjectSymbol& symbol, const ObjectFile& object) {
  return symbol.type == SymbolType::Data && (symbol.size == 0 || symbol.size == object.bits / 8U);
}

/// Sorted, and without those that begin with another one: at most one fits a name, the last that is not after it.
std::vector<std::string_view> shortestPrefixes(const std::vector<BlobSymbol>& blobs) {
  std::vector<std::string_view> all, shortest;
  for (const BlobSymbol& blob : blobs)
    if (!blob.prefix.empty()) all.push_back(blob.prefix);
  std::ranges::sort(all);
  for (const std::string_view prefix : all)
    if (shortest.empty() || !prefix.starts_with(shortest.back())) shortest.push_back(prefix);
  return shortest;
}

void sortOnce(std::vector<std::string>& names) {
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
}

}  // namespace

std::vector<BlobSymbol> blobSymbols(const ObjectFile& object) {
  std::vector<BlobSymbol> found;
  for (const ObjectSymbol& symbol : object.symbols) {
    const std::string_view name = symbol.name;
    const EraRow* row = std::ranges::find_if(kEras, [&](const EraRow& era) { return name.ends_with(era.blob); });
    if (symbol.defined && row != std::end(kEras))
      found.push_back({&symbol, row->era, name.substr(0, name.size() - row->blob.size())});
  }
  std::ranges::sort(found, {}, [](const BlobSymbol& blob) {
    return std::tuple(!blob.prefix.empty(), -static_cast<int>(blob.era), std::string_view(blob.symbol->name));
  });
  return found;
}

std::string_view kernelPrefix(LibraryEra era) {
  return std::find_if(std::begin(kEras), std::end(kEras), [&](const EraRow& row) { return row.era == era; })
      ->kernelPrefix;
}

std::vector<std::string> hostKernels(const ObjectFile& object, LibraryEra era) {
  const std::string_view prefix = kernelPrefix(era);
  std::vector<std::string> kernels;
  for (const ObjectSymbol& symbol : object.symbols)
    if (isKernel(symbol, prefix)) kernels.push_back(symbol.name.substr(prefix.size()));
  sortOnce(kernels);
  return kernels;
}

std::vector<std::string> programKernels(const Library& library) {
  std::vector<std::string> kernels = hostKernels(library.object, library.era);
  const std::string& own = library.systemPrefix;
  if (own.empty()) return kernels;  // its names may begin with anything
  const std::vector<std::string_view> prefixes = shortestPrefixes(blobSymbols(library.object));
  std::erase_if(kernels, [&](const std::string& kernel) {
    const auto after = std::ranges::upper_bound(prefixes, std::string_view(kernel));
    return !kernel.starts_with(own) && after != prefixes.begin() && kernel.starts_with(*(after - 1));
  });
  return kernels;
}

bool hasKernelsWithoutBlob(const ObjectFile& object) {
  return std::any_of(object.symbols.begin(), object.symbols.end(),
                     [](const ObjectSymbol& symbol) { return isKernel(symbol, kEras[0].kernelPrefix); });
}

void listRuntimeSymbols(Library& library) {
  for (const ObjectSymbol& symbol : library.object.symbols) {
    const std::string_view name = symbol.name;
    if (symbol.defined && name.starts_with("__TVM") && isPointer(symbol, library.object))
      library.contextSlots.push_back(symbol.name);
    if (!symbol.defined && name.starts_with("TVM")) library.undefinedSymbols.push_back(symbol.name);
  }
  sortOnce(library.contextSlots);
  sortOnce(library.undefinedSymbols);
}

}  // namespace relaxscope
