// SPDX-License-Identifier: Apache-2.0
// The cost of recording on this host.
#pragma once

#include "vmcore/run/trace_mode.h"
#include "vmcore/trace/trace.h"

namespace relaxscope {

/// The current cost of recording in this mode (not Off) on this host, measured with a small program whose events are
/// kept, as those of a profile are; takes about 60 ms per mode, cached.
InstrumentationCost measureInstrumentationCost(TraceMode mode);

}  // namespace relaxscope
