// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/inspector/inspector_view.h"

#include <QApplication>
#include <QClipboard>
#include <QScrollArea>
#include <QStackedLayout>
#include <QTimer>

#include <algorithm>
#include <climits>

#include "views/code/table_texts.h"
#include "views/code/tokens.h"
#include "views/inspector/device_rows.h"
#include "views/inspector/function_rows.h"
#include "views/profile/kernel_rates.h"
#include "views/theme/call_titles.h"
#include "views/widgets/empty_note.h"
#include "views/widgets/figures.h"
#include "vmcore/analysis/constant_type.h"
#include "vmcore/analysis/kernel_operator.h"
#include "vmcore/base/text/text.h"

namespace relaxscope {
namespace {

QString kindChip(const EventFacts& facts) {
  switch (facts.kind) {
    case EventKind::FunctionBody: return InspectorView::tr("function body");
    case EventKind::CompiledBody: return InspectorView::tr("compiled function");
    case EventKind::CompiledBuiltin: return InspectorView::tr("from compiled code");
    case EventKind::CompiledKernels: return InspectorView::tr("kernels of compiled code");
    case EventKind::NestedKernel: return InspectorView::tr("kernel within a builtin");
    case EventKind::ScriptBuiltin: return InspectorView::tr("from the list of calls");
    case EventKind::DeviceWait: return InspectorView::tr("wait at the end of the run");
    case EventKind::Call: break;
    default: return InspectorView::tr("load phase");
  }
  return callKindTitle(facts.callKind, CallTitle::Call);
}

QString functionKind(const Function& function) {
  if (findBuiltin(function.name) != nullptr && function.isPacked()) return InspectorView::tr("VM builtin");
  if (function.isBytecode()) return InspectorView::tr("bytecode function");
  if (function.isVmTir()) return InspectorView::tr("compiled function");
  return InspectorView::tr("packed function");
}

FuncIndex calleeOf(const EventFacts& slice) {
  return slice.calleeIndex != kNoIndex ? FuncIndex(slice.calleeIndex) : FuncIndex();
}

Place placeOf(const EventFacts& slice) {
  Place place;
  place.function = slice.function;
  place.pc = slice.pc;
  place.event = slice.event;
  return place;
}

}  // namespace

InspectorView::InspectorView(Document* document, QWidget* parent)
    : View(document, parent),
      tracks_(ProfileTracks::of(document)),
      scroll_(new QScrollArea(this)),
      empty_(new EmptyNote(this)),
      types_(document->derived<ResultTypeTexts>()),
      details_(document->derived<FunctionDetail>()),
      calls_(document->derived<TypedCalls>()),
      copies_(document->derived<PoolCopies>()) {
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
  for (DerivedValues* values : std::initializer_list<DerivedValues*>{types_, details_, calls_, copies_})
    connect(values, &DerivedValues::made, this, &InspectorView::scheduleRebuild);
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
  sheet_ = new FactSheet;
  connect(sheet_, &FactSheet::followed, this, [this](const Place& target, ViewId view) { activate(target, view); });
  const Executable* executable = document()->executable();
  EventFacts slice;
  if (place.event.valid()) slice = eventFacts(*document(), *tracks_, place.event);
  const WorkFacts work = workFacts(*tracks_, place.work);
  const bool instruction = executable != nullptr && place.pc.valid() && place.pc.at() < executable->code.size();
  const bool function = executable != nullptr && executable->function(place.function) != nullptr;
  const bool chosen = isConstantSubject(place);
  const bool constant = chosen && executable != nullptr && executable->constant(place.constant) != nullptr;
  if (constant) showConstant(place.constant);
  else if (work.valid) showWork(work, slice);
  else if (slice.valid) showSlice(slice);
  else if (instruction) showInstruction(place.pc, place.function);
  else if (function) showFunction(place.function);
  sheet_->finish();
  const bool any = constant || work.valid || slice.valid || instruction || function;
  empty_->setSentence(
      executable == nullptr && document()->trace() == nullptr
          ? tr("Nothing is open.")
          : tr("Nothing is selected. Click a call in the timeline, the listing or a table to see its details here."));
  scroll_->setWidget(sheet_);  // deletes the previous sheet
  static_cast<QStackedLayout*>(layout())->setCurrentIndex(any ? 1 : 0);
}

QString InspectorView::plainText() const { return sheet_->lines().join(QLatin1Char('\n')); }

void InspectorView::activate(const Place& place, ViewId view) { document()->selection()->activate(place, view); }

/// The original name of a function that the user renamed, below its title.
void InspectorView::ownName(FuncIndex function, QList<Fact>& rows) const {
  const Function* row = document()->executable() != nullptr ? document()->executable()->function(function) : nullptr;
  if (row != nullptr && !document()->notes()->table()->name(function).isEmpty())
    rows.append({tr("Own name"), QString::fromStdString(printable(row->name)), {}, {}, true});
}

void InspectorView::showSlice(const EventFacts& slice) {
  const FuncIndex called = calleeOf(slice);
  const QString given = document()->notes()->table()->name(called);
  sheet_->title(given.isEmpty() ? slice.callee : given);
  QList<std::pair<QString, bool>> signs{{kindChip(slice), true}};
  if (const QString run = runNumberText(slice.runNumber); !run.isEmpty()) signs.append({run, false});
  sheet_->chips(signs);
  slicePlaces(slice);
  std::vector<ArgumentFact> passed = slice.arguments;
  if (const TypedCall* call = typedCall(slice.pc, slice.function)) FunctionRows::addDirections(*call, passed);
  if (!passed.empty()) arguments(tr("Arguments"), passed);
  heap(slice);
  if (slice.memory) sliceMemory(*slice.memory);
  sliceTimes(slice);
  howTimesWereMeasured();
  sliceActions(slice);
}

void InspectorView::howTimesWereMeasured() {
  sheet_->heading(tr("How measured"));
  const auto statistics = document()->byCallee();
  const Trace& trace = *tracks_->tracks().trace();
  sheet_->paragraph(howMeasured(trace, statistics ? &statistics->events : nullptr));
  sheet_->paragraph(howDeviceMeasured(trace.device));
}

void InspectorView::showWork(const WorkFacts& work, const EventFacts& call) {
  sheet_->title(work.name);
  sheet_->chips(DeviceRows::chips(work));
  sheet_->facts(DeviceRows::places(work, call));
  if (const QList<Fact> rows = DeviceRows::launch(work); !rows.isEmpty()) {
    sheet_->heading(work.shape ? tr("Launch") : tr("Copy"));
    sheet_->facts(rows);
  }
  if (call.valid && !call.arguments.empty()) arguments(tr("Arguments"), call.arguments);
  if (call.valid) heap(call);
  sheet_->heading(tr("Time"));
  DeviceRows::times(*sheet_, work);
  QList<Fact> rates;
  for (const auto& [name, value] : kernelRates(*document(), *tracks_, work)) rates.append({name, value, {}, {}});
  if (!rates.isEmpty()) sheet_->facts(rates);
  howTimesWereMeasured();
  Place here = document()->selection()->current();
  QList<FactSheet::Action> buttons;
  if (here.pc.valid()) buttons.append(showIn(here, ViewId::Listing, tr("Show in listing")));
  buttons.append(showIn(here, ViewId::Timeline, tr("Show in timeline")));
  buttons.append(copyAction(workAsText(work, tracks_->tracks().trace()->device)));
  sheet_->actions(buttons);
}

void InspectorView::slicePlaces(const EventFacts& slice) {
  const FuncIndex called = calleeOf(slice);
  const QString given = document()->notes()->table()->name(slice.function);
  const QString inFunction = given.isEmpty() ? slice.functionName : given;
  QList<Fact> rows;
  ownName(called, rows);
  if (slice.function.valid()) {
    Place function;
    function.function = slice.function;
    rows.append({tr("Function"), inFunction, function, ViewId::Listing, true});
  }
  if (slice.pc.valid())
    rows.append({tr("Instruction"), tr("pc %1").arg(slice.pc.value), placeOf(slice), ViewId::Listing});
  const Executable* executable = document()->executable();
  if (const Function* callee = executable != nullptr ? executable->function(called) : nullptr) {
    Place target;
    target.function = called;
    rows.append({tr("Callee"), functionKind(*callee), target, ViewId::Functions});
    operatorOf(called, rows);
  }
  const QString depth =
      inFunction.isEmpty() ? tr("depth %1").arg(slice.depth) : tr("depth %1, in %2").arg(slice.depth).arg(inFunction);
  if (!isLoadPhase(slice.kind)) rows.append({tr("Frame"), depth, {}, {}});
  const QString start = durationLabel(slice.startNs);
  rows.append(
      {tr("Start"),
       slice.run >= 0 ? tr("%1 after the run's start").arg(start) : tr("%1 after the recording's start").arg(start),
       {},
       {}});
  if (slice.values == EventFacts::Values::OfValuesRun)
    rows.append({tr("Values"), tr("those of the values run"), {}, {}});
  if (slice.values == EventFacts::Values::OtherInstructions)
    rows.append({tr("Values"), tr("none: this run executed other instructions than the values run"), {}, {}});
  sheet_->facts(rows);
}

void InspectorView::sliceMemory(const MemoryRecord& memory) {
  sheet_->heading(tr("Memory"));
  QList<Fact> rows;
  if (memory.allocated != 0) rows.append({tr("Taken"), bytesLabel(memory.allocated), {}, {}});
  if (memory.freed != 0) rows.append({tr("Freed"), bytesLabel(memory.freed), {}, {}});
  rows.append({tr("Live after call"), bytesLabel(memory.live), {}, {}});
  sheet_->facts(rows);
}

void InspectorView::sliceTimes(const EventFacts& slice) {
  const QString peers = countText(static_cast<int64_t>(slice.peers));
  sheet_->heading(tr("Time"));
  QList<FactSheet::Bar> bars{{tr("This call"), slice.durationNs, 0, true}};
  double scale = slice.durationNs;
  if (slice.peers > 1) {
    bars.append({tr("Mean of a call"), slice.meanNs, 0, false});
    scale = std::max(scale, slice.meanNs);
  }
  sheet_->times(bars, scale);
  QList<Fact> rows;
  const Trace& trace = *tracks_->tracks().trace();
  if (const WorkFacts work = workFacts(*tracks_, workOfCall(trace, slice.event)); work.valid)
    rows.append(DeviceRows::ofCall(work, placeOfWork(trace, work.index)));
  if (slice.runNs > 0)
    rows.append({tr("Share of the run"), tr("%1 %").arg(100 * slice.durationNs / slice.runNs, 0, 'f', 1), {}, {}});
  const double longer =
      100.0 * static_cast<double>(slice.shorter) / static_cast<double>(std::max<uint64_t>(1, slice.peers));
  if (slice.peers > 1)
    rows.append({tr("Among all its calls"), tr("longer than %1 % of %2").arg(longer, 0, 'f', 0).arg(peers), {}, {}});
  if (!rows.isEmpty()) sheet_->facts(rows);
}

void InspectorView::sliceActions(const EventFacts& slice) {
  const Place here = placeOf(slice);
  QList<FactSheet::Action> buttons;
  if (slice.pc.valid()) buttons.append(showIn(here, ViewId::Listing, tr("Show in listing")));
  if (slice.peers > 1) {
    buttons.append(showIn(here, ViewId::Statistics, tr("All its calls")));
    buttons.back().name = QStringLiteral("inspector.all");
  }
  buttons.append(showIn(here, ViewId::Timeline, tr("Show in timeline")));
  buttons.append(copyAction(factsAsText(slice, *tracks_->tracks().trace())));
  sheet_->actions(buttons);
}

/// A button "inspector.VIEW" that goes to a place in that view.
FactSheet::Action InspectorView::showIn(const Place& place, ViewId view, const QString& text) {
  const QString id = QLatin1String(viewName(view));
  return {QStringLiteral("inspector.") + id, id, text, [this, place, view] { activate(place, view); }};
}

FactSheet::Action InspectorView::copyAction(const QString& text) {
  return {QStringLiteral("inspector.copy"), QStringLiteral("copy"), tr("Copy as text"),
          [text] { QApplication::clipboard()->setText(text); }};
}

void InspectorView::arguments(const QString& head, const std::vector<ArgumentFact>& rows) {
  std::vector<std::vector<FactSheet::TableCell>> cells;
  for (const ArgumentFact& row : rows)
    cells.push_back({{row.reg, row.role},
                     {row.name, Token::TextSecond},
                     {.text = row.type, .cut = true},
                     {.text = row.bytes ? bytesLabel(*row.bytes) : QString(), .right = true}});
  sheet_->table(head, cells, 2);
}

void InspectorView::heap(const EventFacts& facts) {
  if (facts.heap.empty()) return;
  std::vector<std::vector<FactSheet::TableCell>> cells;
  for (const HeapFact& slot : facts.heap)
    cells.push_back(
        {{.text = tr("slot %1").arg(slot.slot), .code = false},
         {slot.name, Token::RoleLabel},
         {.text = slot.setHere ? tr("set here") : QString(), .color = Token::Accent, .code = false, .small = true},
         {.text = countText(slot.value), .right = true}});
  sheet_->table(tr("Shape heap at this instruction"), cells, 1);
}

void InspectorView::showInstruction(InstrIndex pc, FuncIndex function) {
  const Executable& executable = *document()->executable();
  const CodeLine line = codeLine(executable, pc);
  const FuncIndex called = calleeAt(executable, pc);
  const Function* callee = executable.function(called);
  if (!function.valid()) function = executable.functionAt(pc);
  sheet_->title(callee != nullptr ? document()->shownName(called) : line.text());
  sheet_->chips(
      {{callee != nullptr ? functionKind(*callee) : tr("instruction"), true}, {tr("no event selected"), false}});
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
    operatorOf(called, rows);
  }
  const Instruction instruction = executable.code.at(pc);
  if (instruction.isCall() && instruction.words.size() >= 4)
    rows.append({tr("Result"), registerText(instruction.callDst()), {}, {}, true});
  if (const QString type = resultType(pc, function); !type.isEmpty()) rows.append({tr("Writes"), type, {}, {}, true});
  sheet_->facts(rows);
  if (const BuiltinRow* builtin = callee != nullptr ? findBuiltin(callee->name) : nullptr)
    sheet_->paragraph({builtinHelp(*builtin)});
  std::vector<ArgumentFact> operands = staticArguments(executable, pc);
  if (const TypedCall* call = typedCall(pc, function))
    operands = FunctionRows::operands(*call, operands, call->callee == called ? 0 : 1);
  if (!operands.empty()) arguments(tr("Operands"), operands);
  staticTimes(pc);
  sheet_->actions({showIn(here, ViewId::Listing, tr("Show in listing")), copyAction(line.text())});
}

