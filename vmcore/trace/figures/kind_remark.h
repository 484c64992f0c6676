// SPDX-License-Identifier: Apache-2.0
// What tables add to the name of a row whose events are not plain calls.
#pragma once

#include "vmcore/trace/event_kind.h"

namespace relaxscope {

/// The kind of a row of statistics, where its name does not show it: " (body)", or "".
const char* eventKindRemark(EventKind kind);

}  // namespace relaxscope
