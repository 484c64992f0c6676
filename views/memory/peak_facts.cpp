// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/memory/peak_facts.h"

#include <QMouseEvent>
#include <QPainter>

#include <algorithm>

#include "views/memory/log_plot.h"
#include "views/theme/theme.h"
#include "views/widgets/draw_figure.h"
#include "views/widgets/elide.h"

namespace relaxscope {
namespace {

using Kind = PanelRow::Kind;
constexpr int kPadding = 16;  // logical pixels

bool isWrapped(Kind kind) { return kind == Kind::Note || kind == Kind::Good || kind == Kind::Warning; }

}  // namespace

PeakFacts::PeakFacts(QWidget* parent) : QWidget(parent) {
  setObjectName(QStringLiteral("memory.facts"));
  setMouseTracking(true);
  QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Minimum);
  policy.setHeightForWidth(true);
  setSizePolicy(policy);
}

void PeakFacts::setRows(std::vector<PanelRow> rows, MemoryItem selected) {
  rows_ = std::move(rows);
  selected_ = selected;
  QStringList spoken;
  for (const PanelRow& row : rows_) {
    QStringList parts{row.left, row.middle, row.right};
    parts.removeAll(QString());
    spoken << parts.join(QStringLiteral(" "));
  }
  setAccessibleDescription(spoken.mid(0, 40).join(QStringLiteral(", ")));
  updateGeometry();
  update();
}

void PeakFacts::setSelected(MemoryItem item) {
  selected_ = item;
  update();
}

void PeakFacts::setCurve(std::shared_ptr<const PeakCurveOf::Value> curve, int64_t at, uint64_t live) {
  curve_ = std::move(curve);
  at_ = at;
  live_ = live;
  update();
}

