// SPDX-License-Identifier: Apache-2.0
// Recurrent state: content of each sequence after forward steps, forks and rollbacks.
#include "tests/unit/vm/kv_kernels.h"

namespace relaxscope::testing {
namespace {

const DLTensor& tensorOfArg(const ffi::AnyView* args, int i) { return *tensorOf(args[i].CopyToTVMFFIAny()); }
int32_t indexAt(const ffi::AnyView* args, int i, int64_t at) {
  return reinterpret_cast<const int32_t*>(tensorData(tensorOfArg(args, i)))[at];
}
float* stateAt(const ffi::AnyView* args, int64_t row, int64_t ahead) {
  const DLTensor& storage = tensorOfArg(args, 0);
  return reinterpret_cast<float*>(tensorData(storage)) +
         (indexAt(args, 1, row) * storage.shape[1] + (indexAt(args, 2, row) + ahead) % storage.shape[1]) *
             storage.shape[2];
}

/// (storage [slots, history, width], slots, positions in the ring, output [sequences, width])
void readStates(const ffi::AnyView* args, int32_t, ffi::Any*) {
  const DLTensor& output = tensorOfArg(args, 3);
  for (int64_t i = 0; i < output.shape[0]; ++i)
    std::copy_n(stateAt(args, i, 0), output.shape[1],
                reinterpret_cast<float*>(tensorData(output)) + i * output.shape[1]);
}
/// Writes to the position of the next step.
void writeStates(const ffi::AnyView* args, int32_t, ffi::Any*) {
  const DLTensor& values = tensorOfArg(args, 3);
  for (int64_t i = 0; i < values.shape[0]; ++i)
    std::copy_n(reinterpret_cast<const float*>(tensorData(values)) + i * values.shape[1], values.shape[1],
                stateAt(args, i, 1));
}

class State {
 public:
  explicit State(int64_t history = 4, int64_t slots = 3) {
    using List = ffi::Array<ffi::Any>;
    const ffi::Function reader = ffi::Function::FromPacked(readStates), writer = ffi::Function::FromPacked(writeStates);
    object = call("rnn_state_create", {int64_t{2}, slots, history, List{reader, reader}, List{writer, writer},
                                       List{makeFloats({2}, {1, 2}), makeFloats({1}, {5})}});
  }
  /// A forward step that adds `by` to the first state of layer 1.
  std::vector<float> step(const std::vector<int64_t>& ids, const std::vector<int64_t>& lengths, float by) {
    call("kv_state_begin_forward", {object, ints(ids), ints(lengths)});
    const ffi::Tensor values = makeRaw({static_cast<int64_t>(ids.size()), 2}, {kDLFloat, 32, 1});
    call("rnn_state_get", {object, int64_t{1}, int64_t{0}, values});
    std::vector<float> before = floatsOf(values), after = before;
    for (float& value : after) value += by;
    call("rnn_state_set", {object, int64_t{1}, int64_t{0}, makeFloats({static_cast<int64_t>(ids.size()), 2}, after)});
    call("kv_state_end_forward", {object});
    return before;
  }
  std::vector<float> held(int64_t id) {
    return floatsOf(call("rnn_state_debug_get", {object, int64_t{1}, int64_t{0}, id}));
  }

