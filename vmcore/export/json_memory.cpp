// SPDX-License-Identifier: Apache-2.0
#include "vmcore/export/json_memory.h"

#include <algorithm>

#include "vmcore/base/json/writer.h"

namespace relaxscope {
namespace {

using Layout = JsonWriter::Layout;

void numberOrNull(JsonWriter& json, const char* name, std::optional<int64_t> number) {
  json.key(name);
  if (number) json.value(*number);
  else json.null();
}
std::optional<int64_t> pcOf(InstrIndex pc) { return pc.valid() ? std::optional(pc.value) : std::nullopt; }

void writeStorage(const PlannedStorage& storage, const MemoryPlace& place, JsonWriter& json) {
  json.beginObject().field("pc", storage.pc.value).field("formula", storage.formula);
  numberOrNull(json, "bytes", storage.bytes);
  json.field("block_bytes", storage.block).field("device", place.device).field("scope", place.scope);
  numberOrNull(json, "death_pc", pcOf(storage.death));
  json.field("first_call", int64_t{storage.firstCall});
  const bool returned = storage.lastCall == PlannedStorage::kReturn;
  numberOrNull(json, "last_call", returned ? std::nullopt : std::optional<int64_t>(storage.lastCall));
  json.field("at_peak", storage.atPeak).key("tensors").beginArray();
  for (const PlannedTensor& tensor : storage.tensors) {
    json.beginObject(Layout::Inline).field("pc", tensor.pc.value).field("type", tensor.type);
    json.field("offset", tensor.offset);
    numberOrNull(json, "bytes", tensor.bytes);
    json.end();
  }
  json.end().end();
}

bool isProbed(const PlannedSlot& slot) { return slot.value.has_value(); }

void writeSlots(const Executable& executable, const std::vector<PlannedSlot>& slots, JsonWriter& json) {
  json.field("probed", std::ranges::any_of(slots, isProbed)).key("slots").beginArray();
  for (const PlannedSlot& row : slots) {
    json.beginObject(Layout::Inline).field("function", executable.functions[row.slot.function.at()].name);
    json.field("slot", row.slot.slot);
    numberOrNull(json, "value", row.value);
    json.end();
  }
  json.end();
}

/// What the plan holds for: sizes, bounds, reasons.
void writeConditions(const Executable& executable, const MemoryPlan& plan, JsonWriter& json) {
  json.key("sizes").beginObject(Layout::Inline);
  for (const auto& [symbol, extent] : plan.sizes) json.field(symbol, extent);
  json.end().key("bounds").beginArray();
  for (const PlanBound& bound : plan.bounds)
    json.beginObject(Layout::Inline)
        .field("dimension", bound.dimension)
        .field("at_most", bound.atMost)
        .field("storage_pc", bound.storage.value)
        .field("tensor_pc", bound.tensor.value)
        .end();
  json.end().key("cannot_run");
  if (plan.certainFailure() != nullptr) json.value(failureText(executable, plan));
  else json.null();
  json.field("exact", plan.exact).key("not_exact").beginArray();
  for (const InexactFigure& figure : plan.inexact) json.value(inexactText(executable, figure));
  json.end().field("complete", plan.complete).field("unknown", plan.unknown);
}
void writeArguments(const MemoryPlan& plan, JsonWriter& json) {
  const auto bytes = [&](uint64_t number) {
    return plan.arguments ? std::optional(static_cast<int64_t>(number)) : std::nullopt;
  };
  numberOrNull(json, "arguments_bytes", bytes(plan.arguments.value_or(0)));
  numberOrNull(json, "arguments_released_bytes", bytes(plan.argumentsReleased));
  numberOrNull(json, "peak_with_arguments_bytes", bytes(plan.constants + plan.peakWithArguments));
}

void writePlan(const Executable& executable, const MemoryPlan& plan, JsonWriter& json) {
  const std::string& name = executable.functions[plan.function.at()].name;
  json.beginObject().field("name", name);
  writeConditions(executable, plan, json);
  if (plan.certainFailure() != nullptr) {  // a peak of a run that there is not would mislead
    json.end();
    return;
  }
  writeSlots(executable, plan.heapSlots, json);
  json.field("peak_bytes", plan.peak()).field("constants_bytes", plan.constants);
  writeArguments(plan, json);
  json.field("storages_peak_bytes", plan.storagesPeak);
  numberOrNull(json, "peak_pc", pcOf(plan.peakPc));
  numberOrNull(json, "peak_call", plan.peakCall);
  json.field("peak_formula", plan.peakFormula).key("places").beginArray();
  for (const MemoryPlace& place : plan.places)
    json.beginObject(Layout::Inline)
        .field("device", place.device)
        .field("scope", place.scope)
        .field("at_peak_bytes", place.atPeak)
        .field("peak_bytes", place.peak)
        .end();
  json.end().key("kept").beginObject(Layout::Inline).field("naive", plan.kept.naive);
  json.field("pooled", plan.kept.pooled).field("tvm_naive", plan.kept.tvmNaive);
  json.field("tvm_pooled", plan.kept.tvmPooled).end().key("storages").beginArray();
  for (const PlannedStorage& storage : plan.storages) writeStorage(storage, plan.places[storage.place], json);
  json.end().key("steps").beginArray();
  for (const MemoryStep& step : plan.steps)
    json.beginObject(Layout::Inline)
        .field("pc", step.pc.value)
        .field("peak_bytes", step.peak)
        .field("bytes", step.after)
        .end();
  json.end().end();
}

}  // namespace

void writeMemoryJson(const Executable& executable, const Library* library, const std::vector<MemoryPlan>& plans,
                     const TextSink& sink) {
  JsonWriter json(sink);
  json.beginDocument().key("kernels_may_take_workspaces");
  if (library != nullptr) json.value(mayTakeWorkspaces(*library));
  else json.null();
  json.key("functions").beginArray();
  for (const MemoryPlan& plan : plans) writePlan(executable, plan, json);
  json.end().end();
}

}  // namespace relaxscope
