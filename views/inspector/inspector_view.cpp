// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/inspector/inspector_view.h"

#include <QApplication>
#include <QClipboard>
#include <QScrollArea>
#include <QStackedLayout>
#include <QTimer>
#include <QVBoxLayout>

#include "views/code/table_texts.h"
#include "views/code/tokens.h"
#include "views/theme/call_titles.h"
#include "views/widgets/empty_note.h"
#include "views/widgets/table_source.h"
#include "vmcore/base/text/text.h"
#include "vmcore/model/callee_kind.h"

namespace relaxscope {
namespace {

QString timeText(double ns) { return QString::fromStdString(durationText(ns)); }

QString kindChip(const EventFacts& facts) {
  switch (facts.kind) {
    case EventKind::FunctionBody: return InspectorView::tr("function body");
    case EventKind::CompiledBody: return InspectorView::tr("compiled function");
    case EventKind::CompiledBuiltin: return InspectorView::tr("from compiled code");
    case EventKind::Call: break;
    default: return InspectorView::tr("load phase");
  }
  return callKindTitle(facts.callKind, CallTitle::Call);
}

QString functionKind(const Function& function) {
  if (findBuiltin(function.name) != nullptr && function.isPacked()) return InspectorView::tr("builtin of the machine");
  if (function.isBytecode()) return InspectorView::tr("bytecode function");
  if (function.isVmTir()) return InspectorView::tr("compiled function");
  return InspectorView::tr("packed function of the library");
}

}  // namespace

InspectorView::InspectorView(Document* document, QWidget* parent)
    : View(document, parent),
      tracks_(ProfileTracks::of(document)),
      scroll_(new QScrollArea(this)),
      empty_(new EmptyNote(this)),
      types_(ResultTypes::of(document)) {
  setObjectName(QStringLiteral("view.inspector"));
  scroll_->setObjectName(QStringLiteral("inspector.scroll"));
  scroll_->setAccessibleName(tr("What is selected"));
  scroll_->setFrameShape(QFrame::NoFrame);
  scroll_->setWidgetResizable(true);
  scroll_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  auto* stack = new QStackedLayout(this);
  stack->addWidget(empty_);
  stack->addWidget(scroll_);
  setFocusProxy(scroll_);
  connect(document->selection(), &Selection::changed, this, &InspectorView::scheduleRebuild);
  connect(document, &Document::dataChanged, this, &InspectorView::scheduleRebuild);
  connect(types_, &ResultTypes::made, this, &InspectorView::scheduleRebuild);
  connect(document, &Document::statisticsChanged, this, &InspectorView::scheduleRebuild);
  connect(tracks_, &ProfileTracks::changed, this, [this] {
    if (tracks_->isSettled() && this->document()->runState() == RunState::Idle) scheduleRebuild();
  });
  connect(document, &Document::runStateChanged, this, &InspectorView::scheduleRebuild);
  connect(document->notes(), &Notes::changed, this, &InspectorView::scheduleRebuild);
  connect(Theme::instance(), &Theme::changed, this, &InspectorView::scheduleRebuild);
  rebuild();
}

void InspectorView::scheduleRebuild() {
  if (pending_) return;
  pending_ = true;
  QTimer::singleShot(0, this, [this] {
    pending_ = false;
    rebuild();
  });
}

void InspectorView::rebuild() {
  const Place& place = document()->selection()->current();
  lines_.clear();
  content_ = new QWidget;
  content_->setObjectName(QStringLiteral("inspector.content"));
  content_->setAutoFillBackground(true);
  QPalette palette = content_->palette();
  palette.setColor(QPalette::Window, Theme::instance()->color(Token::Panel));
  content_->setPalette(palette);
  layout_ = new QVBoxLayout(content_);
  const Theme* theme = Theme::instance();
  layout_->setContentsMargins(theme->px(16), theme->px(14), theme->px(16), theme->px(16));
  layout_->setSpacing(theme->px(8));

  const Executable* executable = document()->executable();
  EventFacts slice;
  if (place.event.valid()) slice = eventFacts(*document(), *tracks_, place.event);
  const bool instruction = executable != nullptr && place.pc.valid() && place.pc.at() < executable->code.size();
  const bool function = executable != nullptr && executable->function(place.function) != nullptr;
  if (slice.valid) showSlice(slice);
  else if (instruction) showInstruction(place.pc, place.function);
  else if (function) showFunction(place.function);
  layout_->addStretch();
  const bool any = slice.valid || instruction || function;
  empty_->setSentence(
      executable == nullptr && document()->trace() == nullptr
          ? tr("Nothing is open.")
          : tr("Nothing is selected. Click a call in the timeline, the listing or a table, and all that is known of it stands here."));
  scroll_->setWidget(content_);  // deletes the one before
  static_cast<QStackedLayout*>(layout())->setCurrentIndex(any ? 1 : 0);
}

/// A named function's own name, below its title.
void InspectorView::ownName(FuncIndex function, QList<Fact>& rows) const {
  const Function* row = document()->executable() != nullptr ? document()->executable()->function(function) : nullptr;
  if (row != nullptr && !document()->notes()->table()->name(function).isEmpty())
    rows.append({tr("Own name"), QString::fromStdString(printable(row->name)), {}, {}, true});
}

void InspectorView::showSlice(const EventFacts& slice) {
  const std::shared_ptr<const Trace> trace = tracks_->tracks().trace();
  const auto notes = document()->notes()->table();
  const FuncIndex called = slice.calleeIndex != kNoIndex ? FuncIndex(slice.calleeIndex) : FuncIndex();
  const QString givenCallee = notes->name(called), givenFunction = notes->name(slice.function);
  const QString inFunction = givenFunction.isEmpty() ? slice.functionName : givenFunction;
  title(givenCallee.isEmpty() ? slice.callee : givenCallee, slice.callKind);
  QList<std::pair<QString, bool>> signs{{kindChip(slice), true}};
  if (const QString run = runNumberText(slice.runNumber); !run.isEmpty()) signs.append({run, false});
  chips(signs);

  QList<Fact> rows;
  ownName(called, rows);
  Place here;
  here.function = slice.function;
  here.pc = slice.pc;
  here.event = slice.event;
  if (slice.function.valid()) {
    Place function;
    function.function = slice.function;
    rows.append({tr("Function"), inFunction, function, ViewId::Listing, true});
  }
  if (slice.pc.valid()) rows.append({tr("Instruction"), tr("pc %1").arg(slice.pc.value), here, ViewId::Listing});
  const Executable* executable = document()->executable();
  if (executable != nullptr) {
    if (const Function* callee = executable->function(called)) {
      Place target;
      target.function = called;
      rows.append({tr("Callee"), functionKind(*callee), target, ViewId::Functions});
    }
  }
  if (!isLoadPhase(slice.kind))
    rows.append({tr("Frame"),
                 inFunction.isEmpty() ? tr("depth %1").arg(slice.depth)
                                      : tr("depth %1, in %2").arg(slice.depth).arg(inFunction),
                 {},
                 {}});
  rows.append({tr("Start"),
               slice.run >= 0 ? tr("%1 into the run").arg(timeText(slice.startNs))
                              : tr("%1 into the recording").arg(timeText(slice.startNs)),
               {},
               {}});
  facts(rows);

  if (!slice.arguments.empty()) arguments(tr("Arguments"), slice.arguments);
  heap(slice);
  if (slice.memory) {
    heading(tr("Memory"));
    QList<Fact> bytes;
    const auto add = [&](const QString& label, int64_t value) {
      if (value != 0) bytes.append({label, QString::fromStdString(byteSizeText(value)), {}, {}});
    };
    add(tr("Taken"), slice.memory->allocated);
    add(tr("Given back"), slice.memory->freed);
    bytes.append({tr("Live after it"), QString::fromStdString(byteSizeText(slice.memory->live)), {}, {}});
    facts(bytes);
  }

  heading(tr("Time"));
  QList<Bar> bars{{tr("This call"), slice.durationNs, 0, true}};
  double scale = slice.durationNs;
  if (slice.peers > 1) {
    bars.append({tr("Mean of %1").arg(countText(static_cast<int64_t>(slice.peers))), slice.meanNs, 0, false});
    scale = std::max(scale, slice.meanNs);
  }
  times(bars, scale);
  QList<Fact> more;
  if (slice.runNs > 0)
    more.append({tr("Share of its run"), tr("%1 %").arg(100 * slice.durationNs / slice.runNs, 0, 'f', 1), {}, {}});
  if (slice.peers > 1)
    more.append({tr("Among its peers"),
                 tr("longer than %1 % of %2")
                     .arg(100.0 * static_cast<double>(slice.shorter) / static_cast<double>(slice.peers), 0, 'f', 0)
                     .arg(countText(static_cast<int64_t>(slice.peers))),
                 {},
                 {}});
  if (!more.isEmpty()) facts(more);

  heading(tr("How measured"));
  paragraph(howMeasured(*trace));
  const QString text = factsAsText(slice, *trace);
  QList<Action> buttons;
  if (slice.pc.valid())
    buttons.append({QStringLiteral("inspector.listing"), QStringLiteral("listing"), tr("Show in listing"),
                    [this, here] { document()->selection()->activate(here, ViewId::Listing); }});
  if (slice.peers > 1)
    buttons.append(
        {QStringLiteral("inspector.all"), QStringLiteral("statistics"),
         tr("All %1 calls", nullptr, pluralNumber(slice.peers)).arg(countText(static_cast<int64_t>(slice.peers))),
         [this, here] { document()->selection()->activate(here, ViewId::Statistics); }});
  buttons.append({QStringLiteral("inspector.timeline"), QStringLiteral("timeline"), tr("Show in timeline"),
                  [this, here] { document()->selection()->activate(here, ViewId::Timeline); }});
  buttons.append({QStringLiteral("inspector.copy"), QStringLiteral("copy"), tr("Copy as text"),
                  [text] { QApplication::clipboard()->setText(text); }});
  actions(buttons);
}

void InspectorView::showInstruction(InstrIndex pc, FuncIndex function) {
  const Executable& executable = *document()->executable();
  const CodeLine line = codeLine(executable, pc);
  const FuncIndex called = calleeAt(executable, pc);
  const Function* callee = executable.function(called);
  if (!function.valid()) function = executable.functionAt(pc);
  title(callee != nullptr ? document()->shownName(called) : line.text(), line.kind);
  chips(
      {{callee != nullptr ? functionKind(*callee) : tr("instruction"), true}, {tr("not selected as an event"), false}});
  QList<Fact> rows;
  ownName(called, rows);
  Place here;
  here.function = function;
  here.pc = pc;
  if (executable.function(function) != nullptr)
    rows.append({tr("Function"), document()->shownName(function), here, ViewId::Listing, true});
  rows.append({tr("Instruction"), tr("pc %1").arg(pc.value), here, ViewId::Listing});
  if (callee != nullptr) {
    Place target;
    target.function = called;
    rows.append({tr("Callee"), functionKind(*callee), target, ViewId::Functions});
  }
  const Instruction instruction = executable.code.at(pc);
  if (instruction.isCall() && instruction.words.size() >= 4)
    rows.append({tr("Result"), registerText(instruction.callDst()), {}, {}, true});
  if (const QString type = resultType(pc, function); !type.isEmpty()) rows.append({tr("Writes"), type, {}, {}, true});
  facts(rows);
  if (const BuiltinRow* builtin = callee != nullptr ? findBuiltin(callee->name) : nullptr)
    paragraph({builtinHelp(*builtin)});
  const std::vector<ArgumentFact> operands = staticArguments(executable, pc);
  if (!operands.empty()) arguments(tr("Operands"), operands);
  staticTimes(pc);
  const QString text = line.text();
  actions({{QStringLiteral("inspector.listing"), QStringLiteral("listing"), tr("Show in listing"),
            [this, here] { document()->selection()->activate(here, ViewId::Listing); }},
           {QStringLiteral("inspector.copy"), QStringLiteral("copy"), tr("Copy as text"),
            [text] { QApplication::clipboard()->setText(text); }}});
}

void InspectorView::staticTimes(InstrIndex pc) {
  const std::shared_ptr<const TraceStatistics> sites = document()->bySite();
  if (sites == nullptr) {
    heading(tr("Time"));
    const QString& why = document()->whyNotRunnable();
    paragraph({why.isEmpty() ? tr("No profile yet: run the executable to see what this call costs.") : why});
    return;
  }
  for (const StatisticsRow& row : sites->rows) {
    if (row.pc != static_cast<uint32_t>(pc.value) || row.kind != EventKind::Call) continue;
    heading(tr("Time over %n calls", nullptr, static_cast<int>(std::min<uint64_t>(row.count, INT_MAX))));
    times({{tr("Median"), row.medianNs, 0, true}, {tr("Mean"), row.meanNs, 0, false}, {tr("p99"), row.p99Ns, 0, false}},
          std::max({row.medianNs, row.meanNs, row.p99Ns}));
    QList<Fact> rows{{tr("Total"), timeText(row.totalNs), {}, {}}};
    if (sites->totalNs > 0)
      rows.append({tr("Share of all runs"), tr("%1 %").arg(100 * row.totalNs / sites->totalNs, 0, 'f', 1), {}, {}});
    facts(rows);
    return;
  }
  heading(tr("Time"));
  paragraph({tr("The measured runs did not reach this instruction.")});
}

void InspectorView::showFunction(FuncIndex index) {
  const Executable& executable = *document()->executable();
  const Function& function = *executable.function(index);
  const BuiltinRow* builtin = findBuiltin(function.name);
  title(document()->shownName(index), calleeKind(function));
  chips({{functionKind(function), true}});
  QList<Fact> rows;
  ownName(index, rows);
  Place place;
  place.function = index;
  if (function.isBytecode()) {
    place.pc = InstrIndex(function.startInstr);
    rows.append({tr("Instructions"), tr("pc %1 to %2").arg(function.startInstr).arg(function.endInstr - 1), place,
                 ViewId::Listing});
    rows.append({tr("Registers"), countText(function.registerFileSize), {}, {}});
  }
  if (const auto summary = document()->data().summary; summary != nullptr && index.at() < summary->functions.size()) {
    const FunctionSummary& facts = summary->functions[index.at()];
    rows.append({tr("Call sites"), countText(static_cast<int64_t>(facts.callSites)), {}, {}});
    if (function.isBytecode())
      rows.append({tr("Calls in its body"), countText(static_cast<int64_t>(facts.callsOut)), {}, {}});
  }
  facts(rows);
  if (builtin != nullptr) paragraph({builtinHelp(*builtin)});
  if (!function.isPacked()) {
    std::vector<ArgumentFact> params;
    for (const ParamInfo& param : recoverParams(executable, index)) {
      ArgumentFact fact;
      fact.reg = QStringLiteral("%%1").arg(params.size());
      fact.name = QString::fromStdString(printable(param.name));
      fact.type = QString::fromStdString(printable(param.text()));
      params.push_back(std::move(fact));
    }
    if (!params.empty()) arguments(tr("Parameters"), params);
  }
  if (const auto callees = document()->byCallee()) {
    for (const StatisticsRow& row : callees->rows) {
      if (row.callee != static_cast<uint32_t>(index.value)) continue;
      heading(tr("Time over %n calls", nullptr, static_cast<int>(std::min<uint64_t>(row.count, INT_MAX))));
      times(
          {{tr("Median"), row.medianNs, 0, true}, {tr("Mean"), row.meanNs, 0, false}, {tr("p99"), row.p99Ns, 0, false}},
          std::max({row.medianNs, row.meanNs, row.p99Ns}));
      break;
    }
  }
}

QString InspectorView::resultType(InstrIndex pc, FuncIndex function) {
  const Executable* executable = document()->executable();
  const Function* row = executable->function(function);
  if (row == nullptr || !row->isBytecode()) return {};
  const ResultTypes::Types types = types_->find(function);
  if (!types) return {};  // the panel is made anew when they are there
  const int64_t at = pc.value - row->startInstr;
  return at >= 0 && static_cast<size_t>(at) < types->size()
             ? QString::fromStdString(printable((*types)[static_cast<size_t>(at)]))
             : QString();
}

}  // namespace relaxscope
