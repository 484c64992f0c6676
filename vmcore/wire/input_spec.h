// SPDX-License-Identifier: Apache-2.0
// One `--input SPEC` and one row of the run dialog: `NAME=DTYPE[DIM,DIM,...]` (random values),
// `NAME=@file.npy`, `NAME=@file.npz:key`, or a scalar `NAME=3`; NAME may be left out. In a list of calls
// also the result of an earlier one: `call0`, or `call0.1` for a field of its tuple. Reads no file.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "vmcore/base/result.h"
#include "vmcore/wire/value.h"

namespace relaxscope {

/// A tensor of random values.
struct RandomSpec {
  DataType dtype;
  std::vector<int64_t> shape;
};
/// An array of a file; `key` only for .npz.
struct ArraySpec { std::string path, key; };

struct InputSpec {
  std::string name;   ///< empty: by position
  std::variant<RandomSpec, ArraySpec, Value> content;
};
/// Scalars: 5, -3, 2.5, 1e-3, nan, inf, true, false, none, "text", 'text', (2,9) for a shape, float16 for a dtype.
/// An error says what was expected. Stands for one call alone, so the result of another is an error.
Result<InputSpec> parseInputSpec(std::string_view text);
/// The content alone, without `NAME=`. Results are those of the calls 0 to `earlierCalls` - 1.
Result<decltype(InputSpec::content)> parseInputContent(std::string_view text, size_t earlierCalls = 0);
/// "call0", or "call0.1.2" for field 2 of field 1 of its result; nothing where the text is of another form.
std::optional<ResultRef> parseResultRef(std::string_view text);
std::string resultRefText(const ResultRef& ref);
/// The text that parseInputContent() reads as the value, random tensors without their seed; nothing for what
/// has no such text: arrays, tuples, objects, text that is not printable.
std::optional<std::string> inputText(const Value& value);
/// What is sent for `count` elements at most fits in memory: an error for products above 2^40 bytes.
Result<void> checkRandomSpec(const RandomSpec& spec);

}  // namespace relaxscope
