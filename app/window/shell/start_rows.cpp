// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/shell/start_rows.h"

#include <QDateTime>
#include <QDir>
#include <QFileInfo>
#include <QLocale>
#include <QPainter>
#include <QPushButton>

#include <algorithm>

#include "app/window/shell/search_field.h"
#include "views/code/table_texts.h"
#include "views/core/document.h"
#include "views/theme/theme.h"
#include "views/widgets/draw_figure.h"
#include "views/widgets/elide.h"
#include "views/widgets/table_source.h"
#include "vmcore/base/text/text.h"

namespace relaxscope {
namespace {
// Distances of the columns' right edges from the right end of a row.
constexpr int kContentRight = 200, kMedianRight = 100;
}  // namespace

QString agoText(qint64 seconds) {
  const QDateTime then = QDateTime::fromSecsSinceEpoch(seconds);
  const qint64 age = then.secsTo(QDateTime::currentDateTime());
  if (age < 60) return RecentRow::tr("just now");
  if (age < 3600) return RecentRow::tr("%n min ago", nullptr, static_cast<int>(age / 60));
  const qint64 days = then.date().daysTo(QDate::currentDate());
  if (days <= 0) return RecentRow::tr("%n h ago", nullptr, static_cast<int>(age / 3600));
  if (days == 1) return RecentRow::tr("yesterday");
  return QLocale().toString(then.date(), days < 300 ? QStringLiteral("d MMM") : QStringLiteral("d MMM yyyy"));
}

QString kindText(const settings::Recent& entry) {
  if (entry.events >= 0) {  // omits values that older versions did not store
    QStringList parts{RecentRow::tr("profile")};
    if (!entry.device.isEmpty()) parts << entry.device;
    if (entry.runs >= 0) parts << RecentRow::tr("%n run(s)", nullptr, pluralNumber(static_cast<uint64_t>(entry.runs)));
    return parts.join(QStringLiteral(" · "));
  }
  const auto variant = variantOfName(entry.variant.toStdString());
  return variant ? variantTitle(*variant) : QString();
}

QString contentText(const settings::Recent& entry) {
  const auto counted = [](const QString& text, qint64 count) { return text.arg(countText(count)); };
  if (entry.events >= 0)
    return counted(RecentRow::tr("%1 events", nullptr, pluralNumber(static_cast<uint64_t>(entry.events))),
                   entry.events);
  if (entry.instructions >= 0)
    return counted(RecentRow::tr("%1 instructions", nullptr, pluralNumber(static_cast<uint64_t>(entry.instructions))),
                   entry.instructions);
  return {};
}

RecentRow::RecentRow(const settings::Recent& entry, bool first, QWidget* parent)
    : QAbstractButton(parent), entry_(entry), first_(first), missing_(!QFileInfo::exists(entry.path)) {
  setAccessibleName(Document::titleOf(entry.path));
  setToolTip(entry.path);
  setCursor(Qt::PointingHandCursor);
  setFocusPolicy(Qt::StrongFocus);
  setAttribute(Qt::WA_Hover);
  if (missing_) {
    locate_ = new QPushButton(tr("Locate…"), this);
    locate_->setObjectName(QStringLiteral("recent.locate"));
    locate_->setProperty("link", true);
    connect(locate_, &QPushButton::clicked, this, &RecentRow::locate);
    remove_ = new QPushButton(tr("Remove"), this);
    remove_->setObjectName(QStringLiteral("recent.remove"));
    remove_->setProperty("link", true);
    remove_->setAccessibleName(tr("Remove %1 from the list").arg(accessibleName()));
    connect(remove_, &QPushButton::clicked, this, &RecentRow::removed);
  }
}

QSize RecentRow::sizeHint() const { return {Theme::instance()->px(400), Theme::instance()->px(50)}; }

void RecentRow::resizeEvent(QResizeEvent*) {
  if (locate_ == nullptr) return;
  int right = width() - Theme::instance()->px(kMedianRight);
  for (QPushButton* button : {remove_, locate_}) {
    const QSize size = button->sizeHint();
    button->setGeometry(right - size.width(), (height() - size.height()) / 2, size.width(), size.height());
    right -= size.width() + Theme::instance()->px(8);
  }
}

void RecentRow::paintEvent(QPaintEvent*) {
  const Theme* theme = Theme::instance();
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  const bool highlighted = hasFocus() || underMouse();
  if (highlighted) {
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme->color(Token::SelectedRow));
    painter.drawRoundedRect(rect(), theme->px(6), theme->px(6));
  } else if (!first_) {
    painter.fillRect(QRect(theme->px(44), 0, width() - theme->px(52), 1), theme->color(Token::Border));
  }
  const int icon = theme->px(16);
  const QString iconName = missing_             ? QStringLiteral("error")
                           : entry_.events >= 0 ? QStringLiteral("timeline")
                                                : QStringLiteral("file");
  theme->icon(iconName, missing_      ? Token::Error
                        : highlighted ? Token::Accent
                                      : Token::TextSecond)
      .paint(&painter, QRect(theme->px(12), (height() - icon) / 2, icon, icon));
  const int x = theme->px(44), middle = height() / 2;
  // Figures need their widths; names give way.
  const QString median = entry_.medianNs >= 0 ? QString::fromStdString(durationText(entry_.medianNs)) : QString();
  const QString content = missing_ ? QString() : contentText(entry_), ago = agoText(entry_.openedAt);
  const QFontMetrics metrics(theme->ui(12)), figures(theme->mono(12));
  const int gap = theme->px(12), agoLeft = width() - theme->px(8) - metrics.horizontalAdvance(ago) - 1;
  const int medianRight = std::min(width() - theme->px(kMedianRight), agoLeft - gap),
            medianLeft = medianRight - figures.horizontalAdvance(median) - 1;
  const int contentRight = std::min(width() - theme->px(kContentRight), medianLeft - gap),
            contentLeft = contentRight - metrics.horizontalAdvance(content) - 1;
  const int nameRight =
      locate_ != nullptr ? locate_->x() - gap : std::min(width() - theme->px(kContentRight + 130), contentLeft - gap);
  painter.setFont(theme->ui(13, 600));
  painter.setPen(theme->color(missing_ ? Token::TextSecond : Token::Text));
  painter.drawText(QRect(x, 0, nameRight - x, middle + theme->px(1)), Qt::AlignBottom | Qt::AlignLeft,
                   elided(painter.fontMetrics(), accessibleName(), Qt::ElideMiddle, nameRight - x));
  painter.setFont(theme->ui(11));
  painter.setPen(theme->color(missing_ ? Token::Error : Token::TextThird));
  const QString second = missing_ ? tr("not found: %1").arg(QDir::toNativeSeparators(entry_.path)) : kindText(entry_);
  painter.drawText(QRect(x, middle + theme->px(2), nameRight - x, middle), Qt::AlignTop | Qt::AlignLeft,
                   elided(painter.fontMetrics(), second, missing_ ? Qt::ElideMiddle : Qt::ElideRight, nameRight - x));
  painter.setFont(theme->ui(12));
  painter.setPen(theme->color(Token::TextSecond));
  if (!missing_) {
    drawFigure(&painter, QRect(contentLeft, 0, contentRight - contentLeft, height()), Qt::AlignVCenter | Qt::AlignRight,
               content);
    if (entry_.medianNs >= 0) {
      painter.setFont(theme->mono(12));
      painter.setPen(theme->color(Token::Text));
      drawFigure(&painter, QRect(medianLeft, 0, medianRight - medianLeft, height()), Qt::AlignVCenter | Qt::AlignRight,
                 median);
    }
  }
  painter.setFont(theme->ui(12));
  painter.setPen(theme->color(Token::TextSecond));
  drawFigure(&painter, QRect(agoLeft, 0, width() - theme->px(8) - agoLeft, height()), Qt::AlignVCenter | Qt::AlignRight,
             ago);
}

