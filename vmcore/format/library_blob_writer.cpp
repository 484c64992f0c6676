// SPDX-License-Identifier: Apache-2.0
#include "vmcore/format/library_blob_writer.h"

#include <fmt/format.h>

#include "vmcore/base/byte_writer.h"
#include "vmcore/base/text.h"
#include "vmcore/format/library_kinds.h"

namespace relaxscope {
namespace {

/// Rows and children as the blob holds them; modules that are not in it have no row.
Result<void> writeTree(const Library& library, ByteWriter& out) {
  std::vector<int64_t> rows{0}, children;
  const auto count = static_cast<int64_t>(library.modules.size());
  for (size_t i = 0; i < library.modules.size(); ++i) {
    const LibraryModule& module = library.modules[i];
    if (module.implied) return Error(fmt::format("module {} is implied, which an import tree cannot hold", i));
    for (const ModuleIndex child : module.children) {
      if (!child.valid() || child.value >= count) return Error(fmt::format("module {} imports module {} of {}", i, child.value, count));
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

Result<void> writeModules(const Library& library, ByteWriter& out) {
  RS_CHECK(writeTree(library, out));
  for (size_t i = 0; i < library.modules.size(); ++i) {
    const LibraryModule& module = library.modules[i];
    RS_CHECK(checkModule(module, i));
    out.writeString(module.kind);
    if (module.kind != kLibraryKind) out.writeString(module.payload.text());
  }
  return {};
}

Result<void> writeOldModules(const Library& library, ByteWriter& out) {
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
    out.writeBytes(module.payload.span());
    ++written;
  }
  if (library.oldFrame.treeAt && *library.oldFrame.treeAt >= written) RS_CHECK(tree());
  return {};
}

}  // namespace

Result<std::vector<uint8_t>> writeLibraryBlob(const Library& library) {
  ByteWriter body;
  if (library.era == LibraryEra::From022) RS_CHECK(writeModules(library, body));
  else RS_CHECK(writeOldModules(library, body));
  body.writeBytes(library.blobTrailing.span());
  ByteWriter out;
  out.reserve(body.size() + sizeof(uint64_t));
  out.write<uint64_t>(body.size());
  out.writeBytes(body.buffer());
  return out.take();
}

Bytes executablePayload(LibraryEra era, std::span<const uint8_t> executable) {
  ByteWriter out;
  out.reserve(executable.size() + sizeof(uint64_t));
  if (era != LibraryEra::From022) out.write<uint64_t>(executable.size());
  out.writeBytes(executable);
  return Bytes::own(out.take());
}

Result<Library> withExecutable(const Library& library, std::span<const uint8_t> executable) {
  const ModuleIndex holder = executableModule(library);
  if (!holder.valid()) return Error("the library holds no executable");
  Library changed = library;
  changed.modules[holder.at()].payload = executablePayload(library.era, executable);
  return changed;
}

}  // namespace relaxscope
