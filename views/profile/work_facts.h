// SPDX-License-Identifier: GPL-3.0-or-later
// The facts about a piece of device work, ready for display; as event_facts.h has those of events.
#pragma once

#include <QString>
#include <QStringList>

#include <optional>
#include <vector>

#include "views/profile/tracks.h"

namespace relaxscope {

struct WorkFacts {
  bool valid = false;
  WorkIndex index;
  DeviceWork work;
  QString name;   ///< of the kernel, or of the kind
  QString kind;   ///< "GPU kernel", "copy to device"
  QString track;  ///< "cuda:0, stream 0"
  int run = -1;   ///< position in Trace::runs of the run that asked for it
  RunNumber runNumber;
  double startNs = 0;  ///< since the start of that run, else of the recording
  double durationNs = 0;
  std::optional<double> launchToStartNs;
  std::optional<double> callNs;  ///< duration of the call that asked for it, on the host
  double startInCallNs = 0;      ///< from the start of that call
  std::optional<LaunchShape> shape;
  double occupancy = -1;  ///< below 0: unknown
  double meanNs = 0;      ///< of all work of its name in measured runs
  uint64_t peers = 0, shorter = 0;
  bool emulated = false;
};
WorkFacts workFacts(const ProfileTracks& tracks, WorkIndex work);
/// The first device work that an event asked for; invalid for none.
WorkIndex workOfCall(const Trace& trace, EventIndex call);
/// The work with the call that asked for it; both select the call's function and instruction.
Place placeOfWork(const Trace& trace, WorkIndex work);
/// The place of a slice of an event, a layer or device work.
Place placeOfSlice(const Tracks& tracks, SlicePlace slice);
/// Rows of name and value: grid, block, registers, memory, occupancy; bytes and rate of a copy; graph.
std::vector<std::pair<QString, QString>> workRows(const WorkFacts& facts);
/// "Device: activity records of CUPTI, moved to the host's clock by 64 paired readings, ± 0.4 µs." and what was lost.
QStringList howDeviceMeasured(const DeviceTables& tables);
/// "Device clock aligned to host within 400 ns"; for an emulated device that its times are no measure; else empty.
QString alignmentText(const Trace& trace);
/// At most six lines.
QString workTooltip(const ProfileTracks& tracks, WorkIndex work);
/// For the clipboard.
QString workAsText(const WorkFacts& facts, const DeviceTables& tables);
/// The facts about the selected work or event as text; empty without one.
QString selectedAsText(Document& document, const ProfileTracks& tracks);
/// "cuda:0, stream 0".
QString trackTitle(const DeviceTables& tables, const Track& track);
/// Name of a kind: "GPU kernel", "copy to device".
QString workKindText(DeviceWorkKind kind);

}  // namespace relaxscope
