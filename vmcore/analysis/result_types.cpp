// SPDX-License-Identifier: Apache-2.0
// Propagates shapes and dtypes through a function's registers, as far as constants, the shape heap's names and the
// functions' annotations provide them.
#include "vmcore/analysis/result_types.h"

#include <algorithm>
#include <unordered_map>

#include "vmcore/analysis/annotation.h"
#include "vmcore/analysis/call_args.h"
#include "vmcore/analysis/constant_type.h"
#include "vmcore/analysis/flow/cfg.h"
#include "vmcore/analysis/flow/code_walk.h"
#include "vmcore/analysis/flow/work_limits.h"
#include "vmcore/analysis/function_facts.h"
#include "vmcore/analysis/params.h"
#include "vmcore/analysis/relay_types.h"
#include "vmcore/analysis/shape_slots.h"

namespace relaxscope {
namespace {

constexpr size_t kMaxTupleFields = 64;

/// The types of registers at one point of a walk in order of pc. After a join only registers with a single definition
/// keep theirs.
class RegisterTypes {
 public:
  RegisterTypes(int64_t registers)
      : types_(static_cast<size_t>(std::clamp<int64_t>(registers, 0, kMaxFollowed))), definitions_(types_.size(), 0) {}

  [[nodiscard]] const StaticType* at(int64_t reg) const {
    if (reg < 0 || static_cast<uint64_t>(reg) >= types_.size() || types_[static_cast<size_t>(reg)] == nullptr)
      return nullptr;
    return types_[static_cast<size_t>(reg)].get();
  }
  void countDefinition(int64_t reg) {
    if (reg >= 0 && static_cast<uint64_t>(reg) < definitions_.size() && definitions_[static_cast<size_t>(reg)] < 2)
      ++definitions_[static_cast<size_t>(reg)];
  }
  void set(int64_t reg, StaticTypeRef type) {
    if (reg < 0 || static_cast<uint64_t>(reg) >= types_.size()) return;
    types_[static_cast<size_t>(reg)] = std::move(type);
    if (definitions_[static_cast<size_t>(reg)] > 1) unsteady_.push_back(reg);
  }
  [[nodiscard]] StaticTypeRef share(int64_t reg) const {
    return at(reg) == nullptr ? nullptr : types_[static_cast<size_t>(reg)];
  }
  void join() {
    for (const int64_t reg : unsteady_) types_[static_cast<size_t>(reg)] = nullptr;
    unsteady_.clear();
  }

 private:
  std::vector<StaticTypeRef> types_;
  std::vector<uint8_t> definitions_;  ///< 0, 1, or 2 for two or more
  std::vector<int64_t> unsteady_;
};

/// Return types of functions: from their annotations in the constant pool, else by following the function's body.
/// Unknown for recursion and deep chains of calls.
class ReturnTypes {
 public:
  /// `facts` may be null.
  ReturnTypes(const Executable& executable, const FunctionFacts* facts) : executable_(executable), facts_(facts) {}

  [[nodiscard]] std::vector<ParamInfo> params(FuncIndex function) const {
    return facts_ != nullptr ? facts_->params(function) : recoverParams(executable_, function);
  }
  [[nodiscard]] std::vector<SlotInfo> slots(FuncIndex function) const {
    return facts_ != nullptr ? facts_->shapeSlots(function) : shapeSlots(executable_, function);
  }

  /// The callee information of function `index`, looked up by name once.
  KnownCallee callee(int64_t index) {
    const auto [place, fresh] = known_.try_emplace(index);
    const Function* function = fresh ? executable_.function(FuncIndex(index)) : nullptr;
    if (function != nullptr) place->second = knownCallee(*function);
    return place->second;
  }
  StaticTypeRef of(int64_t function);

 private:
  static constexpr int kMaxDepth = 8;
  void readAnnotations();

