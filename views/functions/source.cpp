// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/functions/source.h"

#include <cmath>
#include <string_view>
#include <unordered_set>

#include "views/code/table_texts.h"
#include "vmcore/analysis/kernel_operator.h"
#include "vmcore/base/text/text.h"
#include "vmcore/base/unknown.h"

namespace relaxscope {
namespace {}

QString functionKindText(const Function& function) {
  if (function.isBytecode()) return QCoreApplication::translate("FunctionsSource", "bytecode");
  if (function.isPacked()) return QCoreApplication::translate("FunctionsSource", "packed");
  if (function.isVmTir()) return QCoreApplication::translate("FunctionsSource", "compiled");
  return QCoreApplication::translate("FunctionsSource", "kind %1").arg(function.kind);
}

CallKind functionCallKind(const Function& function) {
  if (function.isBytecode() || function.isVmTir()) return CallKind::VmFunction;
  const BuiltinRow* row = findBuiltin(function.name);
  return row != nullptr ? row->kind : function.isPacked() ? CallKind::Kernel : CallKind::Other;
}

bool FunctionOperators::isShort(const DerivedSource& source) const {
  constexpr size_t kShort = 100;
  return source.executable->functions.size() <= kShort;
}

std::optional<FunctionOperators::Value> FunctionOperators::make(const DerivedSource& source,
                                                                const std::stop_token& stop) const {
  Value texts(source.executable->functions.size());
  bool any = false;
  for (size_t i = 0; i < texts.size(); ++i) {
    if (stop.stop_requested()) return std::nullopt;
    texts[i] = kernelOperator(*source.executable, FuncIndex(static_cast<int64_t>(i)));
    any |= !texts[i].empty();
  }
  return any ? std::optional(std::move(texts)) : Value();
}

FunctionsSource::FunctionsSource(FunctionsInput input) : input_(std::move(input)) {
  const bool timed = input_.byCallee != nullptr;
  TableColumn name{QStringLiteral("name"), tr("Function"), {}, timed ? 110 : 170};
  name.stretch = name.elideName = true;
  addColumn(Col::Name, name);
  if (timed) {
    addColumn(Col::Calls, figureColumn("calls", tr("Calls"), tr("Calls per run"), 42));
    addColumn(Col::Mean, figureColumn("mean", tr("Mean"), tr("Mean time of a call, including nested calls"), 58));
    addColumn(Col::Total, figureColumn("total", tr("Total"), tr("Time per run, including nested calls"), 58));
    addColumn(Col::Share,
              figureColumn("share", tr("Share %"), tr("Total as a share of all measured runs, 0 to 100 %"), 88));
    addColumn(Col::Self, figureColumn("self", tr("Self"), tr("Time per run, excluding nested calls"), 60));
    addColumn(Col::P50, figureColumn("p50", tr("p50"), tr("Median of a call"), 60));
    addColumn(Col::P99, figureColumn("p99", tr("p99"), tr("99 % of calls take at most this long"), 60));
  }
  addColumn(Col::Kind, {QStringLiteral("kind"), tr("Kind"), {}, 74});
  if (input_.operators != nullptr && !input_.operators->empty())
    addColumn(Col::Operator,
              {QStringLiteral("operator"), tr("Operator"), tr("Operators of a kernel, by its name and output"), 120});
  addColumn(Col::Instructions, figureColumn("instructions", tr("Instr."), tr("Instructions of the body"), 56));
  addColumn(Col::CallsOut, figureColumn("callsOut", tr("Calls out"), tr("Call instructions in the body"), 70));
  addColumn(Col::Callers, figureColumn("callers", tr("Callers"), tr("Bytecode functions that call it"), 60));
  addColumn(Col::Params, figureColumn("params", tr("Params"), tr("Parameters"), 60));
  addColumn(Col::Registers, figureColumn("registers", tr("Regs"), tr("Registers of a frame"), 54));
  addColumn(Col::ConstantBytes,
            figureColumn("constantBytes", tr("Constants"), tr("Bytes of the tensor constants that its body uses"), 90));
  findUnresolved();
  mapTimes();
  widenCounts();
}

/// Figures are never elided: count columns are as wide as their largest number.
void FunctionsSource::widenCounts() {
  for (size_t c = 0; c < columns_.size(); ++c) {
    if (kinds_[c] != Col::Calls && kinds_[c] != Col::Instructions && kinds_[c] != Col::CallsOut &&
        kinds_[c] != Col::Registers && kinds_[c] != Col::Callers)
      continue;
    double most = 0;
    for (size_t row = 0; row < rows(); ++row) {
      const double v = value(row, kinds_[c]);
      if (!std::isnan(v)) most = std::max(most, std::abs(v));
    }
    const auto digits = countText(static_cast<int64_t>(std::min(most, 9.2e18))).size();
    columns_[c].width = std::max<int>(columns_[c].width, static_cast<int>(14 + 7.4 * static_cast<double>(digits)));
  }
}

std::string FunctionsSource::operatorOf(size_t row) const {
  return input_.operators != nullptr && row < input_.operators->size() ? (*input_.operators)[row] : std::string();
}

void FunctionsSource::addColumn(Col col, TableColumn column) {
  columns_.push_back(std::move(column));
  kinds_.push_back(col);
}

void FunctionsSource::findUnresolved() {
  if (!input_.executable || !input_.file || !input_.file->library) return;
  std::unordered_set<std::string_view> names;
  for (const LibraryModule& module : input_.file->library->modules) {
    if (const auto* host = std::get_if<HostModule>(&module.decoded))
      names.insert(host->kernels.begin(), host->kernels.end());
    if (const auto* graph = std::get_if<GraphModule>(&module.decoded)) names.insert(graph->symbol);
    if (const auto* code = std::get_if<CodeModule>(&module.decoded))
      for (const DeviceKernel& kernel : code->kernels) names.insert(kernel.name);
  }
  const auto& functions = input_.executable->functions;
  unresolved_.resize(functions.size());
  for (size_t i = 0; i < functions.size(); ++i)
    unresolved_[i] =
        functions[i].isPacked() && findBuiltin(functions[i].name) == nullptr && !names.contains(functions[i].name);
}

void FunctionsSource::mapTimes() {
  if (!input_.byCallee || !input_.executable) return;
  timeRow_.assign(input_.executable->functions.size(), -1);
  const auto& rows = input_.byCallee->rows;
  for (size_t i = 0; i < rows.size(); ++i) {
    const bool body = isBody(rows[i].kind);
    if ((!body && rows[i].kind != EventKind::Call) || rows[i].callee >= timeRow_.size()) continue;
    // Body events take precedence over call events: they include entries from outside.
    if (int32_t& at = timeRow_[rows[i].callee]; at < 0 || body) at = static_cast<int32_t>(i);
  }
}

const StatisticsRow* FunctionsSource::times(size_t row) const {
  return row < timeRow_.size() && timeRow_[row] >= 0 ? &input_.byCallee->rows[static_cast<size_t>(timeRow_[row])]
                                                     : nullptr;
}

const FunctionSummary* FunctionsSource::facts(size_t row) const {
  return input_.summary && row < input_.summary->functions.size() ? &input_.summary->functions[row] : nullptr;
}

double FunctionsSource::value(size_t row, Col col) const {
  const Function& f = input_.executable->functions[row];
  const FunctionSummary* s = facts(row);
  const StatisticsRow* t = times(row);
  const bool body = f.isBytecode();
  switch (col) {
    case Col::Params: return f.numArgs < 0 ? kUnknown : static_cast<double>(f.numArgs);
    case Col::Registers: return body ? static_cast<double>(f.registerFileSize) : kUnknown;
    case Col::Instructions:
      return body ? static_cast<double>(f.endInstr) - static_cast<double>(f.startInstr) : kUnknown;
    case Col::CallsOut: return s != nullptr && body ? static_cast<double>(s->callsOut) : kUnknown;
    case Col::Callers: return s != nullptr ? static_cast<double>(s->callers.size()) : kUnknown;
    case Col::ConstantBytes:
      return s != nullptr && s->constantBytes > 0 ? static_cast<double>(s->constantBytes) : kUnknown;
    case Col::Calls: return t != nullptr ? input_.byCallee->perRun(t->count) : kUnknown;
    case Col::Mean: return t != nullptr ? t->meanNs : kUnknown;
    case Col::Total: return t != nullptr ? input_.byCallee->perRun(t->totalNs) : kUnknown;
    case Col::Self: return t != nullptr ? input_.byCallee->perRun(t->selfNs) : kUnknown;
    case Col::P50: return t != nullptr ? t->medianNs : kUnknown;
    case Col::P99: return t != nullptr ? t->p99Ns : kUnknown;
    case Col::Share:
      return t != nullptr && input_.byCallee->totalNs > 0 ? t->totalNs / input_.byCallee->totalNs : kUnknown;
    default: return kUnknown;
  }
}

double FunctionsSource::number(size_t row, int column) const { return value(row, kinds_[static_cast<size_t>(column)]); }

void FunctionsSource::sortText(size_t row, int column, std::string& out) const {
  const Function& f = input_.executable->functions[row];
  const Col col = kinds_[static_cast<size_t>(column)];
  if (col == Col::Name) out += f.name;
  else if (col == Col::Operator) out += operatorOf(row);
  else out += functionKindText(f).toStdString();
}

void FunctionsSource::filterText(size_t row, std::string& out) const {
  out += input_.executable->functions[row].name;
  if (const std::string operators = operatorOf(row); !operators.empty()) out += ' ' + operators;
  if (!input_.notes) return;
  const FuncIndex function(static_cast<int64_t>(row));
  for (const QString& text : {input_.notes->name(function), input_.notes->note(function)})
    if (!text.isEmpty()) out += ' ' + text.toStdString();
}

Cell FunctionsSource::nameCell(size_t row) const {
  const Function& f = input_.executable->functions[row];
  Cell cell;
  cell.text = QString::fromStdString(printable(f.name));
  if (cell.text.isEmpty()) cell.text = tr("(no name)");
  if (cell.text.size() > 300) cell.text = cell.text.left(300) + QChar(0x2026);
  cell.mono = true;
  if (const QString given = input_.notes ? input_.notes->name(FuncIndex(static_cast<int64_t>(row))) : QString();
      !given.isEmpty()) {
    cell.tooltip = cell.text;
    cell.text = given;
  }
  const BuiltinRow* builtin = f.isPacked() ? findBuiltin(f.name) : nullptr;
  cell.swatch = functionCallKind(f);
  cell.color = builtin != nullptr ? Token::TextSecond : Token::RoleFunction;
  cell.weight = f.isBytecode() || f.isVmTir() ? 600 : 400;
  const FunctionSummary* s = facts(row);
  if (isUnresolved(row))
    cell.chips.push_back({tr("unresolved"), Token::Error, Token::ErrorBack,
                          tr("Neither the library nor the builtins have a function of this name.")});
  if (s != nullptr && s->duplicateName)
    cell.chips.push_back(
        {tr("duplicate"), Token::Warning, Token::WarningBack, tr("An earlier entry of the same name hides this one.")});
  if (s != nullptr && !s->used && f.isPacked())
    cell.chips.push_back({tr("unused"), Token::TextThird, Token::Subtle, tr("No instruction calls this function.")});
  if (const QString note = input_.notes ? input_.notes->note(FuncIndex(static_cast<int64_t>(row))) : QString();
      !note.isEmpty())
    cell.chips.push_back({tr("note"), Token::Ok, Token::OkBack, note});
  if (builtin != nullptr) cell.tooltip = cell.text + QStringLiteral("\n") + builtinHelp(*builtin);
  return cell;
}

Cell FunctionsSource::cell(size_t row, int column) const {
  const Col col = kinds_[static_cast<size_t>(column)];
  if (col == Col::Name) return nameCell(row);
  Cell cell;
  if (col == Col::Kind) {
    const Function& f = input_.executable->functions[row];
    cell.text = functionKindText(f);
    cell.color = f.kind < 0 || f.kind > 2 ? Token::Error : Token::TextSecond;
    return cell;
  }
  if (col == Col::Operator) {
    cell.text = QString::fromStdString(operatorOf(row));
    return cell;
  }
  const double v = value(row, col);
  cell.mono = true;
  if (std::isnan(v)) return cell;
  switch (col) {
    case Col::Calls: cell.text = perRunText(v); break;
    case Col::Mean:
    case Col::Total:
    case Col::Self:
    case Col::P50:
    case Col::P99: return figureCell(durationFigure(v));
    case Col::Share:
      cell.share = std::min(1.0, v);
      cell.text = v > 0 && v < 0.0005 ? QStringLiteral("<0.1") : QString::number(v * 100, 'f', v >= 0.9995 ? 0 : 1);
      break;
    case Col::ConstantBytes: return figureCell(bytesFigure(v));
    default: cell.text = countText(static_cast<int64_t>(std::clamp(v, -9.2e18, 9.2e18)));
  }
  return cell;
}

}  // namespace relaxscope
