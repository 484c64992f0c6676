// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/large_program.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <utility>

#include "vmcore/format/vm/vm_executable.h"
#include "vmcore/model/builder.h"

namespace relaxscope::bench {

namespace fs = std::filesystem;

Executable largeProgram(int64_t instructions) {
  using B = ExecutableBuilder;
  B b;
  const ConstIndex dtype = b.addConstant(DataType{static_cast<uint8_t>(TypeCode::Float), 32, 1});
  static const char* const kCallees[] = {"vm.builtin.alloc_tensor", "matmul", "fused_layer_norm_add_relu", "add"};
  const int64_t each = std::max<int64_t>(instructions / 100, 4);
  for (int64_t done = 0; done < instructions; done += each) {
    b.beginFunction(fmt::format("subgraph_{}", done / each), {"x", "w"});
    for (int64_t i = 0; i + 1 < each; ++i) {
      if (i % 50 == 49) b.emitIf(2 + i % 60, 2);
      else if (i % 5 == 3) b.emitCall("vm.builtin.null_value", {}, 2 + i % 58);
      else
        b.emitCall(kCallees[i % 4], {B::r(i % 60), B::imm(i * 64), B::c(dtype), B::r((i + 7) % 60)},
                   i % 3 == 0 ? kVoidRegister : 2 + i % 58);
    }
    b.emitRet(2);
  }
  return b.finish();
}

std::string scratchFolder() {
  static const struct Folder {
    fs::path path = fs::temp_directory_path() / fmt::format("relaxscope_bench_{}", ::getpid());
    Folder() { fs::create_directories(path); }
    ~Folder() {
      std::error_code ignored;
      fs::remove_all(path, ignored);
    }
  } folder;
  return folder.path.string();
}

size_t writeProgram(const Executable& program, const std::string& path) {
  const std::vector<uint8_t> bytes = writeVmExecutable(program);
  std::ofstream(path, std::ios::binary)
      .write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
  return bytes.size();
}

std::optional<Measure> runProcess(const std::vector<std::string>& arguments, const std::string& outPath) {
  std::vector<char*> argv;
  for (const std::string& argument : arguments) argv.push_back(const_cast<char*>(argument.c_str()));
  argv.push_back(nullptr);
  const auto start = std::chrono::steady_clock::now();
  const pid_t child = ::fork();
  if (child < 0) return std::nullopt;
  if (child == 0) {
    const int out = ::open(outPath.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
    if (out < 0 || ::dup2(out, STDOUT_FILENO) < 0) std::_Exit(127);
    ::execvp(argv[0], argv.data());
    std::_Exit(127);
  }
  int status = 0;
  struct rusage usage{};
  if (::wait4(child, &status, 0, &usage) != child || !WIFEXITED(status) || WEXITSTATUS(status) != 0)
    return std::nullopt;
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return Measure{seconds, static_cast<double>(usage.ru_maxrss) / 1024};
}

std::string benchPython() {
  const char* given = std::getenv("RELAXSCOPE_BENCH_PYTHON");
  return given != nullptr ? given : RELAXSCOPE_PYTHON;
}

std::vector<double> pythonNumbers(const char* program, const std::string& file, const std::string& outPath) {
  const std::string python = benchPython();
  if (python.empty() || !runProcess({python, "-c", program, file}, outPath)) return {};
  std::ifstream answer(outPath);
  return {std::istream_iterator<double>(answer), std::istream_iterator<double>()};
}

std::optional<Measure> runPython(const char* program, const std::string& file, const std::string& outPath) {
  const std::vector<double> numbers = pythonNumbers(program, file, outPath);
  if (numbers.size() < 2) return std::nullopt;
  return Measure{numbers[0], numbers[1]};
}

std::vector<std::string> linesOf(const std::string& command) {
  std::vector<std::string> lines;
  FILE* out = ::popen(command.c_str(), "r");
  if (out == nullptr) return lines;
  std::string line;
  for (int letter = std::fgetc(out); letter != EOF; letter = std::fgetc(out)) {
    if (letter != '\n') line += static_cast<char>(letter);
    else lines.push_back(std::exchange(line, {}));
  }
  if (!line.empty()) lines.push_back(line);
  if (::pclose(out) != 0) lines.clear();
  return lines;
}

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

}  // namespace relaxscope::bench
