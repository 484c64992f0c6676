// SPDX-License-Identifier: Apache-2.0
// rscope build with the installed TVM: what it is given, and what becomes of its answer.
#pragma once

#include <string>
#include <string_view>

#include "app/cli/build/commands.h"
#include "app/cli/build/report.h"
#include "vmcore/build/build.h"

namespace relaxscope::cli {

/// Why the passes of this program do not take a module that was read without errors: "line 11: operator R.x ...". Empty
/// where they take it, or where the module itself is wrong.
std::string whyNotOwn(const build::Build& built);

/// Builds `built.parsed`, which was read from `text` without errors, and writes what the options ask for. Errors with a
/// place become diagnostics of `built`; `report` receives stages, version and reason. With `instead`, the reason why
/// the own builder is not used, a TVM that is not installed leaves `built` as it is. The exit code.
int writeWithTvm(const BuildCommandOptions& options, std::string_view text, const std::string& instead,
                 build::Build& built, BuildReport& report);

}  // namespace relaxscope::cli
