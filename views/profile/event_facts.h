// SPDX-License-Identifier: GPL-3.0-or-later
// What is known of one event of a trace, ready to be shown: the slice panel, tooltips and copied text
// take it from here, so that they say the same.
#pragma once

#include <QString>

#include <optional>
#include <vector>

#include "views/core/document.h"
#include "views/profile/tracks.h"
#include "views/theme/theme.h"

namespace relaxscope {

struct ArgumentFact {
  QString reg;  ///< "%7", "c[3]", "i4", "" where the instruction is not known
  Token role = Token::RoleRegister;
  QString name;                  ///< operand name of a builtin, else empty
  QString type;                  ///< "f32[1, 12, 64]", "3", "(1, 96)"
  std::optional<int64_t> bytes;  ///< of tensors
};
struct HeapFact {
  uint32_t slot = 0;
  QString name;  ///< symbolic, or empty
  int64_t value = 0;
  bool setHere = false;
};
struct EventFacts {
  bool valid = false;
  EventIndex event;
  EventKind kind = EventKind::Call;
  CallKind callKind = CallKind::Other;
  QString callee;  ///< full name
  uint32_t calleeIndex = kNoIndex;
  FuncIndex function;  ///< that the instruction belongs to
  QString functionName;
  InstrIndex pc;
  uint32_t depth = 0;
  int run = -1;  ///< position in Trace::runs
  RunNumber runNumber;
  double startNs = 0;  ///< since the run began, else since the recording did
  double durationNs = 0, runNs = 0;
  std::vector<ArgumentFact> arguments;
  std::vector<HeapFact> heap;  ///< of its activation, its own changes included
  std::optional<MemoryRecord> memory;
  double meanNs = 0;  ///< of all slices of the name
  uint64_t peers = 0, shorter = 0;
  bool valuesRecorded = true;
};
/// All of it; scans the slices for peers (about a millisecond for a million).
EventFacts eventFacts(const Document& document, const ProfileTracks& tracks, EventIndex event);
/// "run 182 of 600".
QString runNumberText(const RunNumber& run);
/// "Host: time stamp counter 2.445 GHz around the call ..." and so on, one sentence a line.
QStringList howMeasured(const Trace& trace);
/// At most six lines: name, place, times, what it worked on.
QString sliceTooltip(const ProfileTracks& tracks, SlicePlace place);
/// The facts as plain text for the clipboard.
QString factsAsText(const EventFacts& facts, const Trace& trace);
/// The operands of an instruction without an event.
std::vector<ArgumentFact> staticArguments(const Executable& executable, InstrIndex pc);

/// "f32[3, 16]" of a recorded argument.
QString argumentText(const ArgRecord& arg, const ValueColumns& values);

}  // namespace relaxscope
