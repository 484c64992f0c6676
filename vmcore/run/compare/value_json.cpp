// SPDX-License-Identifier: Apache-2.0
#include "vmcore/run/compare/value_json.h"

#include <fmt/format.h>
#include <cmath>
#include <nlohmann/json.hpp>
#include <unordered_map>

namespace relaxscope {
namespace {

using Json = nlohmann::json;

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

/// Rows of a function table by name, as reports spell names.
class FunctionRows {
 public:
  explicit FunctionRows(const std::vector<std::string>& names) {
    for (size_t row = 0; row < names.size(); ++row)
      rows_.emplace(Json::parse(jsonString(names[row])).get<std::string>(), static_cast<uint32_t>(row));
  }
  [[nodiscard]] uint32_t rowOf(const std::string& name) const {
    const auto found = rows_.find(name);
    return found == rows_.end() ? kNoIndex : found->second;
  }

 private:
  std::unordered_map<std::string, uint32_t> rows_;
};

/// Null if the object lacks the field.
const Json& fieldOf(const Json& object, const char* name) {
  static const Json kNull;
  const auto found = object.find(name);
  return found == object.end() ? kNull : *found;
}
Result<uint64_t> countOf(const Json& object, const char* name) {
  const Json& field = fieldOf(object, name);
  if (!field.is_number_unsigned()) return Error(fmt::format("\"{}\" must be a non-negative integer", name));
  return field.get<uint64_t>();
}
Result<uint32_t> indexOf(const Json& object, const char* name) {
  RS_TRY(const uint64_t value, countOf(object, name));
  if (value >= kNoIndex) return Error(fmt::format("\"{}\" is too large", name));
  return static_cast<uint32_t>(value);
}
Result<std::string> textOf(const Json& object, const char* name) {
  const Json& field = fieldOf(object, name);
  if (!field.is_string()) return Error(fmt::format("\"{}\" must be a string", name));
  return field.get<std::string>();
}
std::optional<double> figureOf(const Json& object, const char* name) {
  const Json& field = fieldOf(object, name);
  return field.is_number() ? std::optional(field.get<double>()) : std::nullopt;
}

Result<ValueDifference> readDifference(const Json& object) {
  ValueDifference difference;
  ElementDifference& e = difference.elements;
  RS_TRY(e.elements, countOf(object, "elements"));
  RS_TRY(e.differing, countOf(object, "differing"));
  RS_TRY(e.nanOld, countOf(object, "nan_old"));
  RS_TRY(e.nanNow, countOf(object, "nan_new"));
  RS_TRY(difference.infinitiesOld, countOf(object, "inf_old"));
  RS_TRY(difference.infinitiesNew, countOf(object, "inf_new"));
  e.largestAbsolute = figureOf(object, "largest_absolute");
  e.largestRelative = figureOf(object, "largest_relative");
  if (object.contains("not_compared")) { RS_TRY(difference.notCompared, textOf(object, "not_compared")); }
  return difference;
}

Result<ComparedOutput> readOutput(const Json& object, const FunctionRows& old, const FunctionRows& now) {
  ComparedOutput output;
  RS_TRY(const std::string oldFunction, textOf(object, "function"));
  RS_TRY(const std::string newFunction, textOf(object, "new_function"));
  RS_TRY(const std::string callee, textOf(object, "callee"));
  RS_TRY(const std::string newCallee, textOf(object, "new_callee"));
  MatchedOutput& place = output.place;
  place.old.function = old.rowOf(oldFunction);
  place.now.function = now.rowOf(newFunction);
  place.oldCallee = old.rowOf(callee);
  place.newCallee = now.rowOf(newCallee);
  RS_TRY(place.old.pc, indexOf(object, "pc"));
  RS_TRY(place.now.pc, indexOf(object, "new_pc"));
  RS_TRY(place.oldArgument, indexOf(object, "argument"));
  RS_TRY(place.newArgument, indexOf(object, "new_argument"));
  RS_TRY(output.executions, countOf(object, "executions"));
  if (!fieldOf(object, "first_differing").is_null()) {
    RS_TRY(output.firstDiffering, countOf(object, "first_differing"));
  }
  RS_TRY(output.difference, readDifference(object));
  return output;
}

/// The list of objects of a field.
Result<const Json*> objectsOf(const Json& object, const char* name) {
  const Json& list = fieldOf(object, name);
  if (!list.is_array()) return Error(fmt::format("\"{}\" must be a list", name));
  for (const Json& item : list)
    if (!item.is_object()) return Error(fmt::format("\"{}\" must be a list of objects", name));
  return &list;
}

Result<ValueComparison> readValues(const Json& values, const FunctionRows& old, const FunctionRows& now) {
  ValueComparison comparison;
  RS_TRY(const Json* outputs, objectsOf(values, "outputs"));
  for (const Json& item : *outputs) {
    RS_TRY(ComparedOutput output, readOutput(item, old, now));
    comparison.outputs.push_back(std::move(output));
  }
  if (!fieldOf(values, "first_divergence").is_null()) {
    RS_TRY(comparison.firstDivergence, countOf(values, "first_divergence"));
    if (*comparison.firstDivergence >= comparison.outputs.size()) return Error("\"first_divergence\" is not an output");
  }
  RS_TRY(const Json* results, objectsOf(values, "results"));
  for (const Json& item : *results) {
    RS_TRY(std::string name, textOf(item, "name"));
    RS_TRY(ValueDifference difference, readDifference(item));
    comparison.results.emplace_back(std::move(name), std::move(difference));
  }
  RS_TRY(comparison.notCaptured, countOf(values, "not_captured"));
  return comparison;
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
        .field("new_callee", name(newFunctions, place.newCallee))
        .field("argument", uint64_t{place.oldArgument})
        .field("new_argument", uint64_t{place.newArgument})
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

Result<ValueComparison> readValuesOfReport(std::string_view report, const std::vector<std::string>& oldFunctions,
                                           const std::vector<std::string>& newFunctions) {
  const Json tree = Json::parse(report, nullptr, false);
  if (tree.is_discarded()) return Error("run.values: invalid JSON");
  const Json& values = tree.is_object() && fieldOf(tree, "run").is_object() ? fieldOf(tree["run"], "values") : tree;
  if (!values.is_object() || &values == &tree) return Error("run.values: must be an object");
  auto read = readValues(values, FunctionRows(oldFunctions), FunctionRows(newFunctions));
  if (!read) return Error("run.values: " + read.error().text());
  return read;
}

}  // namespace relaxscope
