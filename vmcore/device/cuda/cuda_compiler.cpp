// SPDX-License-Identifier: Apache-2.0
#include "vmcore/device/cuda/cuda_compiler.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <mutex>
#include <set>
#include <string_view>
#include <system_error>

#include "vmcore/device/process.h"

namespace relaxscope::cuda {
namespace {

namespace fs = std::filesystem;

constexpr const char* kCacheFormat = "1";
constexpr std::chrono::seconds kNvccLimit{600};

// What TVM's sources need of CUDA's standard library. With these two headers they compile without any other, and two to
// eight times faster.
constexpr const char* kCstdint = R"(#pragma once
namespace cuda {
namespace std {
typedef signed char int8_t;
typedef short int16_t;
typedef int int32_t;
typedef long long int64_t;
typedef unsigned char uint8_t;
typedef unsigned short uint16_t;
typedef unsigned int uint32_t;
typedef unsigned long long uint64_t;
typedef long long intptr_t;
typedef unsigned long long uintptr_t;
}
}
)";
constexpr const char* kTypeTraits = R"(#pragma once
namespace cuda {
namespace std {
template <class T, T v> struct integral_constant {
  static constexpr T value = v;
  typedef T value_type;
  constexpr operator T() const { return v; }
};
typedef integral_constant<bool, true> true_type;
typedef integral_constant<bool, false> false_type;
template <class A, class B> struct is_same : false_type {};
template <class A> struct is_same<A, A> : true_type {};
template <class A, class B> constexpr bool is_same_v = is_same<A, B>::value;
template <class T> struct remove_cv { typedef T type; };
template <class T> struct remove_cv<const T> { typedef T type; };
template <class T> struct remove_cv<volatile T> { typedef T type; };
template <class T> struct remove_cv<const volatile T> { typedef T type; };
template <class T> struct rs_is_integral : false_type {};
template <> struct rs_is_integral<bool> : true_type {};
template <> struct rs_is_integral<char> : true_type {};
template <> struct rs_is_integral<signed char> : true_type {};
template <> struct rs_is_integral<unsigned char> : true_type {};
template <> struct rs_is_integral<wchar_t> : true_type {};
template <> struct rs_is_integral<char16_t> : true_type {};
template <> struct rs_is_integral<char32_t> : true_type {};
template <> struct rs_is_integral<short> : true_type {};
template <> struct rs_is_integral<unsigned short> : true_type {};
template <> struct rs_is_integral<int> : true_type {};
template <> struct rs_is_integral<unsigned int> : true_type {};
template <> struct rs_is_integral<long> : true_type {};
template <> struct rs_is_integral<unsigned long> : true_type {};
template <> struct rs_is_integral<long long> : true_type {};
template <> struct rs_is_integral<unsigned long long> : true_type {};
template <class T> struct rs_is_float : false_type {};
template <> struct rs_is_float<float> : true_type {};
template <> struct rs_is_float<double> : true_type {};
template <> struct rs_is_float<long double> : true_type {};
template <class T> struct is_integral : rs_is_integral<typename remove_cv<T>::type> {};
template <class T> struct is_floating_point : rs_is_float<typename remove_cv<T>::type> {};
template <class T, bool number> struct rs_is_signed : integral_constant<bool, (T(-1) < T(0))> {};
template <class T> struct rs_is_signed<T, false> : false_type {};
template <class T> struct is_signed
    : rs_is_signed<typename remove_cv<T>::type, is_integral<T>::value || is_floating_point<T>::value> {};
template <class T> struct is_unsigned : integral_constant<bool, is_integral<T>::value && !is_signed<T>::value> {};
template <bool condition, class T = void> struct enable_if {};
template <class T> struct enable_if<true, T> { typedef T type; };
template <bool condition, class A, class B> struct conditional { typedef A type; };
template <class A, class B> struct conditional<false, A, B> { typedef B type; };
}
}
)";
constexpr const char* kShimNames[] = {"cuda/std/cstdint", "cuda/std/type_traits"};
constexpr const char* kShims[] = {kCstdint, kTypeTraits};

