// SPDX-License-Identifier: GPL-3.0-or-later
// One tabbed group of views: a strip with tabs, the current view's own options and a menu; the views below it.
// Views are created lazily, when their tab is first shown, so that opening a file costs only what is visible.
#pragma once

#include <QHash>
#include <QStackedWidget>
#include <QWidget>

#include "app/window/document/view_key.h"
#include "views/core/view.h"
#include "views/widgets/tab_bar.h"

class QHBoxLayout;
class QMenu;
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
  /// `document`: of a second view; null: the panel's.
  void addView(const ViewRow& row, Document* document = nullptr);
  /// A view on its way from one panel to another.
  struct Moved {
    const ViewRow* row = nullptr;
    ViewKey key;
    Document* document = nullptr;
    View* view = nullptr;  ///< null: it was not shown yet
    QByteArray state;      ///< to be restored when it is made
    QString title;         ///< of its tab
    QString icon;
  };
  /// Takes a view out; this panel must have it.
  Moved release(ViewKey key);
  /// Puts it where its row stands among those of the other tabs.
  void adopt(const Moved& moved);
  /// Adds a tab for a view that is shown elsewhere.
  void addTab(const ViewRow& row);
  [[nodiscard]] bool has(ViewKey key) const { return rows_.contains(key); }
  [[nodiscard]] bool isEmpty() const { return rows_.isEmpty(); }
  /// How many views it has, without those that are shown once more.
  [[nodiscard]] qsizetype viewCount() const;
  /// The view, created if necessary; null if this panel has none of that key.
  View* view(ViewKey key);
  /// The view if it already exists, otherwise null.
  [[nodiscard]] View* existing(ViewKey key) const { return views_.value(key); }
  [[nodiscard]] QList<View*> existingViews() const { return views_.values(); }
  [[nodiscard]] ViewKey currentKey() const;
  [[nodiscard]] ViewId currentId() const { return currentKey().id; }
  void setCurrent(ViewKey key);
  void setBadge(ViewId id, const QString& text);
  /// Name and icon of a view's tab.
  void setTitle(ViewKey key, const QString& title, const QString& icon);
  /// The button with a lock, which only second views have: what it is of, and what a click does.
  void setLock(bool locked, const QString& action);
  /// Saved states by name of the key, including views that do not exist yet.
  [[nodiscard]] QHash<QString, QByteArray> viewStates() const;
  void setViewStates(const QHash<QString, QByteArray>& states);
  /// While inactive (the panel is hidden, or its state is being restored) no view is created.
  void setActive(bool active);

 signals:
  void currentChanged(relaxscope::ViewId id);
  void menuRequested(const QPoint& globalPosition);
  void lockClicked();   ///< of the current view
  void closeClicked();  ///< the same
  void viewCreated(View* view);

 private:
  QToolButton* button(const QString& name, const QString& icon, const QString& tip);
  void addPage(ViewKey key, View* view);
  void showCurrent();
  void placeCorners(View* view);
  void fitTabs();

  QString name_;
  Document* document_;
  QWidget* strip_;
  TabBar* tabs_;
  QHBoxLayout* corner_;
  QToolButton *lock_, *close_, *more_;
  QStackedWidget* pages_;
  QHash<ViewKey, const ViewRow*> rows_;
  QHash<ViewKey, Document*> documents_;  ///< of second views
  QHash<ViewKey, View*> views_;
  QHash<ViewKey, QByteArray> states_;
  QList<QWidget*> shownCorners_;
  bool active_ = false;
};

}  // namespace relaxscope
