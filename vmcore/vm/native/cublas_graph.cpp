// SPDX-License-Identifier: Apache-2.0
#include "vmcore/vm/native/cublas_graph.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>

#include "vmcore/base/text/number.h"

namespace relaxscope {
namespace {

using Json = nlohmann::json;
namespace blas = cuda::blas;

/// A number of the graph: releases write attributes as numbers, as text, or as lists of them.
std::optional<double> numberOf(const Json* value) {
  while (value->is_array() && !value->empty()) value = &value->front();
  if (value->is_number()) return value->get<double>();
  if (!value->is_string()) return std::nullopt;
  const auto& text = value->get_ref<const std::string&>();
  double number = 0;
  const auto [end, failed] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (failed != std::errc() || end != text.data() + text.size() || !std::isfinite(number)) return std::nullopt;
  return number;
}

/// The node and the output that an entry names.
struct Entry {
  size_t node = 0, output = 0;
  bool operator<(const Entry& other) const { return node != other.node ? node < other.node : output < other.output; }
};
std::optional<Entry> entryOf(const Json& value) {
  if (!value.is_array() || value.size() < 2 || !value[0].is_number_unsigned() || !value[1].is_number_unsigned())
    return std::nullopt;
  return Entry{value[0].get<size_t>(), value[1].get<size_t>()};
}

std::string textOf(const Json& node, const char* key) {
  const auto found = node.find(key);
  return found != node.end() && found->is_string() ? found->get<std::string>() : std::string();
}

/// What the name of a composite function says.
Result<CublasGraph> meaningOf(const std::string& operation, const Json& node) {
  const auto says = [&](const char* word) { return operation.find(word) != std::string::npos; };
  if (!operation.starts_with("cublas.matmul") || says("multiply"))
    return Error(fmt::format("{} is not supported", operation));
  CublasGraph graph;
  graph.operation = operation;
  graph.transposed = says("transposed");
  if (says("relu")) graph.epilogue = blas::ReluBias;
  else if (says("gelu")) graph.epilogue = blas::GeluBias;
  else if (says("bias")) graph.epilogue = blas::Bias;
  if (!says("dequantize")) return graph;
  const auto attributes = node.find("attrs");
  const Json* scale = nullptr;
  if (attributes != node.end() && attributes->is_object())
    if (const auto found = attributes->find("dq_scale"); found != attributes->end()) scale = &*found;
  const std::optional<double> factor = scale == nullptr ? std::nullopt : numberOf(scale);
  if (!factor) return Error(fmt::format("{} has no number dq_scale", operation));
  graph.factor = *factor;
  return graph;
}

Result<CublasGraph> readGraph(const Json& root) {
  const auto nodes = root.find("nodes"), arguments = root.find("arg_nodes"), heads = root.find("heads");
  if (nodes == root.end() || !nodes->is_array() || arguments == root.end() || !arguments->is_array() ||
      heads == root.end() || !heads->is_array() || heads->size() != 1)
    return Error("the graph lacks nodes, arg_nodes or its one head");
  std::map<Entry, size_t> places;  // of the arguments
  for (const Json& argument : *arguments) {
    const size_t index = argument.is_number_unsigned() ? argument.get<size_t>() : SIZE_MAX;
    if (index >= nodes->size() || !(*nodes)[index].is_object())
      return Error("arg_nodes names a node that is not there");
    if (textOf((*nodes)[index], "op") != "input")
      return Error(fmt::format("its constant {} is not supported: TVM's runtime of cuBLAS reads none",
                               textOf((*nodes)[index], "name")));
    places.emplace(Entry{index, 0}, places.size());
  }
  const Json* kernel = nullptr;
  size_t kernelIndex = 0;
  for (size_t i = 0; i < nodes->size(); ++i) {
    const Json& node = (*nodes)[i];
    if (!node.is_object() || textOf(node, "op") != "kernel") continue;
    if (kernel != nullptr) return Error("the graph has several operations, and one is supported");
    kernel = &node;
    kernelIndex = i;
  }
  if (kernel == nullptr) return Error("the graph has no operation");
  RS_TRY(CublasGraph graph, meaningOf(textOf(*kernel, "name"), *kernel));
  const auto head = entryOf(heads->front());
  if (!head || head->node != kernelIndex) return Error("the graph's head is not its operation");
  const auto inputs = kernel->find("inputs");
  const size_t wanted = graph.epilogue == blas::NoEpilogue ? 2 : 3;
  if (inputs == kernel->end() || !inputs->is_array() || inputs->size() != wanted)
    return Error(fmt::format("{} needs {} inputs", graph.operation, wanted));
  for (const Json& input : *inputs) {
    const auto entry = entryOf(input);
    const auto found = entry ? places.find(*entry) : places.end();
    if (found == places.end()) return Error(fmt::format("an input of {} is not an argument", graph.operation));
    graph.inputs.push_back(found->second);
  }
  graph.arguments = places.size() + 1;
  return graph;
}

}  // namespace

Result<CublasGraph> readCublasGraph(std::string_view json) {
  const Json root = Json::parse(json, nullptr, false);
  if (!root.is_object()) return Error("the graph is not JSON");
  return readGraph(root);
}

}  // namespace relaxscope
