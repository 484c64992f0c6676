// SPDX-License-Identifier: Apache-2.0
// Parameters from a function's own check instructions; for compiled functions, whose checks are native code, from the
// context strings in the constant pool.
#include "vmcore/analysis/params.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_set>

#include "vmcore/analysis/annotation.h"
#include "vmcore/analysis/call_args.h"
#include "vmcore/analysis/flow/code_walk.h"
#include "vmcore/analysis/param_uses.h"
#include "vmcore/analysis/shape_slots.h"

namespace relaxscope {
namespace {

constexpr int64_t kMaxUnnamed = 1024;  // a malformed count must not cost more than the file's size allows
constexpr int64_t kSlotsNamedWithin = 16'384;
constexpr int kMaxCallsAfterChecks = 64;  // checks are at the start; so many other calls in a row end the search

class ParamReader {
 public:
  ParamReader(const Executable& executable, FuncIndex index, CalledParams& called)
      : executable_(executable), function_(executable.functions[index.at()]), index_(index), called_(called) {}

  std::vector<ParamInfo> run() {
    const int64_t most = std::max(kMaxUnnamed, static_cast<int64_t>(function_.paramNames.size()));
    const int64_t count = std::clamp<int64_t>(function_.numArgs, 0, most);
    params_.resize(static_cast<size_t>(count));
    for (size_t i = 0; i < params_.size(); ++i) {
      const bool named = i < function_.paramNames.size() && !function_.paramNames[i].empty();
      params_[i].name = named ? function_.paramNames[i] : fmt::format("arg{}", i);
    }
    if (params_.empty()) return {};
    if (function_.isBytecode() && !executable_.code.set->isRelay()) readChecks();
    readContexts();
    nameDims();
    if (function_.isBytecode()) readParamUses(executable_, index_, params_, called_);
    for (ParamInfo& param : params_)
      if (param.kind == ParamInfo::Kind::Prim) param.dims.clear();  // they would be its value, which is unknown
    return std::move(params_);
  }

 private:
  static bool isCheck(BuiltinId builtin) {
    switch (builtin) {
      case BuiltinId::CheckTensorInfo:
      case BuiltinId::CheckShapeInfo:
      case BuiltinId::CheckTupleInfo:
      case BuiltinId::CheckPrimValueInfo:
      case BuiltinId::CheckFuncInfo:
      case BuiltinId::MatchShape:
      case BuiltinId::MatchPrimValue:
      case BuiltinId::TupleGetItem:
      case BuiltinId::RuntimeTupleGetItem: return true;
      default: return false;
    }
  }
  void readChecks() {
    int others = 0;
    CodeWalk(executable_).run(existingRange(executable_, function_), [&](int64_t, const Instruction& instruction) {
      if (!instruction.isCall()) return false;  // checks precede the first jump
      const Function* callee = executable_.function(FuncIndex(instruction.callFunction()));
      const BuiltinId builtin = callee == nullptr ? BuiltinId::None : knownCallee(*callee).builtin;
      readCheck(builtin, {executable_, instruction});
      if (!isSpecialRegister(instruction.callDst())) overwritten_.insert(instruction.callDst());
      others = isCheck(builtin) ? 0 : others + 1;
      return others < kMaxCallsAfterChecks;
    });
  }

  void readCheck(BuiltinId builtin, const CallArgs& args) {
    const int64_t reg = args.reg(0);
    if (reg < 0 || static_cast<uint64_t>(reg) >= params_.size() || overwritten_.contains(reg)) return;
    ParamInfo& param = params_[static_cast<size_t>(reg)];
    int64_t number = 0;
    switch (builtin) {
      case BuiltinId::CheckTensorInfo:
        param.kind = ParamInfo::Kind::Tensor;
        if (args.immediate(1, number) && number >= 0) param.rank = number;
        if (const auto* dtype = args.constantAs<DataType>(2)) param.dtype = *dtype;
        break;
      case BuiltinId::CheckShapeInfo:
        param.kind = ParamInfo::Kind::Shape;
        if (args.immediate(1, number) && number >= 0) param.rank = number;
        break;
      case BuiltinId::CheckTupleInfo: param.kind = ParamInfo::Kind::Tuple; break;
      case BuiltinId::CheckPrimValueInfo:
        param.kind = ParamInfo::Kind::Prim;
        if (const auto* dtype = args.constantAs<DataType>(1)) param.dtype = *dtype;
        break;
      case BuiltinId::CheckFuncInfo: param.kind = ParamInfo::Kind::Function; break;
      case BuiltinId::MatchShape:
        if (args.immediate(2, number) && param.dims.empty()) setDims(param, dimCodes(args, 3, number));
        break;
      default: return;
    }
    // match_cast contexts describe a local view of the value, not the parameter.
    const std::string_view text = args.size() != 0 ? args.text(args.size() - 1) : std::string_view();
    if (const auto context = parseErrorContext(text); context && context->param == reg)
      param.annotation = context->annotation;
  }

