// SPDX-License-Identifier: GPL-3.0-or-later
// The inline error strip: octagon icon, message, place as a link, hint (look.md 2).
#pragma once

#include <QFrame>

class QLabel;
class QScrollArea;
class QPushButton;
class QToolButton;

namespace relaxscope {

class ErrorStrip : public QFrame {
  Q_OBJECT
 public:
  enum class Level : uint8_t { Error, Warning, Info };
  explicit ErrorStrip(QWidget* parent = nullptr);

  /// Shows the strip. A long `what` shows a few lines and scrolls. `place` is the link's text, `hint` a suggested
  /// remedy; both may be empty.
  void showMessage(Level level, const QString& what, const QString& place = {}, const QString& hint = {},
                   const QString& action = {});
  [[nodiscard]] QString text() const;
  void clear();

 signals:
  void placeClicked();
  void actionClicked();
  void dismissed();

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  void paintIcon();
  Level level_ = Level::Error;
  QLabel* icon_;
  QLabel* what_;
  QScrollArea* lines_;  ///< contains what_
  QLabel* hint_;
  QPushButton* place_;
  QPushButton* action_;
  QToolButton* close_;
};

}  // namespace relaxscope
