// SPDX-License-Identifier: Apache-2.0
// CUDA C++ for the CPU: what stands in front of every source that the emulated NVRTC compiles. Markers that need more than a macro (__global__, __shared__, __launch_bounds__) are rewritten in the
// preprocessed text instead.
#pragma GCC system_header
#include <math.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <utility>

#define __CUDACC__ 1
#define __CUDACC_RTC__ 1
#define __NVCC__ 1
#define __CUDACC_VER_MAJOR__ 13
#define __CUDACC_VER_MINOR__ 0
#define __CUDACC_VER_BUILD__ 0
#define CUDA_VERSION 13000
#define CUDART_VERSION 13000

#define RS_HIDDEN __attribute__((visibility("hidden")))
// Code of the emulation itself, whose accesses are not checked.
#ifdef __clang__
#define RS_RAW __attribute__((no_sanitize("kernel-address"))) inline
#else
#define RS_RAW __attribute__((no_sanitize_address)) inline
#endif
#define RS_INLINE RS_RAW __attribute__((always_inline))

#define __device__
#define __host__
#define __constant__
#define __managed__
#define __grid_constant__
#define __forceinline__ inline __attribute__((always_inline))
#define __noinline__ __attribute__((noinline))
#define __align__(n) __attribute__((aligned(n)))
#define __maxnreg__(...)
#define __block_size__(...)
#define __cluster_dims__(...)

#include "kernel_abi.h"
#include "rs_vectors.cuh"
#include "rs_runtime.cuh"
#include "rs_warp.cuh"
#include "rs_atomics.cuh"
#include "rs_math.cuh"

// After all headers: `static alignas(64) float x[1]` is an error in C++, but CUDA accepts it.
#define alignas(n) __attribute__((aligned(n)))
