// SPDX-License-Identifier: GPL-3.0-or-later
// What every page is made of: a line of progress, rows of crumbs and strips, and below them its content or, until there
// is some, a sentence.
#pragma once

#include <QObject>
#include <QTimer>

class QLabel;
class QLayout;
class QStackedLayout;
class QVBoxLayout;
class QWidget;

namespace relaxscope {

class ProgressLine;

class PageFrame : public QObject {
  Q_OBJECT
 public:
  /// Fills `page`, whose child it is.
  explicit PageFrame(QWidget* page);

  /// Adds a row above the content.
  void addRow(QWidget* row);
  void addRow(QLayout* row);
  /// Parent of the contents.
  [[nodiscard]] QWidget* body() const { return body_; }
  void addContent(QWidget* content);
  void showContent(QWidget* content);
  /// What stands in place of the content while there is none.
  void setSentence(const QString& sentence);

  /// Whether work is under way. What takes long is shown, and can be cancelled.
  void setBusy(bool busy);

 signals:
  /// The work under way takes long.
  void slow();

 private:
  ProgressLine* progress_;
  QVBoxLayout* rows_;
  QWidget* body_;
  QStackedLayout* stack_;
  QLabel* sentence_;
  QTimer timer_;
  bool busy_ = false;
};

}  // namespace relaxscope
