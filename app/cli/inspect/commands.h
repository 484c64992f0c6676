// SPDX-License-Identifier: Apache-2.0
// The commands that inspect files: their options as given, and functions that run them and return the exit code.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "app/cli/run/run.h"

namespace relaxscope::cli {

struct DumpOptions {
  std::string file, format = "text", output, as, consts, profile;
  std::vector<std::string> functions;
  bool annotate = false;
};
int dumpCommand(const DumpOptions& options);
/// The forms that --format names: "text, python, ...".
std::string exportFormats();

struct StatsOptions {
  std::string file, as, consts;
  bool asJson = false;
};
int statsCommand(const StatsOptions& options);

/// The options of a command that prints one table.
struct TableOptions {
  std::string file;
  bool asJson = false;
};
int layersCommand(const TableOptions& options);
int modulesCommand(const TableOptions& options);

struct FunctionsOptions : TableOptions {
  std::vector<std::string> functions;
};
int functionsCommand(const FunctionsOptions& options);

struct ConstantsOptions {
  std::string file, output, consts;
  std::string sort = "index";
  bool asJson = false, allCompared = false;
  int64_t save = -1;
};
int constantsCommand(const ConstantsOptions& options);

struct MemoryOptions : RunOptions {
  std::vector<std::string> functions, sizes;
  bool probe = false, asJson = false;
};
int memoryCommand(const MemoryOptions& options);

struct VerifyOptions {
  std::string file, profile, format, failOn = "error", explain;
  bool lint = false, asJson = false, rules = false;
};
int verifyCommand(const VerifyOptions& given);

struct ConvertOptions {
  std::string file, output, format, with, variant;
  bool allocateRegisters = false;
};
int convertCommand(const ConvertOptions& options);

}  // namespace relaxscope::cli
