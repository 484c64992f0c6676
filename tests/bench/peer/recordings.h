// SPDX-License-Identifier: Apache-2.0
// Cost that each recording mode adds to a Call.
#pragma once

namespace relaxscope::bench {

/// Prints a row per recording mode; returns false if one exceeds its limit.
bool printRecordings(int pairs);

}  // namespace relaxscope::bench
