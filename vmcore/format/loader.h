// SPDX-License-Identifier: Apache-2.0
// Opens a file of any kind, detected by content: one probe table, one row per format. Executes nothing.
#pragma once

#include <optional>
#include <stop_token>
#include <string>

#include "vmcore/base/result.h"
#include "vmcore/model/partial_file.h"

namespace relaxscope {

/// Reads bytes that came from `path`; the formats are tried in the order of the probe table. On an error in the bytes,
/// `partial`, if given, receives what was decoded before it.
Result<LoadedFile> loadBytes(Bytes bytes, std::string path, std::stop_token stop = {},
                             std::optional<PartialFile>* partial = nullptr);
/// readFileBytes, then loadBytes. "-" is standard input.
Result<LoadedFile> loadFile(const std::string& path, std::stop_token stop = {},
                            std::optional<PartialFile>* partial = nullptr);
/// A copy of `executable` with its late-bound constants taken from the parameter list in `constsPath`. Errors do not
/// name the path.
Result<std::shared_ptr<const Executable>> withConstantsFile(const Executable& executable, const std::string& constsPath,
                                                            std::stop_token stop = {});
/// loadFile for callers that need only a library's modules: the executable is null if there is none.
Result<LoadedFile> loadFileForModules(const std::string& path);

}  // namespace relaxscope
