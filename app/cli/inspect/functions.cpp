// SPDX-License-Identifier: Apache-2.0
// rscope functions: the function table, and functions in detail.
#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <utility>

#include "app/cli/files.h"
#include "app/cli/inspect/commands.h"
#include "app/cli/output.h"
#include "vmcore/analysis/call_types.h"
#include "vmcore/analysis/flow/code_figures.h"
#include "vmcore/analysis/flow/code_walk.h"
#include "vmcore/analysis/kernel_operator.h"
#include "vmcore/analysis/params.h"
#include "vmcore/analysis/shape_program.h"
#include "vmcore/analysis/summary.h"
#include "vmcore/base/text/text.h"
#include "vmcore/export/json_tables.h"

namespace relaxscope::cli {
namespace {

std::string parameterText(const Executable& executable, FuncIndex index) {
  const Function& f = executable.functions[index.at()];
  if (f.isPacked()) return {};
  std::string text;
  for (const ParamInfo& param : recoverParams(executable, index)) {
    const std::string type = param.text();
    text += (text.empty() ? "" : ", ") + param.name + (type.empty() ? "" : ": " + type);
  }
  return text;
}

void writeFunctionsTable(const Executable& executable, Output& out) {
  const ExecutableSummary summary = summarize(executable);
  std::vector<std::string> operators;
  for (size_t i = 0; i < executable.functions.size(); ++i)
    operators.push_back(kernelOperator(executable, FuncIndex(static_cast<int64_t>(i))));
  const bool anyOperator = std::ranges::any_of(operators, [](const std::string& text) { return !text.empty(); });
  std::vector<std::string> head{"#", "name", "kind", "pc", "instructions", "registers", "calls", "sites", "parameters"};
  if (anyOperator) head.emplace_back("operator");
  TextTable table(head, {0, 4, 5, 6, 7});
  for (size_t i = 0; i < executable.functions.size(); ++i) {
    const Function& f = executable.functions[i];
    const FunctionSummary& s = summary.functions[i];
    const bool code = f.isBytecode();
    std::vector<std::string> row{std::to_string(i),
                                 f.name,
                                 functionKindText(f),
                                 code ? fmt::format("{}..{}", f.startInstr, f.endInstr) : "",
                                 code ? std::to_string(f.endInstr - f.startInstr) : "",
                                 f.isPacked() ? "" : std::to_string(f.registerFileSize),
                                 code ? std::to_string(s.callsOut) : "",
                                 std::to_string(s.callSites),
                                 parameterText(executable, FuncIndex(static_cast<int64_t>(i)))};
    if (anyOperator) row.push_back(operators[i]);
    table.add(std::move(row));
  }
  table.write(out);
}

/// Figures of the code, slots of the shape heap, and calls with directions and types of their operands.
class DetailWriter {
 public:
  DetailWriter(const Executable& executable, Output& out)
      : executable_(executable), out_(out), summary_(summarize(executable)), results_(executable) {
    walkable_.resize(executable.functions.size());
    for (const FuncIndex function : walkableFunctions(executable)) walkable_[function.at()] = true;
  }

  void write(FuncIndex index) {
    const Function& f = executable_.functions[index.at()];
    out_.write(fmt::format("{}: {}\n", printable(f.name), functionKindText(f)));
    if (const std::string operators = kernelOperator(executable_, index); !operators.empty())
      out_.write(fmt::format("  operator {}\n", operators));
    if (!f.isPacked())
      for (const ParamInfo& param : recoverParams(executable_, index))
        out_.write(
            fmt::format("  parameter {}: {}\n", printable(param.name), param.text().empty() ? "?" : param.text()));
    if (walkable_[index.at()]) writeFigures(index);
    writeSlots(index);
    if (walkable_[index.at()]) writeCalls(index);
  }

