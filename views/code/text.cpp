// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/code/text.h"

#include <charconv>

#include "views/code/tokens.h"
#include "vmcore/base/text/text.h"

namespace relaxscope {
namespace {

void appendNumber(std::string& out, int64_t value) {
  char digits[24];
  out.append(digits, std::to_chars(digits, digits + sizeof digits, value).ptr);
}

void appendRegister(std::string& out, int64_t reg) {
  if (reg == kVoidRegister) out += "%void";
  else if (reg == kVmRegister) out += "%vm";
  else {
    out += '%';
    appendNumber(out, reg);
  }
}

void appendFunction(std::string& out, const Executable& executable, int64_t index) {
  const Function* function = executable.function(FuncIndex(index));
  if (function != nullptr) out += printable(function->name);
  else {
    out += "f[";
    appendNumber(out, index);
    out += ']';
  }
}

}  // namespace

void appendCodeText(const Executable& executable, InstrIndex pc, std::string& out) {
  const Instruction in = executable.code.at(pc);
  if (!in.isCall() || in.words.size() < 4 || in.set->isRelay()) {  // rare, so speed does not matter
    out += codeLine(executable, pc).text().toStdString();
    return;
  }
  out += "call ";
  appendFunction(out, executable, in.callFunction());
  for (size_t i = 0; i < in.callArgCount() && i < kMaxShownArguments; ++i) {
    out += i == 0 ? " " : ", ";
    const Arg arg = in.callArg(i);
    switch (arg.kind()) {
      case ArgKind::Register: appendRegister(out, arg.value()); break;
      case ArgKind::Immediate:
        out += 'i';
        appendNumber(out, arg.value());
        break;
      case ArgKind::Constant:
        out += "c[";
        appendNumber(out, arg.value());
        out += ']';
        break;
      case ArgKind::Function:
        out += "f[";
        appendFunction(out, executable, arg.value());
        out += ']';
        break;
      default:
        out += '?';
        appendNumber(out, static_cast<int64_t>(arg.kind()));
        out += ':';
        appendNumber(out, arg.value());
        break;
    }
  }
  if (in.callDst() == kVoidRegister) return;
  out += "  \xE2\x86\x92 ";  // same arrow as codeLine()
  appendRegister(out, in.callDst());
}

CodeTextSource::CodeTextSource(std::shared_ptr<const Executable> executable) : executable_(std::move(executable)) {
  columns_.push_back({QStringLiteral("text"), QString(), {}, 100});
}

Cell CodeTextSource::cell(size_t row, int /*column*/) const {
  Cell cell;
  std::string text;
  filterText(row, text);
  cell.text = QString::fromStdString(text);
  return cell;
}

void CodeTextSource::filterText(size_t row, std::string& out) const {
  appendCodeText(*executable_, InstrIndex(static_cast<int64_t>(row)), out);
}

}  // namespace relaxscope
