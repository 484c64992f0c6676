// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/document/note_keeper.h"

#include <QThreadPool>

#include <utility>

namespace relaxscope {
namespace {

constexpr int kDelayMs = 400;

/// Notes as stored in the side file: keyed by the digest of their executable.
struct KeptNotes {
  QString digest;
  NoteBook book;
};

}  // namespace

NoteKeeper::NoteKeeper(Document* document, QObject* parent) : QObject(parent), document_(document) {
  delay_.setSingleShot(true);
  delay_.setInterval(kDelayMs);
  connect(&delay_, &QTimer::timeout, this, &NoteKeeper::save);
  connect(document_->notes(), &Notes::edited, &delay_, qOverload<>(&QTimer::start));
}

NoteKeeper::~NoteKeeper() {
  const NoteBook& book = document_->notes()->book();
  if (delay_.isActive() && !digest_.isEmpty()) writeNotes(path_, digest_, book);
  else if (load_.isPending() && !book.empty())
    QThreadPool::globalInstance()->start([file = document_->data().file, path = path_, book] {
      if (file) addNotes(path, *file, book);
    });
}

void NoteKeeper::documentLoaded() {
  // Recent edits are not in the file yet; neither are edits made before its digest was known.
  const KeptNotes before{digest_, document_->notes()->book()};
  const bool unsaved = delay_.isActive() && !digest_.isEmpty();
  delay_.stop();
  digest_.clear();
  path_ = document_->data().path;
  if (!load_.isPending()) document_->notes()->setBook({});
  const auto file = document_->data().file;
  if (!file) {  // a profile: the notes of its executable
    const auto trace = document_->trace();
    if (!trace || trace->info.executableDigest.empty()) return;
    digest_ = QString::fromStdString(trace->info.executableDigest);
    if (unsaved) writeNotes(path_, before.digest, before.book);
    return document_->notes()->setBook(readNotes(path_, digest_));
  }
  load_.start(
      [file, path = path_, before, unsaved](const std::stop_token&) {
        if (unsaved) writeNotes(path, before.digest, before.book);
        KeptNotes found{noteDigest(*file), {}};
        found.book = readNotes(path, found.digest);
        return found;
      },
      [this](KeptNotes found) {
        digest_ = std::move(found.digest);
        document_->notes()->addBook(std::move(found.book));
      });
}

void NoteKeeper::save() {
  if (digest_.isEmpty()) return;                 // not known yet: saved once it is
  if (save_.isPending()) return delay_.start();  // one write at a time
  save_.start([path = path_, digest = digest_,
               book = document_->notes()->book()](const std::stop_token&) { return writeNotes(path, digest, book); },
              [this](const QString& error) {
                if (!error.isEmpty()) emit failed(error);
              });
}

}  // namespace relaxscope
