// SPDX-License-Identifier: Apache-2.0
#include "vmcore/run/compare/value_json.h"

#include <cmath>

namespace relaxscope {
namespace {

void number(JsonWriter& json, const char* key, const std::optional<double>& value) {
  if (value && std::isfinite(*value)) json.field(key, *value);
  else json.key(key).null();
}

void writeDifference(JsonWriter& json, const ValueDifference& difference) {
  const ElementDifference& e = difference.elements;
  json.field("elements", e.elements).field("differing", e.differing);
  number(json, "largest_absolute", e.largestAbsolute);
  number(json, "largest_relative", e.largestRelative);
  json.field("nan_old", e.nanOld)
      .field("nan_new", e.nanNow)
      .field("inf_old", difference.infinitiesOld)
      .field("inf_new", difference.infinitiesNew);
  if (!difference.notCompared.empty()) json.field("not_compared", difference.notCompared);
}

}  // namespace

void writeValues(JsonWriter& json, const ValueComparison& comparison, const std::vector<std::string>& oldFunctions,
                 const std::vector<std::string>& newFunctions) {
  const auto name = [](const std::vector<std::string>& names, uint32_t row) {
    return row < names.size() ? names[row] : std::string();
  };
  json.beginObject().key("outputs").beginArray();
  for (const ComparedOutput& output : comparison.outputs) {
    const MatchedOutput& place = output.place;
    json.beginObject(JsonWriter::Layout::Inline)
        .field("function", name(oldFunctions, place.old.function))
        .field("pc", uint64_t{place.old.pc})
        .field("new_function", name(newFunctions, place.now.function))
        .field("new_pc", uint64_t{place.now.pc})
        .field("callee", name(oldFunctions, place.oldCallee))
        .field("argument", uint64_t{place.oldArgument})
        .field("executions", output.executions);
    if (output.difference.differs()) json.field("first_differing", output.firstDiffering);
    else json.key("first_differing").null();
    writeDifference(json, output.difference);
    json.end();
  }
  json.end();
  if (comparison.firstDivergence) json.field("first_divergence", uint64_t{*comparison.firstDivergence});
  else json.key("first_divergence").null();
  json.key("results").beginArray();
  for (const auto& [result, difference] : comparison.results) {
    json.beginObject(JsonWriter::Layout::Inline).field("name", result);
    writeDifference(json, difference);
    json.end();
  }
  json.end().field("not_captured", comparison.notCaptured).end();
}

}  // namespace relaxscope
