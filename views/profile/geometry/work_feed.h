// SPDX-License-Identifier: GPL-3.0-or-later
// Reads the device work of a trace bit by bit, in the order of its starts within each chunk, and says in which row of
// its track each piece goes, so that work at the same time never shares a row. No Qt.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "vmcore/trace/trace.h"

namespace relaxscope {

struct PlacedWork {
  DeviceWork work;
  uint32_t number = 0;  ///< row in the trace
  uint32_t lane = 0;    ///< of its track, from 0 on
};

class WorkFeed {
 public:
  /// Work that overlaps more of the same track than this is trimmed; work of later tracks is not shown.
  static constexpr uint32_t kLanes = 4, kMaxTracks = 4096;

  /// The next piece; nothing at the end of what `trace` has. `trace` continues the one given before.
  std::optional<PlacedWork> next(const Trace& trace);
  [[nodiscard]] bool isDone(const Trace& trace) const { return chunk_ >= trace.workChunks().size(); }
  /// Whether what was read is what `trace` begins with.
  [[nodiscard]] bool continues(const Trace& trace) const;

 private:
  void open(const WorkChunk& chunk);
  uint32_t laneOf(const DeviceWork& work);

  size_t chunk_ = 0, place_ = 0;
  std::vector<uint32_t> order_;               ///< rows of the chunk by start; empty: as they are
  std::shared_ptr<const WorkChunk> current_;  ///< the last one read
  std::vector<int64_t> ends_;                 ///< of the last work, by track and lane
};

}  // namespace relaxscope
