// SPDX-License-Identifier: Apache-2.0
// Tables derived from an executable in one pass: callers, callees and users of constants; and the default entry
// function.
#pragma once

#include <cstdint>
#include <vector>

#include "vmcore/model/builtin.h"
#include "vmcore/model/executable.h"

namespace relaxscope {

struct FunctionSummary {
  std::vector<FuncIndex> callees;   ///< distinct, in order of first call
  std::vector<FuncIndex> callers;   ///< distinct bytecode functions
  uint64_t callsOut = 0;            ///< Call instructions in its body
  uint64_t callSites = 0;           ///< Call instructions with it as the callee
  uint64_t constantBytes = 0;       ///< size of the tensors its body names, each counted once
  CallKind kind = CallKind::Other;  ///< as a callee
  bool used = false;                ///< called or passed as f[...] somewhere
  bool duplicateName = false;       ///< an earlier entry has the same name
};
struct ConstantUse {
  FuncIndex function;
  InstrIndex pc;
};
struct ExecutableSummary {
  std::vector<FunctionSummary> functions;
  std::vector<std::vector<ConstantUse>> constantUses;  ///< per constant, bounded to 1,000 each
  uint64_t callCount = 0, retCount = 0, gotoCount = 0, ifCount = 0;
  uint64_t constantBytes = 0;
};
ExecutableSummary summarize(const Executable& executable);

/// Default entry: "main", else the only function (bytecode or compiled) that no other function calls or uses as a
/// value; otherwise an error that lists the names.
Result<FuncIndex> defaultEntry(const Executable& executable);

}  // namespace relaxscope
