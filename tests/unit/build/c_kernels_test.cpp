// SPDX-License-Identifier: Apache-2.0
#include "vmcore/build/codegen/c_kernels.h"

#include <dlfcn.h>
#include <gtest/gtest.h>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <limits>
#include <optional>
#include <string>
#include <vector>

namespace relaxscope::build {
namespace {
namespace c_kernels_test {  // short names, of no other test

using ir::PrimExpr;
using ir::PrimOp;
using ir::TirKind;

constexpr DataType kF32{static_cast<uint8_t>(TypeCode::Float), 32, 1};
constexpr DataType kF16{static_cast<uint8_t>(TypeCode::Float), 16, 1};
constexpr DataType kBf16{static_cast<uint8_t>(TypeCode::BFloat), 16, 1};
constexpr DataType kI8{static_cast<uint8_t>(TypeCode::Int), 8, 1};

ir::BufferRef bufferOf(std::string name, std::vector<PrimExpr> shape, DataType type) {
  return std::make_shared<ir::Buffer>(ir::Buffer{std::move(name), std::move(shape), type, "global"});
}
ir::TirStmtRef storeOf(const ir::BufferRef& buffer, std::vector<PrimExpr> indices, PrimExpr value) {
  ir::TirStmt s;
  s.kind = TirKind::Store;
  s.buffer = buffer;
  s.indices = std::move(indices);
  s.value = std::move(value);
  return std::make_shared<ir::TirStmt>(s);
}
ir::TirStmtRef loopOf(const ir::PrimVarRef& var, PrimExpr extent, ir::TirBody body) {
  ir::TirStmt s;
  s.kind = TirKind::For;
  s.var = var;
  s.begin = ir::intImm(0, var->type);
  s.extent = std::move(extent);
  s.body = std::move(body);
  return std::make_shared<ir::TirStmt>(s);
}
ir::TirStmtRef returnOf(PrimExpr value) {
  ir::TirStmt s;
  s.kind = TirKind::Return;
  s.value = std::move(value);
  return std::make_shared<ir::TirStmt>(s);
}
ir::PrimFunc kernelOf(std::string name, std::vector<ir::TirParam> params, ir::TirBody body) {
  ir::PrimFunc f;
  f.name = std::move(name);
  f.params = std::move(params);
  f.body = std::move(body);
  return f;
}
std::string textOf(const ir::PrimFunc& f, const CSourceOptions& options = {}) {
  const auto text = cSourceOf({std::make_shared<ir::PrimFunc>(f)}, options);
  EXPECT_TRUE(text.ok()) << text.error().message;
  return text ? *text : std::string();
}
bool has(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

/// C[i, j] = sum of A[i, k] * B[k, j]; `transposed`: of B[j, k].
ir::PrimFunc matmul(bool transposed, DataType type = kF32) {
  const auto n = ir::makeVar("n");
  const auto extent = [](int64_t e) { return ir::intImm(e); };
  const auto a = bufferOf("A", {ir::varExpr(n), extent(3)}, type);
  const auto b = bufferOf("B", {extent(transposed ? 5 : 3), extent(transposed ? 3 : 5)}, type);
  const auto c = bufferOf("C", {ir::varExpr(n), extent(5)}, type);
  ir::TirStmt block;
  block.kind = TirKind::Block;
  block.name = "C";
  const std::vector<PrimExpr> extents{ir::varExpr(n), extent(5), extent(3)};
  std::vector<ir::PrimVarRef> loops, axes;
  for (size_t k = 0; k < 3; ++k) {
    loops.push_back(ir::makeVar(std::string(1, "ijk"[k])));
    axes.push_back(ir::makeVar(std::string("v") + "ijk"[k]));
    block.axes.push_back({axes[k], k == 2, ir::intImm(0), extents[k], ir::varExpr(loops[k])});
  }
  const auto v = [&](size_t k) { return ir::varExpr(axes[k]); };
  block.hasInit = true;
  block.init = {storeOf(c, {v(0), v(1)}, ir::floatImm(0, type))};
  const PrimExpr product = ir::binary(PrimOp::Mul, ir::loadOf(a, {v(0), v(2)}),
                                      transposed ? ir::loadOf(b, {v(1), v(2)}) : ir::loadOf(b, {v(2), v(1)}));
  block.body = {storeOf(c, {v(0), v(1)}, ir::binary(PrimOp::Add, ir::loadOf(c, {v(0), v(1)}), product))};
  ir::TirBody body{std::make_shared<ir::TirStmt>(block)};
  for (size_t k = 3; k-- > 0;) body = {loopOf(loops[k], extents[k], body)};
  auto f = kernelOf("matmul", {{a, {}, {}}, {b, {}, {}}, {c, {}, {}}}, body);
  f.symbols = {n};
  return f;
}

TEST(CKernels, AReductionOverNeighbouringElementsRunsAlongThem) {
  const std::string text = textOf(matmul(false));
  const size_t init = text.find("C[vi * 5 + vj] = 0.0f;"), k = text.find("for (int64_t k = 0; k < 3; ++k)"),
               row = text.rfind("for (int64_t j = 0; j < 5; ++j)"),
               update = text.find("C[vi * 5 + vj] = C[vi * 5 + vj] + A[vi * 3 + vk] * B[vk * 5 + vj];");
  ASSERT_NE(update, std::string::npos) << text;
  EXPECT_LT(init, k);
  EXPECT_LT(k, row);
  EXPECT_LT(row, update);
  EXPECT_TRUE(has(text, "const float* A, const float* B, float* C, int64_t n)"));
}

TEST(CKernels, AReductionAlongRowsAccumulatesInAVariable) {
  const std::string text = textOf(matmul(true));
  EXPECT_TRUE(has(text, "float C_value = 0.0f;")) << text;
  EXPECT_TRUE(has(text, "C_value = C_value + A[vi * 3 + vk] * B[vj * 3 + vk];"));
  EXPECT_TRUE(has(text, "C[vi * 5 + vj] = C_value;"));
  EXPECT_FALSE(has(text, "if (vk == 0)"));
}

TEST(CKernels, AReductionThatReadsOtherElementsKeepsItsLoops) {
  // C[i] takes in its neighbour: the order of all updates matters.
  const auto c = bufferOf("C", {ir::intImm(8)}, kF32);
  const auto i = ir::makeVar("i"), k = ir::makeVar("k"), vi = ir::makeVar("vi"), vk = ir::makeVar("vk");
  ir::TirStmt block;
  block.kind = TirKind::Block;
  block.axes = {{vi, false, ir::intImm(0), ir::intImm(7), ir::varExpr(i)},
                {vk, true, ir::intImm(0), ir::intImm(2), ir::varExpr(k)}};
  block.hasInit = true;
  block.init = {storeOf(c, {ir::varExpr(vi)}, ir::floatImm(1, kF32))};
  const PrimExpr next = ir::loadOf(c, {ir::binary(PrimOp::Add, ir::varExpr(vi), ir::intImm(1))});
  block.body = {storeOf(c, {ir::varExpr(vi)}, ir::binary(PrimOp::Add, ir::loadOf(c, {ir::varExpr(vi)}), next))};
  const ir::TirBody inner{std::make_shared<ir::TirStmt>(block)};
  const std::string text =
      textOf(kernelOf("scan", {{c, {}, {}}}, {loopOf(i, ir::intImm(7), {loopOf(k, ir::intImm(2), inner)})}));
  EXPECT_TRUE(has(text, "if (vk == 0) {\n        C[vi] = 1.0f;\n      }\n      C[vi] = C[vi] + C[vi + 1];")) << text;
}

TEST(CKernels, NamesThatCHasAndEqualNamesAreChanged) {
  const auto a = bufferOf("double", {ir::intImm(4)}, kF32), b = bufferOf("i", {ir::intImm(4)}, kF32);
  const auto i = ir::makeVar("i"), e = ir::makeVar("expf");
  const auto at = [](const ir::PrimVarRef& var) { return std::vector<PrimExpr>{ir::varExpr(var)}; };
  const auto exp = ir::makePrim(PrimOp::Call, kF32, {ir::loadOf(a, at(i))}, "exp");
  const auto plus = ir::makePrim(PrimOp::Add, kF32, {exp, ir::castTo(kF32, ir::varExpr(e))});
  const std::string text = textOf(kernelOf("int", {{a, {}, {}}, {b, {}, {}}, {nullptr, e, {}}},
                                           {loopOf(i, ir::intImm(4), {storeOf(b, at(i), plus)})}));
  EXPECT_TRUE(has(text, "static void rs_kernel_int(const float* v_double, float* i, int64_t v_expf)")) << text;
  EXPECT_TRUE(has(text, "i[i_1] = expf(v_double[i_1]) + (float)v_expf;"));
  EXPECT_TRUE(has(text, "RS_EXPORT int __tvm_ffi_int("));
  EXPECT_TRUE(has(text, "int(double: Tensor([T.int64(4)], float32), i: Tensor([T.int64(4)], float32), expf: int64)"));
}

TEST(CKernels, TypesBelow32BitsAreRoundedAfterEachOperation) {
  const auto at = std::vector<PrimExpr>{ir::intImm(0)};
  const auto twice = [&](const ir::BufferRef& b) {
    const auto sum = ir::makePrim(PrimOp::Add, b->type, {ir::loadOf(b, at), ir::loadOf(b, at)});
    return storeOf(b, at, ir::makePrim(PrimOp::Mul, b->type, {sum, ir::loadOf(b, at)}));
  };
  const auto h = bufferOf("h", {ir::intImm(1)}, kF16), w = bufferOf("w", {ir::intImm(1)}, kBf16),
             c = bufferOf("c", {ir::intImm(1)}, kI8);
  const std::string text =
      textOf(kernelOf("small", {{h, {}, {}}, {w, {}, {}}, {c, {}, {}}}, {twice(h), twice(w), twice(c)}));
  EXPECT_TRUE(has(text, "h[0] = (rs_f16)((rs_f16)(h[0] + h[0]) * h[0]);")) << text;
  // TVM computes bfloat16 in float up to the store.
  EXPECT_TRUE(has(text, "w[0] = rs_to_bf16((rs_from_bf16(w[0]) + rs_from_bf16(w[0])) * rs_from_bf16(w[0]));"));
  EXPECT_TRUE(has(text, "c[0] = (int8_t)((int8_t)(c[0] + c[0]) * c[0]);"));
}

TEST(CKernels, LiteralsOf64BitsAreNotComputedIn32) {
  const auto literal = [](int64_t value) { return ir::intImm(value); };
  const auto both = ir::makePrim(PrimOp::BitOr, kInt64Type, {literal(1), literal(6)});
  auto f = kernelOf("wide", {}, {returnOf(ir::makePrim(PrimOp::Mul, kInt64Type, {both, literal(2000000000)}))});
  f.result = kInt64Type;
  EXPECT_TRUE(has(textOf(f), "return (int64_t)(1 | 6) * 2000000000;")) << textOf(f);
  auto least = kernelOf("least", {}, {returnOf(literal(std::numeric_limits<int64_t>::min()))});
  least.result = kInt64Type;
  EXPECT_TRUE(has(textOf(least), "return INT64_MIN;"));
}

TEST(CKernels, ParametersAreRestrictIfTheKernelSaysSo) {
  auto f = matmul(true);
  EXPECT_FALSE(has(textOf(f), "restrict"));
  f.attributes.emplace_back("tirx.noalias", ir::Attribute{true});
  EXPECT_TRUE(has(textOf(f), "(const float* restrict A, const float* restrict B, float* restrict C, int64_t n)"));
}

TEST(CKernels, AnOuterLoopOfTheReductionDoesNotRepeatTheInit) {
  // for k, i, j, l with k and l reduced: the loops below k are no reduction of their own.
  const auto c = bufferOf("C", {ir::intImm(4), ir::intImm(4)}, kF32);
  ir::TirStmt block;
  block.kind = TirKind::Block;
  std::vector<ir::PrimVarRef> loops;
  for (size_t n = 0; n < 4; ++n) {
    loops.push_back(ir::makeVar(std::string(1, "kijl"[n])));
    block.axes.push_back({ir::makeVar(std::string("v") + "kijl"[n]), n == 0 || n == 3, ir::intImm(0), ir::intImm(4),
                          ir::varExpr(loops[n])});
  }
  // The indices are turned round, so that the last loop does not run along a row.
  const std::vector<PrimExpr> at{ir::varExpr(block.axes[2].var), ir::varExpr(block.axes[1].var)};
  block.hasInit = true;
  block.init = {storeOf(c, at, ir::floatImm(0, kF32))};
  const PrimExpr step = ir::castTo(kF32, ir::varExpr(block.axes[0].var));
  block.body = {storeOf(c, at, ir::binary(PrimOp::Add, ir::loadOf(c, at), step))};
  ir::TirBody body{std::make_shared<ir::TirStmt>(block)};
  for (size_t n = 4; n-- > 0;) body = {loopOf(loops[n], ir::intImm(4), body)};
  const std::string text = textOf(kernelOf("k", {{c, {}, {}}}, body));
  EXPECT_TRUE(has(text, "if (vk == 0 && vl == 0) {")) << text;
}

TEST(CKernels, LargeAndUnknownBuffersAreInOneArena) {
  const auto n = ir::makeVar("n");
  const auto x = bufferOf("x", {ir::varExpr(n)}, kF32), small = bufferOf("small", {ir::intImm(10)}, kF32),
             large = bufferOf("large", {ir::intImm(5000)}, kF32),
             open = bufferOf("open", {ir::varExpr(n), ir::intImm(2)}, kI8);
  const auto zero = std::vector<PrimExpr>{ir::intImm(0)};
  auto f = kernelOf("k", {{x, {}, {}}}, {storeOf(small, zero, ir::loadOf(x, zero))});
  f.symbols = {n};
  f.allocations = {small, large, open};
  const std::string text = textOf(f);
  EXPECT_TRUE(has(text, "_Alignas(64) float small[10];")) << text;
  EXPECT_TRUE(has(text, "rs_at0 = rs_room(&rs_size, 4, 1, (const int64_t[]){5000});"));
  EXPECT_TRUE(has(text, "rs_at1 = rs_room(&rs_size, 1, 2, (const int64_t[]){n, 2});"));
  EXPECT_TRUE(has(text, "free(rs_arena);"));
}

TEST(CKernels, WhatCCannotHoldIsNamedWithItsLine) {
  auto f = matmul(false);
  auto loop = std::make_shared<ir::TirStmt>(*f.body[0]);
  loop->loop = ir::LoopKind::ThreadBinding;
  loop->thread = "blockIdx.x";
  loop->span.line = 12;
  f.body = {loop};
  EXPECT_EQ(obstacleToC(f), "kernel matmul: line 12: the loop i is bound to blockIdx.x: its schedule is for a GPU");
  auto unbound = matmul(false);
  unbound.symbols.push_back(ir::makeVar("m"));
  EXPECT_EQ(obstacleToC(unbound), "kernel matmul: the symbol m is the whole extent of no argument");
  const auto odd = ir::makePrim(PrimOp::Call, kF32, {ir::floatImm(1, kF32)}, "gamma");
  auto other = kernelOf("g", {}, {returnOf(odd)});
  other.result = kF32;
  EXPECT_EQ(obstacleToC(other), "kernel g: T.gamma has no match in C");
  EXPECT_EQ(obstacleToC(matmul(true)), "");
  const auto twice = std::make_shared<ir::PrimFunc>(matmul(true));
  const auto both = cSourceOf({twice, twice}, {});
  ASSERT_FALSE(both.ok());
  EXPECT_EQ(both.error().message, "kernel matmul occurs twice");
}

TEST(CKernels, LinesOfTheSourceAreNamedOnRequest) {
  auto f = matmul(true);
  auto loop = std::make_shared<ir::TirStmt>(*f.body[0]);
  loop->span.line = 40;
  f.body = {loop};
  EXPECT_FALSE(has(textOf(f), "#line"));
  // A nest of loops begins with its outermost one.
  EXPECT_TRUE(has(textOf(f, {"a \"b\".py"}), "#line 40 \"a \\\"b\\\".py\"\n  for (int64_t i = 0; i < n; ++i) {"));
}

// ---- what the text computes ----

struct Value {  // TVMFFIAny
  int32_t kind = 0;
  uint32_t padding = 0;
  union {
    int64_t integer = 0;
    double real;
    void* pointer;
  };
};
std::string lastError;
void takeError(const char* kind, const char** parts, int32_t count) {
  lastError = std::string(kind) + ": ";
  for (int32_t k = 0; k < count; ++k) lastError += parts[k];
}

/// The kernels as a library in this process, with a function that passes its errors on to this test.
class Loaded {
 public:
  explicit Loaded(std::string text) {
    text +=
        "RS_EXPORT void (*rs_test)(const char*, const char**, int32_t);\n"
        "void TVMFFIErrorSetRaisedFromCStrParts(const char* kind, const char** parts, int32_t count) {\n"
        "  rs_test(kind, parts, count);\n}\n";
    std::string folder = (std::filesystem::temp_directory_path() / "c-kernels-test-XXXXXX").string();
    if (mkdtemp(folder.data()) == nullptr) return;
    std::ofstream(folder + "/k.c") << text;
    std::string command = "cc -shared -fPIC -O1 -Wall -Wextra -Werror -Wno-unused-function -Wno-unused-parameter";
    for (const char* option : kCOptions) command += std::string(" ") + option;
    command += " " + folder + "/k.c -o " + folder + "/k.so -lm";
    compiled_ = std::system(command.c_str()) == 0;
    if (compiled_) library_ = dlopen((folder + "/k.so").c_str(), RTLD_NOW | RTLD_LOCAL);
    std::filesystem::remove_all(folder);
    if (library_ != nullptr) *static_cast<decltype(&takeError)*>(dlsym(library_, "rs_test")) = takeError;
  }
  ~Loaded() {
    if (library_ != nullptr) dlclose(library_);
  }
  Loaded(const Loaded&) = delete;
  Loaded& operator=(const Loaded&) = delete;
  [[nodiscard]] bool ready() const { return library_ != nullptr; }
  int call(const std::string& kernel, std::vector<Value> arguments, Value& result) const {
    using Function = int(void*, const Value*, int, Value*);
    auto* function = reinterpret_cast<Function*>(dlsym(library_, ("__tvm_ffi_" + kernel).c_str()));
    return function == nullptr ? -2 : function(nullptr, arguments.data(), static_cast<int>(arguments.size()), &result);
  }

 private:
  void* library_ = nullptr;
  bool compiled_ = false;
};

Value intValue(int64_t value) {
  Value v;
  v.kind = 1;
  v.integer = value;
  return v;
}
struct Tensor {  // DLTensor
  void* data;
  int32_t deviceType = 1, deviceId = 0, ndim;
  uint8_t code = 2, bits = 32;
  uint16_t lanes = 1;
  int64_t* shape;
  int64_t* strides = nullptr;
  uint64_t byteOffset = 0;
};
Value tensorValue(Tensor& tensor) {
  Value v;
  v.kind = 7;
  v.pointer = &tensor;
  return v;
}

/// name(a: int64, b: int64) -> int64 of one operation; with a constant as b.
ir::PrimFuncRef integerKernel(const std::string& name, PrimOp op, std::optional<int64_t> by) {
  const auto a = ir::makeVar("a"), b = ir::makeVar("b");
  auto f = kernelOf(name, {{nullptr, a, {}}, {nullptr, b, {}}},
                    {returnOf(ir::makePrim(op, kInt64Type, {ir::varExpr(a), by ? ir::intImm(*by) : ir::varExpr(b)}))});
  f.result = kInt64Type;
  return std::make_shared<ir::PrimFunc>(f);
}

int64_t floorDivided(int64_t a, int64_t b) {
  if (b == 0) return 0;
  if (b == -1) return static_cast<int64_t>(0 - static_cast<uint64_t>(a));
  return a / b - (a % b != 0 && (a < 0) != (b < 0) ? 1 : 0);
}

TEST(CKernels, CompiledKernelsDivideLikePython) {
  if (std::system("cc --version > /dev/null 2>&1") != 0) GTEST_SKIP() << "no C compiler";
  std::vector<ir::PrimFuncRef> kernels{
      integerKernel("div", PrimOp::FloorDiv, {}), integerKernel("mod", PrimOp::FloorMod, {}),
      integerKernel("tdiv", PrimOp::TruncDiv, {}), integerKernel("shl", PrimOp::ShiftLeft, {})};
  const std::vector<int64_t> constants{-7, -1, 1, 2, 3, 8};
  for (size_t k = 0; k < constants.size(); ++k) {
    kernels.push_back(integerKernel("div" + std::to_string(k), PrimOp::FloorDiv, constants[k]));
    kernels.push_back(integerKernel("mod" + std::to_string(k), PrimOp::FloorMod, constants[k]));
  }
  const auto text = cSourceOf(kernels, {});
  ASSERT_TRUE(text.ok()) << text.error().message;
  const Loaded library(*text);
  ASSERT_TRUE(library.ready()) << *text;
  const auto result = [&](const std::string& name, int64_t a, int64_t b) {
    Value value;
    EXPECT_EQ(library.call(name, {intValue(a), intValue(b)}, value), 0) << name;
    EXPECT_EQ(value.kind, 1);
    return value.integer;
  };
  constexpr int64_t kLeast = std::numeric_limits<int64_t>::min();
  const auto rest = [](int64_t a, int64_t b) {  // the product wraps
    return static_cast<int64_t>(static_cast<uint64_t>(a) -
                                static_cast<uint64_t>(floorDivided(a, b)) * static_cast<uint64_t>(b));
  };
  for (const int64_t a : {kLeast, int64_t{-9}, int64_t{-8}, int64_t{-1}, int64_t{0}, int64_t{7}, int64_t{16}}) {
    for (const int64_t b : {int64_t{-9}, int64_t{-2}, int64_t{-1}, int64_t{0}, int64_t{1}, int64_t{3}, kLeast}) {
      const int64_t quotient = floorDivided(a, b);
      EXPECT_EQ(result("div", a, b), quotient) << a << " // " << b;
      if (b == 0 || b == -1) continue;
      EXPECT_EQ(result("mod", a, b), rest(a, b)) << a << " % " << b;
      EXPECT_EQ(result("tdiv", a, b), a / b);
    }
    for (size_t k = 0; k < constants.size(); ++k) {
      EXPECT_EQ(result("div" + std::to_string(k), a, 0), floorDivided(a, constants[k])) << a << " // " << constants[k];
      const int64_t mod = constants[k] == -1 ? 0 : rest(a, constants[k]);
      EXPECT_EQ(result("mod" + std::to_string(k), a, 0), mod) << a << " % " << constants[k];
    }
  }
  EXPECT_EQ(result("mod", 5, 0), 0);
  EXPECT_EQ(result("shl", 3, 62), static_cast<int64_t>(uint64_t{3} << 62));
}

/// A compiled matmul with its arguments.
class CompiledMatmul : public testing::Test {
 protected:
  void SetUp() override {
    if (std::system("cc --version > /dev/null 2>&1") != 0) GTEST_SKIP() << "no C compiler";
    for (size_t k = 0; k < b.size(); ++k) b[k] = static_cast<float>(k);
    library.emplace(textOf(matmul(false)));
    ASSERT_TRUE(library->ready());
  }
  int call(const std::vector<Value>& arguments) {
    Value none;
    return library->call("matmul", arguments, none);
  }
  int call() { return call({tensorValue(x), tensorValue(y), tensorValue(z)}); }
  /// The error of a call after a change, which is undone.
  template <class Change>
  std::string errorWith(const Change& change) {
    const Tensor kept[] = {x, y, z};
    change();
    EXPECT_EQ(call(), -1);
    x = kept[0], y = kept[1], z = kept[2];
    return lastError;
  }
  std::optional<Loaded> library;
  std::vector<float> a{1, 2, 3, 4, 5, 6}, b = std::vector<float>(15), c = std::vector<float>(10);
  int64_t shapeA[2] = {2, 3}, shapeB[2] = {3, 5}, shapeC[2] = {2, 5}, other[2] = {3, 5}, strides[2] = {1, 2};
  Tensor x{.data = a.data(), .ndim = 2, .shape = shapeA}, y{.data = b.data(), .ndim = 2, .shape = shapeB},
      z{.data = c.data(), .ndim = 2, .shape = shapeC};
  const std::string where =
      " when calling:\n  `matmul(A: Tensor([n, T.int64(3)], float32), B: Tensor([T.int64(3), T.int64(5)], float32), C: "
      "Tensor([n, T.int64(5)], float32))`";
};

TEST_F(CompiledMatmul, AddsInOrder) {
  ASSERT_EQ(call(), 0) << lastError;
  for (size_t i = 0; i < 2; ++i)
    for (size_t j = 0; j < 5; ++j) {
      float sum = 0;
      for (size_t k = 0; k < 3; ++k) sum += a[i * 3 + k] * b[k * 5 + j];
      EXPECT_EQ(c[i * 5 + j], sum) << i << " " << j;
    }
}

TEST_F(CompiledMatmul, RefusesWithTheWordsOfTvm) {
  EXPECT_EQ(errorWith([&] { z.shape = other; }),
            "ValueError: Mismatched C.shape[0] on argument #2" + where + ",\n  expected to match A.shape[0]");
  EXPECT_EQ(errorWith([&] { y.shape = shapeC; }),
            "ValueError: Invalid B.shape[0] on argument #1" + where + ",\n  expected 3");
  EXPECT_EQ(errorWith([&] { y.bits = 16; }),
            "TypeError: Mismatched B.dtype on argument #1" + where + ",\n  expected float32");
  EXPECT_EQ(errorWith([&] { x.ndim = 3; }), "ValueError: Mismatched A.ndim on argument #0" + where + ",\n  expected 2");
  EXPECT_EQ(errorWith([&] { x.strides = strides; }),
            "ValueError: Mismatched A.strides on argument #0" + where + ",\n  expected to be compact array");
  EXPECT_EQ(errorWith([&] { y.data = nullptr; }),
            "ValueError: B data pointer is NULL on argument #1" + where + ",\n  expected non-NULL data pointer");
  EXPECT_EQ(errorWith([&] { y.deviceType = 2; }),
            "ValueError: Mismatched B.device_type on argument #1" + where + ",\n  expected cpu");
  EXPECT_EQ(errorWith([&] { y.deviceId = 1; }),
            "ValueError: Mismatched B.device_id on argument #1" + where + ",\n  expected to match A.device_id");
  EXPECT_EQ(call({}), -1);
  EXPECT_EQ(lastError, "TypeError: Expected 3 arguments" + where);
  EXPECT_EQ(call({intValue(1), tensorValue(y), tensorValue(z)}), -1);
  EXPECT_EQ(lastError, "TypeError: Mismatched type on argument #0" + where + ",\n  expected Tensor");
  // None is found after the arguments of other types, as by TVM.
  EXPECT_EQ(call({Value(), intValue(1), tensorValue(z)}), -1);
  EXPECT_EQ(lastError, "TypeError: Mismatched type on argument #1" + where + ",\n  expected Tensor");
  EXPECT_EQ(call({Value(), tensorValue(y), tensorValue(z)}), -1);
  EXPECT_EQ(lastError, "TypeError: Mismatched type on argument #0" + where + ",\n  expected Tensor");
}

TEST_F(CompiledMatmul, AddsAByteOffsetToTheAddress) {
  x.byteOffset = 3 * sizeof(float);
  int64_t one[] = {1, 3}, row[] = {1, 5};
  x.shape = one;
  z.shape = row;
  ASSERT_EQ(call(), 0) << lastError;
  EXPECT_EQ(c[0], 4 * b[0] + 5 * b[5] + 6 * b[10]);
}

}  // namespace c_kernels_test
}  // namespace
}  // namespace relaxscope::build
