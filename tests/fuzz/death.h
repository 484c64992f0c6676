// SPDX-License-Identifier: Apache-2.0
// Reports which of many inputs in one process crashes it.
#pragma once

namespace relaxscope::fuzz {

/// Installs `report`, which must be async-signal-safe, for a crash, an abort or a sanitizer's report.
void reportDeath(void (*report)());

}  // namespace relaxscope::fuzz
