// SPDX-License-Identifier: Apache-2.0
#include "app/cli/run/print_request.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <limits>
#include <string>

#include "app/cli/output.h"
#include "vmcore/base/text/text.h"
#include "vmcore/run/request_json.h"

namespace relaxscope::cli {
namespace {

std::string limitText(uint64_t limit) {
  if (limit > static_cast<uint64_t>(std::numeric_limits<int64_t>::max())) return std::to_string(limit);
  return limit == 0 ? "none" : groupedNumber(static_cast<int64_t>(limit));
}

std::string limitsText(const Limits& limits) {
  const std::string memory = limits.memoryDefault      ? "three quarters of free memory"
                             : limits.memoryBytes == 0 ? "none"
                                                       : limitText(limits.memoryBytes) + " B";
  const std::string time = limits.timeSeconds == 0 ? "none" : fmt::format("{} s", limits.timeSeconds);
  return fmt::format("time {}, memory {}, steps {}, stack {}", time, memory, limitText(limits.steps),
                     limitText(limits.stackDepth));
}

void writeCall(Output& out, const CallSpec& call, const std::vector<ArgumentNote>& notes) {
  out.write(fmt::format("function   {}{}\n", printable(call.function),
                        call.mode == CallMode::Stateful ? ", stateful"
                        : call.mode == CallMode::Save   ? ", saved as " + printable(call.savedAs)
                                                        : ""));
  for (size_t i = 0; i < call.args.size(); ++i) {
    const ArgumentNote& note = notes[i];
    out.write(
        fmt::format("argument   {}: {} ({})\n", printable(note.name), printable(note.text), printable(note.source)));
    if (const auto digest = tensorDigest(call.args[i]); digest && !digest->sha256.empty())
      out.write(fmt::format("           {}, SHA-256 {}\n", byteSizeText(static_cast<int64_t>(digest->bytes)),
                            digest->sha256));
  }
}

}  // namespace

int printRequest(const PreparedRun& prepared, bool asJson) {
  return writeOutput("-", [&](Output& out) {
    if (asJson) return writeRequestJson(prepared, out.sink());
    for (size_t i = 0; i < prepared.run.script.size(); ++i) writeCall(out, prepared.run.script[i], prepared.notes[i]);
    const RunRequest& run = prepared.run;
    out.write(fmt::format("seed       {}\n", prepared.seed));
    out.write(fmt::format("runs       {} measured, {} warm-up\n", run.repeat, run.warmup));
    out.write(fmt::format("limits     {}\n", limitsText(prepared.load.limits)));
  });
}

}  // namespace relaxscope::cli
