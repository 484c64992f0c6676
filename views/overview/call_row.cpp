// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/overview/call_row.h"

#include <QPainter>

#include <algorithm>
#include <utility>

#include "views/findings/percent.h"
#include "views/theme/theme.h"
#include "views/widgets/draw_figure.h"
#include "views/widgets/elide.h"
#include "views/widgets/table_delegate.h"
#include "views/widgets/table_source.h"

namespace relaxscope {
namespace {
// Pixels at scale 1.
constexpr int kGaps = 20 + 8 + 16 + 8;  ///< before the name, and between the columns
constexpr int kLeastBar = 16, kLeastName = 60;
}  // namespace

CallRow::CallRow(Data row, QWidget* parent) : QAbstractButton(parent), data_(std::move(row)) {
  setAccessibleName(QStringLiteral("%1, %2, %3 %4, %5")
                        .arg(data_.name, data_.count, data_.total.number, data_.total.unit, percentText(data_.share)));
  if (data_.role == Role::Call) {
    setCursor(Qt::PointingHandCursor);
    setFocusPolicy(Qt::StrongFocus);
    setAttribute(Qt::WA_Hover);
  } else {
    setFocusPolicy(Qt::NoFocus);
  }
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

QSize CallRow::sizeHint() const {
  return {Theme::instance()->px(300), Theme::instance()->px(data_.role == Role::Header ? 24
                                                            : data_.role == Role::Rest ? 34
                                                                                       : 31)};
}

QSize CallRow::minimumSizeHint() const {
  const Theme* theme = Theme::instance();
  const FigureWidths least = leastWidths();
  return {theme->px(2 * 16 + kGaps + kLeastBar + kLeastName) + percentWidth() + least.count + least.total,
          sizeHint().height()};
}

CallRow::FigureWidths CallRow::neededWidths() const {
  const Theme* theme = Theme::instance();
  const QFontMetrics figures(theme->mono(12)), units(theme->ui(12));
  const int total = data_.total.number.isEmpty() ? 0 : figures.horizontalAdvance(data_.total.number) + 1;
  return {figures.horizontalAdvance(data_.count) + 1,
          total == 0 ? 0 : total + std::max(unitWidth(), theme->px(4) + units.horizontalAdvance(data_.total.unit))};
}

/// The widest of what the table's figures need and what its header does.
CallRow::FigureWidths CallRow::leastWidths() const {
  const QFontMetrics metrics(Theme::instance()->ui(11, 600));
  const FigureWidths own = neededWidths();
  return {std::max({widths_.count, own.count, metrics.horizontalAdvance(tr("Calls")) + 1}),
          std::max({widths_.total, own.total, metrics.horizontalAdvance(tr("Self")) + 1})};
}

int CallRow::unitWidth() { return Theme::instance()->px(22); }

int CallRow::percentWidth() {
  const Theme* theme = Theme::instance();
  return std::max(theme->px(54), QFontMetrics(theme->mono(12)).horizontalAdvance(QStringLiteral("<0.1 %")) + 1);
}

CallRow::Columns CallRow::columns() const {
  const Theme* theme = Theme::instance();
  const int pad = theme->px(16);
  const QRect inner = rect().adjusted(pad, 0, -pad, 0);
  const FigureWidths least = leastWidths();
  const int percentWidth = CallRow::percentWidth();
  int barWidth = theme->px(84), totalWidth = std::max(theme->px(92), least.total),
      countWidth = std::max(theme->px(70), least.count);
  // In a narrow card the name has priority over space: the bar shrinks first, then the gaps before figures.
  int missing = theme->px(128) - (inner.width() - theme->px(kGaps) - percentWidth - barWidth - totalWidth - countWidth);
  for (const auto& [width, lowest] : {std::pair(&barWidth, theme->px(kLeastBar)), std::pair(&countWidth, least.count),
                                      std::pair(&totalWidth, least.total)}) {
    const int given = std::clamp(missing, 0, *width - lowest);
    *width -= given;
    missing -= given;
  }
  Columns at;
  at.unitWidth = unitWidth();
  int right = inner.right() + 1;
  at.percent = QRect(right - percentWidth, 0, percentWidth, height());
  right -= percentWidth + theme->px(8);
  at.bar = QRect(right - barWidth, 0, barWidth, height());
  right -= barWidth + theme->px(16);
  at.total = QRect(right - totalWidth, 0, totalWidth, height());
  right -= totalWidth;
  at.count = QRect(right - countWidth, 0, countWidth, height());
  right -= countWidth + theme->px(8);
  const int left = inner.left() + theme->px(20);
  at.name = QRect(left, 0, right - left, height());
  return at;
}

void CallRow::paintGround(QPainter* painter) const {
  const Theme* theme = Theme::instance();
  const int pad = theme->px(16);
  if (data_.role == Role::Header) {
    painter->fillRect(rect(), theme->color(Token::Subtle));
    painter->fillRect(QRect(0, height() - 1, width(), 1), theme->color(Token::Border));
  } else if (data_.role == Role::Rest) {
    painter->fillRect(QRect(pad, 0, width() - 2 * pad, 1), theme->color(Token::Border));
  } else if (underMouse() || hasFocus()) {
    painter->fillRect(rect(), theme->color(Token::SelectedRow));
  } else if (data_.odd) {
    painter->fillRect(rect(), theme->color(Token::Zebra));
  }
}

void CallRow::paintHeader(QPainter* painter, const Columns& at) const {
  const Theme* theme = Theme::instance();
  painter->setFont(theme->ui(11, 600));
  painter->setPen(theme->color(Token::TextSecond));
  painter->drawText(at.name, Qt::AlignVCenter, data_.name);
  painter->drawText(at.count, kAlignRight, tr("Calls"));
  painter->drawText(at.total.adjusted(0, 0, -at.unitWidth + theme->px(18), 0), kAlignRight, tr("Self"));
  painter->drawText(at.bar.adjusted(0, 0, at.percent.width() + theme->px(8), 0), kAlignRight, tr("Share"));
}

void CallRow::paintTexts(QPainter* painter, const Columns& at) const {
  const Theme* theme = Theme::instance();
  const bool plumbing =
      data_.kind != CallKind::VmFunction && data_.kind != CallKind::Kernel && data_.kind != CallKind::GpuKernel;
  painter->setFont(data_.role == Role::Rest ? theme->ui(12) : theme->mono(12));
  painter->setPen(theme->color(data_.role == Role::Rest || plumbing ? Token::TextSecond : Token::RoleFunction));
  QString text = data_.name;
  if (painter->fontMetrics().horizontalAdvance(text) > at.name.width()) text = shortenDotted(text);
  painter->drawText(at.name, Qt::AlignVCenter, elided(painter->fontMetrics(), text, Qt::ElideMiddle, at.name.width()));
  painter->setFont(theme->mono(12));
  painter->setPen(theme->color(Token::Text));
  drawFigure(painter, at.count, kAlignRight, data_.count);
  drawFigure(painter, at.total.adjusted(0, 0, -at.unitWidth, 0), kAlignRight, data_.total.number);
  drawFigure(painter, at.percent, kAlignRight, percentText(data_.share));
  painter->setFont(theme->ui(12));
  painter->setPen(theme->color(Token::TextThird));
  drawFigure(painter, at.total.adjusted(at.total.width() - at.unitWidth + theme->px(4), 0, 0, 0),
             Qt::AlignVCenter | Qt::AlignLeft, data_.total.unit);
}

void CallRow::paintBar(QPainter* painter, const QRect& bar) const {
  const Theme* theme = Theme::instance();
  painter->setRenderHint(QPainter::Antialiasing);
  painter->setPen(Qt::NoPen);
  const QRectF trough(bar.left(), (height() - theme->px(8)) / 2.0, bar.width(), theme->px(8));
  painter->setBrush(theme->color(Token::ShareTrough));
  painter->drawRoundedRect(trough, theme->px(2), theme->px(2));
  const double filled = std::min(1.0, data_.scale > 0 ? data_.share / data_.scale : 0);
  if (filled <= 0) return;
  painter->setBrush(theme->color(data_.role == Role::Rest ? Token::BorderStrong : Token::ShareBar));
  const QRectF part(trough.left(), trough.top(), std::max(2.0, trough.width() * filled), trough.height());
  painter->drawRoundedRect(part, theme->px(2), theme->px(2));
}

void CallRow::paintEvent(QPaintEvent* /*event*/) {
  const Theme* theme = Theme::instance();
  QPainter painter(this);
  const Columns at = columns();
  paintGround(&painter);
  if (data_.role == Role::Header) return paintHeader(&painter, at);
  if (data_.role == Role::Call)
    paintSwatch(&painter, QRectF(theme->px(16), (height() - theme->px(8)) / 2.0, theme->px(8), theme->px(8)),
                data_.kind);
  paintTexts(&painter, at);
  paintBar(&painter, at.bar);
}

}  // namespace relaxscope
