// SPDX-License-Identifier: GPL-3.0-or-later
// The sentence shown in place of content that a view does not have yet.
#pragma once

#include <QWidget>

class QBoxLayout;
class QLabel;
class QPushButton;

namespace relaxscope {

/// One sentence in place of content, with an optional action.
class EmptyNote : public QWidget {
  Q_OBJECT
 public:
  explicit EmptyNote(QWidget* parent = nullptr);
  /// Words of more than 120 characters lose their middle.
  void setSentence(const QString& sentence);
  [[nodiscard]] QString sentence() const;
  /// A button under the sentence; an empty text hides it.
  void setAction(const QString& text);
  [[nodiscard]] QSize minimumSizeHint() const override;

 signals:
  void triggered();

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  void arrange(bool low);
  QBoxLayout* parts_ = nullptr;
  QLabel* text_;
  QPushButton* action_;
};

}  // namespace relaxscope
