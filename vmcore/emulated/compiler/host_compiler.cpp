// SPDX-License-Identifier: Apache-2.0
#include "vmcore/emulated/compiler/host_compiler.h"

#include <fmt/format.h>
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <mutex>
#include <optional>
#include <system_error>

#include "vmcore/base/bytes/sha256.h"
#include "vmcore/device/process.h"
#include "vmcore/emulated/compiler/cuda_source.h"
#include "vmcore/emulated/compiler/prelude.h"

namespace relaxscope::emulated {
namespace {

namespace fs = std::filesystem;
constexpr std::chrono::seconds kCompileLimit{600};
constexpr const char* kNoCompiler =
    "the emulated GPU needs a C++ compiler: none of $CXX, c++, g++ and clang++ was found on PATH\n";

struct Compiler {
  std::vector<std::string> command;  ///< $CXX may be two words: "ccache g++"
  bool clang = false;
  std::string version;
};

std::vector<std::string> words(const char* text) {
  std::vector<std::string> found;
  std::string word;
  for (const char* c = text; *c != 0; ++c) {
    if (*c != ' ' && *c != '\t') word += *c;
    else if (!word.empty()) found.push_back(std::exchange(word, {}));
  }
  if (!word.empty()) found.push_back(word);
  return found;
}

std::optional<Compiler> findCompiler() {
  const char* chosen = std::getenv("CXX");
  std::vector<std::vector<std::string>> candidates;
  if (chosen != nullptr) candidates.push_back(words(chosen));
  for (const char* name : {"c++", "g++", "clang++"}) candidates.push_back({name});
  for (auto& command : candidates) {
    if (command.empty() || findProgram(command[0]).empty()) continue;
    Compiler compiler{command, false, {}};
    command.insert(command.end(), {"-dM", "-E", "-x", "c++", "/dev/null"});
    const auto macros = runProcess(command, kCompileLimit);
    if (!macros || macros->exitCode != 0) continue;
    compiler.clang = macros->output.find("#define __clang__ 1") != std::string::npos;
    const size_t at = macros->output.find("#define __VERSION__ ");
    if (at != std::string::npos)
      compiler.version = macros->output.substr(at + 20, macros->output.find('\n', at) - at - 20);
    return compiler;
  }
  return std::nullopt;
}

/// Found once for each value of $CXX and PATH.
std::optional<Compiler> hostCompiler() {
  static std::mutex mutex;
  static std::string foundFor;
  static std::optional<Compiler> found;
  const auto variable = [](const char* name) {
    return std::string(std::getenv(name) != nullptr ? std::getenv(name) : "");
  };
  const std::lock_guard lock(mutex);
  const std::string key = variable("CXX") + '\n' + variable("PATH");
  if (!found || foundFor != key) {
    found = findCompiler();
    foundFor = key;
  }
  return found;
}

/// A new folder below the one for temporary files, removed with all its files.
class WorkFolder {
 public:
  WorkFolder() {
    std::error_code error;
    std::string name = (fs::temp_directory_path(error) / "relaxscope-kernels-XXXXXX").string();
    if (!error && mkdtemp(name.data()) != nullptr) path_ = name;
  }
  ~WorkFolder() {
    std::error_code ignored;
    if (!path_.empty()) fs::remove_all(path_, ignored);
  }
  WorkFolder(const WorkFolder&) = delete;
  WorkFolder& operator=(const WorkFolder&) = delete;
  [[nodiscard]] bool made() const { return !path_.empty(); }
  [[nodiscard]] std::string file(std::string_view name) const { return (fs::path(path_) / name).string(); }
  /// False if the name leads out of the folder, or the disk is full.
  [[nodiscard]] bool write(std::string_view name, std::string_view text) const {
    const fs::path relative = fs::path(name).lexically_normal();
    if (relative.empty() || relative.is_absolute() || *relative.begin() == "..") return false;
    std::error_code error;
    fs::create_directories((fs::path(path_) / relative).parent_path(), error);
    std::ofstream out(fs::path(path_) / relative, std::ios::binary);
    out.write(text.data(), static_cast<std::streamsize>(text.size()));
    out.flush();
    return out.good();
  }

