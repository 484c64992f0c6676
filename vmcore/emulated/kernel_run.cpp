// SPDX-License-Identifier: Apache-2.0
#include "vmcore/emulated/kernel_run.h"

#include <fmt/format.h>
#include <cstdio>
#include <cstring>
#include <mutex>

#include "vmcore/device/cuda/abi.h"
#include "vmcore/emulated/kernel/access.h"
#include "vmcore/emulated/kernel/block.h"
#include "vmcore/emulated/kernel/traps.h"
#include "vmcore/emulated/kernel/windows.h"

namespace relaxscope::emulated {
namespace {

/// The launch that runs; there is one at a time, as an image has one set of variables.
struct Running {
  Block* block = nullptr;
  AccessCheck* accesses = nullptr;
} gRunningKernel;

// --- What kernels call ---------------------------------------------------------------------------
// Nothing with a destructor may live in the frame that leaves.

bool allowed(uint64_t address, uint64_t bytes, bool write, uint64_t alignment) {
  Block& block = *gRunningKernel.block;
  if (gRunningKernel.accesses->allows(address, bytes, write, alignment, block.stackLow())) return true;
  block.fail(gRunningKernel.accesses->status(), gRunningKernel.accesses->text());
  return false;
}

void onAccess(uint64_t address, uint64_t bytes, bool write, uint64_t alignment) {
  if (!allowed(address, bytes, write, alignment)) gRunningKernel.block->leave();
}

BarrierCount onBarrier(bool predicate) { return gRunningKernel.block->barrier(predicate); }

const WarpValues* onExchange(const char* operation, uint32_t mask, uint64_t value) {
  return gRunningKernel.block->exchange(operation, mask, value);
}

uint32_t onActiveLanes(uint32_t site) { return gRunningKernel.block->activeLanes(site); }

void recordFailure(int status, const char* text) { gRunningKernel.block->fail(status, fmt::format("fails: {}", text)); }

void onFail(int status, const char* text) {
  recordFailure(status, text);
  gRunningKernel.block->leave();
}

void onPrint(const char* text) { std::fputs(text, stdout); }

void recordTrap() {
  const Trap trap = KernelTraps::last();
  Block& block = *gRunningKernel.block;
  if (trap.signal == SIGFPE) return block.fail(cuda::LaunchFailed, "divides an integer by zero");
  if (trap.signal == SIGILL) return block.fail(cuda::LaunchFailed, "executes an invalid instruction");
  const uint64_t low = block.stackLow();
  constexpr uint64_t kGuard = 64 << 10;
  if (trap.address < low && low - trap.address <= kGuard) {
    return block.fail(cuda::LaunchFailed,
                      fmt::format("needs more than {} KiB of local memory", FiberStacks::kStackBytes >> 10));
  }
  block.fail(cuda::IllegalAddress, fmt::format("accesses address 0x{:x}", trap.address));
}

RS_ON_ANY_STACK void onTrap() {
  recordTrap();
  gRunningKernel.block->leave();
}

// --- Parameters ----------------------------------------------------------------------------------

/// The known tensor that a pointer starts or lies in; null if there is none.
const TensorExtent* extentOf(const KernelRun& run, uint64_t address) {
  const TensorExtent* best = nullptr;
  for (const auto& extent : run.extents) {
    if (address - extent.address >= extent.bytes && address != extent.address) continue;
    const bool starts = extent.address == address, bestStarts = best != nullptr && best->address == address;
    if (best == nullptr || (starts && !bestStarts) || (starts == bestStarts && extent.bytes > best->bytes))
      best = &extent;
  }
  return best;
}

/// The values that the kernel is called with: copies, pointers to device memory replaced by their windows.
class Parameters {
 public:
  /// False with the reason in `why`.
  bool read(const KernelRun& run, std::string& why) {
    const auto& shapes = run.kernel->params;
    if (run.arguments.size() != shapes.size()) {
      why =
          fmt::format("{} takes {} parameters, {} were passed", run.kernel->name, shapes.size(), run.arguments.size());
      return false;
    }
    size_t bytes = 0;
    for (const auto& shape : shapes) bytes += roundUp(shape.bytes);
    storage_.resize(bytes + kAlignment);
    char* place = storage_.data() + (kAlignment - reinterpret_cast<uintptr_t>(storage_.data()) % kAlignment);
    for (size_t i = 0; i < shapes.size(); ++i) {
      if (run.arguments[i].size() != shapes[i].bytes) {
        why = fmt::format("{}: parameter {} has {} bytes, {} were passed", run.kernel->name, i, shapes[i].bytes,
                          run.arguments[i].size());
        return false;
      }
      std::memcpy(place, run.arguments[i].data(), shapes[i].bytes);
      pointers_.push_back(place);
      if (shapes[i].pointer && shapes[i].bytes == sizeof(uint64_t)) addPointer(run, i);
      place += roundUp(shapes[i].bytes);
    }
    return true;
  }

