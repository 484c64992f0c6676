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
  /// Parts without a line break that are wider than the view, such as a long name, are elided in the middle.
  void setSentence(const QString& sentence);
  [[nodiscard]] const QString& sentence() const { return sentence_; }
  /// A button under the sentence; an empty text hides it.
  void setAction(const QString& text);
  [[nodiscard]] QSize minimumSizeHint() const override;

 signals:
  void triggered();

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  void arrange(bool low);
  QString sentence_;
  QBoxLayout* parts_ = nullptr;
  QLabel* text_;
  QPushButton* action_;
};

}  // namespace relaxscope
