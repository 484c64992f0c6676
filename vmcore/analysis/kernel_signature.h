// SPDX-License-Identifier: Apache-2.0
// A kernel's parameters, from the signature that its library carries as text:
// matmul(x: Tensor([n, T.int64(16)], float32), w: Tensor([T.int64(16), T.int64(4)], float32), n: int64, matmul: ...)
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "vmcore/model/types.h"

namespace relaxscope {

struct KernelParam {
  std::string name;
  StaticType type;  ///< Tensor, Prim, or Unknown; symbolic extents have slot -1
};
/// In the order of the call's arguments, outputs last. Empty for a text that is no signature.
std::vector<KernelParam> parseKernelSignature(std::string_view text);

/// The extent that the elements of parameter `index` select from. That of `take`: the output has the shape of another
/// parameter, in which the shape of the indices stands for one extent. Nothing for other kernels.
std::optional<DimSpec> selectedExtent(const std::vector<KernelParam>& signature, size_t index);

}  // namespace relaxscope
