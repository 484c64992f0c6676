// SPDX-License-Identifier: Apache-2.0
// From the last stage of a Relax module to an executable of the VM.
#pragma once

#include "vmcore/base/result.h"
#include "vmcore/ir/relax.h"
#include "vmcore/model/executable.h"

namespace relaxscope::build {

/// The bytecode of the module's Relax functions, in their order, as TVM 0.27 generates it (docs/building.md):
/// bytes, tables and register numbers are TVM's. Kernels (PrimFuncs) become entries of the function table where a
/// function uses them; their code belongs to the library.
///
/// `module` is the last stage: only the operators relax.null_value, relax.call_builtin_with_ctx,
/// relax.vm.alloc_storage, relax.vm.alloc_tensor and relax.vm.kill_object are left, shapes are constant, and no
/// function is local. The error names the function, the line if it is known, and the first expression that is anything
/// else.
[[nodiscard]] Result<Executable> generateVmCode(const ir::Module& module);

}  // namespace relaxscope::build
