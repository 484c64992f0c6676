// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <string>
#include <utility>
#include <vector>

#include "tests/fuzz/random.h"
#include "tests/support/mutate/programs.h"
#include "vmcore/model/builder.h"

namespace relaxscope::test {
namespace {

using B = ExecutableBuilder;

constexpr const char* kRelaxKernels[] = {"matmul",     "fused_add_relu", "softmax",
                                         "layer_norm", "transpose",      "cublas.gemm"};

class RelaxMaker {
 public:
  explicit RelaxMaker(uint64_t seed)
      : random_(seed * 2 + 1), b_(static_cast<Variant>(static_cast<uint64_t>(Variant::R1) + seed % 5)) {}

  Executable make(int size) {
    constants();
    const size_t helpers = 1 + random_.below(3);
    for (size_t i = 0; i < helpers; ++i) addFunction(fmt::format("layer_{}", i), size / 2);
    addFunction("main", size);
    if (random_.oneIn(2)) addFunction("never_called", size / 2);
    Executable made = b_.finish();
    for (const size_t row : {0U, 4U, 8U}) made.constants.push_back(made.constants[row]);  // equal ones, as others emit
    return made;
  }

 private:
  // ---- Constants
  void constants() {
    for (const int64_t bytes : {256, 1024, 4096, 65536}) sizes_.push_back(constant(ShapeConstant{{bytes}}));
    for (const auto& dims : {std::vector<int64_t>{8, 8}, {1, 64}, {4, 16}, {2, 4, 8}})
      shapes_.push_back(constant(ShapeConstant{dims}));
    for (const DataType type : {DataType{2, 32, 1}, DataType{2, 16, 1}, DataType{0, 64, 1}})
      types_.push_back(constant(type));
    for (const char* text : {"global", "x is checked", "y is checked"})
      texts_.push_back(constant(StringConstant{text}));
    for (int i = 0; i < 5; ++i) weights_.push_back(constant(weight(i)));
    b_.addConstant(weight(99));  // which nothing names
    if (b_.draft().variant != Variant::R1) weights_.push_back(constant(FloatConstant{0.125}));
    weights_.push_back(constant(IntConstant{7}));
  }
  Arg constant(ConstantValue value) { return B::c(b_.addConstant(std::move(value))); }
  TensorConstant weight(int number) {
    TensorConstant tensor;
    tensor.dtype = number % 2 == 0 ? DataType{2, 32, 1} : DataType{0, 32, 1};
    tensor.shape = {2 + number % 3, 4};
    std::vector<uint8_t> data(static_cast<size_t>(tensor.shape[0] * 16));
    for (uint8_t& byte : data) byte = static_cast<uint8_t>(random_.next());
    data[0] = static_cast<uint8_t>(number);
    tensor.data = Bytes::own(std::move(data));
    return tensor;
  }

  // ---- Functions
  void addFunction(const std::string& name, int size) {
    const size_t count = 2 + random_.below(2);
    std::vector<std::string> names;
    for (size_t i = 0; i < count; ++i) names.push_back(fmt::format("{}_{}", "xyz"[i], name.size()));
    b_.beginFunction(name, names);
    next_ = static_cast<int64_t>(count);
    tensors_.clear();
    free_.clear();
    for (int64_t i = 0; i < next_; ++i) tensors_.push_back(i);
    heap_ = random_.oneIn(3) ? -1 : next_++;
    if (heap_ >= 0) shapeProgram(static_cast<int64_t>(count));
    for (int i = 0; i < size; ++i) statement(2);
    if (loops_ && random_.oneIn(2)) unreachable();
    b_.emitRet(tensors_.back());
    functions_.push_back({name, static_cast<int64_t>(count)});
  }
  void shapeProgram(int64_t params) {
    b_.emitCall("vm.builtin.alloc_shape_heap", {B::vm(), B::imm(kSlots)}, heap_);
    for (int64_t i = 0; i < params; ++i)
      b_.emitCall("vm.builtin.check_tensor_info",
                  {B::r(i), B::imm(2), types_[0], texts_[1 + static_cast<size_t>(i) % 2]});
    for (int64_t i = 0; i < params; ++i)
      b_.emitCall("vm.builtin.match_shape", {B::r(i), B::r(heap_), B::imm(2), B::imm(1), B::imm(i),
                                             B::imm(i == 0 ? 1 : 3), B::imm(i == 0 ? 3 : 0), texts_[1]});
    if (random_.oneIn(3)) b_.emitCall("shape_func", {B::r(heap_)});  // then slots have meanings
  }

