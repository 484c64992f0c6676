// SPDX-License-Identifier: Apache-2.0
// Types of expressions, computed from those of their operands (docs/building.md).
#pragma once

#include <functional>
#include <string>

#include "vmcore/ir/relax.h"

namespace relaxscope::build {

/// Receives what is wrong: the place, its code, as docs/building.md lists them, and a sentence.
using ProblemReport = std::function<void(const ir::Span& span, const char* code, std::string message)>;

/// The value of a symbol in another scope, or null where it has none there.
using SymbolLookup = std::function<ir::PrimExpr(const ir::PrimVarRef&)>;

/// `type` with its symbols replaced. A shape with a symbol that has no value keeps its rank only.
ir::TypeRef substituteType(const ir::TypeRef& type, const SymbolLookup& lookup);

/// The most exact type that both are used as: extents that differ leave the rank, ranks or kinds that differ nothing.
ir::TypeRef leastUpperBound(const ir::TypeRef& a, const ir::TypeRef& b);

/// Whether no value is of both types. False where that depends on the values of symbols.
bool neverBoth(const ir::TypeRef& a, const ir::TypeRef& b);

/// Calls `visit` for each extent of the tensors and shapes in `type`, in order; not inside of Callable.
void forEachExtent(const ir::TypeRef& type, const std::function<void(const ir::PrimExpr&)>& visit);

/// The type of a function as a value. A result that is not stated is `unknownResult`.
ir::TypeRef typeOfFunction(const ir::Function& function, const ir::TypeRef& unknownResult = ir::anyType());
ir::TypeRef typeOfKernel(const ir::PrimFunc& function);

/// The type of an expression whose operands have types, and whose functions `functionType` knows (null: there is none
/// of that name). Never null: what has no type is Any, and `report`, if not null, is told why.
ir::TypeRef inferType(const ir::ExprRef& expr, const std::function<ir::TypeRef(const std::string&)>& functionType,
                      const ProblemReport& report);

/// The types of the functions of a module by name, for inferType().
std::function<ir::TypeRef(const std::string&)> functionTypesOf(const ir::Module& module);

}  // namespace relaxscope::build
