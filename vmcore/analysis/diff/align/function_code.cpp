// SPDX-License-Identifier: Apache-2.0
#include "vmcore/analysis/diff/align/function_code.h"

#include <algorithm>
#include <map>
#include <unordered_map>
#include <variant>

#include "vmcore/analysis/diff/align/effects.h"
#include "vmcore/analysis/diff/align/hash.h"
#include "vmcore/analysis/flow/code_walk.h"
#include "vmcore/analysis/flow/work_limits.h"
#include "vmcore/model/builtin.h"

namespace relaxscope::diffing {
namespace {

using Kind = CodeOperand::Kind;

/// Whether the operand is a number of a slot: of a pair (code, value) that of a slot code.
class SlotWords {
 public:
  SlotWords(const Instruction& call, const BuiltinRow& row) : call_(call), row_(row) {}

  bool has(uint32_t word) {
    const size_t argument = word - call_.row->listWord;
    const size_t at = row_.operandOf(argument, call_.callArgCount());
    if (at >= row_.operandCount) return false;
    switch (row_.operands()[at].type) {
      case OperandType::Slot: return true;
      case OperandType::CodeValue: return argument > 0 && isSlotCode(argument - 1);
      case OperandType::CodePair: {
        if (pairs_ == SIZE_MAX) pairs_ = argument;  // the first argument of the pairs
        return (argument - pairs_) % 2 == 1 && isSlotCode(argument - 1);
      }
      default: return false;
    }
  }

 private:
  [[nodiscard]] bool isSlotCode(size_t argument) const {
    const Arg code = call_.callArg(argument);
    return code.kind() == ArgKind::Immediate && (code.value() == 1 || code.value() == 3);
  }
  const Instruction& call_;
  const BuiltinRow& row_;
  size_t pairs_ = SIZE_MAX;
};

}  // namespace

class CodeReader {
 public:
  CodeReader(FunctionCode& code, const Aliases& aliases, const Symbols& symbols, MemoryUnit unit)
      : code_(code),
        executable_(*code.executable),
        symbols_(symbols),
        effects_(executable_, code.definitions, aliases, unit),
        definitions_(code.definitions) {}

  bool read(PcRange range, const std::stop_token& stop) {
    range_ = range;
    code_.begin = range.begin;
    addValues();
    for (int64_t pc = range.begin; pc < range.end; ++pc) {
      readAt(pc);
      if (static_cast<size_t>(pc - range.begin) % kStopEvery == kStopEvery - 1 && stop.stop_requested()) return false;
    }
    code_.resources = effects_.resources();
    code_.tracedTensors = effects_.tracedTensors();
    listUsers();
    return true;
  }

 private:
  void addValues() {
    code_.values.reserve(definitions_.values.size());
    for (const FlowValue& value : definitions_.values) {
      CodeValue row;
      row.kind = value.kind;
      row.number = static_cast<uint32_t>(value.reg.value);
      if (value.kind == ValueKind::Result) row.instruction = static_cast<uint32_t>(value.pc.value - range_.begin);
      if (value.kind == ValueKind::Merge) row.block = static_cast<uint32_t>(value.block.value);
      code_.values.push_back(row);
    }
  }

  void readAt(int64_t pc) {
    while (block_ + 1 < definitions_.cfg.blocks.size() && pc >= definitions_.cfg.blocks[block_ + 1].begin.value)
      ++block_;
    CodeInstruction row;
    row.pc = pc;
    row.block = static_cast<uint32_t>(block_);
    row.operands = static_cast<uint32_t>(code_.operands.size());
    row.accesses = static_cast<uint32_t>(code_.accesses.size());
    const int64_t offset = executable_.code.offsets[static_cast<size_t>(pc)];
    const Instruction instruction = executable_.code.at(InstrIndex(pc));
    if (instruction.row == nullptr || offset < walked_) addUnreadable(instruction, offset);
    else addInstruction(row, instruction);
    if (!instruction.words.empty())
      walked_ = std::max(walked_, offset + static_cast<int64_t>(instruction.words.size()));
    row.key = keyOf(row, instruction);
    code_.instructions.push_back(row);
  }

  /// The words that no earlier instruction has.
  void addUnreadable(const Instruction& instruction, int64_t offset) {
    const int64_t size = static_cast<int64_t>(instruction.words.size());
    add(Kind::Malformed, OperandRole::Ignored, 0, size);
    Effects::addUnknown(code_.accesses);
    if (size == 0) return;  // the offset may be any number
    for (int64_t at = std::max<int64_t>(walked_ - offset, 0); at < size; ++at)
      add(Kind::Malformed, OperandRole::Ignored, static_cast<uint32_t>(at), instruction.words[static_cast<size_t>(at)]);
  }