  void setDims(ParamInfo& param, const std::vector<DimCode>& codes) {
    for (const DimCode& code : codes) {
      switch (code.op) {
        case DimCode::Op::Immediate: param.dims.push_back({DimSpec::Kind::Fixed, code.value, {}}); break;
        case DimCode::Op::Skip: param.dims.push_back({}); break;
        case DimCode::Op::Slot:
        case DimCode::Op::CheckSlot:
          param.dims.push_back({DimSpec::Kind::Symbol, code.value, {}});
          break;  // named at the end
      }
    }
    param.rank = static_cast<int64_t>(param.dims.size());
  }

  /// Names the slots. Slots of parameters are mostly named by the checks; the whole function is walked only if one of
  /// them does not hold a plain dimension, because a later instruction may still name it.
  void nameDims() {
    std::vector<DimSpec*> open;
    for (ParamInfo& param : params_)
      for (DimSpec& dim : param.dims)
        if (dim.kind == DimSpec::Kind::Symbol && dim.name.empty()) open.push_back(&dim);
    if (open.empty()) return;
    std::vector<SlotInfo> slots = shapeSlots(executable_, index_, kSlotsNamedWithin);
    const auto slotOf = [&slots](const DimSpec& dim) {
      return dim.value >= 0 && static_cast<uint64_t>(dim.value) < slots.size() ? &slots[static_cast<size_t>(dim.value)]
                                                                               : nullptr;
    };
    const bool all = std::all_of(open.begin(), open.end(), [&](const DimSpec* dim) {
      const SlotInfo* slot = slotOf(*dim);
      return slot != nullptr && slot->origin == SlotInfo::Origin::Dimension;
    });
    if (!all) slots = shapeSlots(executable_, index_);
    for (DimSpec* dim : open) {
      const SlotInfo* slot = slotOf(*dim);
      dim->name = slot != nullptr ? slot->name : fmt::format("s{}", dim->value);
    }
  }

  /// Completes missing types from context strings: first of the parameter's own checks, then of the pool.
  void readContexts() {
    bool open = false;
    for (ParamInfo& param : params_) {
      if (!param.annotation.empty()) complete(param);
      open |= param.kind == ParamInfo::Kind::Unknown;
    }
    // A bytecode function refers to its contexts itself.
    if (!open || function_.isBytecode()) return;
    for (const Constant& constant : executable_.constants) {
      const auto* string = std::get_if<StringConstant>(&constant.value);
      if (string == nullptr) continue;
      const auto context = parseErrorContext(string->text);
      if (!context || context->function != function_.name || context->param < 0 ||
          static_cast<uint64_t>(context->param) >= params_.size())
        continue;
      ParamInfo& param = params_[static_cast<size_t>(context->param)];
      if (param.kind != ParamInfo::Kind::Unknown || !param.annotation.empty()) continue;
      param.annotation = context->annotation;
      complete(param);
    }
  }
  void complete(ParamInfo& param) {
    const StaticType type = parseAnnotation(param.annotation);
    if (param.kind == ParamInfo::Kind::Unknown) param.kind = type.kind;
    if (!param.dtype) param.dtype = type.dtype;
    if (param.kind == ParamInfo::Kind::Tuple) {
      if (type.kind == StaticType::Kind::Tuple) {
        param.rank = type.rank;
        param.fields = type.fields;
      }
      return;
    }
    if (!param.rank) param.rank = type.rank;
    if (param.dims.empty()) param.dims = type.dims;
  }

  const Executable& executable_;
  const Function& function_;
  FuncIndex index_;
  CalledParams& called_;
  std::vector<ParamInfo> params_;
  std::unordered_set<int64_t> overwritten_;
};

}  // namespace

std::vector<ParamInfo> recoverParams(const Executable& executable, FuncIndex function, CalledParams& called) {
  const Function* row = executable.function(function);
  if (row == nullptr || (!row->isBytecode() && !row->isVmTir())) return {};
  return ParamReader(executable, function, called).run();
}

std::vector<ParamInfo> recoverParams(const Executable& executable, FuncIndex function) {
  CalledParams called;
  called.read.try_emplace(function.value);
  return recoverParams(executable, function, called);
}

}  // namespace relaxscope