  const Executable& executable_;
  const FunctionFacts* facts_;
  std::unordered_map<int64_t, KnownCallee> known_;
  bool annotationsRead_ = false;
  int depth_ = 0;
  std::unordered_map<std::string_view, StaticTypeRef> annotated_;
  std::unordered_map<int64_t, StaticTypeRef> followed_;  ///< null: unknown or in progress
};

class TypeFollower {
 public:
  TypeFollower(const Executable& executable, FuncIndex function, ReturnTypes& returns)
      : executable_(executable),
        function_(executable.functions[function.at()]),
        range_(existingRange(executable, function_)),
        index_(function),
        registers_(function_.registerFileSize),
        returns_(returns),
        slots_(returns.slots(function)) {}

  std::vector<StaticTypeRef> run() {
    types_.resize(static_cast<size_t>(range_.end - range_.begin));
    countDefinitions();
    setParams();
    size_t nextBlock = 1;
    CodeWalk(executable_).run(range_, [&](int64_t pc, const Instruction& instruction) {
      for (; nextBlock < leaders_.size() && leaders_[nextBlock] <= pc; ++nextBlock) registers_.join();
      if (instruction.isCall()) followCall(pc, {executable_, instruction});
      else if (instruction.row->flow == Flow::Return) noteReturn(instruction.words[1]);
      return true;
    });
    return std::move(types_);
  }
  /// After run: the common type of all ret instructions; null if they differ or one is unknown.
  [[nodiscard]] StaticTypeRef returned() const { return returnsAgree_ ? returnType_ : nullptr; }

 private:
  void countDefinitions() {
    for (int64_t i = 0; i < function_.numArgs && i < kMaxFollowed; ++i) registers_.countDefinition(i);
    bool jumps = false;
    CodeWalk(executable_).run(range_, [&](int64_t, const Instruction& instruction) {
      instruction.forEachJump([&](JumpKind, int64_t) { jumps = true; });
      // A cleared register is not read before its next definition.
      if (instruction.isCall() && calleeOf(instruction).builtin != BuiltinId::NullValue)
        registers_.countDefinition(instruction.callDst());
      return true;
    });
    if (!jumps) return;
    for (const BasicBlock& block : buildCfg(executable_, index_).blocks) leaders_.push_back(block.begin.value);
  }
  [[nodiscard]] KnownCallee calleeOf(const Instruction& call) const { return returns_.callee(call.callFunction()); }
  void noteReturn(int64_t reg) {
    const auto type = registers_.share(reg);
    if (type == nullptr || (returnType_ != nullptr && *returnType_ != *type)) returnsAgree_ = false;
    returnType_ = type;
  }

  void setParams() {
    const std::vector<ParamInfo> params = returns_.params(index_);
    for (size_t i = 0; i < params.size(); ++i) {
      StaticType type = params[i].annotation.empty() ? StaticType{} : parseAnnotation(params[i].annotation);
      if (params[i].kind == ParamInfo::Kind::Tensor || params[i].kind == ParamInfo::Kind::Shape) type = params[i];
      if (type.kind != StaticType::Kind::Unknown)
        registers_.set(static_cast<int64_t>(i), std::make_shared<StaticType>(std::move(type)));
    }
  }

  void followCall(int64_t pc, const CallArgs& args) {
    const KnownCallee callee = calleeOf(args.call);
    const int64_t dst = args.call.callDst();
    StaticTypeRef& written = types_[static_cast<size_t>(pc - range_.begin)];
    if (callee.builtin == BuiltinId::MatchShape) refine(args);
    if (isSpecialRegister(dst)) {
      written = writtenBy(callee, args);
      return;
    }
    StaticTypeRef result = resultOf(callee, args);
    written = result;
    registers_.set(dst, std::move(result));
  }

  /// The tensor that a kernel without a result writes: its last argument, for call_tir_dyn the one before the shape.
  [[nodiscard]] StaticTypeRef writtenBy(KnownCallee callee, const CallArgs& args) const {
    const bool dynamic = isCallTirDyn(callee.builtin);
    const size_t after = dynamic ? 2 : 1;
    if ((callee.kind != KnownCallee::Kind::Kernel && !dynamic) || args.size() < after) return nullptr;
    StaticTypeRef type = registers_.share(args.reg(args.size() - after));
    return type != nullptr && type->kind == StaticType::Kind::Tensor ? type : nullptr;
  }

