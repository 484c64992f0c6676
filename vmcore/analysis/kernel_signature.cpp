// SPDX-License-Identifier: Apache-2.0
#include "vmcore/analysis/kernel_signature.h"

#include <algorithm>

#include "vmcore/analysis/annotation.h"
#include "vmcore/base/text/text.h"

namespace relaxscope {
namespace {

constexpr size_t kMostParams = 4096;

/// "Tensor([n, T.int64(16)], float32)" or "int64".
StaticType typeOfText(std::string_view text) {
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
    params.push_back({printable(piece.substr(0, colon)), typeOfText(piece.substr(colon + 2))});
  }
  return params;
}

static bool isIntegerTensor(const StaticType& type) {
  if (type.kind != StaticType::Kind::Tensor || !type.dtype) return false;
  const auto code = static_cast<TypeCode>(type.dtype->code);
  return code == TypeCode::Int || code == TypeCode::UInt;
}

static bool hasExtents(const StaticType& type) {
  return type.rank && static_cast<size_t>(*type.rank) == type.dims.size();
}

static bool isSameDim(const DimSpec& a, const DimSpec& b) {
  if (a.kind != b.kind) return false;
  return a.kind == DimSpec::Kind::Fixed ? a.value == b.value : a.kind == DimSpec::Kind::Symbol && a.name == b.name;
}

/// Whether `out` is `table` with its extent `axis` replaced by `indices`. An output of the table's own shape is rather
/// that of an elementwise kernel.
static bool isTaken(const std::vector<DimSpec>& out, const std::vector<DimSpec>& table, size_t axis,
                    const std::vector<DimSpec>& indices) {
  if (out.size() + 1 != table.size() + indices.size()) return false;
  const auto same = [](const DimSpec& a, const DimSpec& b) { return isSameDim(a, b); };
  if (std::ranges::equal(out, table, same)) return false;
  const auto at = out.begin() + static_cast<std::ptrdiff_t>(axis);
  const auto rest = table.begin() + static_cast<std::ptrdiff_t>(axis);
  return std::equal(out.begin(), at, table.begin(), rest, same) &&
         std::equal(indices.begin(), indices.end(), at, same) &&
         std::equal(rest + 1, table.end(), at + static_cast<std::ptrdiff_t>(indices.size()), out.end(), same);
}

std::optional<DimSpec> selectedExtent(const std::vector<KernelParam>& signature, size_t index) {
  if (signature.size() < 3 || index + 1 >= signature.size() || !isIntegerTensor(signature[index].type))
    return std::nullopt;
  const StaticType& out = signature.back().type;
  if (!hasExtents(out) || !hasExtents(signature[index].type)) return std::nullopt;
  std::optional<DimSpec> selected;
  for (size_t i = 0; i + 1 < signature.size(); ++i) {
    const std::vector<DimSpec>& table = signature[i].type.dims;
    if (i == index || signature[i].type.kind != StaticType::Kind::Tensor || signature[i].type.dtype != out.dtype)
      continue;
    for (size_t axis = 0; axis < table.size(); ++axis) {
      if (!isTaken(out.dims, table, axis, signature[index].type.dims)) continue;
      // Where several extents are possible, indices below the smallest are in range of each.
      if (!selected || (table[axis].kind == DimSpec::Kind::Fixed && table[axis].value < selected->value))
        selected = table[axis];
    }
  }
  return selected;
}

}  // namespace relaxscope
