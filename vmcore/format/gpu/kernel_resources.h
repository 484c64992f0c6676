// SPDX-License-Identifier: Apache-2.0
// The resources of the kernels in a module's CUDA code: cubin, fat binary, PTX or source.
#pragma once

#include <string_view>

#include "vmcore/base/bytes/bytes.h"
#include "vmcore/model/kernel_resources.h"

namespace relaxscope {

/// `content`: as format/library/code_content.h names it: "cubin", "fatbin", "PTX", "CUDA C++ source". What cannot be
/// read, and figures that are not known yet, leave a note: 18 at most. A kernel has 64 rows at most.
KernelResourceTable kernelResources(std::string_view content, const Bytes& code);

}  // namespace relaxscope
