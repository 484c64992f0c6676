// SPDX-License-Identifier: Apache-2.0
#include "vmcore/analysis/param_uses.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <unordered_map>
#include <utility>

#include "vmcore/analysis/call_args.h"
#include "vmcore/analysis/flow/code_walk.h"
#include "vmcore/analysis/kernel_checks.h"
#include "vmcore/analysis/kernel_signature.h"
#include "vmcore/base/text/text.h"

namespace relaxscope {
namespace {

constexpr int kMostDepth = 8;
size_t fieldsIn(const StaticType& type) {
  size_t count = type.fields.size();
  for (const StaticType& field : type.fields) count += fieldsIn(field);
  return count;
}

/// A parameter, or one field of a tuple that is one.
struct Path {
  size_t param = 0;
  int64_t field = -1;
};

bool isComplete(const StaticType& type) {
  switch (type.kind) {
    case StaticType::Kind::Unknown: return false;
    case StaticType::Kind::Tensor:
      return type.dtype && type.rank && static_cast<size_t>(*type.rank) == type.dims.size();
    case StaticType::Kind::Tuple:
      return type.rank && static_cast<size_t>(*type.rank) == type.fields.size() &&
             std::all_of(type.fields.begin(), type.fields.end(), isComplete);
    default: return true;
  }
}

bool mayBeIndices(const ParamInfo& param) {
  if (param.kind != StaticType::Kind::Tensor || !param.dtype) return false;
  const auto code = static_cast<TypeCode>(param.dtype->code);
  return code == TypeCode::Int || code == TypeCode::UInt;
}

class UseReader {
 public:
  UseReader(const Executable& executable, FuncIndex function, std::vector<ParamInfo>& params, CalledParams& called)
      : executable_(executable), function_(function), params_(params), called_(called) {
    for (size_t i = 0; i < params.size(); ++i) held_.emplace(static_cast<int64_t>(i), Path{i, -1});
  }

  void run() {
    const PcRange range = existingRange(executable_, executable_.functions[function_.at()]);
    CodeWalk(executable_).run(range, [&](int64_t, const Instruction& instruction) {
      if (instruction.isCall()) call(instruction);
      else if (executable_.code.set->isRelay()) write(instruction);
      else if (instruction.row->flow == Flow::Branch)
        instruction.forEachOperand([&](const Operand& operand) {
          if (operand.role == OperandRole::Use && operand.kind == ArgKind::Register)
            learn(operand.value, int64Type(), {"a condition"});
        });
      return !held_.empty() || !views_.empty();
    });
  }

 private:
  /// What a type comes from, as two texts: "kernel ", "matmul".
  struct Source {
    std::string_view what, name = {};
  };

  static StaticType int64Type() {
    StaticType type;
    type.kind = StaticType::Kind::Prim;
    type.dtype = DataType{static_cast<uint8_t>(TypeCode::Int), 64, 1};
    return type;
  }

  /// What an instruction of Relay without a callee writes: a register, or a copy of one.
  void write(const Instruction& instruction) {
    if (instruction.row->dstWord == 0) return;
    const auto opcode = static_cast<RelayOpcode>(instruction.opcode());
    const bool copies = opcode == RelayOpcode::Move || opcode == RelayOpcode::DeviceCopy;
    const std::optional<Path> path = copies ? pathOf(instruction.words[1]) : std::nullopt;
    if (path) held_.insert_or_assign(instruction.callDst(), *path);
    else held_.erase(instruction.callDst());
  }

  void call(const Instruction& instruction) {
    const CallArgs args{executable_, instruction};
    std::optional<Path> result;
    const FuncIndex index(instruction.callFunction());
    if (const Function* callee = executable_.function(index)) {
      const KnownCallee known = knownCallee(*callee);
      if (known.kind == KnownCallee::Kind::Builtin) result = builtin(known.builtin, args);
      else if (known.kind == KnownCallee::Kind::Kernel) kernel(callee->name, args, 0);
      else if (known.kind == KnownCallee::Kind::VmFunction) function(index, args);
    }
    const int64_t dst = instruction.callDst();
    const std::optional<Closure> made = std::exchange(made_, std::nullopt);
    const std::optional<Path> view = std::exchange(view_, std::nullopt);
    if (isSpecialRegister(dst)) return;
    if (view && view->field < 0) views_.insert_or_assign(dst, *view);
    else views_.erase(dst);
    if (made) closures_.insert_or_assign(dst, *made);
    else closures_.erase(dst);
    if (result) held_.insert_or_assign(dst, *result);
    else held_.erase(dst);
  }

