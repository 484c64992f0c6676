// SPDX-License-Identifier: GPL-3.0-or-later
// The side file of notes and names: beside the executable (`x.so.notes.json`), or in the settings folder
// where that is not writable. Notes stand under the digest of the executable they are of, so that a file
// that was rebuilt begins without them and an old one finds its own again.
#pragma once

#include <QString>

#include "views/core/notes.h"
#include "vmcore/model/loaded_file.h"

namespace relaxscope {

/// Digest of an executable's bytes: what notes are kept by. Reads them all; call it on the pool.
QString noteDigest(const LoadedFile& file);
/// Notes kept for that digest, from whichever place has them; the one beside the file comes first.
NoteBook readNotes(const QString& executablePath, const QString& digest);
/// Puts `written` over what is kept for the executable's digest; for notes of a document that goes before
/// its digest was known. Reads all its bytes; call it on the pool.
void addNotes(const QString& executablePath, const LoadedFile& file, const NoteBook& written);
/// Writes them where they can be written; an error text, or empty. Other digests in the file stay.
QString writeNotes(const QString& executablePath, const QString& digest, const NoteBook& book);

}  // namespace relaxscope
