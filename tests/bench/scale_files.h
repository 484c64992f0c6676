// SPDX-License-Identifier: Apache-2.0
// Files at the size limits of the window, written for benchmarks: very large ones of every kind, a sparse library, and
// nearly empty files.
#pragma once

#include <span>
#include <string>

namespace relaxscope::bench {

struct ScaleFile {
  const char* id;
  const char* what;
  bool library;  ///< file name ends in .so
  bool (*write)(const std::string& path);
};
/// In the order in which they are measured.
std::span<const ScaleFile> scaleFiles();

}  // namespace relaxscope::bench
