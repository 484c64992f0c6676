// SPDX-License-Identifier: Apache-2.0
// Ways to read calls as copies, each of which takes a result of the copy before it: a repetition, and calls that the
// names of their parameters tell apart.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "vmcore/analysis/regions/call_flow.h"
#include "vmcore/analysis/regions/layer_names.h"
#include "vmcore/analysis/regions/repetitions.h"

namespace relaxscope {

/// Copies that their parameters name, which need not have equal calls.
struct NamedCopies {
  std::string stem;
  uint32_t first = 0;            ///< number of the first copy
  std::vector<uint32_t> bounds;  ///< the first call of each copy, then the end of the last one
  [[nodiscard]] uint32_t size() const { return bounds.back() - bounds.front(); }
};

class Readings {
 public:
  Readings(const CallFlow& flow, const LayerNames& names);

  /// The reading that covers most calls, of these the shortest copy. Of those that begin elsewhere: one whose copies
  /// take the parameters of a number each; then the fewest results that cross from copy to copy; then, of the former,
  /// one that begins with a call that takes parameters; then the earliest. Nothing if the copies are independent. `run`
  /// has calls as numbers, all of one block.
  std::optional<Reading> best(const Repetition& run);

  /// Of each stem of parameters in the calls [begin, end), all of one block: the copies of numbers that rise by one, of
  /// which each takes a result of the one before and has half of its calls. `kinds` has a number per call, equal for
  /// calls of a kind. A copy begins where the fewest results cross; what the second one has before its first call that
  /// takes parameters and the last but one after its last such call, the first and the last one have, too. Ends early
  /// when work() exceeds `mostWork`.
  std::vector<NamedCopies> named(uint32_t begin, uint32_t end, std::span<const uint32_t> kinds, uint64_t mostWork);

  /// Whether a call of [at, end) takes a result of [begin, at).
  [[nodiscard]] bool feeds(uint32_t begin, uint32_t at, uint32_t end) const;
  /// Calls looked at by best() and named() so far, a multiple of its time.
  [[nodiscard]] uint64_t work() const { return work_; }

 private:
  /// The most copies of this length; of the readings with as many the preferred one.
  std::optional<Reading> ofPeriod(const Repetition& run, uint32_t period);
  void findChains(const Repetition& run, uint32_t period);
  /// Where the copy begins that takes parameters from `next` on, if the one before takes them up to `last`: where the
  /// fewest results cross whose last use is before `end`, the latest such place. What is used for longer is of no
  /// layer.
  [[nodiscard]] uint32_t boundary(uint32_t last, uint32_t next, uint32_t end) const;
  /// The end of a copy whose last calls begin at `last`, by those of the copy before it, [tail, tailEnd): where most
  /// calls are alike.
  uint32_t tailAfter(uint32_t last, uint32_t end, uint32_t tail, uint32_t tailEnd, std::span<const uint32_t> kinds);
  /// Of at least two copies in [begin, end).
  std::vector<uint32_t> boundsOf(std::span<const LayerNames::Span> spans, uint32_t begin, uint32_t end,
                                 std::span<const uint32_t> kinds);
  /// Those of the copies that are alike and feed each other.
  void addNamed(const std::string& stem, uint32_t number, std::span<const uint32_t> bounds,
                std::span<const uint32_t> kinds, std::vector<NamedCopies>& all) const;
  Reading preferred(const Repetition& run, uint32_t period, uint32_t count) const;

  const CallFlow& flow_;
  const LayerNames& names_;
  std::vector<uint32_t> lastUse_;   ///< by call: the last one that takes its result; 0 none
  std::vector<uint32_t> crossing_;  ///< by call: results of earlier calls that it or later ones take
  std::vector<int32_t> chains_;     ///< by begin of a copy: how many copies from there take a result of the one before
  uint64_t work_ = 0;
};

}  // namespace relaxscope
