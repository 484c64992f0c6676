// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/document/notes_file.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonDocument>
#include <QJsonObject>
#include <QSaveFile>
#include <QStandardPaths>

#include "vmcore/base/bytes/sha256.h"
#include "vmcore/base/text/text.h"
#include "vmcore/model/loaded_file.h"

namespace relaxscope {
namespace {

constexpr qint64 kMaxFile = 64 << 20;
const QString kFormat = QStringLiteral("relaxscope-notes");

QString besidePath(const QString& executablePath) { return executablePath + QStringLiteral(".notes.json"); }
QString settingsPath(const QString& digest) {
  return QStandardPaths::writableLocation(QStandardPaths::AppDataLocation) + QStringLiteral("/notes/") + digest +
         QStringLiteral(".json");
}

QJsonObject readFile(const QString& path) {
  QFile file(path);
  if (!file.open(QIODevice::ReadOnly) || file.size() > kMaxFile) return {};
  const QJsonObject root = QJsonDocument::fromJson(file.readAll()).object();
  return root.value(QStringLiteral("format")).toString() == kFormat ? root : QJsonObject();
}

/// Function names may contain any bytes; JSON keys must be text.
QString keyOf(const std::string& name) { return QString::fromStdString(escapeLossless(name)); }

NoteBook bookOf(const QJsonObject& functions) {
  NoteBook book;
  for (auto row = functions.begin(); row != functions.end(); ++row) {
    std::string name;
    if (!unescapeLossless(row.key().toStdString(), name)) continue;
    const QJsonObject entry = row.value().toObject();
    if (const QString own = entry.value(QStringLiteral("name")).toString(); !own.isEmpty()) book.names[name] = own;
    if (const QString note = entry.value(QStringLiteral("note")).toString(); !note.isEmpty())
      book.notes[{name, -1}] = note;
    const QJsonObject at = entry.value(QStringLiteral("at")).toObject();
    for (auto note = at.begin(); note != at.end(); ++note) {
      bool ok = false;
      const qint64 pc = note.key().toLongLong(&ok);
      if (ok && pc >= 0 && !note.value().toString().isEmpty()) book.notes[{name, pc}] = note.value().toString();
    }
  }
  return book;
}

QJsonObject functionsOf(const NoteBook& book) {
  QJsonObject functions;
  const auto edit = [&functions](const std::string& name, auto&& change) {
    QJsonObject entry = functions.value(keyOf(name)).toObject();
    change(entry);
    functions[keyOf(name)] = entry;
  };
  for (const auto& [name, own] : book.names)
    edit(name, [&own = own](QJsonObject& entry) { entry[QStringLiteral("name")] = own; });
  for (const auto& [key, text] : book.notes)
    edit(key.first, [&key = key, &text = text](QJsonObject& entry) {
      if (key.second < 0) {
        entry[QStringLiteral("note")] = text;
        return;
      }
      QJsonObject at = entry.value(QStringLiteral("at")).toObject();
      at[QString::number(key.second)] = text;
      entry[QStringLiteral("at")] = at;
    });
  return functions;
}

QString writeFile(const QString& path, const QString& digest, const NoteBook& book) {
  QJsonObject root = readFile(path);
  QJsonObject executables = root.value(QStringLiteral("executables")).toObject();
  if (book.empty()) executables.remove(digest);
  else executables[digest] = functionsOf(book);
  if (executables.isEmpty()) {
    QFile file(path);
    return !file.exists() || file.remove() ? QString() : file.errorString();
  }
  root[QStringLiteral("format")] = kFormat;
  root[QStringLiteral("version")] = 1;
  root[QStringLiteral("executables")] = executables;
  QSaveFile file(path);
  if (!file.open(QIODevice::WriteOnly)) return file.errorString();
  const QByteArray bytes = QJsonDocument(root).toJson();
  return file.write(bytes) == bytes.size() && file.commit() ? QString() : file.errorString();
}

}  // namespace

QString noteDigest(const LoadedFile& file) {
  if (!file.executable) return {};
  const bool whole = file.executable->byteSize == 0;  // a text form: digest of the whole file
  const Bytes bytes = whole ? file.bytes : file.bytes.slice(file.executableOffset, file.executable->byteSize);
  return QString::fromStdString(sha256Hex(bytes));
}

NoteBook readNotes(const QString& executablePath, const QString& digest) {
  for (const QString& path : {besidePath(executablePath), settingsPath(digest)}) {
    const QJsonObject functions =
        readFile(path).value(QStringLiteral("executables")).toObject().value(digest).toObject();
    if (!functions.isEmpty()) return bookOf(functions);
  }
  return {};
}

void addNotes(const QString& executablePath, const LoadedFile& file, const NoteBook& written) {
  const QString digest = noteDigest(file);
  if (!digest.isEmpty()) writeNotes(executablePath, digest, mergedNotes(readNotes(executablePath, digest), written));
}

QString writeNotes(const QString& executablePath, const QString& digest, const NoteBook& book) {
  const QString beside = besidePath(executablePath);
  const QFileInfo folder(QFileInfo(executablePath).path());
  if ((QFileInfo::exists(beside) && QFileInfo(beside).isWritable()) ||
      (!QFileInfo::exists(beside) && folder.isWritable()))
    if (writeFile(beside, digest, book).isEmpty()) return {};
  const QString settings = settingsPath(digest);
  QDir().mkpath(QFileInfo(settings).path());
  return writeFile(settings, digest, book);
}

}  // namespace relaxscope
