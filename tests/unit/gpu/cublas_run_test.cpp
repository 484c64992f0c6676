// SPDX-License-Identifier: Apache-2.0
// Programs of the VM that call cuBLAS's packed functions of TVM's runtime, on a GPU: the emulated one unless
// RELAXSCOPE_GPU_TESTS=1 asks for a real one.
#include <gtest/gtest.h>
#include <tvm/ffi/container/tensor.h>

#include <cmath>
#include <cstdlib>
#include <cstring>

#include "vmcore/model/builder.h"
#include "vmcore/vm/objects/objects.h"
#include "vmcore/vm/value_convert.h"
#include "vmcore/vm/virtual_machine.h"

namespace relaxscope {
namespace {

using B = ExecutableBuilder;

std::string gpu() {
  const char* text = std::getenv("RELAXSCOPE_GPU_TESTS");
  return text != nullptr && std::strcmp(text, "1") == 0 ? "cuda:0" : "emulated:0";
}

template <class Element>
ffi::Any tensor(std::vector<int64_t> dims, DLDataType type, const std::vector<Element>& values) {
  static const auto memory = std::make_shared<Allocator>(Allocator::Kind::Naive, 0);
  auto made = makeTensor(memory, dims.data(), static_cast<int64_t>(dims.size()), type);
  std::memcpy(made->data, values.data(), values.size() * sizeof(Element));
  return ffi::Tensor(std::move(made));
}
ffi::Any floats(std::vector<int64_t> dims, const std::vector<float>& values) {
  return tensor(std::move(dims), {kDLFloat, 32, 1}, values);
}
/// Numbers from `first` on, as float32.
std::vector<float> counted(size_t count, float first) {
  std::vector<float> values;
  for (size_t i = 0; i < count; ++i) values.push_back(first + static_cast<float>(i % 11));
  return values;
}

template <class Element>
std::vector<Element> elementsOf(const ffi::Any& value) {
  const auto plain = toPlain(value, ElementLayout::Packed);
  EXPECT_TRUE(plain.ok()) << plain.error().text();
  const auto& found = std::get<TensorValue>(plain->data);
  std::vector<Element> elements(found.data.size() / sizeof(Element));
  found.data.copyTo(0, {reinterpret_cast<uint8_t*>(elements.data()), found.data.size()});
  return elements;
}

class CublasRun : public testing::Test {
 protected:
  /// Loads a program; skips the test where there is no GPU.
  void load(B& builder, const std::string& device = gpu()) {
    LoadOptions options;
    auto file = std::make_shared<LoadedFile>();
    file->path = "test program";
    file->executable = std::make_shared<const Executable>(builder.finish());
    options.file = file;
    options.devices = {device};
    auto loaded = VirtualMachine::load(options);
    if (!loaded && loaded.error().text().find("cannot be used") != std::string::npos)
      GTEST_SKIP() << loaded.error().text();
    ASSERT_TRUE(loaded.ok()) << loaded.error().text();
    vm_ = *std::move(loaded);
  }
  /// main(a, b, c): calls `function` with those and with `rest`, and returns c.
  void loadCall(const char* function, std::vector<Arg> rest, B builder = B(), const std::string& device = gpu()) {
    builder.beginFunction("main", {"a", "b", "c"});
    std::vector<Arg> args{B::r(0), B::r(1), B::r(2)};
    args.insert(args.end(), rest.begin(), rest.end());
    builder.emitCall(function, args);
    builder.emitRet(2);
    load(builder, device);
  }
  ffi::Any placed(const ffi::Any& value) {
    RunResult there = vm_->toFirstDevice(value);
    EXPECT_TRUE(there.ok()) << there.error->message;
    return there.value;
  }
  RunResult call(const std::vector<ffi::Any>& args) {
    std::vector<ffi::Any> there;
    for (const ffi::Any& arg : args) there.push_back(placed(arg));
    RunResult result = vm_->call("main", std::vector<ffi::AnyView>(there.begin(), there.end()));
    if (result.ok()) result.error = vm_->synchronize().error;
    return result;
  }
  ffi::Any resultOf(const std::vector<ffi::Any>& args) {
    RunResult result = call(args);
    EXPECT_TRUE(result.ok()) << result.error->message;
    return result.value;
  }
  std::string errorOf(const std::vector<ffi::Any>& args) {
    const RunResult result = call(args);
    return result.ok() ? "no error" : result.error->kind + ": " + result.error->message;
  }
  VirtualMachine& vm() { return *vm_; }