  /// What the result holds, if that is a parameter or a field of one.
  std::optional<Path> builtin(BuiltinId id, const CallArgs& args) {
    const std::optional<Path> first = pathOf(args.reg(0));
    int64_t field = 0;
    switch (id) {
      case BuiltinId::Copy: return first;
      case BuiltinId::Reshape:
        if (const auto view = views_.find(args.reg(0)); view != views_.end()) view_ = view->second;
        else view_ = first;
        return {};
      case BuiltinId::TupleGetItem:
      case BuiltinId::RuntimeTupleGetItem:
        field = fieldArg(args).value_or(-1);
        if (!first || first->field >= 0 || field < 0) return {};
        growTuple(params_[first->param], field);
        return Path{first->param, field};
      case BuiltinId::ReadIfCond:
        learn(args.reg(0), StaticType::tensor(DataType{static_cast<uint8_t>(TypeCode::Bool), 8, 1}, {}),
              {"builtin read_if_cond"});
        return {};
      case BuiltinId::MakeClosure:
        if (const FuncIndex index = args.function(0); executable_.function(index) != nullptr) closure(index, args);
        return {};
      case BuiltinId::InvokeClosure:
        if (const auto known = closures_.find(args.reg(1)); known != closures_.end())
          for (size_t i = 0; i < known->second.open && 2 + i < args.size(); ++i)
            learn(args.reg(2 + i), paramsOf(known->second.function)[i], sourceOf(known->second.function));
        return {};
      case BuiltinId::CallTirDyn:
        if (const Function* callee = executable_.function(args.function(0))) kernel(callee->name, args, 1);
        return {};
      case BuiltinId::CallTirDynNamed: kernel(std::string(args.text(1)), args, 2); return {};
      default: return {};
    }
  }

  void kernel(const std::string& name, const CallArgs& args, size_t first) {
    bool open = false;
    for (size_t i = first; i < args.size() && !open; ++i) {
      const StaticType* type = typeAt(args.reg(i));
      open = (type != nullptr && !isComplete(*type)) || selector(args.reg(i)) != nullptr;
    }
    if (!open) return;
    const KnownSignature& known = signatureOf(name);
    const std::vector<KernelParam>& signature = known.params;
    const bool relay = executable_.code.set->isRelay();
    // Relay passes the fields of a tuple as so many arguments, call_tir_dyn those of a shape.
    if (first == 0 && (known.fromChecks || relay) && args.size() != signature.size()) return;
    // Symbols of the kernel are those of the function where an argument tells.
    std::map<std::string, DimSpec> symbols;
    const size_t count = args.size() > first ? std::min(args.size() - first, signature.size()) : 0;
    for (size_t i = 0; i < count; ++i)
      if (const StaticType* type = typeAt(args.reg(first + i))) unify(signature[i].type.dims, type->dims, symbols);
    for (size_t i = 0; i < count; ++i) {
      if (typeAt(args.reg(first + i)) == nullptr) continue;
      StaticType type = signature[i].type;
      if (relay && type.kind != StaticType::Kind::Tensor) continue;  // its values are tensors
      for (DimSpec& dim : type.dims)
        if (const auto symbol = symbols.find(dim.name); dim.kind == DimSpec::Kind::Symbol && symbol != symbols.end())
          dim = symbol->second;
      learn(args.reg(first + i), type, {known.fromChecks ? "checks of kernel " : "kernel ", name});
    }
    for (size_t i = 0; i < count; ++i) {
      ParamInfo* param = selector(args.reg(first + i));
      if (param == nullptr) continue;
      std::optional<DimSpec> extent = selectedExtent(signature, i);
      if (extent && extent->kind == DimSpec::Kind::Symbol) {
        const auto symbol = symbols.find(extent->name);
        if (symbol == symbols.end()) extent.reset();
        else extent = symbol->second;
      }
      if (extent && extent->kind != DimSpec::Kind::Unknown) param->selects = *std::move(extent);
    }
  }

