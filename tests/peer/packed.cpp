// SPDX-License-Identifier: Apache-2.0
// The packed functions that the programs of programs.py call: wrapping arithmetic on int64, and one that fails.
#include "resources/examples/native/kernel_abi.h"

namespace {

constexpr int32_t kInteger = 1, kBoolean = 2;

/// The two integers of a call; raises a TypeError otherwise.
bool integers(const FfiAny* args, int32_t count, uint64_t& a, uint64_t& b) {
  const auto isInteger = [](const FfiAny& any) { return any.typeIndex == kInteger || any.typeIndex == kBoolean; };
  if (count == 2 && isInteger(args[0]) && isInteger(args[1])) {
    a = static_cast<uint64_t>(args[0].asInt);
    b = static_cast<uint64_t>(args[1].asInt);
    return true;
  }
  const char* parts[] = {"expected two integers"};
  TVMFFIErrorSetRaisedFromCStrParts("TypeError", parts, 1);
  return false;
}

}  // namespace

#define RS_ARITHMETIC(NAME, EXPRESSION)                                                                      \
  extern "C" __attribute__((visibility("default"))) int __tvm_ffi_##NAME(void* /*self*/, const FfiAny* args, \
                                                                         int32_t count, FfiAny* result) {    \
    uint64_t a = 0, b = 0;                                                                                   \
    if (!integers(args, count, a, b)) return -1;                                                             \
    result->typeIndex = kInteger;                                                                            \
    result->padding = 0;                                                                                     \
    result->asInt = static_cast<int64_t>(EXPRESSION);                                                        \
    return 0;                                                                                                \
  }

RS_ARITHMETIC(k_add, a + b)
RS_ARITHMETIC(k_sub, a - b)
RS_ARITHMETIC(k_mul, a* b)
RS_ARITHMETIC(k_less, static_cast<int64_t>(a) < static_cast<int64_t>(b) ? 1 : 0)

RS_KERNEL(k_fail) {
  (void)args, (void)count;
  return kernel::fail("k_fail", "x", "never right");
}
