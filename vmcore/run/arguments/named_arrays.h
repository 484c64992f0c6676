// SPDX-License-Identifier: Apache-2.0
// The arrays of --inputs, and which of them are arguments of a function.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "vmcore/analysis/params.h"
#include "vmcore/base/result.h"
#include "vmcore/run/value.h"
#include "vmcore/run/value_json.h"

namespace relaxscope {

/// An array of a file or folder.
struct NamedArray {
  std::string path, name;
  TensorValue value;

  /// "@in.npz:x".
  [[nodiscard]] std::string text() const;
};

/// A parameter that is a tuple, and the arrays that are its fields.
struct FilledTuple {
  size_t param = 0;
  std::vector<const NamedArray*> fields;
};
/// What arrays fill of a function's parameters.
struct FilledTexts {
  std::vector<std::string> texts;     ///< per parameter as in --input: "@in.npz:x", "(@in.npz:a, @in.npz:b)", or empty
  std::vector<std::string> problems;  ///< "x: @in.npz:x is int8[2], the parameter is i32[2]"; these have no text
};

class NamedArrays {
 public:
  NamedArrays() = default;
  /// Of one name the last counts.
  explicit NamedArrays(std::vector<NamedArray> arrays);
  /// Those of files and folders that readArraySet() reads, in order. Does I/O.
  static Result<NamedArrays> read(const std::vector<std::string>& paths);

  [[nodiscard]] bool empty() const { return arrays_.empty(); }
  /// Null if there is none.
  [[nodiscard]] const NamedArray* find(const std::string& name) const;
  [[nodiscard]] FindArray finder() const;
  /// arg0, arg1, ... up to the first missing one.
  [[nodiscard]] std::vector<const NamedArray*> numbered() const;
  /// Whether one of them has a parameter's name, other than by position, or fills one that is a tuple.
  [[nodiscard]] bool fillByName(const std::vector<ParamInfo>& params, const std::vector<std::string>& fieldNames) const;
  /// The tuple that the arrays fill which are no argument by name or number, in the order of `fieldNames` if all of
  /// those are among them, else by the numbers that their names end with (param_0, param_1), else in file order. Of
  /// several tuples without an array of their name, the only one with as many known fields as there are arrays. Nothing
  /// if they are fewer than its known fields.
  [[nodiscard]] std::optional<FilledTuple> tupleOf(const std::vector<ParamInfo>& params,
                                                   const std::vector<std::string>& fieldNames) const;
  /// The same arrays that ArgumentBinder binds, as texts.
  [[nodiscard]] FilledTexts fill(const std::vector<ParamInfo>& params,
                                 const std::vector<std::string>& fieldNames) const;
  /// All of them, in that order.
  [[nodiscard]] std::vector<const NamedArray*> inFieldOrder(const std::vector<std::string>& fieldNames) const;

 private:
  [[nodiscard]] std::vector<const NamedArray*> ordered(const std::set<std::string>& without,
                                                       const std::vector<std::string>& fieldNames) const;

  std::vector<NamedArray> arrays_;
  std::map<std::string, size_t> byName_;
};

/// An error, without the parameter's name, if an array does not have the element type, rank and fixed extents that are
/// known of a parameter or a field.
Result<void> checkFits(const NamedArray& array, const StaticType& type);

}  // namespace relaxscope
