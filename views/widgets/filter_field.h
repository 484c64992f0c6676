// SPDX-License-Identifier: GPL-3.0-or-later
// The field above a table: funnel, text, how many rows are left, and the switch between plain text and
// regular expression. Enter and Down hand the keyboard to the table, Escape clears.
#pragma once

#include <QWidget>

class QLineEdit;
class QLabel;
class QToolButton;

namespace relaxscope {

class FilterField : public QWidget {
  Q_OBJECT
 public:
  explicit FilterField(QWidget* parent = nullptr);

  [[nodiscard]] QString text() const;
  [[nodiscard]] bool isRegex() const;
  void setText(const QString& text);
  void setRegex(bool on);
  void setPlaceholder(const QString& text);
  /// Shown at the right while a filter is set: "12 of 30". Empty: nothing.
  void setCount(const QString& text);
  /// Why the expression was refused; the field turns to its error state. Empty: fine again.
  void setError(const QString& message);
  void focusText();
  /// A key typed while the table had the focus: goes into the field.
  void typeAhead(const QString& text);

 signals:
  void changed();
  void leave();  ///< Enter, Down: the table takes over

 protected:
  void paintEvent(QPaintEvent* event) override;
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void applyTheme();
  QLineEdit* edit_;
  QLabel* count_;
  QLabel* error_;
  QToolButton* regex_;
};

}  // namespace relaxscope
