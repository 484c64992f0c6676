// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/diff/plans.h"

#include <algorithm>
#include <map>

namespace relaxscope {
namespace {

std::optional<DiffPlan> planOf(const std::shared_ptr<const Executable>& executable, const FunctionPair& pair, Side side,
                               const std::stop_token& stop) {
  const FuncIndex index = side == Side::Old ? pair.old : pair.now;
  const Function* function = executable ? executable->function(index) : nullptr;
  if (function == nullptr || !function->isBytecode()) return std::nullopt;
  const DerivedSource source{executable, std::make_shared<const FunctionFacts>(executable), nullptr};
  std::optional<MemoryPicture> picture = MemoryPlanOf{index, {}}.make(source, stop);
  if (!picture) return std::nullopt;
  std::map<InstrIndex, size_t> storages;
  for (size_t i = 0; i < picture->plan.storages.size(); ++i) storages.emplace(picture->plan.storages[i].pc, i);
  DiffPlan out;
  out.states.resize(picture->plan.storages.size(), RowState::Same);
  out.rows.resize(out.states.size(), 0);
  out.picture = *std::move(picture);
  for (uint32_t row = 0; row < pair.rows.size(); ++row) {
    const auto at = storages.find(side == Side::Old ? pair.rows[row].old : pair.rows[row].now);
    if (at == storages.end()) continue;
    out.rows[at->second] = row;
    out.states[at->second] = pair.rows[row].state == RowState::Moved ? RowState::Same : pair.rows[row].state;
  }
  return out;
}

}  // namespace

uint64_t DiffPlan::bytes() const {
  uint64_t sum = 0;
  for (const PlannedStorage& each : picture.plan.storages) sum += each.block;
  return sum;
}

std::optional<DiffPlans> plansOf(const DiffTablesInput& input, uint32_t pair, const std::stop_token& stop) {
  DiffPlans out;
  if (!input.diff || pair >= input.diff->functions.size()) return out;
  const FunctionPair& functions = input.diff->functions[pair];
  for (const Side side : {Side::Old, Side::New}) {
    auto& plan = out.sides[static_cast<size_t>(side)];
    plan = planOf(side == Side::Old ? input.old : input.now, functions, side, stop);
    if (stop.stop_requested()) return std::nullopt;
    if (!plan) continue;
    out.instructions = std::max(out.instructions, plan->picture.chart.end - plan->picture.chart.begin);
    out.peak = std::max(out.peak, plan->picture.plan.storagesPeak);
  }
  return out;
}

}  // namespace relaxscope
