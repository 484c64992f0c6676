// SPDX-License-Identifier: Apache-2.0
// Launches of kernels: every argument is checked against the kernel and the described device.
#include <algorithm>
#include <cstring>
#include <string_view>

#include "vmcore/emulated/driver/capture.h"
#include "vmcore/emulated/driver/driver.h"
#include "vmcore/emulated/driver/launch.h"
#include "vmcore/emulated/driver/limits.h"
#include "vmcore/emulated/driver/scheduler.h"

namespace relaxscope::emulated {

using namespace cuda;

FunctionState& functionOf(const ContextState& context, Function handle) {
  FunctionState& function = *driver().functions.at(handle, "function");
  require(function.context == &context, InvalidHandle,
          fmt::format("function: {} belongs to device {}, not to the current context", function.kernel->name,
                      function.context->device));
  return function;
}

int blocksPerMultiprocessor(const KernelEntry& kernel, uint32_t threads, uint64_t dynamicShared) {
  const uint32_t rounded = (threads + limits::kWarp - 1) / limits::kWarp * limits::kWarp;
  if (rounded == 0 || threads > kernel.maxThreads) return 0;
  const uint64_t shared = kernel.staticShared + dynamicShared + limits::kSharedReservedPerBlock;
  const uint64_t bounds[] = {limits::kBlocksPerMultiprocessor, limits::kThreadsPerMultiprocessor / rounded,
                             limits::kRegistersPerMultiprocessor / (rounded * limits::kRegistersPerThread),
                             limits::kSharedPerMultiprocessor / shared};
  return static_cast<int>(*std::min_element(std::begin(bounds), std::end(bounds)));
}

void countLaunch(ContextState& context) {
  if (!configuration().lost || driver().launches++ < *configuration().lost) return;
  loseDevices();
  throwFault(context);
}

namespace {

struct Launch {
  Extents3 grid, block;
  uint32_t shared = 0;
  Stream stream = nullptr;
  bool cooperative = false;
};

void checkDimensions(const char* what, const Extents3& extents, const Extents3& most) {
  for (size_t i = 0; i < extents.size(); ++i)
    require(extents[i] >= 1 && extents[i] <= most[i], InvalidValue,
            fmt::format("{}{}: {} is not within 1 and {}", what, "XYZ"[i], extents[i], most[i]));
}

void checkShape(const Launch& launch, const FunctionState& function) {
  const KernelEntry& kernel = *function.kernel;
  require(launch.block[0] != kRequiredBlockDim, InvalidValue,
          fmt::format("blockX: {} was compiled without a required block dimension", kernel.name));
  checkDimensions("grid", launch.grid, {limits::kGridX, limits::kGridY, limits::kGridZ});
  checkDimensions("block", launch.block, {limits::kBlockX, limits::kBlockY, limits::kBlockZ});
  const uint64_t threads = uint64_t{launch.block[0]} * launch.block[1] * launch.block[2];
  require(threads <= limits::kThreadsPerBlock, InvalidValue,
          fmt::format("block: {} threads, the device allows {}", threads, limits::kThreadsPerBlock));
  require(threads <= kernel.maxThreads, LaunchOutOfResources,
          fmt::format("block: {} threads, {} has launch bounds of {}", threads, kernel.name, kernel.maxThreads));
  require(kernel.staticShared <= limits::kSharedPerBlock, InvalidValue,
          fmt::format("{} has {} bytes of static shared memory", kernel.name, kernel.staticShared));
  require(launch.shared <= static_cast<uint32_t>(function.maxDynamicShared), InvalidValue,
          fmt::format("sharedBytes: {}, but the limit of {} is {} (MAX_DYNAMIC_SHARED_SIZE_BYTES)", launch.shared,
                      kernel.name, function.maxDynamicShared));
  if (!launch.cooperative) return;
  const uint64_t blocks = uint64_t{launch.grid[0]} * launch.grid[1] * launch.grid[2];
  const uint64_t most =
      static_cast<uint64_t>(limits::kMultiprocessors) *
      static_cast<uint64_t>(blocksPerMultiprocessor(kernel, static_cast<uint32_t>(threads), launch.shared));
  require(blocks <= most, CooperativeLaunchTooLarge,
          fmt::format("grid: {} blocks, {} run at a time in a cooperative launch", blocks, most));
}

/// The bytes of each argument, as they are at the call.
std::vector<std::vector<char>> argumentsOf(const KernelEntry& kernel, void** params) {
  std::vector<std::vector<char>> arguments;
  if (kernel.params.empty()) return arguments;
  require(params != nullptr, InvalidValue,
          fmt::format("params: is null, but {} has {} parameters", kernel.name, kernel.params.size()));
  for (size_t i = 0; i < kernel.params.size(); ++i) {
    require(params[i] != nullptr, InvalidValue, fmt::format("params: parameter {} of {} is null", i, kernel.name));
    const auto* const bytes = static_cast<const char*>(params[i]);
    arguments.emplace_back(bytes, bytes + kernel.params[i].bytes);
  }
  return arguments;
}

std::shared_ptr<Work> launchWork(const std::shared_ptr<const KernelRun>& run) {
  auto work = std::make_shared<Work>();
  work->name = run->kernel->name;
  WorkRecord& record = work->record;
  record.kind = WorkKind::Kernel;
  std::copy(run->grid.begin(), run->grid.end(), record.grid);
  std::copy(run->block.begin(), run->block.end(), record.block);
  record.registers = limits::kRegistersPerThread;
  record.staticShared = run->kernel->staticShared;
  record.dynamicShared = run->dynamicShared;
  work->run = [run] { return runKernel(*run); };
  return work;
}

int launchOn(Function handle, const Launch& launch, void** params, void** extra) {
  ContextState& context = currentContext();
  const FunctionState& function = functionOf(context, handle);
  StreamState& stream = streamOf(context, launch.stream);
  require(extra == nullptr, params == nullptr ? NotSupported : InvalidValue,
          "extra: the emulation takes arguments from params alone");
  checkShape(launch, function);
  countLaunch(context);
  const auto run = std::make_shared<KernelRun>();
  run->image = function.image;
  run->kernel = function.kernel;
  run->grid = launch.grid;
  run->block = launch.block;
  run->dynamicShared = launch.shared;
  run->arguments = argumentsOf(*function.kernel, params);
  run->extents = thisThread().extents;
  run->memoryOf = memoryOf;
  GraphNodeState node;
  node.type = NodeKernel;
  node.kernel = run;
  node.function = handle;
  for (const std::vector<char>& argument : run->arguments) node.params.push_back(const_cast<char*>(argument.data()));
  submit(stream, launchWork(run), std::move(node));
  return Success;
}

void applyAttribute(Launch& launch, const LaunchAttribute& attribute) {
  switch (attribute.id) {
    case LaunchCooperative: launch.cooperative = attribute.value.cooperative != 0; break;
    case LaunchClusterDimension:
    case LaunchPreferredClusterDimension: {
      const auto& cluster = attribute.value.clusterDim;
      require(cluster.x == 1 && cluster.y == 1 && cluster.z == 1, NotSupported,
              fmt::format("attributes: clusters of {} x {} x {} blocks, but the device has no clusters", cluster.x,
                          cluster.y, cluster.z));
      break;
    }
    default:
      // Hints, such as that a launch may begin before the one before it ends.
      require(static_cast<unsigned>(attribute.id) <= 16, InvalidValue,
              fmt::format("attributes: {} is unknown", static_cast<unsigned>(attribute.id)));
  }
}

}  // namespace

namespace api {

int launch(Function function, unsigned gridX, unsigned gridY, unsigned gridZ, unsigned blockX, unsigned blockY,
           unsigned blockZ, unsigned sharedBytes, Stream stream, void** params, void** extra) {
  return launchOn(function, {{gridX, gridY, gridZ}, {blockX, blockY, blockZ}, sharedBytes, stream, false}, params,
                  extra);
}

int launchCooperative(Function function, unsigned gridX, unsigned gridY, unsigned gridZ, unsigned blockX,
                      unsigned blockY, unsigned blockZ, unsigned sharedBytes, Stream stream, void** params) {
  return launchOn(function, {{gridX, gridY, gridZ}, {blockX, blockY, blockZ}, sharedBytes, stream, true}, params,
                  nullptr);
}

int launchEx(const LaunchConfig* config, Function function, void** params, void** extra) {
  require(config != nullptr, InvalidValue, "config: is null");
  require(config->attributeCount == 0 || config->attributes != nullptr, InvalidValue, "attributes: is null");
  Launch launch{{config->gridX, config->gridY, config->gridZ},
                {config->blockX, config->blockY, config->blockZ},
                config->sharedBytes,
                config->stream,
                false};
  for (unsigned i = 0; i < config->attributeCount; ++i) applyAttribute(launch, config->attributes[i]);
  return launchOn(function, launch, params, extra);
}

int occupancy(int* blocks, Function handle, int threads, size_t dynamicSharedBytes) {
  requireOutput(blocks, "blocks");
  const FunctionState& function = functionOf(currentContext(), handle);
  require(threads > 0 && threads <= limits::kThreadsPerBlock, InvalidValue,
          fmt::format("threads: {} is not within 1 and {}", threads, limits::kThreadsPerBlock));
  require(dynamicSharedBytes <= limits::kSharedPerMultiprocessor, InvalidValue,
          fmt::format("dynamicSharedBytes: {} is more than a multiprocessor has", dynamicSharedBytes));
  *blocks = blocksPerMultiprocessor(*function.kernel, static_cast<uint32_t>(threads), dynamicSharedBytes);
  return Success;
}

}  // namespace api
}  // namespace relaxscope::emulated