/// Names in the source's #include lines.
std::set<std::string> includesOf(std::string_view source) {
  std::set<std::string> names;
  for (size_t at = 0; (at = source.find("#include", at)) != std::string_view::npos;) {
    at += 8;
    const size_t open = source.find_first_of("<\"\n", at);
    if (open == std::string_view::npos || source[open] == '\n') continue;
    const size_t close = source.find_first_of(">\"\n", open + 1);
    if (close == std::string_view::npos || source[close] == '\n') continue;
    names.emplace(source.substr(open + 1, close - open - 1));
  }
  return names;
}

bool isShim(const std::string& name) {
  return std::find(std::begin(kShimNames), std::end(kShimNames), name) != std::end(kShimNames);
}

/// Headers that both branches of TVM's sources name but NVRTC does not read, or has built in.
bool isBuiltIn(const std::string& name) {
  static const std::set<std::string> kNames = {"cstdint", "type_traits", "cuda.h"};
  return kNames.contains(name);
}

/// Whether the source reads headers of a toolkit.
struct HeaderNeeds {
  bool toolkit = false, shims = true;
};
HeaderNeeds headerNeeds(const std::string& source) {
  HeaderNeeds needs;
  for (const auto& name : includesOf(source)) {
    if (isShim(name) || isBuiltIn(name)) continue;
    needs.toolkit = true;
    // The real headers of CUDA's standard library do not mix with the small ones.
    if (name.starts_with("cuda/") || name.starts_with("cooperative_groups") || name.starts_with("cub/")) {
      needs.shims = false;
    }
  }
  return needs;
}

/// Folders with headers: the caller's, those of toolkits, and what lies beside the compiler's library.
std::vector<std::string> headerFolders(const CompileRequest& request, const Nvrtc& nvrtc) {
  std::vector<fs::path> candidates(request.includeFolders.begin(), request.includeFolders.end());
  for (const auto& toolkit : toolkitFolders()) {
    candidates.push_back(fs::path(toolkit) / "include");
    candidates.push_back(fs::path(toolkit) / "include/cccl");
  }
  const fs::path beside = fs::path(nvrtc.path).parent_path().parent_path();  // nvidia/cu13, nvidia/cuda_nvrtc
  if (!beside.empty()) {
    candidates.push_back(beside / "include");
    candidates.push_back(beside / "include/cccl");
    candidates.push_back(beside.parent_path() / "cuda_runtime/include");
    candidates.push_back(beside.parent_path() / "cuda_cccl/include");
  }
  std::vector<std::string> folders;
  std::error_code failed;
  for (const auto& folder : candidates) {
    if (!fs::is_directory(folder, failed)) continue;
    if (std::find(folders.begin(), folders.end(), folder.string()) == folders.end()) folders.push_back(folder.string());
  }
  return folders;
}

/// Tells versions of a header folder apart, for the cache.
std::string folderVersion(const std::string& folder) {
  for (const char* name : {"cuda.h", "cuda_runtime_api.h", "cuda_fp16.h"}) {
    std::ifstream in(fs::path(folder) / name, std::ios::binary);
    if (!in) continue;
    const std::string text(std::istreambuf_iterator<char>(in), {});
    return sha256Hex(std::span(reinterpret_cast<const uint8_t*>(text.data()), text.size()));
  }
  return {};
}

/// The source with what must stand in front of it; its line numbers stay.
std::string preparedSource(const CompileRequest& request) {
  if (request.source.find("CUtensorMap") == std::string::npos) return request.source;
  return fmt::format(
      "typedef struct __align__(64) CUtensorMap_st {{ unsigned long long opaque[16]; }} CUtensorMap;\n#line 1 \"{}\"\n{}",
      request.name, request.source);
}

/// NVRTC's options, as TVM compiles. The definitions silence warnings of CUDA's headers.
std::vector<std::string> nvrtcOptions(const CompileRequest& request, const std::string& architecture) {
  std::vector<std::string> options = {"--gpu-architecture=" + architecture, "-default-device", "--std=c++17",
                                      "-diag-suppress=177"};
  if (request.fastMath) options.emplace_back("--use_fast_math");
  for (const char* kind : {"", "HOST_"}) {
    for (const char* end : {"BEGIN", "END"}) {
      options.push_back(fmt::format("-D__NV_SILENCE_{}DEPRECATION_{}=", kind, end));
    }
  }
  return options;
}

