// SPDX-License-Identifier: Apache-2.0
// CUDA graph builtins: declared, but not supported, as this engine does not support GPUs.
#include <fmt/format.h>

#include "vmcore/vm/builtins/args.h"
#include "vmcore/vm/builtins/table.h"

namespace relaxscope {
namespace {

[[noreturn]] void needsGpu(BuiltinId builtin) {
  raise("RuntimeError",
        fmt::format("{} needs a CUDA device; this executable was built for a GPU and cannot run on the CPU",
                    builtinName(builtin)));
}
void runOrCapture(Engine*, const TVMFFIAny*, int32_t, ffi::Any*) { needsGpu(BuiltinId::CudaGraphRunOrCapture); }
void getCachedAlloc(Engine*, const TVMFFIAny*, int32_t, ffi::Any*) { needsGpu(BuiltinId::CudaGraphGetCachedAlloc); }

constexpr BuiltinEntry kRows[] = {
    {BuiltinId::CudaGraphRunOrCapture, runOrCapture},
    {BuiltinId::CudaGraphGetCachedAlloc, getCachedAlloc},
};
static_assert(implementsFamily(kRows, BuiltinFamily::CudaGraph));

}  // namespace

std::span<const BuiltinEntry> gpuBuiltins() { return kRows; }

}  // namespace relaxscope
