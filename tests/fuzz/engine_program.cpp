// SPDX-License-Identifier: Apache-2.0
#include "tests/fuzz/engine_program.h"

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "tests/fuzz/random.h"
#include "vmcore/model/builder.h"
#include "vmcore/model/builtin.h"

namespace relaxscope::fuzz {
namespace {

using B = ExecutableBuilder;

constexpr int64_t kNumbers[] = {0,
                                1,
                                2,
                                3,
                                4,
                                -1,
                                -2,
                                8,
                                64,
                                255,
                                4096,
                                1 << 20,
                                int64_t{1} << 31,
                                int64_t{1} << 40,
                                -(int64_t{1} << 40),
                                Arg::kMaxValue,
                                -Arg::kMaxValue};

/// Builtins with their own row that our engine implements.
const std::vector<const BuiltinRow*>& callees() {
  static const std::vector<const BuiltinRow*> rows = [] {
    std::vector<const BuiltinRow*> found;
    for (const BuiltinRow& row : builtinRows())
      if (!row.missing) found.push_back(&row);
    return found;
  }();
  return rows;
}

class Maker {
 public:
  explicit Maker(uint64_t seed) : random_(seed) {}

  Executable make() {
    addConstants();
    const size_t functions = 1 + random_.below(4);
    for (size_t i = 0; i < functions; ++i) names_.push_back("f" + std::to_string(i));
    for (size_t i = 0; i < functions; ++i) arity_.push_back(static_cast<int64_t>(random_.below(4)));
    for (size_t i = 0; i < functions; ++i) addFunction(i);
    return b_.finish();
  }

 private:
  Arg constant(ConstantValue value) { return B::c(b_.addConstant(std::move(value))); }

