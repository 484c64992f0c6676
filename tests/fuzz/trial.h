// SPDX-License-Identifier: Apache-2.0
// Shared parts of the programs that try many inputs in one process: their files, and the name of a crashing input.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "tests/fuzz/mutation.h"

namespace relaxscope::fuzz {

/// The current input: "TRIAL: UNIT 7 of seed 1".
struct Trial {
  const char* name;  ///< name of the program
  const char* unit;  ///< for example "mutation"
  uint64_t seed = 0, number = 0;
};

/// Writes the name of the trial's input to standard error. Async-signal-safe.
void nameInput(const Trial& trial);
/// Makes a crash, an abort or a sanitizer's report name the input. `trial` must live until the process exits.
void nameWhenItDies(const Trial& trial);

/// The input of a trial that took the most processor time. Processor time, as other programs of the machine delay the
/// clock on the wall; an input that waits for ever meets the test's own limit.
class Slowest {
 public:
  /// Runs `body` on the trial's current input.
  template <typename Body>
  void time(const Trial& trial, Body&& body) {
    const double start = processorSeconds();
    body();
    const double taken = processorSeconds() - start;
    if (taken <= seconds) return;
    seconds = taken;
    number = trial.number;
  }

  double seconds = 0;   ///< processor time of the slowest input
  uint64_t number = 0;  ///< its number

 private:
  static double processorSeconds();
};

/// The bytes of the files, and of all files below the folders, sorted by name; without empty files and those of more
/// than `maxBytes`.
std::vector<Buffer> contentOf(int count, char** paths, size_t maxBytes = SIZE_MAX);

}  // namespace relaxscope::fuzz
