// SPDX-License-Identifier: Apache-2.0
// Scalar expressions, literals, attributes and names of a print.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "vmcore/ir/print/printer.h"

namespace relaxscope::ir {

std::string quotedText(const std::string& text) {
  std::string out = "\"";
  for (const char c : text) {
    switch (c) {
      case '"': out += "\\\""; break;
      case '\\': out += "\\\\"; break;
      case '\n': out += "\\n"; break;
      case '\r': out += "\\r"; break;
      case '\t': out += "\\t"; break;
      default:
        if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f)
          out += fmt::format("\\x{:02x}", static_cast<unsigned char>(c));
        else out += c;
    }
  }
  return out + '"';
}

std::string floatText(double value) {
  if (std::isnan(value)) return "\"nan\"";
  if (std::isinf(value)) return value > 0 ? "\"inf\"" : "\"-inf\"";
  if (std::trunc(value) == value) return fmt::format("{:.1f}", value);
  return fmt::format("{:.17g}", value);
}

namespace printing {

// ---- names ----

Names::Names(const std::string& moduleName) {
  // Words of Python, and names that a print gives a meaning.
  for (const char* word :
       {"False", "None",  "True",   "and",      "as",     "assert",  "async",    "await", "break",  "class", "continue",
        "def",   "del",   "elif",   "else",     "except", "finally", "for",      "from",  "global", "if",    "import",
        "in",    "is",    "lambda", "nonlocal", "not",    "or",      "pass",     "raise", "return", "try",   "while",
        "with",  "yield", "I",      "R",        "T",      "cls",     "metadata", "range", "TypeVar"})
    taken_.insert(word);
  taken_.insert(moduleName);
  open();
}

void Names::close() {
  for (const Entry& entry : scopes_.back()) {
    if (entry.number >= 0) {
      taken_.erase(names_[entry.key]);
      int& next = next_[entry.hint];
      next = std::min(next, entry.number);
    }
    names_.erase(entry.key);
  }
  scopes_.pop_back();
}

std::string Names::unique(const std::string& hint, int& number) {
  std::string base;
  for (const char c : hint) {
    const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || static_cast<signed char>(c) < 0;
    base += letter || (c >= '0' && c <= '9') ? c : '_';
  }
  if (base.empty() || (base[0] >= '0' && base[0] <= '9')) base.insert(0, "v");
  int& next = next_[hint];
  for (number = next;; ++number) {
    std::string name = number == 0 ? base : fmt::format("{}_{}", base, number);
    if (!taken_.insert(name).second) continue;
    next = number + 1;
    return name;
  }
}

const std::string& Names::define(const void* key, const std::string& hint) {
  if (const auto known = names_.find(key); known != names_.end()) return known->second;
  int number = 0;
  std::string name = unique(hint, number);
  scopes_.back().push_back({key, hint, number});
  return names_[key] = std::move(name);
}

void Names::alias(const void* key, std::string name) {
  if (!names_.emplace(key, std::move(name)).second) return;
  scopes_.back().push_back({key, {}, -1});
}

const std::string* Names::find(const void* key) const {
  const auto found = names_.find(key);
  return found == names_.end() ? nullptr : &found->second;
}

// ---- scalar expressions ----

namespace {

/// How tightly operators bind, as in Python. Calls and names bind tightest.
enum Precedence : int {
  kOr = 1,
  kAnd,
  kNot,
  kComparison,
  kBitOr,
  kBitXor,
  kBitAnd,
  kShift,
  kSum,
  kProduct,
  kUnary,
  kAtom
};

struct Infix {
  PrimOp op;
  const char* sign;
  int binding;
  const char* node;  ///< what T calls it; null if reading never folds it
};
constexpr Infix kInfixes[] = {
    {PrimOp::Add, "+", kSum, "Add"},
    {PrimOp::Sub, "-", kSum, "Sub"},
    {PrimOp::Mul, "*", kProduct, "Mul"},
    {PrimOp::Div, "/", kProduct, "Div"},
    {PrimOp::FloorDiv, "//", kProduct, "FloorDiv"},
    {PrimOp::FloorMod, "%", kProduct, "FloorMod"},
    {PrimOp::Equal, "==", kComparison, "EQ"},
    {PrimOp::NotEqual, "!=", kComparison, "NE"},
    {PrimOp::Less, "<", kComparison, "LT"},
    {PrimOp::LessEqual, "<=", kComparison, "LE"},
    {PrimOp::Greater, ">", kComparison, "GT"},
    {PrimOp::GreaterEqual, ">=", kComparison, "GE"},
    {PrimOp::And, "and", kAnd, "And"},
    {PrimOp::Or, "or", kOr, "Or"},
    {PrimOp::BitAnd, "&", kBitAnd, nullptr},
    {PrimOp::BitOr, "|", kBitOr, nullptr},
    {PrimOp::BitXor, "^", kBitXor, nullptr},
    {PrimOp::ShiftLeft, "<<", kShift, nullptr},
    {PrimOp::ShiftRight, ">>", kShift, nullptr},
};
const Infix* infixOf(PrimOp op) {
  for (const Infix& infix : kInfixes)
    if (infix.op == op) return &infix;
  return nullptr;
}

bool isNumber(const PrimExpr& expr, double value) {
  return (expr->op == PrimOp::Int && static_cast<double>(expr->number) == value) ||
         (expr->op == PrimOp::Float && expr->real == value);
}
/// Whether a reader makes another expression of `a op b`: both are literals, or one is neutral. TVM then writes
/// T.Add(a, b) and the like, which stay as they are.
bool wouldFold(PrimOp op, const PrimExpr& a, const PrimExpr& b) {
  const auto isLiteral = [](const PrimExpr& expr) { return expr->op == PrimOp::Int || expr->op == PrimOp::Float; };
  if (isLiteral(a) && isLiteral(b)) return true;
  switch (op) {
    case PrimOp::Add: return isNumber(a, 0) || isNumber(b, 0);
    case PrimOp::Sub: return isNumber(b, 0);
    case PrimOp::Mul: return isNumber(a, 0) || isNumber(b, 0) || isNumber(a, 1) || isNumber(b, 1);
    case PrimOp::Div:
    case PrimOp::FloorDiv:
    case PrimOp::FloorMod: return isNumber(a, 0) || isNumber(b, 1);
    case PrimOp::And:
    case PrimOp::Or: return isLiteral(a) || isLiteral(b);
    default: return false;
  }
}
/// The operator that is written between the operands of `expr`, or null.
const Infix* infixOf(const PrimNode& expr) {
  const Infix* infix = infixOf(expr.op);
  if (infix == nullptr || infix->node == nullptr) return infix;
  return wouldFold(expr.op, expr.operands[0], expr.operands[1]) ? nullptr : infix;
}

int bindingOf(const PrimExpr& expr) {
  if (const Infix* infix = infixOf(*expr)) return infix->binding;
  if (expr->op == PrimOp::Not) return kNot;
  return expr->op == PrimOp::BitNot ? kUnary : kAtom;
}

/// The name of what is written as a call of T.
std::string callName(const PrimNode& node) {
  const auto literals = [&] { return isInt(node.operands[0]) && isInt(node.operands[1]); };
  switch (node.op) {
    case PrimOp::TruncDiv: return "Div";
    case PrimOp::TruncMod: return literals() ? "Mod" : "truncmod";
    case PrimOp::Min: return literals() ? "Min" : "min";
    case PrimOp::Max: return literals() ? "Max" : "max";
    case PrimOp::Select: return "Select";
    case PrimOp::IfThenElse: return "if_then_else";
    case PrimOp::Cast: return "Cast";
    case PrimOp::Reinterpret: return "reinterpret";
    default: break;
  }
  const Infix* infix = infixOf(node.op);
  return infix != nullptr ? infix->node : node.text;
}

class PrimWriter {
 public:
  PrimWriter(const Printer& printer, Style style) : printer_(printer), style_(style) {}