bool InspectorView::isConstantSubject(const Place& place) {
  if (place != last_) {
    Place without = place, before = last_;
    without.constant = before.constant = ConstIndex();
    without.reg = before.reg = RegIndex();
    // A click on an operand in the listing chooses its instruction as well.
    constantSubject_ = place.constant.valid() && (without == before || !place.pc.valid());
    last_ = place;
  }
  return constantSubject_;
}

void InspectorView::showConstant(ConstIndex constant) {
  constexpr size_t kLongValue = 200;
  const Executable& executable = *document()->executable();
  const ConstantValue& value = executable.constants[constant.at()].value;
  sheet_->title(QStringLiteral("c[%1]").arg(constant.value));
  sheet_->chips({{tr("constant"), true}, {QString::fromLatin1(constantKindName(value)), false}});
  QList<Fact> rows;
  if (constant.at() < executable.constantNames.size() && !executable.constantNames[constant.at()].empty())
    rows.append({tr("Name"), QString::fromStdString(printable(executable.constantNames[constant.at()])), {}, {}, true});
  if (const std::string type = constantType(value).text(); !type.empty())
    rows.append({tr("Type"), QString::fromStdString(type), {}, {}, true});
  if (const auto* tensor = std::get_if<TensorConstant>(&value))
    rows.append({tr("Bytes"), bytesLabel(static_cast<int64_t>(tensor->data.size())), {}, {}});
  else rows.append({tr("Value"), QString::fromStdString(constantSummary(value, kLongValue)), {}, {}, true});
  constantCopies(constant, rows);
  sheet_->facts(rows);
  constantUses(constant);
  const Place here = document()->selection()->current();
  sheet_->actions({showIn(here, ViewId::Constants, tr("Constants")),
                   copyAction(QString::fromStdString(constantSummary(value, kLongValue)))});
}

