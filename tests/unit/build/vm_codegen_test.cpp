// SPDX-License-Identifier: Apache-2.0
// Modules in their last stage, made by hand: TVM's bytes, the order of registers and tables, and what is refused.
#include "vmcore/build/codegen/vm_codegen.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <fstream>
#include <iterator>

#include "vmcore/analysis/verify/verifier.h"
#include "vmcore/format/vm/vm_executable.h"
#include "vmcore/ir/parse/parser.h"

namespace relaxscope::build::codegen_tests {
namespace {

using namespace ir;

constexpr relaxscope::DataType kFloat32{static_cast<uint8_t>(TypeCode::Float), 32, 1};
constexpr relaxscope::DataType kUint8{static_cast<uint8_t>(TypeCode::UInt), 8, 1};

std::vector<uint8_t> expectedBytes(const std::string& name) {
  std::ifstream file(std::string(RELAXSCOPE_TEST_DATA) + "/build/" + name + "/exec.bin", std::ios::binary);
  EXPECT_TRUE(file) << name;
  return {std::istreambuf_iterator<char>(file), {}};
}

TypeRef tensorOf(std::vector<int64_t> extents, relaxscope::DataType dtype = kFloat32) {
  std::vector<PrimExpr> dims;
  for (const int64_t extent : extents) dims.push_back(intImm(extent));
  return tensorType(std::move(dims), dtype);
}
VarRef variableOf(std::string name, TypeRef type = anyType()) {
  return std::make_shared<const Var>(Var{std::move(name), std::move(type)});
}
ExprRef constantShape(std::vector<int64_t> extents) {
  std::vector<PrimExpr> dims;
  for (const int64_t extent : extents) dims.push_back(intImm(extent));
  return shapeExpr(std::move(dims));
}
ExprRef branchOf(ExprRef condition, Seq then, Seq otherwise) {
  auto expr = std::make_shared<Expr>();
  expr->kind = ExprKind::If;
  expr->operands = {std::move(condition)};
  expr->thenSeq = std::make_shared<const Seq>(std::move(then));
  expr->elseSeq = std::make_shared<const Seq>(std::move(otherwise));
  return expr;
}
ExprRef constantOf(std::vector<float> values) {
  TensorConstant tensor;
  tensor.dtype = kFloat32;
  tensor.shape = {static_cast<int64_t>(values.size())};
  tensor.data = Bytes::copyOf({reinterpret_cast<const char*>(values.data()), values.size() * sizeof(float)});
  auto expr = std::make_shared<Expr>();
  expr->kind = ExprKind::Constant;
  expr->constant = std::make_shared<const TensorConstant>(std::move(tensor));
  return expr;
}

/// Bindings in order, each in one block.
class Statements {
 public:
  ExprRef bind(const std::string& name, ExprRef value, TypeRef type = anyType()) {
    VarRef var = variableOf(name, std::move(type));
    bindings_.push_back({var, std::move(value), nullptr, {}});
    return varRef(var);
  }
  void run(ExprRef call) { bind("_", std::move(call), voidType()); }
  void check(const char* builtin, std::vector<ExprRef> operands) {
    run(callPacked(builtin, std::move(operands), voidType()));
  }
  void kill(ExprRef value) { run(callOperator("relax.vm.kill_object", {std::move(value)})); }
  /// A tensor of `extents` in a storage of its own, which is killed at once.
  ExprRef allocate(int64_t bytes, const std::vector<int64_t>& extents, relaxscope::DataType dtype = kFloat32) {
    const ExprRef storage =
        bind("storage", callOperator("relax.vm.alloc_storage",
                                     {constantShape({bytes}), intExpr(0), dataTypeExpr(kUint8), textExpr("global")}));
    const ExprRef tensor = bind("alloc",
                                callOperator("relax.vm.alloc_tensor", {storage, intExpr(0), constantShape(extents),
                                                                       dataTypeExpr(dtype), intExpr(0)}),
                                tensorOf(extents, dtype));
    kill(storage);
    return tensor;
  }
  Seq returning(ExprRef result) { return {{Block{false, std::move(bindings_)}}, std::move(result)}; }

