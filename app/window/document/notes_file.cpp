// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/document/notes_file.h"

#include <QDateTime>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonDocument>
#include <QJsonObject>
#include <QSaveFile>
#include <QStandardPaths>

#include <optional>

#include "vmcore/base/bytes/sha256.h"
#include "vmcore/base/regular_file.h"
#include "vmcore/base/text/text.h"
#include "vmcore/model/loaded_file.h"

namespace relaxscope {
namespace {

constexpr qint64 kMaxFile = 64 << 20;
const QString kFormat = QStringLiteral("relaxscope-notes"), kExecutables = QStringLiteral("executables"),
              kName = QStringLiteral("name"), kNote = QStringLiteral("note"), kAt = QStringLiteral("at"),
              kEdited = QStringLiteral("edited"), kLayers = QStringLiteral("layers");

QString besidePath(const QString& executablePath) { return executablePath + QStringLiteral(".notes.json"); }
QString settingsPath(const QString& digest) {
  return QStandardPaths::writableLocation(QStandardPaths::AppDataLocation) + QStringLiteral("/notes/") + digest +
         QStringLiteral(".json");
}

QJsonObject readFile(const QString& path) {
  const auto opened = openRegularFile(QFile::encodeName(path).toStdString());
  QFile file;
  if (!opened || !file.open(opened->descriptor, QIODevice::ReadOnly, QFileDevice::AutoCloseHandle)) return {};
  if (file.size() > kMaxFile) return {};
  const QJsonObject root = QJsonDocument::fromJson(file.readAll()).object();
  return root.value(QStringLiteral("format")).toString() == kFormat ? root : QJsonObject();
}

/// Function names may contain any bytes; JSON keys must be text.
QString functionKey(const std::string& name) { return QString::fromStdString(escapeLossless(name)); }

/// "12" or, of an inner layer, "12.1", as a key of StoredNotes; nothing for other texts.
std::optional<int64_t> layerKeyOf(const QString& text) {
  constexpr qint64 kMaxPc = qint64{1} << 40;
  bool isPc = false, isDepth = true;
  const qint64 pc = text.section(QLatin1Char('.'), 0, 0).toLongLong(&isPc);
  const QString inner = text.section(QLatin1Char('.'), 1);
  const uint depth = inner.isEmpty() ? 0 : inner.toUInt(&isDepth);
  if (!isPc || !isDepth || pc < 0 || pc > kMaxPc || depth >= kLayerDepths) return std::nullopt;
  return layerNoteKey(pc, depth);
}
bool isLayerKey(int64_t key) { return key < kNameKey; }
LayerKey layerOf(const NoteBook::Key& key) {
  const int64_t place = kNameKey - 1 - key.second;
  return {key.first, place / kLayerDepths, static_cast<uint32_t>(place % kLayerDepths)};
}

/// Adds the notes of one function. `entry` holds texts, `entry.edited` in the same form when they were edited, also of
/// texts that were removed; files of release 0.1 have no times.
void addFunction(const std::string& name, const QJsonObject& entry, qint64 fileMs, StoredNotes& notes) {
  const QJsonObject edited = entry.value(kEdited).toObject();
  const auto add = [&](int64_t key, const QJsonValue& text, const QJsonValue& time) {
    if (!text.toString().isEmpty() || time.isDouble()) notes[{name, key}] = {text.toString(), time.toInteger(fileMs)};
  };
  add(kNameKey, entry.value(kName), edited.value(kName));
  add(-1, entry.value(kNote), edited.value(kNote));
  const QJsonObject layers = entry.value(kLayers).toObject(), layerTimes = edited.value(kLayers).toObject();
  for (const QJsonObject& listed : {layers, layerTimes})
    for (const QString& text : listed.keys())
      if (const auto key = layerKeyOf(text)) add(*key, layers.value(text), layerTimes.value(text));
  const QJsonObject texts = entry.value(kAt).toObject(), times = edited.value(kAt).toObject();
  for (const QJsonObject& listed : {texts, times})
    for (const QString& key : listed.keys()) {
      bool ok = false;
      const qint64 pc = key.toLongLong(&ok);
      if (ok && pc >= 0) add(pc, texts.value(key), times.value(key));
    }
}

StoredNotes storedIn(const QString& path, const QString& digest) {
  StoredNotes notes;
  const QJsonObject functions = readFile(path).value(kExecutables).toObject().value(digest).toObject();
  const qint64 fileMs = functions.isEmpty() ? 0 : QFileInfo(path).lastModified().toMSecsSinceEpoch();
  for (auto row = functions.begin(); row != functions.end(); ++row)
    if (std::string name; unescapeLossless(row.key().toStdString(), name))
      addFunction(name, row.value().toObject(), fileMs, notes);
  return notes;
}

/// Sets the value of a note in an object of its function's form.
void putEntry(QJsonObject& entry, int64_t key, const QJsonValue& value) {
  if (isLayerKey(key)) {
    const LayerKey layer = layerOf({{}, key});
    QJsonObject layers = entry.value(kLayers).toObject();
    layers[QString::number(layer.pc) + (layer.depth > 0 ? QStringLiteral(".%1").arg(layer.depth) : QString())] = value;
    entry[kLayers] = layers;
    return;
  }
  if (key < 0) {
    entry[key == kNameKey ? kName : kNote] = value;
    return;
  }
  QJsonObject at = entry.value(kAt).toObject();
  at[QString::number(key)] = value;
  entry[kAt] = at;
}

QJsonObject functionsOf(const StoredNotes& notes) {
  QJsonObject functions;
  for (auto note = notes.begin(); note != notes.end();) {
    const std::string& name = note->first.first;
    QJsonObject entry, edited;
    for (; note != notes.end() && note->first.first == name; ++note) {
      if (!note->second.text.isEmpty()) putEntry(entry, note->first.second, note->second.text);
      putEntry(edited, note->first.second, note->second.editedMs);
    }
    entry[kEdited] = edited;
    functions[functionKey(name)] = entry;
  }
  return functions;
}

/// Replaces the notes of one digest; a file without any is removed.
QString writeFile(const QString& path, const QString& digest, const StoredNotes& notes) {
  QJsonObject root = readFile(path);
  QJsonObject executables = root.value(kExecutables).toObject();
  if (notes.empty()) executables.remove(digest);
  else executables[digest] = functionsOf(notes);
  if (executables.isEmpty()) {
    QFile file(path);
    return !file.exists() || file.remove() ? QString() : file.errorString();
  }
  root[QStringLiteral("format")] = kFormat;
  root[QStringLiteral("version")] = 1;
  root[kExecutables] = executables;
  QSaveFile file(path);
  if (!file.open(QIODevice::WriteOnly)) return file.errorString();
  const QByteArray bytes = QJsonDocument(root).toJson();
  return file.write(bytes) == bytes.size() && file.commit() ? QString() : file.errorString();
}

/// Without the marks of removed texts, but for those that `older` still holds.
StoredNotes withoutRemoved(StoredNotes notes, const StoredNotes& older) {
  std::erase_if(notes, [&](const auto& note) { return note.second.text.isEmpty() && !older.contains(note.first); });
  return notes;
}

}  // namespace

NoteBook bookOf(const StoredNotes& notes) {
  NoteBook book;
  for (const auto& [key, note] : notes) {
    if (note.text.isEmpty()) continue;
    if (isLayerKey(key.second)) book.layers[layerOf(key)] = note.text;
    else if (key.second == kNameKey) book.names[key.first] = note.text;
    else book.notes[key] = note.text;
  }
  return book;
}

StoredNotes editedNotes(StoredNotes before, const NoteBook& now, qint64 timeMs) {
  std::map<NoteBook::Key, QString> texts = now.notes;
  for (const auto& [function, own] : now.names) texts[{function, kNameKey}] = own;
  for (const auto& [layer, name] : now.layers) texts[{layer.function, layerNoteKey(layer.pc, layer.depth)}] = name;
  for (auto& [key, note] : before)
    if (!note.text.isEmpty() && !texts.contains(key)) note = {{}, timeMs};
  for (const auto& [key, text] : texts)
    if (StoredNote& note = before[key]; note.text != text) note = {text, timeMs};
  return before;
}

StoredNotes newerNotes(StoredNotes a, const StoredNotes& b) {
  for (const auto& [key, note] : b)
    if (const auto [at, isNew] = a.emplace(key, note); !isNew && note.editedMs > at->second.editedMs) at->second = note;
  return a;
}

QString noteDigest(const LoadedFile& file) {
  if (!file.executable) return {};
  const bool whole = file.executable->byteSize == 0;  // a text form: digest of the whole file
  const Bytes bytes = whole ? file.bytes : file.bytes.slice(file.executableOffset, file.executable->byteSize);
  return QString::fromStdString(sha256Hex(bytes));
}

bool areNotesBeside(const QString& executablePath) {
  const QFileInfo file(besidePath(executablePath));
  if (file.isSymLink()) return false;  // whoever sent the folder may have made it, to have another file replaced
  return file.exists() ? file.isFile() && file.isWritable() : QFileInfo(file.path()).isWritable();
}

FoundNotes readNotes(const QString& executablePath, const QString& digest) {
  const QString beside = besidePath(executablePath), settings = settingsPath(digest);
  const StoredNotes inBeside = storedIn(beside, digest), inSettings = storedIn(settings, digest);
  FoundNotes found{newerNotes(inBeside, inSettings), {}, {}};
  if (inBeside.empty() || inSettings.empty()) {
    found.file = !inBeside.empty() ? beside : !inSettings.empty() ? settings : QString();
    return found;
  }
  const bool writesBeside = areNotesBeside(executablePath);
  found.file = writesBeside ? beside : settings;
  // A copy that is no more than the notes which were found beside it before is no second source.
  if (bookOf(inBeside) != bookOf(inSettings) && bookOf(found.notes) != bookOf(writesBeside ? inBeside : inSettings))
    found.otherFile = writesBeside ? settings : beside;
  return found;
}

WrittenNotes writeNotes(const QString& executablePath, const QString& digest, const StoredNotes& notes) {
  const QString beside = besidePath(executablePath), settings = settingsPath(digest);
  const StoredNotes inBeside = storedIn(beside, digest), inSettings = storedIn(settings, digest);
  if (areNotesBeside(executablePath) &&
      writeFile(beside, digest, withoutRemoved(newerNotes(notes, inBeside), {})).isEmpty()) {
    if (!inSettings.empty()) writeFile(settings, digest, {});
    return {{}, beside, true};
  }
  QDir().mkpath(QFileInfo(settings).path());
  return {writeFile(settings, digest, withoutRemoved(newerNotes(notes, inSettings), inBeside)), settings, false};
}

void addNotes(const QString& executablePath, const LoadedFile& file, const NoteBook& edited) {
  const QString digest = noteDigest(file);
  if (digest.isEmpty()) return;
  const StoredNotes before = readNotes(executablePath, digest).notes;
  writeNotes(executablePath, digest,
             editedNotes(before, mergedNotes(bookOf(before), edited), QDateTime::currentMSecsSinceEpoch()));
}

}  // namespace relaxscope
