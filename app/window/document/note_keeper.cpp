// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/document/note_keeper.h"

#include <QDateTime>
#include <QDir>
#include <QFileInfo>
#include <QThreadPool>

#include <utility>

namespace relaxscope {
namespace {

constexpr int kDelayMs = 400;

}  // namespace

/// Notes as stored, with the digest of their executable.
struct NoteKeeper::Kept {
  QString digest;
  FoundNotes found;
};

NoteKeeper::NoteKeeper(Document* document, QWidget* parent)
    : QObject(parent), document_(document), strip_(new ErrorStrip(parent)) {
  strip_->setObjectName(QStringLiteral("notesStrip"));
  delay_.setSingleShot(true);
  delay_.setInterval(kDelayMs);
  connect(&delay_, &QTimer::timeout, this, &NoteKeeper::save);
  connect(document_->notes(), &Notes::edited, &delay_, qOverload<>(&QTimer::start));
}

NoteKeeper::~NoteKeeper() {
  const NoteBook& book = document_->notes()->book();
  if (delay_.isActive() && !digest_.isEmpty()) writeNotes(path_, digest_, edited());
  else if (load_.isPending() && !book.empty())
    QThreadPool::globalInstance()->start([file = document_->data().file, path = path_, book] {
      if (file) addNotes(path, *file, book);
    });
}

StoredNotes NoteKeeper::edited() const {
  return editedNotes(stored_, document_->notes()->book(), QDateTime::currentMSecsSinceEpoch());
}

void NoteKeeper::documentLoaded() {
  // Recent edits are not in the file yet; neither are edits made before its digest was known.
  const QString digestBefore = digest_;
  const bool unsaved = delay_.isActive() && !digest_.isEmpty();
  const StoredNotes before = unsaved ? edited() : StoredNotes();
  delay_.stop();
  digest_.clear();
  stored_.clear();
  saidWhere_ = false;
  strip_->clear();
  path_ = document_->data().path;
  if (!load_.isPending()) document_->notes()->setBook({});
  const auto file = document_->data().file;
  if (!file) {  // a profile: the notes of its executable
    const auto trace = document_->trace();
    if (!trace || trace->info.executableDigest.empty()) return;
    if (unsaved) writeNotes(path_, digestBefore, before);
    const QString digest = QString::fromStdString(trace->info.executableDigest);
    return loaded({digest, readNotes(path_, digest)});
  }
  load_.start(
      [file, path = path_, digestBefore, before, unsaved](const std::stop_token&) {
        if (unsaved) writeNotes(path, digestBefore, before);
        Kept kept{noteDigest(*file), {}};
        kept.found = readNotes(path, kept.digest);
        return kept;
      },
      [this](const Kept& kept) { loaded(kept); });
}

void NoteKeeper::loaded(const Kept& kept) {
  digest_ = kept.digest;
  stored_ = kept.found.notes;
  document_->notes()->addBook(bookOf(stored_));
  if (kept.found.otherFile.isEmpty()) return;
  strip_->showMessage(
      ErrorStrip::Level::Info,
      tr("Notes of this file were found in two places and merged; of each the newer is shown."), {},
      tr("%1 and %2").arg(QDir::toNativeSeparators(kept.found.file), QDir::toNativeSeparators(kept.found.otherFile)));
}

void NoteKeeper::save() {
  if (digest_.isEmpty()) return;                 // not known yet: saved once it is
  if (save_.isPending()) return delay_.start();  // one write at a time
  stored_ = edited();
  save_.start([path = path_, digest = digest_,
               notes = stored_](const std::stop_token&) { return writeNotes(path, digest, notes); },
              [this](const WrittenNotes& written) { saved(written); });
}

void NoteKeeper::saved(const WrittenNotes& written) {
  if (!written.error.isEmpty())
    return strip_->showMessage(ErrorStrip::Level::Warning, tr("Notes were not saved: %1").arg(written.error), {},
                               QDir::toNativeSeparators(written.file));
  if (written.beside || std::exchange(saidWhere_, true)) return;
  strip_->showMessage(
      ErrorStrip::Level::Info, tr("Notes of this file are stored in %1").arg(QDir::toNativeSeparators(written.file)),
      {},
      tr("They cannot be written next to the file, in %1. They are found again by the file's content, wherever it is.")
          .arg(QDir::toNativeSeparators(QFileInfo(path_).path())));
}

}  // namespace relaxscope
