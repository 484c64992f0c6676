// SPDX-License-Identifier: Apache-2.0
#include "vmcore/device/cuda/nvrtc.h"

#include <dlfcn.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <system_error>

namespace relaxscope::cuda {
namespace {

namespace fs = std::filesystem;

constexpr const char* kNames[] = {"libnvrtc.so.13", "libnvrtc.so.12", "libnvrtc.so.11.2"};

std::string variable(const char* name) {
  const char* value = std::getenv(name);
  return value != nullptr ? value : "";
}

/// Subfolders of `parent` whose names begin with `start`, in order.
std::vector<fs::path> subfolders(const fs::path& parent, const std::string& start) {
  std::vector<fs::path> found;
  std::error_code failed;
  for (fs::directory_iterator entry(parent, failed), end; !failed && entry != end; entry.increment(failed)) {
    if (entry->path().filename().string().starts_with(start)) found.push_back(entry->path());
  }
  std::sort(found.begin(), found.end());
  return found;
}

void addIfFolder(std::vector<std::string>& folders, const fs::path& folder) {
  std::error_code failed;
  if (!fs::is_directory(folder, failed)) return;
  if (std::find(folders.begin(), folders.end(), folder.string()) == folders.end()) folders.push_back(folder.string());
}

/// Opens a library file; its part with built-in functions first, which the loader may not find by itself.
void* openFile(const fs::path& file) {
  for (const auto& builtins : subfolders(file.parent_path(), "libnvrtc-builtins.so.")) {
    dlopen(builtins.c_str(), RTLD_NOW | RTLD_LOCAL);
  }
  return dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
}

/// The library in a folder, under one of its names.
fs::path inFolder(const fs::path& folder) {
  std::error_code failed;
  for (const char* name : kNames) {
    if (fs::exists(folder / name, failed)) return folder / name;
  }
  return {};
}

struct Opened {
  void* library = nullptr;
  std::string path;
  std::vector<std::string> searched;
};

Opened openFirst(const NvrtcSearch& search) {
  Opened opened;
  std::error_code failed;
  const auto open = [&](const fs::path& file) {
    if (file.empty()) return false;
    opened.library = openFile(file);
    opened.path = file.string();
    return opened.library != nullptr;
  };
  if (!search.path.empty()) {
    opened.searched.push_back(search.path);
    open(fs::is_directory(search.path, failed) ? inFolder(search.path) : fs::path(search.path));
    return opened;
  }
  for (const char* name : kNames) {
    opened.searched.emplace_back(name);
    opened.library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
    opened.path = name;
    if (opened.library != nullptr) return opened;
  }
  std::vector<fs::path> folders;
  for (const auto& toolkit : toolkitFolders()) folders.push_back(fs::path(toolkit) / "lib64");
  for (const auto& site : search.sitePackages) {
    for (const auto& package : subfolders(fs::path(site) / "nvidia", "cu")) folders.push_back(package / "lib");
  }
  for (const auto& folder : folders) {
    opened.searched.push_back(folder.string());
    if (open(inFolder(folder))) return opened;
  }
  return opened;
}

/// Returns the first function that the library lacks, or null.
const char* bind(void* library, Nvrtc& nvrtc) {
  const char* lacking = nullptr;
  const auto find = [&](const char* symbol, auto& function, bool needed = true) {
    function = reinterpret_cast<std::remove_reference_t<decltype(function)>>(dlsym(library, symbol));
    if (function == nullptr && needed && lacking == nullptr) lacking = symbol;
  };
  find("nvrtcVersion", nvrtc.getVersion);
  find("nvrtcGetErrorString", nvrtc.errorString);
  find("nvrtcGetNumSupportedArchs", nvrtc.archCount, false);
  find("nvrtcGetSupportedArchs", nvrtc.archs, false);
  find("nvrtcCreateProgram", nvrtc.createProgram);
  find("nvrtcDestroyProgram", nvrtc.destroyProgram);
  find("nvrtcCompileProgram", nvrtc.compileProgram);
  find("nvrtcGetProgramLogSize", nvrtc.logSize);
  find("nvrtcGetProgramLog", nvrtc.log);
  find("nvrtcGetCUBINSize", nvrtc.cubinSize);
  find("nvrtcGetCUBIN", nvrtc.cubin);
  find("nvrtcGetPTXSize", nvrtc.ptxSize);
  find("nvrtcGetPTX", nvrtc.ptx);
  find("rsEmulatedCompiler", nvrtc.emulatedIdentity, false);
  return lacking;
}

}  // namespace

std::string Nvrtc::name() const { return fmt::format("{}NVRTC {}.{}", isEmulated() ? "emulated " : "", major, minor); }

std::vector<std::string> toolkitFolders() {
  std::vector<std::string> folders;
  for (const auto& folder : {variable("CUDA_HOME"), variable("CUDA_PATH"), std::string("/usr/local/cuda")}) {
    if (!folder.empty()) addIfFolder(folders, folder);
  }
  return folders;
}

NvrtcSearch usualSearch() {
  NvrtcSearch search;
  search.path = variable("RELAXSCOPE_NVRTC");
  std::string rest = variable("PYTHONPATH");
  while (!rest.empty()) {
    const size_t end = std::min(rest.find(':'), rest.size());
    if (end != 0) addIfFolder(search.sitePackages, rest.substr(0, end));
    rest.erase(0, end + 1);
  }
  std::vector<fs::path> roots;
  for (const char* name : {"VIRTUAL_ENV", "CONDA_PREFIX"}) {
    if (const std::string root = variable(name); !root.empty()) roots.emplace_back(root);
  }
  if (const std::string home = variable("HOME"); !home.empty()) roots.push_back(fs::path(home) / ".local");
  roots.insert(roots.end(), {"/usr/local", "/usr"});
  for (const auto& root : roots) {
    for (const auto& python : subfolders(root / "lib", "python3")) {
      for (const char* name : {"site-packages", "dist-packages"}) addIfFolder(search.sitePackages, python / name);
    }
  }
  return search;
}

Result<Nvrtc> openNvrtc(const NvrtcSearch& search) {
  Opened opened = openFirst(search);
  if (opened.library == nullptr) {
    return Error(fmt::format("NVRTC, which compiles CUDA source, was not found (searched: {})",
                             fmt::join(opened.searched, ", ")));
  }
  Nvrtc nvrtc;
  nvrtc.path = std::move(opened.path);
  if (const char* lacking = bind(opened.library, nvrtc); lacking != nullptr) {
    return Error(fmt::format("{} lacks {}", nvrtc.path, lacking));
  }
  if (const int status = nvrtc.getVersion(&nvrtc.major, &nvrtc.minor); status != 0) {
    return Error(fmt::format("{}: nvrtcVersion: {}", nvrtc.path, nvrtc.errorString(status)));
  }
  int count = 0;
  constexpr int kMost = 1000;
  if (nvrtc.archs != nullptr && nvrtc.archCount != nullptr && nvrtc.archCount(&count) == 0 && count > 0 &&
      count < kMost) {
    nvrtc.architectures.resize(static_cast<size_t>(count));
    if (nvrtc.archs(nvrtc.architectures.data()) != 0) nvrtc.architectures.clear();
    std::sort(nvrtc.architectures.begin(), nvrtc.architectures.end());
  }
  return nvrtc;
}

}  // namespace relaxscope::cuda
