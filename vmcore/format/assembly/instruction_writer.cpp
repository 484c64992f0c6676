// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "vmcore/format/assembly/words.h"
#include "vmcore/format/assembly/writer.h"

namespace relaxscope::assembly {
namespace {

constexpr int64_t kNameWidth = 16, kArgsWidth = 12;  // as TVM pads them (formats.md 3.1)

bool isOffset(OperandRole role) {
  return role == OperandRole::Offset || role == OperandRole::TrueOffset || role == OperandRole::FalseOffset;
}

/// Whether three words are an element type that fits in the four bytes of a file.
bool isDataType(WordView words) {
  return words[0] >= 0 && words[0] <= 255 && words[1] >= 0 && words[1] <= 255 && words[2] >= 0 && words[2] <= 65535;
}

}  // namespace

FunctionNames::FunctionNames(const Executable& executable) : executable_(executable) {
  std::unordered_map<std::string_view, size_t> first;
  first.reserve(executable.functions.size());
  unique_.assign(executable.functions.size(), true);
  for (size_t i = 0; i < executable.functions.size(); ++i) {
    const auto [place, added] = first.try_emplace(executable.functions[i].name, i);
    if (!added) unique_[i] = unique_[place->second] = false;
  }
}

void FunctionNames::append(TextBuffer& out, int64_t index) const {
  const Function* function = executable_.function(FuncIndex(index));
  if (function != nullptr && unique_[static_cast<size_t>(index)]) {
    if (isSimpleName(function->name)) out.append(function->name);
    else out.append(quotedText(function->name));
    return;
  }
  out.append(function != nullptr ? "func_index(" : "unknown_func_index(");
  out.append(index);
  out.append(')');
}

void InstructionWriter::appendRegister(int64_t reg) const {
  if (reg == kVoidRegister) return out_.append("%void");
  if (reg == kVmRegister) return out_.append("%vm");
  out_.append('%');
  out_.append(reg);
}

void InstructionWriter::tagged(Arg arg) const {
  switch (arg.kind()) {
    case ArgKind::Register: return appendRegister(arg.value());
    case ArgKind::Immediate:
      out_.append('i');
      out_.append(arg.value());
      return;
    case ArgKind::Constant: out_.append("c["); break;
    case ArgKind::Function:
      out_.append("f[");
      names_.append(out_, arg.value());
      return out_.append(']');
    default:
      out_.append('k');
      out_.append(static_cast<int64_t>(arg.kind()));
      out_.append('[');
      break;
  }
  out_.append(arg.value());
  out_.append(']');
}

/// As TVM prints it, padding included.
void InstructionWriter::call(const Instruction& instruction) const {
  out_.append("call  ");
  const uint64_t nameBegin = out_.written();
  names_.append(out_, instruction.callFunction());
  out_.pad(kNameWidth - static_cast<int64_t>(out_.written() - nameBegin));
  out_.append(" in: ");
  const uint64_t argsBegin = out_.written();
  const size_t count = instruction.callArgCount();
  for (size_t i = 0; i < count; ++i) {
    if (i != 0) out_.append(", ");
    tagged(instruction.callArg(i));
  }
  out_.pad(kArgsWidth - static_cast<int64_t>(out_.written() - argsBegin));
  out_.append(" dst: ");
  appendRegister(instruction.callDst());
}

void InstructionWriter::plain(const Operand& operand) const {
  switch (operand.kind) {
    case ArgKind::Register: return appendRegister(operand.value);
    case ArgKind::Function: return names_.append(out_, operand.value);
    case ArgKind::Constant:
      out_.append("c[");
      out_.append(operand.value);
      return out_.append(']');
    default: return out_.append(operand.value);
  }
}

void InstructionWriter::write(const Instruction& instruction, const std::function<std::string(int64_t)>& label) const {
  const OpcodeRow& row = *instruction.row;
  const bool relay = instruction.set->isRelay();
  if (!relay && row.calleeWord != 0) return call(instruction);
  const std::string_view mnemonic = row.mnemonic;
  out_.append(mnemonic);
  if (!relay) out_.pad(6 - static_cast<int64_t>(mnemonic.size()));
  bool first = true, list = false;
  instruction.forEachOperand([&](const Operand& operand) {
    const OperandRole role = operand.row->role;
    if (relay && (role == OperandRole::Count || role == OperandRole::TypeBits || role == OperandRole::TypeLanes))
      return;
    const bool listed = row.listWord != 0 && operand.wordIndex >= row.listWord;
    if (!relay || (listed && list)) {
      if (!first) out_.append(", ");
    } else {
      out_.append(' ');
      out_.append(role == OperandRole::TypeCode ? "dtype" : operand.row->name);
      out_.append(listed ? "=[" : "=");
    }
    list = list || listed;
    first = false;
    if (isOffset(role)) {
      const std::string name = label(operand.value);
      if (!name.empty()) return out_.append(name);
    }
    if (role == OperandRole::TypeCode) return dataType(instruction.words.subspan(operand.wordIndex, 3));
    plain(operand);
  });
  if (list) out_.append(']');
  else if (relay && row.listWord != 0) {
    out_.append(' ');
    out_.append(row.list()->name);
    out_.append("=[]");
  }
}

void InstructionWriter::dataType(WordView words) const {
  if (isDataType(words))
    return out_.append(dataTypeText(
        {static_cast<uint8_t>(words[0]), static_cast<uint8_t>(words[1]), static_cast<uint16_t>(words[2])}));
  out_.append(fmt::format("({}, {}, {})", words[0], words[1], words[2]));
}

}  // namespace relaxscope::assembly
