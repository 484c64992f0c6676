// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/document/file_watch.h"

#include <QFileInfo>

#include <utility>

namespace relaxscope {

FileWatch::FileWatch(QObject* parent) : QObject(parent) {
  connect(&watcher_, &QFileSystemWatcher::fileChanged, this, &FileWatch::fileChanged);
  connect(&watcher_, &QFileSystemWatcher::directoryChanged, this, &FileWatch::folderChanged);
}

void FileWatch::watch(const QStringList& paths) {
  vanished_.clear();
  if (const QStringList before = watcher_.files() + watcher_.directories(); !before.isEmpty())
    watcher_.removePaths(before);
  for (const QString& path : paths)
    if (!path.isEmpty() && QFileInfo::exists(path)) watcher_.addPath(path);
}

void FileWatch::fileChanged(const QString& path) {
  if (QFileInfo::exists(path)) return emit changed(path);
  vanished_.append(path);
  watcher_.addPath(QFileInfo(path).path());  // a build often deletes the file before it writes a new one
  emit vanished(path);
}

void FileWatch::folderChanged() {
  for (const QString& path : std::exchange(vanished_, {})) {
    if (!QFileInfo::exists(path)) {
      vanished_.append(path);
      continue;
    }
    watcher_.addPath(path);
    emit returned(path);
  }
}

}  // namespace relaxscope
