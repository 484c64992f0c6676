// SPDX-License-Identifier: GPL-3.0-or-later
// Panel under the breadcrumb with what kernels printed during the last run; can be copied and closed.
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
  /// `cut`: the text was truncated.
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

/// Number of lines of a text; a last line without newline counts.
int lineCount(const QString& text);

}  // namespace relaxscope
