// SPDX-License-Identifier: Apache-2.0
// Reads the text form of Relax modules and TIR kernels, as TVM prints it and as people write it (docs/building.md).
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <string_view>
#include <vector>

#include "vmcore/ir/parse/diagnostic.h"
#include "vmcore/ir/relax.h"

namespace relaxscope::ir {

inline constexpr size_t kMaxSourceBytes = size_t{64} << 20;
/// Of brackets, blocks and operators.
inline constexpr uint32_t kMaxNesting = 200;

struct ParseOptions {
  /// The tensor `metadata[...][index]`; null where there is none, which is an error. Without this function constants
  /// are expressions of kind Constant that have an index and no tensor.
  std::function<std::shared_ptr<const TensorConstant>(size_t index)> constant;
};

struct ParsedModule {
  Module module;
  std::vector<Diagnostic> diagnostics;  ///< in order of their places
  [[nodiscard]] bool hasErrors() const;
};

/// Reads a whole source, with all its errors. A statement that cannot be read becomes a binding of an Error expression.
/// Nested calls stay where they are written. The source is only read, never executed; any bytes are accepted, time is
/// linear in their number.
ParsedModule parseModule(std::string_view source, const ParseOptions& options = {});

}  // namespace relaxscope::ir
