// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/code/tokens.h"

#include <QCoreApplication>

#include "views/code/opcode_help.h"
#include "views/widgets/table_source.h"
#include "vmcore/base/text/text.h"

namespace relaxscope {
namespace {

constexpr size_t kInlineLength = 28;

struct TokenText {
  Q_DECLARE_TR_FUNCTIONS(CodeTokens)
};

/// Target of a jump; invalid if the sum overflows.
InstrIndex targetAt(InstrIndex pc, int64_t offset) {
  int64_t target = 0;
  return __builtin_add_overflow(pc.value, offset, &target) ? InstrIndex() : InstrIndex(target);
}

class Writer {
 public:
  Writer(const Executable& executable, const CodeStyle& style) : executable_(executable), style_(style) {}

  CodeToken& add(const QString& text, Token color = Token::Text, int weight = 400) {
    CodeToken token;
    token.text = text;
    token.color = color;
    token.weight = weight;
    line.tokens.push_back(std::move(token));
    return line.tokens.back();
  }
  void addRegister(int64_t reg, bool defines) {
    const bool special = isSpecialRegister(reg);
    CodeToken& token = add(registerText(reg), special ? Token::TextThird : Token::RoleRegister);
    if (!special) token.reg = RegIndex(reg);
    if (reg < 0) line.damaged = true;
    token.defines = defines;
  }
  void addConstant(int64_t index) {
    const Constant* constant = executable_.constant(ConstIndex(index));
    CodeToken& token = add(QStringLiteral("c[%1]").arg(index), Token::RoleConstant);
    if (constant == nullptr)
      return bad(token, TokenText::tr("No such constant: the pool has %1.").arg(executable_.constants.size()));
    token.constant = ConstIndex(index);
    const std::string summary = constantSummary(constant->value, 200);
    token.tooltip = QStringLiteral("c[%1] = %2").arg(index).arg(QString::fromStdString(summary));
    if (!style_.inlineConstants || std::holds_alternative<TensorConstant>(constant->value) ||
        summary.size() > kInlineLength)
      return;
    add(QStringLiteral("=") + QString::fromStdString(summary), Token::TextThird).constant = ConstIndex(index);
  }
  void addFunctionName(int64_t index, int weight) {
    const Function* function = executable_.function(FuncIndex(index));
    if (function == nullptr)
      return bad(add(QStringLiteral("f[%1]").arg(index), Token::RoleFunction, weight),
                 TokenText::tr("No such function: the table has %1.").arg(executable_.functions.size()));
    QString name = QString::fromStdString(printable(function->name));
    const QString given = style_.notes != nullptr ? style_.notes->name(FuncIndex(index)) : QString();
    if (!given.isEmpty()) name = given;
    if (name.size() > 120) name = name.left(80) + QChar(0x2026) + name.right(30);
    const int dot = static_cast<int>(name.lastIndexOf(u'.'));
    const BuiltinRow* builtin = function->isPacked() ? findBuiltin(function->name) : nullptr;
    if (builtin != nullptr && dot > 0 && given.isEmpty()) {
      CodeToken& prefix =
          add(style_.shortNames
                  ? shortenDotted(name).left(static_cast<int>(shortenDotted(name).lastIndexOf(QChar(0x2026))) + 1)
                  : name.left(dot + 1),
              Token::TextSecond);
      prefix.function = FuncIndex(index);
      name = name.mid(dot + 1);
    }
    const bool plumbing = builtin != nullptr && builtin->plumbing;
    CodeToken& token = add(name, plumbing ? Token::TextSecond : Token::RoleFunction, plumbing ? 400 : weight);
    token.function = FuncIndex(index);
    token.tooltip = QString::fromStdString(printable(function->name)).left(300);
    if (builtin != nullptr) token.tooltip += QStringLiteral("\n") + builtinHover(*builtin);
  }
  void addArgument(ArgKind kind, int64_t value) {
    switch (kind) {
      case ArgKind::Register: return addRegister(value, false);
      case ArgKind::Immediate: add(QStringLiteral("i%1").arg(value), Token::RoleImmediate); return;
      case ArgKind::Constant: return addConstant(value);
      case ArgKind::Function:
        add(QStringLiteral("f["), Token::RoleFunction);
        addFunctionName(value, 400);
        add(QStringLiteral("]"), Token::RoleFunction);
        return;
    }
    bad(add(QStringLiteral("?%1:%2").arg(static_cast<int>(kind)).arg(value), Token::Error),
        TokenText::tr("Argument kind %1 does not exist.").arg(static_cast<int>(kind)));
  }
  void addTarget(InstrIndex pc, int64_t offset) {
    const InstrIndex target = targetAt(pc, offset);
    CodeToken& token = add(QStringLiteral("L%1").arg(target.value), Token::RoleLabel, 700);
    if (!target.valid() || target.at() >= executable_.code.size())
      return bad(token, TokenText::tr("The jump leaves the code."));
    token.target = target;
  }
  /// Prepends a line to the tooltips of the tokens from `first` on.
  void prependTooltip(size_t first, const QString& text) {
    for (size_t i = first; i < line.tokens.size(); ++i)
      line.tokens[i].tooltip =
          line.tokens[i].tooltip.isEmpty() ? text : text + QLatin1Char('\n') + line.tokens[i].tooltip;
  }
  /// The tokens from `first` on show the operand at `word`.
  void setWord(size_t first, size_t word) {
    for (size_t i = first; i < line.tokens.size(); ++i) line.tokens[i].word = static_cast<uint32_t>(word);
  }
  /// The user's note on the instruction.
  void addNote(InstrIndex pc) {
    const QString note = style_.notes != nullptr ? style_.notes->note(pc) : QString();
    if (note.isEmpty()) return;
    CodeToken& token = add(QStringLiteral("   ; ") + note.simplified(), Token::Ok);
    token.tooltip = note;
  }
  void bad(CodeToken& token, const QString& why) {
    token.color = Token::Error;
    token.tooltip = why;
    line.damaged = true;
  }