ExampleRow::ExampleRow(const QString& icon, const QString& title, const QString& text, const QString& name, bool first,
                       QWidget* parent)
    : QAbstractButton(parent), icon_(icon), title_(title), text_(text), name_(name), first_(first) {
  setText(title);
  setCursor(Qt::PointingHandCursor);
  setFocusPolicy(Qt::StrongFocus);
  setAttribute(Qt::WA_Hover);
}

QSize ExampleRow::sizeHint() const { return {Theme::instance()->px(300), Theme::instance()->px(96)}; }

void ExampleRow::paintEvent(QPaintEvent*) {
  const Theme* theme = Theme::instance();
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  if (!first_) painter.fillRect(QRect(0, 0, width(), 1), theme->color(Token::Border));
  if (hasFocus() || underMouse()) {
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme->color(Token::SelectedRow));
    painter.drawRoundedRect(QRectF(rect()).adjusted(0, 4, 0, -4), theme->px(6), theme->px(6));
  }
  const int box = theme->px(56), icon = theme->px(24);
  const QRectF frame(0.5, (height() - box) / 2 + 0.5, box - 1, box - 1);
  painter.setPen(theme->color(Token::Border));
  painter.setBrush(theme->color(Token::Subtle));
  painter.drawRoundedRect(frame, theme->px(8), theme->px(8));
  theme->icon(icon_, Token::Accent).paint(&painter, QRect((box - icon) / 2, (height() - icon) / 2, icon, icon));
  const int x = box + theme->px(16), width = this->width() - x - theme->px(28), top = (height() - theme->px(58)) / 2;
  painter.setFont(theme->ui(13, 600));
  painter.setPen(theme->color(Token::Text));
  painter.drawText(QRect(x, top, width, theme->px(18)), Qt::AlignVCenter,
                   elided(painter.fontMetrics(), title_, Qt::ElideRight, width));
  painter.setFont(theme->ui(12));
  painter.setPen(theme->color(Token::TextSecond));
  painter.drawText(QRect(x, top + theme->px(20), width, theme->px(18)), Qt::AlignVCenter,
                   elided(painter.fontMetrics(), text_, Qt::ElideRight, width));
  painter.setFont(theme->mono(11));
  painter.setPen(theme->color(Token::RoleFunction));
  painter.drawText(QRect(x, top + theme->px(41), width, theme->px(18)), Qt::AlignVCenter, name_);
  theme->icon(QStringLiteral("chevron-right"))
      .paint(&painter,
             QRect(this->width() - theme->px(20), (height() - theme->px(16)) / 2, theme->px(16), theme->px(16)));
}

