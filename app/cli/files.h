// SPDX-License-Identifier: Apache-2.0
// What the inspecting commands share: opening FILE, finding functions by name.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "vmcore/base/result.h"
#include "vmcore/model/loaded_file.h"

namespace CLI {
class App;
}

namespace relaxscope::cli {

/// The options of a command that prints one table.
struct TableOptions {
  std::string file;
  bool asJson = false;
};
/// Adds FILE and --json.
std::shared_ptr<TableOptions> tableOptions(CLI::App& command, const char* jsonHelp);

/// Opens `path`, lets `work` use the file; the exit code of `work`, or 2 with one line where the file cannot be read.
int withFile(const std::string& path, const std::function<int(const LoadedFile&)>& work);
/// The same with the late-bound constants of a Relay executable taken from the parameter list `constsPath`, where it is
/// given.
int withBoundFile(const std::string& path, const std::string& constsPath,
                  const std::function<int(const LoadedFile&)>& work);
/// Entries of the given names, every one of a duplicated name; empty for no names. A name may be written
/// with `\xNN` escapes, as the tables print it.
Result<std::vector<FuncIndex>> functionsNamed(const Executable& executable, const std::vector<std::string>& names);

}  // namespace relaxscope::cli
