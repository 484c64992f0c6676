// SPDX-License-Identifier: Apache-2.0
#include "vmcore/analysis/verify/verifier.h"

#include <array>
#include <bit>

#include "vmcore/analysis/verify/context.h"

namespace relaxscope {
namespace {

using namespace verifying;

/// A rule applies to the whole executable, to each function, or, in functions with a valid range, to calls, to jumps,
/// or to operands of some classes. Rules that look into words are marked inWords: wordsAreSound() covers their errors.
struct Rule {
  RuleRow row;
  void (*executable)(Context&) = nullptr;
  void (*function)(Context&, FuncIndex) = nullptr;
  void (*call)(Context&, const Site&) = nullptr;
  void (*jump)(Context&, const Site&) = nullptr;
  void (*operand)(Context&, const Site&, const Operand&) = nullptr;
  uint8_t classes = 0;
  bool inWords = false;
  bool ofResult = false;  ///< its errors make the result wrong, and nothing unsafe
};
constexpr Rule ofResult(Rule rule) {
  rule.ofResult = true;
  return rule;
}
constexpr Rule inWords(Rule rule) {
  rule.inWords = true;
  return rule;
}
constexpr Rule whole(const char* id, Severity severity, void (*check)(Context&), const char* summary) {
  return {{id, severity, summary}, check};
}
constexpr Rule function(const char* id, Severity severity, void (*check)(Context&, FuncIndex), const char* summary) {
  return {{id, severity, summary}, nullptr, check};
}
constexpr Rule call(const char* id, Severity severity, void (*check)(Context&, const Site&), const char* summary) {
  return inWords({{id, severity, summary}, nullptr, nullptr, check});
}
constexpr Rule jump(const char* id, Severity severity, void (*check)(Context&, const Site&), const char* summary) {
  return inWords({{id, severity, summary}, nullptr, nullptr, nullptr, check});
}
constexpr Rule operand(const char* id, Severity severity, int classes,
                       void (*check)(Context&, const Site&, const Operand&), const char* summary) {
  return inWords({{id, severity, summary}, nullptr, nullptr, nullptr, nullptr, check, static_cast<uint8_t>(classes)});
}

// Errors would let the engine read outside its tables; warnings concern failures at run time or misleading data.
constexpr std::array kVerifierRules = {
    whole("format.unknown-producer", Severity::Error, checkProducer,
          "The version in the file is one of a release or development build that wrote this layout."),
    whole("tensor-constant", Severity::Error, checkTensorConstants,
          "A tensor constant has 0 to 64 dimensions, none negative, and as many bytes as shape and dtype say."),
    whole("memory-scope", Severity::Error, checkMemoryScopes, "A memory scope names a constant that exists."),
    inWords(whole("code-offsets", Severity::Error, checkCodeOffsets,
                  "Instructions are contiguous and fill the code section.")),
    inWords(whole("opcode", Severity::Error, checkOpcodes, "Every opcode is one of the instruction set.")),
    inWords(whole("argument-count", Severity::Error, checkArgumentCounts,
                  "A call has as many argument words as it declares, at most 65,536.")),
    whole("relay-devices", Severity::Error, checkDeviceTables,
          "Host, constants and parameters are on virtual devices that exist."),
    function("function-kind", Severity::Error, checkFunctionKind,
             "A function is packed, bytecode or compiled (kinds 0 to 2)."),
    function("function-range", Severity::Error, checkFunctionRange,
             "A bytecode function has instructions, all inside the code and not shared with other functions."),
    function("function-registers", Severity::Error, checkFunctionRegisters,
             "A register file holds the arguments and has 1,048,576 registers at most."),
    operand("register-range", Severity::Error, kDefinition | kRegister, checkRegister,
            "Registers lie in the function's register file, or are %void or %vm."),
    operand("branch-condition", Severity::Error, kRegister, checkCondition, "If tests a register of the frame."),
    operand("constant-index", Severity::Error, kConstant, checkConstantIndex, "Constant arguments exist."),
    operand("function-index", Severity::Error, kFunction, checkFunctionIndex,
            "Called functions and function arguments exist."),
    operand("argument-kind", Severity::Error, kUnknownKind, checkArgumentKind, "An argument is of kind 0 to 3."),
    operand("device-index", Severity::Error, kDevice, checkDevice,
            "Devices of instructions are virtual devices that exist."),
    operand("operand-value", Severity::Error, kBounded, checkOperandValue,
            "Element types, extents, field indices and output counts are in range."),
    jump("jump-target", Severity::Error, checkJump,
         "Jumps stay inside their function; If skips at least one instruction."),
    inWords(function("fall-through", Severity::Error, checkFallThrough, "A function ends with ret or goto.")),
    ofResult(function(kStorageOverlap, Severity::Error, checkStorageOverlap,
                      "A call writes no tensor over another one in a storage whose contents are read later.")),
    whole("packed-attributes", Severity::Warning, checkAttributes, "Attributes belong to packed functions that exist."),
    whole("duplicate-name", Severity::Warning, checkUniqueNames,
          "Function names are unique; among duplicates the first is called."),
    function("param-names", Severity::Warning, checkParamNames,
             "There are as many parameter names as arguments, or none."),
    whole("code-outside", Severity::Warning, checkCodeCovered, "Every instruction belongs to a function."),
    jump("endless-jump", Severity::Warning, checkEndlessJump, "A goto does not jump to itself."),
    call("call-arity", Severity::Warning, checkArity, "A call passes as many arguments as the function takes."),
    call("builtin-arguments", Severity::Warning, checkBuiltinArguments,
         "A call passes the number and kinds of arguments that the builtin takes."),
    call("heap-slot", Severity::Warning, checkHeapSlots,
         "Slots lie inside the shape heap that the function allocates."),
    whole("unresolved-name", Severity::Warning, checkNamesResolve,
          "Functions that the executable calls are in its library or are builtins of the engine."),
    whole("uncovered-symbol", Severity::Warning, checkSymbolsCovered,
          "The engine provides the symbols that the library's kernels need."),
};

constexpr auto kVerifierRows = [] {
  std::array<RuleRow, kVerifierRules.size()> rows{};
  for (size_t i = 0; i < rows.size(); ++i) rows[i] = kVerifierRules[i].row;
  return rows;
}();

constexpr int64_t kStopInterval = 4096;  // instructions between checks of the stop token

/// The rules about function bodies, sorted by kind.
class BodyRules {
 public:
  BodyRules() {
    for (const Rule& rule : kVerifierRules) {
      if (rule.call != nullptr) calls_.push_back(&rule);
      if (rule.jump != nullptr) jumps_.push_back(&rule);
      for (size_t bit = 0; bit < operands_.size(); ++bit)
        if ((rule.classes >> bit & 1) != 0) operands_[bit].push_back(&rule);
    }
  }
  void check(Context& context, const Site& site) const {
    site.instruction.forEachOperand([&](const Operand& operand) {
      if (context.isPlain(site, operand)) return;
      for (const Rule* rule :
           operands_[static_cast<size_t>(std::countr_zero(static_cast<uint8_t>(classOf(operand))))]) {
        context.rule = &rule->row;
        rule->operand(context, site, operand);
      }
    });
    const Flow flow = site.instruction.row->flow;
    if (!site.instruction.isCall() && flow != Flow::Jump && flow != Flow::Branch) return;
    // Kernels accept any arguments; their calls matter only because they may overwrite a known heap.
    const Callee* callee = site.instruction.isCall() ? context.calleeOf(site) : nullptr;
    if (callee != nullptr && !callee->known && context.heaps.empty()) return;
    for (const Rule* rule : site.instruction.isCall() ? calls_ : jumps_) {
      context.rule = &rule->row;
      (rule->call != nullptr ? rule->call : rule->jump)(context, site);
    }
  }