/// Its memory scope, and the first constant that it equals.
void InspectorView::constantCopies(ConstIndex constant, QList<Fact>& rows) {
  const std::vector<std::string> scopes = constantScopes(*document()->executable());
  if (constant.at() < scopes.size() && !scopes[constant.at()].empty())
    rows.append({tr("Memory scope"), QString::fromStdString(printable(scopes[constant.at()])), {}, {}, true});
  const auto copies = copies_->find({});
  if (copies == nullptr || copies->count[constant.at()] < 2) return;
  Place place = document()->selection()->current();
  place.constant = ConstIndex(copies->first[constant.at()]);
  const QString first = QStringLiteral("c[%1]").arg(place.constant.value);
  if (place.constant == constant)
    rows.append(
        {tr("Copies"), tr("%n others are equal", nullptr, pluralNumber(copies->count[constant.at()] - 1)), {}, {}});
  else rows.append({tr("Equal to"), first, place, ViewId::Constants, true});
}

void InspectorView::constantUses(ConstIndex constant) {
  constexpr size_t kShown = 64, kKnown = 1000;  // the summary keeps no more
  const ExecutableSummary* summary = document()->data().summary.get();
  if (summary == nullptr || constant.at() >= summary->constantUses.size()) return;
  const std::vector<ConstantUse>& uses = summary->constantUses[constant.at()];
  sheet_->heading(uses.size() < kKnown ? tr("Used by %n instructions", nullptr, pluralNumber(uses.size()))
                                       : tr("Used by 1,000 instructions or more"));
  QList<Fact> rows;
  for (size_t i = 0; i < std::min(kShown, uses.size()); ++i) {
    Place place;
    place.function = uses[i].function;
    place.pc = uses[i].pc;
    rows.append({document()->shownName(uses[i].function), tr("pc %1").arg(uses[i].pc.value), place, ViewId::Listing});
  }
  if (!rows.isEmpty()) sheet_->facts(rows);
}

