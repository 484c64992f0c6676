// SPDX-License-Identifier: Apache-2.0
// The emulated cuBLAS, opened beside the emulated driver, with a handle.
#pragma once

#include <dlfcn.h>
#include <gtest/gtest.h>

#include "tests/unit/emulated/driver_library.h"
#include "vmcore/device/cuda/cublas/lt_abi.h"

namespace relaxscope::test {

namespace blas = cuda::blas;

struct CublasGpu : Gpu {
  explicit CublasGpu(const std::string& configuration = "") : Gpu(configuration) {
    void* const library = openBeside(RELAXSCOPE_EMULATED_CUBLAS);
#define RS_CUBLAS(member, symbol, ...) member = reinterpret_cast<decltype(member)>(dlsym(library, symbol));
#include "vmcore/device/cuda/cublas/functions.def"
#include "vmcore/device/cuda/cublas/lt_functions.def"
#undef RS_CUBLAS
    reason = reinterpret_cast<decltype(reason)>(dlsym(library, "rsEmulatedCublasFault"));
    EXPECT_EQ(create(&handle), blas::Success) << reason();
  }
  template <class Value>
  DevicePointer upload(const std::vector<Value>& values) {
    DevicePointer made = 0;
    EXPECT_EQ(memAlloc(&made, sizeof(Value) * values.size()), Success) << text();
    EXPECT_EQ(copyToDevice(made, values.data(), sizeof(Value) * values.size(), nullptr), Success) << text();
    return made;
  }
  template <class Value>
  std::vector<Value> download(DevicePointer block, size_t count) {
    std::vector<Value> read(count);
    EXPECT_EQ(copyToHost(read.data(), block, sizeof(Value) * count, nullptr), Success) << text();
    return read;
  }

  using Handle = blas::Handle;
  using MatmulDescriptor = blas::MatmulDescriptor;
  using MatrixLayout = blas::MatrixLayout;
  using MatmulPreference = blas::MatmulPreference;
  using MatmulHeuristic = blas::MatmulHeuristic;
  using MatmulAlgorithm = blas::MatmulAlgorithm;
#define RS_CUBLAS(member, symbol, ...) int (*member)(__VA_ARGS__) = nullptr;
#include "vmcore/device/cuda/cublas/functions.def"
#include "vmcore/device/cuda/cublas/lt_functions.def"
#undef RS_CUBLAS
  const char* (*reason)() = nullptr;
  Handle handle = nullptr;
};

inline void* at(DevicePointer block) { return reinterpret_cast<void*>(block); }

}  // namespace relaxscope::test
