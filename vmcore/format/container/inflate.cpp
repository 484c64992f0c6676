// SPDX-License-Identifier: Apache-2.0
#include "vmcore/format/container/inflate.h"

#include <zlib.h>

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <utility>

namespace relaxscope {
namespace {

constexpr uint64_t kMaxPiece = uint64_t{1} << 30;  // zlib counts in 32 bits
constexpr uint64_t kFirstRoom = 65536;

class Stream {
 public:
  /// zlib's window bits: 15, negative for raw data, 16 more for a gzip header.
  explicit Stream(DeflateForm form)
      : ready_(inflateInit2(&zlib, form == DeflateForm::Raw ? -MAX_WBITS : MAX_WBITS + 16) == Z_OK) {}
  ~Stream() {
    if (ready_) inflateEnd(&zlib);
  }
  Stream(const Stream&) = delete;
  Stream& operator=(const Stream&) = delete;
  [[nodiscard]] bool ready() const { return ready_; }
  z_stream zlib{};

 private:
  bool ready_;
};

/// Memory that grows in place if the system can: copying would touch twice as much.
class GrowingBuffer {
 public:
  ~GrowingBuffer() { std::free(data_); }
  GrowingBuffer() = default;
  GrowingBuffer(const GrowingBuffer&) = delete;
  GrowingBuffer& operator=(const GrowingBuffer&) = delete;
  [[nodiscard]] uint8_t* data() const { return data_; }
  [[nodiscard]] uint64_t size() const { return size_; }
  bool grow(uint64_t size) {
    auto* larger = static_cast<uint8_t*>(std::realloc(data_, static_cast<size_t>(std::max<uint64_t>(size, 1))));
    if (larger == nullptr) return false;
    data_ = larger;
    size_ = size;
    return true;
  }
  /// The first `size` bytes; the buffer is empty afterwards.
  Bytes take(uint64_t size) {
    const uint8_t* data = data_;
    std::shared_ptr<const void> owner(std::exchange(data_, nullptr),
                                      [](const void* memory) { std::free(const_cast<void*>(memory)); });
    return Bytes(std::move(owner), data, static_cast<size_t>(size));
  }

 private:
  uint8_t* data_ = nullptr;
  uint64_t size_ = 0;
};

}  // namespace

Inflated inflateBytes(const Bytes& packed, DeflateForm form, uint64_t most) {
  using End = Inflated::End;
  Inflated result;
  const auto ends = [&result](End end) {
    result.end = end;
    return std::move(result);
  };
  Stream stream(form);
  if (!stream.ready()) return ends(End::CannotStart);
  GrowingBuffer out;
  if (!out.grow(std::min<uint64_t>(most, 4 * uint64_t{packed.size()} + kFirstRoom))) return ends(End::NoMemory);
  uint8_t beyond = 0;  // receives the first byte beyond the limit
  for (z_stream& z = stream.zlib;;) {
    if (result.made == out.size() && out.size() < most && !out.grow(std::min(most, 2 * out.size())))
      return ends(End::NoMemory);
    const uint64_t input = std::min<uint64_t>(packed.size() - result.taken, kMaxPiece),
                   room = std::min(out.size() - result.made, kMaxPiece);
    z.next_in = const_cast<Bytef*>(packed.data() + result.taken);
    z.avail_in = static_cast<uInt>(input);
    z.next_out = room != 0 ? out.data() + result.made : &beyond;
    z.avail_out = room != 0 ? static_cast<uInt>(room) : 1;
    const int status = inflate(&z, Z_NO_FLUSH);
    const uint64_t taken = input - z.avail_in, made = (room != 0 ? room : 1) - z.avail_out;
    result.taken += taken;
    if (room == 0 && made != 0) return ends(End::TooLong);
    result.made += made;
    if (status == Z_STREAM_END) break;
    if (status != Z_OK && status != Z_BUF_ERROR) {
      result.reason = z.msg != nullptr ? z.msg : "unknown";
      return ends(status == Z_MEM_ERROR ? End::NoMemory : End::Damaged);
    }
    if (taken == 0 && made == 0) return ends(End::CutShort);
  }
  result.bytes = out.take(result.made);
  return result;
}

}  // namespace relaxscope
