// SPDX-License-Identifier: Apache-2.0
#include "vmcore/analysis/call_types.h"

#include <algorithm>
#include <unordered_map>

#include "vmcore/analysis/call_args.h"
#include "vmcore/analysis/constant_type.h"
#include "vmcore/analysis/flow/builtin_calls.h"
#include "vmcore/analysis/flow/code_walk.h"

namespace relaxscope {
namespace {

constexpr size_t kMaxViews = 64;    // of views of views
constexpr size_t kMaxWriters = 64;  // blocks, none of which dominates another

StaticTypeRef known(StaticType type) {
  return type.kind == StaticType::Kind::Unknown ? nullptr : share(std::move(type));
}

class CallTyper {
 public:
  CallTyper(const Executable& executable, FuncIndex function, const Definitions& definitions, FunctionResults& results)
      : executable_(executable),
        definitions_(definitions),
        values_(executable, function, definitions, results),
        builtins_(executable),
        range_(existingRange(executable, executable.functions[function.at()])) {}

  std::optional<CallTypes> run(const std::stop_token& stop) {
    CallTypes out;
    CodeWalk(executable_).run(range_, [&](int64_t pc, const Instruction& instruction) {
      if (instruction.isCall()) addCall(InstrIndex(pc), {executable_, instruction}, out.calls);
      return !stop.stop_requested();
    });
    if (stop.stop_requested()) return std::nullopt;
    return out;
  }

 private:
  void addCall(InstrIndex pc, const CallArgs& args, std::vector<TypedCall>& out) {
    if (!isReached(pc)) return;
    const BuiltinRow* builtin = builtins_.of(args.call);
    const bool dynamic = builtin != nullptr && builtin->id == BuiltinId::CallTirDyn;
    if (builtin != nullptr && !dynamic) return;
    TypedCall call;
    call.pc = pc;
    call.callee = dynamic ? args.function(0) : calleeAt(executable_, pc);
    const Function* callee = executable_.function(call.callee);
    if (callee == nullptr) return;
    call.isKernel = knownCallee(*callee).kind != KnownCallee::Kind::VmFunction;
    const size_t first = dynamic ? 1 : 0, end = args.size();
    for (size_t i = first; i < end; ++i) {
      if (dynamic && i + 1 == end && addExtents(pc, args, i, call.operands)) break;
      call.operands.push_back(operand(pc, args, i, call.isKernel));
    }
    if (!call.isKernel && args.call.callDst() >= 0) call.result = values_.of(definitions_.resultOf(pc));
    out.push_back(std::move(call));
  }

  [[nodiscard]] bool isReached(InstrIndex pc) const {
    const BlockIndex block = definitions_.cfg.blockAt(pc);
    return block.valid() && (block.value == 0 || definitions_.cfg.blocks[block.at()].reachable);
  }

  /// The extents of the shape that call_tir_dyn passes one by one; false if they are not known.
  bool addExtents(InstrIndex pc, const CallArgs& args, size_t i, std::vector<CallOperand>& out) {
    const StaticTypeRef shape = operandType(pc, args, i);
    if (shape == nullptr || shape->kind != StaticType::Kind::Shape || !shape->rank) return false;
    for (const DimSpec& dim : shape->dims) {
      StaticType type = StaticType::ofKind(StaticType::Kind::Prim);
      type.dtype = kInt64Type;
      type.dims = {dim};
      out.push_back({CallOperand::Direction::In, share(std::move(type))});
    }
    return true;
  }

  CallOperand operand(InstrIndex pc, const CallArgs& args, size_t i, bool ofKernel) {
    CallOperand made{CallOperand::Direction::In, operandType(pc, args, i)};
    if (!ofKernel || args.reg(i) < 0) return made;
    const ValueIndex tensor = contentsOf(valueOf(pc, args, i));
    if (made.type != nullptr && made.type->kind == StaticType::Kind::Heap) {
      made.direction = CallOperand::Direction::InOut;
    } else if (isFresh(tensor, pc)) {
      made.direction = CallOperand::Direction::Out;
      writes_[tensor.value].push_back(definitions_.cfg.blockAt(pc));
    }
    return made;
  }

  /// The value of argument `i`, a register.
  [[nodiscard]] ValueIndex valueOf(InstrIndex pc, const CallArgs& args, size_t i) const {
    const auto uses = definitions_.usesAt(pc);
    const auto word = static_cast<uint32_t>(args.call.row->listWord + i);
    const auto use = std::ranges::lower_bound(uses, word, {}, &Use::word);
    return use != uses.end() && use->word == word ? use->value : ValueIndex();
  }

