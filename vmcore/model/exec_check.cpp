// SPDX-License-Identifier: Apache-2.0
// The passes of ExecBuilder::get over a finished program: renumbering and checks (rules: formats.md 1.7, and observed
// behaviour of TVM 0.27's ExecBuilder).
#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "vmcore/base/text/text.h"
#include "vmcore/model/exec_builder.h"

namespace relaxscope {
namespace {

/// A bytecode function's range, clamped to the existing instructions.
struct Range {
  int64_t begin = 0, end = 0;
};
Range rangeOf(const Executable& executable, const Function& function) {
  const auto count = static_cast<int64_t>(executable.code.size());
  const int64_t begin = std::clamp<int64_t>(function.startInstr, 0, count);
  return {begin, std::clamp<int64_t>(function.endInstr, begin, count)};
}

bool isCall(const Instruction& instruction) {
  return instruction.row != nullptr && instruction.row->code == static_cast<int64_t>(RelaxOpcode::Call);
}

Diagnostic findingAt(Severity severity, FuncIndex function, int64_t pc, const char* rule, std::string message) {
  Diagnostic finding;
  finding.severity = severity;
  finding.rule = rule;
  finding.message = std::move(message);
  finding.function = function;
  if (pc >= 0) finding.pc = InstrIndex(pc);
  return finding;
}

Diagnostic warningAt(FuncIndex function, int64_t pc, const char* rule, std::string message) {
  return findingAt(Severity::Warning, function, pc, rule, std::move(message));
}
Diagnostic faultAt(FuncIndex function, int64_t pc, std::string message) {
  return findingAt(Severity::Error, function, pc, "exec-builder", std::move(message));
}

/// Renumbers one function.
class Renumbering {
 public:
  Renumbering(Executable& executable, FuncIndex function, Diagnostics* warnings)
      : executable_(executable),
        words_(executable.code.words.edit()),
        index_(function),
        inputs_(executable.functions[function.at()].numArgs),
        next_(inputs_),
        warnings_(warnings) {}

  void run() {
    Function& function = executable_.functions[index_.at()];
    const Range range = rangeOf(executable_, function);
    for (int64_t pc = range.begin; pc < range.end; ++pc) {
      const Instruction instruction = executable_.code.at(InstrIndex(pc));
      instruction.forEachOperand([&](const Operand& operand) {
        if (operand.kind != ArgKind::Register || operand.role == OperandRole::Def) return;
        read(wordOf(instruction, operand.wordIndex), operand, pc);
      });
      if (isCall(instruction)) write(wordOf(instruction, instruction.row->dstWord), instruction.callDst());
    }
    function.registerFileSize = next_;
    for (const Early& early : early_) warnAbout(early);
  }

 private:
  struct Early {
    int64_t pc, reg;
  };

  int64_t& wordOf(const Instruction& instruction, uint32_t at) {
    return words_[static_cast<size_t>(instruction.words.begin() - executable_.code.words.begin()) + at];
  }
  void read(int64_t& word, const Operand& operand, int64_t pc) {
    const auto known = renamed_.find(operand.value);
    if (known != renamed_.end())
      word = operand.role == OperandRole::Argument ? Arg::make(ArgKind::Register, known->second).word() : known->second;
    else if (operand.value >= inputs_ && !isSpecialRegister(operand.value) && early_.size() < Diagnostics::kMaxKept)
      early_.push_back({pc, operand.value});
  }
  void write(int64_t& word, int64_t reg) {
    if (reg < inputs_ || isSpecialRegister(reg)) return;
    const auto [place, isNew] = renamed_.try_emplace(reg, next_);
    if (isNew) {
      writers_.push_back(reg);
      ++next_;
    }
    word = place->second;
  }
  void warnAbout(const Early& early) {
    if (warnings_ == nullptr || early.reg >= next_) return;
    warnings_->add(
        warningAt(index_, early.pc, "coinciding-register",
                  fmt::format("register r({0}) is read before it is written; after renumbering, %{0} was r({1})",
                              early.reg, writers_[static_cast<size_t>(early.reg - inputs_)])));
  }

  Executable& executable_;
  std::vector<int64_t>& words_;
  FuncIndex index_;
  int64_t inputs_, next_;
  Diagnostics* warnings_;
  std::unordered_map<int64_t, int64_t> renamed_;
  std::vector<int64_t> writers_;  ///< the old number of each new register from inputs_ on
  std::vector<Early> early_;
};

/// Checks one function.
class FunctionCheck {
 public:
  FunctionCheck(const Executable& executable, FuncIndex function, Diagnostics* warnings)
      : executable_(executable),
        function_(executable.functions[function.at()]),
        index_(function),
        warnings_(warnings) {}