int PeakFacts::heightOf(const PanelRow& row, int width) const {
  const Theme* theme = Theme::instance();
  const int pad = theme->px(kPadding);
  if (isWrapped(row.kind)) {
    const bool boxed = row.kind != Kind::Note;
    const int inset = boxed ? theme->px(12) : 0;
    const QRect room(0, 0, std::max(40, width - 2 * pad - 2 * inset), 10'000);
    const int text = QFontMetrics(theme->ui(12)).boundingRect(room, Qt::TextWordWrap, row.left).height();
    return text + theme->px(boxed ? 24 : 8);
  }
  switch (row.kind) {
    case Kind::Big: return theme->px(36);
    case Kind::Title: return theme->px(38);
    case Kind::Curve: return theme->px(176);
    case Kind::Space: return theme->px(8);
    default: return theme->px(24);
  }
}

int PeakFacts::heightForWidth(int width) const {
  int height = Theme::instance()->px(10);
  for (const PanelRow& row : rows_) height += heightOf(row, width);
  return height;
}

QSize PeakFacts::sizeHint() const {
  const int width = Theme::instance()->px(320);
  return {width, heightForWidth(width)};
}

void PeakFacts::paintEvent(QPaintEvent* event) {
  QPainter painter(this);
  painter.fillRect(event->rect(), Theme::instance()->color(Token::Panel));
  int y = Theme::instance()->px(10);
  for (const PanelRow& row : rows_) {
    const QRect cell(0, y, width(), heightOf(row, width()));
    y += cell.height();
    if (cell.intersects(event->rect())) paintRow(&painter, row, cell);
  }
}

void PeakFacts::paintRow(QPainter* painter, const PanelRow& row, const QRect& cell) const {
  const Theme* theme = Theme::instance();
  const int pad = theme->px(kPadding);
  if (row.kind == Kind::Space) return;
  if (row.kind == Kind::Curve) {
    if (curve_) paintPeakCurve(painter, cell.adjusted(pad / 2, 0, -pad / 2, 0), *curve_, at_, live_);
    return;
  }
  if (isWrapped(row.kind) || row.kind == Kind::Big) return paintText(painter, row, cell);
  if (row.kind == Kind::Tensor) return paintTensor(painter, row, cell);
  paintFigures(painter, row, cell);
}

void PeakFacts::paintText(QPainter* painter, const PanelRow& row, const QRect& cell) const {
  const Theme* theme = Theme::instance();
  const int pad = theme->px(kPadding);
  QRect room = cell.adjusted(pad, 0, -pad, 0);
  if (row.kind == Kind::Big) {
    painter->setFont(theme->ui(24, 600));
    painter->setPen(theme->color(Token::Text));
    const QString text = row.left;
    if (fits(painter->fontMetrics(), text, room.width()))
      return drawFigure(painter, room, Qt::AlignVCenter | Qt::AlignLeft, text);
    painter->setFont(theme->ui(15, 600));
    return drawFigure(painter, cell, Qt::AlignVCenter | Qt::AlignHCenter, text);
  }
  if (row.kind != Kind::Note) {
    const QRect box = room.adjusted(0, theme->px(4), 0, -theme->px(4));
    painter->setRenderHint(QPainter::Antialiasing, true);
    painter->setPen(Qt::NoPen);
    painter->setBrush(theme->color(row.kind == Kind::Good ? Token::OkBack : Token::WarningBack));
    painter->drawRoundedRect(box, 6, 6);
    painter->setRenderHint(QPainter::Antialiasing, false);
    room = box.adjusted(theme->px(12), theme->px(8), -theme->px(12), -theme->px(8));
  }
  painter->setFont(theme->ui(12));
  painter->setPen(theme->color(row.kind == Kind::Note   ? Token::TextSecond
                               : row.kind == Kind::Good ? Token::Ok
                                                        : Token::Warning));
  painter->drawText(room, Qt::TextWordWrap | Qt::AlignVCenter, row.left);
}

void PeakFacts::paintFigures(QPainter* painter, const PanelRow& row, const QRect& cell) const {
  const Theme* theme = Theme::instance();
  const int pad = theme->px(kPadding);
  const bool title = row.kind == Kind::Title, storage = row.kind == Kind::Storage;
  if (title) {
    painter->setPen(theme->color(Token::Border));
    painter->drawLine(pad, cell.top() + theme->px(6), cell.right() - pad, cell.top() + theme->px(6));
  }
  const bool selected = row.marked || (storage && row.item.storage == selected_.storage && selected_.tensor < 0);
  if (selected || storage)
    painter->fillRect(cell.adjusted(pad / 2, 1, -pad / 2, -1),
                      theme->color(selected ? Token::SelectedRow : Token::Subtle));
  const QRect inner = cell.adjusted(pad, title ? theme->px(12) : 0, -pad, 0);
  const auto font = [&](bool code) { return title ? theme->ui(11, 600) : code ? theme->mono(12) : theme->ui(12); };
  painter->setFont(font(true));
  painter->setPen(theme->color(title ? Token::TextSecond : Token::Text));
  const int figure = painter->fontMetrics().horizontalAdvance(row.right);
  if (figure <= inner.width()) drawFigure(painter, inner, Qt::AlignVCenter | Qt::AlignRight, row.right);
  int end = inner.right() + 1 - std::max(figure, theme->px(72)) - theme->px(10);
  const int middle = painter->fontMetrics().horizontalAdvance(row.middle);
  painter->setFont(font(false));
  const int left = std::min(painter->fontMetrics().horizontalAdvance(row.left), inner.width() / 2);
  painter->setFont(font(true));
  if (middle > 0 && inner.left() + left + theme->px(8) + middle <= end) {
    painter->setPen(theme->color(title ? Token::TextSecond : Token::RoleLabel));
    drawFigure(painter, QRect(end - middle, inner.top(), middle + 1, inner.height()), Qt::AlignVCenter | Qt::AlignLeft,
               row.middle);
    end -= middle + theme->px(8);
  }
  painter->setFont(font(false));
  painter->setPen(theme->color(title ? Token::TextSecond : storage ? Token::RoleRegister : Token::Text));
  const int room = std::max(0, end - inner.left());
  painter->drawText(QRect(inner.left(), inner.top(), room, inner.height()), Qt::AlignVCenter | Qt::TextSingleLine,
                    elided(painter->fontMetrics(), row.left, Qt::ElideRight, room));
}

void PeakFacts::paintTensor(QPainter* painter, const PanelRow& row, const QRect& cell) const {
  const Theme* theme = Theme::instance();
  const int pad = theme->px(kPadding);
  if (row.item == selected_)
    painter->fillRect(cell.adjusted(pad / 2, 1, -pad / 2, -1), theme->color(Token::SelectedRow));
  QRect inner = cell.adjusted(pad + theme->px(16), 0, -pad, 0);
  painter->setFont(theme->mono(11));
  painter->setPen(theme->color(Token::RoleRegister));
  const int reg = painter->fontMetrics().horizontalAdvance(row.left);
  if (reg > inner.width()) return;
  drawFigure(painter, inner, Qt::AlignVCenter | Qt::AlignLeft, row.left);
  inner.setLeft(inner.left() + std::max(reg + theme->px(8), theme->px(40)));
  const int pcs = painter->fontMetrics().horizontalAdvance(row.right);
  if (pcs <= inner.width()) {
    painter->setPen(theme->color(Token::TextSecond));
    drawFigure(painter, inner, Qt::AlignVCenter | Qt::AlignRight, row.right);
    inner.setRight(inner.right() - pcs - theme->px(8));
  }
  painter->setFont(theme->ui(12));
  painter->setPen(theme->color(Token::Text));
  if (inner.width() > theme->px(20))
    painter->drawText(inner, Qt::AlignVCenter | Qt::TextSingleLine,
                      elided(painter->fontMetrics(), row.middle, Qt::ElideRight, inner.width()));
}

MemoryItem PeakFacts::itemAt(QPoint pos) const {
  int y = Theme::instance()->px(10);
  for (const PanelRow& row : rows_) {
    y += heightOf(row, width());
    if (pos.y() < y) return row.item;
  }
  return {};
}

void PeakFacts::mousePressEvent(QMouseEvent* event) {
  if (const MemoryItem item = itemAt(event->pos()); item.valid()) emit chosen(item, false);
}

void PeakFacts::mouseDoubleClickEvent(QMouseEvent* event) {
  if (const MemoryItem item = itemAt(event->pos()); item.valid()) emit chosen(item, true);
}

void PeakFacts::mouseMoveEvent(QMouseEvent* event) {
  setCursor(itemAt(event->pos()).valid() ? Qt::PointingHandCursor : Qt::ArrowCursor);
}

}  // namespace relaxscope
