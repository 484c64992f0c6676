// SPDX-License-Identifier: Apache-2.0
// The JSON of `--args`, `--result` and `--script`: values with their types, tensors by the key of an array
// beside it, random ones by dtype, shape and seed. NaN and infinities stand as Python's json writes and reads them;
// strings are escapeLossless, so bytes that are not UTF-8 survive. Knows no file: arrays come and go as tensors.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "vmcore/base/result.h"
#include "vmcore/run/call_spec.h"
#include "vmcore/run/value.h"

namespace relaxscope {

/// Levels of tuples and constructors' values: a list of a Relay program is as deep as it is long.
inline constexpr int kMaxValueDepth = 300;

/// The array of a key, or null; its dtype is the one it is stored with.
using FindArray = std::function<const TensorValue*(const std::string& key)>;
/// The dtype an array is stored with: itself, or an unsigned integer for what NumPy lacks.
using StoredAs = DataType (*)(DataType);

/// A list of arguments: `[{"type":"int","value":3}, ...]`. Errors name the place: "argument 2: field 1: ...".
Result<std::vector<Value>> readArguments(std::string_view json, const FindArray& findArray);
/// A list of calls: `[{"func":"main","args":[...],"mode":"call"|"stateful"|"save"}]`; "save" wants `"as":NAME` and may
/// have
/// `"include_return":false`. A result may only be of an earlier call.
Result<std::vector<CallSpec>> readScript(std::string_view json, const FindArray& findArray);

/// Values to write, with the arrays that they refer to.
class ValueWriter {
 public:
  explicit ValueWriter(StoredAs storedAs) : storedAs_(storedAs) {}
  /// The JSON of one value. Its tensors are kept as arrays: `name` itself for a tensor; a tuple's fields
  /// are numbered ("out0", "out1" with the name "out", "out0.1" for what is nested).
  std::string write(const Value& value, const std::string& name);
  /// The same with the name of each array from `nextKey`, in order.
  std::string write(const Value& value, const std::function<std::string()>& nextKey);
  [[nodiscard]] std::vector<std::pair<std::string, TensorValue>> takeArrays() { return std::move(arrays_); }

 private:
  void append(const Value& value, const std::string& key, int depth);
  void appendTensor(const TensorValue& tensor, const std::string& key);

  StoredAs storedAs_;
  const std::function<std::string()>* nextKey_ = nullptr;
  std::string out_;
  std::vector<std::pair<std::string, TensorValue>> arrays_;
};

/// A result's value: a lone tensor is "out0", a tuple's tensors "out0", "out1", ... in order.
std::string writeResult(const Value& result, ValueWriter& writer);
/// The list of a script's results: names "call0.out0", ...
std::string writeResults(const std::vector<Value>& results, ValueWriter& writer);

/// A list of calls as readScript() reads it, one argument a line. `keyOf(call, array)` names a tensor among the
/// arguments of a call, counted as they stand.
std::string writeScript(const std::vector<CallSpec>& script, ValueWriter& writer,
                        const std::function<std::string(size_t call, size_t array)>& keyOf);

/// The shortest text that reads back, as Python's json writes it: "2.5", "1e+20", "NaN", "-Infinity".
std::string pythonFloat(double value);

}  // namespace relaxscope
