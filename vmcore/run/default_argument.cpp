// SPDX-License-Identifier: Apache-2.0
#include "vmcore/run/default_argument.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "vmcore/run/input_spec.h"

namespace relaxscope {
namespace {

std::optional<Value> defaultScalar(const ParamInfo& param) {
  const DataType dtype = param.dtype.value_or(DataType{0, 64, 1});
  switch (static_cast<TypeCode>(dtype.code)) {
    case TypeCode::Int:
    case TypeCode::UInt: return Value{kDefaultDim};
    case TypeCode::Float:
    case TypeCode::BFloat: return Value{0.5};
    case TypeCode::Bool: return Value{true};
    default: return std::nullopt;
  }
}

/// The default value; its size is not checked.
std::optional<Value> formOf(const ParamInfo& param, const SymbolExtents& extents, uint64_t seed) {
  std::vector<int64_t> dims;
  for (const DimSpec& dim : param.dims) dims.push_back(extents.of(dim));
  const bool shapeKnown = param.rank && *param.rank >= 0 && static_cast<size_t>(*param.rank) == dims.size();
  if (param.kind == ParamInfo::Kind::Tensor && shapeKnown)
    return Value{RandomTensor{param.dtype.value_or(DataType{2, 32, 1}), std::move(dims), seed}};
  if (param.kind == ParamInfo::Kind::Shape && shapeKnown) return Value{ShapeValue{std::move(dims)}};
  return param.kind == ParamInfo::Kind::Prim ? defaultScalar(param) : std::nullopt;
}

}  // namespace

void SymbolExtents::learn(const ParamInfo& param, const Value& value) {
  const auto* shape = extentsOf(value);
  if (shape == nullptr || shape->size() != param.dims.size()) return;
  for (size_t i = 0; i < shape->size(); ++i)
    if (param.dims[i].kind == DimSpec::Kind::Symbol) learned_.emplace(param.dims[i].name, (*shape)[i]);
}

int64_t SymbolExtents::of(const DimSpec& dim) const {
  if (dim.kind == DimSpec::Kind::Fixed) return dim.value;
  if (dim.kind != DimSpec::Kind::Symbol) return kDefaultDim;
  for (const auto* known : {&learned_, &chosen_})
    if (const auto found = known->find(dim.name); found != known->end()) return found->second;
  return kDefaultDim;
}

Result<std::optional<Value>> defaultArgument(const ParamInfo& param, const SymbolExtents& extents, uint64_t seed) {
  auto value = formOf(param, extents, seed);
  const auto* random = value ? std::get_if<RandomTensor>(&value->data) : nullptr;
  if (random != nullptr) RS_CHECK(checkRandomSpec({random->dtype, random->shape}));
  return value;
}

std::string defaultContent(const ParamInfo& param, const SymbolExtents& extents) {
  const auto value = formOf(param, extents, 0);
  if (!value) return {};
  if (const auto* random = std::get_if<RandomTensor>(&value->data))
    return fmt::format("{}[{}]", random->dtype.name(), fmt::join(random->shape, ","));
  return inputText(*value).value_or(std::string());
}

}  // namespace relaxscope
