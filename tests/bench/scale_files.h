// SPDX-License-Identifier: Apache-2.0
// Files at the edges of what the window must hold, written for benchmarks: very large ones of every kind, a
// sparse library, and files with next to nothing in them.
#pragma once

#include <span>
#include <string>

namespace relaxscope::bench {

struct ScaleFile {
  const char* id;
  const char* what;
  bool library;  ///< named .so
  bool (*write)(const std::string& path);
};
/// In the order they are measured.
std::span<const ScaleFile> scaleFiles();

}  // namespace relaxscope::bench
