// SPDX-License-Identifier: Apache-2.0
// Internal to format. The resources of the kernels in a cubin, NVIDIA's ELF files of GPU code, from its section
// headers, symbols and attributes. Layout: docs/formats.md 2.9.
#pragma once

#include <cstdint>
#include <vector>

#include "vmcore/base/bytes/bytes.h"
#include "vmcore/base/result.h"
#include "vmcore/model/kernel_resources.h"

namespace relaxscope::gpu {

struct Cubin {
  uint32_t architecture = 0;  ///< 80 for sm_80
  std::vector<KernelResources> kernels;
};

/// An error if the bytes are not an ELF file for CUDA, or a table or attribute lies outside the file, or sections
/// overlap, or two kernels have one name.
Result<Cubin> readCubin(const Bytes& code);

}  // namespace relaxscope::gpu
