// SPDX-License-Identifier: Apache-2.0
// Expressions of TIR in C. Each operation is computed in its type of TIR: integers below 32 bits and float16 are cast
// after each one, bfloat16 is computed in float and rounded where it is stored only, as TVM does. Divisions by zero
// give 0 and do not end the process.
#include <fmt/format.h>
#include <algorithm>
#include <cctype>
#include <cmath>
#include <iterator>
#include <limits>
#include <optional>

#include "vmcore/build/codegen/c_parts.h"

namespace relaxscope::build {
namespace {

using ir::PrimExpr;
using ir::PrimOp;

/// Expressions nest no deeper, so that the stack suffices.
constexpr uint32_t kDeepest = 2000;

/// Names that the text may not give to a variable: words of C, macros of its headers, functions that the text calls.
constexpr std::string_view kReserved[] = {"auto",
                                          "break",
                                          "case",
                                          "char",
                                          "const",
                                          "continue",
                                          "default",
                                          "do",
                                          "double",
                                          "else",
                                          "enum",
                                          "extern",
                                          "float",
                                          "for",
                                          "goto",
                                          "if",
                                          "inline",
                                          "int",
                                          "long",
                                          "register",
                                          "restrict",
                                          "return",
                                          "short",
                                          "signed",
                                          "sizeof",
                                          "static",
                                          "struct",
                                          "switch",
                                          "typedef",
                                          "union",
                                          "unsigned",
                                          "void",
                                          "volatile",
                                          "while",
                                          "asm",
                                          "typeof",
                                          "main",
                                          "NULL",
                                          "NAN",
                                          "INFINITY",
                                          "EOF",
                                          "HUGE_VAL",
                                          "HUGE_VALF",
                                          "size_t",
                                          "linux",
                                          "unix",
                                          "i386",
                                          "isnan",
                                          "isinf",
                                          "isfinite",
                                          "free",
                                          "memcpy",
                                          "errno",
                                          "assert",
                                          "signbit",
                                          "fpclassify",
                                          "isnormal",
                                          "isgreater",
                                          "isless",
                                          "aligned_alloc",
                                          "math_errhandling",
                                          "int8_t",
                                          "int16_t",
                                          "int32_t",
                                          "int64_t",
                                          "uint8_t",
                                          "uint16_t",
                                          "uint32_t",
                                          "uint64_t",
                                          "bool",
                                          "true",
                                          "false",
                                          "nullptr",
                                          "constexpr",
                                          "alignas",
                                          "alignof",
                                          "static_assert",
                                          "thread_local",
                                          "noreturn"};

/// Functions of TIR that C's library has: of float with the letter f.
constexpr std::string_view kLibrary[] = {"exp",   "exp2",  "log",  "log2",  "log10", "log1p", "expm1",
                                         "sqrt",  "tanh",  "erf",  "erfc",  "sin",   "cos",   "tan",
                                         "asin",  "acos",  "atan", "sinh",  "cosh",  "asinh", "acosh",
                                         "atanh", "floor", "ceil", "trunc", "fabs",  "cbrt",  "nearbyint"};
constexpr std::string_view kLibrary2[] = {"atan2", "pow", "fmod", "hypot", "copysign", "nextafter"};

template <class List>
bool isIn(const List& list, std::string_view name) {
  return std::find(std::begin(list), std::end(list), name) != std::end(list);
}
bool isLibraryName(std::string_view name) {
  if (isIn(kLibrary, name) || isIn(kLibrary2, name)) return true;
  if (!name.ends_with('f')) return false;
  name.remove_suffix(1);
  return isIn(kLibrary, name) || isIn(kLibrary2, name);
}
bool isReserved(std::string_view name) {
  for (const std::string_view end : {"_MAX", "_MIN", "_C", "_WIDTH"})
    if (name.ends_with(end)) return true;
  for (const std::string_view start : {"rs_", "__", "FP_", "M_", "EXIT_", "INT", "UINT"})
    if (name.starts_with(start)) return true;
  return (name.size() > 1 && name[0] == '_' && std::isupper(static_cast<unsigned char>(name[1])) != 0) ||
         isIn(kReserved, name) || isLibraryName(name);
}

/// "i32", "f16", "f32" also of bfloat16: the end of a helper's name.
std::string shortType(DataType type) {
  if (isBool(type)) return "u8";
  if (isBFloat(type)) return "f32";
  return fmt::format("{}{}", isFloating(type) ? 'f' : isUnsigned(type) ? 'u' : 'i', type.bits);
}
bool isSmallInteger(DataType type) { return isInteger(type) && type.bits < 32; }
bool isHalf(DataType type) { return isFloating(type) && !isBFloat(type) && type.bits == 16; }
std::string unsignedType(DataType type) { return fmt::format("uint{}_t", type.bits); }

/// How tightly C binds an expression. Operands of another kind of operator are in parentheses unless a reader knows
/// the rule: products in sums, sums in comparisons, comparisons in `&&` and `||`.
enum class Tightness : uint8_t { Primary, Unary, Product, Sum, Comparison, Conjunction, Disjunction, Loose };

struct CText {
  std::string text;
  Tightness binding = Tightness::Primary;
  /// An int in C though the type of TIR has 64 bits: two of them would overflow as ints.
  bool narrow = false;
};

class CExpressionWriter {
 public:
  explicit CExpressionWriter(CKernel& kernel) : kernel_(kernel) {}
  CText of(const PrimExpr& e);
  CText indexOf(const ir::BufferRef& buffer, const std::vector<PrimExpr>& indices);

