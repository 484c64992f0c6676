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

struct FindingHits {
  std::vector<bool> hits;  ///< by finding, whether it matches; after an error all do
  QString error;           ///< the expression takes too long
};

/// Why the expression is invalid; empty if it is valid.
QString errorOf(const FindingFilter& filter);
/// Of an invalid expression all match. Nothing when stopped.
std::optional<FindingHits> matching(const FindingList& list, const FindingFilter& filter,
                                    const std::stop_token& stop = {});

}  // namespace relaxscope