class Program {
 public:
  explicit Program(const Nvrtc& nvrtc) : nvrtc_(nvrtc) {}
  ~Program() {
    if (program_ != nullptr) nvrtc_.destroyProgram(&program_);
  }
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;

  [[nodiscard]] int create(const std::string& source, const std::string& name, bool shims) {
    return nvrtc_.createProgram(&program_, source.c_str(), name.c_str(), shims ? 2 : 0, shims ? kShims : nullptr,
                                shims ? kShimNames : nullptr);
  }
  [[nodiscard]] int compile(const std::vector<std::string>& options) {
    std::vector<const char*> pointers;
    for (const auto& option : options) pointers.push_back(option.c_str());
    return nvrtc_.compileProgram(program_, static_cast<int>(pointers.size()), pointers.data());
  }
  [[nodiscard]] std::string log() const {
    std::vector<char> text = bytes(nvrtc_.logSize, nvrtc_.log);
    while (!text.empty() && text.back() == '\0') text.pop_back();
    return {text.begin(), text.end()};
  }
  [[nodiscard]] std::vector<char> image(bool ptx) const {
    return ptx ? bytes(nvrtc_.ptxSize, nvrtc_.ptx) : bytes(nvrtc_.cubinSize, nvrtc_.cubin);
  }

 private:
  [[nodiscard]] std::vector<char> bytes(int (*size)(NvrtcProgram, size_t*), int (*get)(NvrtcProgram, char*)) const {
    size_t count = 0;
    constexpr size_t kMost = size_t{1} << 30;
    if (size(program_, &count) != 0 || count > kMost) return {};
    std::vector<char> out(count);
    if (count > 0 && get(program_, out.data()) != 0) out.clear();
    return out;
  }

  const Nvrtc& nvrtc_;
  NvrtcProgram program_ = nullptr;
};

bool isElf(const std::vector<char>& image) {
  return image.size() > 4 && std::string_view(image.data(), 4) == std::string_view(
                                                                      "\x7f"
                                                                      "ELF",
                                                                      4);
}

std::string keyOf(const std::string& source, const std::vector<std::string>& options, const std::string& compiler,
                  const std::vector<std::string>& folders) {
  CacheKey key;
  key.add(kCacheFormat).add(compiler).add(source);
  for (const auto& option : options) key.add(option);
  for (const char* shim : kShims) key.add(shim);
  for (const auto& folder : folders) key.add(folder).add(folderVersion(folder));
  return key.finish();
}

/// A failed compilation; headers that were not found get a hint.
Error compileError(const CompileRequest& request, const Nvrtc& nvrtc, int status, const std::string& log,
                   const std::vector<std::string>& folders) {
  std::string text = errorsOf(log);
  if (text.empty()) text = fmt::format("{}: {}: {}", request.name, nvrtc.name(), nvrtc.errorString(status));
  if (log.find("could not open source file") != std::string::npos) {
    text += fmt::format("\nHeaders of the CUDA Toolkit are needed; searched: {}",
                        folders.empty() ? "no folder, as none was found" : fmt::format("{}", fmt::join(folders, ", ")));
  }
  if (log.find("builtins") != std::string::npos)
    text += fmt::format("\n{} must lie beside its libnvrtc-builtins", nvrtc.path);
  return Error(std::move(text));
}

/// A folder for temporary files, removed with its content.
struct TemporaryFolder {
  TemporaryFolder() {
    std::error_code failed;
    std::string name = (fs::temp_directory_path(failed) / "relaxscope-nvcc-XXXXXX").string();
    if (!failed && mkdtemp(name.data()) != nullptr) path = name;
  }
  ~TemporaryFolder() {
    std::error_code ignored;
    if (!path.empty()) fs::remove_all(path, ignored);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  fs::path path;
};

std::string findNvcc() {
  if (std::string found = findProgram("nvcc"); !found.empty()) return found;
  for (const auto& toolkit : toolkitFolders()) {
    if (std::string found = findProgram(toolkit + "/bin/nvcc"); !found.empty()) return found;
  }
  return {};
}

}  // namespace

