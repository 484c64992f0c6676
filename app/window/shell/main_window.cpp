// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/shell/main_window.h"

#include <QAction>
#include <QApplication>
#include <QCloseEvent>
#include <QComboBox>
#include <QFileDialog>
#include <QMenuBar>
#include <QMimeData>
#include <QStackedWidget>
#include <QTimer>
#include <QToolButton>
#include <QVBoxLayout>

#include "app/window/run/run_dialog.h"
#include "app/window/settings.h"
#include "app/window/shell/command_palette.h"
#include "app/window/shell/dialogs.h"
#include "app/window/shell/search_field.h"
#include "app/window/shell/start_page.h"
#include "app/window/shell/status_bar.h"
#include "views/theme/theme.h"
#include "views/widgets/tab_bar.h"

namespace relaxscope {
namespace {
const QString kStartId = QStringLiteral("start");
QString pageId(const QWidget* page) { return QString::number(reinterpret_cast<quintptr>(page), 16); }
}  // namespace

MainWindow::MainWindow(QWidget* parent) : QMainWindow(parent) {
  setObjectName(QStringLiteral("mainWindow"));
  setWindowTitle(QStringLiteral("RelaxScope"));
  setAcceptDrops(true);
  deviceText_ = QStringLiteral("CPU · ") + localDeviceText();
  buildActions();
  auto* central = new QWidget(this);
  auto* layout = new QVBoxLayout(central);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  notice_ = new ErrorStrip(central);
  notice_->setObjectName(QStringLiteral("notice"));
  stack_ = new QStackedWidget(central);
  stack_->setObjectName(QStringLiteral("pages"));
  status_ = new StatusBar(central);
  layout->addWidget(buildToolBar());
  layout->addWidget(buildTabRow());
  layout->addWidget(notice_);
  layout->addWidget(stack_, 1);
  layout->addWidget(status_);
  setCentralWidget(central);
  buildMenus();
  palette_ = new Palette(this);
  connect(status_, &StatusBar::cancelClicked, this, [this] {
    if (DocumentPage* page = currentPage()) page->isLoading() ? page->cancelLoad() : page->runController()->stop();
  });
  connect(status_, &StatusBar::segmentClicked, this, [this](const QString& id) {
    if (id == QLatin1String("output")) toggleOutput();
    else showView(QStringLiteral("diagnostics"));
  });
  connect(Theme::instance(), &Theme::changed, this, [this] {
    if (start_ != nullptr) {  // it holds pictures in the old colours
      const bool current = stack_->currentWidget() == start_;
      start_->deleteLater();
      stack_->removeWidget(start_);
      start_ = nullptr;
      if (current || tabs_->indexOfId(kStartId) >= 0) makeStartPage();
      if (current) stack_->setCurrentWidget(start_);
    }
    scheduleUpdate();
  });
  qApp->installEventFilter(this);
  showStartPage();
  updateState();
}

MainWindow::~MainWindow() { qApp->removeEventFilter(this); }

QList<DocumentPage*> MainWindow::pages() const {
  QList<DocumentPage*> out;
  for (int i = 0; i < stack_->count(); ++i)
    if (auto* page = qobject_cast<DocumentPage*>(stack_->widget(i))) out.append(page);
  return out;
}

DocumentPage* MainWindow::currentPage() const { return qobject_cast<DocumentPage*>(stack_->currentWidget()); }

DocumentPage* MainWindow::openFile(const QString& path, const QString& constants, const QStringList& libraries) {
  const QString absolute = QFileInfo(path).absoluteFilePath();
  for (DocumentPage* page : pages())
    if (page->path() == absolute) {
      tabs_->setCurrentIndex(tabs_->indexOfId(pageId(page)));
      return page;
    }
  auto* page = new DocumentPage(stack_);
  stack_->addWidget(page);
  const int index = tabs_->addNamedTab(QStringLiteral("file"), Document::titleOf(absolute), pageId(page));
  tabs_->setTabToolTip(index, absolute);
  connect(page, &DocumentPage::changed, this, &MainWindow::scheduleUpdate);
  connect(page, &DocumentPage::loaded, this, [this, page] {
    if (page->isProfile()) tabs_->setTabIconName(tabs_->indexOfId(pageId(page)), QStringLiteral("timeline"));
    emit pageLoaded(page);
  });
  connect(page, &DocumentPage::loadFailed, this, [this, page](const QString& text) { emit pageFailed(page, text); });
  connect(page->document()->selection(), &Selection::historyChanged, this, &MainWindow::scheduleUpdate);
  connect(page->document(), &Document::traceChanged, this, &MainWindow::scheduleUpdate);
  connect(page->document(), &Document::requested, this, [this, page](const QString& request) {
    // Both are about the page in front: where another came there meanwhile, they are left to be asked for again.
    if (request == QLatin1String("run"))
      page->afterEdit([this, page] {
        if (page == currentPage()) runAgain();
      });
    else if (request == QLatin1String("saveEdited"))
      page->afterEdit([this, page] {
        if (page == currentPage()) saveEdited();
      });
    else if (request == QLatin1String("reload")) {
      if (page->mayGo()) page->reload();
    } else if (request == QLatin1String("loadConstants")) loadConstants();
    else if (request == QLatin1String("assemblerHelp")) assemblerPage();
    else if (request == QLatin1String("runDialog")) runDialog();
    else if (request == QLatin1String("open")) openDialog();
    else if (request.startsWith(QLatin1String("saveNpy:")))
      exportConstant(request.section(QLatin1Char(':'), 1).toLongLong());
  });
  connect(page->runController(), &RunController::workerGreeted, this, [this](const QString& text, const QStringList&) {
    // A worker beside the program runs on this computer, which is described already.
    if (!text.isEmpty() && !settings::workerCommand().isEmpty()) setDeviceText(QStringLiteral("CPU · ") + text);
  });
  page->setLibraries(libraries);
  page->open(absolute, constants);
  tabs_->setCurrentIndex(index);
  // The start page makes room for the first document.
  if (const int start = tabs_->indexOfId(kStartId); start >= 0) tabs_->removeTab(start);
  scheduleUpdate();
  return page;
}

void MainWindow::makeStartPage() {
  if (start_ == nullptr) {
    start_ = new StartPage(stack_);
    stack_->addWidget(start_);
    connect(start_, &StartPage::openRequested, this, [this](const QString& path) { openFile(path); });
    connect(start_, &StartPage::openDialogRequested, this, &MainWindow::openDialog);
    connect(start_, &StartPage::locateRequested, this, [this](const QString& path) {
      auto* dialog =
          new QFileDialog(this, tr("Where is %1 now?").arg(QFileInfo(path).fileName()), QFileInfo(path).path());
      dialog->setAttribute(Qt::WA_DeleteOnClose);
      connect(dialog, &QFileDialog::fileSelected, this, [this, path](const QString& found) {
        settings::removeRecent(path);
        openFile(found);
      });
      dialog->open();
    });
  }
  start_->refresh();
}

void MainWindow::showStartPage() {
  makeStartPage();
  int index = tabs_->indexOfId(kStartId);
  if (index < 0) index = tabs_->addNamedTab(QStringLiteral("info"), tr("Start"), kStartId);
  tabs_->setCurrentIndex(index);
  tabChanged();
}

void MainWindow::tabChanged() {
  const QString id = tabs_->idAt(tabs_->currentIndex());
  if (id == kStartId && start_ != nullptr) stack_->setCurrentWidget(start_);
  for (DocumentPage* page : pages())
    if (pageId(page) == id) stack_->setCurrentWidget(page);
  if (palette_ != nullptr) palette_->hide();
  notice_->clear();
  scheduleUpdate();
}

void MainWindow::closeTab(int index) {
  const QString id = tabs_->idAt(index);
  if (id.isEmpty()) return;
  if (id == kStartId && tabs_->count() == 1) return;
  for (DocumentPage* page : pages()) {
    if (pageId(page) != id || page->mayGo()) continue;
    stack_->setCurrentWidget(page);
    return tabs_->setCurrentIndex(index);
  }
  tabs_->removeTab(index);
  for (DocumentPage* page : pages()) {
    if (pageId(page) != id) continue;
    if (keepState_ && page->workspace() != nullptr) settings::setWorkspaceLayout(page->workspace()->saveLayout());
    stack_->removeWidget(page);
    page->deleteLater();
  }
  if (tabs_->count() == 0) showStartPage();
  tabChanged();
}

void MainWindow::scheduleUpdate() {
  if (std::exchange(updatePending_, true)) return;
  QMetaObject::invokeMethod(this, &MainWindow::updateState, Qt::QueuedConnection);
}

void MainWindow::updateState() {
  updatePending_ = false;
  DocumentPage* page = currentPage();
  const bool document = page != nullptr && page->isLoaded();
  if (page != nullptr) page->updateRunnable();
  const QString why = page == nullptr ? tr("Open a file to run it") : page->whyNotRunnable();
  const bool runnable = document && why.isEmpty();
  const bool askable = runnable || (document && page->document()->needsLibrary());  // in the run dialog
  const bool running = page != nullptr && page->runController()->isBusy();
  const Selection* selection = document ? page->document()->selection() : nullptr;
  for (const ActionRow& row : actionTable()) {
    bool on = true;
    switch (row.needs) {
      case Needs::Nothing: break;
      case Needs::Page: on = page != nullptr; break;
      case Needs::Constants: on = document && page->constants()->wanted(); break;
      case Needs::Document: on = document; break;
      case Needs::Runnable: on = runnable && !running; break;
      case Needs::Libraries: on = askable && !running; break;
      case Needs::Running: on = running; break;
      case Needs::Trace: on = document && page->document()->trace() != nullptr && !running; break;
      case Needs::Past: on = selection != nullptr && selection->canGoBack(); break;
      case Needs::Future: on = selection != nullptr && selection->canGoForward(); break;
    }
    QAction* action = actions_[QLatin1String(row.id)];
    action->setEnabled(on);
    if (row.needs == Needs::Runnable) action->setToolTip(runnable ? actionToolTip(row) : why);
    if (row.needs == Needs::Libraries) action->setToolTip(askable ? actionToolTip(row) : why);
  }
  for (const ViewRow& row : viewRegistry())
    actions_[QStringLiteral("show.") + QLatin1String(row.id)]->setEnabled(document);
  export_->setEnabled(document);
  run_->setEnabled(runnable && !running);
  run_->setToolTip(runnable ? tr("Run with the last arguments (F5)") : why);
  run_->setIcon(Theme::instance()->icon(run_->isEnabled() ? QStringLiteral("run") : QStringLiteral("run-outline"),
                                        Token::TextOnAccent));
  const bool dark = Theme::instance()->mode() == Theme::Mode::Dark;
  theme_->setIcon(Theme::instance()->icon(dark ? QStringLiteral("sun") : QStringLiteral("moon")));
  status_->showPage(page, deviceText_);
  setWindowTitle(page != nullptr ? page->title() + QStringLiteral(" — RelaxScope") : QStringLiteral("RelaxScope"));
}

void MainWindow::setDeviceText(const QString& text) {
  deviceText_ = text;
  device_->setItemText(0, text.section(QStringLiteral(", "), 0, 0));
  scheduleUpdate();
}

void MainWindow::askForDevices() {
  devicesLink_ = std::make_unique<WorkerLink>();
  connect(devicesLink_.get(), &WorkerLink::message, this, [this](const wire::Message& message) {
    const auto* hello = std::get_if<wire::Hello>(&message);
    if (hello == nullptr) return;
    for (const std::string& name : hello->devices) {
      const QString id = QString::fromStdString(name);
      if (device_->findData(id) >= 0) continue;
      device_->addItem(Theme::instance()->icon(QStringLiteral("gpu")),
                       id.toUpper().replace(QLatin1Char(':'), QLatin1Char(' ')), id);
    }
    if (!settings::workerCommand().isEmpty())
      setDeviceText(QStringLiteral("CPU · ") + QString::fromStdString(hello->deviceText));
    if (const int last = device_->findData(settings::device()); last >= 0) device_->setCurrentIndex(last);
    devicesLink_->quit();
  });
  // Without a worker the list stays as it is; a run will say why.
  devicesLink_->start(settings::workerCommand());
}

void MainWindow::notify(const QString& text, bool error) {
  notice_->showMessage(error ? ErrorStrip::Level::Error : ErrorStrip::Level::Info, text);
}

void MainWindow::showView(const QString& id) {
  if (DocumentPage* page = currentPage(); page != nullptr && page->workspace() != nullptr)
    page->workspace()->showView(id);
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event) {
  if (!event->mimeData()->hasUrls()) return;
  event->acceptProposedAction();
  if (stack_->currentWidget() == start_) start_->setDropActive(true);
}

void MainWindow::dropEvent(QDropEvent* event) {
  if (start_ != nullptr) start_->setDropActive(false);
  DocumentPage* page = currentPage();
  const bool wanted = page != nullptr && page->isLoaded() && page->constants()->wanted();
  for (const QUrl& url : event->mimeData()->urls()) {
    if (!url.isLocalFile()) continue;
    if (wanted && isParameterList(url.toLocalFile())) page->constants()->load(url.toLocalFile());
    else openFile(url.toLocalFile());
  }
  event->acceptProposedAction();
}

bool MainWindow::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::DragLeave && start_ != nullptr && watched == this) start_->setDropActive(false);
  if (event->type() == QEvent::MouseButtonPress) {
    const auto button = static_cast<QMouseEvent*>(event)->button();
    auto* widget = qobject_cast<QWidget*>(watched);
    if (widget != nullptr && widget->window() == this && (button == Qt::BackButton || button == Qt::ForwardButton)) {
      button == Qt::BackButton ? goBack() : goForward();
      return true;
    }
  }
  if (event->type() != QEvent::KeyPress) return QMainWindow::eventFilter(watched, event);
  auto* widget = qobject_cast<QWidget*>(watched);
  if (widget == nullptr || widget != QApplication::focusWidget() || widget->window() != this) return false;
  // Single keys belong to views: never to fields, buttons or lists of a combo box.
  if (widget->inherits("QLineEdit") || widget->inherits("QAbstractButton") || widget->inherits("QComboBox") ||
      widget->inherits("QAbstractSpinBox") || widget->inherits("QPlainTextEdit") || widget->inherits("QTextEdit") ||
      widget->inherits("QTabBar"))
    return false;
  const auto* key = static_cast<QKeyEvent*>(event);
  if ((key->modifiers() & (Qt::ControlModifier | Qt::AltModifier | Qt::MetaModifier)) != 0) return false;
  const QString name = key->key() == Qt::Key_Space ? QStringLiteral("Space") : key->text().toUpper();
  if (name.isEmpty()) return false;
  if (widget->inherits("QTableView") && name.front().isLetter()) return false;  // tables filter by what is typed
  for (const ActionRow& row : actionTable()) {
    if (row.viewKey[0] == 0 || name != QLatin1String(row.viewKey)) continue;
    QAction* hit = actions_.value(QLatin1String(row.id));
    if (!hit->isEnabled()) return false;
    hit->trigger();
    return true;
  }
  return false;
}

void MainWindow::resizeEvent(QResizeEvent* event) {
  QMainWindow::resizeEvent(event);
  if (palette_ != nullptr) palette_->hide();
}

void MainWindow::closeEvent(QCloseEvent* event) {
  for (DocumentPage* page : pages()) {
    if (page->mayGo()) continue;
    tabs_->setCurrentIndex(tabs_->indexOfId(pageId(page)));
    return event->ignore();
  }
  if (keepState_) {
    settings::setWindowGeometry(saveGeometry());
    if (DocumentPage* page = currentPage(); page != nullptr && page->workspace() != nullptr)
      settings::setWorkspaceLayout(page->workspace()->saveLayout());
  }
  for (DocumentPage* page : pages()) page->runController()->stop();
  QMainWindow::closeEvent(event);
}

}  // namespace relaxscope
