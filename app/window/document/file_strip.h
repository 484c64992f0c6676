// SPDX-License-Identifier: GPL-3.0-or-later
// What a page says about its file on disk: why it cannot be opened, that it changed, moved or no longer exists, and
// what can be done then.
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
  /// `comparable`: the shown content can be compared with the new one.
  void showChanged(const QString& path, bool comparable);
  /// The file was read again as it had changed; `forRun`: since a run was started. What was shown before can be
  /// compared.
  void showReloaded(const QString& path, bool forRun);
  /// Another run begins: what showReloaded said is past.
  void forgetReload();
  /// The file does not exist. `shown`: the page shows what was read of it before.
  void showMissing(const QString& path, bool shown);
  /// A file was opened that the user chose for one that was at `before`. Says nothing if it is the same.
  enum class Moved : uint8_t { Same, Other, Unknown };
  void showMoved(const QString& path, const QString& before, Moved what);

 signals:
  void reloadRequested();
  void damageRequested();   ///< to be scrolled to
  void locateRequested();   ///< the user chooses where the file is now
  void removeRequested();   ///< from the recent files, and its tab
  void compareRequested();  ///< of what is, or was, shown with what is on disk

 private:
  /// A text to click, and the signal that it sends.
  struct Offer {
    QString text;
    void (FileStrip::*chosen)() = nullptr;
  };
  void say(Level level, const QString& what, const QString& hint, const Offer& place, const Offer& action);
  [[nodiscard]] static Offer comparison();

  Offer place_, offered_;
  bool reloaded_ = false;  ///< showReloaded is the last that was said
};

}  // namespace relaxscope
