// SPDX-License-Identifier: Apache-2.0
#include "vmcore/ir/parse/parser.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <random>
#include <sstream>

#include "vmcore/ir/parse/lexer.h"
#include "vmcore/ir/parse/syntax.h"

namespace relaxscope::ir {
namespace {

namespace syntax = parse;

std::string fileText(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

std::vector<std::string> corpusSources() {
  std::vector<std::string> sources;
  const std::filesystem::path root = std::filesystem::path(RELAXSCOPE_TEST_DATA) / "build";
  for (const auto& entry : std::filesystem::recursive_directory_iterator(root))
    if (entry.path().extension() == ".py" && entry.path().parent_path() != root &&
        entry.path().parent_path().filename() != "errors")
      sources.push_back(entry.path().string());
  std::sort(sources.begin(), sources.end());
  return sources;
}

/// "LINE:COL CODE: message" of each diagnostic.
std::string problems(const std::string& source) {
  std::string out;
  for (const Diagnostic& one : parseModule(source).diagnostics)
    out += fmt::format("{}:{} {}: {}\n", one.span.line, one.span.column, one.code, one.message);
  return out;
}

/// A module with one Relax function, `body` being its lines, each with a line end.
std::string relaxSource(const std::string& body, const std::string& params = R"(x: R.Tensor((n, 4), "float32"))") {
  std::string out = "n = TypeVar(\"n\")\n@I.ir_module\nclass Module:\n    @R.function\n    def main(" + params + "):\n";
  std::istringstream lines(body);
  for (std::string line; std::getline(lines, line);) out += "        " + line + "\n";
  return out;
}
/// A module with one kernel of buffers A (float32), B (int32), C (int64), D (bool), each of extent n, and a scalar k.
std::string kernelSource(const std::string& body) {
  std::string out =
      "n = TypeVar(\"n\")\n@I.ir_module\nclass Module:\n    @T.prim_func(s_tir=True)\n    def f(A: T.Buffer((n,), "
      "\"float32\"), B: T.Buffer((n,), \"int32\"), C: T.Buffer((n,), \"int64\"), D: T.Buffer((n,), \"bool\"), k: "
      "T.int32):\n";
  std::istringstream lines(body);
  for (std::string line; std::getline(lines, line);) out += "        " + line + "\n";
  return out;
}

FunctionRef mainOf(const ParsedModule& parsed) {
  const ModuleFunction* found = parsed.module.find("main");
  return found == nullptr ? nullptr : found->relax();
}
/// The value of binding `index` of the first block of main.
ExprRef valueOf(const ParsedModule& parsed, size_t index) {
  const FunctionRef function = mainOf(parsed);
  if (function == nullptr || function->body->blocks.empty()) return nullptr;
  const auto& bindings = function->body->blocks.front().bindings;
  return index < bindings.size() ? bindings[index].value : nullptr;
}
PrimFuncRef kernelOf(const ParsedModule& parsed) { return parsed.module.functions.at(0).prim(); }
/// The value that the only statement of a kernel stores.
PrimExpr storedValue(const std::string& expression, const char* target = "C[0]") {
  const ParsedModule parsed = parseModule(kernelSource(fmt::format("{} = {}\n", target, expression)));
  EXPECT_EQ(diagnosticsText("t", kernelSource(fmt::format("{} = {}\n", target, expression)), parsed.diagnostics), "");
  if (parsed.hasErrors() || kernelOf(parsed)->body.size() != 1) return nullptr;
  return kernelOf(parsed)->body[0]->value;
}

/// An expression with all its brackets.
std::string tree(const syntax::Syntax& node) {
  using syntax::Symbol;
  using syntax::SyntaxKind;
  const auto join = [&](size_t from) {
    std::string out;
    for (size_t i = from; i < node.items.size(); ++i)
      out += (i == from ? "" : " ") + (node.items[i] == nullptr ? "_" : tree(*node.items[i]));
    for (const auto& one : node.keywords) out += fmt::format(" {}={}", one.name, tree(*one.value));
    return out;
  };
  switch (node.kind) {
    case SyntaxKind::Name: return std::string(node.text);
    case SyntaxKind::Int: return std::to_string(node.number);
    case SyntaxKind::Float: return fmt::format("{}", node.real);
    case SyntaxKind::Text: return fmt::format("'{}'", node.text);
    case SyntaxKind::Unary:
      return fmt::format("({} {})",
                         node.symbol == Symbol::Not     ? "not"
                         : node.symbol == Symbol::Minus ? "-"
                         : node.symbol == Symbol::Tilde ? "~"
                                                        : "+",
                         tree(*node.items[0]));
    case SyntaxKind::Binary: return fmt::format("[{} {}]", static_cast<int>(node.symbol), join(0));
    case SyntaxKind::Call: return fmt::format("{}<{}>", tree(*node.items[0]), join(1));
    case SyntaxKind::Subscript: return fmt::format("{}@{{{}}}", tree(*node.items[0]), join(1));
    case SyntaxKind::Tuple: return fmt::format("({})", join(0));
    case SyntaxKind::List: return fmt::format("[{}]", join(0));
    case SyntaxKind::Dict: return fmt::format("{{{}}}", join(0));
    case SyntaxKind::Slice: return fmt::format("slice({})", join(0));
    default: return "?";
  }
}
std::string treeOf(const std::string& text) {
  DiagnosticSink sink;
  syntax::LogicalLine line;
  syntax::LineReader lines(text, sink);
  syntax::SyntaxPool pool;
  if (!lines.next(line)) return "no line";
  syntax::SyntaxReader reader(line, pool, sink);
  const syntax::Syntax* value = reader.expressionList();
  if (value == nullptr || !reader.expectEnd()) return "error: " + sink.take().at(0).message;
  return tree(*value);
}
std::string op(syntax::Symbol symbol, const std::string& operands) {
  return fmt::format("[{} {}]", static_cast<int>(symbol), operands);
}

// ---- lexer ----

TEST(ParserLexer, LinesIndentationAndComments) {
  DiagnosticSink sink;
  syntax::LineReader reader("# c\n\na = 1  # d\n\tb(\n  # e\n  2,\n)\nc \\\n  = 3\n", sink);
  syntax::LogicalLine line;
  std::vector<std::string> seen;
  while (reader.next(line)) {
    std::string text = std::to_string(line.indent);
    for (const auto& token : line.tokens) text += " " + std::string(token.text);
    seen.push_back(text);
  }
  EXPECT_EQ(seen, (std::vector<std::string>{"0 a = 1 ", "8 b ( 2 , ) ", "0 c = 3 "}));
  EXPECT_EQ(sink.size(), 0U);
}

TEST(ParserLexer, PlacesCountCodePoints) {
  DiagnosticSink sink;
  syntax::LineReader reader("x\n\té = \"ö\" + b\r\n", sink);
  syntax::LogicalLine line;
  ASSERT_TRUE(reader.next(line));
  ASSERT_TRUE(reader.next(line));
  ASSERT_EQ(line.tokens.size(), 6U);
  EXPECT_EQ(line.tokens[0].span.column, 2U);
  EXPECT_EQ(line.tokens[2].span.column, 6U);
  EXPECT_EQ(line.tokens[2].span.endColumn, 9U);
  EXPECT_EQ(line.tokens[4].span.column, 12U);
  EXPECT_EQ(line.tokens[4].span.line, 2U);
}

TEST(ParserLexer, StringsAndNumbers) {
  EXPECT_EQ(treeOf(R"("a\n\"\x41\u00e9\q")"), "'a\n\"A\xC3\xA9\\q'");
  EXPECT_EQ(treeOf(R"(r"a\n" 'b')"), "'a\\nb'");
  EXPECT_EQ(treeOf("\"\"\"a\n\"b\"\"\""), "'a\n\"b'");
  EXPECT_EQ(treeOf("[0x1F, 0b11, 0o17, 1_000, .5, 1., 1e-05, 2E3]"), "[31 3 15 1000 0.5 1 1e-05 2000]");
  EXPECT_EQ(treeOf("12ab"), "error: 12ab is no number");
  EXPECT_EQ(treeOf("'abc"), "error: this string is never closed");
  EXPECT_EQ(treeOf("\"\\N{x}\""), "error: this escape of a string is not read");
  EXPECT_EQ(treeOf("a ? b"), "error: unexpected character ?");
  EXPECT_EQ(treeOf("f'x'"), "error: strings with the prefix f are not read");
}

TEST(ParserLexer, UnclosedBracketEndsWhereAStatementBegins) {
  EXPECT_EQ(problems(relaxSource("a = R.add(x, (x\nb = y\nreturn x\n")),
            "6:22 parse: this bracket is never closed\n7:13 unknown-name: y is not defined\n");
}

// ---- expressions ----

TEST(ParserExpressions, Precedence) {
  using syntax::Symbol;
  const std::string product = op(Symbol::Star, "b c");
  EXPECT_EQ(treeOf("a + b * c"), op(Symbol::Plus, "a " + product));
  EXPECT_EQ(treeOf("a - b - c"), op(Symbol::Minus, op(Symbol::Minus, "a b") + " c"));
  EXPECT_EQ(treeOf("a // b % c"), op(Symbol::Percent, op(Symbol::FloorDivide, "a b") + " c"));
  EXPECT_EQ(treeOf("-a * b"), op(Symbol::Star, "(- a) b"));
  EXPECT_EQ(treeOf("(a + b) * c"), op(Symbol::Star, op(Symbol::Plus, "a b") + " c"));
  EXPECT_EQ(
      treeOf("a | b ^ c & d << e"),
      op(Symbol::Bar, "a " + op(Symbol::Caret, "b " + op(Symbol::Ampersand, "c " + op(Symbol::ShiftLeft, "d e")))));
  EXPECT_EQ(treeOf("not a < b and c or d"),
            op(Symbol::Or, op(Symbol::And, "(not " + op(Symbol::Less, "a b") + ") c") + " d"));
  EXPECT_EQ(treeOf("a or b and c"), op(Symbol::Or, "a " + op(Symbol::And, "b c")));
  EXPECT_EQ(treeOf("a < b < c"), "error: a chain of comparisons is not read: join two comparisons with and");
}

TEST(ParserExpressions, Forms) {
  EXPECT_EQ(treeOf("R.nn.f(a, (), (b,), [c, d,], k={'x': 1})[2]"), "R.nn.f<a () (b) [c d] k={'x' 1}>@{2}");
  EXPECT_EQ(treeOf("A[i, 0:n, :, j:]"), "A@{i slice(0 n) slice(_ _) slice(j _)}");
  EXPECT_EQ(treeOf("A[()]"), "A@{}");
  EXPECT_EQ(treeOf("A[(i, j)]"), "A@{i j}");
  EXPECT_EQ(treeOf("a, b"), "(a b)");
  EXPECT_EQ(treeOf("R . add(a)"), "R.add<a>");
  EXPECT_EQ(treeOf("f(a=1, a=2)"), "error: the argument a is given twice");
  EXPECT_EQ(treeOf("f(a=1, 2)"), "error: this argument needs a name, as the one before it has one");
  EXPECT_EQ(treeOf("f(*a)"), "error: arguments behind a star are not read: write them out");
  EXPECT_EQ(treeOf("(a"), "error: this bracket is never closed");
  EXPECT_EQ(treeOf("(a]"), "error: expected ',' or ')', not ']'");
  EXPECT_EQ(treeOf("a +"), "error: expected an expression, not the end of the line");
  EXPECT_EQ(treeOf("lambda x: x"), "error: lambda is not read here");
}

// ---- Relax ----

TEST(ParserRelax, FunctionsAndTypes) {
  const std::string source = R"(# a comment
from tvm.script import relax as R
n = TypeVar("n")
@I.ir_module
class Other:
    I.module_attrs({"device_num": 2})
    @R.function(private=True, pure=False)
    def main(x: R.Tensor((n, "m * 2"), dtype="float32"), y: R.Tensor(("m",), "int8"), s: R.Shape([n, 3]), t: R.Tuple(R.Any, R.Object), f: R.Callable((R.Tensor,), R.Tensor(ndim=2), False), k: T.int64, p: R.Prim("float32"), u: R.Shape(ndim=2), v: R.Tensor("int32", ndim=1)) -> R.Tuple:
        R.func_attr({"num_input": 1, "tir.x": True, "tir_var_upper_bound": {"n": 64}, "l": [1, -2.5, "s", None]})
        return ()
)";
  const ParsedModule parsed = parseModule(source);
  ASSERT_EQ(diagnosticsText("t", source, parsed.diagnostics), "");
  EXPECT_EQ(parsed.module.name, "Other");
  EXPECT_EQ(parsed.module.typeVars, std::vector<std::string>{"n"});
  EXPECT_EQ(std::get<int64_t>(findAttribute(parsed.module.attributes, "device_num")->value), 2);
  const FunctionRef function = mainOf(parsed);
  EXPECT_TRUE(function->isPrivate);
  EXPECT_FALSE(function->pure);
  ASSERT_EQ(function->params.size(), 9U);
  const Type& x = *function->params[0]->type;
  EXPECT_EQ(x.kind, TypeKind::Tensor);
  EXPECT_EQ(x.ndim, 2);
  EXPECT_EQ((*x.dims)[1]->op, PrimOp::Mul);
  EXPECT_EQ((*x.dims)[1]->operands[0]->var, (*function->params[1]->type->dims)[0]->var) << "one symbol m";
  EXPECT_EQ((*x.dims)[0]->var, (*function->params[2]->type->dims)[0]->var) << "one symbol n";
  EXPECT_EQ(function->params[3]->type->fields.size(), 2U);
  EXPECT_EQ(function->params[4]->type->kind, TypeKind::Callable);
  EXPECT_FALSE(function->params[4]->type->pure);
  EXPECT_EQ(function->params[5]->type->kind, TypeKind::Prim);
  ASSERT_NE(function->params[5]->symbol, nullptr);
  EXPECT_EQ(function->params[5]->symbol->name, "k");
  EXPECT_EQ(function->params[6]->type->dtype.name(), "float32");
  EXPECT_EQ(function->params[7]->type->ndim, 2);
  EXPECT_EQ(function->params[8]->type->dtype, kInt32Type);
  EXPECT_FALSE(function->params[8]->type->dims.has_value());
  EXPECT_TRUE(isVoid(function->result));
  EXPECT_NE(findAttribute(function->attributes, "tirx.x"), nullptr);
  const auto& list = std::get<std::vector<Attribute>>(findAttribute(function->attributes, "l")->value);
  EXPECT_EQ(std::get<double>(list[1].value), -2.5);
  EXPECT_EQ(function->body->result->kind, ExprKind::Tuple);
}

TEST(ParserRelax, CallsKeepTheirParts) {
  const std::string source = relaxSource(R"(cls = Module
a = R.call_tir(cls.f, x, out_ty=R.Tensor((n, 4), "float32"))
b = R.call_tir(cls.f, (a, n), out_sinfo=[R.Tensor((n,), "int8"), R.Tensor((4,), "int8")], tir_vars=R.shape([n, 4]))
c = R.call_tir_inplace(cls.f, (x,), inplace_indices=[0], out_ty=R.Tensor((n, 4), "float32"))
d = R.call_dps_packed("g.h", (x, 3), R.Tensor((n,), "int8"))
e: R.Any = R.call_packed("p", R.str("s"), 3, R.dtype("int8"), sinfo_args=(R.Any,))
g = R.call_builtin_with_ctx("vm.b", (x,), ty_args=(R.Any,))
h = R.nn.softmax(x, axis=-1, out_dtype=None)
i = cls.main(R.nn.relu(x))
j = R.vm.alloc_storage(R.shape([n * 4]), 0, R.dtype("uint8"), R.str("global"))
R.print(x, format="v")
l = R.reshape(x, (4, n))
m = b[1]
return R.null_value(), m
)") + "    @T.prim_func(s_tir=True)\n    def f(A: T.Buffer((n,), \"int8\")):\n        A[0] = 1\n";
  const ParsedModule parsed = parseModule(source);
  ASSERT_EQ(diagnosticsText("t", source, parsed.diagnostics), "");
  const ExprRef a = valueOf(parsed, 0), b = valueOf(parsed, 1), c = valueOf(parsed, 2);
  ASSERT_TRUE(isCallOf(a, "relax.call_tir"));
  EXPECT_EQ(a->operands[0]->kind, ExprKind::Global);
  EXPECT_EQ(a->operands[0]->text, "f");
  EXPECT_EQ(a->operands[1]->kind, ExprKind::Tuple);
  ASSERT_EQ(b->typeArgs.size(), 1U);
  EXPECT_EQ(b->typeArgs[0]->fields.size(), 2U);
  EXPECT_EQ(b->operands[1]->operands.size(), 4U) << "a, n and the two of tir_vars";
  EXPECT_EQ(b->operands[1]->operands[1]->kind, ExprKind::Prim);
  EXPECT_NE(findAttribute(c->attributes, "inplace_indices"), nullptr);
  const ExprRef d = valueOf(parsed, 3), e = valueOf(parsed, 4), g = valueOf(parsed, 5);
  EXPECT_EQ(d->operands[0]->kind, ExprKind::Extern);
  EXPECT_EQ(d->typeArgs[0]->kind, TypeKind::Tensor);
  ASSERT_NE(packedCallee(e), nullptr);
  EXPECT_EQ(*packedCallee(e), "p");
  ASSERT_EQ(e->operands.size(), 3U);
  EXPECT_EQ(e->operands[0]->kind, ExprKind::Text);
  EXPECT_EQ(e->operands[1]->prim->type, kInt64Type);
  EXPECT_EQ(e->operands[2]->dtype.name(), "int8");
  EXPECT_EQ(e->type->kind, TypeKind::Any);
  EXPECT_TRUE(isCallOf(g, "relax.call_builtin_with_ctx"));
  EXPECT_EQ(g->operands[0]->kind, ExprKind::Extern);
  const ExprRef h = valueOf(parsed, 6), i = valueOf(parsed, 7), j = valueOf(parsed, 8);
  EXPECT_EQ(std::get<int64_t>(findAttribute(h->attributes, "axis")->value), -1);
  EXPECT_TRUE(std::holds_alternative<std::monostate>(findAttribute(h->attributes, "out_dtype")->value));
  EXPECT_EQ(i->callee->text, "main");
  EXPECT_TRUE(isCallOf(i->operands[0], "relax.nn.relu")) << "nested calls stay in place";
  EXPECT_TRUE(isCallOf(j, "relax.vm.alloc_storage"));
  EXPECT_EQ(j->operands[0]->dims.size(), 1U);
  EXPECT_EQ(mainOf(parsed)->body->blocks[0].bindings[9].var->name, "_");
  EXPECT_EQ(valueOf(parsed, 9)->operands[0]->text, "v") << "the format comes first";
  EXPECT_EQ(valueOf(parsed, 10)->operands[1]->kind, ExprKind::Shape);
  EXPECT_EQ(valueOf(parsed, 11)->index, 1);
  EXPECT_EQ(mainOf(parsed)->body->result->operands.size(), 2U);
}

TEST(ParserRelax, BindingsHaveSpansAndAnnotations) {
  const std::string source = relaxSource("a: R.Any = R.add(x, x)\nb = a\nreturn b\n");
  const ParsedModule parsed = parseModule(source);
  ASSERT_FALSE(parsed.hasErrors());
  const auto& bindings = mainOf(parsed)->body->blocks[0].bindings;
  EXPECT_TRUE(bindings[0].annotated);
  EXPECT_EQ(bindings[0].var->type->kind, TypeKind::Any);
  EXPECT_EQ(bindings[0].span.line, 6U);
  EXPECT_EQ(bindings[0].span.column, 9U);
  EXPECT_EQ(bindings[0].span.endColumn, 31U);
  EXPECT_EQ(bindings[0].value->span.column, 20U);
  EXPECT_EQ(bindings[0].value->operands[1]->span.column, 29U);
  EXPECT_FALSE(bindings[1].annotated);
  EXPECT_EQ(bindings[1].var->type, nullptr);
  EXPECT_EQ(bindings[1].value->var, bindings[0].var);
}

TEST(ParserRelax, DataflowBlocks) {
  const std::string source = relaxSource(R"(a = R.exp(x)
with R.dataflow():
    b = R.exp(a)
    c = R.exp(b)
    R.output(c)
d = R.exp(c)
return d
)");
  const ParsedModule parsed = parseModule(source);
  ASSERT_EQ(diagnosticsText("t", source, parsed.diagnostics), "");
  const auto& blocks = mainOf(parsed)->body->blocks;
  ASSERT_EQ(blocks.size(), 3U);
  EXPECT_FALSE(blocks[0].dataflow);
  EXPECT_TRUE(blocks[1].dataflow);
  EXPECT_TRUE(blocks[1].bindings[0].var->dataflow);
  EXPECT_FALSE(blocks[1].bindings[1].var->dataflow);
  EXPECT_EQ(blocks[2].bindings[0].value->operands[0]->var, blocks[1].bindings[1].var);
}

TEST(ParserRelax, IfBindsTheLastNameOfItsArms) {
  const std::string source = relaxSource(R"(if c:
    a = R.exp(x)
    y = a
else:
    if c:
        y2 = x
    else:
        y2 = R.exp(x)
    y = y2
return y
)",
                                         "c: R.Tensor((), \"bool\"), x: R.Tensor((4,), \"float32\")");
  const ParsedModule parsed = parseModule(source);
  ASSERT_EQ(diagnosticsText("t", source, parsed.diagnostics), "");
  const Binding& binding = mainOf(parsed)->body->blocks[0].bindings[0];
  EXPECT_EQ(binding.var->name, "y");
  ASSERT_EQ(binding.value->kind, ExprKind::If);
  EXPECT_EQ(binding.value->operands[0]->var, mainOf(parsed)->params[0]);
  const Seq& yes = *binding.value->thenSeq;
  ASSERT_EQ(yes.blocks[0].bindings.size(), 2U);
  EXPECT_EQ(yes.result->var, yes.blocks[0].bindings[1].var);
  const Seq& no = *binding.value->elseSeq;
  EXPECT_EQ(no.blocks[0].bindings[0].value->kind, ExprKind::If);
  EXPECT_EQ(no.blocks[0].bindings[1].value->var, no.blocks[0].bindings[0].var);
  EXPECT_EQ(mainOf(parsed)->body->result->var, binding.var);
}

TEST(ParserRelax, LocalFunctionsShareSymbols) {
  const std::string source = relaxSource(R"(@R.function
def inner(z: R.Tensor((n,), "float32")) -> R.Tensor((n,), "float32"):
    w: R.Tensor((n,), "float32") = inner(z)
    return w

return inner
)");
  const ParsedModule parsed = parseModule(source);
  ASSERT_EQ(diagnosticsText("t", source, parsed.diagnostics), "");
  const Binding& binding = mainOf(parsed)->body->blocks[0].bindings[0];
  ASSERT_EQ(binding.value->kind, ExprKind::Function);
  const Function& inner = *binding.value->function;
  EXPECT_EQ((*inner.params[0]->type->dims)[0]->var, (*mainOf(parsed)->params[0]->type->dims)[0]->var);
  EXPECT_EQ(inner.body->blocks[0].bindings[0].value->callee->var, binding.var);
  EXPECT_EQ(mainOf(parsed)->body->result->var, binding.var);
}

TEST(ParserRelax, ScalarsAreSymbolsOfShapes) {
  const std::string source = relaxSource(R"(p, q = T.int64(), T.int64()
a: R.Tensor((p, q), "float32") = R.match_cast(x, R.Tensor((p, q), "float32"))
s: T.int64 = R.prim_value(k * 2 + p)
t = R.shape([s, k, q])
return t
)",
                                         "x: R.Tensor(ndim=2), k: T.int64");
  const ParsedModule parsed = parseModule(source);
  ASSERT_EQ(diagnosticsText("t", source, parsed.diagnostics), "");
  const auto& bindings = mainOf(parsed)->body->blocks[0].bindings;
  ASSERT_EQ(bindings.size(), 3U);
  ASSERT_NE(bindings[0].cast, nullptr);
  const PrimVarRef p = (*bindings[0].cast->dims)[0]->var;
  EXPECT_EQ(bindings[1].value->prim->operands[1]->var, p);
  ASSERT_NE(bindings[1].var->symbol, nullptr);
  const std::vector<PrimExpr>& dims = bindings[2].value->dims;
  EXPECT_EQ(dims[0]->var, bindings[1].var->symbol);
  EXPECT_EQ(dims[1]->var, mainOf(parsed)->params[1]->symbol);
  EXPECT_NE(dims[2]->var, p);
}

TEST(ParserRelax, Constants) {
  const std::string source = relaxSource(R"(a = R.const(2.5, "float32")
b = R.const([[1, 2], [-3, 4]], "int16")
c = R.const(True)
d = R.const(0.5, "float16")
e = metadata["relax.expr.Constant"][3]
return a
)");
  ParseOptions options;
  const auto tensor = std::make_shared<const TensorConstant>();
  options.constant = [&](size_t index) { return index == 3 ? tensor : nullptr; };
  const ParsedModule parsed = parseModule(source, options);
  ASSERT_EQ(diagnosticsText("t", source, parsed.diagnostics), "");
  EXPECT_EQ(valueOf(parsed, 0)->constant->data.text(), std::string("\0\0\x20\x40", 4));
  EXPECT_EQ(valueOf(parsed, 1)->constant->shape, (std::vector<int64_t>{2, 2}));
  EXPECT_EQ(valueOf(parsed, 1)->constant->data.text(), std::string("\1\0\2\0\xFD\xFF\4\0", 8));
  EXPECT_EQ(valueOf(parsed, 2)->constant->dtype, kBoolType);
  EXPECT_EQ(valueOf(parsed, 3)->constant->data.text(), std::string("\0\x38", 2));
  EXPECT_EQ(valueOf(parsed, 4)->constant, tensor);
  const std::string missing = relaxSource("return metadata[\"ir.GenericConst\"][1]\n");
  ASSERT_EQ(parseModule(missing, options).diagnostics.size(), 1U);
  EXPECT_EQ(parseModule(missing, options).diagnostics[0].message, "the constants have no number 1");
  EXPECT_FALSE(parseModule(missing).hasErrors()) << "without constants only the number is known";
}

// ---- TIR ----

TEST(ParserTir, BlocksAndAxes) {
  const std::string source = R"(n = TypeVar("n")
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def f(A: T.Buffer((n, T.int64(4)), "float32"), B: T.Buffer((n,), "float32")):
        T.func_attr({"tirx.noalias": True})
        # with T.sblock("root"):
        S = T.sblock_alloc_buffer((n,), "float16", scope="shared")
        for i, j in T.grid(n, T.int64(4)):
            with T.sblock("sum"):
                vi, vj = T.axis.remap("SR", [i, j])
                T.where(i * T.int64(2) < n)
                T.reads(A[vi, 0:4])
                T.writes(B[vi])
                T.sblock_attr({"axis": 1})
                with T.init():
                    B[vi] = T.float32(0.0)
                B[vi] = B[vi] + A[vi, vj]
        for t in T.thread_binding(T.int64(8), thread="threadIdx.x", annotations={"pragma": 1}):
            with T.block("old"):
                v = T.axis.spatial((T.int64(2), T.int64(10)), t + T.int64(2))
                B[v] = S[v]
)";
  const ParsedModule parsed = parseModule(source);
  ASSERT_EQ(diagnosticsText("t", source, parsed.diagnostics), "");
  const PrimFuncRef function = kernelOf(parsed);
  EXPECT_TRUE(function->isPrivate);
  EXPECT_TRUE(isTrue(function->attributes, "tirx.noalias"));
  ASSERT_EQ(function->symbols.size(), 1U);
  ASSERT_EQ(function->allocations.size(), 1U);
  EXPECT_EQ(function->allocations[0]->scope, "shared");
  EXPECT_EQ(function->allocations[0]->type.name(), "float16");
  ASSERT_EQ(function->body.size(), 2U);
  const TirStmt& outer = *function->body[0];
  ASSERT_EQ(outer.kind, TirKind::For);
  const TirStmt& inner = *outer.body.at(0);
  const TirStmt& block = *inner.body.at(0);
  ASSERT_EQ(block.kind, TirKind::Block);
  EXPECT_EQ(block.name, "sum");
  ASSERT_EQ(block.axes.size(), 2U);
  EXPECT_FALSE(block.axes[0].reduce);
  EXPECT_TRUE(block.axes[1].reduce);
  EXPECT_EQ(block.axes[1].value->var, inner.var);
  EXPECT_EQ(block.axes[0].extent->var, function->symbols[0]);
  EXPECT_NE(block.predicate, nullptr);
  EXPECT_TRUE(block.statesReads && block.statesWrites && block.hasInit);
  EXPECT_TRUE(isInt(block.reads[0].ranges[1].second, 4));
  EXPECT_TRUE(isInt(block.reads[0].ranges[0].second, 1));
  EXPECT_EQ(block.init.size(), 1U);
  EXPECT_EQ(block.body.size(), 1U);
  EXPECT_EQ(block.annotations.size(), 1U);
  const TirStmt& threads = *function->body[1];
  EXPECT_EQ(threads.loop, LoopKind::ThreadBinding);
  EXPECT_EQ(threads.thread, "threadIdx.x");
  const Axis& axis = threads.body[0]->axes.at(0);
  EXPECT_TRUE(isInt(axis.begin, 2));
  EXPECT_TRUE(isInt(axis.extent, 8));
  const PrimExpr& stored = threads.body[0]->body[0]->value;
  EXPECT_EQ(stored->op, PrimOp::Cast) << "float16 into float32";
}

TEST(ParserTir, LiteralsTakeTheOtherType) {
  EXPECT_EQ(storedValue("B[0] + 1", "B[0]")->operands[1]->type, kInt32Type);
  EXPECT_EQ(storedValue("C[0] + 1")->operands[1]->type, kInt64Type);
  EXPECT_EQ(storedValue("A[0] * 2", "A[0]")->operands[1]->op, PrimOp::Float);
  EXPECT_EQ(storedValue("1", "A[0]")->real, 1.0);
  EXPECT_EQ(storedValue("5000000000")->number, 5000000000);
  EXPECT_EQ(storedValue("B[0]")->op, PrimOp::Cast);
  EXPECT_EQ(storedValue("B[0] + C[0]")->operands[0]->op, PrimOp::Cast);
  EXPECT_EQ(storedValue("True", "D[0]")->type, kBoolType);
  EXPECT_EQ(storedValue("T.Select(D[0], 1, C[0])")->operands[1]->type, kInt64Type);
  EXPECT_EQ(storedValue("T.max(A[0], 0)", "A[0]")->operands[1]->op, PrimOp::Float);
  EXPECT_EQ(storedValue("T.exp(A[0]) * 2.5", "A[0]")->operands[1]->type.name(), "float32");
  EXPECT_EQ(storedValue("T.float32(\"-inf\")", "A[0]")->real, -std::numeric_limits<double>::infinity());
  EXPECT_EQ(storedValue("T.float32(-340282346638528859811704183484516925440)", "A[0]")->real, -3.4028234663852886e38);
  EXPECT_EQ(storedValue("-(2 + 3) * 4")->number, -20);
  EXPECT_EQ(storedValue("-9223372036854775808")->number, std::numeric_limits<int64_t>::min());
  EXPECT_EQ(storedValue("-B[0]", "B[0]")->op, PrimOp::Mul) << "as TVM: times -1";
  EXPECT_EQ(storedValue("B[0] + k", "B[0]")->operands[1]->var->name, "k");
  EXPECT_EQ(storedValue("T.int64(3) + T.int32(4)")->number, 7);
}

TEST(ParserTir, Functions) {
  EXPECT_EQ(storedValue("T.exp(A[0])", "A[0]")->text, "exp");
  EXPECT_EQ(storedValue("T.abs(A[0])", "A[0]")->text, "fabs");
  EXPECT_EQ(storedValue("T.abs(B[0])", "B[0]")->op, PrimOp::Select);
  EXPECT_EQ(storedValue("T.pow(A[0], 2)", "A[0]")->operands[1]->real, 2.0);
  EXPECT_EQ(storedValue("T.isnan(A[0])", "D[0]")->type, kBoolType);
  EXPECT_EQ(storedValue("T.clz(C[0])", "B[0]")->type, kInt32Type);
  EXPECT_EQ(storedValue("T.truncmod(B[0], 3)", "B[0]")->op, PrimOp::TruncMod);
  EXPECT_EQ(storedValue("T.ceildiv(B[0], 3)", "B[0]")->op, PrimOp::FloorDiv);
  EXPECT_EQ(storedValue("T.bitwise_and(B[0], 255) | B[0] << 2", "B[0]")->op, PrimOp::BitOr);
  EXPECT_EQ(storedValue("T.Cast(\"int64\", B[0] < 3)")->operands[0]->op, PrimOp::Less);
  EXPECT_EQ(storedValue("T.reinterpret(\"int32\", A[0])", "B[0]")->op, PrimOp::Reinterpret);
  EXPECT_EQ(storedValue("T.if_then_else(B[0] == -7, 1, 0 - B[0])", "B[0]")->op, PrimOp::IfThenElse);
  EXPECT_EQ(storedValue("not (B[0] >= 0 or D[0]) and D[0]", "D[0]")->op, PrimOp::And);
  EXPECT_EQ(storedValue("T.likely(D[0])", "D[0]")->text, "likely");
}

TEST(ParserTir, StatementsAndHandles) {
  const std::string source = R"(@I.ir_module
class Module:
    @T.prim_func
    def f(a: T.handle, k: T.int64) -> T.int64:
        m = T.int64()
        A = T.match_buffer(a, (m, k), "int32")
        x: T.let[T.int32] = 3
        y = A[0, 0] + x
        for i in range(2, 5):
            for j in T.unroll(4):
                A[i, j] = y
        if k < 3:
            A[0, 0] = 1
        elif k < 5:
            A[0, 0] = 2
        else:
            T.evaluate(0)
        return k * 2
)";
  const ParsedModule parsed = parseModule(source);
  ASSERT_EQ(diagnosticsText("t", source, parsed.diagnostics), "");
  const PrimFuncRef function = kernelOf(parsed);
  EXPECT_EQ(function->result, kInt64Type);
  EXPECT_EQ(function->params[0].handleName, "a");
  ASSERT_NE(function->params[0].buffer, nullptr);
  EXPECT_EQ(function->params[0].buffer->shape[1]->var, function->params[1].var) << "k is the parameter";
  ASSERT_EQ(function->symbols.size(), 1U);
  EXPECT_EQ(function->symbols[0]->name, "m");
  ASSERT_EQ(function->body.size(), 5U);
  EXPECT_EQ(function->body[0]->kind, TirKind::Let);
  EXPECT_EQ(function->body[1]->value->operands[1]->var, function->body[0]->var);
  EXPECT_TRUE(isInt(function->body[2]->begin, 2));
  EXPECT_TRUE(isInt(function->body[2]->extent, 3));
  EXPECT_EQ(function->body[2]->body[0]->loop, LoopKind::Unrolled);
  EXPECT_EQ(function->body[3]->otherwise[0]->otherwise[0]->kind, TirKind::Evaluate);
  EXPECT_EQ(function->body[4]->kind, TirKind::Return);
}

// ---- errors ----

TEST(ParserErrors, TextWithCarets) {
  const std::string source = relaxSource("a = R.add(x, yy)\nreturn a\n");
  EXPECT_EQ(diagnosticsText("dir/m.py", source, parseModule(source).diagnostics),
            "dir/m.py:6:22: error: yy is not defined [unknown-name]\n"
            "            a = R.add(x, yy)\n"
            "                         ^^\n");
  const std::string tabs =
      "n = TypeVar(\"n\")\n@I.ir_module\nclass Module:\n\t@R.function\n\tdef main(x: R.Any):\n\t\treturn é\n";
  EXPECT_EQ(diagnosticsText("m", tabs, parseModule(tabs).diagnostics),
            "m:6:10: error: é is not defined [unknown-name]\n"
            "      return é\n"
            "             ^\n");
}

TEST(ParserErrors, NotesNameThePlace) {
  const std::string source =
      relaxSource("with R.dataflow():\n    aa = R.exp(x)\n    b = aa\n    R.output(b)\nreturn aa\n");
  EXPECT_EQ(diagnosticsText("m", source, parseModule(source).diagnostics),
            "m:10:16: error: aa is no output of its dataflow block [unknown-name]\n"
            "            return aa\n"
            "                   ^^\n"
            "m:7:13: note: defined here\n"
            "                aa = R.exp(x)\n"
            "                ^^\n");
  const std::string nearest = relaxSource("cls = Module\na = cls.mian(x)\nreturn a\n");
  EXPECT_EQ(diagnosticsText("m", nearest, parseModule(nearest).diagnostics),
            "m:7:13: error: the module has no function mian [unknown-name]\n"
            "            a = cls.mian(x)\n"
            "                ^^^^^^^^\n"
            "m: note: did you mean main?\n");
}

TEST(ParserErrors, EachCodeOfRelax) {
  EXPECT_EQ(problems(relaxSource("a = = x\nreturn x\n")), "6:13 parse: expected an expression, not '='\n");
  EXPECT_EQ(problems(relaxSource("x\nreturn x\n")), "6:9 parse: an expression alone does nothing: bind it to a name\n");
  EXPECT_EQ(problems(relaxSource("a = x\n")), "5:9 parse: the function main has no return\n");
  EXPECT_EQ(problems(relaxSource("return x\na = x\n")), "7:9 parse: this statement follows a return\n");
  EXPECT_EQ(problems(relaxSource("a = y\nreturn x\n")), "6:13 unknown-name: y is not defined\n");
  EXPECT_EQ(problems(relaxSource("a: R.Tensr((4,)) = x\nreturn x\n")), "6:12 type: R.Tensr is no type\n");
  EXPECT_EQ(problems(relaxSource("a = x + x\nreturn x\n")),
            "6:13 type: x is no scalar: arithmetic of tensors is written with R.add and the like\n"
            "6:17 type: x is no scalar: arithmetic of tensors is written with R.add and the like\n");
  EXPECT_EQ(problems(relaxSource("a: R.Tensor((4, 5), ndim=3) = x\nreturn x\n")),
            "6:12 shape: ndim is 3, but there are 2 extents\n");
  EXPECT_EQ(problems(relaxSource("a: R.Tensor((-4,)) = x\nreturn x\n")), "6:22 shape: an extent is not negative: -4\n");
  EXPECT_EQ(problems(relaxSource("a = R.call_tir(x)\nreturn x\n")),
            "6:13 arity: R.call_tir takes 2 to 4 arguments, not 1\n");
  EXPECT_EQ(problems(relaxSource("a = R.dtype(\"floot32\")\nreturn x\n")),
            "6:21 dtype: unknown dtype floot32: did you mean float32?\n");
  EXPECT_EQ(problems(relaxSource("for i in x:\n    b = zz\nreturn x\n")),
            "6:9 unsupported: for is not read in a Relax function\n");
  EXPECT_EQ(problems(relaxSource("a: R.Tensor((m,)) = x\nb: R.Tensor((m,)) = x\nreturn x\n")),
            "6:22 symbol-undefined: m is no symbol\n")
      << "once for each name";
  EXPECT_EQ(problems(relaxSource("a: R.Tensor((\"m + 1\",)) = x\nreturn x\n")),
            "6:23 symbol-undefined: the value of m is not known here\n");
}

TEST(ParserErrors, EachCodeOfKernels) {
  EXPECT_EQ(problems(kernelSource("A[0] = \n")), "6:16 parse: expected an expression, not the end of the line\n");
  EXPECT_EQ(problems(kernelSource("A[0] = z\n")), "6:16 unknown-name: z is not defined\n");
  EXPECT_EQ(problems(kernelSource("A[0] = B\n")), "6:16 type: B is a buffer: write its indices\n");
  EXPECT_EQ(problems(kernelSource("if B[0]:\n    A[0] = 1\n")), "6:12 type: a condition is bool, not int32\n");
  EXPECT_EQ(problems(kernelSource("A[0, 0] = 1\n")), "6:9 arity: A has 1 dimension, not 2\n");
  EXPECT_EQ(problems(kernelSource("A[0] = T.max(A[0])\n")), "6:16 arity: T.max takes 2 arguments, not 1\n");
  EXPECT_EQ(problems(kernelSource("B[0] = B[0] / 2\n")),
            "6:16 dtype: / divides floats: write a // b, or T.truncdiv(a, b)\n");
  EXPECT_EQ(problems(kernelSource("B[0] = 5000000000\n")), "6:16 dtype: 5000000000 does not fit into int32\n");
  EXPECT_EQ(problems(kernelSource("A[0] = T.expp(A[0])\n")), "6:16 unsupported: T.expp is not read\n");
  EXPECT_EQ(problems(kernelSource("while D[0]:\n    A[0] = 1\nA[0] = zz\n")),
            "6:9 unsupported: while is not read in a kernel\n8:16 unknown-name: zz is not defined\n");
  EXPECT_EQ(problems(kernelSource(
                "for i in range(3):\n    with T.sblock(\"b\"):\n        v = T.axis.spatial(4, i)\n        A[v] = 1\n")),
            "8:17 shape: this axis has 4 values, its loop 3\n");
  EXPECT_EQ(problems(kernelSource("for i, j in T.grid(3):\n    A[i] = 1\n")),
            "6:21 arity: 2 loop variables for 1 extent\n");
  EXPECT_EQ(problems(kernelSource("T.reads(A[0])\n")),
            "6:9 parse: T.reads stands inside a block: with T.sblock(\"name\"):\n");
}

TEST(ParserErrors, AllOfAFileInOneRun) {
  const std::string source = R"(@I.ir_module
class Module:
    @R.function
    def a(x: R.Tensr, y: R.Any):
        b = R.add(x, q)
        c = R.add(b, x
        d: R.Any = R.exp(c)
        e = d e
            f = d
        return f

    @T.prim_func
    def k(A: T.Buffer((4,), "float31"), B: T.Buffer((4,), "int8")):
        for i in range(B):
            A[i] = nothing
        A[0] = 1
        B[0] = 300
    def g():
        pass
    @R.function
    def h(x: R.Any) -> R.Any:
        return x
)";
  EXPECT_EQ(problems(source),
            "4:14 type: R.Tensr is no type\n"
            "5:22 unknown-name: q is not defined\n"
            "6:18 parse: this bracket is never closed\n"
            "8:15 parse: expected the end of the line, not 'e'\n"
            "10:16 unknown-name: f is not defined\n"
            "13:29 dtype: unknown dtype float31: did you mean float32?\n"
            "14:24 type: B is a buffer: write its indices\n"
            "17:16 dtype: 300 does not fit into int8\n"
            "18:5 parse: a function of a module needs @R.function or @T.prim_func above it\n");
  const ParsedModule parsed = parseModule(source);
  EXPECT_EQ(parsed.module.functions.size(), 3U);
  const auto& bindings = parsed.module.find("a")->relax()->body->blocks[0].bindings;
  EXPECT_EQ(bindings[0].var->name, "b");
  EXPECT_EQ(bindings[0].value->kind, ExprKind::Error);
  EXPECT_EQ(bindings[0].var->type->kind, TypeKind::Any);
}

TEST(ParserErrors, If) {
  const std::string params = "c: R.Tensor((), \"bool\"), x: R.Any";
  EXPECT_EQ(problems(relaxSource("if c:\n    a = x\nelse:\n    b = x\nreturn x\n", params)),
            "7:13 parse: both arms of an if end with a binding of the same name, not a and b\n");
  EXPECT_EQ(problems(relaxSource("if c:\n    a = x\nreturn a\n", params)), "6:9 unsupported: an if without else\n");
  EXPECT_EQ(problems(relaxSource("if c:\n    return x\nelse:\n    a = x\nreturn x\n", params)),
            "7:13 unsupported: a return inside an if\n");
}

TEST(ParserErrors, NoMoreThanFiftyAreShown) {
  std::string body;
  for (int i = 0; i < 60; ++i) body += fmt::format("a{} = b{}\n", i, i);
  const std::string source = relaxSource(body + "return x\n");
  const ParsedModule parsed = parseModule(source);
  EXPECT_EQ(parsed.diagnostics.size(), 60U);
  const std::string text = diagnosticsText("m", source, parsed.diagnostics);
  EXPECT_TRUE(text.ends_with("m: 10 more messages\n"));
  EXPECT_NE(text.find("b49 is"), std::string::npos);
  EXPECT_EQ(text.find("b50 is"), std::string::npos);
}

TEST(ParserErrors, LongLinesAreCut) {
  std::string arguments;
  for (int i = 0; i < 200; ++i) arguments += "x, ";
  const std::string source = relaxSource("a = R.add(" + arguments + "zz)\nreturn x\n");
  const std::string text = diagnosticsText("m", source, parseModule(source).diagnostics);
  EXPECT_LT(text.size(), 500U);
  EXPECT_NE(text.find("..."), std::string::npos);
}

TEST(ParserLimits, ABackslashMayBeTheLastByte) {
  EXPECT_NE(problems("\"a\\"), "");
  EXPECT_NE(problems("'''a\\"), "");
  EXPECT_NE(problems("r\"a\\"), "");
}

TEST(ParserLimits, DepthAndSize) {
  const std::string deep(300, '('), closed(300, ')');
  EXPECT_EQ(problems(relaxSource("a = " + deep + "x" + closed + "\nreturn x\n")),
            "6:213 parse: brackets nest deeper than 200\n");
  std::string sum = "k";
  for (int i = 0; i < 300; ++i) sum += " + k";
  EXPECT_EQ(problems(kernelSource("B[0] = " + sum + "\n")), "6:16 parse: this expression nests deeper than 200\n");
  std::string nest;
  for (int i = 0; i < 300; ++i) nest += std::string(static_cast<size_t>(i), ' ') + "for i in range(2):\n";
  EXPECT_NE(problems(kernelSource(nest)).find("parse: blocks nest deeper than 200"), std::string::npos);
  EXPECT_EQ(problems(std::string(kMaxSourceBytes + 1, ' ')), "1:1 parse: the source is longer than 64 MiB\n");
  EXPECT_EQ(problems(""), "1:1 parse: there is no module here: @I.ir_module and a class\n");
}

// ---- corpus ----

TEST(ParserCorpus, EverySourceIsRead) {
  const std::vector<std::string> sources = corpusSources();
  ASSERT_GE(sources.size(), 18U);
  for (const std::string& path : sources) {
    const std::string text = fileText(path);
    EXPECT_EQ(diagnosticsText(path, text, parseModule(text).diagnostics), "");
  }
}

/// Any change of a text gives a module or errors, in bounded time, and never a crash.
TEST(ParserCorpus, MutationsAreSurvived) {
  const std::vector<std::string> sources = corpusSources();
  std::mt19937_64 random(53);
  const std::vector<std::string> pieces = {"(",
                                           ")",
                                           "[",
                                           "]",
                                           "\"",
                                           "'''",
                                           "\\",
                                           ":",
                                           ",",
                                           "\n",
                                           "    ",
                                           "=",
                                           "if x:\n",
                                           "else:\n",
                                           "return ",
                                           "@R.function\n",
                                           "def f(",
                                           "not ",
                                           "-",
                                           "T.grid(",
                                           "\xFF",
                                           "1e999",
                                           "99999999999999999999",
                                           "R.Tuple(",
                                           "with R.dataflow():\n",
                                           "None"};
  for (int run = 0; run < 2000; ++run) {
    std::string text = fileText(sources[random() % sources.size()]);
    for (uint64_t edits = 1 + random() % 6; edits > 0 && !text.empty(); --edits) {
      const size_t at = random() % text.size(), length = random() % 30;
      switch (random() % 4) {
        case 0: text[at] = static_cast<char>(random()); break;
        case 1: text.erase(at, length); break;
        case 2: text.insert(at, pieces[random() % pieces.size()]); break;
        default: text.insert(at, text.substr(random() % text.size(), length)); break;
      }
    }
    const ParsedModule parsed = parseModule(text);
    const std::string shown = diagnosticsText("m", text, parsed.diagnostics);
    ASSERT_EQ(shown.empty(), parsed.diagnostics.empty());
  }
}

}  // namespace
}  // namespace relaxscope::ir
