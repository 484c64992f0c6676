// SPDX-License-Identifier: GPL-3.0-or-later
// The facts about one event of a trace, ready for display. The inspector, tooltips and copied text all use them and
// are therefore consistent.
#pragma once

#include <QString>

#include <optional>
#include <vector>

#include "views/core/document.h"
#include "views/profile/tracks.h"
#include "views/theme/theme.h"
#include "vmcore/trace/event_account.h"

namespace relaxscope {

struct ArgumentFact {
  QString reg;  ///< "%7", "c[3]", "i4"; "" if the instruction is unknown
  Token role = Token::RoleRegister;
  QString name;                  ///< operand name of a builtin, else empty
  QString type;                  ///< "f32[1, 12, 64]", "3", "(1, 96)"
  std::optional<int64_t> bytes;  ///< of tensors
};
struct HeapFact {
  uint32_t slot = 0;
  QString name;  ///< symbolic name, or empty
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
  FuncIndex function;  ///< contains the instruction
  QString functionName;
  InstrIndex pc;
  uint32_t depth = 0;
  int run = -1;  ///< position in Trace::runs
  RunNumber runNumber;
  double startNs = 0;  ///< since the start of the run, else of the recording
  double durationNs = 0, runNs = 0;
  std::vector<ArgumentFact> arguments;
  std::vector<HeapFact> heap;  ///< of its activation, including its own changes
  std::optional<MemoryRecord> memory;
  double meanNs = 0;  ///< of a call, as in the statistics; until those are computed, of all slices with the same name
  uint64_t peers = 0, shorter = 0;
  /// Whose values these are: its own, those of the event at the same place in the values run, or none because that
  /// run executed other instructions or no values were recorded.
  enum class Values : uint8_t { Own, OfValuesRun, OtherInstructions, NotRecorded } values = Values::NotRecorded;
};
/// All facts; scans the slices for those of the same name (about 1 ms per million slices).
EventFacts eventFacts(const Document& document, const ProfileTracks& tracks, EventIndex event);
/// "run 182 of 600".
QString runNumberText(const RunNumber& run);
/// "Host: time stamp counter 2.445 GHz around the call ..." and so on, one sentence per line.
/// `events` may be null.
QStringList howMeasured(const Trace& trace, const EventAccount* events);
/// "5,400 events recorded: 4,300 in measured runs (2,150 in the rows), 25 while loading, none dropped."
QString eventsText(const EventAccount& events);
/// At most six lines: name, place, times, operands.
QString sliceTooltip(const ProfileTracks& tracks, SlicePlace place);
/// The facts as plain text for the clipboard.
QString factsAsText(const EventFacts& facts, const Trace& trace);
/// The operands of an instruction without an event.
std::vector<ArgumentFact> staticArguments(const Executable& executable, InstrIndex pc);

/// "f32[3, 16]" of a recorded argument.
QString argumentText(const Argument& argument);

/// The event with the function and the instruction that it is of; invalid for an event that the trace does not have.
Place placeOfEvent(const Trace& trace, EventIndex event);

}  // namespace relaxscope
