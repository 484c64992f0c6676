// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/memory/bars.h"

#include <QCoreApplication>
#include <QPainter>
#include <QPainterPath>

#include <algorithm>
#include <cmath>

#include "views/memory/density.h"
#include "views/memory/texts.h"
#include "views/theme/theme.h"
#include "views/widgets/draw_figure.h"
#include "views/widgets/elide.h"
#include "views/widgets/figures.h"
#include "vmcore/base/text/text.h"

namespace relaxscope {
namespace {

struct MemoryBars {
  Q_DECLARE_TR_FUNCTIONS(MemoryBars)
};

constexpr double kLeastCover = 0.05;  // of a pixel: a bar of no length shows

class BarPainter {
 public:
  BarPainter(QPainter* painter, const MemoryScene& scene, const MemoryLayout& layout)
      : painter_(painter),
        scene_(scene),
        layout_(layout),
        theme_(Theme::instance()),
        scale_(scene.window, layout.rows.left(), layout.rows.width()) {}

  void paint() {
    const int count = scene_.rows();
    const int first = std::clamp(scene_.scrollY / layout_.rowHeight, 0, count);
    const int last = std::clamp((scene_.scrollY + layout_.rows.height()) / layout_.rowHeight + 1, 0, count);
    for (int row = first; row < last; ++row) {
      const QRect cell(layout_.rows.left(), layout_.rows.top() + row * layout_.rowHeight - scene_.scrollY,
                       layout_.rows.width(), layout_.rowHeight);
      if (row % 2 == 1) painter_->fillRect(cell, theme_->color(Token::Zebra));
      storage(row, cell);
      painter_->setPen(theme_->color(Token::Grid));
      painter_->drawLine(cell.bottomLeft(), cell.bottomRight());
    }
  }

 private:
  [[nodiscard]] double x(int64_t pc) const {
    return std::clamp<double>(scale_.x(static_cast<double>(pc)), layout_.rows.left() - 40.0,
                              layout_.rows.right() + 40.0);
  }
  /// Large storages are higher: the height says large or small, the text says bytes.
  [[nodiscard]] QRectF barOf(int row, const ChartStorage& storage, const QRect& cell) const {
    const uint64_t block = scene_.picture->plan.storages[static_cast<size_t>(row)].block;
    const double share = scene_.picture->largest > 0
                             ? std::sqrt(static_cast<double>(block) / static_cast<double>(scene_.picture->largest))
                             : 1;
    const double room = cell.height() - theme_->px(12);
    const double height = std::max<double>(std::min<double>(room, theme_->px(20)), room * (0.6 + 0.4 * share));
    const double left = x(storage.begin), right = std::max(left + 2, x(storage.end));
    return {left, cell.bottom() - theme_->px(3) - height, right - left, height};
  }

  void storage(int row, const QRect& cell) {
    const ChartStorage& storage = scene_.picture->chart.storages[static_cast<size_t>(row)];
    const QRectF bar = barOf(row, storage, cell);
    if (bar.right() < layout_.rows.left() || bar.left() > layout_.rows.right()) return;
    const CallColors held = theme_->call(CallKind::Check);
    painter_->setRenderHint(QPainter::Antialiasing, true);
    painter_->setPen(QPen(held.edge, 1));
    painter_->setBrush(held.fill);
    painter_->drawRoundedRect(bar, 3, 3);
    if (bar.width() > 4) paintHatch(painter_, bar.adjusted(1, 1, -1, -1), theme_->color(Token::BorderStrong));
    tensors(row, bar);
    if (scene_.selected == MemoryItem{row, -1}) select(bar);
    if (storage.dropped.valid()) dropped(x(storage.dropped.value), bar.top());
    painter_->setRenderHint(QPainter::Antialiasing, false);
  }

