// SPDX-License-Identifier: Apache-2.0
#include "vmcore/worker/library_compiler.h"

#include <fmt/format.h>
#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <system_error>

#include "vmcore/build/codegen/c_kernels.h"
#include "vmcore/build/codegen/library_text.h"
#include "vmcore/device/process.h"
#include "vmcore/format/file_bytes.h"

namespace relaxscope {
namespace {

namespace fs = std::filesystem;

constexpr std::chrono::seconds kVersionLimit{30};

/// A new folder that only this user can enter, removed with its content.
class PrivateFolder {
 public:
  PrivateFolder() {
    std::error_code failed;
    std::string name = (fs::temp_directory_path(failed) / "relaxscope-build-XXXXXX").string();
    if (failed) problem_ = failed.message();
    else if (mkdtemp(name.data()) == nullptr) problem_ = std::strerror(errno);
    else path_ = name;
  }
  ~PrivateFolder() {
    std::error_code ignored;
    if (!path_.empty()) fs::remove_all(path_, ignored);
  }
  PrivateFolder(const PrivateFolder&) = delete;
  PrivateFolder& operator=(const PrivateFolder&) = delete;
  [[nodiscard]] const std::string& path() const { return path_; }
  [[nodiscard]] const std::string& problem() const { return problem_; }
  [[nodiscard]] std::string file(std::string_view name) const { return (fs::path(path_) / name).string(); }