  // ---- Statements
  int64_t fresh() {
    if (free_.empty() || random_.oneIn(3)) return next_++;
    const int64_t reg = free_.back();
    free_.pop_back();
    return reg;
  }
  int64_t tensor() { return random_.oneIn(2) ? tensors_.back() : random_.of(tensors_); }
  void statement(int depth) {
    switch (random_.below(depth > 0 ? 14 : 9)) {
      case 0: return tuple();
      case 1: return call();
      case 2: return reshape();
      case 3: return weighted();
      case 4:
      case 5: return dynamicKernel();
      case 9: return branch(depth);
      case 10: return loops_ ? loop(depth) : release();
      case 11: return closure();
      case 12: return release();
      case 13: return tirDyn();
      default: return kernel();
    }
  }
  int64_t allocate(Arg shape) {
    if (storage_ < 0 || !random_.oneIn(3)) {
      storage_ = fresh();
      b_.emitCall("vm.builtin.alloc_storage", {B::vm(), random_.of(sizes_), B::imm(0), types_[0]}, storage_);
    }
    const int64_t made = fresh();
    const int64_t offset = 64 * static_cast<int64_t>(random_.below(4));
    b_.emitCall("vm.builtin.alloc_tensor", {B::r(storage_), B::imm(offset), shape, random_.of(types_)}, made);
    storage_ = -1;
    return made;
  }
  void kernel() {
    const int64_t a = tensor(), b = tensor(), out = allocate(random_.of(shapes_));
    b_.emitCall(random_.of(kRelaxKernels), {B::r(a), B::r(b), B::r(out)});
    tensors_.push_back(out);
  }
  void dynamicKernel() {
    if (heap_ < 0) return kernel();
    const int64_t shape = fresh(), a = tensor();
    b_.emitCall("vm.builtin.make_shape",
                {B::r(heap_), B::imm(2), B::imm(1), B::imm(static_cast<int64_t>(random_.below(kSlots))), B::imm(0),
                 B::imm(static_cast<int64_t>(4 + random_.below(60)))},
                shape);
    const int64_t out = allocate(B::r(shape));
    b_.emitCall(random_.of(kRelaxKernels), {B::r(a), B::r(out)});
    tensors_.push_back(out);
  }
  void weighted() {
    const int64_t a = tensor(), out = allocate(random_.of(shapes_));
    b_.emitCall("scale", {B::r(a), random_.of(weights_), B::imm(static_cast<int64_t>(random_.below(9))), B::r(out)});
    tensors_.push_back(out);
  }
  void tuple() {
    const int64_t packed = fresh(), field = fresh(), a = tensor(), b = tensor();
    b_.emitCall("vm.builtin.make_tuple", {B::r(a), B::r(b)}, packed);
    b_.emitCall("vm.builtin.tuple_getitem", {B::r(packed), B::imm(static_cast<int64_t>(random_.below(2)))}, field);
    tensors_.push_back(field);
  }
  std::vector<Arg> arguments(int64_t count) {
    std::vector<Arg> args;
    for (int64_t i = 0; i < count; ++i) args.push_back(B::r(tensor()));
    return args;
  }
  void call() {
    if (functions_.empty()) return kernel();
    const auto& [name, arity] = random_.of(functions_);
    const std::vector<Arg> args = arguments(arity);
    const int64_t result = fresh();
    b_.emitCall(name, args, result);
    tensors_.push_back(result);
  }
  void closure() {
    if (functions_.empty()) return kernel();
    const auto& [name, arity] = random_.of(functions_);
    const int64_t made = fresh(), result = fresh(), captured = tensor();
    b_.emitCall("vm.builtin.make_closure", {b_.f(name), B::r(captured)}, made);
    std::vector<Arg> args = arguments(arity - 1);
    args.insert(args.begin(), {B::vm(), B::r(made)});
    b_.emitCall("vm.builtin.invoke_closure", args, result);
    tensors_.push_back(result);
  }
  void tirDyn() {
    if (heap_ < 0) return kernel();
    const int64_t a = tensor(), out = allocate(random_.of(shapes_)), shape = fresh();
    b_.emitCall("vm.builtin.make_shape", {B::r(heap_), B::imm(1), B::imm(1), B::imm(0)}, shape);
    b_.emitCall("vm.builtin.call_tir_dyn", {b_.f(random_.of(kRelaxKernels)), B::r(a), B::r(out), B::r(shape)});
    tensors_.push_back(out);
  }
  void reshape() {
    const int64_t from = tensor(), to = fresh();
    b_.emitCall("vm.builtin.reshape", {B::r(from), random_.of(shapes_)}, to);
    tensors_.push_back(to);
  }
  /// Ends the life of a tensor that is not a parameter; its register is used again.
  void release() {
    if (tensors_.size() < 6 || guarded_ >= tensors_.size() - 2) return kernel();
    const size_t at = guarded_ + random_.below(tensors_.size() - 1 - guarded_);
    const int64_t reg = tensors_[at];
    if (reg < 3) return;
    tensors_.erase(tensors_.begin() + static_cast<std::ptrdiff_t>(at));
    b_.emitCall("vm.builtin.null_value", {}, reg);
    free_.push_back(reg);
  }
  /// Both arms write one register.
  void branch(int depth) {
    const int64_t condition = fresh(), merged = next_++, tested = tensor();
    b_.emitCall("vm.builtin.read_if_cond", {B::r(tested)}, condition);
    const InstrIndex test = b_.emitIf(condition, 2);
    arm(depth, merged);
    const InstrIndex over = b_.emitGoto(1);
    b_.patchJump(test, b_.here());
    arm(depth, merged);
    b_.patchJump(over, b_.here());
    tensors_.push_back(merged);
  }
  void arm(int depth, int64_t merged) {
    const auto tensors = tensors_;
    const size_t guarded = std::exchange(guarded_, tensors_.size());
    auto free = std::exchange(free_, {});
    for (size_t n = 1 + random_.below(3); n > 0; --n) statement(depth - 1);
    b_.emitCall("vm.builtin.copy", {B::r(tensors_.back())}, merged);
    tensors_ = tensors;
    guarded_ = guarded;
    free_ = std::move(free);
  }
  void loop(int depth) {
    const int64_t state = next_++, condition = next_++, first = tensor();
    b_.emitCall("vm.builtin.copy", {B::r(first)}, state);
    const InstrIndex top = b_.here();
    b_.emitCall("vm.builtin.read_if_cond", {B::r(state)}, condition);
    const InstrIndex test = b_.emitIf(condition, 2);
    tensors_.push_back(state);
    arm(depth, state);
    const InstrIndex back = b_.emitGoto(-1);
    b_.patchJump(back, top);
    b_.patchJump(test, b_.here());
  }
  /// A few statements behind a jump that skips them.
  void unreachable() {
    const int64_t result = tensor();
    const auto tensors = tensors_;
    const InstrIndex over = b_.emitGoto(1);
    for (size_t n = 2 + random_.below(3); n > 0; --n) statement(0);
    b_.patchJump(over, b_.here());
    tensors_ = tensors;
    tensors_.push_back(result);
  }

  static constexpr int64_t kSlots = 4;
  fuzz::Random random_;
  B b_;
  std::vector<Arg> sizes_, shapes_, types_, texts_, weights_;
  std::vector<std::pair<std::string, int64_t>> functions_;
  std::vector<int64_t> tensors_, free_;
  size_t guarded_ = 0;  ///< tensors that were there before the arm
  int64_t next_ = 0, heap_ = -1, storage_ = -1;
  bool loops_ = random_.oneIn(2);
};

}  // namespace

Executable relaxNetwork(uint64_t seed, int size) { return RelaxMaker(seed).make(size); }

}  // namespace relaxscope::test
