// SPDX-License-Identifier: Apache-2.0
#include "vmcore/run/request_json.h"

#include <cmath>

#include "vmcore/base/bytes/sha256.h"
#include "vmcore/base/json/writer.h"
#include "vmcore/run/arguments/random_tensor.h"
#include "vmcore/run/value_check.h"
#include "vmcore/run/value_json.h"

namespace relaxscope {
namespace {

/// Random tensors are generated for hashing; larger ones would take minutes, and memory.
constexpr size_t kMaxRandomBytes = size_t{1} << 32;

void appendValue(JsonWriter& json, const Value& value);

/// Writes the members of a value's object.
struct Members {
  JsonWriter& json;

  void operator()(const NoneValue&) const { json.field("type", "none"); }
  void operator()(int64_t v) const { json.field("type", "int").field("value", v); }
  void operator()(double v) const {
    json.field("type", "float");
    if (std::isfinite(v)) json.field("value", v);
    else json.field("value", pythonFloat(v));
  }
  void operator()(bool v) const { json.field("type", "bool").field("value", v); }
  void operator()(const std::string& v) const { json.field("type", "str").field("value", v); }
  void operator()(const DataType& v) const { json.field("type", "dtype").field("value", v.name()); }
  void operator()(const ShapeValue& v) const {
    json.field("type", "shape");
    numbers("value", v.dims);
  }
  void operator()(const TensorValue& v) const { tensor(v.dtype, v.shape, Value{v}); }
  void operator()(const RandomTensor& v) const { tensor(v.dtype, v.shape, Value{v}); }
  void operator()(const TupleValue& v) const {
    json.field("type", v.tag ? "adt" : "tuple");
    if (v.tag) json.field("tag", *v.tag);
    json.key("fields").beginArray(JsonWriter::Layout::Inline);
    for (const Value& field : v.fields) appendValue(json, field);
    json.end();
  }
  void operator()(const ObjectValue& v) const { json.field("type", "object").field("value", v.typeName); }
  void operator()(const ResultRef& v) const {
    json.field("type", "result").field("call", uint64_t{v.call}).key("path").beginArray(JsonWriter::Layout::Inline);
    for (const uint32_t step : v.path) json.value(uint64_t{step});
    json.end();
  }

 private:
  void numbers(const char* name, const std::vector<int64_t>& list) const {
    json.key(name).beginArray(JsonWriter::Layout::Inline);
    for (const int64_t number : list) json.value(number);
    json.end();
  }
  void tensor(DataType dtype, const std::vector<int64_t>& shape, const Value& value) const {
    json.field("type", "tensor").field("dtype", dtype.name());
    numbers("shape", shape);
    const auto digest = tensorDigest(value);
    json.field("bytes", digest->bytes).key("sha256");
    if (digest->sha256.empty()) json.null();
    else json.value(digest->sha256);
  }
};

void appendValue(JsonWriter& json, const Value& value) {
  json.beginObject(JsonWriter::Layout::Inline);
  std::visit(Members{json}, value.data);
  json.end();
}

void appendArguments(JsonWriter& json, const CallSpec& call, const std::vector<ArgumentNote>& notes) {
  json.key("arguments").beginArray();
  for (size_t i = 0; i < call.args.size(); ++i) {
    const ArgumentNote& note = notes[i];
    json.beginObject(JsonWriter::Layout::Inline)
        .field("name", note.name)
        .field("position", static_cast<uint64_t>(note.position));
    std::visit(Members{json}, call.args[i].data);
    json.field("source", note.source).end();
  }
  json.end();
}

void appendCall(JsonWriter& json, const CallSpec& call, const std::vector<ArgumentNote>& notes) {
  json.field("function", call.function).field("mode", kCallModeNames[static_cast<size_t>(call.mode)]);
  if (call.mode == CallMode::Save) json.field("as", call.savedAs).field("include_return", call.savesResult);
  appendArguments(json, call, notes);
}

void appendLimits(JsonWriter& json, const Limits& limits) {
  json.key("limits")
      .beginObject(JsonWriter::Layout::Inline)
      .field("time_seconds", limits.timeSeconds)
      .key("memory_bytes");
  if (limits.memoryDefault) json.null();  // three quarters of the memory that is free when the worker starts
  else json.value(limits.memoryBytes);
  json.field("steps", limits.steps).field("stack_depth", limits.stackDepth).end();
}

const char* traceName(TraceMode mode) {
  return mode == TraceMode::Off ? "off" : mode == TraceMode::Chained ? "chained" : "precise";
}

}  // namespace

std::optional<TensorDigest> tensorDigest(const Value& value) {
  if (const auto* tensor = std::get_if<TensorValue>(&value.data))
    return TensorDigest{tensor->data.size(), sha256Hex(tensor->data)};
  const auto* random = std::get_if<RandomTensor>(&value.data);
  if (random == nullptr) return std::nullopt;
  const auto bytes = plainBytes(random->dtype, random->shape);
  if (!bytes.ok()) return TensorDigest{};
  TensorDigest digest{*bytes, {}};
  if (*bytes > kMaxRandomBytes) return digest;
  std::vector<uint8_t> data(*bytes);
  if (fillRandom(random->dtype, random->seed, random->below, data))
    digest.sha256 = sha256Hex(std::span<const uint8_t>(data));
  return digest;
}

void writeRequestJson(const PreparedRun& prepared, const TextSink& sink) {
  JsonWriter json(sink);
  json.beginDocument();
  if (prepared.run.script.size() == 1) {
    appendCall(json, prepared.run.script.front(), prepared.notes.front());
  } else {
    json.key("calls").beginArray();
    for (size_t i = 0; i < prepared.run.script.size(); ++i) {
      json.beginObject();
      appendCall(json, prepared.run.script[i], prepared.notes[i]);
      json.end();
    }
    json.end();
  }
  json.field("seed", prepared.seed);
  appendLimits(json, prepared.load.limits);
  const RunRequest& run = prepared.run;
  json.field("warmup", uint64_t{run.warmup}).field("repeat", uint64_t{run.repeat}).field("trace", traceName(run.trace));
  if (run.trace != TraceMode::Off) json.field("reference", run.reference);
  json.field("devices", prepared.load.devices.empty() ? std::vector<std::string>{"cpu"} : prepared.load.devices);
  json.field("allocator", prepared.load.allocator).field("defaulted", prepared.defaulted).end();
}

}  // namespace relaxscope
