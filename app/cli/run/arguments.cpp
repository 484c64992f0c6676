// SPDX-License-Identifier: Apache-2.0
#include "app/cli/run/arguments.h"

#include <fmt/format.h>

#include <map>
#include <optional>

#include "vmcore/base/text/text.h"
#include "vmcore/format/file_bytes.h"
#include "vmcore/format/container/npz.h"
#include "vmcore/run/value_json.h"

namespace relaxscope {
namespace {

/// Each argument has numbers of its own; the same seed gives the same ones on every machine.
uint64_t seedOf(uint64_t seed, size_t position) { return seed * 0x9E3779B97F4A7C15ULL + position; }

Result<TensorValue> readArrayOf(const ArraySpec& spec) {
  RS_TRY(const Bytes bytes, readFileBytes(spec.path));
  const bool npz = spec.path.size() > 4 && spec.path.compare(spec.path.size() - 4, 4, ".npz") == 0;
  if (!npz) {
    RS_TRY(NpyArray array, readNpy(bytes));
    return TensorValue{array.dtype, std::move(array.shape), std::move(array.data)};
  }
  RS_TRY(auto arrays, readNpz(bytes));
  if (spec.key.empty() && arrays.size() != 1) return Error(fmt::format("holds {} arrays; name one as {}:KEY", arrays.size(), spec.path));
  for (auto& [key, array] : arrays)
    if (spec.key.empty() || key == spec.key) return TensorValue{array.dtype, std::move(array.shape), std::move(array.data)};
  return Error(fmt::format("holds no array \"{}\"", printable(spec.key)));
}

Result<TensorValue> readArray(const ArraySpec& spec) {
  auto array = readArrayOf(spec);
  return array ? std::move(array) : Error(fmt::format("{}: {}", spec.path, array.error().text()));
}

/// Random tensors of one tuple have seeds of their own.
Result<Value> given(const InputSpec& spec, uint64_t seed) {
  const bool tuple = std::holds_alternative<TupleSpec>(spec.content.data);
  return makeValue(spec.content, {[&](size_t leaf) { return tuple ? seedOf(seed, leaf) : seed; }, readArray});
}

/// Values of symbolic dimensions as the given arguments show them; what none shows is made up, once a name.
class Symbols {
 public:
  void learn(const ParamInfo& param, const Value& value) {
    const auto* shape = extentsOf(value);
    if (shape == nullptr || shape->size() != param.dims.size()) return;
    for (size_t i = 0; i < shape->size(); ++i)
      if (param.dims[i].kind == DimSpec::Kind::Symbol) values_.emplace(param.dims[i].name, (*shape)[i]);
  }
  int64_t valueOf(const DimSpec& dim) const {
    if (dim.kind == DimSpec::Kind::Fixed) return dim.value;
    const auto found = values_.find(dim.name);
    return dim.kind == DimSpec::Kind::Symbol && found != values_.end() ? found->second : kMadeUpDim;
  }

