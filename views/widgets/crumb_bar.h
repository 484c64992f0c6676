// SPDX-License-Identifier: GPL-3.0-or-later
// A row of names that leads from a file to a place in it; each part is a flat button.
#pragma once

#include <QStringList>
#include <QWidget>

#include <functional>

class QHBoxLayout;
class QPushButton;

namespace relaxscope {

class CrumbBar : public QWidget {
  Q_OBJECT
 public:
  CrumbBar(const QString& name, QWidget* parent);
  /// The parts separated by " > ".
  [[nodiscard]] QString text() const { return parts_.join(QStringLiteral(" > ")); }

 protected:
  void paintEvent(QPaintEvent* event) override;
  /// Fills the bar; called also after a change of theme.
  virtual void rebuild() = 0;
  void clear();
  /// `code`: in the code font. `last`: in the first text colour.
  QPushButton* addPart(const QString& text, bool code, bool last, const std::function<void()>& go);
  void addStretch();

 private:
  QHBoxLayout* layout_;
  QStringList parts_;
};

}  // namespace relaxscope
