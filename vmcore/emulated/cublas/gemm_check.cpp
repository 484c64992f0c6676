// SPDX-License-Identifier: Apache-2.0
#include "vmcore/emulated/cublas/gemm_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "vmcore/emulated/cublas/element.h"

namespace relaxscope::emulated::blas {

using namespace cuda::blas;

namespace {

/// Types that go together, of the table of cublasGemmEx in cuBLAS's documentation, as far as the emulation knows them.
struct Types {
  int compute, operands, result;
};
constexpr Types kTypes[] = {
    {Compute16F, Float16, Float16}, {Compute32F, Float16, Float16},  {Compute32F, Bfloat16, Bfloat16},
    {Compute32F, Float16, Float32}, {Compute32F, Bfloat16, Float32}, {Compute32F, Int8, Float32},
    {Compute32F, Float32, Float32}, {Compute64F, Float64, Float64},  {Compute32I, Int8, Int32},
};

void checkTypes(const Gemm& gemm) {
  const bool known = std::any_of(std::begin(kTypes), std::end(kTypes), [&](const Types& row) {
    return row.compute == gemm.compute && row.operands == gemm.a.type && row.operands == gemm.b.type &&
           row.result == gemm.result.type;
  });
  require(known, NotSupported,
          fmt::format("{} times {} to {} with compute type {}", elementName(gemm.a.type), elementName(gemm.b.type),
                      elementName(gemm.result.type), gemm.compute));
}

void checkMatrix(const GemmMatrix& matrix, const char* name, bool read) {
  const int64_t least = std::max<int64_t>(1, matrix.rows);
  require(matrix.leading >= least, InvalidValue,
          fmt::format("leading dimension of {}: {} is less than {}, its rows as stored", name, matrix.leading, least));
  require(matrix.stride >= 0, InvalidValue, fmt::format("stride of {}: {} is negative", name, matrix.stride));
  if (!read || matrix.rows == 0 || matrix.columns == 0) return;
  require(matrix.address != 0, InvalidValue, fmt::format("{}: is null", name));
  const size_t alignment = matrix.type == Int8 ? 4 : elementBytes(matrix.type);
  require(matrix.address % alignment == 0, InvalidValue,
          fmt::format("{}: {:#x} is not aligned to {} bytes", name, matrix.address, alignment));
  require(matrix.type != Int8 || matrix.leading % 4 == 0, NotSupported,
          fmt::format("{}: a leading dimension of {} is not a multiple of 4, as int8 needs", name, matrix.leading));
}

}  // namespace

void checkGemm(const Gemm& gemm, const char* const (&names)[3]) {
  require(gemm.rows >= 0 && gemm.columns >= 0 && gemm.depth >= 0, InvalidValue,
          fmt::format("m, n, k: {}, {}, {} must not be negative", gemm.rows, gemm.columns, gemm.depth));
  require(gemm.batch >= 0, InvalidValue, fmt::format("batchCount: {} is negative", gemm.batch));
  checkTypes(gemm);
  const bool any = gemm.rows > 0 && gemm.columns > 0 && gemm.batch > 0;
  checkMatrix(gemm.a, names[0], any);
  checkMatrix(gemm.b, names[1], any);
  checkMatrix(gemm.result, names[2], any);
  const int64_t span = (gemm.columns - 1) * gemm.result.leading + gemm.rows;
  require(!any || gemm.batch == 1 || gemm.result.stride >= span, InvalidValue,
          fmt::format("stride of {}: {} is less than a matrix, {} elements, and the results overlap", names[2],
                      gemm.result.stride, span));
}

}  // namespace relaxscope::emulated::blas