  /// Wide tensors one by one, the others as a strip: the more of a pixel they fill, the darker it is.
  void tensors(int row, const QRectF& bar) {
    const ChartStorage& storage = scene_.picture->chart.storages[static_cast<size_t>(row)];
    DensityStrip strip(layout_.rows.left(), layout_.rows.width());
    std::vector<size_t> wide;
    const auto many = scene_.picture->manyTensors.find(row);
    const size_t narrow = many == scene_.picture->manyTensors.end() ? findWide(storage, strip, wide)
                                                                    : findWide(many->second, strip, wide);
    const QRectF inside = bar.adjusted(0, theme_->px(3), 0, -theme_->px(3));
    strip.paint(painter_, inside, densityInk());
    for (const size_t place : wide) {
      if (place > 0 && !isVictim(row, place - 1)) reuse(storage.tensors[place - 1], storage.tensors[place], bar);
      tensor(row, place, bar);
    }
    overlaps(row, bar);
    if (wide.empty() && narrow > 1)
      paintPlate(painter_, MemoryBars::tr("%Ln tensors", nullptr, pluralNumber(narrow)), inside & QRectF(layout_.rows));
    const auto selected = static_cast<size_t>(std::max(0, scene_.selected.tensor));
    if (scene_.selected.storage == row && scene_.selected.tensor >= 0 && selected < storage.tensors.size())
      select(boxOf(storage.tensors[selected], bar));
  }
  [[nodiscard]] bool isVictim(int row, size_t place) const {
    return std::ranges::any_of(scene_.picture->overlaps, [&](const PlacedOverlap& overlap) {
      return overlap.storage == row && overlap.victim == static_cast<int>(place);
    });
  }
  /// From the call that writes over contents to the one that reads them.
  void overlaps(int row, const QRectF& bar) {
    for (const PlacedOverlap& overlap : scene_.picture->overlaps) {
      if (overlap.storage != row) continue;
      const double left = x(overlap.at.writer.value), right = std::max(left + 4, x(overlap.at.reader.value + 1));
      const QRectF box(left, bar.top() + 1, right - left, bar.height() - 2);
      paintHatch(painter_, box, theme_->color(Token::Error));
      painter_->setBrush(Qt::NoBrush);
      painter_->setPen(QPen(theme_->color(Token::Error), 2));
      painter_->drawRoundedRect(box, 3, 3);
    }
  }
  /// The wide tensors that are visible; the others are added to the strip and counted.
  size_t findWide(const ChartStorage& storage, DensityStrip& strip, std::vector<size_t>& wide) const {
    size_t narrow = 0;
    for (size_t place = 0; place < storage.tensors.size(); ++place) {
      const ChartTensor& tensor = storage.tensors[place];
      if (static_cast<double>(tensor.end) < scene_.window.begin ||
          static_cast<double>(tensor.begin) > scene_.window.end)
        continue;
      const double from = scale_.x(static_cast<double>(tensor.begin)), to = scale_.x(static_cast<double>(tensor.end));
      if (to - from >= kLeastBar) {
        wide.push_back(place);
        continue;
      }
      strip.add(from, std::max(to, from + kLeastCover));
      ++narrow;
    }
    return narrow;
  }
  /// The same in time proportional to the pixels.
  size_t findWide(const EventRow& row, DensityStrip& strip, std::vector<size_t>& wide) const {
    const double least = kLeastBar * scale_.perPixel;
    std::vector<EventRow::Pixel> pixels(static_cast<size_t>(std::max(1, layout_.rows.width())));
    row.strip(scene_.window.begin, scene_.window.end, pixels);
    for (size_t x = 0; x < pixels.size(); ++x) {
      if (pixels[x].slice == kNoSlice || static_cast<double>(row.duration(pixels[x].slice)) >= least) continue;
      const double from = layout_.rows.left() + static_cast<double>(x);
      strip.add(from, from + std::max<double>(kLeastCover, pixels[x].coverage));
    }
    std::vector<uint32_t> slices;
    row.wideSlices(scene_.window.begin, scene_.window.end, least, slices);
    for (const uint32_t slice : slices) wide.push_back(row.event(slice));
    const size_t first = row.firstReaching(scene_.window.begin), last = row.firstStartingFrom(scene_.window.end);
    return std::max(first, last) - first - std::min(wide.size(), std::max(first, last) - first);
  }
  [[nodiscard]] QColor densityInk() const {
    const CallColors colors = theme_->call(CallKind::Kernel);
    const auto part = [](int fill, int edge) { return fill + (edge - fill) * 3 / 10; };
    return {part(colors.fill.red(), colors.edge.red()), part(colors.fill.green(), colors.edge.green()),
            part(colors.fill.blue(), colors.edge.blue())};
  }
  void select(const QRectF& rect) {
    painter_->setBrush(Qt::NoBrush);
    painter_->setPen(QPen(theme_->color(Token::Text), 2));
    painter_->drawRoundedRect(rect, 3, 3);
  }

