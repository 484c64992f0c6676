// SPDX-License-Identifier: Apache-2.0
// Each old register is one unit. Its interval reaches from the first to the last place at which it is written, read or
// live in between, in order of pc. An interval is exact enough because generated code has few jumps: a register that is
// live around the back edge of a loop is live at the begin and at the end of each block of the loop, so its interval
// holds the loop.
//
// Places: instruction i of the function reads at 2i and writes at 2i + 1, parameters are written at -1. So a call may
// write into the register of an argument that it reads last: it stores its result after the callee has returned.
#include "vmcore/build/codegen/register_allocation.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <numeric>
#include <queue>
#include <string>
#include <unordered_map>
#include <utility>

#include "vmcore/analysis/flow/builtin_calls.h"
#include "vmcore/analysis/flow/cfg.h"
#include "vmcore/analysis/flow/work_limits.h"
#include "vmcore/analysis/verify/verifier.h"
#include "vmcore/base/text/text.h"

namespace relaxscope::build {
namespace {

constexpr int64_t kEntryPlace = -1;

/// The places from the first to the last one at which a register is needed, inclusive.
struct RegisterInterval {
  int64_t begin = INT64_MAX, end = INT64_MIN;
  [[nodiscard]] bool used() const { return begin <= end; }
  void include(int64_t place) {
    begin = std::min(begin, place);
    end = std::max(end, place);
  }
};

/// What one block does with one register.
struct BlockAccess {
  int64_t reg = 0;
  uint32_t block = 0;
  bool exposed = false;  ///< read before the block writes it
  bool written = false;
};

/// Calls `visit(const Operand&)` for the operands that are registers of the frame.
template <class Visit>
void forEachFrameRegister(const Instruction& instruction, const Visit& visit) {
  instruction.forEachOperand([&](const Operand& operand) {
    if (operand.kind == ArgKind::Register && operand.role != OperandRole::Ignored && !isSpecialRegister(operand.value))
      visit(operand);
  });
}

/// Backward liveness of one function, a register at a time, from the blocks that read it before they write it.
class IntervalSearch {
 public:
  IntervalSearch(const Executable& executable, const Cfg& cfg, BuiltinCalls& builtins)
      : executable_(executable),
        cfg_(cfg),
        builtins_(builtins),
        begin_(cfg.blocks.front().begin.value),
        stepsLeft_(kMinSteps + kStepsPerInstruction * static_cast<uint64_t>(cfg.blocks.back().end.value - begin_)),
        inspected_(cfg.blocks.size(), -1),
        writing_(cfg.blocks.size(), -1) {
    const Function& function = executable.functions[cfg.function.at()];
    intervals_.resize(static_cast<size_t>(function.registerFileSize));
    for (int64_t reg = 0; reg < function.numArgs; ++reg) intervals_[static_cast<size_t>(reg)].include(kEntryPlace);
  }

  /// By register; unused for those that no instruction names.
  std::vector<RegisterInterval> run() {
    for (size_t block = 0; block < cfg_.blocks.size(); ++block) readBlock(static_cast<uint32_t>(block));
    std::ranges::stable_sort(accesses_, {}, &BlockAccess::reg);
    for (size_t first = 0; first < accesses_.size();) {
      size_t last = first;
      while (last < accesses_.size() && accesses_[last].reg == accesses_[first].reg) ++last;
      extend(first, last);
      first = last;
    }
    return std::move(intervals_);
  }

 private:
  [[nodiscard]] int64_t readPlace(int64_t pc) const { return 2 * (pc - begin_); }
  [[nodiscard]] int64_t writePlace(int64_t pc) const { return readPlace(pc) + 1; }

