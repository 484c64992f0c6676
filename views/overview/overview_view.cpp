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
#include <cmath>

#include "views/code/table_texts.h"
#include "views/core/run_offer.h"
#include "views/findings/diagnostics_view.h"
#include "views/overview/identity.h"
#include "views/overview/overview_parts.h"
#include "views/theme/call_titles.h"
#include "vmcore/base/text/text.h"
#include "vmcore/trace/event_text.h"
#include "vmcore/trace/ledger.h"

namespace relaxscope {
namespace {

constexpr int kShownFindings = 4, kShownCalls = 10;

/// Not what an opcode of the Relay VM does.
bool isFunction(const Document* document, const StatisticsRow& row) {
  return document->executable() == nullptr || document->executable()->opcodeBehind(row.callee) == nullptr;
}

const TraceInfo& infoOf(const std::shared_ptr<const Trace>& trace) {
  static const TraceInfo kNoInfo;
  return trace ? trace->info : kNoInfo;
}

CallKind kindOf(const Document* document, const StatisticsRow& row) {
  const auto trace = document->trace();
  return callKindOf(row, infoOf(trace), document->executable());
}

QString nameOf(const Document* document, const StatisticsRow& row) {
  const auto trace = document->trace();
  if (!trace) return {};
  const auto& names = calleeNames(trace->info, row.kind);
  return row.callee < names.size() ? QString::fromStdString(printable(names[row.callee])) : QStringLiteral("?");
}

}  // namespace

OverviewView::OverviewView(Document* document, QWidget* parent) : View(document, parent) {
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
  connect(document, &Document::runStateChanged, this, &OverviewView::schedule);
  connect(theme, &Theme::changed, this, &OverviewView::schedule);
  rebuild();
}

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

void OverviewView::go(const QString& view, const Place& place) { document()->selection()->activate(place, view); }

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
  cards_ = new QHBoxLayout;
  cards_->setSpacing(Theme::instance()->px(16));
  column_->addLayout(cards_, 1);
  buildFindings();
  buildHottest();
  buildIdentity();
  buildRun();
}

void OverviewView::buildHead() {
  const Theme* theme = Theme::instance();
  auto* head = new QHBoxLayout;
  auto* left = new QVBoxLayout;
  left->setSpacing(theme->px(8));
  auto* title = new QLabel(document()->title(), page_);
  title->setObjectName(QStringLiteral("overview.title"));
  title->setTextFormat(Qt::PlainText);
  title->setFont(theme->ui(24, 600));
  left->addWidget(title);
  auto* chips = new QHBoxLayout;
  chips->setSpacing(theme->px(8));
  for (const IdentityChip& chip : identityChips(document()))
    chips->addWidget(new OverviewChip(chip.text, chip.ink, chip.back, chip.framed, chip.icon, page_));
  chips->addStretch(1);
  left->addLayout(chips);
  head->addLayout(left, 1);
  const bool ran = document()->byCallee() != nullptr;
  auto* with = new QPushButton(theme->icon(QStringLiteral("settings")), QLatin1Char(' ') + tr("Run with…"), page_);
  with->setObjectName(QStringLiteral("overview.runWith"));
  auto* run = new QPushButton(theme->icon(QStringLiteral("run"), Token::TextOnAccent),
                              QLatin1Char(' ') + (ran ? tr("Run again") : tr("Run")), page_);
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
  connect(with, &QPushButton::clicked, this, [this] { emit document() -> requested(QStringLiteral("runDialog")); });
  connect(run, &QPushButton::clicked, this, [this] { emit document() -> requested(QStringLiteral("run")); });
  column_->addLayout(head);
}

void OverviewView::buildTiles() {
  auto* row = new QHBoxLayout;
  row->setSpacing(Theme::instance()->px(16));
  for (const TileData& entry : overviewTiles(document())) {
    auto* tile = new OverviewTile(entry.icon, entry.title, entry.figure, entry.note, page_);
    tile->setObjectName(QStringLiteral("overview.tile.") + entry.id);
    connect(tile, &QAbstractButton::clicked, this, [this, view = entry.view] {
      if (view == QLatin1String("run")) emit document() -> requested(QStringLiteral("run"));
      else go(view, document()->selection()->current());
    });
    row->addWidget(tile, 1);
  }
  column_->addLayout(row);
}

QVBoxLayout* OverviewView::card(QWidget* parent, const QString& name, const QString& icon, const QString& title,
                                const QString& link, const QString& view) {
  const Theme* theme = Theme::instance();
  parent->setObjectName(QStringLiteral("overview.") + name);
  parent->setProperty("frame", "card");
  auto* layout = new QVBoxLayout(parent);
  layout->setContentsMargins(1, 0, 1, theme->px(8));
  layout->setSpacing(0);
  auto* head = new QHBoxLayout;
  head->setContentsMargins(theme->px(15), 0, theme->px(13), 0);
  head->setSpacing(theme->px(8));
  auto* picture = new QLabel(parent);
  picture->setPixmap(theme->icon(icon).pixmap(theme->px(16), theme->px(16)));
  auto* label = new QLabel(title, parent);
  label->setFont(theme->ui(13, 600));
  label->setFixedHeight(theme->px(40));
  head->addWidget(picture);
  head->addWidget(label, 1);
  if (!link.isEmpty()) {
    auto* button = new QPushButton(link, parent);
    button->setObjectName(QStringLiteral("overview.link.") + name);
    button->setProperty("link", true);
    connect(button, &QPushButton::clicked, this, [this, view] { go(view, document()->selection()->current()); });
    head->addWidget(button);
  }
  layout->addLayout(head);
  return layout;
}

