// SPDX-License-Identifier: Apache-2.0
#include "vmcore/analysis/verifier.h"

#include <array>

#include "vmcore/analysis/verify_context.h"

namespace relaxscope {
namespace {

using namespace verifying;

/// A rule looks at the whole executable, at each function or at each instruction of a sound function.
struct Rule {
  RuleRow row;
  void (*executable)(Context&) = nullptr;
  void (*function)(Context&, FuncIndex) = nullptr;
  void (*instruction)(Context&, const Site&) = nullptr;
};
constexpr Rule whole(const char* id, Severity severity, void (*check)(Context&), const char* summary) {
  return {{id, severity, summary}, check, nullptr, nullptr};
}
constexpr Rule function(const char* id, Severity severity, void (*check)(Context&, FuncIndex), const char* summary) {
  return {{id, severity, summary}, nullptr, check, nullptr};
}
constexpr Rule instruction(const char* id, Severity severity, void (*check)(Context&, const Site&), const char* summary) {
  return {{id, severity, summary}, nullptr, nullptr, check};
}

// Errors would let the engine read outside its tables; warnings fail at run time or mislead a reader.
constexpr std::array kRules = {
    whole("tensor-constant", Severity::Error, checkTensorConstants,
          "A tensor constant has 0 to 64 dimensions, none negative, and as many bytes as shape and dtype say."),
    whole("memory-scope", Severity::Error, checkMemoryScopes, "A memory scope names a constant that exists."),
    whole("code-offsets", Severity::Error, checkCodeOffsets,
          "Instructions lie one behind the other and fill the code section."),
    whole("opcode", Severity::Error, checkOpcodes, "Every opcode is one of the instruction set."),
    whole("argument-count", Severity::Error, checkArgumentCounts,
          "A call has as many argument words as it says, 65,536 at most."),
    function("function-kind", Severity::Error, checkFunctionKind,
             "A function is packed, bytecode or compiled (kinds 0 to 2)."),
    function("function-range", Severity::Error, checkFunctionRange,
             "A bytecode function has instructions, all inside the code and shared with no other."),
    function("function-registers", Severity::Error, checkFunctionRegisters,
             "A register file holds the arguments and has 1,048,576 registers at most."),
    instruction("register-range", Severity::Error, checkRegisters,
                "Registers lie in the function's register file, or are %void or %vm."),
    instruction("branch-condition", Severity::Error, checkCondition, "If tests a register of the frame."),
    instruction("constant-index", Severity::Error, checkConstantIndices, "Constant arguments exist."),
    instruction("function-index", Severity::Error, checkFunctionIndices, "Called functions and function arguments exist."),
    instruction("argument-kind", Severity::Error, checkArgumentKinds, "An argument is of kind 0 to 3."),
    instruction("jump-target", Severity::Error, checkJumps,
                "Jumps stay inside their function; If skips at least one instruction."),
    instruction("fall-through", Severity::Error, checkFallThrough, "A function ends with ret or goto."),
    whole("duplicate-name", Severity::Warning, checkUniqueNames, "Function names are unique; of equal ones the first is called."),
    function("param-names", Severity::Warning, checkParamNames, "There are as many parameter names as arguments, or none."),
    whole("code-outside", Severity::Warning, checkCodeCovered, "Every instruction belongs to a function."),
    instruction("endless-jump", Severity::Warning, checkEndlessJump, "A goto does not jump to itself."),
    instruction("call-arity", Severity::Warning, checkArity, "A function of the executable gets as many arguments as it takes."),
    instruction("builtin-arguments", Severity::Warning, checkBuiltinArguments,
                "A builtin gets the number and kinds of arguments it takes."),
    instruction("heap-slot", Severity::Warning, checkHeapSlots, "Slots lie inside the shape heap that the function allocates."),
    whole("unresolved-name", Severity::Warning, checkNamesResolve,
          "Functions that the executable calls are in its library or are builtins of the engine."),
    whole("uncovered-symbol", Severity::Warning, checkSymbolsCovered,
          "The engine provides the symbols that the library's kernels need."),
};

constexpr auto kRows = [] {
  std::array<RuleRow, kRules.size()> rows{};
  for (size_t i = 0; i < rows.size(); ++i) rows[i] = kRules[i].row;
  return rows;
}();

constexpr int64_t kStopInterval = 4096;  // instructions between looks at the stop token

void checkInstructions(Context& context) {
  std::vector<const Rule*> rules;
  for (const Rule& rule : kRules)
    if (rule.instruction != nullptr) rules.push_back(&rule);
  const Executable& executable = context.executable;
  for (const FuncIndex index : context.bytecode) {
    Site site{index, executable.function(index), 0, {}};
    context.heaps.clear();
    for (site.pc = site.function->startInstr; site.pc < site.function->endInstr; ++site.pc) {
      if (site.pc % kStopInterval == 0 && context.stop.stop_requested()) return;
      if (context.layout[static_cast<size_t>(site.pc)] != Layout::Sound) continue;
      site.instruction = executable.code.at(InstrIndex(site.pc));
      for (const Rule* rule : rules) {
        context.rule = &rule->row;
        rule->instruction(context, site);
      }
    }
  }
}

}  // namespace

std::span<const RuleRow> verifierRules() { return kRows; }

Diagnostics verify(const Executable& executable, const Library* library, std::stop_token stop) {
  Context context{executable, library, std::move(stop), {}, {}, {}, {}, {}, nullptr};
  prepare(context);
  for (const Rule& rule : kRules) {
    if (context.stop.stop_requested()) break;
    context.rule = &rule.row;
    if (rule.executable != nullptr) rule.executable(context);
    if (rule.function == nullptr) continue;
    for (size_t i = 0; i < executable.functions.size(); ++i) rule.function(context, FuncIndex(static_cast<int64_t>(i)));
  }
  checkInstructions(context);
  return std::move(context.findings);
}

}  // namespace relaxscope
