// SPDX-License-Identifier: Apache-2.0
// The functions of NVIDIA's run-time compiler, answered by the host's C++ compiler. Source: NVRTC documentation, CUDA
// 13.0.
#include <fmt/format.h>
#include <algorithm>
#include <array>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <string_view>

#include "vmcore/emulated/compiler/host_compiler.h"

namespace relaxscope::emulated {
namespace {

enum Status : int {
  kSuccess = 0,
  kOutOfMemory = 1,
  kProgramCreationFailure = 2,
  kInvalidInput = 3,
  kInvalidProgram = 4,
  kInvalidOption = 5,
  kCompilation = 6,
};
constexpr std::array kArchitectures = {75, 80, 86, 87, 88, 89, 90, 100, 103, 110, 120, 121};

struct Program {
  CompileJob job;
  CompileOutcome outcome;
  std::string ptx;
};

/// The programs that exist, so that others are refused.
struct Programs {
  std::mutex mutex;
  std::set<Program*> all;
};
Programs& programs() {
  static Programs one;
  return one;
}
bool exists(Program* program) {
  const std::lock_guard lock(programs().mutex);
  return programs().all.count(program) != 0;
}

/// The value of an option that is written `NAME=VALUE` or `NAME VALUE`.
bool valueOf(std::string_view option, std::string_view name, const char* next, bool& usedNext, std::string& value) {
  if (option == name && next != nullptr) {
    value = next;
    usedNext = true;
    return true;
  }
  if (option.size() <= name.size() || option.substr(0, name.size()) != name || option[name.size()] != '=') return false;
  value = option.substr(name.size() + 1);
  return true;
}

bool startsWith(std::string_view text, std::string_view start) { return text.substr(0, start.size()) == start; }

/// Options without effect on a CPU.
bool isIgnored(std::string_view option) {
  static constexpr std::string_view kAlone[] = {"-default-device",
                                                "--device-as-default-execution-space",
                                                "--device-int128",
                                                "-device-int128",
                                                "--use_fast_math",
                                                "-use_fast_math",
                                                "-lineinfo",
                                                "--generate-line-info",
                                                "-G",
                                                "--device-debug",
                                                "-w",
                                                "--disable-warnings",
                                                "--extra-device-vectorization",
                                                "-extra-device-vectorization",
                                                "--dlto",
                                                "-dlto",
                                                "-rdc",
                                                "--restrict",
                                                "-restrict",
                                                "-no-cache",
                                                "--no-cache",
                                                "-no-source-include",
                                                "--no-source-include"};
  static constexpr std::string_view kWithValue[] = {
      "--fmad=",          "-fmad=",           "--ftz=",      "-ftz=",           "--prec-div=",
      "-prec-div=",       "--prec-sqrt=",     "-prec-sqrt=", "-diag-suppress=", "--diag-suppress=",
      "-diag-error=",     "--diag-error=",    "-diag-warn=", "--diag-warn=",    "--maxrregcount=",
      "-maxrregcount=",   "--ptxas-options=", "-Xptxas=",    "-rdc=",           "--relocatable-device-code=",
      "--split-compile=", "-split-compile=",  "--dopt=",     "-dopt=",          "--extensible-whole-program="};
  return std::find(std::begin(kAlone), std::end(kAlone), option) != std::end(kAlone) ||
         std::any_of(std::begin(kWithValue), std::end(kWithValue),
                     [&](auto start) { return startsWith(option, start); });
}

/// Reads one option into the job; false if it is unknown or wrong.
bool readOption(std::string_view option, const char* next, bool& usedNext, CompileJob& job, bool& real) {
  std::string value;
  if (valueOf(option, "--gpu-architecture", next, usedNext, value) || valueOf(option, "-arch", next, usedNext, value)) {
    real = startsWith(value, "sm_");
    const size_t digits = real ? 3 : startsWith(value, "compute_") ? 8 : value.size();
    char* end = nullptr;
    job.architecture = static_cast<int>(std::strtol(value.c_str() + digits, &end, 10));
    const bool plain = *end == 0 || ((*end == 'a' || *end == 'f') && end[1] == 0);
    return plain && std::find(kArchitectures.begin(), kArchitectures.end(), job.architecture) != kArchitectures.end();
  }
  if (valueOf(option, "--define-macro", next, usedNext, value)) return job.defines.push_back(value), true;
  if (valueOf(option, "--include-path", next, usedNext, value)) return job.includes.push_back(value), true;
  if (valueOf(option, "--std", next, usedNext, value) || valueOf(option, "-std", next, usedNext, value)) {
    static constexpr std::string_view kStandards[] = {"c++03", "c++11", "c++14", "c++17", "c++20"};
    job.standard = value == "c++20" ? value : "c++17";  // what stands in front of the source needs C++17
    return std::find(std::begin(kStandards), std::end(kStandards), value) != std::end(kStandards);
  }
  for (const auto start : {"-D", "-I"}) {
    if (!startsWith(option, start)) continue;
    usedNext = option.size() == 2;
    if (usedNext && next == nullptr) return false;
    value = usedNext ? next : std::string(option.substr(2));
    (start[1] == 'D' ? job.defines : job.includes).push_back(value);
    return true;
  }
  return isIgnored(option);
}

/// What PTX a real compiler would offer beside the cubin, without instructions: nothing here can run PTX.
std::string ptxOf(const CompileJob& job) {
  return fmt::format(
      "//\n// PTX of the emulated GPU has no instructions\n//\n.version 9.0\n.target sm_{}\n.address_size 64\n",
      job.architecture);
}

int copyOut(const std::string& bytes, bool terminated, char* to) {
  if (to == nullptr) return kInvalidInput;
  std::memcpy(to, bytes.data(), bytes.size());
  if (terminated) to[bytes.size()] = 0;
  return kSuccess;
}

int sizeOut(size_t bytes, size_t* to) {
  if (to == nullptr) return kInvalidInput;
  *to = bytes;
  return kSuccess;
}

int compile(Program& program, int count, const char* const* options) {
  CompileJob& job = program.job;
  job.defines.clear();
  job.includes.clear();
  bool real = false;
  job.architecture = 75;
  program.outcome = {};
  program.ptx.clear();
  for (int i = 0; i < count; ++i) {
    bool usedNext = false;
    if (options[i] == nullptr) return kInvalidInput;
    if (!readOption(options[i], i + 1 < count ? options[i + 1] : nullptr, usedNext, job, real)) {
      program.outcome.log =
          fmt::format("nvrtc: error: invalid value for option or unrecognized option: {}\n", options[i]);
      return kInvalidOption;
    }
    if (usedNext) ++i;
  }
  program.outcome = compileForHost(job);
  if (!program.outcome.compiled) return kCompilation;
  program.ptx = ptxOf(job);
  if (!real) program.outcome.image.clear();
  return kSuccess;
}

}  // namespace
}  // namespace relaxscope::emulated

