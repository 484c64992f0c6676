// SPDX-License-Identifier: Apache-2.0
// CUDA graph builtins (TVM src/runtime/vm/cuda/cuda_graph_builtin.cc, 0.27): the launches of a function are captured
// once per entry and shape, and replayed by later calls.
#include <fmt/format.h>

#include <vector>

#include "vmcore/vm/builtins/args.h"
#include "vmcore/vm/builtins/table.h"
#include "vmcore/vm/cuda_graphs.h"
#include "vmcore/vm/engine.h"
#include "vmcore/vm/nested_call.h"

namespace relaxscope {
namespace {

CudaGraphs& graphsOf(Engine& engine, BuiltinId builtin) {
  if (engine.cudaGraphs == nullptr) {
    for (const VmDevice& device : engine.devices)
      if (engine.cudaGraphs == nullptr && device.memory->device().type == kDLCUDA)
        engine.cudaGraphs = makeCudaGraphs(*device.device);
    if (engine.cudaGraphs == nullptr)
      raise("RuntimeError",
            fmt::format("{} needs a CUDA device; this executable was built for a GPU and cannot run on the CPU",
                        builtinName(builtin)));
  }
  return *engine.cudaGraphs;
}

/// run_or_capture(%vm, function, tuple of arguments, entry [, Shape]): the Shape, if any, is the function's last
/// argument. The first call runs the function twice: once to compute, and to do what a capture does not allow, such as
/// loading its kernels, and once to capture. Its result is that of the capture, which uses the same memory.
void runOrCapture(Engine* engine, const TVMFFIAny* data, int32_t count, ffi::Any* result) {
  const Args args(BuiltinId::CudaGraphRunOrCapture, data, count);
  CudaGraphs& graphs = graphsOf(*engine, BuiltinId::CudaGraphRunOrCapture);
  args.expect(4, 5);
  args.expectVm(0, engine);
  const ffi::Function function = args.function(1);
  const ffi::ArrayObj& given = args.tupleOrList(2);
  CudaGraphKey key{args.integer(3), {}};
  std::vector<ffi::AnyView> all(given.begin(), given.end());
  if (count == 5) {
    const ffi::ShapeView shape = args.shape(4);
    key.shape.assign(shape.begin(), shape.end());
    all.push_back(viewsOf(data)[4]);
  }
  if (graphs.replay(key, result)) return;
  const auto call = [&](ffi::Any* out) {
    callNestedFunction(*engine, function, all.data(), static_cast<int32_t>(all.size()), out, true);
  };
  ffi::Any ignored;
  call(&ignored);
  graphs.capture(key, call, result);
}

/// get_cached_alloc(%vm, function, entry): the function's result, computed at the first call.
void getCachedAlloc(Engine* engine, const TVMFFIAny* data, int32_t count, ffi::Any* result) {
  const Args args(BuiltinId::CudaGraphGetCachedAlloc, data, count);
  CudaGraphs& graphs = graphsOf(*engine, BuiltinId::CudaGraphGetCachedAlloc);
  args.expect(3);
  args.expectVm(0, engine);
  const ffi::Function function = args.function(1);
  const int64_t entry = args.integer(2);
  if (const ffi::Any* known = graphs.allocation(entry)) {
    *result = *known;
    return;
  }
  callNestedFunction(*engine, function, nullptr, 0, result, true);
  graphs.keepAllocation(entry, *result);
}

constexpr BuiltinEntry kGpuRows[] = {
    {BuiltinId::CudaGraphRunOrCapture, runOrCapture},
    {BuiltinId::CudaGraphGetCachedAlloc, getCachedAlloc},
};
static_assert(implementsFamily(kGpuRows, BuiltinFamily::CudaGraph));

}  // namespace

std::span<const BuiltinEntry> gpuBuiltins() { return kGpuRows; }

}  // namespace relaxscope