  [[nodiscard]] DimSpec dimOf(const DimCode& code) const {
    if (code.op == DimCode::Op::Immediate) return DimSpec::fixed(code.value);
    if (code.op == DimCode::Op::Skip) return {};
    const bool known = code.value >= 0 && static_cast<uint64_t>(code.value) < slots_.size();
    return {DimSpec::Kind::Symbol, code.value,
            known ? slots_[static_cast<size_t>(code.value)].name : "s" + std::to_string(code.value)};
  }
  [[nodiscard]] StaticTypeRef shapeFrom(const std::vector<DimCode>& codes, StaticType::Kind kind) const {
    StaticType type = StaticType::ofKind(kind);
    for (const DimCode& code : codes) type.dims.push_back(dimOf(code));
    type.rank = static_cast<int64_t>(type.dims.size());
    return std::make_shared<StaticType>(std::move(type));
  }
  /// Type of an argument that is not a register; nothing for a register.
  [[nodiscard]] static std::optional<StaticType> literal(const CallArgs& args, size_t i) {
    int64_t number = 0;
    if (args.immediate(i, number)) {
      StaticType type = StaticType::ofKind(StaticType::Kind::Prim);
      type.dtype = kInt64Type;
      type.dims = {DimSpec::fixed(number)};
      return type;
    }
    if (const ConstantValue* value = args.constant(i)) return constantType(*value);
    if (args.call.callArg(i).kind() == ArgKind::Function) return StaticType::ofKind(StaticType::Kind::Function);
    return std::nullopt;
  }
  /// Type of any argument; null if unknown.
  [[nodiscard]] StaticTypeRef argument(const CallArgs& args, size_t i) const {
    if (i >= args.size()) return nullptr;
    if (auto type = literal(args, i)) return share(*std::move(type));
    return registers_.share(args.reg(i));
  }
  /// A tensor or storage with the dimensions of the shape in argument `i`.
  [[nodiscard]] StaticTypeRef shapedBy(const CallArgs& args, size_t i, StaticType::Kind kind,
                                       std::optional<DataType> dtype) const {
    StaticType type = StaticType::ofKind(kind);
    type.dtype = dtype;
    if (const auto shape = argument(args, i); shape != nullptr && shape->kind == StaticType::Kind::Shape) {
      type.dims = shape->dims;
      type.rank = shape->rank;
    }
    return std::make_shared<StaticType>(std::move(type));
  }