  KvCaller call;
  ffi::Any object;
};

TEST(RnnState, ForwardStepsReadWhatTheLastOneWrote) {
  State state;
  for (const int64_t id : {0, 5}) state.call("kv_state_add_sequence", {state.object, id});
  EXPECT_EQ(state.held(5), (std::vector<float>{1, 2}));
  EXPECT_EQ(state.step({5, 0}, {1, 7}, 10), (std::vector<float>{1, 2, 1, 2}));
  EXPECT_EQ(state.step({0}, {1}, 100), (std::vector<float>{11, 12}));
  EXPECT_EQ(state.held(0), (std::vector<float>{111, 112}));
  EXPECT_EQ(state.held(5), (std::vector<float>{11, 12}));
  EXPECT_EQ(floatsOf(state.call("rnn_state_debug_get", {state.object, int64_t{0}, int64_t{1}, int64_t{5}})),
            std::vector<float>{0})
      << "layer 0 was not written in its forward steps";
}

TEST(RnnState, SingleTokensCanBeRemovedAsFarAsTheHistoryReaches) {
  State state;
  state.call("kv_state_add_sequence", {state.object, int64_t{0}});
  for (int i = 0; i < 5; ++i) state.step({0}, {1}, 1);
  EXPECT_TRUE(
      state.call.fails("ValueError", "its history holds 3", "kv_state_popn", {state.object, int64_t{0}, int64_t{4}}));
  EXPECT_TRUE(state.call.fails("ValueError", "-1 tokens", "kv_state_popn", {state.object, int64_t{0}, int64_t{-1}}));
  state.call("kv_state_popn", {state.object, int64_t{0}, int64_t{3}});
  EXPECT_EQ(state.held(0), (std::vector<float>{3, 4}));
  state.step({0}, {4}, 10);
  EXPECT_TRUE(
      state.call.fails("ValueError", "its history holds 0", "kv_state_popn", {state.object, int64_t{0}, int64_t{1}}))
      << "a prefill is one step";
  EXPECT_EQ(state.held(0), (std::vector<float>{13, 14}));
}

TEST(RnnState, ForksGoTheirOwnWaysWithTheirHistory) {
  State state;
  state.call("kv_state_add_sequence", {state.object, int64_t{0}});
  for (int i = 0; i < 2; ++i) state.step({0}, {1}, 1);
  state.call("kv_state_fork_sequence", {state.object, int64_t{0}, int64_t{1}});
  state.step({1}, {1}, 100);
  EXPECT_EQ(state.held(0), (std::vector<float>{3, 4}));
  state.call("kv_state_popn", {state.object, int64_t{1}, int64_t{2}});
  EXPECT_EQ(state.held(1), (std::vector<float>{2, 3}));
  EXPECT_TRUE(state.call.fails("ValueError", "at its end", "kv_state_fork_sequence",
                               {state.object, int64_t{0}, int64_t{2}, int64_t{1}}));
}

TEST(RnnState, SlotsAreLimitedAndComeBack) {
  State state(1, 2);
  for (const int64_t id : {0, 1}) state.call("kv_state_add_sequence", {state.object, id});
  EXPECT_TRUE(
      state.call.fails("ValueError", "capacity is 2 sequences", "kv_state_add_sequence", {state.object, int64_t{2}}));
  EXPECT_TRUE(state.call.fails("ValueError", "capacity is 2 sequences", "kv_state_fork_sequence",
                               {state.object, int64_t{0}, int64_t{2}}));
  EXPECT_TRUE(
      state.call.fails("ValueError", "already in the RNN state", "kv_state_add_sequence", {state.object, int64_t{1}}));
  state.step({0}, {1}, 7);
  state.call("kv_state_remove_sequence", {state.object, int64_t{0}});
  state.call("kv_state_add_sequence", {state.object, int64_t{2}});
  EXPECT_EQ(state.held(2), (std::vector<float>{1, 2})) << "begins afresh in the slot that was used";
  EXPECT_TRUE(
      state.call.fails("ValueError", "there is no sequence 0", "kv_state_remove_sequence", {state.object, int64_t{0}}));
  state.call("kv_state_clear", {state.object});
  for (const int64_t id : {7, 8}) state.call("kv_state_add_sequence", {state.object, id});
}

TEST(RnnState, AccessOutsideAForwardStepOrItsLayersIsRefused) {
  State state;
  state.call("kv_state_add_sequence", {state.object, int64_t{0}});
  const ffi::Tensor values = makeRaw({1, 2}, {kDLFloat, 32, 1});
  const auto get = [&](int64_t layer, int64_t index, const ffi::Any& output) {
    return std::vector<ffi::Any>{state.object, layer, index, output};
  };
  EXPECT_TRUE(state.call.fails("RuntimeError", "no forward step is active", "rnn_state_get", get(0, 0, values)));
  EXPECT_TRUE(state.call.fails("RuntimeError", "no forward step is active", "kv_state_end_forward", {state.object}));
  state.call("kv_state_begin_forward", {state.object, ints({0}), ints({1})});
  EXPECT_TRUE(state.call.fails("IndexError", "layer 2 does not exist: the RNN state has 2 layers", "rnn_state_get",
                               get(2, 0, values)));
  EXPECT_TRUE(
      state.call.fails("IndexError", "state 2 does not exist: each layer has 2", "rnn_state_set", get(0, 2, values)));
  EXPECT_TRUE(state.call.fails("IndexError", "state -1", "rnn_state_debug_get", get(0, -1, int64_t{0})));
  EXPECT_TRUE(state.call.fails("TypeError", "expects a Tensor as argument 3", "rnn_state_get", get(0, 0, nullptr)));
  EXPECT_TRUE(state.call.fails("ValueError", "not a chain", "kv_state_begin_forward",
                               {state.object, ints({0}), ints({2}), ints({-1, -1})}));
  state.call("kv_state_remove_sequence", {state.object, int64_t{0}});
  EXPECT_TRUE(state.call.fails("RuntimeError", "no forward step is active", "rnn_state_get", get(0, 0, values)))
      << "its slot may be another's soon";
  EXPECT_TRUE(state.call.fails("ValueError", "there is no sequence 0", "kv_state_begin_forward",
                               {state.object, ints({0}), ints({1})}));
  EXPECT_TRUE(state.call.fails("TypeError", "expects a paged KV cache", "attention_kv_cache_empty", {state.object}));
}

TEST(RnnState, TheHostWorksOnItByTheNamesOfTheBuiltins) {
  State state;
  VirtualMachine& vm = state.call.vm();
  const auto call = [&](const char* name, const std::vector<ffi::Any>& args) {
    const std::vector<ffi::AnyView> views(args.begin(), args.end());
    return vm.call(name, views);
  };
  ASSERT_TRUE(call("vm.builtin.kv_state_add_sequence", {state.object, int64_t{3}}).ok());
  EXPECT_EQ(floatsOf(call("vm.builtin.rnn_state_debug_get", {state.object, int64_t{0}, int64_t{0}, int64_t{3}}).value),
            (std::vector<float>{1, 2}));
  const RunResult again = call("vm.builtin.kv_state_add_sequence", {state.object, int64_t{3}});
  EXPECT_TRUE(failsWith(again, "ValueError", "sequence 3 is already in the RNN state"));
  ASSERT_TRUE(again.error->position.has_value());
  EXPECT_EQ(again.error->position->callee, "vm.builtin.kv_state_add_sequence");
  EXPECT_EQ(vm.activity().state, Activity::State::Idle);
  EXPECT_TRUE(failsWith(call("vm.builtin.make_tuple", {int64_t{3}}), "ValueError",
                        "the executable has no function vm.builtin.make_tuple"))
      << "no other builtin";
  EXPECT_TRUE(failsWith(call("vm.builtin.kv_state_reset", {}), "ValueError", "the executable has no function"));
}

TEST(RnnState, WhatTheVmDoesIsReportedDuringAKernelToo) {
  KvCaller call;
  using List = ffi::Array<ffi::Any>;
  std::string reported;
  const ffi::Function reader = ffi::Function::FromPacked([&](const ffi::AnyView*, int32_t, ffi::Any*) {
    const Activity now = call.vm().activity();
    reported = now.state == Activity::State::Running && now.calleeName != nullptr ? now.calleeName : "nothing";
  });
  const ffi::Any state = call("rnn_state_create", {int64_t{1}, int64_t{1}, int64_t{1}, List{reader}, List{reader},
                                                   List{makeFloats({2}, {1, 2})}});
  call("kv_state_add_sequence", {state, int64_t{0}});
  call("kv_state_begin_forward", {state, ints({0}), ints({1})});
  const std::vector<ffi::Any> args{state, int64_t{0}, int64_t{0}, makeRaw({1, 2}, {kDLFloat, 32, 1})};
  const std::vector<ffi::AnyView> views(args.begin(), args.end());
  ASSERT_TRUE(call.vm().call("vm.builtin.rnn_state_get", views).ok());
  EXPECT_EQ(reported, "vm.builtin.rnn_state_get");
}

TEST(RnnState, CreationIsChecked) {
  KvCaller call;
  using List = ffi::Array<ffi::Any>;
  const ffi::Function kernel = ffi::Function::FromPacked(readStates);
  const auto fails = [&](const char* kind, const char* text, size_t at, ffi::Any value) {
    std::vector<ffi::Any> args{int64_t{2},   int64_t{3},   int64_t{4},
                               List{kernel}, List{kernel}, List{makeFloats({2}, {1, 2})}};
    args[at] = std::move(value);
    return call.fails(kind, text, "rnn_state_create", args);
  };
  EXPECT_TRUE(fails("ValueError", "0 layers is out of range", 0, int64_t{0}));
  EXPECT_TRUE(fails("ValueError", "-1 sequences is out of range", 1, int64_t{-1}));
  EXPECT_TRUE(fails("ValueError", "a history of 0 steps is out of range (1 to 2147483647)", 2, int64_t{0}));
  EXPECT_TRUE(fails("ValueError", "2 functions in argument 3 for 1 states", 3, List{kernel, kernel}));
  EXPECT_TRUE(fails("TypeError", "expects functions in argument 4", 4, List{int64_t{1}}));
  EXPECT_TRUE(fails("ValueError", "layers without a state", 5, List{}));
  EXPECT_TRUE(fails("TypeError", "expects tensors in argument 5", 5, List{int64_t{1}}));
  EXPECT_TRUE(fails("ValueError", "state 0 has no elements", 5, List{makeRaw({0, 2}, {kDLFloat, 32, 1})}));
  KvCaller small(1 << 16);
  try {
    small("rnn_state_create",
          {int64_t{2}, int64_t{1} << 30, int64_t{1}, List{kernel}, List{kernel}, List{makeFloats({2}, {1, 2})}});
    FAIL() << "8 GiB in a VM of 64 KiB";
  } catch (const ffi::Error& error) { EXPECT_EQ(error.kind(), "MemoryLimit"); }
}

}  // namespace
}  // namespace relaxscope::testing