using relaxscope::emulated::Program;
namespace emulated = relaxscope::emulated;

#define RS_NVRTC extern "C" __attribute__((visibility("default")))

RS_NVRTC int nvrtcVersion(int* major, int* minor) {
  if (major == nullptr || minor == nullptr) return emulated::kInvalidInput;
  *major = 13;
  *minor = 0;
  return emulated::kSuccess;
}

RS_NVRTC const char* nvrtcGetErrorString(int status) {
  static constexpr const char* kNames[] = {"NVRTC_SUCCESS",
                                           "NVRTC_ERROR_OUT_OF_MEMORY",
                                           "NVRTC_ERROR_PROGRAM_CREATION_FAILURE",
                                           "NVRTC_ERROR_INVALID_INPUT",
                                           "NVRTC_ERROR_INVALID_PROGRAM",
                                           "NVRTC_ERROR_INVALID_OPTION",
                                           "NVRTC_ERROR_COMPILATION",
                                           "NVRTC_ERROR_BUILTIN_OPERATION_FAILURE"};
  return status >= 0 && status < static_cast<int>(std::size(kNames)) ? kNames[status] : "NVRTC_ERROR unknown";
}

RS_NVRTC int nvrtcGetNumSupportedArchs(int* count) {
  if (count == nullptr) return emulated::kInvalidInput;
  *count = static_cast<int>(emulated::kArchitectures.size());
  return emulated::kSuccess;
}

