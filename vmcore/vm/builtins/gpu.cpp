// SPDX-License-Identifier: Apache-2.0
// CUDA graphs: known, but they need a GPU that this engine does not drive yet.
#include <fmt/format.h>

#include "vmcore/vm/builtins/args.h"
#include "vmcore/vm/builtins/table.h"

namespace relaxscope {
namespace {

[[noreturn]] void needsGpu(const char* name) {
  raise("RuntimeError", fmt::format("{} needs a CUDA device; this executable was built for a GPU and cannot run on the CPU", name));
}
void runOrCapture(Engine*, const TVMFFIAny*, int32_t, ffi::Any*) { needsGpu("vm.builtin.cuda_graph.run_or_capture"); }
void getCachedAlloc(Engine*, const TVMFFIAny*, int32_t, ffi::Any*) { needsGpu("vm.builtin.cuda_graph.get_cached_alloc"); }

constexpr BuiltinEntry kRows[] = {
    {"vm.builtin.cuda_graph.run_or_capture", runOrCapture},
    {"vm.builtin.cuda_graph.get_cached_alloc", getCachedAlloc},
};

}  // namespace

std::span<const BuiltinEntry> gpuBuiltins() { return kRows; }

}  // namespace relaxscope
