// SPDX-License-Identifier: Apache-2.0
// Types and directions of the operands of a function's calls of kernels and VM functions.
#pragma once

#include <optional>
#include <stop_token>
#include <vector>

#include "vmcore/analysis/flow/definitions.h"
#include "vmcore/analysis/value_types.h"
#include "vmcore/model/executable.h"
#include "vmcore/model/types.h"

namespace relaxscope {

struct CallOperand {
  enum class Direction : uint8_t {
    In,
    Out,    ///< written, and not read before: no call has written this tensor yet
    InOut,  ///< a shape heap that a kernel fills from what is in it
  } direction = Direction::In;
  StaticTypeRef type;  ///< null if unknown
};
/// "in", "out", "in-out": as in text and JSON.
const char* directionText(CallOperand::Direction direction);

struct TypedCall {
  InstrIndex pc;
  FuncIndex callee;  ///< of vm.builtin.call_tir_dyn the kernel
  std::vector<CallOperand> operands;
  bool isKernel = true;
  StaticTypeRef result;  ///< of a VM function; null if unknown
};
struct CallTypes {
  std::vector<TypedCall> calls;  ///< in order of pc; those of builtins and in unreachable code are omitted
  StaticTypeRef result;          ///< of the function; null if unknown
};

/// Empty for functions without bytecode. Nothing when stopped. An extent of the shape that call_tir_dyn appends is an
/// operand of its own. `results` is of the same executable and may serve all its functions.
std::optional<CallTypes> callTypes(const Executable& executable, FuncIndex function, const Definitions& definitions,
                                   FunctionResults& results, const std::stop_token& stop = {});

}  // namespace relaxscope
