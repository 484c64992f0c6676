// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/shell/locate_flow.h"

#include <QFileDialog>

#include "app/window/settings.h"
#include "app/window/shell/main_window.h"
#include "views/widgets/label.h"

namespace relaxscope {

LocateFlow::LocateFlow(MainWindow* window) : QObject(window), window_(window) {}

DocumentPage* LocateFlow::pageOf(const QString& path) const {
  for (DocumentPage* page : window_->pages())
    if (page->path() == path) return page;
  return nullptr;
}

void LocateFlow::locate(const QString& path) {
  const QFileInfo info(path);
  auto* dialog = new QFileDialog(window_, windowTitleText(tr("Locate %1").arg(info.fileName())), info.path());
  dialog->setObjectName(QStringLiteral("locateDialog"));
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  connect(dialog, &QFileDialog::fileSelected, this, [this, path](const QString& found) { open(path, found); });
  dialog->open();
}

void LocateFlow::open(const QString& path, const QString& found) {
  DocumentPage* old = pageOf(path);
  OpenFile before = old != nullptr ? old->openState() : OpenFile{.path = path};
  if (before.digest.isEmpty()) before.digest = settings::digestOf(path);
  settings::removeRecent(path);
  if (old != nullptr && !old->hasUnsaved()) window_->closePage(old);
  window_->openMoved(found, before);
}

void LocateFlow::remove(const QString& path) {
  settings::removeRecent(path);
  if (DocumentPage* page = pageOf(path)) window_->closePage(page);
  window_->refreshStartPage();
}

}  // namespace relaxscope
