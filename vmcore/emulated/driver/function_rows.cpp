// SPDX-License-Identifier: Apache-2.0
#include <iterator>

#include "vmcore/emulated/driver/api.h"

namespace relaxscope::emulated {
namespace {

constexpr FunctionRow kRows[] = {
#define RS_CUDA(member, name, symbol, version, ...) {name, symbol, version},
#include "vmcore/device/cuda/driver_functions.def"
#undef RS_CUDA
};
static_assert(std::size(kRows) == kFunctions);

}  // namespace

const FunctionRow& rowOf(Fn function) { return kRows[static_cast<size_t>(function)]; }

Fn functionNamed(const std::string& name) {
  for (size_t i = 0; i < kFunctions; ++i)
    if (name == kRows[i].name || name == kRows[i].symbol) return static_cast<Fn>(i);
  return Fn::Count;
}

}  // namespace relaxscope::emulated