void InspectorView::callTimes(const StatisticsRow& row) {
  sheet_->heading(tr("Time over %n calls", nullptr, static_cast<int>(std::min<uint64_t>(row.count, INT_MAX))));
  sheet_->times(
      {{tr("Median"), row.medianNs, 0, true}, {tr("Mean"), row.meanNs, 0, false}, {tr("p99"), row.p99Ns, 0, false}},
      std::max({row.medianNs, row.meanNs, row.p99Ns}));
}

void InspectorView::staticTimes(InstrIndex pc) {
  const std::shared_ptr<const TraceStatistics> sites = document()->bySite();
  if (sites == nullptr) {
    sheet_->heading(tr("Time"));
    const QString& why = document()->whyNotRunnable();
    sheet_->paragraph({why.isEmpty() ? tr("No profile yet: run the executable to see what this call costs.") : why});
    return;
  }
  for (const StatisticsRow& row : sites->rows) {
    if (row.pc != static_cast<uint32_t>(pc.value) || row.kind != EventKind::Call) continue;
    callTimes(row);
    QList<Fact> rows{{tr("Time per run"), durationLabel(sites->perRun(row.totalNs)), {}, {}}};
    if (sites->totalNs > 0)
      rows.append({tr("Share of the runs"), tr("%1 %").arg(100 * row.totalNs / sites->totalNs, 0, 'f', 1), {}, {}});
    sheet_->facts(rows);
    return;
  }
  sheet_->heading(tr("Time"));
  sheet_->paragraph({tr("The measured runs did not reach this instruction.")});
}

