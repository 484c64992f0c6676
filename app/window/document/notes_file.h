// SPDX-License-Identifier: GPL-3.0-or-later
// The side file of notes and names: next to the executable (`x.so.notes.json`), or in the application's data folder if
// that is not writable. Notes are keyed by the digest of their executable: a rebuilt file starts without notes, and an
// older build gets its own notes back.
#pragma once

#include <QString>

#include "views/core/notes.h"
#include "vmcore/model/loaded_file.h"

namespace relaxscope {

/// Digest of an executable's bytes, the key of its notes. Reads all bytes; call it on the thread pool.
QString noteDigest(const LoadedFile& file);
/// Notes stored for that digest; the file next to the executable takes precedence over the data folder.
NoteBook readNotes(const QString& executablePath, const QString& digest);
/// Merges `written` into the notes stored for the executable's digest; for a document that is closed before its digest
/// was known. Reads all bytes of the executable; call it on the thread pool.
void addNotes(const QString& executablePath, const LoadedFile& file, const NoteBook& written);
/// Writes them to the first writable place; returns an error text, or empty. Keeps other digests of the file.
QString writeNotes(const QString& executablePath, const QString& digest, const NoteBook& book);

}  // namespace relaxscope