static QFrame* ruler(QWidget* parent) {
  auto* frame = new QFrame(parent);
  frame->setProperty("frame", "line");
  return frame;
}

static QLabel* sentence(const QString& text, QWidget* parent) {
  auto* label = new QLabel(text, parent);
  label->setProperty("role", "second");
  label->setWordWrap(true);
  return label;
}

void OverviewView::buildFindings() {
  const Theme* theme = Theme::instance();
  auto* frame = new QFrame(page_);
  const auto findings = document()->data().diagnostics;
  const size_t total = findings ? findings->total() : 0;
  QVBoxLayout* layout = card(frame, QStringLiteral("findings"), QStringLiteral("diagnostics"), tr("Findings"),
                             total > 0 ? tr("Show all in Findings") : QString(), QStringLiteral("diagnostics"));
  auto* rows = new QVBoxLayout;
  rows->setContentsMargins(theme->px(15), 0, theme->px(15), 0);
  rows->setSpacing(0);
  rows->addWidget(ruler(frame));
  if (total == 0) {
    rows->addSpacing(theme->px(16));
    rows->addWidget(sentence(
        tr("Nothing to report. Every check of the verifier passed: the file cannot make the engine crash or read outside its tables."),
        frame));
  } else {
    std::vector<const Diagnostic*> sorted;
    for (const Diagnostic& item : findings->all()) sorted.push_back(&item);
    std::stable_sort(sorted.begin(), sorted.end(),
                     [](const Diagnostic* a, const Diagnostic* b) { return a->severity < b->severity; });
    for (int i = 0; i < kShownFindings && i < static_cast<int>(sorted.size()); ++i) {
      const Diagnostic& item = *sorted[static_cast<size_t>(i)];
      auto* row = new FindingRow(item.severity, ruleTitle(item.rule), QString::fromStdString(printable(item.message)),
                                 placeText(document()->executable(), item), i == 0, frame);
      row->showButton()->setObjectName(QStringLiteral("overview.showMe.%1").arg(i));
      row->showButton()->setVisible(!viewOfFinding(item).isEmpty());
      connect(row->showButton(), &QPushButton::clicked, this,
              [this, place = placeOfFinding(item), view = viewOfFinding(item)] { go(view, place); });
      rows->addWidget(row);
    }
    if (sorted.size() > kShownFindings)
      rows->addWidget(sentence(tr("%n more finding(s)", nullptr, static_cast<int>(total) - kShownFindings), frame));
  }
  rows->addStretch(1);
  layout->addLayout(rows, 1);
  cards_->addWidget(frame, 544);
}

