// SPDX-License-Identifier: Apache-2.0
#include "vmcore/model/exec_builder.h"

#include <fmt/format.h>

#include <algorithm>

#include "vmcore/base/text/text.h"

namespace relaxscope {
namespace {

constexpr int64_t kDeclaredOnly = -2;  // num_args of an entry that is declared but never defined (TVM)

const char* kindText(int32_t kind) {
  switch (static_cast<FunctionKind>(kind)) {
    case FunctionKind::Packed: return "packed";
    case FunctionKind::Bytecode: return "bytecode";
    case FunctionKind::VmTir: return "compiled";
  }
  return "unknown";
}

const char* operandText(ArgKind kind) {
  switch (kind) {
    case ArgKind::Register: return "register";
    case ArgKind::Immediate: return "immediate";
    case ArgKind::Constant: return "constant index";
    case ArgKind::Function: return "function index";
  }
  return nullptr;
}

/// Why TVM could not encode the operand; empty if it can.
std::string misfit(Arg arg) {
  const char* what = operandText(arg.kind());
  if (what == nullptr) return fmt::format("operand of unknown kind {}", static_cast<int>(arg.kind()));
  if (!Arg::fits(arg.value())) return fmt::format("{} {} is outside +-(2^55 - 1)", what, arg.value());
  return {};
}
std::string misfit(ExecBuilder::Register reg) { return misfit(Arg::make(ArgKind::Register, reg.number)); }

}  // namespace

void ExecBuilder::fail(std::string message) {
  if (error_) return;
  if (open_.empty()) {
    error_ = Error(std::move(message));
    return;
  }
  const Function& inside = row(open_.back());
  error_ = Error(fmt::format("function \"{}\", instruction {}: {}", printable(inside.name),
                             here().value - inside.startInstr, message));
}

void ExecBuilder::warn(FuncIndex function, const char* rule, std::string message) {
  Diagnostic finding;
  finding.severity = Severity::Warning;
  finding.rule = rule;
  finding.message = std::move(message);
  finding.function = function;
  warnings_.add(std::move(finding));
}

Arg ExecBuilder::f(std::string_view name) {
  const FuncIndex index = code_.findFunction(name);
  if (!index.valid()) fail(fmt::format("no function \"{}\" is declared, defined or called before", printable(name)));
  return Arg::make(ArgKind::Function, index.value);
}

Arg ExecBuilder::constant(ConstantValue value) {
  if (std::holds_alternative<LateBoundConstant>(value)) fail("a Relax executable cannot hold a late-bound constant");
  if (std::holds_alternative<UnknownConstant>(value)) fail("a constant of unknown value cannot be written");
  if (const auto* number = std::get_if<IntConstant>(&value)) return code_.number(number->value);
  return c(code_.addConstant(std::move(value)));
}

void ExecBuilder::declare(std::string_view name, FunctionKind kind) {
  if (const FuncIndex known = code_.findFunction(name); known.valid()) {
    if (const int32_t as = row(known).kind; as != static_cast<int32_t>(kind))
      fail(fmt::format("function \"{}\" is already declared in a different kind, {} and not {}", printable(name),
                       kindText(as), kindText(static_cast<int32_t>(kind))));
    return;
  }
  row(code_.function(name)).kind = static_cast<int32_t>(kind);
}

ExecBuilder::FunctionScope ExecBuilder::function(std::string_view name, int64_t numInputs) {
  return begin(name, numInputs, {});
}

ExecBuilder::FunctionScope ExecBuilder::function(std::string_view name, std::vector<std::string> params) {
  const auto count = static_cast<int64_t>(params.size());
  return begin(name, count, std::move(params));
}

ExecBuilder::FunctionScope ExecBuilder::begin(std::string_view name, int64_t numInputs,
                                              std::vector<std::string> params) {
  if (numInputs < 0) {
    fail(fmt::format("function \"{}\" cannot have {} inputs", printable(name), numInputs));
    numInputs = 0;
  }
  const bool known = code_.findFunction(name).valid();
  const FuncIndex index = code_.function(name);
  Function& entry = row(index);
  if (!known) entry.kind = static_cast<int32_t>(FunctionKind::Bytecode);
  if (entry.numArgs != kDeclaredOnly) fail(fmt::format("function \"{}\" is already defined", printable(name)));
  if (entry.isPacked())
    warn(
        index, "stays-packed",
        fmt::format(
            "function \"{}\" was called or declared as packed before its definition and stays packed; its instructions belong to no "
            "function (declare it as bytecode first)",
            printable(name)));
  if (!open_.empty())
    warn(index, "nested-function",
         fmt::format("function \"{}\" begins inside \"{}\", which holds its instructions too", printable(name),
                     printable(row(open_.back()).name)));
  entry.numArgs = numInputs;
  entry.paramNames = std::move(params);
  entry.registerFileSize = 0;
  entry.startInstr = here().value;
  open_.push_back(index);
  return FunctionScope(this, index);
}

void ExecBuilder::endFunction(FuncIndex function) {
  const auto place = std::find(open_.rbegin(), open_.rend(), function);
  if (place == open_.rend()) return;
  Function& entry = row(function);
  if (entry.isBytecode()) entry.endInstr = here().value;
  open_.erase(std::next(place).base());
}

void ExecBuilder::vmTirFunction(std::string_view name, int64_t numArgs, int64_t registers,
                                std::vector<std::string> params) {
  declare(name, FunctionKind::VmTir);
  const Function& entry = row(code_.function(name));
  if (entry.numArgs != kDeclaredOnly) fail(fmt::format("function \"{}\" is already defined", printable(name)));
  if (!params.empty() && static_cast<int64_t>(params.size()) != numArgs)
    fail(fmt::format("function \"{}\" has {} arguments, but {} parameter names", printable(name), numArgs,
                     params.size()));
  code_.addVmTir(name, numArgs, registers, std::move(params));
}

void ExecBuilder::memoryScope(ConstIndex constant, std::string scope) {
  code_.draft().memoryScopes.push_back({constant.value, std::move(scope)});
}

bool ExecBuilder::mayEmit(const char* what) {
  if (open_.empty()) fail(fmt::format("{} is emitted outside a function", what));
  return !open_.empty();
}

void ExecBuilder::emitCall(std::string_view callee, std::vector<Operand> args, Register dst) {
  if (!mayEmit("call")) return;
  std::vector<Arg> words;
  words.reserve(args.size());
  for (size_t i = 0; i < args.size(); ++i) {
    auto& content = args[i].content_;
    const Arg arg = content.index() == 0 ? *std::get_if<0>(&content) : constant(std::move(*std::get_if<1>(&content)));
    if (const std::string problem = misfit(arg); !problem.empty()) fail(fmt::format("argument {}: {}", i, problem));
    words.push_back(arg);
  }
  if (const std::string problem = misfit(dst); !problem.empty()) fail("destination: " + problem);
  code_.emitCall(callee, words, dst.number);
}

void ExecBuilder::emitRet(Register result) {
  if (!mayEmit("ret")) return;
  if (const std::string problem = misfit(result); !problem.empty()) fail(problem);
  code_.emitRet(result.number);
}

void ExecBuilder::emitGoto(int64_t pcOffset) {
  if (mayEmit("goto")) code_.emitGoto(pcOffset);
}

void ExecBuilder::emitIf(Register cond, int64_t falseOffset) {
  if (!mayEmit("If")) return;
  if (const std::string problem = misfit(cond); !problem.empty()) fail(problem);
  code_.emitIf(cond.number, falseOffset);
}

Result<Executable> ExecBuilder::get(Diagnostics* warnings) const {
  if (error_) return *error_;
  Executable executable = code_.draft();
  if (!open_.empty())
    return Error(fmt::format("function \"{}\" has not ended", printable(executable.functions[open_.back().at()].name)));
  if (warnings != nullptr)
    for (const Diagnostic& finding : warnings_.all()) warnings->add(finding);
  formalizeRegisters(executable, warnings);
  RS_CHECK(checkProgram(executable, warnings));
  return executable;
}

}  // namespace relaxscope
