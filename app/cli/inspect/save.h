// SPDX-License-Identifier: Apache-2.0
// What rscope convert writes: an executable in a form, or with the kernels of a library.
#pragma once

#include <optional>
#include <string>

#include "vmcore/format/save.h"
#include "vmcore/model/loaded_file.h"

namespace relaxscope::cli {

/// Writes `output`, which may be "-". Returns the exit code.
int saveAs(const LoadedFile& source, const std::string& output, SaveForm form);
/// Writes `output`: the library `library` with the executable of `source`. Warns on standard error of functions that
/// the program calls and the library lacks. Returns the exit code.
int packInto(const std::string& library, const LoadedFile& source, const std::string& output,
             std::optional<Variant> variant);

}  // namespace relaxscope::cli
