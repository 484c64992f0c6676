// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/document/further_views.h"

#include <QDockWidget>

#include <algorithm>

#include "app/window/document/workspace.h"
#include "views/theme/theme.h"

namespace relaxscope {
namespace {

bool isArea(qint32 number) { return number >= 0 && number <= static_cast<qint32>(ViewArea::Bottom); }

}  // namespace

FurtherViews::FurtherViews(Workspace* host) : QObject(host), host_(host) {}

FloatingView* FurtherViews::floating(ViewKey key) const {
  const auto found = std::ranges::find(floats_, key, &FloatingView::key);
  return found == floats_.end() ? nullptr : *found;
}

QString FurtherViews::whyNotFloat(ViewKey key) const {
  if (floating(key) != nullptr) return {};
  const std::optional<ViewArea> from = host_->areaOfView(key);
  if (!from) return tr("The overview has no window of its own");
  if (*from == ViewArea::Centre && host_->panel(*from)->viewCount() == 1 && !key.second)
    return tr("The last view in the centre stays there");
  return {};
}

/// The window takes the place of the view on the desktop.
void FurtherViews::floatView(ViewKey key) {
  if (floating(key) != nullptr || !whyNotFloat(key).isEmpty()) return;
  const ViewArea home = *host_->areaOfView(key);
  const QWidget* pages = host_->panel(home)->pages();
  const Theme* theme = Theme::instance();
  const QSize size = pages->size().expandedTo({theme->px(640), theme->px(400)});
  const QPoint shift(theme->px(24), theme->px(24));
  FloatingView* window = detach(key, home, QRect(pages->mapToGlobal(QPoint()) + shift, size));
  host_->changed_ = true;
  if (host_->isVisible()) window->reveal();
  host_->showView(key);
}

FloatingView* FurtherViews::detach(ViewKey key, ViewArea home, const QRect& geometry) {
  auto* window = new FloatingView(host_->document_, host_->panel(home)->release(key), home, host_);
  floats_.append(window);
  host_->connectPanel(window->panel());
  if (key.second) nameSecond(key.id);
  connect(window, &FloatingView::closed, this, [this, key] { dockView(key); });
  window->place(geometry);
  host_->hideEmptyDocks();
  host_->updateBadges();
  return window;
}

void FurtherViews::dockView(ViewKey key) {
  const FloatingView* window = floating(key);
  if (window == nullptr) return;
  host_->transfer(key, window->home());
  host_->changed_ = true;
  host_->showView(key);
}

void FurtherViews::dockAll() {
  for (const FloatingView* window : QList(floats_)) host_->transfer(window->key(), window->home());
}

QString FurtherViews::whyNotOnceMore(ViewId id) const {
  const ViewRow* row = findView(id);
  if (row == nullptr) return tr("No view is chosen");
  if (!row->ofFunction) return tr("%1 is not a view of one function: it is shown once").arg(viewTitle(*row));
  if (seconds_.contains(id)) return tr("%1 is shown twice already").arg(viewTitle(*row));
  return {};
}

/// In the panel beside the first one's, so that both can be seen.
void FurtherViews::showOnceMore(ViewId id) {
  if (!whyNotOnceMore(id).isEmpty()) return;
  const bool besides = host_->areaOfView(id) == ViewArea::Right;
  SecondDocument* made = addSecond(id, besides ? ViewArea::Centre : ViewArea::Right);
  made->setLocked(true);
  host_->changed_ = true;
  host_->showView({id, true});
}

SecondDocument* FurtherViews::addSecond(ViewId id, ViewArea area) {
  auto* made = new SecondDocument(host_->document_, this);
  seconds_[id] = made;
  connect(made, &SecondDocument::subjectChanged, this, [this, id] { nameSecond(id); });
  connect(made->selection(), &Selection::historyChanged, host_,
          [host = host_] { emit host->currentViewChanged(host->currentViewId()); });
  host_->panel(area)->addView(*findView(id), made);
  nameSecond(id);
  return made;
}

void FurtherViews::closeSecond(ViewId id) {
  const ViewKey key(id, true);
  ViewPanel* panel = host_->panelOf(key);
  SecondDocument* document = seconds_.take(id);
  if (panel == nullptr || document == nullptr) return;
  const ViewPanel::Moved moved = panel->release(key);
  if (FloatingView* window = floating(key)) drop(window);
  document->disconnect(this);
  if (moved.view != nullptr) {
    moved.view->hide();
    moved.view->deleteLater();
    document->setParent(moved.view);  // which uses it to its end
  } else {
    document->deleteLater();
  }
  host_->changed_ = true;
  host_->hideEmptyDocks();
  emit host_->currentViewChanged(host_->currentViewId());
}

QString FurtherViews::lockAction(ViewId id) const {
  SecondDocument* document = second(id);
  if (document == nullptr) return {};
  return document->isLocked() ? tr("Follow the selection") : tr("Lock to %1").arg(document->subjectName());
}

void FurtherViews::toggleLock(ViewId id) {
  SecondDocument* document = second(id);
  if (document == nullptr) return;
  document->setLocked(!document->isLocked());
  host_->changed_ = true;
  nameSecond(id);
  emit host_->currentViewChanged(host_->currentViewId());
}

void FurtherViews::nameSecond(ViewId id) {
  SecondDocument* document = second(id);
  ViewPanel* panel = document != nullptr ? host_->panelOf({id, true}) : nullptr;
  if (panel == nullptr) return;
  const ViewRow* row = findView(id);
  const QString title = document->isLocked()
                            ? tr("%1 of %2", "view, function").arg(viewTitle(*row), document->subjectName())
                            : QStringLiteral("%1 (2)").arg(viewTitle(*row));
  panel->setTitle({id, true}, title, document->isLocked() ? QStringLiteral("lock") : QLatin1String(row->icon));
  if (panel->currentKey() == ViewKey(id, true)) panel->setLock(document->isLocked(), lockAction(id));
  if (FloatingView* window = floating({id, true})) window->updateTitle();
}

void FurtherViews::restore(const Arrangement& stored) {
  for (const Arrangement::Second& each : stored.seconds) {
    const ViewId id = viewOfName(each.view);
    if (!isArea(each.panel) || !whyNotOnceMore(id).isEmpty()) continue;
    SecondDocument* made = addSecond(id, static_cast<ViewArea>(each.panel));
    if (!each.function.isEmpty() && !made->lockTo(each.function.toStdString())) closeSecond(id);
  }
  for (const Arrangement::Float& each : stored.floats) {
    const ViewKey key = keyOfName(each.view);
    if (!isArea(each.home) || floating(key) != nullptr || !whyNotFloat(key).isEmpty()) continue;
    const auto home = static_cast<ViewArea>(each.home);
    host_->transfer(key, home);
    if (host_->areaOfView(key) != home || !whyNotFloat(key).isEmpty()) continue;
    FloatingView* window = detach(key, home, each.geometry);
    if (host_->isVisible()) window->reveal();
  }
}

void FurtherViews::save(Arrangement& out) const {
  for (const FloatingView* window : floats_)
    out.floats.append({keyName(window->key()), static_cast<qint32>(window->home()), window->geometry()});
  for (auto it = seconds_.constBegin(); it != seconds_.constEnd(); ++it) {
    const ViewKey key(it.key(), true);
    const ViewArea area = floating(key) != nullptr ? floating(key)->home() : *host_->areaOfView(key);
    out.seconds.append(
        {QLatin1String(viewName(it.key())), static_cast<qint32>(area), QString::fromStdString(it.value()->lockedTo())});
  }
}

ViewPanel::Moved FurtherViews::take(ViewKey key) {
  FloatingView* window = floating(key);
  ViewPanel::Moved moved = window->panel()->release(key);
  drop(window);
  return moved;
}

void FurtherViews::drop(FloatingView* window) {
  floats_.removeOne(window);
  window->hide();
  window->deleteLater();
}

void FurtherViews::dissolve() {
  for (const ViewId id : seconds_.keys()) closeSecond(id);
  dockAll();
}

void FurtherViews::setVisible(bool visible) {
  for (FloatingView* window : std::as_const(floats_))
    if (visible) window->reveal();
    else window->hide();
}

void FurtherViews::updateTitles() {
  for (FloatingView* window : std::as_const(floats_)) window->updateTitle();
}

}  // namespace relaxscope
