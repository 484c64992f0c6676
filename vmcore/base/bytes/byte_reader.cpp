// SPDX-License-Identifier: Apache-2.0
#include "vmcore/base/bytes/byte_reader.h"

#include <fmt/format.h>

#include <algorithm>

namespace relaxscope {
namespace {

constexpr size_t kMinWindow = 4096, kMaxWindow = size_t{128} << 10;

}  // namespace

std::string Error::text() const { return byteOffset ? fmt::format("{} (byte {})", message, *byteOffset) : message; }

Error ByteReader::shortRead(std::string_view what, uint64_t wanted) const {
  Error error = errorHere(fmt::format("{} needs {} bytes, {} left", what, wanted, remaining()));
  error.field = ByteRange{fileOffset(), wanted};
  return error;
}

Error ByteReader::shortSized(std::string_view what, uint64_t wanted) const {
  Error error = shortRead(what, wanted);
  error.field = ByteRange{fileOffset() - sizeof(uint64_t), sizeof(uint64_t)};
  return error;
}

void ByteReader::fillWindow(size_t size) {
  // The window grows while reading is sequential; after a jump (over tensor data) little may be needed.
  const size_t before = windowEnd_ - windowBegin_;
  const bool goesOn = before != 0 && position_ <= windowEnd_;
  const size_t wanted = std::max(size, goesOn ? std::min(before * 2, kMaxWindow) : kMinWindow);
  auto window = std::make_shared<std::vector<uint8_t>>(std::min(wanted, remaining()));
  bytes_.copyTo(position_, *window);
  window_ = std::move(window);
  windowBegin_ = position_;
  windowEnd_ = position_ + window_->size();
}

void ByteReader::copyHere(std::span<uint8_t> into) {
  if (memory_ != nullptr || into.size() <= kMinWindow) {
    if (!into.empty()) std::memcpy(into.data(), here(into.size()), into.size());
  } else {
    bytes_.copyTo(position_, into);
  }
  position_ += into.size();
}

Result<uint64_t> ByteReader::readCount(std::string_view what, size_t minElementBytes) {
  RS_TRY(const uint64_t count, read<uint64_t>(what));
  if (minElementBytes != 0 && count > remaining() / minElementBytes)
    return Error(
        fmt::format("{}: {} elements of at least {} bytes, {} bytes left", what, count, minElementBytes, remaining()),
        fileOffset() - sizeof(uint64_t), sizeof(uint64_t));
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
  if (length > remaining()) return shortSized(what, length);
  return readBytes(length, what);
}

Result<std::string> ByteReader::readString(std::string_view what) {
  RS_TRY(const uint64_t length, read<uint64_t>(what));
  if (length > remaining()) return shortSized(what, length);
  std::string text(static_cast<size_t>(length), '\0');
  copyHere({reinterpret_cast<uint8_t*>(text.data()), text.size()});
  return text;
}

Result<std::vector<int64_t>> ByteReader::readI64s(uint64_t count, std::string_view what) {
  if (count > remaining() / sizeof(int64_t)) return shortRead(what, count);
  std::vector<int64_t> values;
  values.reserve(static_cast<size_t>(count));
  bytes_.expect(values.data(), static_cast<size_t>(count) * sizeof(int64_t));
  // In pieces, so that the memory that resize() zeroes is still in the cache when it is overwritten.
  constexpr size_t kPiece = 32 * 1024;
  while (values.size() < count) {
    const size_t at = values.size(), piece = std::min(static_cast<size_t>(count) - at, kPiece);
    values.resize(at + piece);
    copyHere({reinterpret_cast<uint8_t*>(values.data() + at), piece * sizeof(int64_t)});
  }
  return values;
}

Result<std::vector<int64_t>> ByteReader::readI64Vector(std::string_view what) {
  RS_TRY(const uint64_t count, readCount(what, sizeof(int64_t)));
  return readI64s(count, what);
}

Result<Words> ByteReader::readWords(std::string_view what) {
  RS_TRY(const uint64_t count, readCount(what, sizeof(int64_t)));
  if (memory_ == nullptr) {
    RS_TRY(std::vector<int64_t> words, readI64s(count, what));
    return Words(std::move(words));
  }
  RS_TRY(Bytes bytes, readBytes(count * sizeof(int64_t), what));
  return Words::in(std::move(bytes));
}

}  // namespace relaxscope
