// SPDX-License-Identifier: Apache-2.0
#include "vmcore/trace/event_account.h"

#include <fmt/format.h>

#include "vmcore/base/text/text.h"

namespace relaxscope {

std::string droppedReason() { return "the profile reached " + byteSizeText(static_cast<int64_t>(kMaxTraceBytes)); }

std::string accountText(const EventAccount& account) {
  const auto number = [](uint64_t count) { return groupedNumber(static_cast<int64_t>(count)); };
  std::string text = fmt::format("{} recorded: {} in measured runs ({} in the rows)", number(account.recorded()),
                                 number(account.measured()), number(account.inRows));
  const auto add = [&](uint64_t count, const char* where) {
    if (count != 0) text += fmt::format(", {} {}", number(count), where);
  };
  add(account.warmups, "in warm-ups");
  add(account.valuesRuns, "in the values run");
  add(account.loading, "while loading");
  add(account.outsideRuns, "of a run that did not end");
  if (account.dropped == 0) return text + "; none dropped";
  return text + fmt::format("; {} dropped, as {}", number(account.dropped), droppedReason());
}

void writeAccount(JsonWriter& json, const EventAccount& account) {
  json.beginObject(JsonWriter::Layout::Inline)
      .field("recorded", account.recorded())
      .field("kept", account.kept())
      .field("loading", account.loading)
      .field("warmups", account.warmups)
      .field("values_runs", account.valuesRuns);
  json.field("in_rows", account.inRows)
      .field("beside_rows", account.besideRows)
      .field("outside_runs", account.outsideRuns)
      .field("dropped", account.dropped)
      .field("dropped_because", account.dropped != 0 ? droppedReason() : std::string())
      .end();
}

}  // namespace relaxscope
