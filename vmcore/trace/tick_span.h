// SPDX-License-Identifier: Apache-2.0
// A part of a recording.
#pragma once

#include <cstdint>

namespace relaxscope {

/// Ticks since the origin of the recording: [begin, end).
struct TickSpan {
  int64_t begin = 0, end = 0;
  friend bool operator==(const TickSpan&, const TickSpan&) = default;
};
/// Whether an event happens in the span, at least in part.
[[nodiscard]] constexpr bool overlaps(const TickSpan& span, int64_t start, int64_t end) {
  return start < span.end && (end > span.begin || (start == end && start == span.begin));
}

}  // namespace relaxscope
