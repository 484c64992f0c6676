// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/scale_steps.h"

#include "tests/support/synthetic_trace.h"  // before Qt

#include <QPlainTextEdit>
#include <QScrollBar>
#include <QTextCursor>
#include <QThread>

#include <algorithm>
#include <cstdio>
#include <functional>
#include <map>

#include "app/window/shell/command_palette.h"
#include "app/window/shell/main_window.h"
#include "tests/bench/loop_watch.h"
#include "views/cfg/cfg_view.h"
#include "views/code/reference_index.h"
#include "views/code/references_popup.h"
#include "views/constants/constants_view.h"
#include "views/hex/hex_view.h"
#include "views/listing/listing_view.h"
#include "views/widgets/data_table.h"

namespace relaxscope::bench {
namespace {

constexpr double kGiveUpMs = 120'000;
constexpr int kFrames = 60;
constexpr double kLongMs = 100, kFrameMs = 16;  ///< limits below which users notice no delay

class Steps {
 public:
  Steps(LoopWatch& app, bool all) : app_(app), all_(all) {
    window_.setKeepState(false);
    window_.resize(1600, 1000);
    window_.show();
    std::printf("  %-12s %-34s %9s %9s %9s\n", "view", "what is done", "painted", "settled", "blocked");
  }
  bool open(const QString& path);
  void everything();

 private:
  [[nodiscard]] Document* document() const { return page_->document(); }
  template <class T = View>
  T* view(const char* id) {
    return qobject_cast<T*>(page_->workspace()->view(viewOfName(QString::fromLatin1(id))));
  }
  /// Performs the action, runs the event loop until everything is idle, prints the times.
  void step(const QString& what, const std::function<void()>& action, const QWidget* painted = nullptr);
  void turnUntilQuiet();
  [[nodiscard]] bool isBusy() const;
  void show(const char* id);
  void frames(const QString& what, QScrollBar* bar, QWidget* viewport);
  void scroll(QAbstractScrollArea* area);
  /// For rows of the same kind: prints only the worst, with `of` and their number.
  void worst(const QString& what, const std::function<void()>& rows);
  void print(const QString& what, double paint, double settled, double longest, const QString& blocker);
  void tables(const char* id);
  void listing();
  void cfg();
  void hex();
  void references();
  void quickOpen();
  void editing();
  void notes();
  void trace();
  void selectAt(double part, const QString& what);

