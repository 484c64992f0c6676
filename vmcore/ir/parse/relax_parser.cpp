// SPDX-License-Identifier: Apache-2.0
// Relax functions: the body of `@R.function`.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <limits>
#include <memory>

#include "vmcore/base/bytes/half_float.h"
#include "vmcore/ir/parse/reader.h"
#include "vmcore/ir/parse/relax_types.h"
#include "vmcore/ir/parse/scalar.h"

namespace relaxscope::ir::parse {
namespace {

constexpr size_t kAnyCount = std::numeric_limits<size_t>::max();

/// Operators whose first operand is the name of a packed function.
constexpr std::array kPackedFirst = std::to_array<std::string_view>(
    {"R.call_dps_packed", "R.call_pure_packed", "R.call_builtin_with_ctx", "R.call_inplace_packed"});
/// Operators whose outputs are several types in a list.
constexpr std::array kOutputTypes =
    std::to_array<std::string_view>({"R.call_tir", "R.call_tir_inplace", "R.call_dps_packed", "R.call_tir_with_grad"});
/// Operators with an operand that may be written as a tuple or list of numbers instead of R.shape.
struct ShapeOperand {
  std::string_view name;
  size_t index;
};
constexpr std::array kShapeOperands = std::to_array<ShapeOperand>(
    {{"R.reshape", 1}, {"R.broadcast_to", 1}, {"R.zeros", 0}, {"R.ones", 0}, {"R.full", 0}});

template <class List>
bool contains(const List& list, std::string_view name) {
  return std::find(list.begin(), list.end(), name) != list.end();
}

/// Appends the bytes of a number of type `type`; false if that type has no literals.
bool appendNumber(std::vector<uint8_t>& into, DataType type, double real, int64_t number, bool isReal) {
  uint64_t bits = static_cast<uint64_t>(number);
  if (isFloatType(type)) {
    const double value = isReal ? real : static_cast<double>(number);
    if (type.bits == 64) {
      std::memcpy(&bits, &value, sizeof bits);
    } else {
      const auto narrow = static_cast<float>(value);
      uint32_t word = 0;
      std::memcpy(&word, &narrow, sizeof word);
      const bool isBFloat = type.code == static_cast<uint8_t>(TypeCode::BFloat);
      bits = type.bits == 32 ? word : isBFloat ? floatToBfloat(narrow) : floatToHalf(narrow);
    }
  } else if (isReal) {
    bits = static_cast<uint64_t>(static_cast<int64_t>(real));
  }
  for (int64_t i = 0; i < type.elementBytes(); ++i) into.push_back(static_cast<uint8_t>(bits >> (8 * i)));
  return true;
}

class FunctionReader {
 public:
  explicit FunctionReader(Reader& reader) : reader_(reader), types_(reader) {}
  /// The reader stands at the parameters.
  FunctionRef read(const FunctionHeader& header, SyntaxReader& syntax, bool local);

 private:
  /// A sequence that is being read.
  struct Body {
    std::vector<Block> blocks;
    std::vector<Binding>* dataflow = nullptr;  ///< of the dataflow block that is being read
    ExprRef result;
    bool isArm = false;
    Function* function = nullptr;  ///< null in an arm
    std::shared_ptr<Var> last;
    Span lastSpan;
  };
  // The function.
  void readParams(Function& function, SyntaxReader& syntax);
  void readParam(Function& function, SyntaxReader& syntax, std::unordered_set<std::string>& names);
  SeqRef finish(Body&& body, Span span);
  // Statements.
  void statement(Body& body);
  void simple(Body& body);
  void aloneCall(Body& body, const Syntax& value, Span span);
  void assign(Body& body, const Assignment& found, Span span);
  void bindName(Body& body, const Syntax& target, const Syntax* annotation, const Syntax& value, Span span);
  void defineSymbol(const Syntax& target, const Syntax& call);
  void dataflow(Body& body);
  void output(const Syntax& call, std::vector<std::string>& outputs);
  void ifStatement(Body& body);
  ExprRef arm(uint32_t indent, Span header, Body& arm);
  void localFunction(Body& body);
  void returnStatement(Body& body);
  void add(Body& body, Binding binding);
  void addError(Body& body, Span span);
  std::shared_ptr<Var> declare(const std::string& name, Span span, TypeRef type, bool isScalar);
  // Expressions; null after a report.
  ExprRef expr(const Syntax& node);
  ExprRef nameExpr(const Syntax& node);
  ExprRef globalExpr(const Syntax& node, std::string_view name);
  ExprRef subscript(const Syntax& node);
  ExprRef scalarExpr(const Syntax& node);
  ExprRef call(const Syntax& node);
  ExprRef operatorCall(const Syntax& node, std::string_view name);
  ExprRef specialCall(const Syntax& node, std::string_view name, bool& known);
  ExprRef shapeLiteral(const Syntax& node, const Syntax& values);
  ExprRef constant(const Syntax& node);
  ExprRef metadata(const Syntax& node);
  bool constantData(const Syntax& value, DataType type, size_t depth, TensorConstant& tensor,
                    std::vector<uint8_t>& data);
  bool operands(const Syntax& node, std::vector<ExprRef>& into);
  bool operand(const Syntax& node, size_t index, std::vector<ExprRef>& into);
  bool keywords(const Syntax& node, Expr& call, std::vector<ExprRef>& operands);
  bool tirArguments(const Syntax& node, std::vector<ExprRef>& operands);
  const std::string* globalName(std::string_view dotted);