 private:
  void writeFigures(FuncIndex index) {
    const auto figures = codeFigures(executable_, index);
    if (!figures) return;
    const Function& f = executable_.functions[index.at()];
    const PcRange range = existingRange(executable_, f);
    const char* atLeast = figures->complete ? "" : "at least ";
    out_.write(fmt::format("  pc {}..{}, {} instructions\n", range.begin, range.end, range.end - range.begin));
    out_.write(
        fmt::format("  {}: {}{} merges\n", figures->ssa ? "in SSA form" : "not in SSA form", atLeast, figures->merges));
    out_.write(fmt::format("  {} loops, depth {}\n", figures->loops, figures->loopDepth));
    out_.write(fmt::format("  {} registers, {} live at most", figures->registerFileSize, figures->liveRegisters));
    if (figures->livePc.valid()) out_.write(fmt::format(" at pc {}", figures->livePc.value));
    out_.write(fmt::format("\n  constants of {} bytes\n",
                           groupedNumber(static_cast<int64_t>(summary_.functions[index.at()].constantBytes))));
  }

  /// "2 match_shape, 7 shape_func"; of many the first few.
  std::string placesText(const std::vector<InstrIndex>& pcs) const {
    constexpr size_t kShown = 8;
    std::string text;
    for (size_t i = 0; i < std::min(kShown, pcs.size()); ++i) {
      const Function* callee = executable_.function(calleeAt(executable_, pcs[i]));
      std::string name = callee != nullptr ? printable(callee->name) : std::string();
      if (name.starts_with("vm.builtin.")) name.erase(0, 11);
      text += fmt::format("{}{} {}", i == 0 ? "" : ", ", pcs[i].value, name);
    }
    if (pcs.size() > kShown) text += fmt::format(" and {} more", pcs.size() - kShown);
    return text;
  }

  void writeSlots(FuncIndex index) {
    const ShapeProgram program = shapeProgram(executable_, index, shapeSlots(executable_, index));
    if (program.heap.empty()) return;
    TextTable table({"  slot", "formula", "origin", "written by", "read by"}, {0});
    for (size_t i = 0; i < program.heap.size(); ++i) {
      const SlotDetail& slot = program.heap[i];
      const std::vector<InstrIndex> writers = program.writersOf(i);
      const bool oneOf = slot.stores.empty() && writers.size() > 1;
      table.add({std::to_string(i), slot.formula.empty() ? "?" : printable(slot.formula), sourceText(slot.source),
                 (oneOf ? "one of " : "") + placesText(writers), placesText(slot.reads)});
    }
    table.write(out_);
  }

  void writeCalls(FuncIndex index) {
    const auto definitions = definitionsOf(executable_, index);
    if (!definitions) return;
    const CallTypes types = callTypes(executable_, index, *definitions, results_).value_or(CallTypes());
    if (types.calls.empty()) return;
    TextTable table({"  pc", "callee", "operands"}, {0});
    const auto nameOf = [](const StaticTypeRef& type) { return type == nullptr ? std::string("?") : typeText(type); };
    for (const TypedCall& call : types.calls) {
      std::string operands;
      for (const CallOperand& operand : call.operands)
        operands += fmt::format("{}{} {}", operands.empty() ? "" : ", ", directionText(operand.direction),
                                nameOf(operand.type));
      if (!call.isKernel) operands += (operands.empty() ? "-> " : " -> ") + nameOf(call.result);
      table.add({std::to_string(call.pc.value), printable(executable_.functions[call.callee.at()].name), operands});
    }
    table.write(out_);
  }

  const Executable& executable_;
  Output& out_;
  ExecutableSummary summary_;
  FunctionResults results_;
  std::vector<bool> walkable_;  ///< by function: its code is its own, as overlapping ones would be read again and again
};

void writeFunctionDetails(const Executable& executable, std::span<const FuncIndex> functions, Output& out) {
  DetailWriter writer(executable, out);
  for (const FuncIndex index : functions) {
    if (index != functions.front()) out.write("\n");
    writer.write(index);
    if (!out.good()) return;
  }
}

}  // namespace

int functionsCommand(const FunctionsOptions& options) {
  return withFile(options.file, [&](const LoadedFile& file) {
    const auto only = functionsNamed(*file.executable, options.functions);
    if (!only.ok()) return fail(options.file, only.error());
    return writeOutput("", [&](Output& out) {
      if (!only->empty() && options.asJson) writeFunctionDetailsJson(*file.executable, *only, out.sink());
      else if (!only->empty()) writeFunctionDetails(*file.executable, *only, out);
      else if (options.asJson) writeFunctionsJson(*file.executable, out.sink());
      else writeFunctionsTable(*file.executable, out);
    });
  });
}

}  // namespace relaxscope::cli
