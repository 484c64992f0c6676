// SPDX-License-Identifier: Apache-2.0
// State that a language model keeps between calls for each sequence: a paged KV cache (paged_kv_cache.h) or
// recurrent state (rnn_state.h). One kind of object holds either, so that the kv_state_* builtins take both, as
// TVM's do (src/runtime/vm/kv_state.h, 0.27).
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "vmcore/vm/builtins/args.h"

namespace relaxscope {

/// What the bookkeeping of sequences refuses. It knows no builtin: named() puts the builtin's name in front.
struct KvFault {
  const char* kind;  ///< of the error: "ValueError", "KeyError", ...
  std::string message;
};

/// Runs `body` and raises its KvFault as an error of the builtin `name`; errors of kernels pass as they are.
template <class Body>
auto named(const char* name, Body body) {
  try {
    return body();
  } catch (const KvFault& fault) { raise(fault.kind, std::string(name) + ": " + fault.message); }
}

/// Sequences by the caller's ids. A round of the model lies between beginForward and endForward; only there are
/// the sequences' data read and written. Methods throw KvFault and leave everything as it was.
class KvState {
 public:
  using Ids = std::span<const int64_t>;
  virtual ~KvState() = default;
  KvState() = default;
  KvState(const KvState&) = delete;
  KvState& operator=(const KvState&) = delete;

  /// Forgets all sequences.
  virtual void clear() = 0;
  virtual void addSequence(int64_t id) = 0;
  virtual void removeSequence(int64_t id) = 0;
  /// A new sequence `child` with the first `position` tokens of `parent`; -1: all of them.
  virtual void forkSequence(int64_t parent, int64_t child, int64_t position) = 0;
  /// Forgets the last `count` tokens.
  virtual void popTokens(int64_t id, int64_t count) = 0;
  /// Begins a round that adds `lengths[i]` tokens to sequence `ids[i]`. The tokens of all sequences lie one behind
  /// another in the model's tensors, in this order. `proposed`: they are proposals, of which a part will be accepted.
  virtual void beginForward(Ids ids, Ids lengths, bool proposed) = 0;
  virtual void endForward() = 0;
};

/// The object that holds a state in registers and crosses to the host program.
class KvStateObj : public ffi::Object {
 public:
  explicit KvStateObj(std::unique_ptr<KvState> held) : state(std::move(held)) {}

  const std::unique_ptr<KvState> state;

  static constexpr bool _type_mutable = true;
  TVM_FFI_DECLARE_OBJECT_INFO_FINAL("relaxscope.KvState", KvStateObj, ffi::Object);
};

/// The state that argument `i` is; raises "TypeError" for anything else.
KvState& kvStateOf(const Args& args, int32_t i);
/// The same, of one kind; `wanted` in the words of the message: "a paged KV cache".
template <class Kind>
Kind& kvStateOf(const Args& args, int32_t i, const char* wanted) {
  auto* const found = dynamic_cast<Kind*>(&kvStateOf(args, i));
  if (found == nullptr) args.refuse(i, wanted);
  return *found;
}

/// An implemented builtin that works on such a state, by its name, or None. Host programs call them between the
/// functions of the executable: they begin and end sequences and rounds.
BuiltinId findStateBuiltin(std::string_view name);

/// The least id that is there more than once.
std::optional<int64_t> repeatedId(KvState::Ids ids);
/// Checks what every state asks of a round: as many lengths as ids, at least one, each id once, each length 1 or more.
void checkRound(KvState::Ids ids, KvState::Ids lengths);

}  // namespace relaxscope
