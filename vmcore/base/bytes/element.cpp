// SPDX-License-Identifier: Apache-2.0
#include "vmcore/base/bytes/element.h"

#include <fmt/format.h>

#include <cstdint>

namespace relaxscope {
namespace {

template <class Signed>
std::string textOf(const void* at, bool isSigned) {
  return isSigned ? fmt::format("{}", elementAt<Signed>(at))
                  : fmt::format("{}", elementAt<std::make_unsigned_t<Signed>>(at));
}

}  // namespace

std::string integerElement(const void* at, size_t size, bool isSigned) {
  switch (size) {
    case 1: return textOf<int8_t>(at, isSigned);
    case 2: return textOf<int16_t>(at, isSigned);
    case 4: return textOf<int32_t>(at, isSigned);
    case 8: return textOf<int64_t>(at, isSigned);
    default: return {};
  }
}

}  // namespace relaxscope
