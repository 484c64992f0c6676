// SPDX-License-Identifier: Apache-2.0
// The functions of libcublasLt: those of vmcore/device/cuda/cublas/lt_functions.def.
#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <map>
#include <mutex>

#include "vmcore/device/cuda/cublas/lt_abi.h"
#include "vmcore/emulated/cublas/element.h"
#include "vmcore/emulated/cublas/library.h"

namespace relaxscope::emulated::blas {

using namespace cuda::blas;

namespace {

struct Matmul {
  int compute = Compute32F, factorType = Float32;
  int transposeFirst = AsStored, transposeSecond = AsStored;
  int epilogue = NoEpilogue;
  uint64_t bias = 0;
};
struct Layout {
  int type = Float32;
  int64_t rows = 0, columns = 0, leading = 0, stride = 0;
  int batch = 1;
};
struct Preference {
  size_t workspaceBytes = 0;
};

/// Descriptors of one kind by handles, which are numbers that are no addresses and that are never given twice.
template <class State, class Handle>
class Descriptors {
 public:
  explicit Descriptors(const char* name, uint64_t kind) : name_(name), mark_(uint64_t{0x5243} << 48 | kind << 40) {}
  Handle add(State state) {
    const std::lock_guard hold(mutex_);
    const uint64_t value = mark_ | ++made_ << 4;
    all_[value] = state;
    return reinterpret_cast<Handle>(value);
  }
  State& at(Handle handle) {
    const std::lock_guard hold(mutex_);
    const auto found = all_.find(reinterpret_cast<uint64_t>(handle));
    require(found != all_.end(), InvalidValue, fmt::format("{}: was destroyed, or is not one", name_));
    return found->second;
  }
  void remove(Handle handle) {
    at(handle);
    const std::lock_guard hold(mutex_);
    all_.erase(reinterpret_cast<uint64_t>(handle));
  }

 private:
  const char* const name_;
  const uint64_t mark_;
  std::mutex mutex_;
  std::map<uint64_t, State> all_;
  uint64_t made_ = 0;
};

/// Never destroyed: a program may call at its end.
auto& matmuls() {
  static auto* const all = new Descriptors<Matmul, MatmulDescriptor>("matmul descriptor", 1);
  return *all;
}
auto& layouts() {
  static auto* const all = new Descriptors<Layout, MatrixLayout>("matrix layout", 2);
  return *all;
}
auto& preferences() {
  static auto* const all = new Descriptors<Preference, MatmulPreference>("matmul preference", 3);
  return *all;
}

/// What the first word of an algorithm of this library is.
constexpr uint64_t kAlgorithm = 0x5253414C474F;

template <class Value>
void setFrom(Value& target, const void* value, size_t bytes) {
  require(value != nullptr, InvalidValue, "buf: is null");
  require(bytes == sizeof(Value), InvalidValue,
          fmt::format("sizeInBytes: {}, but the attribute has {}", bytes, sizeof(Value)));
  std::memcpy(&target, value, bytes);
}

GemmMatrix matrixOfLayout(const Layout& layout, const void* address, bool transposed) {
  return {reinterpret_cast<uint64_t>(address),
          layout.type,
          transposed,
          layout.rows,
          layout.columns,
          layout.leading,
          layout.stride};
}

std::string shapeText(const GemmMatrix& matrix) {
  return fmt::format("{} x {}{}", matrix.rows, matrix.columns, matrix.transposed ? " transposed" : "");
}

void setEpilogue(Gemm& gemm, const Matmul& descriptor) {
  using Activation = emulated::blas::Epilogue::Activation;
  if (descriptor.epilogue == NoEpilogue) return;
  require(gemm.compute != Compute32I, NotSupported, "epilogue: int32 has none");
  require(descriptor.bias != 0, InvalidValue, "bias pointer: is null");
  gemm.epilogue.bias = descriptor.bias;
  if (descriptor.epilogue == ReluBias) gemm.epilogue.activation = Activation::Relu;
  if (descriptor.epilogue == GeluBias) gemm.epilogue.activation = Activation::Gelu;
}

constexpr const char* kNames[] = {"A", "B", "D"};

/// The product that descriptors tell of; throws Refusal if they do not go together. Addresses are those of `addresses`.
Gemm describedGemm(const Matmul& descriptor, const Layout& first, const Layout& second, const Layout& added,
                   const Layout& result, const void* const (&addresses)[4]) {
  Gemm gemm;
  gemm.a = matrixOfLayout(first, addresses[0], descriptor.transposeFirst == Transposed);
  gemm.b = matrixOfLayout(second, addresses[1], descriptor.transposeSecond == Transposed);
  gemm.c = reinterpret_cast<uint64_t>(addresses[2]);
  gemm.result = matrixOfLayout(result, addresses[3], false);
  gemm.rows = result.rows;
  gemm.columns = result.columns;
  gemm.depth = gemm.a.transposed ? first.rows : first.columns;
  gemm.batch = result.batch;
  gemm.compute = descriptor.compute;
  const bool fits = (gemm.a.transposed ? first.columns : first.rows) == gemm.rows &&
                    (gemm.b.transposed ? second.rows : second.columns) == gemm.columns &&
                    (gemm.b.transposed ? second.columns : second.rows) == gemm.depth;
  require(fits, InvalidValue,
          fmt::format("layouts: {} times {} is not {}", shapeText(gemm.a), shapeText(gemm.b), shapeText(gemm.result)));
  require(first.batch == gemm.batch && second.batch == gemm.batch, InvalidValue,
          fmt::format("layouts: batches of {}, {} and {}", first.batch, second.batch, gemm.batch));
  const bool same = added.type == result.type && added.rows == result.rows && added.columns == result.columns &&
                    added.leading == result.leading && added.batch == result.batch && added.stride == result.stride;
  require(same, NotSupported, "layouts: the emulation takes C and D with one layout");
  setEpilogue(gemm, descriptor);
  return gemm;
}

}  // namespace
}  // namespace relaxscope::emulated::blas

