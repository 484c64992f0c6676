// SPDX-License-Identifier: Apache-2.0
// Which row of the statistics an event belongs to, the same for the rows and for the calls behind one.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "vmcore/model/executable.h"
#include "vmcore/trace/event_values.h"
#include "vmcore/trace/run_calls.h"
#include "vmcore/trace/statistics.h"
#include "vmcore/trace/trace.h"

namespace relaxscope {

/// What the events of one row have in common; parts that the grouping does not look at are kNoIndex.
struct GroupKey {
  uint32_t callee = kNoIndex, function = kNoIndex, pc = kNoIndex;
  uint32_t shapes = kNoIndex;  ///< index into EventGroups::shapes()
  EventKind kind = EventKind::Call;
  CallKind callKind = CallKind::Other;  ///< Grouping::Kind only
  uint32_t layer = kNoIndex;            ///< Grouping::Layer only; kNoIndex: outside of layers
  uint32_t runCall = kNoIndex;          ///< Grouping::RunCall only; kNoIndex: within no call, such as a wait
  friend bool operator==(const GroupKey&, const GroupKey&) = default;
};
struct GroupHash {
  size_t operator()(const GroupKey& key) const;
};

class EventGroups {
 public:
  /// `trace` must outlive it and not change. `executable` tells kinds of calls; without it names do.
  EventGroups(const Trace& trace, Grouping grouping, std::shared_ptr<const Executable> executable,
              std::shared_ptr<const SiteLayers> layers = nullptr);

  [[nodiscard]] GroupKey keyOf(const EventSite& site, EventIndex event);
  [[nodiscard]] CallKind kindOf(const EventSite& site);
  /// The shapes of the arguments of a row: "f32[3, 16], f32[16, 24]"; in the order of their first event.
  [[nodiscard]] const std::vector<std::string>& shapes() const { return shapes_; }

 private:
  uint32_t shapesOf(EventIndex event);

  const Trace& trace_;
  Grouping grouping_;
  std::shared_ptr<const Executable> executable_;
  std::shared_ptr<const SiteLayers> layers_;
  ValueReader values_;
  std::optional<RunCalls> runCalls_;  ///< Grouping::RunCall only
  std::vector<std::string> shapes_;
  std::unordered_map<std::string, uint32_t> shapeIndex_;
  std::unordered_map<uint64_t, CallKind> kinds_;  ///< by callee and kind of event
};

/// Whether some event has a tensor or a shape among its arguments.
bool hasShapes(const Trace& trace);

}  // namespace relaxscope
