// SPDX-License-Identifier: Apache-2.0
// The comparison of two profiles on a terminal.
#pragma once

#include "app/cli/output.h"
#include "vmcore/export/times/exporter.h"

namespace relaxscope::cli {

/// The text form, with colours where the output allows them.
void writeTimes(const TimesReport& report, Output& out);

}  // namespace relaxscope::cli