  void addConstants() {
    for (const std::vector<int64_t>& dims : std::vector<std::vector<int64_t>>{
             {}, {1}, {4}, {256}, {2, 3}, {0, 5}, {1, 2, 3, 4}, {70'000}, {-1}, {int64_t{1} << 40, int64_t{1} << 40}})
      kinds_[OperandType::Shape].push_back(constant(ShapeConstant{dims}));
    for (const DataType type : {DataType{2, 32, 1}, DataType{0, 64, 1}, DataType{1, 8, 1}, DataType{6, 8, 1},
                                DataType{0, 4, 1}, DataType{2, 16, 4}})
      kinds_[OperandType::Dtype].push_back(constant(type));
    for (const char* text : {"global", "float32", "a context for messages", "{} and {}", "", "global.texture"})
      kinds_[OperandType::Text].push_back(constant(StringConstant{text}));
    addTensor(DataType{2, 32, 1}, {2, 3});
    addTensor(DataType{0, 64, 1}, {4});
    addTensor(DataType{1, 8, 1}, {1});
    constant(IntConstant{7});
    constant(FloatConstant{0.5});
    b_.addConstant(IntConstant{-1});
  }
  void addTensor(DataType type, std::vector<int64_t> shape) {
    TensorConstant tensor;
    tensor.dtype = type;
    tensor.shape = std::move(shape);
    int64_t count = 1;
    for (const int64_t extent : tensor.shape) count *= extent;
    tensor.data = Bytes::own(std::vector<uint8_t>(static_cast<size_t>(count * type.elementBytes()), 1));
    kinds_[OperandType::Tensor].push_back(constant(std::move(tensor)));
  }

  Arg anything() {
    switch (random_.below(6)) {
      case 0: return B::imm(random_.of(kNumbers));
      case 1: return B::c(ConstIndex(static_cast<int64_t>(random_.below(b_.draft().constants.size()))));
      case 2: return function();
      default: return B::r(reg());
    }
  }
  int64_t reg() { return static_cast<int64_t>(random_.below(kRegisters)); }
  Arg function() {
    return random_.oneIn(2) ? b_.f("host." + std::to_string(random_.below(8))) : b_.f(random_.of(names_));
  }

  /// An operand for a row, usually of its type.
  Arg operand(OperandType type) {
    if (type == OperandType::Vm) return B::vm();
    if (random_.oneIn(10)) return anything();
    switch (type) {
      case OperandType::Any: return operand(OperandType::Tensor);
      case OperandType::Device: return B::imm(static_cast<int64_t>(random_.below(3)) - 1);
      case OperandType::Int:
      case OperandType::Slot:
      case OperandType::Count:
      case OperandType::Code:
      case OperandType::CodeValue: return B::imm(static_cast<int64_t>(random_.below(5)));
      case OperandType::Function:
        if (made_.contains(type) && random_.oneIn(2)) return B::r(random_.of(made_[type]));
        return function();
      default: break;
    }
    if (made_.contains(type) && !random_.oneIn(4)) return B::r(random_.of(made_[type]));
    if (const auto list = kinds_.find(type); list != kinds_.end()) return random_.of(list->second);
    return anything();
  }

  std::vector<Arg> operands(const BuiltinRow& row) {
    std::vector<Arg> args;
    for (const BuiltinOperand& each : row.operands()) {
      if (each.optional && random_.oneIn(2)) continue;
      size_t times = each.repeats ? random_.below(4) : 1;
      if (each.type == OperandType::CodePair) {
        if (!random_.oneIn(8)) args.back() = B::imm(static_cast<int64_t>(times));  // the count before the pairs
        for (; times > 0; --times) {
          args.push_back(B::imm(static_cast<int64_t>(random_.below(4))));
          args.push_back(B::imm(static_cast<int64_t>(random_.below(5))));
        }
        continue;
      }
      for (; times > 0; --times) args.push_back(operand(each.type));
    }
    if (random_.oneIn(16)) args.push_back(anything());
    if (random_.oneIn(16) && !args.empty()) args.pop_back();
    return args;
  }

  /// The operand type that a builtin's result fits; Any if no operand takes it.
  static OperandType resultType(BuiltinId builtin) {
    switch (builtin) {
      case BuiltinId::AllocStorage:
      case BuiltinId::CudaGraphGetCachedAlloc: return OperandType::Storage;
      case BuiltinId::AllocTensor:
      case BuiltinId::EnsureZeroOffset:
      case BuiltinId::ToDevice:
      case BuiltinId::Reshape:
      case BuiltinId::RunShapeToTensor:
      case BuiltinId::RunNonzero: return OperandType::Tensor;
      case BuiltinId::AllocShapeHeap:
      case BuiltinId::AllocHeap: return OperandType::Heap;
      case BuiltinId::MakeShape:
      case BuiltinId::ShapeOf:
      case BuiltinId::LoadShape:
      case BuiltinId::TensorToShape: return OperandType::Shape;
      case BuiltinId::MakeTuple:
      case BuiltinId::RunUnique: return OperandType::Tuple;
      case BuiltinId::MakeClosure: return OperandType::Function;
      default: return OperandType::Any;
    }
  }

  void emitAnyCall() {
    const int64_t dst = random_.oneIn(12) ? kVoidRegister : reg();
    if (random_.oneIn(8)) {  // a function of the program
      const size_t callee = random_.below(names_.size());
      std::vector<Arg> args;
      for (int64_t i = 0; i < arity_[callee]; ++i) args.push_back(anything());
      b_.emitCall(names_[callee], args, dst);
      return;
    }
    if (random_.oneIn(6)) {
      std::vector<Arg> args;
      for (size_t n = random_.below(4); n > 0; --n)
        args.push_back(random_.oneIn(2) ? operand(OperandType::Tensor) : anything());
      b_.emitCall("host." + std::to_string(random_.below(8)), args, dst);
      return;
    }
    const BuiltinRow& row = *random_.of(callees());
    b_.emitCall(row.name, operands(row), dst);
    if (const OperandType type = resultType(row.id); type != OperandType::Any && dst != kVoidRegister)
      made_[type].push_back(dst);
  }

  void addFunction(size_t index) {
    made_.clear();
    b_.beginFunction(names_[index], arity_[index]);
    // Initial values of every kind.
    b_.emitCall("vm.builtin.alloc_shape_heap", {B::vm(), B::imm(4)}, 5);
    b_.emitCall("vm.builtin.alloc_storage",
                {B::vm(), kinds_[OperandType::Shape][3], B::imm(0), kinds_[OperandType::Dtype][2]}, 6);
    b_.emitCall("vm.builtin.alloc_tensor",
                {B::r(6), B::imm(0), kinds_[OperandType::Shape][4], kinds_[OperandType::Dtype][0]}, 7);
    made_[OperandType::Heap].push_back(5);
    made_[OperandType::Storage].push_back(6);
    made_[OperandType::Tensor].push_back(7);
    for (size_t n = 2 + random_.below(20); n > 0; --n) {
      if (random_.oneIn(8)) {  // a branch that skips a call
        b_.emitCall("host.2", {B::r(reg()), B::imm(1)}, 8);
        b_.emitIf(8, 2);
        emitAnyCall();
      } else if (random_.oneIn(12)) {  // backward or forward
        const int64_t here = b_.here().value;
        b_.emitGoto(random_.oneIn(2) ? 1
                                     : -static_cast<int64_t>(random_.below(
                                           static_cast<size_t>(std::min<int64_t>(here - start(), 6)) + 1)));
      } else {
        emitAnyCall();
      }
    }
    b_.emitRet(random_.oneIn(8) ? kVoidRegister : reg());
  }
  int64_t start() const { return b_.draft().functions.empty() ? 0 : lastStart(); }
  int64_t lastStart() const {
    int64_t start = 0;
    for (const Function& function : b_.draft().functions)
      if (function.isBytecode()) start = std::max(start, function.startInstr);
    return start;
  }

  static constexpr size_t kRegisters = 14;
  Random random_;
  B b_;
  std::vector<std::string> names_;
  std::vector<int64_t> arity_;
  std::map<OperandType, std::vector<Arg>> kinds_;     ///< constants by type
  std::map<OperandType, std::vector<int64_t>> made_;  ///< registers of this function by the type of their last value
};

}  // namespace

Executable randomProgram(uint64_t seed) { return Maker(seed).make(); }

}  // namespace relaxscope::fuzz
