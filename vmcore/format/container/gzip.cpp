// SPDX-License-Identifier: Apache-2.0
#include "vmcore/format/container/gzip.h"

#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <memory>
#include <utility>

namespace relaxscope {
namespace {

/// What content may be: so many bytes, or so many times the file.
constexpr uint64_t kMostAlways = uint64_t{256} << 20, kMostRatio = 32;

struct Inflater {
  z_stream stream{};
  bool ready = false;
  /// 15 bits of window; 16 asks for the gzip header.
  Inflater() { ready = inflateInit2(&stream, 15 + 16) == Z_OK; }
  ~Inflater() {
    if (ready) inflateEnd(&stream);
  }
  Inflater(const Inflater&) = delete;
  Inflater& operator=(const Inflater&) = delete;
};

/// Memory that grows in place where the system can: twice as much would be touched by copying it.
class GrowingBuffer {
 public:
  ~GrowingBuffer() { std::free(data_); }
  GrowingBuffer() = default;
  GrowingBuffer(const GrowingBuffer&) = delete;
  GrowingBuffer& operator=(const GrowingBuffer&) = delete;
  [[nodiscard]] uint8_t* data() const { return data_; }
  [[nodiscard]] size_t size() const { return size_; }
  bool grow(size_t size) {
    auto* larger = static_cast<uint8_t*>(std::realloc(data_, size));
    if (larger == nullptr) return false;
    data_ = larger;
    size_ = size;
    return true;
  }
  /// The first bytes; the buffer is empty afterwards.
  Bytes take(size_t size) {
    const uint8_t* data = data_;
    std::shared_ptr<const void> owner(std::exchange(data_, nullptr), [](const void* memory) { std::free(const_cast<void*>(memory)); });
    return Bytes(std::move(owner), data, size);
  }

 private:
  uint8_t* data_ = nullptr;
  size_t size_ = 0;
};

}  // namespace

bool looksLikeGzip(const Bytes& file) { return file.head(3) == "\x1f\x8b\x08"; }

Result<Bytes> unpackGzip(const Bytes& file) {
  Inflater inflater;
  if (!inflater.ready) return Error("zlib cannot start");
  const uint64_t most = std::max(kMostAlways, kMostRatio * file.size());
  GrowingBuffer out;
  const auto noMemory = [&] { return Error(fmt::format("no memory for gzip content of more than {} bytes", out.size())); };
  if (!out.grow(std::min<uint64_t>(most, std::max<uint64_t>(size_t{4} * file.size(), 4096)))) return noMemory();
  size_t used = 0, taken = 0;
  z_stream& z = inflater.stream;
  for (;;) {
    if (used == out.size()) {
      if (out.size() >= most) return Error(fmt::format("gzip content of more than {} bytes in a file of {}", most, file.size()));
      if (!out.grow(std::min<uint64_t>(most, uint64_t{out.size()} * 2))) return noMemory();
    }
    constexpr size_t kStep = std::numeric_limits<uInt>::max();
    const size_t give = std::min(kStep, file.size() - taken), room = std::min(kStep, out.size() - used);
    z.next_in = const_cast<Bytef*>(file.data() + taken);
    z.avail_in = static_cast<uInt>(give);
    z.next_out = out.data() + used;
    z.avail_out = static_cast<uInt>(room);
    const int code = inflate(&z, Z_NO_FLUSH);
    const size_t eaten = give - z.avail_in, made = room - z.avail_out;
    taken += eaten;
    used += made;
    if (code == Z_STREAM_END) break;   // what follows (padding, another member) is not content of TVM's
    if (code != Z_OK && code != Z_BUF_ERROR) return Error(fmt::format("gzip data is damaged: {}", z.msg != nullptr ? z.msg : "unknown"), taken);
    if (eaten == 0 && made == 0) return Error("gzip data is cut short", taken);
  }
  return out.take(used);
}

}  // namespace relaxscope
