// SPDX-License-Identifier: Apache-2.0
// Relay's opcodes as functions that the loop calls like packed functions (relay.md, VM semantics): `self` is the
// call site, arguments are the registers that the instruction reads, in its order.
#pragma once

#include <tvm/ffi/any.h>
#include <tvm/ffi/container/tensor.h>

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "vmcore/vm/program.h"

namespace relaxscope {

/// Operands of an instruction other than registers.
struct RelaySite {
  Engine* engine = nullptr;
  int64_t number = 0;            ///< tag, field, value of a constant, or number of a kernel's outputs
  DLDataType dtype{};            ///< of the allocated tensor or storage
  std::vector<int64_t> extents;  ///< of the allocated tensor or storage
  uint32_t function = 0;         ///< of a closure, or the kernel
  PackedCall kernel = nullptr;   ///< of invoke_packed, with its `self`
  const void* kernelSelf = nullptr;
  mutable std::array<ffi::ObjectPtr<ffi::TensorObj>, 2>
      made;  ///< tensors of earlier results for reuse; one may still be in its register
};

/// The function of an opcode, by mnemonic; null for those that the loop implements itself (ret, invoke, if, goto).
PackedCall relayOp(std::string_view mnemonic);

/// The value that If compares: element 0 as an integer of the dtype's width, truncated to 32 bits.
int32_t relayCondition(const TVMFFIAny& value);

}  // namespace relaxscope
