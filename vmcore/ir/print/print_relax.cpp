// SPDX-License-Identifier: Apache-2.0
// Types, expressions and functions of Relax, and whole modules.
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cctype>
#include <cmath>
#include <limits>
#include <set>

#include "vmcore/ir/print/printer.h"

namespace relaxscope::ir::printing {
namespace {

constexpr const char* kMetadata = "metadata[\"ir.GenericConst\"]";

// ---- types ----

/// Where a type is written.
enum class Place : uint8_t { Body, Signature, Context };

class TypeWriter {
 public:
  TypeWriter(const Printer& printer, Place place) : p_(printer), place_(place) {}

  std::string write(const TypeRef& type) {
    if (type == nullptr) return "R.Any";
    switch (type->kind) {
      case TypeKind::Any: return "R.Any";
      case TypeKind::Tensor: return tensor(*type);
      case TypeKind::Shape:
        return type->dims.has_value() ? "R.Shape([" + joined(extents(*type->dims)) + "])"
                                      : fmt::format("R.Shape(ndim={})", type->ndim);
      case TypeKind::Tuple: return tuple(*type);
      case TypeKind::Prim: return "T." + type->dtype.name();
      case TypeKind::Callable: return callable(*type);
    }
    return "R.Any";
  }

 private:
  std::vector<std::string> extents(const std::vector<PrimExpr>& dims) const {
    std::vector<std::string> parts;
    for (const PrimExpr& dim : dims) {
      std::string text = p_.prim(dim, kernelStyle_ ? Style::Kernel : Style::Relax);
      const bool compound = dim->op != PrimOp::Int && dim->op != PrimOp::Var;
      parts.push_back(compound && place_ == Place::Signature ? quotedText(text) : std::move(text));
    }
    return parts;
  }
  std::string tensor(const Type& type) const {
    std::vector<std::string> parts;
    if (type.dims.has_value()) parts.push_back(tupleText(extents(*type.dims)));
    if (type.dtype.lanes != 0) parts.push_back("dtype=\"" + type.dtype.name() + "\"");
    if (!type.dims.has_value() && type.ndim >= 0) parts.push_back(fmt::format("ndim={}", type.ndim));
    return parts.empty() ? "R.Tensor" : "R.Tensor(" + joined(parts) + ")";
  }
  /// A tuple in a context string is printed by TVM's generic printer, and so is all that it contains.
  std::string tuple(const Type& type) {
    if (place_ == Place::Context && !inCallable_) kernelStyle_ = true;
    if (type.fields.empty()) return kernelStyle_ ? "None" : "R.Tuple";
    return (kernelStyle_ ? "T.Tuple(" : "R.Tuple(") + list(type.fields) + ")";
  }
  std::string callable(const Type& type) {
    if (type.anyFields) return "R.Callable";
    const bool outer = inCallable_;
    inCallable_ = true;
    std::vector<std::string> params;
    for (const TypeRef& param : type.fields) params.push_back(write(param));
    const std::string result = write(type.result);
    inCallable_ = outer;
    return fmt::format("R.Callable({}, {}, {})", tupleText(params), result, type.pure ? "True" : "False");
  }
  std::string list(const std::vector<TypeRef>& types) {
    std::vector<std::string> parts;
    for (const TypeRef& type : types) parts.push_back(write(type));
    return joined(parts);
  }

