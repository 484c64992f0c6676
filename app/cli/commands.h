// SPDX-License-Identifier: Apache-2.0
// The commands of rscope: one table with a configure function per row. A configure function adds its options to the
// subcommand and returns the function to run after parsing.
#pragma once

#include <functional>
#include <span>

namespace CLI {
class App;
}

namespace relaxscope::cli {

/// Runs a command and returns the exit code of cli.md: 0 done, 1 verify found errors, diff a difference, or slower than
/// --fail-above, 2 error, 3 the worker crashed.
using Runner = std::function<int()>;

struct CommandRow {
  const char* name;
  const char* group;
  const char* summary;
  Runner (*configure)(CLI::App& command);
};
std::span<const CommandRow> commandRows();

// Only main.cpp and the options.cpp of each folder include CLI11, which takes seconds to compile. The commands
// themselves are declared in the commands.h of their folder.

// app/cli/inspect/options.cpp
Runner configureDump(CLI::App& command);
Runner configureStats(CLI::App& command);
Runner configureFunctions(CLI::App& command);
Runner configureLayers(CLI::App& command);
Runner configureConstants(CLI::App& command);
Runner configureMemory(CLI::App& command);
Runner configureModules(CLI::App& command);
Runner configureVerify(CLI::App& command);
Runner configureConvert(CLI::App& command);

// app/cli/build/options.cpp
Runner configureBuild(CLI::App& command);

// app/cli/compare/options.cpp
Runner configureDiff(CLI::App& command);
Runner configureCompare(CLI::App& command);

// app/cli/run/options.cpp
Runner configureExport(CLI::App& command);
Runner configureDevices(CLI::App& command);
Runner configureRun(CLI::App& command);
Runner configureTime(CLI::App& command);
Runner configureProfile(CLI::App& command);

}  // namespace relaxscope::cli
