// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/document/workspace.h"

#include <QApplication>
#include <QDataStream>
#include <QDockWidget>
#include <QHideEvent>
#include <QIODevice>
#include <QTimer>
#include <QVBoxLayout>

#include <algorithm>

#include "app/window/document/further_views.h"
#include "app/window/document/panel_menu.h"
#include "views/code/lint.h"
#include "views/theme/theme.h"

namespace relaxscope {
namespace {

constexpr int kLayoutVersion = 1;
constexpr quint32 kLayoutMagic = 0x52534C31;  // "RSL1"
constexpr ViewId kOverview = ViewId::Overview;
constexpr std::array<const char*, 4> kPanelNames = {"left", "centre", "right", "bottom"};
constexpr std::array<Qt::DockWidgetArea, 4> kDockAreas = {Qt::LeftDockWidgetArea, Qt::NoDockWidgetArea,
                                                          Qt::RightDockWidgetArea, Qt::BottomDockWidgetArea};

}  // namespace

Workspace::Workspace(Document* document, QWidget* parent)
    : QStackedWidget(parent), document_(document), further_(new FurtherViews(this)) {
  setObjectName(QStringLiteral("workspace"));
  buildFront();
  buildDocks();
  connect(document_->selection(), &Selection::activated, this, [this](ViewId id) {
    if (id != ViewId::None) showView(id);
    else if (showsOverview()) showView(ViewId::Listing);
  });
  connect(document_, &Document::dataChanged, this, &Workspace::updateBadges);
  connect(document_->derived<LintOf>(), &DerivedValues::made, this, &Workspace::updateBadges);
  connect(qApp, &QApplication::focusChanged, this, [this](QWidget*, QWidget* now) { focusMoved(now); });
  connect(this, &QStackedWidget::currentChanged, this, [this] {
    front_->setActive(showsOverview());
    for (ViewPanel* panel : panels_) panel->setActive(!showsOverview());
    emit currentViewChanged(currentViewId());
  });
  setCurrentIndex(front_->isEmpty() ? 1 : 0);
  front_->setActive(showsOverview());
  for (ViewPanel* panel : panels_) panel->setActive(!showsOverview());
  updateBadges();
}

void Workspace::buildFront() {
  auto* page = new QWidget(this);
  page->setObjectName(QStringLiteral("overviewPage"));
  front_ = new ViewPanel(QStringLiteral("front"), document_, page);
  auto* layout = new QVBoxLayout(page);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  layout->addWidget(front_->strip());
  layout->addWidget(front_->pages(), 1);
  if (const ViewRow* row = findView(kOverview)) front_->addView(*row);
  for (const ViewRow& row : viewsOf(Subject::Executable))
    if (row.id != kOverview) front_->addTab(row);
  connect(front_, &ViewPanel::currentChanged, this, [this](ViewId id) {
    if (id == kOverview) return;
    front_->setCurrent(kOverview);
    showView(id);
  });
  connect(front_, &ViewPanel::viewCreated, this, &Workspace::viewCreated);
  connect(front_, &ViewPanel::menuRequested, this, [this](const QPoint& at) { openPanelMenu(this, front_, at); });
  addWidget(page);
}

void Workspace::buildDocks() {
  frame_ = new QMainWindow(this);
  frame_->setWindowFlags(Qt::Widget);
  frame_->installEventFilter(this);
  frame_->setObjectName(QStringLiteral("docks"));
  frame_->setDockNestingEnabled(true);
  frame_->setContextMenuPolicy(Qt::NoContextMenu);
  frame_->setCorner(Qt::BottomLeftCorner, Qt::BottomDockWidgetArea);
  frame_->setCorner(Qt::BottomRightCorner, Qt::BottomDockWidgetArea);
  for (size_t i = 0; i < panels_.size(); ++i) {
    const auto area = static_cast<ViewArea>(i);
    auto* holder = new QWidget(frame_);
    panels_[i] = buildPanel(area, holder);
    if (area == ViewArea::Centre) {
      fillCentre(holder);
    } else {
      holder->hide();
      docks_[i] = makeDock(area);
    }
  }
  panel(ViewArea::Bottom)->pages()->setMinimumHeight(Theme::instance()->px(40));
  watchUser();
  addWidget(frame_);
}

ViewPanel* Workspace::buildPanel(ViewArea area, QWidget* holder) {
  auto* panel = new ViewPanel(QLatin1String(kPanelNames[static_cast<size_t>(area)]), document_, holder);
  for (const ViewRow& row : viewsOf(Subject::Executable)) {
    if (row.area != area) continue;
    if (row.id == kOverview) panel->addTab(row);
    else panel->addView(row);
  }
  connectPanel(panel);
  return panel;
}

void Workspace::connectPanel(ViewPanel* panel) {
  connect(panel, &ViewPanel::menuRequested, this, [this, panel](const QPoint& at) { openPanelMenu(this, panel, at); });
  connect(panel, &ViewPanel::viewCreated, this, [this](View* view) {
    connect(view, &View::wantedHeightChanged, this, &Workspace::fitSoon);
    emit viewCreated(view);
  });
  connect(panel, &ViewPanel::currentChanged, this, [this, panel](ViewId id) {
    further_->nameSecond(id);
    if (id != kOverview) emit currentViewChanged(id);
  });
  connect(panel, &ViewPanel::lockClicked, this, [this, panel] { further_->toggleLock(panel->currentId()); });
  connect(
      panel, &ViewPanel::closeClicked, this, [this, panel] { further_->closeSecond(panel->currentId()); },
      Qt::QueuedConnection);
}

/// The overview has a tab in the centre although it fills the whole page: clicking the tab switches to the overview.
void Workspace::fillCentre(QWidget* holder) {
  ViewPanel* centre = panel(ViewArea::Centre);
  TabBar* tabs = centre->tabs();
  holder->setObjectName(QStringLiteral("centre"));
  auto* layout = new QVBoxLayout(holder);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  layout->addWidget(centre->strip());
  layout->addWidget(centre->pages(), 1);
  frame_->setCentralWidget(holder);
  tabs->setCurrentIndex(centre->currentId() == kOverview && tabs->count() > 1 ? 1 : 0);
  connect(tabs, &QTabBar::tabBarClicked, this, [this, tabs](int index) {
    if (viewOfName(tabs->idAt(index)) == kOverview) QTimer::singleShot(0, this, [this] { showView(kOverview); });
  });
  connect(tabs, &QTabBar::currentChanged, this, [this, centre, previous = centre->currentKey()](int index) mutable {
    const ViewKey key = keyOfName(centre->tabs()->idAt(index));
    if (key != kOverview) {
      previous = key;
      return;
    }
    QTimer::singleShot(0, this, [this, centre, previous] {
      centre->setCurrent(previous);
      showView(kOverview);
    });
  });
}

QDockWidget* Workspace::makeDock(ViewArea area) {
  const auto i = static_cast<size_t>(area);
  auto* dock = new QDockWidget(frame_);
  dock->setObjectName(QStringLiteral("dock.") + QLatin1String(kPanelNames[i]));
  dock->setFeatures(QDockWidget::DockWidgetMovable | QDockWidget::DockWidgetFloatable |
                    QDockWidget::DockWidgetClosable);
  dock->setTitleBarWidget(panels_[i]->strip());
  dock->setWidget(panels_[i]->pages());
  frame_->addDockWidget(kDockAreas[i], dock);
  dock->setVisible(!panels_[i]->isEmpty());
  return dock;
}

/// What the user does to the panels by mouse is a change of the layout.
void Workspace::watchUser() {
  const auto changed = [this] {
    if (!arranging_ && laidOut_) changed_ = true;
  };
  for (QDockWidget* dock : docks_) {
    if (dock == nullptr) continue;
    connect(dock, &QDockWidget::topLevelChanged, this, changed);
    connect(dock, &QDockWidget::dockLocationChanged, this, changed);
  }
  connect(document_, &Document::traceChanged, this, &Workspace::fitSoon);
  connect(document_, &Document::runStateChanged, this, &Workspace::fitSoon);
  connect(panel(ViewArea::Bottom), &ViewPanel::currentChanged, this, &Workspace::fitSoon);
}

std::array<int, 3> Workspace::panelPixels() const {
  return {dock(ViewArea::Left)->width(), dock(ViewArea::Right)->width(), dock(ViewArea::Bottom)->height()};
}

/// An edge between panels was released: did the user move it?
void Workspace::compareSizes() {
  const auto before = std::exchange(pressed_, std::nullopt);
  if (!before || *before == panelPixels()) return;
  changed_ = true;
  bottomSized_ |= before->back() != panelPixels().back();
}

/// The sizes of the layout for the present window, unless the user changed it.
void Workspace::applySizes() {
  if (!frame_->isVisible()) return;
  if (changed_) return fitBottom();
  const PanelSizes sizes = panelSizes(layoutRow(layout_), frame_->size());
  frame_->resizeDocks({dock(ViewArea::Left), dock(ViewArea::Right)}, {sizes.left, sizes.right}, Qt::Horizontal);
  fitBottom();
}

void Workspace::fitSoon() {
  if (!std::exchange(fitting_, true)) QMetaObject::invokeMethod(this, &Workspace::fitBottom, Qt::QueuedConnection);
}

/// A line while its view has nothing to show, then as high as what it shows, unless the user chose a height.
void Workspace::fitBottom() {
  fitting_ = false;
  QDockWidget* bottom = dock(ViewArea::Bottom);
  if (bottomSized_ || pressed_ || bottom->isHidden() || bottom->isFloating() || !frame_->isVisible()) return;
  const View* view = panel(ViewArea::Bottom)->existing(panel(ViewArea::Bottom)->currentId());
  const int wanted = view != nullptr ? view->wantedHeight() : -1;
  const int height =
      wanted < 0 ? panelSizes(layoutRow(layout_), frame_->size()).bottom : bottomHeight(wanted, frame_->size());
  if (bottom->height() != height) frame_->resizeDocks({bottom}, {height}, Qt::Vertical);
}

/// Dock sizes take effect only after the frame was shown at its final size; before that, restored sizes are cut to the
/// minimum.
void Workspace::takeSizes() {
  arranging_ = laidOut_ = true;
  if (!pending_.isEmpty() && !frame_->restoreState(std::exchange(pending_, {}), kLayoutVersion)) changed_ = false;
  hideEmptyDocks();
  applySizes();
  arranging_ = false;
}

void Workspace::hideEmptyDocks() {
  for (size_t i = 0; i < panels_.size(); ++i)
    if (docks_[i] != nullptr && panels_[i]->isEmpty()) docks_[i]->hide();
}

bool Workspace::eventFilter(QObject* watched, QEvent* event) {
  if (watched != frame_) return QStackedWidget::eventFilter(watched, event);
  switch (event->type()) {
    case QEvent::Show:
      if (!std::exchange(sized_, true)) QMetaObject::invokeMethod(this, &Workspace::takeSizes, Qt::QueuedConnection);
      else fitSoon();
      break;
    case QEvent::Resize:
      if (laidOut_ && !changed_ && !pressed_)
        QMetaObject::invokeMethod(this, &Workspace::applySizes, Qt::QueuedConnection);
      break;
    // An edge between panels is a part of frame_, which gets the mouse's events there and moves the edge after this.
    case QEvent::MouseButtonPress: pressed_ = panelPixels(); break;
    case QEvent::MouseButtonRelease:
      QMetaObject::invokeMethod(this, &Workspace::compareSizes, Qt::QueuedConnection);
      break;
    default: break;
  }
  return QStackedWidget::eventFilter(watched, event);
}

bool Workspace::showView(ViewKey key, bool focus) {
  if (key == kOverview) {
    setCurrentIndex(0);
    if (focus && front_->existing(kOverview) != nullptr) front_->existing(kOverview)->setFocus(Qt::OtherFocusReason);
    return findView(kOverview) != nullptr;
  }
  ViewPanel* panel = panelOf(key);
  if (panel == nullptr) return false;
  if (FloatingView* window = further_->floating(key)) {
    if (isVisible()) window->reveal();
    window->raise();
    if (focus) window->activateWindow();
  } else if (QDockWidget* shown = dock(*areaOfView(key))) {
    if (shown->isHidden() && !changed_) QMetaObject::invokeMethod(this, &Workspace::applySizes, Qt::QueuedConnection);
    shown->show();
    shown->raise();
  }
  panel->setCurrent(key);
  if (further_->floating(key) == nullptr) setCurrentIndex(1);
  View* shown = panel->view(key);
  if (!focus || shown == nullptr) {
    emit currentViewChanged(key.id);
    return true;
  }
  const bool fromFloat =
      std::ranges::any_of(further_->windows(), [](const QWidget* each) { return each->isActiveWindow(); });
  if (fromFloat && further_->floating(key) == nullptr) window()->activateWindow();
  shown->setFocus(Qt::OtherFocusReason);
  lastView_ = shown;
  emit currentViewChanged(key.id);
  return true;
}

View* Workspace::view(ViewKey key) {
  if (front_->has(key)) return front_->view(key);
  ViewPanel* panel = panelOf(key);
  return panel != nullptr ? panel->view(key) : nullptr;
}

ViewKey Workspace::keyOf(const View* view) const {
  return view != nullptr ? ViewKey(view->id(), view->document() != document_) : ViewKey();
}

ViewPanel* Workspace::panelOf(ViewKey key) const {
  for (ViewPanel* panel : allPanels())
    if (panel->has(key)) return panel;
  return nullptr;
}

QList<ViewPanel*> Workspace::allPanels() const {
  QList<ViewPanel*> out(panels_.begin(), panels_.end());
  out.removeAll(nullptr);  // while they are being built
  for (const FloatingView* window : further_->windows()) out.append(window->panel());
  return out;
}

QList<View*> Workspace::visibleViews() const {
  QList<View*> out;
  if (showsOverview()) {
    if (View* view = front_->existing(kOverview)) out.append(view);
  } else {
    for (size_t i = 0; i < panels_.size(); ++i) {
      if (docks_[i] != nullptr && docks_[i]->isHidden()) continue;
      if (View* view = panels_[i]->existing(panels_[i]->currentKey())) out.append(view);
    }
  }
  for (const FloatingView* window : further_->windows())
    if (View* view = window->panel()->existing(window->key())) out.append(view);
  return out;
}

QList<View*> Workspace::existingViews() const {
  QList<View*> out = front_->existingViews();
  for (const ViewPanel* panel : allPanels()) out.append(panel->existingViews());
  return out;
}

View* Workspace::currentView() const {
  const QList<View*> visible = visibleViews();
  for (View* view : visible)
    if (QWidget* focus = QApplication::focusWidget(); focus != nullptr && (view == focus || view->isAncestorOf(focus)))
      return view;
  if (lastView_ != nullptr && visible.contains(lastView_)) return lastView_;
  if (showsOverview()) return visible.value(0);
  return panel(ViewArea::Centre)->existing(panel(ViewArea::Centre)->currentKey());
}

ViewId Workspace::currentViewId() const {
  const View* view = currentView();
  if (view != nullptr) return view->id();
  return showsOverview() ? kOverview : ViewId::None;
}

bool Workspace::isSettled() const {
  const QList<View*> visible = visibleViews();
  return std::all_of(visible.begin(), visible.end(), [](const View* view) { return view->isSettled(); });
}

void Workspace::focusMoved(QWidget* now) {
  if (now == nullptr) return;
  for (View* view : visibleViews())
    if (view == now || view->isAncestorOf(now)) {
      if (lastView_ != view) {
        lastView_ = view;
        emit currentViewChanged(currentViewId());
      }
      return;
    }
}

void Workspace::updateBadges() {
  const size_t findings = countFindings(document_).total();
  const QString text = findings == 0 ? QString() : QLocale().toString(static_cast<qulonglong>(findings));
  front_->setBadge(ViewId::Findings, text);
  for (ViewPanel* panel : allPanels()) panel->setBadge(ViewId::Findings, text);
  further_->updateTitles();
}

void Workspace::setDockVisible(ViewArea area, bool visible) {
  QDockWidget* widget = dock(area);
  if (widget == nullptr) return;
  changed_ = true;
  widget->setVisible(visible && !panel(area)->isEmpty());
  fitSoon();
  emit currentViewChanged(currentViewId());
}

bool Workspace::isDockVisible(ViewArea area) const {
  const QDockWidget* widget = dock(area);
  return widget == nullptr || !widget->isHidden();
}

std::optional<ViewArea> Workspace::areaOfView(ViewKey key) const {
  for (size_t i = 0; i < panels_.size(); ++i)
    if (panels_[i]->has(key)) return static_cast<ViewArea>(i);
  return {};
}

void Workspace::moveView(ViewKey key, ViewArea area) {
  if (areaOfView(key) == area) return;
  transfer(key, area);
  if (areaOfView(key) != area) return;
  changed_ = true;
  showView(key);
}

/// From its panel or its window. The last view of the centre stays.
void Workspace::transfer(ViewKey key, ViewArea area) {
  if (further_->floating(key) != nullptr) {
    panel(area)->adopt(further_->take(key));
  } else {
    const std::optional<ViewArea> from = areaOfView(key);
    if (!from || *from == area) return;
    if (*from == ViewArea::Centre && panel(*from)->viewCount() == 1 && !key.second) return;
    panel(area)->adopt(panel(*from)->release(key));
  }
  further_->nameSecond(key.id);
  hideEmptyDocks();
  updateBadges();
}

void Workspace::showEvent(QShowEvent* event) {
  QStackedWidget::showEvent(event);
  further_->setVisible(true);
}

/// Another document is shown.
void Workspace::hideEvent(QHideEvent* event) {
  QStackedWidget::hideEvent(event);
  if (!event->spontaneous()) further_->setVisible(false);
}

/// Only `beside` and what the user moved change panels. Views come home before one leaves, so that the centre is never
/// empty. Windows of views that are not in front stay.
void Workspace::placeViews(const LayoutRow& layout) {
  for (const bool away : {false, true})
    for (const ViewRow& row : viewsOf(Subject::Executable))
      if (const ViewArea area = areaOf(layout, row); (area != row.area) == away)
        if (further_->floating(row.id) == nullptr || std::ranges::find(layout.front, row.id) != layout.front.end())
          transfer(row.id, area);
}

void Workspace::arrange(const LayoutRow& layout) {
  arranging_ = true;
  placeViews(layout);
  for (size_t i = 0; i < panels_.size(); ++i) {
    if (docks_[i] != nullptr) {
      docks_[i]->setFloating(false);
      frame_->removeDockWidget(docks_[i]);
      frame_->addDockWidget(kDockAreas[i], docks_[i]);
      docks_[i]->setVisible(layout.front[i] != ViewId::None && !panels_[i]->isEmpty());
    }
    if (layout.front[i] != ViewId::None) panels_[i]->setCurrent(layout.front[i]);
  }
  bottomSized_ = changed_ = false;
  pending_.clear();
  applySizes();
  // Docks that were hidden take their sizes only once they are laid out.
  QMetaObject::invokeMethod(this, &Workspace::applySizes, Qt::QueuedConnection);
  arranging_ = false;
}

void Workspace::showLayout(LayoutId layout) {
  const QString before = QLatin1String(layoutRow(layout_).name);
  if (changed_) kept_[before] = toBytes(arrangement());
  else kept_.remove(before);
  layout_ = layout;
  const LayoutRow& row = layoutRow(layout);
  setCurrentIndex(1);
  arrange(row);
  if (const auto kept = kept_.constFind(QLatin1String(row.name)); kept != kept_.constEnd())
    changed_ = restoreArrangement(*kept);
  showView(panel(ViewArea::Centre)->currentKey());
}

void Workspace::resetLayout() {
  kept_.remove(QLatin1String(layoutRow(layout_).name));
  further_->dissolve();
  arrange(layoutRow(layout_));
  emit currentViewChanged(currentViewId());
}

/// The panels with their sizes, the views in each and the one in front, and the further windows and views.
Arrangement Workspace::arrangement() const {
  Arrangement out;
  // If the frame was never shown, the restored state is still pending and is saved unchanged.
  out.docks = pending_.isEmpty() ? frame_->saveState(kLayoutVersion) : pending_;
  out.bottomSized = bottomSized_;
  for (const ViewRow& row : viewsOf(Subject::Executable))
    if (const auto area = areaOfView(row.id); area && *area != row.area)
      out.moved[QLatin1String(row.name())] = static_cast<qint32>(*area);
  for (size_t i = 0; i < panels_.size(); ++i) out.current[i] = keyName(panels_[i]->currentKey());
  further_->save(out);
  return out;
}

bool Workspace::restoreArrangement(const QByteArray& bytes) {
  const std::optional<Arrangement> stored = arrangementOf(bytes);
  if (!stored) return false;
  arranging_ = true;
  for (const ViewRow& row : viewsOf(Subject::Executable)) {
    const qint32 area = stored->moved.value(QLatin1String(row.name()), static_cast<qint32>(row.area));
    if (area >= 0 && area < static_cast<qint32>(panels_.size())) transfer(row.id, static_cast<ViewArea>(area));
  }
  further_->restore(*stored);
  const bool restored = frame_->restoreState(stored->docks, kLayoutVersion);
  if (restored && !laidOut_) pending_ = stored->docks;
  for (size_t i = 0; i < panels_.size(); ++i)
    if (const ViewKey key = keyOfName(stored->current[i]); key != kOverview) panels_[i]->setCurrent(key);
  bottomSized_ = stored->bottomSized;
  hideEmptyDocks();
  arranging_ = false;
  return restored;
}

QByteArray Workspace::saveLayout() const {
  QByteArray bytes;
  QDataStream out(&bytes, QIODevice::WriteOnly);
  out.setVersion(QDataStream::Qt_6_4);
  out << kLayoutMagic << qint32(kLayoutVersion) << (pending_.isEmpty() ? frame_->saveState(kLayoutVersion) : pending_);
  for (const ViewPanel* panel : panels_) {
    QHash<QString, QByteArray> states = panel->viewStates();
    for (const FloatingView* window : further_->windows())
      if (this->panel(window->home()) == panel) states.insert(window->panel()->viewStates());
    out << keyName(panel->currentKey()) << states;
  }
  // Versions without layouts end here.
  out << QString::fromLatin1(layoutRow(layout_).name) << changed_ << toBytes(arrangement()) << kept_;
  return bytes;
}

void Workspace::restoreLayout(const QByteArray& layout) {
  QDataStream in(layout);
  in.setVersion(QDataStream::Qt_6_4);
  quint32 magic = 0;
  qint32 version = 0;
  QByteArray state, arranged;
  in >> magic >> version >> state;
  if (in.status() != QDataStream::Ok || magic != kLayoutMagic || version != kLayoutVersion) return;
  if (frame_->restoreState(state, kLayoutVersion) && !laidOut_) pending_ = state;
  for (ViewPanel* panel : panels_) {
    QString current;
    QHash<QString, QByteArray> states;
    in >> current >> states;
    if (in.status() != QDataStream::Ok) return;
    panel->setViewStates(states);
    if (const ViewKey key = keyOfName(current); key != kOverview) panel->setCurrent(key);
  }
  changed_ = true;
  QString name;
  bool changed = false;
  QHash<QString, QByteArray> kept;
  in >> name >> changed >> arranged >> kept;
  if (const LayoutRow* row = findLayout(name); row != nullptr && in.status() == QDataStream::Ok) {
    layout_ = row->id;
    kept_ = kept;
    changed_ = restoreArrangement(arranged) && changed;
  }
  hideEmptyDocks();
}

}  // namespace relaxscope
