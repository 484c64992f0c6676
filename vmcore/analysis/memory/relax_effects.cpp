// SPDX-License-Identifier: Apache-2.0
#include "vmcore/analysis/memory/relax_effects.h"

#include <fmt/format.h>

#include <algorithm>

#include "vmcore/analysis/call_args.h"
#include "vmcore/analysis/extent_expression.h"
#include "vmcore/analysis/shape_slots.h"
#include "vmcore/base/block_bytes.h"
#include "vmcore/base/text/text.h"
#include "vmcore/model/builtin.h"

namespace relaxscope::memory {
namespace {

using HeldKind = Object::Kind;
constexpr int64_t kCpuType = 1;  // DLPack's
constexpr int64_t kHost = -1;    // as alloc_storage names it
constexpr size_t kMostName = 256;

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
      if (const ObjectId heap = frame_.at(path_, args_.reg(i)); isHeap(heap)) fill(heap);
    give(isSpecialRegister(args_.call.callDst()) ? kNothing : unknown());
  }

  [[nodiscard]] bool isHeap(ObjectId id) { return object(id).kind == HeldKind::Heap || !object(id).slots.empty(); }
  [[nodiscard]] std::vector<Extent>& slotsOf(ObjectId heap) {
    return object(heap).kind == HeldKind::Heap ? object(heap).dims : object(heap).slots;
  }
  /// A vector of int64 is a heap from the first match on that stores in it.
  void useAsHeap(ObjectId id) {
    Object& tensor = object(id);
    const bool vector = tensor.kind == HeldKind::Tensor && tensor.elementBits == 64 && tensor.dims.size() == 1;
    if (!vector || !tensor.slots.empty() || !tensor.dims[0]) return;
    tensor.slots.resize(static_cast<size_t>(std::clamp<int64_t>(*tensor.dims[0], 0, kMaxShapeSlots)));
    frame_.trail.work += tensor.slots.size();
  }

  /// The slots that a shape function computes, by their names in terms of the others. A slot that nothing names has no
  /// value of its own name.
  void fill(ObjectId heap) {
    const std::vector<SlotInfo>& slots = frame_.facts.shapeSlots(frame_.function);
    std::vector<Extent>& dims = slotsOf(heap);
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
    const Extent value = integerOf(name, [&](const std::string& symbol) {
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
    const std::vector<Extent>& slots = slotsOf(heap);
    const bool inside =
        code.op == DimCode::Op::Slot && code.value >= 0 && static_cast<uint64_t>(code.value) < slots.size();
    return inside ? slots[static_cast<size_t>(code.value)] : std::nullopt;
  }
  void match(const std::vector<DimCode>& codes) {
    const ObjectId heap = value(1);
    useAsHeap(heap);
    const std::vector<Extent> dims = object(value(0)).dims;
    for (size_t i = 0; i < codes.size(); ++i) {
      const int64_t slot = codes[i].value;
      if (!isHeap(heap) || codes[i].op != DimCode::Op::Slot || slot < 0 ||
          static_cast<uint64_t>(slot) >= slotsOf(heap).size())
        continue;
      Extent extent = i < dims.size() ? dims[i] : std::nullopt;
      if (!extent) {
        frame_.inexact(InexactCause::Extent, pc_);
        const std::vector<SlotInfo>& names = frame_.facts.shapeSlots(frame_.function);
        if (static_cast<size_t>(slot) < names.size()) extent = frame_.chosen(names[static_cast<size_t>(slot)].name);
      }
      slotsOf(heap)[static_cast<size_t>(slot)] = extent;
    }
  }
  /// store_shape(shape, heap, slots).
  void store() {
    useAsHeap(value(1));
    const std::vector<Extent> dims = object(value(0)).dims;
    const auto slots = slotArgs(args_, 2);
    for (size_t i = 0; i < slots.size() && i < dims.size(); ++i)
      if (isHeap(value(1)) && slots[i] && *slots[i] >= 0 && static_cast<uint64_t>(*slots[i]) < slotsOf(value(1)).size())
        slotsOf(value(1))[static_cast<size_t>(*slots[i])] = dims[i];
  }
  ObjectId fromCodes(HeldKind kind, const std::vector<DimCode>& codes) {
    Object result{kind, {}, {}};
    for (const DimCode& code : codes) {
      result.dims.push_back(fromHeap(value(0), code));
      const Extent& extent = result.dims.back();
      if (kind == HeldKind::Shape && extent && *extent < 0) frame_.fails(pc_, negativeText(code, codes, *extent));
    }
    return made(std::move(result));
  }
  /// "an extent of its shape, n - m, is -3".
  [[nodiscard]] std::string negativeText(const DimCode& code, const std::vector<DimCode>& codes, int64_t value) const {
    const std::vector<SlotInfo>& slots = frame_.facts.shapeSlots(frame_.function);
    const auto row = static_cast<uint64_t>(code.value);
    if (code.op != DimCode::Op::Slot || row >= slots.size()) return fmt::format("an extent of its shape is {}", value);
    const std::string name = printable(slots[row].name.substr(0, kMostName));
    const bool size = codes.size() == 1 && slots[row].origin == SlotInfo::Origin::Inferred;
    return size ? fmt::format("the bytes of a storage, {}, are {}", name, value)
                : fmt::format("an extent of its shape, {}, is {}", name, value);
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
      case BuiltinId::StoreShape: store(); return kNothing;
      case BuiltinId::LoadShape: {
        std::vector<DimCode> codes;
        for (const auto& slot : slotArgs(args_, 1)) codes.push_back({DimCode::Op::Slot, slot.value_or(-1)});
        return fromCodes(HeldKind::Shape, codes);
      }
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
      case BuiltinId::ToDevice:
        return copied(object(value(0)).dims, object(value(0)).elementBits, number(1) == kCpuType ? kHost : number(2));
      case BuiltinId::RunShapeToTensor: return copied({static_cast<int64_t>(object(value(0)).dims.size())}, 64, kHost);
      case BuiltinId::FreeStorage:
      case BuiltinId::FreeTensor: path_.held.end(frame_.trail, value(0)); return kNothing;
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
