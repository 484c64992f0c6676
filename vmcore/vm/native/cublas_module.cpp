// SPDX-License-Identifier: Apache-2.0
#include "vmcore/vm/native/cublas_module.h"

#include <fmt/format.h>
#include <tvm/ffi/cast.h>
#include <tvm/ffi/function.h>

#include <utility>

#include "vmcore/device/cuda/cublas/graph_product.h"
#include "vmcore/format/library/module_payload.h"
#include "vmcore/vm/ffi.h"
#include "vmcore/vm/native/cublas_graph.h"
#include "vmcore/vm/objects/device_copy.h"

namespace relaxscope {
namespace {

namespace blas = cuda::blas;

/// The function of a module: its arguments are the graph's inputs and the result.
class GraphFunction {
 public:
  GraphFunction(std::string symbol, CublasGraph graph) : symbol_(std::move(symbol)), graph_(std::move(graph)) {}

  void call(const ffi::AnyView* views, int32_t count) const {
    if (static_cast<size_t>(count) != graph_.arguments)
      raise("TypeError", fmt::format("{} expects {} arguments, but got {}", symbol_, graph_.arguments, count));
    const TVMFFIAny* const args = rawValues(views);
    blas::GraphProductRequest request;
    request.product = {&tensor(args, graph_.inputs[0]), &tensor(args, graph_.inputs[1]),
                       &tensor(args, graph_.arguments - 1)};
    request.product.transposeB = graph_.transposed;
    request.product.alpha = graph_.factor;
    request.epilogue = graph_.epilogue;
    if (graph_.inputs.size() > 2) request.bias = &tensor(args, graph_.inputs[2]);
    const auto& device = static_cast<const cuda::CudaDevice&>(deviceOf(*request.product.c));
    auto plan = blas::planGraphProduct(request);
    if (!plan.ok()) raise("ValueError", fmt::format("{}: {}: {}", symbol_, graph_.operation, plan.error().message));
    onDevice([&] {
      blas::runFollowedProduct(
          device, *plan, fmt::format("{}: {}: {}", symbol_, graph_.operation, blas::requestText(request.product)));
    });
  }

 private:
  /// An argument, which must be on the GPU that has the result.
  [[nodiscard]] const DLTensor& tensor(const TVMFFIAny* args, size_t index) const {
    const DLTensor* const found = tensorOf(args[index]);
    const DLTensor* const result = tensorOf(args[graph_.arguments - 1]);
    if (found == nullptr || result == nullptr)
      raise("TypeError", fmt::format("{} expects tensors as arguments", symbol_));
    if (found->device.device_type != kDLCUDA)
      raise("ValueError", fmt::format("{} needs tensors on a GPU, but argument {} is not on one", symbol_, index));
    if (found->device.device_id != result->device.device_id)
      raise("ValueError", fmt::format("{} needs tensors on one GPU, but its arguments are on several", symbol_));
    return *found;
  }

  const std::string symbol_;
  const CublasGraph graph_;
};

class CublasModuleObj final : public ffi::ModuleObj {
 public:
  CublasModuleObj(std::string symbol, CublasGraph graph, ffi::Bytes payload)
      : symbol_(std::move(symbol)),
        function_(std::make_shared<GraphFunction>(symbol_, std::move(graph))),
        payload_(std::move(payload)) {}

  const char* kind() const final { return "cublas_json"; }
  int GetPropertyMask() const final { return ffi::Module::kBinarySerializable | ffi::Module::kRunnable; }
  ffi::Bytes SaveToBytes() const final { return payload_; }
  ffi::Optional<ffi::Function> GetFunction(const ffi::String& name) final {
    const std::string wanted = name;
    if (wanted == symbol_)
      return ffi::Function::FromPacked(
          [function = function_](const ffi::AnyView* args, int32_t count, ffi::Any*) { function->call(args, count); });
    // TVM's own loader of constants calls it before the function.
    if (wanted == "__init_" + symbol_)
      return ffi::Function::FromPacked(
          [](const ffi::AnyView*, int32_t, ffi::Any* result) { *result = static_cast<int64_t>(0); });
    return std::nullopt;
  }

 private:
  const std::string symbol_;
  const std::shared_ptr<const GraphFunction> function_;
  const ffi::Bytes payload_;
};

class ConstantsModuleObj final : public ffi::ModuleObj {
 public:
  explicit ConstantsModuleObj(ffi::Bytes payload) : payload_(std::move(payload)) {}
  const char* kind() const final { return "const_loader"; }
  int GetPropertyMask() const final { return ffi::Module::kBinarySerializable; }
  ffi::Bytes SaveToBytes() const final { return payload_; }
  /// The functions are those of its imports.
  ffi::Optional<ffi::Function> GetFunction(const ffi::String&) final { return std::nullopt; }

 private:
  const ffi::Bytes payload_;
};

template <class Decoded>
Decoded decode(const char* kind, const ffi::Bytes& payload) {
  const Bytes bytes = Bytes::copyOf(std::string_view(payload.data(), payload.size()));
  auto decoded = decodePayload(kind, LibraryEra::From022, bytes);
  if (!decoded) raise("ValueError", fmt::format("a {} module of the library: {}", kind, decoded.error().text()));
  return std::get<Decoded>(std::move(decoded->value));
}

}  // namespace

ffi::Module loadCublasModule(const ffi::Bytes& payload) {
  const auto module = decode<GraphModule>("cublas_json", payload);
  auto graph = readCublasGraph(module.json.text());
  if (!graph.ok())
    raise("ValueError", fmt::format("{}, a function for cuBLAS: {}", module.symbol, graph.error().message));
  return ffi::Module(ffi::make_object<CublasModuleObj>(module.symbol, *std::move(graph), payload));
}

ffi::Module loadConstantsModule(const ffi::Bytes& payload) {
  const auto module = decode<ConstantsModule>("const_loader", payload);
  for (const ConstantsModule::Need& need : module.needs)
    if (!need.names.empty())
      raise("ValueError",
            fmt::format("{} needs constants of the library, which this engine does not load", need.symbol));
  return ffi::Module(ffi::make_object<ConstantsModuleObj>(payload));
}

}  // namespace relaxscope
