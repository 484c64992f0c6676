// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/overview/overview_view.h"

#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <QScrollArea>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

#include "views/core/run_offer.h"
#include "views/findings/feed.h"
#include "views/findings/percent.h"
#include "views/overview/call_row.h"
#include "views/overview/finding_row.h"
#include "views/overview/identity.h"
#include "views/overview/run_bar.h"
#include "views/overview/run_summary.h"
#include "views/overview/tile.h"
#include "views/widgets/card.h"
#include "views/widgets/chip_label.h"
#include "views/widgets/elided_label.h"
#include "views/widgets/label.h"
#include "vmcore/base/text/text.h"

namespace relaxscope {
namespace {

constexpr size_t kShownFindings = 4;
constexpr int kGap = 16;  ///< pixels at scale 1, between tiles and between cards

QFrame* ruler(QWidget* parent) {
  auto* frame = new QFrame(parent);
  frame->setProperty("frame", "line");
  return frame;
}

QLabel* sentence(const QString& text, QWidget* parent) {
  auto* label = new Label(text, parent);
  label->setProperty("role", "second");
  label->setWordWrap(true);
  return label;
}

/// "pc 7, 58, 69" where they are few.
QString placesOf(const FindingList& list, uint32_t finding) {
  constexpr size_t kMost = 8;
  const Selection::Marked instructions = list.instructions(finding);
  if (!instructions || instructions->size() != list.sites(finding) || instructions->size() > kMost)
    return list.placeText(finding);
  QStringList pcs;
  for (const InstrIndex pc : *instructions) pcs << QString::number(pc.value);
  return QStringLiteral("pc ") + pcs.join(QStringLiteral(", "));
}

}  // namespace

OverviewView::OverviewView(Document* document, QWidget* parent)
    : View(document, parent), feed_(new FindingFeed(document, this)) {
  auto* scroll = new QScrollArea(this);
  scroll->setObjectName(QStringLiteral("overview.scroll"));
  scroll->setWidgetResizable(true);
  scroll->setFrameShape(QFrame::NoFrame);
  scroll->viewport()->setAutoFillBackground(false);
  scroll->setFocusPolicy(Qt::NoFocus);
  content_ = new QWidget(scroll);
  content_->setAutoFillBackground(false);
  auto* outer = new QVBoxLayout(content_);
  const Theme* theme = Theme::instance();
  outer->setContentsMargins(theme->px(24), theme->px(20), theme->px(24), theme->px(16));
  scroll->setWidget(content_);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->addWidget(scroll);
  setFocusPolicy(Qt::StrongFocus);
  connect(document, &Document::dataChanged, this, &OverviewView::schedule);
  connect(document, &Document::statisticsChanged, this, &OverviewView::schedule);
  connect(feed_, &FindingFeed::changed, this, &OverviewView::schedule);
  connect(document, &Document::runStateChanged, this, &OverviewView::schedule);
  connect(theme, &Theme::changed, this, &OverviewView::schedule);
  rebuild();
}

bool OverviewView::isSettled() const { return !pending_ && !feed_->isPending(); }

void OverviewView::showEvent(QShowEvent* event) {
  View::showEvent(event);
  if (stale_) rebuild();
}

void OverviewView::schedule() {
  if (!isVisible()) {
    stale_ = true;
    return;
  }
  if (std::exchange(pending_, true)) return;
  QMetaObject::invokeMethod(this, &OverviewView::rebuild, Qt::QueuedConnection);
}

void OverviewView::go(ViewId view, const Place& place) { document()->selection()->activate(place, view); }

void OverviewView::rebuild() {
  pending_ = stale_ = false;
  delete page_;
  page_ = new QWidget(content_);
  static_cast<QVBoxLayout*>(content_->layout())->addWidget(page_);
  column_ = new QVBoxLayout(page_);
  column_->setContentsMargins(0, 0, 0, 0);
  column_->setSpacing(Theme::instance()->px(16));
  buildHead();
  buildTiles();
  cards_ = new QBoxLayout(QBoxLayout::LeftToRight);
  cards_->setSpacing(Theme::instance()->px(kGap));
  column_->addLayout(cards_, 1);
  buildFindings();
  buildHottest();
  buildIdentity();
  buildRun();
  arrange();
  page_->show();  // now, not when the event loop comes to it
}

void OverviewView::resizeEvent(QResizeEvent* event) {
  View::resizeEvent(event);
  arrange();
}

void OverviewView::arrange() {
  if (page_ == nullptr || tiles_.empty()) return;
  const Theme* theme = Theme::instance();
  const int room = width() - 2 * theme->px(24), gap = theme->px(kGap);
  int widest = theme->px(110);
  for (const QWidget* tile : tiles_) widest = std::max(widest, tile->minimumSizeHint().width());
  const auto count = static_cast<int>(tiles_.size());
  const int columns = std::clamp((room + gap) / (widest + gap), 1, count);
  const int rows = (count + columns - 1) / columns, even = (count + rows - 1) / rows;
  for (int i = 0; i < count; ++i) tileGrid_->addWidget(tiles_[static_cast<size_t>(i)], i / even, i % even);
  for (int column = 0; column < count; ++column) tileGrid_->setColumnStretch(column, column < even ? 1 : 0);
  constexpr int kLeastForThreeCards = 900;
  cards_->setDirection(room < theme->px(kLeastForThreeCards) ? QBoxLayout::TopToBottom : QBoxLayout::LeftToRight);
}

void OverviewView::buildHead() {
  const Theme* theme = Theme::instance();
  auto* head = new QHBoxLayout;
  auto* left = new QVBoxLayout;
  left->setSpacing(theme->px(8));
  auto* title = new Label(document()->title(), page_);
  title->setObjectName(QStringLiteral("overview.title"));
  title->setFont(theme->ui(24, 600));
  left->addWidget(title);
  auto* chips = new QHBoxLayout;
  chips->setSpacing(theme->px(8));
  for (const IdentityChip& chip : identityChips(document()))
    chips->addWidget(
        new ChipLabel(chip.text, {ChipLook::Shape::Tag, chip.ink, chip.back, chip.framed, chip.icon}, page_));
  chips->addStretch(1);
  left->addLayout(chips);
  head->addLayout(left, 1);
  const bool ran = document()->byCallee() != nullptr;
  auto* with = new QPushButton(theme->icon(QStringLiteral("settings")), QLatin1Char(' ') + tr("Run with…"), page_);
  with->setObjectName(QStringLiteral("overview.runWith"));
  auto* run = new QPushButton(theme->icon(QStringLiteral("run"), Token::TextOnAccent),
                              QLatin1Char(' ') + (document()->runsEmulated() ? tr("Run emulated")
                                                  : ran                      ? tr("Run again")
                                                                             : tr("Run")),
                              page_);
  run->setObjectName(QStringLiteral("overview.run"));
  run->setProperty("primary", true);
  for (QPushButton* button : {with, run}) {
    button->setProperty("large", true);
    button->setMinimumWidth(theme->px(132));
    button->setEnabled(canRun(*document()) || (button == with && canBeGivenLibraries(*document())));
    button->setToolTip(document()->whyNotRunnable());
    button->setVisible(document()->data().file != nullptr);
    head->addWidget(button, 0, Qt::AlignVCenter);
  }
  connect(with, &QPushButton::clicked, this, [this] { emit document() -> requested(request::RunDialog{}); });
  connect(run, &QPushButton::clicked, this, [this] { emit document() -> requested(request::Run{}); });
  column_->addLayout(head);
}

void OverviewView::buildTiles() {
  tiles_.clear();
  tileGrid_ = new QGridLayout;
  tileGrid_->setSpacing(Theme::instance()->px(kGap));
  for (const TileData& entry : overviewTiles(document())) {
    auto* tile = new OverviewTile(entry.icon, entry.title, entry.figure, entry.note, page_);
    tile->setObjectName(QStringLiteral("overview.tile.") + entry.id);
    connect(tile, &QAbstractButton::clicked, this, [this, view = entry.view] {
      if (view == ViewId::None) emit document() -> requested(request::Run{});
      else go(view, document()->selection()->current());
    });
    tiles_.push_back(tile);
  }
  column_->addLayout(tileGrid_);
}

QVBoxLayout* OverviewView::card(QWidget* parent, const QString& name, const QString& icon, const QString& title,
                                const QString& link, ViewId view) {
  parent->setObjectName(QStringLiteral("overview.") + name);
  QPushButton* button = nullptr;
  if (!link.isEmpty()) {
    button = new QPushButton(link, parent);
    button->setObjectName(QStringLiteral("overview.link.") + name);
    button->setProperty("link", true);
    connect(button, &QPushButton::clicked, this, [this, view] { go(view, document()->selection()->current()); });
  }
  return layOutCard(parent, icon, title, button);
}

void OverviewView::buildFindings() {
  const Theme* theme = Theme::instance();
  auto* frame = new QFrame(page_);
  const FindingList& list = *feed_->list();
  QVBoxLayout* layout = card(frame, QStringLiteral("findings"), QStringLiteral("diagnostics"), tr("Findings"),
                             list.total() > 0 ? tr("Show all in Findings") : QString(), ViewId::Findings);
  auto* rows = new QVBoxLayout;
  rows->setContentsMargins(theme->px(15), 0, theme->px(15), 0);
  rows->setSpacing(0);
  rows->addWidget(ruler(frame));
  if (list.size() > 0) {
    addFindings(rows, frame);
  } else {
    rows->addSpacing(theme->px(16));
    rows->addWidget(sentence(
        feed_->isPending()
            ? tr("Looking for findings…")
            : tr("No findings. Every check of the verifier passed: the file cannot make the engine crash or read outside its tables."),
        frame));
  }
  rows->addStretch(1);
  layout->addLayout(rows, 1);
  cards_->addWidget(frame, 544);
}

/// Those that matter most.
void OverviewView::addFindings(QVBoxLayout* rows, QWidget* parent) {
  const FindingList& list = *feed_->list();
  const size_t shown = std::min(list.size(), kShownFindings);
  for (size_t i = 0; i < shown; ++i) {
    const uint32_t finding = list.order()[i];
    const LintSite site = list.site(finding);
    const QString where = list.whereText(finding), place = placesOf(list, finding);
    const auto ns = list.cost(finding);
    auto* row = new FindingRow(
        list.severity(finding),
        {list.title(finding), list.message(finding), place.isEmpty() ? where : where + QStringLiteral("  ") + place,
         ns ? durationLabel(*ns) + QStringLiteral(" · ") + percentText(list.share(*ns)) : QString()},
        i == 0, parent);
    row->showButton()->setObjectName(QStringLiteral("overview.showMe.%1").arg(i));
    row->showButton()->setVisible(viewOfSite(site) != ViewId::None);
    connect(row->showButton(), &QPushButton::clicked, this, [this, site, marked = list.instructions(finding)] {
      const auto& file = document()->data().file;
      document()->selection()->mark(marked);
      go(viewOfSite(site), placeOfSite(site, file && file->library ? &*file->library : nullptr));
    });
    rows->addWidget(row);
  }
  if (list.total() > shown)
    rows->addWidget(sentence(tr("%n more finding(s)", nullptr, pluralNumber(list.total() - shown)), parent));
}

/// Why there are no calls to show.
QString OverviewView::noCallsSentence() const {
  if (!document()->whyNotRunnable().isEmpty()) return document()->whyNotRunnable();
  return document()->data().file ? tr("Not run yet. After a run, the calls that take the most time are listed here.")
                                 : tr("This profile contains no calls.");
}

void OverviewView::buildHottest() {
  const Theme* theme = Theme::instance();
  auto* frame = new QFrame(page_);
  const std::optional<HottestCalls> hottest = hottestCalls(*document());
  QVBoxLayout* layout = card(frame, QStringLiteral("hottest"), QStringLiteral("values"), tr("Hottest calls"),
                             hottest ? tr("Open Statistics") : QString(), ViewId::Statistics);
  cards_->addWidget(frame, 500);
  if (!hottest) {
    auto* box = new QVBoxLayout;
    box->setContentsMargins(theme->px(15), 0, theme->px(15), 0);
    box->addWidget(ruler(frame));
    box->addSpacing(theme->px(10));
    box->addWidget(sentence(noCallsSentence(), frame));
    box->addStretch(1);
    layout->addLayout(box, 1);
    return;
  }
  std::vector<CallRow*> rows{
      new CallRow({CallRow::Role::Header, tr("Callee"), {}, {}, 0, 1, CallKind::Other, false}, frame)};
  for (size_t i = 0; i < hottest->rows.size(); ++i) {
    auto* row = new CallRow(hottest->rows[i].data, frame);
    row->setObjectName(QStringLiteral("overview.call.%1").arg(i));
    connect(row, &QAbstractButton::clicked, this, [this, function = hottest->rows[i].function] {
      Place place;
      place.function = function;
      go(function.valid() ? ViewId::Functions : ViewId::Statistics, place);
    });
    rows.push_back(row);
  }
  if (hottest->rest) rows.push_back(new CallRow(*hottest->rest, frame));
  CallRow::FigureWidths widest;
  for (const CallRow* row : rows) {
    const CallRow::FigureWidths needed = row->neededWidths();
    widest = {std::max(widest.count, needed.count), std::max(widest.total, needed.total)};
  }
  for (CallRow* row : rows) {
    row->setWidths(widest);
    layout->addWidget(row);
  }
  auto* note = new Label(tr("Self time per run: the mean of the middle half of runs. Bars: 0 to %1 of all self time.")
                             .arg(percentText(hottest->scale)),
                         frame);
  note->setFont(theme->ui(11));
  note->setProperty("role", "third");
  note->setContentsMargins(theme->px(36), theme->px(6), 0, 0);
  layout->addWidget(note);
  layout->addStretch(1);
}

void OverviewView::buildIdentity() {
  const Theme* theme = Theme::instance();
  auto* frame = new QFrame(page_);
  QVBoxLayout* layout =
      card(frame, QStringLiteral("identity"), QStringLiteral("file"), tr("About this file"), {}, ViewId::None);
  auto* box = new QVBoxLayout;
  box->setContentsMargins(theme->px(15), 0, theme->px(15), 0);
  box->setSpacing(0);
  box->addWidget(ruler(frame));
  box->addSpacing(theme->px(6));
  auto* grid = new QGridLayout;
  grid->setHorizontalSpacing(theme->px(16));
  grid->setVerticalSpacing(0);
  grid->setColumnMinimumWidth(0, theme->px(80));
  grid->setColumnStretch(1, 1);
  int line = 0;
  for (const auto& [name, value] : identityRows(document())) {
    auto* key = new Label(name, frame);
    key->setProperty("role", "second");
    auto* text = new ElidedLabel(value, theme->ui(12, 500), Token::Text, frame);
    text->setMinimumWidth(text->minimumSizeHint().width());
    text->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    key->setFixedHeight(theme->px(28));
    grid->addWidget(key, line, 0);
    grid->addWidget(text, line++, 1);
  }
  box->addLayout(grid);
  if (const std::vector<TreeLine> tree = importTree(document()); !tree.empty()) {
    box->addSpacing(theme->px(8));
    box->addWidget(ruler(frame));
    auto* heading = new Label(tr("Import tree"), frame);
    heading->setFont(theme->ui(11, 600));
    heading->setProperty("role", "second");
    heading->setFixedHeight(theme->px(34));
    box->addWidget(heading);
    for (const TreeLine& entry : tree) {
      auto* row = new TreeRow(entry, frame);
      connect(row, &QAbstractButton::clicked, this, [this, module = entry.module] {
        Place place;
        place.module = module;
        go(ViewId::Modules, place);
      });
      box->addWidget(row);
    }
  }
  box->addStretch(1);
  layout->addLayout(box, 1);
  cards_->addWidget(frame, 476);
}

void OverviewView::buildRun() {
  const Theme* theme = Theme::instance();
  auto* frame = new QFrame(page_);
  std::vector<RunBar::Part> parts = runParts(*document());
  QVBoxLayout* layout = card(frame, QStringLiteral("run"), QStringLiteral("timeline"), tr("Time by category"),
                             parts.empty() ? QString() : tr("Open Timeline"), ViewId::Timeline);
  auto* box = new QVBoxLayout;
  box->setContentsMargins(theme->px(15), 0, theme->px(15), theme->px(8));
  const QString& why = document()->whyNotRunnable();
  if (parts.empty())
    box->addWidget(
        sentence(why.isEmpty() ? tr("No measurements yet: run the executable, or open a profile of it.") : why, frame));
  else box->addWidget(new RunBar(std::move(parts), frame));
  layout->addLayout(box);
  column_->addWidget(frame);
}

void OverviewView::renderAll(QPainter* painter, const QSize& size) { View::renderAll(painter, size); }

void OverviewView::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.fillRect(rect(), Theme::instance()->color(Token::Window));
}

}  // namespace relaxscope
