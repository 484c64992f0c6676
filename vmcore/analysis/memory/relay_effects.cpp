// SPDX-License-Identifier: Apache-2.0
#include "vmcore/analysis/memory/relay_effects.h"

#include <algorithm>
#include <cstring>
#include <string_view>
#include <utility>

#include "vmcore/base/block_bytes.h"

namespace relaxscope::memory {
namespace {

using HeldKind = Object::Kind;

class RelayStep {
 public:
  RelayStep(const Frame& frame, Path& path, InstrIndex pc, const Instruction& instruction)
      : frame_(frame), path_(path), pc_(pc), code_(static_cast<RelayOpcode>(instruction.opcode())) {
    instruction.forEachOperand([&](const Operand& operand) { take(operand); });
  }

  void follow() {
    switch (code_) {
      case RelayOpcode::Move: return give(shared(used(0)));
      case RelayOpcode::Invoke: return invoke(callee_, listed());
      case RelayOpcode::InvokeClosure: return invokeClosure();
      case RelayOpcode::AllocStorage: return storage();
      case RelayOpcode::AllocTensor: return tensorIn(used(0), extents_);
      case RelayOpcode::AllocTensorReg:
        return tensorIn(used(0), shapeIn(uses_.empty() ? kNothing : used(uses_.size() - 1)));
      case RelayOpcode::ReshapeTensor:
        return give(made({HeldKind::Tensor, {used(0)}, shapeIn(used(1)), object(used(0)).elementBits}));
      case RelayOpcode::AllocADT: return give(made({HeldKind::Tuple, listed()}));
      case RelayOpcode::AllocClosure: return closure();
      case RelayOpcode::GetField: return give(field());
      case RelayOpcode::LoadConst: return give(loaded());
      case RelayOpcode::LoadConsti: return numbers({number_}, sizeof(int64_t));
      case RelayOpcode::ShapeOf: return numbers(shapeOf(object(used(0))), sizeof(int64_t));
      case RelayOpcode::GetTag: return numbers({std::nullopt}, sizeof(int32_t));
      case RelayOpcode::DeviceCopy: return copied();
      case RelayOpcode::KillRegister: return give(kNothing);
      default: return;
    }
  }

