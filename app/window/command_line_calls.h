// SPDX-License-Identifier: GPL-3.0-or-later
// The calls and arguments that the window's command line gives: --script, --args, --input and --inputs.
#pragma once

#include <QString>

#include "app/window/options.h"

namespace relaxscope {

/// One sentence each, or empty.
struct AppliedCalls {
  QString problem;  ///< why there are no calls to make
  QString note;     ///< what differs from `rscope` with the same options
};
/// Sets the calls of `options.spec`. Reads files.
AppliedCalls applyCalls(WindowOptions& options, const Executable& executable);

}  // namespace relaxscope
