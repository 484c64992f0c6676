// SPDX-License-Identifier: Apache-2.0
// Recurrent state of language models: one tensor per layer and state, [sequences, history, ...], read and written by
// kernels of the executable. The last forward steps are kept in a ring buffer, so that single tokens can be undone.
// Follows TVM's src/runtime/vm/rnn_state.cc (0.27).
#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <unordered_map>
#include <vector>

#include "vmcore/vm/builtins/kv/forward_step.h"
#include "vmcore/vm/builtins/kv/state.h"
#include "vmcore/vm/builtins/table.h"
#include "vmcore/vm/engine.h"
#include "vmcore/vm/nested_call.h"

namespace relaxscope {
namespace {

constexpr int64_t kMaxLayers = 1 << 16;

struct RnnConfig {
  int64_t layers = 0, slots = 0, history = 0;
  std::vector<ffi::Function> readers, writers;  ///< by index of the state in a layer
  std::vector<ffi::Tensor> initial;             ///< by index of the state in a layer; compact
};

class RnnState final : public KvState {
 public:
  /// Allocates the memory of all layers; raises "MemoryLimit" or "MemoryError". The caller has checked the numbers.
  RnnState(RnnConfig config, std::shared_ptr<Allocator> allocator)
      : config_(std::move(config)), allocator_(std::move(allocator)) {
    for (int64_t layer = 0; layer < config_.layers; ++layer)
      for (const ffi::Tensor& value : config_.initial) {
        std::vector<int64_t> shape{config_.slots, config_.history};
        shape.insert(shape.end(), value.shape().begin(), value.shape().end());
        storage_.emplace_back(makeTensor(allocator_, shape.data(), static_cast<int64_t>(shape.size()), value.dtype()));
        std::memset(storage_.back().data_ptr(), 0, bytesOf(storage_.back()));
      }
  }

  void clear() override {
    sequences_.clear();
    step_ = ForwardStep{};
    freeSlots_.clear();
    freshSlot_ = 0;
  }
  void addSequence(int64_t id) override {
    Sequence& made = create(id, Sequence{});
    for (size_t i = 0; i < storage_.size(); ++i) {
      const ffi::Tensor& value = config_.initial[i % config_.initial.size()];
      std::memcpy(at(i, made.slot, 0), value.data_ptr(), bytesOf(value));
    }
  }
  void removeSequence(int64_t id) override {
    freeSlots_.push_back(known(id).slot);
    sequences_.erase(id);
    forget(id);
  }
  void forkSequence(int64_t parent, int64_t child, int64_t position) override {
    const Sequence from = known(parent);
    if (position != -1 && position != from.length)
      throw KvFault{"ValueError",
                    fmt::format("an RNN state can only be forked at its end: sequence {} has {} tokens, not {}", parent,
                                from.length, position)};
    const Sequence& made = create(child, from);
    for (size_t i = 0; i < storage_.size(); ++i)
      std::memcpy(at(i, made.slot, 0), at(i, from.slot, 0), static_cast<size_t>(config_.history) * stateBytes(i));
  }
  void popTokens(int64_t id, int64_t count) override {
    Sequence& sequence = known(id);
    if (count < 0 || count > sequence.undoable)
      throw KvFault{"ValueError", fmt::format("cannot remove {} tokens of sequence {}: its history holds {}", count, id,
                                              sequence.undoable)};
    sequence.length -= count;
    sequence.undoable -= count;
    sequence.current = (sequence.current - count + config_.history) % config_.history;
    forget(id);
  }
  void beginForward(Ids ids, Ids lengths, bool) override {
    checkForwardStep(ids, lengths);
    std::vector<int32_t> slots, current;
    for (size_t i = 0; i < ids.size(); ++i) {
      const Sequence& sequence = known(ids[i]);
      if (lengths[i] > INT64_MAX - sequence.length)
        throw KvFault{"ValueError", fmt::format("sequence {} cannot get {} more tokens: its length would overflow",
                                                ids[i], lengths[i])};
      slots.push_back(sequence.slot);
      current.push_back(static_cast<int32_t>(sequence.current));
    }
    ForwardStep step{{ids.begin(), ids.end()},
                     {lengths.begin(), lengths.end()},
                     makeInt32Tensor(allocator_, slots),
                     makeInt32Tensor(allocator_, current)};
    step_ = std::move(step);
  }
  void endForward() override {
    expectForwardStep();
    for (size_t i = 0; i < step_.ids.size(); ++i) {
      Sequence& sequence = known(step_.ids[i]);
      sequence.length += step_.lengths[i];
      // Several tokens of one forward step cannot be undone one by one.
      sequence.undoable = step_.lengths[i] > 1 ? 0 : std::min(sequence.undoable + 1, config_.history - 1);
      sequence.current = (sequence.current + 1) % config_.history;
    }
    step_ = ForwardStep{};
  }