  const Printer& p_;
  Place place_;
  bool kernelStyle_ = false;  ///< T.Tuple and T.int64(4)
  bool inCallable_ = false;
};

std::string typeIn(const Printer& printer, const TypeRef& type, Place place) {
  return TypeWriter(printer, place).write(type);
}

template <class Visit>
void eachTypeVar(const TypeRef& type, const Visit& visit) {
  if (type == nullptr) return;
  if (type->dims.has_value())
    for (const PrimExpr& dim : *type->dims) eachVar(dim, visit);
  for (const TypeRef& field : type->fields) eachTypeVar(field, visit);
  eachTypeVar(type->result, visit);
}

// ---- constants ----

/// Whether R.const writes the value: a scalar of a type that Python's literals carry.
bool isLiteral(const TensorConstant& constant) {
  const DataType type = constant.dtype;
  if (!constant.shape.empty() || type.lanes != 1) return false;
  if (static_cast<int64_t>(constant.data.size()) < type.elementBytes()) return false;
  switch (static_cast<TypeCode>(type.code)) {
    case TypeCode::Bool: return true;
    case TypeCode::Int:
    case TypeCode::UInt: return type.bits == 8 || type.bits == 16 || type.bits == 32 || type.bits == 64;
    case TypeCode::Float: return type.bits == 16 || type.bits == 32 || type.bits == 64;
    default: return false;
  }
}
uint64_t littleEndian(const TensorConstant& constant) {
  uint64_t bits = 0;
  for (int64_t i = constant.dtype.elementBytes(); i-- > 0;)
    bits = bits << 8 | static_cast<uint8_t>(constant.data.data()[i]);
  return bits;
}
double halfValue(uint64_t bits) {
  const int exponent = static_cast<int>(bits >> 10 & 31);
  const auto fraction = static_cast<double>(bits & 1023);
  double value = exponent == 0 ? std::ldexp(fraction, -24) : std::ldexp(fraction + 1024, exponent - 25);
  if (exponent == 31) value = fraction == 0 ? std::numeric_limits<double>::infinity() : std::nan("");
  return (bits >> 15 & 1) != 0 ? -value : value;
}
std::string literalText(const TensorConstant& constant) {
  const DataType type = constant.dtype;
  const uint64_t bits = littleEndian(constant);
  switch (static_cast<TypeCode>(type.code)) {
    case TypeCode::Bool: return bits != 0 ? "True" : "False";
    case TypeCode::UInt: return fmt::format("{}", bits);
    case TypeCode::Int: return fmt::format("{}", static_cast<int64_t>(bits << (64 - type.bits)) >> (64 - type.bits));
    default: break;
  }
  double value = 0;
  if (type.bits == 16) value = halfValue(bits);
  if (type.bits == 32) value = std::bit_cast<float>(static_cast<uint32_t>(bits));
  if (type.bits == 64) value = std::bit_cast<double>(bits);
  const std::string text = floatText(value);
  return text[0] == '"' ? "float(" + text + ")" : text;
}

// ---- expressions ----

class ExprWriter {
 public:
  explicit ExprWriter(Printer& printer) : p_(printer) {}

  std::string write(const ExprRef& expr) {
    if (expr == nullptr) return "error";
    switch (expr->kind) {
      case ExprKind::Var: return p_.nameOf(expr->var);
      case ExprKind::Global: return "cls." + expr->text;
      case ExprKind::Extern: return "R.ExternFunc(" + quotedText(expr->text) + ")";
      case ExprKind::Operator: return operatorName(expr->text);
      case ExprKind::Constant: return constant(*expr);
      case ExprKind::Shape: return "R.shape([" + p_.primList(expr->dims, Style::Relax) + "])";
      case ExprKind::Prim: return p_.prim(expr->prim, Style::Relax);
      case ExprKind::Text: return "R.str(" + quotedText(expr->text) + ")";
      case ExprKind::DataType: return "R.dtype(\"" + expr->dtype.name() + "\")";
      case ExprKind::Tuple: return expr->operands.empty() ? "R.tuple()" : tupleText(all(expr->operands));
      case ExprKind::Field: return fmt::format("{}[{}]", write(expr->operands[0]), expr->index);
      case ExprKind::Call: return call(*expr);
      case ExprKind::If: return "if " + write(expr->operands[0]) + ":";
      case ExprKind::Function: return "def " + expr->function->name;
      case ExprKind::Error: return "error";
    }
    return "error";
  }

 private:
  std::vector<std::string> all(const std::vector<ExprRef>& exprs) {
    std::vector<std::string> parts;
    for (const ExprRef& each : exprs) parts.push_back(write(each));
    return parts;
  }
  static std::string operatorName(const std::string& name) {
    return "R." + (name.rfind("relax.", 0) == 0 ? name.substr(6) : name);
  }
  /// A constant without a tensor, of a source that was read without its tensors, is known by its index.
  std::string constant(const Expr& expr) {
    const std::shared_ptr<const TensorConstant>& tensor = expr.constant;
    if (tensor != nullptr && isLiteral(*tensor))
      return fmt::format("R.const({}, \"{}\")", literalText(*tensor), tensor->dtype.name());
    const auto key = std::make_pair(static_cast<const void*>(tensor.get()), tensor == nullptr ? expr.index : 0);
    const auto [entry, added] = p_.constantNumbers.emplace(key, p_.constants.size());
    if (added) p_.constants.push_back(tensor);
    return fmt::format("{}[{}]", kMetadata, entry->second);
  }

