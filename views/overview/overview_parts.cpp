// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/overview/overview_parts.h"

#include <QPainter>

#include <algorithm>
#include <utility>

#include "views/widgets/elide.h"
#include "views/widgets/table_delegate.h"

namespace relaxscope {
namespace {

void paintCard(QPainter& painter, const QRectF& rect, bool lit) {
  const Theme* theme = Theme::instance();
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(theme->color(lit ? Token::BorderStrong : Token::Border));
  painter.setBrush(theme->color(Token::Panel));
  painter.drawRoundedRect(rect.adjusted(0.5, 0.5, -0.5, -0.5), theme->px(8), theme->px(8));
}

void paintFocus(QPainter& painter, const QRect& rect) {
  painter.setPen(QPen(Theme::instance()->color(Token::Accent), 2));
  painter.setBrush(Qt::NoBrush);
  painter.drawRoundedRect(QRectF(rect).adjusted(1, 1, -1, -1), 6, 6);
}

Token inkOf(Severity severity) {
  return severity == Severity::Error ? Token::Error : severity == Severity::Warning ? Token::Warning : Token::Accent;
}
Token backOf(Severity severity) {
  return severity == Severity::Error     ? Token::ErrorBack
         : severity == Severity::Warning ? Token::WarningBack
                                         : Token::AccentBack;
}
QString iconOf(Severity severity) {
  return severity == Severity::Error     ? QStringLiteral("error")
         : severity == Severity::Warning ? QStringLiteral("diagnostics")
                                         : QStringLiteral("info");
}

}  // namespace

QString percentText(double share) {
  if (share > 0 && share < 0.001) return QStringLiteral("<0.1 %");
  return QStringLiteral("%1 %").arg(100 * share, 0, 'f', share >= 0.9995 ? 0 : 1);
}

OverviewTile::OverviewTile(const QString& icon, const QString& title, const Figure& figure, const QString& note,
                           QWidget* parent)
    : QAbstractButton(parent), icon_(icon), title_(title), note_(note), figure_(figure) {
  setText(title);
  setAccessibleName(QStringLiteral("%1: %2 %3. %4").arg(title, figure.number, figure.unit, note));
  setCursor(Qt::PointingHandCursor);
  setFocusPolicy(Qt::StrongFocus);
  setAttribute(Qt::WA_Hover);
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

QSize OverviewTile::sizeHint() const { return {Theme::instance()->px(150), Theme::instance()->px(96)}; }

void OverviewTile::paintEvent(QPaintEvent*) {
  const Theme* theme = Theme::instance();
  QPainter painter(this);
  paintCard(painter, rect(), underMouse());
  const int pad = theme->px(16), icon = theme->px(14);
  theme->icon(icon_).paint(&painter, QRect(pad, theme->px(14), icon, icon));
  theme->icon(QStringLiteral("chevron-right"))
      .paint(&painter, QRect(width() - pad - icon + theme->px(4), theme->px(14), icon, icon));
  painter.setFont(theme->ui(12));
  painter.setPen(theme->color(Token::TextSecond));
  painter.drawText(QRect(pad + icon + theme->px(6), theme->px(11), width() - 2 * pad - 2 * icon, theme->px(20)),
                   Qt::AlignVCenter,
                   elided(painter.fontMetrics(), title_, Qt::ElideRight, width() - 2 * pad - 2 * icon));
  painter.setFont(theme->ui(24, 600));
  painter.setPen(theme->color(Token::Text));
  const QRect line(pad, theme->px(34), width() - 2 * pad, theme->px(34));
  painter.drawText(line, Qt::AlignVCenter, figure_.number);
  const int x = pad + painter.fontMetrics().horizontalAdvance(figure_.number) + theme->px(5);
  painter.setFont(theme->ui(13));
  painter.setPen(theme->color(Token::TextThird));
  painter.drawText(QRect(x, line.top() + theme->px(4), width() - x, line.height()), Qt::AlignVCenter, figure_.unit);
  painter.setFont(theme->ui(11));
  painter.setPen(theme->color(Token::TextSecond));
  painter.drawText(QRect(pad, theme->px(69), width() - 2 * pad, theme->px(18)), Qt::AlignVCenter,
                   elided(painter.fontMetrics(), note_, Qt::ElideRight, width() - 2 * pad));
  if (hasFocus()) paintFocus(painter, rect());
}

FindingRow::FindingRow(Severity severity, const QString& title, const QString& text, const QString& place, bool first,
                       QWidget* parent)
    : QWidget(parent), severity_(severity), title_(title), text_(text), place_(place), first_(first) {
  show_ = new QPushButton(tr("Show me"), this);
  show_->setProperty("link", true);
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  setToolTip(text);
  setAccessibleName(title + QStringLiteral(": ") + text);
}

QSize FindingRow::sizeHint() const { return {Theme::instance()->px(300), Theme::instance()->px(98)}; }

void FindingRow::resizeEvent(QResizeEvent*) {
  const QSize size = show_->sizeHint();
  show_->setGeometry(width() - size.width(), Theme::instance()->px(73) - size.height() / 2, size.width(),
                     size.height());
}

void FindingRow::paintEvent(QPaintEvent*) {
  const Theme* theme = Theme::instance();
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  if (!first_) painter.fillRect(QRect(0, 0, width(), 1), theme->color(Token::Border));
  const int box = theme->px(28), icon = theme->px(16);
  const QRectF frame(0, theme->px(16), box, box);
  painter.setPen(Qt::NoPen);
  painter.setBrush(theme->color(backOf(severity_)));
  painter.drawRoundedRect(frame, theme->px(6), theme->px(6));
  theme->icon(iconOf(severity_), inkOf(severity_))
      .paint(&painter, QRect((box - icon) / 2, theme->px(16) + (box - icon) / 2, icon, icon));
  const int x = theme->px(40), room = width() - x;
  painter.setFont(theme->ui(13, 600));
  painter.setPen(theme->color(Token::Text));
  painter.drawText(QRect(x, theme->px(13), room, theme->px(20)), Qt::AlignVCenter,
                   elided(painter.fontMetrics(), title_, Qt::ElideRight, room));
  painter.setFont(theme->ui(12));
  painter.setPen(theme->color(Token::TextSecond));
  painter.drawText(QRect(x, theme->px(36), room, theme->px(20)), Qt::AlignVCenter,
                   elided(painter.fontMetrics(), text_, Qt::ElideMiddle, room));
  painter.setFont(theme->mono(11));
  painter.setPen(theme->color(Token::RoleFunction));
  const int placeRoom = show_->x() - x - theme->px(8);
  painter.drawText(QRect(x, theme->px(63), placeRoom, theme->px(20)), Qt::AlignVCenter,
                   elided(painter.fontMetrics(), place_, Qt::ElideMiddle, placeRoom));
}

CallRow::CallRow(Data row, QWidget* parent) : QAbstractButton(parent), data_(std::move(row)) {
  setText(data_.name);
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

void CallRow::paintEvent(QPaintEvent*) {
  const Theme* theme = Theme::instance();
  QPainter painter(this);
  const int pad = theme->px(16);
  const QRect inner = rect().adjusted(pad, 0, -pad, 0);
  const bool header = data_.role == Role::Header;
  if (header) {
    painter.fillRect(rect(), theme->color(Token::Subtle));
    painter.fillRect(QRect(0, height() - 1, width(), 1), theme->color(Token::Border));
  } else if (data_.role == Role::Rest) {
    painter.fillRect(QRect(inner.left(), 0, inner.width(), 1), theme->color(Token::Border));
  } else if (underMouse() || hasFocus()) {
    painter.fillRect(rect(), theme->color(Token::SelectedRow));
  } else if (data_.odd) {
    painter.fillRect(rect(), theme->color(Token::Zebra));
  }
  const int percentWidth = theme->px(54), unitWidth = theme->px(22);
  int barWidth = theme->px(84), totalWidth = theme->px(92), countWidth = theme->px(70);
  // In a narrow card the name needs the room most: the bar gives it first.
  int missing =
      theme->px(128) - (inner.width() - theme->px(20 + 8 + 16 + 8) - percentWidth - barWidth - totalWidth - countWidth);
  for (const auto& [width, least] :
       {std::pair(&barWidth, 16), std::pair(&countWidth, 44), std::pair(&totalWidth, 82)}) {
    const int given = std::clamp(missing, 0, *width - theme->px(least));
    *width -= given;
    missing -= given;
  }
  int right = inner.right() + 1;
  const QRect percent(right - percentWidth, 0, percentWidth, height());
  right -= percentWidth + theme->px(8);
  const QRect bar(right - barWidth, 0, barWidth, height());
  right -= barWidth + theme->px(16);
  const QRect total(right - totalWidth, 0, totalWidth, height());
  right -= totalWidth;
  const QRect count(right - countWidth, 0, countWidth, height());
  right -= countWidth + theme->px(8);
  const int nameLeft = inner.left() + theme->px(20);
  const QRect name(nameLeft, 0, right - nameLeft, height());
  if (header) {
    painter.setFont(theme->ui(11, 600));
    painter.setPen(theme->color(Token::TextSecond));
    painter.drawText(name, Qt::AlignVCenter, data_.name);
    painter.drawText(count, Qt::AlignVCenter | Qt::AlignRight, tr("Calls"));
    painter.drawText(total.adjusted(0, 0, -unitWidth + theme->px(18), 0), Qt::AlignVCenter | Qt::AlignRight,
                     tr("Total"));
    painter.drawText(bar.adjusted(0, 0, percentWidth + theme->px(8), 0), Qt::AlignVCenter | Qt::AlignRight,
                     tr("Share of run"));
    return;
  }
  if (data_.role == Role::Call)
    paintSwatch(&painter, QRectF(inner.left(), (height() - theme->px(8)) / 2.0, theme->px(8), theme->px(8)),
                data_.kind);
  const bool plumbing =
      data_.kind != CallKind::VmFunction && data_.kind != CallKind::Kernel && data_.kind != CallKind::GpuKernel;
  painter.setFont(data_.role == Role::Rest ? theme->ui(12) : theme->mono(12));
  painter.setPen(theme->color(data_.role == Role::Rest || plumbing ? Token::TextSecond : Token::RoleFunction));
  QString text = data_.name;
  if (painter.fontMetrics().horizontalAdvance(text) > name.width()) text = shortenDotted(text);
  painter.drawText(name, Qt::AlignVCenter, elided(painter.fontMetrics(), text, Qt::ElideMiddle, name.width()));
  painter.setFont(theme->mono(12));
  painter.setPen(theme->color(Token::Text));
  painter.drawText(count, Qt::AlignVCenter | Qt::AlignRight, data_.count);
  painter.drawText(total.adjusted(0, 0, -unitWidth, 0), Qt::AlignVCenter | Qt::AlignRight, data_.total.number);
  painter.drawText(percent, Qt::AlignVCenter | Qt::AlignRight, percentText(data_.share));
  painter.setFont(theme->ui(12));
  painter.setPen(theme->color(Token::TextThird));
  painter.drawText(total.adjusted(total.width() - unitWidth + theme->px(4), 0, 0, 0), Qt::AlignVCenter | Qt::AlignLeft,
                   data_.total.unit);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(Qt::NoPen);
  const QRectF trough(bar.left(), (height() - theme->px(8)) / 2.0, bar.width(), theme->px(8));
  painter.setBrush(theme->color(Token::ShareTrough));
  painter.drawRoundedRect(trough, theme->px(2), theme->px(2));
  const double filled = std::min(1.0, data_.scale > 0 ? data_.share / data_.scale : 0);
  if (filled <= 0) return;
  painter.setBrush(theme->color(data_.role == Role::Rest ? Token::BorderStrong : Token::ShareBar));
  painter.drawRoundedRect(QRectF(trough.left(), trough.top(), std::max(2.0, trough.width() * filled), trough.height()),
                          theme->px(2), theme->px(2));
}

RunBar::RunBar(std::vector<Part> parts, QWidget* parent) : QWidget(parent), parts_(std::move(parts)) {
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  QStringList texts;
  for (const Part& part : parts_) texts.append(QStringLiteral("%1 %2").arg(part.name, percentText(part.share)));
  setAccessibleName(texts.join(QStringLiteral(", ")));
}

QSize RunBar::sizeHint() const { return {Theme::instance()->px(300), Theme::instance()->px(62)}; }

void RunBar::paintEvent(QPaintEvent*) {
  const Theme* theme = Theme::instance();
  QPainter painter(this);
  const int barHeight = theme->px(24);
  double x = 0;
  const double gap = theme->px(2);
  const double room = width() - gap * static_cast<double>(parts_.size());
  painter.setRenderHint(QPainter::Antialiasing);
  for (const Part& part : parts_) {
    const CallColors colors = theme->call(part.kind);
    const QRectF slice(x + 0.5, 0.5, std::max(2.0, room * part.share) - 1, barHeight - 1);
    painter.setPen(colors.edge);
    painter.setBrush(colors.fill);
    painter.drawRoundedRect(slice, theme->px(2), theme->px(2));
    if (colors.hatched) paintHatch(&painter, slice.adjusted(1, 1, -1, -1), colors.edge);
    painter.setFont(theme->ui(11, 600));
    if (!colors.hatched && painter.fontMetrics().horizontalAdvance(part.name) + theme->px(16) < slice.width()) {
      painter.setPen(theme->color(Token::SliceText));
      painter.drawText(slice.adjusted(theme->px(8), 0, 0, 0), Qt::AlignVCenter, part.name);
    }
    x += slice.width() + 1 + gap;
  }
  int left = 0;
  const int y = barHeight + theme->px(10), line = theme->px(20);
  for (const Part& part : parts_) {
    const Figure figure = durationFigure(part.ns);
    const QString time = figure.number + QLatin1Char(' ') + figure.unit, share = percentText(part.share);
    const int nameWidth = QFontMetrics(theme->ui(12)).horizontalAdvance(part.name);
    const int timeWidth = QFontMetrics(theme->mono(12)).horizontalAdvance(time);
    const int shareWidth = QFontMetrics(theme->mono(12)).horizontalAdvance(share);
    if (left + theme->px(50) + nameWidth + timeWidth + shareWidth > width()) break;
    paintSwatch(&painter, QRectF(left + 1, y + (line - theme->px(10)) / 2.0, theme->px(10), theme->px(10)), part.kind);
    left += theme->px(20);
    painter.setFont(theme->ui(12));
    painter.setPen(theme->color(Token::TextSecond));
    painter.drawText(QRect(left, y, nameWidth + 2, line), Qt::AlignVCenter, part.name);
    left += nameWidth + theme->px(14);
    painter.setFont(theme->mono(12, 500));
    painter.setPen(theme->color(Token::Text));
    painter.drawText(QRect(left, y, timeWidth + 4, line), Qt::AlignVCenter, time);
    left += timeWidth + theme->px(12);
    painter.setPen(theme->color(Token::TextThird));
    painter.setFont(theme->mono(12));
    painter.drawText(QRect(left, y, shareWidth + 4, line), Qt::AlignVCenter, share);
    left += shareWidth + theme->px(36);
  }
}

OverviewChip::OverviewChip(const QString& text, Token ink, Token back, bool framed, const QString& icon,
                           QWidget* parent)
    : QWidget(parent), text_(text), icon_(icon), ink_(ink), back_(back), framed_(framed) {
  setAccessibleName(text);
  setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
}

QSize OverviewChip::sizeHint() const {
  const Theme* theme = Theme::instance();
  return {
      QFontMetrics(theme->ui(12, 500)).horizontalAdvance(text_) + theme->px(20) + (icon_.isEmpty() ? 0 : theme->px(18)),
      theme->px(24)};
}

void OverviewChip::paintEvent(QPaintEvent*) {
  const Theme* theme = Theme::instance();
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(framed_ ? QPen(theme->color(Token::Border)) : QPen(Qt::NoPen));
  painter.setBrush(theme->color(back_));
  painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), theme->px(4), theme->px(4));
  int x = theme->px(10);
  if (!icon_.isEmpty()) {
    const int icon = theme->px(14);
    theme->icon(icon_, ink_).paint(&painter, QRect(x - theme->px(2), (height() - icon) / 2, icon, icon));
    x += theme->px(16);
  }
  painter.setFont(theme->ui(12, framed_ ? 400 : 500));
  painter.setPen(theme->color(ink_));
  painter.drawText(QRect(x, 0, width() - x, height()), Qt::AlignVCenter, text_);
}

ElidedLabel::ElidedLabel(const QString& text, QWidget* parent) : QLabel(text, parent) {
  setTextFormat(Qt::PlainText);
  setToolTip(text);
  setMinimumWidth(Theme::instance()->px(60));
  setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
}

void ElidedLabel::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setPen(Theme::instance()->color(Token::Text));
  painter.setFont(font());
  painter.drawText(rect(), Qt::AlignVCenter | Qt::AlignLeft, elided(fontMetrics(), text(), Qt::ElideMiddle, width()));
}

}  // namespace relaxscope
