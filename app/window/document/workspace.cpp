// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/document/workspace.h"

#include <QApplication>
#include <QDataStream>
#include <QDockWidget>
#include <QIODevice>
#include <QMenu>
#include <QTimer>
#include <QVBoxLayout>

#include <algorithm>

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

Workspace::Workspace(Document* document, QWidget* parent) : QStackedWidget(parent), document_(document) {
  setObjectName(QStringLiteral("workspace"));
  buildFront();
  buildDocks();
  connect(document_->selection(), &Selection::activated, this, [this](ViewId id) {
    if (id != ViewId::None) showView(id);
    else if (showsOverview()) showView(ViewId::Listing);
  });
  connect(document_, &Document::dataChanged, this, &Workspace::updateBadges);
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
  for (const ViewRow& row : viewRegistry())
    if (row.id != kOverview) front_->addTab(row);
  connect(front_, &ViewPanel::currentChanged, this, [this](ViewId id) {
    if (id == kOverview) return;
    front_->setCurrent(kOverview);
    showView(id);
  });
  connect(front_, &ViewPanel::viewCreated, this, &Workspace::viewCreated);
  connect(front_, &ViewPanel::menuRequested, this,
          [this](const QPoint& at) { showPanelMenu(front_, ViewArea::Centre, at); });
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
  addWidget(frame_);
}

