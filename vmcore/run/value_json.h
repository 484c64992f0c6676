// SPDX-License-Identifier: Apache-2.0
// The JSON of `--args`, `--result` and `--script`: values with their types, tensors by the key of an array in a
// separate file, random ones by dtype, shape and seed. NaN and infinities are written and read as by Python's json;
// strings are escapeLossless, so bytes that are not UTF-8 survive. No I/O: arrays are passed as tensors.
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

/// Maximum nesting of tuples and constructors' values: a list of a Relay program is as deep as it is long.
inline constexpr int kMaxValueDepth = 300;

/// Returns the array of a key, or null; its dtype is the stored one.
using FindArray = std::function<const TensorValue*(const std::string& key)>;
/// Maps a dtype to the stored one: itself, or an unsigned integer for types that NumPy lacks.
using StoredAs = DataType (*)(DataType);

/// A list of arguments: `[{"type":"int","value":3}, ...]`. Errors name the place: "argument 2: field 1: ...".
Result<std::vector<Value>> readArguments(std::string_view json, const FindArray& findArray);
/// A list of calls: `[{"func":"main","args":[...],"mode":"call"|"stateful"|"save"}]`; "save" requires `"as":NAME` and
/// may have `"include_return":false`. A result may only refer to an earlier call.
Result<std::vector<CallSpec>> readScript(std::string_view json, const FindArray& findArray);

/// Writes values and collects the arrays that they refer to.
class ValueWriter {
 public:
  explicit ValueWriter(StoredAs storedAs) : storedAs_(storedAs) {}
  /// The JSON of one value. Its tensors are stored as arrays: `name` itself for a tensor; a tuple's fields are numbered
  /// ("out0", "out1" for the name "out", "out0.1" for nested ones).
  std::string write(const Value& value, const std::string& name);
  /// The same with array names from `nextKey`, in order.
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

/// A result's value: a single tensor is "out0", a tuple's tensors "out0", "out1", ... in order.
std::string writeResult(const Value& result, ValueWriter& writer);
/// The list of a script's results, with arrays named "call0.out0", ...
std::string writeResults(const std::vector<Value>& results, ValueWriter& writer);

/// A list of calls as readScript() reads it, one argument per line. `keyOf(call, array)` names a tensor among the
/// arguments of a call, counted in order of appearance.
std::string writeScript(const std::vector<CallSpec>& script, ValueWriter& writer,
                        const std::function<std::string(size_t call, size_t array)>& keyOf);

/// The shortest text that parses to the same value, as Python's json writes it: "2.5", "1e+20", "NaN", "-Infinity".
std::string pythonFloat(double value);

}  // namespace relaxscope
