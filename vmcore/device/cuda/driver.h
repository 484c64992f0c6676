// SPDX-License-Identifier: Apache-2.0
// The CUDA driver of this process: a library found at run time, and its functions.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "vmcore/base/result.h"
#include "vmcore/device/cuda/abi.h"
#include "vmcore/device/cuda/emulation.h"

namespace relaxscope::cuda {

struct Driver {
#define RS_CUDA(member, name, symbol, version, needed, ...) int (*member)(__VA_ARGS__) = nullptr;
#include "vmcore/device/cuda/driver_functions.def"
#undef RS_CUDA

  std::string path;                  ///< of the library, as it was opened
  int version = 0;                   ///< of CUDA that it supports: 12040 is 12.4
  std::vector<std::string> missing;  ///< optional functions that it lacks

  /// Of the emulated GPU only, else null.
  emulated::SetExtents setExtents = nullptr;
  emulated::FaultText faultText = nullptr;
  [[nodiscard]] bool isEmulated() const { return setExtents != nullptr; }
};

/// Path of a library of the emulated GPU: "libcuda.so.1"; empty if it is not installed.
std::string emulatedLibrary(const char* name);
/// The driver, real or emulated (run/gpu_emulation.h), opened and initialised at the first call; an error says what is
/// missing, in the driver's words.
Result<const Driver*> driver();

/// "CUDA_ERROR_OUT_OF_MEMORY (out of memory)"; of an emulated GPU with the fault that it found.
std::string statusText(const Driver& driver, int status);
/// Whether the status ends the context: no later call of this process works.
bool isContextLost(int status);
/// "12.4".
std::string versionText(int version);

}  // namespace relaxscope::cuda