  /// Copies the forward step's states to `output` with the executable's kernel.
  void read(int64_t layer, int64_t state, ffi::AnyView output) const { run(config_.readers, layer, state, output); }
  /// Stores `values` as the forward step's next states.
  void write(int64_t layer, int64_t state, ffi::AnyView values) const { run(config_.writers, layer, state, values); }
  /// A copy of one sequence's state.
  [[nodiscard]] ffi::Tensor debugGet(int64_t layer, int64_t state, int64_t id) const {
    const size_t i = index(layer, state);
    const Sequence& sequence = const_cast<RnnState*>(this)->known(id);
    const DLTensor& like = *config_.initial[static_cast<size_t>(state)].GetDLTensorPtr();
    auto copy = makeTensor(allocator_, like.shape, like.ndim, like.dtype);
    std::memcpy(copy->data, at(i, sequence.slot, sequence.current), stateBytes(i));
    return ffi::Tensor(std::move(copy));
  }

 private:
  struct Sequence {
    int64_t length = 0;
    int64_t undoable = 0;  ///< steps of the history that can be undone, as they were single tokens
    int64_t current = 0;   ///< index of the current state in the ring buffer
    int32_t slot = 0;
  };
  struct ForwardStep {
    std::vector<int64_t> ids, lengths;  ///< empty: no forward step is active
    ffi::Tensor slots{nullptr}, current{nullptr};
  };

  static size_t bytesOf(const ffi::Tensor& tensor) {
    return tensorBytes(tensor.shape().data(), tensor.ndim(), tensor.dtype());
  }
  [[nodiscard]] size_t stateBytes(size_t i) const { return bytesOf(config_.initial[i % config_.initial.size()]); }
  [[nodiscard]] char* at(size_t i, int32_t slot, int64_t step) const {
    return static_cast<char*>(storage_[i].data_ptr()) +
           static_cast<size_t>(int64_t{slot} * config_.history + step) * stateBytes(i);
  }
  [[nodiscard]] size_t index(int64_t layer, int64_t state) const {
    const auto states = static_cast<int64_t>(config_.initial.size());
    if (layer < 0 || layer >= config_.layers)
      throw KvFault{"IndexError",
                    fmt::format("layer {} does not exist: the RNN state has {} layers", layer, config_.layers)};
    if (state < 0 || state >= states)
      throw KvFault{"IndexError", fmt::format("state {} does not exist: each layer has {}", state, states)};
    return static_cast<size_t>(layer * states + state);
  }
  Sequence& known(int64_t id) {
    const auto found = sequences_.find(id);
    if (found == sequences_.end())
      throw KvFault{"ValueError", fmt::format("there is no sequence {} in the RNN state", id)};
    return found->second;
  }
  Sequence& create(int64_t id, Sequence like) {
    if (sequences_.contains(id))
      throw KvFault{"ValueError", fmt::format("sequence {} is already in the RNN state", id)};
    if (freeSlots_.empty() && freshSlot_ == config_.slots)
      throw KvFault{"ValueError", fmt::format("the RNN state is full: its capacity is {} sequences", config_.slots)};
    if (freeSlots_.empty()) freeSlots_.push_back(freshSlot_++);
    like.slot = freeSlots_.back();
    freeSlots_.pop_back();
    return sequences_[id] = like;
  }
  void forget(int64_t id) {
    if (std::find(step_.ids.begin(), step_.ids.end(), id) != step_.ids.end()) step_ = ForwardStep{};
  }
  void expectForwardStep() const {
    if (step_.ids.empty())
      throw KvFault{"RuntimeError", "no forward step is active: call kv_state_begin_forward first"};
  }
  void run(const std::vector<ffi::Function>& kernels, int64_t layer, int64_t state, ffi::AnyView data) const {
    const size_t i = index(layer, state);
    expectForwardStep();
    const ffi::Tensor slots = step_.slots,
                      current = step_.current;  // kept alive: the kernel may end the forward step
    const ffi::AnyView args[] = {storage_[i], slots, current, data};
    callNestedKernel(kernels[static_cast<size_t>(state)], args, 4);
  }

