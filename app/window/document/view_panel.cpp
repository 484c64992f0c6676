// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/document/view_panel.h"

#include <QApplication>
#include <QHBoxLayout>
#include <QPainter>
#include <QStackedWidget>
#include <QStyleOption>
#include <QToolButton>

#include <algorithm>
#include <functional>
#include <utility>

#include "views/theme/theme.h"
#include "views/widgets/focus_frame.h"

namespace relaxscope {
namespace {

/// Background of a strip; does not handle mouse presses, so that they reach the dock and drag it.
class PanelStrip : public QWidget {
 public:
  PanelStrip(QWidget* parent, std::function<void()> resized) : QWidget(parent), resized_(std::move(resized)) {}

 protected:
  void resizeEvent(QResizeEvent*) override { resized_(); }
  void paintEvent(QPaintEvent*) override {
    QPainter painter(this);
    painter.fillRect(rect(), Theme::instance()->color(Token::Subtle));
    painter.fillRect(QRect(0, height() - 1, width(), 1), Theme::instance()->color(Token::Border));
  }

 private:
  std::function<void()> resized_;
};

}  // namespace

ViewPanel::ViewPanel(const QString& name, Document* document, QWidget* parent)
    : QObject(parent), name_(name), document_(document) {
  const Theme* theme = Theme::instance();
  strip_ = new PanelStrip(parent, [this] { fitTabs(); });
  strip_->setObjectName(QStringLiteral("strip.") + name);
  tabs_ = new TabBar(TabBar::Kind::Panel, strip_);
  tabs_->setObjectName(QStringLiteral("tabs.") + name);
  lock_ = button(QStringLiteral("lock"), QStringLiteral("lock"), {});
  lock_->setCheckable(true);
  close_ = button(QStringLiteral("close"), QStringLiteral("close"), tr("Close this view"));
  more_ = button(QStringLiteral("more"), QStringLiteral("more"), tr("Panel menu"));
  lock_->hide();
  close_->hide();
  auto* layout = new QHBoxLayout(strip_);
  layout->setContentsMargins(theme->px(8), 0, theme->px(8), 0);
  layout->setSpacing(0);
  layout->addWidget(tabs_, 0);
  layout->addStretch(1);
  corner_ = new QHBoxLayout;
  corner_->setSpacing(theme->px(4));
  corner_->setContentsMargins(theme->px(8), 0, theme->px(4), 0);
  layout->addLayout(corner_);
  for (QToolButton* each : {lock_, close_, more_}) layout->addWidget(each);
  strip_->setFixedHeight(theme->px(32));
  connect(theme, &Theme::changed, strip_, [this] { strip_->setFixedHeight(Theme::instance()->px(32)); });

  pages_ = new QStackedWidget(parent);
  pages_->setObjectName(QStringLiteral("pages.") + name);
  new FocusFrame(pages_);
  connect(tabs_, &QTabBar::currentChanged, this, [this] { showCurrent(); });
  connect(tabs_, &TabBar::middleClicked, this, [this](int index) {
    if (const ViewKey key = keyOfName(tabs_->idAt(index)); key.second) {
      setCurrent(key);
      emit closeClicked();
    }
  });
  connect(lock_, &QToolButton::clicked, this, &ViewPanel::lockClicked);
  connect(close_, &QToolButton::clicked, this, &ViewPanel::closeClicked);
  connect(more_, &QToolButton::clicked, this,
          [this] { emit menuRequested(more_->mapToGlobal(QPoint(0, more_->height()))); });
}

void ViewPanel::hideMenu() { more_->hide(); }

QToolButton* ViewPanel::button(const QString& name, const QString& icon, const QString& tip) {
  auto* made = new QToolButton(strip_);
  made->setObjectName(name + QLatin1Char('.') + name_);
  made->setIcon(Theme::instance()->icon(icon));
  made->setToolTip(tip);
  made->setAccessibleName(tip);
  made->setFocusPolicy(Qt::TabFocus);
  return made;
}

void ViewPanel::addView(const ViewRow& row, Document* document) {
  const ViewKey key(row.id, document != nullptr);
  rows_[key] = &row;
  if (document == nullptr) return addTab(row);
  documents_[key] = document;
  tabs_->addNamedTab(QLatin1String(row.icon), viewTitle(row), keyName(key));
}

void ViewPanel::addTab(const ViewRow& row) {
  const int index = tabs_->addNamedTab(QLatin1String(row.icon), viewTitle(row), QLatin1String(row.name()));
  tabs_->setTabToolTip(index, viewTitle(row));
}

qsizetype ViewPanel::viewCount() const {
  const QList<ViewKey> keys = rows_.keys();
  return std::ranges::count(keys, false, &ViewKey::second);
}

ViewKey ViewPanel::currentKey() const { return keyOfName(tabs_->idAt(tabs_->currentIndex())); }

void ViewPanel::setCurrent(ViewKey key) {
  if (const int index = tabs_->indexOfId(keyName(key)); index >= 0) tabs_->setCurrentIndex(index);
}

View* ViewPanel::view(ViewKey key) {
  if (View* made = views_.value(key)) return made;
  const ViewRow* row = rows_.value(key);
  if (row == nullptr) return nullptr;
  View* made = row->create(documents_.value(key, document_), pages_);
  made->setId(key.id);
  if (key.second) made->setObjectName(made->objectName() + kSecondSuffix);
  made->setAccessibleName(tabs_->tabName(tabs_->indexOfId(keyName(key))));
  addPage(key, made);
  if (const QByteArray state = states_.value(key); !state.isEmpty()) made->restoreViewState(state);
  emit viewCreated(made);
  return made;
}

void ViewPanel::addPage(ViewKey key, View* view) {
  views_[key] = view;
  pages_->addWidget(view);
  for (QWidget* corner : view->cornerWidgets()) {
    corner->hide();
    corner_->addWidget(corner);
  }
  connect(view, &View::badgeChanged, this, [this, id = key.id](const QString& text) { setBadge(id, text); });
}

ViewPanel::Moved ViewPanel::release(ViewKey key) {
  const int tab = tabs_->indexOfId(keyName(key));
  const Moved moved{
      rows_.take(key),     key, documents_.take(key), views_.take(key), states_.take(key), tabs_->tabToolTip(tab),
      tabs_->iconName(tab)};
  if (moved.view != nullptr) {
    for (QWidget* corner : moved.view->cornerWidgets()) {
      corner->hide();
      corner_->removeWidget(corner);
      corner->setParent(moved.view);  // which may be closed
      shownCorners_.removeAll(corner);
    }
    disconnect(moved.view, &View::badgeChanged, this, nullptr);
    pages_->removeWidget(moved.view);
  }
  if (!key.second) setBadge(key.id, {});
  // The next view comes to the front, not the tab of one that is shown elsewhere.
  if (tab == tabs_->currentIndex())
    for (int i = 1; i < tabs_->count(); ++i)
      if (const ViewKey next = keyOfName(tabs_->idAt((tab + i) % tabs_->count())); has(next)) {
        setCurrent(next);
        break;
      }
  tabs_->removeTab(tab);
  fitTabs();
  return moved;
}

void ViewPanel::adopt(const Moved& moved) {
  if (!moved.state.isEmpty()) states_[moved.key] = moved.state;
  addView(*moved.row, moved.document);
  int place = 0;
  for (const ViewRow& row : viewsOf(Subject::Executable)) {
    if (row.id == moved.key.id && !moved.key.second) break;
    for (const bool second : {false, true})
      if (const ViewKey other(row.id, second); other != moved.key && tabs_->indexOfId(keyName(other)) >= 0) ++place;
    if (row.id == moved.key.id) break;
  }
  tabs_->moveTab(tabs_->count() - 1, place);
  if (moved.key.second) setTitle(moved.key, moved.title, moved.icon);
  if (moved.view != nullptr) addPage(moved.key, moved.view);
  fitTabs();
  showCurrent();
}

void ViewPanel::setTitle(ViewKey key, const QString& title, const QString& icon) {
  const int index = tabs_->indexOfId(keyName(key));
  if (index < 0) return;
  constexpr int kMostOfATitle = 32;  // characters; names of functions have no limit
  const QString shown =
      title.size() <= kMostOfATitle ? title : title.left(kMostOfATitle - 10) + QChar(0x2026) + title.right(9);
  tabs_->setTabName(index, shown);
  tabs_->setTabToolTip(index, title);
  tabs_->setTabIconName(index, icon);
  if (View* view = views_.value(key)) view->setAccessibleName(title);
  fitTabs();
}

void ViewPanel::setLock(bool locked, const QString& action) {
  lock_->setChecked(locked);
  lock_->setToolTip(action);
  lock_->setAccessibleName(action);
}

void ViewPanel::setActive(bool active) {
  if (active_ == active) return;
  active_ = active;
  if (active_) showCurrent();
}

void ViewPanel::showCurrent() {
  const ViewKey key = currentKey();
  if (key.id == ViewId::None) return;
  lock_->setVisible(key.second && has(key));
  close_->setVisible(key.second && has(key));
  if (active_) {
    if (View* current = view(key)) {
      pages_->setCurrentWidget(current);
      placeCorners(current);
    }
  }
  emit currentChanged(key.id);
}

void ViewPanel::placeCorners(View* view) {
  for (QWidget* widget : std::as_const(shownCorners_)) widget->hide();
  shownCorners_ = view->cornerWidgets();
  for (QWidget* widget : std::as_const(shownCorners_)) widget->show();
  fitTabs();
}

void ViewPanel::setBadge(ViewId id, const QString& text) {
  tabs_->setBadge(QLatin1String(viewName(id)), text);
  fitTabs();
}

/// Tabs get the width that the strip's margins, the view's options and the menu leave.
void ViewPanel::fitTabs() {
  const QMargins margins = strip_->layout()->contentsMargins(), corner = corner_->contentsMargins();
  const int options = std::max(corner_->isEmpty() ? 0 : corner_->sizeHint().width(), corner.left() + corner.right());
  int buttons = 0;
  for (const QToolButton* each : {lock_, close_, more_}) buttons += each->isHidden() ? 0 : each->sizeHint().width();
  tabs_->fitInto(strip_->width() - margins.left() - margins.right() - buttons - options);
}

QHash<QString, QByteArray> ViewPanel::viewStates() const {
  QHash<QString, QByteArray> states;
  for (auto it = states_.constBegin(); it != states_.constEnd(); ++it) states[keyName(it.key())] = it.value();
  for (auto it = views_.constBegin(); it != views_.constEnd(); ++it)
    states[keyName(it.key())] = it.value()->saveViewState();
  return states;
}

void ViewPanel::setViewStates(const QHash<QString, QByteArray>& states) {
  states_.clear();
  for (auto it = states.constBegin(); it != states.constEnd(); ++it)
    if (const ViewKey key = keyOfName(it.key()); key.id != ViewId::None) states_[key] = it.value();
}

}  // namespace relaxscope