  void addInstruction(CodeInstruction& row, const Instruction& instruction) {
    const InstrIndex pc(row.pc);
    const ValueIndex result = definitions_.resultOf(pc);
    if (result.valid()) row.result = static_cast<uint32_t>(result.value);
    if (instruction.isCall()) row.callee = instruction.callFunction();
    row.isCall = instruction.row->flow == Flow::Call;
    if (effects_.builtins().kills(instruction)) return addKill(row, instruction);
    uses_ = definitions_.usesAt(pc);
    const bool reachable = isReachable();
    addOperands(row, instruction);
    const std::span<const CodeOperand> operands = std::span(code_.operands).subspan(row.operands);
    if (reachable) effects_.add(instruction, operands, code_.accesses);
    else effects_.addUnreachable(instruction, operands, code_.accesses);
  }
  [[nodiscard]] bool isReachable() const {
    return block_ < definitions_.cfg.blocks.size() && definitions_.cfg.blocks[block_].reachable;
  }

  void addKill(CodeInstruction& row, const Instruction& instruction) {
    row.kills = true;
    const auto begin = definitions_.kills.begin();
    const auto found = std::lower_bound(begin, definitions_.kills.end(), row.pc,
                                        [](const Kill& kill, int64_t pc) { return kill.pc.value < pc; });
    const uint32_t word = instruction.row->dstWord != 0 ? instruction.row->dstWord : 1;
    const bool known = found != definitions_.kills.end() && found->pc.value == row.pc && found->value.valid();
    if (known) {
      add(Kind::Value, OperandRole::Use, word, found->value.value);
      effects_.addRelease(static_cast<uint32_t>(found->value.value), InstrIndex(row.pc), code_.accesses);
      return;
    }
    const int64_t reg = word < instruction.words.size() ? instruction.set->decodeRegister(instruction.words[word]) : 0;
    if (isReachable()) add(Kind::Special, OperandRole::Use, word, isSpecialRegister(reg) ? reg : -1);  // was empty
    else addRegister({nullptr, OperandRole::Use, ArgKind::Register, reg, word});
  }

  void addOperands(CodeInstruction& row, const Instruction& instruction) {
    const BuiltinRow* const builtin =
        instruction.set->isRelay() || !instruction.isCall() ? nullptr : effects_.builtins().of(instruction);
    std::optional<SlotWords> slots;
    if (builtin != nullptr) slots.emplace(instruction, *builtin);
    std::optional<int64_t> privateHeap;
    instruction.forEachOperand([&](const Operand& operand) {
      switch (operand.role) {
        case OperandRole::Ignored: return;
        case OperandRole::Offset:
        case OperandRole::TrueOffset:
        case OperandRole::FalseOffset: return addJump(row.pc, operand);
        case OperandRole::Count: return;  // follows from the operands that are there
        case OperandRole::Def:
          if (row.result == kNone || isSpecialRegister(operand.value)) addRegister(operand);
          else add(Kind::Value, operand.role, operand.wordIndex, row.result);
          return;
        default: break;
      }
      const bool isSlot = slots && operand.wordIndex >= instruction.row->listWord && slots->has(operand.wordIndex);
      if (isSlot && privateHeap && operand.kind == ArgKind::Immediate)
        return add(Kind::Slot, operand.role, operand.wordIndex, slotOf(*privateHeap, operand.value));
      addOperand(operand);
      CodeOperand& last = code_.operands.back();
      if (builtin != nullptr && last.kind == Kind::Constant &&
          isOfType(instruction, *builtin, operand, OperandType::Text))
        takeText(last);
      if (slots && last.kind == Kind::Value && isOfType(instruction, *builtin, operand, OperandType::Heap))
        privateHeap = effects_.privateHeap(static_cast<uint32_t>(last.value));
    });
  }
  int64_t slotOf(int64_t heap, int64_t slot) {
    return slots_.emplace(std::pair(heap, slot), static_cast<int64_t>(slots_.size())).first->second;
  }
  static bool isOfType(const Instruction& call, const BuiltinRow& row, const Operand& operand, OperandType type) {
    if (operand.wordIndex < call.row->listWord) return false;
    const size_t at = row.operandOf(operand.wordIndex - call.row->listWord, call.callArgCount());
    return at < row.operandCount && row.operands()[at].type == type;
  }
  void takeText(CodeOperand& operand) {
    const auto cls = static_cast<uint32_t>(operand.value);
    const Constant* const constant = executable_.constant(symbols_.constants->first[cls][symbols_.side]);
    const auto* const text = constant == nullptr ? nullptr : std::get_if<StringConstant>(&constant->value);
    if (text == nullptr) return;
    code_.textConstants.push_back(cls);
    operand.kind = Kind::Text;
    operand.value = symbols_.texts->numberOf(text->text, executable_.functions[code_.function.at()].name);
  }

  void addOperand(const Operand& operand) {
    switch (operand.kind) {
      case ArgKind::Register: return addRegister(operand);
      case ArgKind::Immediate: return add(Kind::Immediate, operand.role, operand.wordIndex, operand.value);
      case ArgKind::Constant:
        if (const auto cls = symbols_.constant(operand.value))
          return add(Kind::Constant, operand.role, operand.wordIndex, *cls);
        break;
      case ArgKind::Function:
        if (const auto cls = symbols_.function(operand.value))
          return add(Kind::Function, operand.role, operand.wordIndex, *cls);
        break;
    }
    add(Kind::Malformed, operand.role, operand.wordIndex, operand.value);
  }