  /// The parameter of integers in a register, or of which it holds a view, if nothing says yet what they select from.
  ParamInfo* selector(int64_t reg) {
    std::optional<Path> path = pathOf(reg);
    if (const auto view = views_.find(reg); !path && view != views_.end()) path = view->second;
    if (!path || path->field >= 0) return nullptr;
    ParamInfo& param = params_[path->param];
    return mayBeIndices(param) && !param.selects ? &param : nullptr;
  }

  static void unify(const std::vector<DimSpec>& own, const std::vector<DimSpec>& given,
                    std::map<std::string, DimSpec>& symbols) {
    if (own.size() != given.size()) return;
    for (size_t i = 0; i < own.size(); ++i)
      if (own[i].kind == DimSpec::Kind::Symbol && given[i].kind != DimSpec::Kind::Unknown)
        symbols.emplace(own[i].name, given[i]);
  }

  void function(FuncIndex index, const CallArgs& args) {
    const bool withVm = args.size() > 0 && args.call.callArg(0).kind() == ArgKind::Register &&
                        args.call.callArg(0).value() == kVmRegister;  // which takes no parameter
    const std::vector<ParamInfo>& params = paramsOf(index);
    for (size_t i = withVm ? 1 : 0, at = 0; i < args.size() && at < params.size(); ++i, ++at) {
      learn(args.reg(i), params[at], sourceOf(index));
      ParamInfo* param = selector(args.reg(i));
      // A symbol of the called function is not one of this function.
      if (param != nullptr && params[at].selects && params[at].selects->kind == DimSpec::Kind::Fixed)
        param->selects = params[at].selects;
    }
  }

  /// Captured values are the last arguments of the closure's function.
  void closure(FuncIndex index, const CallArgs& args) {
    const std::vector<ParamInfo>& params = paramsOf(index);
    const size_t captured = args.size() - 1;
    if (captured > params.size()) return;
    made_ = Closure{index, params.size() - captured};
    for (size_t i = 0; i < captured; ++i) learn(args.reg(1 + i), params[params.size() - captured + i], sourceOf(index));
  }

  /// Empty for a function that is being read, one beyond the budget and one that does not exist.
  const std::vector<ParamInfo>& paramsOf(FuncIndex index) {
    const auto [known, fresh] = called_.read.try_emplace(index.value);
    const Function* callee = executable_.function(index);
    if (!fresh || callee == nullptr) return known->second;
    const PcRange range = existingRange(executable_, *callee);
    const int64_t instructions = range.end - range.begin;
    if (called_.depth == kMostDepth || called_.functionsLeft == 0 || instructions > called_.instructionsLeft)
      return known->second;
    --called_.functionsLeft;
    called_.instructionsLeft -= instructions;
    ++called_.depth;
    known->second = recoverParams(executable_, index, called_);
    --called_.depth;
    return known->second;
  }
  [[nodiscard]] Source sourceOf(FuncIndex index) const { return {"function ", executable_.functions[index.at()].name}; }

  const KnownSignature& signatureOf(const std::string& name) {
    const auto [place, fresh] = called_.signatures.try_emplace(name);
    KnownSignature& known = place->second;
    if (!fresh || executable_.kernelTexts == nullptr) return known;
    if (const std::string* text = executable_.kernelTexts->find(name)) known.params = parseKernelSignature(*text);
    else if (const auto* checks = executable_.kernelTexts->checksOf(name))
      known = {signatureOfChecks(name, *checks), true};
    return known;
  }

