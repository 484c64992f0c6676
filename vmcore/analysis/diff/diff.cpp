// SPDX-License-Identifier: Apache-2.0
#include "vmcore/analysis/diff/diff.h"

namespace relaxscope {

const char* matchReasonText(MatchReason reason) {
  switch (reason) {
    case MatchReason::SameNameSameCode: return "same name, same code";
    case MatchReason::SameNameChangedCode: return "same name, changed code";
    case MatchReason::SameCodeOtherName: return "same code, other name";
    case MatchReason::CallPosition: return "called at the same places";
    case MatchReason::Structure: return "similar code";
    case MatchReason::ByHand: return "matched by hand";
    case MatchReason::None: break;
  }
  return "only in one file";
}

const char* pairStateName(PairState state) {
  switch (state) {
    case PairState::Same: return "same";
    case PairState::Changed: return "changed";
    case PairState::Added: return "added";
    case PairState::Removed: break;
  }
  return "removed";
}

Result<ExecutableDiff> diffExecutables(const DiffSide& /*old*/, const DiffSide& /*now*/, const DiffOptions& /*options*/,
                                       const std::stop_token& /*stop*/) {
  return Error{"not compared yet"};
}

std::optional<ByteDifference> byteDifference(const Bytes& /*old*/, const Bytes& /*now*/) { return std::nullopt; }

}  // namespace relaxscope
