// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/document/document_page.h"

#include <QDateTime>
#include <QDir>
#include <QHBoxLayout>
#include <QTimer>

#include <algorithm>
#include <utility>

#include "app/window/document/breadcrumb.h"
#include "app/window/document/damaged_view.h"
#include "app/window/document/output_panel.h"
#include "app/window/document/text_assembler.h"
#include "app/window/document/unsaved_strip.h"
#include "app/window/history/run_chips.h"
#include "app/window/history/run_keeper.h"
#include "app/window/page/page_frame.h"
#include "app/window/run/run_settings.h"
#include "app/window/settings.h"
#include "views/code/table_texts.h"
#include "views/core/engine_text.h"
#include "views/hex/hex_view.h"
#include "views/listing/edit_pane.h"
#include "views/theme/theme.h"
#include "vmcore/analysis/flow/same_call.h"
#include "vmcore/base/text/text.h"

namespace relaxscope {
namespace {
/// The function that a trace's runs call, the first of several; invalid if the executable has none of that name.
FuncIndex entryOf(const Trace& trace, const Executable& executable) {
  return executable.findFunction(trace.info.entry.substr(0, trace.info.entry.find("; ")));
}

/// Whether a function was entered or called in a trace.
bool hasEventsOf(const Trace& trace, FuncIndex function) {
  if (!function.valid()) return false;
  return std::ranges::any_of(trace.chunks(), [callee = static_cast<uint32_t>(function.value)](const auto& chunk) {
    for (size_t i = 0; i < chunk->size(); ++i) {
      const EventSite& site = chunk->site(i);
      if (site.callee == callee && (isBody(site.kind) || site.kind == EventKind::Call)) return true;
    }
    return false;
  });
}
}  // namespace

DocumentPage::DocumentPage(QWidget* parent)
    : Page(parent),
      run_(new RunController(&document_, this)),
      keeper_(new RunKeeper(&document_, this)),
      constants_(new LateConstants(&document_, this)),
      notes_(new NoteKeeper(&document_, this)),
      watch_(new FileWatch(this)) {
  setObjectName(QStringLiteral("documentPage"));
  buildContent();
  connectLoader();
  connectFile();
  connectRun();
  connectHistory();
  document_.setAssembler(makeAssembler());
  connect(&document_, &Document::edited, this, &DocumentPage::applyEdit);
}

void DocumentPage::buildContent() {
  frame_ = new PageFrame(this);
  connect(frame_, &PageFrame::slow, this, &DocumentPage::changed);
  breadcrumb_ = new Breadcrumb(&document_, this);
  strip_ = new FileStrip(this);
  runStrip_ = new ErrorStrip(this);
  runStrip_->setObjectName(QStringLiteral("runStrip"));
  unsaved_ = new UnsavedStrip(this);
  connect(unsaved_, &ErrorStrip::actionClicked, this, &DocumentPage::saveCodeRequested);
  connect(unsaved_, &UnsavedStrip::discarded, this, [this] { discarded_ = code(); });
  connect(&document_, &Document::draftChanged, this, &DocumentPage::changed);
  output_ = new OutputPanel(this);
  output_->hide();
  chips_ = new RunChips(&document_, breadcrumb_, this);
  auto* top = new QHBoxLayout;
  top->setSpacing(0);
  top->addWidget(breadcrumb_, 1);
  top->addWidget(chips_);
  frame_->addRow(top);
  for (QWidget* row :
       std::initializer_list<QWidget*>{strip_, constants_->strip(), notes_->strip(), unsaved_, runStrip_, output_})
    frame_->addRow(row);
  connect(breadcrumb_, &Breadcrumb::fileClicked, this, [this] {
    if (workspace_ != nullptr) workspace_->showView(ViewId::Overview);
  });
}

void DocumentPage::connectLoader() {
  connect(&loader_, &DocumentLoader::loaded, this, &DocumentPage::take);
  connect(&loader_, &DocumentLoader::failed, this, &DocumentPage::showLoadFailure);
  connect(&loader_, &DocumentLoader::cancelled, this, [this] {
    loadEnded();
    before_.reset();
    comparesLoaded_ = false;
    strip_->showCancelled(path_);
    emit changed();
  });
  connect(constants_, &LateConstants::bound, this, [this](const DocumentData& made) {
    setDocumentData(made, nullptr);
    watchFiles();
    remember();
    emit changed();
  });
}

void DocumentPage::connectFile() {
  connect(strip_, &FileStrip::damageRequested, this, [this] {
    if (damaged_ != nullptr) damaged_->bytes()->showDamage();
  });
  connect(strip_, &FileStrip::reloadRequested, this, [this] {
    if (canClose([this] { reload(); })) reload();
  });
  connect(strip_, &FileStrip::compareRequested, this, &DocumentPage::compareWithBefore);
  connect(strip_, &ErrorStrip::dismissed, this, [this] { before_.reset(); });
  connect(strip_, &FileStrip::locateRequested, this, &DocumentPage::locateRequested);
  connect(strip_, &FileStrip::removeRequested, this, &DocumentPage::removeRequested);
  connect(watch_, &FileWatch::changed, this, [this](const QString& path) {
    if (!loader_.isBusy() && !(path == path_ && fileStamp(path) == tried_))
      strip_->showChanged(path, isComparable(path));
  });
  connect(watch_, &FileWatch::vanished, this, [this](const QString& path) {
    if (loader_.isBusy()) return;
    strip_->showMissing(path, true);
    emit changed();
  });
  connect(watch_, &FileWatch::returned, this, [this](const QString& path) {
    if (loader_.isBusy()) return;
    const FileStamp now = fileStamp(path);
    if (path == path_ && now == stamp_) strip_->clear();
    else if (path != path_ || now != tried_) strip_->showChanged(path, isComparable(path));
    emit changed();
  });
}

/// Edited code has its own comparison with the file.
bool DocumentPage::isComparable(const QString& changed) const {
  return changed == path_ && isLoaded() && !document_.data().edited;
}

/// Reads the file first, if that was not done since it changed.
void DocumentPage::compareWithBefore() {
  if (before_) return emit compareBeforeRequested(*before_);
  const auto readThenCompare = [this] {
    comparesLoaded_ = true;
    reload();
  };
  if (canClose(readThenCompare)) readThenCompare();
}

void DocumentPage::connectRun() {
  connect(&document_, &Document::runFailureChanged, this, &DocumentPage::showRunFailure);
  connect(&document_, &Document::runStateChanged, this, [this] {
    updateProgress();
    emit changed();
  });
  connect(&document_, &Document::statisticsChanged, this, [this] {
    remember();
    emit changed();
  });
  connect(run_, &RunController::progressChanged, this, &DocumentPage::changed);
  connect(run_, &RunController::finished, this, [this](bool success) {
    const bool hasOutput = !run_->output().isEmpty();
    if (output_->isVisible() || (hasOutput && !success)) showOutput(hasOutput);
    if (run_->hasRecorded()) keeper_->keep();
    if (success) showEntry();
    if (success && workspace_ != nullptr && workspace_->showsOverview()) workspace_->showView(ViewId::Timeline, false);
    emit runFinished(success);
  });
  connect(output_, &OutputPanel::closed, this, [this] { showOutput(false); });
  connect(runStrip_, &ErrorStrip::actionClicked, this, [this] { emit document_.requested(request::Run{}); });
  connect(runStrip_, &ErrorStrip::placeClicked, this,
          [this] { document_.selection()->activate(document_.runFailurePlace(), ViewId::Listing); });
}

void DocumentPage::connectHistory() {
  connect(keeper_, &RunKeeper::traceReady, this, &DocumentPage::showTrace);
  connect(keeper_, &RunKeeper::openRequested, this, &DocumentPage::openRequested);
  connect(keeper_, &RunKeeper::compareRequested, this, &DocumentPage::compareRequested);
  connect(keeper_, &RunKeeper::failed, this,
          [this](const QString& text) { runStrip_->showMessage(ErrorStrip::Level::Warning, text); });
  connect(document_.runs(), &RunHistory::changed, this, &DocumentPage::digestKnown);
  connect(chips_, &RunChips::allRequested, this, [this] {
    if (workspace_ != nullptr) workspace_->showView(ViewId::Runs);
  });
}

/// Shows the trace of an earlier run of the same code.
void DocumentPage::showTrace(std::shared_ptr<const Trace> trace) {
  run_->forgetStop();
  document_.setRunFailure({}, {});
  document_.setStatistics(nullptr, nullptr);
  document_.selection()->forgetEvents();
  const QString cutShort = engineText(printable(trace->info.cutShort));
  document_.setTrace(std::move(trace));
  run_->computeStatistics();
  showEntry();
  if (!cutShort.isEmpty())
    runStrip_->showMessage(ErrorStrip::Level::Info, tr("This run is incomplete: %1").arg(cutShort));
  emit changed();
}

void DocumentPage::loadEnded() {
  updateProgress();
  frame_->setSentence({});
}

void DocumentPage::showLoadFailure(const LoadFailure& failure) {
  loadEnded();
  afterReload_.reset();
  before_.reset();
  comparesLoaded_ = false;
  const bool shows = failure.damage != nullptr && workspace_ == nullptr;  // a file that was shown stays
  if (shows) showDamage(failure);
  if (QFileInfo::exists(path_)) strip_->showFailure(path_, failure, shows);
  else strip_->showMissing(path_, workspace_ != nullptr);
  emit changed();
  emit loadFailed(failure.text);
}

void DocumentPage::showDamage(const LoadFailure& failure) {
  DocumentData bytes;
  bytes.path = path_;
  bytes.byteMap = failure.damage;
  document_.setData(std::move(bytes));
  if (damaged_ == nullptr) {
    damaged_ = new DamagedView(&document_, frame_->body());
    frame_->addContent(damaged_);
    emit viewCreated(damaged_->bytes());
  }
  frame_->showContent(damaged_);
}

View* DocumentPage::currentView() const {
  if (workspace_ != nullptr) return workspace_->currentView();
  return damaged_ != nullptr ? damaged_->bytes() : nullptr;
}

DocumentPage::~DocumentPage() { delete notes_; }  // which saves from the document

QString DocumentPage::title() const { return Document::titleOf(path_); }

void DocumentPage::open(const QString& path, const QString& constants) {
  editTask_.cancel();
  constants_->cancel();
  afterEdit_ = nullptr;
  before_.reset();
  if (QFileInfo(path).absoluteFilePath() == path_ && isComparable(path_) && fileStamp(path_) != stamp_)
    before_ = {document_.data(), document_.trace()};
  path_ = QFileInfo(path).absoluteFilePath();
  constants_->setPath(constants.isEmpty() ? settings::constantsOf(path_) : QFileInfo(constants).absoluteFilePath());
  waits_ = false;
  strip_->clear();
  frame_->setSentence(tr("Reading %1").arg(QFileInfo(path_).fileName()));
  tried_ = fileStamp(path_);
  loader_.load(path_, constants_->path());
  updateProgress();
  emit changed();
}

void DocumentPage::reload() { open(path_, constants_->path()); }

void DocumentPage::openLater(const OpenFile& file) {
  path_ = file.path;
  resumed_ = file;
  waits_ = true;
}

void DocumentPage::shown() {
  if (waits_) open(path_);
}

void DocumentPage::openMoved(const QString& path, const OpenFile& before) {
  resumed_ = before;
  resumed_->path = QFileInfo(path).absoluteFilePath();
  moved_ = before;
  const QVariantMap run = settings::lastRun(before.path);
  if (!run.isEmpty() && settings::lastRun(resumed_->path).isEmpty()) settings::setLastRun(resumed_->path, run);
  open(path, settings::constantsOf(before.path));
}

OpenFile DocumentPage::openState() {
  if (resumed_) return *resumed_;
  OpenFile file{.path = path_, .digest = digest_};
  if (workspace_ != nullptr) noteShown(file, &document_, *workspace_);
  return file;
}

void DocumentPage::take(const LoadedDocument& loaded) {
  run_->forgetStop();
  loadEnded();
  std::optional<ShownBefore> before = std::exchange(before_, std::nullopt);
  profile_ = loaded.trace != nullptr;
  stamp_ = loaded.stamp;
  digest_.clear();
  setDocumentData(loaded.data, loaded.trace);
  constants_->documentLoaded(loaded.constantsProblem);
  watchFiles();
  notes_->documentLoaded();
  if (workspace_ == nullptr) makeWorkspace();
  frame_->showContent(workspace_);
  if (damaged_ != nullptr) std::exchange(damaged_, nullptr)->deleteLater();
  if (loaded.trace) {
    run_->computeStatistics();
    workspace_->showView(ViewId::Timeline, false);
  }
  if (const auto file = std::exchange(resumed_, std::nullopt)) showAgain(*file, &document_, workspace_);
  if (profile_ && moved_)
    strip_->showMoved(path_, std::exchange(moved_, std::nullopt)->path, FileStrip::Moved::Unknown);
  remember();
  emit changed();
  emit this->loaded();
  const auto spec = std::exchange(afterReload_, std::nullopt);
  if (spec) {
    if (const QString why = whyNotRunnable(*spec); why.isEmpty()) startRun(*spec);
    else document_.setRunFailure(why, {});
  }
  const bool compares = std::exchange(comparesLoaded_, false);
  before_ = std::move(before);
  if (before_) strip_->showReloaded(path_, spec.has_value());
  if (before_ && compares) compareWithBefore();
}

void DocumentPage::makeWorkspace() {
  workspace_ = new Workspace(&document_, frame_->body());
  // The views that are visible at first already exist: the Workspace constructor created them.
  connect(workspace_, &Workspace::viewCreated, this, &DocumentPage::viewCreated);
  for (View* view : workspace_->existingViews()) emit viewCreated(view);
  if (const QByteArray layout = settings::workspaceLayout(); !layout.isEmpty()) workspace_->restoreLayout(layout);
  frame_->addContent(workspace_);
  connect(workspace_, &Workspace::currentViewChanged, this, [this] {
    showPageTitle();
    emit changed();
  });
  showPageTitle();
}

/// The overview is not a place in the bytecode, so the breadcrumb shows its title.
void DocumentPage::showPageTitle() {
  const ViewRow* row = findView(ViewId::Overview);
  breadcrumb_->setPageTitle(workspace_->showsOverview() && row != nullptr ? viewTitle(*row) : QString());
}

/// Selects the function that was run, unless the selected one has times of the run.
void DocumentPage::showEntry() {
  const Executable* executable = document_.executable();
  const auto trace = document_.trace();
  if (executable == nullptr || trace == nullptr) return;
  Place place;
  place.function = entryOf(*trace, *executable);
  const FuncIndex subject = document_.selection()->subject();
  if (place.function.valid() && place.function != subject && !hasEventsOf(*trace, subject))
    document_.selection()->select(place);
}

/// Replaces the document's data; a function of the same name stays selected, and in other code the instruction that
/// calls the same.
void DocumentPage::setDocumentData(const DocumentData& now, std::shared_ptr<const Trace> trace) {
  unsaved_->clear();
  const Place before = document_.selection()->current();
  const bool sameCode = now.edited || (now.file && now.file == document_.data().file);
  const std::shared_ptr<const Executable> code = document_.data().executable;
  const std::string name = document_.functionName(document_.selection()->subject()).toStdString();
  // Nothing derived from the old data may be used with the new: a trace's indices refer to its own executable.
  run_->abandon();
  document_.setRunFailure({}, {});
  document_.setStatistics(nullptr, nullptr);
  document_.setTrace(nullptr);
  document_.setData(now);
  keeper_->documentLoaded(now.file != nullptr);
  constants_->update();
  updateRunnable();
  if (trace) document_.setTrace(std::move(trace));
  const Executable* executable = document_.executable();
  if (executable == nullptr) return;
  Place place;
  place.function = name.empty() ? FuncIndex() : executable->findFunction(name);
  if (!place.function.valid() && document_.trace()) place.function = entryOf(*document_.trace(), *executable);
  if (!place.function.valid())
    if (auto entry = defaultEntry(*executable); entry.ok()) place.function = *entry;
  if (sameCode && executable->functionAt(before.pc) == place.function) place.pc = before.pc;
  else if (code != nullptr && before.pc.valid()) place.pc = sameCall(*code, before.pc, *executable, place.function);
  if (place.function.valid()) document_.selection()->select(place);
}

void DocumentPage::applyEdit(std::shared_ptr<const Executable> executable) {
  if (!executable || loader_.isBusy()) return;
  editTask_.start([origin = document_.data(),
                   executable](const std::stop_token& stop) { return editedData(origin, executable, stop); },
                  [this](const DocumentData& made) {
                    setDocumentData(made, nullptr);
                    emit changed();
                    if (afterEdit_) std::exchange(afterEdit_, nullptr)();
                  },
                  [this](const TaskError& error) {
                    afterEdit_ = nullptr;
                    emit document_.editFailed();
                    runStrip_->showMessage(ErrorStrip::Level::Error,
                                           tr("The edit was not applied: %1").arg(error.text()));
                  });
}

void DocumentPage::afterEdit(std::function<void()> then) {
  if (editTask_.isPending()) afterEdit_ = std::move(then);
  else then();
}

/// The editor if its code differs from the document's; else null.
EditPane* DocumentPage::draft() const {
  auto* pane = workspace_ != nullptr ? workspace_->findChild<EditPane*>() : nullptr;
  return pane != nullptr && pane->isModified() ? pane : nullptr;
}

/// Applies the draft, then starts the run: what is run is what the editor shows.
void DocumentPage::runDraft(const RunSpec& spec) {
  EditPane* pane = draft();
  constexpr int kAgainMs = 50;
  if (pane->isChecking()) return QTimer::singleShot(kAgainMs, this, [this, spec] { startRun(spec); });
  if (!pane->isGood()) {
    workspace_->showView(ViewId::Listing);
    return runStrip_->showMessage(ErrorStrip::Level::Warning, tr("The changed code was not run: it has errors."), {},
                                  tr("Mend them, or discard the changes."));
  }
  pane->apply();
  afterEdit([this, spec] { startRun(spec); });
}

/// Also while an edit is being applied.
bool DocumentPage::hasUnsavedEdit() const {
  return editTask_.isPending() || (document_.data().edited && document_.data().executable != saved_);
}

/// Identifies the code that would be lost.
std::pair<const void*, int> DocumentPage::code() const {
  const EditPane* pane = draft();
  return {document_.data().executable.get(), pane != nullptr ? pane->revision() : -1};
}

void DocumentPage::noteSaved(std::shared_ptr<const Executable> executable) {
  saved_ = std::move(executable);
  unsaved_->clear();
  emit changed();
}

void DocumentPage::loadConstants(const QString& path) {
  const auto load = [this, path] { constants_->load(path); };
  if (draft() == nullptr || canClose(load)) load();
}

bool DocumentPage::canClose(const std::function<void()>& retry) {
  if (!hasUnsaved() || discarded_ == code()) return true;
  if (draft() != nullptr) {
    workspace_->showView(ViewId::Listing);
    unsaved_->ask(tr("The code was changed but not applied."),
                  tr("Apply it and save the code, or discard the changes."), {}, retry);
  } else {
    unsaved_->ask(tr("The edited code is not saved."), tr("Save it as a file, or discard the changes."), tr("Save as…"),
                  retry);
  }
  return false;
}

/// The file that is shown was hashed on the pool.
void DocumentPage::digestKnown() {
  const QString digest = document_.runs()->digest();
  if (digest.isEmpty() || document_.data().edited || !document_.data().file) return;
  const bool isNew = std::exchange(digest_, digest) != digest;
  if (isNew) remember();
  if (const auto before = std::exchange(moved_, std::nullopt))
    strip_->showMoved(path_, before->path,
                      before->digest.isEmpty()   ? FileStrip::Moved::Unknown
                      : before->digest == digest ? FileStrip::Moved::Same
                                                 : FileStrip::Moved::Other);
  if (isNew) emit changed();
}

/// Whether the file that is shown no longer exists.
bool DocumentPage::isVanished() const {
  return document_.data().file && !profile_ && stamp_.size >= 0 && !QFileInfo::exists(path_);
}

void DocumentPage::watchFiles() { watch_->watch({path_, document_.data().constantsPath}); }

void DocumentPage::remember() {
  settings::Recent entry;
  entry.path = path_;
  entry.constants = constants_->path();
  entry.openedAt = QDateTime::currentSecsSinceEpoch();
  entry.digest = digest_;
  const Executable* executable = document_.executable();
  if (executable != nullptr) {
    entry.variant = QString::fromLatin1(variantName(executable->variant));
    entry.instructions = static_cast<qint64>(executable->code.size());
  }
  if (profile_ && document_.trace()) {
    entry.device = QString::fromStdString(document_.trace()->info.device);
    entry.runs = static_cast<qint64>(document_.trace()->runs.size());
    entry.events = static_cast<qint64>(document_.trace()->eventCount());
  }
  if (const auto statistics = document_.byCallee(); statistics && statistics->runs > 0)
    entry.medianNs = statistics->leadingTimes().medianNs;
  settings::addRecent(entry);
}

void DocumentPage::showRunFailure() {
  if (document_.runFailure().isEmpty()) return runStrip_->clear();
  const Place& place = document_.runFailurePlace();
  QString link;
  if (place.pc.valid()) link = tr("Show pc %1").arg(place.pc.value);
  else if (place.function.valid()) link = tr("Show %1").arg(document_.shownName(place.function));
  if (run_->wasStopped())
    return runStrip_->showMessage(ErrorStrip::Level::Info, document_.runFailure(), link,
                                  run_->hasRecorded() ? tr("The views show what was recorded until then.") : QString(),
                                  tr("Run again"));
  runStrip_->showMessage(ErrorStrip::Level::Error, document_.runFailure(), link,
                         tr("The window is not affected. Change the arguments or limits and run again, or stop here "
                            "and look at what was recorded."),
                         tr("Run again"));
}

void DocumentPage::showOutput(bool visible) {
  if (visible) output_->setText(run_->output(), run_->isOutputTruncated());
  output_->setVisible(visible);
}

void DocumentPage::updateProgress() { frame_->setBusy(isLoading() || run_->isBusy()); }

bool DocumentPage::isSettled() const {
  if (loader_.isBusy() || run_->isBusy() || run_->statisticsPending() || editTask_.isPending() ||
      constants_->isPending() || !notes_->isSettled() || !keeper_->isSettled())
    return false;
  return workspace_ == nullptr || workspace_->isSettled();
}

RunSpec DocumentPage::lastRun() const {
  RunSpec last = RunSpec::fromMap(settings::lastRun(path_));
  last.path = path_;
  if (last.libraries.isEmpty()) last.libraries = libraries_;
  return last;
}

QString DocumentPage::whyNotRunnable() const { return whyNotRunnable(lastRun()); }

void DocumentPage::updateRunnable() {
  RunSpec helped = lastRun();
  helped.libraries = QStringList(QString());  // any
  const QString why = isLoaded() ? whyNotRunnable() : QString();
  document_.setWhyNotRunnable(why, !why.isEmpty() && whyNotRunnable(helped).isEmpty());
}

QString DocumentPage::whyNotRunnable(const RunSpec& spec) const {
  if (!isLoaded() || document_.executable() == nullptr) return tr("No runnable file is open");
  if (isVanished()) return tr("Cannot be run: the file no longer exists at %1").arg(QDir::toNativeSeparators(path_));
  const RunObstacle* obstacle = obstacleTo(spec, document_.data());
  return obstacle != nullptr ? tr("Cannot be run: %1").arg(obstacleText(*obstacle)) : QString();
}

/// A run is bound to the bytes that are shown: a file that changed is loaded again first, unless its code was edited.
void DocumentPage::startRun(const RunSpec& spec) {
  if (run_->isBusy()) return;
  run_->forgetStop();
  strip_->forgetReload();
  before_.reset();
  if (isVanished()) return document_.setRunFailure(whyNotRunnable(spec), {});
  if (draft() != nullptr) return runDraft(spec);
  if (document_.data().file && !profile_ && fileStamp(path_) != stamp_) {
    if (document_.data().edited)
      return document_.setRunFailure(
          tr("The file changed on disk since its code was edited: save the edited code or reload the file"), {});
    afterReload_ = spec;
    return reload();
  }
  RunSpec full = withLimitsOfSettings(spec);
  full.path = path_;
  settings::setLastRun(path_, spec.toMap());  // without the limits of the settings
  updateRunnable();
  run_->start(full);
}

}  // namespace relaxscope
