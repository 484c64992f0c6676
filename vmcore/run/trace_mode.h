// SPDX-License-Identifier: Apache-2.0
// How a run is recorded.
#pragma once

#include <cstdint>

namespace relaxscope {

/// Chained: one clock reading per call. Precise: one before and one after each call.
enum class TraceMode : uint8_t { Off, Chained, Precise };

}  // namespace relaxscope
