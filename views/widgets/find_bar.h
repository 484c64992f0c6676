// SPDX-License-Identifier: GPL-3.0-or-later
// The find bar at the top of a view: text, number of hits, previous, next and close buttons.
#pragma once

#include <QWidget>

class QLabel;
class QLineEdit;
class QToolButton;

namespace relaxscope {

class FindBar : public QWidget {
  Q_OBJECT
 public:
  explicit FindBar(QWidget* parent = nullptr);
  [[nodiscard]] QString text() const;
  [[nodiscard]] bool isRegex() const;
  void setText(const QString& text);
  /// Hint about possible input, shown while the field is empty.
  void setPlaceholder(const QString& text);
  /// Whether the switch for regular expressions is shown.
  void setRegexOffered(bool offered);
  /// "3 of 28", "no hits", or why the expression is invalid.
  void setStatus(const QString& text, bool error = false);
  /// Shows the bar with its text selected.
  void open();

 signals:
  void changed();
  void next(bool backwards);
  void closed();

 protected:
  void keyPressEvent(QKeyEvent* event) override;
  bool eventFilter(QObject* watched, QEvent* event) override;
  void paintEvent(QPaintEvent* event) override;

 private:
  void applyTheme();
  QLineEdit* edit_;
  QLabel* status_;
  QToolButton *regex_, *previous_, *next_, *close_;
  bool error_ = false;
};

}  // namespace relaxscope
