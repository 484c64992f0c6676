// SPDX-License-Identifier: Apache-2.0
// The same work on both executables, at once where it is long.
#pragma once

#include <future>
#include <utility>

#include "vmcore/analysis/diff/symbols.h"

namespace relaxscope::diffing {

inline constexpr size_t kLongWork = 5'000;  ///< instructions of a function from which on a thread is worth its start

/// {work(Old), work(Now)}; the old side in a thread of its own if `atOnce`. `work` must not change what both read.
template <class Work>
auto onBothSides(bool atOnce, const Work& work) {
  if (!atOnce) {
    auto old = work(Old);
    return std::pair(std::move(old), work(Now));
  }
  auto old = std::async(std::launch::async, [&work] { return work(Old); });
  auto now = work(Now);
  return std::pair(old.get(), std::move(now));
}

}  // namespace relaxscope::diffing
