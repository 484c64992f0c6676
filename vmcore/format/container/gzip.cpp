// SPDX-License-Identifier: Apache-2.0
#include "vmcore/format/container/gzip.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "vmcore/format/container/inflate.h"

namespace relaxscope {
namespace {

/// Limits of the content, in bytes and in multiples of the file size; the larger one applies.
constexpr uint64_t kMaxAlways = uint64_t{256} << 20, kMaxGzipRatio = 32;

}  // namespace

bool looksLikeGzip(const Bytes& file) { return file.head(3) == "\x1f\x8b\x08"; }

Result<Bytes> unpackGzip(const Bytes& file) {
  const uint64_t most = std::max(kMaxAlways, kMaxGzipRatio * file.size());
  Inflated content = inflateBytes(file, DeflateForm::Gzip, most);
  switch (content.end) {
    case Inflated::End::Done: return std::move(content.bytes);  // trailing data (padding, another member) is not TVM's
    case Inflated::End::CannotStart: return Error("zlib cannot be initialized");
    case Inflated::End::NoMemory:
      return Error(fmt::format("no memory for gzip content of more than {} bytes", content.made));
    case Inflated::End::Damaged: return Error(fmt::format("gzip data is damaged: {}", content.reason), content.taken);
    case Inflated::End::CutShort: return Error("gzip data is truncated", content.taken);
    case Inflated::End::TooLong: break;
  }
  return Error(fmt::format("gzip content of more than {} bytes in a file of {}", most, file.size()));
}

}  // namespace relaxscope
