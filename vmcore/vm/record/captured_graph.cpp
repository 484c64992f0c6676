// SPDX-License-Identifier: Apache-2.0
#include "vmcore/vm/record/captured_graph.h"

namespace relaxscope {
namespace {

bool fits(const CapturedWork& captured, const ReplayedWork& replayed) {
  return captured.kind == replayed.kind && captured.name == replayed.name;
}

}  // namespace

std::vector<uint64_t> instructionsOf(std::span<const CapturedWork> captured, std::span<const ReplayedWork> replayed) {
  std::vector<uint64_t> found;
  const auto unknown = [&] { return std::vector<uint64_t>(replayed.size(), kNoEvent); };
  size_t next = 0;
  while (next < captured.size()) {
    if (!captured[next].ofLibrary) {
      if (found.size() == replayed.size() || !fits(captured[next], replayed[found.size()])) return unknown();
      found.push_back(captured[next++].pc);
      continue;
    }
    size_t after = next;
    while (after < captured.size() && captured[after].ofLibrary) ++after;
    // Each call has a kernel or more; they end where the next node's work begins.
    size_t kernels = 0;
    const auto isNext = [&](size_t at) {
      return after < captured.size() && kernels >= after - next && fits(captured[after], replayed[at]);
    };
    while (found.size() < replayed.size() && !isNext(found.size())) {
      found.push_back(after - next == 1 ? captured[next].pc : kNoEvent);
      ++kernels;
    }
    if (kernels < after - next) return unknown();
    next = after;
  }
  return found.size() == replayed.size() ? found : unknown();
}

}  // namespace relaxscope
