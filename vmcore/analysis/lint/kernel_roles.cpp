// SPDX-License-Identifier: Apache-2.0
#include "vmcore/analysis/lint/kernel_roles.h"

#include <algorithm>

#include "vmcore/analysis/kernel_checks.h"
#include "vmcore/analysis/kernel_operator.h"

namespace relaxscope::linting {
namespace {

/// The only operator of a kernel that moves or converts elements, and the name of the output that TVM gives it.
struct RoleRow {
  std::string_view name, output;
  KernelRole role;
};
constexpr RoleRow kRoles[] = {
    {"transpose", "T_transpose", KernelRole::Transpose},
    {"permute_dims", "T_transpose", KernelRole::Transpose},
    {"layout_transform", "T_layout_trans", KernelRole::Transpose},
    {"cast", "compute", KernelRole::Cast},
    {"cast", "T_cast", KernelRole::Cast},
    {"astype", "compute", KernelRole::Cast},
    {"reshape", "T_reshape", KernelRole::Reshape},
    {"flatten", "T_reshape", KernelRole::Reshape},
    {"squeeze", "T_squeeze", KernelRole::Reshape},
    {"expand_dims", "T_expand_dims", KernelRole::Reshape},
    {"expand_dims", "expand_dims", KernelRole::Reshape},
};
/// Operators that compute each element from the elements at its place. TVM names the output of one loop "compute" or
/// after the operator, that of several loops after the last one.
constexpr std::string_view kElementwise[] = {
    "abs",          "acos",        "acosh",       "add",        "asin",          "asinh",    "atan",
    "atanh",        "bitwise_and", "bitwise_not", "bitwise_or", "bitwise_xor",   "ceil",     "clip",
    "cos",          "cosh",        "divide",      "equal",      "erf",           "exp",      "floor",
    "floor_divide", "floor_mod",   "gelu",        "greater",    "greater_equal", "isfinite", "isinf",
    "isnan",        "leaky_relu",  "left_shift",  "less",       "less_equal",    "log",      "logical_and",
    "logical_not",  "logical_or",  "logical_xor", "maximum",    "minimum",       "mod",      "multiply",
    "negative",     "not_equal",   "power",       "relu",       "right_shift",   "round",    "rsqrt",
    "sigmoid",      "sign",        "silu",        "sin",        "sinh",          "sqrt",     "square",
    "subtract",     "tan",         "tanh",        "trunc",      "where",
};
static_assert(std::ranges::is_sorted(kElementwise));

bool isElementwise(std::string_view name, std::string_view output) {
  if (!std::ranges::binary_search(kElementwise, name)) return false;
  if (name == "gelu" || name == "silu") return output == "T_multiply";
  constexpr std::string_view kTensor = "T_";
  return output == "compute" || (output.starts_with(kTensor) && output.substr(kTensor.size()) == name);
}

bool isTensor(const KernelParam& param) { return param.type.kind == StaticType::Kind::Tensor && param.type.dtype; }

/// Whether `part`, aligned at the last extent, is `whole` or is repeated along it.
bool broadcasts(const std::vector<DimSpec>& part, const std::vector<DimSpec>& whole) {
  if (part.size() > whole.size()) return false;
  return std::equal(part.rbegin(), part.rend(), whole.rbegin(),
                    [](const DimSpec& a, const DimSpec& b) { return a == DimSpec::fixed(1) || a == b; });
}

}  // namespace

KernelRole roleOf(std::string_view name, const std::vector<KernelParam>& signature) {
  std::vector<const KernelParam*> tensors;
  for (const KernelParam& param : signature)
    if (param.type.kind == StaticType::Kind::Tensor) tensors.push_back(&param);
  if (tensors.size() < 2 || !std::ranges::all_of(tensors, [](const KernelParam* param) { return isTensor(*param); }))
    return KernelRole::Unknown;
  const KernelParam& out = *tensors.back();
  const std::vector<std::string_view> operators = kernelOperators(name);
  if (operators.size() != 1) return KernelRole::Unknown;
  std::string_view output = out.name;
  if (constexpr std::string_view kFused = "_intermediate"; output.ends_with(kFused))
    output.remove_suffix(kFused.size());
  const auto* const row = std::ranges::find_if(
      kRoles, [&](const RoleRow& each) { return each.name == operators.front() && each.output == output; });
  const KernelRole role = row != std::end(kRoles)                    ? row->role
                          : isElementwise(operators.front(), output) ? KernelRole::Elementwise
                                                                     : KernelRole::Unknown;
  const bool sameType = tensors[0]->type.dtype == out.type.dtype;
  const bool sameShape = tensors[0]->type.dims == out.type.dims;
  switch (role) {
    case KernelRole::Transpose:
    case KernelRole::Reshape: return tensors.size() == 2 && sameType ? role : KernelRole::Unknown;
    case KernelRole::Cast: return tensors.size() == 2 && !sameType && sameShape ? role : KernelRole::Unknown;
    default: break;
  }
  const bool aligned = std::all_of(tensors.begin(), tensors.end() - 1, [&](const KernelParam* input) {
    return broadcasts(input->type.dims, out.type.dims);
  });
  return aligned ? role : KernelRole::Unknown;
}

const KnownKernel& KernelRoles::of(FuncIndex callee) {
  const auto [place, fresh] = found_.try_emplace(callee.value);
  KnownKernel& known = place->second;
  const Function* const function = executable_.function(callee);
  if (!fresh || function == nullptr || !function->isPacked() || executable_.kernelTexts == nullptr) return known;
  if (const std::string* const text = executable_.kernelTexts->find(function->name)) {
    known.signature = parseKernelSignature(*text);
    known.certain = !known.signature.empty();
  } else if (const auto* const checks = executable_.kernelTexts->checksOf(function->name)) {
    known.signature = signatureOfChecks(function->name, *checks);
  }
  known.role = roleOf(function->name, known.signature);
  return known;
}

}  // namespace relaxscope::linting
