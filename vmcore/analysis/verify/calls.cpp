// SPDX-License-Identifier: Apache-2.0
// Rules about the arguments of functions and builtins, as far as the bytecode shows them. Violations cause an error
// message at run time, so they are warnings.
#include <algorithm>

#include "vmcore/analysis/verify/context.h"

namespace relaxscope::verifying {
namespace {

/// An immediate argument's value, or nothing.
bool immediate(const Instruction& call, size_t i, int64_t& value) {
  if (i >= call.callArgCount() || call.callArg(i).kind() != ArgKind::Immediate) return false;
  value = call.callArg(i).value();
  return true;
}

/// A prototype program calls alloc_shape_heap without the VM context.
bool isPrototypeHeap(const Callee& callee, const Instruction& call) {
  return callee.makesHeap && callee.takesVm && call.callArgCount() == 1;
}

void checkPairs(Context& context, const Site& site, const PairLayout& layout) {
  const Instruction& call = site.instruction;
  int64_t count = 1;
  if (layout.counted) {
    if (!immediate(call, layout.pairsAt - 1, count)) return;
    const auto wanted =
        count < 0 ? int64_t{-1}
                  : static_cast<int64_t>(layout.pairsAt + layout.after) + 2 * std::min<int64_t>(count, kMaxCallArgs);
    if (wanted != static_cast<int64_t>(call.callArgCount())) {
      context.report(site,
                     [&] { return fmt::format("rank {} declared, argument count {}", count, call.callArgCount()); });
      return;
    }
  }
  for (int64_t i = 0; i < count; ++i) {
    const size_t at = layout.pairsAt + 2 * static_cast<size_t>(i);
    int64_t code = 0, slot = 0;
    if (!immediate(call, at, code) || !immediate(call, at + 1, slot)) continue;
    if (code < 0 || code > layout.maxCode)
      context.report(site,
                     [&] { return fmt::format("argument {}: code {} is not 0 to {}", at, code, layout.maxCode); });
    else if (code == 0 && !layout.storesSlot && slot < 0 && layout.counted)
      context.report(site, [&] { return fmt::format("argument {}: extent {} is negative", at + 1, slot); });
    else if ((code == 1 || code == 3) && slot < 0)
      context.report(site, [&] { return fmt::format("argument {}: slot {} is negative", at + 1, slot); });
  }
}

/// "argument count 3, the builtin takes 4 to 5: vm size device dtype [scope]".
std::string wrongCountText(const Callee& callee, size_t count) {
  const std::string operands = callee.builtin->operandText();
  if (callee.maxArgs == 0) return fmt::format("argument count {}, the builtin takes none", count);
  if (callee.maxArgs == SIZE_MAX)
    return fmt::format("argument count {}, the builtin takes {} or more: {}", count, callee.minArgs, operands);
  if (callee.maxArgs != callee.minArgs)
    return fmt::format("argument count {}, the builtin takes {} to {}: {}", count, callee.minArgs, callee.maxArgs,
                       operands);
  return fmt::format("argument count {}, the builtin takes {}: {}", count, callee.minArgs, operands);
}

void followHeaps(Context& context, const Site& site, const Callee* callee) {
  const int64_t dst = site.instruction.callDst();
  if (!context.heaps.empty()) std::erase_if(context.heaps, [&](const KnownHeap& heap) { return heap.reg == dst; });
  if (callee == nullptr || !callee->makesHeap || isSpecialRegister(dst)) return;
  const size_t count = site.instruction.callArgCount();
  int64_t slots = 0;
  if (count != 0 && immediate(site.instruction, count - 1, slots)) context.heaps.push_back({dst, slots});
}

}  // namespace

std::optional<PairLayout> pairLayout(const BuiltinRow& row) {
  const auto operands = row.operands();
  PairLayout layout{};
  bool pairs = false;
  for (size_t i = 0; i < operands.size(); ++i) {
    const OperandType type = operands[i].type;
    if (type == OperandType::Heap) {
      layout.heapAt = i;
      layout.storesSlot = row.effects.writes.has(i);
    } else if (type == OperandType::Code || type == OperandType::CodePair) {
      pairs = true;
      layout.pairsAt = i;
      layout.counted = type == OperandType::CodePair;
      layout.after = operands.size() - i - (layout.counted ? 1 : 2);
    }
  }
  if (!pairs) return std::nullopt;
  constexpr int64_t kLastOfMatch = 3, kLastOfMake = 1;
  layout.maxCode = layout.storesSlot ? kLastOfMatch : kLastOfMake;
  return layout;
}

void checkArity(Context& context, const Site& site) {
  const Function* callee = context.executable.function(FuncIndex(site.instruction.callFunction()));
  if (callee == nullptr || (!callee->isBytecode() && !callee->isVmTir()) || callee->numArgs < 0) return;
  const size_t count = site.instruction.callArgCount();
  if (count == static_cast<uint64_t>(callee->numArgs)) return;
  context.report(site, [&] { return fmt::format("argument count {}, the function takes {}", count, callee->numArgs); });
}

void checkBuiltinArguments(Context& context, const Site& site) {
  const Callee* callee = context.calleeOf(site);
  if (callee == nullptr || callee->builtin == nullptr || callee->builtin->missing) return;
  const size_t count = site.instruction.callArgCount();
  if (isPrototypeHeap(*callee, site.instruction)) return;
  if (count < callee->minArgs || count > callee->maxArgs) {
    context.report(site, [&] { return wrongCountText(*callee, count); });
    return;
  }
  if (callee->takesVm && count != 0) {
    const Arg first = site.instruction.callArg(0);
    if (first.kind() != ArgKind::Register || first.value() != kVmRegister)
      context.report(site, [] { return std::string("argument 0 must be the VM context, %vm"); });
  }
  if (callee->pairs) checkPairs(context, site, *callee->pairs);
}

void checkHeapSlots(Context& context, const Site& site) {
  const Callee* callee = context.calleeOf(site);
  const PairLayout* layout = callee != nullptr && callee->pairs && !context.heaps.empty() ? &*callee->pairs : nullptr;
  if (layout != nullptr && site.instruction.callArgCount() > layout->heapAt) {
    const Arg heap = site.instruction.callArg(layout->heapAt);
    const auto known = std::find_if(context.heaps.begin(), context.heaps.end(), [&](const KnownHeap& each) {
      return heap.kind() == ArgKind::Register && each.reg == heap.value();
    });
    const size_t count = site.instruction.callArgCount();
    for (size_t at = layout->pairsAt; known != context.heaps.end() && at + 1 + layout->after < count; at += 2) {
      int64_t code = 0, slot = 0;
      if (!immediate(site.instruction, at, code) || !immediate(site.instruction, at + 1, slot)) continue;
      if ((code == 1 || code == 3) && slot >= known->slots)
        context.report(site, [&] {
          return fmt::format("argument {} is slot {}, the shape heap has {}", at + 1, slot, known->slots);
        });
    }
  }
  followHeaps(context, site, callee);
}

}  // namespace relaxscope::verifying
