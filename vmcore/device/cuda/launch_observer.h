// SPDX-License-Identifier: Apache-2.0
// Who is told of the work that is asked of a GPU, as it is asked for: the recording of a run.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "vmcore/device/cuda/abi.h"
#include "vmcore/trace/device/work_kind.h"

namespace relaxscope::cuda {

class CudaDevice;

/// A call of the driver that asks a device for work, waits for it, or allocates and frees memory.
struct WorkRequest {
  const CudaDevice* device = nullptr;
  DeviceWorkKind kind = DeviceWorkKind::Kernel;
  Stream stream = nullptr;
  uint64_t bytes = 0;           ///< of copies, fills and allocations
  std::string_view name;        ///< of kernels and compilations, as long as its module; of memory, the call
  Function function = nullptr;  ///< of kernels
  GraphExec graph = nullptr;    ///< launched instead of a kernel
  std::array<unsigned, 3> grid{1, 1, 1}, block{1, 1, 1};
  unsigned sharedBytes = 0;
};

/// Called on any thread that uses the device.
class LaunchObserver {
 public:
  virtual ~LaunchObserver() = default;
  /// Around the driver's call. after() comes in any case, with the driver's status; it may throw DeviceFault.
  virtual void before(const WorkRequest& request) = 0;
  virtual void after(int status) = 0;
  /// Around what becomes a graph instead of being run; `graph` is null if the capture failed.
  virtual void captureBegins() = 0;
  virtual void captureEnds(GraphExec graph) noexcept = 0;
};

}  // namespace relaxscope::cuda
