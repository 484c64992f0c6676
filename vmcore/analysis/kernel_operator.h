// SPDX-License-Identifier: Apache-2.0
// The operators that a kernel computes, as its name and its output say.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "vmcore/analysis/kernel_signature.h"
#include "vmcore/model/executable.h"

namespace relaxscope {

/// "matmul", "add", "relu" of fused_matmul1_add_relu2, in order; empty if unknown. The views are valid for ever.
///
/// TVM names a kernel after its operator, and a fused one after all of its kernels. Numbers that make names unique,
/// prefixes of modules and of namespaces (tir_, nn_) and the suffix of a GPU kernel are no part of it. A name counts if
/// all of it is operators that are known; the output of an operator such as T_softmax_norm must not belong to another
/// one. A kernel of another name, if it is not fused, has the operator of its output, but for arithmetic, which is the
/// last step of many.
std::vector<std::string_view> kernelOperators(std::string_view name, const std::vector<KernelParam>& signature = {});

/// Those of a function, with the signature from the library's texts or its argument checks; empty for what is no
/// kernel. Reads the texts of the library if that was not done yet.
std::vector<std::string_view> kernelOperators(const Executable& executable, FuncIndex function);
std::vector<std::string_view> kernelOperators(const KernelTexts* texts, std::string_view name);

/// "matmul, add, relu"; empty if unknown.
std::string operatorText(const std::vector<std::string_view>& operators);
std::string kernelOperator(const Executable& executable, FuncIndex function);

}  // namespace relaxscope