  [[nodiscard]] std::shared_ptr<Expr> make(ExprKind kind, Span span) const {
    auto made = std::make_shared<Expr>();
    made->kind = kind;
    made->span = span;
    return made;
  }
  void unsupported(Span span, std::string message, const char* hint = nullptr) {
    std::vector<DiagnosticNote> notes;
    if (hint != nullptr) notes.push_back({Span{}, hint});
    reader_.error(span, "unsupported", std::move(message), std::move(notes));
  }

  Reader& reader_;
  RelaxTypes types_;
  std::unordered_set<std::string> moduleNames_;  ///< `cls`
  std::unordered_set<const PrimVar*> bound_;     ///< symbols that belong to a variable
  std::string globalName_;
};

// ---- the function ----

FunctionRef FunctionReader::read(const FunctionHeader& header, SyntaxReader& syntax, bool local) {
  auto function = std::make_shared<Function>();
  function->name = header.name;
  function->isPrivate = header.isPrivate;
  function->pure = header.pure;
  function->span = header.span;
  const size_t mark = types_.scope.mark(), errors = reader_.sink.size();
  readParams(*function, syntax);
  reader_.advance();
  Body body;
  body.function = function.get();
  const bool hasBody = reader_.block(header.indent, header.nameSpan, [&] { statement(body); });
  if (hasBody && body.result == nullptr && errors == reader_.sink.size())
    reader_.error(header.nameSpan, "parse", fmt::format("the function {} has no return", quoted(header.name)));
  function->body = finish(std::move(body), header.nameSpan);
  types_.scope.restore(mark);
  if (!local) types_.checkSymbols();
  return function;
}

void FunctionReader::readParams(Function& function, SyntaxReader& syntax) {
  if (!syntax.expect(Symbol::OpenRound, "'('")) return;
  std::unordered_set<std::string> names;
  while (!syntax.token().is(Symbol::CloseRound)) {
    readParam(function, syntax, names);
    if (syntax.failed() || !syntax.accept(Symbol::Comma)) break;
  }
  if (!syntax.expect(Symbol::CloseRound, "',' or ')'")) return;
  if (syntax.accept(Symbol::Arrow)) {
    const Syntax* result = syntax.expression();
    if (result != nullptr) {
      function.result = types_.read(*result, false);
      if (function.result == nullptr) function.result = anyType();
    }
  }
  if (!syntax.failed()) reader_.endOfHeader(syntax);
}

void FunctionReader::readParam(Function& function, SyntaxReader& syntax, std::unordered_set<std::string>& names) {
  const Token* name = syntax.name("a parameter");
  if (name == nullptr) return;
  TypeRef type;
  if (syntax.accept(Symbol::Colon)) {
    const Syntax* written = syntax.expression();
    if (written != nullptr) type = types_.read(*written, true);
  } else {
    reader_.error(name->span, "type", fmt::format("the parameter {} needs a type", quoted(name->text)));
  }
  const std::string text(name->text);
  if (!names.insert(text).second)
    reader_.error(name->span, "parse", fmt::format("two parameters are named {}", quoted(text)));
  const bool broken = type == nullptr;
  const bool scalar = !broken && type->kind == TypeKind::Prim;
  function.params.push_back(declare(text, name->span, broken ? anyType() : type, scalar));
  types_.scope.find(text)->broken = broken;
}

/// A variable of the scope. A scalar has the symbol of its name, or a new one if another variable has that.
std::shared_ptr<Var> FunctionReader::declare(const std::string& name, Span span, TypeRef type, bool isScalar) {
  auto var = std::make_shared<Var>();
  var->name = name;
  var->type = std::move(type);
  if (isScalar) {
    const DataType scalar = var->type != nullptr && var->type->kind == TypeKind::Prim ? var->type->dtype : kInt64Type;
    Symbols::Known& known = types_.symbols.get(name, span, scalar);
    known.defined = true;
    const bool taken = bound_.contains(known.var.get()) || known.var->type != scalar;
    var->symbol = taken ? makeVar(name, scalar) : known.var;
    bound_.insert(var->symbol.get());
  }
  RelaxName entry;
  entry.var = var;
  entry.span = span;
  types_.scope.set(name, std::move(entry));
  return var;
}

SeqRef FunctionReader::finish(Body&& body, Span span) {
  auto seq = std::make_shared<Seq>();
  seq->blocks = std::move(body.blocks);
  seq->result = body.result != nullptr ? std::move(body.result) : ExprRef(make(ExprKind::Error, span));
  return seq;
}

void FunctionReader::add(Body& body, Binding binding) {
  body.last = std::const_pointer_cast<Var>(binding.var);
  body.lastSpan = binding.span;
  if (body.dataflow != nullptr) {
    body.dataflow->push_back(std::move(binding));
    return;
  }
  if (body.blocks.empty() || body.blocks.back().dataflow) body.blocks.emplace_back();
  body.blocks.back().bindings.push_back(std::move(binding));
}

/// The binding of a statement that could not be read; its name is known, so that it is not reported again.
void FunctionReader::addError(Body& body, Span span) {
  const std::vector<Token>& tokens = reader_.line().tokens;
  const bool named = tokens.size() > 2 && tokens[0].kind == TokenKind::Name && !isKeyword(tokens[0].text) &&
                     (tokens[1].is(Symbol::Assign) || tokens[1].is(Symbol::Colon));
  auto var = declare(named ? std::string(tokens[0].text) : "_", span, anyType(), false);
  types_.scope.find(var->name)->broken = true;
  Binding binding;
  binding.var = var;
  binding.value = make(ExprKind::Error, span);
  binding.span = span;
  add(body, std::move(binding));
}

// ---- statements ----

void FunctionReader::statement(Body& body) {
  const LogicalLine& line = reader_.line();
  const Token& first = line.tokens.front();
  if (body.result != nullptr) {
    reader_.error(reader_.lineSpan(), "parse", "this statement follows a return");
    return reader_.skipStatement();
  }
  if (line.broken) {
    addError(body, first.span);
    return reader_.skipStatement();
  }
  if (first.isName("return")) return returnStatement(body);
  if (first.isName("if")) return ifStatement(body);
  if (first.isName("with")) return dataflow(body);
  if (first.is(Symbol::At)) return localFunction(body);
  if (first.isName("pass")) return reader_.advance();
  for (const char* keyword : {"for", "while", "def", "class", "assert", "try", "else", "elif", "raise", "del"})
    if (first.isName(keyword)) {
      const std::string_view word = keyword;
      unsupported(first.span, fmt::format("{} is not read in a Relax function", keyword),
                  word == "for" || word == "while" ? "write a private function that calls itself" : nullptr);
      addError(body, first.span);
      return reader_.skipStatement();
    }
  simple(body);
}

void FunctionReader::simple(Body& body) {
  const size_t errors = reader_.sink.size();
  const Span span = reader_.lineSpan();
  SyntaxReader syntax = reader_.syntax();
  const auto found = reader_.assignment(syntax);
  if (found && found->target != nullptr) assign(body, *found, span);
  else if (found) aloneCall(body, *found->value, span);
  if (reader_.sink.size() != errors) addError(body, span);
  reader_.advance();
}

/// An expression alone: a call is bound to "_".
void FunctionReader::aloneCall(Body& body, const Syntax& value, Span span) {
  if (value.kind == SyntaxKind::Text) return;
  if (value.calleeName() == "R.func_attr") {
    if (!reader_.arity(value, 1, 1)) return;
    auto attributes = reader_.attributes(*value.items[1]);
    if (!attributes) return;
    if (body.function == nullptr || body.dataflow != nullptr)
      return reader_.error(span, "parse", "R.func_attr stands at the beginning of a function");
    body.function->attributes = std::move(*attributes);
    return;
  }
  if (value.kind != SyntaxKind::Call)
    return reader_.error(span, "parse", "an expression alone does nothing: bind it to a name");
  ExprRef bound = expr(value);
  if (bound == nullptr) return;
  auto var = std::make_shared<Var>();
  var->name = "_";
  var->dataflow = body.dataflow != nullptr;
  Binding binding;
  binding.var = var;
  binding.value = std::move(bound);
  binding.span = span;
  add(body, std::move(binding));
}

void FunctionReader::assign(Body& body, const Assignment& found, Span span) {
  const Syntax& target = *found.target;
  if (target.isSimpleName()) return bindName(body, target, found.annotation, *found.value, span);
  const bool pairs =
      target.kind == SyntaxKind::Tuple && found.value->isSequence() && target.items.size() == found.value->items.size();
  if (!pairs || found.annotation != nullptr)
    return unsupported(target.span, "the target of a binding is one name", "bind a tuple and take its fields: t[0]");
  for (size_t i = 0; i < target.items.size(); ++i)
    assign(body, {target.items[i], nullptr, found.value->items[i]}, span);
}

void FunctionReader::bindName(Body& body, const Syntax& target, const Syntax* annotation, const Syntax& value,
                              Span span) {
  if (annotation == nullptr) {
    if (value.kind == SyntaxKind::Name && value.text == reader_.moduleName &&
        types_.scope.find(value.text) == nullptr) {
      moduleNames_.emplace(target.text);
      return;
    }
    if (value.items.size() == 1 && value.calleeName() != "T.bool" && typeOfName(value.calleeName()))
      return defineSymbol(target, value);
  }
  Binding binding;
  binding.span = span;
  binding.annotated = annotation != nullptr;
  TypeRef type;
  if (annotation != nullptr) type = types_.read(*annotation, value.calleeName() == "R.match_cast");
  if (value.calleeName() == "R.match_cast") {
    if (!reader_.arity(value, 1, 2)) return;
    const Syntax* cast = value.items.size() > 2 ? value.items[2] : value.keyword("ty");
    if (cast == nullptr) cast = value.keyword("struct_info");
    if (cast == nullptr) return reader_.error(value.span, "arity", "R.match_cast takes a value and a type");
    binding.cast = types_.read(*cast, true);
    binding.value = expr(*value.items[1]);
    if (binding.cast == nullptr) return;
  } else {
    binding.value = expr(value);
  }
  if (binding.value == nullptr || (annotation != nullptr && type == nullptr)) return;
  const TypeRef& known = type != nullptr ? type : binding.cast;
  const bool scalar = known != nullptr ? known->kind == TypeKind::Prim : binding.value->kind == ExprKind::Prim;
  TypeRef declared = type;
  if (scalar && known == nullptr) declared = primType(binding.value->prim->type);
  auto var = declare(std::string(target.text), target.span, declared, scalar);
  if (annotation == nullptr && binding.cast == nullptr) var->type = nullptr;
  if (annotation == nullptr && binding.cast != nullptr) var->type = binding.cast;
  var->dataflow = body.dataflow != nullptr;
  binding.var = var;
  add(body, std::move(binding));
}

/// n = T.int64()
void FunctionReader::defineSymbol(const Syntax& target, const Syntax& call) {
  const DataType type = typeOfName(call.calleeName()).value_or(kInt64Type);
  const std::string name(target.text);
  if (types_.scope.find(name) != nullptr)
    return reader_.error(target.span, "parse", fmt::format("{} is a variable already", quoted(name)),
                         {{types_.scope.find(name)->span, "defined here"}});
  types_.symbols.get(name, target.span, type).defined = true;
}

void FunctionReader::returnStatement(Body& body) {
  const Span span = reader_.lineSpan();
  SyntaxReader syntax = reader_.syntax();
  syntax.skip();
  ExprRef result;
  if (body.isArm || body.dataflow != nullptr) {
    unsupported(span, body.isArm ? "a return inside an if" : "a return inside a dataflow block",
                body.isArm ? "bind the same name in both arms and return it after the if" : nullptr);
  } else if (const Syntax* value = syntax.expressionList(); value != nullptr && syntax.expectEnd()) {
    result = expr(*value);
  }
  if (!body.isArm && body.dataflow == nullptr)
    body.result = result != nullptr ? std::move(result) : ExprRef(make(ExprKind::Error, span));
  reader_.advance();
}

// ---- blocks ----

void FunctionReader::dataflow(Body& body) {
  const uint32_t indent = reader_.line().indent;
  const Span span = reader_.lineSpan();
  SyntaxReader syntax = reader_.syntax();
  syntax.skip();
  const Syntax* context = syntax.expression();
  const bool good = context != nullptr && reader_.endOfHeader(syntax);
  if (!good || context->calleeName() != "R.dataflow" || body.dataflow != nullptr || !reader_.enter(span)) {
    if (good && body.dataflow != nullptr) unsupported(span, "a block inside a dataflow block");
    else if (good && context->calleeName() != "R.dataflow")
      unsupported(context->span, "a Relax function's with is R.dataflow()");
    addError(body, span);
    return reader_.skipStatement();
  }
  reader_.advance();
  Block block;
  block.dataflow = true;
  std::vector<std::string> outputs;
  body.dataflow = &block.bindings;
  const size_t mark = types_.scope.mark();
  bool ended = false;
  reader_.block(indent, span, [&] {
    const Token& first = reader_.line().tokens.front();
    if (!first.isName("R") || reader_.line().broken || reader_.line().tokens.size() < 3 ||
        !reader_.line().tokens[2].isName("output")) {
      if (ended) reader_.error(reader_.lineSpan(), "parse", "R.output is the last statement of a dataflow block");
      return statement(body);
    }
    SyntaxReader line = reader_.syntax();
    const Syntax* call = line.expression();
    if (call != nullptr && line.expectEnd()) output(*call, outputs);
    ended = true;
    reader_.advance();
  });
  body.dataflow = nullptr;
  // Only outputs are seen after the block.
  std::vector<std::pair<std::string, RelaxName>> kept;
  for (const Binding& binding : block.bindings)
    if (RelaxName* known = types_.scope.find(binding.var->name); known != nullptr && known->var == binding.var) {
      kept.emplace_back(binding.var->name, *known);
      kept.back().second.hidden = known->var->dataflow && !known->broken;
    }
  types_.scope.restore(mark);
  for (auto& [name, known] : kept) types_.scope.set(name, std::move(known));
  body.blocks.push_back(std::move(block));
  reader_.leave();
}

void FunctionReader::output(const Syntax& call, std::vector<std::string>& outputs) {
  std::vector<const Syntax*> items(call.items.begin() + 1, call.items.end());
  if (items.size() == 1 && items[0]->isSequence()) items = items[0]->items;
  for (const Syntax* item : items) {
    if (!item->isSimpleName()) {
      reader_.error(item->span, "type", "R.output takes the names of variables");
      continue;
    }
    RelaxName* known = types_.scope.find(item->text);
    if (known == nullptr) {
      types_.unknownName(*item);
    } else {
      known->var->dataflow = false;
      outputs.emplace_back(item->text);
    }
  }
}

ExprRef FunctionReader::arm(uint32_t indent, Span header, Body& arm) {
  arm.isArm = true;
  const size_t mark = types_.scope.mark();
  reader_.block(indent, header, [&] { statement(arm); });
  types_.scope.restore(mark);
  if (arm.last != nullptr) return varRef(arm.last, arm.lastSpan);
  return nullptr;
}

void FunctionReader::ifStatement(Body& body) {
  const size_t errors = reader_.sink.size();
  const uint32_t indent = reader_.line().indent;
  const Span span = reader_.lineSpan();
  SyntaxReader syntax = reader_.syntax();
  syntax.skip();
  const Syntax* conditionSyntax = syntax.expression();
  const bool header = conditionSyntax != nullptr && reader_.endOfHeader(syntax);
  if (header && body.dataflow != nullptr) unsupported(span, "an if inside a dataflow block");
  if (!header || body.dataflow != nullptr || !reader_.enter(span)) {
    addError(body, span);
    return reader_.skipStatement();
  }
  ExprRef condition = expr(*conditionSyntax);
  reader_.advance();
  Body yes, no;
  yes.result = nullptr;
  ExprRef yesResult = arm(indent, span, yes), noResult;
  const bool hasElse = !reader_.atEnd() && reader_.line().indent == indent && !reader_.line().broken &&
                       reader_.line().tokens.front().isName("else");
  if (hasElse) {
    const Span elseSpan = reader_.lineSpan();
    SyntaxReader rest = reader_.syntax();
    rest.skip();
    reader_.endOfHeader(rest);
    reader_.advance();
    noResult = arm(indent, elseSpan, no);
  } else {
    unsupported(span, "an if without else", "give both arms a binding of the same name");
  }
  if (yesResult != nullptr && noResult != nullptr && yesResult->var->name != noResult->var->name)
    reader_.error(yes.lastSpan, "parse",
                  fmt::format("both arms of an if end with a binding of the same name, not {} and {}",
                              quoted(yesResult->var->name), quoted(noResult->var->name)),
                  {{no.lastSpan, "the last binding of the other arm"}});
  const bool good =
      reader_.sink.size() == errors && condition != nullptr && yesResult != nullptr && noResult != nullptr;
  if (!good && reader_.sink.size() == errors) reader_.error(span, "parse", "an arm of this if binds nothing");
  Binding binding;
  binding.span = span;
  const std::string name = yesResult != nullptr  ? yesResult->var->name
                           : noResult != nullptr ? noResult->var->name
                                                 : "_";
  binding.var = declare(name, span, good ? nullptr : anyType(), false);
  types_.scope.find(name)->broken = !good;
  auto made = make(good ? ExprKind::If : ExprKind::Error, span);
  if (good) {
    made->operands.push_back(std::move(condition));
    yes.result = std::move(yesResult);
    no.result = std::move(noResult);
    made->thenSeq = finish(std::move(yes), span);
    made->elseSeq = finish(std::move(no), span);
  }
  binding.value = std::move(made);
  add(body, std::move(binding));
  reader_.leave();
}

void FunctionReader::localFunction(Body& body) {
  const auto decorators = readDecorators(reader_);
  if (!decorators) return;
  if (decorators->kind != Decorators::Kind::Relax || body.dataflow != nullptr) {
    unsupported(decorators->span, body.dataflow != nullptr ? "a function inside a dataflow block"
                                                           : "only @R.function stands inside a function");
    return reader_.atEnd() ? void() : reader_.skipStatement();
  }
  SyntaxReader syntax = reader_.syntax();
  const auto header = readDef(reader_, syntax, *decorators);
  if (!header) return;
  const bool entered = reader_.enter(header->nameSpan);
  const auto var = declare(header->name, header->nameSpan, nullptr, false);
  if (!entered) return reader_.skipStatement();
  auto made = make(ExprKind::Function, header->span);
  made->function = read(*header, syntax, true);
  Binding binding;
  binding.var = var;
  binding.value = std::move(made);
  binding.span = header->span;
  add(body, std::move(binding));
  reader_.leave();
}

// ---- expressions ----

ExprRef FunctionReader::expr(const Syntax& node) {
  switch (node.kind) {
    case SyntaxKind::Name: return nameExpr(node);
    case SyntaxKind::Int:
    case SyntaxKind::Float:
    case SyntaxKind::True:
    case SyntaxKind::False:
    case SyntaxKind::Unary:
    case SyntaxKind::Binary: return scalarExpr(node);
    case SyntaxKind::Text: return textExpr(std::string(node.text), node.span);
    case SyntaxKind::Tuple:
    case SyntaxKind::List: {
      std::vector<ExprRef> fields;
      bool good = true;
      for (const Syntax* item : node.items) {
        fields.push_back(expr(*item));
        good &= fields.back() != nullptr;
      }
      return good ? tupleExpr(std::move(fields), node.span) : nullptr;
    }
    case SyntaxKind::Subscript: return subscript(node);
    case SyntaxKind::Call: return call(node);
    case SyntaxKind::Conditional:
      unsupported(node.span, "an if inside an expression", "write an if statement with a binding in both arms");
      return nullptr;
    case SyntaxKind::Attribute:
      unsupported(node.span, fmt::format("the member {} of an expression", quoted(node.text)));
      return nullptr;
    case SyntaxKind::None:
      unsupported(node.span, "None as a value", "leave the argument out, or write R.null_value()");
      return nullptr;
    default: reader_.error(node.span, "type", "an expression of Relax is needed here"); return nullptr;
  }
}

ExprRef FunctionReader::scalarExpr(const Syntax& node) {
  PrimExpr value = types_.scalar(node);
  return value != nullptr ? primExpr(std::move(value), node.span) : nullptr;
}

/// The name of the module's function that "cls.name" is, or null.
const std::string* FunctionReader::globalName(std::string_view dotted) {
  const size_t dot = dotted.find('.');
  if (dot == std::string_view::npos) return nullptr;
  const std::string head(dotted.substr(0, dot));
  if (!moduleNames_.contains(head) && (head != reader_.moduleName || types_.scope.find(head) != nullptr))
    return nullptr;
  globalName_ = dotted.substr(dot + 1);
  return &globalName_;
}

ExprRef FunctionReader::globalExpr(const Syntax& node, std::string_view name) {
  reader_.useGlobal(name, node.span);
  return globalRef(std::string(name), node.span);
}

ExprRef FunctionReader::nameExpr(const Syntax& node) {
  if (const RelaxName* known = types_.scope.find(node.text)) {
    if (!known->hidden) return varRef(known->var, node.span);
    reader_.error(node.span, "unknown-name", fmt::format("{} is no output of its dataflow block", quoted(node.text)),
                  {{known->span, "defined here"}});
    return nullptr;
  }
  if (const std::string* name = globalName(node.text)) return globalExpr(node, *name);
  const std::string text(node.text);
  if (types_.symbols.find(text) != nullptr || reader_.typeVars.contains(text)) return scalarExpr(node);
  if (node.isSimpleName()) {
    types_.unknownName(node);
  } else if (RelaxTypes::isType(node)) {
    reader_.error(node.span, "type", "a type where a value is needed");
  } else if (node.text.starts_with("cls.")) {
    reader_.error(node.span, "unknown-name", "cls is not defined",
                  {{Span{}, fmt::format("write cls = {} at the beginning of the function", reader_.moduleName)}});
  } else {
    unsupported(node.span, fmt::format("{} is no value", quoted(node.text)));
  }
  return nullptr;
}

ExprRef FunctionReader::subscript(const Syntax& node) {
  if (node.items[0]->isName("metadata")) return metadata(node);
  const Syntax& inner = *node.items[0];
  if (inner.kind == SyntaxKind::Subscript && inner.items[0]->isName("metadata")) return metadata(node);
  ExprRef tuple = expr(inner);
  if (node.items.size() != 2) {
    unsupported(node.span, "the index of a tuple is one integer");
    return nullptr;
  }
  const auto index = reader_.integer(*node.items[1]);
  if (tuple == nullptr || !index) return nullptr;
  const bool tooLarge = tuple->kind == ExprKind::Tuple && static_cast<size_t>(*index) >= tuple->operands.size();
  if (*index >= 0 && !tooLarge) return fieldOf(std::move(tuple), *index, node.span);
  reader_.error(node.items[1]->span, "type", fmt::format("the tuple has no field {}", *index));
  return nullptr;
}

/// metadata["ir.GenericConst"][3]; in TVM up to 0.26 "relax.expr.Constant".
ExprRef FunctionReader::metadata(const Syntax& node) {
  const Syntax& kind = *node.items[0];
  const bool shaped = kind.kind == SyntaxKind::Subscript && kind.items.size() == 2 && node.items.size() == 2 &&
                      kind.items[1]->kind == SyntaxKind::Text;
  if (!shaped || (kind.items[1]->text != "ir.GenericConst" && kind.items[1]->text != "relax.expr.Constant")) {
    unsupported(node.span, "a constant is metadata[\"ir.GenericConst\"][0] or the like");
    return nullptr;
  }
  const auto index = reader_.integer(*node.items[1]);
  if (!index) return nullptr;
  auto made = make(ExprKind::Constant, node.span);
  made->index = *index;
  if (reader_.options.constant && *index >= 0) made->constant = reader_.options.constant(static_cast<size_t>(*index));
  if (*index >= 0 && (!reader_.options.constant || made->constant != nullptr)) return made;
  reader_.error(node.span, "unknown-name", fmt::format("the constants have no number {}", *index));
  return nullptr;
}

// ---- constants ----

/// The number, or the numbers of nested lists, of a constant.
bool FunctionReader::constantData(const Syntax& value, DataType type, size_t depth, TensorConstant& tensor,
                                  std::vector<uint8_t>& data) {
  if (value.isSequence()) {
    const auto size = static_cast<int64_t>(value.items.size());
    const bool isNew = tensor.shape.size() <= depth && data.empty();
    if (isNew) tensor.shape.push_back(size);
    if (tensor.shape.size() <= depth || tensor.shape[depth] != size) {
      reader_.error(value.span, "shape", "the lists of a constant have equal lengths");
      return false;
    }
    return std::all_of(value.items.begin(), value.items.end(),
                       [&](const Syntax* item) { return constantData(*item, type, depth + 1, tensor, data); });
  }
  if (depth != tensor.shape.size()) {
    reader_.error(value.span, "shape", "the lists of a constant have equal lengths");
    return false;
  }
  ScalarReader scalars(reader_);
  const PrimExpr number = scalars.readAs(value, type);
  if (number == nullptr) return false;
  if (number->op != PrimOp::Int && number->op != PrimOp::Float) {
    reader_.error(value.span, "dtype", fmt::format("this is no {} literal", type.name()));
    return false;
  }
  return appendNumber(data, type, number->real, number->number, number->op == PrimOp::Float);
}

/// R.const(2.5, "float32"), R.const([1, 2], "int64").
ExprRef FunctionReader::constant(const Syntax& node) {
  if (!reader_.arity(node, 1, 2) || !reader_.onlyKeywords(node, {"dtype"})) return nullptr;
  const Syntax* dtype = node.items.size() > 2 ? node.items[2] : node.keyword("dtype");
  const Syntax* sample = node.items[1];
  while (sample->isSequence() && !sample->items.empty()) sample = sample->items[0];
  if (sample->kind == SyntaxKind::Unary) sample = sample->items[0];
  DataType type = sample->kind == SyntaxKind::Float ? DataType{static_cast<uint8_t>(TypeCode::Float), 32, 1}
                  : sample->kind == SyntaxKind::True || sample->kind == SyntaxKind::False ? kBoolType
                                                                                          : kInt32Type;
  if (dtype != nullptr) {
    const auto given = reader_.dtype(*dtype, true);
    if (!given) return nullptr;
    type = *given;
  }
  auto tensor = std::make_shared<TensorConstant>();
  tensor->dtype = type;
  std::vector<uint8_t> data;
  if (!constantData(*node.items[1], type, 0, *tensor, data)) return nullptr;
  tensor->data = Bytes::own(std::move(data));
  auto made = make(ExprKind::Constant, node.span);
  made->constant = std::move(tensor);
  return made;
}

ExprRef FunctionReader::shapeLiteral(const Syntax& node, const Syntax& values) {
  std::vector<PrimExpr> dims;
  if (!types_.dims(values, false, dims)) return nullptr;
  return shapeExpr(std::move(dims), node.span);
}

// ---- calls ----

ExprRef FunctionReader::call(const Syntax& node) {
  const std::string_view name = node.calleeName();
  const bool isVariable = types_.scope.find(name) != nullptr;
  if (!isVariable && name.starts_with("R.")) return operatorCall(node, name);
  if (!isVariable && name.starts_with("T.")) return scalarExpr(node);
  ExprRef callee = expr(*node.items[0]);
  std::vector<ExprRef> arguments;
  if (!operands(node, arguments) || callee == nullptr || !reader_.onlyKeywords(node, {})) return nullptr;
  return callOf(std::move(callee), std::move(arguments), {}, nullptr, node.span);
}

bool FunctionReader::operand(const Syntax& node, size_t index, std::vector<ExprRef>& into) {
  const Syntax& given = *node.items[index + 1];
  const auto* shaped = std::find_if(kShapeOperands.begin(), kShapeOperands.end(), [&](const ShapeOperand& one) {
    return one.name == node.calleeName() && one.index == index;
  });
  into.push_back(shaped != kShapeOperands.end() && given.isSequence() ? shapeLiteral(given, given) : expr(given));
  return into.back() != nullptr;
}

bool FunctionReader::operands(const Syntax& node, std::vector<ExprRef>& into) {
  bool good = true;
  for (size_t i = 0; i + 1 < node.items.size(); ++i) good &= operand(node, i, into);
  return good;
}

/// Types, attributes, and what older releases wrote otherwise.
bool FunctionReader::keywords(const Syntax& node, Expr& call, std::vector<ExprRef>& operands) {
  const std::string_view name = node.calleeName();
  for (const SyntaxKeyword& one : node.keywords) {
    if (one.name == "ty_args" || one.name == "sinfo_args" || one.name == "out_ty" || one.name == "out_sinfo") {
      std::vector<TypeRef> types;
      if (!types_.readSeveral(*one.value, false, types)) return false;
      if (contains(kOutputTypes, name) && one.value->isSequence()) types = {tupleType(std::move(types))};
      call.typeArgs = std::move(types);
    } else if (one.name == "tir_vars") {
      const bool isShape = one.value->calleeName() == "R.shape" && one.value->items.size() == 2;
      std::vector<PrimExpr> values;
      if (!types_.dims(isShape ? *one.value->items[1] : *one.value, false, values)) return false;
      if (operands.size() < 2 || operands[1]->kind != ExprKind::Tuple) continue;
      std::vector<ExprRef> fields = operands[1]->operands;
      for (PrimExpr& value : values) fields.push_back(primExpr(std::move(value), one.value->span));
      operands[1] = tupleExpr(std::move(fields), operands[1]->span);
    } else if (one.name == "format" && (name == "R.print" || name == "R.assert_op")) {
      ExprRef format = expr(*one.value);
      if (format == nullptr) return false;
      operands.insert(operands.begin() + (name == "R.print" || operands.empty() ? 0 : 1), std::move(format));
    } else {
      auto attribute = reader_.attribute(*one.value);
      if (!attribute) return false;
      call.attributes.emplace_back(one.name, std::move(*attribute));
    }
  }
  return true;
}

/// (cls.f, tuple): a single argument is a tuple of one; a third one is the type of the output.
bool FunctionReader::tirArguments(const Syntax& node, std::vector<ExprRef>& operands) {
  if (!reader_.arity(node, 2, 4)) return false;
  if (operands[1]->kind != ExprKind::Tuple) {
    const Span span = operands[1]->span;
    operands[1] = tupleExpr({std::move(operands[1])}, span);
  }
  const ExprKind callee = operands[0]->kind;
  const bool packed = node.calleeName() == "R.call_dps_packed";
  if (packed ? callee == ExprKind::Extern : callee == ExprKind::Global) return true;
  reader_.error(node.items[1]->span, "type",
                packed ? "the name of a packed function in quotes is needed here"
                       : "a kernel of the module is needed here: cls.name");
  return false;
}

ExprRef FunctionReader::operatorCall(const Syntax& node, std::string_view name) {
  bool known = false;
  ExprRef special = specialCall(node, name, known);
  if (known) return special;
  if (RelaxTypes::isType(node)) {
    reader_.error(node.span, "type", "a type where a value is needed");
    return nullptr;
  }
  auto made = make(ExprKind::Call, node.span);
  // Outputs' types may stand behind the arguments.
  size_t count = node.items.size() - 1;
  const bool outputs = contains(kOutputTypes, name);
  if (outputs && count >= 3) {
    const Syntax& last = *node.items[count];
    const bool list = last.isSequence() && !last.items.empty() && RelaxTypes::isType(*last.items[0]);
    if (list || RelaxTypes::isType(last)) {
      --count;
      if (!types_.readSeveral(last, false, made->typeArgs)) return nullptr;
      if (list) made->typeArgs = {tupleType(std::move(made->typeArgs))};
    }
  }
  if (name == "R.call_tir_inplace" && count == 3) {
    auto indices = reader_.attribute(*node.items[3]);
    if (!indices) return nullptr;
    made->attributes.emplace_back("inplace_indices", std::move(*indices));
    --count;
  }
  std::vector<ExprRef> arguments;
  bool good = true;
  for (size_t i = 0; i < count; ++i) good &= operand(node, i, arguments);
  if (!good) return nullptr;
  if (contains(kPackedFirst, name) || name == "R.call_packed") {
    if (arguments.empty() || arguments[0]->kind != ExprKind::Text) {
      reader_.error(arguments.empty() ? node.span : arguments[0]->span, arguments.empty() ? "arity" : "type",
                    "the name of a packed function in quotes is needed here");
      return nullptr;
    }
    arguments[0] = externRef(arguments[0]->text, arguments[0]->span);
  }
  if (outputs && !tirArguments(node, arguments)) return nullptr;
  if (!keywords(node, *made, arguments)) return nullptr;
  if (outputs && made->typeArgs.empty()) {
    reader_.error(node.span, "arity", fmt::format("{} needs out_ty, the type of its output", quoted(name)));
    return nullptr;
  }
  if (name == "R.call_packed") {
    made->callee = arguments[0];
    arguments.erase(arguments.begin());
    if (made->typeArgs.size() == 1) made->type = made->typeArgs[0];
  } else {
    auto callee = make(ExprKind::Operator, node.items[0]->span);
    callee->text = "relax." + std::string(name.substr(2));
    made->callee = std::move(callee);
  }
  made->operands = std::move(arguments);
  return made;
}

/// Constants and literals that are written as calls.
ExprRef FunctionReader::specialCall(const Syntax& node, std::string_view name, bool& known) {
  known = true;
  if (name == "R.const") return constant(node);
  if (name == "R.prim_value") return scalarExpr(node);
  if (name == "R.tuple") {
    std::vector<ExprRef> fields;
    if (!operands(node, fields) || !reader_.onlyKeywords(node, {})) return nullptr;
    return tupleExpr(std::move(fields), node.span);
  }
  if (name == "R.match_cast" || name == "R.dataflow" || name == "R.output" || name == "R.func_attr" ||
      name == "R.func_ret_value" || name == "R.function") {
    unsupported(node.span, fmt::format("{} inside an expression", name),
                name == "R.match_cast" ? "bind it: y = R.match_cast(x, type)" : nullptr);
    return nullptr;
  }
  if (name != "R.str" && name != "R.dtype" && name != "R.shape") {
    known = false;
    return nullptr;
  }
  if (!reader_.arity(node, 1, 1) || !reader_.onlyKeywords(node, {})) return nullptr;
  const Syntax& given = *node.items[1];
  if (name == "R.shape") return shapeLiteral(node, given);
  if (name == "R.str") {
    if (given.kind == SyntaxKind::Text) return textExpr(std::string(given.text), node.span);
    reader_.error(given.span, "type", "R.str takes a string");
    return nullptr;
  }
  if (given.kind == SyntaxKind::Text && given.text.empty()) return dataTypeExpr(DataType{0, 0, 0}, node.span);
  const auto type = reader_.dtype(given, false);
  return type ? dataTypeExpr(*type, node.span) : nullptr;
}

}  // namespace

FunctionRef readRelaxFunction(Reader& reader, const FunctionHeader& header, SyntaxReader& syntax) {
  return FunctionReader(reader).read(header, syntax, false);
}

}  // namespace relaxscope::ir::parse
