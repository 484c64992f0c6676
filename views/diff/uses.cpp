// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/diff/uses.h"

#include <algorithm>

#include "views/widgets/figures.h"
#include "vmcore/analysis/flow/cross_references.h"

namespace relaxscope {
namespace {

/// Instructions that name it, in order of pc.
std::vector<InstrIndex> pcsOf(const std::shared_ptr<const Executable>& executable, ConstIndex constant,
                              FuncIndex function, const std::stop_token& stop) {
  std::vector<InstrIndex> out;
  if (!executable || (!constant.valid() && !function.valid())) return out;
  const auto index = CrossReferences::build(*executable, stop);
  if (!index) return out;
  for (const Reference& each : constant.valid() ? index->ofConstant(constant) : index->ofFunction(function))
    out.push_back(each.pc);
  std::ranges::sort(out);
  return out;
}

}  // namespace

std::vector<DiffPlace> usesOf(const DiffTablesInput& input, const DiffSubject& subject, const std::stop_token& stop) {
  const auto old = pcsOf(input.old, subject.oldConstant, subject.oldFunction, stop),
             now = pcsOf(input.now, subject.nowConstant, subject.nowFunction, stop);
  std::vector<DiffPlace> out, equal;
  if (old.empty() && now.empty()) return out;
  const auto has = [](const std::vector<InstrIndex>& pcs, InstrIndex pc) {
    return pc.valid() && std::ranges::binary_search(pcs, pc);
  };
  for (uint32_t i = 0; i < input.diff->functions.size(); ++i) {
    if (stop.stop_requested()) return {};
    const FunctionPair& pair = input.diff->functions[i];
    for (uint32_t row = 0; row < pair.rows.size(); ++row)
      if (has(old, pair.rows[row].old) || has(now, pair.rows[row].now))
        (kindOf(pair, pair.rows[row]) ? out : equal).push_back({i, row});
  }
  out.insert(out.end(), equal.begin(), equal.end());
  return out;
}

UseSteps::UseSteps(Comparison* comparison, QObject* parent) : QObject(parent), comparison_(comparison) {
  connect(comparison_, &Comparison::diffChanged, this, [this] {
    task_.cancel();
    of_.reset();
  });
}

void UseSteps::next(const DiffSubject& subject, const QString& name) {
  const auto diff = comparison_->diff();
  if (!diff) return;
  if (of_ == diff && subject == subject_) {
    if (!task_.isPending()) step();
    return;
  }
  of_ = diff;
  subject_ = subject;
  name_ = name;
  task_.start([input = DiffTablesInput{diff, comparison_->compared(Side::Old).executable,
                                       comparison_->compared(Side::New).executable},
               subject](const std::stop_token& stop) { return usesOf(input, subject, stop); },
              [this](std::vector<DiffPlace> places) {
                places_ = std::move(places);
                step();
              });
}

void UseSteps::step() {
  if (places_.empty()) return comparison_->setRemark(tr("No code uses %1").arg(name_));
  const auto here = std::ranges::find(places_, comparison_->place());
  const size_t next = here == places_.end() ? 0 : static_cast<size_t>(here - places_.begin() + 1) % places_.size();
  comparison_->select(places_[next]);
  comparison_->setRemark(
      tr("%1: use %2 of %3")
          .arg(name_, countText(static_cast<int64_t>(next + 1)), countText(static_cast<int64_t>(places_.size()))));
  emit stepped();
}

}  // namespace relaxscope
