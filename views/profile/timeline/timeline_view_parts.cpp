// SPDX-License-Identifier: GPL-3.0-or-later
// How a timeline view is put together: widgets, menus, what is connected with what, kept state.
#include <QApplication>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QHBoxLayout>
#include <QInputDialog>
#include <QJsonArray>
#include <QJsonDocument>
#include <QMenu>
#include <QPainter>
#include <QScrollBar>
#include <QStackedLayout>
#include <QToolButton>

#include <algorithm>

#include "views/profile/event_facts.h"
#include "views/profile/timeline/minimap.h"
#include "views/profile/timeline/names.h"
#include "views/profile/timeline/plot.h"
#include "views/profile/timeline/search.h"
#include "views/profile/timeline/timeline_view.h"
#include "views/theme/theme.h"
#include "views/widgets/call_legend.h"
#include "views/widgets/elide.h"
#include "views/widgets/empty_note.h"

namespace relaxscope {
namespace {

QToolButton* flatButton(QWidget* parent, const char* name, const char* icon, const QString& text, const QString& tip) {
  auto* button = new QToolButton(parent);
  button->setObjectName(QLatin1String(name));
  button->setProperty("toolButton", QStringLiteral("flat"));
  button->setText(text);
  button->setToolTip(tip);
  button->setAccessibleName(tip);
  button->setFocusPolicy(Qt::NoFocus);
  button->setToolButtonStyle(text.isEmpty() ? Qt::ToolButtonIconOnly : Qt::ToolButtonTextBesideIcon);
  const QString file = QLatin1String(icon);
  const auto paint = [button, file] {
    if (!file.isEmpty()) button->setIcon(Theme::instance()->icon(file));
  };
  paint();
  QObject::connect(Theme::instance(), &Theme::changed, button, paint);
  return button;
}

/// A small button of the head row: an icon, or a text that is cut where it must be. Lit under the pointer.
class HeadButton : public QToolButton {
 public:
  HeadButton(QWidget* parent, const char* name, const char* icon, const QString& tip)
      : QToolButton(parent), icon_(QLatin1String(icon)) {
    setObjectName(QLatin1String(name));
    setToolTip(tip);
    setAccessibleName(tip);
    setFocusPolicy(Qt::NoFocus);
    setAttribute(Qt::WA_Hover);
  }
  QSize sizeHint() const override { return {Theme::instance()->px(20), Theme::instance()->px(24)}; }
  QSize minimumSizeHint() const override { return sizeHint(); }

 protected:
  void paintEvent(QPaintEvent*) override {
    QPainter painter(this);
    const Theme* theme = Theme::instance();
    if (underMouse() && isEnabled()) {
      painter.setRenderHint(QPainter::Antialiasing);
      painter.setPen(Qt::NoPen);
      painter.setBrush(theme->color(isDown() ? Token::Border : Token::Subtle));
      painter.drawRoundedRect(rect().adjusted(0, 1, 0, -1), 4, 4);
    }
    const int side = theme->px(14);
    const auto icon = [&](const QString& file, const QRect& where) {
      theme->icon(file, isEnabled() ? Token::TextSecond : Token::BorderStrong).paint(&painter, where);
    };
    if (!icon_.isEmpty()) {
      icon(icon_, QRect((width() - side) / 2, (height() - side) / 2, side, side));
      return;
    }
    painter.setFont(theme->ui(11, 500));
    painter.setPen(theme->color(Token::Text));
    const QString fitted = elided(painter.fontMetrics(), text(), Qt::ElideMiddle, width() - 2);
    painter.drawText(rect().adjusted(2, 0, 0, 0), Qt::AlignVCenter | Qt::AlignHCenter, fitted);
  }

 private:
  QString icon_;
};

/// The row above the plot has the panel's colour and a line below.
class HeadRow : public QWidget {
 public:
  using QWidget::QWidget;

