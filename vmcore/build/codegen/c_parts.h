// SPDX-License-Identifier: Apache-2.0
// What the parts of the C writer share: the names, helper functions and first error of a kernel (c_kernels.h).
#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "vmcore/ir/tir.h"

namespace relaxscope::build {

/// Small functions that the text uses, by name: of conversions, which others call, and the rest.
struct CHelpers {
  std::map<std::string, std::string> conversions, others;
};

/// One kernel while its text is written.
struct CKernel {
  const ir::PrimFunc& function;
  CHelpers& helpers;
  std::string error;  ///< the first one, with its line; empty: none
  std::set<std::string> taken;
  std::unordered_map<const void*, std::string> names;  ///< of variables and buffers
  std::set<const ir::PrimVar*> notNegative;

  void fail(const std::string& message, const ir::Span& span);
  /// The C name of a variable or buffer: its own, changed where C or another one of this kernel has that name.
  const std::string& nameOf(const ir::PrimVarRef& var) { return nameOf(var.get(), var->name); }
  const std::string& nameOf(const ir::BufferRef& buffer) { return nameOf(buffer.get(), buffer->name); }
  const std::string& nameOf(const void* of, std::string_view wanted);
};

[[nodiscard]] inline TypeCode codeOf(DataType type) { return static_cast<TypeCode>(type.code); }
[[nodiscard]] inline bool isBool(DataType type) { return codeOf(type) == TypeCode::Bool; }
[[nodiscard]] inline bool isUnsigned(DataType type) { return codeOf(type) == TypeCode::UInt; }
[[nodiscard]] inline bool isInteger(DataType type) { return codeOf(type) == TypeCode::Int || isUnsigned(type); }
[[nodiscard]] inline bool isBFloat(DataType type) { return codeOf(type) == TypeCode::BFloat; }
[[nodiscard]] inline bool isFloating(DataType type) { return codeOf(type) == TypeCode::Float || isBFloat(type); }

/// The C type of an element in memory, of a value in an expression; null where C has none.
const char* storageType(DataType type);
const char* valueType(DataType type);
/// `text` as a C string literal.
std::string cString(std::string_view text);
/// Whether the value is at least 0 for all values of the variables: by its form, with `notNegative`.
bool isNotNegative(const CKernel& kernel, const ir::PrimExpr& e);

/// The expression in C. `asOperand`: in parentheses unless it is a name, a number or a call.
std::string cExpr(CKernel& kernel, const ir::PrimExpr& e, bool asOperand = false);
/// The element of a buffer: "A[i * 4 + j]".
std::string cElement(CKernel& kernel, const ir::BufferRef& buffer, const std::vector<ir::PrimExpr>& indices,
                     const ir::Span& span);
/// A value as its buffer stores it.
std::string cStored(CKernel& kernel, DataType type, const ir::PrimExpr& value);
/// Which helper converts between bfloat16 and float: "rs_from_bf16", "rs_to_bf16".
std::string bf16Helper(CKernel& kernel, const char* name);

/// An intermediate buffer of a kernel that the wrapper gives it memory for.
struct CWorkspace {
  std::vector<ir::BufferRef> buffers;
};
/// The exported function of the kernel: checks, memory, call of the static function, result.
std::string cWrapper(CKernel& kernel, const CWorkspace& workspace);
/// What all wrappers use.
std::string cWrapperPrelude(bool workspaces);
/// "add(x: Tensor([n, T.int64(4)], float32), k: int64)", as TVM's messages have it.
std::string cSignature(const ir::PrimFunc& function);
/// The symbol that the kernel exports, without `__tvm_ffi_`.
std::string symbolOf(const ir::PrimFunc& function);
/// The static function with the kernel's body.
std::string bodyNameOf(const ir::PrimFunc& function);
bool isCIdentifier(std::string_view name);

}  // namespace relaxscope::build
