// SPDX-License-Identifier: GPL-3.0-or-later
// All views of one document, in two pages: the overview over the whole width (shown after opening), and the docked
// layout with functions on the left, code in the centre, inspector on the right and timeline at the bottom.
#pragma once

#include <QMainWindow>
#include <QPointer>
#include <QStackedWidget>

#include <array>

#include "app/window/document/view_panel.h"

namespace relaxscope {

class Workspace : public QStackedWidget {
  Q_OBJECT
 public:
  Workspace(Document* document, QWidget* parent);

  /// Brings a view to the front and, with `focus`, focuses it; switches between overview and docked layout as needed.
  bool showView(ViewId id, bool focus = true);
  View* view(ViewId id);
  [[nodiscard]] bool showsOverview() const { return currentIndex() == 0; }
  /// The view that has the focus, otherwise the one that last had it, otherwise the current one in the centre.
  [[nodiscard]] View* currentView() const;
  [[nodiscard]] ViewId currentViewId() const;
  /// Every existing view that is the current one of its panel.
  [[nodiscard]] QList<View*> visibleViews() const;
  [[nodiscard]] QList<View*> existingViews() const;
  [[nodiscard]] bool isSettled() const;

  [[nodiscard]] QByteArray saveLayout() const;
  void restoreLayout(const QByteArray& layout);
  void resetLayout();
  void setDockVisible(ViewArea area, bool visible);
  [[nodiscard]] bool isDockVisible(ViewArea area) const;
  [[nodiscard]] QDockWidget* dock(ViewArea area) const { return docks_[static_cast<size_t>(area)]; }
  [[nodiscard]] ViewPanel* panel(ViewArea area) const { return panels_[static_cast<size_t>(area)]; }

 signals:
  void currentViewChanged(relaxscope::ViewId id);
  void viewCreated(View* view);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void buildFront();
  void buildDocks();
  ViewPanel* buildPanel(ViewArea area, QWidget* holder);
  void fillCentre(QWidget* holder);
  QDockWidget* makeDock(ViewArea area);
  void applyDefaultSizes();
  void takeSizes();
  void hideEmptyDocks();
  void showPanelMenu(ViewPanel* panel, ViewArea area, const QPoint& position);
  void focusMoved(QWidget* now);
  void updateBadges();

  Document* document_;
  ViewPanel* front_ = nullptr;
  QMainWindow* frame_ = nullptr;
  std::array<ViewPanel*, 4> panels_{};   ///< indexed by ViewArea
  std::array<QDockWidget*, 4> docks_{};  ///< indexed by ViewArea; null for the centre
  QPointer<View> lastView_;
  bool sized_ = false;
  QByteArray layout_;  ///< state of frame_, to be restored again when it is shown
};

}  // namespace relaxscope
