// SPDX-License-Identifier: GPL-3.0-or-later
// The newest runs of a document as buttons with their times: a click shows a run. As many as fit into half of the
// parent's width; a menu has all of them. Hidden while there are fewer than two.
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
  RunChips(Document* document, QWidget* parent);

 signals:
  void allRequested();  ///< the table of all runs

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void refresh();
  QToolButton* chip(const RunEntry& entry, const QString& label);
  void addMenu(const QStringList& labels);
  void applyStyle(QToolButton* button) const;

  Document* document_;
  QHBoxLayout* layout_;
  int width_ = -1;  ///< of the parent, that the chips were chosen for
};

/// "weights.npz  184.2 µs": the label, elided to `width` pixels, and the time of a run.
QString runChipText(const RunEntry& entry, const QString& label, const QFontMetrics& metrics, int width);

}  // namespace relaxscope