  /// `ty_args=(T,)`.
  std::string typeArguments(const std::vector<TypeRef>& types) const {
    std::vector<std::string> parts;
    for (const TypeRef& type : types) parts.push_back(typeIn(p_, type, Place::Body));
    return "ty_args=" + tupleText(parts);
  }
  /// `out_ty=T`, or a list for several outputs.
  std::string outputTypes(const std::vector<TypeRef>& types) const {
    const bool isTuple = types.size() == 1 && types[0] != nullptr && types[0]->kind == TypeKind::Tuple;
    if (types.size() == 1 && !isTuple) return "out_ty=" + typeIn(p_, types[0], Place::Body);
    std::vector<std::string> parts;
    for (const TypeRef& type : isTuple ? types[0]->fields : types) parts.push_back(typeIn(p_, type, Place::Body));
    return "out_ty=[" + joined(parts) + "]";
  }

  std::string call(const Expr& expr) {
    if (expr.callee->kind == ExprKind::Extern) {
      std::vector<std::string> parts = all(expr.operands);
      parts.insert(parts.begin(), quotedText(expr.callee->text));
      if (!expr.typeArgs.empty()) parts.push_back(typeArguments(expr.typeArgs));
      return "R.call_packed(" + joined(parts) + ")";
    }
    if (expr.callee->kind != ExprKind::Operator) return write(expr.callee) + "(" + joined(all(expr.operands)) + ")";
    return operatorCall(expr);
  }
  std::string operatorCall(const Expr& expr) {
    const std::string& name = expr.callee->text;
    const bool hasOutputs =
        name == "relax.call_tir" || name == "relax.call_tir_inplace" || name == "relax.call_dps_packed";
    std::vector<std::string> parts;
    const size_t format = formatOperand(expr);
    for (size_t i = 0; i < expr.operands.size(); ++i)
      if (i != format) parts.push_back(argument(expr, i));
    if (format < expr.operands.size()) parts.push_back("format=" + write(expr.operands[format]));
    if (hasOutputs && !expr.typeArgs.empty()) parts.push_back(outputTypes(expr.typeArgs));
    for (const auto& [key, value] : expr.attributes) parts.push_back(key + "=" + p_.attribute(value));
    if (!hasOutputs && !expr.typeArgs.empty()) parts.push_back(typeArguments(expr.typeArgs));
    return operatorName(name) + "(" + joined(parts) + ")";
  }
  /// The operand that is written as `format=` behind the others, or their number.
  static size_t formatOperand(const Expr& expr) {
    const size_t none = expr.operands.size();
    const size_t index = expr.callee->text == "relax.print" ? 0 : expr.callee->text == "relax.assert_op" ? 1 : none;
    return index < none && expr.operands[index]->kind == ExprKind::Text ? index : none;
  }
  /// The name of a packed function stands as a plain string where the operator takes one first.
  std::string argument(const Expr& expr, size_t index) {
    static const std::set<std::string> kNamed{"relax.call_dps_packed",      "relax.call_pure_packed",
                                              "relax.call_inplace_packed",  "relax.call_builtin_with_ctx",
                                              "relax.call_pure_dps_packed", "relax.ExternFunc"};
    const ExprRef& operand = expr.operands[index];
    const bool named = index == 0 && kNamed.count(expr.callee->text) != 0 &&
                       (operand->kind == ExprKind::Extern || operand->kind == ExprKind::Text);
    return named ? quotedText(operand->text) : write(operand);
  }

  Printer& p_;
};

// ---- what a function uses ----

/// What a body uses in order of appearance, nested functions excluded; the variables that are read.
struct Uses {
  std::vector<PrimVarRef> needs;  ///< symbols; null: the functions of the module
  std::set<const PrimVar*> seen;
  std::set<const PrimVar*> bound;  ///< by scalar variables
  std::set<const Var*> read;
  bool globals = false;

