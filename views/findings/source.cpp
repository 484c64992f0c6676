// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/findings/source.h"

#include <limits>

#include "views/code/table_texts.h"
#include "views/core/engine_text.h"
#include "views/findings/findings_view.h"
#include "vmcore/base/text/text.h"

namespace relaxscope {
namespace {
enum Column { SeverityColumn, RuleColumn, MessageColumn, FunctionColumn, PcColumn, ByteColumn };
constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
}  // namespace

Chip severityChip(Severity severity) {
  switch (severity) {
    case Severity::Error: return {FindingsSource::tr("error"), Token::Error, Token::ErrorBack, {}};
    case Severity::Warning: return {FindingsSource::tr("warning"), Token::Warning, Token::WarningBack, {}};
    case Severity::Info: break;
  }
  return {FindingsSource::tr("info"), Token::Accent, Token::AccentBack, {}};
}

FindingsSource::FindingsSource(std::shared_ptr<const Diagnostics> findings,
                               std::shared_ptr<const Executable> executable, const std::array<bool, 3>& shown)
    : findings_(std::move(findings)), executable_(std::move(executable)) {
  TableColumn severity{QStringLiteral("severity"), tr("Severity"), {}, 80};
  severity.numeric = true;
  TableColumn rule{QStringLiteral("rule"), tr("Rule"), {}, 150};
  TableColumn message{QStringLiteral("message"), tr("Finding"), {}, 200};
  message.stretch = true;
  TableColumn function{QStringLiteral("function"), tr("Function"), {}, 110};
  function.elideName = true;
  TableColumn pc{QStringLiteral("pc"), tr("pc"), tr("Instruction index in the whole executable"), 56, true, true};
  TableColumn byte{QStringLiteral("byte"), tr("Byte"), tr("Offset in the file"), 72, true, true};
  columns_ = {severity, rule, message, function, pc, byte};
  if (!findings_) return;
  for (size_t i = 0; i < findings_->all().size(); ++i)
    if (shown[static_cast<size_t>(findings_->all()[i].severity)]) rows_.push_back(i);
}

Cell FindingsSource::cell(size_t row, int column) const {
  const Diagnostic& item = finding(row);
  Cell cell;
  switch (column) {
    case SeverityColumn: cell.chips = {severityChip(item.severity)}; break;
    case RuleColumn:
      cell.text = QString::fromStdString(item.rule);
      cell.mono = true;
      cell.color = Token::TextSecond;
      cell.tooltip = ruleTitle(item.rule);
      break;
    case MessageColumn: cell.text = engineText(printable(item.message)); break;
    case FunctionColumn:
      if (const Function* function = executable_ ? executable_->function(item.function) : nullptr) {
        cell.text = QString::fromStdString(printable(function->name));
        cell.mono = true;
        cell.color = Token::RoleFunction;
      }
      break;
    case PcColumn:
      if (item.pc.valid()) cell.text = countText(item.pc.value);
      cell.mono = true;
      break;
    case ByteColumn:
      if (item.byteOffset) cell.text = countText(static_cast<int64_t>(*item.byteOffset));
      cell.mono = true;
      break;
    default: break;
  }
  return cell;
}

double FindingsSource::number(size_t row, int column) const {
  const Diagnostic& item = finding(row);
  if (column == SeverityColumn) return static_cast<double>(item.severity);
  if (column == PcColumn) return item.pc.valid() ? static_cast<double>(item.pc.value) : kNone;
  if (column == ByteColumn) return item.byteOffset ? static_cast<double>(*item.byteOffset) : kNone;
  return kNone;
}

void FindingsSource::filterText(size_t row, std::string& out) const {
  const Diagnostic& item = finding(row);
  out += severityName(item.severity);
  out += ' ';
  out += item.rule;
  out += ' ';
  const std::string message = printable(item.message), translated = engineText(message).toStdString();
  out += message;
  if (translated != message) out += ' ' + translated;  // in both languages, as messages are passed on in either
  if (const Function* function = executable_ ? executable_->function(item.function) : nullptr)
    out += ' ' + printable(function->name);
}

}  // namespace relaxscope