  const RnnConfig config_;
  const std::shared_ptr<Allocator> allocator_;
  std::vector<ffi::Tensor> storage_;  ///< layer * states + state: [slots, history, ...]
  int32_t freshSlot_ = 0;             ///< slots below this number have been used
  std::vector<int32_t> freeSlots_;    ///< free ones among these, used last in, first out
  std::unordered_map<int64_t, Sequence> sequences_;
  ForwardStep step_;
};

// ---- builtins ------------------------------------------------------------------------------------------

std::vector<ffi::Function> functionsOf(const Args& args, int32_t i, size_t states) {
  std::vector<ffi::Function> functions;
  for (const ffi::Any& each : args.tuple(i)) {
    const auto function = each.as<ffi::Function>();
    if (!function.has_value()) raise("TypeError", fmt::format("{} expects functions in argument {}", args.name(), i));
    functions.push_back(*function);
  }
  if (functions.size() != states)
    raise("ValueError", fmt::format("{}: {} functions in argument {} for {} states of a layer", args.name(),
                                    functions.size(), i, states));
  return functions;
}

/// rnn_state_create(layers, sequences, history, (reader, ...), (writer, ...), (initial value, ...)); one of
/// each per state.
void createRnnState(Engine* engine, const TVMFFIAny* data, int32_t count, ffi::Any* result) {
  const Args args(BuiltinId::RnnStateCreate, data, count);
  args.expect(6);
  RnnConfig config;
  config.layers = args.integer(0);
  config.slots = args.integer(1);
  config.history = args.integer(2);
  if (config.layers < 1 || config.layers > kMaxLayers)
    raise("ValueError", fmt::format("{}: {} layers is out of range (1 to {})", args.name(), config.layers, kMaxLayers));
  if (config.slots < 1 || config.slots > INT32_MAX)
    raise("ValueError",
          fmt::format("{}: {} sequences is out of range (1 to {})", args.name(), config.slots, INT32_MAX));
  if (config.history < 1 || config.history > INT32_MAX)
    raise("ValueError",
          fmt::format("{}: a history of {} steps is out of range (1 to {})", args.name(), config.history, INT32_MAX));
  for (const ffi::Any& each : args.tuple(5)) {
    const DLTensor* value = tensorOf(ffi::AnyView(each).CopyToTVMFFIAny());
    if (value == nullptr) raise("TypeError", fmt::format("{} expects tensors in argument 5", args.name()));
    config.initial.emplace_back(copyToTensor(engine->allocator, *value, engine->layout));
    if (tensorBytes(value->shape, value->ndim, value->dtype) == 0)
      raise("ValueError", fmt::format("{}: state {} has no elements", args.name(), config.initial.size() - 1));
    if (value->dtype.bits % 8 != 0)
      raise("ValueError", fmt::format("{}: a state cannot have elements of {}", args.name(), dtypeName(value->dtype)));
  }
  if (config.initial.empty()) raise("ValueError", fmt::format("{}: layers without a state", args.name()));
  config.readers = functionsOf(args, 3, config.initial.size());
  config.writers = functionsOf(args, 4, config.initial.size());
  setObject(result,
            ffi::make_object<KvStateObj>(*engine, std::make_unique<RnnState>(std::move(config), engine->allocator)));
}

RnnState& stateOf(const Args& args) { return kvStateOf<RnnState>(args, 0, "an RNN state"); }
ffi::AnyView tensorArgument(const Args& args, int32_t i) {
  static_cast<void>(args.cpuTensor(i));
  return ffi::AnyView::CopyFromTVMFFIAny(args[i]);
}

/// rnn_state_get(state, layer, state of the layer, output [sequences, ...])
void get(Engine*, const TVMFFIAny* data, int32_t count, ffi::Any*) {
  const Args args(BuiltinId::RnnStateGet, data, count);
  args.expect(4);
  const RnnState& state = stateOf(args);
  named(args.name(), [&] { state.read(args.integer(1), args.integer(2), tensorArgument(args, 3)); });
}

/// rnn_state_set(state, layer, state of the layer, values [sequences, ...]) -> state
void set(Engine*, const TVMFFIAny* data, int32_t count, ffi::Any* result) {
  const Args args(BuiltinId::RnnStateSet, data, count);
  args.expect(4);
  const RnnState& state = stateOf(args);
  named(args.name(), [&] { state.write(args.integer(1), args.integer(2), tensorArgument(args, 3)); });
  *result = ffi::Any(ffi::AnyView::CopyFromTVMFFIAny(args[0]));
}

/// rnn_state_debug_get(state, layer, state of the layer, id) -> a copy
void debugGetRnnState(Engine*, const TVMFFIAny* data, int32_t count, ffi::Any* result) {
  const Args args(BuiltinId::RnnStateDebugGet, data, count);
  args.expect(4);
  const RnnState& state = stateOf(args);
  *result = named(args.name(), [&] { return state.debugGet(args.integer(1), args.integer(2), args.integer(3)); });
}

constexpr BuiltinEntry kRnnStateRows[] = {
    {BuiltinId::RnnStateCreate, createRnnState},
    {BuiltinId::RnnStateGet, get},
    {BuiltinId::RnnStateSet, set},
    {BuiltinId::RnnStateDebugGet, debugGetRnnState},
};
static_assert(implementsFamily(kRnnStateRows, BuiltinFamily::RnnState));

}  // namespace

std::span<const BuiltinEntry> rnnStateBuiltins() { return kRnnStateRows; }

}  // namespace relaxscope
