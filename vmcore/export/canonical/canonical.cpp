// SPDX-License-Identifier: Apache-2.0
// The canonical form: an executable as text without numbers that another build may give (docs/cli.md, dump). Registers
// are named by what defines them, constants by content, functions by name, slots by symbol, jump targets by labels.
#include <fmt/format.h>

#include <algorithm>
#include <unordered_set>

#include "vmcore/base/bytes/sha256.h"
#include "vmcore/base/json/writer.h"
#include "vmcore/base/text/text.h"
#include "vmcore/export/canonical/constant_texts.h"
#include "vmcore/export/canonical/local_names.h"
#include "vmcore/export/exporter.h"
#include "vmcore/export/tvm_listing.h"

namespace relaxscope {
namespace {

class CanonicalWriter {
 public:
  CanonicalWriter(const Executable& executable, const TextSink& sink, std::vector<std::string>& warnings)
      : executable_(executable),
        out_(sink),
        warnings_(warnings),
        namesBudget_(executable),
        budget_(executable),
        builtins_(executable),
        constants_(executable),
        named_(executable.constants.size(), false) {}

  void write(std::span<const FuncIndex> only) {
    put("canonical form 1 of a {} program\n", vmName(executable_.variant));
    const std::vector<FuncIndex> order = byName(only);
    for (const FuncIndex index : order) writeHead(index);
    for (const FuncIndex index : order)
      if (executable_.functions[index.at()].isBytecode() && !out_.stopped()) writeBody(index);
    if (only.empty()) writeRest();
  }

 private:
  [[nodiscard]] std::vector<FuncIndex> byName(std::span<const FuncIndex> only) const {
    std::vector<FuncIndex> order;
    for (const FuncIndex index : only)
      if (executable_.function(index) != nullptr) order.push_back(index);
    for (size_t i = 0; only.empty() && i < executable_.functions.size(); ++i)
      order.emplace_back(static_cast<int64_t>(i));
    std::ranges::stable_sort(order, {},
                             [&](FuncIndex i) -> const std::string& { return executable_.functions[i.at()].name; });
    return order;
  }

  /// Functions without bytecode, one line each.
  void writeHead(FuncIndex index) {
    const Function& function = executable_.functions[index.at()];
    const std::string name = canonicalName(function.name);
    if (function.isVmTir()) return put("compiled {} of {} arguments\n", name, function.numArgs);
    if (function.isBytecode()) return;
    if (!function.isPacked()) return put("kind {} {}\n", function.kind, name);
    const std::string* const signature =
        executable_.kernelTexts ? executable_.kernelTexts->find(function.name) : nullptr;
    if (findBuiltin(function.name) != nullptr) put("builtin {}\n", name);
    else if (signature != nullptr) put("kernel {}\n", printable(*signature));
    else put("kernel {}\n", name);
    writeAttributes(index);
  }
  void writeAttributes(FuncIndex index) {
    if (!executable_.relay) return;
    for (const auto& attributes : executable_.relay->attributes)
      if (static_cast<int64_t>(attributes.packedIndex) == index.value - executable_.code.packedBase)
        for (const auto& [key, value] : attributes.entries) put("  {} = {}\n", canonicalName(key), jsonString(value));
  }

  void writeBody(FuncIndex index) {
    const Function& function = executable_.functions[index.at()];
    LocalNames names(executable_, index, builtins_);
    std::vector<std::string> unused;
    Warnings ignored(unused);
    forEachInstruction(executable_, function, namesBudget_, out_, ignored,
                       [&](int64_t pc, const Instruction& instruction) { names.see(pc, instruction); });
    names.finish();
    names_ = &names;
    put("\nfunction {}({})", canonicalName(function.name), parameters(function));
    writeParameterDevices(index);
    put("\n");
    forEachInstruction(executable_, function, budget_, out_, warnings_,
                       [&](int64_t pc, const Instruction& instruction) {
                         if (const std::string label = names.label(pc); !label.empty()) put("{}:\n", label);
                         writeInstruction(function, pc, instruction);
                       });
    names_ = nullptr;
  }

