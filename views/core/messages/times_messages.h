// SPDX-License-Identifier: GPL-3.0-or-later
// Sentences of vmcore about compared times. As in engine_messages.h.
#pragma once

#include <QtGlobal>

namespace relaxscope {

inline constexpr const char* kTimesMessages[] = {
    QT_TRANSLATE_NOOP("engine", "%1 -> %2, %3: a difference beyond the uncertainty"),
    QT_TRANSLATE_NOOP("engine", "%1 -> %2, %3: no difference beyond the uncertainty"),
    QT_TRANSLATE_NOOP("engine", "%1 -> %2, %3: a difference too small to matter"),
    QT_TRANSLATE_NOOP("engine", "%1 -> %2, %3; whether this is a difference is not known: %4"),
    QT_TRANSLATE_NOOP("engine", "%1 call per run only in the old profile, %2: %3"),
    QT_TRANSLATE_NOOP("engine", "%1 calls per run only in the old profile, %2: %3"),
    QT_TRANSLATE_NOOP("engine", "%1 call per run only in the new profile, %2: %3"),
    QT_TRANSLATE_NOOP("engine", "%1 calls per run only in the new profile, %2: %3"),
    QT_TRANSLATE_NOOP("engine", "%1 and %2 more"),
    QT_TRANSLATE_NOOP("engine", "%1 together %2"),
    QT_TRANSLATE_NOOP("engine", "%1 -> %2 per run"),
    QT_TRANSLATE_NOOP("engine", "live peak %1 -> %2 B (%3)"),
    QT_TRANSLATE_NOOP("engine", "live peak %1 -> %2 B"),
    QT_TRANSLATE_NOOP("engine",
                      "not recorded in turns: what the speed of the machine did in between is part of the differences"),
    QT_TRANSLATE_NOOP("engine",
                      "not recorded in turns: the interval is that of two times of independent processes, and what the "
                      "speed of the machine did in between is not in it"),
    QT_TRANSLATE_NOOP("engine", "recorded with different hosts: %1 and %2"),
    QT_TRANSLATE_NOOP("engine", "recorded with different processors: %1 and %2"),
    QT_TRANSLATE_NOOP("engine", "recorded with different devices: %1 and %2"),
    QT_TRANSLATE_NOOP("engine", "recorded with different allocators: %1 and %2"),
    QT_TRANSLATE_NOOP("engine", "recorded with different engines: %1 and %2"),
    QT_TRANSLATE_NOOP("engine", "recorded with different modes of recording: %1 and %2"),
    QT_TRANSLATE_NOOP("engine", "recorded with different functions: %1 and %2"),
    QT_TRANSLATE_NOOP("engine", "recorded with different arguments: %1 and %2"),
    QT_TRANSLATE_NOOP(
        "engine", "the old profile is of an earlier release, whose runs include the preparation of their arguments"),
    QT_TRANSLATE_NOOP(
        "engine", "the new profile is of an earlier release, whose runs include the preparation of their arguments"),
    QT_TRANSLATE_NOOP("engine", "run times are those of recorded runs, corrected"),
    QT_TRANSLATE_NOOP("engine", "run times are those of recorded runs"),
    QT_TRANSLATE_NOOP("engine",
                      "times of calls are as recorded on both sides: the cost of its events does not explain what "
                      "recording adds to the old runs"),
    QT_TRANSLATE_NOOP("engine",
                      "times of calls are as recorded on both sides: the cost of its events does not explain what "
                      "recording adds to the new runs"),
    QT_TRANSLATE_NOOP("engine", "times of calls are as recorded on both sides: %1"),
    QT_TRANSLATE_NOOP("engine", "%1 of %2 pairs of processes was disturbed and does not count"),
    QT_TRANSLATE_NOOP("engine", "%1 of %2 pairs of processes were disturbed and do not count"),
    QT_TRANSLATE_NOOP("engine", "fewer pairs of processes than planned: %1"),
    QT_TRANSLATE_NOOP("engine", "a profile does not hold its executable"),
    QT_TRANSLATE_NOOP("engine", "the old profile has no unrecorded runs"),
    QT_TRANSLATE_NOOP("engine", "the new profile has no unrecorded runs"),
    QT_TRANSLATE_NOOP("engine", "the old profile has times of %1 process, %2 are needed"),
    QT_TRANSLATE_NOOP("engine", "the old profile has times of %1 processes, %2 are needed"),
    QT_TRANSLATE_NOOP("engine", "the new profile has times of %1 process, %2 are needed"),
    QT_TRANSLATE_NOOP("engine", "the new profile has times of %1 processes, %2 are needed"),
    QT_TRANSLATE_NOOP("engine", "the turns are of %1 pairs of processes, %2 are needed"),
    QT_TRANSLATE_NOOP("engine", "a profile has a single run"),
    QT_TRANSLATE_NOOP("engine", "run.values: invalid JSON"),
    QT_TRANSLATE_NOOP("engine", "run.values: must be an object"),
    QT_TRANSLATE_NOOP("engine", "\"%1\" must be a list of objects"),
    QT_TRANSLATE_NOOP("engine", "\"%1\" must be a non-negative integer"),
    QT_TRANSLATE_NOOP("engine", "\"%1\" is too large"),
    QT_TRANSLATE_NOOP("engine", "\"first_divergence\" is not an output"),
    QT_TRANSLATE_NOOP("engine", " (from compiled code)"),
    QT_TRANSLATE_NOOP("engine", " (from the list of calls)"),
    QT_TRANSLATE_NOOP("engine", " (within a builtin)"),
};

}  // namespace relaxscope