  void readBlock(uint32_t block) {
    std::unordered_map<int64_t, size_t> rows;  // of accesses_, by register
    const auto rowOf = [&](int64_t reg) -> BlockAccess& {
      const auto [place, isNew] = rows.try_emplace(reg, accesses_.size());
      if (isNew) accesses_.push_back({reg, block});
      return accesses_[place->second];
    };
    const auto read = [&](int64_t reg, int64_t pc) {
      BlockAccess& access = rowOf(reg);
      if (!access.written) access.exposed = true;
      intervals_[static_cast<size_t>(reg)].include(readPlace(pc));
    };
    for (int64_t pc = cfg_.blocks[block].begin.value; pc < cfg_.blocks[block].end.value; ++pc) {
      const Instruction instruction = executable_.code.at(InstrIndex(pc));
      // A kill reads what it clears: otherwise the register could hold another value by then.
      const bool kills = builtins_.kills(instruction);
      forEachFrameRegister(instruction, [&](const Operand& operand) {
        if (operand.role != OperandRole::Def || kills) read(operand.value, pc);
      });
      forEachFrameRegister(instruction, [&](const Operand& operand) {
        if (operand.role != OperandRole::Def) return;
        rowOf(operand.value).written = true;
        intervals_[static_cast<size_t>(operand.value)].include(writePlace(pc));
      });
    }
  }

  /// Extends the interval of one register over the blocks through which a value reaches a read.
  void extend(size_t first, size_t last) {
    const int64_t reg = accesses_[first].reg;
    RegisterInterval& interval = intervals_[static_cast<size_t>(reg)];
    std::vector<uint32_t> liveAtBegin;
    for (size_t i = first; i < last; ++i) {
      const BlockAccess& access = accesses_[i];
      if (access.written) writing_[access.block] = reg;
      if (!access.exposed) continue;
      inspected_[access.block] = reg;
      liveAtBegin.push_back(access.block);
    }
    while (!liveAtBegin.empty()) {
      const uint32_t block = liveAtBegin.back();
      liveAtBegin.pop_back();
      includeBegin(interval, block);
      for (const uint32_t edge : cfg_.blocks[block].in) {
        if (stepsLeft_ == 0) return includeAll(interval);
        --stepsLeft_;
        const auto from = static_cast<uint32_t>(cfg_.edges[edge].from.value);
        interval.include(writePlace(cfg_.blocks[from].end.value - 1));
        if (writing_[from] == reg || inspected_[from] == reg) continue;
        inspected_[from] = reg;
        liveAtBegin.push_back(from);
      }
    }
  }
  /// What is live at the begin of the function is what the frame held before: a parameter, or nothing.
  void includeBegin(RegisterInterval& interval, uint32_t block) const {
    interval.include(block == 0 ? kEntryPlace : readPlace(cfg_.blocks[block].begin.value));
  }
  void includeAll(RegisterInterval& interval) const {
    interval.include(kEntryPlace);
    interval.include(writePlace(cfg_.blocks.back().end.value - 1));
  }

