// SPDX-License-Identifier: Apache-2.0
// Decoders of module payloads that a library carries (formats.md 2.5): one function a kind.
#pragma once

#include "vmcore/base/bytes.h"
#include "vmcore/base/result.h"
#include "vmcore/model/library.h"

namespace relaxscope {

/// Payload of kind "cuda" as TVM 0.22 and later write it; offsets in errors count from its first byte.
Result<CudaModule> readCudaModule(const Bytes& payload);

}  // namespace relaxscope