std::string errorsOf(const std::string& log, size_t most) {
  std::string errors;
  std::string_view rest = log;
  for (size_t found = 0; !rest.empty() && found < most;) {
    const size_t end = std::min(rest.find('\n'), rest.size());
    std::string line(rest.substr(0, end));
    rest.remove_prefix(std::min(end + 1, rest.size()));
    const size_t error = std::min(line.find(": error"), line.find(": catastrophic error"));
    if (error == std::string::npos) continue;
    const size_t open = line.rfind('(', error);
    if (open != std::string::npos && error > 0 && line[error - 1] == ')') {
      line = fmt::format("{}:{}{}", line.substr(0, open), line.substr(open + 1, error - open - 2), line.substr(error));
    }
    errors += (errors.empty() ? "" : "\n") + line;
    ++found;
  }
  if (!errors.empty()) return errors;
  constexpr size_t kMostBytes = 4096;
  std::string whole = log.substr(0, kMostBytes);
  while (!whole.empty() && whole.back() == '\n') whole.pop_back();
  return whole;
}

Result<std::string> architectureOption(const CompileRequest& request, const Nvrtc& nvrtc) {
  const int wanted = request.architecture;
  const auto& known = nvrtc.architectures;
  // Instructions of one architecture only have an architecture of their own.
  const bool special = wanted >= 90 && (request.source.find("wgmma") != std::string::npos ||
                                        request.source.find("tcgen05") != std::string::npos);
  if (known.empty() || std::find(known.begin(), known.end(), wanted) != known.end()) {
    return fmt::format("sm_{}{}", wanted, special ? "a" : "");
  }
  int sameMajor = 0;
  for (const int architecture : known) {
    if (architecture / 10 == wanted / 10 && architecture < wanted) sameMajor = architecture;
  }
  if (sameMajor != 0) return fmt::format("sm_{}", sameMajor);
  if (wanted < known.back()) {
    return Error(fmt::format("{} does not compile for GPUs of compute capability {}.{} (it knows sm_{})", nvrtc.name(),
                             wanted / 10, wanted % 10, fmt::join(known, ", sm_")));
  }
  if (request.driverVersion < nvrtc.major * 1000 + nvrtc.minor * 10) {
    return Error(fmt::format(
        "{} does not know GPUs of compute capability {}.{}, and the driver, which supports CUDA {}.{}, "
        "cannot load its PTX; install a newer CUDA Toolkit or driver",
        nvrtc.name(), wanted / 10, wanted % 10, request.driverVersion / 1000, request.driverVersion % 1000 / 10));
  }
  return fmt::format("compute_{}", known.back());
}

Result<CompiledImage> compileCuda(const CompileRequest& request, const Nvrtc& nvrtc, const CompileCache& cache) {
  RS_TRY(const std::string architecture, architectureOption(request, nvrtc));
  const HeaderNeeds needs = headerNeeds(request.source);
  std::vector<std::string> options = nvrtcOptions(request, architecture);
  // The emulated compiler has headers of its own.
  std::vector<std::string> folders;
  if (needs.toolkit && !nvrtc.isEmulated()) folders = headerFolders(request, nvrtc);
  for (const auto& folder : folders) options.push_back("--include-path=" + folder);
  CompiledImage compiled;
  compiled.ptx = architecture.starts_with("compute_");
  compiled.compiler = nvrtc.name();
  compiled.options = fmt::format("{}", fmt::join(options, " "));
  const std::string source = preparedSource(request);
  const std::string identity = compiled.compiler + (nvrtc.isEmulated() ? nvrtc.emulatedIdentity() : "");
  const std::string key = keyOf(source, options, identity, folders);
  if (auto image = cache.find(key); image && isElf(*image) != compiled.ptx) {
    compiled.image = std::move(*image);
    compiled.fromCache = true;
    return compiled;
  }
  Program program(nvrtc);
  if (const int status = program.create(source, request.name, needs.shims); status != 0) {
    return Error(fmt::format("{}: {}: {}", request.name, nvrtc.name(), nvrtc.errorString(status)));
  }
  const int status = program.compile(options);
  compiled.log = program.log();
  if (status != 0) return compileError(request, nvrtc, status, compiled.log, folders);
  compiled.image = program.image(compiled.ptx);
  if (compiled.image.empty() || isElf(compiled.image) == compiled.ptx) {
    return Error(fmt::format("{}: {} returned no {}", request.name, nvrtc.name(), compiled.ptx ? "PTX" : "cubin"));
  }
  cache.store(key, compiled.image);
  return compiled;
}

