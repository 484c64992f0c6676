// SPDX-License-Identifier: Apache-2.0
// Programs that are linked into a shared object as system libraries: their code registers its symbols with tvm-ffi when
// the object is loaded, under names that begin with the program's prefix. tvm-ffi keeps one module for each prefix.
#pragma once

#include <tvm/ffi/extra/module.h>

#include <optional>
#include <string>
#include <string_view>

#include "vmcore/base/result.h"
#include "vmcore/vm/ffi.h"

namespace relaxscope {

/// The function of tvm-ffi 0.1 that such code calls (c_env_api.h).
inline constexpr std::string_view kSystemRegistration = "TVMFFIEnvModRegisterSystemLibSymbol";

/// A program of a system library: the loaded file that contains it, and what its symbols begin with.
struct SystemProgram {
  std::string path, prefix;
};
/// Where the code of the module is; nullopt if it is no system library, or is linked into the main program.
std::optional<SystemProgram> systemProgramOf(const ffi::Module& module);
/// The program's code in a private copy of its file, whose symbols are not registered again. Other initialisers of the
/// file run again. Error: the file cannot be copied or opened, or registers functions or types with tvm-ffi.
Result<ffi::Module> copyOf(const SystemProgram& program);

}  // namespace relaxscope
