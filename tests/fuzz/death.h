// SPDX-License-Identifier: Apache-2.0
// Many inputs run in one process: a report of the one that kills it.
#pragma once

namespace relaxscope::fuzz {

/// From now on a crash, an abort or a sanitizer's report calls `report`, which must be async-signal-safe.
void reportDeath(void (*report)());

}  // namespace relaxscope::fuzz
