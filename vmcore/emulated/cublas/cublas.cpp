// SPDX-License-Identifier: Apache-2.0
// The functions of libcublas: those of vmcore/device/cuda/cublas/functions.def, and the text of a status. Those of
// libcublasLt, which the true library depends on, are in cublas_lt.cpp.
#include <fmt/format.h>

#include <algorithm>

#include "vmcore/emulated/cublas/library.h"

namespace relaxscope::emulated::blas {

using namespace cuda::blas;

namespace {

constexpr int kVersion[] = {13, 0, 0};

struct StatusRow {
  int status;
  const char* name;
  const char* text;
};
constexpr StatusRow kStatuses[] = {
    {Success, "CUBLAS_STATUS_SUCCESS", "success"},
    {NotInitialized, "CUBLAS_STATUS_NOT_INITIALIZED", "the library was not initialized"},
    {AllocFailed, "CUBLAS_STATUS_ALLOC_FAILED", "the resource allocation failed"},
    {InvalidValue, "CUBLAS_STATUS_INVALID_VALUE", "an unsupported value or parameter was passed to the function"},
    {ArchMismatch, "CUBLAS_STATUS_ARCH_MISMATCH", "the device architecture lacks a feature that is needed"},
    {MappingError, "CUBLAS_STATUS_MAPPING_ERROR", "an access to GPU memory space failed"},
    {ExecutionFailed, "CUBLAS_STATUS_EXECUTION_FAILED", "the GPU program failed to execute"},
    {InternalError, "CUBLAS_STATUS_INTERNAL_ERROR", "an internal operation failed"},
    {NotSupported, "CUBLAS_STATUS_NOT_SUPPORTED", "the functionality requested is not supported"},
    {LicenseError, "CUBLAS_STATUS_LICENSE_ERROR", "a license error was detected"},
};

const StatusRow* rowOf(int status) {
  const auto* const row =
      std::find_if(std::begin(kStatuses), std::end(kStatuses), [&](const StatusRow& r) { return r.status == status; });
  return row == std::end(kStatuses) ? nullptr : row;
}

GemmMatrix matrixOfArguments(const void* address, int type, int operation, int64_t rows, int64_t columns, int leading,
                             long long stride) {
  require(operation == AsStored || operation == Transposed, InvalidValue,
          fmt::format("trans: the emulation does not know {}", operation));
  GemmMatrix matrix;
  matrix.address = reinterpret_cast<uint64_t>(address);
  matrix.type = type;
  matrix.transposed = operation == Transposed;
  matrix.rows = matrix.transposed ? columns : rows;
  matrix.columns = matrix.transposed ? rows : columns;
  matrix.leading = leading;
  matrix.stride = stride;
  return matrix;
}

void checkAlgorithm(int algorithm) {
  constexpr int kTensorOp = 99, kLast = 115;
  const bool known = algorithm == kDefaultAlgorithm || (algorithm >= 0 && algorithm <= 23) ||
                     (algorithm >= kTensorOp && algorithm <= kLast);
  require(known, InvalidValue, fmt::format("algo: {} is not one", algorithm));
}

}  // namespace
}  // namespace relaxscope::emulated::blas

using namespace relaxscope::cuda::blas;
namespace emulated = relaxscope::emulated::blas;
using relaxscope::cuda::Stream;

RS_API const char* cublasGetStatusName(int status) {
  const auto* const row = emulated::rowOf(status);
  return row != nullptr ? row->name : "CUBLAS_STATUS_UNKNOWN";
}

RS_API const char* cublasGetStatusString(int status) {
  const auto* const row = emulated::rowOf(status);
  return row != nullptr ? row->text : "unknown status";
}

RS_API int cublasGetProperty(int property, int* value) {
  return emulated::enter("cublasGetProperty", [&] {
    emulated::require(value != nullptr, InvalidValue, "value: is null");
    emulated::require(property >= MajorVersion && property <= PatchLevel, InvalidValue, "type: is not one");
    *value = emulated::kVersion[property];
  });
}

