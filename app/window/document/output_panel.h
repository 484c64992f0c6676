// SPDX-License-Identifier: GPL-3.0-or-later
// What kernels printed during the last run: a few lines under the breadcrumb, to read, copy and close.
#pragma once

#include <QWidget>

class QLabel;
class QPlainTextEdit;
class QToolButton;

namespace relaxscope {

class OutputPanel : public QWidget {
  Q_OBJECT
 public:
  explicit OutputPanel(QWidget* parent);
  /// `cut`: there was more than is kept.
  void setText(const QString& text, bool cut);
  [[nodiscard]] QString text() const;
  [[nodiscard]] QString title() const;

 signals:
  void closed();

 protected:
  void paintEvent(QPaintEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;

 private:
  void applyTheme();
  QLabel* title_;
  QPlainTextEdit* text_;
  QToolButton *copy_, *close_;
};

/// Lines of a text; the last one counts without its newline, too.
int lineCount(const QString& text);

}  // namespace relaxscope
