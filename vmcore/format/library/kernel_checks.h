// SPDX-License-Identifier: Apache-2.0
// Finds the messages of kernels' argument checks in a library of TVM up to 0.24 (kernel_check.h).
#pragma once

#include <set>
#include <span>
#include <string>

#include "vmcore/base/bytes/bytes.h"
#include "vmcore/model/kernel_texts.h"

namespace relaxscope {

/// The messages in `parts` of the kernels in `kernels`: printable text between bytes that are not, of at most 8 KiB
/// each, once each, at most 4,096 per kernel and 32 MiB in all. Those of TVM up to 0.12, "arg0.ndim ..." or "arg.x.ndim
/// ...", do not name their kernel, and kernels share them: they count only where the parts have one kernel. Reads a
/// mebibyte at a time.
KernelTexts::Checks findKernelChecks(std::span<const Bytes> parts, const std::set<std::string, std::less<>>& kernels);

}  // namespace relaxscope
