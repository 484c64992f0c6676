// SPDX-License-Identifier: Apache-2.0
// What was captured into a CUDA graph, and which of it the work of a replay is. TVM captures one stream, so the work of
// a replay is done in the order of its launches.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "vmcore/trace/device/work.h"

namespace relaxscope {

/// A launch, copy or fill that became a node, or a library's call that became one or more.
struct CapturedWork {
  DeviceWorkKind kind = DeviceWorkKind::Kernel;
  std::string name;        ///< of a kernel
  bool ofLibrary = false;  ///< a call of cuBLAS: kernels whose names only it knows
  uint64_t pc = kNoEvent;  ///< instruction of the Call
};
/// A piece of work of a replay.
struct ReplayedWork {
  DeviceWorkKind kind = DeviceWorkKind::Kernel;
  std::string name;  ///< of a kernel
};

/// For each piece of work of one replay, in the order of its start, the instruction that it was captured from; kNoEvent
/// for all where records are missing or of another graph, and for kernels of several calls of a library in a row.
std::vector<uint64_t> instructionsOf(std::span<const CapturedWork> captured, std::span<const ReplayedWork> replayed);

}  // namespace relaxscope
