// SPDX-License-Identifier: Apache-2.0
// How many operations a kernel computes, as far as its operators and the shapes of its arguments tell.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace relaxscope {

using TensorShape = std::vector<int64_t>;

/// Multiplications and additions of the matrix product of a kernel of these operators (kernel_operator.h); what is
/// fused to it is small beside it and not counted. `tensors` are the shapes of its tensor arguments in order, the
/// output last. Nothing without exactly one product, or where the shapes do not fit one.
std::optional<double> kernelFlops(std::span<const std::string_view> operators, std::span<const TensorShape> tensors);

}  // namespace relaxscope
