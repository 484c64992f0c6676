// SPDX-License-Identifier: Apache-2.0
// What the programs that try many inputs in one process share: their files, and the name of the input that kills them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "tests/fuzz/mutation.h"

namespace relaxscope::fuzz {

/// The input under way: "TRIAL: UNIT 7 of seed 1".
struct Trial {
  const char* name;  ///< of the program
  const char* unit;  ///< "mutation"
  uint64_t seed = 0, number = 0;
};

/// Writes the trial's input to standard error. Async-signal-safe.
void nameInput(const Trial& trial);
/// From now on a crash, an abort or a sanitizer's report names the input. `trial` must live to the end of the process.
void nameWhenItDies(const Trial& trial);

/// The bytes of the files, and of the files anywhere in the folders, by their names; without the empty ones and those
/// of more than `mostBytes`.
std::vector<Buffer> contentOf(int count, char** paths, size_t mostBytes = SIZE_MAX);

}  // namespace relaxscope::fuzz
