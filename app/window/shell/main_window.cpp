// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/shell/main_window.h"

#include <QAction>
#include <QCloseEvent>
#include <QHBoxLayout>
#include <QMenuBar>
#include <QMimeData>
#include <QStackedWidget>
#include <QToolButton>
#include <QWindow>

#include <utility>

#include "app/window/actions/table.h"
#include "app/window/history/run_keeper.h"
#include "app/window/settings.h"
#include "app/window/shell/bar.h"
#include "app/window/shell/command_palette.h"
#include "app/window/shell/device_box.h"
#include "app/window/shell/dropped_files.h"
#include "app/window/shell/locate_flow.h"
#include "app/window/shell/menus.h"
#include "app/window/shell/save_flow.h"
#include "app/window/shell/search_field.h"
#include "app/window/shell/start_page.h"
#include "app/window/shell/status_bar.h"
#include "app/window/shell/toolbar.h"
#include "views/code/lint.h"
#include "views/core/task_error.h"
#include "views/theme/theme.h"
#include "views/widgets/label.h"
#include "views/widgets/tab_bar.h"

namespace relaxscope {
namespace {
const QString kStartId = QStringLiteral("start");
QString pageId(const QWidget* page) { return QString::number(reinterpret_cast<quintptr>(page), 16); }

QString pairTitle(const QString& old, const QString& now) {
  return Document::titleOf(old) + QStringLiteral(" \u2194 ") + Document::titleOf(now);
}

template <class... Cases>
struct Overloaded : Cases... {
  using Cases::operator()...;
};
}  // namespace

MainWindow::MainWindow(QWidget* parent) : QMainWindow(parent), actions_(this) {
  setObjectName(QStringLiteral("mainWindow"));
  setWindowTitle(QStringLiteral("RelaxScope"));
  setAcceptDrops(true);
  auto* menus = new MenuBuilder(this, actions_);
  saveFlow_ = new SaveFlow(this);
  locateFlow_ = new LocateFlow(this);
  buildContent(menus);
  menus->build(menuBar());
  palette_ = new CommandPalette(this);
  connect(toolBar_->devices(), &DeviceBox::processorChanged, this, &MainWindow::scheduleUpdate);
  connect(toolBar_->devices(), &DeviceBox::chosenChanged, this, &MainWindow::scheduleUpdate);
  connect(status_, &StatusBar::cancelClicked, this, &MainWindow::cancelWork);
  connect(status_, &StatusBar::targetClicked, this, [this](StatusBar::Target target) {
    if (target == StatusBar::Target::Output) perform(QStringLiteral("run.output"));
    else showView(ViewId::Findings);
  });
  connect(Theme::instance(), &Theme::changed, this, &MainWindow::themeChanged);
  connect(TaskErrors::instance(), &TaskErrors::reported, this,
          [this](const TaskError& error) { notify(tr("A background task failed: %1").arg(error.text()), true); });
  showStartPage();
  updateState();
}

void MainWindow::buildContent(MenuBuilder* menus) {
  auto* central = new QWidget(this);
  auto* layout = new QVBoxLayout(central);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  notice_ = new ErrorStrip(central);
  notice_->setObjectName(QStringLiteral("notice"));
  connect(notice_, &ErrorStrip::actionClicked, this, [this] {
    notice_->clear();
    if (const auto then = std::exchange(afterNotice_, nullptr)) then();
  });
  stack_ = new QStackedWidget(central);
  stack_->setObjectName(QStringLiteral("pages"));
  status_ = new StatusBar(central);
  toolBar_ = new ToolBar(actions_, menus, this);
  layout->addWidget(toolBar_);
  layout->addWidget(buildTabRow());
  layout->addWidget(notice_);
  layout->addWidget(stack_, 1);
  layout->addWidget(status_);
  setCentralWidget(central);
}

QWidget* MainWindow::buildTabRow() {
  auto* row = new Bar("tabRow", Token::Window, 32, this);
  auto* layout = new QHBoxLayout(row);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  tabs_ = new TabBar(TabBar::Kind::Documents, row);
  tabs_->setObjectName(QStringLiteral("documentTabs"));
  tabs_->setTabsClosable(true);
  connect(tabs_, &QTabBar::currentChanged, this, [this] { tabChanged(); });
  connect(tabs_, &QTabBar::tabCloseRequested, this, &MainWindow::closeTab);
  connect(tabs_, &QTabBar::tabMoved, this, &MainWindow::scheduleUpdate);
  connect(tabs_, &TabBar::middleClicked, this, &MainWindow::closeTab);
  layout->addWidget(tabs_);
  layout->addWidget(barButton(action(QStringLiteral("file.start")), "tabRow.new", row));
  layout->addStretch(1);
  return row;
}

/// Recreates the start page, whose icons have the colours of the old theme.
void MainWindow::themeChanged() {
  if (start_ != nullptr) {
    const bool current = stack_->currentWidget() == start_;
    start_->deleteLater();
    stack_->removeWidget(start_);
    start_ = nullptr;
    if (current || tabs_->indexOfId(kStartId) >= 0) makeStartPage();
    if (current) stack_->setCurrentWidget(start_);
  }
  scheduleUpdate();
}

void MainWindow::cancelWork() {
  if (ComparisonPage* comparison = currentComparison()) return comparison->cancel();
  DocumentPage* page = currentPage();
  if (page == nullptr) return;
  if (page->isLoading()) page->cancelLoad();
  else page->runController()->stop();
}

QList<Page*> MainWindow::allPages() const {
  QList<Page*> out;
  for (int i = 0; i < stack_->count(); ++i)
    if (auto* page = qobject_cast<Page*>(stack_->widget(i))) out.append(page);
  return out;
}

QList<DocumentPage*> MainWindow::pages() const {
  QList<DocumentPage*> out;
  for (Page* each : allPages())
    if (auto* page = qobject_cast<DocumentPage*>(each)) out.append(page);
  return out;
}

/// The page of a tab; null: the start page's.
Page* MainWindow::pageOf(const QString& id) const {
  for (Page* page : allPages())
    if (pageId(page) == id) return page;
  return nullptr;
}

QList<Page*> MainWindow::allPagesByTab() const {
  QList<Page*> out;
  for (int i = 0; i < tabs_->count(); ++i)
    if (Page* page = pageOf(tabs_->idAt(i))) out.append(page);
  return out;
}

QList<DocumentPage*> MainWindow::pagesByTab() const {
  QList<DocumentPage*> out;
  for (Page* each : allPagesByTab())
    if (auto* page = qobject_cast<DocumentPage*>(each)) out.append(page);
  return out;
}

Page* MainWindow::shownPage() const { return qobject_cast<Page*>(stack_->currentWidget()); }

DocumentPage* MainWindow::currentPage() const { return qobject_cast<DocumentPage*>(stack_->currentWidget()); }

ComparisonPage* MainWindow::currentComparison() const { return qobject_cast<ComparisonPage*>(stack_->currentWidget()); }

DeviceBox* MainWindow::devices() const { return toolBar_->devices(); }

DocumentPage* MainWindow::openFile(const QString& path, const QString& constants, const QStringList& libraries) {
  const QString absolute = QFileInfo(path).absoluteFilePath();
  if (showPageOf(absolute)) return currentPage();
  DocumentPage* page = addPage(absolute);
  page->setLibraries(libraries);
  page->open(absolute, constants);
  showNewPage(page);
  return page;
}

void MainWindow::openMoved(const QString& path, const OpenFile& before) {
  const QString absolute = QFileInfo(path).absoluteFilePath();
  if (showPageOf(absolute)) return;
  DocumentPage* page = addPage(absolute);
  page->openMoved(absolute, before);
  showNewPage(page);
}

/// Shows the tab of a file that is open.
bool MainWindow::showPageOf(const QString& path) {
  for (const DocumentPage* page : pages()) {
    if (page->path() != path) continue;
    showTabOf(page);
    return true;
  }
  return false;
}

void MainWindow::showTabOf(const Page* page) { tabs_->setCurrentIndex(tabs_->indexOfId(pageId(page))); }

ComparisonPage* MainWindow::openComparison(const QString& old, const QString& now) {
  const QString left = QFileInfo(old).absoluteFilePath(), right = QFileInfo(now).absoluteFilePath();
  for (Page* each : allPages()) {
    auto* page = qobject_cast<ComparisonPage*>(each);
    if (page == nullptr || page->isOfDocument() || page->path(Side::Old) != left || page->path(Side::New) != right)
      continue;
    showTabOf(page);
    return page;
  }
  ComparisonPage* page = addComparison(pairTitle(left, right));
  page->open(left, right);
  showNewPage(page);
  return page;
}

ComparisonPage* MainWindow::compareWithDisk(DocumentPage* of) {
  ComparisonPage* page = addComparison(of->title());
  page->openEdited(of->document());
  showNewPage(page);
  return page;
}

ComparisonPage* MainWindow::compareWithBefore(DocumentPage* of, const ShownBefore& before) {
  ComparisonPage* page = addComparison(of->title());
  page->openBefore(before.data, before.trace, of->document());
  showNewPage(page);
  return page;
}

ComparisonPage* MainWindow::addComparison(const QString& title) {
  auto* page = new ComparisonPage(stack_);
  stack_->addWidget(page);
  tabs_->addNamedTab(QStringLiteral("compare"), title, pageId(page));
  connectComparison(page);
  return page;
}

void MainWindow::connectComparison(ComparisonPage* page) {
  connect(page, &Page::changed, this, [this, page] {
    if (const int index = tabs_->indexOfId(pageId(page)); index >= 0) tabs_->setTabName(index, page->title());
    scheduleUpdate();
  });
  connect(page, &Page::viewCreated, this, [this](View* view) { actions_.addViewKeys(view); });
  connect(page->comparison(), &Comparison::remarkChanged, this, &MainWindow::scheduleUpdate);
  connect(page->comparison(), &Comparison::exportRequested, saveFlow_,
          [this, page](const QString& id) { saveFlow_->exportDiff(page, id); });
  connect(page->comparison(), &Comparison::timesExportRequested, saveFlow_,
          [this, page](const QString& id, Grouping by) { saveFlow_->exportTimes(page, id, by); });
  connect(page->comparison(), &Comparison::runRequested, this, [this] { perform(QStringLiteral("run.both")); });
  connect(page, &ComparisonPage::openRequested, this, [this](const QString& path) { openFile(path); });
  connect(page, &ComparisonPage::placeRequested, this, [this](const QString& path, const Place& place) {
    DocumentPage* of = openFile(path);
    const auto show = [of, place] { of->document()->selection()->activate(place, ViewId::Listing); };
    if (of->isLoaded()) return show();
    connect(of, &DocumentPage::loaded, of, show, Qt::SingleShotConnection);
  });
  connect(page, &ComparisonPage::loaded, this, [this, page] { emit comparisonLoaded(page); });
  connect(page, &ComparisonPage::loadFailed, this,
          [this, page](const QString& text) { emit comparisonFailed(page, text); });
}

/// The first document replaces the start page.
void MainWindow::showNewPage(const Page* page) {
  showTabOf(page);
  if (const int start = tabs_->indexOfId(kStartId); start >= 0) tabs_->removeTab(start);
  scheduleUpdate();
}

/// A page with its tab, which opens nothing yet.
DocumentPage* MainWindow::addPage(const QString& path) {
  auto* page = new DocumentPage(stack_);
  stack_->addWidget(page);
  const bool profile = path.endsWith(QLatin1String(".rsprof"));
  const int index = tabs_->addNamedTab(profile ? QStringLiteral("timeline") : QStringLiteral("file"),
                                       Document::titleOf(path), pageId(page));
  tabs_->setTabToolTip(index, path);
  connectPage(page);
  return page;
}

/// A page that reads its files when it is first shown.
Page* MainWindow::addLater(const OpenFile& file) {
  if (!file.old.isEmpty()) {
    ComparisonPage* pair = addComparison(pairTitle(file.old, file.path));
    pair->openLater(file.old, file.path);
    return pair;
  }
  DocumentPage* page = addPage(file.path);
  page->openLater(file);
  return page;
}

void MainWindow::openSession(const Session& session) {
  const Page* current = nullptr;
  for (qsizetype i = 0; i < session.files.size(); ++i) {
    const Page* page = addLater(session.files[i]);
    if (i == session.current) current = page;
  }
  if (current != nullptr) {
    showTabOf(current);
    if (const int start = tabs_->indexOfId(kStartId); start >= 0) tabs_->removeTab(start);
  }
  scheduleUpdate();
}

void MainWindow::connectPage(DocumentPage* page) {
  connect(page, &DocumentPage::changed, this, &MainWindow::scheduleUpdate);
  connect(page->document()->derived<LintOf>(), &DerivedValues::made, this, &MainWindow::scheduleUpdate);
  connect(page, &DocumentPage::openRequested, this, [this](const QString& path) { openFile(path); });
  connect(page, &DocumentPage::compareRequested, this, [this](const RunsToCompare& runs) {
    Comparison* pair = openComparison(runs.oldPath, runs.newPath)->comparison();
    pair->setName(Side::Old, runs.oldName);
    pair->setName(Side::New, runs.newName);
  });
  connect(page, &DocumentPage::compareBeforeRequested, this,
          [this, page](const ShownBefore& before) { compareWithBefore(page, before); });
  connect(page, &DocumentPage::locateRequested, this, [this, page] { locateFlow_->locate(page->path()); });
  connect(page, &DocumentPage::removeRequested, this, [this, page] { locateFlow_->remove(page->path()); });
  connect(page, &DocumentPage::saveCodeRequested, this, [this] { perform(QStringLiteral("edit.saveCode")); });
  connect(page, &DocumentPage::loaded, this, [this, page] {
    if (page->isProfile()) tabs_->setTabIconName(tabs_->indexOfId(pageId(page)), QStringLiteral("timeline"));
    emit pageLoaded(page);
  });
  connect(page, &DocumentPage::loadFailed, this, [this, page](const QString& text) { emit pageFailed(page, text); });
  connect(page, &DocumentPage::viewCreated, this, [this](View* view) { actions_.addViewKeys(view); });
  connect(page->document()->selection(), &Selection::historyChanged, this, &MainWindow::scheduleUpdate);
  connect(page->document(), &Document::traceChanged, this, &MainWindow::scheduleUpdate);
  connect(page->document()->runs(), &RunHistory::changed, this, &MainWindow::scheduleUpdate);
  connect(page->document(), &Document::requested, this,
          [this, page](const Request& request) { answer(page, request); });
  connect(page->runController(), &RunController::workerGreeted, devices(), &DeviceBox::workerGreeted);
}

void MainWindow::answer(DocumentPage* page, const Request& request) {
  // Requests that wait for an edit act on the current page: if that has changed in the meantime, they are dropped.
  const auto performAfterEdit = [this, page](const char* id) {
    page->afterEdit([this, page, id] {
      if (page == currentPage()) perform(QLatin1String(id));
    });
  };
  const Overloaded answers{
      [&](request::Run) { performAfterEdit("run.run"); },
      [&](request::SaveEdited) { performAfterEdit("edit.saveCode"); },
      [&](request::Reload) {
        if (page->canClose([page] { page->reload(); })) page->reload();
      },
      [&](request::RunDialog) { perform(QStringLiteral("run.dialog")); },
      [&](request::Open) { perform(QStringLiteral("file.open")); },
      [&](request::LoadConstants) { perform(QStringLiteral("file.constants")); },
      [&](request::NameLayer) { perform(QStringLiteral("edit.renameLayer")); },
      [&](request::AssemblerHelp) { perform(QStringLiteral("help.assembler")); },
      [&](const request::SaveConstant& wanted) { saveFlow_->saveConstant(page, wanted.constant); },
  };
  std::visit(answers, request);
}

void MainWindow::makeStartPage() {
  if (start_ == nullptr) {
    start_ = new StartPage(stack_);
    stack_->addWidget(start_);
    connect(start_, &StartPage::openRequested, this, [this](const QString& path) { openFile(path); });
    connect(start_, &StartPage::openDialogRequested, action(QStringLiteral("file.open")), &QAction::trigger);
    connect(start_, &StartPage::locateRequested, locateFlow_, &LocateFlow::locate);
    connect(start_, &StartPage::removeRequested, locateFlow_, &LocateFlow::remove);
  }
  start_->refresh();
}

void MainWindow::refreshStartPage() {
  if (start_ != nullptr) start_->refresh();
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
  if (Page* page = pageOf(id)) {
    stack_->setCurrentWidget(page);
    page->shown();
  }
  if (palette_ != nullptr) palette_->hide();
  notice_->clear();
  scheduleUpdate();
}

void MainWindow::closePage(const DocumentPage* page) { closeTab(tabs_->indexOfId(pageId(page))); }

void MainWindow::closeTab(int index) {
  const QString id = tabs_->idAt(index);
  if (id.isEmpty()) return;
  if (id == kStartId && tabs_->count() == 1) return;
  Page* page = pageOf(id);
  if (page != nullptr && !page->canClose([this, id] { closeTab(tabs_->indexOfId(id)); })) {
    stack_->setCurrentWidget(page);
    return tabs_->setCurrentIndex(index);
  }
  tabs_->removeTab(index);
  if (page != nullptr) {
    const auto* document = qobject_cast<DocumentPage*>(page);
    if (keepState_ && document != nullptr && document->workspace() != nullptr)
      settings::setWorkspaceLayout(document->workspace()->saveLayout());
    stack_->removeWidget(page);
    page->deleteLater();
  }
  if (tabs_->count() == 0) showStartPage();
  tabChanged();
}

namespace {

/// Whether what is shown runs on a GPU only: a document, or one of a pair.
bool isForGpu(const ActionContext& context) {
  if (context.comparison == nullptr) return context.document != nullptr && needsGpu(*context.document);
  const Comparison& pair = *context.comparison->comparison();
  return needsGpu(*pair.document(Side::Old)) || needsGpu(*pair.document(Side::New));
}

}  // namespace

void MainWindow::scheduleUpdate() {
  if (std::exchange(updatePending_, true)) return;
  QMetaObject::invokeMethod(this, &MainWindow::updateState, Qt::QueuedConnection);
}

void MainWindow::updateState() {
  updatePending_ = false;
  const ActionContext context = contextOf(this);
  actions_.update(context);
  devices()->setNeedsGpu(isForGpu(context));
  if (context.document != nullptr) context.document->setRunsEmulated(devices()->isEmulated());
  toolBar_->update(context);
  if (context.comparison != nullptr)
    status_->showComparison(*context.comparison->comparison(), context.comparison->runner()->progress());
  else status_->showPage(context.page, devices()->processor());
  for (const DocumentPage* page : pages())
    tabs_->setBadge(pageId(page), page->hasUnsaved() ? QStringLiteral("●") : QString());
  const QString name = QStringLiteral("RelaxScope");
  setWindowTitle(context.shown != nullptr ? windowTitleText(context.shown->title()) + QStringLiteral(" — ") + name
                                          : name);
  emit stateChanged();
}

void MainWindow::perform(const QString& actionId) {
  const ActionRow* row = findAction(actionId);
  if (row == nullptr) return;
  const ActionContext context = contextOf(this);
  if (row->enabled(context)) return row->run(context);
  if (row->whyNot == nullptr) return;
  if (const QString why = row->whyNot(context); !why.isEmpty()) notify(why, true);
}

void MainWindow::notify(const QString& text, bool error, const QString& action, std::function<void()> then) {
  afterNotice_ = std::move(then);
  notice_->showMessage(error ? ErrorStrip::Level::Error : ErrorStrip::Level::Info, text, {}, {}, action);
}

void MainWindow::showView(ViewId view) {
  const ActionContext context = contextOf(this);
  if (hasDocument(context)) context.workspace->showView(view);
  else if (hasComparison(context)) context.comparison->showView(view);
}

void MainWindow::openPalette(const QString& prefix) {
  const SearchField* field = toolBar_->searchField();
  palette_->open(prefix, QRect(field->mapTo(this, QPoint(0, 0)), field->size()));
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event) {
  if (!event->mimeData()->hasUrls()) return;
  event->acceptProposedAction();
  if (stack_->currentWidget() == start_) start_->setDropActive(true);
}

void MainWindow::dragLeaveEvent(QDragLeaveEvent*) {
  if (start_ != nullptr) start_->setDropActive(false);
}

void MainWindow::dropEvent(QDropEvent* event) {
  if (start_ != nullptr) start_->setDropActive(false);
  const ActionContext context = contextOf(this);
  const bool wanted = hasLateBoundConstants(context);
  QStringList paths;
  for (const QUrl& url : event->mimeData()->urls())
    if (url.isLocalFile()) paths.append(url.toLocalFile());
  openDropped(paths, wanted ? context.page : nullptr);
  event->acceptProposedAction();
}

/// `wants`: the page whose constants are late-bound, if the shown one is such.
void MainWindow::openDropped(const QStringList& paths, DocumentPage* wants) {
  const DroppedFiles dropped = sortDropped(paths, wants != nullptr);
  for (const QString& list : dropped.lists) wants->loadConstants(list);
  if (dropped.compared) openComparison(dropped.files[0], dropped.files[1]);
  else
    for (const QString& path : dropped.files) {
      DocumentPage* page = openFile(path, dropped.constants);
      if (!dropped.constants.isEmpty() && page->isLoaded()) page->loadConstants(dropped.constants);  // it was open
    }
}

void MainWindow::showEvent(QShowEvent* event) {
  QMainWindow::showEvent(event);
  windowHandle()->installEventFilter(this);
}

/// Handles a mouse's back and forward buttons before the widget under the cursor does.
bool MainWindow::eventFilter(QObject* watched, QEvent* event) {
  if (watched == windowHandle() && event->type() == QEvent::MouseButtonPress) {
    const Qt::MouseButton button = static_cast<QMouseEvent*>(event)->button();
    if (button == Qt::BackButton || button == Qt::ForwardButton) {
      perform(button == Qt::BackButton ? QStringLiteral("go.back") : QStringLiteral("go.forward"));
      return true;
    }
  }
  return QMainWindow::eventFilter(watched, event);
}

void MainWindow::resizeEvent(QResizeEvent* event) {
  QMainWindow::resizeEvent(event);
  if (palette_ != nullptr) palette_->hide();
}

void MainWindow::closeEvent(QCloseEvent* event) {
  for (DocumentPage* page : pages()) {
    if (page->canClose([this] { close(); })) continue;
    showTabOf(page);
    return event->ignore();
  }
  if (keepState_) {
    emit aboutToClose();
    settings::setWindowGeometry(saveGeometry());
    if (DocumentPage* page = currentPage(); page != nullptr && page->workspace() != nullptr)
      settings::setWorkspaceLayout(page->workspace()->saveLayout());
  }
  for (DocumentPage* page : pages()) page->runController()->stop();
  QMainWindow::closeEvent(event);
}

}  // namespace relaxscope
