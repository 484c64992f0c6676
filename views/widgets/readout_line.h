// SPDX-License-Identifier: GPL-3.0-or-later
// One line below a picture that says in figures what is under the pointer, or under the keyboard's cursor. It keeps its
// height, so that nothing moves when the pointer does.
#pragma once

#include <QStringList>
#include <QWidget>

namespace relaxscope {

class ReadoutLine : public QWidget {
  Q_OBJECT
 public:
  /// `hint` is shown while there is nothing to say.
  ReadoutLine(const QString& hint, QWidget* parent);
  /// As many parts as fit, from the first one on; empty: the hint.
  void setParts(const QStringList& parts);
  [[nodiscard]] const QStringList& parts() const { return parts_; }

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  QString hint_;
  QStringList parts_;
};

}  // namespace relaxscope
