// SPDX-License-Identifier: Apache-2.0
// Names of the tracks that a recording adds for the host's part of device work. They are part of profiles.
#pragma once

namespace relaxscope {

/// Waits for devices; compilation of kernels; the driver's calls for memory.
inline constexpr const char *kWaitsTrack = "waits", *kLoadsTrack = "loads", *kMemoryTrack = "memory";

}  // namespace relaxscope