 private:
  std::vector<const Rule*> calls_, jumps_;
  std::array<std::vector<const Rule*>, 8> operands_;  ///< by bit of OperandClass
};

void checkBodies(Context& context) {
  const BodyRules rules;
  const Executable& executable = context.executable;
  for (const FuncIndex index : context.bytecode) {
    Site site{index, executable.function(index), 0, {}};
    context.heaps.clear();
    for (site.pc = site.function->startInstr; site.pc < site.function->endInstr; ++site.pc) {
      if (site.pc % kStopInterval == 0 && context.stop.stop_requested()) return;
      if (context.layout[static_cast<size_t>(site.pc)] != Layout::Sound) continue;
      site.instruction = executable.code.at(InstrIndex(site.pc));
      rules.check(context, site);
    }
  }
}

/// Runs one rule about tables.
void checkTables(Context& context, const Rule& rule) {
  context.rule = &rule.row;
  if (rule.executable != nullptr) rule.executable(context);
  if (rule.function == nullptr) return;
  for (size_t i = 0; i < context.executable.functions.size(); ++i)
    rule.function(context, FuncIndex(static_cast<int64_t>(i)));
}

}  // namespace

std::span<const RuleRow> verifierRules() { return kVerifierRows; }

Diagnostics verify(const Executable& executable, const Library* library, std::stop_token stop) {
  Context context{executable, library, std::move(stop), {}, {}, {}, {}, {}, true, nullptr};
  prepare(context);
  for (const Rule& rule : kVerifierRules) {
    if (context.stop.stop_requested()) break;
    checkTables(context, rule);
  }
  checkBodies(context);
  return std::move(context.findings);
}

bool isProvenSound(const Executable& executable) {
  Context context{executable, nullptr, {}, {}, {}, {}, {}, {}, true, nullptr};
  prepareTables(context);
  for (const Rule& rule : kVerifierRules) {
    if (rule.row.severity != Severity::Error || rule.inWords || rule.ofResult) continue;
    checkTables(context, rule);
    if (context.findings.hasErrors()) return false;
  }
  return wordsAreSound(context);
}

}  // namespace relaxscope
