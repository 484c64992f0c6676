// SPDX-License-Identifier: Apache-2.0
#include "vmcore/analysis/kernel_signature.h"

#include "vmcore/analysis/annotation.h"
#include "vmcore/base/text/text.h"

namespace relaxscope {
namespace {

constexpr size_t kMostParams = 4096;

/// "Tensor([n, T.int64(16)], float32)" or "int64".
StaticType typeOf(std::string_view text) {
  constexpr std::string_view kTensor = "Tensor(";
  const auto dtypeOf = [](std::string_view name) -> std::optional<DataType> {
    if (name.starts_with("T.")) name.remove_prefix(2);
    auto parsed = parseDataType(name);
    return parsed.ok() ? std::optional(*parsed) : std::nullopt;
  };
  if (!text.starts_with(kTensor) || text.back() != ')') {
    StaticType scalar;
    if (const auto dtype = dtypeOf(text); dtype && dtype->code != static_cast<uint8_t>(TypeCode::Handle)) {
      scalar.kind = StaticType::Kind::Prim;
      scalar.dtype = dtype;
    }
    return scalar;
  }
  const auto pieces = splitTypeList(text.substr(kTensor.size(), text.size() - kTensor.size() - 1));
  if (pieces.size() < 2 || !pieces[0].starts_with('[') || !pieces[0].ends_with(']')) return {};
  return StaticType::tensor(dtypeOf(pieces[1]), parseDimList(pieces[0].substr(1, pieces[0].size() - 2)));
}

}  // namespace

std::vector<KernelParam> parseKernelSignature(std::string_view text) {
  const size_t open = text.find('(');
  if (open == std::string_view::npos || text.back() != ')') return {};
  std::vector<KernelParam> params;
  for (const std::string_view piece : splitTypeList(text.substr(open + 1, text.size() - open - 2))) {
    const size_t colon = piece.find(": ");
    if (colon == std::string_view::npos || params.size() == kMostParams) return {};
    params.push_back({printable(piece.substr(0, colon)), typeOf(piece.substr(colon + 2))});
  }
  return params;
}

}  // namespace relaxscope
