// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/code/opcode_help.h"

#include <QCoreApplication>

#include "views/code/table_texts.h"
#include "vmcore/analysis/summary.h"
#include "vmcore/base/text/text.h"

namespace relaxscope {
namespace {
struct OpcodeText {
  Q_DECLARE_TR_FUNCTIONS(OpcodeHelp)
};
}  // namespace

// lupdate extracts these texts from the .def files (translations/table_texts.py).
QString opcodeHelp(const OpcodeRow& row) {
  if (row.help == nullptr || *row.help == 0) return {};
  return QStringLiteral("%1: %2").arg(QString::fromLatin1(row.mnemonic),
                                      QCoreApplication::translate("opcodes", row.help));
}

QString builtinHover(const BuiltinRow& row) {
  const QString operands = QString::fromStdString(row.operandText());
  const QString help = builtinHelp(row);
  return operands.isEmpty() ? help : OpcodeText::tr("Operands: %1").arg(operands) + QLatin1Char('\n') + help;
}

QString operandName(const BuiltinRow* row, size_t position, size_t count) {
  if (row == nullptr) return {};
  const size_t at = row->operandOf(position, count);
  if (at == BuiltinRow::kNoOperand) return {};
  const BuiltinOperand& operand = row->operands()[at];
  if (operand.type == OperandType::CodePair) return {};  // two arguments under one name
  return QString::fromUtf8(operand.name.data(), static_cast<qsizetype>(operand.name.size()));
}

QString wordHelp(const FunctionFacts& facts, const QString& word) {
  const Executable& executable = facts.executable();
  if (word.isEmpty()) return {};
  const std::string name = word.toStdString();
  if (executable.code.set != nullptr)
    for (const OpcodeRow* row : executable.code.set->rows)
      if (row != nullptr && word.compare(QLatin1String(row->mnemonic), Qt::CaseInsensitive) == 0)
        return opcodeHelp(*row);
  if (const BuiltinRow* builtin = findBuiltin(name)) return word + QLatin1Char('\n') + builtinHover(*builtin);
  const FuncIndex index = executable.findFunction(name);
  const Function* function = executable.function(index);
  if (function == nullptr) return {};
  if (!function->isBytecode()) return word;
  constexpr qsizetype kShown = 8;
  QStringList params = parameterTexts(facts.params(index));
  if (params.size() > kShown) params = params.first(kShown) << QString(QChar(0x2026));
  return QStringLiteral("%1(%2)").arg(word, params.join(QStringLiteral(", ")));
}

QStringList parameterTexts(const std::vector<ParamInfo>& params) {
  QStringList texts;
  for (const ParamInfo& param : params) {
    const std::string type = param.text();
    texts << QString::fromStdString(printable(param.name) + (type.empty() ? "" : ": " + type));
  }
  return texts;
}

}  // namespace relaxscope
