// SPDX-License-Identifier: Apache-2.0
// Kernels: the body of `@T.prim_func`.
#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <memory>

#include "vmcore/ir/parse/reader.h"
#include "vmcore/ir/parse/scalar.h"

namespace relaxscope::ir::parse {
namespace {

constexpr size_t kAnyNumber = std::numeric_limits<size_t>::max();

/// What a name of a kernel is.
struct TirName {
  BufferRef buffer;
  PrimVarRef var;
  PrimExpr loopBegin, loopExtent;  ///< of a loop variable
  bool handle = false;             ///< a T.handle that awaits its T.match_buffer
  size_t param = 0;                ///< of a handle: its place
  bool broken = false;             ///< its definition could not be read
  Span span;
};

/// T.block and the like, by today's names.
std::string_view todaysName(std::string_view callee) {
  if (callee == "T.block") return "T.sblock";
  if (callee == "T.block_attr") return "T.sblock_attr";
  if (callee == "T.alloc_buffer") return "T.sblock_alloc_buffer";
  if (callee == "T.axis.S") return "T.axis.spatial";
  if (callee == "T.axis.R") return "T.axis.reduce";
  return callee;
}

class PrimFuncReader {
 public:
  PrimFuncReader(Reader& reader, const FunctionHeader& header)
      : reader_(reader),
        function_(std::make_shared<PrimFunc>()),
        scalars_(
            reader, true, [this](const Syntax& name) { return resolve(name); },
            [this](const Syntax& element) { return load(element); }) {
    function_->name = header.name;
    function_->isPrivate = header.isPrivate;
    function_->sTir = header.sTir;
    function_->span = header.span;
    function_->result = DataType{0, 0, 0};
  }
  /// The reader stands at the parameters.
  PrimFuncRef read(const FunctionHeader& header, SyntaxReader& syntax);

 private:
  // The header.
  void readParam(const Token& name, const Syntax& type);
  void readScalarParam(const std::string& name, Span span, DataType type);
  void collectSymbols(bool failed);
  void unfoldRoot();
  // Names.
  PrimExpr resolve(const Syntax& name);
  PrimExpr unknownName(const Syntax& name);
  PrimExpr load(const Syntax& element);
  BufferRef bufferOf(const Syntax& name);
  bool indicesOf(const Syntax& element, const BufferRef& buffer, std::vector<PrimExpr>& indices);
  // Buffers.
  BufferRef readBuffer(const std::string& name, const Syntax& call, size_t first);
  bool readExtents(const Syntax& extents, std::vector<PrimExpr>& shape);
  PrimExpr readExtent(const Syntax& extent);
  // Statements.
  void body(uint32_t indent, Span header, TirBody& into);
  void statement(TirBody& into);
  void simple(TirBody& into);
  void callStatement(const Syntax& call, Span span, TirBody& into);
  void assign(const Assignment& found, Span span, TirBody& into);
  void assignCall(const std::string& name, const Assignment& found, std::string_view callee, Span span, TirBody& into);
  void store(const Syntax& target, const Syntax& value, Span span, TirBody& into);
  void let(const std::string& name, const Syntax* annotation, const Syntax& value, Span span, TirBody& into);
  void matchBuffer(const std::string& name, const Syntax& call);
  void defineSymbol(const Syntax& name, const Syntax& call);
  void forLoop(TirBody& into);
  bool loopRanges(const Syntax& call, size_t names, TirStmt& loop, std::vector<std::pair<PrimExpr, PrimExpr>>& ranges);
  bool rangeOf(const Syntax& call, std::pair<PrimExpr, PrimExpr>& range);
  void ifStatement(TirBody& into);
  void with(TirBody& into);
  void sblock(const Syntax& call, uint32_t indent, Span span, TirBody& into);
  void init(uint32_t indent, Span span);
  void returnStatement(TirBody& into);
  // Of blocks.
  void axis(const std::string& name, const Syntax& call, bool reduce, Span span);
  void remap(const Syntax& target, const Syntax& call);
  void addAxis(const std::string& name, Axis axis, Span span);
  void checkAxis(const TirStmt& block);
  bool regions(const Syntax& call, std::vector<BufferRegion>& into);
  bool region(const Syntax& element, std::vector<BufferRegion>& into);

