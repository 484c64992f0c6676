// SPDX-License-Identifier: GPL-3.0-or-later
// A tab of the window: its subject with the views that show it.
#pragma once

#include <QWidget>

#include <functional>

#include "views/core/subject.h"

namespace relaxscope {

class View;

class Page : public QWidget {
  Q_OBJECT
 public:
  using QWidget::QWidget;

  [[nodiscard]] virtual Subject subject() const = 0;
  [[nodiscard]] virtual QString title() const = 0;
  /// The file that a saved picture lies beside.
  [[nodiscard]] virtual QString path() const = 0;
  /// The view that actions apply to; null while there is none.
  [[nodiscard]] virtual View* currentView() const = 0;
  /// Whether no asynchronous work is pending.
  [[nodiscard]] virtual bool isSettled() const = 0;
  /// Reads its files again.
  virtual void reload() = 0;
  /// Whether it may be closed or reloaded: nothing would be lost, or the user discards it. Otherwise asks; `retry` is
  /// called when the user discards.
  virtual bool canClose(const std::function<void()>& retry) = 0;
  /// Its tab is shown.
  virtual void shown() {}

 signals:
  void changed();  ///< title, load state or run state changed: the window updates itself
  void viewCreated(View* view);
};

}  // namespace relaxscope
