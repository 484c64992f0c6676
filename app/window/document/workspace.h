// SPDX-License-Identifier: GPL-3.0-or-later
// All views of one document, in two pages: the overview over the whole width (shown after opening), and the docked
// panels in one of the layouts, with the user's changes to each of them. Views stand in windows of their own, too,
// which are shown while this is, and some are shown once more, locked to a function.
#pragma once

#include <QMainWindow>
#include <QPointer>
#include <QStackedWidget>

#include <array>
#include <optional>

#include "app/window/document/arrangement.h"
#include "app/window/document/layouts.h"
#include "app/window/document/view_panel.h"

namespace relaxscope {

class FurtherViews;

class Workspace : public QStackedWidget {
  Q_OBJECT
 public:
  Workspace(Document* document, QWidget* parent);

  /// Brings a view to the front and, with `focus`, focuses it; switches between overview and docked layout as needed.
  bool showView(ViewKey key, bool focus = true);
  /// The view, created if necessary; null if it is not shown once more.
  View* view(ViewKey key);
  [[nodiscard]] ViewKey keyOf(const View* view) const;
  [[nodiscard]] bool showsOverview() const { return currentIndex() == 0; }
  /// The view that has the focus, otherwise the one that last had it, otherwise the current one in the centre.
  [[nodiscard]] View* currentView() const;
  [[nodiscard]] ViewId currentViewId() const;
  /// Every existing view that is the current one of its panel, and those in windows of their own.
  [[nodiscard]] QList<View*> visibleViews() const;
  [[nodiscard]] QList<View*> existingViews() const;
  [[nodiscard]] bool isSettled() const;

  [[nodiscard]] LayoutId currentLayout() const { return layout_; }
  /// Shows a layout as the user left it, otherwise in sizes for the present window.
  void showLayout(LayoutId layout);
  /// Forgets the user's changes to the present layout.
  void resetLayout();
  /// All layouts with their changes, and the states of the views.
  [[nodiscard]] QByteArray saveLayout() const;
  void restoreLayout(const QByteArray& layout);
  /// Puts a view into another panel and shows it there. The overview stays, and the last view of the centre.
  void moveView(ViewKey key, ViewArea area);
  /// The panel that a view is in; none for one in a window of its own.
  [[nodiscard]] std::optional<ViewArea> areaOfView(ViewKey key) const;
  /// Views in windows of their own, and those that are shown once more.
  [[nodiscard]] FurtherViews* further() const { return further_; }
  void setDockVisible(ViewArea area, bool visible);
  [[nodiscard]] bool isDockVisible(ViewArea area) const;
  [[nodiscard]] QDockWidget* dock(ViewArea area) const { return docks_[static_cast<size_t>(area)]; }
  [[nodiscard]] ViewPanel* panel(ViewArea area) const { return panels_[static_cast<size_t>(area)]; }

 signals:
  void currentViewChanged(relaxscope::ViewId id);
  void viewCreated(View* view);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;
  void showEvent(QShowEvent* event) override;
  void hideEvent(QHideEvent* event) override;

 private:
  void buildFront();
  void buildDocks();
  ViewPanel* buildPanel(ViewArea area, QWidget* holder);
  void connectPanel(ViewPanel* panel);
  void fillCentre(QWidget* holder);
  QDockWidget* makeDock(ViewArea area);
  void watchUser();
  void takeSizes();
  void arrange(const LayoutRow& layout);
  void placeViews(const LayoutRow& layout);
  void transfer(ViewKey key, ViewArea area);
  [[nodiscard]] ViewPanel* panelOf(ViewKey key) const;
  [[nodiscard]] QList<ViewPanel*> allPanels() const;
  void applySizes();
  void fitBottom();
  void fitSoon();
  void compareSizes();
  [[nodiscard]] std::array<int, 3> panelPixels() const;
  [[nodiscard]] Arrangement arrangement() const;
  bool restoreArrangement(const QByteArray& bytes);
  void hideEmptyDocks();
  void focusMoved(QWidget* now);
  void updateBadges();

  friend class FurtherViews;
  Document* document_;
  FurtherViews* further_;
  ViewPanel* front_ = nullptr;
  QMainWindow* frame_ = nullptr;
  std::array<ViewPanel*, 4> panels_{};   ///< indexed by ViewArea
  std::array<QDockWidget*, 4> docks_{};  ///< indexed by ViewArea; null for the centre
  QPointer<View> lastView_;
  LayoutId layout_ = LayoutId::All;
  QHash<QString, QByteArray> kept_;            ///< by name of a layout: an arrangement that the user changed
  bool changed_ = false;                       ///< the user has changed the present layout
  bool bottomSized_ = false;                   ///< the user has chosen the height of the bottom panel
  bool arranging_ = false;                     ///< panels are moved by the program
  bool fitting_ = false;                       ///< fitBottom() is to be called
  std::optional<std::array<int, 3>> pressed_;  ///< panelPixels() when the mouse went down on an edge
  bool sized_ = false;                         ///< takeSizes() is called or will be
  bool laidOut_ = false;                       ///< docks keep the sizes that they are given
  QByteArray pending_;                         ///< state of frame_, to be restored again when it is shown
};

}  // namespace relaxscope
