// SPDX-License-Identifier: Apache-2.0
// Checks the words of a Relax program in one pass that allocates nothing and returns only yes or no. It accepts what
// the rules about code accept without an error; verify_sound_test.cpp compares both.
#include <array>

#include "vmcore/analysis/verify/context.h"

namespace relaxscope::verifying {
namespace {

constexpr uint64_t tagged(ArgKind kind, uint64_t value) { return (static_cast<uint64_t>(kind) << 56) + value; }
constexpr uint64_t kVoidArg = tagged(ArgKind::Register, kVoidRegister), kVmArg = tagged(ArgKind::Register, kVmRegister);

/// Bounds of the operands of a function's instructions. Comparisons are unsigned: negative numbers exceed every bound.
struct OperandBounds {
  uint64_t registers = 0, functions = 0;
  /// Exclusive upper bound of an argument's word by its top byte, its kind. 0 for unknown kinds.
  std::array<uint64_t, 256> args{};

  explicit OperandBounds(const Executable& executable) : functions(executable.functions.size()) {
    args[static_cast<size_t>(ArgKind::Immediate)] = tagged(ArgKind::Immediate, Arg::kValueMask + 1);
    args[static_cast<size_t>(ArgKind::Constant)] = tagged(ArgKind::Constant, executable.constants.size());
    args[static_cast<size_t>(ArgKind::Function)] = tagged(ArgKind::Function, functions);
  }
  void enter(const Function& function) {
    registers = static_cast<uint64_t>(function.registerFileSize);
    args[static_cast<size_t>(ArgKind::Register)] = registers;
  }
  /// A register of the frame or any special one, because writes to special ones are dropped.
  [[nodiscard]] bool takesDefinition(int64_t reg) const {
    return static_cast<uint64_t>(reg) < registers || isSpecialRegister(reg);
  }
  [[nodiscard]] bool takesUse(int64_t reg) const {
    return static_cast<uint64_t>(reg) < registers || reg == kVoidRegister || reg == kVmRegister;
  }
  [[nodiscard]] bool isPlain(int64_t argument) const {
    return static_cast<uint64_t>(argument) < args[static_cast<uint64_t>(argument) >> 56];
  }
  [[nodiscard]] bool takesArgument(int64_t word) const {
    return isPlain(word) || static_cast<uint64_t>(word) == kVoidArg || static_cast<uint64_t>(word) == kVmArg;
  }
};

/// An instruction spans the words from its offset to the next one; it is sound if that equals its length. This way no
/// instruction depends on the length of the previous one.
class WordPass {
 public:
  explicit WordPass(const Executable& executable)
      : executable_(executable),
        words_(executable.code.words),
        wordCount_(static_cast<int64_t>(words_.size())),
        offsets_(executable.code.offsets.data()),
        count_(executable.code.offsets.size()) {}

  bool run(const std::vector<FuncIndex>& bodies) const {
    if (count_ == 0) return wordCount_ == 0;
    if (offsets_[0] != 0) return false;
    OperandBounds bounds(executable_);
    size_t pc = 0;
    for (const FuncIndex index : bodies) {
      const Function& function = executable_.functions[index.at()];
      const auto begin = static_cast<size_t>(function.startInstr), end = static_cast<size_t>(function.endInstr);
      bounds.enter(function);
      if (!layOut(pc, begin) || !checkBody(begin, end, bounds)) return false;
      pc = end;
    }
    return layOut(pc, count_);
  }

 private:
  static constexpr size_t kCallWords = 4;  ///< words before the arguments
  static constexpr size_t kRetWords = 2, kGotoWords = 2, kIfWords = 3;

  /// The words of `pc`, whose offset must be in range; empty unless at least one exists and all are in range.
  [[nodiscard]] WordView at(size_t pc) const {
    const int64_t begin = offsets_[pc], end = pc + 1 < count_ ? offsets_[pc + 1] : wordCount_;
    return words_.subspan(static_cast<size_t>(begin),
                          begin < end && end <= wordCount_ ? static_cast<size_t>(end - begin) : 0);
  }
  /// With too few words the subtraction wraps, so the count is rejected as too large.
  static bool isCall(WordView words) {
    const uint64_t arguments = words.size() - kCallWords;
    return arguments <= static_cast<uint64_t>(kMaxCallArgs) && static_cast<uint64_t>(words[3]) == arguments;
  }

  /// Checks instructions that belong to no function: only their layout matters.
  [[nodiscard]] bool layOut(size_t pc, size_t end) const {
    for (; pc < end; ++pc) {
      const WordView words = at(pc);
      if (words.empty()) return false;
      switch (words[0]) {
        case static_cast<int64_t>(RelaxOpcode::Call):
          if (!isCall(words)) return false;
          break;
        case static_cast<int64_t>(RelaxOpcode::Ret):
        case static_cast<int64_t>(RelaxOpcode::Goto):
          if (words.size() != kRetWords) return false;
          break;
        case static_cast<int64_t>(RelaxOpcode::If):
          if (words.size() != kIfWords) return false;
          break;
        default: return false;
      }
    }
    return true;
  }

  /// Checks the instructions of a nonempty function.
  [[nodiscard]] bool checkBody(size_t begin, size_t end, const OperandBounds& bounds) const {
    bool falls = true;
    for (size_t pc = begin; pc < end; ++pc) {
      const WordView words = at(pc);
      falls = !words.empty() && words[0] == static_cast<int64_t>(RelaxOpcode::Call);
      if (falls) [[likely]] {
        if (!takesCall(words, bounds)) return false;
      } else if (!acceptsOther(words, pc - begin, end - begin, bounds, falls)) {
        return false;
      }
    }
    return !falls;
  }
  /// Checks an instruction that is not a call; `pc` is relative to a function of `size` instructions.
  static bool acceptsOther(WordView words, uint64_t pc, uint64_t size, const OperandBounds& bounds, bool& falls) {
    if (words.empty()) return false;
    // The sum of a target before the function wraps and is too large.
    const auto stays = [&](int64_t offset) { return static_cast<uint64_t>(offset) + pc < size; };
    switch (words[0]) {
      case static_cast<int64_t>(RelaxOpcode::Ret): return words.size() == kRetWords && bounds.takesUse(words[1]);
      case static_cast<int64_t>(RelaxOpcode::Goto): return words.size() == kGotoWords && stays(words[1]);
      case static_cast<int64_t>(RelaxOpcode::If):
        falls = true;
        return words.size() == kIfWords && static_cast<uint64_t>(words[1]) < bounds.registers && words[2] > 1 &&
               stays(words[2]);
      default: return false;
    }
  }
  static bool takesCall(WordView call, const OperandBounds& bounds) {
    if (!isCall(call) || !bounds.takesDefinition(call[1]) || static_cast<uint64_t>(call[2]) >= bounds.functions)
      return false;
    size_t at = kCallWords;
    for (; at + 1 < call.size(); at += 2)  // two per iteration: half the jumps
      if (!(bounds.isPlain(call[at]) & bounds.isPlain(call[at + 1])) &&
          !(bounds.takesArgument(call[at]) && bounds.takesArgument(call[at + 1])))
        return false;
    return at == call.size() || bounds.takesArgument(call[at]);
  }

  const Executable& executable_;
  const WordView words_;
  const int64_t wordCount_;
  const int64_t* const offsets_;
  const size_t count_;
};

}  // namespace

bool wordsAreSound(const Context& context) {
  return context.relax && WordPass(context.executable).run(context.bytecode);
}

}  // namespace relaxscope::verifying
