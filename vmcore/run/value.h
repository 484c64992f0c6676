// SPDX-License-Identifier: Apache-2.0
// Arguments and results as plain data, without an engine: exchanged by `--args`, `--result`, the run dialog and the
// worker protocol.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "vmcore/base/bytes/bytes.h"
#include "vmcore/model/data_type.h"

namespace relaxscope {

struct Value;

struct NoneValue {};
struct ShapeValue {
  std::vector<int64_t> dims;
};
struct TensorValue {
  DataType dtype;
  std::vector<int64_t> shape;
  Bytes data;  ///< compact, row-major, elementBytes() per element
};
/// A tensor that the worker generates: uniform random numbers of a seed (floats in [-1, 1), integers in [0, `below`) or
/// [0, 8), bool).
struct RandomTensor {
  DataType dtype;
  std::vector<int64_t> shape;
  uint64_t seed = 0;
  int64_t below = 0;  ///< integers, such as indices into a table of so many rows; 0: 8
};
/// A tuple, or a constructor's value of a Relay program, which has a tag.
struct TupleValue {
  std::vector<Value> fields;
  std::optional<int64_t> tag = {};
};
/// A closure, module or other object that has no plain form.
struct ObjectValue {
  std::string typeName;
  std::string function = {};    ///< that a closure calls; empty for other objects and where it is unknown
  std::vector<Value> captured;  ///< by a closure
};
/// A result of an earlier call of the same script: {"type":"result","call":0,"path":[1]}.
struct ResultRef {
  uint32_t call = 0;
  std::vector<uint32_t> path;
};

struct Value {
  std::variant<NoneValue, int64_t, double, bool, std::string, DataType, ShapeValue, TensorValue, RandomTensor,
               TupleValue, ObjectValue, ResultRef>
      data;
};

/// Extents of a tensor or shape; null for anything else.
inline const std::vector<int64_t>* extentsOf(const Value& value) {
  if (const auto* tensor = std::get_if<TensorValue>(&value.data)) return &tensor->shape;
  if (const auto* tensor = std::get_if<RandomTensor>(&value.data)) return &tensor->shape;
  if (const auto* shape = std::get_if<ShapeValue>(&value.data)) return &shape->dims;
  return nullptr;
}

/// Number of non-tuple values that it contains.
inline size_t leafCount(const Value& value) {
  const auto* tuple = std::get_if<TupleValue>(&value.data);
  if (tuple == nullptr) return 1;
  size_t count = 0;
  for (const Value& field : tuple->fields) count += leafCount(field);
  return count;
}
inline bool holdsRandom(const Value& value) {
  if (const auto* tuple = std::get_if<TupleValue>(&value.data))
    return std::any_of(tuple->fields.begin(), tuple->fields.end(), holdsRandom);
  return std::holds_alternative<RandomTensor>(value.data);
}

}  // namespace relaxscope
