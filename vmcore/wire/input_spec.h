// SPDX-License-Identifier: Apache-2.0
// One `--input SPEC` and one row of the run dialog: `NAME=DTYPE[DIM,DIM,...]` (random values),
// `NAME=@file.npy`, `NAME=@file.npz:key`, or a scalar `NAME=3`; NAME may be left out. Reads no file.
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
/// An error says what was expected.
Result<InputSpec> parseInputSpec(std::string_view text);
/// The content alone, without `NAME=`.
Result<decltype(InputSpec::content)> parseInputContent(std::string_view text);
/// What is sent for `count` elements at most fits in memory: an error for products above 2^40 bytes.
Result<void> checkRandomSpec(const RandomSpec& spec);

}  // namespace relaxscope
