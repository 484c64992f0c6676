// SPDX-License-Identifier: GPL-3.0-or-later
// One tabbed group of views: a strip with tabs, the current view's own options and a menu; the views below it.
// Views are created lazily, when their tab is first shown, so that opening a file costs only what is visible.
#pragma once

#include <QHash>
#include <QWidget>

#include "views/core/view.h"
#include "views/widgets/tab_bar.h"

class QHBoxLayout;
class QMenu;
class QStackedWidget;
class QToolButton;

namespace relaxscope {

class ViewPanel : public QObject {
  Q_OBJECT
 public:
  ViewPanel(const QString& name, Document* document, QWidget* parent);

  /// The strip and the pages are separate widgets: a dock uses the strip as its title bar.
  [[nodiscard]] QWidget* strip() const { return strip_; }
  [[nodiscard]] QWidget* pages() const { return pages_; }
  [[nodiscard]] TabBar* tabs() const { return tabs_; }

  void hideMenu();
  void addView(const ViewRow& row);
  /// A view on its way from one panel to another.
  struct Moved {
    const ViewRow* row = nullptr;
    View* view = nullptr;  ///< null: it was not shown yet
    QByteArray state;      ///< to be restored when it is made
  };
  /// Takes a view out; this panel must have it.
  Moved release(ViewId id);
  /// Puts it where its row stands among those of the other tabs.
  void adopt(const Moved& moved);
  /// Adds a tab for a view that is shown elsewhere.
  void addTab(const ViewRow& row);
  [[nodiscard]] bool has(ViewId id) const { return rows_.contains(id); }
  [[nodiscard]] bool isEmpty() const { return rows_.isEmpty(); }
  [[nodiscard]] qsizetype viewCount() const { return rows_.size(); }
  /// The view, created if necessary; null if this panel has none of that id.
  View* view(ViewId id);
  /// The view if it already exists, otherwise null.
  [[nodiscard]] View* existing(ViewId id) const { return views_.value(id); }
  [[nodiscard]] QList<View*> existingViews() const { return views_.values(); }
  [[nodiscard]] ViewId currentId() const;
  void setCurrent(ViewId id);
  void setBadge(ViewId id, const QString& text);
  /// Saved states by view name, including views that do not exist yet.
  [[nodiscard]] QHash<QString, QByteArray> viewStates() const;
  void setViewStates(const QHash<QString, QByteArray>& states);
  /// While inactive (the panel is hidden, or its state is being restored) no view is created.
  void setActive(bool active);

 signals:
  void currentChanged(relaxscope::ViewId id);
  void menuRequested(const QPoint& globalPosition);
  void viewCreated(View* view);

 private:
  void addPage(ViewId id, View* view);
  void showCurrent();
  void placeCorners(View* view);
  void fitTabs();

  QString name_;
  Document* document_;
  QWidget* strip_;
  TabBar* tabs_;
  QHBoxLayout* corner_;
  QToolButton* more_;
  QStackedWidget* pages_;
  QHash<ViewId, const ViewRow*> rows_;
  QHash<ViewId, View*> views_;
  QHash<ViewId, QByteArray> states_;
  QList<QWidget*> shownCorners_;
  bool active_ = false;
};

}  // namespace relaxscope
