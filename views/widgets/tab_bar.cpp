// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/widgets/tab_bar.h"

#include <QMouseEvent>
#include <QPainter>
#include <QToolButton>

#include <utility>

#include "views/theme/theme.h"
#include "views/widgets/draw_figure.h"
#include "views/widgets/elide.h"
#include "views/widgets/label.h"

namespace relaxscope {
namespace {
constexpr int kTabHeight = 32, kIcon = 16, kTabPadding = 12, kNarrowPadding = 8, kGap = 8, kBadgePadding = 6;

/// A badge at an icon's corner, where a tab has no room for its name.
void paintDot(QPainter& painter, const QRectF& rect) {
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(Qt::NoPen);
  painter.setBrush(Theme::instance()->color(Token::Warning));
  painter.drawEllipse(rect);
  painter.setRenderHint(QPainter::Antialiasing, false);
}

}  // namespace

TabBar::TabBar(Kind kind, QWidget* parent) : QTabBar(parent), kind_(kind) {
  setDrawBase(false);
  setExpanding(false);
  setUsesScrollButtons(true);
  setElideMode(Qt::ElideMiddle);
  setMovable(kind == Kind::Documents);
  setDocumentMode(true);
  setFocusPolicy(Qt::TabFocus);
  setMouseTracking(true);
  connect(Theme::instance(), &Theme::changed, this, [this] {
    relayout();
    update();
  });
  connect(this, &QTabBar::currentChanged, this, [this] {
    if (density_ == Density::Icons) relayout();
  });
}

int TabBar::addNamedTab(const QString& iconName, const QString& text, const QString& id) {
  const int index = addTab(buttonText(text));
  setTabData(index, QStringList{id, iconName});
  return index;
}

void TabBar::setTabName(int index, const QString& text) { setTabText(index, buttonText(text)); }

QString TabBar::tabName(int index) const { return tabText(index).replace(QLatin1String("&&"), QLatin1String("&")); }

void TabBar::setTabIconName(int index, const QString& iconName) {
  setTabData(index, QStringList{idAt(index), iconName});
  update();
}

QString TabBar::idAt(int index) const { return tabData(index).toStringList().value(0); }

int TabBar::indexOfId(const QString& id) const {
  for (int i = 0; i < count(); ++i)
    if (idAt(i) == id) return i;
  return -1;
}

void TabBar::setBadge(const QString& id, const QString& text) {
  if (badges_.value(id) == text) return;
  badges_[id] = text;
  if (const int i = indexOfId(id); i >= 0) setTabText(i, tabText(i));
  update();
}

/// Sets all texts again: Qt recomputes tab sizes only when a text is set.
void TabBar::relayout() {
  for (int i = 0; i < count(); ++i) setTabText(i, tabText(i));
}

void TabBar::fitInto(int width) {
  Density found = Density::Icons;
  for (const Density density : {Density::Roomy, Density::Narrow, Density::Names}) {
    int need = 0;
    for (int i = 0; i < count(); ++i) need += isTabVisible(i) ? widthOf(i, density) : 0;
    if (need > width) continue;
    found = density;
    break;
  }
  if (std::exchange(density_, found) != found) relayout();
}

int TabBar::padding(Density density) const {
  return Theme::instance()->px(density == Density::Roomy ? kTabPadding : kNarrowPadding);
}

bool TabBar::hasIcon(int index, Density density) const {
  return density != Density::Names && (density != Density::Icons || index != currentIndex());
}

int TabBar::widthOf(int index, Density density) const {
  const Theme* theme = Theme::instance();
  int width = 2 * padding(density);
  if (hasIcon(index, density)) width += theme->px(kIcon);
  if (hasText(index, density)) width += QFontMetrics(theme->ui(12, 600)).horizontalAdvance(tabName(index)) + 2;
  if (hasIcon(index, density) && hasText(index, density)) width += theme->px(kGap - 2);
  if (const QString text = badges_.value(idAt(index)); !text.isEmpty() && hasText(index, density))
    width += theme->px(kGap - 2) + std::max(theme->px(18), QFontMetrics(theme->ui(11, 600)).horizontalAdvance(text) +
                                                               2 * theme->px(kBadgePadding));
  return width;
}

bool TabBar::isElided(int index) const {
  return tabRect(index).width() < widthOf(index, density_) || tabRect(index).right() > width();
}

QSize TabBar::tabSizeHint(int index) const {
  const Theme* theme = Theme::instance();
  int width = widthOf(index, density_);
  if (!isPanel() && tabButton(index, QTabBar::RightSide) != nullptr) width += theme->px(22);
  return {width, theme->px(kTabHeight)};
}

QSize TabBar::minimumSizeHint() const {
  const QSize all = sizeHint();
  return {std::min(all.width(), QTabBar::minimumSizeHint().width()), all.height()};
}

QSize TabBar::minimumTabSizeHint(int index) const {
  QSize size = tabSizeHint(index);
  size.setWidth(std::min(size.width(), Theme::instance()->px(96)));
  return size;
}

void TabBar::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  const Theme* theme = Theme::instance();
  painter.fillRect(rect(), theme->color(isPanel() ? Token::Subtle : Token::Window));
  painter.fillRect(QRect(0, height() - 1, width(), 1), theme->color(Token::Border));
  for (int i = 0; i < count(); ++i)
    if (isTabVisible(i) && i != currentIndex()) paintTab(painter, i);
  if (currentIndex() >= 0) paintTab(painter, currentIndex());
}