  void addRegister(const Operand& operand) {
    if (isSpecialRegister(operand.value)) return add(Kind::Special, operand.role, operand.wordIndex, operand.value);
    if (operand.role != OperandRole::Def) {
      const auto use = std::ranges::find(uses_, operand.wordIndex, &Use::word);
      if (use != uses_.end() && use->value.valid())
        return add(Kind::Value, operand.role, operand.wordIndex, use->value.value);
    }
    const auto [found, isNew] = registers_.emplace(operand.value, static_cast<uint32_t>(code_.values.size()));
    if (isNew) code_.values.push_back({});
    add(Kind::Value, operand.role, operand.wordIndex, found->second);
  }

  void addJump(int64_t pc, const Operand& operand) {
    int64_t target = 0;
    const bool inside =
        !__builtin_add_overflow(pc, operand.value, &target) && target >= range_.begin && target < range_.end;
    if (inside) add(Kind::Jump, operand.role, operand.wordIndex, target);
    else add(Kind::Malformed, operand.role, operand.wordIndex, operand.value);
  }

  void add(Kind kind, OperandRole role, uint32_t word, int64_t value) {
    code_.operands.push_back({kind, role, word, value});
  }

  uint64_t keyOf(const CodeInstruction& row, const Instruction& instruction) const {
    uint64_t key = mixed(instruction.row == nullptr ? 0 : static_cast<uint64_t>(instruction.row->code) + 1);
    if (row.kills) return added(key, 1);
    for (const CodeOperand& operand : std::span(code_.operands).subspan(row.operands)) {
      key = added(key, (static_cast<uint64_t>(operand.kind) << 8U) | static_cast<uint64_t>(operand.role));
      switch (operand.kind) {
        case Kind::Value:
        case Kind::Slot:
        case Kind::Text:
        case Kind::Jump: break;
        case Kind::Constant: key = added(key, constantKey(static_cast<uint32_t>(operand.value))); break;
        default: key = added(key, static_cast<uint64_t>(operand.value));
      }
    }
    return key;
  }
  /// A tensor that the other executable lacks may be one that was edited.
  [[nodiscard]] uint64_t constantKey(uint32_t cls) const {
    const ConstIndex row = symbols_.constants->first[cls][symbols_.side];
    const Constant* const constant = executable_.constant(row);
    const bool isTensor = constant != nullptr && std::holds_alternative<TensorConstant>(constant->value);
    return isTensor && symbols_.constants->isOnlyOn(cls, symbols_.side) ? ~uint64_t{0} : cls;
  }

  void listUsers() {
    code_.operandOwner.resize(code_.operands.size());
    std::vector<uint32_t> counts(code_.values.size() + 1);
    for (size_t row = 0; row < code_.instructions.size(); ++row) {
      const size_t from = code_.instructions[row].operands;
      const size_t to =
          row + 1 < code_.instructions.size() ? code_.instructions[row + 1].operands : code_.operands.size();
      for (size_t at = from; at < to; ++at) {
        code_.operandOwner[at] = static_cast<uint32_t>(row);
        if (isUse(code_.operands[at])) ++counts[static_cast<size_t>(code_.operands[at].value) + 1];
      }
    }
    for (size_t i = 1; i < counts.size(); ++i) counts[i] += counts[i - 1];
    code_.usersBegin = counts;
    code_.users.resize(counts.back());
    for (size_t at = 0; at < code_.operands.size(); ++at)
      if (isUse(code_.operands[at]))
        code_.users[counts[static_cast<size_t>(code_.operands[at].value)]++] = static_cast<uint32_t>(at);
  }
  static bool isUse(const CodeOperand& operand) {
    return operand.kind == Kind::Value && operand.role != OperandRole::Def;
  }

  FunctionCode& code_;
  const Executable& executable_;
  const Symbols& symbols_;
  Effects effects_;
  const Definitions& definitions_;
  PcRange range_;
  size_t block_ = 0;
  int64_t walked_ = 0;  ///< words before this one belong to earlier instructions
  std::span<const Use> uses_;
  std::map<std::pair<int64_t, int64_t>, int64_t> slots_;  ///< by pc of the heap, and slot
  std::unordered_map<int64_t, uint32_t> registers_;       ///< values of registers in unreachable code
};

std::optional<FunctionCode> functionCode(const Executable& executable, FuncIndex function, const Symbols& symbols,
                                         const std::stop_token& stop, MemoryUnit unit) {
  FunctionCode code;
  code.function = function;
  code.executable = &executable;
  const Function* const row = executable.function(function);
  if (row == nullptr || !row->isBytecode()) {
    code.usersBegin.assign(1, 0);
    return code;
  }
  std::optional<Definitions> definitions = definitionsOf(executable, function, stop);
  if (!definitions) return std::nullopt;
  code.definitions = std::move(*definitions);
  const std::optional<Aliases> aliases = aliasesOf(executable, function, code.definitions, stop);
  if (!aliases) return std::nullopt;
  if (!CodeReader(code, *aliases, symbols, unit).read(existingRange(executable, *row), stop)) return std::nullopt;
  code.purposes = purposesOf(code);
  return code;
}

}  // namespace relaxscope::diffing