  const Executable& executable_;
  const Cfg& cfg_;
  BuiltinCalls& builtins_;
  int64_t begin_;
  uint64_t stepsLeft_;
  std::vector<BlockAccess> accesses_;
  std::vector<RegisterInterval> intervals_;
  std::vector<int64_t> inspected_, writing_;  ///< by block: the register of the current search, if it was seen there
};

/// Gives each interval the lowest register that is free while it lasts. Returns the number of registers.
int64_t scanLinearly(const std::vector<RegisterInterval>& intervals, int64_t params,
                     std::vector<int32_t>& newRegister) {
  std::vector<int32_t> order;
  for (size_t reg = 0; reg < intervals.size(); ++reg)
    if (intervals[reg].used()) order.push_back(static_cast<int32_t>(reg));
  // Parameters begin first and are the lowest of those, so the scan itself leaves them in their places.
  std::ranges::stable_sort(order, {}, [&](int32_t reg) { return intervals[static_cast<size_t>(reg)].begin; });
  using Ending = std::pair<int64_t, int32_t>;  // last place, new register
  std::priority_queue<Ending, std::vector<Ending>, std::greater<>> active;
  std::priority_queue<int32_t, std::vector<int32_t>, std::greater<>> free;
  int32_t count = 0;
  for (const int32_t reg : order) {
    const RegisterInterval& interval = intervals[static_cast<size_t>(reg)];
    while (!active.empty() && active.top().first < interval.begin) {
      free.push(active.top().second);
      active.pop();
    }
    int32_t taken = count;
    if (free.empty()) ++count;
    else taken = free.top(), free.pop();
    newRegister[static_cast<size_t>(reg)] = taken;
    active.emplace(interval.end, taken);
  }
  return std::max<int64_t>(count, params);
}

/// The new number of each register operand, in the words of the code.
void rewriteRegisters(Executable& executable, const Cfg& cfg, const std::vector<int32_t>& newRegister) {
  std::vector<int64_t>& words = executable.code.words.edit();
  const InstructionSet& set = *executable.code.set;
  for (int64_t pc = cfg.blocks.front().begin.value; pc < cfg.blocks.back().end.value; ++pc) {
    const auto first = static_cast<size_t>(executable.code.offsets[static_cast<size_t>(pc)]);
    const Instruction instruction = executable.code.at(InstrIndex(pc));
    forEachFrameRegister(instruction, [&](const Operand& operand) {
      const int64_t renamed = newRegister[static_cast<size_t>(operand.value)];
      words[first + operand.wordIndex] = operand.row->encoding == OperandEncoding::TaggedList
                                             ? set.encodeArg(Arg::make(ArgKind::Register, renamed))
                                             : set.encodeRegister(renamed);
    });
  }
}

/// Why the executable cannot be changed; nothing if it can.
Result<void> checkAllocatable(const Executable& executable) {
  if (isRelay(executable.variant) || executable.variant == Variant::Params)
    return Error(fmt::format("registers are allocated for executables of the Relax VM, not for {} ({})",
                             variantName(executable.variant), vmName(executable.variant)));
  if (isProvenSound(executable)) return {};
  const Diagnostics findings = verify(executable);
  for (const Diagnostic& finding : findings.all())
    if (finding.severity == Severity::Error && finding.rule != kStorageOverlap)
      return Error(fmt::format("the executable is malformed, its registers stay as they are: {}", finding.message));
  return {};
}

/// Of the bytecode functions, in order of the table. Functions that share instructions cannot get registers of their
/// own.
Result<std::vector<Cfg>> graphsOf(const Executable& executable) {
  std::vector<Cfg> graphs;
  for (size_t i = 0; i < executable.functions.size(); ++i) {
    if (!executable.functions[i].isBytecode()) continue;
    Cfg cfg = buildCfg(executable, FuncIndex(static_cast<int64_t>(i)));
    if (cfg.truncated || cfg.blocks.empty())
      return Error(fmt::format("function \"{}\" has no complete control flow, its registers stay as they are",
                               printable(executable.functions[i].name)));
    graphs.push_back(std::move(cfg));
  }
  return graphs;
}

int64_t sumOf(const std::vector<FunctionRegisters>& functions, int64_t FunctionRegisters::* count) {
  return std::accumulate(functions.begin(), functions.end(), int64_t{0},
                         [&](int64_t sum, const FunctionRegisters& row) { return sum + row.*count; });
}

}  // namespace

int64_t AllocatedRegisters::before() const { return sumOf(functions, &FunctionRegisters::before); }
int64_t AllocatedRegisters::after() const { return sumOf(functions, &FunctionRegisters::after); }

Result<AllocatedRegisters> allocateRegisters(Executable& executable) {
  RS_CHECK(checkAllocatable(executable));
  RS_TRY(const std::vector<Cfg> graphs, graphsOf(executable));
  BuiltinCalls builtins(executable);
  AllocatedRegisters allocated;
  for (const Cfg& cfg : graphs) {
    Function& function = executable.functions[cfg.function.at()];
    FunctionRegisters row{cfg.function, function.registerFileSize, 0, {}};
    const std::vector<RegisterInterval> intervals = IntervalSearch(executable, cfg, builtins).run();
    row.newRegister.assign(intervals.size(), -1);
    row.after = scanLinearly(intervals, function.numArgs, row.newRegister);
    rewriteRegisters(executable, cfg, row.newRegister);
    function.registerFileSize = row.after;
    allocated.functions.push_back(std::move(row));
  }
  return allocated;
}

}  // namespace relaxscope::build
