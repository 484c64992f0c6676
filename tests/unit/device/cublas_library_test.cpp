// SPDX-License-Identifier: Apache-2.0
// The search for cuBLAS: NVIDIA's own library, which loads without a GPU, the emulated one, and what is said if there
// is none.
#include <gtest/gtest.h>

#include "tests/support/scratch_folder.h"
#include "vmcore/device/cuda/cublas/cublas.h"
#include "vmcore/device/cuda/driver.h"

namespace relaxscope::cuda::blas {
namespace {

using test::ScratchFolder;

// First: the loader takes a library that is open under the same name.
TEST(CublasLibrary, NvidiasOwnHasWhatIsCalled) {
  const auto opened = openCublas(usualSearch(kCublasVariable));
  if (!opened.ok()) GTEST_SKIP() << opened.error().text();
  if (opened->isEmulated()) GTEST_SKIP() << "the emulated library is open";
  EXPECT_GE(opened->major, 11);
  EXPECT_EQ(opened->statusText(InvalidValue).find("CUBLAS_STATUS_INVALID_VALUE ("), 0u)
      << opened->statusText(InvalidValue);
}

// Descriptors need no GPU, and their functions check the sizes of attributes.
TEST(CublasLibrary, NvidiasOwnTakesTheDescriptorsOfAProduct) {
  const auto opened = openCublas(usualSearch(kCublasVariable));
  if (!opened.ok()) GTEST_SKIP() << opened.error().text();
  const Cublas& cublas = *opened;
  MatmulDescriptor descriptor = nullptr;
  ASSERT_EQ(cublas.matmulCreate(&descriptor, Compute32F, Float32), Success);
  const Operation transposed = Transposed;
  EXPECT_EQ(cublas.matmulSet(descriptor, TransposeFirst, &transposed, sizeof transposed), Success);
  EXPECT_EQ(cublas.matmulSet(descriptor, TransposeSecond, &transposed, sizeof transposed), Success);
  for (const Epilogue epilogue : {NoEpilogue, Bias, ReluBias, GeluBias})
    EXPECT_EQ(cublas.matmulSet(descriptor, EpilogueKind, &epilogue, sizeof epilogue), Success) << epilogue;
  const void* const bias = &cublas;
  EXPECT_EQ(cublas.matmulSet(descriptor, BiasPointer, &bias, sizeof bias), Success);
  EXPECT_EQ(cublas.matmulSet(descriptor, BiasPointer, &bias, 1), InvalidValue);
  EXPECT_EQ(cublas.matmulDestroy(descriptor), Success);
  MatrixLayout layout = nullptr;
  ASSERT_EQ(cublas.layoutCreate(&layout, Float16, 3, 4, 8), Success);
  const int32_t batch = 2;
  const int64_t stride = 32;
  EXPECT_EQ(cublas.layoutSet(layout, BatchCount, &batch, sizeof batch), Success);
  EXPECT_EQ(cublas.layoutSet(layout, BatchStride, &stride, sizeof stride), Success);
  EXPECT_EQ(cublas.layoutDestroy(layout), Success);
  MatmulPreference preference = nullptr;
  ASSERT_EQ(cublas.preferenceCreate(&preference), Success);
  const size_t bytes = 1 << 20;
  EXPECT_EQ(cublas.preferenceSet(preference, MaxWorkspaceBytes, &bytes, sizeof bytes), Success);
  EXPECT_EQ(cublas.preferenceDestroy(preference), Success);
}

TEST(CublasLibrary, IsOpenedByItsPathOrFolder) {
  const std::string path = emulatedLibrary("libcublas.so.13");
  ASSERT_FALSE(path.empty());
  for (const std::string& place : {path, path.substr(0, path.rfind('/'))}) {
    const auto opened = openCublas({place, {}});
    ASSERT_TRUE(opened.ok()) << opened.error().text();
    EXPECT_EQ(opened->path, path);
    EXPECT_EQ(opened->name(), "emulated cuBLAS 13.0");
    EXPECT_EQ(opened->statusText(NotSupported),
              "CUBLAS_STATUS_NOT_SUPPORTED (the functionality requested is not supported)");
    EXPECT_EQ(opened->statusText(12345), "CUBLAS_STATUS_UNKNOWN (unknown status)");
  }
}

TEST(CublasLibrary, ReportsWhereItSearched) {
  const ScratchFolder folder;
  const auto opened = openCublas({folder.path().string(), {}});
  ASSERT_FALSE(opened.ok());
  EXPECT_EQ(opened.error().text(), "cuBLAS was not found (searched: " + folder.path().string() +
                                       "); install the CUDA Toolkit, or NVIDIA's package nvidia-cublas for Python");
}

TEST(CublasLibrary, NamesTheFunctionThatAnotherLibraryLacks) {
  const auto opened = openCublas({"libm.so.6", {}});
  ASSERT_FALSE(opened.ok());
  EXPECT_EQ(opened.error().text(), "libm.so.6 lacks cublasGetProperty");
}

}  // namespace
}  // namespace relaxscope::cuda::blas
