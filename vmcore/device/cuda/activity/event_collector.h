// SPDX-License-Identifier: Apache-2.0
// Times of device work from CUDA events before and after each piece of it, where CUPTI cannot be used. They include
// part of a launch, resolve half a microsecond, and see a graph as one piece. Its clock continues the host's: a base
// event is recorded and waited for between two readings, and events count from it.
#pragma once

#include "vmcore/device/cuda/activity/activity_collector.h"

namespace relaxscope::cuda {

/// `why`: the reason that there is no CUPTI, which the clock's source states. An error says why events fail.
Result<std::unique_ptr<ActivityCollector>> makeEventCollector(const std::vector<const CudaDevice*>& devices,
                                                              const std::string& why);

}  // namespace relaxscope::cuda
