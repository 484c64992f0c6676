// SPDX-License-Identifier: GPL-3.0-or-later
// The field above a table: funnel icon, text, number of matching rows, and the switch between plain text and regular
// expression. Enter and Down move the focus to the table, Escape clears.
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
  /// Text at the right while a filter is set: "12 of 30". Empty: none.
  void setCount(const QString& text);
  /// Shows why the expression is invalid and switches the field to its error state. Empty: clears the error.
  void setError(const QString& message);
  void focusText();
  /// Focuses the field and appends `text`, which was typed while the table had the focus.
  void typeAhead(const QString& text);

 signals:
  void changed();
  void leave();  ///< Enter or Down: the focus moves to the table

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
