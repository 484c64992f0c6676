// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/document/file_strip.h"

#include <QDir>
#include <QFileInfo>

#include <utility>

#include "app/window/document/file_kinds.h"
#include "views/widgets/table_source.h"

namespace relaxscope {
namespace {

QString nameOfFile(const QString& path) { return QFileInfo(path).fileName(); }

/// What the frame in the bytes is around.
QString frameText(const ByteRange& range) {
  const auto at = [](uint64_t offset) { return countText(static_cast<int64_t>(offset)); };
  if (range.size == 1) return FileStrip::tr("The frame marks byte %1.").arg(at(range.offset));
  return FileStrip::tr("The frame marks bytes %1 to %2.").arg(at(range.offset), at(range.offset + range.size - 1));
}

}  // namespace

FileStrip::FileStrip(QWidget* parent) : ErrorStrip(parent) {
  setObjectName(QStringLiteral("loadStrip"));
  const auto choose = [this](const Offer& offer) {
    if (offer.chosen != nullptr) emit(this->*offer.chosen)();
  };
  connect(this, &ErrorStrip::placeClicked, this, [this, choose] { choose(place_); });
  connect(this, &ErrorStrip::actionClicked, this, [this, choose] { choose(offered_); });
}

void FileStrip::say(Level level, const QString& what, const QString& hint, const Offer& place, const Offer& action) {
  place_ = place;
  offered_ = action;
  reloaded_ = false;
  showMessage(level, what, place.text, hint, action.text);
}

FileStrip::Offer FileStrip::comparison() { return {tr("Compare with before"), &FileStrip::compareRequested}; }

void FileStrip::showFailure(const QString& path, const LoadFailure& failure, bool shown) {
  const auto frame = shown && failure.damage ? failure.damage->damaged() : std::nullopt;
  QStringList hints;
  // Of a file of no known kind nothing is decoded.
  const ByteNode root = failure.damage ? failure.damage->root() : ByteNode();
  const bool isKnown = root.children > 0 && failure.damage->child(root, 0).kind != ByteKind::Damaged;
  if (shown) hints << tr("Its bytes are shown, decoded as far as they could be read.");
  if (frame) hints << frameText(*frame);
  if (const QString use = useInARun(path); !isKnown && !use.isEmpty()) hints.prepend(use);
  if (!isKnown) hints << tr("Supported files: %1").arg(openableKinds());
  hints << tr("Nothing in the file was executed.");
  Offer place;
  if (frame)
    place = {tr("Show byte %1").arg(countText(static_cast<int64_t>(frame->offset))), &FileStrip::damageRequested};
  say(Level::Error, tr("%1 cannot be opened: %2").arg(nameOfFile(path), failure.text), hints.join(QLatin1Char(' ')),
      place, {tr("Try again"), &FileStrip::reloadRequested});
}

void FileStrip::showCancelled(const QString& path) {
  say(Level::Info, tr("Opening %1 was cancelled").arg(nameOfFile(path)), {}, {},
      {tr("Try again"), &FileStrip::reloadRequested});
}

void FileStrip::showChanged(const QString& path, bool comparable) {
  say(Level::Warning, tr("%1 changed on disk").arg(nameOfFile(path)), tr("The window shows the file as it was opened."),
      comparable ? comparison() : Offer(), {tr("Reload"), &FileStrip::reloadRequested});
}

void FileStrip::showReloaded(const QString& path, bool forRun) {
  say(Level::Info, tr("%1 changed on disk").arg(nameOfFile(path)),
      forRun ? tr("It was loaded again before the run.") : tr("It was loaded again."), {}, comparison());
  reloaded_ = true;
}

void FileStrip::forgetReload() {
  if (std::exchange(reloaded_, false)) clear();
}

void FileStrip::showMissing(const QString& path, bool shown) {
  const QString place = QDir::toNativeSeparators(path);
  const Offer locate{tr("Locate…"), &FileStrip::locateRequested};
  if (shown)
    return say(Level::Warning, tr("%1 no longer exists: %2").arg(nameOfFile(path), place),
               tr("The window shows the file as it was opened. Runs need the file."), {}, locate);
  say(Level::Error, tr("%1 does not exist: %2").arg(nameOfFile(path), place),
      tr("It may have been moved, renamed or deleted, or its drive is not connected."),
      {tr("Remove"), &FileStrip::removeRequested}, locate);
}

void FileStrip::showMoved(const QString& path, const QString& before, Moved what) {
  const QString was = QDir::toNativeSeparators(before);
  if (what == Moved::Other)
    say(Level::Warning, tr("%1 is not the file that was at %2: its content differs.").arg(nameOfFile(path), was), {},
        {}, {});
  else if (what == Moved::Unknown)
    say(Level::Info, tr("It is not known whether %1 is the file that was at %2.").arg(nameOfFile(path), was),
        tr("The content of the earlier file was not recorded."), {}, {});
}

}  // namespace relaxscope
