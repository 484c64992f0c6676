// SPDX-License-Identifier: Apache-2.0
// Matrix products of TVM's runtime that compiled models call (TVM src/runtime/extra/contrib/cublas/cublas.cc, 0.27):
// arguments A, B, C, transpose A, transpose B [, alpha [, beta]]; tensors are stored by rows.
#include <fmt/format.h>

#include "vmcore/device/cuda/cublas/handles.h"
#include "vmcore/vm/builtins/args.h"
#include "vmcore/vm/builtins/table.h"
#include "vmcore/vm/objects/device_copy.h"

namespace relaxscope {
namespace {

namespace blas = cuda::blas;

/// The GPU that has the three tensors.
const cuda::CudaDevice& gpuOf(const Args& args) {
  const DLDevice first = args.tensor(0).device;
  for (int32_t i = 0; i < 3; ++i) {
    const DLDevice device = args.tensor(i).device;
    if (device.device_type != kDLCUDA)
      raise("ValueError", fmt::format("{} needs tensors on a GPU, but argument {} is not on one", args.name(), i));
    if (device.device_id != first.device_id)
      raise("ValueError", fmt::format("{} needs tensors on one GPU, but argument {} is on cuda:{} and argument 0 on "
                                      "cuda:{}",
                                      args.name(), i, device.device_id, first.device_id));
  }
  return static_cast<const cuda::CudaDevice&>(deviceOf(args.tensor(0)));
}

template <class Value>
Value valueOf(Result<Value> result, const Args& args) {
  if (!result.ok()) raise("ValueError", fmt::format("{}: {}", args.name(), result.error().message));
  return *std::move(result);
}

template <BuiltinId Builtin, int Dimensions>
void multiply(Engine*, const TVMFFIAny* data, int32_t count, ffi::Any*) {
  const Args args(Builtin, data, count);
  args.expect(5, 7);
  const cuda::CudaDevice& device = gpuOf(args);
  blas::ProductRequest request{&args.tensor(0), &args.tensor(1), &args.tensor(2)};
  request.transposeA = args.integer(3) != 0;
  request.transposeB = args.integer(4) != 0;
  if (count > 5) request.alpha = args.number(5);
  if (count > 6) request.beta = args.number(6);
  const blas::ProductTypes types = valueOf(blas::packedTypes(request), args);
  const blas::MatrixProduct product = valueOf(blas::planProduct(request, types, Dimensions), args);
  onDevice([&] { blas::runProduct(device, product, fmt::format("{}: {}", args.name(), blas::requestText(request))); });
}

constexpr BuiltinEntry kCublasRows[] = {
    {BuiltinId::CublasMatmul, multiply<BuiltinId::CublasMatmul, 2>},
    {BuiltinId::CublasBatchMatmul, multiply<BuiltinId::CublasBatchMatmul, 3>},
};
static_assert(implementsFamily(kCublasRows, BuiltinFamily::Cublas));

}  // namespace

std::span<const BuiltinEntry> cublasBuiltins() { return kCublasRows; }

}  // namespace relaxscope
