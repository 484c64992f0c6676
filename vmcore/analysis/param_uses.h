// SPDX-License-Identifier: Apache-2.0
// Completes the types of parameters that no check states from what the function passes them to.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "vmcore/analysis/kernel_signature.h"
#include "vmcore/analysis/params.h"

namespace relaxscope {

/// The parameters of a kernel, and whether they come from the messages of its checks (kernel_checks.h).
struct KnownSignature {
  std::vector<KernelParam> params;
  bool fromChecks = false;
};

/// Parameters of called functions, each read once, within a budget: a file must not make one function's parameters cost
/// a walk of all the others.
struct CalledParams {
  std::map<int64_t, std::vector<ParamInfo>> read;    ///< by row of the function table; empty while it is read
  std::map<std::string, KnownSignature> signatures;  ///< of kernels, by name
  int depth = 0;
  size_t functionsLeft = 64;
  int64_t instructionsLeft = int64_t{1} << 14;
  size_t fieldsLeft = 4096;  ///< of tuples, in all parameters
};

/// Sets kind, element type and extents of parameters, and of fields of tuples, that are unknown: from signatures of
/// kernels and messages of their checks (Executable::kernelTexts), parameters of called functions and the operands of
/// builtins. What is known stays. Walks the function only if something is unknown.
void readParamUses(const Executable& executable, FuncIndex function, std::vector<ParamInfo>& params,
                   CalledParams& called);

/// recoverParams() of a function that another one calls.
std::vector<ParamInfo> recoverParams(const Executable& executable, FuncIndex function, CalledParams& called);

}  // namespace relaxscope
