// SPDX-License-Identifier: Apache-2.0
// Fewer registers for finished bytecode: liveness and a linear scan (docs/building.md).
#pragma once

#include <cstdint>
#include <vector>

#include "vmcore/base/index.h"
#include "vmcore/base/result.h"
#include "vmcore/model/executable.h"

namespace relaxscope::build {

/// What the allocation did to one bytecode function.
struct FunctionRegisters {
  FuncIndex function;
  int64_t before = 0, after = 0;  ///< registers of a frame
  /// By old register, the register that holds its values now; -1 if no instruction names it and it is no parameter.
  std::vector<int32_t> newRegister;
};
struct AllocatedRegisters {
  std::vector<FunctionRegisters> functions;  ///< the bytecode functions in order of the function table
  [[nodiscard]] int64_t before() const;      ///< sums over the functions
  [[nodiscard]] int64_t after() const;
};

/// Renumbers the registers of each bytecode function, so that values that are never needed at the same time share one,
/// and sets register_file_size. Instructions, tables and sizes stay as they are, and so does every result. Parameters
/// keep their registers, which other values take after their last use.
///
/// For executables of the Relax VM and of its prototype. One of the Relay VM, or one that verify() refuses for another
/// reason than overlapping storage, stays unchanged and gives an error. Time is bounded by a multiple of the
/// instructions; where liveness would take longer, a register counts as needed in the whole function.
[[nodiscard]] Result<AllocatedRegisters> allocateRegisters(Executable& executable);

}  // namespace relaxscope::build
