// SPDX-License-Identifier: Apache-2.0
// Programs of the VM that call the functions of modules of kind "cublas_json", as TVM exports them for cuBLAS, on a
// GPU: the emulated one unless RELAXSCOPE_GPU_TESTS=1 asks for a real one.
#include <gtest/gtest.h>

#include <cmath>

#include "tests/support/scratch_folder.h"
#include "tests/support/shared_library_builder.h"
#include "tests/unit/gpu/gpu_program.h"
#include "vmcore/base/bytes/byte_writer.h"
#include "vmcore/format/vm/vm_executable.h"
#include "vmcore/vm/native/cublas_module.h"

namespace relaxscope::testing {
namespace {

constexpr const char* kSymbol = "fused_relax_matmul_cublas";

/// A graph whose inputs are the operation's, in that order.
std::string graphOf(const std::string& name, int inputs, const std::string& attributes = "") {
  std::string nodes, given, arguments;
  for (int i = 0; i < inputs; ++i) {
    const std::string comma = i == 0 ? "" : ", ", index = std::to_string(i);
    nodes += R"({"op": "input", "name": "x", "attrs": {"dtype": ["float32"], "shape": [[2, 2]]}}, )";
    given += comma + "[" + index + ", 0, 0]";
    arguments += comma + index;
  }
  return R"({"nodes": [)" + nodes + R"({"op": "kernel", "name": ")" + name + R"(", "inputs": [)" + given +
         R"(], "attrs": {"num_outputs": 1)" + attributes + R"(}}], "arg_nodes": [)" + arguments + R"(], "heads": [[)" +
         std::to_string(inputs) + R"(, 0, 0]], "node_row_ptr": [0, 1, 2, 3, 4]})";
}

std::vector<uint8_t> graphPayload(const std::string& json) {
  ByteWriter out;
  out.writeString(kSymbol);
  out.writeString(json);
  out.write<uint64_t>(0);  // no constants
  return out.take();
}
/// No constants, and a function that needs none of them.
std::vector<uint8_t> constantsPayload() {
  ByteWriter out;
  out.write<uint64_t>(0);
  out.write<uint64_t>(0);
  out.write<uint64_t>(1);
  out.writeString(kSymbol);
  out.write<uint64_t>(1);
  out.write<uint64_t>(0);
  return out.take();
}

class CublasGraphRun : public GpuProgram {
 protected:
  /// main(arguments): calls the graph's function with all of them, and returns the last one, which is the result.
  static B programOf(int arguments) {
    B b;
    b.beginFunction("main", arguments);
    std::vector<Arg> args;
    for (int i = 0; i < arguments; ++i) args.push_back(B::r(i));
    b.emitCall(kSymbol, args);
    b.emitRet(arguments - 1);
    return b;
  }
  void loadGraph(const std::string& name, int inputs, const std::string& attributes = "",
                 const std::string& device = gpu()) {
    const std::vector<uint8_t> payload = graphPayload(graphOf(name, inputs, attributes));
    LoadOptions options;
    options.modules.emplace_back(
        loadCublasModule(ffi::Bytes(reinterpret_cast<const char*>(payload.data()), payload.size())));
    B b = programOf(inputs + 1);
    load(b, device, std::move(options));
  }
};

TEST_F(CublasGraphRun, MultipliesWithBiasAndActivation) {
  const std::vector<float> x = counted(6, -4), w = counted(12, -5), bias{1, -2, 3, -40};
  for (const bool transposed : {false, true}) {
    const std::string prefix = transposed ? "cublas.matmul_transposed" : "cublas.matmul";
    const std::vector<int64_t> dims = transposed ? std::vector<int64_t>{4, 3} : std::vector<int64_t>{3, 4};
    const std::vector<float> plain = product(x, w, 1, 2, 4, 3, false, transposed);
    const ffi::Any a = floats({2, 3}, x), b = floats(dims, w), none = floats({2, 4}, std::vector<float>(8));
    loadGraph(prefix, 2);
    if (IsSkipped()) return;
    EXPECT_EQ(elementsOf<float>(resultOf({a, b, none})), plain);
    for (const std::string follows : {"_bias", "_bias_relu", "_bias_gelu"}) {
      std::vector<float> wanted;
      for (size_t i = 0; i < plain.size(); ++i) {
        const double value = static_cast<double>(plain[i]) + static_cast<double>(bias[i % 4]);
        const double tanh = std::tanh(std::sqrt(2 / M_PI) * (value + 0.044715 * value * value * value));
        wanted.push_back(static_cast<float>(follows == "_bias"        ? value
                                            : follows == "_bias_relu" ? std::max(value, 0.0)
                                                                      : value / 2 * (1 + tanh)));
      }
      loadGraph(prefix + follows, 3);
      const std::vector<float> got = elementsOf<float>(resultOf({a, b, floats({4}, bias), none}));
      ASSERT_EQ(got.size(), wanted.size());
      for (size_t i = 0; i < got.size(); ++i) EXPECT_NEAR(got[i], wanted[i], 1e-3) << prefix + follows << " at " << i;
      EXPECT_EQ(elementsOf<float>(resultOf({a, b, floats({1, 4}, bias), none})), got) << "a bias of one row";
    }
  }
}

TEST_F(CublasGraphRun, MultipliesBatches) {
  const std::vector<float> x = counted(24, 1), w = counted(24, -3);
  loadGraph("cublas.matmul", 2);
  if (IsSkipped()) return;
  // All rows of A by one matrix.
  const std::vector<float> one(w.begin(), w.begin() + 12);
  EXPECT_EQ(elementsOf<float>(
                resultOf({floats({2, 4, 3}, x), floats({3, 4}, one), floats({2, 4, 4}, std::vector<float>(32))})),
            product(x, one, 1, 8, 4, 3, false, false));
  EXPECT_EQ(elementsOf<float>(resultOf(
                {floats({2, 1, 4, 3}, x), floats({2, 1, 3, 4}, w), floats({2, 1, 4, 4}, std::vector<float>(32))})),
            product(x, w, 2, 4, 4, 3, false, false));
  EXPECT_EQ(elementsOf<float>(
                resultOf({floats({2, 4, 3}, x), floats({1, 3, 4}, one), floats({2, 4, 4}, std::vector<float>(32))})),
            product(x, one, 1, 8, 4, 3, false, false));
  const std::vector<float> first(x.begin(), x.begin() + 12);
  EXPECT_EQ(errorOf({floats({1, 4, 3}, first), floats({2, 3, 4}, w), floats({2, 4, 4}, std::vector<float>(32))}),
            "ValueError: fused_relax_matmul_cublas: cublas.matmul: float32[1, 4, 3] * float32[2, 3, 4] -> "
            "float32[2, 4, 4]: one matrix A for several of B is not supported");
  EXPECT_EQ(errorOf({floats({2, 4, 3}, x), floats({4, 3, 2}, w), floats({2, 4, 2}, std::vector<float>(16))}),
            "ValueError: fused_relax_matmul_cublas: cublas.matmul: float32[2, 4, 3] * float32[4, 3, 2] -> "
            "float32[2, 4, 2]: the shapes do not match");
}

TEST_F(CublasGraphRun, MultipliesOtherTypes) {
  loadGraph("cublas.matmul_transposed_dequantize", 2, R"(, "dq_scale": 0.5)");
  if (IsSkipped()) return;
  constexpr DLDataType kHalf{kDLFloat, 16, 1}, kBrain{kDLBfloat, 16, 1}, kByte{kDLInt, 8, 1}, kInt{kDLInt, 32, 1};
  const std::vector<_Float16> a{1, 2, 3, 4}, b{5, 6, 7, 8}, none(4);
  EXPECT_EQ(
      elementsOf<_Float16>(resultOf({tensor({2, 2}, kHalf, a), tensor({2, 2}, kHalf, b), tensor({2, 2}, kHalf, none)})),
      (std::vector<_Float16>{8.5, 11.5, 19.5, 26.5}));
  // 1, 2 as bfloat16; the result is 5 / 2.
  const std::vector<uint16_t> brain{0x3F80, 0x4000};
  EXPECT_EQ(elementsOf<uint16_t>(resultOf({tensor({1, 2}, kBrain, brain), tensor({1, 2}, kBrain, brain),
                                           tensor({1, 1}, kBrain, std::vector<uint16_t>{0})})),
            std::vector<uint16_t>{0x4020});
  loadGraph("cublas.matmul_transposed", 2);
  const std::vector<int8_t> x{100, -100, 100, -100};
  EXPECT_EQ(elementsOf<int32_t>(resultOf(
                {tensor({1, 4}, kByte, x), tensor({1, 4}, kByte, x), tensor({1, 1}, kInt, std::vector<int32_t>{0})})),
            std::vector<int32_t>{40000});
  EXPECT_EQ(
      errorOf({floats({1, 4}, {1, 2, 3, 4}), tensor({1, 4}, kByte, x), floats({1, 1}, {0})}),
      "ValueError: fused_relax_matmul_cublas: cublas.matmul_transposed: float32 * int8 -> float32: these types are "
      "not supported");
}

TEST_F(CublasGraphRun, IsFoundInAnExportedLibraryBelowItsLoaderOfConstants) {
  const test::ScratchFolder folder;
  test::SharedLibraryBuilder builder;
  builder.content = test::blobOf({{"relax.VMExecutable", writeVmExecutable(programOf(3).finish())},
                                  {"_lib", {}},
                                  {"const_loader", constantsPayload()},
                                  {"cublas_json", graphPayload(graphOf("cublas.matmul", 2))}});
  LoadOptions options;
  options.path = folder.write("model.so", builder.build());
  open(options, gpu());
  if (IsSkipped() || HasFatalFailure()) return;
  EXPECT_EQ(elementsOf<float>(resultOf({floats({1, 2}, {3, 4}), floats({2, 1}, {5, 6}), floats({1, 1}, {0})})),
            std::vector<float>{39});
  options.devices = {"cpu"};
  const auto onCpu = VirtualMachine::load(options);
  ASSERT_FALSE(onCpu.ok());
  EXPECT_EQ(onCpu.error().text(),
            "it holds CUDA kernels, but no device of the run is a GPU; use --device cuda; "
            "--device emulated checks them on the CPU");
}

TEST_F(CublasGraphRun, NamesWhatIsWrong) {
  loadGraph("cublas.matmul_bias", 3);
  if (IsSkipped()) return;
  const ffi::Any a = floats({2, 2}, counted(4, 0));
  EXPECT_EQ(
      errorOf({a, a, floats({3}, counted(3, 0)), a}),
      "ValueError: fused_relax_matmul_cublas: cublas.matmul_bias: the bias is float32[3], but float32[2, 2] needs "
      "one element of its type for each column");
  EXPECT_EQ(errorOf({a, a, floats({2, 1}, counted(2, 0)), a}),
            "ValueError: fused_relax_matmul_cublas: cublas.matmul_bias: the bias is float32[2, 1], but float32[2, 2] "
            "needs one element of its type for each column");
  EXPECT_EQ(errorOf({a, floats({2}, counted(2, 0)), floats({2}, counted(2, 0)), a}),
            "ValueError: fused_relax_matmul_cublas: cublas.matmul_bias: B is float32[2], but it must have at least 2 "
            "dimensions");
  loadGraph("cublas.matmul", 2, "", "cpu");
  EXPECT_EQ(errorOf({a, a, a}),
            "ValueError: fused_relax_matmul_cublas needs tensors on a GPU, but argument 0 is not on one");
  const std::vector<uint8_t> payload = graphPayload(graphOf("cublas.matmul_transposed_multiply", 2));
  EXPECT_THROW(loadCublasModule(ffi::Bytes(reinterpret_cast<const char*>(payload.data()), payload.size())), ffi::Error);
  EXPECT_THROW(loadCublasModule(ffi::Bytes("?", 1)), ffi::Error);
}

}  // namespace
}  // namespace relaxscope::testing