  /// Opens the windows and points the parameters at them.
  bool place(ParameterWindows& windows, std::string& why) {
    if (!windows.map(targets_, why)) return false;
    for (size_t t = 0; t < targets_.size(); ++t) {
      const uint64_t address = windows.inWindow(t, values_[t]);
      std::memcpy(pointers_[targets_[t].parameter], &address, sizeof address);
    }
    return true;
  }

  [[nodiscard]] void** pointers() { return pointers_.data(); }
  [[nodiscard]] const std::vector<DanglingPointer>& dangling() const { return dangling_; }

 private:
  static constexpr size_t kAlignment = 128;  ///< of a tensor map, and more
  static size_t roundUp(size_t bytes) { return (bytes + kAlignment - 1) / kAlignment * kAlignment; }

  void addPointer(const KernelRun& run, size_t index) {
    uint64_t address = 0;
    std::memcpy(&address, run.arguments[index].data(), sizeof address);
    const DeviceMemory* memory = run.memoryOf ? run.memoryOf(address) : nullptr;
    const auto block = memory != nullptr ? memory->find(address) : std::nullopt;
    if (!block) {
      dangling_.push_back({index, address});
      return;
    }
    WindowTarget target{memory, block->address, block->bytes, 0, {}, index};
    const TensorExtent* extent = extentOf(run, address);
    if (extent != nullptr && memory->find(extent->address, std::max<uint64_t>(extent->bytes, 1))) {
      target.address = extent->address;
      target.bytes = extent->bytes;
      target.elementBytes = std::max(extent->elementBytes, 1u);
      target.name.assign(extent->name, strnlen(extent->name, sizeof extent->name));
    }
    targets_.push_back(std::move(target));
    values_.push_back(address);
  }

  std::vector<char> storage_;
  std::vector<void*> pointers_;
  std::vector<WindowTarget> targets_;
  std::vector<uint64_t> values_;  ///< by target: what was passed
  std::vector<DanglingPointer> dangling_;
};

/// What stays between launches.
struct Machine {
  std::mutex mutex;
  FiberStacks stacks;
  ParameterWindows windows;
};
/// Never destroyed: the driver's thread may run a kernel while the process ends.
Machine& machine() {
  static auto* const one = new Machine;
  return *one;
}

void bind(const KernelRun& run, const ParameterWindows& windows) {
  const ImageHeader& header = run.image->header();
  KernelBindings& bindings = *header.bindings;
  bindings = {{}, onAccess, onBarrier, onExchange, onActiveLanes, onFail, onPrint};
  windows.describe(bindings.limits);
  bindings.limits.dynamicBytes = run.dynamicShared;
  bindings.limits.stackBytes = FiberStacks::kStackBytes;
  bindings.limits.imageBegin = run.image->begin();
  bindings.limits.imageBytes = run.image->end() - run.image->begin();
  *header.blockSize = {run.block[0], run.block[1], run.block[2]};
  *header.gridSize = {run.grid[0], run.grid[1], run.grid[2]};
}

bool runBlocks(const KernelRun& run, Block& block) {
  for (uint32_t z = 0; z < run.grid[2]; ++z) {
    for (uint32_t y = 0; y < run.grid[1]; ++y) {
      for (uint32_t x = 0; x < run.grid[0]; ++x) {
        if (!block.run({x, y, z})) return false;
      }
    }
  }
  return true;
}

}  // namespace

std::optional<KernelFault> runKernel(const KernelRun& run) {
  const uint64_t threads = uint64_t{run.block[0]} * run.block[1] * run.block[2];
  if (threads == 0 || threads > Block::kMaxThreads || run.dynamicShared > kDynamicSharedBytes) {
    return KernelFault{cuda::InvalidValue,
                       fmt::format("{}: a block of {} threads with {} bytes of dynamic shared memory cannot run",
                                   run.kernel->name, threads, run.dynamicShared)};
  }
  Machine& one = machine();
  const std::lock_guard lock(one.mutex);
  Parameters parameters;
  std::string why;
  if (!parameters.read(run, why)) return KernelFault{cuda::InvalidValue, why};
  if (!parameters.place(one.windows, why)) return KernelFault{cuda::OutOfDeviceMemory, run.kernel->name + ": " + why};
  const size_t trapStack = Block::kMaxThreads;
  if (!one.stacks.grow(trapStack + 1)) {
    return KernelFault{cuda::OutOfDeviceMemory, run.kernel->name + ": there is no memory for the threads' stacks"};
  }
  bind(run, one.windows);
  AccessCheck accesses(run, one.windows, parameters.dangling());
  Block block(one.stacks, *run.image, *run.kernel, {run.block[0], run.block[1], run.block[2]}, parameters.pointers());
  gRunningKernel = {&block, &accesses};
  const KernelTraps traps(one.stacks, trapStack, onTrap);
  KernelTraps::arm(true);
  const bool ended = runBlocks(run, block);
  KernelTraps::arm(false);
  gRunningKernel = {};
  if (ended) return std::nullopt;
  return KernelFault{block.status(), block.text()};
}

}  // namespace relaxscope::emulated
