// SPDX-License-Identifier: Apache-2.0
// The functions of the emulated driver: one per row of driver_functions.def, each written once below this folder in the
// file of its subject. exports.cpp gives them their names in the library and what every call has in common.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "vmcore/device/cuda/abi.h"

namespace relaxscope::emulated {

/// A function of the driver, by its row.
enum class Fn : uint8_t {
#define RS_CUDA(member, ...) member,
#include "vmcore/device/cuda/driver_functions.def"
#undef RS_CUDA
  Count
};
inline constexpr size_t kFunctions = static_cast<size_t>(Fn::Count);

struct FunctionRow {
  const char* name;    ///< for cuGetProcAddress
  const char* symbol;  ///< in the library; for messages
  int version;         ///< of CUDA, that brought this prototype
};
const FunctionRow& rowOf(Fn function);
/// The row with that name or symbol; Fn::Count if there is none.
Fn functionNamed(const std::string& name);

/// Thrown by a function that refuses its arguments; the call returns `status`. `why` names the argument and the reason.
struct Refusal {
  int status = 0;
  std::string why;
  bool ofCall = true;  ///< false: the reason is an earlier fault, which no argument of this call caused
};

namespace api {
using namespace cuda;
#define RS_CUDA(member, name, symbol, version, needed, ...) int member(__VA_ARGS__);
#include "vmcore/device/cuda/driver_functions.def"
#undef RS_CUDA
}  // namespace api

}  // namespace relaxscope::emulated