  /// "%x, %w", with the number of those that have no name.
  [[nodiscard]] std::string parameters(const Function& function) const {
    std::string text;
    const auto count = std::min<int64_t>(function.numArgs, static_cast<int64_t>(function.paramNames.size()));
    for (int64_t i = 0; i < count; ++i) text += (i == 0 ? "%" : ", %") + std::string(names_->reg(i));
    if (count < function.numArgs) text += fmt::format("{}{} more", text.empty() ? "" : ", ", function.numArgs - count);
    return text;
  }
  void writeParameterDevices(FuncIndex index) {
    if (!executable_.relay || index.at() >= executable_.relay->paramDevices.size()) return;
    const std::vector<int64_t>& devices = executable_.relay->paramDevices[index.at()];
    for (size_t i = 0; i < devices.size(); ++i)
      put("{}{}", i == 0 ? " on " : ", ", relayDeviceText(executable_, devices[i]));
  }

  void writeInstruction(const Function& function, int64_t pc, const Instruction& instruction) {
    out_.append("  ");
    if (instruction.row == nullptr) {
      put("<opcode {}>", instruction.opcode());
      warnAboutInstruction(instruction, function, pc, warnings_);
    } else {
      const bool writes = instruction.row->dstWord != 0 && instruction.callDst() != kVoidRegister;
      const bool kills = builtins_.kills(instruction);
      if (kills && instruction.callArgCount() == 0 && writes) {
        put("kill {}", registerText(instruction.callDst()));
      } else {
        if (writes) put("{} = ", registerText(instruction.callDst()));
        writeOperation(pc, instruction);
      }
      if (instruction.row->countWord != 0 &&
          instruction.statedCount() != static_cast<int64_t>(instruction.callArgCount())) {
        put(" <{} stated>", instruction.statedCount());
        warnAboutInstruction(instruction, function, pc, warnings_);
      }
    }
    out_.append('\n');
  }

  void writeOperation(int64_t pc, const Instruction& instruction) {
    const OpcodeRow& row = *instruction.row;
    if (!instruction.isCall() || instruction.set->isRelay()) put("{}", row.mnemonic);
    if (instruction.isCall())
      put("{}{}", instruction.set->isRelay() ? " " : "", functionText(instruction.callFunction()));
    instruction.forEachOperand([&](const Operand& operand) {
      if (row.listWord == 0 || operand.wordIndex < row.listWord) writeField(pc, operand);
    });
    if (row.listWord != 0) writeList(instruction);
  }

  void writeField(int64_t pc, const Operand& operand) {
    switch (operand.role) {
      case OperandRole::Def:
      case OperandRole::Callee:
      case OperandRole::Count:
      case OperandRole::OutputCount:
      case OperandRole::Ignored: return;
      case OperandRole::Offset: return put(" {}", target(pc, operand.value));
      case OperandRole::TrueOffset: return put(" then {}", target(pc, operand.value));
      case OperandRole::FalseOffset: return put(" else {}", target(pc, operand.value));
      case OperandRole::Device: return put(" {} {}", operand.row->name, relayDeviceText(executable_, operand.value));
      default: break;
    }
    if (operand.kind == ArgKind::Immediate) put(" {} {}", operand.row->name, operand.value);
    else put(" {}", argumentText(Arg::make(operand.kind, operand.value)));
  }

  /// "(%x, store <n>, 16; %out)": outputs follow the semicolon.
  void writeList(const Instruction& instruction) {
    const OpcodeRow& row = *instruction.row;
    const BuiltinRow* const builtin = builtins_.of(instruction);
    const size_t count = instruction.callArgCount(), outputsFrom = count - instruction.callOutputCount();
    out_.append('(');
    for (size_t i = 0; i < count && !out_.stopped(); ++i) {
      if (i != 0 || (i == outputsFrom && row.outputCountWord != 0)) out_.append(i == outputsFrom ? "; " : ", ");
      if (row.list()->encoding == OperandEncoding::NumberList) out_.append(instruction.words[row.listWord + i]);
      else i += writeArgument(instruction, builtin, i);
    }
    out_.append(')');
  }

