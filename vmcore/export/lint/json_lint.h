// SPDX-License-Identifier: Apache-2.0
// Findings of the linter and the verifier for scripts: JSON of `rscope verify --lint`, and SARIF 2.1.0.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "vmcore/base/diagnostics.h"
#include "vmcore/base/text_sink.h"
#include "vmcore/export/lint/finding_costs.h"

namespace relaxscope {

/// All findings about one executable.
struct FindingsReport {
  const Executable& executable;
  const Diagnostics& findings;  ///< of the readers and the verifier
  const LintFindings& lint;
  std::vector<std::optional<FindingCost>> costs = {};  ///< by finding of `lint`, or empty without a profile
  std::string path = {};                               ///< of the file, as the user gave it
  uint64_t executableOffset = 0;                       ///< of the executable in the file
};

/// The findings of the linter as a list of objects; also of an executable's `findings()` in Python.
void writeLintJson(const FindingsReport& report, const TextSink& sink);
/// As writeFindingsJson(), with the linter's findings beside those of the verifier.
void writeReportJson(const FindingsReport& report, const TextSink& sink);
void writeSarif(const FindingsReport& report, const TextSink& sink);

/// "pc 14, 104, ..., 984": the first two and the last of more than three.
std::string sitesText(const LintPart& part);

}  // namespace relaxscope
