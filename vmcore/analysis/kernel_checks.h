// SPDX-License-Identifier: Apache-2.0
// A kernel's parameters from the messages of its argument checks (vmcore/model/checks/kernel_check.h), in libraries
// that carry no signature.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "vmcore/analysis/kernel_signature.h"

namespace relaxscope {

/// In the order of the call's arguments, as parseKernelSignature(). Empty if the messages do not agree on their number.
///
/// A tensor belongs to the argument whose name the condition of "Expect arg[i]" has. Messages without conditions (of
/// the C code generator) are assumed to be in the order of the arguments, and used if there are as many tensors as
/// pointers. An extent without a constraint is the first of its variable. Its name is in the product of the extents,
/// which is assumed to be in their order, and used if it agrees with the extents that are known.
///
/// Nothing is guessed: what messages contradict is unknown, and a tensor of which one extent is unknown has a rank
/// without extents. "int" is int64, the integer of the VM.
std::vector<KernelParam> signatureOfChecks(std::string_view kernel, const std::vector<std::string>& messages);

}  // namespace relaxscope
