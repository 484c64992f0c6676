// SPDX-License-Identifier: Apache-2.0
// relax.run.unique with NumPy's semantics (np.unique, 2.x): of all elements, or of the slices along an axis; sorted or
// in order of first occurrence. NaN sorts last. All NaN elements count as equal; a slice of several dimensions that
// contains NaN equals no slice, not even itself.
#include "vmcore/vm/builtins/unique.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <numeric>
#include <vector>

#include "vmcore/base/bytes/half_float.h"
#include "vmcore/vm/builtins/args.h"
#include "vmcore/vm/builtins/format_value.h"
#include "vmcore/vm/builtins/table.h"
#include "vmcore/vm/engine.h"

namespace relaxscope {
namespace {

template <class T>
T loadAt(const char* at) {
  T value;
  std::memcpy(&value, at, sizeof value);
  return value;
}
template <class T, class Number>
int compareAs(const char* a, const char* b, Number number) {
  const auto left = number(loadAt<T>(a)), right = number(loadAt<T>(b));
  if constexpr (std::is_floating_point_v<std::remove_const_t<decltype(left)>>) {
    if (std::isnan(left) || std::isnan(right))
      return static_cast<int>(std::isnan(left)) - static_cast<int>(std::isnan(right));
  }
  return left < right ? -1 : left > right ? 1 : 0;
}
template <class T>
int compareNumbers(const char* a, const char* b) {
  return compareAs<T>(a, b, [](T value) { return value; });
}
using Compare = int (*)(const char*, const char*);

Compare comparison(DLDataType type) {
  if (type.lanes != 1) return nullptr;
  switch (type.code) {
    case kDLBool: return type.bits == 8 ? compareNumbers<uint8_t> : nullptr;
    case kDLInt:
      return type.bits == 8    ? compareNumbers<int8_t>
             : type.bits == 16 ? compareNumbers<int16_t>
             : type.bits == 32 ? compareNumbers<int32_t>
             : type.bits == 64 ? compareNumbers<int64_t>
                               : nullptr;
    case kDLUInt:
      return type.bits == 8    ? compareNumbers<uint8_t>
             : type.bits == 16 ? compareNumbers<uint16_t>
             : type.bits == 32 ? compareNumbers<uint32_t>
             : type.bits == 64 ? compareNumbers<uint64_t>
                               : nullptr;
    case kDLFloat:
      if (type.bits == 16) return [](const char* a, const char* b) { return compareAs<uint16_t>(a, b, halfToFloat); };
      return type.bits == 32 ? compareNumbers<float> : type.bits == 64 ? compareNumbers<double> : nullptr;
    case kDLBfloat:
      if (type.bits != 16) return nullptr;
      return [](const char* a, const char* b) { return compareAs<uint16_t>(a, b, bfloatToFloat); };
    default: return nullptr;
  }
}

using IsNan = bool (*)(const char*);
/// A test for NaN; null for types without NaN. Only for types that comparison() supports.
IsNan nanTest(DLDataType type) {
  if (type.code == kDLBfloat) return [](const char* x) { return std::isnan(bfloatToFloat(loadAt<uint16_t>(x))); };
  if (type.code != kDLFloat) return nullptr;
  if (type.bits == 16) return [](const char* x) { return std::isnan(halfToFloat(loadAt<uint16_t>(x))); };
  if (type.bits == 32) return [](const char* x) { return std::isnan(loadAt<float>(x)); };
  return [](const char* x) { return std::isnan(loadAt<double>(x)); };
}

/// The slices that are compared: `count` consecutive runs of `length` elements.
struct Slices {
  std::vector<char> data;
  int64_t count = 0, length = 1;
  size_t elementBytes = 1;
  [[nodiscard]] const char* at(int64_t i) const { return data.data() + static_cast<size_t>(i * length) * elementBytes; }
};

/// Visits the index of every element of slice `i` along `axis`, for compact data of `shape`.
template <class Visit>
void forSlice(const std::vector<int64_t>& shape, size_t axis, int64_t i, Visit visit) {
  const int64_t inner = std::accumulate(shape.begin() + static_cast<std::ptrdiff_t>(axis) + 1, shape.end(), int64_t{1},
                                        std::multiplies<>());
  const int64_t outer = std::accumulate(shape.begin(), shape.begin() + static_cast<std::ptrdiff_t>(axis), int64_t{1},
                                        std::multiplies<>());
  int64_t place = 0;
  for (int64_t o = 0; o < outer; ++o)
    for (int64_t n = 0; n < inner; ++n) visit(place++, (o * shape[axis] + i) * inner + n);
}

/// Groups of equal slices in the requested order.
struct Groups {
  std::vector<int64_t> first;  ///< first slice of each group
  std::vector<int64_t> counts;
  std::vector<int64_t> inverse;  ///< group of each slice
};

/// Groups equal slices. If `isNan` is not null, a slice with such an element is unequal to every other.
Groups group(const Slices& slices, Compare compare, IsNan isNan, bool sorted) {
  const auto order = [&](int64_t a, int64_t b) {
    const char *x = slices.at(a), *y = slices.at(b);
    for (int64_t k = 0; k < slices.length; ++k, x += slices.elementBytes, y += slices.elementBytes)
      if (const int way = compare(x, y); way != 0) return way;
    return 0;
  };
  const auto holdsNan = [&](int64_t i) {
    const char* x = slices.at(i);
    for (int64_t k = 0; isNan != nullptr && k < slices.length; ++k, x += slices.elementBytes)
      if (isNan(x)) return true;
    return false;
  };
  std::vector<int64_t> places(static_cast<size_t>(slices.count));
  std::iota(places.begin(), places.end(), 0);
  std::stable_sort(places.begin(), places.end(), [&](int64_t a, int64_t b) { return order(a, b) < 0; });
  Groups groups;
  groups.inverse.resize(places.size());
  for (size_t i = 0; i < places.size(); ++i) {
    if (i == 0 || order(places[i - 1], places[i]) != 0 || holdsNan(places[i])) {
      groups.first.push_back(places[i]);
      groups.counts.push_back(0);
    }
    ++groups.counts.back();
    groups.inverse[static_cast<size_t>(places[i])] = static_cast<int64_t>(groups.first.size()) - 1;
  }
  if (sorted) return groups;
  std::vector<size_t> byFirst(groups.first.size());
  std::iota(byFirst.begin(), byFirst.end(), 0);
  std::sort(byFirst.begin(), byFirst.end(), [&](size_t a, size_t b) { return groups.first[a] < groups.first[b]; });
  std::vector<int64_t> rank(byFirst.size());
  Groups inOrder;
  for (size_t i = 0; i < byFirst.size(); ++i) {
    rank[byFirst[i]] = static_cast<int64_t>(i);
    inOrder.first.push_back(groups.first[byFirst[i]]);
    inOrder.counts.push_back(groups.counts[byFirst[i]]);
  }
  for (const int64_t index : groups.inverse) inOrder.inverse.push_back(rank[static_cast<size_t>(index)]);
  return inOrder;
}

ffi::Tensor indexTensor(Engine* engine, const std::vector<int64_t>& values, const std::vector<int64_t>& shape) {
  auto tensor = makeTensor(engine->allocator, shape.data(), static_cast<int64_t>(shape.size()), {kDLInt, 64, 1});
  if (!values.empty()) std::memcpy(tensor->data, values.data(), values.size() * sizeof(int64_t));
  return ffi::Tensor(std::move(tensor));
}

}  // namespace

/// unique(x, sorted, return_index, return_inverse, return_counts [, axis | None])
void runUnique(Engine* engine, const TVMFFIAny* data, int32_t count, ffi::Any* result) {
  const Args args(BuiltinId::RunUnique, data, count);
  args.expect(5, 6);
  const DLTensor& given = args.cpuTensor(0);
  const Compare compare = comparison(given.dtype);
  if (compare == nullptr)
    raise("ValueError", fmt::format("{} does not take {} tensors", args.name(), dtypeName(given.dtype)));
  const bool sorted = args.integer(1) != 0, wantIndex = args.integer(2) != 0, wantInverse = args.integer(3) != 0,
             wantCounts = args.integer(4) != 0;
  const std::vector<int64_t> shape(given.shape, given.shape + given.ndim);
  const bool flat = count == 5 || args.isNone(5);
  int64_t axis = flat ? 0 : args.integer(5);
  if (!flat && axis < 0) axis += given.ndim;
  if (!flat && (axis < 0 || axis >= given.ndim))
    raise("ValueError", fmt::format("{}: axis {} is out of range for a tensor with {} dimensions", args.name(),
                                    args.integer(5), given.ndim));

  const auto compact = copyToTensor(engine->allocator, given);
  Slices slices;
  slices.elementBytes = given.dtype.bits / 8u;  // whole bytes: comparison() supports no others
  const int64_t elements = elementCount(shape.data(), given.ndim);
  const auto* from = static_cast<const char*>(compact->data);
  slices.count = flat ? elements : shape[static_cast<size_t>(axis)];
  slices.length = flat ? 1 : slices.count == 0 ? 0 : elements / slices.count;
  slices.data.resize(static_cast<size_t>(elements) * slices.elementBytes);
  if (flat) {
    if (elements != 0) std::memcpy(slices.data.data(), from, slices.data.size());
  } else {
    for (int64_t i = 0; i < slices.count; ++i)
      forSlice(shape, static_cast<size_t>(axis), i, [&](int64_t place, int64_t source) {
        std::memcpy(slices.data.data() + static_cast<size_t>(i * slices.length + place) * slices.elementBytes,
                    from + static_cast<size_t>(source) * slices.elementBytes, slices.elementBytes);
      });
  }
  const Groups groups = group(slices, compare, flat || given.ndim == 1 ? nullptr : nanTest(given.dtype), sorted);

  const auto found = static_cast<int64_t>(groups.first.size());
  std::vector<int64_t> outShape = flat ? std::vector<int64_t>{found} : shape;
  if (!flat) outShape[static_cast<size_t>(axis)] = found;
  auto values = makeTensor(engine->allocator, outShape.data(), static_cast<int64_t>(outShape.size()), given.dtype);
  auto* to = static_cast<char*>(values->data);
  for (int64_t i = 0; i < found; ++i) {
    const char* slice = slices.at(groups.first[static_cast<size_t>(i)]);
    forSlice(outShape, static_cast<size_t>(axis), i, [&](int64_t place, int64_t target) {
      std::memcpy(to + static_cast<size_t>(target) * slices.elementBytes,
                  slice + static_cast<size_t>(place) * slices.elementBytes, slices.elementBytes);
    });
  }
  if (!wantIndex && !wantInverse && !wantCounts) {
    setTensor(result, std::move(values));
    return;
  }
  ffi::Array<ffi::Any> all{ffi::Any(ffi::Tensor(std::move(values)))};
  if (wantIndex) all.push_back(indexTensor(engine, groups.first, {found}));
  if (wantInverse)
    all.push_back(indexTensor(engine, groups.inverse, flat ? shape : std::vector<int64_t>{slices.count}));
  if (wantCounts) all.push_back(indexTensor(engine, groups.counts, {found}));
  *result = std::move(all);
}

}  // namespace relaxscope
