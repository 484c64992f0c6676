// SPDX-License-Identifier: Apache-2.0
// The C structures with which TVM calls a kernel (tvm-ffi's safe-call ABI; DLPack tensors), declared here so that
// the example builds without TVM's headers. Layouts: tvm-ffi 0.1.15 c_api.h and dlpack.h.
#pragma once

#include <cstdint>

extern "C" {

/// One argument or result: a type index and 8 bytes.
struct FfiAny {
  int32_t typeIndex;
  uint32_t padding;
  union {
    int64_t asInt;
    void* asPointer;
  };
};

struct DlTensor {
  void* data;
  int32_t deviceType;
  int32_t deviceId;
  int32_t ndim;
  uint8_t typeCode;
  uint8_t typeBits;
  uint16_t lanes;
  int64_t* shape;
  int64_t* strides;
  uint64_t byteOffset;
};

/// Sets an error of class `kind` for the caller; its message is the joined parts. Defined in libtvm_ffi.
void TVMFFIErrorSetRaisedFromCStrParts(const char* kind, const char** parts, int32_t count);

/// Environment passed to each task of a parallel launch.
struct ParallelEnv {
  void* handle;
  int32_t tasks;
};
using ParallelTask = int (*)(int task, ParallelEnv* env, void* data);
/// Set to TVMBackendParallelLaunch by the loader of this library; null if the loader does not set it.
extern int (*__TVMBackendParallelLaunch)(ParallelTask run, void* data,
                                         int tasks);  // NOLINT(bugprone-reserved-identifier)
}

namespace kernel {

inline constexpr int32_t kDlTensorPointer = 7;  ///< type index of a borrowed DLTensor*
inline constexpr int32_t kTensorObject =
    70;  ///< type index of a Tensor, whose DLTensor is at offset 24, after the object header
inline constexpr uint8_t kInt = 0, kFloat = 2, kBool = 6;

/// Sets the error "KERNEL: argument NAME: WHAT" and returns the kernel's return code for it.
inline int fail(const char* name, const char* argument, const char* what) {
  const char* parts[] = {name, ": argument ", argument, ": ", what};
  TVMFFIErrorSetRaisedFromCStrParts("ValueError", parts, 5);
  return -1;
}

/// The tensor of an argument, or null if the argument is not a tensor.
inline DlTensor* tensorOf(const FfiAny& any) {
  if (any.typeIndex == kTensorObject) return reinterpret_cast<DlTensor*>(static_cast<char*>(any.asPointer) + 24);
  return any.typeIndex == kDlTensorPointer ? static_cast<DlTensor*>(any.asPointer) : nullptr;
}

/// Whether a tensor is in host memory, dense, and has this type and rank.
inline bool isDense(const DlTensor* tensor, uint8_t code, uint8_t bits, int32_t ndim) {
  if (tensor == nullptr || tensor->data == nullptr || tensor->deviceType != 1 || tensor->byteOffset != 0) return false;
  if (tensor->typeCode != code || tensor->typeBits != bits || tensor->lanes != 1 || tensor->ndim != ndim) return false;
  int64_t expected = 1;
  for (int32_t i = ndim; tensor->strides != nullptr && i-- > 0;) {
    if (tensor->shape[i] != 1 && tensor->strides[i] != expected) return false;
    expected *= tensor->shape[i];
  }
  return true;
}

}  // namespace kernel

/// Declares the exported entry point of kernel `NAME`; its arguments are borrowed, its result stays None.
#define RS_KERNEL(NAME)                                                                                      \
  extern "C" __attribute__((visibility("default"))) int __tvm_ffi_##NAME(void* /*self*/, const FfiAny* args, \
                                                                         int32_t count, FfiAny* /*result*/)
