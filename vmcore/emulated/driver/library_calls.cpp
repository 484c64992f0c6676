// SPDX-License-Identifier: Apache-2.0
// Kernels of other emulated libraries.
#include "vmcore/emulated/driver/capture.h"
#include "vmcore/emulated/driver/driver.h"
#include "vmcore/emulated/driver/launch.h"
#include "vmcore/emulated/driver/ranges.h"

namespace relaxscope::emulated {
namespace {

/// Runs a kernel if its ranges are still inside of blocks of its device.
std::optional<KernelFault> runLibraryKernel(const LibraryKernel& kernel, const DeviceMemory* own) {
  std::vector<char*> bytes;
  for (const MemoryRange& range : kernel.ranges) {
    bytes.push_back(nullptr);
    if (range.bytes == 0) continue;
    const DeviceMemory* const memory = memoryOf(range.address);
    std::string why = whyOutside(memory, range.address, range.bytes);
    if (why.empty() && memory != own) why = fmt::format("{:#x} is memory of another device", range.address);
    if (!why.empty()) return KernelFault{cuda::IllegalAddress, fmt::format("{}: {}: {}", kernel.name, range.name, why)};
    bytes.back() = memory->bytesAt(range.address);
  }
  kernel.run(bytes.data());
  return std::nullopt;
}

}  // namespace

int submitKernel(cuda::Stream handle, const LibraryKernel& kernel) {
  ContextState& context = currentContext();
  StreamState& stream = streamOf(context, handle);
  countLaunch(context);
  auto work = std::make_shared<Work>();
  work->name = kernel.name;
  work->record.kind = WorkKind::Kernel;
  std::copy(kernel.grid.begin(), kernel.grid.end(), work->record.grid);
  std::copy(kernel.block.begin(), kernel.block.end(), work->record.block);
  const DeviceMemory* const own = driver().devices[static_cast<size_t>(context.device)].memory.get();
  work->run = [kernel, own] { return runLibraryKernel(kernel, own); };
  GraphNodeState node;
  node.type = cuda::NodeKernel;
  submit(stream, std::move(work), std::move(node));
  return cuda::Success;
}

}  // namespace relaxscope::emulated