  CodeLine line;

 private:
  const Executable& executable_;
  CodeStyle style_;
};

QString arrow() { return QStringLiteral("  ") + QChar(0x2192) + QStringLiteral(" "); }

void writeCall(Writer& writer, const Executable& executable, const Instruction& in) {
  const Function* callee = executable.function(FuncIndex(in.callFunction()));
  const BuiltinRow* builtin = callee != nullptr && callee->isPacked() ? findBuiltin(callee->name) : nullptr;
  writer.line.plumbing = builtin != nullptr && builtin->plumbing;
  writer.line.kind = builtin != nullptr   ? builtin->kind
                     : callee == nullptr  ? CallKind::Other
                     : callee->isPacked() ? CallKind::Kernel
                                          : CallKind::VmFunction;
  writer.add(QString::fromLatin1(in.row->mnemonic) + QLatin1Char(' ')).tooltip = opcodeHelp(*in.row);
  const size_t firstOfName = writer.line.tokens.size();
  writer.addFunctionName(in.callFunction(), 700);
  writer.setWord(firstOfName, in.row->calleeWord);
  const size_t outputs = in.callOutputCount(), inputs = in.callArgCount() - outputs;
  for (size_t i = 0; i < inputs; ++i) {
    writer.add(i == 0 ? QStringLiteral(" ") : QStringLiteral(", "), Token::TextThird);
    if (i == kMaxShownArguments) {
      writer.add(QChar(0x2026) + TokenText::tr(" %1 more").arg(inputs - i), Token::TextThird);
      break;
    }
    const Arg arg = in.callArg(i);
    const size_t first = writer.line.tokens.size();
    writer.addArgument(arg.kind(), arg.value());
    writer.setWord(first, in.row->listWord + i);
    if (const QString name = operandName(builtin, i, in.callArgCount()); !name.isEmpty())
      writer.prependTooltip(
          first,
          TokenText::tr("%1, operand %2 of %3").arg(name, QString::number(i), QString::fromLatin1(builtin->name)));
  }
  // Tensors that the callee writes in place are shown as results.
  for (size_t i = 0; i < outputs && i <= kMaxShownArguments; ++i) {
    writer.add(i == 0 ? arrow() : QStringLiteral(", "), i == 0 ? Token::TextSecond : Token::TextThird);
    const size_t first = writer.line.tokens.size();
    writer.addArgument(ArgKind::Register, in.callArg(inputs + i).value());
    writer.setWord(first, in.row->listWord + inputs + i);
  }
  if (in.callDst() == kVoidRegister) return;
  writer.add(arrow(), Token::TextSecond);
  const size_t first = writer.line.tokens.size();
  writer.addRegister(in.callDst(), true);
  writer.setWord(first, in.row->dstWord);
}

/// Any other instruction of any instruction set: mnemonic, operands by role, then the result.
class RoleLine {
 public:
  RoleLine(Writer& writer, const Executable& executable, InstrIndex pc, const Instruction& in)
      : writer_(writer), executable_(executable), pc_(pc), in_(in) {}

  void write() {
    const bool relay = in_.set->isRelay();
    writer_.line.kind = in_.row->kind;
    writer_.line.plumbing = relay && in_.row->kind == CallKind::Memory;
    writer_.add(QString::fromLatin1(in_.row->mnemonic) + QStringLiteral(" "), Token::Text, 700).tooltip =
        opcodeHelp(*in_.row);
    in_.forEachOperand([this](const Operand& operand) { take(operand); });
    if (listed_) writer_.add(QStringLiteral("]"), Token::TextThird);
    if (in_.row->dstWord == 0) return;
    if (count_ != 0) writer_.add(arrow(), Token::TextSecond);
    const size_t first = writer_.line.tokens.size();
    writer_.addRegister(in_.callDst(), true);
    writer_.setWord(first, in_.row->dstWord);
  }

