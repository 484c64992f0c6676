// SPDX-License-Identifier: Apache-2.0
#include "vmcore/run/arguments/named_arrays.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "vmcore/base/text/number.h"
#include "vmcore/base/text/text.h"
#include "vmcore/format/array_set.h"
#include "vmcore/run/input_spec.h"
#include "vmcore/run/value_summary.h"

namespace relaxscope {
namespace {

std::string positionName(size_t place) { return fmt::format("arg{}", place); }

/// The number at the end of a name, and what precedes it.
std::optional<std::pair<std::string, uint64_t>> numberedName(const std::string& name) {
  const size_t last = name.find_last_not_of("0123456789");
  const size_t digits = last == std::string::npos ? 0 : last + 1;
  const auto number = wholeNumber<uint64_t>(name.substr(digits));
  if (!number) return std::nullopt;
  return std::pair(name.substr(0, digits), *number);
}

/// Sorts by the numbers that the names end with; does nothing if one has none or another beginning.
void sortByNumber(std::vector<const NamedArray*>& arrays) {
  std::vector<std::pair<uint64_t, const NamedArray*>> rows;
  std::string beginning;
  for (const NamedArray* array : arrays) {
    const auto parts = numberedName(array->name);
    if (!parts || (!rows.empty() && parts->first != beginning)) return;
    beginning = parts->first;
    rows.emplace_back(parts->second, array);
  }
  std::stable_sort(rows.begin(), rows.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  for (size_t i = 0; i < rows.size(); ++i) arrays[i] = rows[i].second;
}

/// Whether an array has the element type, rank and fixed extents that are known of a parameter or a field.
bool fits(const TensorValue& array, const StaticType& type) {
  if (type.kind == StaticType::Kind::Unknown) return true;
  if (type.kind != StaticType::Kind::Tensor) return false;
  if (type.dtype && *type.dtype != array.dtype) return false;
  if (!type.rank || *type.rank < 0) return true;
  if (static_cast<size_t>(*type.rank) != array.shape.size()) return false;
  for (size_t i = 0; i < type.dims.size() && i < array.shape.size(); ++i)
    if (type.dims[i].kind == DimSpec::Kind::Fixed && type.dims[i].value != array.shape[i]) return false;
  return true;
}

}  // namespace

std::string NamedArray::text() const { return inputText(ArraySpec{path, name}); }

NamedArrays::NamedArrays(std::vector<NamedArray> arrays) {
  for (NamedArray& array : arrays) {
    const auto [known, fresh] = byName_.try_emplace(array.name, arrays_.size());
    if (fresh) arrays_.push_back(std::move(array));
    else arrays_[known->second] = std::move(array);
  }
}

Result<NamedArrays> NamedArrays::read(const std::vector<std::string>& paths) {
  std::vector<NamedArray> all;
  for (const std::string& path : paths) {
    RS_TRY(auto members, readArraySet(path));
    for (auto& [name, array] : members)
      all.push_back({path, std::move(name), TensorValue{array.dtype, std::move(array.shape), std::move(array.data)}});
  }
  return NamedArrays(std::move(all));
}

const NamedArray* NamedArrays::find(const std::string& name) const {
  const auto found = byName_.find(name);
  return found == byName_.end() ? nullptr : &arrays_[found->second];
}

FindArray NamedArrays::finder() const {
  return [this](const std::string& key) -> const TensorValue* {
    const NamedArray* found = find(key);
    return found == nullptr ? nullptr : &found->value;
  };
}

std::vector<const NamedArray*> NamedArrays::numbered() const {
  std::vector<const NamedArray*> found;
  while (const NamedArray* array = find(positionName(found.size()))) found.push_back(array);
  return found;
}

bool NamedArrays::fillByName(const std::vector<ParamInfo>& params, const std::vector<std::string>& fieldNames) const {
  if (empty()) return false;
  for (size_t i = 0; i < params.size(); ++i)
    if (params[i].name != positionName(i) && find(params[i].name) != nullptr) return true;
  return tupleOf(params, fieldNames).has_value();
}

std::optional<FilledTuple> NamedArrays::tupleOf(const std::vector<ParamInfo>& params,
                                                const std::vector<std::string>& fieldNames) const {
  std::vector<size_t> open;
  for (size_t i = 0; i < params.size(); ++i)
    if (params[i].kind == StaticType::Kind::Tuple && find(params[i].name) == nullptr) open.push_back(i);
  if (empty() || open.empty()) return std::nullopt;
  std::set<std::string> taken;
  for (const ParamInfo& param : params) taken.insert(param.name);
  for (const NamedArray* array : numbered()) taken.insert(array->name);
  FilledTuple filled{open.front(), ordered(taken, fieldNames)};
  const size_t count = filled.fields.size();
  if (open.size() > 1) {
    const auto exact = [&](size_t i) { return params[i].fields.size() == count; };
    if (std::count_if(open.begin(), open.end(), exact) != 1) return std::nullopt;
    filled.param = *std::find_if(open.begin(), open.end(), exact);
  }
  if (count == 0 || count < params[filled.param].fields.size()) return std::nullopt;
  return filled;
}

FilledTexts NamedArrays::fill(const std::vector<ParamInfo>& params, const std::vector<std::string>& fieldNames) const {
  FilledTexts out;
  out.texts.resize(params.size());
  const auto tuple = tupleOf(params, fieldNames);
  const auto problem = [&](const std::string& name, const Error& error) {
    out.problems.push_back(fmt::format("{}: {}", printable(name), error.message));
  };
  for (size_t i = 0; i < params.size(); ++i) {
    if (const NamedArray* array = find(params[i].name)) {
      if (const auto checked = checkFits(*array, params[i]); !checked) problem(params[i].name, checked.error());
      else out.texts[i] = array->text();
    } else if (tuple && tuple->param == i) {
      const auto& fields = tuple->fields;
      std::vector<std::string> texts;
      bool good = true;
      for (size_t k = 0; k < fields.size(); ++k) {
        const auto checked = k < params[i].fields.size() ? checkFits(*fields[k], params[i].fields[k]) : Result<void>();
        if (!checked) problem(fmt::format("{}.{}", params[i].name, k), checked.error());
        good = good && checked.ok();
        texts.push_back(fields[k]->text());
      }
      if (good) out.texts[i] = fmt::format("({})", fmt::join(texts, ", "));
    }
  }
  const auto numbers = numbered();
  for (size_t i = 0; i < numbers.size() && i < params.size(); ++i)
    if (out.texts[i].empty() && find(params[i].name) == nullptr) out.texts[i] = numbers[i]->text();
  return out;
}

std::vector<const NamedArray*> NamedArrays::inFieldOrder(const std::vector<std::string>& fieldNames) const {
  return ordered({}, fieldNames);
}

std::vector<const NamedArray*> NamedArrays::ordered(const std::set<std::string>& without,
                                                    const std::vector<std::string>& fieldNames) const {
  std::vector<const NamedArray*> fields;
  for (const std::string& name : fieldNames)
    if (const NamedArray* array = find(name)) fields.push_back(array);
  if (!fieldNames.empty() && fields.size() == fieldNames.size()) return fields;
  fields.clear();
  for (const NamedArray& array : arrays_)
    if (!without.contains(array.name)) fields.push_back(&array);
  sortByNumber(fields);
  return fields;
}

Result<void> checkFits(const NamedArray& array, const StaticType& type) {
  if (fits(array.value, type)) return {};
  return Error(
      fmt::format("{} is {}, the parameter is {}", array.text(), valueSummary(Value{array.value}), type.text()));
}

}  // namespace relaxscope
