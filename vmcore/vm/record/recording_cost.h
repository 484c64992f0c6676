// SPDX-License-Identifier: Apache-2.0
// The cost of recording on this host.
#pragma once

#include "vmcore/trace/trace.h"

namespace relaxscope {

/// The current cost of recording on this host, measured with a small program; takes about 30 ms, cached.
InstrumentationCost measureInstrumentationCost();

}  // namespace relaxscope