 private:
  CText literal(const PrimExpr& e);
  CText real(const PrimExpr& e);
  CText load(const PrimExpr& e);
  CText arithmetic(const PrimExpr& e);
  CText division(const PrimExpr& e);
  CText extremum(const PrimExpr& e);
  CText comparison(const PrimExpr& e);
  CText logical(const PrimExpr& e);
  CText bits(const PrimExpr& e);
  CText shift(const PrimExpr& e);
  CText choice(const PrimExpr& e);
  CText cast(const PrimExpr& e);
  CText reinterpret(const PrimExpr& e);
  CText call(const PrimExpr& e);
  CText otherCall(const PrimExpr& e);
  CText realCall(const PrimExpr& e);
  CText limitOf(const PrimExpr& e);

  /// `a op b`, cast to the type of `e` where C computes in a wider one.
  CText joined(const PrimExpr& e, const char* op, Tightness binding);
  CText helperCall(const PrimExpr& e, const std::string& name, const std::string& text);
  std::string argument(const PrimExpr& e) { return of(e).text; }
  CText fail(const PrimExpr& e, const std::string& message) {
    kernel_.fail(message, e->span);
    return {"0"};
  }
  bool hasOperands(const PrimExpr& e, size_t count) {
    if (e->operands.size() == count) return true;
    fail(e, fmt::format("{} has {} operands", e->text.empty() ? "an operator" : "T." + e->text, e->operands.size()));
    return false;
  }
  CKernel& kernel_;
};

std::string within(const CText& text, Tightness loosest) {
  return text.binding <= loosest ? text.text : fmt::format("({})", text.text);
}

CText CExpressionWriter::literal(const PrimExpr& e) {
  int64_t value = e->number;
  if (isBool(e->type)) return {value != 0 ? "1" : "0"};
  if (isUnsigned(e->type)) {
    const auto bitsOf = static_cast<uint64_t>(value);
    const uint64_t kept = e->type.bits == 64 ? bitsOf : bitsOf & ((uint64_t{1} << e->type.bits) - 1);
    return {fmt::format("{}{}", kept, kept > 0xFFFFFFFF ? "ull" : "u"), Tightness::Primary, kept <= 0xFFFFFFFF};
  }
  if (e->type.bits < 64) {
    const int unused = 64 - e->type.bits;
    value = static_cast<int64_t>(static_cast<uint64_t>(value) << unused) >> unused;
  }
  if (value == std::numeric_limits<int64_t>::min()) return {"INT64_MIN"};
  if (value == std::numeric_limits<int32_t>::min() && e->type.bits == 32) return {"INT32_MIN"};
  const bool fits = value >= -0x7FFFFFFF && value <= 0x7FFFFFFF;
  return {fmt::format("{}{}", value, fits ? "" : "ll"), value < 0 ? Tightness::Unary : Tightness::Primary,
          fits && e->type.bits == 64};
}

std::string decimal(double value, bool single) {
  std::string text = single ? fmt::format("{}", static_cast<float>(value)) : fmt::format("{}", value);
  if (text.find_first_of(".e") == std::string::npos) text += ".0";
  return single ? text + "f" : text;
}

CText CExpressionWriter::real(const PrimExpr& e) {
  const double value = e->real;
  const bool single = e->type.bits <= 32, half = isHalf(e->type);
  CText text;
  if (std::isnan(value)) text = {single ? "NAN" : "(double)NAN", single ? Tightness::Primary : Tightness::Unary};
  else if (std::isinf(value) || (single && std::isinf(static_cast<float>(value))))
    text = {fmt::format("{}INFINITY", value < 0 ? "-" : ""), value < 0 ? Tightness::Unary : Tightness::Primary};
  else {
    // A double is rounded to float16 once.
    text = {decimal(value, single && !half), std::signbit(value) ? Tightness::Unary : Tightness::Primary};
  }
  if (half) return {fmt::format("(rs_f16){}", within(text, Tightness::Primary)), Tightness::Unary};
  return text;
}

CText CExpressionWriter::load(const PrimExpr& e) {
  const std::string element = cElement(kernel_, e->buffer, e->operands, e->span);
  if (isBFloat(e->buffer->type)) return {fmt::format("{}({})", bf16Helper(kernel_, "rs_from_bf16"), element)};
  return {element};
}

CText CExpressionWriter::joined(const PrimExpr& e, const char* op, Tightness binding) {
  const CText a = of(e->operands[0]), b = of(e->operands[1]);
  std::string left = within(a, binding);
  if (a.narrow && b.narrow && e->type.bits == 64)
    left = fmt::format("({}){}", valueType(e->type), within(a, Tightness::Primary));
  // The right operand of the same kind is in parentheses: C would group from the left.
  const auto tighter = static_cast<Tightness>(static_cast<uint8_t>(binding) - 1);
  std::string text = fmt::format("{} {} {}", left, op, within(b, tighter));
  if (isSmallInteger(e->type) || isHalf(e->type))
    return {fmt::format("({})({})", valueType(e->type), text), Tightness::Unary};
  return {std::move(text), binding};
}

CText CExpressionWriter::arithmetic(const PrimExpr& e) {
  if (!isInteger(e->type) && !isFloating(e->type)) return fail(e, "arithmetic of " + e->type.name());
  switch (e->op) {
    case PrimOp::Add: return joined(e, "+", Tightness::Sum);
    case PrimOp::Sub: return joined(e, "-", Tightness::Sum);
    case PrimOp::Mul: return joined(e, "*", Tightness::Product);
    default: break;
  }
  if (isFloating(e->type)) return joined(e, "/", Tightness::Product);
  return division(e);
}

CText CExpressionWriter::helperCall(const PrimExpr& e, const std::string& name, const std::string& text) {
  kernel_.helpers.others.emplace(name, text);
  std::string call = name + "(";
  for (const PrimExpr& operand : e->operands)
    call += fmt::format("{}{}", call.back() == '(' ? "" : ", ", argument(operand));
  return {call + ")"};
}

/// The function of a division. By 0 it gives 0; the least number by -1 wraps.
std::string divisionText(const std::string& name, DataType type, bool floor, bool remainder) {
  const char* t = valueType(type);
  std::string body;
  if (isUnsigned(type)) {
    body = fmt::format("return b == 0 ? 0 : ({})(a {} b);", t, remainder ? '%' : '/');
  } else if (remainder) {
    body = fmt::format("if (b == 0 || b == -1) return 0;\n  const {} r = ({})(a % b);\n  return {};", t, t,
                       floor ? fmt::format("r != 0 && (r < 0) != (b < 0) ? ({})(r + b) : r", t) : "r");
  } else {
    const std::string down =
        floor ? fmt::format("a % b != 0 && (a < 0) != (b < 0) ? ({})(q - 1) : q", t) : std::string("q");
    body = fmt::format(
        "if (b == 0) return 0;\n  if (b == -1) return ({})(0 - a);\n  const {} q = ({})(a / b);\n  "
        "return {};",
        t, t, t, down);
  }
  return fmt::format("static inline {0} {1}({0} a, {0} b) {{\n  {2}\n}}\n", t, name, body);
}

CText CExpressionWriter::division(const PrimExpr& e) {
  const bool remainder = e->op == PrimOp::FloorMod || e->op == PrimOp::TruncMod;
  const bool floor = e->op == PrimOp::FloorDiv || e->op == PrimOp::FloorMod;
  if (isFloating(e->type)) {
    const char* f = e->type.bits == 64 ? "" : "f";
    const char* t = e->type.bits == 64 ? "double" : "float";
    const std::string name = fmt::format("rs_{}{}_{}", floor ? "floor" : "trunc", remainder ? "mod" : "div",
                                         e->type.bits == 64 ? "f64" : "f32");
    const std::string quotient = fmt::format("{}{}(a / b)", floor ? "floor" : "trunc", f);
    CText text = helperCall(e, name,
                            fmt::format("static inline {0} {1}({0} a, {0} b) {{\n  return {2};\n}}\n", t, name,
                                        remainder ? fmt::format("a - {} * b", quotient) : quotient));
    return isHalf(e->type) ? CText{"(rs_f16)" + text.text, Tightness::Unary} : text;
  }
  if (!isInteger(e->type)) return fail(e, "a division of " + e->type.name());
  // Without negative numbers C's division is both kinds, and no function is needed.
  const PrimExpr& by = e->operands[1];
  if (ir::isInt(by) && by->number > 0 && isNotNegative(kernel_, e->operands[0]))
    return joined(e, remainder ? "%" : "/", Tightness::Product);
  const std::string name =
      fmt::format("rs_{}{}_{}", floor ? "floor" : "trunc", remainder ? "mod" : "div", shortType(e->type));
  return helperCall(e, name, divisionText(name, e->type, floor, remainder));
}

CText CExpressionWriter::extremum(const PrimExpr& e) {
  const bool max = e->op == PrimOp::Max;
  const std::string name = fmt::format("rs_{}_{}", max ? "max" : "min", shortType(e->type));
  return helperCall(e, name,
                    fmt::format("static inline {0} {1}({0} a, {0} b) {{\n  return a {2} b ? a : b;\n}}\n",
                                valueType(e->type), name, max ? '>' : '<'));
}

CText CExpressionWriter::comparison(const PrimExpr& e) {
  static constexpr const char* kSigns[] = {"==", "!=", "<", "<=", ">", ">="};
  const CText a = of(e->operands[0]), b = of(e->operands[1]);
  const auto sign = static_cast<size_t>(e->op) - static_cast<size_t>(PrimOp::Equal);
  return {fmt::format("{} {} {}", within(a, Tightness::Sum), kSigns[sign], within(b, Tightness::Sum)),
          Tightness::Comparison};
}

CText CExpressionWriter::logical(const PrimExpr& e) {
  const bool both = e->op == PrimOp::And;
  const CText a = of(e->operands[0]), b = of(e->operands[1]);
  const auto kept = [&](const CText& text) {
    const Tightness own = both ? Tightness::Conjunction : Tightness::Disjunction;
    return text.binding <= Tightness::Comparison || text.binding == own ? text.text : fmt::format("({})", text.text);
  };
  return {fmt::format("{} {} {}", kept(a), both ? "&&" : "||", kept(b)),
          both ? Tightness::Conjunction : Tightness::Disjunction};
}

CText CExpressionWriter::bits(const PrimExpr& e) {
  if (!isInteger(e->type) && !isBool(e->type)) return fail(e, "bits of " + e->type.name());
  if (e->op == PrimOp::BitNot) {
    const std::string a = within(of(e->operands[0]), Tightness::Primary);
    if (isBool(e->type)) return {"!" + a, Tightness::Unary};
    if (isSmallInteger(e->type)) return {fmt::format("({})~{}", valueType(e->type), a), Tightness::Unary};
    // A literal of 32 bits would be inverted in 32.
    return {fmt::format("~({}){}", valueType(e->type), a), Tightness::Unary};
  }
  const char* sign = e->op == PrimOp::BitAnd ? "&" : e->op == PrimOp::BitOr ? "|" : "^";
  const CText a = of(e->operands[0]), b = of(e->operands[1]);
  return {fmt::format("{} {} {}", within(a, Tightness::Unary), sign, within(b, Tightness::Unary)), Tightness::Loose,
          a.narrow && b.narrow};
}

CText CExpressionWriter::shift(const PrimExpr& e) {
  if (!isInteger(e->type)) return fail(e, "a shift of " + e->type.name());
  const bool left = e->op == PrimOp::ShiftLeft;
  const std::string name = fmt::format("rs_{}_{}", left ? "shl" : "shr", shortType(e->type));
  const char* t = valueType(e->type);
  const std::string shifted = left ? fmt::format("({})(({})a << (b & {}))", t, unsignedType(e->type), e->type.bits - 1)
                                   : fmt::format("({})(a >> (b & {}))", t, e->type.bits - 1);
  return helperCall(e, name,
                    fmt::format("static inline {0} {1}({0} a, {0} b) {{\n  return {2};\n}}\n", t, name, shifted));
}

CText CExpressionWriter::choice(const PrimExpr& e) {
  if (!hasOperands(e, 3)) return {"0"};
  const CText a = of(e->operands[1]), b = of(e->operands[2]);
  return {fmt::format("{} ? {} : {}", within(of(e->operands[0]), Tightness::Comparison), within(a, Tightness::Sum),
                      within(b, Tightness::Sum)),
          Tightness::Loose, a.narrow && b.narrow};
}

CText CExpressionWriter::cast(const PrimExpr& e) {
  if (!hasOperands(e, 1)) return {"0"};
  const PrimExpr& from = e->operands[0];
  const CText value = of(from);
  if (from->type == e->type && !value.narrow) return value;
  if (isBool(e->type)) return {fmt::format("{} != 0", within(value, Tightness::Sum)), Tightness::Comparison};
  return {fmt::format("({}){}", valueType(e->type), within(value, Tightness::Unary)), Tightness::Unary};
}

CText CExpressionWriter::reinterpret(const PrimExpr& e) {
  if (!hasOperands(e, 1)) return {"0"};
  const DataType from = e->operands[0]->type;
  if (from.bits != e->type.bits || storageType(from) == nullptr)
    return fail(e, fmt::format("T.reinterpret of {} as {}", from.name(), e->type.name()));
  if (from == e->type) return of(e->operands[0]);
  if (isBFloat(from) || isBFloat(e->type)) return fail(e, "T.reinterpret of bfloat16");
  const std::string name = fmt::format("rs_{}_as_{}", shortType(from), shortType(e->type));
  return helperCall(e, name,
                    fmt::format("static inline {0} {1}({2} a) {{\n  {0} b;\n  memcpy(&b, &a, sizeof b);\n  return "
                                "b;\n}}\n",
                                valueType(e->type), name, valueType(from)));
}

CText CExpressionWriter::limitOf(const PrimExpr& e) {
  const bool least = e->text == "min_value";
  if (isInteger(e->type)) {
    if (least && isUnsigned(e->type)) return {"0u"};
    return {fmt::format("{}INT{}_{}", isUnsigned(e->type) ? "U" : "", e->type.bits, least ? "MIN" : "MAX")};
  }
  auto node = std::make_shared<ir::PrimNode>(*e);
  const double greatest = isHalf(e->type)      ? 65504.0
                          : isBFloat(e->type)  ? 0x1.FEp127
                          : e->type.bits == 32 ? static_cast<double>(std::numeric_limits<float>::max())
                                               : std::numeric_limits<double>::max();
  node->real = e->text == "infinity" ? std::numeric_limits<double>::infinity() : least ? -greatest : greatest;
  return real(node);
}

/// A function of C's library of that name, or a formula, in float for the smaller types.
CText CExpressionWriter::realCall(const PrimExpr& e) {
  const char* f = e->type.bits == 64 ? "" : "f";
  const char* t = e->type.bits == 64 ? "double" : "float";
  const std::string name = e->text == "round" ? "nearbyint" : e->text == "abs" ? "fabs" : e->text;
  std::string text;
  if (isIn(kLibrary, name) || isIn(kLibrary2, name)) {
    if (!hasOperands(e, isIn(kLibrary, name) ? 1 : 2)) return {"0"};
    text = fmt::format("{}{}({}", name, f, argument(e->operands[0]));
    text += e->operands.size() == 2 ? fmt::format(", {})", argument(e->operands[1])) : ")";
  } else {
    const std::string one = decimal(1, e->type.bits != 64);
    const std::string formula = name == "sigmoid" ? fmt::format("{0} / ({0} + exp{1}(-a))", one, f)
                                : name == "rsqrt" ? fmt::format("{} / sqrt{}(a)", one, f)
                                : name == "exp10" ? fmt::format("pow{}({}, a)", f, decimal(10, e->type.bits != 64))
                                                  : "";
    if (formula.empty()) return fail(e, fmt::format("T.{} has no match in C", e->text));
    if (!hasOperands(e, 1)) return {"0"};
    const std::string helper = fmt::format("rs_{}_{}", name, e->type.bits == 64 ? "f64" : "f32");
    text =
        helperCall(e, helper, fmt::format("static inline {0} {1}({0} a) {{\n  return {2};\n}}\n", t, helper, formula))
            .text;
  }
  return isHalf(e->type) ? CText{"(rs_f16)" + text, Tightness::Unary} : CText{text};
}

CText CExpressionWriter::otherCall(const PrimExpr& e) {
  if (!hasOperands(e, 1)) return {"0"};
  const DataType type = e->operands[0]->type;
  const std::string a = argument(e->operands[0]);
  const std::string u = unsignedType(type);
  if (e->text == "isnan" || e->text == "isinf" || e->text == "isfinite") {
    if (!isFloating(type)) return {e->text == "isfinite" ? "1" : "0"};
    return {fmt::format("{}(({}){}) != 0", e->text, type.bits == 64 ? "double" : "float",
                        within(of(e->operands[0]), Tightness::Unary)),
            Tightness::Comparison};
  }
  if (!isInteger(type)) return fail(e, fmt::format("T.{} of {}", e->text, type.name()));
  if (e->text == "popcount") return {fmt::format("__builtin_popcountll(({})({}))", u, a), Tightness::Primary, true};
  const std::string t = valueType(type);
  const std::string name = fmt::format("rs_{}_{}", e->text, shortType(type));
  if (e->text == "abs" || e->text == "fabs") {
    if (isUnsigned(type)) return {a};
    return helperCall(
        e, name, fmt::format("static inline {0} {1}({0} a) {{\n  return a < 0 ? ({0})(0 - a) : a;\n}}\n", t, name));
  }
  return helperCall(e, name,
                    fmt::format("static inline int {1}({0} a) {{\n  return a == 0 ? {2} : "
                                "__builtin_clzll(({3})a) - {4};\n}}\n",
                                t, name, type.bits, u, 64 - type.bits));
}

CText CExpressionWriter::call(const PrimExpr& e) {
  static constexpr std::string_view kOthers[] = {"isnan", "isinf", "isfinite", "popcount", "clz"};
  if (e->text == "likely" && e->operands.size() == 1) return of(e->operands[0]);
  if (e->text == "infinity" || e->text == "max_value" || e->text == "min_value") return limitOf(e);
  const bool absolute = (e->text == "abs" || e->text == "fabs") && isInteger(e->type);
  if (absolute || isIn(kOthers, e->text)) return otherCall(e);
  if (!isFloating(e->type)) return fail(e, fmt::format("T.{} of {} has no match in C", e->text, e->type.name()));
  return realCall(e);
}

CText CExpressionWriter::of(const PrimExpr& e) {
  if (!kernel_.error.empty()) return {"0"};
  if (e->depth > kDeepest) return fail(e, "an expression nests too deeply");
  if (valueType(e->type) == nullptr)
    return fail(e, fmt::format("values of type {} have no match in C", e->type.name()));
  switch (e->op) {
    case PrimOp::Int: return literal(e);
    case PrimOp::Float: return real(e);
    case PrimOp::Text: return fail(e, "a text is no value of C");
    case PrimOp::Var: return {kernel_.nameOf(e->var)};
    case PrimOp::Load: return load(e);
    case PrimOp::Select:
    case PrimOp::IfThenElse: return choice(e);
    case PrimOp::Cast: return cast(e);
    case PrimOp::Reinterpret: return reinterpret(e);
    case PrimOp::Call: return call(e);
    case PrimOp::Not:
      if (!hasOperands(e, 1)) return {"0"};
      return {"!" + within(of(e->operands[0]), Tightness::Primary), Tightness::Unary};
    case PrimOp::BitNot: return hasOperands(e, 1) ? bits(e) : CText{"0"};
    default: break;
  }
  if (!hasOperands(e, 2)) return {"0"};
  switch (e->op) {
    case PrimOp::Add:
    case PrimOp::Sub:
    case PrimOp::Mul:
    case PrimOp::Div: return arithmetic(e);
    case PrimOp::FloorDiv:
    case PrimOp::FloorMod:
    case PrimOp::TruncDiv:
    case PrimOp::TruncMod: return division(e);
    case PrimOp::Min:
    case PrimOp::Max: return extremum(e);
    case PrimOp::And:
    case PrimOp::Or: return logical(e);
    case PrimOp::ShiftLeft:
    case PrimOp::ShiftRight: return shift(e);
    case PrimOp::BitAnd:
    case PrimOp::BitOr:
    case PrimOp::BitXor: return bits(e);
    default: return comparison(e);
  }
}

/// Row by row: ((i0 * d1 + i1) * d2 + i2), with what is known put together.
CText CExpressionWriter::indexOf(const ir::BufferRef& buffer, const std::vector<PrimExpr>& indices) {
  bool isKnown = true;
  int64_t known = 0;  // the index so far, if isKnown
  CText text;
  for (size_t k = 0; k < indices.size(); ++k) {
    const PrimExpr& extent = buffer->shape[k];
    const bool one = ir::isInt(extent, 1);
    if (isKnown && known == 0) {
      isKnown = false;
      text = of(indices[k]);
      isKnown = ir::isInt(indices[k]);
      if (isKnown) known = indices[k]->number;
      else if (k + 1 < indices.size() && indices[k]->type.bits < 64)
        text = {fmt::format("(int64_t){}", within(text, Tightness::Unary)), Tightness::Unary};
      continue;
    }
    if (!one) {
      int64_t product = 0;
      if (isKnown && ir::isInt(extent) && !__builtin_mul_overflow(known, extent->number, &product)) {
        known = product;
        text = {fmt::format("{}", product), Tightness::Primary};
      } else {
        const CText by = of(extent);
        text = {fmt::format("{}{} * {}", isKnown ? "(int64_t)" : "", within(text, Tightness::Product),
                            within(by, Tightness::Unary)),
                Tightness::Product};
        isKnown = false;
      }
    }
    if (ir::isInt(indices[k], 0)) continue;
    int64_t sum = 0;
    if (isKnown && ir::isInt(indices[k]) && !__builtin_add_overflow(known, indices[k]->number, &sum)) {
      known = sum;
      text = {fmt::format("{}", sum), Tightness::Primary};
      continue;
    }
    text = {fmt::format("{} + {}", within(text, Tightness::Sum), within(of(indices[k]), Tightness::Product)),
            Tightness::Sum};
    isKnown = false;
  }
  return isKnown ? CText{fmt::format("{}", known)} : text;
}

std::string cleanName(std::string_view wanted) {
  std::string name;
  for (const char c : wanted) name += std::isalnum(static_cast<unsigned char>(c)) != 0 ? c : '_';
  if (name.empty() || std::isdigit(static_cast<unsigned char>(name[0])) != 0) name.insert(0, 1, 'v');
  return name;
}

}  // namespace

void CKernel::fail(const std::string& message, const ir::Span& span) {
  if (!error.empty()) return;
  error =
      fmt::format("kernel {}: {}{}", function.name, span.known() ? fmt::format("line {}: ", span.line) : "", message);
}

const std::string& CKernel::nameOf(const void* of, std::string_view wanted) {
  std::string& name = names[of];
  if (!name.empty()) return name;
  const std::string clean = cleanName(wanted);
  std::string candidate = isReserved(clean) ? "v_" + clean : clean;
  for (int number = 1; !taken.insert(candidate).second; ++number) candidate = fmt::format("{}_{}", clean, number);
  return name = candidate;
}

const char* storageType(DataType type) {
  if (type.lanes != 1) return nullptr;
  if (isBool(type)) return "uint8_t";
  if (isBFloat(type)) return "rs_bf16";
  if (codeOf(type) == TypeCode::Float)
    return type.bits == 16 ? "rs_f16" : type.bits == 32 ? "float" : type.bits == 64 ? "double" : nullptr;
  if (!isInteger(type)) return nullptr;
  static constexpr const char* kNames[2][4] = {{"int8_t", "int16_t", "int32_t", "int64_t"},
                                               {"uint8_t", "uint16_t", "uint32_t", "uint64_t"}};
  const int size = type.bits == 8 ? 0 : type.bits == 16 ? 1 : type.bits == 32 ? 2 : type.bits == 64 ? 3 : -1;
  return size < 0 ? nullptr : kNames[isUnsigned(type) ? 1 : 0][size];
}
const char* valueType(DataType type) { return isBFloat(type) && type.lanes == 1 ? "float" : storageType(type); }

std::string cString(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') out += fmt::format("\\{}", c);
    else if (c == '?') out += "\\?";  // no trigraphs
    else if (c == '\n') out += "\\n";
    else if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F)
      out += fmt::format("\\{:03o}", static_cast<unsigned char>(c));
    else out += c;
  }
  return out + "\"";
}

