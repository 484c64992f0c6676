// SPDX-License-Identifier: Apache-2.0
#include "vmcore/analysis/memory/relax_effects.h"

#include <algorithm>

#include "vmcore/analysis/call_args.h"
#include "vmcore/analysis/extent_expression.h"
#include "vmcore/analysis/shape_slots.h"
#include "vmcore/base/block_bytes.h"
#include "vmcore/model/builtin.h"

namespace relaxscope::memory {
namespace {

using HeldKind = Object::Kind;
class RelaxCall {
 public:
  RelaxCall(const Frame& frame, Path& path, InstrIndex pc, const Instruction& call)
      : frame_(frame), path_(path), pc_(pc), args_{frame.executable(), call}, callee_(call.callFunction()) {}

  void follow() {
    const Function* const function = frame_.executable().function(callee_);
    if (function == nullptr) return give(unknown());
    const KnownCallee known = knownCallee(*function);
    if (known.kind == KnownCallee::Kind::Kernel || isCallTirDyn(known.builtin)) return kernel();
    if (known.builtin == BuiltinId::NullValue) return give(kNothing);
    for (size_t i = 0; i < args_.size(); ++i) values_.push_back(valueOf(i));
    if (known.kind == KnownCallee::Kind::VmFunction)
      give(function->isBytecode() ? frame_.call(path_, callee_, values_) : unknown());
    else if (known.kind == KnownCallee::Kind::Builtin) give(builtin(known.builtin, builtinRow(known.builtin)));
    else give(unknown());
    for (const ObjectId value : values_) path_.held.release(frame_.trail, value);
  }

 private:
  void give(ObjectId owned) { frame_.set(path_, args_.call.callDst(), owned); }
  ObjectId unknown() {
    frame_.unknown(callee_);
    return kNothing;
  }
  [[nodiscard]] Object& object(ObjectId id) { return frame_.trail.objects[id]; }
  [[nodiscard]] ObjectId value(size_t i) const { return i < values_.size() ? values_[i] : kNothing; }
  ObjectId shared(ObjectId id) {
    path_.held.retain(frame_.trail, id);
    return id;
  }
  ObjectId made(Object object) { return frame_.made(path_, std::move(object)); }

  /// An argument with a reference of its own.
  ObjectId valueOf(size_t i) {
    const Arg arg = args_.call.callArg(i);
    if (arg.kind() == ArgKind::Register) return shared(frame_.at(path_, arg.value()));
    Object made{};
    if (arg.kind() == ArgKind::Immediate) {
      made.kind = HeldKind::Number;
      made.dims = {arg.value()};
    } else if (arg.kind() == ArgKind::Function) {
      made.kind = HeldKind::Closure;
      made.function = FuncIndex(arg.value());
    } else if (const auto* tensor = args_.constantAs<TensorConstant>(i)) {
      made.kind = HeldKind::Tensor;
      made.dims.assign(tensor->shape.begin(), tensor->shape.end());
      made.elementBits = elementBits(tensor->dtype);
    } else if (const auto* shape = args_.constantAs<ShapeConstant>(i)) {
      made.kind = HeldKind::Shape;
      made.dims.assign(shape->dims.begin(), shape->dims.end());
    } else if (const auto* number = args_.constantAs<IntConstant>(i)) {
      made.kind = HeldKind::Number;
      made.dims = {number->value};
    } else {
      return kNothing;
    }
    return this->made(std::move(made));
  }

  /// Writes tensors in place, or the slots of the heap; a result comes from outside.
  void kernel() {
    for (size_t i = 0; i < args_.size(); ++i)
      if (const ObjectId heap = frame_.at(path_, args_.reg(i)); object(heap).kind == HeldKind::Heap) fill(heap);
    give(isSpecialRegister(args_.call.callDst()) ? kNothing : unknown());
  }

  /// The slots that a shape function computes, by their names in terms of the others. A slot that nothing names has no
  /// value of its own name.
  void fill(ObjectId heap) {
    const std::vector<SlotInfo>& slots = frame_.facts.shapeSlots(frame_.function);
    std::vector<Extent>& dims = object(heap).dims;
    frame_.trail.work += slots.size();
    for (size_t i = 0; i < dims.size() && i < slots.size(); ++i)
      if (!dims[i] && slots[i].origin != SlotInfo::Origin::Computed) dims[i] = slotValue(slots[i].name, slots, dims);
    for (size_t i = 0; i < dims.size() && i < slots.size(); ++i)
      if (!dims[i]) dims[i] = frame_.measured(i);
  }
  [[nodiscard]] Extent slotValue(const std::string& name, const std::vector<SlotInfo>& slots,
                                 const std::vector<Extent>& dims) const {
    bool all = true;
    frame_.trail.work += name.size() / 4;
    const Extent value = extentOf(name, [&](const std::string& symbol) {
      for (size_t i = 0; i < dims.size() && i < slots.size(); ++i) {
        ++frame_.trail.work;
        if (slots[i].name == symbol && dims[i]) return *dims[i];
      }
      const Extent chosen = frame_.chosen(symbol);
      all &= chosen.has_value();
      return chosen.value_or(0);
    });
    return all ? value : std::nullopt;
  }

