// SPDX-License-Identifier: Apache-2.0
#include "vmcore/format/vm/tensor_record.h"

#include <fmt/format.h>

#include <limits>

namespace relaxscope::vmformat {

std::optional<int64_t> tensorByteSize(const std::vector<int64_t>& shape, DataType dtype, ElementSize size) {
  bool empty = false;
  for (const int64_t extent : shape) {
    if (extent < 0) return std::nullopt;
    empty |= extent == 0;
  }
  if (empty) return 0;
  // Each factor is below 2^63, so the product of two fits in 128 bits; overflow is checked after each step.
  __extension__ using Wide = unsigned __int128;
  Wide product = static_cast<Wide>(size == ElementSize::RoundedUp ? dtype.elementBytes() : dtype.bits / 8);
  for (const int64_t extent : shape) {
    product *= static_cast<Wide>(extent);
    if (product > static_cast<Wide>(std::numeric_limits<int64_t>::max())) return std::nullopt;
  }
  return static_cast<int64_t>(product);
}

Result<DataType> readDataType(ByteReader& in) {
  DataType type;
  RS_TRY(type.code, in.read<uint8_t>("dtype code"));
  RS_TRY(type.bits, in.read<uint8_t>("dtype bits"));
  RS_TRY(type.lanes, in.read<uint16_t>("dtype lanes"));
  return type;
}

Result<TensorConstant> readTensorRecord(ByteReader& in, ElementSize size) {
  TensorConstant tensor;
  RS_TRY(const uint64_t magic, in.read<uint64_t>("tensor header"));
  if (magic != kTensorMagic)
    return Error(fmt::format("tensor header 0x{:016x} is not 0x{:016x}", magic, kTensorMagic), in.fileOffset() - 8, 8);
  RS_TRY(tensor.reserved, in.read<uint64_t>("tensor header"));
  RS_TRY(tensor.deviceType, in.read<int32_t>("tensor device"));
  RS_TRY(tensor.deviceId, in.read<int32_t>("tensor device"));
  RS_TRY(const int32_t rank, in.read<int32_t>("tensor rank"));
  if (rank < 0 || rank > kMaxTensorRank)
    return Error(fmt::format("tensor rank {} is not in 0..{}", rank, kMaxTensorRank), in.fileOffset() - 4, 4);
  RS_TRY(tensor.dtype, readDataType(in));
  if (tensor.dtype.bits == 0) return Error("tensor dtype has 0 bits", in.fileOffset() - 4, 4);
  const uint64_t shapeOffset = in.fileOffset();
  RS_TRY(tensor.shape, in.readI64s(static_cast<uint64_t>(rank), "tensor shape"));
  const std::optional<int64_t> wanted = tensorByteSize(tensor.shape, tensor.dtype, size);
  if (!wanted)
    return Error(fmt::format("tensor shape {} is negative or too large", constantSummary(tensor)), shapeOffset,
                 in.fileOffset() - shapeOffset);
  RS_TRY(const int64_t stated, in.read<int64_t>("tensor data size"));
  if (stated != *wanted)
    return Error(
        fmt::format("tensor {} has {} bytes, but the record declares {}", constantSummary(tensor), *wanted, stated),
        in.fileOffset() - 8, 8);
  RS_TRY(tensor.data, in.readBytes(static_cast<uint64_t>(stated), "tensor data"));
  return tensor;
}

Result<void> readTensors(ByteReader& in, uint64_t count, std::string_view item, std::vector<Constant>& constants) {
  constants.reserve(roomFor(count));
  for (uint64_t i = 0; i < count; ++i) {
    const uint64_t offset = in.position();
    auto tensor = readTensorRecord(in);
    if (!tensor.ok()) return inItem(item, i, std::move(tensor).error());
    constants.push_back({ConstantValue(*std::move(tensor)), offset});
    in.settle();
  }
  return {};
}

Function packedFunction(std::string name) {
  Function f;
  f.name = std::move(name);
  f.numArgs = -2;  // TVM's mark of an entry that is only declared
  return f;
}

Error inItem(std::string_view item, size_t index, Error error) {
  error.message = fmt::format("{} {}: {}", item, index, error.message);
  return error;
}

Result<std::vector<std::string>> readStrings(ByteReader& in, std::string_view what) {
  RS_TRY(const uint64_t count, in.readCount(what, sizeof(uint64_t)));
  std::vector<std::string> strings;
  strings.reserve(roomFor(count));
  for (uint64_t i = 0; i < count; ++i) {
    RS_TRY(std::string text, in.readString(what));
    strings.push_back(std::move(text));
  }
  return strings;
}

}  // namespace relaxscope::vmformat