void TabBar::paintTab(QPainter& painter, int index) const {
  const Theme* theme = Theme::instance();
  const QRect tab = tabRect(index);
  if (!tab.isValid()) return;
  const bool current = index == currentIndex();
  const bool hovered = tab.contains(mapFromGlobal(QCursor::pos())) && underMouse();
  if (current) {
    painter.fillRect(tab, theme->color(Token::Panel));
    painter.fillRect(QRect(tab.left(), tab.top(), 1, tab.height()), theme->color(Token::Border));
    painter.fillRect(QRect(tab.right(), tab.top(), 1, tab.height()), theme->color(Token::Border));
    const int line = theme->px(2);
    painter.fillRect(QRect(tab.left(), isPanel() ? tab.top() : tab.bottom() + 1 - line, tab.width(), line),
                     theme->color(Token::Accent));
  } else if (!isPanel()) {
    painter.fillRect(QRect(tab.right(), tab.top(), 1, tab.height()), theme->color(Token::Border));
  }
  const Token ink = current ? Token::Text : hovered ? Token::Text : Token::TextSecond;
  int x = tab.left() + padding(density_);
  const int icon = theme->px(kIcon);
  const QString named = iconName(index);
  const bool withIcon = hasIcon(index, density_), withText = hasText(index, density_);
  if (!named.isEmpty() && withIcon)
    theme->icon(named, current ? Token::Accent : Token::TextSecond)
        .paint(&painter, QRect(x, tab.top() + (tab.height() - icon) / 2, icon, icon));
  if (withIcon) x += icon + (withText ? theme->px(kGap - 2) : 0);
  int right = tab.right() - padding(density_);
  if (const QWidget* button = tabButton(index, QTabBar::RightSide)) right = button->geometry().left() - theme->px(4);
  const QString badge = badges_.value(idAt(index)), badgeText = withText ? badge : QString();
  if (!withText && !badge.isEmpty())
    paintDot(painter, QRectF(x - theme->px(3), tab.top() + theme->px(7), theme->px(6), theme->px(6)));
  int badgeWidth = 0;
  if (!badgeText.isEmpty())
    badgeWidth = std::max(theme->px(18),
                          QFontMetrics(theme->ui(11, 600)).horizontalAdvance(badgeText) + 2 * theme->px(kBadgePadding));
  const QFont font = theme->ui(12, current ? 600 : 500);
  painter.setFont(font);
  painter.setPen(theme->color(ink));
  const int textWidth = right - x - (badgeWidth > 0 ? badgeWidth + theme->px(kGap - 2) : 0) + theme->px(2);
  const QString text = elided(QFontMetrics(font), tabName(index), Qt::ElideMiddle, textWidth);
  painter.drawText(QRect(x, tab.top(), textWidth, tab.height()), Qt::AlignVCenter | Qt::AlignLeft, text);
  if (badgeWidth > 0) {
    const QRectF pill(x + QFontMetrics(font).horizontalAdvance(text) + theme->px(kGap - 2),
                      tab.top() + (tab.height() - theme->px(16)) / 2.0, badgeWidth, theme->px(16));
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme->color(Token::WarningBack));
    painter.drawRoundedRect(pill, pill.height() / 2, pill.height() / 2);
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.setPen(theme->color(Token::Warning));
    painter.setFont(theme->ui(11, 600));
    drawFigure(&painter, pill, Qt::AlignCenter, badgeText);
  }
  if (current && hasFocus()) {
    painter.setPen(QPen(theme->color(Token::Accent), 2));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(tab.adjusted(4, 5, -4, -4));
  }
}

void TabBar::mouseReleaseEvent(QMouseEvent* event) {
  if (event->button() == Qt::MiddleButton)
    if (const int index = tabAt(event->pos()); index >= 0) emit middleClicked(index);
  QTabBar::mouseReleaseEvent(event);
}

void TabBar::tabInserted(int index) {
  QTabBar::tabInserted(index);
  if (isPanel() || !tabsClosable()) return;
  if (QWidget* standard = tabButton(index, QTabBar::RightSide)) {  // Qt's close button has the platform's look
    setTabButton(index, QTabBar::RightSide, nullptr);
    standard->deleteLater();
  }
  auto* button = new QToolButton(this);
  button->setObjectName(QStringLiteral("tab.close"));
  button->setIcon(Theme::instance()->icon(QStringLiteral("close")));
  button->setIconSize(QSize(Theme::instance()->px(14), Theme::instance()->px(14)));
  button->setFixedSize(Theme::instance()->px(18), Theme::instance()->px(18));
  button->setStyleSheet(QStringLiteral("padding:0;border:none"));
  button->setFocusPolicy(Qt::NoFocus);
  button->setToolTip(tr("Close (Ctrl+W)"));
  button->setAccessibleName(button->toolTip());
  connect(button, &QToolButton::clicked, this, [this, button] {
    for (int i = 0; i < count(); ++i)
      if (tabButton(i, QTabBar::RightSide) == button) return emit tabCloseRequested(i);
  });
  setTabButton(index, QTabBar::RightSide, button);
}

void TabBar::tabLayoutChange() {
  QTabBar::tabLayoutChange();
  updateGeometry();
  for (int i = 0; i < count(); ++i)
    if (QWidget* button = tabButton(i, QTabBar::RightSide)) {
      const QRect tab = tabRect(i);
      button->move(tab.right() - button->width() - Theme::instance()->px(8),
                   tab.top() + (tab.height() - button->height()) / 2);
    }
}

}  // namespace relaxscope
