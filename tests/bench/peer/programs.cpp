// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/peer/programs.h"

#include "vmcore/model/builder.h"

namespace relaxscope::bench {
namespace {

using B = ExecutableBuilder;
constexpr int kCalls = 100'000;

template <class Body>
BenchProgram repeated(std::string name, const char* unit, Input input, int units, Body body) {
  B builder;
  builder.beginFunction("main", {"x"});
  for (int i = 0; i < units; ++i) body(builder);
  builder.emitRet(0);
  return {std::move(name), units, unit, input, builder.finish()};
}

/// while (0 < i) i = decrement(i), by a comparison, an If, a VM function and a jump back.
BenchProgram loop() {
  B builder;
  builder.beginFunction("step", {"i"});
  builder.emitCall("bench.decrement", {B::r(0)}, 1);
  builder.emitRet(1);
  builder.beginFunction("main", {"x"});
  builder.emitCall("vm.builtin.copy", {B::imm(10'000)}, 1);
  builder.emitCall("bench.less", {B::imm(0), B::r(1)}, 2);
  builder.emitIf(2, 3);
  builder.emitCall("step", {B::r(1)}, 1);
  builder.emitGoto(-3);
  builder.emitRet(1);
  return {"loop: less, If, VM call of decrement, Goto", 10'000, "iteration", Input::Int, builder.finish()};
}

/// Emits a storage of 128 bytes into register 1 and a float32[4, 8] in it into register 2.
class TensorMaker {
 public:
  explicit TensorMaker(B& builder)
      : builder_(builder),
        bytes_(B::c(builder.addConstant(ShapeConstant{{128}}))),
        shape_(B::c(builder.addConstant(ShapeConstant{{4, 8}}))),
        byte_(B::c(builder.addConstant(DataType{1, 8, 1}))),
        f32_(B::c(builder.addConstant(DataType{2, 32, 1}))),
        scope_(B::c(builder.addConstant(StringConstant{"global"}))) {}
  void emitStorage() const {
    builder_.emitCall("vm.builtin.alloc_storage", {B::vm(), bytes_, B::imm(0), byte_, scope_}, 1);
  }
  void emitTensor() const { builder_.emitCall("vm.builtin.alloc_tensor", {B::r(1), B::imm(0), shape_, f32_}, 2); }

 private:
  B& builder_;
  Arg bytes_, shape_, byte_, f32_, scope_;
};

/// The compiler's output for one operator of a static model, with a trivial kernel.
BenchProgram operators() {
  B builder;
  const TensorMaker tensors(builder);
  constexpr int kOperators = 10'000;
  builder.beginFunction("main", {"x"});
  for (int i = 0; i < kOperators; ++i) {
    tensors.emitStorage();
    tensors.emitTensor();
    builder.emitCall("vm.builtin.null_value", {}, 1);
    builder.emitCall("bench.void", {B::r(0), B::r(2)});
    builder.emitCall("vm.builtin.null_value", {}, 2);
  }
  builder.emitRet(0);
  return {"operator: storage, tensor, kernel, two kills", kOperators, "operator", Input::Tensor, builder.finish()};
}

BenchProgram vmCalls() {
  B builder;
  builder.beginFunction("identity", {"x"});
  builder.emitRet(0);
  builder.beginFunction("main", {"x"});
  for (int i = 0; i < kCalls; ++i) builder.emitCall("identity", {B::r(0)}, 1);
  builder.emitRet(0);
  return {"VM function that returns its argument", kCalls, "Call", Input::Int, builder.finish()};
}

/// Repeats `emit` many times after setting up a shape heap in register 1 with two filled slots.
template <class Emit>
BenchProgram withHeap(std::string name, Emit emit) {
  B builder;
  const auto context = B::c(builder.addConstant(StringConstant{"ErrorContext(benchmark)"}));
  constexpr int kTimes = 50'000;
  builder.beginFunction("main", {"x"});
  builder.emitCall("vm.builtin.alloc_shape_heap", {B::vm(), B::imm(2)}, 1);
  builder.emitCall("vm.builtin.match_shape",
                   {B::r(0), B::r(1), B::imm(2), B::imm(1), B::imm(0), B::imm(1), B::imm(1), context});
  for (int i = 0; i < kTimes; ++i) emit(builder, context);
  builder.emitRet(0);
  return {std::move(name), kTimes, "Call", Input::Tensor, builder.finish()};
}
BenchProgram matchShape() {
  return withHeap("match_shape of two extents", [](B& b, Arg context) {
    b.emitCall("vm.builtin.match_shape",
               {B::r(0), B::r(1), B::imm(2), B::imm(3), B::imm(0), B::imm(3), B::imm(1), context});
  });
}
BenchProgram makeShape() {
  return withHeap("make_shape of two extents", [](B& b, Arg) {
    b.emitCall("vm.builtin.make_shape", {B::r(1), B::imm(2), B::imm(1), B::imm(0), B::imm(1), B::imm(1)}, 2);
  });
}

BenchProgram allocTensor() {
  B builder;
  const TensorMaker tensors(builder);
  constexpr int kTimes = 50'000;
  builder.beginFunction("main", {"x"});
  tensors.emitStorage();
  for (int i = 0; i < kTimes; ++i) tensors.emitTensor();
  builder.emitRet(0);
  return {"alloc_tensor of a fixed shape", kTimes, "Call", Input::Tensor, builder.finish()};
}

BenchProgram wanting(double target, BenchProgram program) {
  program.target = target;
  return program;
}

}  // namespace

BenchProgram callProgram(const char* callee) {
  return repeated("packed function, result stored", "Call", Input::Int, kCalls,
                  [callee](B& b) { b.emitCall(callee, {B::r(0), B::imm(7)}, 1); });
}

BenchProgram returnProgram() {
  return wanting(1.0 / 2, repeated("main of a single Ret, called from C++", "call", Input::Int, 1, [](B&) {}));
}

std::vector<BenchProgram> benchPrograms() {
  std::vector<BenchProgram> programs;
  programs.push_back(wanting(1.0 / 6, callProgram()));
  programs.push_back(wanting(1.0 / 4, repeated("packed function, result dropped", "Call", Input::Int, kCalls,
                                               [](B& b) { b.emitCall("bench.void", {B::r(0), B::imm(7)}); })));
  programs.push_back(wanting(1.0 / 4, repeated("packed function of 8 registers, no result", "Call", Input::Int, kCalls,
                                               [](B& b) { b.emitCall("bench.void", std::vector<Arg>(8, B::r(0))); })));
  programs.push_back(
      repeated("null_value", "Call", Input::Int, kCalls, [](B& b) { b.emitCall("vm.builtin.null_value", {}, 1); }));
  programs.push_back(
      repeated("copy", "Call", Input::Int, kCalls, [](B& b) { b.emitCall("vm.builtin.copy", {B::r(0)}, 1); }));
  programs.push_back(wanting(1.0 / 4, vmCalls()));
  programs.push_back(wanting(1.0 / 3, loop()));
  programs.push_back(wanting(1.0 / 2, matchShape()));
  programs.push_back(wanting(1.0 / 2, makeShape()));
  programs.push_back(wanting(1.0 / 2, allocTensor()));
  programs.push_back(operators());
  return programs;
}

BenchProgram tensorProgram() {
  return repeated("packed function of two tensors", "Call", Input::Tensor, kCalls,
                  [](B& b) { b.emitCall("bench.one", {B::r(0), B::r(0)}, 1); });
}

}  // namespace relaxscope::bench
