// SPDX-License-Identifier: Apache-2.0
#include "vmcore/model/types.h"

#include <fmt/format.h>

#include <algorithm>

#include "vmcore/base/text/text.h"

namespace relaxscope {
namespace {

/// The number of extents or fields; nothing if unknown.
std::optional<int64_t> rankOf(const StaticType& type) {
  return type.dims.empty() ? type.rank : static_cast<int64_t>(type.dims.size());
}

bool sameExtents(const StaticType& a, const StaticType& b) {
  if (rankOf(a) != rankOf(b)) return false;
  const size_t count = std::max(a.dims.size(), b.dims.size());
  const auto dim = [](const StaticType& type, size_t i) { return i < type.dims.size() ? type.dims[i] : DimSpec{}; };
  for (size_t i = 0; i < count; ++i)
    if (dim(a, i) != dim(b, i)) return false;
  return true;
}

std::string dimsText(const std::vector<DimSpec>& dims, std::optional<int64_t> rank) {
  constexpr int64_t kShownDims = 64;
  if (dims.empty() && !rank) return "...";
  if (dims.empty()) {
    std::string text;
    for (int64_t i = 0; i < std::min(*rank, kShownDims); ++i) text += i == 0 ? "?" : ", ?";
    return *rank > kShownDims ? text + ", ..." : text;
  }
  std::string text;
  for (const DimSpec& dim : dims) text += (text.empty() ? "" : ", ") + dim.text();
  return text;
}

std::string storageText(const std::vector<DimSpec>& dims) {
  if (dims.size() != 1) return "storage";
  const bool fixed = dims[0].kind == DimSpec::Kind::Fixed;
  return "storage " + (fixed ? groupedNumber(dims[0].value) : dims[0].text()) + " B";
}

std::string tupleText(const StaticType& type) {
  if (type.fields.empty() && !type.rank) return "tuple";
  std::string text;
  for (const StaticType& field : type.fields)
    text += (text.empty() ? "" : ", ") + (field.kind == StaticType::Kind::Unknown ? "?" : field.text());
  return "(" + text + ")";
}

}  // namespace

std::string DimSpec::text() const {
  switch (kind) {
    case Kind::Fixed: return fmt::format("{}", value);
    case Kind::Symbol: return name;
    case Kind::Unknown: break;
  }
  return "?";
}

bool operator==(const DimSpec& a, const DimSpec& b) {
  if (a.kind != b.kind) return false;
  return a.kind == DimSpec::Kind::Fixed ? a.value == b.value : a.kind == DimSpec::Kind::Unknown || a.name == b.name;
}

StaticType StaticType::ofKind(Kind kind) {
  StaticType type;
  type.kind = kind;
  return type;
}

StaticType StaticType::tensor(std::optional<DataType> dtype, std::vector<DimSpec> dims) {
  StaticType type = shape(std::move(dims));
  type.kind = Kind::Tensor;
  type.dtype = dtype;
  return type;
}

StaticType StaticType::shape(std::vector<DimSpec> dims) {
  StaticType type = ofKind(Kind::Shape);
  type.dims = std::move(dims);
  type.rank = static_cast<int64_t>(type.dims.size());
  return type;
}

StaticType StaticType::tuple(std::vector<StaticType> fields) {
  StaticType type = ofKind(Kind::Tuple);
  type.fields = std::move(fields);
  type.rank = static_cast<int64_t>(type.fields.size());
  return type;
}

std::string StaticType::text() const {
  switch (kind) {
    case Kind::Unknown: return {};
    case Kind::Tensor: return fmt::format("{}[{}]", dtype ? dtype->shortName() : "tensor", dimsText(dims, rank));
    case Kind::Shape: return fmt::format("shape({})", dimsText(dims, rank));
    case Kind::Prim: {
      const std::string type = dtype ? dtype->shortName() : "number";
      return dims.empty() ? type : type + " " + dims[0].text();
    }
    case Kind::Function: return "function";
    case Kind::Closure: return "closure";
    case Kind::Text: return "string";
    case Kind::LateBound: return "late-bound " + lateName;
    case Kind::Heap: return fmt::format("shape heap[{}]", dimsText(dims, {}));
    case Kind::Storage: return storageText(dims);
    case Kind::Tuple: break;
  }
  return tupleText(*this);
}

bool operator==(const StaticType& a, const StaticType& b) {
  if (a.kind != b.kind || a.dtype != b.dtype || a.lateName != b.lateName || a.fields != b.fields) return false;
  switch (a.kind) {
    case StaticType::Kind::Tensor:
    case StaticType::Kind::Shape: return sameExtents(a, b);
    case StaticType::Kind::Tuple: return !a.fields.empty() || a.rank == b.rank;
    default: return a.dims == b.dims;  // other kinds need no rank comparison
  }
}

std::vector<std::string> typeTexts(const std::vector<StaticTypeRef>& types) {
  std::vector<std::string> texts;
  texts.reserve(types.size());
  for (const StaticTypeRef& type : types) texts.push_back(typeText(type));
  return texts;
}

}  // namespace relaxscope
