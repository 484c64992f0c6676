// SPDX-License-Identifier: Apache-2.0
// Synthetic traces with device work: no GPU, always the same bytes.
#pragma once

#include <cstdint>
#include <memory>

#include "tests/support/synthetic_trace.h"

namespace relaxscope::testing {

/// dynamicModel on a GPU: weights copied and kernels compiled in the load phase, one kernel per Call of a packed
/// function, copies of the input before and of the result after each run, driver overhead beside every fourth run.
SyntheticModel dynamicCudaModel(uint32_t runs, DeviceTiming timing = DeviceTiming::Cupti);
/// At least `rows` rows of device work on `streams` streams: kernels of 20 names, every tenth a copy; the calls of
/// bulkTrace(rows / 10) beside them.
std::shared_ptr<const Trace> bulkDeviceTrace(uint64_t rows, uint32_t streams = 2);

}  // namespace relaxscope::testing
