// SPDX-License-Identifier: Apache-2.0
#include "vmcore/run/arguments/default_argument.h"

#include <fmt/format.h>

#include "vmcore/analysis/extent_expression.h"
#include "vmcore/run/arguments/argument_seed.h"
#include "vmcore/run/input_spec.h"

namespace relaxscope {
namespace {

std::optional<Value> defaultScalar(const StaticType& param) {
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

/// Default values of one argument; their sizes are not checked.
class Defaults {
 public:
  Defaults(const SymbolExtents& extents, uint64_t seed) : extents_(extents), seed_(seed) {}

  std::optional<Value> of(const ParamInfo& param) {
    inTuple_ = param.kind == StaticType::Kind::Tuple;
    std::optional<Value> value = formOf(param);
    auto* random = value ? std::get_if<RandomTensor>(&value->data) : nullptr;
    if (random != nullptr && param.selects) random->below = std::max<int64_t>(1, extents_.of(*param.selects));
    return value;
  }

 private:
  std::optional<Value> formOf(const StaticType& type) {
    if (type.kind == StaticType::Kind::Tuple) return tuple(type);
    const size_t leaf = leaves_++;
    std::vector<int64_t> dims;
    for (const DimSpec& dim : type.dims) dims.push_back(extents_.of(dim));
    const bool shapeKnown = type.rank && *type.rank >= 0 && static_cast<size_t>(*type.rank) == dims.size();
    if (type.kind == StaticType::Kind::Tensor && shapeKnown)
      return Value{RandomTensor{type.dtype.value_or(DataType{2, 32, 1}), std::move(dims),
                                inTuple_ ? leafSeed(seed_, leaf) : seed_}};
    if (type.kind == StaticType::Kind::Shape && shapeKnown) return Value{ShapeValue{std::move(dims)}};
    return type.kind == StaticType::Kind::Prim ? defaultScalar(type) : std::nullopt;
  }
  std::optional<Value> tuple(const StaticType& type) {
    if (!type.rank || static_cast<size_t>(*type.rank) != type.fields.size()) return std::nullopt;
    TupleValue tuple;
    for (const StaticType& field : type.fields) {
      std::optional<Value> value = formOf(field);
      if (!value) return std::nullopt;
      tuple.fields.push_back(*std::move(value));
    }
    return Value{std::move(tuple)};
  }

  const SymbolExtents& extents_;
  uint64_t seed_;
  size_t leaves_ = 0;
  bool inTuple_ = false;
};

Result<void> checkSizes(const Value& value) {
  if (const auto* tuple = std::get_if<TupleValue>(&value.data))
    for (const Value& field : tuple->fields) RS_CHECK(checkSizes(field));
  if (const auto* random = std::get_if<RandomTensor>(&value.data))
    RS_CHECK(checkRandomSpec({random->dtype, random->shape, random->below}));
  return {};
}

}  // namespace

void SymbolExtents::learn(const ParamInfo& param, const Value& value) {
  const auto* shape = extentsOf(value);
  if (shape == nullptr || shape->size() != param.dims.size()) return;
  for (size_t i = 0; i < shape->size(); ++i)
    if (param.dims[i].kind == DimSpec::Kind::Symbol) learned_.emplace(param.dims[i].name, (*shape)[i]);
}

std::optional<int64_t> SymbolExtents::known(const std::string& name) const {
  for (const auto* known : {&learned_, &chosen_})
    if (const auto found = known->find(name); found != known->end()) return found->second;
  return std::nullopt;
}

int64_t SymbolExtents::of(const DimSpec& dim) const {
  if (dim.kind == DimSpec::Kind::Fixed) return dim.value;
  if (dim.kind != DimSpec::Kind::Symbol) return kDefaultDim;
  if (const auto extent = known(dim.name)) return *extent;
  if (dim.name.find_first_of("+-*/ ") == std::string::npos) return kDefaultDim;
  const auto valueOf = [this](const std::string& name) { return known(name).value_or(kDefaultDim); };
  return extentOf(dim.name, valueOf).value_or(kDefaultDim);
}

Result<std::optional<Value>> defaultArgument(const ParamInfo& param, const SymbolExtents& extents, uint64_t seed) {
  auto value = Defaults(extents, seed).of(param);
  if (value) RS_CHECK(checkSizes(*value));
  return value;
}

std::string defaultContent(const ParamInfo& param, const SymbolExtents& extents) {
  const auto value = Defaults(extents, 0).of(param);
  return value ? inputText(*value).value_or(std::string()) : std::string();
}

}  // namespace relaxscope
