// SPDX-License-Identifier: Apache-2.0
// Operators of kernels, from names and outputs that TVM gives them.
#include "vmcore/analysis/kernel_operator.h"

#include <gtest/gtest.h>

#include "vmcore/format/loader.h"

namespace relaxscope {
namespace {

/// The operators of a kernel whose last parameter has this name.
std::string operatorsOf(const std::string& name, const std::string& output = {}) {
  if (output.empty()) return operatorText(kernelOperators(name));
  return operatorText(kernelOperators(name, parseKernelSignature(name + "(x: Tensor([T.int64(4)], float32), " + output +
                                                                 ": Tensor([T.int64(4)], float32))")));
}

TEST(KernelOperator, OfANameWithItsNumber) {
  EXPECT_EQ(operatorsOf("matmul"), "matmul");
  EXPECT_EQ(operatorsOf("matmul5", "matmul"), "matmul");
  EXPECT_EQ(operatorsOf("layer_norm2", "T_layer_norm"), "layer_norm");
  EXPECT_EQ(operatorsOf("conv2d1", "conv2d_nchw"), "conv2d");
  EXPECT_EQ(operatorsOf("tir_sigmoid", "compute"), "sigmoid");
  EXPECT_EQ(operatorsOf("gelu", "T_multiply"), "gelu");
  EXPECT_EQ(operatorsOf("log_softmax", "compute"), "log_softmax");
  EXPECT_EQ(operatorsOf("concatenate1", "T_concat"), "concatenate");
  EXPECT_EQ(operatorsOf("split", "T_split_sections"), "split");
}

TEST(KernelOperator, OfAFusedKernelAllInOrder) {
  EXPECT_EQ(operatorsOf("fused_matmul4_add2_gelu", "T_multiply_intermediate"), "matmul, add, gelu");
  EXPECT_EQ(operatorsOf("fused_matmul5_add3_add1", "T_add_intermediate_1"), "matmul, add, add");
  EXPECT_EQ(operatorsOf("fused_fused_dequantize1_NT_matmul7_add2"), "dequantize, matmul, add");
  EXPECT_EQ(operatorsOf("vm_mod_fused_nn_dense"), "dense");
  EXPECT_EQ(operatorsOf("tvmgen_default_fused_nn_conv2d_add_nn_relu_1"), "conv2d, add, relu");
  EXPECT_EQ(operatorsOf("tvmgen_default_fused_nn_contrib_conv2d_NCHWc_add"), "conv2d, add");
}

TEST(KernelOperator, OfAGpuKernelThatOfItsFunction) {
  EXPECT_EQ(operatorsOf("softmax_kernel"), "softmax");
  EXPECT_EQ(operatorsOf("softmax_kernel_2"), "softmax");
  EXPECT_EQ(operatorsOf("fused_matmul_add1_relu2_kernel"), "matmul, add, relu");
}

TEST(KernelOperator, OfAnotherNameThatOfTheOutput) {
  EXPECT_EQ(operatorsOf("main_head", "T_matmul_NN"), "matmul");
  EXPECT_EQ(operatorsOf("attention_weights", "T_softmax_norm"), "softmax");
}

TEST(KernelOperator, UnknownRatherThanGuessed) {
  for (const char* name : {"", "_", "fused", "fused_", "shape_func", "vm_mod_shape_func_concatenate", "t_add", "k_lt",
                           "softmax_dyn", "compute_symbolic_expr", "fused_matmul_mystery", "12", "NT_"})
    EXPECT_EQ(operatorsOf(name), "") << name;
  EXPECT_EQ(operatorsOf("mlp", "T_add"), "");  // the last step of many kernels
  EXPECT_EQ(operatorsOf("mlp", "compute"), "");
  EXPECT_EQ(operatorsOf("fused_mystery_matmul", "matmul_intermediate"), "");
  EXPECT_EQ(operatorsOf("add", "T_multiply"), "");  // the two contradict each other
  EXPECT_EQ(operatorsOf(std::string(100'000, 'a')), "");
  EXPECT_EQ(operatorsOf("fused" + std::string(2'000, '_') + "add"), "add");
}

TEST(KernelOperator, OfTheKernelsOfALibrary) {
  const auto file = loadFile(std::string(RELAXSCOPE_TEST_DATA) + "/relax/mlp_cuda.so");
  ASSERT_TRUE(file.ok()) << file.error().text();
  const Executable& executable = *file->executable;
  const auto of = [&](const char* name) { return kernelOperator(executable, executable.findFunction(name)); };
  EXPECT_EQ(of("fused_matmul_add_relu"), "matmul, add, relu");
  EXPECT_EQ(of("softmax"), "softmax");
  EXPECT_EQ(of("main"), "");
  EXPECT_EQ(of("vm.builtin.reshape"), "");
  EXPECT_EQ(of("no such function"), "");
}

}  // namespace
}  // namespace relaxscope
