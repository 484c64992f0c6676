// SPDX-License-Identifier: Apache-2.0
#include "vmcore/model/library.h"

namespace relaxscope {

bool CudaModule::isText() const { return contentKind == "CUDA C++ source" || contentKind == "PTX"; }

}  // namespace relaxscope
