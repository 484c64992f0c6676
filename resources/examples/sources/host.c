/* SPDX-License-Identifier: Apache-2.0 */
/* The packed function that dispatch.py calls: host.matmul(x: Tensor[n,k], w: Tensor[k,m], out: Tensor[n,m]), float32.
 *
 *   cc -O2 -shared -fPIC host.c -o host.so
 *
 * A library of packed functions exports `__tvm_ffi_NAME` for each. The types below are the part of tvm-ffi's C
 * interface that is needed (tvm/ffi/c_api.h and dlpack.h); with those headers at hand, include them instead. */
#include <stdint.h>

typedef struct {
  void* data;
  struct {
    int32_t device_type, device_id;
  } device;
  int32_t ndim;
  struct {
    uint8_t code, bits;
    uint16_t lanes;
  } dtype;
  int64_t *shape, *strides;
  uint64_t byte_offset;
} Tensor; /* DLTensor */

typedef struct {
  int32_t type_index;
  uint32_t zero_padding;
  union {
    int64_t number;
    double real;
    char* pointer;
  };
} Any; /* TVMFFIAny */

void TVMFFIErrorSetRaisedFromCStr(const char* kind, const char* message);

/* Tensors come as objects (type 70), whose header has 24 bytes, or by their address (type 7). */
static const Tensor* matrix(const Any* value) {
  const Tensor* tensor = value->type_index == 70  ? (const Tensor*)(value->pointer + 24)
                         : value->type_index == 7 ? (const Tensor*)value->pointer
                                                  : 0;
  const int good = tensor && tensor->ndim == 2 && tensor->dtype.code == 2 && tensor->dtype.bits == 32 &&
                   tensor->dtype.lanes == 1 && tensor->device.device_type == 1;
  return good ? tensor : 0;
}

static float* elements(const Tensor* tensor) { return (float*)((char*)tensor->data + tensor->byte_offset); }

/* The dot of the name needs an assembler name. */
__attribute__((visibility("default"))) int host_matmul(void* self, const Any* args, int32_t count,
                                                       Any* result) __asm__("__tvm_ffi_host.matmul");
int host_matmul(void* self, const Any* args, int32_t count, Any* result) {
  const Tensor* const x = count == 3 ? matrix(args) : 0;
  const Tensor* const w = count == 3 ? matrix(args + 1) : 0;
  const Tensor* const out = count == 3 ? matrix(args + 2) : 0;
  (void)self, (void)result;
  if (!x || !w || !out || x->shape[1] != w->shape[0] || out->shape[0] != x->shape[0] || out->shape[1] != w->shape[1]) {
    TVMFFIErrorSetRaisedFromCStr("ValueError", "host.matmul: float32 matrices [n,k], [k,m] and [n,m] expected");
    return -1;
  }
  const int64_t n = x->shape[0], k = x->shape[1], m = w->shape[1];
  for (int64_t i = 0; i < n; ++i)
    for (int64_t j = 0; j < m; ++j) {
      float sum = 0;
      for (int64_t l = 0; l < k; ++l) sum += elements(x)[i * k + l] * elements(w)[l * m + j];
      elements(out)[i * m + j] = sum;
    }
  return 0;
}
