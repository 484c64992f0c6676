// SPDX-License-Identifier: Apache-2.0
// Another clock than the trace's, that of a device or of a collector, and its conversion to the trace's ticks. The
// device's clock is read between two readings of the host's; between such pairs time is interpolated linearly.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace relaxscope {

/// A reading of the other clock, in nanoseconds, between two of the trace's clock, in ticks.
struct ClockReading {
  int64_t before = 0, device = 0, after = 0;
};
/// The two clocks at one moment.
struct ClockPair {
  int64_t device = 0;  ///< ns
  int64_t ticks = 0;   ///< the middle of the host's readings around it
  int64_t width = 0;   ///< ticks between them
};

struct ClockDomain {
  std::string name;              ///< "CUPTI activity", "CUDA events", "emulated"
  std::string source;            ///< what the clock is: "real-time clock, ns"
  std::vector<ClockPair> pairs;  ///< ascending by device time
  double errorNs = -1;           ///< bound of the alignment's error; below 0: unknown
};

/// The narrowest of several readings made in a row; nothing if none is in order.
std::optional<ClockPair> narrowestPair(std::span<const ClockReading> readings);

/// Converts times of a domain.
class ClockMap {
 public:
  /// Pairs in any order; those that contradict an earlier one are left out. Without pairs, times convert to themselves
  /// by the rate.
  ClockMap(std::vector<ClockPair> pairs, double nsPerTick);

  [[nodiscard]] const std::vector<ClockPair>& pairs() const { return pairs_; }
  /// Linear between pairs, outside of them at the nominal rate. Within +-2^60.
  [[nodiscard]] int64_t toTicks(int64_t deviceNs) const;
  /// Half the widest pair, plus the largest distance of a pair from the line between its neighbours, where the trace's
  /// clock did not stop between them. Below 0 without pairs.
  [[nodiscard]] double errorNs() const;

 private:
  std::vector<ClockPair> pairs_;
  double nsPerTick_;
};

}  // namespace relaxscope
