// SPDX-License-Identifier: Apache-2.0
#include "vmcore/export/canonical/local_names.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "vmcore/analysis/shape_slots.h"
#include "vmcore/base/text/text.h"

namespace relaxscope {
namespace {

constexpr size_t kMaxLocalName = 80;
constexpr int kMaxOwners = 3;
constexpr std::string_view kBuiltinPrefix = "vm.builtin.", kAlloc = "alloc_";

bool isWordCharacter(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '.'; }

/// Whether the name of a slot contains the number of one that has no name: "s3", "s3 * 64".
bool namesUnnamedSlot(std::string_view name) {
  for (size_t i = 0; i + 1 < name.size(); ++i)
    if (name[i] == 's' && std::isdigit(static_cast<unsigned char>(name[i + 1])) != 0 &&
        (i == 0 || !isWordCharacter(name[i - 1])))
      return true;
  return false;
}

bool isStatedName(const SlotInfo& slot) {
  switch (slot.origin) {
    case SlotInfo::Origin::Dimension:
    case SlotInfo::Origin::Derived: return true;
    case SlotInfo::Origin::Inferred: return !namesUnnamedSlot(slot.name);
    case SlotInfo::Origin::Stored:
    case SlotInfo::Origin::Computed: break;
  }
  return false;
}

}  // namespace

std::string UniqueNames::give(std::string_view wanted) {
  std::string base(wanted.substr(0, kMaxLocalName));
  for (char& c : base)
    if (!isWordCharacter(c)) c = '_';
  uint64_t& count = counts_[base];
  for (;;) {
    std::string name = ++count == 1 ? base : fmt::format("{}.{}", base, count);
    if (given_.insert(name).second) return name;
  }
}

SlotOperand slotOperand(const BuiltinRow* row, size_t argument, size_t count) {
  if (row == nullptr) return {};
  const size_t operand = row->operandOf(argument, count);
  if (operand == BuiltinRow::kNoOperand) return {};
  using Role = SlotOperand::Role;
  switch (row->operands()[operand].type) {
    case OperandType::Slot: return {Role::Slot};
    case OperandType::Code: return {Role::Code, row->effects.checks};
    case OperandType::CodeValue: return {Role::CodeValue, row->effects.checks};
    case OperandType::CodePair: break;
    default: return {};
  }
  // Operands ascend with the arguments: the first one of the pairs, in logarithmic time for a list of any length.
  size_t first = 0;
  for (size_t end = argument; first < end;) {
    const size_t middle = first + (end - first) / 2;
    if (row->operandOf(middle, count) < operand) first = middle + 1;
    else end = middle;
  }
  return {(argument - first) % 2 == 0 ? Role::Code : Role::CodeValue, row->effects.checks};
}

LocalNames::LocalNames(const Executable& executable, FuncIndex function, BuiltinCalls& builtins)
    : executable_(executable), function_(executable.functions[function.at()]), index_(function), builtins_(builtins) {
  const auto named = std::min<int64_t>(function_.numArgs, static_cast<int64_t>(function_.paramNames.size()));
  for (int64_t i = 0; i < named; ++i) seeRegister(i, function_.paramNames[static_cast<size_t>(i)].c_str());
}

std::string LocalNames::calleeName(const Instruction& instruction) const {
  const Function* const callee = executable_.function(FuncIndex(instruction.callFunction()));
  if (callee == nullptr) return "unknown";
  std::string_view name = callee->name;
  if (name.starts_with(kBuiltinPrefix)) name.remove_prefix(kBuiltinPrefix.size());
  if (name.starts_with(kAlloc)) name.remove_prefix(kAlloc.size());
  return std::string(name.substr(0, kMaxLocalName));
}

void LocalNames::seeRegister(int64_t number, const char* wanted, Contents contents) {
  if (isSpecialRegister(number) || !rows_.emplace(number, registers_.size()).second) return;
  std::string name = wanted;
  if (number >= 0 && number < function_.numArgs && static_cast<size_t>(number) >= function_.paramNames.size())
    name = fmt::format("arg{}", number);
  registers_.push_back({number, name.empty() ? "arg" : std::move(name), contents, kNoRow});
}

void LocalNames::see(int64_t pc, const Instruction& instruction) {
  if (instruction.row == nullptr) return;
  const BuiltinRow* const builtin = builtins_.of(instruction);
  instruction.forEachOperand([&](const Operand& operand) {
    if (operand.kind == ArgKind::Register && operand.role != OperandRole::Def && operand.role != OperandRole::Ignored)
      seeRegister(operand.value, "unset");
  });
  seeDefinition(instruction, builtin);
  seeOutputs(instruction, builtin);
  seeSlots(instruction, builtin);
  instruction.forEachJump([&](JumpKind, int64_t offset) {
    int64_t target = 0;
    if (!__builtin_add_overflow(pc, offset, &target)) targets_.push_back(target);
  });
}

void LocalNames::seeDefinition(const Instruction& instruction, const BuiltinRow* builtin) {
  if (instruction.row->dstWord == 0) return;
  const BuiltinId id = builtin != nullptr ? builtin->id : BuiltinId::None;
  const bool isAlloc = id == BuiltinId::AllocTensor || id == BuiltinId::AllocStorage ||
                       (!instruction.isCall() && instruction.row->kind == CallKind::Memory);
  std::string name = instruction.isCall() ? calleeName(instruction) : instruction.row->mnemonic;
  if (!instruction.isCall() && name.starts_with(kAlloc)) name.erase(0, kAlloc.size());
  Contents contents = isAlloc ? Contents::Tensor : Contents::Any;
  if (builtins_.kills(instruction)) name = "none", contents = Contents::Any;
  else if (name == "storage") contents = Contents::Helper;
  else if (id == BuiltinId::MakeShape) name = "shape", contents = Contents::Helper;
  else if (name == "load_consti") name = "number", contents = Contents::Helper;
  const int64_t dst = instruction.callDst();
  seeRegister(dst, name.c_str(), contents);
  if (isAlloc && rows_.contains(dst)) seeHelpers(instruction, rows_[dst]);
}

/// Storages, shapes and numbers are called after the first tensor or storage that is made of them.
void LocalNames::seeHelpers(const Instruction& instruction, size_t owner) {
  instruction.forEachOperand([&](const Operand& operand) {
    if (operand.kind != ArgKind::Register || operand.role == OperandRole::Def) return;
    const auto row = rows_.find(operand.value);
    if (row == rows_.end() || row->second == owner) return;
    Register& helper = registers_[row->second];
    if (helper.contents == Contents::Helper && helper.owner == kNoRow) helper.owner = owner;
  });
}

/// The tensors that a kernel fills are called after it: those that Relay names, and the last argument in Relax.
void LocalNames::seeOutputs(const Instruction& instruction, const BuiltinRow* builtin) {
  if (!instruction.isCall() || builtin != nullptr || instruction.callArgCount() == 0) return;
  const size_t count = instruction.callArgCount();
  size_t first = count - instruction.callOutputCount();
  if (instruction.row->outputCountWord == 0) {
    if (instruction.callDst() != kVoidRegister) return;
    first = count - 1;
  }
  for (size_t i = first; i < count; ++i) {
    const Arg arg = instruction.callArg(i);
    const auto row = arg.kind() == ArgKind::Register ? rows_.find(arg.value()) : rows_.end();
    if (row == rows_.end() || registers_[row->second].contents != Contents::Tensor) continue;
    registers_[row->second].wanted = calleeName(instruction);
    registers_[row->second].contents = Contents::Any;
  }
}

void LocalNames::seeSlots(const Instruction& instruction, const BuiltinRow* builtin) {
  if (builtin == nullptr) return;
  const size_t count = instruction.callArgCount();
  bool namesSlot = false;
  for (size_t i = 0; i < count; ++i) {
    const SlotOperand operand = slotOperand(builtin, i, count);
    const Arg arg = instruction.callArg(i);
    if (operand.role == SlotOperand::Role::None || arg.kind() != ArgKind::Immediate) continue;
    if (operand.role == SlotOperand::Role::Code) namesSlot = arg.value() == 1 || (operand.isMatch && arg.value() == 3);
    else if (operand.role == SlotOperand::Role::Slot || namesSlot) seeSlot(arg.value());
  }
}

void LocalNames::seeSlot(int64_t number) {
  if (slots_.emplace(number, std::string()).second) slotOrder_.push_back(number);
}

void LocalNames::finish() {
  UniqueNames names, slotNames;
  for (const Register& row : registers_) regs_[row.number] = names.give(wantedName(row));
  const std::vector<SlotInfo> stated = slotOrder_.empty() ? std::vector<SlotInfo>() : shapeSlots(executable_, index_);
  std::unordered_map<std::string, uint64_t> uses;
  uint64_t unnamed = 0;
  for (const int64_t number : slotOrder_) {
    std::string& name = slots_[number];
    if (number >= 0 && static_cast<uint64_t>(number) < stated.size() &&
        isStatedName(stated[static_cast<size_t>(number)])) {
      name = printable(std::string_view(stated[static_cast<size_t>(number)].name).substr(0, kMaxLocalName));
      if (const uint64_t use = ++uses[name]; use != 1) name += fmt::format(" #{}", use);
    } else {
      name = fmt::format("s{}", unnamed++);
    }
  }
  std::ranges::sort(targets_);
  targets_.erase(std::unique(targets_.begin(), targets_.end()), targets_.end());
}

std::string LocalNames::wantedName(const Register& row) const {
  std::string name = row.wanted;
  const Register* owned = &row;
  for (int depth = 0; owned->owner != kNoRow && depth < kMaxOwners; ++depth) {
    owned = &registers_[owned->owner];
    name = owned->wanted + "." + name;
  }
  return name;
}

std::string_view LocalNames::reg(int64_t number) const {
  const auto found = regs_.find(number);
  return found == regs_.end() ? std::string_view("unset") : std::string_view(found->second);
}

std::string_view LocalNames::slot(int64_t number) const {
  const auto found = slots_.find(number);
  return found == slots_.end() ? std::string_view("unknown") : std::string_view(found->second);
}

std::string LocalNames::label(int64_t pc) const {
  const auto found = std::ranges::lower_bound(targets_, pc);
  return found == targets_.end() || *found != pc ? std::string() : fmt::format("L{}", found - targets_.begin() + 1);
}

}  // namespace relaxscope
