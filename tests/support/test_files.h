// SPDX-License-Identifier: Apache-2.0
// Test programs hold the cases of several folders; an option selects them by the file that they are in.
#pragma once

namespace relaxscope::testing {

/// Initializes GoogleTest and applies `--files=PART[,PART...]` (run only cases in source files whose path contains one
/// of the parts) and `--but=PART[,PART...]` (none of those). Prints an error and exits with 2 if no case is left. With
/// neither, --gtest_filter applies as usual.
void initGoogleTest(int* argc, char** argv);

}  // namespace relaxscope::testing
