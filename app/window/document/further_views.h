// SPDX-License-Identifier: GPL-3.0-or-later
// The views of a workspace beyond its panels: those in windows of their own, which are shown while the workspace is,
// and those that are shown once more, locked to a function.
#pragma once

#include <QHash>
#include <QList>
#include <QObject>

#include "app/window/document/arrangement.h"
#include "app/window/document/floating_view.h"
#include "views/core/second_document.h"

namespace relaxscope {

class Workspace;

class FurtherViews : public QObject {
  Q_OBJECT
 public:
  explicit FurtherViews(Workspace* host);

  /// The window of a view that has one of its own; else null.
  [[nodiscard]] FloatingView* floating(ViewKey key) const;
  [[nodiscard]] const QList<FloatingView*>& windows() const { return floats_; }
  /// Puts a view into a window of its own, or back into the panel that it came from.
  void floatView(ViewKey key);
  void dockView(ViewKey key);
  void dockAll();
  /// Takes a view out of its window, which goes.
  ViewPanel::Moved take(ViewKey key);
  /// Why a view cannot have a window of its own; empty: it can.
  [[nodiscard]] QString whyNotFloat(ViewKey key) const;

  /// Shows a view once more, locked to the function that is selected.
  void showOnceMore(ViewId id);
  [[nodiscard]] QString whyNotOnceMore(ViewId id) const;
  void closeSecond(ViewId id);
  /// The document of the one that is shown once more; null: there is none.
  [[nodiscard]] SecondDocument* second(ViewId id) const { return seconds_.value(id); }
  /// What the lock of a second view does next: "Lock to main", "Follow the selection".
  [[nodiscard]] QString lockAction(ViewId id) const;
  void toggleLock(ViewId id);
  /// The tab and the lock of a second view say what it shows.
  void nameSecond(ViewId id);

  /// All windows are docked, all second views closed.
  void dissolve();
  void setVisible(bool visible);
  void updateTitles();
  void save(Arrangement& out) const;
  /// A view that was locked to a function which this file lacks is not shown once more.
  void restore(const Arrangement& stored);

 private:
  FloatingView* detach(ViewKey key, ViewArea home, const QRect& geometry);
  void drop(FloatingView* window);
  SecondDocument* addSecond(ViewId id, ViewArea area);

  Workspace* host_;
  QList<FloatingView*> floats_;
  QHash<ViewId, SecondDocument*> seconds_;
};

}  // namespace relaxscope
