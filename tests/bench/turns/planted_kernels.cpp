// SPDX-License-Identifier: Apache-2.0
// Kernels of known time: as many multiplications as their argument says, each of the last one's result.
#include <tvm/ffi/c_api.h>

#include <cstdint>

namespace {

int multiply(const TVMFFIAny* args, int32_t count, TVMFFIAny* ret) {
  static volatile uint64_t sink = 1;
  uint64_t value = sink | 1;
  const int64_t steps = count > 0 ? args[0].v_int64 : 0;
  for (int64_t i = 0; i < steps; ++i) {
    value *= 0xBF58476D1CE4E5B9ULL;
    __asm__ volatile("" : "+r"(value));
  }
  sink = value;
  ret->type_index = kTVMFFINone;
  return 0;
}

}  // namespace

extern "C" int __tvm_ffi_planted_first(void*, const TVMFFIAny* args, int32_t count, TVMFFIAny* ret) {
  return multiply(args, count, ret);
}
extern "C" int __tvm_ffi_planted_second(void*, const TVMFFIAny* args, int32_t count, TVMFFIAny* ret) {
  return multiply(args, count, ret);
}
