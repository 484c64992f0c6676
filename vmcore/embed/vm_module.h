// SPDX-License-Identifier: Apache-2.0
// Our VM as a module with the interface that python/tvm/runtime/vm.py (0.27) expects of TVM's.
#pragma once

#include <tvm/ffi/extra/module.h>

#include <memory>
#include <vector>

#include "vmcore/model/loaded_file.h"
#include "vmcore/vm/objects/objects.h"

namespace relaxscope {

/// Creates what `vm_load_executable` returns. `file` holds an executable and no library; `modules` hold its kernels and
/// become the module's imports. Usable once `vm_initialization` has set devices and allocators.
ffi::Module makeVmModule(std::shared_ptr<const LoadedFile> file, std::vector<ffi::Module> modules);

}  // namespace relaxscope
