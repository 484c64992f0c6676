// SPDX-License-Identifier: Apache-2.0
// What the calls behind each row of the statistics did on devices, over the same runs; and the time of a run by what
// was at work, device or host.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <stop_token>
#include <vector>

#include "vmcore/trace/ledger.h"
#include "vmcore/trace/statistics.h"

namespace relaxscope {

/// Times in nanoseconds; percentiles are exact. Sums are those of the kept runs, as in StatisticsRow.
struct WorkTimes {
  uint64_t count = 0;
  double totalNs = 0, minNs = 0, maxNs = 0, meanNs = 0, medianNs = 0, p90Ns = 0, p99Ns = 0, sigmaNs = 0;
};
WorkTimes workTimesOf(std::vector<double> ns);

/// Work of the calls of one row.
struct OnDevice {
  WorkTimes kernels;          ///< by the device's clock
  WorkTimes copies;           ///< and fills
  WorkTimes latency;          ///< of kernels, from the launch on the host to the start on the device
  int64_t bytes = 0;          ///< copied and filled
  int64_t argumentBytes = 0;  ///< of the tensors among the arguments of calls with kernels, each counted once a call;
                              ///< 0: not recorded
  [[nodiscard]] bool any() const { return kernels.count + copies.count > 0; }
  /// Bytes of arguments per second of kernels: a lower bound of what they move, if each reads or writes its arguments
  /// once. 0: unknown.
  [[nodiscard]] double bytesPerSecond() const {
    return kernels.totalNs > 0 ? static_cast<double>(argumentBytes) / kernels.totalNs * 1e9 : 0;
  }
};
struct DeviceStatistics {
  std::vector<OnDevice> rows;  ///< by row of the statistics
  OnDevice outside;            ///< of no call, or of a call of no row, within the kept runs
  bool emulated = false;       ///< its times are no measure
  [[nodiscard]] bool any() const;
};
/// `statistics` are of `trace`. Empty rows without device work, or if stopped.
DeviceStatistics deviceStatistics(const Trace& trace, const TraceStatistics& statistics,
                                  const std::stop_token& stop = {});

/// A part of the kept runs' time.
struct RunTimePart {
  enum class What : uint8_t { Kernels, Copies, Host } what = What::Host;
  CallKind kind = CallKind::Other;  ///< Host: the kind of call at work while devices were idle
  double ns = 0;
};
/// Time of the kept runs, device first: while a kernel ran, while only copies did, and what the host did by kind while
/// devices were idle. Parts add up to the runs' time as the rows have it. Empty without device times, or with a span.
std::vector<RunTimePart> deviceLedger(const Trace& trace, const TraceStatistics& statistics,
                                      std::shared_ptr<const Executable> executable);

}  // namespace relaxscope
