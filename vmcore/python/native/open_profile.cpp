// SPDX-License-Identifier: Apache-2.0
// Stored profiles for Python: relaxscope.profile.open(path) reads a .rsprof and runs nothing.
#include <fmt/format.h>
#include <tvm/ffi/function.h>
#include <tvm/ffi/string.h>

#include <string>
#include <utility>

#include "vmcore/embed/profile_module.h"
#include "vmcore/vm/objects/objects.h"

namespace relaxscope {
namespace {

ffi::Module openProfile(const ffi::String& path) {
  auto read = readTraceFile(std::string(path));
  if (!read.ok()) raise("ValueError", fmt::format("{}: {}", std::string(path), read.error().text()));
  return profileModule(*std::move(read));
}

}  // namespace

TVM_FFI_STATIC_INIT_BLOCK() {
  ffi::Function::SetGlobal("relaxscope.profile.open", ffi::Function::FromTyped(openProfile), true);
}

}  // namespace relaxscope
