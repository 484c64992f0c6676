// SPDX-License-Identifier: Apache-2.0
#include "vmcore/vm/native/static_registration.h"

#include <dlfcn.h>

#include <algorithm>
#include <array>
#include <string_view>

#include "vmcore/format/file_bytes.h"
#include "vmcore/format/object/object_image.h"

namespace relaxscope {
namespace {

/// How the names of these functions begin (tvm-ffi 0.1, c_api.h).
constexpr std::array<std::string_view, 2> kRegistrations = {"TVMFFIFunctionSetGlobal", "TVMFFITypeRegister"};

bool registers(std::string_view symbol) {
  return std::ranges::any_of(kRegistrations, [&](std::string_view start) { return symbol.starts_with(start); });
}

}  // namespace

bool registersStatically(const std::string& path, const Library* library) {
  if (library != nullptr) return std::ranges::any_of(library->undefinedSymbols, registers);
  const auto bytes = readFileBytes(path);
  if (!bytes) return false;
  const auto image = readObject(*bytes);
  return image && std::ranges::any_of(image->object.symbols, [](const ObjectSymbol& symbol) {
           return !symbol.defined && registers(symbol.name);
         });
}

Result<void> openForEver(const std::string& path) {
  if (dlopen(path.c_str(), RTLD_LAZY | RTLD_LOCAL | RTLD_NODELETE) != nullptr) return {};
  const char* const message = dlerror();
  return Error(message == nullptr ? "cannot be loaded" : message);
}

}  // namespace relaxscope
