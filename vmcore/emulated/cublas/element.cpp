// SPDX-License-Identifier: Apache-2.0
#include "vmcore/emulated/cublas/element.h"

#include <cstring>

#include "vmcore/base/bytes/half_float.h"

namespace relaxscope::emulated::blas {

using namespace cuda::blas;

namespace {

template <class Value>
Value read(const char* from, size_t index) {
  Value value;
  std::memcpy(&value, from + index * sizeof(Value), sizeof(Value));
  return value;
}
template <class Value>
void write(char* to, size_t index, Value value) {
  std::memcpy(to + index * sizeof(Value), &value, sizeof(Value));
}

}  // namespace

size_t elementBytes(int type) {
  switch (type) {
    case Int8: return 1;
    case Float16:
    case Bfloat16: return 2;
    case Float32:
    case Int32: return 4;
    case Float64: return 8;
    default: return 0;
  }
}

const char* elementName(int type) {
  switch (type) {
    case Int8: return "int8";
    case Float16: return "float16";
    case Bfloat16: return "bfloat16";
    case Float32: return "float32";
    case Int32: return "int32";
    case Float64: return "float64";
    default: return "an unknown type";
  }
}

double loadElement(int type, const char* from, size_t index) {
  switch (type) {
    case Int8: return read<int8_t>(from, index);
    case Float16: return halfToFloat(read<uint16_t>(from, index));
    case Bfloat16: return bfloatToFloat(read<uint16_t>(from, index));
    case Float32: return read<float>(from, index);
    case Int32: return read<int32_t>(from, index);
    default: return read<double>(from, index);
  }
}

void storeElement(int type, char* to, size_t index, double value) {
  switch (type) {
    case Int8: return write(to, index, static_cast<int8_t>(static_cast<int64_t>(value)));
    case Float16: return write(to, index, floatToHalf(static_cast<float>(value)));
    case Bfloat16: return write(to, index, floatToBfloat(static_cast<float>(value)));
    case Float32: return write(to, index, static_cast<float>(value));
    case Int32: return write(to, index, static_cast<int32_t>(static_cast<int64_t>(value)));
    default: return write(to, index, value);
  }
}

}  // namespace relaxscope::emulated::blas