bool isNotNegative(const CKernel& kernel, const ir::PrimExpr& e) {
  if (isUnsigned(e->type) || isBool(e->type)) return true;
  if (e->depth > kDeepest) return false;
  const auto operand = [&](size_t k) { return isNotNegative(kernel, e->operands[k]); };
  switch (e->op) {
    case PrimOp::Int: return e->number >= 0;
    case PrimOp::Var: return kernel.notNegative.contains(e->var.get());
    case PrimOp::Add:
    case PrimOp::Mul:
    case PrimOp::Min:
    case PrimOp::FloorDiv:
    case PrimOp::TruncDiv: return operand(0) && operand(1);
    case PrimOp::TruncMod: return operand(0);
    case PrimOp::FloorMod: return ir::isInt(e->operands[1]) && e->operands[1]->number > 0;
    case PrimOp::Max: return operand(0) || operand(1);
    case PrimOp::Cast:
      return isInteger(e->operands[0]->type) && e->type.bits >= e->operands[0]->type.bits && operand(0);
    default: return false;
  }
}

std::string cExpr(CKernel& kernel, const ir::PrimExpr& e, bool asOperand) {
  const CText text = CExpressionWriter(kernel).of(e);
  return within(text, asOperand ? Tightness::Primary : Tightness::Loose);
}

