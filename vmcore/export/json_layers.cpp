// SPDX-License-Identifier: Apache-2.0
#include "vmcore/analysis/regions/repeated_regions.h"
#include "vmcore/base/json/writer.h"
#include "vmcore/export/json_tables.h"

namespace relaxscope {
namespace {

using Layout = JsonWriter::Layout;

void writeRegion(const FunctionRegions& found, const RepeatedRegion& region, const std::string& function,
                 JsonWriter& json) {
  json.beginObject(Layout::Inline).field("function", function).field("name", region.name);
  json.field("count", uint64_t{region.count()}).field("depth", uint64_t{region.depth});
  json.field("first_pc", region.firstPc.value).field("last_pc", region.lastPc.value);
  json.field("calls", uint64_t{region.mostCalls()}).field("equal", region.equal).key("first_number");
  if (region.firstNumber) json.value(uint64_t{*region.firstNumber});
  else json.null();
  json.key("copies").beginArray(Layout::Inline);
  for (uint32_t copy = 0; copy < region.count(); ++copy)
    json.beginObject(Layout::Inline)
        .field("first_pc", found.flow.calls[region.bounds[copy]].pc.value)
        .field("last_pc", found.flow.calls[region.bounds[copy + 1] - 1].pc.value)
        .end();
  json.end().end();
}

}  // namespace

void writeLayersJson(const Executable& executable, const TextSink& sink) {
  const auto all = repeatedRegions(executable);
  const auto nameOf = [&](const FunctionRegions& found) { return executable.functions[found.function.at()].name; };
  bool complete = true;
  JsonWriter json(sink);
  json.beginDocument().key("layers").beginArray();
  for (const FunctionRegions& found : *all) {
    complete &= found.complete;
    for (const RepeatedRegion& region : found.regions) writeRegion(found, region, nameOf(found), json);
  }
  json.end().key("almost").beginArray();
  for (const FunctionRegions& found : *all)
    for (const AlmostRegion& row : found.almost)
      json.beginObject(Layout::Inline)
          .field("function", nameOf(found))
          .field("first_pc", row.firstPc.value)
          .field("last_pc", row.lastPc.value)
          .field("count", uint64_t{row.count})
          .field("why_not", whyNot(executable, found, row))
          .end();
  json.end().field("complete", complete).end();
}

}  // namespace relaxscope
