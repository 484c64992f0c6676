// SPDX-License-Identifier: Apache-2.0
// Libraries of the CUDA Toolkit, found at run time: in the loader's folders, a toolkit's, or those of Python packages.
#pragma once

#include <span>
#include <string>
#include <vector>

namespace relaxscope::cuda {

struct LibrarySearch {
  /// The library itself, or its folder; alone if it is given.
  std::string path;
  /// Python's site-packages folders, whose packages nvidia/cu*/lib may hold the library.
  std::vector<std::string> sitePackages;
};

/// The path that the variable names, and the folders of Python packages that the environment names.
LibrarySearch usualSearch(const char* variable);
/// Folders of the CUDA Toolkit: $CUDA_HOME, $CUDA_PATH, /usr/local/cuda.
std::vector<std::string> toolkitFolders();

struct OpenedLibrary {
  void* library = nullptr;  ///< of dlopen; null: none was found. It stays open
  std::string path;         ///< as it was opened
  std::vector<std::string> searched;
  std::string why;  ///< the loader's words on the last file that is there and cannot be opened
};
/// Opens the first library that is there. `names`: of its releases, the preferred one first. `beside`: the start of the
/// names of libraries in its folder that are opened before it, as the loader may not find them; empty: none.
OpenedLibrary openFirst(const LibrarySearch& search, std::span<const char* const> names, const std::string& beside);

}  // namespace relaxscope::cuda