ViewPanel* Workspace::buildPanel(ViewArea area, QWidget* holder) {
  auto* panel = new ViewPanel(QLatin1String(kPanelNames[static_cast<size_t>(area)]), document_, holder);
  for (const ViewRow& row : viewRegistry()) {
    if (row.area != area) continue;
    if (row.id == kOverview) panel->addTab(row);
    else panel->addView(row);
  }
  connect(panel, &ViewPanel::menuRequested, this,
          [this, panel, area](const QPoint& at) { showPanelMenu(panel, area, at); });
  connect(panel, &ViewPanel::viewCreated, this, &Workspace::viewCreated);
  connect(panel, &ViewPanel::currentChanged, this, [this](ViewId id) {
    if (id != kOverview) emit currentViewChanged(id);
  });
  return panel;
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
  connect(tabs, &QTabBar::currentChanged, this, [this, centre, previous = centre->currentId()](int index) mutable {
    const ViewId id = viewOfName(centre->tabs()->idAt(index));
    if (id != kOverview) {
      previous = id;
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

/// The centre shows the code, so it gets about half of the window's width. Of the rest the functions get as much as
/// their times need, Share included, at 1280 pixels.
void Workspace::applyDefaultSizes() {
  const Theme* theme = Theme::instance();
  const int width = frame_->width();
  const int left = std::clamp(width * 30 / 100, theme->px(240), theme->px(400));
  const int right = std::clamp(width * 23 / 100, theme->px(240), theme->px(515));
  frame_->resizeDocks({dock(ViewArea::Left), dock(ViewArea::Right)}, {left, right}, Qt::Horizontal);
  frame_->resizeDocks({dock(ViewArea::Bottom)}, {std::clamp(frame_->height() * 3 / 10, theme->px(200), theme->px(248))},
                      Qt::Vertical);
}

/// Dock sizes take effect only after the frame was shown at its final size; before that, restored sizes are cut to the
/// minimum.
void Workspace::takeSizes() {
  if (layout_.isEmpty() || !frame_->restoreState(std::exchange(layout_, {}), kLayoutVersion)) applyDefaultSizes();
  hideEmptyDocks();
}

void Workspace::hideEmptyDocks() {
  for (size_t i = 0; i < panels_.size(); ++i)
    if (docks_[i] != nullptr && panels_[i]->isEmpty()) docks_[i]->hide();
}

bool Workspace::eventFilter(QObject* watched, QEvent* event) {
  if (watched == frame_ && event->type() == QEvent::Show && !std::exchange(sized_, true))
    QMetaObject::invokeMethod(this, &Workspace::takeSizes, Qt::QueuedConnection);
  return QStackedWidget::eventFilter(watched, event);
}

bool Workspace::showView(ViewId id, bool focus) {
  if (id == kOverview) {
    setCurrentIndex(0);
    if (focus && front_->existing(kOverview) != nullptr) front_->existing(kOverview)->setFocus(Qt::OtherFocusReason);
    return findView(kOverview) != nullptr;
  }
  for (size_t i = 0; i < panels_.size(); ++i) {
    if (!panels_[i]->has(id)) continue;
    if (docks_[i] != nullptr) {
      docks_[i]->show();
      docks_[i]->raise();
    }
    panels_[i]->setCurrent(id);
    setCurrentIndex(1);
    View* shown = panels_[i]->view(id);
    if (focus && shown != nullptr) {
      shown->setFocus(Qt::OtherFocusReason);
      lastView_ = shown;
    }
    emit currentViewChanged(id);
    return true;
  }
  return false;
}

View* Workspace::view(ViewId id) {
  if (front_->has(id)) return front_->view(id);
  for (ViewPanel* panel : panels_)
    if (panel->has(id)) return panel->view(id);
  return nullptr;
}

QList<View*> Workspace::visibleViews() const {
  QList<View*> out;
  if (showsOverview()) {
    if (View* view = front_->existing(kOverview)) out.append(view);
    return out;
  }
  for (size_t i = 0; i < panels_.size(); ++i) {
    if (docks_[i] != nullptr && docks_[i]->isHidden()) continue;
    if (View* view = panels_[i]->existing(panels_[i]->currentId())) out.append(view);
  }
  return out;
}

QList<View*> Workspace::existingViews() const {
  QList<View*> out = front_->existingViews();
  for (const ViewPanel* panel : panels_) out.append(panel->existingViews());
  return out;
}

View* Workspace::currentView() const {
  const QList<View*> visible = visibleViews();
  for (View* view : visible)
    if (QWidget* focus = QApplication::focusWidget(); focus != nullptr && (view == focus || view->isAncestorOf(focus)))
      return view;
  if (lastView_ != nullptr && visible.contains(lastView_)) return lastView_;
  if (showsOverview()) return visible.value(0);
  return panel(ViewArea::Centre)->existing(panel(ViewArea::Centre)->currentId());
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
  const auto diagnostics = document_->data().diagnostics;
  const size_t findings = diagnostics ? diagnostics->total() : 0;
  const QString text = findings == 0 ? QString() : QLocale().toString(static_cast<qulonglong>(findings));
  front_->setBadge(ViewId::Findings, text);
  for (ViewPanel* panel : panels_) panel->setBadge(ViewId::Findings, text);
}

void Workspace::setDockVisible(ViewArea area, bool visible) {
  if (QDockWidget* widget = dock(area)) widget->setVisible(visible);
}

bool Workspace::isDockVisible(ViewArea area) const {
  const QDockWidget* widget = dock(area);
  return widget == nullptr || !widget->isHidden();
}

void Workspace::showPanelMenu(ViewPanel* panel, ViewArea area, const QPoint& position) {
  QMenu menu(panel->strip());
  menu.setObjectName(QStringLiteral("panelMenu"));
  for (int i = 0; i < panel->tabs()->count(); ++i) {
    const ViewId id = viewOfName(panel->tabs()->idAt(i));
    QAction* action = menu.addAction(panel->tabs()->tabText(i), this, [this, id] { showView(id); });
    action->setCheckable(true);
    action->setChecked(i == panel->tabs()->currentIndex());
  }
  menu.addSeparator();
  if (QDockWidget* widget = panel == front_ ? nullptr : dock(area)) {
    menu.addAction(widget->isFloating() ? tr("Dock the panel") : tr("Float the panel"), this,
                   [widget] { widget->setFloating(!widget->isFloating()); });
    menu.addAction(tr("Hide the panel"), this, [widget] { widget->hide(); });
  }
  menu.addAction(tr("Reset layout"), this, &Workspace::resetLayout);
  menu.exec(position);
}

QByteArray Workspace::saveLayout() const {
  QByteArray bytes;
  QDataStream out(&bytes, QIODevice::WriteOnly);
  out.setVersion(QDataStream::Qt_6_4);
  // If the frame was never shown, the restored layout is still pending and is saved unchanged.
  out << kLayoutMagic << qint32(kLayoutVersion) << (layout_.isEmpty() ? frame_->saveState(kLayoutVersion) : layout_);
  for (const ViewPanel* panel : panels_)
    out << QString::fromLatin1(viewName(panel->currentId())) << panel->viewStates();
  return bytes;
}

void Workspace::restoreLayout(const QByteArray& layout) {
  QDataStream in(layout);
  in.setVersion(QDataStream::Qt_6_4);
  quint32 magic = 0;
  qint32 version = 0;
  QByteArray state;
  in >> magic >> version >> state;
  if (in.status() != QDataStream::Ok || magic != kLayoutMagic || version != kLayoutVersion) return;
  if (frame_->restoreState(state, kLayoutVersion) && !sized_) layout_ = state;
  for (ViewPanel* panel : panels_) {
    QString current;
    QHash<QString, QByteArray> states;
    in >> current >> states;
    if (in.status() != QDataStream::Ok) return;
    panel->setViewStates(states);
    if (const ViewId id = viewOfName(current); id != kOverview) panel->setCurrent(id);
  }
  hideEmptyDocks();
}

void Workspace::resetLayout() {
  for (size_t i = 0; i < panels_.size(); ++i) {
    if (docks_[i] == nullptr) continue;
    docks_[i]->setFloating(false);
    frame_->removeDockWidget(docks_[i]);
    frame_->addDockWidget(kDockAreas[i], docks_[i]);
    docks_[i]->setVisible(!panels_[i]->isEmpty());
    panels_[i]->tabs()->setCurrentIndex(0);
  }
  panels_[static_cast<size_t>(ViewArea::Centre)]->setCurrent(ViewId::Listing);
  applyDefaultSizes();
}

}  // namespace relaxscope
