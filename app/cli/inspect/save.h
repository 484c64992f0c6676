// SPDX-License-Identifier: Apache-2.0
// What rscope convert writes: an executable in a form, or on the kernels of a library.
#pragma once

#include <optional>
#include <string>

#include "vmcore/format/save.h"
#include "vmcore/model/loaded_file.h"

namespace relaxscope::cli {

/// Writes `output`, which may be "-". The exit code.
int saveAs(const LoadedFile& source, const std::string& output, SaveForm form);
/// Writes `output`: the library `library` with the executable of `source`. Says on standard error which functions
/// the program calls that the library lacks. The exit code.
int packInto(const std::string& library, const LoadedFile& source, const std::string& output,
             std::optional<Variant> variant);

}  // namespace relaxscope::cli