  [[nodiscard]] Extent fromHeap(ObjectId heap, const DimCode& code) {
    if (code.op == DimCode::Op::Immediate) return code.value;
    const std::vector<Extent>& slots = object(heap).dims;
    const bool inside = object(heap).kind == HeldKind::Heap && code.op == DimCode::Op::Slot && code.value >= 0 &&
                        static_cast<uint64_t>(code.value) < slots.size();
    return inside ? slots[static_cast<size_t>(code.value)] : std::nullopt;
  }
  void match(const std::vector<DimCode>& codes) {
    const ObjectId heap = value(1);
    const std::vector<Extent> dims = object(value(0)).dims;
    for (size_t i = 0; i < codes.size(); ++i) {
      std::vector<Extent>& slots = object(heap).dims;
      const int64_t slot = codes[i].value;
      if (object(heap).kind != HeldKind::Heap || codes[i].op != DimCode::Op::Slot || slot < 0 ||
          static_cast<uint64_t>(slot) >= slots.size())
        continue;
      Extent extent = i < dims.size() ? dims[i] : std::nullopt;
      if (!extent) {
        frame_.inexact();
        const std::vector<SlotInfo>& names = frame_.facts.shapeSlots(frame_.function);
        if (static_cast<size_t>(slot) < names.size()) extent = frame_.chosen(names[static_cast<size_t>(slot)].name);
      }
      slots[static_cast<size_t>(slot)] = extent;
    }
  }
  ObjectId fromCodes(HeldKind kind, const std::vector<DimCode>& codes) {
    Object result{kind, {}, {}};
    for (const DimCode& code : codes) result.dims.push_back(fromHeap(value(0), code));
    return made(std::move(result));
  }
  [[nodiscard]] int64_t number(size_t i, int64_t otherwise = 0) {
    const std::vector<Extent>& dims = object(value(i)).dims;
    return object(value(i)).kind == HeldKind::Number && !dims.empty() ? dims[0].value_or(otherwise) : otherwise;
  }

  ObjectId builtin(BuiltinId id, const BuiltinRow& row) {
    switch (id) {
      case BuiltinId::AllocShapeHeap:
      case BuiltinId::AllocHeap: {
        const int64_t slots = std::clamp<int64_t>(heapSlots(args_).value_or(0), 0, kMaxShapeSlots);
        frame_.trail.work += static_cast<uint64_t>(slots);
        return made({HeldKind::Heap, {}, std::vector<Extent>(static_cast<size_t>(slots))});
      }
      case BuiltinId::MatchShape: match(dimCodes(args_, 3, number(2))); return kNothing;
      case BuiltinId::MatchPrimValue: match(dimCodes(args_, 2, 1)); return kNothing;
      case BuiltinId::MakeShape: return fromCodes(HeldKind::Shape, dimCodes(args_, 2, number(1)));
      case BuiltinId::MakePrimValue: return fromCodes(HeldKind::Number, dimCodes(args_, 1, 1));
      case BuiltinId::ShapeOf: return made({HeldKind::Shape, {}, object(value(0)).dims});
      default: return memoryBuiltin(id, row);
    }
  }

