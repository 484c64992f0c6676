// SPDX-License-Identifier: GPL-3.0-or-later
// What a page says about its file on disk: why it cannot be opened, that it changed.
#pragma once

#include "app/window/document/document_loader.h"
#include "views/widgets/error_strip.h"

namespace relaxscope {

class FileStrip : public ErrorStrip {
  Q_OBJECT
 public:
  explicit FileStrip(QWidget* parent);

  /// The file cannot be opened. `shown`: the page shows its bytes.
  void showFailure(const QString& path, const LoadFailure& failure, bool shown);
  void showCancelled(const QString& path);
  void showChanged(const QString& path);
  void showReloaded(const QString& path);

 signals:
  void reloadRequested();
  void damageRequested();  ///< to be scrolled to

 private:
  enum class Action : uint8_t { None, Reload };
  void say(Level level, const QString& what, const QString& place, const QString& hint, const QString& action,
           Action does);

  Action action_ = Action::None;
};

}  // namespace relaxscope
