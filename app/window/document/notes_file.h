// SPDX-License-Identifier: GPL-3.0-or-later
// The side file of notes and names: next to the executable (`x.so.notes.json`), or in the application's data folder if
// that cannot be written. Notes are keyed by the digest of their executable: a rebuilt file starts without notes, and
// an older build gets its own notes back. Of notes in both places the newer one counts, each by its own time.
#pragma once

#include <QString>

#include <map>

#include "views/core/notes.h"
#include "vmcore/model/loaded_file.h"

namespace relaxscope {

/// A note or name as it is stored. A text that was removed is an empty one; it is stored while an older copy of the
/// text lies where it cannot be removed.
struct StoredNote {
  QString text;
  qint64 editedMs = 0;  ///< since the epoch
  friend bool operator==(const StoredNote&, const StoredNote&) = default;
};
/// By function name, and pc relative to its first instruction; -1: of the function itself, kNameKey: its name,
/// layerNoteKey(): the name of a layer.
using StoredNotes = std::map<NoteBook::Key, StoredNote>;
inline constexpr int64_t kNameKey = -2;
inline constexpr uint32_t kLayerDepths = 8;
/// Of a pc of at least 0 and a depth below kLayerDepths.
constexpr int64_t layerNoteKey(int64_t pc, uint32_t depth) { return kNameKey - 1 - (pc * kLayerDepths + depth); }

NoteBook bookOf(const StoredNotes& notes);
/// `before`, with the texts of `now`; what differs was edited at `timeMs`.
StoredNotes editedNotes(StoredNotes before, const NoteBook& now, qint64 timeMs);
/// Of each note the newer one; of equally new ones that of `a`.
StoredNotes newerNotes(StoredNotes a, const StoredNotes& b);

/// Digest of an executable's bytes, the key of its notes. Reads all bytes; call it on the thread pool.
QString noteDigest(const LoadedFile& file);

struct FoundNotes {
  StoredNotes notes;
  QString file;       ///< that holds them; of two, the one that would be written; empty: there are none
  QString otherFile;  ///< the second one, if both hold notes and these differ
};
/// Notes stored for that digest, next to the executable and in the data folder.
FoundNotes readNotes(const QString& executablePath, const QString& digest);

struct WrittenNotes {
  QString error;  ///< empty: they were written
  QString file;
  bool beside = true;  ///< next to the executable; else in the data folder, as that cannot be written
};
/// Writes them to the first writable place, merged with what that holds by now; a copy in the data folder goes when
/// they are written next to the executable. Keeps other digests of the file.
WrittenNotes writeNotes(const QString& executablePath, const QString& digest, const StoredNotes& notes);
/// Whether notes of an executable would be written next to it.
bool areNotesBeside(const QString& executablePath);
/// Merges `edited` into the notes stored for the executable's digest; for a document that is closed before its digest
/// was known. Reads all bytes of the executable; call it on the thread pool.
void addNotes(const QString& executablePath, const LoadedFile& file, const NoteBook& edited);

}  // namespace relaxscope
