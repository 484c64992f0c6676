// SPDX-License-Identifier: GPL-3.0-or-later
// How wide code is in the theme's code font. Plain ASCII takes one cell a letter and is not measured; a name with
// other letters may take more or less than a cell each (another font has them), so it is.
#pragma once

#include <QFontMetricsF>
#include <QString>

namespace relaxscope {

class CodeWidths {
 public:
  /// Of the code font as the theme has it now; make them anew when the theme changes.
  CodeWidths();
  [[nodiscard]] double cell() const { return cell_; }
  [[nodiscard]] double of(const QString& text) const;

 private:
  QFontMetricsF metrics_;
  double cell_;
};

}  // namespace relaxscope