RS_NVRTC int nvrtcGetSupportedArchs(int* architectures) {
  if (architectures == nullptr) return emulated::kInvalidInput;
  std::copy(emulated::kArchitectures.begin(), emulated::kArchitectures.end(), architectures);
  return emulated::kSuccess;
}

RS_NVRTC int nvrtcCreateProgram(Program** created, const char* source, const char* name, int headerCount,
                                const char* const* headers, const char* const* headerNames) {
  if (created == nullptr || source == nullptr || headerCount < 0) return emulated::kInvalidInput;
  if (headerCount > 0 && (headers == nullptr || headerNames == nullptr)) return emulated::kInvalidInput;
  auto program = std::make_unique<Program>();
  program->job.source = source;
  if (name != nullptr) program->job.name = name;
  for (int i = 0; i < headerCount; ++i) program->job.headers.emplace_back(headerNames[i], headers[i]);
  const std::lock_guard lock(emulated::programs().mutex);
  *created = *emulated::programs().all.insert(program.release()).first;
  return emulated::kSuccess;
}

RS_NVRTC int nvrtcDestroyProgram(Program** program) {
  if (program == nullptr) return emulated::kInvalidInput;
  const std::lock_guard lock(emulated::programs().mutex);
  if (emulated::programs().all.erase(*program) == 0) return emulated::kInvalidProgram;
  delete *program;
  *program = nullptr;
  return emulated::kSuccess;
}

RS_NVRTC int nvrtcCompileProgram(Program* program, int count, const char* const* options) {
  if (!emulated::exists(program)) return emulated::kInvalidProgram;
  if (count < 0 || (count > 0 && options == nullptr)) return emulated::kInvalidInput;
  return emulated::compile(*program, count, options);
}

RS_NVRTC int nvrtcGetProgramLogSize(Program* program, size_t* bytes) {
  if (!emulated::exists(program)) return emulated::kInvalidProgram;
  return emulated::sizeOut(program->outcome.log.size() + 1, bytes);
}

RS_NVRTC int nvrtcGetProgramLog(Program* program, char* log) {
  if (!emulated::exists(program)) return emulated::kInvalidProgram;
  return emulated::copyOut(program->outcome.log, true, log);
}

RS_NVRTC int nvrtcGetCUBINSize(Program* program, size_t* bytes) {
  if (!emulated::exists(program)) return emulated::kInvalidProgram;
  return emulated::sizeOut(program->outcome.image.size(), bytes);
}

RS_NVRTC int nvrtcGetCUBIN(Program* program, char* image) {
  if (!emulated::exists(program)) return emulated::kInvalidProgram;
  return emulated::copyOut(program->outcome.image, false, image);
}

RS_NVRTC int nvrtcGetPTXSize(Program* program, size_t* bytes) {
  if (!emulated::exists(program)) return emulated::kInvalidProgram;
  return emulated::sizeOut(program->ptx.size() + 1, bytes);
}

RS_NVRTC int nvrtcGetPTX(Program* program, char* ptx) {
  if (!emulated::exists(program)) return emulated::kInvalidProgram;
  return emulated::copyOut(program->ptx, true, ptx);
}

/// What an image depends on besides the source and its options, for caches; only the emulated compiler has it. Valid
/// until the next call on this thread.
RS_NVRTC const char* rsEmulatedCompiler() {
  thread_local std::string identity;
  identity = emulated::hostCompilerIdentity();
  return identity.c_str();
}
