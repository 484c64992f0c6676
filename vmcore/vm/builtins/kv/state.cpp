// SPDX-License-Identifier: Apache-2.0
// The builtins common to all states of sequences: vm.builtin.kv_state_*.
#include "vmcore/vm/builtins/kv/state.h"

#include <fmt/format.h>

#include <tvm/ffi/container/array.h>

#include <algorithm>
#include <atomic>
#include <vector>

#include "vmcore/run/host_calls.h"
#include "vmcore/vm/builtins/table.h"
#include "vmcore/vm/engine.h"

namespace relaxscope {
namespace {

std::atomic<void (*)()> stateHook{nullptr};

}  // namespace

StateObj::StateObj(const Engine& maker) : owner(maker.handle) {
  if (const auto hook = stateHook.load()) hook();
}

const StateObj* stateIn(const TVMFFIAny& value) {
  if (value.type_index == ffi::TypeIndex::kTVMFFIArray) {
    const auto* tuple = static_cast<const ffi::ArrayObj*>(reinterpret_cast<const ffi::Object*>(value.v_obj));
    return tuple->size() == 0 ? nullptr : (*tuple->begin()).as<StateObj>();
  }
  return ffi::AnyView::CopyFromTVMFFIAny(value).as<StateObj>();
}

void whenStateIsMade(void (*hook)()) { stateHook = hook; }

KvState& kvStateOf(const Args& args, int32_t i) {
  const TVMFFIAny& value = args[i];
  if (value.type_index != KvStateObj::RuntimeTypeIndex())
    args.refuse(i, "a KV state (a paged KV cache or an RNN state of this engine)");
  const auto* object = reinterpret_cast<const KvStateObj*>(value.v_obj);
  return *object->state;
}

BuiltinId findStateBuiltin(std::string_view name) {
  return isStateCall(name) ? implementedBuiltin(name) : BuiltinId::None;
}

std::optional<int64_t> duplicateId(KvState::Ids ids) {
  std::vector<int64_t> sorted(ids.begin(), ids.end());
  std::sort(sorted.begin(), sorted.end());
  const auto twice = std::adjacent_find(sorted.begin(), sorted.end());
  return twice == sorted.end() ? std::nullopt : std::optional(*twice);
}

void checkForwardStep(KvState::Ids ids, KvState::Ids lengths) {
  if (ids.size() != lengths.size())
    throw KvFault{"ValueError", fmt::format("{} sequence ids but {} lengths", ids.size(), lengths.size())};
  if (ids.empty()) throw KvFault{"ValueError", "a forward step needs at least one sequence"};
  for (size_t i = 0; i < ids.size(); ++i)
    if (lengths[i] < 1)
      throw KvFault{"ValueError",
                    fmt::format("sequence {} would get {} tokens; at least 1 is needed", ids[i], lengths[i])};
  if (const auto twice = duplicateId(ids))
    throw KvFault{"ValueError", fmt::format("duplicate sequence {} in the forward step", *twice)};
}

namespace {

KvState::Ids idsOf(const ffi::ShapeView& shape) { return {shape.data(), shape.size()}; }

/// kv_state_clear(state)
void clearState(Engine*, const TVMFFIAny* data, int32_t count, ffi::Any*) {
  const Args args(BuiltinId::KvStateClear, data, count);
  args.expect(1);
  kvStateOf(args, 0).clear();
}

/// kv_state_add_sequence(state, id)
void addSequence(Engine*, const TVMFFIAny* data, int32_t count, ffi::Any*) {
  const Args args(BuiltinId::KvStateAddSequence, data, count);
  args.expect(2);
  KvState& state = kvStateOf(args, 0);
  named(args.name(), [&] { state.addSequence(args.integer(1)); });
}

/// kv_state_remove_sequence(state, id)
void removeSequence(Engine*, const TVMFFIAny* data, int32_t count, ffi::Any*) {
  const Args args(BuiltinId::KvStateRemoveSequence, data, count);
  args.expect(2);
  KvState& state = kvStateOf(args, 0);
  named(args.name(), [&] { state.removeSequence(args.integer(1)); });
}

/// kv_state_fork_sequence(state, parent id, child id [, position])
void forkSequence(Engine*, const TVMFFIAny* data, int32_t count, ffi::Any*) {
  const Args args(BuiltinId::KvStateForkSequence, data, count);
  args.expect(3, 4);
  KvState& state = kvStateOf(args, 0);
  const int64_t position = count == 4 ? args.integer(3) : -1;
  named(args.name(), [&] { state.forkSequence(args.integer(1), args.integer(2), position); });
}

/// kv_state_popn(state, id, count)
void popTokens(Engine*, const TVMFFIAny* data, int32_t count, ffi::Any*) {
  const Args args(BuiltinId::KvStatePopn, data, count);
  args.expect(3);
  KvState& state = kvStateOf(args, 0);
  named(args.name(), [&] { state.popTokens(args.integer(1), args.integer(2)); });
}

/// Draft tokens are given as trees: each has the index of its parent in its sequence's tree, -1: none. Only chains are
/// supported.
void expectChains(const Args& args, const ffi::ShapeView& parents, const ffi::ShapeView& lengths) {
  size_t at = 0;
  for (const int64_t length : lengths)
    for (int64_t i = 0; i < length; ++i, ++at) {
      if (at >= parents.size())
        raise("ValueError",
              fmt::format("{}: {} parents, but the lengths add up to more tokens", args.name(), parents.size()));
      if (parents[at] != i - 1)
        raise("ValueError",
              fmt::format(
                  "{}: token {} has the parent {}: a tree that is not a chain; tree attention needs TVM's own runtime",
                  args.name(), i, parents[at]));
    }
  if (at != parents.size())
    raise("ValueError", fmt::format("{}: {} parents for {} tokens", args.name(), parents.size(), at));
}

/// kv_state_begin_forward(state, Shape(ids), Shape(lengths) [, Shape(parents of draft tokens) | None])
void beginForward(Engine*, const TVMFFIAny* data, int32_t count, ffi::Any*) {
  const Args args(BuiltinId::KvStateBeginForward, data, count);
  args.expect(3, 4);
  KvState& state = kvStateOf(args, 0);
  const ffi::ShapeView ids = args.shape(1), lengths = args.shape(2);
  const bool draft = count == 4 && !args.isNone(3);
  if (draft) expectChains(args, args.shape(3), lengths);
  named(args.name(), [&] { state.beginForward(idsOf(ids), idsOf(lengths), draft); });
}

/// kv_state_end_forward(state)
void endForward(Engine*, const TVMFFIAny* data, int32_t count, ffi::Any*) {
  const Args args(BuiltinId::KvStateEndForward, data, count);
  args.expect(1);
  KvState& state = kvStateOf(args, 0);
  named(args.name(), [&] { state.endForward(); });
}

constexpr BuiltinEntry kStateRows[] = {
    {BuiltinId::KvStateClear, clearState},
    {BuiltinId::KvStateAddSequence, addSequence},
    {BuiltinId::KvStateRemoveSequence, removeSequence},
    {BuiltinId::KvStateForkSequence, forkSequence},
    {BuiltinId::KvStatePopn, popTokens},
    {BuiltinId::KvStateBeginForward, beginForward},
    {BuiltinId::KvStateEndForward, endForward},
};
static_assert(implementsFamily(kStateRows, BuiltinFamily::KvState));

}  // namespace

std::span<const BuiltinEntry> kvStateBuiltins() { return kStateRows; }

}  // namespace relaxscope