using namespace relaxscope::cuda::blas;
namespace emulated = relaxscope::emulated::blas;
using relaxscope::cuda::Stream;

RS_API int cublasLtMatmulDescCreate(MatmulDescriptor* created, int computeType, int factorType) {
  return emulated::enter("cublasLtMatmulDescCreate", [&] {
    emulated::require(created != nullptr, InvalidValue, "matmulDesc: is null");
    const bool goTogether =
        (computeType == Compute32F && factorType == Float32) || (computeType == Compute32I && factorType == Int32) ||
        (computeType == Compute64F && factorType == Float64) || (computeType == Compute16F && factorType == Float16);
    emulated::require(
        goTogether, NotSupported,
        fmt::format("computeType, scaleType: the emulation does not know {} with {}", computeType, factorType));
    emulated::Matmul state;
    state.compute = computeType;
    state.factorType = factorType;
    *created = emulated::matmuls().add(state);
  });
}

RS_API int cublasLtMatmulDescSetAttribute(MatmulDescriptor descriptor, int attribute, const void* value, size_t bytes) {
  return emulated::enter("cublasLtMatmulDescSetAttribute", [&] {
    emulated::Matmul& state = emulated::matmuls().at(descriptor);
    switch (attribute) {
      case TransposeFirst: return emulated::setFrom(state.transposeFirst, value, bytes);
      case TransposeSecond: return emulated::setFrom(state.transposeSecond, value, bytes);
      case BiasPointer: return emulated::setFrom(state.bias, value, bytes);
      case EpilogueKind: {
        emulated::setFrom(state.epilogue, value, bytes);
        const bool known = state.epilogue == NoEpilogue || state.epilogue == Bias || state.epilogue == ReluBias ||
                           state.epilogue == GeluBias;
        emulated::require(known, NotSupported, fmt::format("epilogue: the emulation does not know {}", state.epilogue));
        return;
      }
      default: throw emulated::Refusal{NotSupported, fmt::format("attr: the emulation does not know {}", attribute)};
    }
  });
}

RS_API int cublasLtMatmulDescDestroy(MatmulDescriptor descriptor) {
  return emulated::enter("cublasLtMatmulDescDestroy", [&] { emulated::matmuls().remove(descriptor); });
}

RS_API int cublasLtMatrixLayoutCreate(MatrixLayout* created, int type, uint64_t rows, uint64_t columns,
                                      int64_t leading) {
  return emulated::enter("cublasLtMatrixLayoutCreate", [&] {
    emulated::require(created != nullptr, InvalidValue, "matLayout: is null");
    emulated::require(emulated::elementBytes(type) != 0, NotSupported,
                      fmt::format("type: the emulation does not know {}", type));
    emulated::Layout state;
    state.type = type;
    state.rows = static_cast<int64_t>(rows);
    state.columns = static_cast<int64_t>(columns);
    state.leading = leading;
    *created = emulated::layouts().add(state);
  });
}

