// SPDX-License-Identifier: GPL-3.0-or-later
// Text widths in the theme's code font. ASCII, the arrow before a result and the ellipsis take one cell per letter and
// are not measured; text with other letters is measured, as a fallback font may have other widths.
#pragma once

#include <QFontMetricsF>
#include <QString>

namespace relaxscope {

class CodeWidths {
 public:
  /// Uses the theme's current code font in this size; must be recreated when the theme changes.
  explicit CodeWidths(int size = 12);
  [[nodiscard]] double cell() const { return cell_; }
  [[nodiscard]] double of(const QString& text) const;

 private:
  QFontMetricsF metrics_;
  double cell_;
};

}  // namespace relaxscope
