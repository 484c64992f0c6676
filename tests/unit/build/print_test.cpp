// SPDX-License-Identifier: Apache-2.0
// The printer on modules that are built by hand, and on stages that TVM 0.27 printed; expected texts are TVM's.
#include "vmcore/ir/print/print.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <limits>
#include <sstream>

#include "vmcore/ir/compare.h"
#include "vmcore/ir/parse/parser.h"
#include "vmcore/ir/prim.h"
#include "vmcore/ir/relax.h"

namespace relaxscope::ir {
namespace {

constexpr DataType kPrintFloat32{static_cast<uint8_t>(TypeCode::Float), 32, 1};
constexpr DataType kPrintUint8{static_cast<uint8_t>(TypeCode::UInt), 8, 1};

VarRef printedVar(std::string name, TypeRef type, bool dataflow = false) {
  return std::make_shared<Var>(Var{std::move(name), std::move(type), dataflow, nullptr});
}
PrimExpr printedSum(PrimExpr a, PrimExpr b) { return binary(PrimOp::Add, std::move(a), std::move(b)); }
PrimExpr printedProduct(PrimExpr a, PrimExpr b) { return binary(PrimOp::Mul, std::move(a), std::move(b)); }
Binding printedBinding(VarRef var, ExprRef value, TypeRef cast = nullptr) {
  return Binding{std::move(var), std::move(value), std::move(cast), {}, false};
}
SeqRef printedSeq(std::vector<Block> blocks, ExprRef result) {
  return std::make_shared<Seq>(Seq{std::move(blocks), std::move(result)});
}
Module printedModule(std::vector<ModuleFunction> functions) {
  Module module;
  module.functions = std::move(functions);
  return module;
}
std::shared_ptr<const TensorConstant> printedTensor(DataType dtype, std::vector<int64_t> shape,
                                                    std::vector<uint8_t> data) {
  TensorConstant constant;
  constant.dtype = dtype;
  constant.shape = std::move(shape);
  constant.data = Bytes::own(std::move(data));
  return std::make_shared<const TensorConstant>(std::move(constant));
}
ExprRef printedConstant(std::shared_ptr<const TensorConstant> tensor) {
  auto expr = std::make_shared<Expr>();
  expr->kind = ExprKind::Constant;
  expr->constant = std::move(tensor);
  return expr;
}

TEST(Print, ScalarsHaveParenthesesWherePythonNeedsThem) {
  const PrimExpr x = varExpr(makeVar("x", kInt32Type)), y = varExpr(makeVar("y", kInt32Type));
  const auto int32 = [](int64_t value) { return intImm(value, kInt32Type); };
  EXPECT_EQ(primText(printedProduct(printedSum(x, int32(3)), int32(2)), true), "(x + 3) * 2");
  EXPECT_EQ(primText(printedSum(printedSum(x, y), printedSum(x, y)), true), "x + y + (x + y)");
  EXPECT_EQ(primText(binary(PrimOp::Sub, x, int32(-3)), true), "x - -3");
  const PrimExpr a = varExpr(makeVar("a", kBoolType)), b = varExpr(makeVar("b", kBoolType));
  const auto both = [](PrimOp op, PrimExpr l, PrimExpr r) {
    return makePrim(op, kBoolType, {std::move(l), std::move(r)});
  };
  const auto negated = [](PrimExpr e) { return makePrim(PrimOp::Not, kBoolType, {std::move(e)}); };
  EXPECT_EQ(primText(both(PrimOp::Or, both(PrimOp::And, a, negated(b)), both(PrimOp::Or, b, b)), true),
            "a and not b or (b or b)");
  EXPECT_EQ(primText(negated(both(PrimOp::Or, binary(PrimOp::GreaterEqual, x, int32(0)), a)), true),
            "not (x >= 0 or a)");
  EXPECT_EQ(primText(negated(binary(PrimOp::Equal, x, y)), true), "not x == y");
  EXPECT_EQ(primText(both(PrimOp::Equal, binary(PrimOp::Less, x, y), a), true), "(x < y) == a");
  const PrimExpr bits =
      makePrim(PrimOp::BitAnd, kInt32Type, {binary(PrimOp::Sub, x, binary(PrimOp::Sub, y, int32(3))), int32(3)});
  EXPECT_EQ(primText(makePrim(PrimOp::BitOr, kInt32Type, {bits, makePrim(PrimOp::BitNot, kInt32Type, {x})}), true),
            "x - (y - 3) & 3 | ~x");
}

TEST(Print, WhatReadingWouldFoldIsWrittenAsACall) {
  const PrimExpr x = varExpr(makeVar("x")), b = varExpr(makeVar("b", kBoolType));
  const auto node = [](PrimOp op, PrimExpr l, PrimExpr r) {
    return primText(makePrim(op, kInt64Type, {std::move(l), std::move(r)}), true);
  };
  EXPECT_EQ(node(PrimOp::Add, intImm(6), intImm(2)), "T.Add(T.int64(6), T.int64(2))");
  EXPECT_EQ(node(PrimOp::Add, x, intImm(0)), "T.Add(x, T.int64(0))");
  EXPECT_EQ(node(PrimOp::Sub, intImm(0), x), "T.int64(0) - x");
  EXPECT_EQ(node(PrimOp::Mul, intImm(1), x), "T.Mul(T.int64(1), x)");
  EXPECT_EQ(node(PrimOp::FloorMod, x, intImm(1)), "T.FloorMod(x, T.int64(1))");
  EXPECT_EQ(node(PrimOp::FloorDiv, intImm(1), x), "T.int64(1) // x");
  EXPECT_EQ(node(PrimOp::LessEqual, intImm(1), intImm(2)), "T.LE(T.int64(1), T.int64(2))");
  EXPECT_EQ(node(PrimOp::And, boolImm(true), b), "T.And(T.bool(True), b)");
  EXPECT_EQ(node(PrimOp::TruncDiv, x, intImm(3)), "T.Div(x, T.int64(3))");
  EXPECT_EQ(node(PrimOp::Mul, makePrim(PrimOp::Add, kInt64Type, {x, intImm(0)}), x), "T.Add(x, T.int64(0)) * x");
}

TEST(Print, IntegersAreTypedWhereTheirPlaceDoesNotSayTheType) {
  const PrimExpr n = varExpr(makeVar("n"));
  const PrimExpr size = printedSum(printedProduct(n, intImm(4)), intImm(1));
  EXPECT_EQ(primText(size), "n * 4 + 1");
  EXPECT_EQ(primText(size, true), "n * T.int64(4) + T.int64(1)");
  EXPECT_EQ(primText(intImm(3, kInt32Type)), "T.int32(3)");
  EXPECT_EQ(primText(intImm(3, kInt32Type), true), "3");
  EXPECT_EQ(primText(printedSum(castTo(kInt32Type, n), intImm(1, kInt32Type))), "T.Cast(\"int32\", n) + 1");
  EXPECT_EQ(primText(intImm(255, kPrintUint8), true), "T.uint8(255)");
  EXPECT_EQ(primText(boolImm(true), true), "T.bool(True)");
  EXPECT_EQ(primText(boolImm(true)), "True");
  EXPECT_EQ(primText(floatImm(2.5, kPrintFloat32)), "T.float32(2.5)");
  EXPECT_EQ(primText(binary(PrimOp::Max, n, intImm(2)), true), "T.max(n, T.int64(2))");
}

TEST(Print, ALongSumIsPrintedWithoutADeepStack) {
  PrimExpr sum = varExpr(makeVar("n"));
  for (int i = 0; i < 20000; ++i) sum = makePrim(PrimOp::Add, kInt64Type, {sum, intImm(1)});
  EXPECT_EQ(primText(sum).size(), 1 + 20000 * std::string(" + 1").size());
  // Taken apart from the top, as the destructor would recurse.
  while (sum->op == PrimOp::Add) sum = PrimExpr(sum->operands[0]);
}

TEST(Print, FloatsHaveSeventeenDigits) {
  EXPECT_EQ(floatText(1e-5), "1.0000000000000001e-05");
  EXPECT_EQ(floatText(0.1), "0.10000000000000001");
  EXPECT_EQ(floatText(0.5), "0.5");
  EXPECT_EQ(floatText(-2), "-2.0");
  EXPECT_EQ(floatText(1e20), "100000000000000000000.0");
  EXPECT_EQ(floatText(-std::numeric_limits<float>::max()), "-340282346638528859811704183484516925440.0");
  EXPECT_EQ(floatText(1000000000000000.5), "1000000000000000.5");
  EXPECT_EQ(floatText(-std::numeric_limits<double>::infinity()), "\"-inf\"");
  EXPECT_EQ(floatText(std::nan("")), "\"nan\"");
}

TEST(Print, StringsAreEscaped) {
  EXPECT_EQ(quotedText("a\nb\"c'd\\e\t\x01"), R"("a\nb\"c'd\\e\t\x01")");
  EXPECT_EQ(quotedText("\xc3\xa9"), "\"\xc3\xa9\"");
}

TEST(Print, Types) {
  const PrimExpr n = varExpr(makeVar("n")), m = varExpr(makeVar("m"));
  const DataType none{};
  const TypeRef compound = tensorType(std::vector<PrimExpr>{printedProduct(n, intImm(4)), m}, kPrintFloat32);
  EXPECT_EQ(typeText(compound), "R.Tensor((n * 4, m), dtype=\"float32\")");
  EXPECT_EQ(signatureTypeText(compound), "R.Tensor((\"n * 4\", m), dtype=\"float32\")");
  EXPECT_EQ(typeText(tensorType(std::nullopt, none)), "R.Tensor");
  EXPECT_EQ(typeText(tensorType(std::nullopt, none, 2)), "R.Tensor(ndim=2)");
  EXPECT_EQ(typeText(tensorType(std::nullopt, kPrintFloat32)), "R.Tensor(dtype=\"float32\")");
  EXPECT_EQ(typeText(tensorType(std::nullopt, kPrintFloat32, 0)), "R.Tensor(dtype=\"float32\", ndim=0)");
  EXPECT_EQ(typeText(tensorType(std::vector<PrimExpr>{}, kPrintFloat32)), "R.Tensor((), dtype=\"float32\")");
  EXPECT_EQ(typeText(tensorType(std::vector<PrimExpr>{intImm(1)}, none)), "R.Tensor((1,))");
  EXPECT_EQ(typeText(shapeType(std::nullopt, 3)), "R.Shape(ndim=3)");
  EXPECT_EQ(typeText(shapeType(std::nullopt)), "R.Shape(ndim=-1)");
  EXPECT_EQ(signatureTypeText(shapeType(std::vector<PrimExpr>{printedSum(n, m), intImm(3)})),
            "R.Shape([\"n + m\", 3])");
  EXPECT_EQ(typeText(voidType()), "R.Tuple");
  EXPECT_EQ(typeText(primType(kInt64Type)), "T.int64");
  EXPECT_EQ(typeText(callableType({compound}, anyType(), false)),
            "R.Callable((R.Tensor((n * 4, m), dtype=\"float32\"),), R.Any, False)");
}

TEST(Print, TypesInContextStrings) {
  const PrimExpr n = varExpr(makeVar("n"));
  const auto pair = [&] { return tensorType(std::vector<PrimExpr>{n, intImm(2)}, DataType{}); };
  const TypeRef constants = tensorType(std::vector<PrimExpr>{intImm(3), intImm(2)}, DataType{});
  EXPECT_EQ(contextTypeText(pair()), "R.Tensor((n, 2))");
  EXPECT_EQ(contextTypeText(tupleType({pair(), voidType()})), "T.Tuple(R.Tensor((n, T.int64(2))), None)");
  EXPECT_EQ(contextTypeText(voidType()), "None");
  EXPECT_EQ(contextTypeText(primType(kInt64Type)), "T.int64");
  const TypeRef function = callableType({tupleType({pair()})}, tupleType({constants}), true);
  EXPECT_EQ(contextTypeText(function), "R.Callable((R.Tuple(R.Tensor((n, 2))),), R.Tuple(R.Tensor((3, 2))), True)");
  EXPECT_EQ(contextTypeText(tupleType({function})),
            "T.Tuple(R.Callable((T.Tuple(R.Tensor((n, T.int64(2)))),), "
            "T.Tuple(R.Tensor((T.int64(3), T.int64(2)))), True))");
  EXPECT_EQ(contextTypeText(tupleType({shapeType(
                std::vector<PrimExpr>{binary(PrimOp::FloorDiv, n, intImm(2)), binary(PrimOp::Max, n, intImm(7))})})),
            "T.Tuple(R.Shape([n // T.int64(2), T.max(n, T.int64(7))]))");
}

/// A function with a dataflow block, a match_cast, an If, a statement call and a tuple.
Module branchingModule() {
  const PrimVarRef n = makeVar("n"), p = makeVar("p");
  const TypeRef rows = tensorType(std::vector<PrimExpr>{varExpr(n)}, kPrintFloat32);
  const TypeRef doubled = tensorType(std::vector<PrimExpr>{printedProduct(varExpr(n), intImm(2))}, kPrintFloat32);
  const TypeRef cast = tensorType(std::vector<PrimExpr>{varExpr(p)}, kPrintFloat32);
  const VarRef x = printedVar("x", rows), c = printedVar("c", tensorType(std::vector<PrimExpr>{}, kBoolType));
  const VarRef a = printedVar("a", rows, true), b = printedVar("b", doubled), m = printedVar("m", cast);
  const VarRef inner = printedVar("b", rows), chosen = printedVar("y", rows), ignored = printedVar("_", voidType());
  const VarRef two = printedVar("two", tupleType({rows, cast}));
  auto branch = std::make_shared<Expr>();
  branch->kind = ExprKind::If;
  branch->operands = {varRef(c)};
  branch->thenSeq =
      printedSeq({{false, {printedBinding(inner, callOperator("relax.nn.relu", {varRef(x)}))}}}, varRef(inner));
  branch->elseSeq = printedSeq({}, varRef(x));
  const ExprRef kernel = globalRef("f");
  auto function = std::make_shared<Function>();
  function->name = "main";
  function->params = {x, c};
  function->pure = false;
  function->result =
      tupleType({rows, shapeType(std::vector<PrimExpr>{printedProduct(varExpr(n), intImm(2)), varExpr(n)})});
  function->attributes = {{"num_input", Attribute{int64_t{1}}}, {"a", Attribute{true}}};
  function->body = printedSeq(
      {{true,
        {printedBinding(a, callOperator("relax.call_tir", {kernel, tupleExpr({varRef(x)})}, {rows})),
         printedBinding(
             b, callOperator("relax.call_tir", {kernel, tupleExpr({varRef(a), intExpr(3)})}, {tupleType({doubled})}))}},
       {false,
        {printedBinding(m, varRef(b), cast), printedBinding(chosen, branch),
         printedBinding(ignored, callPacked("demo.log", {varRef(m), textExpr("s")}, voidType())),
         printedBinding(two, tupleExpr({varRef(chosen), varRef(m)}))}}},
      tupleExpr({varRef(chosen), shapeExpr({printedProduct(varExpr(n), intImm(2)), varExpr(n)})}));
  return printedModule({{FunctionRef(function)}});
}

TEST(Print, RelaxFunction) {
  EXPECT_EQ(printModule(branchingModule()), R"py(# from typing import TypeVar
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.script import relax as R

n = TypeVar("n")
@I.ir_module
class Module:
    @R.function(pure=False)
    def main(x: R.Tensor((n,), dtype="float32"), c: R.Tensor((), dtype="bool")) -> R.Tuple(R.Tensor((n,), dtype="float32"), R.Shape(["n * 2", n])):
        R.func_attr({"a": True, "num_input": 1})
        cls = Module
        p = T.int64()
        with R.dataflow():
            a = R.call_tir(cls.f, (x,), out_ty=R.Tensor((n,), dtype="float32"))
            b = R.call_tir(cls.f, (a, 3), out_ty=[R.Tensor((n * 2,), dtype="float32")])
            R.output(b)
        m: R.Tensor((p,), dtype="float32") = R.match_cast(b, R.Tensor((p,), dtype="float32"))
        if c:
            b_1: R.Tensor((n,), dtype="float32") = R.nn.relu(x)
            y: R.Tensor((n,), dtype="float32") = b_1
        else:
            y: R.Tensor((n,), dtype="float32") = x
        R.call_packed("demo.log", m, R.str("s"), ty_args=(R.Tuple,))
        two: R.Tuple(R.Tensor((n,), dtype="float32"), R.Tensor((p,), dtype="float32")) = y, m
        return (y, R.shape([n * 2, n]))
)py");
}

TEST(Print, OneFunctionWithoutIndentation) {
  const std::string text = printFunction(branchingModule(), "main");
  EXPECT_EQ(text.rfind("@R.function(pure=False)\ndef main(x: ", 0), 0u);
  EXPECT_EQ(printFunction(branchingModule(), "absent"), "");
}

TEST(Print, LocalFunctionsAndScalarParameters) {
  const VarRef x = printedVar("x", anyType());
  const PrimVarRef symbol = makeVar("k");
  const VarRef k = std::make_shared<Var>(Var{"k", primType(kInt64Type), false, symbol});
  const VarRef z = printedVar("x", anyType()), inner = printedVar("inner", anyType());
  auto local = std::make_shared<Function>();
  local->name = "inner";
  local->params = {z};
  local->result = anyType();
  local->body = printedSeq({}, callOf(globalRef("main"), {varRef(z), varRef(x)}));
  auto nested = std::make_shared<Expr>();
  nested->kind = ExprKind::Function;
  nested->function = local;
  auto function = std::make_shared<Function>();
  function->name = "main";
  function->isPrivate = true;
  function->params = {x, k};
  function->result = anyType();
  function->body = printedSeq({{false, {printedBinding(inner, nested)}}},
                              callOf(varRef(inner), {shapeExpr({printedSum(varExpr(symbol), intImm(1))})}));
  EXPECT_EQ(printFunction(printedModule({{FunctionRef(function)}}), "main"), R"py(@R.function(private=True)
def main(x: R.Any, k: T.int64) -> R.Any:
    @R.function
    def inner(x_1: R.Any) -> R.Any:
        cls = Module
        return cls.main(x_1, x)

    return inner(R.shape([k + 1]))
)py");
}

TEST(Print, ConstantsAreNumberedInOrderOfAppearance) {
  const auto table = printedTensor(kInt64Type, {2}, std::vector<uint8_t>(16));
  const auto other = printedTensor(kInt64Type, {1}, std::vector<uint8_t>(8));
  auto function = std::make_shared<Function>();
  function->name = "main";
  const ExprRef half = printedConstant(printedTensor({static_cast<uint8_t>(TypeCode::Float), 16, 1}, {}, {0xa8, 0x00}));
  function->body =
      printedSeq({}, tupleExpr({printedConstant(other), printedConstant(table), printedConstant(other), half,
                                printedConstant(printedTensor(kPrintFloat32, {}, {0, 0, 0x20, 0x40})),
                                printedConstant(printedTensor(kInt32Type, {}, {0xff, 0xff, 0xff, 0xff})),
                                printedConstant(printedTensor(kBoolType, {}, {1}))}));
  Constants constants;
  const std::string text = printModule(printedModule({{FunctionRef(function)}}), {}, &constants);
  EXPECT_NE(text.find("return (metadata[\"ir.GenericConst\"][0], metadata[\"ir.GenericConst\"][1], "
                      "metadata[\"ir.GenericConst\"][0], R.const(1.0013580322265625e-05, \"float16\"), "
                      "R.const(2.5, \"float32\"), R.const(-1, \"int32\"), R.const(True, \"bool\"))\n\n# Metadata"),
            std::string::npos)
      << text;
  EXPECT_EQ(constants, (Constants{other, table}));
}

// ---- kernels ----

std::shared_ptr<TirStmt> printedStatement(TirKind kind) {
  auto stmt = std::make_shared<TirStmt>();
  stmt->kind = kind;
  return stmt;
}
TirStmtRef printedLoop(PrimVarRef var, PrimExpr extent, TirBody body, LoopKind kind = LoopKind::Serial) {
  auto loop = printedStatement(TirKind::For);
  loop->begin = intImm(0, extent->type);
  loop->var = std::move(var);
  loop->extent = std::move(extent);
  loop->body = std::move(body);
  loop->loop = kind;
  return loop;
}
TirStmtRef printedStore(BufferRef buffer, std::vector<PrimExpr> indices, PrimExpr value) {
  auto store = printedStatement(TirKind::Store);
  store->buffer = std::move(buffer);
  store->indices = std::move(indices);
  store->value = std::move(value);
  return store;
}
BufferRef printedBuffer(std::string name, std::vector<PrimExpr> shape, std::string scope = "global") {
  return std::make_shared<Buffer>(Buffer{std::move(name), std::move(shape), kPrintFloat32, std::move(scope)});
}

TEST(Print, Kernel) {
  const PrimVarRef n = makeVar("n"), k = makeVar("k", kInt32Type);
  const BufferRef in = printedBuffer("A", {varExpr(n), intImm(4)});
  const BufferRef flat = printedBuffer("B", {printedSum(printedProduct(varExpr(n), intImm(4)), intImm(1))});
  const BufferRef temporary = printedBuffer("A", {intImm(4)}, "local");
  const PrimVarRef i = makeVar("i"), j = makeVar("j"), vi = makeVar("vi"), vj = makeVar("vj"), vk = makeVar("vk");
  auto block = printedStatement(TirKind::Block);
  block->name = "B";
  block->axes = {{vi, false, intImm(0), varExpr(n), varExpr(i)},
                 {vj, true, intImm(0), intImm(4), varExpr(j)},
                 {vk, false, intImm(1), intImm(4), printedSum(varExpr(i), varExpr(j))}};
  block->predicate = binary(PrimOp::Less, varExpr(i), varExpr(j));
  block->statesReads = block->statesWrites = true;
  block->reads = {{in, {{varExpr(vi), intImm(1)}, {varExpr(vj), intImm(4)}}}};
  block->annotations = {{"b", Attribute{int64_t{1}}}, {"a", Attribute{std::string("x")}}};
  block->hasInit = true;
  block->init = {printedStore(flat, {varExpr(vi)}, floatImm(0, kPrintFloat32))};
  block->body = {printedStore(flat, {varExpr(vi)}, loadOf(in, {varExpr(vi), varExpr(vj)}))};
  auto kernel = std::make_shared<PrimFunc>();
  kernel->name = "f";
  kernel->params = {{in, nullptr, {}}, {flat, nullptr, {}}, {nullptr, k, {}}};
  kernel->allocations = {temporary};
  kernel->attributes = {{"tirx.noalias", Attribute{true}}};
  kernel->body = {printedLoop(i, varExpr(n), {printedLoop(j, intImm(4), {block})}),
                  printedLoop(i, varExpr(n),
                              {printedLoop(j, printedSum(varExpr(i), intImm(1)),
                                           {printedStore(temporary, {varExpr(j)}, floatImm(1e-5, kPrintFloat32))})}),
                  printedLoop(makeVar("i", kInt32Type), intImm(8, kInt32Type), {}, LoopKind::Vectorized)};
  EXPECT_EQ(printModule(printedModule({{PrimFuncRef(kernel)}})), R"py(# from typing import TypeVar
# from tvm.script import ir as I
# from tvm.script import tirx as T

n = TypeVar("n")
@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def f(A: T.Buffer((n, T.int64(4)), "float32"), B: T.Buffer(("n * T.int64(4) + T.int64(1)",), "float32"), k: T.int32):
        T.func_attr({"tirx.noalias": True})
        # with T.sblock("root"):
        A_1 = T.sblock_alloc_buffer((T.int64(4),), scope="local")
        for i, j in T.grid(n, T.int64(4)):
            with T.sblock("B"):
                vi, vj = T.axis.remap("SR", [i, j])
                vk = T.axis.spatial((T.int64(1), T.int64(5)), i + j)
                T.where(i < j)
                T.reads(A[vi, vj:vj + T.int64(4)])
                T.writes()
                T.sblock_attr({"a": "x", "b": 1})
                with T.init():
                    B[vi] = T.float32(0.0)
                B[vi] = A[vi, vj]
        for i in range(n):
            for j in range(i + T.int64(1)):
                A_1[j] = T.float32(1.0000000000000001e-05)
        for i in T.vectorized(8):
            T.evaluate(0)
)py");
  EXPECT_EQ(printModule(printedModule({{PrimFuncRef(kernel)}}), {.tir = false}),
            "# from tvm.script import ir as I\n\n@I.ir_module\nclass Module:\n    pass\n");
}

TEST(Print, ScalarKernel) {
  const PrimVarRef x = makeVar("x", kInt32Type), a = makeVar("a", kInt32Type);
  auto let = printedStatement(TirKind::Let);
  let->var = a;
  let->value = printedProduct(varExpr(x), intImm(2, kInt32Type));
  auto yes = printedStatement(TirKind::Return), no = printedStatement(TirKind::Return),
       choice = printedStatement(TirKind::If);
  yes->value = boolImm(true);
  no->value = binary(PrimOp::Less, varExpr(a), intImm(3, kInt32Type));
  choice->value = binary(PrimOp::Equal, varExpr(x), intImm(3, kInt32Type));
  choice->body = {yes};
  choice->otherwise = {no};
  auto kernel = std::make_shared<PrimFunc>();
  kernel->name = "f";
  kernel->isPrivate = true;
  kernel->sTir = false;
  kernel->params = {{nullptr, x, {}}};
  kernel->result = kBoolType;
  kernel->body = {let, choice};
  EXPECT_EQ(printFunction(printedModule({{PrimFuncRef(kernel)}}), "f"), R"py(@T.prim_func(private=True)
def f(x: T.int32) -> T.bool:
    a: T.int32 = x * 2
    if x == 3:
        return T.bool(True)
    else:
        return a < 3
)py");
}

TEST(Print, ExtentsAreQuotedUntilTheirScalarIsKnown) {
  const PrimVarRef cols = makeVar("cols"), rows = makeVar("rows");
  const PrimExpr doubled = printedProduct(varExpr(cols), intImm(2));
  auto kernel = std::make_shared<PrimFunc>();
  kernel->name = "add";
  kernel->params = {{printedBuffer("z", {doubled, varExpr(rows)}), nullptr, {}},
                    {printedBuffer("a", {doubled, varExpr(rows)}), nullptr, {}},
                    {nullptr, cols, {}},
                    {printedBuffer("b", {printedProduct(varExpr(rows), intImm(2))}), nullptr, {}}};
  const std::string text = printFunction(printedModule({{PrimFuncRef(kernel)}}), "add");
  EXPECT_NE(text.find("def add(z: T.Buffer((\"cols * T.int64(2)\", rows), \"float32\"), "
                      "a: T.Buffer((cols * T.int64(2), rows), \"float32\"), cols: T.int64, "
                      "b: T.Buffer((\"rows * T.int64(2)\",), \"float32\")):"),
            std::string::npos)
      << text;
}

TEST(Print, TakenNamesGetTheLowestFreeNumber) {
  auto function = std::make_shared<Function>();
  function->name = "main";
  std::vector<Binding> bindings;
  for (const char* name : {"s", "s", "s_1", "cls", "lambda", "a.b", "1x", "Module"})
    bindings.push_back(printedBinding(printedVar(name, nullptr), callOperator("relax.null_value", {})));
  function->body = printedSeq({{false, bindings}}, tupleExpr({}));
  const std::string text = printFunction(printedModule({{FunctionRef(function)}}), "main");
  for (const char* name : {"s", "s_1", "s_1_1", "cls_1", "lambda_1", "a_b", "v1x", "Module_1"})
    EXPECT_NE(text.find("    " + std::string(name) + " = R.null_value()\n"), std::string::npos) << name << "\n" << text;
  EXPECT_NE(text.find("return R.tuple()"), std::string::npos);
}

// ---- stages of TVM ----

std::vector<std::filesystem::path> printedStages() {
  std::vector<std::filesystem::path> paths;
  for (const auto& entry : std::filesystem::directory_iterator(RELAXSCOPE_TEST_DATA "/build/print"))
    paths.push_back(entry.path());
  std::ranges::sort(paths);
  return paths;
}

TEST(Print, StagesOfTvmAreReadAndPrintedByteForByte) {
  const auto paths = printedStages();
  EXPECT_EQ(paths.size(), 12u);
  for (const auto& path : paths) {
    SCOPED_TRACE(path.filename().string());
    std::ostringstream text;
    text << std::ifstream(path).rdbuf();
    const ParsedModule parsed = parseModule(text.str());
    ASSERT_FALSE(parsed.hasErrors()) << parsed.diagnostics.front().message;
    const std::string printed = printModule(parsed.module);
    EXPECT_EQ(printed, text.str());
    EXPECT_EQ(firstDifference(parsed.module, parseModule(printed).module), std::nullopt);
  }
}

TEST(Print, DifferentStagesDiffer) {
  std::vector<Module> modules;
  for (const auto& path : printedStages()) {
    std::ostringstream text;
    text << std::ifstream(path).rdbuf();
    modules.push_back(parseModule(text.str()).module);
  }
  for (size_t i = 0; i < modules.size(); ++i)
    for (size_t k = 0; k < modules.size(); ++k)
      EXPECT_EQ(firstDifference(modules[i], modules[k]).has_value(), i != k) << i << " " << k;
}

}  // namespace
}  // namespace relaxscope::ir
