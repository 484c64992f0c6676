// SPDX-License-Identifier: Apache-2.0
#include "vmcore/format/library/blob_writer.h"

#include <fmt/format.h>

#include "vmcore/base/text/text.h"
#include "vmcore/format/library/kinds.h"

namespace relaxscope {
namespace {

/// The modules' payloads as they will be written.
struct Payloads {
  const Library& library;
  ModuleIndex changed;  ///< invalid if none is
  const BytePieces* payload;
  [[nodiscard]] BytePieces of(size_t index) const {
    return changed.valid() && changed.at() == index ? *payload : BytePieces(library.modules[index].payload);
  }
};

/// Rows and children as the blob holds them; modules outside the blob have no row.
Result<void> writeTree(const Library& library, PieceWriter& out) {
  std::vector<int64_t> rows{0}, children;
  const auto count = static_cast<int64_t>(library.modules.size());
  for (size_t i = 0; i < library.modules.size(); ++i) {
    const LibraryModule& module = library.modules[i];
    if (module.implied) return Error(fmt::format("module {} is implicit, which an import tree cannot hold", i));
    for (const ModuleIndex child : module.children) {
      if (!child.valid() || child.value >= count)
        return Error(fmt::format("module {} imports module {} of {}", i, child.value, count));
      children.push_back(child.value);
    }
    rows.push_back(static_cast<int64_t>(children.size()));
  }
  out.writeI64Vector(rows);
  out.writeI64Vector(children);
  return {};
}

Result<void> checkModule(const LibraryModule& module, size_t index) {
  if (module.kind == kLibraryKind && !module.payload.empty())
    return Error(fmt::format("module {} is {} and cannot have a payload", index, kLibraryKind));
  return {};
}

Result<void> writeModules(const Payloads& payloads, PieceWriter& out) {
  const Library& library = payloads.library;
  RS_CHECK(writeTree(library, out));
  for (size_t i = 0; i < library.modules.size(); ++i) {
    const LibraryModule& module = library.modules[i];
    RS_CHECK(checkModule(module, i));
    out.writeString(module.kind);
    if (module.kind == kLibraryKind) continue;
    const BytePieces payload = payloads.of(i);
    out.write<uint64_t>(payload.size());
    out.writeBytes(payload);
  }
  return {};
}

Result<void> writeOldModules(const Payloads& payloads, PieceWriter& out) {
  const Library& library = payloads.library;
  const auto tree = [&]() -> Result<void> {
    out.writeString(kImportTreeKey);
    return writeTree(library, out);
  };
  out.write(library.oldFrame.count);
  size_t written = 0;
  for (size_t i = 0; i < library.modules.size(); ++i) {
    const LibraryModule& module = library.modules[i];
    if (module.implied) continue;
    RS_CHECK(checkModule(module, i));
    if (library.oldFrame.treeAt == written) RS_CHECK(tree());
    out.writeString(module.kind);
    out.writeBytes(payloads.of(i));
    ++written;
  }
  if (library.oldFrame.treeAt && *library.oldFrame.treeAt >= written) RS_CHECK(tree());
  return {};
}

Result<BytePieces> blobOf(const Payloads& payloads) {
  const Library& library = payloads.library;
  PieceWriter body;
  if (library.era == LibraryEra::From022) RS_CHECK(writeModules(payloads, body));
  else RS_CHECK(writeOldModules(payloads, body));
  body.writeBytes(library.blobTrailing);
  PieceWriter out;
  out.write<uint64_t>(body.size());
  out.writeBytes(body.take());
  return out.take();
}

}  // namespace

Result<std::vector<uint8_t>> writeLibraryBlob(const Library& library) {
  RS_TRY(const BytePieces blob, blobOf({library, {}, nullptr}));
  return blob.bytes();
}

BytePieces executablePayload(LibraryEra era, const BytePieces& executable) {
  PieceWriter out;
  if (era != LibraryEra::From022) out.write<uint64_t>(executable.size());
  out.writeBytes(executable);
  return out.take();
}

Result<BytePieces> blobWithExecutable(const Library& library, const BytePieces& executable) {
  const ModuleIndex holder = executableModule(library);
  if (!holder.valid()) return Error("the library holds no executable");
  const BytePieces payload = executablePayload(library.era, executable);
  return blobOf({library, holder, &payload});
}

}  // namespace relaxscope