  ObjectId memoryBuiltin(BuiltinId id, const BuiltinRow& row) {
    switch (id) {
      case BuiltinId::AllocStorage: return storage(object(value(1)).dims, number(2), std::string(args_.text(4)));
      case BuiltinId::AllocTensor: return tensorIn(value(0), number(1), object(value(2)).dims, bitsOf(3));
      case BuiltinId::Reshape:
        return made({HeldKind::Tensor, {value(0)}, object(value(1)).dims, object(value(0)).elementBits});
      case BuiltinId::EnsureZeroOffset:
      case BuiltinId::Copy:
      case BuiltinId::Move: return shared(value(0));
      case BuiltinId::ToDevice: return copied(object(value(0)).dims, object(value(0)).elementBits, number(2));
      case BuiltinId::RunShapeToTensor: return copied({static_cast<int64_t>(object(value(0)).dims.size())}, 64, 0);
      case BuiltinId::MakeTuple:
      case BuiltinId::RuntimeTuple: return made({HeldKind::Tuple, values_});
      case BuiltinId::TupleGetItem: return field(number(1, -1));
      case BuiltinId::RuntimeTupleGetItem: return field(fieldArg(args_).value_or(-1));
      case BuiltinId::TupleResetItem:
        path_.held.clearField(frame_.trail, value(0), static_cast<size_t>(number(1, -1)));
        return kNothing;
      case BuiltinId::MakeClosure: {
        Object closure{HeldKind::Closure, object(value(0)).holds};
        closure.function = object(value(0)).function;
        if (!values_.empty()) closure.holds.insert(closure.holds.end(), values_.begin() + 1, values_.end());
        return made(std::move(closure));
      }
      case BuiltinId::InvokeClosure:
      case BuiltinId::CudaGraphRunOrCapture:
      case BuiltinId::CudaGraphGetCachedAlloc: return invoke(id);
      default: return anyOther(row);
    }
  }

  [[nodiscard]] int64_t bitsOf(size_t i) const {
    const auto* type = args_.constantAs<DataType>(i);
    return type == nullptr ? 0 : elementBits(*type);
  }
  ObjectId storage(const std::vector<Extent>& size, int64_t device, std::string scope) {
    Object made;
    const Extent bytes = size.empty() ? std::nullopt : size[0];
    made.dims = {bytes};
    if (bytes && *bytes >= 0 && *bytes < (int64_t{1} << 46)) made.block = naiveBlockBytes(static_cast<size_t>(*bytes));
    else unknown();
    made.place = frame_.place(device, std::move(scope));
    return path_.held.allocate(frame_.trail, std::move(made));
  }
  ObjectId tensorIn(ObjectId storage, int64_t offset, const std::vector<Extent>& dims, int64_t bits) {
    const ObjectId tensor = made({HeldKind::Tensor, {storage}, dims, bits});
    if (object(storage).kind == HeldKind::Storage) frame_.placed(storage, pc_, tensor, offset);
    return tensor;
  }
  /// A tensor with a storage of its own.
  ObjectId copied(const std::vector<Extent>& dims, int64_t bits, int64_t device) {
    const ObjectId block = storage({denseBytes(dims, bits)}, device, {});
    const ObjectId tensor = tensorIn(block, 0, dims, bits);
    path_.held.release(frame_.trail, block);
    return tensor;
  }
  ObjectId field(int64_t place) {
    const Object& tuple = object(value(0));
    const auto index = static_cast<uint64_t>(place);
    if (tuple.kind == HeldKind::Tuple && index < tuple.holds.size()) return shared(tuple.holds[index]);
    return made({HeldKind::Other, {value(0)}});
  }

  ObjectId invoke(BuiltinId id) {
    const Object closure = object(value(1));
    const Function* const function = frame_.executable().function(closure.function);
    if (closure.kind != HeldKind::Closure || function == nullptr || !function->isBytecode()) return unknown();
    std::vector<ObjectId> given;
    if (id == BuiltinId::InvokeClosure) {
      given.assign(values_.begin() + 2, values_.end());
      given.insert(given.end(), closure.holds.begin(), closure.holds.end());
    } else if (id == BuiltinId::CudaGraphRunOrCapture) {
      given = object(value(2)).holds;
    }
    const ObjectId result = frame_.call(path_, closure.function, given);
    return id == BuiltinId::CudaGraphGetCachedAlloc ? shared(result) : result;  // the graph keeps a reference
  }

  ObjectId anyOther(const BuiltinRow& row) {
    const BuiltinEffects& effects = row.effects;
    const bool writes = !effects.writes.empty() && effects.calls.empty();
    if (effects.allocates || effects.unknown || writes) frame_.unknown(callee_);
    Object result;
    for (size_t i = 0; i < values_.size(); ++i)
      if (effects.aliases.has(row.operandOf(i, values_.size()))) result.holds.push_back(values_[i]);
    return result.holds.empty() ? kNothing : made(std::move(result));
  }

  const Frame& frame_;
  Path& path_;
  InstrIndex pc_;
  CallArgs args_;
  FuncIndex callee_;
  std::vector<ObjectId> values_;
};

}  // namespace

void followRelaxCall(const Frame& frame, Path& path, InstrIndex pc, const Instruction& call) {
  RelaxCall(frame, path, pc, call).follow();
}

}  // namespace relaxscope::memory
