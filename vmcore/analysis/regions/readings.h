// SPDX-License-Identifier: Apache-2.0
// Ways to read a repetition of calls as copies, each of which takes a result of the copy before it.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "vmcore/analysis/regions/call_flow.h"
#include "vmcore/analysis/regions/layer_names.h"
#include "vmcore/analysis/regions/repetitions.h"

namespace relaxscope {

class Readings {
 public:
  Readings(const CallFlow& flow, const LayerNames& names);

  /// The reading that covers most calls, of these the shortest copy. Of those that begin elsewhere: one whose copies
  /// take the parameters of a number each; then the fewest results that cross from copy to copy; then, of the former,
  /// one that begins with a call that takes parameters; then the earliest. Nothing if the copies are independent. `run`
  /// has calls as numbers, all of one block.
  std::optional<Reading> best(const Repetition& run);

  /// Whether a call of [at, end) takes a result of [begin, at).
  [[nodiscard]] bool feeds(uint32_t begin, uint32_t at, uint32_t end) const;
  /// Calls looked at by best() so far, a multiple of its time.
  [[nodiscard]] uint64_t work() const { return work_; }

 private:
  /// The most copies of this length; of the readings with as many the preferred one.
  std::optional<Reading> ofPeriod(const Repetition& run, uint32_t period);
  void findChains(const Repetition& run, uint32_t period);
  Reading preferred(const Repetition& run, uint32_t period, uint32_t count) const;

  const CallFlow& flow_;
  const LayerNames& names_;
  std::vector<uint32_t> crossing_;  ///< by call: results of earlier calls that it or later ones take
  std::vector<int32_t> chains_;     ///< by begin of a copy: how many copies from there take a result of the one before
  uint64_t work_ = 0;
};

}  // namespace relaxscope
