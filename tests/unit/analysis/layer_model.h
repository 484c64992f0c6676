// SPDX-License-Identifier: Apache-2.0
// Programs for the tests of repeated regions.
#pragma once

#include <string>
#include <vector>

#include "vmcore/model/builder.h"

namespace relaxscope::test {

/// A function `main` of kernels that write what they allocate.
class LayerModel {
  using B = ExecutableBuilder;

 public:
  explicit LayerModel(const std::vector<std::string>& parameters) : next_(static_cast<int64_t>(parameters.size())) {
    shape_ = builder_.addConstant(ShapeConstant{{4, 4}});
    wide_ = builder_.addConstant(ShapeConstant{{4, 8}});
    dtype_ = builder_.addConstant(DataType{2, 32, 1});
    builder_.beginFunction("main", parameters);
  }
  /// The register of its output.
  int64_t kernel(const std::string& name, const std::vector<int64_t>& inputs, bool wide = false) {
    const int64_t storage = next_++, tensor = next_++;
    builder_.emitCall("vm.builtin.alloc_storage", {B::vm(), B::c(shape_), B::imm(0), B::c(dtype_)}, storage);
    builder_.emitCall("vm.builtin.alloc_tensor", {B::r(storage), B::imm(0), B::c(wide ? wide_ : shape_), B::c(dtype_)},
                      tensor);
    std::vector<Arg> arguments;
    for (const int64_t input : inputs) arguments.push_back(B::r(input));
    arguments.push_back(B::r(tensor));
    builder_.emitCall(name, arguments);
    return tensor;
  }
  int64_t chain(const std::vector<std::string>& names, int64_t x) {
    for (const std::string& name : names) x = kernel(name, {x});
    return x;
  }
  int64_t builtin(const std::string& name, const std::vector<int64_t>& inputs) {
    std::vector<Arg> arguments;
    for (const int64_t input : inputs) arguments.push_back(B::r(input));
    builder_.emitCall("vm.builtin." + name, arguments, next_);
    return next_++;
  }
  int64_t field(int64_t tuple, int64_t index) {
    builder_.emitCall("vm.builtin.tuple_getitem", {B::r(tuple), B::imm(index)}, next_);
    return next_++;
  }
  void kill(int64_t reg) { builder_.emitCall("vm.builtin.null_value", {}, reg); }
  void branch() { builder_.emitIf(0, 1); }

  Executable finish(int64_t result, const std::string& metadata = {}) {
    builder_.emitRet(result);
    if (!metadata.empty()) {
      const ConstIndex text = builder_.addConstant(StringConstant{metadata});
      builder_.beginFunction("_metadata", 0);
      builder_.emitCall("vm.builtin.copy", {B::c(text)}, 0);
      builder_.emitRet(0);
    }
    return builder_.finish();
  }

 private:
  B builder_;
  ConstIndex shape_, wide_, dtype_;
  int64_t next_ = 0;
};

}  // namespace relaxscope::test