  /// `bare`: whether a neighbour gives an integer its type.
  void write(const PrimExpr& expr, bool bare = false) {
    if (infixOf(*expr) != nullptr) return infixes(expr);
    switch (expr->op) {
      case PrimOp::Int: return integer(*expr, bare);
      case PrimOp::Float: out += fmt::format("T.{}({})", expr->type.name(), floatText(expr->real)); return;
      case PrimOp::Text: out += quotedText(expr->text); return;
      case PrimOp::Var: out += printer_.nameOf(expr->var); return;
      case PrimOp::Load: return load(*expr);
      case PrimOp::Not: return prefix("not ", expr, kNot);
      case PrimOp::BitNot: return prefix("~", expr, kUnary);
      default: return call(*expr);
    }
  }
  std::string out;

 private:
  void integer(const PrimNode& node, bool bare) {
    const bool boolean = node.type.code == static_cast<uint8_t>(TypeCode::Bool);
    const bool plain = style_ == Style::Relax ? boolean || bare || node.type == kInt64Type : node.type == kInt32Type;
    std::string digits = boolean ? (node.number != 0 ? "True" : "False") : fmt::format("{}", node.number);
    if (node.type.code == static_cast<uint8_t>(TypeCode::UInt) && node.type.bits == 64)
      digits = fmt::format("{}", static_cast<uint64_t>(node.number));
    if (plain) out += digits;
    else out += fmt::format("T.{}({})", node.type.name(), digits);
  }
  void list(const std::vector<PrimExpr>& operands, bool bare = false) {
    for (size_t i = 0; i < operands.size(); ++i) {
      if (i != 0) out += ", ";
      write(operands[i], bare);
    }
  }
  void load(const PrimNode& node) {
    out += printer_.nameOf(node.buffer);
    out += '[';
    if (node.operands.empty()) out += "()";
    else list(node.operands);
    out += ']';
  }
  void call(const PrimNode& node) {
    out += "T." + callName(node) + "(";
    if (node.op == PrimOp::Cast || node.op == PrimOp::Reinterpret) out += quotedText(node.type.name()) + ", ";
    const bool sameTypes = node.operands.size() == 2 && node.op >= PrimOp::Add && node.op <= PrimOp::GreaterEqual;
    list(node.operands, sameTypes && (!isInt(node.operands[0]) || !isInt(node.operands[1])));
    out += ')';
  }
  void prefix(const char* sign, const PrimExpr& expr, int binding) {
    out += sign;
    operand(expr->operands[0], bindingOf(expr->operands[0]) < binding, false);
  }
  void operand(const PrimExpr& expr, bool parentheses, bool bare) {
    if (parentheses) out += '(';
    write(expr, bare);
    if (parentheses) out += ')';
  }
  /// Left operands are walked without recursion: a sum of many terms is a deep tree.
  void infixes(const PrimExpr& expr) {
    std::vector<std::pair<const PrimNode*, bool>> spine{{expr.get(), false}};
    PrimExpr left = expr->operands[0];
    for (const Infix* outer = infixOf(*expr);; left = left->operands[0]) {
      const int binding = bindingOf(left);
      const bool enclosed = binding < outer->binding || (binding == kComparison && outer->binding == kComparison);
      if (enclosed) out += '(';
      outer = infixOf(*left);
      if (outer == nullptr) {
        write(left, !isInt(spine.back().first->operands[1]));
        if (enclosed) out += ')';
        break;
      }
      spine.emplace_back(left.get(), enclosed);
    }
    for (size_t i = spine.size(); i-- > 0;) {
      const auto& [node, enclosed] = spine[i];
      const Infix* infix = infixOf(node->op);
      out += fmt::format(" {} ", infix->sign);
      operand(node->operands[1], bindingOf(node->operands[1]) <= infix->binding, !isInt(node->operands[0]));
      if (enclosed) out += ')';
    }
  }

