// SPDX-License-Identifier: Apache-2.0
// A profile as a module for Python, recorded or read from a file.
#pragma once

#include <tvm/ffi/extra/module.h>

#include "vmcore/trace/file/trace_file.h"
#include "vmcore/vm/ffi.h"

namespace relaxscope {

/// The functions overview, by_callee, by_site, by_shape, by_kind, by_layer (JSON), events_csv (text), chrome(anonymous)
/// (text) and save(path, anonymous). `profile.executable` may be null: then there are no layers.
ffi::Module profileModule(TraceFile profile);

}  // namespace relaxscope
