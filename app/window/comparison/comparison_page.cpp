// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/comparison/comparison_page.h"

#include <QDir>
#include <QFileInfo>
#include <QLabel>
#include <QStackedLayout>
#include <QVBoxLayout>

#include <algorithm>

#include "app/window/comparison/comparison_crumbs.h"
#include "app/window/comparison/hand_matches.h"
#include "app/window/settings.h"
#include "views/core/view.h"
#include "views/widgets/error_strip.h"
#include "views/widgets/progress_line.h"

namespace relaxscope {
namespace {

/// Work that takes longer than this shows a progress bar.
constexpr int kSlowMs = 300;

size_t at(Side side) { return static_cast<size_t>(side); }

}  // namespace

ComparisonPage::ComparisonPage(QWidget* parent, Comparison::Engine engine)
    : Page(parent), comparison_(nullptr, std::move(engine)), watch_(new FileWatch(this)) {
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
  slow_.setSingleShot(true);
  slow_.setInterval(kSlowMs);
  connect(&slow_, &QTimer::timeout, this, &ComparisonPage::updateProgress);
}

void ComparisonPage::buildContent() {
  progress_ = new ProgressLine(this);
  progress_->hide();
  crumbs_ = new ComparisonCrumbs(&comparison_, this);
  strip_ = new ErrorStrip(this);
  strip_->setObjectName(QStringLiteral("loadStrip"));
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
  for (QWidget* row : std::initializer_list<QWidget*>{progress_, crumbs_, strip_}) layout->addWidget(row);
  layout->addWidget(body_, 1);
}

void ComparisonPage::open(const QString& old, const QString& now) {
  paths_ = {QFileInfo(old).absoluteFilePath(), QFileInfo(now).absoluteFilePath()};
  restoreMatches();
  reload();
}

void ComparisonPage::openEdited(Document* edited) {
  edited_ = true;
  editedDocument_ = edited;
  const QString path = edited->data().path;
  paths_ = {path, path};
  restoreMatches();
  const auto follow = [this] {
    if (!editedDocument_) return;
    const Side side = sideOf_[at(Side::New)];
    comparison_.setData(side, editedDocument_->data());
  };
  connect(edited, &Document::dataChanged, this, follow);
  follow();
  load(Side::Old);
}

void ComparisonPage::reload() {
  stale_ = false;
  strip_->clear();
  for (const Side side : sideOf_)
    if (!edited_ || side != sideOf_[at(Side::New)]) load(side);
}

void ComparisonPage::load(Side side) {
  const QString path = this->path(side);
  const auto loader = static_cast<size_t>(std::ranges::find(sideOf_, side) - sideOf_.begin());
  waiting_->setText(tr("Reading %1").arg(QFileInfo(path).fileName()));
  slow_.start();
  loaders_[loader].load(path, settings::constantsOf(path));
  emit changed();
}

void ComparisonPage::takeSide(size_t loader, const LoadedDocument& document) {
  comparison_.setData(sideOf_[loader], document.data, document.trace);
  nameSides();
  watch_->watch({paths_[0], paths_[1]});
  makeViews();
  emit changed();
}

/// Both sides of an edited document have one path.
void ComparisonPage::nameSides() {
  if (!edited_) return;
  const QString name = Document::titleOf(paths_[0]);
  comparison_.setName(sideOf_[at(Side::Old)], tr("%1 on disk").arg(name));
  comparison_.setName(sideOf_[at(Side::New)], tr("%1 edited").arg(name));
}

void ComparisonPage::sideFailed(size_t loader, const LoadFailure& failure) {
  const QString path = this->path(sideOf_[loader]);
  const QString what = QFileInfo::exists(path)
                           ? tr("%1 cannot be opened: %2").arg(QDir::toNativeSeparators(path), failure.text)
                           : tr("%1 does not exist").arg(QDir::toNativeSeparators(path));
  waiting_->clear();
  strip_->showMessage(ErrorStrip::Level::Error, what, {}, {}, tr("Try again"));
  updateProgress();
  emit changed();
  emit loadFailed(what);
}

void ComparisonPage::makeViews() {
  if (!views_.isEmpty() || !comparison_.executable(Side::Old) || !comparison_.executable(Side::New)) return;
  for (const ViewRow& row : viewsOf(Subject::Pair)) {
    View* view = row.createOfPair(&comparison_, body_);
    view->setId(row.id);
    view->setAccessibleName(viewTitle(row));
    stack_->addWidget(view);
    views_.append(view);
    emit viewCreated(view);
  }
  if (!views_.isEmpty()) stack_->setCurrentWidget(views_.first());
}

void ComparisonPage::compared() {
  if (comparison_.isPending()) {
    slow_.start();
    return emit changed();
  }
  updateProgress();
  emit changed();
  if (isLoading() || (!comparison_.diff() && comparison_.error().isEmpty())) return;
  if (comparison_.error().isEmpty()) {
    if (!stale_) strip_->clear();
    return emit loaded();
  }
  const QString what = tr("%1 cannot be compared: %2").arg(comparison_.title(), comparison_.error());
  strip_->showMessage(ErrorStrip::Level::Error, what, {}, {}, tr("Try again"));
  emit loadFailed(what);
}

void ComparisonPage::cancel() {
  for (DocumentLoader& loader : loaders_) loader.cancel();
  comparison_.cancel();
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

void ComparisonPage::updateProgress() {
  const bool busy = !slow_.isActive() && (isLoading() || comparison_.isPending());
  progress_->setVisible(busy);
  progress_->setActive(busy);
}

QString ComparisonPage::error() const { return strip_->text(); }

QString ComparisonPage::title() const {
  if (comparison_.executable(Side::Old) && comparison_.executable(Side::New)) return comparison_.title();
  return Document::titleOf(paths_[0]) + QStringLiteral(" \u2194 ") + Document::titleOf(paths_[1]);
}

View* ComparisonPage::view(ViewId id) const {
  const auto found = std::ranges::find_if(views_, [id](const View* view) { return view->id() == id; });
  return found == views_.end() ? nullptr : *found;
}

View* ComparisonPage::currentView() const { return qobject_cast<View*>(stack_->currentWidget()); }

bool ComparisonPage::isSettled() const {
  const View* view = currentView();
  const bool busy = isLoading() || comparison_.isPending() || comparison_.times()->isPending();
  return !busy && (view == nullptr || view->isSettled());
}

}  // namespace relaxscope
