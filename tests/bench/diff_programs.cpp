// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/diff_programs.h"

#include <fmt/format.h>

#include <vector>

#include "tests/fuzz/random.h"
#include "tests/support/mutate/programs.h"
#include "vmcore/model/builder.h"

namespace relaxscope::bench {
namespace {

using B = ExecutableBuilder;

/// Emits kernels with their memory in one function.
class Network {
 public:
  explicit Network(B& b) : b_(b), dtype_(B::c(b.addConstant(DataType{2, 32, 1}))) {
    for (int64_t i = 1; i <= 16; ++i) {
      sizes_.push_back(B::c(b.addConstant(ShapeConstant{{i * 4096}})));
      shapes_.push_back(B::c(b.addConstant(ShapeConstant{{i, 32, 32}})));
    }
  }
  /// Five instructions.
  void add(const std::string& kernel, size_t size) {
    const int64_t storage = next_++, tensor = next_++;
    b_.emitCall("vm.builtin.alloc_storage", {B::vm(), sizes_[size], B::imm(0), dtype_}, storage);
    b_.emitCall("vm.builtin.alloc_tensor", {B::r(storage), B::imm(0), shapes_[size], dtype_}, tensor);
    b_.emitCall(kernel, {B::r(last_), B::r(before_), B::r(tensor)});
    b_.emitCall("vm.builtin.null_value", {}, storage);
    b_.emitCall("vm.builtin.null_value", {}, before_ < 2 ? storage : before_);
    before_ = last_;
    last_ = tensor;
  }
  void finish() {
    b_.emitRet(last_);
    before_ = 0;
    last_ = 1;
    next_ = 2;
  }

 private:
  B& b_;
  Arg dtype_;
  std::vector<Arg> sizes_, shapes_;
  int64_t before_ = 0, last_ = 1, next_ = 2;
};

}  // namespace

Executable straightLine(int64_t instructions) {
  B b;
  Network network(b);
  fuzz::Random random(1);
  b.beginFunction("main", {"x", "w"});
  for (int64_t i = 0; i + 5 < instructions; i += 5)
    network.add(fmt::format("kernel_{}", random.below(100)), random.below(16));
  network.finish();
  return b.finish();
}

Executable manyFunctions(int64_t functions, int64_t instructionsEach) {
  B b;
  Network network(b);
  fuzz::Random random(2);
  for (int64_t f = 0; f < functions; ++f) {
    b.beginFunction(fmt::format("subgraph_{}", f), {"x", "w"});
    for (int64_t i = 0; i + 5 < instructionsEach; i += 5)
      network.add(fmt::format("kernel_{}", random.below(100)), random.below(16));
    network.finish();
  }
  b.beginFunction("main", {"x", "w"});
  for (int64_t f = 0; f < functions; ++f)
    b.emitCall(fmt::format("subgraph_{}", f), {B::r(f == 0 ? 0 : f + 1), B::r(1)}, f + 2);
  b.emitRet(functions + 1);
  return b.finish();
}

Executable repeatedLayer(int64_t layers) {
  B b;
  Network network(b);
  b.beginFunction("main", {"x", "w"});
  for (int64_t i = 0; i < layers; ++i)
    for (const size_t part : {size_t{0}, size_t{1}, size_t{2}}) network.add(fmt::format("kernel_{}", part), part);
  network.finish();
  return b.finish();
}

Executable alike(int64_t instructions) {
  B b;
  b.beginFunction("main", {"x"});
  for (int64_t i = 0; i + 1 < instructions; ++i) b.emitCall("kernel", {B::r(i), B::imm(1)}, i + 1);
  b.emitRet(instructions - 1);
  b.function("another_kernel");
  return b.finish();
}

Executable randomNetwork(int64_t instructions) {
  // A statement has about seven instructions, those of the other functions counted.
  return test::relaxNetwork(3, static_cast<int>(instructions / 7));
}

Executable largeConstant(int64_t bytes) {
  B b;
  TensorConstant tensor;
  tensor.dtype = {2, 32, 1};
  tensor.shape = {bytes / 4};
  std::vector<uint8_t> data(static_cast<size_t>(bytes));
  fuzz::Random random(4);
  for (size_t i = 0; i < data.size(); i += 4) data[i + 2] = static_cast<uint8_t>(random.next());
  tensor.data = Bytes::own(std::move(data));
  const Arg weight = B::c(b.addConstant(std::move(tensor)));
  b.beginFunction("main", {"x"});
  b.emitCall("matmul", {B::r(0), weight}, 1);
  b.emitRet(1);
  return b.finish();
}

}  // namespace relaxscope::bench
