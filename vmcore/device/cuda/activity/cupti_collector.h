// SPDX-License-Identifier: Apache-2.0
// Collects activity records of CUPTI. CUPTI's threads fill buffers and queue them; records are read on the recording's
// thread and joined with the launches when all are in, as a kernel's record may precede that of its launch.
#pragma once

#include "vmcore/device/cuda/activity/activity_collector.h"
#include "vmcore/device/cuda/driver.h"

namespace relaxscope::cuda {

/// An error says why CUPTI cannot be used.
Result<std::unique_ptr<ActivityCollector>> makeCuptiCollector(const Driver& driver);

}  // namespace relaxscope::cuda