 private:
  void take(const Operand& operand) {
    switch (operand.role) {
      case OperandRole::Def: dst_ = operand.value; break;
      case OperandRole::Use: uses_.push_back(operand.value); break;
      case OperandRole::Argument:
        if (operand.kind == ArgKind::Function) callee_ = FuncIndex(operand.value);
        else arguments_.push_back(operand.value);
        break;
      case OperandRole::Callee: callee_ = FuncIndex(operand.value); break;
      case OperandRole::Constant: constant_ = ConstIndex(operand.value); break;
      case OperandRole::Extent: extents_.emplace_back(operand.value); break;
      case OperandRole::TypeBits: bits_ = operand.value; break;
      case OperandRole::TypeLanes: lanes_ = operand.value; break;
      case OperandRole::Device: device_ = operand.value; break;
      case OperandRole::Field:
      case OperandRole::Value: number_ = operand.value; break;
      default: break;
    }
  }
  void give(ObjectId owned) { frame_.set(path_, dst_, owned); }
  [[nodiscard]] const Object& object(ObjectId id) const { return frame_.object(id); }
  [[nodiscard]] ObjectId used(size_t i) const { return i < uses_.size() ? frame_.at(path_, uses_[i]) : kNothing; }
  ObjectId shared(ObjectId id) {
    path_.held.retain(frame_.trail, id);
    return id;
  }
  ObjectId made(Object object) { return frame_.made(path_, std::move(object)); }
  [[nodiscard]] std::vector<ObjectId> listed() const {
    std::vector<ObjectId> values;
    for (const int64_t reg : arguments_) values.push_back(frame_.at(path_, reg));
    return values;
  }
  [[nodiscard]] int64_t bits() const {
    return std::clamp<int64_t>(bits_, 0, 255) * std::clamp<int64_t>(lanes_, 0, 65'535);
  }

  void invoke(FuncIndex callee, const std::vector<ObjectId>& values) {
    const Function* const function = frame_.executable().function(callee);
    if (function != nullptr && function->isBytecode()) return give(frame_.call(path_, callee, values));
    frame_.unknown(callee);
    give(kNothing);
  }
  void invokeClosure() {
    const Object closure = object(used(0));
    std::vector<ObjectId> values = closure.holds;
    const std::vector<ObjectId> given = listed();
    values.insert(values.end(), given.begin(), given.end());
    frame_.inexact(InexactCause::Operands, pc_);  // the engine may hold them longer
    if (closure.kind == HeldKind::Closure) return invoke(closure.function, values);
    give(kNothing);
  }
  void closure() {
    Object object{HeldKind::Closure, listed()};
    object.function = callee_;
    give(made(std::move(object)));
  }

  /// The extents in a tensor of integers. One of rank 0 is the shape of a scalar, whatever it holds.
  [[nodiscard]] std::vector<Extent> shapeIn(ObjectId tensor) const {
    return object(tensor).kind == HeldKind::Number ? std::vector<Extent>() : object(tensor).dims;
  }
  void storage() {
    const std::vector<Extent>& size = object(used(0)).dims;
    give(reserved(extents_.empty() ? (size.empty() ? std::nullopt : size[0]) : denseBytes(extents_, bits())));
  }
  ObjectId reserved(Extent bytes) {
    Object block;
    block.dims = {bytes};
    if (bytes && *bytes >= 0 && *bytes < (int64_t{1} << 46)) block.block = naiveBlockBytes(static_cast<size_t>(*bytes));
    else frame_.unknown(FuncIndex());
    block.place = frame_.place(device_, {});
    return path_.held.allocate(frame_.trail, std::move(block));
  }
  void tensorIn(ObjectId storage, std::vector<Extent> dims) {
    const ObjectId tensor = made({HeldKind::Tensor, {storage}, std::move(dims), bits()});
    const std::vector<Extent> offset = uses_.size() > 1 ? object(used(1)).dims : std::vector<Extent>();
    if (object(storage).kind == HeldKind::Storage)
      frame_.placed(storage, pc_, tensor, offset.size() == 1 ? offset[0].value_or(0) : 0);
    give(tensor);
  }
  /// Integers with memory of their own.
  void numbers(const std::vector<Extent>& elements, size_t elementBytes) {
    const ObjectId block = frame_.numbers(path_, pc_, static_cast<int64_t>(elements.size() * elementBytes));
    const ObjectId shape = made({HeldKind::Shape, {block}, elements});
    path_.held.release(frame_.trail, block);
    give(shape);
  }
  /// A copy has a storage of its own.
  void copied() {
    const Object from = object(used(0));
    const ObjectId block =
        reserved(from.kind == HeldKind::Tensor ? denseBytes(from.dims, from.elementBits) : std::nullopt);
    const ObjectId tensor = made({HeldKind::Tensor, {block}, from.dims, from.elementBits});
    frame_.placed(block, pc_, tensor, 0);
    path_.held.release(frame_.trail, block);
    give(tensor);
  }
  [[nodiscard]] std::vector<Extent> shapeOf(const Object& tensor) const {
    if (tensor.kind == HeldKind::Shape) return {static_cast<int64_t>(tensor.dims.size())};
    return tensor.dims;
  }
  ObjectId field() {
    const Object& tuple = object(used(0));
    const auto index = static_cast<uint64_t>(number_);
    if (tuple.kind == HeldKind::Tuple && index < tuple.holds.size()) return shared(tuple.holds[index]);
    return made({HeldKind::Other, {used(0)}});
  }

  /// Small integer tensors are sizes, offsets and shapes: of them the elements are of interest.
  ObjectId loaded() {
    constexpr size_t kMaxElements = 64;
    const Constant* const row = frame_.executable().constant(constant_);
    const auto* const tensor = row == nullptr ? nullptr : std::get_if<TensorConstant>(&row->value);
    if (tensor == nullptr) return kNothing;
    const bool integers = tensor->dtype == DataType{static_cast<uint8_t>(TypeCode::Int), 64, 1};
    const bool few =
        tensor->shape.empty() || (tensor->shape.size() == 1 && std::cmp_less_equal(tensor->shape[0], kMaxElements));
    if (!integers || !few) {
      Object made{HeldKind::Tensor};
      made.dims.assign(tensor->shape.begin(), tensor->shape.end());
      made.elementBits = memory::elementBits(tensor->dtype);
      return this->made(std::move(made));
    }
    Object elements{tensor->shape.empty() ? HeldKind::Number : HeldKind::Shape};
    const std::string_view bytes = tensor->data.head(kMaxElements * sizeof(int64_t));
    for (size_t at = 0; at + sizeof(int64_t) <= bytes.size(); at += sizeof(int64_t)) {
      int64_t element = 0;
      std::memcpy(&element, bytes.data() + at, sizeof(element));
      elements.dims.emplace_back(element);
    }
    return made(std::move(elements));
  }

  const Frame& frame_;
  Path& path_;
  InstrIndex pc_;
  RelayOpcode code_;
  int64_t dst_ = kVoidRegister, bits_ = 0, lanes_ = 1, device_ = 0, number_ = 0;
  FuncIndex callee_;
  ConstIndex constant_;
  std::vector<int64_t> uses_, arguments_;
  std::vector<Extent> extents_;
};

}  // namespace

void followRelay(const Frame& frame, Path& path, InstrIndex pc, const Instruction& instruction) {
  RelayStep(frame, path, pc, instruction).follow();
}

}  // namespace relaxscope::memory
