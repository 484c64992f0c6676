// SPDX-License-Identifier: Apache-2.0
#include "vmcore/analysis/diff/change.h"

#include <algorithm>
#include <array>

namespace relaxscope {
namespace {

constexpr std::array<const char*, kChangeKinds> kNames{"inserted",
                                                       "removed",
                                                       "replaced",
                                                       "fused",
                                                       "split",
                                                       "library-call",
                                                       "constant-folded",
                                                       "operands",
                                                       "rewired",
                                                       "reordered",
                                                       "independent-order",
                                                       "control-flow",
                                                       "memory",
                                                       "shape-specialised",
                                                       "shape-generalised",
                                                       "shape-changed",
                                                       "signature",
                                                       "function-added",
                                                       "function-removed",
                                                       "function-renamed",
                                                       "function-compiled",
                                                       "constant-edited",
                                                       "constant-requantised",
                                                       "constant-added",
                                                       "constant-removed",
                                                       "kernel-added",
                                                       "kernel-removed",
                                                       "kernel-renamed",
                                                       "kernel-retuned",
                                                       "kernel-interface",
                                                       "module"};
static_assert(kNames.back() != nullptr);

}  // namespace

const char* changeKindName(ChangeKind kind) { return kNames[static_cast<size_t>(kind)]; }

std::optional<ChangeKind> changeKindOfName(std::string_view name) {
  const auto found = std::ranges::find_if(kNames, [&](const char* known) { return name == known; });
  if (found == kNames.end()) return std::nullopt;
  return static_cast<ChangeKind>(found - kNames.begin());
}

}  // namespace relaxscope