RS_API int cublasCreate_v2(Handle* handle) {
  return emulated::enter("cublasCreate_v2", [&] {
    emulated::require(handle != nullptr, InvalidValue, "handle: is null");
    *handle = emulated::makeHandle();
  });
}

RS_API int cublasDestroy_v2(Handle handle) {
  return emulated::enter("cublasDestroy_v2", [&] { emulated::destroyHandle(handle); });
}

RS_API int cublasSetStream_v2(Handle handle, Stream stream) {
  return emulated::enter("cublasSetStream_v2", [&] {
    emulated::HandleState& state = emulated::stateOf(handle);
    emulated::checkStream(stream);
    state.stream = stream;
    state.workspace = 0;
    state.workspaceBytes = 0;
  });
}

RS_API int cublasSetWorkspace_v2(Handle handle, void* workspace, size_t bytes) {
  return emulated::enter("cublasSetWorkspace_v2", [&] {
    emulated::HandleState& state = emulated::stateOf(handle);
    constexpr uint64_t kAlignment = 256;
    emulated::require(reinterpret_cast<uint64_t>(workspace) % kAlignment == 0, InvalidValue,
                      "workspace: is not aligned to 256 bytes");
    emulated::require(workspace != nullptr || bytes == 0, InvalidValue, "workspace: is null");
    state.workspace = reinterpret_cast<uint64_t>(workspace);
    state.workspaceBytes = bytes;
  });
}

RS_API int cublasGemmStridedBatchedEx(Handle handle, int firstOperation, int secondOperation, int rows, int columns,
                                      int depth, const void* alpha, const void* first, int firstType, int firstLeading,
                                      long long firstStride, const void* second, int secondType, int secondLeading,
                                      long long secondStride, const void* beta, void* result, int resultType,
                                      int resultLeading, long long resultStride, int batch, int computeType,
                                      int algorithm) {
  return emulated::enter(batch == 1 ? "cublasGemmEx" : "cublasGemmStridedBatchedEx", [&] {
    const emulated::HandleState& state = emulated::stateOf(handle);
    emulated::checkAlgorithm(algorithm);
    emulated::Gemm gemm;
    gemm.a = emulated::matrixOfArguments(first, firstType, firstOperation, rows, depth, firstLeading, firstStride);
    gemm.b =
        emulated::matrixOfArguments(second, secondType, secondOperation, depth, columns, secondLeading, secondStride);
    gemm.result = emulated::matrixOfArguments(result, resultType, AsStored, rows, columns, resultLeading, resultStride);
    gemm.c = gemm.result.address;
    gemm.rows = rows;
    gemm.columns = columns;
    gemm.depth = depth;
    gemm.batch = batch;
    gemm.compute = computeType;
    gemm.alpha = emulated::readFactor(computeType, alpha, "alpha");
    gemm.beta = emulated::readFactor(computeType, beta, "beta");
    constexpr const char* kNames[] = {"A", "B", "C"};
    emulated::checkGemm(gemm, kNames);
    emulated::queueGemm("cublas_gemm", gemm, kNames, {state.stream, state.workspace, state.workspaceBytes});
  });
}

RS_API int cublasGemmEx(Handle handle, int firstOperation, int secondOperation, int rows, int columns, int depth,
                        const void* alpha, const void* first, int firstType, int firstLeading, const void* second,
                        int secondType, int secondLeading, const void* beta, void* result, int resultType,
                        int resultLeading, int computeType, int algorithm) {
  return cublasGemmStridedBatchedEx(handle, firstOperation, secondOperation, rows, columns, depth, alpha, first,
                                    firstType, firstLeading, 0, second, secondType, secondLeading, 0, beta, result,
                                    resultType, resultLeading, 0, 1, computeType, algorithm);
}

/// Why this thread's last call failed; only the emulated library has it. Valid until the next call on this thread.
RS_API const char* rsEmulatedCublasFault() { return emulated::faultText(); }
