// SPDX-License-Identifier: Apache-2.0
// What recording costs on this host.
#pragma once

#include "vmcore/trace/trace.h"

namespace relaxscope {

/// The cost of recording on this machine now, by a small program of its own; about 30 ms, kept after the first time.
InstrumentationCost measureInstrumentationCost();

}  // namespace relaxscope
