// SPDX-License-Identifier: Apache-2.0
// The calls of one function and the results that they take of each other. Builtins are no calls: what they copy, view
// or bundle keeps its origin.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <stop_token>
#include <vector>

#include "vmcore/base/index.h"
#include "vmcore/model/executable.h"
#include "vmcore/model/types.h"

namespace relaxscope {

struct FlowCall {
  InstrIndex pc;
  FuncIndex callee;  ///< of vm.builtin.call_tir_dyn, the kernel that it names
  /// Number of the type of its result, equal within a function exactly for equal types; 0 unknown.
  uint32_t result = 0;
  /// Of how many operands it has and of the types of those in registers; of a parameter, the parameter itself; 0
  /// unknown.
  uint32_t operands = 0;
  uint32_t block = 0;  ///< of the function's CFG
};

/// Calls of kernels and VM functions in order of pc. Calls are numbered from 0.
struct CallFlow {
  std::vector<FlowCall> calls;
  std::vector<uint32_t> sourcesBegin, sources;  ///< by call: the calls whose results it takes, ascending, each once
  std::vector<uint32_t> paramsBegin, params;    ///< by call: the parameters that it takes, or kFirstField + field
  static constexpr uint32_t kFirstField = 1U << 24U;  ///< number of field 0 of a tuple that is a parameter
  [[nodiscard]] std::span<const uint32_t> sourcesOf(size_t call) const {
    return std::span(sources).subspan(sourcesBegin[call], sourcesBegin[call + 1] - sourcesBegin[call]);
  }
  [[nodiscard]] std::span<const uint32_t> paramsOf(size_t call) const {
    return std::span(params).subspan(paramsBegin[call], paramsBegin[call + 1] - paramsBegin[call]);
  }
};

/// Empty for functions without bytecode; nothing when stopped. Of a value that joins many, the origins of the eight
/// latest calls are kept. A call writes what it is given newly allocated, else its last operand if it has no result.
/// Safe for malformed code. Linear in the words of the function, apart from definitionsOf(). `types` are resultTypes().
std::optional<CallFlow> callFlowOf(const Executable& executable, FuncIndex function,
                                   const std::vector<StaticTypeRef>& types, const std::stop_token& stop = {});

}  // namespace relaxscope
