// SPDX-License-Identifier: GPL-3.0-or-later
// Scrolling of lines of one height below a header, of which only the visible ones are laid out and painted.
#pragma once

#include <QAbstractScrollArea>
#include <QScrollBar>

#include <algorithm>
#include <cstdint>

#include "views/theme/theme.h"

namespace relaxscope {

/// Non-owning: made for each use.
class LineScroll {
 public:
  LineScroll(const QAbstractScrollArea* area, int lineHeight, int headerHeight)
      : area_(area), line_(lineHeight), header_(headerHeight) {}

  /// Top of a line in the scrolled content; the scroll bar's range ends at kMost.
  [[nodiscard]] int yOf(int64_t line) const { return static_cast<int>(std::min<int64_t>(line * line_, kMost)); }
  /// Height for lines.
  [[nodiscard]] int page() const { return std::max(0, area_->viewport()->height() - header_); }
  [[nodiscard]] int64_t first() const { return vertical()->value() / line_; }
  /// Lines of `count` that lie at least partly below the header and inside the viewport, from the first one on.
  [[nodiscard]] int64_t visible(int64_t count) const {
    const int hidden = vertical()->value() % line_;
    return std::clamp<int64_t>((page() + hidden + line_ - 1) / line_, 0, std::max<int64_t>(0, count - first()));
  }
  void setLines(int64_t count) const {
    vertical()->setPageStep(std::max(1, page() - line_));
    vertical()->setSingleStep(line_);
    vertical()->setRange(0, static_cast<int>(std::clamp<int64_t>(count * line_ - page(), 0, kMost)));
  }
  /// Pixels by which the widest line exceeds its room.
  void setOverflow(int overflow) const {
    QScrollBar* bar = area_->horizontalScrollBar();
    bar->setPageStep(area_->viewport()->width());
    bar->setSingleStep(Theme::instance()->px(24));
    bar->setRange(0, overflow > 0 ? overflow + Theme::instance()->px(16) : 0);
  }

 private:
  static constexpr int64_t kMost = 2'000'000'000;  // pixels: about ninety million lines
  [[nodiscard]] QScrollBar* vertical() const { return area_->verticalScrollBar(); }

  const QAbstractScrollArea* area_;
  int line_, header_;
};

}  // namespace relaxscope