  struct Row {
    QString what, blocker;
    double paint = -1, settled = 0, longest = 0;
  };
  LoopWatch& app_;
  bool all_;
  MainWindow window_;
  DocumentPage* page_ = nullptr;
  QString view_ = QStringLiteral("window");
  std::vector<Row>* collecting_ = nullptr;
};

bool Steps::isBusy() const {
  if (page_ == nullptr) return false;
  return page_->isLoading() || !page_->isSettled() || !ReferenceIndex::of(page_->document())->isSettled() ||
         !window_.palettePanel()->isSettled();
}

void Steps::turnUntilQuiet() {
  constexpr int kQuietTurns = 5;
  for (int quiet = 0; quiet < kQuietTurns && app_.sinceBegin() < kGiveUpMs;) {
    QCoreApplication::processEvents();
    quiet = isBusy() ? 0 : quiet + 1;
    if (quiet == 0) QThread::usleep(200);
  }
}

void Steps::step(const QString& what, const std::function<void()>& action, const QWidget* painted) {
  app_.begin(painted);
  action();
  app_.count(app_.sinceBegin(), QStringLiteral("the call itself"));
  turnUntilQuiet();
  const double settled = app_.sinceBegin();
  print(settled >= kGiveUpMs ? what + QStringLiteral(" (NOT SETTLED)") : what, app_.firstPaint(), settled,
        app_.longest(), app_.longestWhat());
}

void Steps::print(const QString& what, double paint, double settled, double longest, const QString& blocker) {
  if (collecting_ != nullptr) return collecting_->push_back({what, blocker, paint, settled, longest});
  char painted[16] = "";
  if (paint >= 0) std::snprintf(painted, sizeof painted, "%.1f", paint);
  std::printf("%s %-12s %-34s %9s %9.1f %9.1f   %s\n", longest > kLongMs ? "!" : " ", qPrintable(view_),
              qPrintable(what), painted, settled, longest, longest > kFrameMs ? qPrintable(blocker) : "");
  std::fflush(stdout);
}

void Steps::worst(const QString& what, const std::function<void()>& rows) {
  if (all_) return rows();
  std::vector<Row> made;
  collecting_ = &made;
  rows();
  collecting_ = nullptr;
  if (made.empty()) return;
  const Row& row =
      *std::max_element(made.begin(), made.end(), [](const Row& a, const Row& b) { return a.longest < b.longest; });
  const double settled = std::max_element(made.begin(), made.end(), [](const Row& a, const Row& b) {
                           return a.settled < b.settled;
                         })->settled;
  print(QStringLiteral("%1, worst of %2: %3").arg(what).arg(made.size()).arg(row.what), -1, settled, row.longest,
        row.blocker);
}

bool Steps::open(const QString& path) {
  step(QStringLiteral("open"), [&] {
    page_ = window_.openFile(path);
    app_.setPainted(page_);
  });
  if (!page_->isLoaded()) {
    std::printf("  %s\n", qPrintable(page_->loadError()));
    return false;
  }
  return true;
}

void Steps::show(const char* id) {
  view_ = QLatin1String(id);
  step(QStringLiteral("show"), [&] {
    window_.showView(viewOfName(view_));
    app_.setPainted(view(id));
  });
}

void Steps::frames(const QString& what, QScrollBar* bar, QWidget* viewport) {
  std::vector<double> times;
  app_.begin(nullptr);
  const int from = bar->value();
  for (int i = 0; i < kFrames; ++i) {
    const Clock::time_point begin = Clock::now();
    if (what == QLatin1String("line by line")) bar->setValue(from + i * bar->singleStep());
    else bar->setValue(static_cast<int>(static_cast<int64_t>(bar->maximum()) * i / (kFrames - 1)));
    viewport->repaint();
    times.push_back(milliseconds(Clock::now() - begin));
  }
  const double all = app_.sinceBegin();
  std::sort(times.begin(), times.end());
  print(QStringLiteral("scroll %1, median %2 ms").arg(what).arg(times[times.size() / 2], 0, 'f', 1), -1, all,
        times.back(), QStringLiteral("a frame"));
  turnUntilQuiet();
}

void Steps::scroll(QAbstractScrollArea* area) {
  if (area == nullptr || area->verticalScrollBar()->maximum() == 0) return;
  QScrollBar* bar = area->verticalScrollBar();
  bar->setValue(0);
  frames(QStringLiteral("line by line"), bar, area->viewport());
  frames(QStringLiteral("begin to end"), bar, area->viewport());
  step(QStringLiteral("scroll to end"), [&] { bar->setValue(bar->maximum()); }, area->viewport());
}

/// For each table of a view: sorting, filters, scrolling, selecting the end, copying a row.
void Steps::tables(const char* id) {
  show(id);
  for (TablePanel* panel : view(id)->findChildren<TablePanel*>()) {
    DataTable* table = panel->table();
    if (!table->isVisible() || table->model()->rowCount() < 2) continue;
    scroll(table);
    const TableSource* source = table->tableModel()->source();
    QStringList columns;
    for (const TableColumn& column : source->columns()) columns << column.id;
    worst(QStringLiteral("sort"), [&] {
      for (const QString& column : columns)
        for (const bool descending : {false, true})
          step(QStringLiteral("%1 %2").arg(column, descending ? QStringLiteral("falling") : QStringLiteral("rising")),
               [&] { table->sortBy(column, descending); });
    });
    table->sortBy(QString(), false);
    turnUntilQuiet();
    worst(QStringLiteral("filter"), [&] {
      for (const char* text : {"1", "12", "12_", "12", "e", "layer", "no such row", ""})
        step(QStringLiteral("“%1”").arg(QLatin1String(text)), [&] { panel->filter()->setText(QLatin1String(text)); });
      panel->filter()->setRegex(true);
      for (const char* text : {"[13579]$", ".*a.*b.*", ""})
        step(QStringLiteral("/%1/").arg(QLatin1String(text)), [&] { panel->filter()->setText(QLatin1String(text)); });
      panel->filter()->setRegex(false);
    });
    step(QStringLiteral("choose the last row"),
         [&] { table->setCurrentIndex(table->model()->index(table->model()->rowCount() - 1, 0)); });
    worst(QStringLiteral("arrow key"), [&] {
      for (int i = 2; i < 12; ++i)
        step(QStringLiteral("up"),
             [&] { table->setCurrentIndex(table->model()->index(std::max(0, table->model()->rowCount() - i), 0)); });
    });
    step(QStringLiteral("select all rows"), [&] { table->selectAll(); });
    step(QStringLiteral("choose the first row"), [&] { table->setCurrentIndex(table->model()->index(0, 0)); });
    if (std::strcmp(id, "functions") != 0) continue;
    step(QStringLiteral("copy all rows"), [&] {
      table->clearSelection();
      table->copy();
    });
  }
}

void Steps::selectAt(double part, const QString& what) {
  const Executable& executable = *document()->executable();
  if (executable.code.size() == 0) return;
  Place place;
  place.pc = InstrIndex(static_cast<int64_t>(part * static_cast<double>(executable.code.size() - 1)));
  place.function = executable.functionAt(place.pc);
  step(what, [&] { document()->selection()->select(place); });
}

void Steps::listing() {
  show("listing");
  auto* listing = view<ListingView>("listing");
  scroll(listing->area());
  selectAt(0.5, QStringLiteral("jump to the middle"));
  selectAt(1.0, QStringLiteral("jump to the end"));
  worst(QStringLiteral("arrow key"), [&] {
    for (int i = 0; i < 10; ++i) {
      QKeyEvent key(QEvent::KeyPress, Qt::Key_Up, Qt::NoModifier);
      step(QStringLiteral("up"), [&] { QCoreApplication::sendEvent(listing->area(), &key); });
    }
  });
  step(QStringLiteral("find opens"), [&] { listing->startFind(); });
  worst(QStringLiteral("find"), [&] {
    for (const char* text : {"k", "ke", "ker", "matmul_add_77", "no such text", "12"}) {
      step(QStringLiteral("“%1”").arg(QLatin1String(text)), [&] { listing->findBar()->setText(QLatin1String(text)); });
      step(QStringLiteral("next"), [&] { listing->findNext(false); });
      step(QStringLiteral("previous"), [&] { listing->findNext(true); });
    }
  });
  step(QStringLiteral("find closes"), [&] { listing->findBar()->setText({}); });
  auto* plumbing = window_.findChild<QToolButton*>(QStringLiteral("listing.plumbing"));
  step(QStringLiteral("without plumbing"), [&] { plumbing->setChecked(false); });
  step(QStringLiteral("with plumbing"), [&] { plumbing->setChecked(true); });
  selectAt(0.25, QStringLiteral("jump to a quarter"));
}

void Steps::cfg() {
  selectAt(0.0, QStringLiteral("jump to the begin"));
  show("cfg");
  selectAt(0.5, QStringLiteral("jump to the middle"));
  auto* canvas = view<CfgView>("cfg")->findChild<CfgCanvas*>();
  worst(QStringLiteral("zoom"), [&] {
    for (int i = 0; i < 20; ++i)
      step(i < 12 ? QStringLiteral("out") : QStringLiteral("in"), [&] {
        canvas->zoomBy(i < 12 ? 0.7 : 1.6, QPointF(300, 300));
        canvas->repaint();
      });
  });
  step(QStringLiteral("fit"), [&] { canvas->fit(); }, canvas);
  auto* fold = window_.findChild<QToolButton*>(QStringLiteral("cfg.fold"));
  if (fold != nullptr) step(QStringLiteral("unfold"), [&] { fold->setChecked(false); });
}

void Steps::hex() {
  show("hex");
  auto* hex = view<HexView>("hex");
  scroll(hex->area());
  selectAt(0.5, QStringLiteral("jump to the middle"));
  selectAt(1.0, QStringLiteral("jump to the end"));
  QTreeView* tree = hex->tree();
  worst(QStringLiteral("expand"), [&] {
    // Every node of the first levels with many children.
    std::vector<QPersistentModelIndex> open{QPersistentModelIndex()};
    for (size_t i = 0; i < open.size() && i < 24; ++i) {
      const QModelIndex parent = open[i];
      const int rows = std::min(40, tree->model()->rowCount(parent));
      for (int row = 0; row < rows; ++row)
        if (const QModelIndex child = tree->model()->index(row, 0, parent);
            tree->model()->rowCount(child) > 0 && (rows < 40 || row == 0))
          open.emplace_back(child);
      if (parent.isValid()) step(parent.data().toString(), [&] { tree->expand(parent); }, tree->viewport());
    }
  });
  scroll(tree);
  step(QStringLiteral("choose the last field"),
       [&] { tree->setCurrentIndex(tree->indexAt(QPoint(20, tree->viewport()->height() - 40))); });
  worst(QStringLiteral("choose a byte"), [&] {
    for (const double part : {0.1, 0.3, 0.5, 0.7, 0.9})
      step(QString::number(part),
           [&] { hex->goToOffset(static_cast<uint64_t>(part * static_cast<double>(hex->area()->size()))); });
  });
  step(QStringLiteral("find opens"), [&] { hex->startFind(); });
  step(QStringLiteral("find what is not there"), [&] { hex->findBar()->setText(QStringLiteral("fe fe 01 fe fe 02")); });
  step(QStringLiteral("find closes"), [&] { hex->findBar()->setText({}); });
}

void Steps::references() {
  view_ = QStringLiteral("references");
  window_.showView(ViewId::Listing);
  const Executable& executable = *document()->executable();
  const auto ask = [&](const QString& what, const Place& place) {
    document()->selection()->select(place);
    turnUntilQuiet();
    ReferencesPopup* popup = nullptr;
    step(what, [&] {
      window_.perform(QStringLiteral("go.references"));
      popup = window_.findChild<ReferencesPopup*>();
      app_.setPainted(popup);
    });
    if (popup == nullptr) return;
    worst(QStringLiteral("sort"), [&] {
      for (const char* column : {"kind", "function", "pc", "code"})
        step(QLatin1String(column), [&] { popup->table()->sortBy(QLatin1String(column), true); });
    });
    step(QStringLiteral("close"), [&] { popup->close(); });
  };
  Place place;
  uint64_t most = 0;
  const auto& summary = document()->data().summary->functions;
  for (size_t i = 0; i < summary.size(); ++i)
    if (summary[i].callSites > most) {
      most = summary[i].callSites;
      place.function = FuncIndex(static_cast<int64_t>(i));
    }
  if (most > 0) ask(QStringLiteral("of a function (%1 calls)").arg(most), place);
  if (!executable.constants.empty()) {
    Place constant;
    constant.constant = ConstIndex(static_cast<int64_t>(executable.constants.size() / 2));
    ask(QStringLiteral("of a constant"), constant);
  }
  if (executable.code.size() > 0) {
    Place reg;
    reg.function = executable.functionAt(InstrIndex(0));
    reg.pc = InstrIndex(0);
    reg.reg = RegIndex(0);
    ask(QStringLiteral("of a register"), reg);
  }
}

void Steps::quickOpen() {
  view_ = QStringLiteral("quick open");
  step(QStringLiteral("open"), [&] {
    window_.perform(QStringLiteral("go.quickOpen"));
    app_.setPainted(window_.palettePanel());
  });
  worst(QStringLiteral("type"), [&] {
    for (const char* text :
         {"m", "ma", "mat", "matmul_add_7", "block_99", "layer 12 block", "no such name", ":5000", "k"})
      step(QStringLiteral("“%1”").arg(QLatin1String(text)),
           [&] { window_.palettePanel()->setQuery(QLatin1String(text)); });
  });
  if (window_.palettePanel()->hitCount() > 0)
    step(QStringLiteral("go"), [&] { window_.palettePanel()->activate(window_.palettePanel()->hitCount() - 1); });
}

void Steps::editing() {
  view_ = QStringLiteral("edit");
  window_.showView(ViewId::Listing);
  turnUntilQuiet();
  auto* listing = view<ListingView>("listing");
  step(QStringLiteral("open on a function"), [&] {
    listing->setEditing(true);
    app_.setPainted(listing->editPane());
  });
  const auto type = [&] {
    if (listing->editPane()->editor()->isReadOnly()) return;
    worst(QStringLiteral("type"), [&] {
      for (int i = 0; i < 5; ++i)
        step(QStringLiteral("a letter"), [&] {
          listing->editPane()->editor()->textCursor().insertText(i == 0 ? QStringLiteral(" # ") : QStringLiteral("x"));
        });
    });
    // Undone, so that the text is unchanged for the following steps.
    step(QStringLiteral("undo all"), [&] {
      for (int i = 0; i < 8 && listing->editPane()->isModified(); ++i) listing->editPane()->editor()->undo();
    });
  };
  type();
  if (!listing->editPane()->editor()->isReadOnly()) scroll(listing->editPane()->editor());
  step(QStringLiteral("the whole executable"), [&] { listing->editPane()->setWhole(true); });
  type();
  step(QStringLiteral("close"), [&] { listing->setEditing(false); });
}

void Steps::notes() {
  view_ = QStringLiteral("notes");
  const Executable& executable = *document()->executable();
  if (executable.functions.empty()) return;
  const FuncIndex function(static_cast<int64_t>(executable.functions.size() - 1));
  step(QStringLiteral("write a note"),
       [&] { document()->notes()->setNote(function, InstrIndex(), QStringLiteral("seen")); });
  step(QStringLiteral("name a function"), [&] { document()->notes()->setName(function, QStringLiteral("mine")); });
  step(QStringLiteral("undo"), [&] { document()->notes()->undoStack()->undo(); });
  step(QStringLiteral("undo"), [&] { document()->notes()->undoStack()->undo(); });
}

/// A run of every instruction, up to a limit, as the recorder would produce it.
void Steps::trace() {
  const Executable& executable = *document()->executable();
  std::vector<std::string> names;
  for (const Function& function : executable.functions) names.push_back(function.name);
  testing::TraceMaker maker(names);
  constexpr size_t kMax = 300'000;
  int64_t now = 0;
  const size_t count = std::min(kMax, executable.code.size());
  for (size_t i = 0; i < count; ++i) {
    const InstrIndex pc(static_cast<int64_t>(executable.code.size() * i / count));
    const Instruction instruction = executable.code.at(pc);
    if (!instruction.isCall()) continue;
    maker.event(EventKind::Call, now, 900, static_cast<uint32_t>(instruction.callFunction()), 1,
                static_cast<uint32_t>(executable.functionAt(pc).value), static_cast<uint32_t>(pc.value));
    maker.tensor(0, DataType{static_cast<uint8_t>(TypeCode::Float), 32, 1}, {static_cast<int64_t>(i % 1000), 64});
    now += 1000;
  }
  maker.run(0, now);
  view_ = QStringLiteral("trace");
  const auto made = maker.snapshot();
  if (made->eventCount() == 0) return;
  step(QStringLiteral("a run of %1 calls").arg(made->eventCount()), [&] {
    document()->setTrace(made);
    page_->runController()->computeStatistics();
  });
  for (const char* id : {"statistics", "values"}) tables(id);
  view<View>("statistics");
  show("timeline");
  tables("functions");
  show("listing");
  selectAt(0.7, QStringLiteral("jump, with times"));
  show("cfg");
  show("overview");
}

void Steps::everything() {
  show("overview");
  for (const char* id : {"functions", "constants", "modules", "findings"}) tables(id);
  listing();
  cfg();
  hex();
  references();
  quickOpen();
  notes();
  editing();
  view_ = QStringLiteral("window");
  step(QStringLiteral("other theme"), [&] { window_.perform(QStringLiteral("view.theme")); });
  step(QStringLiteral("this theme"), [&] { window_.perform(QStringLiteral("view.theme")); });
  step(QStringLiteral("resize"), [&] { window_.resize(1280, 800); });
  step(QStringLiteral("reload"), [&] { page_->reload(); });
  trace();
  view_ = QStringLiteral("window");
  step(QStringLiteral("close the tab"), [&] {
    page_ = nullptr;
    window_.perform(QStringLiteral("file.close"));
  });
}

}  // namespace

bool measureWindow(LoopWatch& app, const QString& path, bool all) {
  Steps steps(app, all);
  if (!steps.open(path)) return false;
  steps.everything();
  return true;
}

}  // namespace relaxscope::bench
