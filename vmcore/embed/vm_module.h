// SPDX-License-Identifier: Apache-2.0
// Our machine as a module that answers what python/tvm/runtime/vm.py (0.27) asks of TVM's.
#pragma once

#include <tvm/ffi/extra/module.h>

#include <memory>
#include <vector>

#include "vmcore/model/loaded_file.h"
#include "vmcore/vm/objects/objects.h"

namespace relaxscope {

/// What `vm_load_executable` returns. `file` holds an executable and no library; `modules` have its kernels and become
/// the module's imports. It runs once `vm_initialization` has set devices and allocators.
ffi::Module makeMachineModule(std::shared_ptr<const LoadedFile> file, std::vector<ffi::Module> modules);

}  // namespace relaxscope
