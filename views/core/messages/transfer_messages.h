// SPDX-License-Identifier: GPL-3.0-or-later
// Sentences of vmcore about files that are sent to a worker, and about workers of other releases. As in
// engine_messages.h.
#pragma once

#include <QtGlobal>

namespace relaxscope {

inline constexpr const char* kTransferMessages[] = {
    QT_TRANSLATE_NOOP("engine", "%1: the file changed while it was read"),
    QT_TRANSLATE_NOOP("engine", "%1: the file changed while it was sent to the worker"),
    QT_TRANSLATE_NOOP("engine", "%1 has protocol %2, and %3 has protocol %4; install the release of %5 in place of %6"),
    QT_TRANSLATE_NOOP("engine", "the peer"),
    QT_TRANSLATE_NOOP("engine", "it asks for a file that was not offered"),
    QT_TRANSLATE_NOOP("engine", "it asks for a file twice"),
    QT_TRANSLATE_NOOP("engine", "unexpected WantedFiles"),
    QT_TRANSLATE_NOOP("engine", "%1; %2 receives no files, so each must be on its host under the same path"),
    QT_TRANSLATE_NOOP("engine", "cancelled while files were sent to the worker"),
    QT_TRANSLATE_NOOP("engine", "no greeting in 64 KiB of output"),
    QT_TRANSLATE_NOOP("engine", "the worker command is not a RelaxScope worker (%1)"),
    QT_TRANSLATE_NOOP("engine", "the worker ended with exit code %1 before its greeting; its output begins \"%2\""),
    QT_TRANSLATE_NOOP("engine", "the worker was terminated before its greeting: %1; its output begins \"%2\""),
    QT_TRANSLATE_NOOP("engine", "it was removed from the store as soon as it was received"),
    QT_TRANSLATE_NOOP("engine", "not a SHA-256: %1"),
    QT_TRANSLATE_NOOP("engine", "not an absolute path of a file: %1"),
    QT_TRANSLATE_NOOP("engine", "%1 files are offered, at most %2 are allowed"),
    QT_TRANSLATE_NOOP("engine", "%1: its parts came out of order"),
    QT_TRANSLATE_NOOP(
        "engine",
        "the files of the run have %1 bytes, and the worker's store holds at most %2 (RELAXSCOPE_STORE_LIMIT)"),
    QT_TRANSLATE_NOOP("engine", "cannot make %1 private: %2"),
    QT_TRANSLATE_NOOP("engine", "cannot write in %1: %2"),
    QT_TRANSLATE_NOOP("engine", "cannot create %1: %2"),
    QT_TRANSLATE_NOOP("engine", "cannot read %1: %2"),
    QT_TRANSLATE_NOOP("engine",
                      "the worker has no folder for files: neither $XDG_CACHE_HOME nor $TMPDIR can be written"),
    QT_TRANSLATE_NOOP("engine", "%1 is not a folder of this user"),
    QT_TRANSLATE_NOOP("engine", "%1 is on a file system without executable files"),
    QT_TRANSLATE_NOOP("engine", "a file of %1 bytes was announced, and more came"),
    QT_TRANSLATE_NOOP("engine", "cannot write %1: %2"),
    QT_TRANSLATE_NOOP("engine", "the file arrived damaged: its SHA-256 is %1, not %2"),
    QT_TRANSLATE_NOOP("engine", "the host sent a part of a file that was not wanted"),
};

}  // namespace relaxscope