 private:
  std::vector<Binding> bindings_;
};

ModuleFunction relaxFunction(std::string name, std::vector<VarRef> params, Seq body, TypeRef result = nullptr) {
  auto function = std::make_shared<ir::Function>();
  function->name = std::move(name);
  function->params = std::move(params);
  function->result = std::move(result);
  function->body = std::make_shared<const Seq>(std::move(body));
  return {FunctionRef(std::move(function))};
}
ModuleFunction kernelOf(std::string name, relaxscope::DataType result = {}) {
  auto kernel = std::make_shared<PrimFunc>();
  kernel->name = std::move(name);
  kernel->result = result;
  return {PrimFuncRef(std::move(kernel))};
}
Module moduleOf(std::vector<ModuleFunction> functions) {
  Module made;
  made.functions = std::move(functions);
  return made;
}

Executable generated(const Module& module) {
  auto executable = generateVmCode(module);
  EXPECT_TRUE(executable.ok()) << executable.error().text();
  if (!executable.ok()) return {};
  EXPECT_FALSE(verify(*executable).hasErrors());
  return *std::move(executable);
}
std::string refusal(const Module& module) {
  const auto executable = generateVmCode(module);
  return executable.ok() ? "no error" : executable.error().text();
}
/// One function `main` without parameters.
Module mainOf(Seq body) { return moduleOf({relaxFunction("main", {}, std::move(body))}); }

/// "copy %0 -> %1; ret %1": the instructions of the executable, callees without "vm.builtin.".
std::string listingOf(const Executable& executable) {
  const auto reg = [](int64_t number) {
    return number == kVoidRegister ? "void" : number == kVmRegister ? "vm" : "%" + std::to_string(number);
  };
  std::string text;
  for (size_t pc = 0; pc < executable.code.size(); ++pc) {
    const Instruction instruction = executable.code.at(InstrIndex(static_cast<int64_t>(pc)));
    if (!text.empty()) text += "; ";
    if (!instruction.isCall()) {
      text += instruction.row->mnemonic;
      for (size_t i = 1; i < instruction.words.size(); ++i) text += " " + std::to_string(instruction.words[i]);
      continue;
    }
    std::string name = executable.functions[static_cast<size_t>(instruction.callFunction())].name;
    if (name.starts_with("vm.builtin.")) name.erase(0, std::strlen("vm.builtin."));
    text += name;
    for (size_t i = 0; i < instruction.callArgCount(); ++i) {
      const Arg arg = instruction.callArg(i);
      const char* prefix = arg.kind() == ArgKind::Immediate ? " i" : arg.kind() == ArgKind::Constant ? " c" : " f";
      text += arg.kind() == ArgKind::Register ? " " + reg(arg.value()) : prefix + std::to_string(arg.value());
    }
    if (instruction.callDst() != kVoidRegister) text += " -> " + reg(instruction.callDst());
  }
  return text;
}
std::vector<std::string> functionNames(const Executable& executable) {
  std::vector<std::string> names;
  for (const auto& function : executable.functions) names.push_back(function.name);
  return names;
}

// ---- TVM's bytes ----

struct CheckedParam {
  std::string name, annotation;
  relaxscope::DataType dtype;
  std::vector<int64_t> extents;
};

/// The checks that VMShapeLower puts at the begin of `function`: of all types, then of all shapes.
void checkParams(Statements& body, const std::string& function, const std::vector<CheckedParam>& params,
                 const std::vector<VarRef>& vars) {
  const ExprRef heap = body.bind("shape_heap", callOperator("relax.null_value", {}));
  const auto context = [&](size_t i) {
    return textExpr("ErrorContext(fn=" + function + ", loc=param[" + std::to_string(i) + "], param=" + params[i].name +
                    ", annotation=" + params[i].annotation + ") ");
  };
  for (size_t i = 0; i < params.size(); ++i)
    body.check("vm.builtin.check_tensor_info",
               {varRef(vars[i]), intExpr(static_cast<int64_t>(params[i].extents.size())), dataTypeExpr(params[i].dtype),
                context(i)});
  for (size_t i = 0; i < params.size(); ++i) {
    if (params[i].extents.empty()) continue;
    std::vector<ExprRef> operands{varRef(vars[i]), heap, intExpr(static_cast<int64_t>(params[i].extents.size()))};
    for (const int64_t extent : params[i].extents) {
      operands.push_back(intExpr(0));
      operands.push_back(intExpr(extent));
    }
    operands.push_back(context(i));
    body.check("vm.builtin.match_shape", std::move(operands));
  }
}
std::vector<VarRef> varsOf(const std::vector<CheckedParam>& params) {
  std::vector<VarRef> vars;
  for (const CheckedParam& param : params) vars.push_back(variableOf(param.name, tensorOf(param.extents, param.dtype)));
  return vars;
}

/// Corpus case `recursion`: If, a recursive call, kernels.
Module recursionModule() {
  const std::string counter = "R.Tensor((), dtype=\"int32\")", row = "R.Tensor((3,), dtype=\"float32\")";
  const auto paramsNamed = [&](const char* first) {
    return std::vector<CheckedParam>{
        {first, counter, kInt32Type, {}}, {"x", row, kFloat32, {3}}, {"w", row, kFloat32, {3}}};
  };
  const std::vector<VarRef> outer = varsOf(paramsNamed("n")), inner = varsOf(paramsNamed("i"));

  Statements main;
  checkParams(main, "main", paramsNamed("n"), outer);
  const ExprRef r =
      main.bind("r", callOf(globalRef("loop"), {varRef(outer[0]), varRef(outer[1]), varRef(outer[2])}), tensorOf({3}));

  Statements loop;
  checkParams(loop, "loop", paramsNamed("i"), inner);
  const ExprRef isDone = loop.allocate(1, {}, kBoolType);
  loop.run(callOf(globalRef("done"), {varRef(inner[0]), isDone}));
  Statements then, otherwise;
  const ExprRef next = otherwise.allocate(4, {}, kInt32Type);
  otherwise.run(callOf(globalRef("dec"), {varRef(inner[0]), next}));
  const ExprRef product = otherwise.allocate(12, {3});
  otherwise.run(callOf(globalRef("step"), {varRef(inner[1]), varRef(inner[2]), product}));
  const ExprRef rest =
      otherwise.bind("out2", callOf(globalRef("loop"), {next, product, varRef(inner[2])}), tensorOf({3}));
  otherwise.kill(next);
  otherwise.kill(product);
  const ExprRef out =
      loop.bind("out", branchOf(isDone, then.returning(varRef(inner[1])), otherwise.returning(rest)), tensorOf({3}));
  return moduleOf({kernelOf("dec"), kernelOf("done"), kernelOf("step"),
                   relaxFunction("main", outer, main.returning(r), tensorOf({3})),
                   relaxFunction("loop", inner, loop.returning(out), tensorOf({3}))});
}

TEST(VmCodegen, ARecursiveFunctionAsTvm) {
  EXPECT_EQ(writeVmExecutable(generated(recursionModule())), expectedBytes("recursion"));
}

/// Corpus case `closure`: functions as values, closures, calls through a variable.
class ClosureModule {
 public:
  Module make() {
    return moduleOf({kernelOf("add"), kernelOf("sq"), adder(), apply(), main(), lifted("adder_inner", "add"),
                     lifted("main_shift", "add"), square()});
  }

