// SPDX-License-Identifier: Apache-2.0
// Findings of the linter and the verifier, and their rules, as text of rscope verify.
#pragma once

#include "app/cli/output.h"
#include "vmcore/export/lint/json_lint.h"

namespace relaxscope::cli {

/// One line per finding of the verifier, errors first, and for each of the linter one with its parts below; then the
/// counts.
void writeFindingsText(const FindingsReport& report, Output& out);
/// The rules of verifier and linter: severity, id, and what they promise or find.
void writeRules(Output& out);

}  // namespace relaxscope::cli
