// SPDX-License-Identifier: Apache-2.0
// Binds the arguments of one call: contents by position, values, inputs by name, defaults.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "vmcore/analysis/params.h"
#include "vmcore/base/result.h"
#include "vmcore/run/arguments/array_files.h"
#include "vmcore/run/arguments/default_argument.h"
#include "vmcore/run/arguments/named_arrays.h"
#include "vmcore/run/input_spec.h"
#include "vmcore/run/value.h"

namespace relaxscope {

/// What is known about an argument besides its value.
struct ArgumentNote {
  size_t position = 0;  ///< index of the parameter
  std::string name;
  std::string source;  ///< "default", "random", "value", "tuple", "result", "array", or the file as "@in.npz:x"
  std::string text;    ///< display text: as typed at a position, else a summary; with its seed
};

/// "random", "value", "tuple", "result" or "array".
std::string sourceOf(const Value& value);

/// Parameter index of an input: the one of its name, else the first that is not taken.
Result<size_t> parameterPlace(const InputSpec& spec, const std::vector<ParamInfo>& params,
                              const std::function<bool(size_t)>& isTaken);

/// To be called in the order of declaration: earlier bindings take precedence. Reads files of arrays.
class ArgumentBinder {
 public:
  /// `call` is the index of the call in its run: it may use results of earlier calls, and it determines the seeds.
  /// `fieldNames` are those of a tuple of weights (packedParamNames), or none. Both references are kept.
  ArgumentBinder(std::vector<ParamInfo> params, std::map<std::string, int64_t> dims, uint64_t seed, size_t call,
                 ArrayFiles& files, const std::vector<std::string>& fieldNames);

  /// Binds contents at their positions; the first `open` are left to later calls. Empty ones count as not given.
  Result<void> bindTexts(const std::vector<std::string>& texts, size_t open, const std::string& function);
  /// Binds arg0, arg1, ... to the first positions.
  void bindNumbered(const NamedArrays& arrays);
  /// Binds each array to the parameter of its name, and those of a tuple to it, unless that is among `without`. An
  /// error if the element type or shape of one contradicts that of its parameter or field.
  Result<void> bindNamed(const NamedArrays& arrays, const std::set<std::string>& without = {});
  /// Binds inputs in the syntax of parseInputSpec().
  Result<void> bindInputs(const std::vector<std::string>& inputs);
  /// Binds defaults to the missing arguments; adds a line for each to `defaulted`.
  Result<void> bindDefaults(std::vector<std::string>& defaulted);

  /// "x: float32[4, 16], random with seed 0; y: 3".
  [[nodiscard]] std::string text() const;
  /// Appends what was bound, in order.
  void take(std::vector<Value>& values, std::vector<ArgumentNote>& notes);

 private:
  struct Slot {
    Value value;
    ArgumentNote note;
  };
  [[nodiscard]] std::string seeded(const Slot& slot) const;
  void put(size_t place, Value value, std::string source);
  static Result<void> check(const NamedArray& array, const StaticType& type, const std::string& name);
  Result<void> bindFields(size_t place, const std::vector<const NamedArray*>& fields);
  Result<void> bind(size_t place, const InputContent& content);

  std::vector<ParamInfo> params_;
  SymbolExtents extents_;
  uint64_t seed_;
  size_t call_;
  ArrayFiles& files_;
  const std::vector<std::string>& fieldNames_;
  size_t first_ = 0;  ///< index of the first argument that is bound here
  std::vector<std::optional<Slot>> slots_;
};

}  // namespace relaxscope
