// SPDX-License-Identifier: Apache-2.0
// Internal to format. Findings of the readers, and names from the file in messages.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "vmcore/base/diagnostics.h"
#include "vmcore/base/text/text.h"

namespace relaxscope {

inline Diagnostic makeFinding(Severity severity, const char* rule, std::string message,
                              std::optional<uint64_t> byteOffset = std::nullopt) {
  Diagnostic finding;
  finding.severity = severity;
  finding.rule = rule;
  finding.message = std::move(message);
  finding.byteOffset = byteOffset;
  return finding;
}

/// A name from the file, truncated if long.
inline std::string shownName(std::string_view name) { return printable(name.substr(0, 80)); }

}  // namespace relaxscope
