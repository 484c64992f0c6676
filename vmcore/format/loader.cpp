// SPDX-License-Identifier: Apache-2.0
#include "vmcore/format/loader.h"
#include "vmcore/format/file_bytes.h"

#include <fmt/format.h>

#include <set>

#include "vmcore/base/text/text.h"
#include "vmcore/format/assembly/assembly.h"
#include "vmcore/format/findings.h"
#include "vmcore/format/json/json_form.h"
#include "vmcore/format/library/kernel_texts.h"
#include "vmcore/format/library/library_reader.h"
#include "vmcore/format/vm/parameter_list.h"
#include "vmcore/format/vm/vm_executable.h"

namespace relaxscope {
namespace {

Result<void> loadRawExecutable(LoadedFile& file) {
  RS_TRY(Executable executable, readVmExecutable(file.bytes, 0, file.notes));
  file.executableOffset = executable.outerPrefix ? sizeof(uint64_t) : 0;
  file.executable = std::make_shared<const Executable>(std::move(executable));
  return {};
}

Error withoutExecutable(const Library& library) {
  std::string kinds;
  for (const LibraryModule& module : library.modules)
    if (kinds.size() < 200) kinds += (kinds.empty() ? "" : ", ") + printable(module.kind.substr(0, 40));
  return Error(fmt::format("a library without a VM executable (modules: {})", kinds), library.blobOffset);
}

void noteLibrary(const Library& library, Diagnostics& notes) {
  for (const std::string& note : library.notes)
    notes.add(makeFinding(Severity::Warning, "library", note, library.blobOffset));
  if (library.blobSymbol.empty() && library.blobSize != 0)
    notes.add(makeFinding(
        Severity::Error, "module-symbol",
        fmt::format(
            "no symbol names the modules, so no loader finds them; they were located by content, apparently of {}",
            eraProducer(library.era)),
        library.blobOffset));
  for (const LibraryModule& module : library.modules)
    if (!module.note.empty())
      notes.add(makeFinding(Severity::Warning, "module-payload",
                            fmt::format("module {}: {}", printable(module.kind.substr(0, 40)), module.note),
                            module.payloadOffset));
}

/// Those of the packed functions, in what the library has beside its modules.
std::shared_ptr<const KernelTexts> kernelTextsOf(const Bytes& bytes, const Library& library,
                                                 const Executable& executable) {
  std::set<std::string, std::less<>> names;
  for (const Function& function : executable.functions)
    if (function.isPacked()) names.insert(function.name);
  const auto begin = static_cast<size_t>(library.blobOffset), size = static_cast<size_t>(library.blobSize);
  return std::make_shared<const KernelTexts>([bytes, names = std::move(names), begin, size] {
    KernelTexts::Map found = findKernelTexts(bytes.slice(0, begin), names);
    const size_t end = std::min(bytes.size(), begin + std::min(size, bytes.size()));
    found.merge(findKernelTexts(bytes.slice(end, bytes.size() - end), names));
    return found;
  });
}

Result<void> loadLibrary(LoadedFile& file) {
  const size_t stored = file.bytes.size();
  RS_TRY(file.bytes, libraryBytes(file.bytes));
  if (file.bytes.size() != stored)
    file.notes.add(makeFinding(
        Severity::Info, "compressed",
        fmt::format("the file is compressed; offsets refer to its {} bytes of content", file.bytes.size()), 0));
  RS_TRY(Library library, readLibrary(file.bytes));
  noteLibrary(library, file.notes);
  if (const ModuleIndex holder = executableModule(library); holder.valid()) {
    const LibraryModule& module = library.modules[holder.at()];
    RS_TRY(Executable executable,
           readVmExecutable(module.payload, module.payloadOffset, file.notes, vmKindOfModule(module.kind)));
    file.executableOffset = module.payloadOffset + (executable.outerPrefix ? sizeof(uint64_t) : 0);
    executable.kernelTexts = kernelTextsOf(file.bytes, library, executable);
    file.executable = std::make_shared<const Executable>(std::move(executable));
  }
  file.library = std::move(library);
  return {};
}

Result<void> loadJsonForm(LoadedFile& file) {
  RS_TRY(Executable executable, readJsonForm(file.bytes, file.path));
  file.executable = std::make_shared<const Executable>(std::move(executable));
  return {};
}

/// One error with the first few error messages, each with line and column.
Error errorsOf(const Assembled& assembled) {
  constexpr size_t kShown = 3;
  std::string text;
  size_t errors = 0;
  for (const AssemblyMessage& message : assembled.messages) {
    if (message.severity != Severity::Error) continue;
    if (errors++ < kShown) text += (text.empty() ? "" : "; ") + message.placed();
  }
  if (errors > kShown) text += fmt::format("; and {} more", errors - kShown);
  return Error(text);
}

Result<void> loadAssembly(LoadedFile& file, AssemblyForm form) {
  Assembled assembled = assemble(file.bytes.text(), form, sideArraysBeside(file.path));
  if (!assembled.executable) return errorsOf(assembled);
  for (const AssemblyMessage& message : assembled.messages) {
    file.notes.add(makeFinding(message.severity, "source", fmt::format("line {}: {}", message.line, message.text)));
  }
  file.executable = std::make_shared<const Executable>(*std::move(assembled.executable));
  return {};
}
bool looksLikeTextForm(const Bytes& bytes) { return assemblyFormOf(bytes) == AssemblyForm::Text; }
bool looksLikePythonForm(const Bytes& bytes) { return assemblyFormOf(bytes) == AssemblyForm::Python; }
Result<void> loadTextForm(LoadedFile& file) { return loadAssembly(file, AssemblyForm::Text); }
Result<void> loadPythonForm(LoadedFile& file) { return loadAssembly(file, AssemblyForm::Python); }

Result<void> loadParameterList(LoadedFile& file) {
  RS_TRY(Executable executable, readParameterList(file.bytes));
  file.executable = std::make_shared<const Executable>(std::move(executable));
  return {};
}

/// One row per format, tried in order.
struct ProbeRow {
  FileKind kind;
  const char* what;
  bool (*looksLike)(const Bytes&);
  Result<void> (*load)(LoadedFile&);
};
constexpr ProbeRow kProbes[] = {
    {FileKind::RawExecutable, "Relax or Relay VM executable", looksLikeVmExecutable, loadRawExecutable},
    {FileKind::ParameterList, "parameter list", looksLikeParameterList, loadParameterList},
    {FileKind::SharedLibrary, "shared library, object file or archive (ELF, Mach-O, PE/COFF, tar, ar)",
     looksLikeLibrary, loadLibrary},
    {FileKind::JsonForm, "JSON form of convert", looksLikeJsonForm, loadJsonForm},
    {FileKind::TextForm, "assembler text or TVM's as_text", looksLikeTextForm, loadTextForm},
    {FileKind::PythonForm, "assembler python form or TVM's as_python", looksLikePythonForm, loadPythonForm},
};

/// The error for a file of no known format.
Error unknownContent(const Bytes& bytes) {
  const std::string_view head = bytes.head(64);
  const auto begins = [&](std::string_view text) { return head.substr(0, text.size()) == text; };
  if (bytes.empty()) return Error("the file is empty", 0);
  if (begins(std::string_view("SQLite format 3\0", 16)))
    return Error("a profile or other SQLite file, not an executable", 0);
  std::string known;
  for (const ProbeRow& row : kProbes) known += (known.empty() ? "" : ", ") + std::string(row.what);
  return Error(fmt::format("unknown format ({})", known), 0);
}

Result<LoadedFile> load(Bytes bytes, std::string path, const std::stop_token& stop) {
  LoadedFile file;
  file.path = std::move(path);
  file.bytes = std::move(bytes);
  for (const ProbeRow& row : kProbes) {
    if (stop.stop_requested()) return Error("stopped");
    if (!row.looksLike(file.bytes)) continue;
    file.kind = row.kind;
    const Bytes source = file.bytes;
    const Result<void> loaded = row.load(file);
    // Data that can no longer be read is zeros: report the cause instead of errors in the zeros.
    if (!source.intact()) return Error("the file changed while it was read; open it again");
    if (!loaded.ok()) return loaded.error();
    return file;
  }
  return unknownContent(file.bytes);
}

}  // namespace

Result<LoadedFile> loadBytes(Bytes bytes, std::string path, std::stop_token stop) {
  RS_TRY(LoadedFile file, load(std::move(bytes), std::move(path), stop));
  if (file.executable == nullptr) return withoutExecutable(*file.library);
  return file;
}

Result<LoadedFile> loadFile(const std::string& path, std::stop_token stop) {
  RS_TRY(Bytes bytes, readFileBytes(path));
  return loadBytes(std::move(bytes), path, stop);
}

Result<std::shared_ptr<const Executable>> withConstantsFile(const Executable& executable, const std::string& constsPath,
                                                            std::stop_token stop) {
  RS_TRY(const LoadedFile list, loadFile(constsPath, std::move(stop)));
  if (list.kind != FileKind::ParameterList) return Error("not a parameter list");
  Executable bound = executable;
  RS_CHECK(bindLateConstants(bound, *list.executable));
  return std::make_shared<const Executable>(std::move(bound));
}

Result<LoadedFile> loadFileForModules(const std::string& path) {
  RS_TRY(Bytes bytes, readFileBytes(path));
  return load(std::move(bytes), path, {});
}

}  // namespace relaxscope