  const Printer& printer_;
  Style style_;
};

}  // namespace

std::string tupleText(const std::vector<std::string>& fields) {
  return fields.size() == 1 ? "(" + fields[0] + ",)" : "(" + joined(fields) + ")";
}
std::string joined(const std::vector<std::string>& parts) { return fmt::format("{}", fmt::join(parts, ", ")); }

void Printer::line(std::string_view text) {
  if (!text.empty()) out.append(static_cast<size_t>(indent) * 4, ' ');
  out += text;
  out += '\n';
}
std::string Printer::nameOf(const PrimVarRef& var) const {
  const std::string* name = names.find(var.get());
  return name != nullptr ? *name : var->name;
}
std::string Printer::nameOf(const BufferRef& buffer) const {
  const std::string* name = names.find(buffer.get());
  return name != nullptr ? *name : buffer->name;
}
std::string Printer::nameOf(const VarRef& var) const {
  const std::string* name = names.find(var.get());
  return name != nullptr ? *name : var->name;
}

std::string Printer::prim(const PrimExpr& expr, Style style) const {
  PrimWriter writer(*this, style);
  writer.write(expr);
  return std::move(writer.out);
}
std::string Printer::primList(const std::vector<PrimExpr>& list, Style style) const {
  std::vector<std::string> parts;
  for (const PrimExpr& each : list) parts.push_back(prim(each, style));
  return joined(parts);
}
std::string Printer::primTuple(const std::vector<PrimExpr>& list, Style style) const {
  return "(" + primList(list, style) + (list.size() == 1 ? ",)" : ")");
}
std::string Printer::endText(const PrimExpr& begin, const PrimExpr& extent, Style style) const {
  if (extent->op == PrimOp::Sub && sameText(extent->operands[1], begin)) return prim(extent->operands[0], style);
  return prim(binary(PrimOp::Add, begin, extent), style);
}

// ---- attributes ----

std::string Printer::attribute(const Attribute& attribute) const {
  const auto& value = attribute.value;
  if (std::holds_alternative<std::monostate>(value)) return "None";
  if (const bool* flag = std::get_if<bool>(&value)) return *flag ? "True" : "False";
  if (const int64_t* number = std::get_if<int64_t>(&value)) return fmt::format("{}", *number);
  if (const double* real = std::get_if<double>(&value)) {
    const std::string text = floatText(*real);
    return text[0] == '"' ? "T.float64(" + text + ")" : text;
  }
  if (const std::string* text = std::get_if<std::string>(&value)) return quotedText(*text);
  if (const PrimExpr* scalar = std::get_if<PrimExpr>(&value)) return prim(*scalar, Style::Kernel);
  if (const Attributes* entries = std::get_if<Attributes>(&value)) return dictionary(*entries);
  std::vector<std::string> parts;
  for (const Attribute& each : std::get<std::vector<Attribute>>(value)) parts.push_back(this->attribute(each));
  return "[" + joined(parts) + "]";
}

std::string Printer::dictionary(const Attributes& attributes, const std::string& omitted) const {
  std::vector<std::pair<std::string, std::string>> entries;
  for (const auto& [key, value] : attributes)
    if (key != omitted) entries.emplace_back(key, quotedText(key) + ": " + attribute(value));
  std::stable_sort(entries.begin(), entries.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<std::string> parts;
  for (auto& [key, text] : entries) parts.push_back(std::move(text));
  return "{" + joined(parts) + "}";
}

}  // namespace printing

std::string primText(const PrimExpr& expr, bool inKernel) {
  const printing::Printer printer("Module");
  return printer.prim(expr, inKernel ? printing::Style::Kernel : printing::Style::Relax);
}

}  // namespace relaxscope::ir
