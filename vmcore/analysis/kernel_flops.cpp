// SPDX-License-Identifier: Apache-2.0
#include "vmcore/analysis/kernel_flops.h"

#include <algorithm>

namespace relaxscope {
namespace {

bool isProductName(std::string_view name) { return name == "matmul" || name == "dense" || name == "batch_matmul"; }

double elements(const TensorShape& shape) {
  double count = 1;
  for (const int64_t extent : shape) count *= static_cast<double>(extent);
  return count;
}

/// The extent that both operands of out[.., m, n] = a[.., m, k] * b have in common; b is [.., k, n] or [.., n, k].
std::optional<int64_t> commonExtent(const TensorShape& a, const TensorShape& b, const TensorShape& out) {
  if (a.empty() || b.size() < 2 || out.empty()) return std::nullopt;
  const int64_t k = a.back(), n = out.back(), first = b[b.size() - 2], second = b.back();
  const bool fits = (first == k && second == n) || (first == n && second == k);
  if (!fits || k <= 0) return std::nullopt;
  return k;
}

}  // namespace

std::optional<double> kernelFlops(std::span<const std::string_view> operators, std::span<const TensorShape> tensors) {
  if (std::ranges::count_if(operators, isProductName) != 1 || !isProductName(operators.front()) || tensors.size() < 3)
    return std::nullopt;
  for (const TensorShape& shape : tensors)
    if (std::ranges::any_of(shape, [](int64_t extent) { return extent < 0; })) return std::nullopt;
  const auto k = commonExtent(tensors[0], tensors[1], tensors.back());
  if (!k) return std::nullopt;
  return 2 * elements(tensors.back()) * static_cast<double>(*k);
}

}  // namespace relaxscope
