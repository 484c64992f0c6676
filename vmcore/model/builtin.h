// SPDX-License-Identifier: Apache-2.0
// What is known of functions by their name alone: family (for colours and folding), operand names,
// one line of help. Verifier, analysis, views and the engine share the rows of builtin.def.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "vmcore/model/call_kind.h"

namespace relaxscope {

/// One row: name, kind, whether it is plumbing (drawn in third text), operand names separated by
/// blanks ("vm shape device dtype scope"; a last name ending in "..." repeats), help in one sentence.
struct BuiltinRow {
  const char* name;
  CallKind kind;
  bool plumbing;
  bool llm;            ///< of the LLM families that our engine leaves to TVM's
  const char* operands;
  const char* help;
};
std::span<const BuiltinRow> builtinRows();
/// The row of a function name, or null. Names of the LLM families match by prefix.
const BuiltinRow* findBuiltin(std::string_view name);

}  // namespace relaxscope
