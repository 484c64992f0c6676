// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/memory/memory_view.h"

#include <QApplication>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QMenu>
#include <QPainter>
#include <QScrollBar>
#include <QStackedLayout>

#include <algorithm>
#include <cmath>

#include "views/axis/key_position.h"
#include "views/axis/plot.h"
#include "views/code/subject_function.h"
#include "views/memory/bars.h"
#include "views/memory/names.h"
#include "views/memory/peak_panel.h"
#include "views/memory/texts.h"
#include "views/memory/what_if.h"
#include "views/theme/theme.h"
#include "views/widgets/empty_note.h"
#include "views/widgets/readout_line.h"
#include "views/widgets/spoken_item.h"
#include "vmcore/base/text/text.h"

namespace relaxscope {
namespace {
constexpr double kKeyZoom = 0.7;  // span factor per key press
constexpr double kKeyPan = 0.15;  // fraction of the span per key press
constexpr int kWide = 780;        // logical pixels: the panel is beside the plot
}  // namespace

MemoryView::MemoryView(Document* document, QWidget* parent)
    : View(document, parent),
      plans_(document->derived<MemoryPlanOf>()),
      curves_(document->derived<PeakCurveOf>()),
      registers_(document->derived<RegisterLivesOf>()) {
  setObjectName(QStringLiteral("view.memory"));
  setFocusPolicy(Qt::StrongFocus);
  scene_.document = document;
  spoken_ = new SpokenItem(this, QAccessible::List, [this] { return selectedReadout().join(QStringLiteral(", ")); });
  buildCorner();
  build();
  connectDocument();
  connectPlot();
  reload();
}

QWidget* MemoryView::buildPlot() {
  auto* pane = new QWidget(this);
  auto* row = new QHBoxLayout(pane);
  row->setContentsMargins(0, 0, 0, 0);
  row->setSpacing(0);
  names_ = new MemoryNames(&scene_, pane);
  plot_ = new AxisPlot(std::make_unique<MemoryContent>(&scene_), QStringLiteral("memory"), pane);
  plot_->setFocusProxy(this);
  plot_->setMinimumWidth(120);
  bar_ = new QScrollBar(Qt::Vertical, pane);
  bar_->setObjectName(QStringLiteral("memory.scroll"));
  bar_->setSingleStep(24);
  row->addWidget(names_);
  row->addWidget(plot_, 1);
  row->addWidget(bar_);
  return pane;
}

void MemoryView::build() {
  auto* content = new QWidget(this);
  auto* column = new QVBoxLayout(content);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  whatIf_ = new WhatIf(content);
  column->addWidget(whatIf_);
  auto* beside = new QHBoxLayout;
  beside->setContentsMargins(0, 0, 0, 0);
  beside->setSpacing(0);
  plotPane_ = buildPlot();
  panel_ = new PeakPanel(content);
  beside->addWidget(plotPane_, 1);
  beside->addWidget(panel_, 0);
  column->addLayout(beside, 1);
  readout_ = new ReadoutLine(tr("Point at a storage or a tensor to read its bytes and its life here"), content);
  readout_->setObjectName(QStringLiteral("memory.readout"));
  column->addWidget(readout_);
  empty_ = new EmptyNote(this);
  stack_ = new QStackedLayout(this);
  stack_->addWidget(empty_);
  stack_->addWidget(content);
}

void MemoryView::buildCorner() {
  peak_ = corner("memory.peakPanel", "peak", tr("Peak"), tr("The panel with the peak and other plans"), true);
  measured_ =
      corner("memory.measured", "eye", tr("Measured"), tr("Bytes that the profile measured, beside the plan"), true);
  lives_ =
      corner("memory.registers", "functions", tr("Registers"), tr("Lives of registers in place of storages"), true);
  fit_ = corner("memory.fit", "fit", tr("Fit") + QStringLiteral("  F"), tr("Fit the selection (F); whole function: 0"),
                false);
  measured_->setChecked(true);
}

QToolButton* MemoryView::corner(const char* name, const char* icon, const QString& text, const QString& tip,
                                bool checkable) {
  auto* button = new QToolButton(this);
  button->setObjectName(QLatin1String(name));
  button->setProperty("toolButton", QStringLiteral("flat"));
  button->setText(text);
  button->setToolTip(tip);
  button->setAccessibleName(text);
  button->setCheckable(checkable);
  button->setToolButtonStyle(Qt::ToolButtonIconOnly);  // the tabs beside it need the room
  button->hide();
  const auto paint = [button, file = QString(QLatin1String(icon))] { button->setIcon(Theme::instance()->icon(file)); };
  paint();
  connect(Theme::instance(), &Theme::changed, button, paint);
  return button;
}

QList<QWidget*> MemoryView::cornerWidgets() { return {measured_, lives_, peak_, fit_}; }

void MemoryView::connectDocument() {
  connect(document(), &Document::dataChanged, this, &MemoryView::reload);
  connect(document(), &Document::traceChanged, this, &MemoryView::measure);
  connect(document(), &Document::runStateChanged, this, &MemoryView::measure);
  connect(document()->selection(), &Selection::changed, this, &MemoryView::follow);
  connect(plans_, &DerivedValues::made, this, &MemoryView::recompute);
  connect(curves_, &DerivedValues::made, this, &MemoryView::recompute);
  connect(registers_, &DerivedValues::made, this, &MemoryView::recompute);
  connect(Theme::instance(), &Theme::changed, this, &MemoryView::arrange);
  connect(whatIf_, &WhatIf::changed, this, [this] {
    sizes_ = whatIf_->sizes();
    asRun_ = false;
    recompute();
  });
  connect(whatIf_, &WhatIf::runFollowed, this, [this](bool wanted) {
    asRun_ = wanted;
    recompute();
  });
}

void MemoryView::connectPlot() {
  const auto scroll = [this](int pixels) { scrollTo(scene_.scrollY + pixels); };
  connect(names_, &MemoryNames::scrolled, this, scroll);
  connect(plot_, &AxisPlot::scrolled, this, scroll);
  connect(bar_, &QScrollBar::valueChanged, this, &MemoryView::scrollTo);
  connect(plot_, &AxisPlot::windowChanged, this, &MemoryView::refresh);
  connect(plot_, &AxisPlot::rangeDragged, this, &MemoryView::refresh);
  connect(plot_, &AxisPlot::resized, this, &MemoryView::relayout);
  connect(plot_, &AxisPlot::clickedAt, this, [this](QPoint pos) { pick(pos, false); });
  connect(plot_, &AxisPlot::doubleClickedAt, this, [this](QPoint pos) { pick(pos, true); });
  connect(plot_, &AxisPlot::contextRequestedAt, this, [this](const QPoint& globalPos, QPoint pos) {
    pick(pos, false);
    menuAt(globalPos);
  });
  connect(plot_, &AxisPlot::pointed, this, [this](QPoint pos) {
    pointer_ = pos;
    showReadout();
  });
  connect(plot_, &AxisPlot::pointedAway, this, [this] {
    pointer_.reset();
    showReadout();
  });
  connect(names_, &MemoryNames::clicked, this, [this](int row) {
    setFocus(Qt::MouseFocusReason);
    if (!scene_.showsRegisters) choose({row, -1});
  });
  connect(panel_, &PeakPanel::chosen, this, &MemoryView::choose);
  connect(panel_, &PeakPanel::csvRequested, this, &MemoryView::copyCsv);
  connect(panel_, &PeakPanel::listingRequested, this, [this] {
    if (scene_.picture) select(scene_.picture->plan.peakPc, -1, true);
  });
  connect(peak_, &QToolButton::toggled, this, [this](bool on) {
    (wide_ ? besideWanted_ : inPlaceWanted_) = on;
    arrange();
  });
  connect(fit_, &QToolButton::clicked, this, &MemoryView::fit);
  connect(lives_, &QToolButton::toggled, this, [this](bool on) {
    scene_.showsRegisters = on;
    scene_.scrollY = 0;
    recompute();
  });
  connect(measured_, &QToolButton::toggled, this, &MemoryView::recompute);
}

void MemoryView::reload() {
  const Executable* executable = document()->executable();
  measuredOf_ = nullptr;
  scene_.measured = nullptr;
  setFunction(executable != nullptr ? startFunction(*executable, functionName_) : FuncIndex());
  follow();
}

void MemoryView::setFunction(FuncIndex function) {
  function_ = function;
  const Executable* executable = document()->executable();
  const Function* row = executable != nullptr ? executable->function(function) : nullptr;
  if (row != nullptr) functionName_ = QString::fromStdString(row->name);
  sizes_.clear();
  asRun_ = true;
  scene_.picture = nullptr;
  scene_.registers = nullptr;
  scene_.selected = {};
  scene_.pc = {};
  scene_.range.reset();
  scene_.scrollY = 0;
  scene_.window = {};
  recompute();
  measure();
}

bool MemoryView::hasSizesOfRun() const {
  return scene_.measured && !(scene_.measured->sizes.empty() && scene_.measured->slotValues.empty());
}

MemoryPlanOf MemoryView::wanted() const {
  if (asRun_ && hasSizesOfRun()) return {function_, scene_.measured->sizes, scene_.measured->slotValues};
  return {function_, sizes_};
}

void MemoryView::recompute() {
  const Executable* executable = document()->executable();
  const Function* row = executable != nullptr ? executable->function(function_) : nullptr;
  if (row != nullptr && row->isBytecode()) {
    const bool fresh = scene_.picture == nullptr;
    if (auto picture = plans_->find(wanted())) scene_.picture = std::move(picture);
    if (scene_.showsRegisters || fresh) scene_.registers = registers_->find({function_});
    if (scene_.picture && fresh) {
      scene_.window.minimum = 2;
      scene_.window.setLimits(
          static_cast<double>(scene_.picture->chart.begin),
          static_cast<double>(std::max(scene_.picture->chart.end, scene_.picture->chart.begin + 1)));
      scene_.window.whole();
    }
  }
  const bool any = scene_.picture != nullptr && (!scene_.picture->isEmpty() || scene_.showsRegisters);
  stack_->setCurrentIndex(any ? 1 : 0);
  if (!any) empty_->setSentence(emptyReason());
  std::shared_ptr<const PeakCurveOf::Value> curve;
  if (scene_.picture) {
    const MemoryPlan& plan = scene_.picture->plan;
    whatIf_->setSizes(plan.sizes);
    whatIf_->setBounds(plan.bounds);
    const auto& file = document()->data().file;
    scene_.mayTakeWorkspaces = file && file->library && mayTakeWorkspaces(*file->library);
    whatIf_->setRun(hasSizesOfRun(), asRun_);
    if (!plan.sizes.empty()) {
      GivenSizes others = plan.sizes;
      others.erase(others.begin());
      curve = curves_->find({function_, others, plan.sizes.front().first});
    }
    whatIf_->setFigures(bytesExactly(scene_.picture->other.allStorages.bytes), bytesExactly(plan.storagesPeak));
    scene_.isScaled = scene_.measured && scene_.measured->differsFrom(plan.sizes);
  }
  scene_.showsMeasured = measured_->isChecked() && scene_.measured != nullptr;
  measured_->setEnabled(scene_.measured && !scene_.measured->points.empty());
  whatIf_->setSeen(scene_.measured ? scene_.measured->seen : std::map<std::string, std::set<int64_t>>());
  panel_->setScene(scene_, std::move(curve));
  arrange();
  relayout();
  follow();
}

/// Reads what the profile measured, once it is complete.
void MemoryView::measure() {
  const std::shared_ptr<const Trace> trace = document()->trace();
  const std::shared_ptr<const FunctionFacts> facts = document()->facts();
  if (document()->runState() != RunState::Idle) return;
  if (trace == nullptr || facts == nullptr || !trace->info.values) {
    measureTask_.cancel();
    measuredOf_ = nullptr;
    if (scene_.measured) {
      scene_.measured = nullptr;
      recompute();
    }
    return;
  }
  if (trace == measuredOf_ && measuredFunction_ == function_) return;
  measuredOf_ = trace;
  measuredFunction_ = function_;
  scene_.measured = nullptr;
  measureTask_.start([trace, facts, function = function_](
                         const std::stop_token& stop) { return measuredMemory(*trace, *facts, function, stop); },
                     [this](MeasuredMemory measured) {
                       asRun_ = true;
                       scene_.measured = std::make_shared<const MeasuredMemory>(std::move(measured));
                       recompute();
                     });
}

bool MemoryView::isSettled() const {
  return !plans_->isPending() && !curves_->isPending() && !registers_->isPending() && !measureTask_.isPending();
}

void MemoryView::follow() {
  const Executable* executable = document()->executable();
  if (executable == nullptr) return;
  const Place& place = document()->selection()->current();
  if (place.function != function_ && becomesSubject(*executable, place.function, function_))
    return setFunction(place.function);
  const InstrIndex pc = place.function == function_ ? place.pc : InstrIndex();
  if (pc == scene_.pc && (pc.valid() || !scene_.selected.valid())) return;
  scene_.pc = pc;
  if (scene_.pcOf(scene_.selected) != pc || !pc.valid()) scene_.selected = scene_.itemAt(pc);
  reveal();
  panel_->setSelected(scene_.selected);
  refresh();
  spoken_->changed();
}

void MemoryView::relayout() {
  names_->setTop(plot_->rulerHeight());
  const MemoryLayout layout = layoutMemory(scene_, plot_->laneArea());
  const int page = layout.rows.height();
  bar_->setRange(0, std::max(0, layout.height - page));
  bar_->setPageStep(std::max(1, page));
  bar_->setVisible(bar_->maximum() > 0);
  scene_.scrollY = std::clamp(scene_.scrollY, 0, bar_->maximum());
  bar_->setValue(scene_.scrollY);
  refresh();
}

void MemoryView::refresh() {
  plot_->refresh();
  names_->update();
  showReadout();
}

/// The panel is beside the plot, or where there is no room for both in place of it.
void MemoryView::arrange() {
  const Theme* theme = Theme::instance();
  wide_ = width() >= theme->px(kWide);
  const bool panel = wide_ ? besideWanted_ : inPlaceWanted_;
  peak_->setEnabled(stack_->currentIndex() == 1);
  {
    const QSignalBlocker quiet(peak_);
    peak_->setChecked(panel);
  }
  panel_->setVisible(panel);
  plotPane_->setVisible(wide_ || !panel);
  panel_->setMinimumWidth(wide_ ? theme->px(PeakPanel::kWidth) : 0);
  panel_->setMaximumWidth(wide_ ? theme->px(PeakPanel::kWidth) : QWIDGETSIZE_MAX);
  names_->setNarrow(width() < theme->px(520));
}

void MemoryView::resizeEvent(QResizeEvent* event) {
  View::resizeEvent(event);
  arrange();
}

void MemoryView::scrollTo(int y) {
  const int wanted = std::clamp(y, 0, bar_->maximum());
  if (wanted == scene_.scrollY) return;
  scene_.scrollY = wanted;
  bar_->setValue(wanted);
  refresh();
}

/// Scrolls and pans by the minimum that shows the selected item.
void MemoryView::reveal() {
  if (scene_.pc.valid()) {
    const auto at = static_cast<double>(scene_.pc.value);
    if (at < scene_.window.begin) scene_.window.shift(at - 1 - scene_.window.begin);
    if (at + 1 > scene_.window.end) scene_.window.shift(at + 2 - scene_.window.end);
  }
  if (!scene_.selected.valid() || scene_.showsRegisters) return;
  const MemoryLayout layout = layoutMemory(scene_, plot_->laneArea());
  const int top = scene_.selected.storage * layout.rowHeight;
  if (top < scene_.scrollY) scrollTo(top);
  else if (top + layout.rowHeight > scene_.scrollY + layout.rows.height())
    scrollTo(top + layout.rowHeight - layout.rows.height());
}

void MemoryView::select(InstrIndex pc, int64_t reg, bool activate) {
  if (!pc.valid()) return;
  Place place;
  place.function = function_;
  place.pc = pc;
  if (reg >= 0) place.reg = RegIndex(reg);
  if (activate) document()->selection()->activate(place, ViewId::Listing);
  else document()->selection()->select(place);
}

void MemoryView::choose(MemoryItem item, bool activate) {
  const InstrIndex pc = scene_.pcOf(item);
  if (!pc.valid()) return;
  scene_.selected = item;
  scene_.pc = pc;
  reveal();
  panel_->setSelected(item);
  refresh();
  select(pc, scene_.regOf(item), activate);
  spoken_->changed();
}

void MemoryView::pick(QPoint pos, bool activate) {
  const MemoryHit hit = memoryHit(scene_, pos, plot_->laneArea());
  scene_.range.reset();
  if (hit.item.valid()) return choose(hit.item, activate);
  select(hit.call.valid() ? hit.call : hit.pc, -1, activate);
}

void MemoryView::fit() {
  if (scene_.range) {
    scene_.window.show(scene_.range->first, scene_.range->second);
  } else if (const InstrIndex pc = scene_.pcOf(scene_.selected); pc.valid()) {
    const ChartStorage& storage = scene_.picture->chart.storages[static_cast<size_t>(scene_.selected.storage)];
    const auto length = static_cast<double>(storage.end - storage.begin);
    scene_.window.show(static_cast<double>(storage.begin) - length / 8, static_cast<double>(storage.end) + length / 8);
  } else {
    scene_.window.whole();
  }
  refresh();
}

bool MemoryView::moveWindow(int key) {
  const double centre = (scene_.window.begin + scene_.window.end) / 2;
  switch (key) {
    case Qt::Key_W:
    case Qt::Key_Plus: scene_.window.zoom(kKeyZoom, centre); return true;
    case Qt::Key_S:
    case Qt::Key_Minus: scene_.window.zoom(1 / kKeyZoom, centre); return true;
    case Qt::Key_A: scene_.window.pan(-kKeyPan); return true;
    case Qt::Key_D: scene_.window.pan(kKeyPan); return true;
    case Qt::Key_0:
    case Qt::Key_Home: scene_.window.whole(); return true;
    case Qt::Key_Escape: scene_.range.reset(); return true;
    default: return false;
  }
}

/// Moves the selection among storages and their tensors; false if the key does something else.
bool MemoryView::step(int key) {
  const int count = static_cast<int>(scene_.picture->chart.storages.size());
  const bool row = key == Qt::Key_Up || key == Qt::Key_Down, tensor = key == Qt::Key_Left || key == Qt::Key_Right;
  if (scene_.showsRegisters) {
    if (row) scrollTo(scene_.scrollY + (key == Qt::Key_Down ? 24 : -24));
    return row;
  }
  if ((!row && !tensor) || count == 0) return false;
  MemoryItem item = scene_.selected;
  if (!item.valid()) item = {0, -1};
  else if (row) item = {std::clamp(item.storage + (key == Qt::Key_Down ? 1 : -1), 0, count - 1), -1};
  else
    item.tensor = std::clamp(
        item.tensor + (key == Qt::Key_Right ? 1 : -1), -1,
        static_cast<int>(scene_.picture->chart.storages[static_cast<size_t>(item.storage)].tensors.size()) - 1);
  choose(item);
  return true;
}

void MemoryView::keyPressEvent(QKeyEvent* event) {
  const Qt::KeyboardModifiers mods = event->modifiers() & ~(Qt::KeypadModifier | Qt::ShiftModifier);
  if (!scene_.picture || mods != Qt::NoModifier) return View::keyPressEvent(event);
  const int key = keyByPosition(*event);
  if (step(key)) return;
  switch (key) {
    case Qt::Key_F: return fit();
    case Qt::Key_P: return select(scene_.picture->plan.peakPc, -1, false);
    case Qt::Key_Return:
    case Qt::Key_Enter: return select(scene_.pc, scene_.regOf(scene_.selected), true);
    default: break;
  }
  if (!moveWindow(key)) return View::keyPressEvent(event);
  refresh();
}

void MemoryView::menuAt(const QPoint& globalPos) {
  auto* menu = new QMenu(this);
  menu->setObjectName(QStringLiteral("memory.menu"));
  menu->setAttribute(Qt::WA_DeleteOnClose);
  if (scene_.pc.valid())
    menu->addAction(tr("Show in listing"), this, [this] { select(scene_.pc, scene_.regOf(scene_.selected), true); });
  if (scene_.selected.valid()) {
    menu->addAction(tr("Fit"), this, &MemoryView::fit);
    menu->addAction(tr("Copy as text"), this,
                    [this] { QApplication::clipboard()->setText(selectedReadout().join(QStringLiteral(", "))); });
  }
  menu->addAction(tr("Copy plan as CSV"), this, &MemoryView::copyCsv);
  menu->addSeparator();
  menu->addAction(tr("Whole function"), this, [this] {
    scene_.window.whole();
    refresh();
  });
  menu->popup(globalPos);
}

void MemoryView::contextMenuEvent(QContextMenuEvent* event) {
  if (event->reason() != QContextMenuEvent::Keyboard || !scene_.picture) return View::contextMenuEvent(event);
  menuAt(plot_->mapToGlobal(plot_->laneArea().center()));
}

void MemoryView::copyCsv() {
  if (scene_.picture) QApplication::clipboard()->setText(planAsCsv(*scene_.picture));
}

QStringList MemoryView::selectedReadout() const {
  return scene_.selected.valid() ? itemReadout(scene_, scene_.selected) : QStringList();
}

void MemoryView::showReadout() {
  const MemoryHit hit = pointer_ ? memoryHit(scene_, *pointer_, plot_->laneArea()) : MemoryHit();
  readout_->setParts(pointer_ && (hit.pc.valid() || hit.isSelectable()) ? memoryReadout(scene_, hit)
                                                                        : selectedReadout());
}

QString MemoryView::emptyReason() const {
  const Executable* executable = document()->executable();
  if (executable == nullptr) return tr("Nothing is open: open an executable to see its memory plan.");
  const Function* f = executable->function(function_);
  if (f == nullptr) return tr("The executable has no functions.");
  const QString name = QString::fromStdString(printable(f->name));
  if (f->isVmTir()) return tr("%1 is a compiled function: its allocations are machine code of the library.").arg(name);
  if (f->isPacked()) return tr("%1 is a packed function and has no bytecode. Choose a bytecode function.").arg(name);
  if (!scene_.picture) return tr("The memory plan of %1 is being computed.").arg(name);
  const MemoryPlan& plan = scene_.picture->plan;
  if (!plan.unknown.empty()) return tr("%1 allocates no storage. %2").arg(name, inexactSentence(plan));
  return tr("%1 allocates no storage: its results are arguments, constants or computed by the calls themselves.")
      .arg(name);
}

QSize MemoryView::contentSize() const {
  if (stack_->currentIndex() == 0) return size();
  return {width(), std::max(height(), plot_->rulerHeight() + wholeHeight(scene_))};
}

void MemoryView::renderAll(QPainter* painter, const QSize& size) {
  if (stack_->currentIndex() == 0) return View::renderAll(painter, size);
  const int scroll = std::exchange(scene_.scrollY, 0);
  const int left = names_->width();
  names_->paintAll(painter, QRect(0, 0, left, size.height()));
  plot_->paintAll(painter, QRect(left, 0, std::max(1, size.width() - left), size.height()));
  scene_.scrollY = scroll;
}

}  // namespace relaxscope
