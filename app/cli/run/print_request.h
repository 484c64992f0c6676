// SPDX-License-Identifier: Apache-2.0
// `--print-request`: prints a prepared run as text or JSON.
#pragma once

#include "vmcore/run/prepare.h"

namespace relaxscope::cli {

/// Prints to standard output; returns the exit code.
int printRequest(const PreparedRun& prepared, bool asJson);

}  // namespace relaxscope::cli
