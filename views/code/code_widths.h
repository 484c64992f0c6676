// SPDX-License-Identifier: GPL-3.0-or-later
// Text widths in the theme's code font. Plain ASCII takes one cell per letter and is not measured; text with other
// letters is measured, as a fallback font may have other widths.
#pragma once

#include <QFontMetricsF>
#include <QString>

namespace relaxscope {

class CodeWidths {
 public:
  /// Uses the theme's current code font; must be recreated when the theme changes.
  CodeWidths();
  [[nodiscard]] double cell() const { return cell_; }
  [[nodiscard]] double of(const QString& text) const;

 private:
  QFontMetricsF metrics_;
  double cell_;
};

}  // namespace relaxscope
