// SPDX-License-Identifier: GPL-3.0-or-later
// Files that are no longer where they were: asks the user for their new place, or forgets them.
#pragma once

#include <QObject>
#include <QString>

namespace relaxscope {

class DocumentPage;
class MainWindow;

class LocateFlow : public QObject {
  Q_OBJECT
 public:
  explicit LocateFlow(MainWindow* window);

  /// Asks where the file at `path` is now, and opens what is chosen. A tab without anything to show is replaced.
  void locate(const QString& path);
  /// Opens `found` for the file that was at `path`.
  void open(const QString& path, const QString& found);
  /// Removes a file from the recent ones, and its tab.
  void remove(const QString& path);

 private:
  [[nodiscard]] DocumentPage* pageOf(const QString& path) const;
  MainWindow* window_;
};

}  // namespace relaxscope
