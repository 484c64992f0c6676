// SPDX-License-Identifier: Apache-2.0
// What scale_bench does in the window, and its rows.
#pragma once

#include <QString>

namespace relaxscope::bench {

class LoopWatch;

/// Opens the file in a window, does in every view what a person does, and prints a row for each: `all` of
/// them, or of alike ones (a sort for each column) only the worst. False where the file does not open.
bool measureWindow(LoopWatch& app, const QString& path, bool all);

}  // namespace relaxscope::bench
