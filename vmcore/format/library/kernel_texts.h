// SPDX-License-Identifier: Apache-2.0
// Finds the signatures that a library carries as text beside its kernels.
#pragma once

#include <set>
#include <string>
#include <string_view>

#include "vmcore/base/bytes/bytes.h"
#include "vmcore/model/kernel_texts.h"

namespace relaxscope {

/// The strings "NAME(...)" in `part` whose name is in `kernels`: printable text between bytes that are not, of at most
/// 64 KiB. The first one of a name counts. Reads a mebibyte at a time.
KernelTexts::Map findKernelTexts(const Bytes& part, const std::set<std::string, std::less<>>& kernels);

}  // namespace relaxscope