  std::optional<Diagnostic> run() {
    const Range range = rangeOf(executable_, function_);
    if (range.begin >= range.end)
      return faultAt(index_, -1, fmt::format("function \"{}\" has no instruction", printable(function_.name)));
    for (pc_ = range.begin; pc_ < range.end; ++pc_) {
      const Instruction instruction = executable_.code.at(InstrIndex(pc_));
      if (instruction.row == nullptr) return at(fmt::format("unknown opcode {}", instruction.opcode()));
      // Offsets before registers, as in TVM: only the first violation is reported.
      instruction.forEachJump([&](JumpKind kind, int64_t offset) { checkJump(kind, offset); });
      instruction.forEachOperand([&](const Operand& operand) { check(operand); });
      if (problem_) return at(*problem_);
      if (isCall(instruction)) written_.insert(instruction.callDst());
    }
    if (warnings_ != nullptr) warnAboutInputs();
    return std::nullopt;
  }

 private:
  [[nodiscard]] Diagnostic at(const std::string& problem) const {
    return faultAt(index_, pc_,
                   fmt::format("function \"{}\", instruction {}: {}", printable(function_.name),
                               pc_ - std::max<int64_t>(function_.startInstr, 0), problem));
  }
  void checkJump(JumpKind kind, int64_t offset) {
    if (kind == JumpKind::Goto && offset == 0) problem_ = "goto of offset 0 jumps to itself";
    if (kind == JumpKind::False && offset <= 1)
      problem_ = fmt::format("If of false offset {}: it must be greater than 1", offset);
  }
  void check(const Operand& operand) {
    if (problem_) return;
    if (operand.kind == ArgKind::Register) checkRegister(operand);
    else if (operand.kind == ArgKind::Constant)
      checkIndex(operand.value, executable_.constants.size(), "constant index {} exceeds the pool of {}");
    else if (operand.kind == ArgKind::Function)
      checkIndex(operand.value, executable_.functions.size(), "function index {} exceeds the table of {}");
    else if (operand.kind != ArgKind::Immediate)
      problem_ = fmt::format("operand of unknown kind {}", static_cast<int>(operand.kind));
  }
  void checkIndex(int64_t value, size_t size, fmt::string_view message) {
    if (value < 0 || static_cast<uint64_t>(value) >= size) problem_ = fmt::format(fmt::runtime(message), value, size);
  }
  void checkRegister(const Operand& operand) {
    const int64_t reg = operand.value;
    if (reg < 0 && warnings_ != nullptr)
      warnings_->add(warningAt(index_, pc_, "negative-register",
                               fmt::format("register r({}) does not exist; TVM's builder accepts it", reg)));
    if (operand.role == OperandRole::Def) return;
    read_.insert(reg);
    if (reg < function_.numArgs || isSpecialRegister(reg) || written_.contains(reg)) return;
    problem_ = fmt::format("register r({}) is read but never written", reg);
  }
  void warnAboutInputs() {
    for (int64_t reg = 0; reg < function_.numArgs; ++reg) {
      if (read_.contains(reg)) continue;
      const auto place = static_cast<size_t>(reg);
      const std::string name =
          place < function_.paramNames.size() ? fmt::format(" ({})", printable(function_.paramNames[place])) : "";
      warnings_->add(warningAt(index_, -1, "unread-input", fmt::format("input r({}){} is never read", reg, name)));
      if (warnings_->total() > Diagnostics::kMaxKept) return;  // a file's num_args may be any number
    }
  }

  const Executable& executable_;
  const Function& function_;
  FuncIndex index_;
  Diagnostics* warnings_;
  int64_t pc_ = 0;
  std::optional<std::string> problem_;
  std::unordered_set<int64_t> written_, read_;
};

}  // namespace

void formalizeRegisters(Executable& executable, Diagnostics* warnings) {
  for (size_t i = 0; i < executable.functions.size(); ++i)
    if (executable.functions[i].isBytecode())
      Renumbering(executable, FuncIndex(static_cast<int64_t>(i)), warnings).run();
}

std::optional<Diagnostic> programFault(const Executable& executable, Diagnostics* warnings) {
  for (size_t i = 0; i < executable.functions.size(); ++i) {
    const Function& function = executable.functions[i];
    const FuncIndex index(static_cast<int64_t>(i));
    if (function.isPacked()) continue;
    if (function.isVmTir()) {
      if (function.registerFileSize <= function.numArgs)
        return faultAt(index, -1,
                       fmt::format("function \"{}\" has {} registers, its {} arguments and the result need one more",
                                   printable(function.name), function.registerFileSize, function.numArgs));
      continue;
    }
    if (auto fault = FunctionCheck(executable, index, warnings).run()) return fault;
  }
  return std::nullopt;
}

Result<void> checkProgram(const Executable& executable, Diagnostics* warnings) {
  if (auto fault = programFault(executable, warnings)) return Error(std::move(fault->message));
  return {};
}

}  // namespace relaxscope
