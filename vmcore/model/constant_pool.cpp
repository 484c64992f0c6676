// SPDX-License-Identifier: Apache-2.0
#include "vmcore/model/constant_pool.h"

#include <bit>
#include <cmath>
#include <functional>
#include <string_view>

namespace relaxscope {
namespace {

uint64_t mixed(uint64_t seed, uint64_t value) { return (std::rotl(seed, 23) ^ value) * 0x9E3779B97F4A7C15ULL; }

uint64_t hashOf(std::string_view bytes) { return std::hash<std::string_view>()(bytes); }
uint64_t hashOf(const std::vector<int64_t>& values) {
  return hashOf({reinterpret_cast<const char*>(values.data()), values.size() * sizeof(int64_t)});
}
uint64_t hashOf(DataType type) { return uint64_t{type.code} << 24 | uint64_t{type.bits} << 16 | type.lanes; }

struct ContentHash {
  uint64_t operator()(const TensorConstant& t) const {
    return mixed(mixed(hashOf(t.data.text()), hashOf(t.shape)), hashOf(t.dtype));
  }
  uint64_t operator()(const DataType& type) const { return hashOf(type); }
  uint64_t operator()(const ShapeConstant& shape) const { return hashOf(shape.dims); }
  uint64_t operator()(const StringConstant& string) const { return hashOf(string.text); }
  uint64_t operator()(const IntConstant& number) const { return static_cast<uint64_t>(number.value); }
  uint64_t operator()(const FloatConstant& number) const {
    return std::isnan(number.value) ? 0 : std::bit_cast<uint64_t>(number.value);
  }
  uint64_t operator()(const LateBoundConstant& late) const { return hashOf(late.name); }
  uint64_t operator()(const UnknownConstant&) const { return 0; }
};

bool same(const TensorConstant& a, const TensorConstant& b) {
  return a.dtype == b.dtype && a.shape == b.shape && a.deviceType == b.deviceType && a.deviceId == b.deviceId &&
         a.reserved == b.reserved && a.data == b.data;
}
bool same(const DataType& a, const DataType& b) { return a == b; }
bool same(const ShapeConstant& a, const ShapeConstant& b) { return a.dims == b.dims; }
bool same(const StringConstant& a, const StringConstant& b) { return a.text == b.text; }
bool same(const IntConstant& a, const IntConstant& b) { return a.value == b.value; }
bool same(const FloatConstant& a, const FloatConstant& b) {
  if (std::isnan(a.value)) return std::isnan(b.value);
  return std::bit_cast<uint64_t>(a.value) == std::bit_cast<uint64_t>(b.value);
}
bool same(const LateBoundConstant& a, const LateBoundConstant& b) { return a.name == b.name; }
bool same(const UnknownConstant&, const UnknownConstant&) { return false; }

}  // namespace

bool sameConstant(const ConstantValue& a, const ConstantValue& b) {
  if (a.index() != b.index()) return false;
  return std::visit([&](const auto& left) { return same(left, *std::get_if<std::decay_t<decltype(left)>>(&b)); }, a);
}

ConstIndex ConstantPool::add(std::vector<Constant>& constants, ConstantValue value) {
  const uint64_t hash = mixed(value.index(), std::visit(ContentHash{}, value));
  const auto [first, last] = places_.equal_range(hash);
  for (auto place = first; place != last; ++place)
    if (sameConstant(constants[place->second.at()].value, value)) return place->second;
  const ConstIndex next(static_cast<int64_t>(constants.size()));
  constants.push_back({std::move(value), 0});
  places_.emplace(hash, next);
  return next;
}

}  // namespace relaxscope
