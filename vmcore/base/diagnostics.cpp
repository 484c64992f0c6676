// SPDX-License-Identifier: Apache-2.0
#include "vmcore/base/diagnostics.h"

#include <iterator>

namespace relaxscope {

const char* severityName(Severity severity) {
  switch (severity) {
    case Severity::Error: return "error";
    case Severity::Warning: return "warning";
    case Severity::Info: return "note";
  }
  return "unknown";
}

void Diagnostics::add(Diagnostic finding) {
  ++counts_[static_cast<size_t>(finding.severity)];
  if (kept_.size() < kMaxKept) kept_.push_back(std::move(finding));
}

void Diagnostics::append(const Diagnostics& others) {
  for (size_t i = 0; i < std::size(counts_); ++i) counts_[i] += others.counts_[i];
  kept_.insert(kept_.end(), others.kept_.begin(), others.kept_.end());
}

}  // namespace relaxscope
