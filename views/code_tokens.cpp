// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/code_tokens.h"

#include <QCoreApplication>

#include "views/rule_titles.h"
#include "views/widgets/table_source.h"
#include "vmcore/base/text.h"

namespace relaxscope {
namespace {

constexpr size_t kMaxArguments = 200;  ///< pieces of one line; what follows is counted
constexpr size_t kInlineLength = 28;

struct Text { Q_DECLARE_TR_FUNCTIONS(CodeTokens) };

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
    if (constant == nullptr) return bad(token, Text::tr("No such constant: the pool has %1.").arg(executable_.constants.size()));
    token.constant = ConstIndex(index);
    const std::string summary = constantSummary(constant->value, 200);
    token.tooltip = QStringLiteral("c[%1] = %2").arg(index).arg(QString::fromStdString(summary));
    if (!style_.inlineConstants || std::holds_alternative<TensorConstant>(constant->value) || summary.size() > kInlineLength) return;
    add(QStringLiteral("=") + QString::fromStdString(summary), Token::TextThird).constant = ConstIndex(index);
  }
  void addFunctionName(int64_t index, int weight) {
    const Function* function = executable_.function(FuncIndex(index));
    if (function == nullptr) return bad(add(QStringLiteral("f[%1]").arg(index), Token::RoleFunction, weight), Text::tr("No such function: the table has %1.").arg(executable_.functions.size()));
    QString name = QString::fromStdString(printable(function->name));
    if (name.size() > 120) name = name.left(80) + QChar(0x2026) + name.right(30);
    const int dot = static_cast<int>(name.lastIndexOf(u'.'));
    const BuiltinRow* builtin = function->isPacked() ? findBuiltin(function->name) : nullptr;
    if (builtin != nullptr && dot > 0) {
      CodeToken& prefix = add(style_.shortNames ? shortenDotted(name).left(static_cast<int>(shortenDotted(name).lastIndexOf(QChar(0x2026))) + 1) : name.left(dot + 1), Token::TextSecond);
      prefix.function = FuncIndex(index);
      name = name.mid(dot + 1);
    }
    const bool plumbing = builtin != nullptr && builtin->plumbing;
    CodeToken& token = add(name, plumbing ? Token::TextSecond : Token::RoleFunction, plumbing ? 400 : weight);
    token.function = FuncIndex(index);
    token.tooltip = QString::fromStdString(printable(function->name)).left(300);
    if (builtin != nullptr) token.tooltip += QStringLiteral("\n") + builtinHelp(*builtin);
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
    bad(add(QStringLiteral("?%1:%2").arg(static_cast<int>(kind)).arg(value), Token::Error), Text::tr("Argument kind %1 does not exist.").arg(static_cast<int>(kind)));
  }
  void addTarget(InstrIndex pc, const Instruction& instruction) {
    const InstrIndex target = jumpTarget(instruction, pc);
    CodeToken& token = add(QStringLiteral("L%1").arg(target.value), Token::RoleLabel, 700);
    if (!target.valid() || target.at() >= executable_.code.size()) return bad(token, Text::tr("The jump leaves the code."));
    token.target = target;
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

void writeCall(Writer& writer, const Executable& executable, const Instruction& in) {
  const Function* callee = executable.function(FuncIndex(in.callFunction()));
  const BuiltinRow* builtin = callee != nullptr && callee->isPacked() ? findBuiltin(callee->name) : nullptr;
  writer.line.plumbing = builtin != nullptr && builtin->plumbing;
  writer.line.kind = builtin != nullptr ? builtin->kind : callee == nullptr ? CallKind::Other : callee->isPacked() ? CallKind::Kernel : CallKind::VmFunction;
  writer.add(QStringLiteral("call "));
  writer.addFunctionName(in.callFunction(), 700);
  for (size_t i = 0; i < in.callArgCount(); ++i) {
    writer.add(i == 0 ? QStringLiteral(" ") : QStringLiteral(", "), Token::TextThird);
    if (i == kMaxArguments) {
      writer.add(QChar(0x2026) + Text::tr(" %1 more").arg(in.callArgCount() - i), Token::TextThird);
      break;
    }
    const Arg arg = in.callArg(i);
    writer.addArgument(arg.kind(), arg.value());
  }
  if (in.callDst() == kVoidRegister) return;
  writer.add(QStringLiteral("  ") + QChar(0x2192) + QStringLiteral(" "), Token::TextSecond);
  writer.addRegister(in.callDst(), true);
}

/// Any other instruction of any set: mnemonic, then operands by role.
void writeByRole(Writer& writer, InstrIndex pc, const Instruction& in) {
  writer.add(QString::fromLatin1(in.row->mnemonic) + QStringLiteral(" "), Token::Text, 700);
  size_t count = 0;
  in.forEachOperand([&](const Operand& operand) {
    if (operand.role == OperandRole::Count || count > kMaxArguments) return;
    if (count++ > 0) writer.add(QStringLiteral(", "), Token::TextThird);
    if (operand.role == OperandRole::Offset) writer.addTarget(pc, in);
    else if (operand.role == OperandRole::Def) writer.addRegister(operand.value, true);
    else if (operand.role == OperandRole::Callee) writer.addFunctionName(operand.value, 700);
    else writer.addArgument(operand.kind, operand.value);
  });
}

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
  if (instruction.row == nullptr || (instruction.row->flow != Flow::Jump && instruction.row->flow != Flow::Branch)) return {};
  int64_t target = 0;
  if (__builtin_add_overflow(pc.value, instruction.jumpOffset(), &target)) return {};
  return InstrIndex(target);
}

FuncIndex calleeAt(const Executable& executable, InstrIndex pc) {
  if (!pc.valid() || pc.at() >= executable.code.size()) return {};
  const Instruction in = executable.code.at(pc);
  return in.isCall() && in.words.size() >= 4 ? FuncIndex(in.callFunction()) : FuncIndex();
}

std::vector<InstrIndex> callSites(const Executable& executable, FuncIndex function, size_t limit) {
  std::vector<InstrIndex> sites;
  for (size_t pc = 0; pc < executable.code.size() && sites.size() < limit; ++pc)
    if (calleeAt(executable, InstrIndex(static_cast<int64_t>(pc))) == function) sites.emplace_back(static_cast<int64_t>(pc));
  return sites;
}

InstrIndex firstCallSite(const Executable& executable, FuncIndex function) {
  const auto sites = callSites(executable, function, 1);
  return sites.empty() ? InstrIndex() : sites.front();
}

CodeLine codeLine(const Executable& executable, InstrIndex pc, const CodeStyle& style) {
  Writer writer(executable, style);
  if (!pc.valid() || pc.at() >= executable.code.size()) {
    writer.bad(writer.add(Text::tr("outside the code"), Token::Error), QString());
    return std::move(writer.line);
  }
  const Instruction in = executable.code.at(pc);
  if (in.row == nullptr) writer.bad(writer.add(Text::tr("unknown opcode %1").arg(in.opcode()), Token::Error), QString());
  else if (in.isCall() && in.words.size() >= 4) writeCall(writer, executable, in);
  else writeByRole(writer, pc, in);
  return std::move(writer.line);
}

}  // namespace relaxscope
