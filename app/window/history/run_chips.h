// SPDX-License-Identifier: GPL-3.0-or-later
// The newest runs of a document as buttons with their times: a click shows a run. As many as fit into half of the
// parent's width and leave the breadcrumb its own; a menu has all of them. Hidden while there are fewer than two.
#pragma once

#include <QWidget>

#include "views/core/document.h"

class QHBoxLayout;
class QMenu;
class QToolButton;

namespace relaxscope {

class RunChips : public QWidget {
  Q_OBJECT
 public:
  /// `breadcrumb`: shares the row with it.
  RunChips(Document* document, QWidget* breadcrumb, QWidget* parent);

 signals:
  void allRequested();  ///< the table of all runs

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void refresh();
  /// Pixels that the buttons may take.
  [[nodiscard]] int roomNow() const;
  QToolButton* chip(const RunEntry& entry, const QString& label);
  void addMenu(const QStringList& labels);
  void addCompare(QMenu* menu, const QStringList& labels);
  void applyStyle(QToolButton* button) const;

  Document* document_;
  QWidget* breadcrumb_;
  QHBoxLayout* layout_;
  int room_ = -1;  ///< that the chips were chosen for
};

/// "weights.npz  184.2 µs": the label, elided to `width` pixels, and the time of a run.
QString runChipText(const RunEntry& entry, const QString& label, const QFontMetrics& metrics, int width);

}  // namespace relaxscope
