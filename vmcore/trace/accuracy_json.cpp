// SPDX-License-Identifier: Apache-2.0
#include "vmcore/trace/accuracy_json.h"

#include "vmcore/base/json/writer.h"

namespace relaxscope {

void writeAccuracy(JsonWriter& json, const Trace& trace, const TraceStatistics& statistics) {
  const auto write = [&](const char* key, const std::optional<Accuracy>& accuracy, bool withWall) {
    json.key(key);
    if (!accuracy) {
      json.null();
      return;
    }
    json.beginObject(JsonWriter::Layout::Inline)
        .field("ratio", accuracy->ratio)
        .field("low", accuracy->low)
        .field("high", accuracy->high);
    if (withWall) json.field("wall_ratio", accuracy->wallRatio);
    json.field("pairs", uint64_t{accuracy->pairs}).end();
  };
  const std::optional<Accuracy>& corrected = statistics.correction.accuracy;
  write("accuracy", corrected, false);
  if (!corrected) json.field("accuracy_reason", whyNoAccuracy(trace));
  write("recorded", accuracyOf(trace), true);
  json.key("correction")
      .beginObject(JsonWriter::Layout::Inline)
      .field("factor", statistics.correction.factor)
      .field("reason", statistics.correction.reason)
      .end();
}

}  // namespace relaxscope
