// SPDX-License-Identifier: GPL-3.0-or-later
// Small parts that the views of a run share: the sentence in place of content, and the legend of call kinds.
#pragma once

#include <QWidget>

#include "views/core/document.h"
#include "vmcore/model/builtin.h"

class QLabel;
class QPushButton;

namespace relaxscope {

/// One sentence where content would stand, and perhaps one action.
class EmptyNote : public QWidget {
  Q_OBJECT
 public:
  explicit EmptyNote(QWidget* parent = nullptr);
  void setSentence(const QString& sentence);
  [[nodiscard]] QString sentence() const;
  /// A button under the sentence; an empty text hides it.
  void setAction(const QString& text);

 signals:
  void triggered();

 private:
  QLabel* text_;
  QPushButton* action_;
};

/// Swatches of the call kinds in one line; entries that do not fit are left out whole.
class CallLegend : public QWidget {
  Q_OBJECT
 public:
  explicit CallLegend(QWidget* parent = nullptr);
  QSize sizeHint() const override;
  QSize minimumSizeHint() const override;

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  struct Entry {
    CallKind kind;
    QString text;
  };
  QList<Entry> entries_;
  [[nodiscard]] int entryWidth(const Entry& entry) const;
};

/// What a view of a run says when there is none.
QString noRunSentence(const Document& document);
/// Whether it cannot be run as it is, but perhaps with libraries of packed functions, which the run dialog asks for.
bool canBeGivenLibraries(const Document& document);
/// Whether it may offer one.
bool canRun(const Document& document);

}  // namespace relaxscope