 protected:
  void paintEvent(QPaintEvent*) override {
    QPainter painter(this);
    painter.fillRect(rect(), Theme::instance()->color(Token::Panel));
    painter.setPen(Theme::instance()->color(Token::Border));
    painter.drawLine(rect().bottomLeft(), rect().bottomRight());
  }
};

}  // namespace

void TimelineView::build() {
  plot_ = new TimelinePlot(&scene_, this);
  plot_->setFocusProxy(this);
  names_ = new TimelineNames(&scene_, this);
  minimap_ = new TimelineMinimap(&scene_, this);
  search_ = new TimelineSearch(this);
  bar_ = new QScrollBar(Qt::Vertical, this);
  bar_->setObjectName(QStringLiteral("timeline.scroll"));
  bar_->setSingleStep(24);
  empty_ = new EmptyNote(this);

  auto* head = new HeadRow(this);
  auto* headLayout = new QHBoxLayout(head);
  headLayout->setContentsMargins(0, 0, 0, 1);
  headLayout->setSpacing(0);
  headLayout->addWidget(buildRunSelector());
  headLayout->addWidget(minimap_, 1);

  auto* body = new QHBoxLayout;
  body->setContentsMargins(0, 0, 0, 0);
  body->setSpacing(0);
  body->addWidget(names_);
  body->addWidget(plot_, 1);
  body->addWidget(bar_);

  auto* content = new QWidget(this);
  auto* contentLayout = new QVBoxLayout(content);
  contentLayout->setContentsMargins(0, 0, 0, 0);
  contentLayout->setSpacing(0);
  contentLayout->addWidget(head);
  contentLayout->addLayout(body, 1);

  auto* stacked = new QWidget(this);
  stack_ = new QStackedLayout(stacked);
  stack_->addWidget(empty_);
  stack_->addWidget(content);

  auto* all = new QVBoxLayout(this);
  all->setContentsMargins(0, 0, 0, 0);
  all->setSpacing(0);
  all->addWidget(search_);
  all->addWidget(stacked, 1);
}

QWidget* TimelineView::buildRunSelector() {
  auto* box = new QWidget(this);
  box->setFixedWidth(Theme::instance()->px(TimelineNames::kWidth));
  connect(Theme::instance(), &Theme::changed, box,
          [box] { box->setFixedWidth(Theme::instance()->px(TimelineNames::kWidth)); });
  previousRun_ = new HeadButton(box, "timeline.previousRun", "chevron-left", tr("Previous run (Page Up)"));
  nextRun_ = new HeadButton(box, "timeline.nextRun", "chevron-right", tr("Next run (Page Down)"));
  runButton_ = new HeadButton(box, "timeline.run", "", tr("Which run is shown (R)"));
  runButton_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
  auto* layout = new QHBoxLayout(box);
  layout->setContentsMargins(2, 0, 2, 0);
  layout->setSpacing(0);
  layout->addWidget(previousRun_);
  layout->addWidget(runButton_, 1);
  layout->addWidget(nextRun_);
  connect(previousRun_, &QToolButton::clicked, this, [this] { stepRun(-1); });
  connect(nextRun_, &QToolButton::clicked, this, [this] { stepRun(1); });
  connect(runButton_, &QToolButton::clicked, this, &TimelineView::runMenu);
  return box;
}

void TimelineView::buildCorner() {
  corner_ = new QWidget(this);
  corner_->setObjectName(QStringLiteral("timeline.corner"));
  auto* layout = new QHBoxLayout(corner_);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(4);
  layout->addWidget(new CallLegend(corner_));
  keep_ = flatButton(corner_, "timeline.keep", "pin", tr("Keep range") + QStringLiteral("  Shift+M"),
                     tr("Keep the measured range marked (Shift+M)"));
  QToolButton* find =
      flatButton(corner_, "timeline.find", "search", tr("Find") + QStringLiteral("  /"), tr("Find calls by name (/)"));
  QToolButton* fitAll = flatButton(corner_, "timeline.fit", "fit", tr("Fit") + QStringLiteral("  F"),
                                   tr("Fit the range or the selected slice (F); whole run: 0"));
  layout->addWidget(keep_);
  layout->addWidget(find);
  layout->addWidget(fitAll);
  connect(keep_, &QToolButton::clicked, this, [this] { perform(TimelineCommand::Keep); });
  connect(find, &QToolButton::clicked, this, [this] { perform(TimelineCommand::Search); });
  connect(fitAll, &QToolButton::clicked, this, [this] { perform(TimelineCommand::Fit); });
  corner_->hide();
}

QList<QWidget*> TimelineView::cornerWidgets() { return {corner_}; }

void TimelineView::connectParts() {
  connect(tracks_, &ProfileTracks::changed, this, &TimelineView::tracksChanged);
  connect(document(), &Document::runStateChanged, this, &TimelineView::tracksChanged);
  connect(document()->selection(), &Selection::changed, this, &TimelineView::followSelection);
  connect(Theme::instance(), &Theme::changed, this, &TimelineView::relayout);
  connect(empty_, &EmptyNote::triggered, this, [this] { emit document() -> requested(QStringLiteral("run")); });
  connect(bar_, &QScrollBar::valueChanged, this, [this](int value) {
    if (value == scene_.scrollY) return;
    scene_.scrollY = value;
    refresh();
  });
  connect(names_, &TimelineNames::toggled, this, [this](const LaneId& lane) {
    if (!options_.collapsed.erase(lane)) options_.collapsed.insert(lane);
    relayout();
  });
  const auto scroll = [this](int pixels) {
    scrollTo(scene_.scrollY + pixels);
    refresh();
  };
  connect(names_, &TimelineNames::scrolled, this, scroll);
  connect(plot_, &TimelinePlot::scrolled, this, scroll);
  connect(plot_, &TimelinePlot::windowChanged, this, &TimelineView::refresh);
  connect(plot_, &TimelinePlot::resized, this, &TimelineView::relayout);
  connect(minimap_, &TimelineMinimap::windowChanged, this, &TimelineView::refresh);
  connect(plot_, &TimelinePlot::clicked, this, [this](SlicePlace place) {
    scene_.range.reset();
    selectSlice(place);
  });
  connect(plot_, &TimelinePlot::doubleClicked, this, [this](SlicePlace place) {
    if (!place.valid()) return;
    scene_.range.reset();
    selectSlice(place, true);
    fit();
  });
  connect(plot_, &TimelinePlot::rangeDragged, this, [this](bool) { refresh(); });
  connect(plot_, &TimelinePlot::contextWanted, this, &TimelineView::contextMenu);
  connect(search_, &TimelineSearch::changed, this, [this] {
    scene_.found = search_->search(tracks_->tracks());
    refresh();
  });
  connect(search_, &TimelineSearch::next, this, &TimelineView::findNext);
  connect(search_, &TimelineSearch::closed, this, [this] {
    scene_.found.clear();
    setFocus();
    refresh();
  });
  connect(search_, &TimelineSearch::chosen, this, [this](uint32_t name) {
    const SlicePlace place = tracks_->tracks().placeOf(tracks_->tracks().names()[name].firstEvent);
    std::vector<bool> only(tracks_->tracks().names().size(), false);
    only[name] = true;
    const SlicePlace next = tracks_->tracks().findNext(only, scene_.selected, false);
    selectSlice(next.valid() ? next : place);
    if (scene_.selected.valid()) reveal(scene_.selected);
  });
}

void TimelineView::runMenu() {
  const std::shared_ptr<const Trace> trace = tracks_->tracks().trace();
  if (trace == nullptr) return;
  auto* menu = new QMenu(this);
  menu->setObjectName(QStringLiteral("timeline.runMenu"));
  menu->setAttribute(Qt::WA_DeleteOnClose);
  const int count = static_cast<int>(trace->runs.size());
  const auto entry = [&](const QString& text, int run) {
    QAction* action = menu->addAction(text, this, [this, run] { showRun(run); });
    action->setCheckable(true);
    action->setChecked(scene_.run == run);
  };
  entry(tr("All runs and the load phase"), -1);
  if (count > 0) {
    menu->addSeparator();
    entry(tr("Median run (%1)").arg(tracks_->medianRun() + 1), tracks_->medianRun());
    entry(tr("Fastest run (%1)").arg(tracks_->fastestRun() + 1), tracks_->fastestRun());
    entry(tr("Slowest run (%1)").arg(tracks_->slowestRun() + 1), tracks_->slowestRun());
    menu->addSeparator();
    menu->addAction(tr("Go to run…"), this, [this, count] {
      bool ok = false;
      const int run = QInputDialog::getInt(this, tr("Go to run"), tr("Run (1 to %1)").arg(count),
                                           std::max(1, scene_.run + 1), 1, count, 1, &ok);
      if (ok) showRun(run - 1);
    });
  }
  menu->popup(runButton_->mapToGlobal(QPoint(0, runButton_->height())));
  for (QAction* action : menu->actions())
    if (action->isChecked()) return menu->setActiveAction(action);
}

void TimelineView::contextMenu(const QPoint& pos, SlicePlace place) {
  auto* menu = new QMenu(this);
  menu->setObjectName(QStringLiteral("timeline.menu"));
  menu->setAttribute(Qt::WA_DeleteOnClose);
  if (place.valid()) {
    selectSlice(place);
    menu->addAction(tr("Zoom to slice"), this, [this] { fit(); });
    menu->addAction(tr("Mark its time"), this, [this] { mark(); });
    menu->addAction(tr("Show in listing"), this, [this] {
      document()->selection()->activate(document()->selection()->current(), QStringLiteral("listing"));
    });
    menu->addAction(tr("Copy as text"), this, [this] {
      const EventFacts facts = eventFacts(*document(), *tracks_, document()->selection()->current().event);
      if (facts.valid) QApplication::clipboard()->setText(factsAsText(facts, *tracks_->tracks().trace()));
    });
    menu->addSeparator();
  }
  menu->addAction(tr("Whole run"), this, [this] { perform(TimelineCommand::Whole); });
  menu->addAction(tr("All runs"), this, [this] { perform(TimelineCommand::AllRuns); });
  if (!scene_.kept.empty())
    menu->addAction(tr("Forget kept ranges"), this, [this] {
      scene_.kept.clear();
      refresh();
    });
  menu->popup(pos);
}

/// By the menu key: at the selected slice.
void TimelineView::contextMenuEvent(QContextMenuEvent* event) {
  if (event->reason() != QContextMenuEvent::Keyboard || tracks_->tracks().trace() == nullptr)
    return View::contextMenuEvent(event);
  QPoint at = plot_->laneArea().center();
  if (scene_.selected.valid()) {
    const TickRange range = rangeOfSlice(scene_.selected);
    at.setX(static_cast<int>(
        std::clamp<double>(plot_->scale().x((range.first + range.second) / 2), 0, plot_->width() - 1)));
    if (const int band = scene_.layout.bandOfRow(scene_.selected.row); band >= 0) {
      const RowBand& row = scene_.layout.bands[static_cast<size_t>(band)];
      at.setY(std::clamp(plot_->laneArea().top() + row.y + row.height - scene_.scrollY, 0, plot_->height() - 1));
    }
  }
  contextMenu(plot_->mapToGlobal(at), scene_.selected);
}

QByteArray TimelineView::saveViewState() const {
  QJsonArray folded;
  for (const LaneId& lane : options_.collapsed)
    folded.append(QJsonArray{static_cast<int>(lane.first), static_cast<qint64>(lane.second)});
  return QJsonDocument(QJsonObject{{QStringLiteral("folded"), folded}}).toJson(QJsonDocument::Compact);
}

void TimelineView::restoreViewState(const QByteArray& state) {
  options_.collapsed.clear();
  const QJsonArray folded = QJsonDocument::fromJson(state).object().value(QStringLiteral("folded")).toArray();
  for (const QJsonValue& value : folded) {
    const QJsonArray pair = value.toArray();
    if (pair.size() == 2)
      options_.collapsed.insert({static_cast<LaneKind>(pair[0].toInt()), static_cast<uint32_t>(pair[1].toInteger())});
  }
  relayout();
}

}  // namespace relaxscope