constexpr int kKeysWidth = 288;  // logical pixels

DropZone::DropZone(QWidget* parent) : QWidget(parent) { setObjectName(QStringLiteral("dropZone")); }

bool DropZone::showsKeys() const { return width() >= Theme::instance()->px(kTextLeft + kTextWidth + 16 + kKeysWidth); }

void DropZone::paintEvent(QPaintEvent*) {
  const Theme* theme = Theme::instance();
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  QPen pen(theme->color(Token::Accent), 2);
  pen.setDashPattern({5, 3});
  painter.setPen(pen);
  painter.setBrush(theme->color(active_ ? Token::AccentBack : Token::Panel));
  painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), theme->px(12), theme->px(12));
  const int circle = theme->px(96), icon = theme->px(42);
  const QRectF disc(theme->px(38), (height() - circle) / 2.0, circle, circle);
  painter.setPen(Qt::NoPen);
  painter.setBrush(theme->color(active_ ? Token::Panel : Token::AccentBack));
  painter.drawEllipse(disc);
  theme->icon(QStringLiteral("drop"), Token::Accent)
      .paint(&painter, QRect(int(disc.center().x()) - icon / 2, int(disc.center().y()) - icon / 2, icon, icon));

  const std::pair<QString, QStringList> rows[] = {
      {tr("Open"), {QStringLiteral("Ctrl"), QStringLiteral("O")}},
      {tr("Commands"), {QStringLiteral("Ctrl"), QStringLiteral("Shift"), QStringLiteral("P")}},
      {tr("All shortcuts"), {QStringLiteral("?")}}};
  if (!showsKeys()) return;
  const int left = width() - theme->px(kKeysWidth), step = theme->px(32);
  int y = height() / 2 - step;
  for (const auto& [text, keys] : rows) {
    painter.setFont(theme->ui(12));
    painter.setPen(theme->color(Token::TextSecond));
    painter.drawText(QRect(left, y - step / 2, theme->px(140), step), Qt::AlignVCenter, text);
    int right = width() - theme->px(32);
    for (int i = static_cast<int>(keys.size()) - 1; i >= 0; --i)
      right -= paintKeyCap(&painter, QPoint(right, y), keys[i]) + theme->px(4);
    y += step;
  }
}

}  // namespace relaxscope
