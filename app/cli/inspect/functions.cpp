// SPDX-License-Identifier: Apache-2.0
// rscope functions: the function table.
#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <algorithm>

#include "app/cli/commands.h"
#include "app/cli/files.h"
#include "app/cli/inspect/function_detail.h"
#include "app/cli/output.h"
#include "vmcore/analysis/kernel_operator.h"
#include "vmcore/analysis/params.h"
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

}  // namespace

Runner configureFunctions(CLI::App& command) {
  auto options = tableOptions(command, "The table as a JSON list");
  auto names = std::make_shared<std::vector<std::string>>();
  command
      .add_option("--function", *names,
                  "Only this function, with its shape heap and the operands of its calls; may be given several times")
      ->allow_extra_args(false);
  command.footer(
      "JSON: a list of objects with name kind start end num_args registers params callers callees; kernels whose\n"
      "operators are known also have an operator (\"matmul, add, relu\"), functions with code ssa merges loops\n"
      "loop_depth live_registers constant_bytes; with --function also slots [slot formula origin written_by read_by]\n"
      "and calls [pc callee operands [direction type] result]");
  return [options, names] {
    return withFile(options->file, [&](const LoadedFile& file) {
      const auto only = functionsNamed(*file.executable, *names);
      if (!only.ok()) return fail(options->file, only.error());
      return writeOutput("", [&](Output& out) {
        if (!only->empty() && options->asJson) writeFunctionDetailsJson(*file.executable, *only, out.sink());
        else if (!only->empty()) writeFunctionDetails(*file.executable, *only, out);
        else if (options->asJson) writeFunctionsJson(*file.executable, out.sink());
        else writeFunctionsTable(*file.executable, out);
      });
    });
  };
}

}  // namespace relaxscope::cli
