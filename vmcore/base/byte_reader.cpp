// SPDX-License-Identifier: Apache-2.0
#include "vmcore/base/byte_reader.h"

#include <fmt/format.h>

namespace relaxscope {

std::string Error::text() const {
  return byteOffset ? fmt::format("{} (byte {})", message, *byteOffset) : message;
}

Error ByteReader::shortRead(std::string_view what, uint64_t wanted) const {
  return errorHere(fmt::format("{} needs {} bytes, {} left", what, wanted, remaining()));
}

Result<uint64_t> ByteReader::readCount(std::string_view what, size_t minElementBytes) {
  RS_TRY(const uint64_t count, read<uint64_t>(what));
  if (minElementBytes != 0 && count > remaining() / minElementBytes)
    return Error(fmt::format("{}: {} elements of at least {} bytes, {} bytes left", what, count, minElementBytes,
                             remaining()),
                 fileOffset() - sizeof(uint64_t));
  return count;
}

Result<Bytes> ByteReader::readBytes(uint64_t count, std::string_view what) {
  if (count > remaining()) return shortRead(what, count);
  Bytes slice = bytes_.slice(position_, static_cast<size_t>(count));
  position_ += static_cast<size_t>(count);
  return slice;
}

Result<Bytes> ByteReader::readSized(std::string_view what) {
  RS_TRY(const uint64_t length, read<uint64_t>(what));
  return readBytes(length, what);
}

Result<std::string> ByteReader::readString(std::string_view what) {
  RS_TRY(const Bytes slice, readSized(what));
  return std::string(slice.text());
}

Result<std::vector<int64_t>> ByteReader::readI64s(uint64_t count, std::string_view what) {
  if (count > remaining() / sizeof(int64_t)) return shortRead(what, count);
  RS_TRY(const Bytes slice, readBytes(count * sizeof(int64_t), what));
  std::vector<int64_t> values(static_cast<size_t>(count));
  if (count != 0) std::memcpy(values.data(), slice.data(), slice.size());
  return values;
}

Result<std::vector<int64_t>> ByteReader::readI64Vector(std::string_view what) {
  RS_TRY(const uint64_t count, readCount(what, sizeof(int64_t)));
  return readI64s(count, what);
}

}  // namespace relaxscope