  [[nodiscard]] StaticTypeRef resultOf(KnownCallee callee, const CallArgs& args) const {
    using enum BuiltinId;
    if (callee.kind == KnownCallee::Kind::VmFunction) return returned(args.call.callFunction());
    int64_t number = 0;
    switch (callee.builtin) {
      case AllocShapeHeap:
      case AllocHeap: {
        StaticType type = StaticType::ofKind(StaticType::Kind::Heap);
        if (const auto slots = heapSlots(args)) type.dims = {DimSpec::fixed(*slots)};
        return std::make_shared<StaticType>(std::move(type));
      }
      case AllocStorage: return shapedBy(args, 1, StaticType::Kind::Storage, {});
      case AllocTensor: {
        const auto* dtype = args.constantAs<DataType>(3);
        return shapedBy(args, 2, StaticType::Kind::Tensor, dtype != nullptr ? std::optional(*dtype) : std::nullopt);
      }
      case Reshape: {
        const auto from = argument(args, 0);
        return shapedBy(args, 1, StaticType::Kind::Tensor, from != nullptr ? from->dtype : std::nullopt);
      }
      case Copy:
      case Move:
      case ToDevice:
      case EnsureZeroOffset: return argument(args, 0);
      case MakeShape:
        return args.immediate(1, number) ? shapeFrom(dimCodes(args, 2, number), StaticType::Kind::Shape) : nullptr;
      case MakePrimValue: {
        StaticType type = *shapeFrom(dimCodes(args, 1, 1), StaticType::Kind::Prim);
        type.dtype = kInt64Type;
        return std::make_shared<StaticType>(std::move(type));
      }
      case LoadShape: {
        std::vector<DimCode> codes;
        for (const auto& slot : slotArgs(args, 1))
          codes.push_back(slot ? DimCode{DimCode::Op::Slot, *slot} : DimCode{});
        return shapeFrom(codes, StaticType::Kind::Shape);
      }
      case ReadIfCond: {
        StaticType type = StaticType::ofKind(StaticType::Kind::Prim);
        type.dtype = kBoolType;
        return std::make_shared<StaticType>(std::move(type));
      }
      case MakeClosure:
      case AllocClosure: return std::make_shared<StaticType>(StaticType::ofKind(StaticType::Kind::Closure));
      case MakeTuple:
      case RuntimeTuple:
      case TupleGetItem:
      case RuntimeTupleGetItem: return tupleResult(callee.builtin, args);
      case ShapeOf:
      case TensorToShape:
      case RunShapeToTensor:
      case RunNonzero: return shapeResult(callee.builtin, args);
      case CudaGraphGetCachedAlloc:
      case CudaGraphRunOrCapture:
        return args.size() > 1 && args.call.callArg(1).kind() == ArgKind::Function
                   ? returned(args.call.callArg(1).value())
                   : nullptr;
      default: return nullptr;
    }
  }

  [[nodiscard]] StaticTypeRef tupleResult(BuiltinId builtin, const CallArgs& args) const {
    if (isMakeTuple(builtin)) {
      if (args.size() > kMaxTupleFields) return nullptr;
      std::vector<StaticType> fields;
      fields.reserve(args.size());
      for (size_t i = 0; i < args.size(); ++i) {
        if (auto type = literal(args, i)) {
          fields.push_back(*std::move(type));
          continue;
        }
        const StaticTypeRef field = registers_.share(args.reg(i));
        // Types of more deeply nested tuples would grow with every level.
        const bool deep = field != nullptr && field->kind == StaticType::Kind::Tuple &&
                          std::any_of(field->fields.begin(), field->fields.end(),
                                      [](const StaticType& f) { return f.kind == StaticType::Kind::Tuple; });
        fields.push_back(field == nullptr || deep ? StaticType{} : *field);
      }
      return share(StaticType::tuple(std::move(fields)));
    }
    const auto place = fieldArg(args);
    const auto tuple = argument(args, 0);
    if (tuple == nullptr || tuple->kind != StaticType::Kind::Tuple || !place) return nullptr;
    if (*place < 0 || static_cast<uint64_t>(*place) >= tuple->fields.size()) return nullptr;
    return std::make_shared<StaticType>(tuple->fields[static_cast<size_t>(*place)]);
  }

  [[nodiscard]] StaticTypeRef shapeResult(BuiltinId builtin, const CallArgs& args) const {
    const auto from = argument(args, 0);
    const bool toTensor = builtin == BuiltinId::RunShapeToTensor || builtin == BuiltinId::RunNonzero;
    StaticType type = StaticType::ofKind(toTensor ? StaticType::Kind::Tensor : StaticType::Kind::Shape);
    if (toTensor) type.dtype = kInt64Type;
    switch (builtin) {
      case BuiltinId::ShapeOf:
        if (from != nullptr && from->kind == StaticType::Kind::Tensor) {
          type.dims = from->dims;
          type.rank = from->rank;
        }
        break;
      case BuiltinId::TensorToShape:
        if (from != nullptr && from->dims.size() == 1 && from->dims[0].kind == DimSpec::Kind::Fixed)
          type.rank = from->dims[0].value;
        break;
      case BuiltinId::RunShapeToTensor:
        type.dims = {from != nullptr && from->rank ? DimSpec::fixed(*from->rank) : DimSpec{}};
        break;
      default: type.dims = {from != nullptr && from->rank ? DimSpec::fixed(*from->rank) : DimSpec{}, DimSpec{}}; break;
    }
    if (!type.rank && !type.dims.empty()) type.rank = static_cast<int64_t>(type.dims.size());
    return std::make_shared<StaticType>(std::move(type));
  }

