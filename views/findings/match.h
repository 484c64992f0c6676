// SPDX-License-Identifier: GPL-3.0-or-later
// Which findings of a list a filter field shows.
#pragma once

#include <QString>

#include <cstdint>
#include <memory>
#include <optional>
#include <stop_token>
#include <vector>

#include "views/findings/finding_list.h"

namespace relaxscope {

struct FindingFilter {
  QString pattern;  ///< plain text or a regular expression, compared case-insensitively; empty: all
  bool regex = false;
  friend bool operator==(const FindingFilter&, const FindingFilter&) = default;
};

/// Why the expression is invalid; empty if it is valid.
QString errorOf(const FindingFilter& filter);
/// By finding, whether it matches; all of an invalid expression do. Nothing when stopped.
std::optional<std::vector<bool>> matching(const FindingList& list, const FindingFilter& filter,
                                          const std::stop_token& stop = {});

}  // namespace relaxscope
