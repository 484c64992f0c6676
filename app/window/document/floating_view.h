// SPDX-License-Identifier: GPL-3.0-or-later
// A top-level window with one view of a document. The shortcuts of the main window work in it, but for the one that
// closes a tab: that one closes this window. Closing it gives the view back; the owner puts it into its panel.
#pragma once

#include <QWidget>

#include "app/window/document/view_panel.h"

namespace relaxscope {

/// A rectangle of at least the least size, moved and cut so that all of it lies on a screen.
QRect fittedInto(const QRect& wanted, const QRect& screen, QSize least);

class FloatingView : public QWidget {
  Q_OBJECT
 public:
  /// `parent`: a widget of the main window, which the window is above of.
  FloatingView(Document* document, const ViewPanel::Moved& moved, ViewArea home, QWidget* parent);

  [[nodiscard]] ViewKey key() const { return key_; }
  /// The panel that the view returns to.
  [[nodiscard]] ViewArea home() const { return home_; }
  [[nodiscard]] ViewPanel* panel() const { return panel_; }
  /// Geometry on the desktop: fitted to the screen that most of it is on.
  void place(const QRect& wanted);
  /// Updates the window's title, which names the view and the file.
  void updateTitle();
  /// Shows it without taking the focus.
  void reveal();

 signals:
  void closed();

 protected:
  void closeEvent(QCloseEvent* event) override;

 private:
  void takeActions();

  Document* document_;
  ViewKey key_;
  ViewArea home_;
  ViewPanel* panel_;
};

}  // namespace relaxscope
