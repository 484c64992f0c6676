// SPDX-License-Identifier: Apache-2.0
// State that a language model keeps per sequence between calls: a paged KV cache (paged_cache.h) or recurrent state
// (rnn_state.cpp). One object type holds either, so that the kv_state_* builtins accept both, as in TVM
// (src/runtime/vm/kv_state.h, 0.27).
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "vmcore/vm/builtins/args.h"

namespace relaxscope {

class Engine;
struct EngineHandle;

/// An error of the bookkeeping of sequences, without the builtin's name, which named() prepends.
struct KvFault {
  const char* kind;  ///< error kind: "ValueError", "KeyError", ...
  std::string message;
};

/// Runs `body` and raises its KvFault as an error of the builtin `name`; errors of kernels propagate unchanged.
template <class Body>
auto named(const char* name, Body body) {
  try {
    return body();
  } catch (const KvFault& fault) { raise(fault.kind, std::string(name) + ": " + fault.message); }
}

/// Sequences by the caller's ids. beginForward and endForward delimit a forward step of the model; data of sequences is
/// read and written only within one. A method that throws KvFault leaves the state unchanged; where a kernel fails, the
/// method that called it says what remains.
class KvState {
 public:
  using Ids = std::span<const int64_t>;
  virtual ~KvState() = default;
  KvState() = default;
  KvState(const KvState&) = delete;
  KvState& operator=(const KvState&) = delete;

  /// Removes all sequences.
  virtual void clear() = 0;
  virtual void addSequence(int64_t id) = 0;
  virtual void removeSequence(int64_t id) = 0;
  /// A new sequence `child` with the first `position` tokens of `parent`; -1: all of them.
  virtual void forkSequence(int64_t parent, int64_t child, int64_t position) = 0;
  /// Removes the last `count` tokens.
  virtual void popTokens(int64_t id, int64_t count) = 0;
  /// Begins a forward step that adds `lengths[i]` tokens to sequence `ids[i]`. The model's tensors hold the
  /// tokens of all sequences consecutively, in this order. `draft`: they are draft tokens, of which some will be
  /// accepted.
  virtual void beginForward(Ids ids, Ids lengths, bool draft) = 0;
  virtual void endForward() = 0;
};

/// State in a register, which is also passed to the host program. Builtins on it run on the VM that made it.
class StateObj : public ffi::Object {
 public:
  explicit StateObj(const Engine& maker);

  const std::shared_ptr<EngineHandle> owner;

  static constexpr bool _type_mutable = true;
  static constexpr int _type_child_slots = 2;
  TVM_FFI_DECLARE_OBJECT_INFO("relaxscope.State", StateObj, ffi::Object);
};
/// The state that a value is, or the first field of a tuple; null for other values.
const StateObj* stateIn(const TVMFFIAny& value);
/// `hook` is called when a VM makes a state; null: nothing is. The library that host programs load sets it.
void whenStateIsMade(void (*hook)());

/// A state of sequences.
class KvStateObj : public StateObj {
 public:
  KvStateObj(const Engine& maker, std::unique_ptr<KvState> held) : StateObj(maker), state(std::move(held)) {}

  const std::unique_ptr<KvState> state;

  static constexpr bool _type_mutable = true;
  TVM_FFI_DECLARE_OBJECT_INFO_FINAL("relaxscope.KvState", KvStateObj, StateObj);
};

/// Argument `i` as a state; raises "TypeError" for anything else.
KvState& kvStateOf(const Args& args, int32_t i);
/// The same for one kind of state; `wanted` names it in the error message: "a paged KV cache".
template <class Kind>
Kind& kvStateOf(const Args& args, int32_t i, const char* wanted) {
  auto* const found = dynamic_cast<Kind*>(&kvStateOf(args, i));
  if (found == nullptr) args.refuse(i, wanted);
  return *found;
}

/// The implemented builtin of that name that works on such a state, or None. Host programs call these between functions
/// of the executable to begin and end sequences and forward steps.
BuiltinId findStateBuiltin(std::string_view name);

/// The smallest duplicate id.
std::optional<int64_t> duplicateId(KvState::Ids ids);
/// Checks the preconditions of a forward step: as many lengths as ids, at least one, no duplicate ids, lengths >= 1.
void checkForwardStep(KvState::Ids ids, KvState::Ids lengths);

}  // namespace relaxscope