 private:
  std::map<std::string, int64_t> values_;
};

std::optional<Value> madeUpScalar(const ParamInfo& param) {
  const DataType dtype = param.dtype.value_or(DataType{0, 64, 1});
  switch (static_cast<TypeCode>(dtype.code)) {
    case TypeCode::Int: case TypeCode::UInt: return Value{kMadeUpDim};
    case TypeCode::Float: case TypeCode::BFloat: return Value{0.5};
    case TypeCode::Bool: return Value{true};
    default: return std::nullopt;
  }
}

Result<Value> madeUp(const ParamInfo& param, const Symbols& symbols, uint64_t seed) {
  std::vector<int64_t> dims;
  for (const DimSpec& dim : param.dims) dims.push_back(symbols.valueOf(dim));
  const bool shapeKnown = param.rank && *param.rank >= 0 && static_cast<size_t>(*param.rank) == dims.size();
  if (param.kind == ParamInfo::Kind::Tensor && shapeKnown) {
    RandomSpec spec{param.dtype.value_or(DataType{2, 32, 1}), std::move(dims)};
    RS_CHECK(checkRandomSpec(spec));
    return Value{RandomTensor{spec.dtype, std::move(spec.shape), seed}};
  }
  if (param.kind == ParamInfo::Kind::Shape && shapeKnown) return Value{ShapeValue{std::move(dims)}};
  if (param.kind == ParamInfo::Kind::Prim)
    if (auto scalar = madeUpScalar(param)) return *std::move(scalar);
  return Error(fmt::format("argument {} is not given, and the executable does not tell what it is; give it with --input '{}=DTYPE[DIM,...]' or '{}=NUMBER'", printable(param.name), printable(param.name), printable(param.name)));
}

Result<size_t> placeOf(const InputSpec& spec, const std::vector<ParamInfo>& params, const std::vector<std::optional<Value>>& slots) {
  if (!spec.name.empty()) {
    for (size_t i = 0; i < params.size(); ++i)
      if (params[i].name == spec.name) return slots[i] ? Result<size_t>(Error(fmt::format("input {} is given twice", printable(spec.name)))) : Result<size_t>(i);
    std::string names;
    for (const ParamInfo& param : params) names += (names.empty() ? "" : ", ") + printable(param.name);
    return Error(fmt::format("no parameter \"{}\"; the function takes {}", printable(spec.name), names.empty() ? "none" : names));
  }
  for (size_t i = 0; i < slots.size(); ++i)
    if (!slots[i]) return i;
  return Error(fmt::format("more inputs than the function takes ({})", params.size()));
}

}  // namespace

std::string valueSummary(const Value& value) {
  const auto tensorText = [](DataType dtype, const std::vector<int64_t>& shape) { return fmt::format("{}[{}]", dtype.name(), fmt::join(shape, ", ")); };
  if (const auto* t = std::get_if<TensorValue>(&value.data)) return tensorText(t->dtype, t->shape);
  if (const auto* t = std::get_if<RandomTensor>(&value.data)) return tensorText(t->dtype, t->shape);
  if (const auto* s = std::get_if<ShapeValue>(&value.data)) return fmt::format("({})", fmt::join(s->dims, ", "));
  if (const auto* t = std::get_if<TupleValue>(&value.data))
    return t->tag ? fmt::format("adt of {}, tag {}", t->fields.size(), *t->tag) : fmt::format("tuple of {}", t->fields.size());
  if (const auto* v = std::get_if<int64_t>(&value.data)) return std::to_string(*v);
  if (const auto* v = std::get_if<double>(&value.data)) return pythonFloat(*v);
  if (const auto* v = std::get_if<bool>(&value.data)) return *v ? "true" : "false";
  if (const auto* v = std::get_if<std::string>(&value.data)) {
    constexpr size_t kShown = 120;
    return v->size() <= kShown ? "\"" + printable(*v) + "\"" : fmt::format("\"{}\" and {} bytes more", printable(v->substr(0, kShown)), v->size() - kShown);
  }
  if (const auto* v = std::get_if<DataType>(&value.data)) return v->name();
  if (const auto* v = std::get_if<ObjectValue>(&value.data)) return "object " + printable(v->typeName);
  if (const auto* v = std::get_if<ResultRef>(&value.data)) return fmt::format("result of call {}", v->call);
  return "none";
}

Result<BoundArguments> bindArguments(std::vector<Value> first, const std::vector<InputSpec>& specs, const std::vector<ParamInfo>& params, uint64_t seed) {
  std::vector<std::optional<Value>> slots(params.size());
  std::vector<bool> random(params.size(), false);
  Symbols symbols;
  for (size_t i = 0; i < first.size() && i < slots.size(); ++i) {
    symbols.learn(params[i], first[i]);
    slots[i] = std::move(first[i]);
  }
  for (const InputSpec& spec : specs) {
    RS_TRY(const size_t at, placeOf(spec, params, slots));
    RS_TRY(slots[at], given(spec, seedOf(seed, at)));
    symbols.learn(params[at], *slots[at]);
  }
  BoundArguments bound;
  for (size_t i = 0; i < params.size(); ++i) {
    const bool missing = !slots[i];
    if (missing) {
      RS_TRY(slots[i], madeUp(params[i], symbols, seedOf(seed, i)));
    }
    const bool isRandom = holdsRandom(*slots[i]);
    const std::string line = fmt::format("{}: {}{}", printable(params[i].name), valueSummary(*slots[i]), isRandom ? fmt::format(", random with seed {}", seed) : "");
    if (missing) bound.madeUp.push_back(line);
    bound.text += (i == 0 ? "" : "; ") + line;
    bound.values.push_back(*std::move(slots[i]));
  }
  return bound;
}

}  // namespace relaxscope
