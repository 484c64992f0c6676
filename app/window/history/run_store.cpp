// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/history/run_store.h"

#include <QCoreApplication>
#include <QCryptographicHash>
#include <QDateTime>
#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QFileInfo>

#include <algorithm>
#include <atomic>

#include "app/window/settings.h"
#include "views/core/engine_text.h"
#include "vmcore/trace/file/trace_file.h"

namespace relaxscope {
namespace {

constexpr char kSuffix[] = ".rsprof";

struct StoredFile {
  QString path, id;
  quint64 bytes = 0;
};

/// The profiles below a folder, oldest first.
std::vector<StoredFile> profilesIn(const QString& folder) {
  std::vector<StoredFile> files;
  for (QDirIterator each(folder, {QStringLiteral("*.rsprof")}, QDir::Files, QDirIterator::Subdirectories);
       each.hasNext();) {
    each.next();
    const QFileInfo info = each.fileInfo();
    files.push_back({info.filePath(), info.completeBaseName(), static_cast<quint64>(info.size())});
  }
  std::ranges::sort(files, {}, &StoredFile::id);
  return files;
}

/// A document that was moved away keeps its runs under its path, for its next build.
QString documentKey(const QString& document) {
  const QString canonical = QFileInfo(document).canonicalFilePath();
  const QByteArray path = (canonical.isEmpty() ? document : canonical).toUtf8();
  return QString::fromLatin1(QCryptographicHash::hash(path, QCryptographicHash::Sha256).toHex().left(24));
}

}  // namespace

RunStore RunStore::ofSettings() { return {settings::runsFolder(), settings::runsMiB() << 20}; }

QString RunStore::newId() {
  static std::atomic<unsigned> number = 0;
  return QStringLiteral("%1-%2-%3")
      .arg(QDateTime::currentDateTimeUtc().toString(QStringLiteral("yyyyMMdd-HHmmss-zzz")))
      .arg(++number, 4, 10, QLatin1Char('0'))
      .arg(QCoreApplication::applicationPid());
}

QString RunStore::folderOf(const QString& document) const { return root_ + QLatin1Char('/') + documentKey(document); }

QString RunStore::pathOf(const QString& document, const QString& id) const {
  return folderOf(document) + QLatin1Char('/') + id + QLatin1String(kSuffix);
}

std::vector<RunEntry> RunStore::list(const QString& document) const {
  std::vector<RunEntry> entries;
  if (root_.isEmpty()) return entries;
  for (const StoredFile& file : profilesIn(folderOf(document))) {
    const auto outline = readTraceOutline(QFile::encodeName(file.path).toStdString());
    if (!outline) continue;
    RunEntry entry = runEntryOf(outline->trace);
    entry.id = file.id;
    entry.events = outline->events;
    entry.bytes = outline->bytes;
    entry.stored = true;
    entries.push_back(std::move(entry));
  }
  return entries;
}

QString RunStore::save(const QString& document, const QString& id, const Trace& trace,
                       const Executable* executable) const {
  const QString folder = folderOf(document);
  if (!QDir().mkpath(folder)) return RunHistory::tr("the folder %1 cannot be created").arg(folder);
  // Arguments and paths of models are the user's own.
  QFile::setPermissions(root_, QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
  const auto written = writeTraceFile(QFile::encodeName(pathOf(document, id)).toStdString(), trace, executable);
  if (!written) return engineText(written.error().text());
  prune(document, id);
  return {};
}

void RunStore::prune(const QString& document, const QString& kept) const {
  std::vector<StoredFile> own = profilesIn(folderOf(document));
  for (size_t i = 0; i + kMostRuns < own.size(); ++i)
    if (own[i].id != kept) QFile::remove(own[i].path);
  const std::vector<StoredFile> all = profilesIn(root_);
  quint64 bytes = 0;
  for (const StoredFile& file : all) bytes += file.bytes;
  for (const StoredFile& file : all) {
    if (bytes <= mostBytes_) return;
    if (file.id != kept && QFile::remove(file.path)) bytes -= file.bytes;
  }
}

void RunStore::remove(const QString& document, const QString& id) const { QFile::remove(pathOf(document, id)); }

StoredRuns RunStore::stored() const {
  StoredRuns all;
  if (root_.isEmpty()) return all;
  for (const StoredFile& file : profilesIn(root_)) {
    ++all.runs;
    all.bytes += file.bytes;
  }
  return all;
}

void RunStore::removeAll() const {
  if (root_.isEmpty()) return;
  for (const StoredFile& file : profilesIn(root_)) QFile::remove(file.path);
}

}  // namespace relaxscope
