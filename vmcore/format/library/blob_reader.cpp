// SPDX-License-Identifier: Apache-2.0
#include "vmcore/format/library/blob_reader.h"

#include <fmt/format.h>

#include <algorithm>

#include "vmcore/base/bytes/byte_reader.h"
#include "vmcore/base/text/text.h"
#include "vmcore/format/library/kinds.h"
#include "vmcore/format/library/module_payload.h"

namespace relaxscope {
namespace {

constexpr size_t kMaxLibraryNotes = 32;
/// Limit of the bytes that layouts that do not fit may read: a multiple of the blob's size, plus an allowance for small
/// blobs.
constexpr uint64_t kMaxStrayed = 16, kFreeStrayed = uint64_t{1} << 20;

std::string shortKind(std::string_view kind) { return printable(kind.substr(0, 40)); }

void addNote(Library& library, std::string text) {
  if (library.notes.size() < kMaxLibraryNotes) library.notes.push_back(std::move(text));
}

struct Rows {
  std::vector<int64_t> starts, children;
  uint64_t offset = 0;
};

Result<Rows> readRows(ByteReader& in) {
  Rows rows;
  rows.offset = in.fileOffset();
  RS_TRY(rows.starts, in.readI64Vector("import tree rows"));
  RS_TRY(rows.children, in.readI64Vector("import tree children"));
  return rows;
}

/// Sets the children of the `count` modules in the blob.
Result<void> setChildren(const Rows& rows, int64_t count, Library& library) {
  const auto total = static_cast<int64_t>(rows.children.size());
  if (static_cast<int64_t>(rows.starts.size()) != count + 1)
    return Error(
        fmt::format("import tree of {} rows for {} modules", static_cast<int64_t>(rows.starts.size()) - 1, count),
        rows.offset);
  if (rows.starts.front() != 0 || rows.starts.back() != total)
    return Error(fmt::format("import tree: rows run from {} to {}, {} children are listed", rows.starts.front(),
                             rows.starts.back(), total),
                 rows.offset);
  for (int64_t i = 0; i < count; ++i) {
    const int64_t begin = rows.starts[static_cast<size_t>(i)], end = rows.starts[static_cast<size_t>(i) + 1];
    if (begin < 0 || begin > end || end > total)
      return Error(fmt::format("import tree: children of module {} are {} to {} of {}", i, begin, end, total),
                   rows.offset);
    for (int64_t at = begin; at < end; ++at) {
      const int64_t child = rows.children[static_cast<size_t>(at)];
      if (child < 0 || child >= count || child == i)
        return Error(fmt::format("import tree: module {} imports module {} of {}", i, child, count), rows.offset);
      library.modules[static_cast<size_t>(i)].children.emplace_back(child);
    }
  }
  return {};
}

/// Repeatedly removes modules that no remaining module imports; modules that are left are part of a cycle.
Result<void> checkAcyclic(const Library& library, uint64_t offset) {
  std::vector<uint64_t> importers(library.modules.size(), 0);
  for (const LibraryModule& module : library.modules)
    for (const ModuleIndex child : module.children) ++importers[child.at()];
  std::vector<size_t> free;
  for (size_t i = 0; i < importers.size(); ++i)
    if (importers[i] == 0) free.push_back(i);
  size_t taken = 0;
  while (!free.empty()) {
    const size_t i = free.back();
    free.pop_back();
    ++taken;
    for (const ModuleIndex child : library.modules[i].children)
      if (--importers[child.at()] == 0) free.push_back(child.at());
  }
  if (taken == library.modules.size()) return {};
  const auto cyclic = std::find_if(importers.begin(), importers.end(), [](uint64_t n) { return n != 0; });
  return Error(fmt::format("import tree: module {} imports itself through others", cyclic - importers.begin()), offset);
}

Result<void> readFramed(ByteReader& in, Library& library) {
  RS_TRY(const Rows rows, readRows(in));
  if (rows.starts.size() < 2) return Error("import tree lists no module", rows.offset);
  // Each module needs a kind of at least 8 bytes: checked before allocation.
  const size_t count = rows.starts.size() - 1;
  if (count > in.remaining() / sizeof(uint64_t))
    return Error(fmt::format("import tree lists {} modules, {} bytes left", count, in.remaining()), rows.offset);
  library.modules.resize(count);
  RS_CHECK(setChildren(rows, static_cast<int64_t>(count), library));
  RS_CHECK(checkAcyclic(library, rows.offset));
  for (size_t i = 0; i < count; ++i) {
    LibraryModule& module = library.modules[i];
    RS_TRY(module.kind, in.readString(fmt::format("kind of module {}", i)));
    if (module.kind == kLibraryKind) continue;
    module.payloadOffset = in.fileOffset() + sizeof(uint64_t);
    RS_TRY(module.payload, in.readSized(fmt::format("module {} ({})", i, shortKind(module.kind))));
  }
  return {};
}

/// A name as an old blob writes it: its length, then its bytes.
std::string framedName(std::string_view name) {
  std::string bytes(sizeof(uint64_t), '\0');
  for (size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<char>(uint64_t{name.size()} >> (8 * i) & 0xff);
  return bytes + std::string(name);
}

/// Offsets of the known kinds in an old blob, and of the last import tree: found in one pass, because a blob may have a
/// module of unknown length at every other byte.
class KnownNames {
 public:
  explicit KnownNames(const Bytes& body) {
    uint64_t zeros = 0, at = 0;
    uint8_t before = 0;  // the last nonzero byte
    body.forEachPiece([&](std::span<const uint8_t> piece) {
      for (const uint8_t byte : piece) {
        // A length below 256 in eight bytes, followed by a name.
        if (byte != 0 && zeros == sizeof(uint64_t) - 1) look(body, at, before, byte);
        zeros = byte == 0 ? zeros + 1 : 0;
        if (byte != 0) before = byte;
        ++at;
      }
    });
  }
  /// The first at or after `from`.
  [[nodiscard]] std::optional<size_t> kindFrom(size_t from) const {
    const auto found = std::lower_bound(kinds_.begin(), kinds_.end(), from);
    return found == kinds_.end() ? std::nullopt : std::optional(*found);
  }
  [[nodiscard]] std::optional<size_t> treeFrom(size_t from) const {
    return tree_ && *tree_ >= from ? tree_ : std::nullopt;
  }

 private:
  void look(const Bytes& body, uint64_t at, uint8_t size, uint8_t first) {
    const auto is = [&](std::string_view name) {
      return name.size() == size && static_cast<uint8_t>(name[0]) == first && body.slice(at, size).text() == name;
    };
    const uint64_t entry = at - sizeof(uint64_t);
    if (is(kImportTreeKey)) tree_ = entry;
    else if (std::any_of(std::begin(kKnownKinds), std::end(kKnownKinds), is)) kinds_.push_back(entry);
  }

  std::vector<size_t> kinds_;  ///< sorted
  std::optional<size_t> tree_;
};

/// Modules of the layout before 0.22, whose payloads have no length field.
class UnframedReader {
 public:
  UnframedReader(const Bytes& body, uint64_t base, Library& library)
      : body_(body), in_(body, base), library_(library) {}

  Result<void> run() {
    RS_TRY(library_.oldFrame.count, in_.readCount("modules of the blob", sizeof(uint64_t)));
    for (uint64_t i = 0; i < library_.oldFrame.count; ++i) RS_CHECK(readEntry(i));
    // TVM 0.14 to 0.21 write a count of 0 if an executable without imports is exported alone, but the module follows.
    if (library_.oldFrame.count == 0 && entryFollows(rest())) {
      addNote(library_, "the blob declares no module but holds one, which TVM ignores");
      RS_CHECK(readEntry(0));
    }
    return finish();
  }
  /// Bytes after the last module.
  [[nodiscard]] Bytes rest() const { return body_.slice(in_.position(), body_.size()); }

 private:
  Result<void> readEntry(uint64_t index) {
    RS_TRY(std::string kind, in_.readString(fmt::format("kind of module {}", index)));
    if (kind == kImportTreeKey) {
      if (rows_) return in_.errorHere("a second import tree");
      library_.oldFrame.treeAt = library_.modules.size();
      RS_TRY(rows_, readRows(in_));
      return {};
    }
    library_.modules.emplace_back();
    library_.modules.back().kind = std::move(kind);
    if (library_.modules.back().kind != kLibraryKind) RS_CHECK(readPayload(index));
    return {};
  }

  Result<void> readPayload(uint64_t index) {
    LibraryModule& module = library_.modules.back();
    auto decoded = decodeUnframed(module.kind, library_.era, rest(), strayed_);
    if (strayed_ > kMaxStrayed * body_.size() + kFreeStrayed)
      return in_.errorHere(
          fmt::format("module {} ({}): module bounds are too ambiguous", index, shortKind(module.kind)));
    size_t size = 0;
    if (decoded.ok() && decoded->note.empty()) {
      size = decoded->size;
    } else {
      const bool last = index + 1 >= library_.oldFrame.count;
      const auto next = nextEntry(last);
      size = next ? *next : in_.remaining();
      module.note = fmt::format("no length is stored; {}",
                                next ? "assumed to end at the next known name" : "assumed to end with the blob");
      addNote(library_, fmt::format("module {} ({}): {}{}", index, shortKind(module.kind), module.note,
                                    decoded.ok() ? "" : "; " + decoded.error().message));
    }
    module.payloadOffset = in_.fileOffset();
    RS_TRY(module.payload, in_.readBytes(size, "module"));
    return {};
  }

  /// Distance to the next entry with a known name. The tree is written last, so the last of its names is the tree.
  [[nodiscard]] std::optional<size_t> nextEntry(bool last) {
    if (!names_) names_.emplace(body_);
    const size_t here = in_.position();
    std::optional<size_t> next = last ? std::nullopt : names_->kindFrom(here);
    if (!next && !rows_) next = names_->treeFrom(here);
    return next ? std::optional(*next - here) : std::nullopt;
  }

  Result<void> finish() {
    const auto count = static_cast<int64_t>(library_.modules.size());
    const uint64_t offset = rows_ ? rows_->offset : 0;
    if (rows_) {
      RS_CHECK(setChildren(*rows_, count, library_));
      return checkAcyclic(library_, offset);
    }
    // Without a tree the library itself is the root and the listed modules are its imports; but a module that TVM did
    // not count is the root.
    if (library_.oldFrame.count == 0 && count > 0) return {};
    LibraryModule root;
    root.kind = kLibraryKind;
    root.implied = true;
    for (int64_t i = 0; i < count; ++i) root.children.emplace_back(i + 1);
    library_.modules.insert(library_.modules.begin(), std::move(root));
    return {};
  }

  Bytes body_;
  ByteReader in_;
  Library& library_;
  std::optional<Rows> rows_;
  std::optional<KnownNames> names_;  ///< created on demand
  uint64_t strayed_ = 0;             ///< bytes read in vain to find where modules end
};

// ---- by content ----

constexpr size_t kMaxHeaderWords = 4096;  ///< limit of rows and children before the first kind
constexpr size_t kMaxReadings = 64, kMaxNames = 256;
constexpr uint64_t kMaxRead = 4;  ///< limit of bytes passed to all readings together, in multiples of the file size
constexpr std::string_view kExecutableKinds[] = {"relax.VMExecutable", "relax.Executable", "VMExecutable"};
constexpr std::string_view kTail = "Executable";  ///< common suffix of the kinds

/// Searches for a blob around executable kinds, in one pass; the numbers of kinds and of full readings are bounded.
class ContentSearch {
 public:
  explicit ContentSearch(const Bytes& bytes) : bytes_(bytes), left_(kMaxRead * bytes.size()) {}

  std::optional<uint64_t> run(LibraryEra& era) {
    constexpr size_t kPiece = size_t{1} << 20, kOverlap = 64;
    std::vector<uint8_t> buffer;
    for (size_t begin = 0; begin < bytes_.size(); begin += kPiece) {
      buffer.resize(std::min(kPiece + kOverlap, bytes_.size() - begin));
      bytes_.copyTo(begin, buffer);
      const std::string_view text(reinterpret_cast<const char*>(buffer.data()), buffer.size());
      for (size_t hit = text.find(kTail); hit != std::string_view::npos; hit = text.find(kTail, hit + 1))
        if (const auto found = tryAt(begin + hit + kTail.size(), era)) return found;
    }
    return std::nullopt;
  }

 private:
  /// Tries an executable kind that ends at `end`.
  std::optional<uint64_t> tryAt(size_t end, LibraryEra& era) {
    for (const std::string_view kind : kExecutableKinds) {
      const size_t size = sizeof(uint64_t) + kind.size();
      if (end < size || bytes_.slice(end - size, size).text() != framedName(kind)) continue;
      if (++names_ > kMaxNames) return std::nullopt;
      const size_t at = end - size;
      era = LibraryEra::From022;
      if (const auto found = framedBefore(at)) return found;
      // Only the executable's kind distinguishes 0.21 from earlier releases.
      era = kind == kExecutableKinds[0] ? LibraryEra::Tvm021 : LibraryEra::UpTo020;
      // The old header: the length of the blob, the number of modules.
      if (at >= 16 && word(at - 8) <= kMaxHeaderWords && readsAs(era, at - 16)) return at - 16;
    }
    return std::nullopt;
  }

  [[nodiscard]] uint64_t word(size_t at) const {
    ByteReader in(bytes_.slice(at, sizeof(uint64_t)));
    const auto value = in.read<uint64_t>("word");
    return value.ok() ? *value : 0;
  }

  bool readsAs(LibraryEra era, size_t at) {
    if (readings_ >= kMaxReadings || word(at) > bytes_.size() - at - sizeof(uint64_t) || word(at) > left_) return false;
    ++readings_;
    left_ -= word(at);
    Library trial;
    trial.era = era;
    return readBlob(bytes_.slice(at, bytes_.size()), 0, trial).ok() && !trial.modules.empty();
  }

  /// The header of a framed blob whose first kind is at `kindAt`: length, rows, children.
  std::optional<uint64_t> framedBefore(size_t kindAt) {
    for (size_t words = 5; words <= kMaxHeaderWords && words * 8 <= kindAt; ++words) {
      const size_t at = kindAt - words * 8;
      const uint64_t rows = word(at + 8);
      if (rows < 2 || rows > words - 3 || word(at + 16) != 0) continue;
      const uint64_t children = word(at + 16 + rows * 8);
      if (children <= words && rows + children + 3 == words && readsAs(LibraryEra::From022, at)) return at;
    }
    return std::nullopt;
  }

  const Bytes& bytes_;
  uint64_t left_;  ///< bytes of blobs that may still be read
  size_t readings_ = 0, names_ = 0;
};

}  // namespace

std::optional<uint64_t> findBlobByContent(const Bytes& bytes, LibraryEra& era) {
  LibraryEra found = era;
  const auto place = ContentSearch(bytes).run(found);
  if (place) era = found;
  return place;
}

Result<void> readBlob(const Bytes& bytes, uint64_t offset, Library& library) {
  ByteReader in(bytes, offset);
  RS_TRY(const uint64_t length, in.read<uint64_t>("module blob's length"));
  if (length > in.remaining())
    return Error(fmt::format("module blob of {} bytes, but {} are present", length, in.remaining()), offset,
                 sizeof(length));
  library.blobOffset = offset;
  library.blobSize = length + sizeof(uint64_t);
  RS_TRY(const Bytes body, in.readBytes(length, "module blob"));
  if (library.era == LibraryEra::From022) {
    ByteReader framed(body, offset + sizeof(uint64_t));
    RS_CHECK(readFramed(framed, library));
    library.blobTrailing = body.slice(framed.position(), body.size());
  } else {
    UnframedReader unframed(body, offset + sizeof(uint64_t), library);
    RS_CHECK(unframed.run());
    library.blobTrailing = unframed.rest();
  }
  if (!library.blobTrailing.empty())
    addNote(library, fmt::format("{} bytes after the last module of the blob", library.blobTrailing.size()));
  return {};
}

}  // namespace relaxscope
