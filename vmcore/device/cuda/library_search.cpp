// SPDX-License-Identifier: Apache-2.0
#include "vmcore/device/cuda/library_search.h"

#include <dlfcn.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <system_error>

namespace relaxscope::cuda {
namespace {

namespace fs = std::filesystem;

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

/// Opens a library file after those that it needs.
void* openFile(const fs::path& file, const std::string& beside) {
  if (!beside.empty())
    for (const auto& needed : subfolders(file.parent_path(), beside)) dlopen(needed.c_str(), RTLD_NOW | RTLD_LOCAL);
  return dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
}

/// The library in a folder, under one of its names.
fs::path inFolder(const fs::path& folder, std::span<const char* const> names) {
  std::error_code failed;
  for (const char* name : names) {
    if (fs::exists(folder / name, failed)) return folder / name;
  }
  return {};
}

}  // namespace

std::vector<std::string> toolkitFolders() {
  std::vector<std::string> folders;
  for (const auto& folder : {variable("CUDA_HOME"), variable("CUDA_PATH"), std::string("/usr/local/cuda")}) {
    if (!folder.empty()) addIfFolder(folders, folder);
  }
  return folders;
}

LibrarySearch usualSearch(const char* named) {
  LibrarySearch search;
  search.path = variable(named);
  std::string rest = variable("PYTHONPATH");
  while (!rest.empty()) {
    const size_t end = std::min(rest.find(':'), rest.size());
    if (rest[0] == '/') addIfFolder(search.sitePackages, rest.substr(0, end));  // others are below the current folder
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

OpenedLibrary openFirst(const LibrarySearch& search, std::span<const char* const> names, const std::string& beside) {
  OpenedLibrary opened;
  std::error_code failed;
  const auto open = [&](const fs::path& file) {
    if (file.empty()) return false;
    opened.library = openFile(file, beside);
    opened.path = file.string();
    if (opened.library == nullptr && fs::exists(file, failed))
      if (const char* why = dlerror(); why != nullptr) opened.why = why;
    return opened.library != nullptr;
  };
  if (!search.path.empty()) {
    opened.searched.push_back(search.path);
    open(fs::is_directory(search.path, failed) ? inFolder(search.path, names) : fs::path(search.path));
    return opened;
  }
  for (const char* name : names) {
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
    if (open(inFolder(folder, names))) return opened;
  }
  return opened;
}

}  // namespace relaxscope::cuda
