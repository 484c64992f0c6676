// SPDX-License-Identifier: Apache-2.0
// Structural comparison of modules: what is equal under renaming, and the place that a difference names.
#include "vmcore/ir/compare.h"

#include <gtest/gtest.h>

#include <functional>

#include "vmcore/ir/prim.h"

namespace relaxscope::ir {
namespace {

constexpr DataType kComparedFloat{static_cast<uint8_t>(TypeCode::Float), 32, 1};

/// What a test may vary in a Relax function `main(x: R.Tensor((n, 4)), k: T.int64)`.
struct ComparedFunction {
  std::string n = "n", x = "x", k = "k", y = "y";
  std::string operatorName = "relax.exp";
  PrimOp op = PrimOp::Mul;
  bool swapSymbols = false, splitBlock = false, dataflow = false, resultIsX = false, kAsSymbol = false;
  Attributes attributes = {{"a", Attribute{int64_t{1}}}, {"b", Attribute{std::string("s")}}};
  TypeRef typeArgument = nullptr;
};
Module comparedModule(const ComparedFunction& what) {
  const PrimVarRef n = makeVar(what.n), m = makeVar("m");
  const TypeRef type = tensorType(std::vector<PrimExpr>{varExpr(n), varExpr(m)}, kComparedFloat);
  const VarRef x = std::make_shared<Var>(Var{what.x, type, false, nullptr});
  const VarRef k = std::make_shared<Var>(Var{what.k, primType(kInt64Type), false, makeVar(what.k)});
  const VarRef y = std::make_shared<Var>(Var{what.y, type, false, nullptr});
  const VarRef z = std::make_shared<Var>(Var{"z", nullptr, false, nullptr});
  const PrimExpr extent = binary(what.op, varExpr(what.swapSymbols ? m : n), intImm(3));
  const ExprRef scalar = what.kAsSymbol ? primExpr(varExpr(k->symbol)) : varRef(k);
  std::vector<TypeRef> typeArguments;
  if (what.typeArgument != nullptr) typeArguments.push_back(what.typeArgument);
  const Binding first{y, callOperator(what.operatorName, {varRef(x)}, typeArguments), nullptr, {}, false};
  const Binding second{z, callOperator("relax.reshape", {varRef(y), shapeExpr({extent}), scalar}), nullptr, {}, false};
  auto function = std::make_shared<Function>();
  function->name = "main";
  function->params = {x, k};
  function->attributes = what.attributes;
  std::vector<Block> blocks{{what.dataflow, {first, second}}};
  if (what.splitBlock) blocks = {{what.dataflow, {first}}, {what.dataflow, {}}, {what.dataflow, {second}}};
  function->body = std::make_shared<Seq>(Seq{blocks, varRef(what.resultIsX ? x : z)});
  Module module;
  module.functions = {{FunctionRef(function)}};
  return module;
}
std::string comparedDifference(const ComparedFunction& a, const ComparedFunction& b) {
  return firstDifference(comparedModule(a), comparedModule(b)).value_or("equal");
}

TEST(Compare, NamesDoNotMatter) {
  EXPECT_EQ(comparedDifference({}, {}), "equal");
  EXPECT_EQ(comparedDifference({}, {.n = "rows", .x = "input", .k = "count", .y = "x"}), "equal");
}

TEST(Compare, SymbolsArePairedOneToOne) {
  EXPECT_EQ(comparedDifference({}, {.swapSymbols = true}),
            "function main: statement 2 (z): operand 1: shape 0: symbol: n / m");
  EXPECT_EQ(comparedDifference({.swapSymbols = true}, {.swapSymbols = true}), "equal");
}

TEST(Compare, AScalarVariableMayBeWrittenAsASymbol) {
  EXPECT_EQ(comparedDifference({}, {.kAsSymbol = true}), "equal");
  EXPECT_EQ(comparedDifference({.kAsSymbol = true}, {.k = "other", .kAsSymbol = true}), "equal");
}

TEST(Compare, BlocksOfOneKindAreOne) {
  EXPECT_EQ(comparedDifference({}, {.splitBlock = true}), "equal");
  EXPECT_EQ(comparedDifference({}, {.dataflow = true}), "function main: block: plain / dataflow");
}

TEST(Compare, DifferencesNameTheirPlace) {
  EXPECT_EQ(comparedDifference({}, {.operatorName = "relax.log"}),
            "function main: statement 1 (y): callee: expression: R.exp / R.log");
  EXPECT_EQ(comparedDifference({}, {.op = PrimOp::Add}),
            "function main: statement 2 (z): operand 1: shape 0: expression: n * T.int64(3) / n + T.int64(3)");
  EXPECT_EQ(comparedDifference({}, {.resultIsX = true}), "function main: result: expression: z / x");
  EXPECT_EQ(comparedDifference({.typeArgument = anyType()}, {.typeArgument = voidType()}),
            "function main: statement 1 (y): type argument: type: R.Any / R.Tuple");
}

TEST(Compare, AttributesHaveNoOrder) {
  const Attribute one{int64_t{1}}, text{std::string("s")};
  EXPECT_EQ(comparedDifference({}, {.attributes = {{"b", text}, {"a", Attribute{intImm(1)}}}}), "equal");
  EXPECT_EQ(comparedDifference({}, {.attributes = {{"b", text}, {"a", Attribute{int64_t{2}}}}}),
            "function main: attribute a: value: 1 / 2");
  EXPECT_EQ(comparedDifference({}, {.attributes = {{"a", one}}}),
            "function main: attribute b: attribute: present / missing");
  EXPECT_EQ(comparedDifference({.attributes = {}}, {.attributes = {{"a", one}}}),
            "function main: attribute a: missing / present");
}

TEST(Compare, FunctionsAreFoundByName) {
  Module a = comparedModule({}), b = comparedModule({});
  auto other = std::make_shared<Function>(*a.functions[0].relax());
  other->name = "other";
  a.functions.push_back({FunctionRef(other)});
  EXPECT_EQ(firstDifference(a, b), "function other: present / missing");
  EXPECT_EQ(firstDifference(b, a), "function other: missing / present");
  b.functions.insert(b.functions.begin(), a.functions[1]);
  EXPECT_EQ(firstDifference(a, b), std::nullopt);
}

/// `shape_func(H)`, which stores at the given slots in this order.
Module slotsModule(const std::vector<int64_t>& slots, bool host, int64_t value = 7) {
  const BufferRef heap = std::make_shared<Buffer>(Buffer{"H", {intImm(4)}, kInt64Type});
  auto kernel = std::make_shared<PrimFunc>();
  kernel->name = "shape_func";
  if (host) kernel->attributes = {{"tirx.is_host_func", Attribute{true}}};
  kernel->params = {{heap, nullptr, {}}};
  for (const int64_t slot : slots) {
    auto store = std::make_shared<TirStmt>();
    store->kind = TirKind::Store;
    store->buffer = heap;
    store->indices = {intImm(slot)};
    store->value = intImm(value);
    kernel->body.push_back(store);
  }
  Module module;
  module.functions = {{PrimFuncRef(kernel)}};
  return module;
}

TEST(Compare, HostKernelsStoreTheirSlotsInAnyOrder) {
  EXPECT_EQ(firstDifference(slotsModule({2, 0, 3}, true), slotsModule({0, 3, 2}, true)), std::nullopt);
  EXPECT_EQ(firstDifference(slotsModule({2, 0, 3}, false), slotsModule({0, 3, 2}, false)),
            "function shape_func: store 0: index 0: expression: T.int64(2) / T.int64(0)");
  EXPECT_EQ(firstDifference(slotsModule({2, 0}, true, 8), slotsModule({0, 2}, true, 9)),
            "function shape_func: store 0: expression: T.int64(8) / T.int64(9)");
  EXPECT_EQ(firstDifference(slotsModule({2}, true), slotsModule({2, 2}, true)),
            "function shape_func: statement: none / store");
}

/// A kernel with a block; `change` alters the block or the loop.
Module blockModule(const std::string& name, const std::function<void(TirStmt&, TirStmt&)>& change = {}) {
  const BufferRef buffer = std::make_shared<Buffer>(Buffer{name, {intImm(8)}, kComparedFloat});
  const PrimVarRef i = makeVar("i_" + name), axis = makeVar("v_" + name);
  auto store = std::make_shared<TirStmt>();
  store->kind = TirKind::Store;
  store->buffer = buffer;
  store->indices = {varExpr(axis)};
  store->value = floatImm(1, kComparedFloat);
  auto block = std::make_shared<TirStmt>();
  block->kind = TirKind::Block;
  block->name = "b";
  block->axes = {{axis, false, intImm(0), intImm(8), varExpr(i)}};
  block->writes = {{buffer, {{varExpr(axis), intImm(1)}}}};
  block->statesWrites = true;
  block->body = {store};
  auto loop = std::make_shared<TirStmt>();
  loop->kind = TirKind::For;
  loop->var = i;
  loop->begin = intImm(0);
  loop->extent = intImm(8);
  if (change) change(*loop, *block);
  loop->body = {block};
  auto kernel = std::make_shared<PrimFunc>();
  kernel->name = "f";
  kernel->params = {{buffer, nullptr, {}}};
  kernel->body = {loop};
  Module module;
  module.functions = {{PrimFuncRef(kernel)}};
  return module;
}

TEST(Compare, Kernels) {
  EXPECT_EQ(firstDifference(blockModule("A"), blockModule("B")), std::nullopt);
  const auto against = [](const std::function<void(TirStmt&, TirStmt&)>& change) {
    return firstDifference(blockModule("A"), blockModule("B", change)).value_or("equal");
  };
  EXPECT_EQ(against([](TirStmt&, TirStmt& block) { block.statesWrites = false; }), "equal");
  EXPECT_EQ(against([](TirStmt&, TirStmt& block) { block.writes.clear(); }),
            "function f: for 0: block 0: block b: writes: number of regions: 1 / 0");
  EXPECT_EQ(against([](TirStmt&, TirStmt& block) { block.axes[0].reduce = true; }),
            "function f: for 0: block 0: block b: axis v_A: kind: spatial / reduce");
  EXPECT_EQ(against([](TirStmt& loop, TirStmt&) { loop.extent = intImm(9); }),
            "function f: for 0: extent: expression: T.int64(8) / T.int64(9)");
  EXPECT_EQ(against([](TirStmt& loop, TirStmt&) { loop.loop = LoopKind::Parallel; }),
            "function f: for 0: kind of loop: 0 / 1");
}

}  // namespace
}  // namespace relaxscope::ir
