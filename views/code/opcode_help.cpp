// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/code/opcode_help.h"

#include <QCoreApplication>
#include <QStringList>

#include "views/code/table_texts.h"
#include "vmcore/analysis/summary.h"
#include "vmcore/base/text/text.h"

namespace relaxscope {
namespace {
struct Text { Q_DECLARE_TR_FUNCTIONS(OpcodeHelp) };
}  // namespace

// lupdate gets these texts from the .def files themselves (translations/table_texts.py).
QString opcodeHelp(const OpcodeRow& row) {
  if (row.help == nullptr || *row.help == 0) return {};
  return QStringLiteral("%1: %2").arg(QString::fromLatin1(row.mnemonic), QCoreApplication::translate("opcodes", row.help));
}

QString builtinHover(const BuiltinRow& row) {
  const QString operands = QString::fromUtf8(row.operands);
  const QString help = builtinHelp(row);
  return operands.isEmpty() ? help : Text::tr("Operands: %1").arg(operands) + QLatin1Char('\n') + help;
}

/// "vm size device [scope]": a last name that ends in "..." repeats; one in parentheses stands for several.
QString operandName(const BuiltinRow* row, size_t position) {
  if (row == nullptr) return {};
  const QStringList names = QString::fromUtf8(row->operands).split(QLatin1Char(' '), Qt::SkipEmptyParts);
  for (size_t i = 0; i < static_cast<size_t>(names.size()); ++i) {
    QString name = names[static_cast<qsizetype>(i)];
    const bool repeats = name.endsWith(QLatin1String("..."));
    if (i != position && !(repeats && position > i && i + 1 == static_cast<size_t>(names.size()))) continue;
    if (repeats) name.chop(3);
    name.remove(QLatin1Char('[')).remove(QLatin1Char(']'));
    return name.startsWith(QLatin1Char('(')) ? QString() : name;
  }
  return {};
}

QString wordHelp(const Executable& executable, const QString& word) {
  if (word.isEmpty()) return {};
  const std::string name = word.toStdString();
  if (executable.code.set != nullptr)
    for (const OpcodeRow* row : executable.code.set->rows)
      if (row != nullptr && word.compare(QLatin1String(row->mnemonic), Qt::CaseInsensitive) == 0) return opcodeHelp(*row);
  if (const BuiltinRow* builtin = findBuiltin(name)) return word + QLatin1Char('\n') + builtinHover(*builtin);
  const FuncIndex index = executable.findFunction(name);
  const Function* function = executable.function(index);
  if (function == nullptr) return {};
  QStringList params;
  if (function->isBytecode())
    for (const ParamInfo& param : recoverParams(executable, index)) {
      if (params.size() == 8) {
        params << QString(QChar(0x2026));
        break;
      }
      const std::string type = param.text();
      params << QString::fromStdString(printable(param.name) + (type.empty() ? "" : ": " + type));
    }
  return function->isBytecode() ? QStringLiteral("%1(%2)").arg(word, params.join(QStringLiteral(", "))) : word;
}

}  // namespace relaxscope