 private:
  std::unique_ptr<VirtualMachine> vm_;
};

constexpr const char* kMatmul = "tvm.contrib.cublas.matmul";
constexpr const char* kBatchMatmul = "tvm.contrib.cublas.batch_matmul";

/// By rows; of each matrix of a batch.
std::vector<float> product(const std::vector<float>& a, const std::vector<float>& b, size_t batch, size_t m, size_t n,
                           size_t k, bool ta, bool tb) {
  std::vector<float> made;
  for (size_t i = 0; i < batch; ++i)
    for (size_t row = 0; row < m; ++row)
      for (size_t column = 0; column < n; ++column) {
        float sum = 0;
        for (size_t d = 0; d < k; ++d)
          sum +=
              a[i * m * k + (ta ? d * m + row : row * k + d)] * b[i * k * n + (tb ? column * k + d : d * n + column)];
        made.push_back(sum);
      }
  return made;
}

TEST_F(CublasRun, MultipliesMatricesInEveryTranspose) {
  const std::vector<float> a = counted(15, -3), b = counted(35, 2), none(21);
  for (const bool ta : {false, true})
    for (const bool tb : {false, true}) {
      loadCall(kMatmul, {B::imm(ta), B::imm(tb)});
      if (IsSkipped()) return;
      const ffi::Any got =
          resultOf({floats(ta ? std::vector<int64_t>{5, 3} : std::vector<int64_t>{3, 5}, a),
                    floats(tb ? std::vector<int64_t>{7, 5} : std::vector<int64_t>{5, 7}, b), floats({3, 7}, none)});
      EXPECT_EQ(elementsOf<float>(got), product(a, b, 1, 3, 7, 5, ta, tb)) << ta << tb;
    }
}

TEST_F(CublasRun, MultipliesBatchesAndOneMatrixWithEach) {
  const std::vector<float> a = counted(2 * 12, 1), b = counted(2 * 20, -4);
  for (const bool ta : {false, true})
    for (const bool tb : {false, true}) {
      loadCall(kBatchMatmul, {B::imm(ta), B::imm(tb)});
      if (IsSkipped()) return;
      const std::vector<int64_t> da = ta ? std::vector<int64_t>{2, 4, 3} : std::vector<int64_t>{2, 3, 4};
      const std::vector<int64_t> db = tb ? std::vector<int64_t>{2, 5, 4} : std::vector<int64_t>{2, 4, 5};
      const ffi::Any none = floats({2, 3, 5}, std::vector<float>(30));
      EXPECT_EQ(elementsOf<float>(resultOf({floats(da, a), floats(db, b), none})), product(a, b, 2, 3, 5, 4, ta, tb));
      // One matrix of B serves for both of A.
      std::vector<float> one(b.begin(), b.begin() + 20), twice = one;
      twice.insert(twice.end(), one.begin(), one.end());
      EXPECT_EQ(elementsOf<float>(resultOf({floats(da, a), floats({1, db[1], db[2]}, one), none})),
                product(a, twice, 2, 3, 5, 4, ta, tb));
    }
}

TEST_F(CublasRun, TakesFactors) {
  B builder;
  const Arg alpha = B::c(builder.addConstant(FloatConstant{0.5})), beta = B::c(builder.addConstant(FloatConstant{2}));
  loadCall(kMatmul, {B::imm(0), B::imm(0), alpha, beta}, builder);
  if (IsSkipped()) return;
  const ffi::Any got = resultOf({floats({1, 2}, {3, 4}), floats({2, 1}, {5, 6}), floats({1, 1}, {10})});
  EXPECT_EQ(elementsOf<float>(got), std::vector<float>{39.5F}) << "(15 + 24) / 2 + 20";
}

TEST_F(CublasRun, MultipliesHalvesAndBytes) {
  loadCall(kMatmul, {B::imm(0), B::imm(0)});
  if (IsSkipped()) return;
  constexpr DLDataType kHalf{kDLFloat, 16, 1}, kByte{kDLInt, 8, 1}, kInt{kDLInt, 32, 1};
  const std::vector<_Float16> a{1, 2, 3, 4}, b{5, 6, 7, 8}, none(4);
  const ffi::Any halves = resultOf({tensor({2, 2}, kHalf, a), tensor({2, 2}, kHalf, b), tensor({2, 2}, kHalf, none)});
  EXPECT_EQ(elementsOf<_Float16>(halves), (std::vector<_Float16>{19, 22, 43, 50}));
  const std::vector<int8_t> x{1, -2, 3, -4}, y{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16};
  const ffi::Any bytes =
      resultOf({tensor({1, 4}, kByte, x), tensor({4, 4}, kByte, y), tensor({1, 4}, kInt, std::vector<int32_t>(4))});
  EXPECT_EQ(elementsOf<int32_t>(bytes), (std::vector<int32_t>{-34, -36, -38, -40}));
}

TEST_F(CublasRun, IsReplayedByAGraph) {
  B b;
  const Arg one = B::c(b.addConstant(FloatConstant{1}));
  b.beginFunction("captured", {"a", "b", "c"});
  b.emitCall(kMatmul, {B::r(0), B::r(1), B::r(2), B::imm(0), B::imm(0), one, one});
  b.emitRet(2);
  b.beginFunction("main", {"a", "b", "c"});
  b.emitCall("vm.builtin.make_tuple", {B::r(0), B::r(1), B::r(2)}, 3);
  b.emitCall("vm.builtin.cuda_graph.run_or_capture", {B::vm(), b.f("captured"), B::r(3), B::imm(0)}, 4);
  b.emitRet(4);
  load(b);
  if (IsSkipped()) return;
  const ffi::Any a = placed(floats({1, 2}, {3, 4})), w = placed(floats({2, 1}, {5, 6})),
                 sum = placed(floats({1, 1}, {0}));
  for (int calls = 1; calls <= 4; ++calls) {
    const RunResult result = vm().call("main", std::vector<ffi::AnyView>{a, w, sum});
    ASSERT_TRUE(result.ok()) << result.error->message;
    EXPECT_EQ(elementsOf<float>(sum), std::vector<float>{39.0F * static_cast<float>(calls)}) << "each call adds once";
  }
}

TEST_F(CublasRun, NamesWhatIsWrongWithTheArguments) {
  loadCall(kMatmul, {B::imm(0), B::imm(0)});
  if (IsSkipped()) return;
  const ffi::Any a = floats({2, 3}, counted(6, 0)), b = floats({2, 3}, counted(6, 0)),
                 c = floats({2, 2}, counted(4, 0));
  EXPECT_EQ(errorOf({a, b, c}),
            "ValueError: tvm.contrib.cublas.matmul: float32[2, 3] * float32[2, 3] -> "
            "float32[2, 2]: the shapes do not match");
  EXPECT_EQ(errorOf({a, tensor({3, 2}, {kDLInt, 32, 1}, std::vector<int32_t>(6)), c}),
            "ValueError: tvm.contrib.cublas.matmul: float32 * int32 -> float32: these types are not supported");
  EXPECT_EQ(errorOf({floats({1, 2, 3}, counted(6, 0)), b, c}),
            "ValueError: tvm.contrib.cublas.matmul: A is float32[1, 2, 3], but it must have 2 dimensions");
  // The VM stays usable.
  EXPECT_EQ(errorOf({a, floats({3, 2}, counted(6, 0)), c}), "no error");
}

TEST_F(CublasRun, NeedsTensorsOnAGpu) {
  loadCall(kMatmul, {B::imm(0), B::imm(0)}, B(), "cpu");
  const ffi::Any a = floats({2, 2}, counted(4, 0));
  EXPECT_EQ(errorOf({a, a, a}),
            "ValueError: tvm.contrib.cublas.matmul needs tensors on a GPU, but argument 0 is not on one");
  loadCall(kMatmul, {B::imm(0)}, B(), "cpu");
  EXPECT_EQ(errorOf({a, a, a}), "TypeError: tvm.contrib.cublas.matmul expects 5 to 7 arguments, but got 4");
}

}  // namespace
}  // namespace relaxscope
