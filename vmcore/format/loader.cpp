// SPDX-License-Identifier: Apache-2.0
#include "vmcore/format/loader.h"
#include "vmcore/format/file_bytes.h"

#include <fmt/format.h>

#include <set>

#include "vmcore/base/text/text.h"
#include "vmcore/format/assembly/assembly.h"
#include "vmcore/format/code/disassembly.h"
#include "vmcore/format/code/kernel_codes.h"
#include "vmcore/format/findings.h"
#include "vmcore/format/json/json_form.h"
#include "vmcore/format/library/kernel_checks.h"
#include "vmcore/format/library/kernel_texts.h"
#include "vmcore/format/library/library_reader.h"
#include "vmcore/format/vm/parameter_list.h"
#include "vmcore/format/vm/vm_executable.h"
#include "vmcore/model/builtin.h"

namespace relaxscope {
namespace {

/// The executable that was read of the bytes at `offset`, or what was decoded of it and the error.
Result<void> takeExecutable(PartialFile& opening, Result<Executable> read, PartialExecutable decoded, uint64_t offset) {
  Executable& executable = read.ok() ? *read : decoded.executable;
  opening.file.executableOffset = offset + (executable.outerPrefix ? sizeof(uint64_t) : 0);
  if (read.ok() || decoded.end != 0)
    opening.file.executable = std::make_shared<const Executable>(std::move(executable));
  opening.decodedEnd = decoded.end;
  return read.ok() ? Result<void>() : std::move(read).error();
}

Result<void> loadRawExecutable(PartialFile& opening) {
  LoadedFile& file = opening.file;
  PartialExecutable decoded;
  auto read = readVmExecutable(file.bytes, 0, file.notes, VmKind::Unknown, &decoded);
  return takeExecutable(opening, std::move(read), std::move(decoded), 0);
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
    if (function.isPacked() && findBuiltin(function.name) == nullptr) names.insert(function.name);
  const auto begin = static_cast<size_t>(library.blobOffset), size = static_cast<size_t>(library.blobSize);
  return std::make_shared<const KernelTexts>([bytes, names = std::move(names), begin, size] {
    const size_t end = std::min(bytes.size(), begin + std::min(size, bytes.size()));
    const Bytes parts[] = {bytes.slice(0, begin), bytes.slice(end, bytes.size() - end)};
    KernelTexts::Map signatures;
    for (const Bytes& part : parts) signatures.merge(findKernelTexts(part, names));
    std::set<std::string, std::less<>> others = names;
    for (const auto& [name, text] : signatures) others.erase(name);
    return KernelTexts::Found(std::move(signatures), findKernelChecks(parts, others));
  });
}

Result<void> loadLibrary(PartialFile& opening) {
  LoadedFile& file = opening.file;
  const size_t stored = file.bytes.size();
  RS_TRY(file.bytes, libraryBytes(file.bytes));
  if (file.bytes.size() != stored)
    file.notes.add(makeFinding(
        Severity::Info, "compressed",
        fmt::format("the file is compressed; offsets refer to its {} bytes of content", file.bytes.size()), 0));
  Library& library = file.library.emplace();
  auto read = readLibrary(file.bytes, &library);
  if (!read.ok()) return std::move(read).error();
  library = *std::move(read);
  noteLibrary(library, file.notes);
  const ModuleIndex holder = executableModule(library);
  if (!holder.valid()) return {};
  const LibraryModule& module = library.modules[holder.at()];
  PartialExecutable decoded;
  auto executable =
      readVmExecutable(module.payload, module.payloadOffset, file.notes, vmKindOfModule(module.kind), &decoded);
  if (executable.ok()) {
    executable->kernelTexts = kernelTextsOf(file.bytes, library, *executable);
    file.kernelCodes = std::make_shared<const KernelCodes>(
        [bytes = file.bytes, era = library.era] { return readKernelCodes(bytes, era); },
        [bytes = file.bytes, era = library.era](std::string_view kernel) { return disassembly(bytes, era, kernel); });
  }
  return takeExecutable(opening, std::move(executable), std::move(decoded), module.payloadOffset);
}

Result<void> loadJsonForm(PartialFile& opening) {
  LoadedFile& file = opening.file;
  RS_TRY(Executable executable, readJsonForm(file.bytes, file.path));
  file.executable = std::make_shared<const Executable>(std::move(executable));
  return {};
}

/// One error with the first few error messages, each with line and column.
Error errorsOf(const Assembled& assembled) {
  constexpr size_t kShown = 3;
  std::string text;
  size_t errors = 0;
  std::optional<ByteRange> first;
  for (const AssemblyMessage& message : assembled.messages) {
    if (message.severity != Severity::Error) continue;
    if (!first) first = ByteRange{message.byteOffset, std::max<uint64_t>(1, message.byteLength)};
    if (errors++ < kShown) text += (text.empty() ? "" : "; ") + message.placed();
  }
  if (errors > kShown) text += fmt::format("; and {} more", errors - kShown);
  Error error(text);
  error.field = first;
  return error;
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
Result<void> loadTextForm(PartialFile& opening) { return loadAssembly(opening.file, AssemblyForm::Text); }
Result<void> loadPythonForm(PartialFile& opening) { return loadAssembly(opening.file, AssemblyForm::Python); }

Result<void> loadParameterList(PartialFile& opening) {
  PartialExecutable decoded;
  auto read = readParameterList(opening.file.bytes, &decoded);
  return takeExecutable(opening, std::move(read), std::move(decoded), 0);
}

/// One row per format, tried in order.
struct ProbeRow {
  FileKind kind;
  const char* what;
  bool (*looksLike)(const Bytes&);
  Result<void> (*load)(PartialFile&);
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
    return Error("a profile or other SQLite file, not an executable", 0, 16);
  std::string known;
  for (const ProbeRow& row : kProbes) known += (known.empty() ? "" : ", ") + std::string(row.what);
  return Error(fmt::format("unknown format ({})", known), 0, sizeof(uint64_t));
}

/// Reads the bytes in `opening` by the first format that they look like.
Result<void> load(PartialFile& opening, const std::stop_token& stop) {
  LoadedFile& file = opening.file;
  for (const ProbeRow& row : kProbes) {
    if (stop.stop_requested()) return Error("stopped");
    if (!row.looksLike(file.bytes)) continue;
    file.kind = row.kind;
    return row.load(opening);
  }
  return unknownContent(file.bytes);
}

Result<LoadedFile> load(Bytes bytes, std::string path, const std::stop_token& stop, bool needsExecutable,
                        std::optional<PartialFile>* partial) {
  const Bytes source = bytes;
  PartialFile opening;
  opening.file.path = std::move(path);
  opening.file.bytes = std::move(bytes);
  Result<void> loaded = load(opening, stop);
  // Data that can no longer be read is zeros: report the cause instead of errors in the zeros.
  if (!source.intact()) return Error("the file changed while it was read; open it again");
  if (loaded.ok() && needsExecutable && opening.file.executable == nullptr)
    loaded = withoutExecutable(*opening.file.library);
  if (loaded.ok()) return std::move(opening.file);
  if (partial != nullptr && !stop.stop_requested()) *partial = std::move(opening);
  return std::move(loaded).error();
}

}  // namespace

Result<LoadedFile> loadBytes(Bytes bytes, std::string path, std::stop_token stop, std::optional<PartialFile>* partial) {
  return load(std::move(bytes), std::move(path), stop, true, partial);
}

Result<LoadedFile> loadFile(const std::string& path, std::stop_token stop, std::optional<PartialFile>* partial) {
  RS_TRY(Bytes bytes, readFileBytes(path));
  return loadBytes(std::move(bytes), path, std::move(stop), partial);
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
  return load(std::move(bytes), path, {}, false, nullptr);
}

}  // namespace relaxscope
