// SPDX-License-Identifier: Apache-2.0
// What generated code expects of the process that loads it (engine.md 3): context symbols, functions
// for the dynamic linker. In a process that holds TVM's runtime nothing is registered: its table serves.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "vmcore/base/result.h"

namespace relaxscope {

/// Whether TVM's own runtime lives in this process.
bool tvmRuntimePresent();
/// Registers what is missing, once a process; an error when libtvm_ffi is another version than the headers.
Result<void> prepareEnvironment();
/// Names of context symbols that are filled at load, with their leading "__".
std::vector<std::string> filledContextSymbols();
/// What a context symbol of ours ("__TVMBackendAllocWorkspace") is filled with; null for others.
void* contextSymbol(std::string_view name);
/// Whether the dynamic linker would find `name` for a library opened now.
bool linkerFinds(const std::string& name);

}  // namespace relaxscope