 private:
  void take(const Operand& operand) {
    const size_t first = writer_.line.tokens.size();
    switch (operand.role) {
      case OperandRole::Def:
      case OperandRole::Count:
      case OperandRole::OutputCount:
      case OperandRole::Ignored:
      case OperandRole::TypeBits:
      case OperandRole::TypeLanes: return;
      default: break;
    }
    if (count_ > kMaxShownArguments) return;
    const bool list = in_.row->listWord != 0 && operand.wordIndex >= in_.row->listWord;
    if (count_++ > 0) writer_.add(list && !listed_ ? QStringLiteral(" ") : QStringLiteral(", "), Token::TextThird);
    if (list && !listed_) {
      writer_.add(QStringLiteral("["), Token::TextThird);
      listed_ = true;
    }
    const size_t shown = writer_.line.tokens.size();
    add(operand);
    writer_.setWord(shown, operand.wordIndex);
    if (!list && in_.set->isRelay()) writer_.prependTooltip(first, QString::fromLatin1(operand.row->name));
  }
  void add(const Operand& operand) {
    switch (operand.role) {
      case OperandRole::Offset:
      case OperandRole::TrueOffset:
      case OperandRole::FalseOffset: return writer_.addTarget(pc_, operand.value);
      case OperandRole::Callee: return writer_.addFunctionName(operand.value, 700);
      case OperandRole::TypeCode: writer_.add(typeText(operand.wordIndex), Token::RoleImmediate); return;
      case OperandRole::Device: return addDevice(operand.value);
      case OperandRole::Tag: writer_.add(QStringLiteral("tag %1").arg(operand.value), Token::RoleImmediate); return;
      case OperandRole::Field:
      case OperandRole::Extent:
      case OperandRole::Value: writer_.add(QString::number(operand.value), Token::RoleImmediate); return;
      default: return writer_.addArgument(operand.kind, operand.value);
    }
  }
  /// Type code, bits and lanes are consecutive words.
  [[nodiscard]] QString typeText(uint32_t word) const {
    if (word + 2 >= in_.words.size()) return QString::number(in_.words[word]);
    const DataType type{static_cast<uint8_t>(in_.words[word]), static_cast<uint8_t>(in_.words[word + 1]),
                        static_cast<uint16_t>(in_.words[word + 2])};
    return type == DataType{1, 1, 1} ? QStringLiteral("bool") : QString::fromStdString(type.name());
  }
  void addDevice(int64_t index) {
    CodeToken& token = writer_.add(QStringLiteral("@%1").arg(index), Token::RoleImmediate);
    const auto& relay = executable_.relay;
    if (!relay || index < 0 || static_cast<uint64_t>(index) >= relay->virtualDevices.size()) return;
    const VirtualDevice& device = relay->virtualDevices[static_cast<size_t>(index)];
    token.tooltip = TokenText::tr("virtual device %1: type %2, id %3 %4")
                        .arg(index)
                        .arg(device.deviceType)
                        .arg(device.deviceId)
                        .arg(QString::fromStdString(printable(device.memoryScope)));
  }

  Writer& writer_;
  const Executable& executable_;
  InstrIndex pc_;
  const Instruction& in_;
  size_t count_ = 0;
  bool listed_ = false;
};

}  // namespace

QString registerText(int64_t reg) {
  if (reg == kVoidRegister) return QStringLiteral("%void");
  if (reg == kVmRegister) return QStringLiteral("%vm");
  return QStringLiteral("%%1").arg(reg);
}

QString CodeLine::text() const {
  QString out;
  for (const CodeToken& token : tokens) out += token.text;
  return out;
}

InstrIndex jumpTarget(const Instruction& instruction, InstrIndex pc) {
  InstrIndex target;
  instruction.forEachJump([&](JumpKind, int64_t offset) { target = targetAt(pc, offset); });
  return target;
}

std::vector<InstrIndex> callSites(const Executable& executable, FuncIndex function, size_t limit) {
  std::vector<InstrIndex> sites;
  for (size_t pc = 0; pc < executable.code.size() && sites.size() < limit; ++pc)
    if (calleeAt(executable, InstrIndex(static_cast<int64_t>(pc))) == function)
      sites.emplace_back(static_cast<int64_t>(pc));
  return sites;
}

InstrIndex firstCallSite(const Executable& executable, FuncIndex function) {
  const auto sites = callSites(executable, function, 1);
  return sites.empty() ? InstrIndex() : sites.front();
}

CodeLine codeLine(const Executable& executable, InstrIndex pc, const CodeStyle& style) {
  Writer writer(executable, style);
  if (!pc.valid() || pc.at() >= executable.code.size()) {
    writer.bad(writer.add(TokenText::tr("outside the code"), Token::Error), QString());
    return std::move(writer.line);
  }
  const Instruction in = executable.code.at(pc);
  if (in.row == nullptr)
    writer.bad(writer.add(TokenText::tr("unknown opcode %1").arg(in.opcode()), Token::Error), QString());
  else if (in.isCall() && in.words.size() >= 4) writeCall(writer, executable, in);
  else RoleLine(writer, executable, pc, in).write();
  writer.addNote(pc);
  return std::move(writer.line);
}

}  // namespace relaxscope
