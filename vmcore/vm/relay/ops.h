// SPDX-License-Identifier: Apache-2.0
// What Relay's opcodes do, as functions that the loop calls like packed ones (relay.md, VM semantics): `self`
// is the call site, arguments are the registers that the instruction reads, in its order.
#pragma once

#include <tvm/ffi/any.h>
#include <tvm/ffi/container/tensor.h>

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "vmcore/vm/program.h"

namespace relaxscope {

/// What an instruction says beside its registers.
struct RelaySite {
  Engine* engine = nullptr;
  int64_t number = 0;            ///< tag, field, value of a constant, outputs of a kernel
  DLDataType dtype{};            ///< of what is allocated
  std::vector<int64_t> extents;  ///< of what is allocated
  uint32_t function = 0;         ///< that a closure names, or the kernel
  PackedCall kernel = nullptr;   ///< of invoke_packed, with its own `self`
  const void* kernelSelf = nullptr;
  mutable std::array<ffi::ObjectPtr<ffi::TensorObj>, 2>
      made;  ///< tensors of numbers that the instruction made before: one may still be in its register
};

/// The function of an opcode, by mnemonic; null for those that only the loop does (ret, invoke, if, goto).
PackedCall relayOp(std::string_view mnemonic);

/// What If compares: element 0 as an integer of the dtype's width, cut to 32 bits.
int32_t relayCondition(const TVMFFIAny& value);

}  // namespace relaxscope
