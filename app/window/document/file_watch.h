// SPDX-License-Identifier: GPL-3.0-or-later
// Watches the files of a document: whether they change, vanish, or come back.
#pragma once

#include <QFileSystemWatcher>
#include <QObject>
#include <QStringList>

namespace relaxscope {

class FileWatch : public QObject {
  Q_OBJECT
 public:
  explicit FileWatch(QObject* parent);
  /// Replaces the watched files. A rebuild often replaces a file (a new inode under the same name), so each load of the
  /// document calls it again.
  void watch(const QStringList& paths);

 signals:
  void changed(const QString& path);
  void vanished(const QString& path);
  void returned(const QString& path);  ///< a file that had vanished; it may be another one

 private:
  void fileChanged(const QString& path);
  void folderChanged();

  QFileSystemWatcher watcher_;
  QStringList vanished_;
};

}  // namespace relaxscope
