// SPDX-License-Identifier: Apache-2.0
#include "vmcore/format/library.h"

#include <fmt/format.h>

#include <algorithm>

#include "vmcore/base/byte_reader.h"
#include "vmcore/base/text.h"
#include "vmcore/format/elf.h"
#include "vmcore/format/module_payload.h"

namespace relaxscope {
namespace {

constexpr std::string_view kBlobSymbol = "__tvm_ffi__library_bin";
constexpr std::string_view kKernelPrefix = "__tvm_ffi_";
constexpr std::string_view kLibraryKind = "_lib";
/// Symbols under which releases before 0.22 stored their modules, in a layout that needs every kind's loader.
constexpr std::string_view kOldBlobSymbols[] = {"__tvm_ffi_library_bin", "__tvm_dev_mblob"};
/// Zero-argument strings that C++ export macros emit beside a function; no kernels.
constexpr std::string_view kNoKernels[] = {"__tvm_ffi__metadata_", "__tvm_ffi__doc_", "__tvm_ffi__library_"};

bool startsWith(std::string_view text, std::string_view head) { return text.substr(0, head.size()) == head; }
bool endsWith(std::string_view text, std::string_view tail) {
  return text.size() >= tail.size() && text.substr(text.size() - tail.size()) == tail;
}

/// The blob's symbol; system libraries put a prefix of their own before its name.
const ElfSymbol* findBlob(const ElfFile& elf) {
  const ElfSymbol* prefixed = nullptr;
  for (const ElfSymbol& symbol : elf.symbols) {
    if (!symbol.defined) continue;
    if (symbol.name == kBlobSymbol) return &symbol;
    if (prefixed == nullptr && endsWith(symbol.name, kBlobSymbol)) prefixed = &symbol;
  }
  return prefixed;
}

Error noBlob(const ElfFile& elf) {
  for (const ElfSymbol& symbol : elf.symbols)
    for (const std::string_view old : kOldBlobSymbols)
      if (symbol.defined && symbol.name == old)
        return Error(fmt::format("a library of TVM 0.21 or earlier (symbol {}), which this build does not read", old));
  return Error(fmt::format("a shared library ({}) without TVM modules: no symbol {}", elf.machineName, kBlobSymbol));
}

/// The blob behind its u64 length.
Result<Bytes> blobBody(const Bytes& file, const ElfImage& image, Library& library) {
  const ElfSymbol* symbol = findBlob(image.elf());
  if (symbol == nullptr) return noBlob(image.elf());
  const uint64_t size = symbol->size != 0 ? symbol->size : image.bytesFrom(symbol->value);
  const auto offset = image.fileOffset(symbol->value, size);
  if (!offset || size < sizeof(uint64_t))
    return Error(fmt::format("symbol {} ({} bytes at address 0x{:x}) lies outside the file", printable(symbol->name), size,
                             symbol->value));
  library.blobOffset = *offset;
  ByteReader in(file.slice(*offset, size), *offset);
  RS_TRY(const uint64_t length, in.read<uint64_t>("module blob's length"));
  if (length > in.remaining())
    return Error(fmt::format("module blob of {} bytes, its symbol has {}", length, in.remaining()), *offset);
  library.blobSize = length + sizeof(uint64_t);
  return in.readBytes(length, "module blob");
}

/// Checks the compressed rows: each module's children come after it, so the import graph has no loop.
Result<void> readChildren(const std::vector<int64_t>& rows, const std::vector<int64_t>& children, uint64_t offset,
                          Library& library) {
  const auto count = static_cast<int64_t>(rows.size()) - 1;
  const auto total = static_cast<int64_t>(children.size());
  if (rows.front() != 0 || rows.back() != total)
    return Error(fmt::format("import tree: rows run from {} to {}, {} children are listed", rows.front(), rows.back(), total), offset);
  library.modules.resize(static_cast<size_t>(count));
  for (int64_t i = 0; i < count; ++i) {
    const int64_t begin = rows[static_cast<size_t>(i)], end = rows[static_cast<size_t>(i) + 1];
    if (begin < 0 || begin > end || end > total)
      return Error(fmt::format("import tree: children of module {} are {} to {} of {}", i, begin, end, total), offset);
    for (int64_t at = begin; at < end; ++at) {
      const int64_t child = children[static_cast<size_t>(at)];
      if (child <= i || child >= count)
        return Error(fmt::format("import tree: module {} imports module {} of {}", i, child, count), offset);
      library.modules[static_cast<size_t>(i)].children.emplace_back(child);
    }
  }
  return {};
}

Result<void> readModules(const Bytes& body, uint64_t base, Library& library) {
  ByteReader in(body, base);
  RS_TRY(const std::vector<int64_t> rows, in.readI64Vector("import tree rows"));
  if (rows.size() < 2) return Error("import tree lists no module", base);
  RS_TRY(const std::vector<int64_t> children, in.readI64Vector("import tree children"));
  // Each module needs a kind of at least 8 bytes: checked before the rows are made.
  if (rows.size() - 1 > in.remaining() / sizeof(uint64_t))
    return Error(fmt::format("import tree lists {} modules, {} bytes left", rows.size() - 1, in.remaining()), base);
  RS_CHECK(readChildren(rows, children, base, library));
  for (size_t i = 0; i < library.modules.size(); ++i) {
    LibraryModule& module = library.modules[i];
    RS_TRY(module.kind, in.readString(fmt::format("kind of module {}", i)));
    if (module.kind == kLibraryKind) continue;
    RS_TRY(module.payload, in.readSized(fmt::format("module {} ({})", i, printable(module.kind.substr(0, 40)))));
  }
  return {};
}

bool isKernel(const ElfSymbol& symbol) {
  if (!symbol.defined || symbol.type != kSymbolFunction || !startsWith(symbol.name, kKernelPrefix)) return false;
  return std::none_of(std::begin(kNoKernels), std::end(kNoKernels),
                      [&](std::string_view head) { return startsWith(symbol.name, head); });
}

void decodeModules(Library& library) {
  for (LibraryModule& module : library.modules) {
    if (module.kind == kLibraryKind) {
      HostModule host;
      for (const ElfSymbol& symbol : library.elf.symbols)
        if (isKernel(symbol)) host.kernels.push_back(symbol.name.substr(kKernelPrefix.size()));
      std::sort(host.kernels.begin(), host.kernels.end());
      module.decoded = std::move(host);
    } else if (module.kind == "cuda") {
      auto cuda = readCudaModule(module.payload);
      if (cuda.ok()) module.decoded = *std::move(cuda);
      else module.note = cuda.error().text();
    }
  }
}

void listRuntimeSymbols(Library& library) {
  for (const ElfSymbol& symbol : library.elf.symbols) {
    if (symbol.defined && symbol.type == kSymbolObject && symbol.size == 8 && startsWith(symbol.name, "__TVM"))
      library.contextSlots.push_back(symbol.name);
    if (!symbol.defined && startsWith(symbol.name, "TVM")) library.undefinedSymbols.push_back(symbol.name);
  }
  std::sort(library.contextSlots.begin(), library.contextSlots.end());
  std::sort(library.undefinedSymbols.begin(), library.undefinedSymbols.end());
}

}  // namespace

Result<Library> readLibrary(const Bytes& file) {
  RS_TRY(ElfImage image, ElfImage::read(file));
  Library library;
  RS_TRY(const Bytes body, blobBody(file, image, library));
  RS_CHECK(readModules(body, library.blobOffset + sizeof(uint64_t), library));
  library.elf = image.takeElf();
  decodeModules(library);
  listRuntimeSymbols(library);
  return library;
}

}  // namespace relaxscope
