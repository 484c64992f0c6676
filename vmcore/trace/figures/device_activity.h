// SPDX-License-Identifier: Apache-2.0
// How busy devices were in a part of the recording: per track, and over all of them.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "vmcore/trace/tick_span.h"
#include "vmcore/trace/trace.h"

namespace relaxscope {

/// Stretches of time without overlap, ascending; the ticks that they cover up to any time in logarithmic time.
class CoveredTime {
 public:
  CoveredTime() = default;
  /// Of stretches in any order, which may overlap.
  explicit CoveredTime(std::vector<TickSpan> stretches);

  [[nodiscard]] const std::vector<TickSpan>& stretches() const { return stretches_; }
  [[nodiscard]] bool empty() const { return stretches_.empty(); }
  /// Ticks of [begin, end) that are covered.
  [[nodiscard]] int64_t covered(int64_t begin, int64_t end) const;
  /// Ticks of [begin, end) that both cover.
  [[nodiscard]] int64_t common(const CoveredTime& other, int64_t begin, int64_t end) const;

 private:
  [[nodiscard]] int64_t until(int64_t ticks) const;

  std::vector<TickSpan> stretches_;
  std::vector<int64_t> before_;  ///< by stretch: ticks of those before it
};

/// The work of a track. Ticks; sums of work that lies in the span in part count that part.
struct TrackActivity {
  uint32_t track = 0;
  uint64_t rows = 0;
  int64_t busy = 0;  ///< covered by work
  int64_t kernels = 0, copies = 0;
  int64_t gaps = 0;  ///< between the first and the last work, without either
  int64_t longestGap = 0;
};
struct DeviceActivity {
  std::vector<TrackActivity> tracks;  ///< those with work in the span that occupies a device, by track
  int64_t span = 0;                   ///< ticks looked at
  int64_t busy = 0;                   ///< some stream was at work
  int64_t kernels = 0;                ///< some kernel ran
  int64_t overlap = 0;                ///< kernels and copies at once
  [[nodiscard]] double busyShare() const {
    return span > 0 ? static_cast<double>(busy) / static_cast<double>(span) : 0;
  }
};
/// `span` must not be empty.
DeviceActivity deviceActivity(const Trace& trace, const TickSpan& span);

/// The time that work of some kinds covers in the whole trace.
enum class WorkOf : uint8_t { All, Kernels, Copies };
CoveredTime coveredByDevices(const Trace& trace, WorkOf which);

/// The driver's calls for memory in the whole trace.
struct DriverMemory {
  uint64_t allocations = 0, releases = 0;
  int64_t bytesAllocated = 0;
  int64_t ticks = 0;  ///< of all these calls
};
DriverMemory driverMemory(const Trace& trace);

}  // namespace relaxscope
