// SPDX-License-Identifier: Apache-2.0
// Modules: TypeVars, the class, its functions.
#include "vmcore/ir/parse/parser.h"

#include <fmt/format.h>

#include <algorithm>

#include "vmcore/ir/parse/reader.h"

namespace relaxscope::ir {
namespace parse {
namespace {

class ModuleReader {
 public:
  ModuleReader(Reader& reader, Module& module) : reader_(reader), module_(module) {}
  void read();

 private:
  void topLevel();
  void typeVar();
  void moduleClass();
  void member();
  void memberCall();
  void function();

  Reader& reader_;
  Module& module_;
  bool found_ = false;
};

void ModuleReader::read() {
  if (!reader_.atEnd() && reader_.line().indent != 0)
    reader_.error(reader_.lineSpan(), "parse", "unexpected indentation");
  while (!reader_.atEnd()) topLevel();
  if (!found_ && reader_.sink.size() == 0)
    reader_.error(Span{1, 1, 1, 1}, "parse", "there is no module here: @I.ir_module and a class");
  reader_.checkGlobals();
}

void ModuleReader::topLevel() {
  const LogicalLine& line = reader_.line();
  const Token& first = line.tokens.front();
  if (line.broken) return reader_.skipStatement();
  if (first.isName("import") || first.isName("from")) return reader_.advance();
  if (first.kind == TokenKind::Text && line.tokens.size() == 2) return reader_.advance();
  if (first.is(Symbol::At)) {
    const auto decorators = readDecorators(reader_);
    if (!decorators || reader_.atEnd()) return;
    if (reader_.line().tokens.front().isName("class")) return moduleClass();
    reader_.error(decorators->span, "unsupported", "a function outside a module",
                  {{Span{}, "write it in a class below @I.ir_module"}});
    return reader_.skipStatement();
  }
  if (first.isName("class")) return moduleClass();
  if (first.kind == TokenKind::Name && line.tokens.size() > 3 && line.tokens[1].is(Symbol::Assign) &&
      line.tokens[2].text.ends_with("TypeVar"))
    return typeVar();
  reader_.error(reader_.lineSpan(), "parse", "a TypeVar or a module is needed here",
                {{Span{}, "n = TypeVar(\"n\"), or @I.ir_module and a class"}});
  reader_.skipStatement();
}

void ModuleReader::typeVar() {
  SyntaxReader syntax = reader_.syntax();
  const auto found = reader_.assignment(syntax);
  if (found) {
    const Syntax& value = *found->value;
    const bool good = value.calleeName() == "TypeVar" && value.items.size() >= 2 &&
                      value.items[1]->kind == SyntaxKind::Text && found->target->isSimpleName();
    if (good && value.items[1]->text == found->target->text) {
      if (reader_.typeVars.emplace(found->target->text).second) module_.typeVars.emplace_back(found->target->text);
    } else {
      reader_.error(value.span, "parse", fmt::format("a symbol is declared by its own name: n = TypeVar(\"n\")"));
    }
  }
  reader_.advance();
}

void ModuleReader::moduleClass() {
  const uint32_t indent = reader_.line().indent;
  const Span span = reader_.lineSpan();
  SyntaxReader syntax = reader_.syntax();
  syntax.skip();
  const Token* name = syntax.name("the name of the module");
  if (found_ && name != nullptr) {
    reader_.error(span, "unsupported", "a second module in this source");
    return reader_.skipStatement();
  }
  found_ = true;
  if (name != nullptr) {
    module_.name = reader_.moduleName = name->text;
    if (syntax.accept(Symbol::OpenRound)) syntax.expect(Symbol::CloseRound, "')'");
    if (!syntax.failed()) reader_.endOfHeader(syntax);
  }
  if (!reader_.enter(span)) return;
  reader_.advance();
  reader_.block(indent, span, [this] { member(); });
  reader_.leave();
}

void ModuleReader::member() {
  const Token& first = reader_.line().tokens.front();
  if (reader_.line().broken) return reader_.skipStatement();
  if (first.is(Symbol::At)) return function();
  if (first.isName("pass") || (first.kind == TokenKind::Text && reader_.line().tokens.size() == 2))
    return reader_.advance();
  if (first.isName("I")) return memberCall();
  const bool def = first.isName("def");
  reader_.error(reader_.lineSpan(), "parse",
                def ? "a function of a module needs @R.function or @T.prim_func above it"
                    : "a function, or I.module_attrs, is needed here");
  reader_.skipStatement();
}

void ModuleReader::memberCall() {
  SyntaxReader syntax = reader_.syntax();
  const Syntax* call = syntax.expression();
  if (call != nullptr && syntax.expectEnd()) {
    if (call->calleeName() == "I.module_attrs" && call->items.size() == 2) {
      if (auto attributes = reader_.attributes(*call->items[1])) module_.attributes = std::move(*attributes);
    } else {
      reader_.error(call->span, "unsupported", "of a module only I.module_attrs({...}) is read");
    }
  }
  reader_.advance();
}

void ModuleReader::function() {
  const auto decorators = readDecorators(reader_);
  if (!decorators) return;
  if (decorators->kind != Decorators::Kind::Relax && decorators->kind != Decorators::Kind::Prim) {
    reader_.error(decorators->span, "unsupported", "functions of a module are @R.function or @T.prim_func");
    return reader_.atEnd() ? void() : reader_.skipStatement();
  }
  SyntaxReader syntax = reader_.syntax();
  const auto header = readDef(reader_, syntax, *decorators);
  if (!header) return;
  const auto [known, isNew] = reader_.globals.try_emplace(header->name, header->nameSpan);
  if (!isNew)
    reader_.error(header->nameSpan, "parse", fmt::format("a second function {}", quoted(header->name)),
                  {{known->second, "defined here"}});
  if (!reader_.enter(header->nameSpan)) return reader_.skipStatement();
  ModuleFunction made;
  if (decorators->kind == Decorators::Kind::Relax) made.function = readRelaxFunction(reader_, *header, syntax);
  else made.function = readPrimFunc(reader_, *header, syntax);
  reader_.leave();
  if (isNew) module_.functions.push_back(std::move(made));
}

}  // namespace

/// One decorator: `@R.function(private=True)`.
static void readDecorator(Reader& reader, const Syntax& value, Decorators& found) {
  const Syntax& named = value.kind == SyntaxKind::Call ? *value.items[0] : value;
  using Kind = Decorators::Kind;
  found.kind = named.isName("R.function")                                            ? Kind::Relax
               : named.isName("T.prim_func")                                         ? Kind::Prim
               : named.isName("I.ir_module") || named.isName("tvm.script.ir_module") ? Kind::Module
                                                                                     : Kind::Unknown;
  for (const SyntaxKeyword& one : value.keywords) {
    bool* flag = one.name == "private" ? &found.isPrivate
                 : one.name == "pure"  ? &found.pure
                 : one.name == "s_tir" ? &found.sTir
                                       : nullptr;
    if (flag == nullptr && one.name != "check_well_formed") {
      reader.error(one.span, "unsupported", fmt::format("a decorator is read without {}", quoted(one.name)));
      continue;
    }
    const auto given = reader.flag(*one.value);
    if (given && flag != nullptr) *flag = *given;
  }
}

std::optional<Decorators> readDecorators(Reader& reader) {
  Decorators found;
  const uint32_t indent = reader.line().indent;
  found.span = reader.lineSpan();
  bool good = true;
  while (!reader.atEnd() && reader.line().tokens.front().is(Symbol::At) && reader.line().indent == indent) {
    SyntaxReader syntax = reader.syntax();
    syntax.skip();
    const Syntax* value = syntax.expression();
    good &= value != nullptr && syntax.expectEnd();
    if (good) readDecorator(reader, *value, found);
    reader.advance();
  }
  if (reader.atEnd() || reader.line().indent != indent ||
      (!reader.line().tokens.front().isName("def") && !reader.line().tokens.front().isName("class"))) {
    if (good) reader.error(found.span, "parse", "a decorator needs a function or a class below it");
    return std::nullopt;
  }
  if (good) return found;
  reader.skipStatement();
  return std::nullopt;
}

std::optional<FunctionHeader> readDef(Reader& reader, SyntaxReader& syntax, const Decorators& decorators) {
  FunctionHeader header;
  header.indent = reader.line().indent;
  header.span = reader.lineSpan();
  header.isPrivate = decorators.isPrivate;
  header.pure = decorators.pure;
  header.sTir = decorators.sTir;
  if (!syntax.acceptName("def")) syntax.fail(syntax.token().span, "expected def, not " + tokenText(syntax.token()));
  const Token* name = syntax.name("the name of the function");
  if (name == nullptr) {
    reader.skipStatement();
    return std::nullopt;
  }
  header.name = name->text;
  header.nameSpan = name->span;
  return header;
}

}  // namespace parse

bool ParsedModule::hasErrors() const {
  return std::any_of(diagnostics.begin(), diagnostics.end(),
                     [](const Diagnostic& one) { return one.severity == DiagnosticSeverity::Error; });
}

ParsedModule parseModule(std::string_view source, const ParseOptions& options) {
  ParsedModule parsed;
  DiagnosticSink sink;
  if (source.size() > kMaxSourceBytes) {
    sink.error(Span{1, 1, 1, 1}, "parse", "the source is longer than 64 MiB");
  } else {
    parse::Reader reader(source, options, sink);
    parse::ModuleReader(reader, parsed.module).read();
  }
  parsed.diagnostics = sink.take();
  return parsed;
}

}  // namespace relaxscope::ir
