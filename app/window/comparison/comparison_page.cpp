// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/comparison/comparison_page.h"

#include <QDir>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QPainter>

#include <algorithm>

#include "app/window/comparison/comparison_crumbs.h"
#include "app/window/comparison/hand_matches.h"
#include "app/window/page/page_frame.h"
#include "app/window/settings.h"
#include "views/core/engine_text.h"
#include "views/core/view.h"
#include "views/theme/theme.h"
#include "views/widgets/error_strip.h"
#include "views/widgets/tab_bar.h"

namespace relaxscope {
namespace {

size_t at(Side side) { return static_cast<size_t>(side); }

/// The strip of the tabs of views.
class ComparisonStrip : public QWidget {
 public:
  using QWidget::QWidget;

 protected:
  void paintEvent(QPaintEvent*) override {
    QPainter painter(this);
    painter.fillRect(rect(), Theme::instance()->color(Token::Subtle));
    painter.fillRect(QRect(0, height() - 1, width(), 1), Theme::instance()->color(Token::Border));
  }
};

}  // namespace

ComparisonPage::ComparisonPage(QWidget* parent, Comparison::Engine engine)
    : Page(parent),
      comparison_(nullptr, std::move(engine)),
      runner_(new PairRunner(&comparison_)),
      watch_(new FileWatch(this)),
      frame_(new PageFrame(this)) {
  setObjectName(QStringLiteral("comparisonPage"));
  buildContent();
  for (size_t i = 0; i < loaders_.size(); ++i) {
    connect(&loaders_[i], &DocumentLoader::loaded, this,
            [this, i](const LoadedDocument& document) { takeSide(i, document); });
    connect(&loaders_[i], &DocumentLoader::failed, this,
            [this, i](const LoadFailure& failure) { sideFailed(i, failure); });
  }
  connect(&comparison_, &Comparison::dataChanged, this, &ComparisonPage::changed);
  connect(&comparison_, &Comparison::placeChanged, this, &ComparisonPage::changed);
  connect(&comparison_, &Comparison::differencesChanged, this, &ComparisonPage::changed);
  connect(&comparison_, &Comparison::pendingChanged, this, &ComparisonPage::compared);
  connect(comparison_.times(), &PairTimes::pendingChanged, this, &ComparisonPage::compared);
  connect(&comparison_, &Comparison::dataChanged, this, &ComparisonPage::updateTabs);
  connect(&comparison_, &Comparison::handMatchesChanged, this, &ComparisonPage::storeMatches);
  connect(&comparison_, &Comparison::swapRequested, this, &ComparisonPage::swap);
  connect(&comparison_, &Comparison::openRequested, this,
          [this](Side side, const Place& place) { emit placeRequested(path(side), place); });
  connect(crumbs_, &ComparisonCrumbs::sideClicked, this, [this](Side side) { emit openRequested(path(side)); });
  connect(strip_, &ErrorStrip::actionClicked, this, &ComparisonPage::reload);
  connect(watch_, &FileWatch::changed, this, [this](const QString& file) {
    stale_ = true;
    strip_->showMessage(ErrorStrip::Level::Warning, tr("%1 changed on disk.").arg(QFileInfo(file).fileName()), {},
                        tr("The comparison is of its previous content."), tr("Compare again"));
  });
  connectRunner();
}

void ComparisonPage::connectRunner() {
  connect(runner_, &PairRunner::changed, this, [this] {
    updateProgress();
    emit changed();
  });
  connect(runner_, &PairRunner::recorded, this, [this](const QString& note) {
    if (!stale_) strip_->clear();
    if (!note.isEmpty()) strip_->showMessage(ErrorStrip::Level::Info, engineText(note));
    showView(ViewId::Compare);
  });
  connect(runner_, &PairRunner::failed, this, [this](const QString& message) {
    strip_->showMessage(ErrorStrip::Level::Error, tr("Running both failed: %1").arg(message));
  });
  connect(runner_, &PairRunner::stopped, this,
          [this] { strip_->showMessage(ErrorStrip::Level::Info, tr("Stopped before both were recorded")); });
}

void ComparisonPage::buildContent() {
  crumbs_ = new ComparisonCrumbs(&comparison_, this);
  strip_ = new ErrorStrip(this);
  strip_->setObjectName(QStringLiteral("loadStrip"));
  frame_->addRow(crumbs_);
  frame_->addRow(strip_);
  buildTabs();
}

void ComparisonPage::buildTabs() {
  const Theme* theme = Theme::instance();
  tabStrip_ = new ComparisonStrip(this);
  tabStrip_->setObjectName(QStringLiteral("pair.strip"));
  tabStrip_->setFixedHeight(theme->px(32));
  tabs_ = new TabBar(TabBar::Kind::Panel, tabStrip_);
  tabs_->setObjectName(QStringLiteral("pair.tabs"));
  tabs_->setAccessibleName(tr("What is compared"));
  auto* row = new QHBoxLayout(tabStrip_);
  row->setContentsMargins(theme->px(8), 0, theme->px(8), 0);
  row->addWidget(tabs_);
  row->addStretch(1);
  tabStrip_->hide();
  frame_->addRow(tabStrip_);
  connect(tabs_, &QTabBar::currentChanged, this, [this](int index) { showView(viewOfName(tabs_->idAt(index))); });
}

/// A pair that has one view alone needs no tabs.
void ComparisonPage::updateTabs() {
  for (const PairView* view : std::as_const(views_)) {
    const ViewRow& row = *findView(view->id());
    const QString name = QLatin1String(row.name());
    const int index = tabs_->indexOfId(name);
    if (canShow(row.id) && index < 0) tabs_->addNamedTab(QLatin1String(row.icon), viewTitle(row), name);
    else if (!canShow(row.id) && index >= 0) tabs_->removeTab(index);
  }
  tabStrip_->setVisible(tabs_->count() > 1);
}

bool ComparisonPage::canShow(ViewId id) const {
  const ViewRow* row = findView(id);
  if (row == nullptr || !row->subjects.has(Subject::Pair)) return false;
  return !row->needsTrace || comparison_.hasTraces() || runner_->whyNotRunnable().isEmpty();
}

bool ComparisonPage::showView(ViewId id) {
  PairView* shown = view(id);
  if (shown == nullptr || !canShow(id)) return false;
  if (current_ == shown) return true;
  current_ = shown;
  frame_->showContent(shown);
  tabs_->setCurrentIndex(tabs_->indexOfId(QLatin1String(viewName(id))));
  emit changed();
  return true;
}

void ComparisonPage::showNext(bool backwards) {
  const int count = tabs_->count();
  if (count > 0) tabs_->setCurrentIndex((tabs_->currentIndex() + (backwards ? count - 1 : 1)) % count);
}

void ComparisonPage::openLater(const QString& old, const QString& now) {
  paths_ = {old, now};
  waits_ = true;
}

void ComparisonPage::shown() {
  if (waits_) open(paths_[0], paths_[1]);
}

OpenFile ComparisonPage::openState() const {
  OpenFile out;
  out.path = paths_[1];
  out.old = paths_[0];
  return out;
}

void ComparisonPage::open(const QString& old, const QString& now) {
  waits_ = false;
  paths_ = {QFileInfo(old).absoluteFilePath(), QFileInfo(now).absoluteFilePath()};
  restoreMatches();
  reload();
}

void ComparisonPage::openEdited(Document* edited) {
  live_ = Live::Edited;
  follow(edited);
  load(Side::Old);
}

void ComparisonPage::openBefore(const DocumentData& before, std::shared_ptr<const Trace> trace, Document* now) {
  live_ = Live::Before;
  comparison_.setData(Side::Old, before, std::move(trace));
  follow(now);
  runner_->refuse(tr("The file is no longer as it was before: both cannot be run"));
  nameSides();
  makeViews();
  emit changed();
}

/// The new side is what the document shows, and of its runs the last one that has ended.
void ComparisonPage::follow(Document* document) {
  liveDocument_ = document;
  paths_ = {document->data().path, document->data().path};
  restoreMatches();
  const auto trace = [this] { return live_ == Live::Before ? liveDocument_->trace() : nullptr; };
  const auto takeData = [this, trace] {
    if (liveDocument_) comparison_.setData(sideOf_[at(Side::New)], liveDocument_->data(), trace());
  };
  const auto takeTrace = [this, trace] {
    if (!liveDocument_ || liveDocument_->runState() != RunState::Idle) return;
    const Side side = sideOf_[at(Side::New)];
    if (comparison_.document(side)->trace() != trace()) comparison_.setTrace(side, trace());
  };
  connect(document, &Document::dataChanged, this, takeData);
  connect(document, &Document::traceChanged, this, takeTrace);
  connect(document, &Document::runStateChanged, this, takeTrace);
  takeData();
}

void ComparisonPage::reload() {
  stale_ = false;
  strip_->clear();
  for (const Side side : sideOf_) {
    const bool isNew = side == sideOf_[at(Side::New)];
    if (live_ == Live::None || (live_ == Live::Edited && !isNew)) load(side);
  }
}

void ComparisonPage::load(Side side) {
  const QString path = this->path(side);
  const auto loader = static_cast<size_t>(std::ranges::find(sideOf_, side) - sideOf_.begin());
  frame_->setSentence(tr("Reading %1").arg(QFileInfo(path).fileName()));
  loaders_[loader].load(path, settings::constantsOf(path));
  updateProgress();
  emit changed();
}

void ComparisonPage::takeSide(size_t loader, const LoadedDocument& document) {
  comparison_.setData(sideOf_[loader], document.data, document.trace);
  nameSides();
  watch_->watch({paths_[0], paths_[1]});
  makeViews();
  emit changed();
}

/// Both sides of a document have one path.
void ComparisonPage::nameSides() {
  if (live_ == Live::None) return;
  const QString name = Document::titleOf(paths_[0]);
  const bool isEdited = live_ == Live::Edited;
  comparison_.setName(sideOf_[at(Side::Old)], (isEdited ? tr("%1 on disk") : tr("%1 before")).arg(name));
  comparison_.setName(sideOf_[at(Side::New)], (isEdited ? tr("%1 edited") : tr("%1 now")).arg(name));
}

void ComparisonPage::sideFailed(size_t loader, const LoadFailure& failure) {
  const QString path = this->path(sideOf_[loader]);
  const QString what = QFileInfo::exists(path)
                           ? tr("%1 cannot be opened: %2").arg(QDir::toNativeSeparators(path), failure.text)
                           : tr("%1 does not exist").arg(QDir::toNativeSeparators(path));
  frame_->setSentence({});
  strip_->showMessage(ErrorStrip::Level::Error, what, {}, {}, tr("Try again"));
  updateProgress();
  emit changed();
  emit loadFailed(what);
}

void ComparisonPage::makeViews() {
  if (!views_.isEmpty() || !comparison_.executable(Side::Old) || !comparison_.executable(Side::New)) return;
  for (const ViewRow& row : viewsOf(Subject::Pair)) {
    auto* view = qobject_cast<PairView*>(row.createOfPair(&comparison_, frame_->body()));
    view->setId(row.id);
    view->setAccessibleName(viewTitle(row));
    frame_->addContent(view);
    views_.append(view);
    connect(view, &PairView::stepsChanged, this, &ComparisonPage::changed);
    connect(view, &PairView::viewRequested, this, &ComparisonPage::showView);
    emit viewCreated(view);
  }
  const bool shows = showView(comparison_.hasTraces() ? ViewId::Compare : ViewId::Diff);
  updateTabs();
  if (shows) tabs_->setCurrentIndex(tabs_->indexOfId(QLatin1String(viewName(current_->id()))));
}

void ComparisonPage::compared() {
  updateProgress();
  emit changed();
  const bool hasTimes = comparison_.times()->times() != nullptr;
  if (isBusy() || (!comparison_.diff() && comparison_.error().isEmpty() && !hasTimes)) return;
  if (comparison_.error().isEmpty()) {
    if (!stale_) strip_->clear();
    return emit loaded();
  }
  const QString what = tr("%1 cannot be compared: %2").arg(comparison_.title(), comparison_.error());
  if (hasTimes) {
    strip_->showMessage(ErrorStrip::Level::Warning, what, {}, tr("Their times are compared by the names of calls."));
    return emit loaded();
  }
  strip_->showMessage(ErrorStrip::Level::Error, what, {}, {}, tr("Try again"));
  emit loadFailed(what);
}

void ComparisonPage::cancel() {
  for (DocumentLoader& loader : loaders_) loader.cancel();
  comparison_.cancel();
  runner_->stop();
  updateProgress();
  emit changed();
}

void ComparisonPage::swap() {
  std::swap(paths_[0], paths_[1]);
  for (Side& side : sideOf_) side = side == Side::Old ? Side::New : Side::Old;
  comparison_.swap();
}

void ComparisonPage::restoreMatches() {
  const HandMatches kept = handMatchesOf(paths_[0], paths_[1]);
  comparison_.setHandMatches(kept.matched, kept.cut);
}

void ComparisonPage::storeMatches() {
  keepHandMatches(paths_[0], paths_[1], {comparison_.matched(), comparison_.cut()});
}

void ComparisonPage::updateProgress() { frame_->setBusy(isBusy()); }

bool ComparisonPage::isBusy() const {
  return isLoading() || comparison_.isPending() || comparison_.times()->isPending() || runner_->isBusy();
}

QString ComparisonPage::error() const { return strip_->text(); }

QString ComparisonPage::title() const {
  if (comparison_.executable(Side::Old) && comparison_.executable(Side::New)) return comparison_.title();
  return Document::titleOf(paths_[0]) + QStringLiteral(" \u2194 ") + Document::titleOf(paths_[1]);
}

PairView* ComparisonPage::view(ViewId id) const {
  const auto found = std::ranges::find_if(views_, [id](const PairView* view) { return view->id() == id; });
  return found == views_.end() ? nullptr : *found;
}

bool ComparisonPage::isSettled() const { return !isBusy() && (current_ == nullptr || current_->isSettled()); }

}  // namespace relaxscope
