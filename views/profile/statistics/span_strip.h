// SPDX-License-Identifier: GPL-3.0-or-later
// The strip above the statistics that says which part of the recording they are of.
#pragma once

#include <QFrame>

#include <optional>

#include "vmcore/trace/tick_span.h"
#include "vmcore/trace/trace.h"

namespace relaxscope {

class ElidedLabel;

class SpanStrip : public QFrame {
  Q_OBJECT
 public:
  explicit SpanStrip(QWidget* parent = nullptr);
  /// "Range 0 ns to 157 µs of run 14". Hidden without a span.
  void showSpan(const Trace& trace, const std::optional<TickSpan>& span);
  [[nodiscard]] QString text() const;

 signals:
  void clearRequested();

 private:
  ElidedLabel* text_;
};

}  // namespace relaxscope