RS_API int cublasLtMatrixLayoutSetAttribute(MatrixLayout layout, int attribute, const void* value, size_t bytes) {
  return emulated::enter("cublasLtMatrixLayoutSetAttribute", [&] {
    emulated::Layout& state = emulated::layouts().at(layout);
    switch (attribute) {
      case BatchCount: return emulated::setFrom(state.batch, value, bytes);
      case BatchStride: return emulated::setFrom(state.stride, value, bytes);
      default: throw emulated::Refusal{NotSupported, fmt::format("attr: the emulation does not know {}", attribute)};
    }
  });
}

RS_API int cublasLtMatrixLayoutDestroy(MatrixLayout layout) {
  return emulated::enter("cublasLtMatrixLayoutDestroy", [&] { emulated::layouts().remove(layout); });
}

RS_API int cublasLtMatmulPreferenceCreate(MatmulPreference* created) {
  return emulated::enter("cublasLtMatmulPreferenceCreate", [&] {
    emulated::require(created != nullptr, InvalidValue, "pref: is null");
    *created = emulated::preferences().add({});
  });
}

RS_API int cublasLtMatmulPreferenceSetAttribute(MatmulPreference preference, int attribute, const void* value,
                                                size_t bytes) {
  return emulated::enter("cublasLtMatmulPreferenceSetAttribute", [&] {
    emulated::Preference& state = emulated::preferences().at(preference);
    emulated::require(attribute == MaxWorkspaceBytes, NotSupported,
                      fmt::format("attr: the emulation does not know {}", attribute));
    emulated::setFrom(state.workspaceBytes, value, bytes);
  });
}

RS_API int cublasLtMatmulPreferenceDestroy(MatmulPreference preference) {
  return emulated::enter("cublasLtMatmulPreferenceDestroy", [&] { emulated::preferences().remove(preference); });
}

RS_API int cublasLtMatmulAlgoGetHeuristic(Handle handle, MatmulDescriptor descriptor, MatrixLayout first,
                                          MatrixLayout second, MatrixLayout added, MatrixLayout result,
                                          MatmulPreference preference, int wanted, MatmulHeuristic* found, int* count) {
  return emulated::enter("cublasLtMatmulAlgoGetHeuristic", [&] {
    emulated::stateOf(handle);
    emulated::require(wanted > 0 && found != nullptr && count != nullptr, InvalidValue, "results: none are wanted");
    *count = 0;
    auto& layouts = emulated::layouts();
    constexpr const void* kNone[4] = {};
    emulated::describedGemm(emulated::matmuls().at(descriptor), layouts.at(first), layouts.at(second),
                            layouts.at(added), layouts.at(result), kNone);
    *found = {};
    found->algorithm.data[0] = emulated::kAlgorithm;
    // As split sums need it: all that is allowed.
    found->algorithm.data[1] = found->workspaceBytes = emulated::preferences().at(preference).workspaceBytes;
    *count = 1;
  });
}

RS_API int cublasLtMatmul(Handle handle, MatmulDescriptor descriptor, const void* alpha, const void* first,
                          MatrixLayout firstLayout, const void* second, MatrixLayout secondLayout, const void* beta,
                          const void* added, MatrixLayout addedLayout, void* result, MatrixLayout resultLayout,
                          const MatmulAlgorithm* algorithm, void* workspace, size_t workspaceBytes, Stream stream) {
  return emulated::enter("cublasLtMatmul", [&] {
    emulated::stateOf(handle);
    emulated::checkStream(stream);
    const emulated::Matmul& state = emulated::matmuls().at(descriptor);
    auto& layouts = emulated::layouts();
    emulated::Gemm gemm =
        emulated::describedGemm(state, layouts.at(firstLayout), layouts.at(secondLayout), layouts.at(addedLayout),
                                layouts.at(resultLayout), {first, second, added, result});
    gemm.alpha = emulated::readFactor(state.compute, alpha, "alpha");
    gemm.beta = emulated::readFactor(state.compute, beta, "beta");
    emulated::checkGemm(gemm, emulated::kNames);
    if (algorithm != nullptr) {
      emulated::require(algorithm->data[0] == emulated::kAlgorithm, InvalidValue, "algo: is not of this library");
      emulated::require(
          algorithm->data[1] <= workspaceBytes, InvalidValue,
          fmt::format("workspaceSizeInBytes: {}, but the algorithm needs {}", workspaceBytes, algorithm->data[1]));
    }
    emulated::queueGemm("cublas_lt", gemm, emulated::kNames,
                        {stream, reinterpret_cast<uint64_t>(workspace), workspaceBytes});
  });
}
