// SPDX-License-Identifier: Apache-2.0
#include "vmcore/analysis/summary.h"

#include <fmt/format.h>

#include <unordered_set>
#include <utility>

#include "vmcore/analysis/flow/code_walk.h"
#include "vmcore/base/text/text.h"
#include "vmcore/model/callee_kind.h"

namespace relaxscope {
namespace {

constexpr size_t kMaxUsesKept = 1000;

class Summarizer {
 public:
  explicit Summarizer(const Executable& executable) : executable_(executable) {
    summary_.functions.resize(executable.functions.size());
    summary_.constantUses.resize(executable.constants.size());
    calledBy_.assign(executable.functions.size(), -1);
    namedBy_.assign(executable.constants.size(), -1);
  }

  ExecutableSummary run() {
    describeTables();
    CodeWalk walk(executable_);
    for (const FuncIndex index : walkableFunctions(executable_)) {
      current_ = index;
      walk.run(existingRange(executable_, executable_.functions[index.at()]),
               [&](int64_t pc, const Instruction& instruction) {
                 count(instruction);
                 instruction.forEachOperand([&](const Operand& operand) { use(pc, operand); });
                 return true;
               });
    }
    return std::move(summary_);
  }

 private:
  void describeTables() {
    std::unordered_set<std::string_view> seen;
    for (size_t i = 0; i < executable_.functions.size(); ++i) {
      summary_.functions[i].kind = calleeKind(executable_.functions[i]);
      summary_.functions[i].duplicateName = !seen.insert(executable_.functions[i].name).second;
    }
    for (const Constant& constant : executable_.constants)
      if (const auto* tensor = std::get_if<TensorConstant>(&constant.value))
        summary_.constantBytes += tensor->data.size();
  }

  void count(const Instruction& instruction) {
    switch (instruction.row->flow) {
      case Flow::Call:
        ++summary_.callCount;
        ++summary_.functions[current_.at()].callsOut;
        break;
      case Flow::Return: ++summary_.retCount; break;
      case Flow::Jump: ++summary_.gotoCount; break;
      case Flow::Branch: ++summary_.ifCount; break;
      case Flow::Next:
      case Flow::Stop: break;
    }
  }

  void use(int64_t pc, const Operand& operand) {
    if (operand.role == OperandRole::Callee) call(operand.value);
    else if (operand.kind == ArgKind::Function) takeFunction(operand.value);
    else if (operand.kind == ArgKind::Constant) takeConstant(pc, operand.value);
  }
  void call(int64_t callee) {
    if (executable_.function(FuncIndex(callee)) == nullptr) return;
    FunctionSummary& called = summary_.functions[static_cast<size_t>(callee)];
    called.used = true;
    ++called.callSites;
    if (std::exchange(calledBy_[static_cast<size_t>(callee)], current_.value) == current_.value) return;
    called.callers.push_back(current_);
    summary_.functions[current_.at()].callees.emplace_back(callee);
  }
  void takeFunction(int64_t function) {
    if (executable_.function(FuncIndex(function)) != nullptr)
      summary_.functions[static_cast<size_t>(function)].used = true;
  }
  void takeConstant(int64_t pc, int64_t index) {
    const Constant* constant = executable_.constant(ConstIndex(index));
    if (constant == nullptr) return;
    std::vector<ConstantUse>& uses = summary_.constantUses[static_cast<size_t>(index)];
    if (uses.size() < kMaxUsesKept) uses.push_back({current_, InstrIndex(pc)});
    if (std::exchange(namedBy_[static_cast<size_t>(index)], current_.value) == current_.value) return;
    if (const auto* tensor = std::get_if<TensorConstant>(&constant->value))
      summary_.functions[current_.at()].constantBytes += tensor->data.size();
  }

  const Executable& executable_;
  ExecutableSummary summary_;
  FuncIndex current_;
  std::vector<int64_t> calledBy_, namedBy_;  ///< index of the last function that called or named it
};

/// Functions that another function calls or uses as a value.
std::vector<bool> usedByOthers(const Executable& executable) {
  std::vector<bool> used(executable.functions.size(), false);
  CodeWalk walk(executable);
  for (const FuncIndex index : walkableFunctions(executable))
    walk.run(existingRange(executable, executable.functions[index.at()]), [&](int64_t, const Instruction& instruction) {
      instruction.forEachOperand([&](const Operand& operand) {
        if (operand.kind == ArgKind::Function && operand.value != index.value &&
            executable.function(FuncIndex(operand.value)) != nullptr)
          used[static_cast<size_t>(operand.value)] = true;
      });
      return true;
    });
  return used;
}

}  // namespace

ExecutableSummary summarize(const Executable& executable) { return Summarizer(executable).run(); }

Result<FuncIndex> defaultEntry(const Executable& executable) {
  constexpr size_t kNamesListed = 20;
  const auto runs = [](const Function& f) { return f.isBytecode() || f.isVmTir(); };
  if (const FuncIndex main = executable.findFunction("main"); main.valid() && runs(executable.functions[main.at()]))
    return main;
  const std::vector<bool> used = usedByOthers(executable);
  std::vector<FuncIndex> all, open;
  for (size_t i = 0; i < executable.functions.size(); ++i) {
    if (!runs(executable.functions[i])) continue;
    all.emplace_back(static_cast<int64_t>(i));
    if (!used[i]) open.push_back(all.back());
  }
  if (open.size() == 1) return open[0];
  if (all.empty()) return Error("the executable has no function that can be called");
  const std::vector<FuncIndex>& choice = open.empty() ? all : open;
  std::string names;
  for (size_t i = 0; i < choice.size() && i < kNamesListed; ++i)
    names += (i == 0 ? "" : ", ") + printable(executable.functions[choice[i].at()].name);
  if (choice.size() > kNamesListed) names += fmt::format(" and {} more", choice.size() - kNamesListed);
  return Error("there is no function \"main\"; choose one of: " + names);
}

}  // namespace relaxscope
