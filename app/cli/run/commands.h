// SPDX-License-Identifier: Apache-2.0
// The commands that run, and `export`, which prints what a profile holds: their options as given, and functions that
// run them and return the exit code.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "app/cli/run/export.h"
#include "app/cli/run/limit.h"
#include "app/cli/run/run.h"

namespace relaxscope::cli {

struct RunCommandOptions : RunOptions {
  bool asJson = false;
};
int runCommand(const RunCommandOptions& options);

struct TimeOptions : RunOptions, RepeatOptions {
  uint32_t number = 1;
  double minRepeat = kRepeatSeconds;
  std::optional<uint32_t> processes;
  bool asJson = false;
  LimitText failAbove;
};
int timeCommand(const TimeOptions& o);

struct ProfileOptions : RunOptions, RepeatOptions, TraceOutputs {
  bool precise = false, noValues = false, noReference = false, repeatGiven = false, synchronise = false;
  LimitText failAbove;
  std::optional<uint32_t> processes;
};
int profileCommand(const ProfileOptions& o);

struct ExportOptions : TraceOutputs {
  std::string file;
};
int exportCommand(const ExportOptions& o);

struct DevicesOptions {
  bool asJson = false;
  std::string workerCommand;
};
int devicesCommand(const DevicesOptions& options);

}  // namespace relaxscope::cli
