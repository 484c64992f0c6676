// SPDX-License-Identifier: GPL-3.0-or-later
// A list of the toolbar: as wide as the design has it where there is room, narrower in a small window. Where a text
// does not fit, the part that distinguishes the items is shown; the tooltip has all of it.
#pragma once

#include <QComboBox>

namespace relaxscope {

class ToolCombo : public QComboBox {
 public:
  ToolCombo(const char* name, int width, const QString& tip, QWidget* parent);
  [[nodiscard]] QSize sizeHint() const override;
  [[nodiscard]] QSize minimumSizeHint() const override;

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  /// Of "CPU · x86-64" the kind, of "Engine: builtin" the name, where there is no room for both.
  [[nodiscard]] QString fitting(const QString& text, int width) const;
  int width_;
};

}  // namespace relaxscope