 private:
  static CheckedParam matrix(std::string name) { return {std::move(name), kMatrix, kFloat32, {2, 3}}; }
  static ExprRef returnContext(const char* function, const char* annotation) {
    return textExpr(std::string("ErrorContext(fn=") + function + ", loc=return, annotation=" + annotation + ") ");
  }

  static ModuleFunction adder() {
    const std::vector<VarRef> vars = varsOf({matrix("x")});
    Statements body;
    checkParams(body, "adder", {matrix("x")}, vars);
    const ExprRef inner = body.bind(
        "inner", callPacked("vm.builtin.make_closure", {globalRef("adder_inner"), varRef(vars[0])}, anyType()));
    body.check("vm.builtin.check_func_info", {inner, returnContext("adder", kCallable)});
    return relaxFunction("adder", vars, body.returning(inner));
  }
  static ModuleFunction apply() {
    const VarRef fn = variableOf("fn"), x = variableOf("x");
    Statements body;
    const ExprRef heap = body.bind("shape_heap", callOperator("relax.null_value", {}));
    body.check("vm.builtin.check_func_info",
               {varRef(fn), textExpr(std::string("ErrorContext(fn=apply, loc=param[0], param=fn, annotation=") +
                                     kCallable + ") ")});
    const ExprRef context =
        textExpr(std::string("ErrorContext(fn=apply, loc=param[1], param=x, annotation=") + kMatrix + ") ");
    body.check("vm.builtin.check_tensor_info", {varRef(x), intExpr(2), dataTypeExpr(kFloat32), context});
    body.check("vm.builtin.match_shape",
               {varRef(x), heap, intExpr(2), intExpr(0), intExpr(2), intExpr(0), intExpr(3), context});
    const ExprRef y = body.bind("y", callOf(varRef(fn), {varRef(x)}), tensorOf({2, 3}));
    const ExprRef z = body.bind("z", callOf(varRef(fn), {y}), tensorOf({2, 3}));
    body.kill(y);
    return relaxFunction("apply", {fn, x}, body.returning(z));
  }
  static ModuleFunction main() {
    const std::vector<VarRef> vars = varsOf({matrix("x"), matrix("y")});
    Statements body;
    checkParams(body, "main", {matrix("x"), matrix("y")}, vars);
    const ExprRef shift = body.bind(
        "shift", callPacked("vm.builtin.make_closure", {globalRef("main_shift"), varRef(vars[0])}, anyType()));
    const ExprRef a =
        body.bind("a", callOf(globalRef("apply"), {globalRef("main_square"), varRef(vars[1])}), tensorOf({2, 3}));
    const auto invoke = [&](const ExprRef& argument) {
      return callOperator("relax.call_builtin_with_ctx",
                          {externRef("vm.builtin.invoke_closure"), tupleExpr({shift, argument})}, {anyType()});
    };
    const ExprRef b = body.bind("b", invoke(a));
    body.kill(a);
    const ExprRef c = body.bind("c", invoke(b));
    body.kill(b);
    body.kill(shift);
    const ExprRef context = returnContext("main", kMatrix);
    body.check("vm.builtin.check_tensor_info", {c, intExpr(2), dataTypeExpr(kFloat32), context});
    body.check("vm.builtin.match_shape", {c, callOperator("relax.null_value", {}), intExpr(2), intExpr(0), intExpr(2),
                                          intExpr(0), intExpr(3), context});
    return relaxFunction("main", vars, body.returning(c));
  }
  static ModuleFunction lifted(const std::string& name, const std::string& kernel) {
    const std::vector<VarRef> vars = varsOf({matrix("z"), matrix("x")});
    Statements body;
    checkParams(body, name, {matrix("z"), matrix("x")}, vars);
    const ExprRef sum = body.allocate(24, {2, 3});
    body.run(callOf(globalRef(kernel), {varRef(vars[0]), varRef(vars[1]), sum}));
    return relaxFunction(name, vars, body.returning(sum));
  }
  static ModuleFunction square() {
    const std::vector<VarRef> vars = varsOf({matrix("z")});
    Statements body;
    checkParams(body, "main_square", {matrix("z")}, vars);
    const ExprRef result = body.allocate(24, {2, 3});
    body.run(callOf(globalRef("sq"), {varRef(vars[0]), result}));
    return relaxFunction("main_square", vars, body.returning(result));
  }