std::string cElement(CKernel& kernel, const ir::BufferRef& buffer, const std::vector<ir::PrimExpr>& indices,
                     const ir::Span& span) {
  if (storageType(buffer->type) == nullptr)
    kernel.fail(fmt::format("buffer {} has type {}", buffer->name, buffer->type.name()), span);
  if (buffer->shape.size() != indices.size())
    kernel.fail(fmt::format("buffer {} has {} dimensions, not {}", buffer->name, buffer->shape.size(), indices.size()),
                span);
  if (!kernel.error.empty()) return "0";
  return fmt::format("{}[{}]", kernel.nameOf(buffer), CExpressionWriter(kernel).indexOf(buffer, indices).text);
}

std::string cStored(CKernel& kernel, DataType type, const ir::PrimExpr& value) {
  std::string text = cExpr(kernel, value);
  if (isBFloat(type)) return fmt::format("{}({})", bf16Helper(kernel, "rs_to_bf16"), text);
  return text;
}

std::string bf16Helper(CKernel& kernel, const char* name) {
  auto& all = kernel.helpers.conversions;
  all.emplace(
      "rs_from_bf16",
      "static inline float rs_from_bf16(rs_bf16 a) {\n  const uint32_t word = (uint32_t)a << 16;\n  float b;\n  "
      "memcpy(&b, &word, sizeof b);\n  return b;\n}\n");
  all.emplace("rs_to_bf16",
              "static inline rs_bf16 rs_to_bf16(float a) {\n  uint32_t word;\n  memcpy(&word, &a, sizeof word);\n  if "
              "((word & 0x7FFFFFFF) > 0x7F800000) return (rs_bf16)(word >> 16 | 0x40);\n  return (rs_bf16)((word + "
              "0x7FFF + (word >> 16 & 1)) >> 16);\n}\n");
  return name;
}

}  // namespace relaxscope::build
