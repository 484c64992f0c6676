// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/memory/scene.h"

#include <algorithm>

#include "views/theme/theme.h"

namespace relaxscope {
namespace {
// Logical pixels.
constexpr int kMarks = 28, kCalls = 30, kLegend = 26;
constexpr int kLowRow = 34, kHighRow = 66, kRegisterRow = 18;
constexpr int kLowCurve = 56, kHighCurve = 190;
constexpr int kLowView = 200;  // below the calls
}  // namespace

int MemoryScene::rows() const {
  if (showsRegisters) return registers ? static_cast<int>(registers->rows.size()) : 0;
  return picture ? static_cast<int>(picture->chart.storages.size()) : 0;
}

QString MemoryScene::writerName(const ChartTensor& tensor) const {
  return tensor.writer.valid() && document != nullptr ? document->shownName(tensor.writer) : QString();
}

InstrIndex MemoryScene::pcOf(MemoryItem item) const {
  if (!picture || !item.valid() || item.storage >= static_cast<int>(picture->chart.storages.size())) return {};
  const ChartStorage& storage = picture->chart.storages[static_cast<size_t>(item.storage)];
  if (item.tensor < 0 || item.tensor >= static_cast<int>(storage.tensors.size())) return InstrIndex(storage.begin);
  return InstrIndex(storage.tensors[static_cast<size_t>(item.tensor)].begin);
}

int64_t MemoryScene::regOf(MemoryItem item) const {
  if (!pcOf(item).valid()) return -1;
  const ChartStorage& storage = picture->chart.storages[static_cast<size_t>(item.storage)];
  return item.tensor < 0 || item.tensor >= static_cast<int>(storage.tensors.size())
             ? storage.reg
             : storage.tensors[static_cast<size_t>(item.tensor)].reg;
}

bool MemoryScene::differsFromMeasured(const PlannedStorage& storage) const {
  if (!showsMeasured || !measured || isScaled) return false;
  const int64_t bytes = measured->allocatedAt(storage.pc);
  return bytes >= 0 && static_cast<uint64_t>(bytes) != storage.block;
}

MemoryItem MemoryScene::itemAt(InstrIndex instruction) const {
  if (!picture || !instruction.valid()) return {};
  const std::vector<ChartStorage>& storages = picture->chart.storages;
  for (size_t i = 0; i < storages.size() && storages[i].begin <= instruction.value; ++i) {
    if (storages[i].begin == instruction.value) return {static_cast<int>(i), -1};
    for (size_t t = 0; t < storages[i].tensors.size(); ++t)
      if (storages[i].tensors[t].begin == instruction.value) return {static_cast<int>(i), static_cast<int>(t)};
  }
  return {};
}

MemoryLayout layoutMemory(const MemoryScene& scene, const QRect& area) {
  const Theme* theme = Theme::instance();
  MemoryLayout layout;
  int y = area.top();
  const auto take = [&](int height) {
    const QRect part(area.left(), y, area.width(), height);
    y += height;
    return part;
  };
  layout.marks = take(theme->px(kMarks));
  layout.calls = take(theme->px(kCalls));
  const int below = std::max(0, area.bottom() + 1 - y);
  // In a low view storages matter more than the legend and the curve.
  const int legend = below < theme->px(kLowView) ? 0 : theme->px(kLegend);
  const int curve = below < theme->px(kLowView) / 2
                        ? 0
                        : std::clamp((below - legend) * 35 / 100, theme->px(kLowCurve), theme->px(kHighCurve));
  const int room = std::max(0, below - legend - curve);
  const int count = std::max(1, scene.rows());
  layout.rowHeight = scene.showsRegisters ? theme->px(kRegisterRow)
                                          : std::clamp(room / count, theme->px(kLowRow), theme->px(kHighRow));
  layout.height = static_cast<int>(std::min<int64_t>(int64_t{layout.rowHeight} * scene.rows(), INT_MAX / 2));
  layout.rows = take(room);
  layout.curve = take(curve);
  layout.legend = take(legend);
  return layout;
}

int wholeHeight(const MemoryScene& scene) {
  const Theme* theme = Theme::instance();
  const int64_t row = theme->px(scene.showsRegisters ? kRegisterRow : kLowRow + 16);
  const int64_t rows = std::min<int64_t>(row * scene.rows(), 30'000);
  return theme->px(kMarks + kCalls + kLegend + kHighCurve) + static_cast<int>(rows);
}

}  // namespace relaxscope
