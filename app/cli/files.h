// SPDX-License-Identifier: Apache-2.0
// Shared by the inspecting commands: opening FILE, finding functions by name.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "vmcore/base/result.h"
#include "vmcore/model/loaded_file.h"
#include "vmcore/trace/trace.h"

namespace relaxscope::cli {

/// Opens `path` and passes the file to `work`. Returns its exit code, or 2 with one line where the file cannot be read.
int withFile(const std::string& path, const std::function<int(const LoadedFile&)>& work);
/// The same with the late-bound constants of a Relay executable from the parameter list `constsPath`, if given.
int withBoundFile(const std::string& path, const std::string& constsPath,
                  const std::function<int(const LoadedFile&)>& work);
/// The recording of a profile of the same program; an error if the file is none, or of another program.
Result<std::shared_ptr<const Trace>> recordingOf(const std::string& profile, const Executable& executable);
/// Entries of the given names, all of them for a duplicate name; empty for no names. A name may contain `\xNN` escapes,
/// as the tables print it.
Result<std::vector<FuncIndex>> functionsNamed(const Executable& executable, const std::vector<std::string>& names);

}  // namespace relaxscope::cli