  [[nodiscard]] QRectF boxOf(const ChartTensor& tensor, const QRectF& bar) const {
    const double left = x(tensor.begin);
    return {left, bar.top() + theme_->px(3), std::max(2.0, x(tensor.end) - left), bar.height() - theme_->px(6)};
  }
  void tensor(int row, size_t place, const QRectF& bar) {
    const QRectF box = boxOf(scene_.picture->chart.storages[static_cast<size_t>(row)].tensors[place], bar);
    const CallColors colors = theme_->call(CallKind::Kernel);
    painter_->setPen(QPen(colors.edge, 1));
    painter_->setBrush(colors.fill);
    painter_->drawRoundedRect(box, 3, 3);
    if (box.width() >= theme_->px(26)) text(row, place, box & QRectF(layout_.rows));
  }

  void text(int row, size_t place, const QRectF& box) {
    const ChartTensor& tensor = scene_.picture->chart.storages[static_cast<size_t>(row)].tensors[place];
    const PlannedTensor& planned = scene_.picture->plan.storages[static_cast<size_t>(row)].tensors[place];
    QRect inner = box.toRect().adjusted(theme_->px(6), 0, -theme_->px(6), 0);
    if (inner.width() < theme_->px(18)) return;
    const bool two = inner.height() >= theme_->px(30);
    const QRect top(inner.left(), inner.top() + (two ? theme_->px(2) : 0), inner.width(),
                    two ? inner.height() / 2 : inner.height());
    painter_->setPen(theme_->color(Token::SliceText));
    painter_->setFont(theme_->mono(11, 600));
    const QString reg = MemoryScene::regName(tensor.reg);
    const int wide = painter_->fontMetrics().horizontalAdvance(reg);
    if (wide > top.width()) return;
    drawFigure(painter_, top, Qt::AlignVCenter | Qt::AlignLeft, reg);
    int end = top.right() + 1;
    if (planned.returned) end = returned(inner, top.left() + wide);
    name(tensor,
         QRect(top.left() + wide + theme_->px(8), top.top(), end - top.left() - wide - theme_->px(8), top.height()));
    if (!two) return;
    painter_->setFont(theme_->mono(11));
    const QRect below(inner.left(), top.bottom(), end - inner.left(), inner.bottom() - top.bottom());
    figure(planned, below);
  }
  /// Paints `ret` at the right end; returns where other text ends.
  int returned(const QRect& inner, int from) {
    painter_->setFont(theme_->mono(11, 600));
    const QString ret = QStringLiteral("ret");
    const int wide = painter_->fontMetrics().horizontalAdvance(ret);
    if (inner.right() - wide - theme_->px(6) < from) return inner.right() + 1;
    drawFigure(painter_, QRect(inner.right() - wide, inner.top(), wide + 1, inner.height()),
               Qt::AlignVCenter | Qt::AlignLeft, ret);
    return inner.right() - wide - theme_->px(6);
  }
  void name(const ChartTensor& tensor, const QRect& room) {
    const QString callee = scene_.writerName(tensor);
    if (callee.isEmpty() || room.width() < theme_->px(20)) return;
    painter_->setFont(theme_->ui(11));
    const QString whole = MemoryBars::tr("%1 out").arg(callee);
    const QFontMetrics metrics = painter_->fontMetrics();
    painter_->drawText(
        room, Qt::AlignVCenter | Qt::TextSingleLine,
        fits(metrics, whole, room.width()) ? whole : elided(metrics, callee, Qt::ElideRight, room.width()));
  }
  void figure(const PlannedTensor& planned, const QRect& room) {
    QStringList parts;
    if (!planned.type.empty()) parts << QString::fromStdString(printable(planned.type));
    if (planned.bytes) parts << bytesExactly(static_cast<uint64_t>(*planned.bytes));
    const QString text = fittingParts(painter_->fontMetrics(), parts, room.width());
    if (fits(painter_->fontMetrics(), text, room.width()))
      drawFigure(painter_, room, Qt::AlignVCenter | Qt::AlignLeft, text);
  }

