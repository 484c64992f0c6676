// SPDX-License-Identifier: Apache-2.0
#include "vmcore/trace/figures/kind_remark.h"

namespace relaxscope {

const char* eventKindRemark(EventKind kind) {
  switch (kind) {
    case EventKind::FunctionBody: return " (body)";
    case EventKind::CompiledBody: return " (compiled)";
    case EventKind::CompiledBuiltin: return " (from compiled code)";
    case EventKind::CompiledKernels: return " (kernels)";
    case EventKind::NestedKernel: return " (within a builtin)";
    case EventKind::ScriptBuiltin: return " (from the list of calls)";
    default: return "";
  }
}

}  // namespace relaxscope
