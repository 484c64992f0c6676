// SPDX-License-Identifier: Apache-2.0
// The range of times and durations in ticks that a trace may hold: sums and differences of two do not overflow.
#pragma once

#include <cstdint>

namespace relaxscope {

constexpr int64_t kMaxTicks = int64_t{1} << 60;

constexpr bool isTime(int64_t ticks) { return ticks >= -kMaxTicks && ticks <= kMaxTicks; }
constexpr bool isDuration(int64_t ticks) { return ticks >= 0 && ticks <= kMaxTicks; }

}  // namespace relaxscope