 private:
  std::string path_;
};

std::optional<std::string> readFile(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  if (!in) return std::nullopt;
  return std::string(std::istreambuf_iterator<char>(in), {});
}

/// A name for the source's file: its last part, in plain characters.
std::string fileName(const std::string& name) {
  std::string plain = name.substr(name.rfind('/') == std::string::npos ? 0 : name.rfind('/') + 1);
  for (char& c : plain)
    if (std::isalnum(static_cast<unsigned char>(c)) == 0 && c != '.' && c != '_' && c != '-') c = '_';
  return plain.empty() || plain[0] == '.' || plain[0] == '-' ? "default_program" : plain.substr(0, 200);
}

bool writeSources(const WorkFolder& folder, const CompileJob& job, const std::string& name) {
  bool written = folder.write("source/" + name, job.source);
  for (const auto& file : preludeFiles())
    written = written && folder.write(fmt::format("prelude/{}", file.name), file.text);
  for (const auto& [header, text] : job.headers) written = written && folder.write("headers/" + header, text);
  return written;
}

std::vector<std::string> preprocessing(const Compiler& compiler, const CompileJob& job, const WorkFolder& folder,
                                       const std::string& name) {
  auto command = compiler.command;
  command.insert(command.end(), {"-E", "-x", "c++", "-std=" + job.standard, "-w", "-U_FORTIFY_SOURCE",
                                 fmt::format("-fmacro-prefix-map={}=", folder.file("source/")),
                                 fmt::format("-DRS_ARCHITECTURE={}", job.architecture),
                                 fmt::format("-D__CUDA_ARCH__={}0", job.architecture)});
  for (const auto& define : job.defines) command.push_back("-D" + define);
  command.insert(command.end(), {"-I", folder.file("prelude"), "-I", folder.file("headers")});
  for (const auto& include : job.includes) command.insert(command.end(), {"-I", include});
  command.insert(command.end(), {"-include", folder.file("prelude/rs_prelude.cuh"), folder.file("source/" + name), "-o",
                                 folder.file("kernels.ii")});
  return command;
}

/// Every memory access of the result is a call of a function that decides it.
std::vector<std::string> compiling(const Compiler& compiler, const CompileJob& job, const WorkFolder& folder) {
  auto command = compiler.command;
  command.insert(command.end(), {"-x", "c++-cpp-output", "-std=" + job.standard, "-shared", "-fPIC", "-O1", "-w",
                                 "-fno-strict-aliasing", "-fwrapv", "-ffp-contract=off", "-fno-math-errno",
                                 "-fno-exceptions", "-fno-rtti", "-fno-stack-protector", "-fno-threadsafe-statics",
                                 "-fsanitize=kernel-address", "-Wl,-z,defs", "-Wl,-Bsymbolic"});
  if (compiler.clang) {
    for (const char* option : {"-asan-instrumentation-with-call-threshold=0", "-asan-stack=0", "-asan-globals=0"}) {
      command.insert(command.end(), {"-mllvm", option});
    }
  } else {
    command.insert(command.end(), {"-fno-gnu-unique", "--param", "asan-instrumentation-with-call-threshold=0",
                                   "--param", "asan-stack=0", "--param", "asan-globals=0"});
  }
#if defined(__x86_64__)
  command.emplace_back("-fcf-protection=none");
#endif
  command.insert(command.end(), {folder.file("kernels.cpp.ii"), "-o", folder.file("image.so"), "-lm"});
  return command;
}

/// "kernels.cu:12:5: error: text" of the compiler as NVRTC's "kernels.cu(12): error: text"; paths of the folder go.
std::string nvrtcLog(std::string_view output, const WorkFolder& folder) {
  std::string log;
  const std::string paths[] = {folder.file("source/"), folder.file("prelude/"), folder.file("headers/"),
                               folder.file("")};
  while (!output.empty()) {
    const size_t end = std::min(output.find('\n'), output.size());
    std::string line(output.substr(0, end));
    output.remove_prefix(std::min(end + 1, output.size()));
    for (const auto& path : paths) {
      for (size_t at = 0; (at = line.find(path, at)) != std::string::npos;) line.erase(at, path.size());
    }
    const size_t first = line.find(':'), second = first == std::string::npos ? first : line.find(':', first + 1);
    const size_t third = second == std::string::npos ? second : line.find(':', second + 1);
    const auto isNumber = [&](size_t from, size_t to) {
      return to > from &&
             std::all_of(line.begin() + static_cast<ptrdiff_t>(from), line.begin() + static_cast<ptrdiff_t>(to),
                         [](char c) { return c >= '0' && c <= '9'; });
    };
    if (third != std::string::npos && isNumber(first + 1, second) && isNumber(second + 1, third)) {
      line = fmt::format("{}({}){}", line.substr(0, first), line.substr(first + 1, second - first - 1),
                         line.substr(third));
    }
    log += line + "\n";
  }
  return log;
}

std::string problemLog(const CppSource& source) {
  std::string log;
  for (const auto& problem : source.problems) {
    log += fmt::format("{}({}): error: {}\n", problem.file.substr(problem.file.rfind('/') + 1), problem.line,
                       problem.message);
  }
  return log;
}

/// Runs one step; false if it failed, with what it printed in the log.
bool runStep(const std::vector<std::string>& command, const WorkFolder& folder, std::string& log) {
  const auto end = runProcess(command, kCompileLimit);
  if (!end) {
    log += end.error().text() + "\n";
    return false;
  }
  log += nvrtcLog(end->output, folder);
  if (end->timedOut) log += fmt::format("error: the compiler did not end within {} s\n", kCompileLimit.count());
  else if (end->exitCode != 0 && end->output.empty())
    log += fmt::format("error: the compiler ended with {}\n", end->exitCode);
  return end->exitCode == 0 && !end->timedOut;
}

}  // namespace

CompileOutcome compileForHost(const CompileJob& job) {
  CompileOutcome outcome;
  const auto compiler = hostCompiler();
  if (!compiler) {
    outcome.log = kNoCompiler;
    return outcome;
  }
  const WorkFolder folder;
  const std::string name = fileName(job.name);
  if (!folder.made() || !writeSources(folder, job, name)) {
    outcome.log = "error: temporary files cannot be written\n";
    return outcome;
  }
  if (!runStep(preprocessing(*compiler, job, folder, name), folder, outcome.log)) return outcome;
  const auto text = readFile(folder.file("kernels.ii"));
  const CppSource source = cppFromCuda(text ? *text : std::string());
  outcome.log += problemLog(source);
  if (!source.problems.empty() || !folder.write("kernels.cpp.ii", source.text)) return outcome;
  if (!runStep(compiling(*compiler, job, folder), folder, outcome.log)) return outcome;
  auto image = readFile(folder.file("image.so"));
  outcome.compiled = image.has_value();
  if (image) outcome.image = std::move(*image);
  return outcome;
}

std::string hostCompilerIdentity() {
  const auto compiler = hostCompiler();
  if (!compiler) return {};
  Sha256 digest;
  const auto add = [&](std::string_view text) {
    digest.update({reinterpret_cast<const uint8_t*>(text.data()), text.size()});
    digest.update(std::array<uint8_t, 1>{0});
  };
  for (const auto& file : preludeFiles()) {
    add(file.name);
    add(file.text);
  }
  std::string identity = fmt::format("emulated, {} {}, ", fmt::join(compiler->command, " "), compiler->version);
  for (const uint8_t byte : digest.finish()) identity += fmt::format("{:02x}", byte);
  return identity;
}

}  // namespace relaxscope::emulated
