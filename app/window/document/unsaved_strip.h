// SPDX-License-Identifier: GPL-3.0-or-later
// Asks what happens to unsaved code before its document is closed or read again.
#pragma once

#include <functional>

#include "views/widgets/error_strip.h"

namespace relaxscope {

class UnsavedStrip : public ErrorStrip {
  Q_OBJECT
 public:
  explicit UnsavedStrip(QWidget* parent);

  /// Says `what` is unsaved and offers `action`, to discard, or to stay (the cross). When the user discards,
  /// discarded() is emitted and then `retry` repeats what was asked for.
  void ask(const QString& what, const QString& hint, const QString& action, std::function<void()> retry);

 signals:
  void discarded();

 private:
  void discard();

  std::function<void()> retry_;
};

}  // namespace relaxscope