  static constexpr const char* kMatrix = "R.Tensor((2, 3), dtype=\"float32\")";
  static constexpr const char* kCallable =
      "R.Callable((R.Tensor((2, 3), dtype=\"float32\"),), R.Tensor((2, 3), dtype=\"float32\"), True)";
};

TEST(VmCodegen, ClosuresAsTvm) {
  EXPECT_EQ(writeVmExecutable(generated(ClosureModule().make())), expectedBytes("closure"));
}

/// The last stage of a corpus case. A print loses the order of functions: it is that of `executable`.
Module lastStage(const std::string& name, const Executable& executable) {
  std::ifstream file(std::string(RELAXSCOPE_TEST_DATA) + "/build/" + name + "/stages/13_AttachGlobalSymbol.py");
  const std::string source{std::istreambuf_iterator<char>(file), {}};
  ParsedModule parsed = parseModule(source);
  EXPECT_FALSE(parsed.hasErrors()) << name;
  const auto place = [&](const ModuleFunction& function) {
    const auto row = std::ranges::find(executable.functions, function.name(), &relaxscope::Function::name);
    return row == executable.functions.end() ? -1 : row->startInstr;
  };
  std::ranges::stable_sort(parsed.module.functions, {}, place);
  return parsed.module;
}

TEST(VmCodegen, LastStagesOfTheCorpusAsTvm) {
  for (const char* name :
       {"call_packed", "match_cast", "prim_values", "shape_compute", "closure", "tuples", "upper_bound"}) {
    SCOPED_TRACE(name);
    const std::vector<uint8_t> expected = expectedBytes(name);
    Diagnostics notes;
    const auto executable = readVmExecutable(Bytes::own(expected), 0, notes);
    ASSERT_TRUE(executable.ok());
    EXPECT_EQ(writeVmExecutable(generated(lastStage(name, *executable))), expected);
  }
}

// ---- rules one by one ----

TEST(VmCodegen, ACopyOfAVariableGetsARegisterOfItsOwn) {
  const VarRef x = variableOf("x");
  Statements body;
  const ExprRef y = body.bind("y", varRef(x));
  body.kill(y);
  const Executable executable = generated(moduleOf({relaxFunction("main", {x}, body.returning(varRef(x)))}));
  EXPECT_EQ(listingOf(executable), "copy %0 -> %1; null_value -> %1; ret 0");
  EXPECT_EQ(executable.functions[0].paramNames, std::vector<std::string>{"x"});
  EXPECT_EQ(executable.functions[0].registerFileSize, 2);
}

TEST(VmCodegen, ADestinationIsReservedBeforeTheTupleAmongItsOperands) {
  const VarRef x = variableOf("x");
  Statements body;
  const ExprRef y = body.bind("y", callPacked("f", {tupleExpr({varRef(x), intExpr(1)})}, anyType()));
  const ExprRef part = body.bind("part", fieldOf(y, 1));
  const Executable executable = generated(moduleOf({relaxFunction("main", {x}, body.returning(part))}));
  EXPECT_EQ(listingOf(executable), "make_tuple %0 i1 -> %1; f %1 -> %2; tuple_getitem %2 i1 -> %3; ret 3");
  EXPECT_EQ(functionNames(executable),
            (std::vector<std::string>{"main", "f", "vm.builtin.make_tuple", "vm.builtin.tuple_getitem"}))
      << "the callee is named before its operands";
}

TEST(VmCodegen, AResultThatIsNoRegisterIsCopied) {
  Statements body;
  EXPECT_EQ(listingOf(generated(mainOf(body.returning(constantShape({2, 3}))))), "copy c0 -> %0; ret 0");
}

TEST(VmCodegen, NestedIfsCopyIntoOneRegisterEach) {
  const VarRef c = variableOf("c"), x = variableOf("x");
  Statements none;
  const ExprRef inner = branchOf(varRef(c), none.returning(varRef(x)), none.returning(intExpr(3)));
  Statements then, body;
  const ExprRef merged = then.bind("m", inner);
  const ExprRef r = body.bind("r", branchOf(varRef(c), then.returning(merged), none.returning(varRef(x))));
  const Executable executable = generated(moduleOf({relaxFunction("main", {c, x}, body.returning(r))}));
  EXPECT_EQ(listingOf(executable),
            "read_if_cond %0 -> %2; If 2 8; read_if_cond %0 -> %3; If 3 3; copy %1 -> %4; goto 2; copy i3 -> %4; "
            "copy %4 -> %5; goto 2; copy %1 -> %5; ret 5");
}

TEST(VmCodegen, EqualConstantsShareAnEntryInOrderOfUse) {
  Statements body;
  const ExprRef often = constantOf({1, 2});
  body.check("f", {textExpr("float32"), dataTypeExpr(kFloat32), often, primExpr(floatImm(2.5, kFloat32))});
  body.check("f", {constantOf({1, 2}), often, constantOf({3}), textExpr("float32"), primExpr(boolImm(true)),
                   intExpr(int64_t{1} << 55), intExpr((int64_t{1} << 55) - 1)});
  const ExprRef y = body.bind("y", callPacked("g", {}, anyType()));
  const Executable executable = generated(mainOf(body.returning(y)));
  EXPECT_EQ(listingOf(executable), "f c0 c1 c2 c3; f c2 c2 c4 c0 i1 c5 i36028797018963967; g -> %0; ret 0");
}

TEST(VmCodegen, AKernelWithoutResultReturnsNothing) {
  Statements body;
  const ExprRef extent = body.bind("n", callOf(globalRef("extent"), {intExpr(4)}));
  body.bind("_", callOf(globalRef("fill"), {extent}), nullptr);
  Statements helper;
  const Executable executable = generated(
      moduleOf({kernelOf("extent", kInt64Type), kernelOf("fill"), relaxFunction("main", {}, body.returning(extent))}));
  EXPECT_EQ(listingOf(executable), "extent i4 -> %0; fill %0; ret 0");
  EXPECT_TRUE(executable.functions[1].isPacked());
}

TEST(VmCodegen, AFunctionThatIsUsedBeforeItsTurnKeepsItsPlaceInTheTable) {
  Statements first, second;
  const ExprRef a = first.bind("a", callPacked("take", {globalRef("second")}, anyType()));
  const Executable executable = generated(moduleOf(
      {relaxFunction("first", {}, first.returning(a)), relaxFunction("second", {}, second.returning(intExpr(1)))}));
  EXPECT_EQ(functionNames(executable), (std::vector<std::string>{"first", "take", "second", "vm.builtin.copy"}));
  EXPECT_TRUE(executable.functions[2].isBytecode());
  EXPECT_EQ(listingOf(executable), "take f2 -> %0; ret 0; copy i1 -> %0; ret 0");
}

TEST(VmCodegen, FunctionsAsValuesStandWhereTvmPutsThem) {
  const VarRef f = variableOf("f"), x = variableOf("x");
  Statements body;
  const ExprRef t = body.bind("t", tupleExpr({globalRef("g"), varRef(x)}));
  const ExprRef y = body.bind("y", callOf(varRef(f), {globalRef("h")}));
  const ExprRef z =
      body.bind("z", callPacked("zz", {tupleExpr({globalRef("k"), varRef(x)}), globalRef("l")}, anyType()));
  body.bind("w", callOperator("relax.call_builtin_with_ctx",
                              {externRef("vm.builtin.cuda_graph.run_or_capture"), tupleExpr({globalRef("m"), z})},
                              {anyType()}));
  std::vector<ModuleFunction> functions{relaxFunction("main", {f, x}, body.returning(tupleExpr({t, y})))};
  for (const char* name : {"g", "h", "k", "l", "m"}) {
    Statements identity;
    functions.push_back(relaxFunction(name, {x}, identity.returning(varRef(x))));
  }
  const Executable executable = generated(moduleOf(std::move(functions)));
  EXPECT_EQ(listingOf(executable),
            "make_tuple f1 %1 -> %2; invoke_closure vm %0 f3 -> %3; make_tuple f6 %1 -> %4; zz %4 f7 -> %5; "
            "cuda_graph.run_or_capture vm f9 %5 -> %6; make_tuple %2 %3 -> %7; ret 7; ret 0; ret 0; ret 0; ret 0; "
            "ret 0");
  EXPECT_EQ(functionNames(executable),
            (std::vector<std::string>{"main", "g", "vm.builtin.make_tuple", "h", "vm.builtin.invoke_closure", "zz", "k",
                                      "l", "vm.builtin.cuda_graph.run_or_capture", "m"}))
      << "a builtin that the code generator adds stands after the operands, a callee of the source before them";
}

TEST(VmCodegen, TheSymbolOfAFunctionIsItsName) {
  Statements body;
  ModuleFunction named = relaxFunction("main", {}, body.returning(intExpr(1)));
  auto changed = std::make_shared<ir::Function>(*named.relax());
  changed->attributes.push_back({"global_symbol", Attribute{std::string("entry")}});
  EXPECT_EQ(functionNames(generated(moduleOf({{FunctionRef(changed)}}))).front(), "entry");
}

TEST(VmCodegen, NamesWhatIsNotLowered) {
  const auto refusalOfValue = [](ExprRef value) {
    Statements body;
    const ExprRef y = body.bind("y", std::move(value));
    return refusal(mainOf(body.returning(y)));
  };
  const VarRef unbound = variableOf("u");
  const PrimVarRef n = makeVar("n");
  EXPECT_EQ(refusalOfValue(callOperator("relax.add", {intExpr(1)}, {}, nullptr, {7, 3, 7, 9})),
            "function \"main\", line 7: operator R.add is not lowered to the VM");
  EXPECT_EQ(refusalOfValue(callOperator("relax.call_tir", {globalRef("k"), tupleExpr({})})),
            "function \"main\": operator R.call_tir is not lowered to the VM");
  EXPECT_EQ(refusalOfValue(varRef(unbound)), "function \"main\": variable u is used before it is bound");
  EXPECT_EQ(refusalOfValue(globalRef("k")), "function \"main\": the module has no function k");
  EXPECT_EQ(refusalOfValue(shapeExpr({varExpr(n)})),
            "function \"main\": an extent of a shape is not constant: VMShapeLower did not run");
  EXPECT_EQ(refusalOfValue(primExpr(varExpr(n))),
            "function \"main\": a scalar is not constant: ComputePrimValue and VMShapeLower did not run");
  EXPECT_EQ(refusalOfValue(std::make_shared<const Expr>()), "function \"main\": a statement could not be read");
  EXPECT_EQ(refusalOfValue(callOperator("relax.vm.kill_object", {intExpr(1)})),
            "function \"main\": R.vm.kill_object takes a variable that a call bound");
  EXPECT_EQ(refusalOfValue(callOperator("relax.vm.alloc_tensor", {intExpr(1)})),
            "function \"main\": R.vm.alloc_tensor takes 4 operands, not 1");
}

TEST(VmCodegen, RefusesEndlessNestingAndDoubleNames) {
  ExprRef nested = intExpr(1);
  for (int i = 0; i < 3000; ++i) nested = tupleExpr({nested});
  Statements deep, one, two;
  EXPECT_EQ(refusal(mainOf(deep.returning(nested))), "function \"main\": expressions are nested more than 1000 deep");
  EXPECT_NE(refusal(moduleOf({relaxFunction("f", {}, one.returning(intExpr(1))),
                              relaxFunction("f", {}, two.returning(intExpr(1)))}))
                .find("already defined"),
            std::string::npos);
  Statements packed, other;
  const ExprRef a = packed.bind("a", callPacked("later", {}, anyType()));
  EXPECT_NE(refusal(moduleOf({relaxFunction("f", {}, packed.returning(a)),
                              relaxFunction("later", {}, other.returning(intExpr(1)))}))
                .find("declared in a different kind"),
            std::string::npos);
}

}  // namespace
}  // namespace relaxscope::build::codegen_tests
