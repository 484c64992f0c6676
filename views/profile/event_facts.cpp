// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/profile/event_facts.h"

#include <QCoreApplication>

#include <algorithm>
#include <bit>
#include <map>
#include <ranges>

#include "views/code/opcode_help.h"
#include "views/profile/accuracy_text.h"
#include "views/widgets/table_source.h"
#include "vmcore/base/text/text.h"

namespace relaxscope {
namespace {

constexpr uint64_t kMaxEventsBack = 500'000;  // limit of the backward search through the heap's history

struct EventFactsText {
  Q_DECLARE_TR_FUNCTIONS(EventFacts)
};
QString dimsText(std::span<const int64_t> dims) {
  QStringList texts;
  for (const int64_t dim : dims) texts << QString::number(dim);
  return texts.join(QStringLiteral(", "));
}

ArgumentFact operandFact(const Arg& arg) {
  ArgumentFact fact;
  switch (arg.kind()) {
    case ArgKind::Register:
      fact.reg = arg.value() == kVmRegister       ? QStringLiteral("%vm")
                 : isSpecialRegister(arg.value()) ? QStringLiteral("%void")
                                                  : QStringLiteral("%%1").arg(arg.value());
      fact.role = isSpecialRegister(arg.value()) ? Token::RolePlumbing : Token::RoleRegister;
      break;
    case ArgKind::Constant:
      fact.reg = QStringLiteral("c[%1]").arg(arg.value());
      fact.role = Token::RoleConstant;
      break;
    case ArgKind::Immediate:
      fact.reg = QStringLiteral("i%1").arg(arg.value());
      fact.role = Token::RoleImmediate;
      break;
    case ArgKind::Function:
      fact.reg = QStringLiteral("f[%1]").arg(arg.value());
      fact.role = Token::RoleFunction;
      break;
    default: fact.reg = QStringLiteral("?"); break;
  }
  return fact;
}

/// Collects the shape-heap values of the activation that contains `event` by walking back to its start: an
/// activation's events precede its body event, and an event of smaller depth belongs to another activation.
void collectHeap(const Trace& trace, const ProfileTracks& tracks, uint64_t event, EventFacts& facts) {
  size_t at = 0;
  const StoredChunk* chunk = trace.find(EventIndex(static_cast<int64_t>(event)), at);
  if (chunk == nullptr || isBody(chunk->site(at).kind)) return;
  const uint32_t function = chunk->site(at).function;
  const uint16_t depth = chunk->site(at).depth;
  std::map<uint32_t, HeapFact> bySlot;
  const uint64_t stop = event > kMaxEventsBack ? event - kMaxEventsBack : 0;
  for (uint64_t e = event + 1; e-- > stop;) {
    if (e < chunk->firstEvent) {
      chunk = trace.find(EventIndex(static_cast<int64_t>(e)), at);
      if (chunk == nullptr) break;
    }
    const size_t i = static_cast<size_t>(e - chunk->firstEvent);
    const EventSite& site = chunk->site(i);
    if (e != event && (site.depth < depth || isLoadPhase(site.kind))) break;
    if (site.depth != depth || site.function != function || isBody(site.kind)) continue;
    for (const SlotChange& change : std::views::reverse(recordsOf(chunk->slotChanges(), i))) {
      if (change.function != function) continue;
      const SlotKey key{function, change.slot};
      bySlot.try_emplace(change.slot, HeapFact{change.slot, tracks.isNamed(key) ? tracks.slotName(key) : QString(),
                                               change.value, e == event});
    }
  }
  for (auto& [slot, fact] : bySlot) facts.heap.push_back(std::move(fact));
}

void collectArguments(const Document& document, const Arguments& recorded, EventFacts& facts) {
  const Executable* executable = document.executable();
  std::vector<ArgumentFact> known;
  if (executable != nullptr && facts.pc.valid()) known = staticArguments(*executable, facts.pc);
  for (size_t i = 0; i < recorded.size(); ++i) {
    const Argument argument = recorded[i];
    ArgumentFact fact;
    if (i < known.size()) fact = known[i];
    fact.type = argumentText(argument);
    if (argument.type == ArgType::Tensor) fact.bytes = argument.value;
    facts.arguments.push_back(std::move(fact));
  }
  if (recorded.empty()) facts.arguments = std::move(known);
}

/// Arguments, shape heap and memory: of the event, or of its counterpart in the values run.
void collectValues(const Document& document, const ProfileTracks& tracks, EventIndex event, EventFacts& facts) {
  const Trace& trace = *tracks.tracks().trace();
  const EventIndex source = tracks.values()->sourceOf(event);
  size_t at = 0;
  const StoredChunk* chunk = trace.find(source, at);
  if (!trace.info.values) facts.values = EventFacts::Values::NotRecorded;
  else if (chunk == nullptr) facts.values = EventFacts::Values::OtherInstructions;
  else facts.values = source == event ? EventFacts::Values::Own : EventFacts::Values::OfValuesRun;
  collectArguments(document, chunk != nullptr ? chunk->arguments(at) : Arguments(), facts);
  if (chunk == nullptr) return;
  if (!isLoadPhase(facts.kind)) collectHeap(trace, tracks, source.at(), facts);
  if (const auto records = recordsOf(chunk->memory(), at); !records.empty()) facts.memory = records.front();
}

}  // namespace

QString argumentText(const Argument& arg) {
  const QString dims = dimsText(arg.dims);
  switch (arg.type) {
    case ArgType::Tensor: return QStringLiteral("%1[%2]").arg(QString::fromStdString(arg.dtype.shortName()), dims);
    case ArgType::Shape: return QStringLiteral("(%1)").arg(dims);
    case ArgType::Int: return countText(arg.value);
    case ArgType::Float: return QString::number(std::bit_cast<double>(arg.value), 'g', 6);
    case ArgType::Bool: return arg.value != 0 ? QStringLiteral("true") : QStringLiteral("false");
    case ArgType::DType: return QString::fromStdString(arg.dtype.name());
    case ArgType::Str: return EventFactsText::tr("string");
    case ArgType::Tuple: return EventFactsText::tr("tuple of %1").arg(arg.value);
    case ArgType::Function: return EventFactsText::tr("function");
    case ArgType::Storage: return EventFactsText::tr("storage");
    case ArgType::Vm: return EventFactsText::tr("VM context");
    case ArgType::None: return EventFactsText::tr("none");
    default: return EventFactsText::tr("object");
  }
}

Place placeOfEvent(const Trace& trace, EventIndex event) {
  Place place;
  size_t at = 0;
  const StoredChunk* chunk = trace.find(event, at);
  if (chunk == nullptr) return place;
  place.event = event;
  const EventSite& site = chunk->site(at);
  if (isLoadPhase(site.kind)) return place;
  const uint32_t function = isBody(site.kind) ? site.callee : site.function;
  if (function != kNoIndex) place.function = FuncIndex(function);
  if (const uint32_t pc = instructionOf(site); pc != kNoIndex) place.pc = InstrIndex(pc);
  return place;
}

std::vector<ArgumentFact> staticArguments(const Executable& executable, InstrIndex pc) {
  std::vector<ArgumentFact> out;
  if (!pc.valid() || pc.at() >= executable.code.size()) return out;
  const Instruction instruction = executable.code.at(pc);
  if (!instruction.isCall() || instruction.words.size() < 4) return out;
  const Function* callee = executable.function(FuncIndex(instruction.callFunction()));
  const BuiltinRow* row = callee != nullptr ? findBuiltin(callee->name) : nullptr;
  for (size_t i = 0; i < instruction.callArgCount(); ++i) {
    const Arg arg = instruction.callArg(i);
    ArgumentFact fact = operandFact(arg);
    fact.name = operandName(row, i, instruction.callArgCount());
    if (row == nullptr && callee != nullptr && i < callee->paramNames.size())
      fact.name = QString::fromStdString(printable(callee->paramNames[i]));
    if (row == nullptr && fact.name.isEmpty() && i + 1 == instruction.callArgCount() &&
        isSpecialRegister(instruction.callDst()) && i > 0)
      fact.name = EventFactsText::tr("out");
    if (arg.kind() == ArgKind::Constant)
      if (const Constant* constant = executable.constant(ConstIndex(arg.value())))
        fact.type = QString::fromStdString(printable(constantSummary(constant->value, 40)));
    if (arg.kind() == ArgKind::Function)
      if (const Function* function = executable.function(FuncIndex(arg.value())))
        fact.type = QString::fromStdString(printable(function->name));
    out.push_back(std::move(fact));
  }
  return out;
}

EventFacts eventFacts(const Document& document, const ProfileTracks& tracks, EventIndex event) {
  EventFacts facts;
  const std::shared_ptr<const Trace> trace = tracks.tracks().trace();
  size_t at = 0;
  const StoredChunk* chunk = trace != nullptr && event.valid() ? trace->find(event, at) : nullptr;
  const SlicePlace place =
      chunk != nullptr ? tracks.tracks().placeOf(static_cast<uint64_t>(event.value)) : SlicePlace{};
  if (!place.valid()) return facts;
  const EventSite& site = chunk->site(at);
  const TrackName& name = tracks.tracks().nameOf(tracks.tracks().rows()[place.row]->slices, place.slice);
  facts.valid = true;
  facts.event = event;
  facts.kind = site.kind;
  facts.callKind = name.kind;
  facts.callee = QString::fromStdString(printable(name.text));
  facts.calleeIndex = name.space == TrackName::Space::Function ? name.index : kNoIndex;
  facts.depth = site.depth;
  if (!isLoadPhase(facts.kind))
    facts.function = FuncIndex(site.function == kNoIndex ? -1 : static_cast<int64_t>(site.function));
  if (facts.function.valid() && facts.function.at() < trace->info.functionNames.size())
    facts.functionName = QString::fromStdString(printable(trace->info.functionNames[facts.function.at()]));
  if (facts.kind == EventKind::Call && site.pc != kNoIndex) facts.pc = InstrIndex(site.pc);
  facts.run = tracks.runAt(static_cast<double>(chunk->start(at)));
  facts.runNumber = runNumber(*trace, facts.run);
  double origin = 0;
  if (facts.run >= 0) {
    const RunSpan& run = trace->runs[static_cast<size_t>(facts.run)];
    facts.runNs = tracks.toNs(static_cast<double>(run.duration));
    origin = static_cast<double>(run.start);
  }
  facts.startNs = tracks.toNs(static_cast<double>(chunk->start(at)) - origin);
  facts.durationNs = tracks.toNs(static_cast<double>(chunk->duration(at)));
  const uint32_t nameId = tracks.tracks().rows()[place.row]->slices.name(place.slice);
  const Tracks::Peers peers = tracks.tracks().peers(nameId, chunk->duration(at));
  facts.peers = peers.count;
  facts.shorter = peers.shorter;
  facts.meanNs = peers.count > 0 ? tracks.toNs(peers.sum / static_cast<double>(peers.count)) : 0;
  if (const auto statistics = document.byCallee())  // the mean that every view shows, without the cost of recording
    for (const StatisticsRow& row : statistics->rows)
      if (row.kind == site.kind && row.callee == site.callee) facts.meanNs = std::max(0.0, row.meanNs);
  collectValues(document, tracks, event, facts);
  return facts;
}

QString runNumberText(const RunNumber& run) {
  if (run.number == 0) return {};
  if (run.kind == RunKind::Values) return EventFactsText::tr("values run");
  const QString text =
      run.kind == RunKind::Warmup ? EventFactsText::tr("warm-up %1 of %2") : EventFactsText::tr("run %1 of %2");
  return text.arg(run.number).arg(run.count);
}

QString eventsText(const EventAccount& events) {
  const auto number = [](uint64_t count) { return countText(static_cast<int64_t>(count)); };
  QStringList parts{
      EventFactsText::tr("%1 in measured runs (%2 in the rows)").arg(number(events.measured()), number(events.inRows))};
  if (events.warmups > 0) parts << EventFactsText::tr("%1 in warm-ups").arg(number(events.warmups));
  if (events.valuesRuns > 0) parts << EventFactsText::tr("%1 in the values run").arg(number(events.valuesRuns));
  if (events.loading > 0) parts << EventFactsText::tr("%1 while loading").arg(number(events.loading));
  if (events.outsideRuns > 0)
    parts << EventFactsText::tr("%1 of a run that did not end").arg(number(events.outsideRuns));
  parts << (events.dropped == 0
                ? EventFactsText::tr("none dropped")
                : EventFactsText::tr("%1 dropped, as the profile reached %2: counts and sums are too small")
                      .arg(number(events.dropped), bytesLabel(static_cast<int64_t>(kMaxTraceBytes))));
  return EventFactsText::tr("%1 events recorded: %2.").arg(number(events.recorded()), parts.join(QStringLiteral(", ")));
}

QStringList howMeasured(const Trace& trace, const EventAccount* events) {
  QStringList lines;
  const TraceInfo& info = trace.info;
  const QString source =
      info.clock.source.empty() ? EventFactsText::tr("clock of the worker") : QString::fromStdString(info.clock.source);
  lines << (info.mode == "precise"
                ? EventFactsText::tr("Host: %1, read before and after each call.").arg(source)
                : EventFactsText::tr("Host: %1, read once per call; a call begins where the preceding one ended.")
                      .arg(source));
  const double cost = info.cost.perEventNs;  // excludes the recording of values, which is not timed
  if (cost > 0)
    lines
        << EventFactsText::tr(
               "Recording adds about %1 per call; rows and runs have it taken out, single events do not: it is hatched in the timeline.")
               .arg(durationLabel(cost));
  lines << EventFactsText::tr("Accuracy: %1.").arg(accuracyText(trace));
  const auto isValuesRun = [](const RunSpan& run) { return run.kind == RunKind::Values; };
  if (!info.values) lines << EventFactsText::tr("Values were not recorded.");
  else if (std::any_of(trace.runs.begin(), trace.runs.end(), isValuesRun))
    lines << EventFactsText::tr(
        "Values: recorded in a run of their own; measured runs that executed the same instructions show its "
        "values.");
  else lines << EventFactsText::tr("Values: read after each call, outside the measured time; tensors are not copied.");
  if (events != nullptr) lines << eventsText(*events);
  return lines;
}

QString sliceTooltip(const ProfileTracks& tracks, SlicePlace place) {
  if (!place.valid() || place.row >= tracks.tracks().rows().size()) return {};
  const EventRow& row = tracks.tracks().rows()[place.row]->slices;
  const Trace& trace = *tracks.tracks().trace();
  size_t at = 0;
  const StoredChunk* chunk = trace.find(EventIndex(row.event(place.slice)), at);
  if (chunk == nullptr) return {};
  QStringList lines;
  lines << QString::fromStdString(printable(tracks.tracks().nameOf(row, place.slice).text));
  const double duration = tracks.toNs(static_cast<double>(row.duration(place.slice)));
  const int run = tracks.runAt(static_cast<double>(row.start(place.slice)));
  const double runNs = run >= 0 ? tracks.toNs(static_cast<double>(trace.runs[static_cast<size_t>(run)].duration)) : 0;
  lines << (runNs > 0 ? EventFactsText::tr("%1 · %2 % of the run")
                            .arg(durationLabel(duration), QString::number(100 * duration / runNs, 'f', 1))
                      : durationLabel(duration));
  const EventSite& site = chunk->site(at);
  const TrackName& name = tracks.tracks().nameOf(row, place.slice);
  if (const LayerCopy* copy = tracks.tracks().layerOf(name); copy != nullptr) {
    const QString function = site.function < trace.info.functionNames.size()
                                 ? QString::fromStdString(printable(trace.info.functionNames[site.function]))
                                 : QString();
    lines << function + QStringLiteral(", ") + LayerTexts::range(copy->first, copy->last)
          << EventFactsText::tr("copy %1 of %2").arg(copy->copy + 1).arg(copy->count)
          << EventFactsText::tr("%Ln calls of kernels and VM functions", nullptr, static_cast<int>(copy->calls));
    return lines.join(QLatin1Char('\n'));
  }
  if (instructionOf(site) != kNoIndex && site.function < trace.info.functionNames.size())
    lines << EventFactsText::tr("%1, pc %2, depth %3")
                 .arg(QString::fromStdString(printable(trace.info.functionNames[site.function])),
                      QString::number(site.pc), QString::number(site.depth));
  const StoredChunk* source = trace.find(tracks.values()->sourceOf(EventIndex(row.event(place.slice))), at);
  const Arguments arguments = source != nullptr ? source->arguments(at) : Arguments();
  QStringList shapes;
  for (size_t i = 0; i < arguments.size() && shapes.size() < 4; ++i) shapes << argumentText(arguments[i]);
  if (!shapes.isEmpty())
    lines << shapes.join(QStringLiteral(", ")) + (arguments.size() > 4 ? QStringLiteral(", …") : QString());
  lines << EventFactsText::tr("clock: %1, %2")
               .arg(QString::fromStdString(trace.info.clock.source), QString::fromStdString(trace.info.mode));
  return lines.join(QLatin1Char('\n'));
}

QString factsAsText(const EventFacts& facts, const Trace& trace) {
  QStringList lines;
  lines << facts.callee;
  if (facts.pc.valid())
    lines << EventFactsText::tr("%1, pc %2, depth %3")
                 .arg(facts.functionName, QString::number(facts.pc.value), QString::number(facts.depth));
  if (facts.run >= 0) lines << runNumberText(facts.runNumber);
  lines << EventFactsText::tr("start\t%1").arg(durationLabel(facts.startNs))
        << EventFactsText::tr("duration\t%1").arg(durationLabel(facts.durationNs));
  if (facts.peers > 1) lines << EventFactsText::tr("mean of a call\t%1").arg(durationLabel(facts.meanNs));
  for (const ArgumentFact& arg : facts.arguments)
    lines << QStringList{arg.reg, arg.name, arg.type, arg.bytes ? bytesLabel(*arg.bytes) : QString()}.join(
        QLatin1Char('\t'));
  for (const HeapFact& slot : facts.heap)
    lines << EventFactsText::tr("slot %1").arg(slot.slot) + QLatin1Char('\t') + slot.name + QLatin1Char('\t') +
                 QString::number(slot.value);
  lines += howMeasured(trace, nullptr);
  return lines.join(QLatin1Char('\n')) + QLatin1Char('\n');
}

}  // namespace relaxscope
