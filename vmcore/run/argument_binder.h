// SPDX-License-Identifier: Apache-2.0
// The arguments of one call while they are put in their places: contents by position, values, inputs by name, defaults.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "vmcore/analysis/params.h"
#include "vmcore/base/result.h"
#include "vmcore/run/array_files.h"
#include "vmcore/run/default_argument.h"
#include "vmcore/run/input_spec.h"
#include "vmcore/run/value.h"

namespace relaxscope {

/// What is known of an argument beside its value.
struct ArgumentNote {
  size_t position = 0;  ///< among the function's parameters
  std::string name;
  std::string source;  ///< "default", "random", "value", "tuple", "result", "array", or the file as "@in.npz:x"
  std::string text;    ///< for a person: as it was typed at a position, else a summary; with its seed
};

/// "default", "random", "value", "tuple", "result" or "array".
std::string sourceOf(const Value& value);

/// The place of an input among the parameters: that of its name, else the first that is not taken.
Result<size_t> parameterPlace(const InputSpec& spec, const std::vector<ParamInfo>& params,
                              const std::function<bool(size_t)>& isTaken);

/// Bind in the order of the functions here: what is bound earlier keeps its place. Reads files of arrays.
class ArgumentBinder {
 public:
  /// `call` is the place of the call in its run: results of earlier ones may be taken, and seeds differ.
  ArgumentBinder(std::vector<ParamInfo> params, std::map<std::string, int64_t> dims, uint64_t seed, size_t call,
                 ArrayFiles& files);

  /// Contents at their positions, of which the first `open` are left to later calls. Empty ones are not given.
  Result<void> bindTexts(const std::vector<std::string>& texts, size_t open, const std::string& function);
  /// Values at the first positions, arg0, arg1, ... of a file.
  void bindValues(std::vector<Value> values, const std::string& arraysPath);
  /// As parseInputSpec() reads them.
  Result<void> bindInputs(const std::vector<std::string>& inputs);
  /// What is missing; a line for each is added to `defaulted`.
  Result<void> bindDefaults(std::vector<std::string>& defaulted);

  /// "x: float32[4, 16], random with seed 0; y: 3".
  [[nodiscard]] std::string text() const;
  /// Adds what was bound, in order.
  void take(std::vector<Value>& values, std::vector<ArgumentNote>& notes);

 private:
  struct Slot {
    Value value;
    ArgumentNote note;
  };
  [[nodiscard]] std::string seeded(const Slot& slot) const;
  void put(size_t place, Value value, std::string source);
  Result<void> bind(size_t place, const InputContent& content);

  std::vector<ParamInfo> params_;
  SymbolExtents extents_;
  uint64_t seed_;
  size_t call_;
  ArrayFiles& files_;
  size_t first_ = 0;  ///< of the arguments that are given here
  std::vector<std::optional<Slot>> slots_;
};

}  // namespace relaxscope
