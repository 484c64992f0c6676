// SPDX-License-Identifier: GPL-3.0-or-later
// A combo box of the toolbar: its design width if there is room, narrower in a small window. If a text does not fit,
// only the part that distinguishes the items is shown; the tooltip shows all of it.
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
  /// The text shortened to `width`: "CPU" of "CPU · x86-64".
  [[nodiscard]] QString fitting(const QString& text, int width) const;
  int width_;
};

}  // namespace relaxscope
