// SPDX-License-Identifier: Apache-2.0
// What generated code expects of the process that loads it (engine.md 3): context symbols, functions
// for the dynamic linker. Nothing is registered if the process contains TVM's runtime, whose symbols are used.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "vmcore/base/result.h"

namespace relaxscope {

/// Whether TVM's own runtime is loaded in this process.
bool tvmRuntimePresent();
/// Registers what is missing, once per process; returns an error if libtvm_ffi's version differs from the headers'.
Result<void> prepareEnvironment();
/// Names of context symbols that are filled at load, with their leading "__".
std::vector<std::string> filledContextSymbols();
/// The function for a context symbol that we provide ("__TVMBackendAllocWorkspace"); null for others.
void* contextSymbol(std::string_view name);
/// Makes the symbols of the loaded library that contains the address visible to libraries that are opened later.
void promote(const void* addressInside);
/// Whether the dynamic linker would find `name` for a library opened now.
bool linkerFinds(const std::string& name);

}  // namespace relaxscope
