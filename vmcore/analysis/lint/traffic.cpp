// SPDX-License-Identifier: Apache-2.0
#include "vmcore/analysis/lint/traffic.h"

#include <algorithm>

#include "vmcore/analysis/flow/work_limits.h"

namespace relaxscope::linting {
namespace {

class TrafficFinder {
 public:
  TrafficFinder(const Executable& executable, const Definitions& definitions, const Aliases& aliases,
                const CallTypes& calls)
      : executable_(executable), definitions_(definitions), aliases_(aliases), calls_(calls), builtins_(executable) {}

  std::optional<Traffic> run(const std::stop_token& stop) {
    const size_t count = definitions_.values.size();
    out_.contents.resize(count);
    out_.writer.resize(count);
    out_.changes.resize(count);
    out_.merges.resize(count);
    for (size_t v = 0; v < count; ++v) out_.contents[v] = contentsOf(v);
    for (size_t v = 0; v < count; ++v)
      if (!definitions_.mergesOf(ValueIndex(static_cast<int64_t>(v))).empty())
        out_.merges[out_.contents[v].at()] = true;
    size_t steps = 0;
    for (const Use& use : definitions_.uses) {
      if (++steps % kStopEvery == 0 && stop.stop_requested()) return std::nullopt;
      if (use.value.valid()) read(use);
    }
    fill();
    return std::move(out_);
  }

 private:
  ValueIndex contentsOf(size_t v) {
    const ValueIndex self(static_cast<int64_t>(v)), source = aliases_.viewOf[v];
    if (!source.valid() || source.value >= self.value || definitions_.values[v].kind != ValueKind::Result) return self;
    return isAllocation(executable_.code.at(definitions_.values[v].pc)) ? self : out_.contents[source.at()];
  }
  bool isAllocation(const Instruction& instruction) {
    if (const BuiltinRow* const row = builtins_.of(instruction)) return row->effects.allocates;
    const auto opcode = static_cast<RelayOpcode>(instruction.opcode());
    return instruction.set->isRelay() && (opcode == RelayOpcode::AllocTensor || opcode == RelayOpcode::AllocTensorReg);
  }

  void read(const Use& use) {
    const ValueIndex contents = out_.contents[use.value.at()];
    const Instruction instruction = executable_.code.at(use.pc);
    while (call_ < calls_.calls.size() && calls_.calls[call_].pc < use.pc) {
      ++call_;
      hasOutput_ = call_ < calls_.calls.size() && hasOutput(calls_.calls[call_]);
    }
    if (call_ < calls_.calls.size() && calls_.calls[call_].pc == use.pc)
      return readByCall(calls_.calls[call_], instruction, use, contents);
    const ValueIndex result = definitions_.resultOf(use.pc);
    if (result.valid() && out_.contents[result.at()] == contents && contents != result) return;  // a view
    if (const BuiltinRow* const row = builtins_.of(instruction); row != nullptr && mayChange(*row, instruction, use))
      out_.changes[contents.at()] = true;
    add(contents, use.pc);
  }
  /// Whether a builtin changes the contents of this operand: match_shape writes its heap, and no tensor.
  static bool mayChange(const BuiltinRow& row, const Instruction& instruction, const Use& use) {
    const BuiltinEffects& effects = row.effects;
    if (effects.unknown || use.word < instruction.row->listWord) return effects.unknown;
    const size_t operand = row.operandOf(use.word - instruction.row->listWord, instruction.callArgCount());
    if (operand == BuiltinRow::kNoOperand) return !effects.isPure();
    return effects.writes.has(operand) || effects.frees.has(operand) || effects.calls.has(operand);
  }
  void readByCall(const TypedCall& call, const Instruction& instruction, const Use& use, ValueIndex contents) {
    const CallOperand* const operand = operandAt(call, instruction, use.word);
    if (operand != nullptr && operand->direction == CallOperand::Direction::Out) {
      if (out_.writer[contents.at()].valid()) out_.changes[contents.at()] = true;
      else out_.writer[contents.at()] = use.pc;
      return;
    }
    // Code without an output of its own may write what it is given.
    if (!call.isKernel || !hasOutput_) out_.changes[contents.at()] = true;
    add(contents, use.pc);
  }
  void add(ValueIndex contents, InstrIndex pc) { reads_.emplace_back(contents, pc); }

  void fill() {
    std::ranges::stable_sort(reads_, {}, [](const auto& read) { return read.first; });
    out_.readersBegin.assign(definitions_.values.size() + 1, 0);
    for (const auto& [contents, pc] : reads_) {
      ++out_.readersBegin[contents.at() + 1];
      out_.readers.push_back(pc);
    }
    for (size_t v = 1; v < out_.readersBegin.size(); ++v) out_.readersBegin[v] += out_.readersBegin[v - 1];
  }

  const Executable& executable_;
  const Definitions& definitions_;
  const Aliases& aliases_;
  const CallTypes& calls_;
  BuiltinCalls builtins_;
  Traffic out_;
  size_t call_ = 0;  ///< row of calls_ at or after the current use
  bool hasOutput_ = !calls_.calls.empty() && hasOutput(calls_.calls.front());
  std::vector<std::pair<ValueIndex, InstrIndex>> reads_;
};

}  // namespace

bool hasOutput(const TypedCall& call) {
  return call.isKernel && std::ranges::any_of(call.operands, [](const CallOperand& operand) {
           return operand.direction == CallOperand::Direction::Out;
         });
}

InstrIndex Traffic::onlyReader(ValueIndex contentsOfValue) const {
  const auto all = readersOf(contentsOfValue);
  if (all.empty() || merges[contentsOfValue.at()]) return {};
  return all.front() == all.back() ? all.front() : InstrIndex();
}

std::optional<Traffic> trafficOf(const Executable& executable, const Definitions& definitions, const Aliases& aliases,
                                 const CallTypes& calls, const std::stop_token& stop) {
  return TrafficFinder(executable, definitions, aliases, calls).run(stop);
}

bool isPure(const Instruction& instruction, BuiltinCalls& builtins) {
  if (const BuiltinRow* const row = builtins.of(instruction)) return row->effects.isPure();
  if (instruction.row == nullptr || !instruction.set->isRelay()) return false;
  switch (static_cast<RelayOpcode>(instruction.opcode())) {
    case RelayOpcode::Move:
    case RelayOpcode::AllocTensor:
    case RelayOpcode::AllocTensorReg:
    case RelayOpcode::AllocADT:
    case RelayOpcode::AllocClosure:
    case RelayOpcode::GetField:
    case RelayOpcode::LoadConst:
    case RelayOpcode::GetTag:
    case RelayOpcode::LoadConsti:
    case RelayOpcode::AllocStorage:
    case RelayOpcode::ShapeOf:
    case RelayOpcode::ReshapeTensor:
    case RelayOpcode::DeviceCopy: return true;
    default: return false;
  }
}

const CallOperand* operandAt(const TypedCall& call, const Instruction& instruction, uint32_t word) {
  if (word < instruction.row->listWord) return nullptr;
  size_t at = word - instruction.row->listWord;
  // call_tir_dyn names the kernel in its first argument.
  if (instruction.callFunction() != call.callee.value) {
    if (at == 0) return nullptr;
    --at;
  }
  return at < call.operands.size() ? &call.operands[at] : nullptr;
}

}  // namespace relaxscope::linting
