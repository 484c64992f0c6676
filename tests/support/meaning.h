// SPDX-License-Identifier: Apache-2.0
// The expected texts of tests/data/meaning: what models mean, written from their sources (README.md there).
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "vmcore/model/executable.h"

namespace relaxscope::testing {

/// Names of the models that have an expected text, in alphabetical order. `folder`: tests/data/meaning.
std::vector<std::string> modelsWithMeaning(const std::string& folder);
/// The lines of a section ("types") without comments and empty lines, each with a newline; nothing if it is missing.
std::string expectedMeaning(const std::string& folder, const std::string& model, const std::string& section);
/// The model's executable; null if it does not open.
std::shared_ptr<const Executable> modelWithMeaning(const std::string& folder, const std::string& model);

}  // namespace relaxscope::testing