void OverviewView::buildHottest() {
  const Theme* theme = Theme::instance();
  auto* frame = new QFrame(page_);
  const auto statistics = document()->byCallee();
  const bool ran = statistics && !statistics->rows.empty() && statistics->totalNs > 0;
  QVBoxLayout* layout = card(frame, QStringLiteral("hottest"), QStringLiteral("values"), tr("Hottest calls"),
                             ran ? tr("Open Statistics") : QString(), QStringLiteral("statistics"));
  if (!ran) {
    auto* box = new QVBoxLayout;
    box->setContentsMargins(theme->px(15), 0, theme->px(15), 0);
    box->addWidget(ruler(frame));
    box->addSpacing(theme->px(10));
    box->addWidget(sentence(!document()->whyNotRunnable().isEmpty() ? document()->whyNotRunnable()
                            : document()->data().file
                                ? tr("Not run yet. A run in the worker process shows here which calls take the time.")
                                : tr("This profile holds no calls."),
                            frame));
    box->addStretch(1);
    layout->addLayout(box, 1);
    cards_->addWidget(frame, 500);
    return;
  }
  std::vector<const StatisticsRow*> calls;
  for (const StatisticsRow& row : statistics->rows)
    if (isCall(row.kind)) calls.push_back(&row);
  std::sort(calls.begin(), calls.end(),
            [](const StatisticsRow* a, const StatisticsRow* b) { return a->selfNs > b->selfNs; });
  const double perRun = 1.0 / static_cast<double>(std::max<uint64_t>(1, statistics->runs));
  const double top = calls.empty() ? 1 : calls.front()->selfNs / statistics->totalNs;
  const double scale = std::min(1.0, std::max(0.1, std::ceil(top * 10) / 10));
  layout->addWidget(new CallRow({CallRow::Role::Header, tr("Callee"), {}, {}, 0, 1, CallKind::Other, false}, frame));
  CallRow::Data rest{CallRow::Role::Rest, {}, {}, {}, 0, scale, CallKind::Other, false};
  double restNs = 0;
  uint64_t restCalls = 0;
  int shown = 0;
  for (const StatisticsRow* row : calls) {
    if (shown >= kShownCalls) {
      restNs += row->selfNs;
      restCalls += row->count;
      continue;
    }
    CallRow::Data line{CallRow::Role::Call,
                       nameOf(document(), *row),
                       countText(static_cast<int64_t>(std::llround(static_cast<double>(row->count) * perRun))),
                       durationFigure(row->selfNs * perRun),
                       row->selfNs / statistics->totalNs,
                       scale,
                       kindOf(document(), *row),
                       shown % 2 == 1};
    auto* widget = new CallRow(line, frame);
    widget->setObjectName(QStringLiteral("overview.call.%1").arg(shown++));
    connect(widget, &QAbstractButton::clicked, this,
            [this, callee = row->callee, call = row->kind == EventKind::Call && isFunction(document(), *row)] {
              Place place;
              if (call) place.function = FuncIndex(callee);
              go(call ? QStringLiteral("functions") : QStringLiteral("statistics"), place);
            });
    layout->addWidget(widget);
  }
  if (const int more = static_cast<int>(calls.size()) - shown; more > 0) {
    rest.name = tr("%n more callee(s)", nullptr, more);
    rest.count = countText(static_cast<int64_t>(std::llround(static_cast<double>(restCalls) * perRun)));
    rest.total = durationFigure(restNs * perRun);
    rest.share = restNs / statistics->totalNs;
    layout->addWidget(new CallRow(rest, frame));
  }
  auto* note = new QLabel(tr("Own time, mean of a run. Bars: 0 to %1 of the run.").arg(percentText(scale)), frame);
  note->setFont(theme->ui(11));
  note->setProperty("role", "third");
  note->setContentsMargins(theme->px(36), theme->px(6), 0, 0);
  layout->addWidget(note);
  layout->addStretch(1);
  cards_->addWidget(frame, 500);
}

void OverviewView::buildIdentity() {
  const Theme* theme = Theme::instance();
  auto* frame = new QFrame(page_);
  QVBoxLayout* layout =
      card(frame, QStringLiteral("identity"), QStringLiteral("file"), tr("What this file is"), {}, {});
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
    auto* key = new QLabel(name, frame);
    key->setProperty("role", "second");
    auto* text = new ElidedLabel(value, frame);
    text->setFont(theme->ui(12, 500));
    key->setFixedHeight(theme->px(28));
    grid->addWidget(key, line, 0);
    grid->addWidget(text, line++, 1);
  }
  box->addLayout(grid);
  if (const std::vector<TreeLine> tree = importTree(document()); !tree.empty()) {
    box->addSpacing(theme->px(8));
    box->addWidget(ruler(frame));
    auto* heading = new QLabel(tr("Import tree"), frame);
    heading->setFont(theme->ui(11, 600));
    heading->setProperty("role", "second");
    heading->setFixedHeight(theme->px(34));
    box->addWidget(heading);
    for (const TreeLine& entry : tree) {
      auto* row = new TreeRow(entry, frame);
      connect(row, &QAbstractButton::clicked, this, [this, module = entry.module] {
        Place place;
        place.module = module;
        go(QStringLiteral("modules"), place);
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
  const auto statistics = document()->byCallee();
  auto* frame = new QFrame(page_);
  const bool ran = statistics && statistics->totalNs > 0;
  QVBoxLayout* layout = card(frame, QStringLiteral("run"), QStringLiteral("timeline"), tr("Where a run goes"),
                             ran ? tr("Open Timeline") : QString(), QStringLiteral("timeline"));
  auto* box = new QVBoxLayout;
  box->setContentsMargins(theme->px(15), 0, theme->px(15), theme->px(8));
  if (!ran) {
    auto* label = sentence(document()->whyNotRunnable().isEmpty()
                               ? tr("Nothing measured yet: run the executable, or open a profile of it.")
                               : document()->whyNotRunnable(),
                           frame);
    box->addWidget(label);
  } else {
    const double perRun = 1.0 / static_cast<double>(std::max<uint64_t>(1, statistics->runs));
    const auto trace = document()->trace();
    std::vector<RunBar::Part> parts;
    for (const KindShare& share : timeByKind(*statistics, infoOf(trace), document()->executable()))
      parts.push_back({share.kind, callKindTitle(share.kind, CallTitle::Ledger), share.selfNs * perRun, share.share});
    std::sort(parts.begin(), parts.end(), [](const RunBar::Part& a, const RunBar::Part& b) { return a.ns > b.ns; });
    box->addWidget(new RunBar(std::move(parts), frame));
  }
  layout->addLayout(box);
  column_->addWidget(frame);
}

void OverviewView::renderAll(QPainter* painter, const QSize& size) { View::renderAll(painter, size); }

void OverviewView::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.fillRect(rect(), Theme::instance()->color(Token::Window));
}

}  // namespace relaxscope