Result<CompiledImage> compileWithNvcc(const CompileRequest& request, const CompileCache& cache) {
  const std::string nvcc = findNvcc();
  if (nvcc.empty()) return Error("nvcc was not found on PATH");
  CompiledImage compiled;
  const auto version = runProcess({nvcc, "--version"}, kNvccLimit);
  compiled.compiler = nvcc;
  std::vector<std::string> options = {"-cubin", fmt::format("-arch=sm_{}", request.architecture), "-std=c++17", "-O3",
                                      "--diag-suppress=177"};
  if (request.fastMath) options.emplace_back("--use_fast_math");
  for (const auto& folder : request.includeFolders) options.insert(options.end(), {"-I", folder});
  compiled.options = fmt::format("{}", fmt::join(options, " "));
  const std::string source = preparedSource(request);
  const std::string key = keyOf(source, options, nvcc + (version ? version->output : ""), request.includeFolders);
  if (auto image = cache.find(key); image && isElf(*image)) {
    compiled.image = std::move(*image);
    compiled.fromCache = true;
    return compiled;
  }
  const TemporaryFolder folder;
  const std::string input = (folder.path / "kernels.cu").string(), output = (folder.path / "kernels.cubin").string();
  std::ofstream(input, std::ios::binary) << source << std::flush;
  std::vector<std::string> command = {nvcc};
  command.insert(command.end(), options.begin(), options.end());
  command.insert(command.end(), {"-o", output, input});
  RS_TRY(const ProcessEnd end, runProcess(command, kNvccLimit));
  compiled.log = end.output;
  for (size_t at = 0; (at = compiled.log.find(input, at)) != std::string::npos;) {
    compiled.log.replace(at, input.size(), request.name);
  }
  std::ifstream in(output, std::ios::binary);
  if (in) compiled.image.assign(std::istreambuf_iterator<char>(in), {});
  if (end.exitCode != 0 || !isElf(compiled.image)) {
    const std::string errors = errorsOf(compiled.log);
    return Error(errors.empty() ? fmt::format("{}: {} ended with {}", request.name, nvcc, end.exitCode) : errors);
  }
  cache.store(key, compiled.image);
  return compiled;
}

Result<CompiledImage> compileCuda(const CompileRequest& request, const LibrarySearch& search,
                                  const CompileCache& cache) {
  // A library is opened once; a failed search is repeated, as the user may install one.
  static std::mutex mutex;
  static std::map<std::string, Nvrtc> opened;
  const Nvrtc* nvrtc = nullptr;
  std::string why;
  {
    const std::lock_guard lock(mutex);
    auto found = opened.find(search.path);
    if (found == opened.end()) {
      auto result = openNvrtc(search);
      if (result) found = opened.emplace(search.path, *std::move(result)).first;
      else why = result.error().message;
    }
    if (found != opened.end()) nvrtc = &found->second;
  }
  if (nvrtc != nullptr) return compileCuda(request, *nvrtc, cache);
  if (!findNvcc().empty()) return compileWithNvcc(request, cache);
  return Error(
      fmt::format("{}: no compiler for CUDA source: {}, nor was nvcc on PATH. Install the CUDA Toolkit, or "
                  "NVIDIA's package nvidia-cuda-nvrtc for Python",
                  request.name, why));
}

}  // namespace relaxscope::cuda
