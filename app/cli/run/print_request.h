// SPDX-License-Identifier: Apache-2.0
// `--print-request`: what would be run, for a person or as JSON.
#pragma once

#include "vmcore/run/prepare.h"

namespace relaxscope::cli {

/// Prints to standard output; the exit code.
int printRequest(const PreparedRun& prepared, bool asJson);

}  // namespace relaxscope::cli