  void prim(const PrimExpr& expr) {
    if (expr == nullptr) return;
    eachVar(expr, [&](const PrimVarRef& var) {
      if (seen.insert(var.get()).second) needs.push_back(var);
    });
  }
  void type(const TypeRef& type) {
    eachTypeVar(type, [&](const PrimVarRef& var) {
      if (seen.insert(var.get()).second) needs.push_back(var);
    });
  }
  void sequence(const SeqRef& seq, bool nested) {
    if (seq == nullptr) return;
    for (const Block& block : seq->blocks)
      for (const Binding& binding : block.bindings) {
        expression(binding.value, nested);
        if (nested) continue;
        type(binding.cast);
        type(binding.var->type);
        if (binding.var->symbol != nullptr) bound.insert(binding.var->symbol.get());
      }
    expression(seq->result, nested);
  }
  /// `nested`: in a local function, of which only the variables that it reads count.
  void expression(const ExprRef& expr, bool nested) {
    if (expr == nullptr) return;
    if (expr->kind == ExprKind::Var) read.insert(expr->var.get());
    if (expr->kind == ExprKind::Global && !nested && !globals) {
      globals = true;
      needs.push_back(nullptr);
    }
    if (!nested) {
      for (const PrimExpr& dim : expr->dims) prim(dim);
      prim(expr->prim);
      for (const TypeRef& each : expr->typeArgs) type(each);
    }
    if (expr->callee != nullptr) expression(expr->callee, nested);
    for (const ExprRef& operand : expr->operands) expression(operand, nested);
    sequence(expr->thenSeq, nested);
    sequence(expr->elseSeq, nested);
    if (expr->function != nullptr) sequence(expr->function->body, true);
  }
};

// ---- functions ----

class RelaxPrinter {
 public:
  explicit RelaxPrinter(Printer& printer) : p_(printer) {}

  void function(const Function& function, const std::string& name) {
    std::vector<std::string> flags;
    if (!function.pure) flags.emplace_back("pure=False");
    if (function.isPrivate) flags.emplace_back("private=True");
    p_.line("@R.function" + (flags.empty() ? "" : "(" + joined(flags) + ")"));
    p_.names.open();
    const auto outerRead = std::move(read_);
    Uses uses;
    uses.sequence(function.body, false);
    read_ = uses.read;
    p_.line(signature(function, name));
    ++p_.indent;
    const std::string attributes = p_.dictionary(function.attributes, "global_symbol");
    if (attributes != "{}") p_.line("R.func_attr(" + attributes + ")");
    declare(uses);
    if (function.body != nullptr) {
      blocks(*function.body);
      p_.line("return " + expr(function.body->result));
    }
    --p_.indent;
    read_ = outerRead;
    p_.names.close();
  }
  void setModuleName(std::string name) { moduleName_ = std::move(name); }

 private:
  std::string expr(const ExprRef& expr) { return ExprWriter(p_).write(expr); }
  [[nodiscard]] std::string type(const TypeRef& type) const { return typeIn(p_, type, Place::Body); }

  /// The name of a variable; a scalar's is that of its symbol too.
  std::string define(const VarRef& var) {
    std::string name = p_.names.define(var.get(), var->name);
    if (var->symbol != nullptr) p_.names.alias(var->symbol.get(), name);
    return name;
  }
  std::string signature(const Function& function, const std::string& name) {
    for (const VarRef& param : function.params)
      if (param->symbol != nullptr) define(param);
    for (const VarRef& param : function.params) defineTypeVars(param->type);
    defineTypeVars(function.result);
    std::vector<std::string> params;
    for (const VarRef& param : function.params) {
      const std::string paramName = define(param);
      params.push_back(param->type == nullptr
                           ? paramName
                           : fmt::format("{}: {}", paramName, typeIn(p_, param->type, Place::Signature)));
    }
    const std::string result = function.result == nullptr ? "" : " -> " + typeIn(p_, function.result, Place::Signature);
    return fmt::format("def {}({}){}:", name, joined(params), result);
  }
  void defineTypeVars(const TypeRef& type) {
    eachTypeVar(type, [&](const PrimVarRef& var) {
      if (p_.names.find(var.get()) != nullptr) return;
      p_.typeVars.push_back(p_.names.define(var.get(), var->name));
    });
  }
  /// `cls = Module`, and `p = T.int64()` for what no signature and no scalar variable defines, in order of first use.
  void declare(const Uses& uses) {
    for (const PrimVarRef& var : uses.needs) {
      if (var == nullptr) {
        p_.line("cls = " + moduleName_);
      } else if (p_.names.find(var.get()) == nullptr && uses.bound.count(var.get()) == 0) {
        const std::string& name = p_.names.define(var.get(), var->name);
        p_.line(fmt::format("{} = T.{}()", name, var->type.name()));
      }
    }
  }

