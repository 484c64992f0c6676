// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/memory/names.h"

#include <QMouseEvent>
#include <QPainter>

#include <algorithm>

#include "views/memory/register_bars.h"
#include "views/memory/texts.h"
#include "views/theme/theme.h"
#include "views/widgets/draw_figure.h"
#include "views/widgets/elide.h"
#include "views/widgets/figures.h"

namespace relaxscope {

MemoryNames::MemoryNames(const MemoryScene* scene, QWidget* parent) : QWidget(parent), scene_(scene) {
  setObjectName(QStringLiteral("memory.names"));
  fit();
  connect(Theme::instance(), &Theme::changed, this, &MemoryNames::fit);
}

void MemoryNames::fit() {
  setFixedWidth(Theme::instance()->px(narrow_ ? kNarrow : kWidth));
  update();
}

void MemoryNames::setTop(int pixels) {
  top_ = pixels;
  update();
}

void MemoryNames::setNarrow(bool narrow) {
  if (narrow_ == narrow) return;
  narrow_ = narrow;
  fit();
}

MemoryLayout MemoryNames::layoutIn(const QRect& all) const {
  return layoutMemory(*scene_, all.adjusted(0, top_, 0, 0));
}

void MemoryNames::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  paintAll(&painter, rect());
}

void MemoryNames::paintAll(QPainter* painter, const QRect& all) const {
  const Theme* theme = Theme::instance();
  painter->fillRect(all, theme->color(Token::Panel));
  if (scene_->picture) {
    const MemoryLayout layout = layoutIn(all);
    paintHead(painter, all, layout);
    painter->save();
    painter->setClipRect(layout.rows, Qt::IntersectClip);
    const int first = std::clamp(scene_->scrollY / layout.rowHeight, 0, scene_->rows());
    const int last = std::clamp((scene_->scrollY + layout.rows.height()) / layout.rowHeight + 1, 0, scene_->rows());
    for (int row = first; row < last; ++row) {
      const QRect cell(layout.rows.left(), layout.rows.top() + row * layout.rowHeight - scene_->scrollY,
                       layout.rows.width(), layout.rowHeight);
      if (row % 2 == 1) painter->fillRect(cell, theme->color(Token::Zebra));
      if (scene_->showsRegisters) paintRegister(painter, row, cell);
      else paintStorage(painter, row, cell);
      painter->setPen(theme->color(Token::Grid));
      painter->drawLine(cell.bottomLeft(), cell.bottomRight());
    }
    painter->restore();
    painter->setPen(theme->color(Token::Border));
    for (const QRect& part : {layout.marks, layout.calls, layout.rows, layout.curve})
      painter->drawLine(part.bottomLeft(), part.bottomRight());
    if (layout.curve.height() > 0) paintCurve(painter, layout.curve);
  }
  painter->setPen(theme->color(Token::Border));
  painter->drawLine(all.topRight(), all.bottomRight());
  painter->drawLine(all.left(), all.top() + top_ - 1, all.right(), all.top() + top_ - 1);
}

void MemoryNames::paintHead(QPainter* painter, const QRect& all, const MemoryLayout& layout) const {
  const Theme* theme = Theme::instance();
  const int pad = theme->px(12);
  const auto text = [&](const QRect& row, const QString& words, int weight, Qt::Alignment side) {
    painter->setFont(theme->ui(11, weight));
    painter->setPen(theme->color(weight > 400 ? Token::TextSecond : Token::TextSecond));
    const QRect room = row.adjusted(pad, 0, -pad, 0);
    painter->drawText(room, static_cast<int>(Qt::AlignVCenter | side) | Qt::TextSingleLine,
                      elided(painter->fontMetrics(), words, Qt::ElideRight, room.width()));
  };
  const QRect head(all.left(), all.top(), all.width(), top_);
  const QRect left(head.left(), head.top(), head.width() * 6 / 10, head.height());
  text(scene_->showsRegisters ? head : left, scene_->showsRegisters ? tr("Register") : tr("Storage"), 600,
       Qt::AlignLeft);
  if (!scene_->showsRegisters)
    text(QRect(left.right(), head.top(), head.right() - left.right() + 1, head.height()).adjusted(-pad, 0, 0, 0),
         tr("bytes"), 600, Qt::AlignRight);
  if (!scene_->showsRegisters) text(layout.marks, tr("Peak"), 400, Qt::AlignLeft);
  text(layout.calls, tr("calls"), 400, Qt::AlignLeft);
}

