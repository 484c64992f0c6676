// SPDX-License-Identifier: Apache-2.0
#include "vmcore/format/library/pack.h"

#include <fmt/format.h>

#include <memory>

#include "vmcore/base/text/text.h"
#include "vmcore/format/library/blob_writer.h"
#include "vmcore/format/library/library_reader.h"
#include "vmcore/format/library/symbols.h"
#include "vmcore/format/vm/executable_check.h"
#include "vmcore/format/vm/variant_change.h"
#include "vmcore/format/vm/vm_executable.h"

namespace relaxscope {
namespace {

Result<void> checkContainer(const Library& library) {
  if (!library.members.empty())
    return Error(fmt::format("{}: an executable can only be packed into an ELF shared library; link the archive first",
                             containerText(library)));
  if (library.object.format != ObjectFormat::Elf || library.blobInText)
    return Error(
        fmt::format("{}: an executable can only be packed into an ELF shared library", containerText(library)));
  if (library.object.kind == ObjectKind::Relocatable)
    return Error(
        fmt::format("{}: an executable can only be packed into a linked shared library", containerText(library)));
  if (library.blobSymbol.empty())
    return Error("no symbol of the library names its modules, so TVM would not find them", library.blobOffset);
  return {};
}

/// The current executable of the library.
Result<Executable> presentExecutable(const LibraryModule& module) {
  Diagnostics notes;
  return readVmExecutable(module.payload, module.payloadOffset, notes, vmKindOfModule(module.kind));
}

/// The new executable as it will be stored.
Result<Executable> storedForm(const LibraryModule& module, const Executable& executable, const PackOptions& options) {
  const auto present = presentExecutable(module);
  if (!present.ok() && !options.variant)
    return Error(fmt::format("the library's own executable cannot be read, so the variant to write is unknown: {}",
                             present.error().message),
                 present.error().byteOffset.value_or(module.payloadOffset));
  const Variant variant = options.variant ? *options.variant : present->variant;
  if (holdsRelayExecutable(module.kind) != isRelay(variant))
    return Error(
        fmt::format("module {} of the library cannot hold a {} executable", printable(module.kind), vmName(variant)));
  RS_TRY(Executable stored,
         inVariant(executable, variant,
                   present.ok() && present->variant == Variant::R0 ? std::string_view(present->version)
                                                                   : std::string_view()));
  RS_CHECK(checkConstantsKnown(stored));
  RS_CHECK(checkExecutable(stored));
  stored.outerPrefix = false;  // the blob has its own length field
  return stored;
}

/// An edit may break tables that contradict each other, so the result is read again before it is returned, except for
/// very large files.
Result<void> checkMade(const FileEdit& edit, const Library& want, const BytePieces& executable) {
  constexpr uint64_t kMaxChecked = uint64_t{256} << 20;
  if (edit.size() > kMaxChecked) return {};
  const auto made = readLibrary(Bytes::own(edit.bytes()));
  const Bytes payload = Bytes::own(executablePayload(want.era, executable).bytes());
  const ModuleIndex holder = executableModule(want);
  bool same = made.ok() && made->blobSymbol == want.blobSymbol && made->modules.size() == want.modules.size();
  for (size_t i = 0; same && i < want.modules.size(); ++i)
    same = made->modules[i].kind == want.modules[i].kind &&
           made->modules[i].payload == (i == holder.at() ? payload : want.modules[i].payload);
  if (!same) return Error("tables of the library contradict each other, so it cannot be edited");
  return {};
}

}  // namespace

Result<PackedLibrary> packLibrary(const Bytes& old, const Executable& executable, const PackOptions& options) {
  if (!looksLikeLibrary(old)) return Error("not a library, so it has no kernels to keep", 0);
  RS_TRY(const Bytes file, libraryBytes(old));
  RS_TRY(const Library library, readLibrary(file));
  RS_CHECK(checkContainer(library));
  const ModuleIndex holder = executableModule(library);
  if (!holder.valid()) return Error("the library holds no executable that another could replace", library.blobOffset);
  RS_TRY(Executable made, storedForm(library.modules[holder.at()], executable, options));
  const auto stored = std::make_shared<const Executable>(std::move(made));
  const BytePieces pieces = executablePieces(*stored, stored);
  RS_TRY(const BytePieces blob, blobWithExecutable(library, pieces));
  RS_TRY(ReplacedData replaced, replaceElfData(file, library.blobSymbol, library.blobSize, blob));
  // A system library passes its blob by address, from constructors; only its linker can move it.
  const bool movable = !library.blobSymbol.empty() && library.systemPrefix.empty();
  if (replaced.place != DataPlace::Same && !movable)
    return Error(fmt::format("a system library ({}): {} bytes of modules do not fit in the place of {}",
                             printable(library.blobSymbol), blob.size(), library.blobSize));
  RS_CHECK(checkMade(replaced.edit, library, pieces));
  return PackedLibrary{std::move(replaced.edit), replaced.place, stored->variant, replaced.offset, blob.size()};
}

}  // namespace relaxscope
