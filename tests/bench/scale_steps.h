// SPDX-License-Identifier: Apache-2.0
// The actions of scale_bench in the window, and their rows.
#pragma once

#include <QString>

namespace relaxscope::bench {

class LoopWatch;

/// Opens the file in a window, performs the user's actions in every view, and prints a row for each: all of them if
/// `all`, else only the worst among similar ones (a sort per column). Returns false if the file does not open.
bool measureWindow(LoopWatch& app, const QString& path, bool all);

}  // namespace relaxscope::bench
