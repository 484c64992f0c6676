// SPDX-License-Identifier: Apache-2.0
#include "vmcore/format/loader.h"

#include <fmt/format.h>

#include "vmcore/base/text.h"
#include "vmcore/format/json_form.h"
#include "vmcore/format/library.h"
#include "vmcore/format/relax_vm.h"

namespace relaxscope {
namespace {

Diagnostic noteOf(Severity severity, const char* rule, std::string message, uint64_t offset) {
  Diagnostic finding;
  finding.severity = severity;
  finding.rule = rule;
  finding.message = std::move(message);
  finding.byteOffset = offset;
  return finding;
}

Result<void> loadRawExecutable(LoadedFile& file) {
  RS_TRY(Executable executable, readRelaxVm(file.bytes, 0, file.notes));
  file.executableOffset = executable.outerPrefix ? sizeof(uint64_t) : 0;
  file.executable = std::make_shared<const Executable>(std::move(executable));
  return {};
}

Result<void> loadSharedLibrary(LoadedFile& file) {
  RS_TRY(Library library, readLibrary(file.bytes));
  const LibraryModule* holder = nullptr;
  std::string kinds;
  for (const LibraryModule& module : library.modules) {
    if (module.kind == "relax.VMExecutable" || module.kind == "relax.Executable") {
      holder = &module;
      break;
    }
    if (kinds.size() < 200) kinds += (kinds.empty() ? "" : ", ") + printable(module.kind.substr(0, 40));
  }
  if (holder == nullptr)
    return Error(fmt::format("a library without a Relax VM executable (modules: {})", kinds), library.blobOffset);
  const auto offset = static_cast<uint64_t>(holder->payload.data() - file.bytes.data());
  RS_TRY(Executable executable, readRelaxVm(holder->payload, offset, file.notes));
  for (const LibraryModule& module : library.modules)
    if (!module.note.empty())
      file.notes.add(noteOf(Severity::Warning, "module-payload",
                            fmt::format("module {}: {}", printable(module.kind.substr(0, 40)), module.note),
                            static_cast<uint64_t>(module.payload.data() - file.bytes.data())));
  file.executableOffset = offset + (executable.outerPrefix ? sizeof(uint64_t) : 0);
  file.executable = std::make_shared<const Executable>(std::move(executable));
  file.library = std::move(library);
  return {};
}

Result<void> loadJsonForm(LoadedFile& file) {
  RS_TRY(Executable executable, readJsonForm(file.bytes, file.path));
  file.executable = std::make_shared<const Executable>(std::move(executable));
  return {};
}

/// One row a format, tried in order.
struct ProbeRow {
  FileKind kind;
  const char* what;
  bool (*looksLike)(const Bytes&);
  Result<void> (*load)(LoadedFile&);
};
constexpr ProbeRow kProbes[] = {
    {FileKind::RawExecutable, "Relax VM executable", looksLikeRelaxVm, loadRawExecutable},
    {FileKind::SharedLibrary, "ELF shared library", looksLikeElf, loadSharedLibrary},
    {FileKind::JsonForm, "JSON form of convert", looksLikeJsonForm, loadJsonForm},
};

/// What people try to open that is something else.
Error unknownContent(const Bytes& bytes) {
  const std::string_view head = bytes.head(64);
  const auto begins = [&](std::string_view text) { return head.substr(0, text.size()) == text; };
  if (bytes.empty()) return Error("the file is empty", 0);
  if (begins(std::string_view("SQLite format 3\0", 16))) return Error("a profile or other SQLite file, not an executable", 0);
  if (begins("ib = rx.Builder()") || begins("@")) return Error("a text form, which this build does not read yet", 0);
  if (begins("MZ")) return Error("a Windows library, which this build does not read", 0);
  if (begins("\xcf\xfa\xed\xfe") || begins("\xca\xfe\xba\xbe")) return Error("a Mach-O library, which this build does not read", 0);
  std::string known;
  for (const ProbeRow& row : kProbes) known += (known.empty() ? "" : ", ") + std::string(row.what);
  return Error(fmt::format("no known format ({})", known), 0);
}

}  // namespace

Result<LoadedFile> loadBytes(Bytes bytes, std::string path, std::stop_token stop) {
  LoadedFile file;
  file.path = std::move(path);
  file.bytes = std::move(bytes);
  for (const ProbeRow& row : kProbes) {
    if (stop.stop_requested()) return Error("stopped");
    if (!row.looksLike(file.bytes)) continue;
    file.kind = row.kind;
    const Bytes source = file.bytes;
    const Result<void> loaded = row.load(file);
    // What can no longer be read is zeros: say what is wrong, not what they look like.
    if (!source.intact()) return Error("the file changed while it was read; open it again");
    if (!loaded.ok()) return loaded.error();
    return file;
  }
  return unknownContent(file.bytes);
}

Result<LoadedFile> loadFile(const std::string& path, std::stop_token stop) {
  RS_TRY(Bytes bytes, readFileBytes(path));
  return loadBytes(std::move(bytes), path, stop);
}

}  // namespace relaxscope
