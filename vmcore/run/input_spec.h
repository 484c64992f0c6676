// SPDX-License-Identifier: Apache-2.0
// One `--input SPEC` and one row of the run dialog: `NAME=DTYPE[DIM,DIM,...]` (random values), `NAME=@file.npy`,
// `NAME=@file.npz:key`, a scalar `NAME=3`, or a tuple of them `NAME=(float32[2], @x.npy, 3)`; NAME is optional. In a
// list of calls also the result of an earlier call: `call0`, or `call0.1` for a field of its tuple. Reads no file.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "vmcore/base/result.h"
#include "vmcore/run/value.h"

namespace relaxscope {

/// A tensor of random values.
struct RandomSpec {
  DataType dtype;
  std::vector<int64_t> shape;
  int64_t below = 0;  ///< RandomTensor::below
};
/// An array of a file by its name there, empty for the only one; `dtype` where its elements represent another type
/// ("bfloat16@x.npy").
struct ArraySpec {
  std::string path, key;
  std::optional<DataType> dtype = {};
};
struct InputContent;
/// A tuple, or a constructor's value of a Relay program, which has a tag.
struct TupleSpec {
  std::vector<InputContent> fields;
  std::optional<int64_t> tag = {};
};
struct InputContent {
  std::variant<RandomSpec, ArraySpec, Value, TupleSpec> data;
};

struct InputSpec {
  std::string name;  ///< empty: by position
  InputContent content;
};
/// Scalars: 5, -3, 2.5, 1e-3, nan, inf, true, false, none, "text", 'text', e"text with \x0a in it", (2,9) for a shape,
/// float16 for a dtype. Tuples: (1, 2.5), and tuple(2, 9) where (2, 9) would be a shape; adt1(...) for a constructor's
/// value of tag 1. Inside tuples a text or file name that contains quotes has the form e"...". Errors name what was
/// expected. For a single call: a reference to the result of another call is an error.
Result<InputSpec> parseInputSpec(std::string_view text);
/// The content alone, without `NAME=`. It may refer to results of the calls 0 to `earlierCalls` - 1.
Result<InputContent> parseInputContent(std::string_view text, size_t earlierCalls = 0);
/// The non-tuple parts of a content's text, in order, as views of it.
std::vector<std::string_view> inputLeaves(std::string_view text);
/// Callbacks that complete a content: seeds of random tensors, by their number among the leaves, and arrays of files.
struct LeafMakers {
  std::function<uint64_t(size_t leaf)> seedOf;
  std::function<Result<TensorValue>(const ArraySpec&)> readArray;
};
Result<Value> makeValue(const InputContent& content, const LeafMakers& makers);
/// Reinterprets the tensor as `dtype`: nothing is converted, element sizes must match. Errors name the types.
Result<TensorValue> reinterpretAs(TensorValue stored, const std::optional<DataType>& dtype);

/// "call0", or "call0.1.2" for field 2 of field 1 of its result; nothing for any other form.
std::optional<ResultRef> parseResultRef(std::string_view text);
std::string resultRefText(const ResultRef& ref);
/// The text that parseInputContent() parses to the value, random tensors without their seed; nothing for values without
/// such a text: objects, and tensors unless `textOf` returns one for them (called in order of appearance).
std::optional<std::string> inputText(const Value& value,
                                     const std::function<std::string(const TensorValue&)>& textOf = {});
/// "@in.npz:a", quoted where a tuple requires it.
std::string inputText(const ArraySpec& array);
/// An error for a random tensor of more than 2^40 bytes, which does not fit in memory, and for a limit of numbers that
/// are no integers.
Result<void> checkRandomSpec(const RandomSpec& spec);

}  // namespace relaxscope