  [[nodiscard]] std::optional<Path> pathOf(int64_t reg) const {
    const auto found = held_.find(reg);
    return found != held_.end() ? std::optional(found->second) : std::nullopt;
  }
  /// The type of what a register holds; null if that is no parameter.
  StaticType* typeAt(int64_t reg) {
    const std::optional<Path> path = pathOf(reg);
    if (!path) return nullptr;
    ParamInfo& param = params_[path->param];
    if (path->field < 0) return &param;
    return static_cast<size_t>(path->field) < param.fields.size() ? &param.fields[static_cast<size_t>(path->field)]
                                                                  : nullptr;
  }
  /// A tuple of which a field is read has at least that many.
  void growTuple(ParamInfo& param, int64_t field) {
    const auto wanted = std::max(static_cast<uint64_t>(param.rank.value_or(0)), static_cast<uint64_t>(field) + 1);
    if ((param.kind != StaticType::Kind::Unknown && param.kind != StaticType::Kind::Tuple) ||
        (wanted > param.fields.size() && !takeFields(wanted - param.fields.size())))
      return;
    if (param.kind == StaticType::Kind::Unknown) param.source = "builtin tuple_getitem";
    param.kind = StaticType::Kind::Tuple;
    param.rank = static_cast<int64_t>(wanted);
    if (param.fields.size() < wanted) param.fields.resize(wanted);
  }
  /// Whether so many more fields of tuples are within the budget.
  bool takeFields(uint64_t count) {
    if (count > called_.fieldsLeft) return false;
    called_.fieldsLeft -= count;
    return true;
  }

  void learn(int64_t reg, const StaticType& type, Source source) {
    StaticType* known = typeAt(reg);
    if (known == nullptr || type.kind == StaticType::Kind::Unknown || isComplete(*known)) return;
    if (known->kind != StaticType::Kind::Unknown && known->kind != type.kind) return;
    // Checks of some element types leave no message.
    if (type.kind == StaticType::Kind::Tensor && !type.dtype && !known->dtype) return;
    if (complete(*known, type)) params_[held_.at(reg).param].source = std::string(source.what) + printable(source.name);
  }
  /// Takes what is not known from a type of the same kind; whether that was anything.
  bool complete(StaticType& known, const StaticType& type) {
    bool changed = std::exchange(known.kind, type.kind) != type.kind;
    if (!known.dtype && type.dtype) {
      known.dtype = type.dtype;
      changed = true;
    }
    const bool tuple = type.kind == StaticType::Kind::Tuple;
    if (tuple && known.fields.empty() && !type.fields.empty() && takeFields(fieldsIn(type))) {
      known.fields = type.fields;
      known.rank = type.rank;
      return true;
    }
    if (tuple || type.kind == StaticType::Kind::Prim || !known.dims.empty() || (known.rank && known.rank != type.rank))
      return changed;
    changed |= known.rank != type.rank || !type.dims.empty();
    known.rank = type.rank;
    known.dims = type.dims;
    return changed;
  }

  /// A closure of a function whose first `open` parameters are given when it is invoked.
  struct Closure {
    FuncIndex function;
    size_t open = 0;
  };

  const Executable& executable_;
  FuncIndex function_;
  std::vector<ParamInfo>& params_;
  CalledParams& called_;
  std::optional<Closure> made_;                    ///< by the call that is read
  std::unordered_map<int64_t, Closure> closures_;  ///< by register
  std::unordered_map<int64_t, Path> held_;         ///< by register
  std::optional<Path> view_;                       ///< what the call that is read reshapes
  std::unordered_map<int64_t, Path> views_;        ///< parameters in another shape, by register
};

}  // namespace

void readParamUses(const Executable& executable, FuncIndex function, std::vector<ParamInfo>& params,
                   CalledParams& called) {
  const bool hasIndices = executable.kernelTexts != nullptr && std::ranges::any_of(params, mayBeIndices);
  if (!hasIndices && std::ranges::all_of(params, [](const ParamInfo& param) { return isComplete(param); })) return;
  UseReader(executable, function, params, called).run();
}

}  // namespace relaxscope