 private:
  std::string path_, problem_;
};

std::vector<std::string> wordsOf(std::string_view text) {
  std::vector<std::string> words;
  std::string word;
  for (const char c : text) {
    if (c != ' ' && c != '\t') word += c;
    else if (!word.empty()) words.push_back(std::exchange(word, {}));
  }
  if (!word.empty()) words.push_back(word);
  return words;
}

Result<void> writeFile(const std::string& path, std::string_view bytes) {
  std::ofstream out(path, std::ios::binary);
  out.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  out.close();
  if (!out) return Error(fmt::format("{}: cannot be written: {}", path, std::strerror(errno)));
  return {};
}

std::string firstLine(std::string_view text) { return std::string(text.substr(0, text.find('\n'))); }

/// The option that chooses a CPU; an error for what is no name of one.
Result<std::vector<std::string>> cpuOption(const std::string& cpu) {
  if (cpu.empty()) return std::vector<std::string>();
  const bool plain = std::all_of(cpu.begin(), cpu.end(), [](const char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || std::strchr("-_.+", c) != nullptr;
  });
  if (!plain) return Error(fmt::format("\"{}\" is no name of a CPU", cpu));
#if defined(__aarch64__) || defined(__arm__)
  return std::vector<std::string>{"-mcpu=" + cpu};
#else
  return std::vector<std::string>{"-march=" + cpu};
#endif
}

/// Writes the inputs; returns their names in the folder.
Result<std::vector<std::string>> writeInputs(const CompileRequest& request, const PrivateFolder& folder) {
  std::vector<std::string> names;
  std::vector<uint8_t> blob;
  if (!request.executable.empty()) {
    RS_TRY(blob, build::libraryBlob(request.executable));
    if (!request.executable.intact()) return Error("the file of the executable changed while it was read");
  }
  const bool assembled = blob.size() > build::kMostBlobInC;
  if (!request.kernels.empty()) {
    RS_CHECK(writeFile(folder.file("kernels.c"), request.kernels));
    names.emplace_back("kernels.c");
  }
  RS_CHECK(writeFile(folder.file("library.c"), build::libraryCText(assembled ? std::span<const uint8_t>() : blob)));
  names.emplace_back("library.c");
  if (assembled) {
    RS_CHECK(writeFile(folder.file("library.bin"), {reinterpret_cast<const char*>(blob.data()), blob.size()}));
    RS_CHECK(writeFile(folder.file("library.s"), build::libraryAssemblyText(folder.file("library.bin"), blob.size())));
    names.emplace_back("library.s");
  }
  return names;
}

/// What the compiler printed without the folder's path, which means nothing to a reader.
std::string shownOutput(std::string text, const PrivateFolder& folder) {
  const std::string prefix = folder.path() + "/";
  for (size_t at = 0; (at = text.find(prefix, at)) != std::string::npos;) text.erase(at, prefix.size());
  while (!text.empty() && text.back() == '\n') text.pop_back();
  return text;
}

Result<void> checkEnd(const ProcessEnd& end, const CompileRequest& request, const std::string& compiler,
                      const std::string& shown) {
  if (end.timedOut)
    return Error(fmt::format("the C compiler {} was ended: it took longer than {} s", compiler, request.limit.count()));
  if (end.exitCode > 128) {
    const int signal = end.exitCode - 128;
    return Error(fmt::format("the C compiler {} was ended by a signal: {}", compiler, strsignal(signal)));
  }
  // The driver of GCC tells of a killed part in its output and ends with 1 or 4.
  for (const std::string_view killed : {"Killed signal", "internal compiler error: Killed"})
    if (end.exitCode != 0 && shown.find(killed) != std::string::npos)
      return Error(fmt::format("the C compiler {} was killed, perhaps for lack of memory", compiler));
  if (end.exitCode != 0)
    return Error(shown.empty() ? fmt::format("the C compiler {} ended with {} and said nothing", compiler, end.exitCode)
                               : fmt::format("the C compiler {} ended with {}:\n{}", compiler, end.exitCode, shown));
  return {};
}

std::string typedCommand(const std::vector<std::string>& command, const PrivateFolder& folder) {
  std::string text;
  for (const std::string& word : command) text += fmt::format("{}{}", text.empty() ? "" : " ", word);
  return shownOutput(text, folder);
}

}  // namespace

Result<std::vector<std::string>> findCCompiler(const std::string& wanted) {
  const char* variable = std::getenv("CC");
  const std::string chosen = !wanted.empty() ? wanted : variable != nullptr ? variable : "";
  std::vector<std::string> words = wordsOf(chosen);
  if (words.empty()) words.emplace_back("cc");
  if (!findProgram(words[0]).empty()) return words;
  if (!chosen.empty())
    return Error(fmt::format("the C compiler {} ({}) was not found", words[0], !wanted.empty() ? "--cc" : "$CC"));
  return Error(
      "no C compiler for the kernels: cc was not found on PATH. Install GCC or Clang, or name one with --cc or "
      "$CC");
}

Result<CompiledLibrary> compileLibrary(const CompileRequest& request) {
  RS_TRY(std::vector<std::string> command, findCCompiler(request.compiler));
  RS_TRY(const std::vector<std::string> cpu, cpuOption(request.cpu));
  const PrivateFolder folder;
  if (folder.path().empty()) return Error("cannot make a temporary folder: " + folder.problem());
  CompiledLibrary made;
  const std::string compiler = command[0];
  auto versionCommand = command;
  versionCommand.emplace_back("--version");
  if (const auto version = runProcess(versionCommand, kVersionLimit); version && version->exitCode == 0)
    made.compiler = firstLine(version->output);
  RS_TRY(const std::vector<std::string> inputs, writeInputs(request, folder));
  command.insert(command.end(), {"-shared", "-fPIC", "-fvisibility=hidden",
                                 fmt::format("-O{}", std::clamp(request.optimisation, 0, 3))});
  command.insert(command.end(), std::begin(build::kCOptions), std::end(build::kCOptions));
  command.insert(command.end(), cpu.begin(), cpu.end());
  command.insert(command.end(), {"-Wl,--build-id=none"});
  command.insert(command.end(), request.furtherOptions.begin(), request.furtherOptions.end());
  for (const std::string& name : inputs) command.push_back(folder.file(name));
  command.insert(command.end(), {"-o", folder.file("library.so"), "-lm"});
  made.command = typedCommand(command, folder);
  const auto start = std::chrono::steady_clock::now();
  // The compiler's own temporary files are in the folder too, also those of a compiler that is ended.
  command.insert(command.begin(), {"env", "TMPDIR=" + folder.path()});
  RS_TRY(const ProcessEnd end, runProcess(command, request.limit));
  made.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  made.warnings = shownOutput(end.output, folder);
  RS_CHECK(checkEnd(end, request, compiler, made.warnings));
  auto library = readFileBytes(folder.file("library.so"), SIZE_MAX);
  if (!library.ok()) return Error("the C compiler wrote no library");
  made.library = *std::move(library);
  return made;
}

}  // namespace relaxscope