void MemoryNames::paintStorage(QPainter* painter, int row, const QRect& cell) const {
  const Theme* theme = Theme::instance();
  const ChartStorage& storage = scene_->picture->chart.storages[static_cast<size_t>(row)];
  const PlannedStorage& planned = scene_->picture->plan.storages[static_cast<size_t>(row)];
  if (scene_->selected.storage == row) {
    painter->fillRect(cell, theme->color(Token::SelectedRow));
    painter->fillRect(QRect(cell.left(), cell.top(), 3, cell.height()), theme->color(Token::Accent));
  }
  const QRect inner = cell.adjusted(theme->px(12), 0, -theme->px(12), 0);
  const int line = theme->px(16);
  const int y = cell.top() + (cell.height() - 2 * line) / 2;
  const QRect upper(inner.left(), y, inner.width(), line), lower(inner.left(), y + line, inner.width(), line);
  painter->setFont(theme->mono(12, 600));
  painter->setPen(theme->color(Token::RoleRegister));
  const QString reg = MemoryScene::regName(storage.reg);
  const int wide = painter->fontMetrics().horizontalAdvance(reg);
  drawFigure(painter, upper, Qt::AlignVCenter | Qt::AlignLeft, reg);
  painter->setFont(theme->mono(11, 600));
  painter->setPen(theme->color(Token::RoleLabel));
  const QRect right = upper.adjusted(wide + theme->px(6), 0, 0, 0);
  const QString formula = formulaText(planned.formula);
  if (fits(painter->fontMetrics(), formula, right.width()) && !scene_->picture->plan.sizes.empty())
    drawFigure(painter, right, Qt::AlignVCenter | Qt::AlignRight, formula);
  const bool reused = storage.tensors.size() > 1;
  const bool differs = scene_->differsFromMeasured(planned);
  const bool overlaps = std::ranges::any_of(scene_->picture->overlaps,
                                            [&](const PlacedOverlap& overlap) { return overlap.storage == row; });
  const QString uses = overlaps  ? tr("overlap")
                       : differs ? tr("≠ measured")
                       : reused  ? tr("reuse ×%1").arg(countText(static_cast<int64_t>(storage.tensors.size())))
                       : storage.tensors.empty() ? tr("empty")
                                                 : tr("single");
  painter->setFont(theme->mono(11));
  const QStringList forms = planned.bytes ? bytesForms(static_cast<uint64_t>(std::max<int64_t>(0, *planned.bytes)))
                                          : QStringList{QStringLiteral("?")};
  const QString bytes = fittingForm(painter->fontMetrics(), forms, lower.width() * 6 / 10);
  const int figure = painter->fontMetrics().horizontalAdvance(bytes);
  if (figure <= lower.width()) {
    painter->setPen(theme->color(Token::Text));
    drawFigure(painter, lower, Qt::AlignVCenter | Qt::AlignRight, bytes);
  }
  painter->setFont(theme->ui(11, reused ? 600 : 400));
  painter->setPen(theme->color(overlaps  ? Token::Error
                               : differs ? Token::Warning
                               : reused  ? Token::Ok
                                         : Token::TextSecond));
  const int room = lower.width() - figure - theme->px(6);
  if (fits(painter->fontMetrics(), uses, room))
    drawFigure(painter, QRect(lower.left(), lower.top(), room, line), Qt::AlignVCenter | Qt::AlignLeft, uses);
}

void MemoryNames::paintRegister(QPainter* painter, int row, const QRect& cell) const {
  const Theme* theme = Theme::instance();
  painter->setFont(theme->mono(11, 600));
  painter->setPen(theme->color(Token::RoleRegister));
  drawFigure(painter, cell.adjusted(theme->px(12), 0, 0, 0), Qt::AlignVCenter | Qt::AlignLeft,
             MemoryScene::regName(scene_->registers->rows[static_cast<size_t>(row)].reg));
}

void MemoryNames::paintCurve(QPainter* painter, const QRect& cell) const {
  const Theme* theme = Theme::instance();
  QStringList lines;
  QString title = tr("live bytes");
  if (scene_->showsRegisters) {
    title = tr("registers");
    if (scene_->registers)
      lines << countText(scene_->registers->peak) + QStringLiteral(" / ") + countText(scene_->registers->fileSize)
            << registerSummary(*scene_->registers);
  } else {
    for (const auto& [name, extent] : scene_->picture->plan.sizes)
      if (lines.size() < 3) lines << QString::fromStdString(name) + QStringLiteral(" = ") + countText(extent);
    lines << tr("at most %1").arg(bytesForms(scene_->picture->plan.storagesPeak).last());
    if (scene_->showsMeasured && scene_->measured && scene_->measured->peak > 0)
      lines << tr("measured %1").arg(bytesForms(static_cast<uint64_t>(scene_->measured->peak)).last());
  }
  const QRect inner = cell.adjusted(theme->px(12), theme->px(8), -theme->px(8), -theme->px(4));
  const int line = theme->px(17);
  int y = inner.top();
  painter->setFont(theme->ui(12, 600));
  painter->setPen(theme->color(Token::Text));
  painter->drawText(QRect(inner.left(), y, inner.width(), line), Qt::AlignVCenter | Qt::TextSingleLine,
                    elided(painter->fontMetrics(), title, Qt::ElideRight, inner.width()));
  painter->setFont(theme->ui(11));
  painter->setPen(theme->color(Token::TextSecond));
  for (const QString& text : lines) {
    y += line;
    if (y + line > inner.bottom() + 1) break;
    const QString fitted = fittingClauses(painter->fontMetrics(), text, inner.width());
    if (fits(painter->fontMetrics(), fitted, inner.width()))
      drawFigure(painter, QRect(inner.left(), y, inner.width(), line), Qt::AlignVCenter | Qt::AlignLeft, fitted);
  }
}

void MemoryNames::mousePressEvent(QMouseEvent* event) {
  if (!scene_->picture || event->button() != Qt::LeftButton) return;
  const MemoryLayout layout = layoutIn(rect());
  const int row = (event->pos().y() - layout.rows.top() + scene_->scrollY) / layout.rowHeight;
  if (layout.rows.contains(event->pos()) && row < scene_->rows()) emit clicked(row);
}

void MemoryNames::wheelEvent(QWheelEvent* event) {
  emit scrolled(-event->angleDelta().y() / 2);
  event->accept();
}

}  // namespace relaxscope