void InspectorView::showFunction(FuncIndex index) {
  const Executable& executable = *document()->executable();
  const Function& function = *executable.function(index);
  const BuiltinRow* builtin = findBuiltin(function.name);
  sheet_->title(document()->shownName(index));
  sheet_->chips({{functionKind(function), true}});
  QList<Fact> rows;
  ownName(index, rows);
  Place place;
  place.function = index;
  if (function.isBytecode()) {
    place.pc = InstrIndex(function.startInstr);
    rows.append({tr("Instructions"), tr("pc %1 to %2").arg(function.startInstr).arg(function.endInstr - 1), place,
                 ViewId::Listing});
    codeFigures(index, rows);
  }
  operatorOf(index, rows);
  if (const auto summary = document()->data().summary; summary != nullptr && index.at() < summary->functions.size()) {
    const FunctionSummary& facts = summary->functions[index.at()];
    rows.append({tr("Call sites"), countText(static_cast<int64_t>(facts.callSites)), {}, {}});
    if (function.isBytecode())
      rows.append({tr("Calls in its body"), countText(static_cast<int64_t>(facts.callsOut)), {}, {}});
  }
  sheet_->facts(rows);
  if (builtin != nullptr) sheet_->paragraph({builtinHelp(*builtin)});
  if (!function.isPacked()) {
    std::vector<ArgumentFact> params;
    for (const ParamInfo& param : document()->facts()->params(index)) {
      ArgumentFact fact;
      fact.reg = QStringLiteral("%%1").arg(params.size());
      fact.name = QString::fromStdString(printable(param.name));
      fact.type = QString::fromStdString(printable(param.text()));
      params.push_back(std::move(fact));
    }
    if (!params.empty()) arguments(tr("Parameters"), params);
    shapeHeap(index);
  }
  if (const auto callees = document()->byCallee())
    if (const StatisticsRow* row = rowOfFunction(*callees, static_cast<uint32_t>(index.value))) callTimes(*row);
}

