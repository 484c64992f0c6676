// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document_page.h"

#include <QDateTime>
#include <QLabel>
#include <QStackedLayout>
#include <QVBoxLayout>

#include "app/breadcrumb.h"
#include "app/progress_line.h"
#include "app/settings.h"
#include "views/theme.h"

namespace relaxscope {
namespace {
/// Work that takes longer than this shows a bar and a way out.
constexpr int kSlowMs = 300;
}  // namespace

DocumentPage::DocumentPage(QWidget* parent) : QWidget(parent), run_(new RunController(&document_, this)) {
  setObjectName(QStringLiteral("documentPage"));
  progress_ = new ProgressLine(this);
  progress_->hide();
  breadcrumb_ = new Breadcrumb(&document_, this);
  strip_ = new ErrorStrip(this);
  strip_->setObjectName(QStringLiteral("loadStrip"));
  runStrip_ = new ErrorStrip(this);
  runStrip_->setObjectName(QStringLiteral("runStrip"));
  body_ = new QWidget(this);
  stack_ = new QStackedLayout(body_);
  waiting_ = new QLabel(body_);
  waiting_->setObjectName(QStringLiteral("waiting"));
  waiting_->setAlignment(Qt::AlignCenter);
  waiting_->setProperty("role", "second");
  stack_->addWidget(waiting_);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  for (QWidget* widget : std::initializer_list<QWidget*>{progress_, breadcrumb_, strip_, runStrip_}) layout->addWidget(widget);
  layout->addWidget(body_, 1);

  slow_.setSingleShot(true);
  slow_.setInterval(kSlowMs);
  connect(&slow_, &QTimer::timeout, this, [this] {
    slowShown_ = true;
    updateProgress();
    emit changed();
  });
  connect(&loader_, &DocumentLoader::loaded, this, &DocumentPage::take);
  connect(&loader_, &DocumentLoader::failed, this, [this](const QString& text) {
    slow_.stop();
    updateProgress();
    waiting_->clear();
    strip_->showMessage(ErrorStrip::Level::Error, tr("%1 cannot be opened: %2").arg(QFileInfo(path_).fileName(), text), {},
                        tr("Relax VM libraries, executable bytes, JSON forms and .rsprof profiles can be read. Nothing of the file was executed."),
                        tr("Try again"));
    emit changed();
    emit loadFailed(text);
  });
  connect(&loader_, &DocumentLoader::cancelled, this, [this] {
    slow_.stop();
    updateProgress();
    waiting_->clear();
    strip_->showMessage(ErrorStrip::Level::Info, tr("Opening %1 was cancelled").arg(QFileInfo(path_).fileName()), {}, {}, tr("Try again"));
    emit changed();
  });
  connect(strip_, &ErrorStrip::actionClicked, this, &DocumentPage::reload);
  connect(breadcrumb_, &Breadcrumb::fileClicked, this, [this] {
    if (workspace_ != nullptr) workspace_->showView(QStringLiteral("overview"));
  });
  connect(&document_, &Document::runFailureChanged, this, &DocumentPage::showRunFailure);
  connect(&document_, &Document::runStateChanged, this, [this] {
    if (run_->isBusy()) slow_.start();
    else {
      slow_.stop();
      slowShown_ = false;
    }
    updateProgress();
    emit changed();
  });
  connect(&document_, &Document::statisticsChanged, this, [this] {
    remember();
    emit changed();
  });
  connect(run_, &RunController::progressChanged, this, &DocumentPage::changed);
  connect(run_, &RunController::finished, this, [this](bool success) {
    if (success && workspace_ != nullptr && workspace_->showsOverview()) workspace_->showView(QStringLiteral("timeline"), false);
    emit runFinished(success);
  });
  connect(runStrip_, &ErrorStrip::placeClicked, this, [this] {
    document_.selection()->activate(document_.runFailurePlace(), QStringLiteral("listing"));
  });
}

DocumentPage::~DocumentPage() = default;

QString DocumentPage::title() const { return Document::titleOf(path_); }

void DocumentPage::open(const QString& path) {
  path_ = QFileInfo(path).absoluteFilePath();
  strip_->clear();
  waiting_->setText(tr("Reading %1").arg(QFileInfo(path_).fileName()));
  slowShown_ = false;
  slow_.start();
  loader_.load(path_);
  emit changed();
}

void DocumentPage::reload() {
  if (run_->isBusy()) run_->stop();
  open(path_);
}

void DocumentPage::take(const LoadedDocument& loaded) {
  slow_.stop();
  slowShown_ = false;
  updateProgress();
  profile_ = loaded.trace != nullptr;
  const FuncIndex function = document_.selection()->subject();
  const std::string name = document_.functionName(function).toStdString();
  document_.setRunFailure({}, {});
  document_.setData(loaded.data);
  document_.setStatistics(nullptr, nullptr);
  document_.setTrace(loaded.trace);
  if (workspace_ == nullptr) {
    workspace_ = new Workspace(&document_, body_);
    if (const QByteArray layout = settings::workspaceLayout(); !layout.isEmpty()) workspace_->restoreLayout(layout);
    stack_->addWidget(workspace_);
    connect(workspace_, &Workspace::currentViewChanged, this, [this] {
      const ViewRow* row = findView(QStringLiteral("overview"));
      breadcrumb_->setPageTitle(workspace_->showsOverview() && row != nullptr ? viewTitle(*row) : QString());
      emit changed();
    });
    const ViewRow* row = findView(QStringLiteral("overview"));
    breadcrumb_->setPageTitle(workspace_->showsOverview() && row != nullptr ? viewTitle(*row) : QString());
  }
  stack_->setCurrentWidget(workspace_);
  if (document_.executable() != nullptr) {
    FuncIndex subject = name.empty() ? FuncIndex() : document_.executable()->findFunction(name);
    if (!subject.valid())
      if (auto entry = defaultEntry(*document_.executable()); entry.ok()) subject = *entry;
    if (subject.valid()) {
      Place place;
      place.function = subject;
      document_.selection()->select(place);
    }
  }
  if (loaded.trace) {
    run_->computeStatistics();
    workspace_->showView(QStringLiteral("timeline"), false);
  }
  remember();
  emit changed();
  emit this->loaded();
}

void DocumentPage::remember() {
  settings::Recent entry;
  entry.path = path_;
  entry.openedAt = QDateTime::currentSecsSinceEpoch();
  const Executable* executable = document_.executable();
  if (executable != nullptr) {
    entry.kind = QStringLiteral("Relax VM · ") + QString::fromLatin1(variantProducer(executable->variant));
    entry.instructions = static_cast<qint64>(executable->code.size());
  }
  if (profile_ && document_.trace()) {
    entry.kind = tr("profile · %1 · %2 runs").arg(QString::fromStdString(document_.trace()->info.device)).arg(document_.trace()->runs.size());
    entry.events = static_cast<qint64>(document_.trace()->eventCount());
  }
  if (const auto statistics = document_.byCallee(); statistics && statistics->runs > 0) entry.medianNs = statistics->runMedianNs;
  settings::addRecent(entry);
}

void DocumentPage::showRunFailure() {
  if (document_.runFailure().isEmpty()) return runStrip_->clear();
  const Place& place = document_.runFailurePlace();
  QString link;
  if (place.pc.valid()) link = tr("Show pc %1").arg(place.pc.value);
  runStrip_->showMessage(ErrorStrip::Level::Error, document_.runFailure(), link,
                         tr("The window is not affected. Change the arguments or limits and run again, or stop here and look at what was recorded."));
}

void DocumentPage::updateProgress() {
  const bool slow = slowShown_ && (isLoading() || run_->isBusy());
  progress_->setVisible(slow);
  progress_->setActive(slow);
}

bool DocumentPage::isSettled() const {
  if (loader_.isBusy() || run_->isBusy() || run_->statisticsPending()) return false;
  return workspace_ == nullptr || workspace_->isSettled();
}

QString DocumentPage::whyNotRunnable() const {
  if (!isLoaded() || document_.executable() == nullptr) return tr("Nothing is open that could run");
  if (profile_) return tr("A profile holds no kernels; open its library to run it");
  return {};
}

void DocumentPage::startRun(const RunSpec& spec) {
  RunSpec full = spec;
  full.path = path_;
  full.limits.timeSeconds = spec.limits.timeSeconds > 0 ? spec.limits.timeSeconds : settings::timeLimitSeconds();
  if (const quint64 mebibytes = settings::memoryLimitMiB(); mebibytes > 0 && spec.limits.memoryDefault) {
    full.limits.memoryDefault = false;
    full.limits.memoryBytes = mebibytes << 20;
  }
  settings::setLastRun(path_, full.toMap());
  run_->start(full);
}

}  // namespace relaxscope
