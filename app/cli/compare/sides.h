// SPDX-License-Identifier: Apache-2.0
// The two inputs of a comparison.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "vmcore/analysis/diff/diff.h"
#include "vmcore/base/result.h"
#include "vmcore/export/diff/exporter.h"
#include "vmcore/trace/trace.h"

namespace relaxscope::cli {

struct BothSides {
  DiffSide old, now;
  std::shared_ptr<const Trace> oldTrace, nowTrace;  ///< of profiles; else null
  /// False once a file was found changed while it was read.
  [[nodiscard]] bool intact() const;
};
/// Opens whatever the other commands open, and profiles for the executable in them. /dev/null, which git names for a
/// file that is added or deleted, is an executable without functions. On an error `where` is the path that it is about.
Result<BothSides> openBoth(const std::string& oldPath, const std::string& nowPath, std::string& where);

/// The first byte in which the files differ and the fields there; nothing if they are equal. Both sides have files.
std::optional<ExactDifference> exactDifference(const BothSides& sides);

}  // namespace relaxscope::cli
