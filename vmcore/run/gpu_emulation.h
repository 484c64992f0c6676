// SPDX-License-Identifier: Apache-2.0
// Whether an emulated GPU takes the place of a real one: the environment of the process that opens the CUDA driver says
// so, and device names may.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace relaxscope {

/// Set to anything but 0: CUDA devices of this process are emulated.
inline constexpr const char* kEmulateCudaVariable = "RELAXSCOPE_EMULATE_CUDA";
/// Kinds in device names: "cuda:0" and "emulated:0".
inline constexpr std::string_view kCudaKind = "cuda", kEmulatedKind = "emulated";

bool cudaIsEmulated();
/// Sets the variable, for this process and those that it starts; before a device is opened.
void emulateCuda();
/// Whether a list of device names has an emulated GPU: "emulated:0, cpu". Times of such a run are no measure.
bool namesEmulatedGpu(std::string_view devices);
/// Renames "cuda:N" to "emulated:N", for a worker that does not inherit the environment, as one on another host.
void renameToEmulated(std::vector<std::string>& devices);

}  // namespace relaxscope
