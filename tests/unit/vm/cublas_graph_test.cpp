// SPDX-License-Identifier: Apache-2.0
// Graphs of modules of kind "cublas_json", as TVM's releases write them, and what is said of others.
#include "vmcore/vm/native/cublas_graph.h"

#include <gtest/gtest.h>

namespace relaxscope {
namespace {

/// A graph with its inputs, one operation with these inputs and further attributes, and its head.
std::string graphOf(const std::string& name, const std::string& inputs, const std::string& attributes = "",
                    int arguments = 3) {
  std::string nodes, names;
  for (int i = 0; i < arguments; ++i) {
    nodes += R"({"op": "input", "name": "x", "attrs": {"dtype": ["float32"], "shape": [[2, 2]]}}, )";
    names += (i == 0 ? "" : ", ") + std::to_string(i);
  }
  const std::string last = std::to_string(arguments);
  return R"({"nodes": [)" + nodes + R"({"op": "kernel", "name": ")" + name + R"(", "inputs": [)" + inputs +
         R"(], "attrs": {"num_inputs": 2, "num_outputs": 1, "out_dtype": "")" + attributes + R"(}}], "arg_nodes": [)" +
         names + R"(], "heads": [[)" + last + R"(, 0, 0]], "node_row_ptr": [0, 1, 2, 3, 4]})";
}

std::string errorOf(const std::string& json) {
  const auto graph = readCublasGraph(json);
  return graph.ok() ? "no error" : graph.error().message;
}

TEST(CublasGraph, NamesOfOperationsSayWhatFollows) {
  struct Row {
    const char* name;
    bool transposed;
    cuda::blas::Epilogue epilogue;
  };
  constexpr Row kRows[] = {
      {"cublas.matmul", false, cuda::blas::NoEpilogue},
      {"cublas.matmul_bias", false, cuda::blas::Bias},
      {"cublas.matmul_bias_relu", false, cuda::blas::ReluBias},
      {"cublas.matmul_bias_gelu", false, cuda::blas::GeluBias},
      {"cublas.matmul_transposed", true, cuda::blas::NoEpilogue},
      {"cublas.matmul_transposed_bias", true, cuda::blas::Bias},
      {"cublas.matmul_transposed_bias_relu", true, cuda::blas::ReluBias},
      {"cublas.matmul_transposed_bias_gelu", true, cuda::blas::GeluBias},
  };
  for (const Row& row : kRows) {
    const bool bias = row.epilogue != cuda::blas::NoEpilogue;
    const auto graph = readCublasGraph(graphOf(row.name, bias ? "[2, 0, 0], [0, 0, 0], [1, 0, 0]" : "[2, 0], [0, 0]"));
    ASSERT_TRUE(graph.ok()) << row.name << ": " << graph.error().text();
    EXPECT_EQ(graph->operation, row.name);
    EXPECT_EQ(graph->transposed, row.transposed) << row.name;
    EXPECT_EQ(graph->epilogue, row.epilogue) << row.name;
    EXPECT_EQ(graph->inputs, bias ? (std::vector<size_t>{2, 0, 1}) : (std::vector<size_t>{2, 0})) << "not in order";
    EXPECT_EQ(graph->arguments, 4u) << "three inputs and the result";
    EXPECT_EQ(graph->factor, 1);
  }
}

TEST(CublasGraph, FactorsAreNumbersOrTextOrLists) {
  for (const char* value : {"0.25", R"("0.25")", R"(["0.25"])", "[[0.25]]"}) {
    const auto graph = readCublasGraph(
        graphOf("cublas.matmul_transposed_dequantize", "[0, 0], [1, 0]", std::string(R"(, "dq_scale": )") + value));
    ASSERT_TRUE(graph.ok()) << graph.error().text();
    EXPECT_EQ(graph->factor, 0.25) << value;
  }
  for (const char* value : {R"("none")", "[]", "{}", R"("")"})
    EXPECT_EQ(errorOf(graphOf("cublas.matmul_transposed_dequantize", "[0, 0], [1, 0]",
                              std::string(R"(, "dq_scale": )") + value)),
              "cublas.matmul_transposed_dequantize has no number dq_scale");
}

TEST(CublasGraph, OthersAreRefused) {
  EXPECT_EQ(errorOf("{"), "the graph is not JSON");
  EXPECT_EQ(errorOf("[]"), "the graph is not JSON");
  EXPECT_EQ(errorOf("{}"), "the graph lacks nodes, arg_nodes or its one head");
  EXPECT_EQ(errorOf(graphOf("cublas.matmul_transposed_multiply", "[0, 0], [1, 0]")),
            "cublas.matmul_transposed_multiply is not supported");
  EXPECT_EQ(errorOf(graphOf("cudnn.conv2d", "[0, 0], [1, 0]")), "cudnn.conv2d is not supported");
  EXPECT_EQ(errorOf(graphOf("cublas.matmul_bias", "[0, 0], [1, 0]")), "cublas.matmul_bias needs 3 inputs");
  for (const char* inputs : {"[0, 0], [7, 0]", "[0, 0], [1, 1]", "[0, 0], [-1, 0]", "[0, 0], 1", "[0, 0], [3, 0]"})
    EXPECT_EQ(errorOf(graphOf("cublas.matmul", inputs)), "an input of cublas.matmul is not an argument") << inputs;
  const auto changed = [](const std::string& from, const std::string& to) {
    std::string json = graphOf("cublas.matmul", "[0, 0], [1, 0]");
    return json.replace(json.find(from), from.size(), to);
  };
  EXPECT_EQ(errorOf(changed(R"("op": "input", "name": "x")", R"("op": "const", "name": "weight")")),
            "its constant weight is not supported: TVM's runtime of cuBLAS reads none");
  EXPECT_EQ(errorOf(changed(R"("op": "kernel")", R"("op": "input")")), "the graph has no operation");
  EXPECT_EQ(errorOf(changed(R"("op": "input")", R"("op": "kernel")")),
            "its constant x is not supported: TVM's runtime of cuBLAS reads none");
  EXPECT_EQ(errorOf(changed("[[3, 0, 0]]", "[[2, 0, 0]]")), "the graph's head is not its operation");
  EXPECT_EQ(errorOf(changed("[0, 1, 2]", "[0, 1, 99]")), "arg_nodes names a node that is not there");
  EXPECT_EQ(errorOf(changed("[0, 1, 2]", "[0, 1, -2]")), "arg_nodes names a node that is not there");
}

}  // namespace
}  // namespace relaxscope
