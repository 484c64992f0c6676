// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/shell/session_keeper.h"

#include <QFileInfo>

#include <algorithm>
#include <utility>

#include "app/window/settings.h"
#include "app/window/shell/main_window.h"

namespace relaxscope {
namespace {

constexpr int kSoonMs = 1'000;

/// The tabs alone: what is saved at once.
std::pair<QStringList, int> tabsOf(const Session& session) {
  QStringList paths;
  for (const OpenFile& file : session.files) paths << file.path << file.old;
  return {paths, session.current};
}

}  // namespace

SessionKeeper::SessionKeeper(MainWindow* window) : QObject(window), window_(window) {
  soon_.setSingleShot(true);
  soon_.setInterval(kSoonMs);
  connect(&soon_, &QTimer::timeout, this, &SessionKeeper::save);
  connect(window_, &MainWindow::stateChanged, this, &SessionKeeper::windowChanged);
  connect(window_, &MainWindow::pageLoaded, this, &SessionKeeper::watchSelection);
  connect(window_, &MainWindow::aboutToClose, this, &SessionKeeper::save);
}

void SessionKeeper::restore() {
  Session session = sessionOfMap(settings::session());
  QStringList missing;  // their tabs offer to locate or remove them
  for (const OpenFile& file : std::as_const(session.files))
    if (file.old.isEmpty() && !QFileInfo::exists(file.path)) missing.append(Document::titleOf(file.path));
  if (settings::isOpeningSession()) session.current = -1;  // the last start ended while it was read
  if (session.current >= 0) {
    settings::setOpeningSession(true);
    const auto opened = [] { settings::setOpeningSession(false); };
    connect(window_, &MainWindow::pageLoaded, this, opened);
    connect(window_, &MainWindow::pageFailed, this, opened);
    connect(window_, &MainWindow::comparisonLoaded, this, opened);
    connect(window_, &MainWindow::comparisonFailed, this, opened);
  } else {
    settings::setOpeningSession(false);
  }
  window_->openSession(session);
  save();
  if (missing.isEmpty()) return;
  const QString names = QLocale().createSeparatedList(missing);
  window_->notify(
      tr("%n file(s) of the last session no longer exist: %1", nullptr, static_cast<int>(missing.size())).arg(names) +
          QLatin1Char('\n') + tr("Their tabs offer to locate or remove them."),
      false);
}

void SessionKeeper::leaveWhileOnly(const QStringList& paths) {
  isGiven_ = true;
  for (const QString& path : paths) given_.append(QFileInfo(path).absoluteFilePath());
}

Session SessionKeeper::current() const {
  Session session;
  for (Page* page : window_->allPagesByTab()) {
    const auto* pair = qobject_cast<ComparisonPage*>(page);
    if (pair != nullptr && pair->isOfDocument()) continue;  // a side is in no file
    if (page == window_->shownPage()) session.current = static_cast<int>(session.files.size());
    if (pair != nullptr) session.files.append(pair->openState());
    else if (auto* document = qobject_cast<DocumentPage*>(page)) session.files.append(document->openState());
  }
  return session;
}

void SessionKeeper::windowChanged() {
  const Session now = current();
  if (tabsOf(now) != tabsOf(last_)) save();
  else if (now != last_ && !soon_.isActive()) soon_.start();
}

void SessionKeeper::watchSelection(DocumentPage* page) {
  connect(page->document()->selection(), &Selection::changed, this, &SessionKeeper::windowChanged,
          Qt::UniqueConnection);
}

void SessionKeeper::save() {
  soon_.stop();
  last_ = current();
  if (!settings::restoresSession()) return;
  const bool onlyGiven = std::ranges::all_of(last_.files, [this](const OpenFile& file) {
    return given_.contains(file.path) && (file.old.isEmpty() || given_.contains(file.old));
  });
  if (isGiven_ && onlyGiven) return;
  isGiven_ = false;
  settings::setSession(toMap(last_));
}

}  // namespace relaxscope
