// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/memory/panel_rows.h"

#include <QCoreApplication>

#include <algorithm>

#include "views/core/engine_text.h"
#include "views/memory/register_bars.h"
#include "views/memory/texts.h"
#include "views/widgets/figures.h"
#include "vmcore/base/text/text.h"

namespace relaxscope {
namespace {

using Kind = PanelRow::Kind;

class RowMaker {
  Q_DECLARE_TR_FUNCTIONS(PeakRows)
 public:
  explicit RowMaker(const MemoryScene& scene) : scene_(scene), picture_(*scene.picture), plan_(picture_.plan) {}

  std::vector<PanelRow> make() {
    head();
    if (plan_.certainFailure() != nullptr) return std::move(rows_);
    alive();
    if (!plan_.sizes.empty()) {
      rows_.push_back({Kind::Title, tr("Peak against %1").arg(nameOf(0)), {}, {}});
      rows_.push_back({Kind::Curve});
    }
    otherPlans();
    apart();
    kept();
    if (scene_.registers) {
      rows_.push_back({Kind::Title, tr("Registers"), {}, {}});
      rows_.push_back({Kind::Note, registerSummary(*scene_.registers), {}, {}});
    }
    return std::move(rows_);
  }

 private:
  [[nodiscard]] QString nameOf(size_t size) const { return QString::fromStdString(printable(plan_.sizes[size].first)); }
  [[nodiscard]] QString formula(const std::string& text) const {
    return plan_.sizes.empty() ? QString() : formulaText(text);
  }
  void figure(const QString& text, const std::string& formula, uint64_t bytes, bool marked = false) {
    rows_.push_back({Kind::Figure,
                     text,
                     this->formula(formula),
                     countText(static_cast<int64_t>(std::min<uint64_t>(bytes, INT64_MAX))),
                     {},
                     marked});
  }

  void failure(const QString& sizes) {
    rows_.push_back(
        {Kind::Note, sizes.isEmpty() ? tr("No run passes") : tr("No run with %1 passes").arg(sizes), {}, {}});
    const PlanFailure& failure = *plan_.failure;
    const QString reason = engineText(failure.reason);
    rows_.push_back(
        {Kind::Warning,
         failure.pc.valid() ? tr("pc %1: %2").arg(countText(scene_.shownPc(failure.pc.value)), reason) : reason,
         {},
         {}});
    bounds();
  }
  void overlaps() {
    constexpr size_t kMost = 8;
    const auto pc = [&](InstrIndex at) { return countText(scene_.shownPc(at.value)); };
    for (size_t i = 0; i < std::min(picture_.overlaps.size(), kMost); ++i) {
      const StorageOverlap& at = picture_.overlaps[i].at;
      rows_.push_back({Kind::Warning,
                       tr("pc %1 writes the tensor of pc %2 over that of pc %3, whose contents pc %4 reads.")
                           .arg(pc(at.writer), pc(at.over), pc(at.victim), pc(at.reader)),
                       {},
                       {}});
    }
  }
  void bounds() {
    for (const PlanBound& bound : plan_.bounds)
      rows_.push_back({Kind::Note,
                       tr("The storages have room for %1 up to %2.")
                           .arg(QString::fromStdString(printable(bound.dimension)), countText(bound.atMost)),
                       {},
                       {}});
  }
  void head() {
    QStringList sizes;
    for (size_t i = 0; i < plan_.sizes.size() && i < 3; ++i)
      sizes << QStringLiteral("%1 = %2").arg(nameOf(i), countText(plan_.sizes[i].second));
    if (plan_.certainFailure() != nullptr) return failure(sizes.join(QStringLiteral(", ")));
    rows_.push_back({Kind::Note,
                     sizes.isEmpty() ? tr("Live peak") : tr("Live peak for %1").arg(sizes.join(QStringLiteral(", "))),
                     {},
                     {}});
    rows_.push_back({Kind::Big, bytesExactly(plan_.storagesPeak), {}, {}});
    if (plan_.peakPc.valid()) {
      const QString at = tr("at pc %1–%2")
                             .arg(countText(scene_.shownPc(plan_.peakPc.value)),
                                  countText(scene_.shownPc(std::max(plan_.peakPc.value, picture_.peakEnd))));
      rows_.push_back({Kind::Note,
                       plan_.sizes.empty() ? at : formulaText(plan_.storagesFormula) + QStringLiteral("  ") + at,
                       {},
                       {}});
    }
    if (const QString why = inexactSentence(plan_); !why.isEmpty()) rows_.push_back({Kind::Warning, why, {}, {}});
    bounds();
    overlaps();
    if (scene_.measured && scene_.measured->peak > 0) {
      const QString bytes = bytesExactly(static_cast<uint64_t>(scene_.measured->peak));
      QStringList at;
      for (const auto& [name, extent] : scene_.measured->sizes)
        at << QStringLiteral("%1 = %2").arg(QString::fromStdString(printable(name)), countText(extent));
      rows_.push_back({Kind::Note,
                       at.isEmpty() ? tr("Measured: %1").arg(bytes)
                                    : tr("Measured with %2: %1").arg(bytes, at.mid(0, 3).join(QStringLiteral(", "))),
                       {},
                       {}});
    }
  }

