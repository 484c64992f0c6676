// SPDX-License-Identifier: Apache-2.0
// What each way of recording adds to a Call.
#pragma once

namespace relaxscope::bench {

/// Prints a row for each way; false where one costs more than it may.
bool printRecordings(int pairs);

}  // namespace relaxscope::bench
