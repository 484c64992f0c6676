// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/profile/work_facts.h"

#include <QCoreApplication>

#include <algorithm>

#include "views/core/engine_text.h"
#include "views/profile/event_facts.h"
#include "views/widgets/figures.h"
#include "vmcore/base/text/text.h"
#include "vmcore/run/gpu_emulation.h"

namespace relaxscope {
namespace {

struct WorkFactsText {
  Q_DECLARE_TR_FUNCTIONS(WorkFacts)
};

QString extents(const std::array<uint32_t, 3>& of) {
  return QStringLiteral("%1 × %2 × %3").arg(countText(of[0]), countText(of[1]), countText(of[2]));
}

void addCall(const Trace& trace, const ProfileTracks& tracks, WorkFacts& facts) {
  if (facts.work.queued != kNoTick)
    facts.launchToStartNs = tracks.toNs(static_cast<double>(facts.work.start - facts.work.queued));
  if (facts.work.call == kNoEvent) return;
  size_t at = 0;
  const StoredChunk* call = trace.find(EventIndex(static_cast<int64_t>(facts.work.call)), at);
  if (call == nullptr) return;
  facts.callNs = tracks.toNs(static_cast<double>(call->duration(at)));
  facts.startInCallNs = tracks.toNs(static_cast<double>(facts.work.start - call->start(at)));
}

QString bytesPerSecond(int64_t bytes, double ns) {
  return WorkFactsText::tr("%1 a second").arg(bytesLabel(static_cast<int64_t>(static_cast<double>(bytes) / ns * 1e9)));
}

}  // namespace

QString workKindText(DeviceWorkKind kind) {
  switch (kind) {
    case DeviceWorkKind::Kernel: return WorkFactsText::tr("GPU kernel");
    case DeviceWorkKind::CopyToDevice: return WorkFactsText::tr("copy to device");
    case DeviceWorkKind::CopyToHost: return WorkFactsText::tr("copy to host");
    case DeviceWorkKind::CopyOnDevice: return WorkFactsText::tr("copy on device");
    case DeviceWorkKind::CopyBetweenDevices: return WorkFactsText::tr("copy between devices");
    case DeviceWorkKind::Fill: return WorkFactsText::tr("fill");
    case DeviceWorkKind::Wait: return WorkFactsText::tr("wait for device");
    case DeviceWorkKind::DriverOverhead: return WorkFactsText::tr("driver overhead");
    case DeviceWorkKind::Compilation: return WorkFactsText::tr("compile kernels");
    case DeviceWorkKind::Allocation: return WorkFactsText::tr("allocate memory");
    case DeviceWorkKind::Release: return WorkFactsText::tr("free memory");
  }
  return {};
}

QString trackTitle(const DeviceTables& tables, const Track& track) {
  const QString device = QString::fromStdString(printable(trackDevice(tables, track)));
  const QString name = QString::fromStdString(printable(track.name));
  switch (track.kind) {
    case TrackKind::HostThread:
      return name.isEmpty() ? WorkFactsText::tr("thread %1").arg(track.number)
                            : WorkFactsText::tr("host: %1").arg(engineText(track.name));
    case TrackKind::DriverOverhead: return WorkFactsText::tr("%1, driver overhead").arg(device);
    case TrackKind::Stream: break;
  }
  return name.isEmpty() ? WorkFactsText::tr("%1, stream %2").arg(device, QString::number(track.number))
                        : WorkFactsText::tr("%1, %2").arg(device, name);
}

WorkFacts workFacts(const ProfileTracks& tracks, WorkIndex index) {
  WorkFacts facts;
  const std::shared_ptr<const Trace>& trace = tracks.tracks().trace();
  const auto work = trace != nullptr ? trace->findWork(index) : std::nullopt;
  const SlicePlace place = work ? tracks.tracks().placeOfWork(index) : SlicePlace{};
  if (!place.valid()) return facts;
  const DeviceTables& tables = trace->device;
  const Track& track = tables.tracks[work->track];
  facts.valid = true;
  facts.index = index;
  facts.work = *work;
  facts.emulated = tables.emulated();
  facts.kind = workKindText(work->workKind());
  facts.name =
      work->name < tables.names.size() ? QString::fromStdString(printable(tables.names[work->name])) : facts.kind;
  facts.track = trackTitle(tables, track);
  facts.run = tracks.runAt(static_cast<double>(work->queued != kNoTick ? work->queued : work->start));
  facts.runNumber = runNumber(*trace, facts.run);
  const double origin = facts.run >= 0 ? static_cast<double>(trace->runs[static_cast<size_t>(facts.run)].start) : 0;
  facts.startNs = tracks.toNs(static_cast<double>(work->start) - origin);
  facts.durationNs = tracks.toNs(static_cast<double>(work->duration));
  addCall(*trace, tracks, facts);
  if (work->shape < tables.shapes.size()) {
    facts.shape = tables.shapes[work->shape];
    facts.occupancy = occupancyOf(tables, track, *facts.shape);
  }
  const uint32_t name = tracks.tracks().rows()[place.row]->slices.name(place.slice);
  const Tracks::Peers peers = tracks.tracks().peers(name, work->duration);
  facts.peers = peers.count;
  facts.shorter = peers.shorter;
  facts.meanNs = peers.count > 0 ? tracks.toNs(peers.sum / static_cast<double>(peers.count)) : 0;
  return facts;
}

WorkIndex workOfCall(const Trace& trace, EventIndex call) {
  if (!call.valid()) return {};
  const auto wanted = static_cast<uint64_t>(call.value);
  for (const auto& chunk : trace.workChunks()) {
    const auto found = std::ranges::find(chunk->rows.call, wanted);
    if (found != chunk->rows.call.end())
      return WorkIndex(static_cast<int64_t>(chunk->firstRow) + (found - chunk->rows.call.begin()));
  }
  return {};
}

Place placeOfWork(const Trace& trace, WorkIndex index) {
  Place place;
  const auto work = trace.findWork(index);
  if (!work) return place;
  if (work->call != kNoEvent) place = placeOfEvent(trace, EventIndex(static_cast<int64_t>(work->call)));
  place.work = index;
  return place;
}

Place placeOfSlice(const Tracks& tracks, SlicePlace slice) {
  const WorkIndex work = tracks.workOf(slice);
  if (work.valid()) return placeOfWork(*tracks.trace(), work);
  return placeOfEvent(*tracks.trace(), EventIndex(tracks.rows()[slice.row]->slices.event(slice.slice)));
}

std::vector<std::pair<QString, QString>> workRows(const WorkFacts& facts) {
  std::vector<std::pair<QString, QString>> rows;
  if (facts.shape) {
    const LaunchShape& shape = *facts.shape;
    rows.emplace_back(WorkFactsText::tr("Grid"), WorkFactsText::tr("%1 blocks").arg(extents(shape.grid)));
    rows.emplace_back(WorkFactsText::tr("Block"), WorkFactsText::tr("%1 threads").arg(extents(shape.block)));
    if (shape.registers > 0) rows.emplace_back(WorkFactsText::tr("Registers per thread"), countText(shape.registers));
    const int64_t shared = int64_t{shape.staticShared} + shape.dynamicShared;
    rows.emplace_back(
        WorkFactsText::tr("Shared memory"),
        shape.dynamicShared > 0
            ? WorkFactsText::tr("%1, of it %2 dynamic").arg(bytesLabel(shared), bytesLabel(shape.dynamicShared))
            : bytesLabel(shared));
    if (shape.localBytes > 0)
      rows.emplace_back(WorkFactsText::tr("Local memory per thread"), bytesLabel(shape.localBytes));
    if (facts.occupancy >= 0)
      rows.emplace_back(WorkFactsText::tr("Occupancy"),
                        WorkFactsText::tr("%1 %, %2 blocks per multiprocessor")
                            .arg(QString::number(100 * facts.occupancy, 'f', 0), countText(shape.residentBlocks)));
  }
  if (facts.work.bytes > 0) rows.emplace_back(WorkFactsText::tr("Bytes"), bytesLabel(facts.work.bytes));
  if (facts.work.bytes > 0 && facts.durationNs > 0 && !facts.emulated && occupiesDevice(facts.work.workKind()))
    rows.emplace_back(WorkFactsText::tr("Rate"), bytesPerSecond(facts.work.bytes, facts.durationNs));
  if (facts.work.graph != kNoIndex)
    rows.emplace_back(
        WorkFactsText::tr("CUDA graph"),
        facts.work.node == kNoEvent
            ? WorkFactsText::tr("graph %1").arg(facts.work.graph)
            : WorkFactsText::tr("graph %1, captured from instruction %2").arg(facts.work.graph).arg(facts.work.node));
  return rows;
}

QStringList howDeviceMeasured(const DeviceTables& tables) {
  QStringList lines;
  switch (tables.timing) {
    case DeviceTiming::None:
      if (!tables.noTimes.empty())
        lines << WorkFactsText::tr("Device: no times, %1.").arg(engineText(printable(tables.noTimes)));
      break;
    case DeviceTiming::Cupti: lines << WorkFactsText::tr("Device: activity records of the driver (CUPTI)."); break;
    case DeviceTiming::Events:
      lines << WorkFactsText::tr(
          "Device: CUDA events around each launch; their times include the launch on the device.");
      break;
    case DeviceTiming::Emulated:
      lines << WorkFactsText::tr("Device: emulated on the CPU. Its times are no measure.");
      break;
  }
  for (const ClockDomain& domain : tables.domains)
    lines << WorkFactsText::tr("Clock: %1, %2.")
                 .arg(engineText(printable(domain.name)), engineText(printable(domain.source)));
  for (const ClockDomain& domain : tables.domains)
    if (domain.errorNs >= 0 && !tables.emulated())
      lines << WorkFactsText::tr("Its clock was moved to the host's by %1 paired readings, ± %2.")
                   .arg(countText(static_cast<int64_t>(domain.pairs.size())), durationLabel(domain.errorNs));
  if (!tables.devices.empty() && tables.timing != DeviceTiming::None)
    lines << (tables.mode == LaunchMode::Synchronised
                  ? WorkFactsText::tr(
                        "The host waited for the device after each launch: launches and kernels do not overlap.")
                  : WorkFactsText::tr("Launches return at once: host and device overlap."));
  const auto number = [](uint64_t count) { return countText(static_cast<int64_t>(count)); };
  if (tables.droppedRecords > 0)
    lines << WorkFactsText::tr("%1 records of the device were lost: counts and sums are too small.")
                 .arg(number(tables.droppedRecords));
  if (tables.invalidRecords > 0)
    lines << WorkFactsText::tr("%1 records of the device had times that make no sense and were left out.")
                 .arg(number(tables.invalidRecords));
  return lines;
}

QString alignmentText(const Trace& trace) {
  const DeviceTables& tables = trace.device;
  if (tables.emulated() || namesEmulatedGpu(trace.info.device))
    return WorkFactsText::tr("Emulated GPU: times are no measure");
  double error = -1;
  for (const ClockDomain& domain : tables.domains) error = std::max(error, domain.errorNs);
  if (tables.timing == DeviceTiming::None || error < 0) return {};
  return WorkFactsText::tr("Device clock aligned to host within %1").arg(durationLabel(error));
}

QString workTooltip(const ProfileTracks& tracks, WorkIndex work) {
  const WorkFacts facts = workFacts(tracks, work);
  if (!facts.valid) return {};
  QStringList lines{facts.name};
  lines << (facts.emulated ? WorkFactsText::tr("%1, emulated, no measure").arg(durationLabel(facts.durationNs))
                           : durationLabel(facts.durationNs));
  lines << QStringLiteral("%1, %2").arg(facts.kind, facts.track);
  if (facts.launchToStartNs)
    lines << WorkFactsText::tr("%1 after its launch").arg(durationLabel(*facts.launchToStartNs));
  if (facts.shape)
    lines << WorkFactsText::tr("grid %1, block %2").arg(extents(facts.shape->grid), extents(facts.shape->block));
  else if (facts.work.bytes > 0) lines << bytesLabel(facts.work.bytes);
  return lines.join(QLatin1Char('\n'));
}

QString selectedAsText(Document& document, const ProfileTracks& tracks) {
  const Place& place = document.selection()->current();
  const std::shared_ptr<const Trace>& trace = tracks.tracks().trace();
  const WorkFacts work = workFacts(tracks, place.work);
  if (work.valid) return workAsText(work, trace->device);
  const EventFacts facts = eventFacts(document, tracks, place.event);
  return facts.valid ? factsAsText(facts, *trace) : QString();
}

QString workAsText(const WorkFacts& facts, const DeviceTables& tables) {
  QStringList lines{facts.name, QStringLiteral("%1, %2").arg(facts.kind, facts.track)};
  if (facts.run >= 0) lines << runNumberText(facts.runNumber);
  lines << WorkFactsText::tr("start\t%1").arg(durationLabel(facts.startNs))
        << WorkFactsText::tr("duration\t%1").arg(durationLabel(facts.durationNs));
  if (facts.launchToStartNs)
    lines << WorkFactsText::tr("launch to start\t%1").arg(durationLabel(*facts.launchToStartNs));
  for (const auto& [name, value] : workRows(facts)) lines << name + QLatin1Char('\t') + value;
  lines += howDeviceMeasured(tables);
  return lines.join(QLatin1Char('\n')) + QLatin1Char('\n');
}

}  // namespace relaxscope