  // ---- statements ----

  void blocks(const Seq& seq) {
    for (const Block& block : seq.blocks) {
      if (!block.dataflow) {
        for (const Binding& each : block.bindings) binding(each);
        continue;
      }
      if (block.bindings.empty()) continue;
      p_.line("with R.dataflow():");
      ++p_.indent;
      std::vector<std::string> outputs;
      for (const Binding& each : block.bindings) {
        const bool named = binding(each);
        if (named && !each.var->dataflow) outputs.push_back(p_.nameOf(each.var));
      }
      p_.line("R.output(" + joined(outputs) + ")");
      --p_.indent;
    }
  }
  /// Whether the statement is a call, or the empty tuple, alone, which names nothing: its result is void and nobody
  /// reads it.
  [[nodiscard]] bool isStatement(const Binding& binding) const {
    const ExprKind kind = binding.value->kind;
    const bool alone = kind == ExprKind::Call || (kind == ExprKind::Tuple && binding.value->operands.empty());
    if (binding.cast != nullptr || !alone || read_.count(binding.var.get()) != 0) return false;
    return binding.var->type == nullptr ? binding.var->name == "_" : isVoid(binding.var->type);
  }
  /// Whether the result of the binding has a name in the text.
  bool binding(const Binding& binding) {
    const ExprRef& value = binding.value;
    if (value == nullptr || value->kind == ExprKind::Error) {
      p_.line("error");
      return false;
    }
    if (isStatement(binding)) {
      p_.line(expr(value));
      return false;
    }
    if (value->kind == ExprKind::If) {
      branches(binding);
    } else if (value->kind == ExprKind::Function) {
      const std::string name = define(binding.var);
      function(*value->function, name);
      p_.line("");
    } else {
      assignment(binding);
    }
    return true;
  }
  void assignment(const Binding& binding) {
    const std::string text = binding.cast == nullptr
                                 ? unparenthesized(binding.value)
                                 : fmt::format("R.match_cast({}, {})", expr(binding.value), type(binding.cast));
    const std::string name = define(binding.var);
    const bool typed = binding.var->type != nullptr && !isCallOf(binding.value, "relax.call_tir") &&
                       !isCallOf(binding.value, "relax.call_dps_packed");
    p_.line(fmt::format("{}{} = {}", name, typed ? ": " + type(binding.var->type) : "", text));
  }
  /// The value of an arm is bound to the name of the If as the arm's last statement.
  void branches(const Binding& binding) {
    p_.line("if " + expr(binding.value->operands[0]) + ":");
    const std::string name = define(binding.var);
    arm(binding, name, binding.value->thenSeq);
    p_.line("else:");
    arm(binding, name, binding.value->elseSeq);
  }
  void arm(const Binding& binding, const std::string& name, const SeqRef& seq) {
    if (seq == nullptr) return;
    ++p_.indent;
    p_.names.open();
    const bool carries = carriesName(binding, *seq);
    if (carries) p_.names.alias(seq->result->var.get(), name);
    blocks(*seq);
    if (!carries) {
      const std::string annotation = binding.var->type == nullptr ? "" : ": " + type(binding.var->type);
      p_.line(fmt::format("{}{} = {}", name, annotation, unparenthesized(seq->result)));
    }
    p_.names.close();
    --p_.indent;
  }
  /// Whether the last statement of an arm binds its value to the name of the If already, as the source writes it.
  static bool carriesName(const Binding& binding, const Seq& seq) {
    if (seq.result == nullptr || seq.result->kind != ExprKind::Var || seq.blocks.empty()) return false;
    const Block& last = seq.blocks.back();
    return !last.dataflow && !last.bindings.empty() && last.bindings.back().var == seq.result->var &&
           seq.result->var->name == binding.var->name;
  }
  /// The right-hand side of a binding: the fields of a tuple stand without parentheses.
  std::string unparenthesized(const ExprRef& value) {
    std::string text = expr(value);
    const bool fields = value != nullptr && value->kind == ExprKind::Tuple && value->operands.size() > 1;
    return fields ? text.substr(1, text.size() - 2) : text;
  }

