// SPDX-License-Identifier: Apache-2.0
// Results of a run: readable in a terminal, or as the files of --result and --outputs.
#pragma once

#include <string>
#include <vector>

#include "vmcore/run/value.h"

namespace relaxscope::cli {

/// Lines such as "result: float32[4, 8]  0.5 -0.25 1 ..."; a tuple's fields below it.
std::string resultText(const std::string& name, const Value& value);
/// Writes the JSON and the arrays, each where a path is given. A script's results are a list. Returns the exit code.
int saveResults(const std::vector<Value>& results, bool script, const std::string& jsonPath,
                const std::string& npzPath);

}  // namespace relaxscope::cli
