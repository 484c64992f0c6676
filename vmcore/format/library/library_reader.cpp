// SPDX-License-Identifier: Apache-2.0
#include "vmcore/format/library/library_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <unordered_set>

#include "vmcore/base/bytes/byte_reader.h"
#include "vmcore/base/text/text.h"
#include "vmcore/format/container/file_archive.h"
#include "vmcore/format/container/gzip.h"
#include "vmcore/format/findings.h"
#include "vmcore/format/library/blob_reader.h"
#include "vmcore/format/library/c_source.h"
#include "vmcore/format/library/kinds.h"
#include "vmcore/format/library/module_payload.h"
#include "vmcore/format/library/symbols.h"
#include "vmcore/format/object/object_image.h"
#include "vmcore/model/launch_tag.h"

namespace relaxscope {
namespace {

/// A single object, or a member of an archive.
struct LibraryPart {
  std::string name;
  uint64_t offset = 0;
  Bytes bytes;
  ObjectImage image;
  std::string readError;  ///< why it could not be read; empty if it was
  [[nodiscard]] bool isSource() const { return image.object.format == ObjectFormat::CSource; }
};

bool endsWithOneOf(std::string_view name, std::initializer_list<std::string_view> endings) {
  return std::any_of(endings.begin(), endings.end(), [&](std::string_view end) { return name.ends_with(end); });
}

void readPart(LibraryPart& part) {
  if (looksLikeObject(part.bytes)) {
    auto image = readObject(part.bytes);
    if (image.ok()) part.image = *std::move(image);
    else part.readError = image.error().text();
  } else if (endsWithOneOf(part.name, {".c", ".cc", ".cpp", ".cu"})) {
    part.image.object = readCSource(part.bytes.text());
  } else {
    part.readError = "not an object file";
  }
}

Result<std::vector<LibraryPart>> partsOf(const Bytes& file, Library& library) {
  std::vector<LibraryPart> parts;
  if (!looksLikeArchive(file)) {
    LibraryPart whole;
    whole.bytes = file;
    RS_TRY(whole.image, readObject(file));
    parts.push_back(std::move(whole));
    return parts;
  }
  RS_TRY(Archive archive, readArchive(file));
  library.archive = std::move(archive.what);
  library.notes = std::move(archive.notes);
  for (ArchiveEntry& entry : archive.entries) {
    LibraryPart part;
    part.name = std::move(entry.name);
    part.offset = entry.offset;
    part.bytes = file.slice(entry.offset, entry.size);
    readPart(part);
    parts.push_back(std::move(part));
  }
  return parts;
}

/// The bytes of the named symbol's blob, from its length field on, including any that follow it.
Result<Bytes> blobAt(const LibraryPart& part, const ObjectSymbol& symbol, uint64_t& offset) {
  if (part.isSource()) {
    offset = 0;
    return cArrayBytes(part.bytes.text(), symbol);
  }
  const auto place = bytesFrom(part.image, symbol);
  if (!place)
    return Error(
        fmt::format("symbol {} at address 0x{:x} lies outside the file", printable(symbol.name), symbol.value));
  if (symbol.size > place->size || (symbol.size != 0 && symbol.size < sizeof(uint64_t)))
    return Error(fmt::format("symbol {} ({} bytes at address 0x{:x}) lies outside the file", printable(symbol.name),
                             symbol.size, symbol.value));
  offset = part.offset + place->offset;
  return part.bytes.slice(place->offset, symbol.size != 0 ? symbol.size : place->size);
}

std::string describeParts(const std::vector<LibraryPart>& parts, const Library& library) {
  if (!library.archive.empty()) return fmt::format("{} of {} files", library.archive, parts.size());
  return parts[0].image.object.describe();
}

Error noBlob(const std::vector<LibraryPart>& parts, const Library& library) {
  std::string text = describeParts(parts, library);
  text += ": no TVM modules (no symbol __tvm_ffi__library_bin, nor that of an earlier release)";
  for (const std::string& note : library.notes) text += "; " + note;
  for (const LibraryPart& part : parts)
    if (!part.readError.empty() && text.size() < 500)
      text += fmt::format("; {}: {}", shownName(part.name), part.readError);
  return Error(std::move(text));
}

/// Finds the blob among the parts and reads it. Returns the part with the blob or, if there is none, with compiled
/// functions.
Result<size_t> readBlobOf(const std::vector<LibraryPart>& parts, Library& library) {
  std::optional<BlobSymbol> best;
  size_t holder = 0;
  std::set<std::string_view> names;
  for (size_t i = 0; i < parts.size(); ++i) {
    const std::vector<BlobSymbol> found = blobSymbols(parts[i].image.object);
    for (const BlobSymbol& blob : found) names.insert(blob.symbol->name);
    if (found.empty() || (best && (best->prefix.empty() || !found[0].prefix.empty()))) continue;
    best = found[0];
    holder = i;
  }
  if (best) {
    library.era = best->era;
    library.blobSymbol = best->symbol->name;
    library.systemPrefix = best->prefix;
    library.blobInText = parts[holder].isSource();
    if (names.size() > 1)
      library.notes.push_back(fmt::format("the file holds {} programs; that of symbol {} is opened", names.size(),
                                          printable(library.blobSymbol)));
    uint64_t offset = 0;
    RS_TRY(const Bytes bytes, blobAt(parts[holder], *best->symbol, offset));
    RS_CHECK(readBlob(bytes, offset, library));
    if (best->symbol->size != 0 && best->symbol->size != library.blobSize)
      library.notes.push_back(fmt::format("symbol {} has {} bytes, but its blob has {}", printable(library.blobSymbol),
                                          best->symbol->size, library.blobSize));
    return holder;
  }
  for (size_t i = 0; i < parts.size(); ++i) {
    const auto place = findBlobByContent(parts[i].bytes, library.era);
    if (!place) continue;
    RS_CHECK(readBlob(parts[i].bytes.slice(*place, parts[i].bytes.size()), parts[i].offset + *place, library));
    return i;
  }
  for (size_t i = 0; i < parts.size(); ++i) {
    if (!hasKernelsWithoutBlob(parts[i].image.object)) continue;
    LibraryModule self;  // TVM stores no blob where the library is the only module
    self.kind = kLibraryKind;
    self.implied = true;
    library.modules.push_back(std::move(self));
    return i;
  }
  return noBlob(parts, library);
}

/// Takes the object with the blob, and the symbols of all others that would be linked with it.
void gatherObject(std::vector<LibraryPart>& parts, size_t holder, Library& library) {
  for (size_t i = 0; i < parts.size() && !library.archive.empty(); ++i) {
    const LibraryPart& part = parts[i];
    library.members.push_back({part.name, part.offset, part.bytes.size(),
                               part.readError.empty() ? part.image.object.describe() : "not read: " + part.readError,
                               i == holder && library.blobSize != 0});
  }
  library.object = std::move(parts[holder].image.object);
  if (library.archive == kFatMachO) return;  // slices are alternatives
  for (size_t i = 0; i < parts.size(); ++i) {
    if (i == holder) continue;
    ObjectFile& other = parts[i].image.object;
    if (library.object.format == ObjectFormat::CSource && other.format != ObjectFormat::None &&
        other.format != ObjectFormat::CSource) {
      other.symbols.insert(other.symbols.end(), std::make_move_iterator(library.object.symbols.begin()),
                           std::make_move_iterator(library.object.symbols.end()));
      library.object = std::move(other);
      continue;
    }
    library.object.symbols.insert(library.object.symbols.end(), std::make_move_iterator(other.symbols.begin()),
                                  std::make_move_iterator(other.symbols.end()));
  }
  if (parts.size() < 2) return;
  // A symbol that is undefined in one object may be defined in another.
  std::unordered_set<std::string> defined;
  for (const ObjectSymbol& symbol : library.object.symbols)
    if (symbol.defined && symbol.binding != SymbolBinding::Local) defined.insert(symbol.name);
  std::erase_if(library.object.symbols,
                [&](const ObjectSymbol& symbol) { return !symbol.defined && defined.contains(symbol.name); });
}

std::string problemOf(const CodeModule& module) {
  for (const DeviceKernel& kernel : module.kernels) {
    std::string problem = launchTagsProblem(kernel.launchTags);
    if (!problem.empty()) return fmt::format("kernel {}: {}", shownName(kernel.name), problem);
  }
  return {};
}

void decodeModules(Library& library) {
  bool self = false;
  for (LibraryModule& module : library.modules) {
    if (module.kind == kLibraryKind) {
      // TVM writes one entry for the library; a second one would list the same functions.
      if (self) module.note = "refers to the library again";
      module.decoded = HostModule{self ? std::vector<std::string>() : programKernels(library)};
      self = true;
      continue;
    }
    auto decoded = decodePayload(module.kind, library.era, module.payload);
    if (!decoded.ok()) {
      if (module.note.empty()) module.note = decoded.error().text();
      continue;
    }
    module.decoded = std::move(decoded->value);
    if (module.note.empty()) module.note = std::move(decoded->note);
    if (const auto* code = std::get_if<CodeModule>(&module.decoded); code != nullptr && module.note.empty())
      module.note = problemOf(*code);
  }
}

}  // namespace

bool looksLikeLibrary(const Bytes& file) {
  return looksLikeGzip(file) || looksLikeArchive(file) || looksLikeObject(file);
}

Result<Bytes> libraryBytes(const Bytes& file) {
  if (!looksLikeGzip(file)) return file;
  RS_TRY(Bytes unpacked, unpackGzip(file));
  if (!looksLikeArchive(unpacked) && !looksLikeObject(unpacked))
    return Error("a gzip file without an archive or object file in it");
  return unpacked;
}

namespace {

Result<void> readInto(const Bytes& file, Library& library) {
  RS_TRY(std::vector<LibraryPart> parts, partsOf(file, library));
  for (const LibraryPart& part : parts)
    for (const std::string& note : part.image.notes)
      library.notes.push_back(part.name.empty() ? note : fmt::format("{}: {}", shownName(part.name), note));
  RS_TRY(const size_t holder, readBlobOf(parts, library));
  gatherObject(parts, holder, library);
  decodeModules(library);
  listRuntimeSymbols(library);
  return {};
}

}  // namespace

Result<Library> readLibrary(const Bytes& file, Library* partial) {
  Library library;
  if (auto read = readInto(file, library); !read.ok()) {
    if (partial != nullptr) *partial = std::move(library);
    return std::move(read).error();
  }
  return library;
}

}  // namespace relaxscope
