// SPDX-License-Identifier: Apache-2.0
// Trials of a diff: an executable, and a version of it that is renumbered, edited or both. The number and the seed
// determine all of it.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "tests/diff/samples.h"
#include "tests/support/mutate/edit.h"

namespace relaxscope::test {

struct TrialPair {
  std::string sample;
  std::shared_ptr<const Executable> old, now;
  std::vector<Edit> edits;
  std::vector<std::string> renumbered;  ///< what was, in order
  Places places;                        ///< of the new one
};
/// `edits`: how many; none: only renumbered. Every second edited executable is renumbered too. Nothing if the sample
/// has no place for the edit that is this trial's turn.
std::optional<TrialPair> makeTrial(std::span<const Sample> samples, uint64_t number, uint64_t seed, size_t edits);

}  // namespace relaxscope::test
