// SPDX-License-Identifier: Apache-2.0
// Relax: types, expressions, functions, modules.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "vmcore/ir/attributes.h"
#include "vmcore/ir/prim.h"
#include "vmcore/ir/tir.h"
#include "vmcore/model/executable.h"

namespace relaxscope::ir {

// ---- types ----

struct Type;
using TypeRef = std::shared_ptr<const Type>;
enum class TypeKind : uint8_t { Any, Tensor, Shape, Tuple, Prim, Callable };

/// Immutable.
struct Type {
  TypeKind kind = TypeKind::Any;
  std::optional<std::vector<PrimExpr>> dims;  ///< of Tensor and Shape, if known
  int ndim = -1;                              ///< of Tensor and Shape; -1 unknown
  DataType dtype;                             ///< of Tensor and Prim; lanes 0 unknown
  std::vector<TypeRef> fields;                ///< of Tuple; of Callable the parameters
  bool anyFields = false;                     ///< a Callable of unknown parameters
  TypeRef result;                             ///< of Callable
  bool pure = true;                           ///< of Callable
};

TypeRef anyType();
TypeRef voidType();  ///< the empty tuple
TypeRef tensorType(std::optional<std::vector<PrimExpr>> dims, DataType dtype, int ndim = -1);
TypeRef shapeType(std::optional<std::vector<PrimExpr>> dims, int ndim = -1);
TypeRef tupleType(std::vector<TypeRef> fields);
TypeRef primType(DataType dtype);
TypeRef callableType(std::vector<TypeRef> params, TypeRef result, bool pure);
[[nodiscard]] bool isVoid(const TypeRef& type);
/// Whether a value of type `value` needs no check to be used as `base`. Extents are compared by proof.
bool isBaseOf(const TypeRef& base, const TypeRef& value);
bool sameType(const TypeRef& a, const TypeRef& b);

// ---- expressions ----

struct Expr;
using ExprRef = std::shared_ptr<const Expr>;
struct Seq;
using SeqRef = std::shared_ptr<const Seq>;
struct Function;
using FunctionRef = std::shared_ptr<const Function>;

/// Two are the same if their addresses are.
struct Var {
  std::string name;
  TypeRef type;  ///< null before it is inferred
  bool dataflow = false;
  /// Of a scalar (type Prim) that shapes and scalar expressions use: the same value there; else null. The parser gives
  /// it to scalar parameters and to bindings of scalars.
  PrimVarRef symbol = nullptr;
};
using VarRef = std::shared_ptr<const Var>;

enum class ExprKind : uint8_t {
  Var,
  Global,    ///< a function of the module: text
  Extern,    ///< a packed function: text
  Operator,  ///< as callee: text, with its prefix: "relax.call_tir", "relax.vm.alloc_storage", "relax.add"
  Constant,  ///< a tensor: constant
  Shape,     ///< R.shape([...]): dims
  Prim,      ///< a scalar: prim
  Text,      ///< R.str: text
  DataType,  ///< R.dtype: dtype
  Tuple,     ///< operands
  Field,     ///< of the tuple operands[0]: index
  Call,      ///< callee, operands, attributes, typeArgs
  If,        ///< condition operands[0], thenSeq, elseSeq
  Function,  ///< a local one: function
  Error,     ///< a statement that could not be read; a module with one enters no pass
};

/// Immutable.
struct Expr {
  ExprKind kind = ExprKind::Error;
  TypeRef type;  ///< null before it is inferred
  Span span;
  VarRef var;
  std::string text;
  std::shared_ptr<const TensorConstant> constant;
  std::vector<PrimExpr> dims;
  PrimExpr prim;
  relaxscope::DataType dtype;
  std::vector<ExprRef> operands;
  int64_t index = 0;
  ExprRef callee;
  Attributes attributes;
  /// ty_args and out_ty: of call_packed, call_tir.
  std::vector<TypeRef> typeArgs;
  SeqRef thenSeq, elseSeq;
  FunctionRef function;
};

ExprRef varRef(VarRef var, Span span = {});
ExprRef globalRef(std::string name, Span span = {});
ExprRef externRef(std::string name, Span span = {});
ExprRef textExpr(std::string text, Span span = {});
ExprRef dataTypeExpr(relaxscope::DataType dtype, Span span = {});
ExprRef primExpr(PrimExpr value, Span span = {});
ExprRef intExpr(int64_t value, Span span = {});
ExprRef shapeExpr(std::vector<PrimExpr> dims, Span span = {});
ExprRef tupleExpr(std::vector<ExprRef> fields, Span span = {});
ExprRef fieldOf(ExprRef tuple, int64_t index, Span span = {});
ExprRef callOf(ExprRef callee, std::vector<ExprRef> operands, std::vector<TypeRef> typeArgs = {},
               TypeRef type = nullptr, Span span = {});
/// Of an operator by its full name.
ExprRef callOperator(std::string name, std::vector<ExprRef> operands, std::vector<TypeRef> typeArgs = {},
                     TypeRef type = nullptr, Span span = {});
/// R.call_packed.
ExprRef callPacked(std::string name, std::vector<ExprRef> operands, TypeRef type, Span span = {});
/// Whether it is a call of the operator of that full name.
[[nodiscard]] bool isCallOf(const ExprRef& expr, const char* operatorName);
/// The name of the packed function that it calls, or null.
[[nodiscard]] const std::string* packedCallee(const ExprRef& expr);

// ---- functions ----

/// `var = value`; with `cast`, `var = R.match_cast(value, cast)`. A call alone binds a variable that is named `_`.
struct Binding {
  VarRef var;
  ExprRef value;
  TypeRef cast;
  Span span;
  /// Whether the source writes `var: type = value`.
  bool annotated = false;
};
struct Block {
  bool dataflow = false;
  std::vector<Binding> bindings;
};
/// Immutable.
struct Seq {
  std::vector<Block> blocks;
  ExprRef result;
};
/// Immutable.
struct Function {
  std::string name;
  bool isPrivate = false, pure = true;
  std::vector<VarRef> params;
  TypeRef result;  ///< null before it is inferred
  Attributes attributes;
  SeqRef body;
  Span span;
};

// ---- modules ----

struct ModuleFunction {
  std::variant<FunctionRef, PrimFuncRef> function;
  [[nodiscard]] const std::string& name() const;
  [[nodiscard]] FunctionRef relax() const;  ///< or null
  [[nodiscard]] PrimFuncRef prim() const;   ///< or null
};
/// Immutable once it is a stage. Functions are in the order of the source, which is that of emission.
struct Module {
  std::string name = "Module";
  std::vector<std::string> typeVars;
  Attributes attributes;
  std::vector<ModuleFunction> functions;
  [[nodiscard]] const ModuleFunction* find(const std::string& functionName) const;
};

}  // namespace relaxscope::ir
