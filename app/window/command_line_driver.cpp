// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/command_line_driver.h"

#include <QApplication>
#include <QFileInfo>
#include <QPixmap>

#include <time.h>

#include <cstdio>

#include "app/window/command_line_calls.h"
#include "app/window/document/further_views.h"
#include "app/window/shell/device_box.h"
#include "app/window/shell/session_keeper.h"
#include "views/core/task_error.h"
#include "vmcore/base/text/text.h"

namespace relaxscope {
namespace {

/// A message on standard error, without controls of the names in it.
void printError(const QString& text) {
  std::fprintf(stderr, "relaxscope: %s\n", printable(text.toStdString()).c_str());
}

constexpr int kPollMs = 25;
/// Consecutive polls that must find no work pending: a view may start its layout in a later event-loop iteration.
constexpr int kQuietPolls = 4;

/// Prints the time of the first paint of a widget with content (monotonic clock, nanoseconds).
class FirstPaint : public QObject {
 public:
  explicit FirstPaint(QObject* parent) : QObject(parent) { qApp->installEventFilter(this); }
  bool eventFilter(QObject* watched, QEvent* event) override {
    if (event->type() != QEvent::Paint || !watched->isWidgetType()) return false;
    for (QObject* object = watched; object != nullptr; object = object->parent()) {
      if (object->objectName() != QLatin1String("view.listing")) continue;
      qApp->removeEventFilter(this);
      QMetaObject::invokeMethod(
          qApp,
          [] {  // after this paint and the others of the same event-loop iteration
            timespec now{};
            clock_gettime(CLOCK_MONOTONIC, &now);
            std::printf("first-paint %lld\n", static_cast<long long>(now.tv_sec) * 1'000'000'000LL + now.tv_nsec);
            std::fflush(stdout);
            QApplication::exit(0);
          },
          Qt::QueuedConnection);
      return false;
    }
    return false;
  }
};

}  // namespace

CommandLineDriver::CommandLineDriver(MainWindow* window, WindowOptions options)
    : QObject(window), window_(window), options_(std::move(options)) {
  timer_.setInterval(kPollMs);
  connect(&timer_, &QTimer::timeout, this, &CommandLineDriver::poll);
}

void CommandLineDriver::start() {
  if (options_.printFirstPaint) new FirstPaint(this);
  connect(window_, &MainWindow::pageLoaded, this, &CommandLineDriver::loaded);
  if (wantsPicture())
    connect(TaskErrors::instance(), &TaskErrors::reported, this,
            [this](const TaskError& error) { fail(QStringLiteral("a background task failed: ") + error.text(), 2); });
  if (wantsPicture()) connect(window_, &MainWindow::pageFailed, this, &CommandLineDriver::failed);
  if (window_->keepsState()) {
    auto* keeper = new SessionKeeper(window_);
    if (options_.files.isEmpty() && options_.compared.isEmpty() && !options_.startPage) keeper->restore();
    else keeper->leaveWhileOnly(options_.files + options_.compared);
  }
  for (const QString& file : std::as_const(options_.files))
    window_->openFile(file, file == options_.files.first() ? options_.constants : QString(), options_.spec.libraries);
  if (!options_.compared.isEmpty()) compare();
  else if (options_.files.isEmpty() && wantsPicture()) timer_.start();
  constexpr int kAfterStartMs = 1'500;
  if (!wantsPicture() && !options_.printFirstPaint)
    QTimer::singleShot(kAfterStartMs, window_->devices(), &DeviceBox::ask);
}

/// The comparison is in front of files that are opened beside it.
void CommandLineDriver::compare() {
  if (wantsPicture()) {
    disconnect(window_, &MainWindow::pageLoaded, this, nullptr);
    connect(window_, &MainWindow::comparisonLoaded, this, &CommandLineDriver::showPair);
    connect(window_, &MainWindow::comparisonFailed, this, [this](ComparisonPage*, const QString& text) {
      printError(text);
      exitCode_ = 2;
      timer_.start();
    });
  }
  window_->openComparison(options_.compared[0], options_.compared[1]);
}

void CommandLineDriver::showPair(ComparisonPage* page) {
  if (options_.view != ViewId::None && !page->showView(options_.view)) {
    printError(QStringLiteral("%1: %2").arg(page->title(), options_.view == ViewId::Compare
                                                               ? QStringLiteral("not both sides have a recorded run")
                                                               : QStringLiteral("no such view shows a pair")));
    exitCode_ = 2;
  }
  timer_.start();
}

void CommandLineDriver::loaded(DocumentPage* page) {
  if (page != window_->currentPage()) return;
  disconnect(window_, &MainWindow::pageLoaded, this, nullptr);
  if (wantsPicture() && !options_.constants.isEmpty() && !page->constants()->problem().isEmpty() &&
      page->path() == QFileInfo(options_.files.first()).absoluteFilePath())
    return fail(QStringLiteral("%1: %2").arg(options_.constants, page->constants()->problem()), 2);
  const ViewRow* row = findView(options_.view);
  const bool needsRun =
      options_.run || (wantsPicture() && row != nullptr && row->needsTrace && !page->document()->trace());
  const QString why = needsRun ? page->whyNotRunnable(options_.spec) : QString();
  if (needsRun && why.isEmpty()) return run(page);
  if (options_.run) {
    printError(QStringLiteral("%1: %2").arg(page->path(), why));
    exitCode_ = 2;
    window_->notify(why, true);
  }
  show(page);
}

/// The picture shows why, and the bytes of a damaged file.
void CommandLineDriver::failed(DocumentPage* page, const QString& text) {
  printError(QStringLiteral("%1: %2").arg(page->path(), text));
  exitCode_ = 2;
  if (page == window_->currentPage()) timer_.start();
}

void CommandLineDriver::run(DocumentPage* page) {
  const auto [problem, note] = applyCalls(options_, *page->document()->executable());
  if (!note.isEmpty()) printError(QStringLiteral("note: %1").arg(note));
  if (!problem.isEmpty()) {
    if (wantsPicture()) return fail(QStringLiteral("%1: %2").arg(page->path(), problem), 2);
    window_->notify(problem, true);
    return show(page);
  }
  connect(page, &DocumentPage::runFinished, this, [this, page](bool success) {
    disconnect(page, &DocumentPage::runFinished, this, nullptr);
    if (!success) {
      printError(QStringLiteral("%1: %2").arg(page->path(), page->document()->runFailure()));
      exitCode_ = 2;
    }
    show(page);
  });
  RunSpec spec = options_.spec;
  if (spec.device.isEmpty()) {
    window_->devices()->setNeedsGpu(needsGpu(*page->document()));
    spec.device = window_->devices()->chosen();
  }
  page->startRun(spec);
}

void CommandLineDriver::show(DocumentPage* page) {
  if (const LayoutRow* layout = findLayout(options_.layout)) page->workspace()->showLayout(layout->id);
  if (wantsPicture()) page->workspace()->further()->dockAll();  // the picture is of this window
  if (options_.startPage) window_->showStartPage();
  else if (options_.view != ViewId::None) window_->showView(options_.view);
  else if (options_.run && options_.layout.isEmpty()) window_->showView(ViewId::Timeline);
  if (wantsPicture()) timer_.start();
}

void CommandLineDriver::poll() {
  const Page* page = window_->shownPage();
  quiet_ = page == nullptr || page->isSettled() ? quiet_ + 1 : 0;
  if (quiet_ < kQuietPolls) return;
  timer_.stop();
  takePicture();
}

void CommandLineDriver::takePicture() {
  if (QWidget* focus = QApplication::focusWidget()) focus->clearFocus();
  const QPixmap picture = window_->grab();
  if (!picture.save(options_.screenshot, "PNG"))
    return fail(QStringLiteral("%1 cannot be written").arg(options_.screenshot), 2);
  QApplication::exit(exitCode_);
}

void CommandLineDriver::fail(const QString& text, int code) {
  printError(text);
  QApplication::exit(code);
}

}  // namespace relaxscope
