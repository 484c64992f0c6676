// SPDX-License-Identifier: Apache-2.0
// The headers that stand in front of CUDA sources, as text.
#pragma once

#include <span>

namespace relaxscope::emulated {

struct PreludeFile {
  const char* name;  ///< as it is included
  const char* text;
};

/// "rs_prelude.cuh" includes all others that every source needs.
std::span<const PreludeFile> preludeFiles();

}  // namespace relaxscope::emulated