  std::shared_ptr<TirStmt> make(TirKind kind, Span span) const {
    auto made = std::make_shared<TirStmt>();
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
  std::shared_ptr<PrimFunc> function_;
  ScalarReader scalars_;
  ScopeOf<TirName> scope_;
  Symbols symbols_;
  std::vector<PrimVarRef> scalarParams_;
  TirStmt* block_ = nullptr;  ///< the innermost one that is being read
  bool inString_ = false;     ///< symbols of a string need no declaration
  bool inExtent_ = false;     ///< a name is a symbol
  /// Axes that are a loop variable, with the extent of its loop.
  struct AxisCheck {
    PrimExpr axis, loop;
    Span span;
  };
  std::vector<AxisCheck> checks_;  ///< of the block
};

// ---- the header ----

PrimFuncRef PrimFuncReader::read(const FunctionHeader& header, SyntaxReader& syntax) {
  const size_t errors = reader_.sink.size();
  bool good = syntax.expect(Symbol::OpenRound, "'('");
  struct Param {
    const Token* name;
    const Syntax* type;
  };
  std::vector<Param> params;
  while (good && !syntax.token().is(Symbol::CloseRound)) {
    const Token* name = syntax.name("a parameter");
    if (name == nullptr || !syntax.expect(Symbol::Colon, "':' and a type")) break;
    const Syntax* type = syntax.expression();
    if (type == nullptr) break;
    params.push_back({name, type});
    if (!syntax.accept(Symbol::Comma)) break;
  }
  good = good && !syntax.failed() && syntax.expect(Symbol::CloseRound, "',' or ')'");
  // Scalars first: extents of buffers before them may use them.
  for (const auto& [name, type] : params) {
    const Syntax& named = type->kind == SyntaxKind::Call && type->items.size() == 1 ? *type->items[0] : *type;
    if (const auto scalar = typeOfName(named.text); scalar && named.kind == SyntaxKind::Name)
      readScalarParam(std::string(name->text), name->span, *scalar);
  }
  for (const auto& [name, type] : params) readParam(*name, *type);
  if (good && syntax.accept(Symbol::Arrow)) {
    const Syntax* result = syntax.expression();
    if (result != nullptr && result->kind != SyntaxKind::None) {
      const auto type = result->kind == SyntaxKind::Name ? typeOfName(result->text) : std::nullopt;
      if (type) function_->result = *type;
      else unsupported(result->span, "a kernel returns nothing or a scalar, such as T.int64");
    }
  }
  if (good && !syntax.failed()) reader_.endOfHeader(syntax);
  reader_.advance();
  body(header.indent, header.nameSpan, function_->body);
  for (const TirParam& param : function_->params)
    if (param.buffer == nullptr && param.var == nullptr)
      unsupported(header.nameSpan, fmt::format("the handle {} has no T.match_buffer", quoted(param.handleName)));
  collectSymbols(reader_.sink.size() != errors);
  unfoldRoot();
  return function_;
}

void PrimFuncReader::readScalarParam(const std::string& name, Span span, DataType type) {
  Symbols::Known& symbol = symbols_.get(name, span, type);
  symbol.defined = true;
  scalarParams_.push_back(symbol.var);
}

void PrimFuncReader::readParam(const Token& nameToken, const Syntax& type) {
  const std::string name(nameToken.text);
  TirParam param;
  TirName known;
  known.span = nameToken.span;
  const Syntax& named = type.kind == SyntaxKind::Call ? *type.items[0] : type;
  const std::string_view typeName = named.kind == SyntaxKind::Name ? named.text : std::string_view();
  if (scope_.find(name) != nullptr)
    reader_.error(nameToken.span, "parse", fmt::format("two parameters are named {}", quoted(name)));
  if (typeName == "T.Buffer" && type.kind == SyntaxKind::Call) {
    known.buffer = param.buffer = readBuffer(name, type, 1);
    known.broken = param.buffer == nullptr;
    if (known.broken) param.buffer = std::make_shared<Buffer>(Buffer{name, {}, kInt32Type});
  } else if (typeName == "T.handle") {
    known.handle = true;
    known.param = function_->params.size();
    param.handleName = name;
  } else if (const auto scalar = typeOfName(typeName)) {
    known.var = param.var = symbols_.get(name, nameToken.span, *scalar).var;
  } else {
    known.broken = true;
    unsupported(type.span, "a parameter of a kernel is a T.Buffer, a T.handle, or a scalar such as T.int64");
    param.var = makeVar(name, kInt64Type);
  }
  function_->params.push_back(std::move(param));
  scope_.set(name, std::move(known));
}

/// The symbols of the buffers' extents; unless the function failed, reports those without a definition.
void PrimFuncReader::collectSymbols(bool failed) {
  std::unordered_set<const PrimVar*> seen;
  for (const PrimVarRef& var : scalarParams_) seen.insert(var.get());
  const auto add = [&](const PrimVarRef& var) {
    if (seen.insert(var.get()).second) function_->symbols.push_back(var);
  };
  for (const TirParam& param : function_->params)
    if (param.buffer != nullptr)
      for (const PrimExpr& extent : param.buffer->shape) {
        if (extent->op == PrimOp::Var)
          if (Symbols::Known* known = symbols_.find(extent->var->name)) known->defined = true;
        forEachVar(extent, add);
      }
  for (const std::string& name : symbols_.order()) {
    const Symbols::Known& known = *symbols_.find(name);
    if (!known.defined && !failed)
      reader_.error(known.use, "symbol-undefined",
                    fmt::format("{} is no extent of a parameter and no parameter", quoted(name)));
  }
}

/// A block that is the whole function and only allocates is the root block, which TVM leaves out.
void PrimFuncReader::unfoldRoot() {
  if (function_->body.size() != 1) return;
  const TirStmtRef root = function_->body.front();
  if (root->kind != TirKind::Block || root->name != "root" || !root->axes.empty() || root->hasInit ||
      !root->annotations.empty() || root->predicate != nullptr || !root->reads.empty() || !root->writes.empty())
    return;
  function_->allocations.insert(function_->allocations.end(), root->allocations.begin(), root->allocations.end());
  function_->body = root->body;
}

// ---- names ----

PrimExpr PrimFuncReader::unknownName(const Syntax& name) {
  std::vector<std::string_view> names;
  if (reader_.suggests()) scope_.forEach([&](const std::string& one) { names.push_back(one); });
  const std::string nearest = nearestName(name.text, names);
  std::vector<DiagnosticNote> notes;
  if (!nearest.empty()) notes.push_back({Span{}, nearest});
  reader_.error(name.span, "unknown-name", fmt::format("{} is not defined", quoted(name.text)), std::move(notes));
  return nullptr;
}

PrimExpr PrimFuncReader::resolve(const Syntax& name) {
  if (const TirName* known = scope_.find(name.text)) {
    if (known->broken) return varExpr(makeVar(std::string(name.text), kInt64Type), name.span);
    if (known->var != nullptr) return varExpr(known->var, name.span);
    reader_.error(name.span, "type",
                  known->handle ? fmt::format("{} is a handle: name its buffer with T.match_buffer", quoted(name.text))
                                : fmt::format("{} is a buffer: write its indices", quoted(name.text)),
                  {{known->span, "defined here"}});
    return nullptr;
  }
  if (Symbols::Known* symbol = symbols_.find(name.text)) return varExpr(symbol->var, name.span);
  const std::string text(name.text);
  if (inString_ || reader_.typeVars.contains(text)) return varExpr(symbols_.get(text, name.span).var, name.span);
  if (!inExtent_ || !name.isSimpleName()) return unknownName(name);
  reader_.error(name.span, "symbol-undefined", fmt::format("{} is no symbol", quoted(text)),
                {{Span{}, fmt::format("declare it: {0} = TypeVar(\"{0}\") above the module", quoted(text))}});
  Symbols::Known& once = symbols_.get(text, name.span);
  once.defined = true;
  return varExpr(once.var, name.span);
}

BufferRef PrimFuncReader::bufferOf(const Syntax& name) {
  if (name.kind != SyntaxKind::Name) {
    reader_.error(name.span, "type", "the name of a buffer is needed here");
    return nullptr;
  }
  const TirName* known = scope_.find(name.text);
  if (known == nullptr) {
    unknownName(name);
  } else if (known->buffer == nullptr && !known->broken) {
    reader_.error(name.span, "type", fmt::format("{} is no buffer", quoted(name.text)),
                  {{known->span, "defined here"}});
  }
  return known == nullptr ? nullptr : known->buffer;
}

bool PrimFuncReader::indicesOf(const Syntax& element, const BufferRef& buffer, std::vector<PrimExpr>& indices) {
  const size_t given = element.items.size() - 1;
  if (given != buffer->shape.size()) {
    const size_t needed = buffer->shape.size();
    reader_.error(
        element.span, "arity",
        fmt::format("{} has {} dimension{}, not {}", quoted(buffer->name), needed, needed == 1 ? "" : "s", given));
    return false;
  }
  for (size_t i = 0; i < given; ++i) {
    const Syntax& index = *element.items[i + 1];
    if (index.kind == SyntaxKind::Slice) {
      unsupported(index.span, "a slice where one element is needed", "write a loop over the elements");
      return false;
    }
    const DataType type = buffer->shape[i]->type;
    const bool literal = index.kind == SyntaxKind::Int;
    PrimExpr value = literal ? scalars_.readAs(index, type) : scalars_.read(index);
    if (value == nullptr) return false;
    if (isFloatType(value->type)) {
      reader_.error(index.span, "dtype", fmt::format("an index is an integer, not {}", value->type.name()));
      return false;
    }
    indices.push_back(std::move(value));
  }
  return true;
}

PrimExpr PrimFuncReader::load(const Syntax& element) {
  const BufferRef buffer = bufferOf(*element.items[0]);
  std::vector<PrimExpr> indices;
  if (buffer == nullptr || !indicesOf(element, buffer, indices)) return nullptr;
  return loadOf(buffer, std::move(indices), element.span);
}

// ---- buffers ----

PrimExpr PrimFuncReader::readExtent(const Syntax& extent) {
  const bool text = extent.kind == SyntaxKind::Text;
  const Syntax* inner = text ? reader_.inString(extent) : &extent;
  if (inner == nullptr) return nullptr;
  inString_ = text;
  inExtent_ = true;
  PrimExpr value = scalars_.read(*inner);
  inString_ = inExtent_ = false;
  return value;
}

bool PrimFuncReader::readExtents(const Syntax& extents, std::vector<PrimExpr>& shape) {
  std::vector<const Syntax*> items = {&extents};
  if (extents.isSequence()) items = extents.items;
  for (const Syntax* item : items) {
    PrimExpr extent = readExtent(*item);
    if (extent == nullptr) return false;
    if (!isIntType(extent->type)) {
      reader_.error(item->span, "dtype", fmt::format("an extent is an integer, not {}", extent->type.name()));
      return false;
    }
    shape.push_back(std::move(extent));
  }
  return true;
}

/// T.Buffer(extents, dtype, scope=...), from argument `first` on.
BufferRef PrimFuncReader::readBuffer(const std::string& name, const Syntax& call, size_t first) {
  if (!reader_.arity(call, first, first + 1) ||
      !reader_.onlyKeywords(call, {"dtype", "scope", "layout", "offset_factor", "elem_offset", "align", "buffer_type",
                                   "strides", "data", "axis_separators"}))
    return nullptr;
  auto buffer = std::make_shared<Buffer>();
  buffer->name = name;
  buffer->type = DataType{static_cast<uint8_t>(TypeCode::Float), 32, 1};
  if (!readExtents(*call.items[first], buffer->shape)) return nullptr;
  const Syntax* dtype = call.items.size() > first + 1 ? call.items[first + 1] : call.keyword("dtype");
  if (dtype != nullptr) {
    const auto type = reader_.dtype(*dtype, true);
    if (!type) return nullptr;
    buffer->type = *type;
  }
  for (const SyntaxKeyword& one : call.keywords) {
    if (one.name == "scope" && one.value->kind == SyntaxKind::Text) buffer->scope = one.value->text;
    else if (one.name != "dtype" && one.name != "offset_factor" && one.name != "align" &&
             one.value->kind != SyntaxKind::None)
      unsupported(one.value->span, fmt::format("buffers are read without {}", quoted(one.name)),
                  "buffers are compact and begin at their first element");
  }
  return buffer;
}

/// A = T.match_buffer(handle, extents, dtype).
void PrimFuncReader::matchBuffer(const std::string& name, const Syntax& call) {
  if (!reader_.arity(call, 2, 3)) return;
  const Syntax& handle = *call.items[1];
  const BufferRef buffer = readBuffer(name, call, 2);
  TirName known;
  known.span = call.span;
  known.buffer = buffer;
  known.broken = buffer == nullptr;
  const TirName* given = handle.kind == SyntaxKind::Name ? scope_.find(handle.text) : nullptr;
  if (given == nullptr || !given->handle || function_->params[given->param].buffer != nullptr)
    reader_.error(handle.span, "type", "T.match_buffer needs a parameter that is a T.handle");
  else
    function_->params[given->param].buffer =
        buffer != nullptr ? buffer : std::make_shared<Buffer>(Buffer{name, {}, kInt32Type});
  scope_.set(name, std::move(known));
}

/// n = T.int64(): a symbol of buffers that are matched later.
void PrimFuncReader::defineSymbol(const Syntax& name, const Syntax& call) {
  const DataType type = typeOfName(call.calleeName()).value_or(kInt64Type);
  symbols_.get(std::string(name.text), name.span, type);
}

// ---- statements ----

void PrimFuncReader::body(uint32_t indent, Span header, TirBody& into) {
  const size_t mark = scope_.mark();
  reader_.block(indent, header, [&] { statement(into); });
  scope_.restore(mark);
}

void PrimFuncReader::statement(TirBody& into) {
  const Token& first = reader_.line().tokens.front();
  if (reader_.line().broken) return reader_.skipStatement();
  if (first.isName("for")) return forLoop(into);
  if (first.isName("if")) return ifStatement(into);
  if (first.isName("with")) return with(into);
  if (first.isName("return")) return returnStatement(into);
  if (first.isName("pass")) return reader_.advance();
  for (const char* keyword : {"while", "assert", "def", "class", "try", "break", "continue", "else", "elif"})
    if (first.isName(keyword)) {
      unsupported(first.span, fmt::format("{} is not read in a kernel", keyword),
                  std::string_view(keyword) == "while" ? "write a for loop with a known extent" : nullptr);
      return reader_.skipStatement();
    }
  simple(into);
}

void PrimFuncReader::simple(TirBody& into) {
  SyntaxReader syntax = reader_.syntax();
  const Span span = reader_.lineSpan();
  if (const auto found = reader_.assignment(syntax)) {
    if (found->target != nullptr) assign(*found, span, into);
    else if (found->value->kind == SyntaxKind::Call) callStatement(*found->value, span, into);
    else if (found->value->kind != SyntaxKind::Text) unsupported(span, "this statement does nothing");
  } else {
    const Token& name = reader_.line().tokens.front();
    if (name.kind == TokenKind::Name && reader_.line().tokens.size() > 1 &&
        (reader_.line().tokens[1].is(Symbol::Assign) || reader_.line().tokens[1].is(Symbol::Colon))) {
      TirName broken;
      broken.broken = true;
      broken.span = name.span;
      scope_.set(std::string(name.text), broken);
    }
  }
  reader_.advance();
}

void PrimFuncReader::callStatement(const Syntax& call, Span span, TirBody& into) {
  const std::string_view callee = todaysName(call.calleeName());
  if (callee == "T.func_attr") {
    if (!reader_.arity(call, 1, 1)) return;
    if (auto attributes = reader_.attributes(*call.items[1])) function_->attributes = std::move(*attributes);
    return;
  }
  if (callee == "T.evaluate") {
    if (!reader_.arity(call, 1, 1)) return;
    const auto made = make(TirKind::Evaluate, span);
    made->value = scalars_.read(*call.items[1]);
    if (made->value != nullptr) into.push_back(made);
    return;
  }
  const bool ofBlock = callee == "T.reads" || callee == "T.writes" || callee == "T.where" || callee == "T.sblock_attr";
  if (ofBlock && block_ == nullptr)
    return reader_.error(span, "parse", fmt::format("{} stands inside a block: with T.sblock(\"name\"):", callee));
  if (callee == "T.reads") {
    block_->statesReads = regions(call, block_->reads);
  } else if (callee == "T.writes") {
    block_->statesWrites = regions(call, block_->writes);
  } else if (callee == "T.where") {
    if (reader_.arity(call, 1, 1)) block_->predicate = scalars_.readCondition(*call.items[1]);
  } else if (callee == "T.sblock_attr") {
    if (!reader_.arity(call, 1, 1)) return;
    if (auto attributes = reader_.attributes(*call.items[1])) block_->annotations = std::move(*attributes);
  } else {
    unsupported(call.items[0]->span, fmt::format("{} is no statement of a kernel", quoted(call.calleeName())),
                "kernels store into buffers: A[i] = value");
  }
}

void PrimFuncReader::assign(const Assignment& found, Span span, TirBody& into) {
  const Syntax& target = *found.target;
  if (target.kind == SyntaxKind::Subscript && found.annotation == nullptr)
    return store(target, *found.value, span, into);
  const std::string_view callee = todaysName(found.value->calleeName());
  if (callee == "T.axis.remap") return remap(target, *found.value);
  if (target.isSimpleName()) return assignCall(std::string(target.text), found, callee, span, into);
  const bool pairs =
      target.isSequence() && found.value->isSequence() && target.items.size() == found.value->items.size();
  if (!pairs) return unsupported(target.span, "the target of an assignment is a name or an element of a buffer");
  for (size_t i = 0; i < target.items.size(); ++i)
    assign({target.items[i], nullptr, found.value->items[i]}, span, into);
}

void PrimFuncReader::assignCall(const std::string& name, const Assignment& found, std::string_view callee, Span span,
                                TirBody& into) {
  const Syntax& value = *found.value;
  if (callee == "T.axis.spatial" || callee == "T.axis.reduce")
    return axis(name, value, callee == "T.axis.reduce", found.target->span);
  if (callee == "T.sblock_alloc_buffer") {
    TirName known;
    known.span = found.target->span;
    known.buffer = readBuffer(name, value, 1);
    known.broken = known.buffer == nullptr;
    if (value.calleeName() == "T.alloc_buffer") function_->sTir = true;
    if (known.buffer != nullptr)
      (block_ != nullptr ? block_->allocations : function_->allocations).push_back(known.buffer);
    return scope_.set(name, std::move(known));
  }
  if (callee == "T.match_buffer") return matchBuffer(name, value);
  if (typeOfName(callee) && value.items.size() == 1) return defineSymbol(*found.target, value);
  if (callee.starts_with("T.axis.") || callee == "T.allocate" || callee == "T.decl_buffer" || callee == "T.Buffer") {
    TirName broken;
    broken.broken = true;
    broken.span = span;
    scope_.set(name, broken);
    return unsupported(value.items[0]->span, fmt::format("{} is not read", quoted(callee)),
                       callee.starts_with("T.axis.") ? "axes are T.axis.spatial, T.axis.reduce or T.axis.remap"
                                                     : "allocate with T.sblock_alloc_buffer");
  }
  if (callee == "T.bind" && value.items.size() == 2) return let(name, nullptr, *value.items[1], span, into);
  let(name, found.annotation, value, span, into);
}

void PrimFuncReader::let(const std::string& name, const Syntax* annotation, const Syntax& value, Span span,
                         TirBody& into) {
  // x: T.int32, x: T.let, x: T.let[T.int32]
  std::optional<DataType> type;
  bool good = true;
  if (annotation != nullptr && !annotation->isName("T.let")) {
    const bool inLet = annotation->kind == SyntaxKind::Subscript && annotation->items.size() == 2 &&
                       annotation->items[0]->isName("T.let");
    const Syntax& named = inLet ? *annotation->items[1] : *annotation;
    type = named.kind == SyntaxKind::Name ? typeOfName(named.text) : std::nullopt;
    good = type.has_value();
    if (!good) unsupported(annotation->span, "the type of a name is a scalar, such as T.int32");
  }
  const auto made = make(TirKind::Let, span);
  made->value = type ? scalars_.readAs(value, *type) : scalars_.read(value);
  TirName known;
  known.span = span;
  known.broken = !good || made->value == nullptr;
  if (!known.broken) {
    known.var = made->var = makeVar(name, made->value->type);
    into.push_back(made);
  }
  scope_.set(name, std::move(known));
}

void PrimFuncReader::store(const Syntax& target, const Syntax& value, Span span, TirBody& into) {
  const auto made = make(TirKind::Store, span);
  made->buffer = bufferOf(*target.items[0]);
  if (made->buffer == nullptr) return;
  const bool indexed = indicesOf(target, made->buffer, made->indices);
  made->value = scalars_.readAs(value, made->buffer->type);
  if (indexed && made->value != nullptr) into.push_back(made);
}

void PrimFuncReader::returnStatement(TirBody& into) {
  const Span span = reader_.lineSpan();
  SyntaxReader syntax = reader_.syntax();
  syntax.skip();
  const auto made = make(TirKind::Return, span);
  if (syntax.token().kind != TokenKind::End) {
    const Syntax* value = syntax.expression();
    if (value != nullptr && syntax.expectEnd()) {
      const bool typed = function_->result.lanes != 0;
      made->value = typed ? scalars_.readAs(*value, function_->result) : scalars_.read(*value);
      if (made->value != nullptr && !typed) function_->result = made->value->type;
    }
  }
  into.push_back(made);
  reader_.advance();
}

// ---- loops and conditions ----

bool PrimFuncReader::rangeOf(const Syntax& call, std::pair<PrimExpr, PrimExpr>& range) {
  if (!reader_.arity(call, 1, 2)) return false;
  if (call.items.size() == 2) {
    range.second = scalars_.read(*call.items[1]);
    if (range.second == nullptr) return false;
    range.first = intImm(0, range.second->type, call.span);
  } else {
    PrimExpr end;
    if (!scalars_.readPair(*call.items[1], *call.items[2], range.first, end)) return false;
    range.second = binary(PrimOp::Sub, end, range.first, call.span);
  }
  if (isIntType(range.second->type)) return true;
  reader_.error(call.span, "dtype", fmt::format("a loop runs over integers, not {}", range.second->type.name()));
  return false;
}

bool PrimFuncReader::loopRanges(const Syntax& call, size_t names, TirStmt& loop,
                                std::vector<std::pair<PrimExpr, PrimExpr>>& ranges) {
  const std::string_view callee = call.calleeName();
  if (callee == "T.grid") {
    if (!reader_.onlyKeywords(call, {}) || !reader_.arity(call, 1, kAnyNumber)) return false;
    for (size_t i = 1; i < call.items.size(); ++i) {
      PrimExpr extent = scalars_.read(*call.items[i]);
      if (extent == nullptr) return false;
      if (!isIntType(extent->type)) {
        reader_.error(call.items[i]->span, "dtype",
                      fmt::format("a loop runs over integers, not {}", extent->type.name()));
        return false;
      }
      ranges.emplace_back(intImm(0, extent->type, extent->span), extent);
    }
  } else {
    if (callee == "T.parallel") loop.loop = LoopKind::Parallel;
    if (callee == "T.vectorized") loop.loop = LoopKind::Vectorized;
    if (callee == "T.unroll") loop.loop = LoopKind::Unrolled;
    if (callee == "T.thread_binding") loop.loop = LoopKind::ThreadBinding;
    const bool known = loop.loop != LoopKind::Serial || callee == "range" || callee == "T.serial";
    if (!known) {
      unsupported(call.span,
                  "a loop runs over range, T.grid, T.serial, T.parallel, T.vectorized, T.unroll or T.thread_binding");
      return false;
    }
    if (!reader_.onlyKeywords(call, {"annotations", "thread"}) || !rangeOf(call, ranges.emplace_back())) return false;
    const Syntax* thread = call.keyword("thread");
    if (thread != nullptr && thread->kind == SyntaxKind::Text) loop.thread = thread->text;
    if (loop.loop == LoopKind::ThreadBinding && loop.thread.empty()) {
      reader_.error(call.span, "parse", "T.thread_binding needs thread=\"threadIdx.x\" or the like");
      return false;
    }
    if (const Syntax* given = call.keyword("annotations"); given != nullptr && given->kind != SyntaxKind::None) {
      auto attributes = reader_.attributes(*given);
      if (!attributes) return false;
      loop.annotations = std::move(*attributes);
    }
  }
  if (names == ranges.size()) return true;
  reader_.error(call.span, "arity",
                fmt::format("{} loop variable{} for {} extent{}", names, names == 1 ? "" : "s", ranges.size(),
                            ranges.size() == 1 ? "" : "s"));
  return false;
}

void PrimFuncReader::forLoop(TirBody& into) {
  const uint32_t indent = reader_.line().indent;
  const Span span = reader_.lineSpan();
  SyntaxReader syntax = reader_.syntax();
  syntax.skip();
  std::vector<std::pair<std::string, Span>> names;
  do {
    const Token* name = syntax.name("a loop variable");
    if (name == nullptr) return reader_.skipStatement();
    names.emplace_back(name->text, name->span);
  } while (syntax.accept(Symbol::Comma));
  if (!syntax.acceptName("in")) syntax.fail(syntax.token().span, "expected in, not " + tokenText(syntax.token()));
  const Syntax* iterable = syntax.expression();
  TirStmt loop;
  std::vector<std::pair<PrimExpr, PrimExpr>> ranges;
  if (iterable == nullptr || !reader_.endOfHeader(syntax) || !loopRanges(*iterable, names.size(), loop, ranges) ||
      !reader_.enter(span, names.size()))
    return reader_.skipStatement();
  const size_t mark = scope_.mark();
  std::vector<std::shared_ptr<TirStmt>> loops;
  for (size_t i = 0; i < names.size(); ++i) {
    const auto made = std::make_shared<TirStmt>(loop);
    made->kind = TirKind::For;
    made->span = span;
    made->var = makeVar(names[i].first, ranges[i].second->type);
    made->begin = ranges[i].first;
    made->extent = ranges[i].second;
    TirName known;
    known.span = names[i].second;
    known.var = made->var;
    known.loopBegin = made->begin;
    known.loopExtent = made->extent;
    scope_.set(names[i].first, std::move(known));
    loops.push_back(made);
  }
  reader_.advance();
  body(indent, span, loops.back()->body);
  for (size_t i = loops.size(); i-- > 1;) loops[i - 1]->body.push_back(loops[i]);
  into.push_back(loops.front());
  scope_.restore(mark);
  reader_.leave(names.size());
}

void PrimFuncReader::ifStatement(TirBody& into) {
  const uint32_t indent = reader_.line().indent;
  const Span span = reader_.lineSpan();
  SyntaxReader syntax = reader_.syntax();
  syntax.skip();
  const Syntax* condition = syntax.expression();
  const auto made = make(TirKind::If, span);
  if (condition == nullptr || !reader_.endOfHeader(syntax) || !reader_.enter(span)) return reader_.skipStatement();
  made->value = scalars_.readCondition(*condition);
  reader_.advance();
  body(indent, span, made->body);
  if (!reader_.atEnd() && reader_.line().indent == indent && !reader_.line().broken) {
    const Token& next = reader_.line().tokens.front();
    if (next.isName("elif")) {
      ifStatement(made->otherwise);
    } else if (next.isName("else")) {
      SyntaxReader rest = reader_.syntax();
      rest.skip();
      const Span header = reader_.lineSpan();
      reader_.endOfHeader(rest);
      reader_.advance();
      body(indent, header, made->otherwise);
    }
  }
  if (made->value != nullptr) into.push_back(made);
  reader_.leave();
}

void PrimFuncReader::with(TirBody& into) {
  const uint32_t indent = reader_.line().indent;
  const Span span = reader_.lineSpan();
  SyntaxReader syntax = reader_.syntax();
  syntax.skip();
  const Syntax* context = syntax.expression();
  if (context == nullptr || !reader_.endOfHeader(syntax)) return reader_.skipStatement();
  const std::string_view callee = todaysName(context->calleeName());
  if (callee == "T.sblock") return sblock(*context, indent, span, into);
  if (callee == "T.init") return init(indent, span);
  unsupported(context->span, "a kernel's with is T.sblock(\"name\") or T.init()");
  reader_.skipStatement();
}

// ---- blocks ----

void PrimFuncReader::sblock(const Syntax& call, uint32_t indent, Span span, TirBody& into) {
  if (!reader_.arity(call, 0, 1) || !reader_.onlyKeywords(call, {"no_realize"}) || !reader_.enter(span))
    return reader_.skipStatement();
  if (call.calleeName() == "T.block") function_->sTir = true;
  const auto made = make(TirKind::Block, span);
  if (call.items.size() == 2) {
    if (call.items[1]->kind == SyntaxKind::Text) made->name = call.items[1]->text;
    else reader_.error(call.items[1]->span, "type", "the name of a block is a string");
  }
  TirStmt* outer = block_;
  std::vector<AxisCheck> outerChecks = std::exchange(checks_, {});
  block_ = made.get();
  reader_.advance();
  body(indent, span, made->body);
  checkAxis(*made);
  block_ = outer;
  checks_ = std::move(outerChecks);
  into.push_back(made);
  reader_.leave();
}

void PrimFuncReader::init(uint32_t indent, Span span) {
  if (block_ == nullptr || block_->hasInit) {
    reader_.error(span, "parse",
                  block_ == nullptr ? "T.init stands inside a block: with T.sblock(\"name\"):"
                                    : "this block has a T.init already");
    return reader_.skipStatement();
  }
  if (!reader_.enter(span)) return reader_.skipStatement();
  block_->hasInit = true;
  TirStmt& owner = *block_;
  reader_.advance();
  body(indent, span, owner.init);
  reader_.leave();
}

void PrimFuncReader::addAxis(const std::string& name, Axis axis, Span span) {
  if (block_ == nullptr) return reader_.error(span, "parse", "an axis stands inside a block: with T.sblock(\"name\"):");
  axis.var = makeVar(name, axis.extent->type);
  TirName known;
  known.span = span;
  known.var = axis.var;
  if (axis.value->op == PrimOp::Var)
    if (const TirName* loop = scope_.find(axis.value->var->name);
        loop != nullptr && loop->var == axis.value->var && loop->loopExtent != nullptr)
      checks_.push_back({axis.extent, loop->loopExtent, span});
  scope_.set(name, std::move(known));
  block_->axes.push_back(std::move(axis));
}

/// vi = T.axis.spatial(extent, value), extent being a number or (begin, end).
void PrimFuncReader::axis(const std::string& name, const Syntax& call, bool reduce, Span span) {
  TirName broken;
  broken.broken = true;
  broken.span = span;
  Axis axis;
  axis.reduce = reduce;
  bool good = reader_.arity(call, 2, 2);
  if (good) {
    const Syntax& domain = *call.items[1];
    if (domain.isSequence() && domain.items.size() == 2) {
      PrimExpr end;
      good = scalars_.readPair(*domain.items[0], *domain.items[1], axis.begin, end);
      if (good) axis.extent = binary(PrimOp::Sub, end, axis.begin, domain.span);
    } else {
      axis.extent = scalars_.read(domain);
      good = axis.extent != nullptr;
      if (good) axis.begin = intImm(0, axis.extent->type, domain.span);
    }
    if (good) {
      axis.value = call.items[2]->kind == SyntaxKind::Int ? scalars_.readAs(*call.items[2], axis.extent->type)
                                                          : scalars_.read(*call.items[2]);
      good = axis.value != nullptr;
    }
    if (good && (!isIntType(axis.extent->type) || !isIntType(axis.value->type))) {
      reader_.error(call.span, "dtype", "an axis runs over integers");
      good = false;
    }
  }
  if (!good) return scope_.set(name, broken);
  addAxis(name, std::move(axis), span);
}

/// vi, vj = T.axis.remap("SR", [i, j]): one axis for each loop.
void PrimFuncReader::remap(const Syntax& target, const Syntax& call) {
  std::vector<const Syntax*> names = {&target};
  if (target.isSequence()) names = target.items;
  const auto breakNames = [&] {
    for (const Syntax* name : names) {
      TirName broken;
      broken.broken = true;
      broken.span = name->span;
      if (name->isSimpleName()) scope_.set(std::string(name->text), broken);
    }
  };
  if (!reader_.arity(call, 2, 2)) return breakNames();
  const Syntax &kinds = *call.items[1], &loops = *call.items[2];
  if (kinds.kind != SyntaxKind::Text || !loops.isSequence()) {
    reader_.error(call.span, "type",
                  "T.axis.remap needs the kinds of the axes and a list of loop variables: (\"SR\", [i, j])");
    return breakNames();
  }
  if (kinds.text.size() != names.size() || loops.items.size() != names.size()) {
    reader_.error(
        call.span, "arity",
        fmt::format("{} axes have {} kinds and {} loops", names.size(), kinds.text.size(), loops.items.size()));
    return breakNames();
  }
  for (size_t i = 0; i < names.size(); ++i) {
    const char kind = kinds.text[i];
    const TirName* loop = loops.items[i]->kind == SyntaxKind::Name ? scope_.find(loops.items[i]->text) : nullptr;
    if (!names[i]->isSimpleName() || (kind != 'S' && kind != 'R')) {
      reader_.error(
          names[i]->isSimpleName() ? kinds.span : names[i]->span, "parse",
          names[i]->isSimpleName() ? "the kind of an axis is S (spatial) or R (reduce)" : "an axis has a name");
      return breakNames();
    }
    if (loop == nullptr || loop->loopExtent == nullptr) {
      if (loop == nullptr && loops.items[i]->kind == SyntaxKind::Name) unknownName(*loops.items[i]);
      else if (loop == nullptr || !loop->broken)
        reader_.error(loops.items[i]->span, "type", "a loop variable is needed here");
      return breakNames();
    }
    addAxis(std::string(names[i]->text),
            {nullptr, kind == 'R', loop->loopBegin, loop->loopExtent, varExpr(loop->var, loops.items[i]->span)},
            names[i]->span);
  }
}

/// Where an axis is a loop variable, both run over as many values, unless a predicate cuts the loop.
void PrimFuncReader::checkAxis(const TirStmt& block) {
  for (const AxisCheck& check : checks_) {
    if (block.predicate != nullptr || !isInt(check.axis) || !isInt(check.loop)) continue;
    if (check.axis->number != check.loop->number)
      reader_.error(check.span, "shape",
                    fmt::format("this axis has {} values, its loop {}", check.axis->number, check.loop->number));
  }
}

bool PrimFuncReader::region(const Syntax& element, std::vector<BufferRegion>& into) {
  const bool whole = element.kind == SyntaxKind::Name;
  if (!whole && element.kind != SyntaxKind::Subscript) {
    reader_.error(element.span, "type", "elements of a buffer are needed here: A[i, 0:4]");
    return false;
  }
  BufferRegion region;
  region.buffer = bufferOf(whole ? element : *element.items[0]);
  if (region.buffer == nullptr) return false;
  const std::vector<PrimExpr>& shape = region.buffer->shape;
  if (!whole && element.items.size() - 1 != shape.size()) {
    reader_.error(element.span, "arity",
                  fmt::format("{} has {} dimension{}, not {}", quoted(region.buffer->name), shape.size(),
                              shape.size() == 1 ? "" : "s", element.items.size() - 1));
    return false;
  }
  for (size_t i = 0; i < shape.size(); ++i) {
    const Syntax* index = whole ? nullptr : element.items[i + 1];
    const bool slice = index != nullptr && index->kind == SyntaxKind::Slice;
    PrimExpr begin = intImm(0, shape[i]->type, element.span), extent = shape[i];
    if (slice && index->items[0] != nullptr && index->items[1] != nullptr) {
      PrimExpr end;
      if (!scalars_.readPair(*index->items[0], *index->items[1], begin, end)) return false;
      extent = binary(PrimOp::Sub, end, begin, index->span);
    } else if (slice) {
      if (index->items[0] != nullptr) begin = scalars_.read(*index->items[0]);
      PrimExpr end = index->items[1] != nullptr ? scalars_.read(*index->items[1]) : shape[i];
      if (begin == nullptr || end == nullptr) return false;
      extent = begin->type == end->type ? binary(PrimOp::Sub, end, begin, index->span) : end;
    } else if (index != nullptr) {
      begin = index->kind == SyntaxKind::Int ? scalars_.readAs(*index, shape[i]->type) : scalars_.read(*index);
      if (begin == nullptr) return false;
      extent = intImm(1, begin->type, index->span);
    }
    region.ranges.emplace_back(std::move(begin), std::move(extent));
  }
  into.push_back(std::move(region));
  return true;
}

bool PrimFuncReader::regions(const Syntax& call, std::vector<BufferRegion>& into) {
  into.clear();
  std::vector<const Syntax*> items(call.items.begin() + 1, call.items.end());
  if (items.size() == 1 && items[0]->isSequence()) items = items[0]->items;
  return std::all_of(items.begin(), items.end(), [&](const Syntax* item) { return region(*item, into); });
}

}  // namespace

PrimFuncRef readPrimFunc(Reader& reader, const FunctionHeader& header, SyntaxReader& syntax) {
  return PrimFuncReader(reader, header).read(header, syntax);
}

}  // namespace relaxscope::ir::parse
