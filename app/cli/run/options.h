// SPDX-License-Identifier: Apache-2.0
// Options of a run that commands of other folders have too.
#pragma once

#include "app/cli/run/run.h"

namespace CLI {
class App;
}

namespace relaxscope::cli {

/// Where the arguments come from.
void addArgumentOptions(CLI::App& command, RunOptions& options);
/// Devices, seed, limits and what else the VM is given.
void addVmOptions(CLI::App& command, RunOptions& options);
/// --timeout, and --worker.
void addTimeoutOption(CLI::App& command, RunOptions& options);
void addWorkerOption(CLI::App& command, RunOptions& options);

}  // namespace relaxscope::cli