  Printer& p_;
  std::string moduleName_ = "Module";
  std::set<const Var*> read_;  ///< variables that the function reads
};

// ---- modules ----

/// Whether the text names `prefix` ("T.") outside the strings of R.str, which hold types too.
bool usesNamespace(const std::string& text, const char* prefix) {
  for (size_t at = text.find(prefix); at != std::string::npos; at = text.find(prefix, at + 1)) {
    const char before = at == 0 ? ' ' : text[at - 1];
    if (std::isalnum(static_cast<unsigned char>(before)) != 0 || before == '_' || before == '.') continue;
    const size_t string = text.rfind("R.str(\"", at), lineStart = text.rfind('\n', at);
    if (string == std::string::npos || (lineStart != std::string::npos && string < lineStart)) return true;
    if (text.find("\")", string) < at) return true;
  }
  return false;
}

std::string header(const Printer& printer, const std::vector<std::string>& typeVars) {
  std::string text;
  if (!typeVars.empty()) text += "# from typing import TypeVar\n";
  text += "# from tvm.script import ir as I\n";
  if (usesNamespace(printer.out, "T.")) text += "# from tvm.script import tirx as T\n";
  if (usesNamespace(printer.out, "R.")) text += "# from tvm.script import relax as R\n";
  text += '\n';
  for (const std::string& name : typeVars) text += fmt::format("{} = TypeVar(\"{}\")\n", name, name);
  return text;
}

/// The symbols of the function that was printed last, by name, behind those that are known.
void addTypeVars(Printer& printer, std::vector<std::string>& typeVars) {
  std::sort(printer.typeVars.begin(), printer.typeVars.end());
  for (const std::string& name : printer.typeVars)
    if (std::find(typeVars.begin(), typeVars.end(), name) == typeVars.end()) typeVars.push_back(name);
  printer.typeVars.clear();
}

void printFunctionOf(Printer& printer, const Module& module, const ModuleFunction& function) {
  if (const PrimFuncRef prim = function.prim()) return printPrimFunc(printer, *prim);
  RelaxPrinter relax(printer);
  relax.setModuleName(module.name);
  relax.function(*function.relax(), function.name());
}

}  // namespace
}  // namespace relaxscope::ir::printing

namespace relaxscope::ir {

std::string printModule(const Module& module, const PrintOptions& options, Constants* constants) {
  printing::Printer printer(module.name);
  printer.indent = 1;
  if (!module.attributes.empty()) printer.line("I.module_attrs(" + printer.dictionary(module.attributes) + ")");
  std::vector<std::string> typeVars;
  bool first = true;
  for (const ModuleFunction& function : module.functions) {
    if (!options.tir && function.prim() != nullptr) continue;
    if (!first) printer.out += '\n';
    first = false;
    printing::printFunctionOf(printer, module, function);
    printing::addTypeVars(printer, typeVars);
  }
  if (printer.out.empty()) printer.line("pass");
  std::string text = printing::header(printer, typeVars);
  text += fmt::format("@I.ir_module\nclass {}:\n", module.name) + printer.out;
  if (!printer.constants.empty()) text += "\n# Metadata omitted. Use show_meta=True in script() method to show it.\n";
  if (constants != nullptr) *constants = std::move(printer.constants);
  return text;
}

std::string printFunction(const Module& module, const std::string& name) {
  const ModuleFunction* function = module.find(name);
  if (function == nullptr) return {};
  printing::Printer printer(module.name);
  printing::printFunctionOf(printer, module, *function);
  return std::move(printer.out);
}

std::string typeText(const TypeRef& type) {
  return printing::typeIn(printing::Printer("Module"), type, printing::Place::Body);
}
std::string signatureTypeText(const TypeRef& type) {
  return printing::typeIn(printing::Printer("Module"), type, printing::Place::Signature);
}
std::string contextTypeText(const TypeRef& type) {
  return printing::typeIn(printing::Printer("Module"), type, printing::Place::Context);
}
std::string exprText(const ExprRef& expr) {
  printing::Printer printer("Module");
  return printing::ExprWriter(printer).write(expr);
}

}  // namespace relaxscope::ir
