// SPDX-License-Identifier: Apache-2.0
// Modules as TVMScript text, in the form that TVM 0.27 prints. The text reads back to the same module, and the print of
// what was read is the same text.
//
// What differs from TVM's print, because TVM's text loses something or cannot be read back:
// - Functions keep the module's order; TVM sorts them (kernels, functions, `main` last). The order decides emission.
// - The unused import comment of `tvm.tirx.layout` and the import comments before local functions are left out.
// - Scalars of Relax that are no operands and not int64 are typed: T.int32(3), where TVM writes 3.
// - Strings with line breaks are written with escapes, where TVM refers to metadata; non-ASCII text is written as it
// is.
// - Nested comparisons have parentheses. T.Min, T.Max and T.Mod of two literals, which T.min would fold.
// - A void value that is neither a call nor the empty tuple keeps its name; TVM writes the value alone.
// - A range `(lo, hi)` whose extent is `hi - lo` is written with that `hi`; TVM's text grows at each reading.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "vmcore/ir/relax.h"

namespace relaxscope::ir {

struct PrintOptions {
  bool tir = true;  ///< whether kernels are printed
};

using Constants = std::vector<std::shared_ptr<const TensorConstant>>;

/// The module with a line end after the last line. Constants that are not written by R.const are
/// metadata["ir.GenericConst"][i]; `constants`, if not null, receives them in that order (first
/// appearance); null for one that was read without its tensor.
std::string printModule(const Module& module, const PrintOptions& options = {}, Constants* constants = nullptr);
/// The function of that name as printModule() writes it, without indentation and with a line end; empty if there is
/// none. Constants are numbered within the function.
std::string printFunction(const Module& module, const std::string& name);
/// In annotations of a body: `R.Tensor((n * 4, m), dtype="float32")`.
std::string typeText(const TypeRef& type);
/// In annotations of parameters and results, where compound extents are strings: `R.Tensor(("n * 4", m))`.
std::string signatureTypeText(const TypeRef& type);
/// In the ErrorContext strings of checks: tuples are `T.Tuple(...)` with typed integers inside, empty ones `None`.
std::string contextTypeText(const TypeRef& type);
/// With integers as Relax writes them (`n * 4`), or as kernels do (`n * T.int64(4)`).
std::string primText(const PrimExpr& expr, bool inKernel = false);
/// The right-hand side of a binding. An If and a local function, which are statements, give their first line.
std::string exprText(const ExprRef& expr);

/// "text" in quotes with Python escapes.
std::string quotedText(const std::string& text);
/// 17 significant digits as TVM writes them; integers in full with ".0"; "inf", "-inf", "nan" in quotes.
std::string floatText(double value);

}  // namespace relaxscope::ir