  [[nodiscard]] StaticTypeRef operandType(InstrIndex pc, const CallArgs& args, size_t i) {
    int64_t number = 0;
    if (args.reg(i) >= 0) return values_.of(valueOf(pc, args, i));
    if (args.immediate(i, number)) {
      StaticType type = StaticType::ofKind(StaticType::Kind::Prim);
      type.dtype = kInt64Type;
      type.dims = {DimSpec::fixed(number)};
      return share(std::move(type));
    }
    if (const ConstantValue* value = args.constant(i)) return known(constantType(*value));
    return args.function(i).valid() ? share(StaticType::ofKind(StaticType::Kind::Function)) : nullptr;
  }

  /// The instruction that defines a value; without a row if none does.
  [[nodiscard]] Instruction definerOf(ValueIndex value) const {
    if (!value.valid() || definitions_.values[value.at()].kind != ValueKind::Result) return {};
    return executable_.code.at(definitions_.values[value.at()].pc);
  }

  /// The value whose contents `value` shows: the tensor under reshapes and moves.
  ValueIndex contentsOf(ValueIndex value) {
    for (size_t step = 0; step < kMaxViews; ++step) {
      const Instruction definer = definerOf(value);
      if (definer.row == nullptr || !isView(definer)) return value;
      const auto uses = definitions_.usesAt(definitions_.values[value.at()].pc);
      if (uses.empty()) return value;
      value = uses.front().value;
    }
    return value;
  }
  bool isView(const Instruction& definer) {
    if (const BuiltinRow* builtin = builtins_.of(definer))
      return !builtin->effects.aliases.empty() && !builtin->effects.allocates && builtin->id != BuiltinId::MakeTuple;
    const auto opcode = static_cast<RelayOpcode>(definer.opcode());
    return definer.set->isRelay() && (opcode == RelayOpcode::Move || opcode == RelayOpcode::ReshapeTensor);
  }
  bool allocates(const Instruction& definer) {
    if (const BuiltinRow* builtin = builtins_.of(definer))
      return builtin->effects.allocates && !builtin->effects.makesHeap;
    const auto opcode = static_cast<RelayOpcode>(definer.opcode());
    return definer.set->isRelay() && (opcode == RelayOpcode::AllocTensor || opcode == RelayOpcode::AllocTensorReg);
  }

  /// Whether the tensor was allocated here and no call wrote it on the way to `pc`.
  bool isFresh(ValueIndex tensor, InstrIndex pc) {
    const Instruction definer = definerOf(tensor);
    if (definer.row == nullptr || !allocates(definer)) return false;
    const auto written = writes_.find(tensor.value);
    if (written == writes_.end()) return true;
    if (written->second.size() > kMaxWriters) return false;
    const BlockIndex here = definitions_.cfg.blockAt(pc);
    return std::ranges::none_of(written->second, [&](BlockIndex block) { return dominates(block, here); });
  }
  [[nodiscard]] bool dominates(BlockIndex block, BlockIndex at) const {
    for (size_t steps = 0; at.valid() && steps <= definitions_.cfg.blocks.size(); ++steps) {
      if (at == block) return true;
      at = definitions_.cfg.blocks[at.at()].dominator;
    }
    return false;
  }

  const Executable& executable_;
  const Definitions& definitions_;
  ValueTypes values_;
  BuiltinCalls builtins_;
  PcRange range_;
  std::unordered_map<int64_t, std::vector<BlockIndex>> writes_;  ///< blocks with calls that wrote a value
};

}  // namespace

const char* directionText(CallOperand::Direction direction) {
  switch (direction) {
    case CallOperand::Direction::In: return "in";
    case CallOperand::Direction::Out: return "out";
    case CallOperand::Direction::InOut: break;
  }
  return "in-out";
}

std::optional<CallTypes> callTypes(const Executable& executable, FuncIndex function, const Definitions& definitions,
                                   FunctionResults& results, const std::stop_token& stop) {
  const Function* row = executable.function(function);
  if (row == nullptr || !row->isBytecode()) return CallTypes();
  std::optional<CallTypes> types = CallTyper(executable, function, definitions, results).run(stop);
  if (types) types->result = results.of(function);
  return types;
}

}  // namespace relaxscope