  /// match_cast provides the extents of a value whose shape was unknown.
  void refine(const CallArgs& args) {
    int64_t count = 0;
    const StaticType* type = registers_.at(args.reg(0));
    if (type == nullptr || !type->dims.empty() || !args.immediate(2, count)) return;
    if (type->kind != StaticType::Kind::Tensor && type->kind != StaticType::Kind::Shape) return;
    StaticType refined = *type;
    refined.dims = shapeFrom(dimCodes(args, 3, count), refined.kind)->dims;
    refined.rank = static_cast<int64_t>(refined.dims.size());
    registers_.set(args.reg(0), std::make_shared<StaticType>(std::move(refined)));
  }

  [[nodiscard]] StaticTypeRef returned(int64_t function) const { return returns_.of(function); }

  const Executable& executable_;
  const Function& function_;
  PcRange range_;
  FuncIndex index_;
  RegisterTypes registers_;
  ReturnTypes& returns_;
  std::vector<SlotInfo> slots_;
  std::vector<int64_t> leaders_;
  std::vector<StaticTypeRef> types_;
  StaticTypeRef returnType_;
  bool returnsAgree_ = true;
};

void ReturnTypes::readAnnotations() {
  annotationsRead_ = true;
  for (const Constant& constant : executable_.constants) {
    const auto* string = std::get_if<StringConstant>(&constant.value);
    if (string == nullptr) continue;
    const auto context = parseErrorContext(string->text);
    if (!context || !context->isReturn) continue;
    StaticType type = parseAnnotation(context->annotation);
    dropSymbolNames(type);
    if (type.kind != StaticType::Kind::Unknown)
      annotated_.emplace(context->function, std::make_shared<StaticType>(std::move(type)));
  }
}

StaticTypeRef ReturnTypes::of(int64_t function) {
  const Function* row = executable_.function(FuncIndex(function));
  if (row == nullptr) return nullptr;
  if (!annotationsRead_) readAnnotations();
  if (const auto found = annotated_.find(row->name); found != annotated_.end()) return found->second;
  if (!row->isBytecode() || depth_ == kMaxDepth) return nullptr;
  const auto [place, fresh] = followed_.try_emplace(function, nullptr);
  if (!fresh) return place->second;
  ++depth_;
  TypeFollower follower(executable_, FuncIndex(function), *this);
  follower.run();
  --depth_;
  if (const auto type = follower.returned(); type != nullptr) {
    StaticType known = *type;
    dropSymbolNames(known);
    followed_[function] = std::make_shared<StaticType>(std::move(known));
  }
  return followed_[function];
}

std::vector<StaticTypeRef> follow(const Executable& executable, FuncIndex function, const FunctionFacts* facts) {
  const Function* row = executable.function(function);
  if (row == nullptr || !row->isBytecode()) return {};
  if (executable.code.set->isRelay()) return relayResultTypes(executable, function);
  ReturnTypes returns(executable, facts);
  return TypeFollower(executable, function, returns).run();
}

}  // namespace

std::vector<StaticTypeRef> resultTypes(const Executable& executable, FuncIndex function) {
  return follow(executable, function, nullptr);
}

std::vector<StaticTypeRef> resultTypes(const FunctionFacts& facts, FuncIndex function) {
  return follow(facts.executable(), function, &facts);
}

void dropSymbolNames(StaticType& type) {
  for (DimSpec& dim : type.dims)
    if (dim.kind == DimSpec::Kind::Symbol) dim = {};
  for (StaticType& field : type.fields) dropSymbolNames(field);
}

}  // namespace relaxscope