  /// The arrow from a tensor to the next one in its storage.
  void reuse(const ChartTensor& from, const ChartTensor& to, const QRectF& bar) {
    const double a = x(from.end), b = x(to.begin);
    if (b - a < theme_->px(6) || b < layout_.rows.left()) return;
    const double y = bar.center().y(), lift = std::min<double>(theme_->px(10), bar.height() / 3);
    QPainterPath path(QPointF(a, y));
    path.cubicTo(QPointF(a + (b - a) * 0.45, y - lift), QPointF(a + (b - a) * 0.55, y - lift), QPointF(b - 4, y));
    painter_->setBrush(Qt::NoBrush);
    const QColor ink = theme_->color(Token::RoleFunction);
    painter_->setPen(QPen(ink, 1.6));
    painter_->drawPath(path);
    painter_->setBrush(ink);
    painter_->setPen(Qt::NoPen);
    painter_->drawPolygon(QPolygonF{QPointF(b, y), QPointF(b - 6, y - 4), QPointF(b - 5, y + 4)});
  }
  void dropped(double at, double y) {
    const double half = theme_->px(3), middle = y - half - 2;
    painter_->setPen(QPen(theme_->color(Token::TextSecond), 1.3));
    painter_->drawLine(QPointF(at - half, middle - half), QPointF(at + half, middle + half));
    painter_->drawLine(QPointF(at - half, middle + half), QPointF(at + half, middle - half));
  }

  QPainter* painter_;
  const MemoryScene& scene_;
  const MemoryLayout& layout_;
  const Theme* theme_;
  AxisScale scale_;
};

/// The measured bytes beside the planned ones, if both are known.
void addMeasured(const MemoryScene& scene, const PlannedStorage& planned, QStringList& parts) {
  if (!scene.showsMeasured || !scene.measured) return;
  const int64_t bytes = scene.measured->allocatedAt(planned.pc);
  if (bytes < 0) return;
  const QString text = bytesExactly(static_cast<uint64_t>(bytes));
  if (scene.isScaled) parts << MemoryBars::tr("measured %1 at the profile's sizes").arg(text);
  else if (static_cast<uint64_t>(bytes) == planned.block) parts << MemoryBars::tr("measured the same");
  else parts << MemoryBars::tr("measured %1, not as planned").arg(text);
}

}  // namespace

void paintStorageBars(QPainter* painter, const MemoryScene& scene, const MemoryLayout& layout) {
  BarPainter(painter, scene, layout).paint();
}

QStringList itemReadout(const MemoryScene& scene, MemoryItem item) {
  if (!scene.pcOf(item).valid()) return {};
  const auto row = static_cast<size_t>(item.storage);
  const ChartStorage& storage = scene.picture->chart.storages[row];
  const PlannedStorage& planned = scene.picture->plan.storages[row];
  QStringList parts;
  const auto pcs = [&](int64_t begin, int64_t end) {
    parts << MemoryBars::tr("pc %1–%2").arg(countText(scene.shownPc(begin)), countText(scene.shownPc(end)));
  };
  if (item.tensor < 0 || item.tensor >= static_cast<int>(storage.tensors.size())) {
    parts << MemoryBars::tr("storage %1").arg(MemoryScene::regName(storage.reg));
    if (planned.bytes) parts << bytesExactly(static_cast<uint64_t>(*planned.bytes));
    parts << formulaText(planned.formula);
    pcs(storage.begin, storage.end);
    parts << MemoryBars::tr("%n tensors", nullptr, pluralNumber(storage.tensors.size()));
    addMeasured(scene, planned, parts);
    return parts;
  }
  const ChartTensor& tensor = storage.tensors[static_cast<size_t>(item.tensor)];
  const PlannedTensor& plan = planned.tensors[static_cast<size_t>(item.tensor)];
  parts << MemoryScene::regName(tensor.reg);
  if (tensor.writer.valid()) parts << MemoryBars::tr("%1 out").arg(scene.writerName(tensor));
  if (!plan.type.empty()) parts << QString::fromStdString(printable(plan.type));
  if (plan.bytes) parts << bytesExactly(static_cast<uint64_t>(*plan.bytes));
  pcs(tensor.begin, tensor.end);
  parts << (plan.returned ? MemoryBars::tr("returned")
                          : MemoryBars::tr("in storage %1").arg(MemoryScene::regName(storage.reg)));
  for (const PlacedOverlap& overlap : scene.picture->overlaps)
    if (overlap.storage == item.storage && overlap.victim == item.tensor)
      parts << MemoryBars::tr("written over at pc %1, read at pc %2")
                   .arg(countText(scene.shownPc(overlap.at.writer.value)),
                        countText(scene.shownPc(overlap.at.reader.value)));
  return parts;
}

}  // namespace relaxscope