  void alive() {
    constexpr size_t kMost = 24;  // storages; the rest is counted
    size_t shown = 0, all = 0;
    for (const PlannedStorage& storage : plan_.storages) all += storage.atPeak ? 1 : 0;
    if (all == 0) return;
    rows_.push_back({Kind::Title, tr("Alive at the peak"), {}, tr("bytes")});
    for (size_t i = 0; i < plan_.storages.size() && shown < kMost; ++i) {
      if (!plan_.storages[i].atPeak) continue;
      ++shown;
      storage(i);
    }
    if (all > shown)
      rows_.push_back({Kind::Note, tr("and %Ln more storages", nullptr, pluralNumber(all - shown)), {}, {}});
  }
  void storage(size_t row) {
    const PlannedStorage& planned = plan_.storages[row];
    const ChartStorage& drawn = picture_.chart.storages[row];
    rows_.push_back({Kind::Storage,
                     tr("storage %1").arg(MemoryScene::regName(drawn.reg)),
                     formula(planned.formula),
                     planned.bytes ? countText(*planned.bytes) : QStringLiteral("?"),
                     {static_cast<int>(row), -1}});
    constexpr size_t kMostTensors = 8;
    size_t shown = 0, all = 0;
    for (size_t t = 0; t < drawn.tensors.size(); ++t) {
      const ChartTensor& tensor = drawn.tensors[t];
      if (tensor.begin > picture_.peakEnd || tensor.end < plan_.peakPc.value || ++all > kMostTensors) continue;
      ++shown;
      const QString writer = scene_.writerName(tensor);
      QStringList what;
      if (!writer.isEmpty()) what << tr("%1 out").arg(writer);
      if (!planned.tensors[t].type.empty()) what << QString::fromStdString(printable(planned.tensors[t].type));
      rows_.push_back(
          {Kind::Tensor,
           MemoryScene::regName(tensor.reg),
           what.join(QStringLiteral(", ")),
           tr("pc %1–%2").arg(countText(scene_.shownPc(tensor.begin)), countText(scene_.shownPc(tensor.end))),
           {static_cast<int>(row), static_cast<int>(t)}});
    }
    if (all > shown)
      rows_.push_back({Kind::Note, tr("and %Ln more tensors", nullptr, pluralNumber(all - shown)), {}, {}});
  }

  void otherPlans() {
    const MemoryAlternatives& other = picture_.other;
    rows_.push_back(
        {Kind::Title, tr("Plan against other plans"), plan_.sizes.empty() ? QString() : tr("formula"), tr("bytes")});
    figure(tr("Live peak, this plan"), other.live.formula, other.live.bytes, true);
    uint64_t own = 0;
    for (const PlannedStorage& storage : plan_.storages) own += storage.atPeak ? storage.block : 0;
    if (own < other.live.bytes) figure(tr("of it, in callees and numbers"), {}, other.live.bytes - own);
    figure(tr("All storages, this plan"), other.allStorages.formula, other.allStorages.bytes);
    figure(tr("One storage per tensor"), other.perTensor.formula, other.perTensor.bytes);
    if (!picture_.overlaps.empty()) return;  // its lives end too early: no plan could be so small
    figure(tr("Smallest possible"), other.smallest.formula, other.smallest.bytes);
    if (!other.known || !plan_.exact || own == 0) return;
    if (own <= other.smallest.bytes)
      rows_.push_back({Kind::Good, tr("The peak is as low as any plan for this order of calls can make it."), {}, {}});
    else
      rows_.push_back(
          {Kind::Note,
           tr("%1 above the least that tensors need at one instruction (pc %2).")
               .arg(bytesExactly(own - other.smallest.bytes), countText(scene_.shownPc(other.smallestPc.value))),
           {},
           {}});
  }

  void apart() {
    rows_.push_back({Kind::Title, tr("Beside storages"), {}, tr("bytes")});
    figure(tr("Constants"), {}, plan_.constants);
    figure(tr("Constants and storages"), {}, plan_.peak());
    if (plan_.arguments) figure(tr("Arguments, of the caller"), {}, *plan_.arguments);
    else rows_.push_back({Kind::Figure, tr("Arguments, of the caller"), {}, QStringLiteral("?")});
    if (plan_.argumentsReleased != 0) {
      figure(tr("of them given up by the function"), {}, plan_.argumentsReleased);
      figure(tr("All at once, at most"), {}, plan_.constants + plan_.peakWithArguments);
    }
    if (scene_.mayTakeWorkspaces)
      rows_.push_back({Kind::Note, tr("Kernels may take workspaces beside them; a profile tells how much."), {}, {}});
    if (plan_.places.size() < 2 && (plan_.places.empty() || plan_.places[0].device == 0)) return;
    rows_.push_back({Kind::Title, tr("By device and scope"), tr("at the peak"), tr("at most")});
    for (const MemoryPlace& place : plan_.places)
      rows_.push_back({Kind::Figure, placeName(place), countText(static_cast<int64_t>(place.atPeak)),
                       countText(static_cast<int64_t>(place.peak))});
  }
  [[nodiscard]] QString placeName(const MemoryPlace& place) const {
    const QString scope = QString::fromStdString(printable(place.scope));
    return place.device < 0 ? tr("host %1").arg(scope) : tr("device %1 %2").arg(place.device).arg(scope);
  }
  void kept() {
    if (plan_.storages.empty()) return;
    rows_.push_back({Kind::Title, tr("What allocators keep"), {}, tr("bytes")});
    figure(tr("Naive allocator"), {}, plan_.kept.naive);
    figure(tr("Pooled allocator"), {}, plan_.kept.pooled);
    figure(tr("TVM's naive allocator"), {}, plan_.kept.tvmNaive);
    figure(tr("TVM's pooled allocator"), {}, plan_.kept.tvmPooled);
  }

  const MemoryScene& scene_;
  const MemoryPicture& picture_;
  const MemoryPlan& plan_;
  std::vector<PanelRow> rows_;
};

}  // namespace

std::vector<PanelRow> peakRows(const MemoryScene& scene) {
  return scene.picture ? RowMaker(scene).make() : std::vector<PanelRow>();
}

}  // namespace relaxscope
