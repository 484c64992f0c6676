// SPDX-License-Identifier: Apache-2.0
#include "vmcore/run/arguments/argument_binder.h"

#include <fmt/format.h>

#include <cstring>
#include <utility>

#include "vmcore/base/text/text.h"
#include "vmcore/run/arguments/argument_seed.h"
#include "vmcore/run/value_summary.h"

namespace relaxscope {

namespace {

/// Whether an integer type of so many bits holds a number.
bool holds(int64_t number, TypeCode code, int bits) {
  if (bits == 64) return code == TypeCode::Int || number >= 0;
  const int64_t most = int64_t{1} << (code == TypeCode::Int ? bits - 1 : bits);
  return number < most && number >= (code == TypeCode::Int ? -most : 0);
}

/// A number for a parameter that is a tensor without dimensions, as such a tensor; nothing for other parameters,
/// values and element types. An error for an integer that the element type does not hold.
Result<std::optional<TensorValue>> asTensorOfRankZero(const Value& value, const ParamInfo& param) {
  const std::optional<TensorValue> none;
  if (param.kind != StaticType::Kind::Tensor || param.rank != 0 || !param.dtype) return none;
  const auto* whole = std::get_if<int64_t>(&value.data);
  const auto* real = std::get_if<double>(&value.data);
  const auto* flag = std::get_if<bool>(&value.data);
  if (whole == nullptr && real == nullptr && flag == nullptr) return none;
  const auto bytesOf = [&](auto number) {
    std::vector<uint8_t> bytes(sizeof number);
    std::memcpy(bytes.data(), &number, sizeof number);
    return std::optional(TensorValue{*param.dtype, {}, Bytes::own(std::move(bytes))});
  };
  const double asReal = whole != nullptr ? static_cast<double>(*whole) : real != nullptr ? *real : *flag ? 1 : 0;
  const auto bits = param.dtype->bits;
  const auto code = static_cast<TypeCode>(param.dtype->code);
  switch (code) {
    case TypeCode::Float:
      if (bits == 32) return bytesOf(static_cast<float>(asReal));
      return bits == 64 ? bytesOf(asReal) : none;
    case TypeCode::Bool: return bytesOf(static_cast<uint8_t>(asReal != 0 ? 1 : 0));
    case TypeCode::Int:
    case TypeCode::UInt: {
      if (real != nullptr || (bits != 8 && bits != 16 && bits != 32 && bits != 64)) return none;
      const int64_t number = whole != nullptr ? *whole : *flag ? 1 : 0;
      if (!holds(number, code, bits))
        return Error(
            fmt::format("argument {}: {} does not hold {}", printable(param.name), param.dtype->name(), number));
      if (bits == 64) return bytesOf(number);
      if (bits == 32) return bytesOf(static_cast<int32_t>(number));
      return bits == 16 ? bytesOf(static_cast<int16_t>(number)) : bytesOf(static_cast<int8_t>(number));
    }
    default: return none;
  }
}

}  // namespace

std::string sourceOf(const Value& value) {
  if (std::holds_alternative<RandomTensor>(value.data)) return "random";
  if (std::holds_alternative<TensorValue>(value.data)) return "array";
  if (std::holds_alternative<TupleValue>(value.data)) return "tuple";
  return std::holds_alternative<ResultRef>(value.data) ? "result" : "value";
}

Result<size_t> parameterPlace(const InputSpec& spec, const std::vector<ParamInfo>& params,
                              const std::function<bool(size_t)>& isTaken) {
  if (!spec.name.empty()) {
    for (size_t i = 0; i < params.size(); ++i) {
      if (params[i].name != spec.name) continue;
      if (isTaken(i)) return Error(fmt::format("duplicate input {}", printable(spec.name)));
      return i;
    }
    std::string names;
    for (const ParamInfo& param : params) names += (names.empty() ? "" : ", ") + printable(param.name);
    return Error(fmt::format("no parameter \"{}\"; the function takes {}", printable(spec.name),
                             names.empty() ? "none" : names));
  }
  for (size_t i = 0; i < params.size(); ++i)
    if (!isTaken(i)) return i;
  return Error(fmt::format("more inputs than the function takes ({})", params.size()));
}

ArgumentBinder::ArgumentBinder(std::vector<ParamInfo> params, std::map<std::string, int64_t> dims, uint64_t seed,
                               size_t call, ArrayFiles& files, const std::vector<std::string>& fieldNames)
    : params_(std::move(params)),
      extents_(std::move(dims)),
      seed_(seed),
      call_(call),
      files_(files),
      fieldNames_(fieldNames) {
  slots_.resize(params_.size());
}

Result<void> ArgumentBinder::bindTexts(const std::vector<std::string>& texts, size_t open,
                                       const std::string& function) {
  while (params_.size() < texts.size()) {
    const std::string name = fmt::format("arg{}", params_.size());
    params_.emplace_back().name = name;
    slots_.emplace_back();
  }
  first_ = open;
  for (size_t i = open; i < texts.size(); ++i) {
    if (texts[i].empty()) continue;
    auto content = parseInputContent(texts[i], call_);
    auto bound = content ? bind(i, *content) : Result<void>(content.error());
    if (!bound)
      return Error(fmt::format("argument {} ({}) of {}: {}", i, printable(params_[i].name), printable(function),
                               bound.error().message));
    slots_[i]->note.text = texts[i];
  }
  return {};
}

void ArgumentBinder::bindNumbered(const NamedArrays& arrays) {
  const std::vector<const NamedArray*> numbered = arrays.numbered();
  for (size_t i = 0; i < numbered.size() && i < slots_.size(); ++i)
    if (!slots_[i]) put(i, Value{numbered[i]->value}, numbered[i]->text());
}

Result<void> ArgumentBinder::bindNamed(const NamedArrays& arrays, const std::set<std::string>& without) {
  for (size_t i = first_; i < slots_.size(); ++i) {
    if (slots_[i]) continue;
    if (const NamedArray* array = arrays.find(params_[i].name)) {
      RS_CHECK(check(*array, params_[i], params_[i].name));
      put(i, Value{array->value}, array->text());
    }
  }
  const auto tuple = arrays.tupleOf(params_, fieldNames_);
  if (tuple && tuple->param >= first_ && !slots_[tuple->param] && !without.contains(params_[tuple->param].name))
    RS_CHECK(bindFields(tuple->param, tuple->fields));
  return {};
}

/// An error if an array contradicts the type of its parameter or field.
Result<void> ArgumentBinder::check(const NamedArray& array, const StaticType& type, const std::string& name) {
  const auto checked = checkFits(array, type);
  if (checked) return {};
  return Error(fmt::format("argument {}: {}", printable(name), checked.error().message));
}

/// Binds a tuple of arrays.
Result<void> ArgumentBinder::bindFields(size_t place, const std::vector<const NamedArray*>& fields) {
  const ParamInfo& param = params_[place];
  if (fields.size() < param.fields.size())
    return Error(fmt::format("argument {}: {} arrays, but the parameter has {} fields", printable(param.name),
                             fields.size(), param.fields.size()));
  TupleValue tuple;
  for (size_t i = 0; i < fields.size(); ++i) {
    if (i < param.fields.size()) RS_CHECK(check(*fields[i], param.fields[i], fmt::format("{}.{}", param.name, i)));
    tuple.fields.push_back(Value{fields[i]->value});
  }
  put(place, Value{std::move(tuple)}, inputText(ArraySpec{fields.front()->path, {}}));
  return {};
}

Result<void> ArgumentBinder::bindInputs(const std::vector<std::string>& inputs) {
  for (const std::string& text : inputs) {
    RS_TRY(const InputSpec spec, parseInputSpec(text));
    RS_TRY(const size_t place, parameterPlace(spec, params_, [&](size_t i) { return slots_[i].has_value(); }));
    RS_CHECK(bind(place, spec.content));
  }
  return {};
}

/// Why an argument has no default.
static Error withoutDefault(const ParamInfo& param) {
  const std::string name = printable(param.name);
  if (const std::string known = param.text(); !known.empty())
    return Error(
        fmt::format("argument {} is not given, and only {} is known of its type; give it with --input '{}=VALUE'", name,
                    known, name));
  return Error(fmt::format(
      "argument {} is not given, and no check, kernel, function or builtin that receives it states its type; "
      "give it with --input '{}=DTYPE[DIM,...]' or '{}=NUMBER'",
      name, name, name));
}

Result<void> ArgumentBinder::bindDefaults(std::vector<std::string>& defaulted) {
  for (size_t i = first_; i < slots_.size(); ++i) {
    if (slots_[i]) continue;
    RS_TRY(auto value, defaultArgument(params_[i], extents_, argumentSeed(seed_, call_, i - first_)));
    const std::string name = printable(params_[i].name);
    if (!value) return withoutDefault(params_[i]);
    put(i, *std::move(value), "default");
    const std::string& source = params_[i].source;
    defaulted.push_back(fmt::format("{}: {}{}", name, seeded(*slots_[i]),
                                    source.empty() ? std::string() : fmt::format(" (type from {})", source)));
  }
  return {};
}

std::string ArgumentBinder::text() const {
  std::string text;
  for (size_t i = first_; i < slots_.size(); ++i)
    text += fmt::format("{}{}: {}", text.empty() ? "" : "; ", printable(params_[i].name), seeded(*slots_[i]));
  return text;
}

void ArgumentBinder::take(std::vector<Value>& values, std::vector<ArgumentNote>& notes) {
  for (size_t i = first_; i < slots_.size(); ++i) {
    slots_[i]->note.text = seeded(*slots_[i]);
    values.push_back(std::move(slots_[i]->value));
    notes.push_back(std::move(slots_[i]->note));
  }
}

std::string ArgumentBinder::seeded(const Slot& slot) const {
  return slot.note.text + (holdsRandom(slot.value) ? fmt::format(", random with seed {}", seed_) : std::string());
}

void ArgumentBinder::put(size_t place, Value value, std::string source) {
  extents_.learn(params_[place], value);
  std::string text = valueSummary(value);
  slots_[place] = Slot{std::move(value), {place, params_[place].name, std::move(source), std::move(text)}};
}

Result<void> ArgumentBinder::bind(size_t place, const InputContent& content) {
  if (const auto* whole = std::get_if<ArraySpec>(&content.data);
      whole != nullptr && params_[place].kind == StaticType::Kind::Tuple) {
    const ArraySpec located = ArrayFiles::located(*whole);
    RS_TRY(const NamedArrays arrays, NamedArrays::read({located.path}));
    if (located.key.empty() && !arrays.empty()) return bindFields(place, arrays.inFieldOrder(fieldNames_));
  }
  const uint64_t seed = argumentSeed(seed_, call_, place - first_);
  const bool tuple = std::holds_alternative<TupleSpec>(content.data);
  const LeafMakers makers{[&](size_t leaf) { return tuple ? leafSeed(seed, leaf) : seed; },
                          [&](const ArraySpec& spec) { return files_.read(spec); }};
  RS_TRY(Value value, makeValue(content, makers));
  const auto* array = std::get_if<ArraySpec>(&content.data);
  std::string source = array != nullptr ? inputText(ArrayFiles::located(*array)) : sourceOf(value);
  RS_TRY(auto tensor, asTensorOfRankZero(value, params_[place]));
  if (tensor) value = Value{*std::move(tensor)};
  put(place, std::move(value), std::move(source));
  return {};
}

}  // namespace relaxscope