  /// Writes one argument, or a pair of a builtin that codes a dimension; returns how many more than one.
  size_t writeArgument(const Instruction& call, const BuiltinRow* builtin, size_t i) {
    const size_t count = call.callArgCount();
    const SlotOperand operand = slotOperand(builtin, i, count);
    const Arg arg = call.callArg(i);
    using Role = SlotOperand::Role;
    if (operand.role == Role::Slot && arg.kind() == ArgKind::Immediate) {
      put("<{}>", names_->slot(arg.value()));
      return 0;
    }
    const bool isPair = operand.role == Role::Code && i + 1 < count && arg.kind() == ArgKind::Immediate &&
                        call.callArg(i + 1).kind() == ArgKind::Immediate &&
                        slotOperand(builtin, i + 1, count).role == Role::CodeValue;
    if (!isPair || arg.value() < 0 || arg.value() > (operand.isMatch ? 3 : 1)) {
      out_.append(std::string_view(argumentText(arg)));
      return 0;
    }
    const int64_t value = call.callArg(i + 1).value();
    if (arg.value() == 0) put("{}", value);
    else if (arg.value() == 2) put("any{}", value == 0 ? "" : fmt::format(" {}", value));
    else put("{}<{}>", !operand.isMatch ? "" : arg.value() == 1 ? "store " : "equal ", names_->slot(value));
    return 1;
  }

  std::string argumentText(Arg arg) {
    switch (arg.kind()) {
      case ArgKind::Register: return registerText(arg.value());
      case ArgKind::Immediate: return std::to_string(arg.value());
      case ArgKind::Function: return "@" + functionText(arg.value());
      case ArgKind::Constant: break;
      default: return fmt::format("<kind {}>{}", static_cast<int>(arg.kind()), arg.value());
    }
    if (const ConstIndex index(arg.value()); executable_.constant(index) != nullptr) named_[index.at()] = true;
    return constants_.of(ConstIndex(arg.value()));
  }
  [[nodiscard]] std::string registerText(int64_t reg) const {
    if (reg == kVoidRegister) return "void";
    if (reg == kVmRegister) return "vm";
    return isSpecialRegister(reg) ? fmt::format("special {}", reg - kVoidRegister)
                                  : fmt::format("%{}", names_->reg(reg));
  }
  [[nodiscard]] std::string functionText(int64_t index) const {
    const Function* const function = executable_.function(FuncIndex(index));
    return function != nullptr ? canonicalName(function->name) : "no function";
  }
  [[nodiscard]] std::string target(int64_t pc, int64_t offset) const {
    int64_t at = 0;
    return __builtin_add_overflow(pc, offset, &at) ? fmt::format("by {}", offset) : names_->label(at);
  }

  /// Constants whose content no instruction names, those of a parameter list by name, and bytes after the last section.
  void writeRest() {
    std::vector<std::string> lines;
    std::unordered_set<std::string> named;
    for (size_t i = 0; i < named_.size(); ++i)
      if (named_[i]) named.insert(constants_.of(ConstIndex(static_cast<int64_t>(i))));
    for (size_t i = 0; i < executable_.constants.size() && !out_.stopped(); ++i) {
      if (named.contains(constants_.of(ConstIndex(static_cast<int64_t>(i))))) continue;
      const std::string name =
          i < executable_.constantNames.size() ? canonicalName(executable_.constantNames[i]) + " " : "";
      lines.push_back(fmt::format("constant {}{}\n", name, constants_.of(ConstIndex(static_cast<int64_t>(i)))));
    }
    std::ranges::sort(lines);
    if (!lines.empty()) out_.append('\n');
    for (const std::string& line : lines) out_.append(line);
    if (!executable_.trailing.empty())
      put("\n{} more bytes #{}\n", executable_.trailing.size(), sha256Hex(executable_.trailing).substr(0, 12));
  }

  template <class... Args>
  void put(fmt::format_string<Args...> format, Args&&... args) {
    out_.append(std::string_view(fmt::format(format, std::forward<Args>(args)...)));
  }

  const Executable& executable_;
  TextBuffer out_;
  Warnings warnings_;
  WordBudget namesBudget_, budget_;
  BuiltinCalls builtins_;
  ConstantTexts constants_;
  std::vector<bool> named_;            ///< by constant: an instruction names it
  const LocalNames* names_ = nullptr;  ///< of the function that is being written
};

}  // namespace

void writeCanonical(const Executable& executable, std::span<const FuncIndex> only, const TextSink& sink,
                    std::vector<std::string>& warnings) {
  CanonicalWriter(executable, sink, warnings).write(only);
}

}  // namespace relaxscope