void InspectorView::operatorOf(FuncIndex callee, QList<Fact>& rows) const {
  const std::string operators = kernelOperator(*document()->executable(), callee);
  if (!operators.empty()) rows.append({tr("Operator"), QString::fromStdString(operators), {}, {}});
}

void InspectorView::codeFigures(FuncIndex index, QList<Fact>& rows) {
  const auto detail = details_->find({index});
  const ExecutableSummary* summary = document()->data().summary.get();
  const bool known = detail != nullptr && detail->figures;
  if (known) {
    const bool summed = summary != nullptr && index.at() < summary->functions.size();
    rows += FunctionRows::code(index, *detail->figures, summed ? summary->functions[index.at()].constantBytes : 0);
  } else {
    rows.append({tr("Registers"), countText(document()->executable()->function(index)->registerFileSize), {}, {}});
  }
}

void InspectorView::shapeHeap(FuncIndex index) {
  const auto detail = details_->find({index});
  if (detail == nullptr || detail->shapes.heap.empty()) return;
  sheet_->table(tr("Shape heap: %n slots", nullptr, pluralNumber(detail->shapes.heap.size())),
                FunctionRows::shapeHeap(*document()->executable(), index, detail->shapes), 1);
}

const TypedCall* InspectorView::typedCall(InstrIndex pc, FuncIndex function) {
  const Executable* executable = document()->executable();
  const Function* row = executable != nullptr ? executable->function(function) : nullptr;
  if (row == nullptr || !row->isBytecode() || !pc.valid()) return nullptr;
  typedCalls_ = calls_->find({function});
  if (typedCalls_ == nullptr) return nullptr;  // the panel is rebuilt when they are ready
  const auto call = std::ranges::lower_bound(typedCalls_->calls, pc, {}, &TypedCall::pc);
  return call != typedCalls_->calls.end() && call->pc == pc ? &*call : nullptr;
}

QString InspectorView::resultType(InstrIndex pc, FuncIndex function) {
  const Executable* executable = document()->executable();
  const Function* row = executable->function(function);
  if (row == nullptr || !row->isBytecode()) return {};
  const auto types = types_->find({function});
  if (!types) return {};  // the panel is rebuilt when they are ready
  const int64_t at = pc.value - row->startInstr;
  return at >= 0 && static_cast<size_t>(at) < types->size()
             ? QString::fromStdString(printable((*types)[static_cast<size_t>(at)]))
             : QString();
}

}  // namespace relaxscope
