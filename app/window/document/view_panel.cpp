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
class Strip : public QWidget {
 public:
  Strip(QWidget* parent, std::function<void()> resized) : QWidget(parent), resized_(std::move(resized)) {}

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
  strip_ = new Strip(parent, [this] { fitTabs(); });
  strip_->setObjectName(QStringLiteral("strip.") + name);
  tabs_ = new TabBar(TabBar::Kind::Panel, strip_);
  tabs_->setObjectName(QStringLiteral("tabs.") + name);
  more_ = new QToolButton(strip_);
  more_->setObjectName(QStringLiteral("more.") + name);
  more_->setIcon(theme->icon(QStringLiteral("more")));
  more_->setToolTip(tr("Panel menu"));
  more_->setAccessibleName(more_->toolTip());
  more_->setFocusPolicy(Qt::TabFocus);
  auto* layout = new QHBoxLayout(strip_);
  layout->setContentsMargins(theme->px(8), 0, theme->px(8), 0);
  layout->setSpacing(0);
  layout->addWidget(tabs_, 0);
  layout->addStretch(1);
  corner_ = new QHBoxLayout;
  corner_->setSpacing(theme->px(4));
  corner_->setContentsMargins(theme->px(8), 0, theme->px(4), 0);
  layout->addLayout(corner_);
  layout->addWidget(more_);
  strip_->setFixedHeight(theme->px(32));
  connect(theme, &Theme::changed, strip_, [this] { strip_->setFixedHeight(Theme::instance()->px(32)); });

  pages_ = new QStackedWidget(parent);
  pages_->setObjectName(QStringLiteral("pages.") + name);
  new FocusFrame(pages_);
  connect(tabs_, &QTabBar::currentChanged, this, [this] { showCurrent(); });
  connect(more_, &QToolButton::clicked, this,
          [this] { emit menuRequested(more_->mapToGlobal(QPoint(0, more_->height()))); });
}

void ViewPanel::hideMenu() { more_->hide(); }

void ViewPanel::addView(const ViewRow& row) {
  rows_[row.id] = &row;
  addTab(row);
}

void ViewPanel::addTab(const ViewRow& row) {
  const int index = tabs_->addNamedTab(QLatin1String(row.icon), viewTitle(row), QLatin1String(row.name()));
  tabs_->setTabToolTip(index, viewTitle(row));
}

ViewId ViewPanel::currentId() const { return viewOfName(tabs_->idAt(tabs_->currentIndex())); }

void ViewPanel::setCurrent(ViewId id) {
  if (const int index = tabs_->indexOfId(QLatin1String(viewName(id))); index >= 0) tabs_->setCurrentIndex(index);
}

View* ViewPanel::view(ViewId id) {
  if (View* made = views_.value(id)) return made;
  const ViewRow* row = rows_.value(id);
  if (row == nullptr) return nullptr;
  View* made = row->create(document_, pages_);
  made->setId(id);
  made->setAccessibleName(viewTitle(*row));
  addPage(id, made);
  if (const QByteArray state = states_.value(id); !state.isEmpty()) made->restoreViewState(state);
  emit viewCreated(made);
  return made;
}

void ViewPanel::addPage(ViewId id, View* view) {
  views_[id] = view;
  pages_->addWidget(view);
  for (QWidget* corner : view->cornerWidgets()) {
    corner->hide();
    corner_->addWidget(corner);
  }
  connect(view, &View::badgeChanged, this, [this, id](const QString& text) { setBadge(id, text); });
}

ViewPanel::Moved ViewPanel::release(ViewId id) {
  const Moved moved{rows_.take(id), views_.take(id), states_.take(id)};
  if (moved.view != nullptr) {
    for (QWidget* corner : moved.view->cornerWidgets()) {
      corner->hide();
      corner_->removeWidget(corner);
      shownCorners_.removeAll(corner);
    }
    disconnect(moved.view, &View::badgeChanged, this, nullptr);
    pages_->removeWidget(moved.view);
  }
  setBadge(id, {});
  tabs_->removeTab(tabs_->indexOfId(QLatin1String(viewName(id))));
  fitTabs();
  return moved;
}

void ViewPanel::adopt(const Moved& moved) {
  const ViewId id = moved.row->id;
  if (!moved.state.isEmpty()) states_[id] = moved.state;
  addView(*moved.row);
  int place = 0;
  for (const ViewRow& row : viewRegistry()) {
    if (row.id == id) break;
    if (tabs_->indexOfId(QLatin1String(row.name())) >= 0) ++place;
  }
  tabs_->moveTab(tabs_->count() - 1, place);
  if (moved.view != nullptr) addPage(id, moved.view);
  fitTabs();
  showCurrent();
}

void ViewPanel::setActive(bool active) {
  if (active_ == active) return;
  active_ = active;
  if (active_) showCurrent();
}

void ViewPanel::showCurrent() {
  const ViewId id = currentId();
  if (id == ViewId::None) return;
  if (active_) {
    if (View* current = view(id)) {
      pages_->setCurrentWidget(current);
      placeCorners(current);
    }
  }
  emit currentChanged(id);
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
  tabs_->fitInto(strip_->width() - margins.left() - margins.right() -
                 (more_->isHidden() ? 0 : more_->sizeHint().width()) - options);
}

QHash<QString, QByteArray> ViewPanel::viewStates() const {
  QHash<QString, QByteArray> states;
  for (auto it = states_.constBegin(); it != states_.constEnd(); ++it)
    states[QLatin1String(viewName(it.key()))] = it.value();
  for (auto it = views_.constBegin(); it != views_.constEnd(); ++it)
    states[QLatin1String(viewName(it.key()))] = it.value()->saveViewState();
  return states;
}

void ViewPanel::setViewStates(const QHash<QString, QByteArray>& states) {
  states_.clear();
  for (auto it = states.constBegin(); it != states.constEnd(); ++it)
    if (const ViewId id = viewOfName(it.key()); id != ViewId::None) states_[id] = it.value();
}

}  // namespace relaxscope
