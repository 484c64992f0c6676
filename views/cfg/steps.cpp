// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/cfg/steps.h"

#include <utility>

#include "views/code/tokens.h"
#include "vmcore/model/builtin.h"

namespace relaxscope {
namespace {

constexpr size_t kLeastCalls = 2, kMostCalls = 2000;

bool endsStep(const Executable& executable, InstrIndex pc) {
  const Function* callee = executable.function(calleeAt(executable, pc));
  if (callee == nullptr) return false;
  const BuiltinRow* builtin = callee->isPacked() ? findBuiltin(callee->name) : nullptr;
  return builtin == nullptr || builtin->kind == CallKind::VmFunction || builtin->kind == CallKind::Kernel ||
         builtin->kind == CallKind::GpuKernel;
}

}  // namespace

std::optional<Cfg> stepsOf(const Executable& executable, const Cfg& cfg) {
  if (cfg.blocks.size() != 1 || !cfg.edges.empty() || cfg.truncated) return {};
  const BasicBlock& whole = cfg.blocks[0];
  Cfg steps;
  steps.function = cfg.function;
  const auto add = [&](InstrIndex begin, InstrIndex end) {
    BasicBlock step;
    step.begin = begin;
    step.end = end;
    step.reachable = true;
    if (!steps.blocks.empty()) {
      const BlockIndex from(static_cast<int64_t>(steps.blocks.size()) - 1), to(from.value + 1);
      step.dominator = from;
      step.in.push_back(static_cast<uint32_t>(steps.edges.size()));
      steps.blocks.back().out.push_back(static_cast<uint32_t>(steps.edges.size()));
      steps.edges.push_back({from, to, EdgeKind::Next, false});
    }
    steps.blocks.push_back(std::move(step));
  };
  InstrIndex begin = whole.begin;
  size_t calls = 0;
  for (InstrIndex pc = whole.begin; pc < whole.end; ++pc.value) {
    if (!endsStep(executable, pc)) continue;
    if (++calls > kMostCalls) return {};
    add(begin, InstrIndex(pc.value + 1));
    begin = InstrIndex(pc.value + 1);
  }
  if (calls < kLeastCalls) return {};
  if (begin < whole.end) add(begin, whole.end);
  return steps;
}

}  // namespace relaxscope
