// SPDX-License-Identifier: Apache-2.0
#include "vmcore/wire/cbor_check.h"

#include <vector>

namespace relaxscope::wire {
namespace {

struct Head {
  uint8_t major = 0;
  uint64_t argument = 0;
};

/// Reads the head of the item at `at` and advances `at` past it (RFC 8949, 3).
Result<Head> readHead(std::span<const uint8_t> bytes, size_t& at) {
  if (at >= bytes.size()) return Error("CBOR data is truncated", at);
  const uint8_t first = bytes[at++];
  Head head{static_cast<uint8_t>(first >> 5), static_cast<uint64_t>(first & 31)};
  if (head.argument < 24) return head;
  if (head.argument > 27) return Error("CBOR data uses an unsupported form", at - 1);
  const size_t width = size_t{1} << (head.argument - 24);
  if (bytes.size() - at < width) return Error("CBOR data is truncated", at);
  head.argument = 0;
  for (size_t i = 0; i < width; ++i) head.argument = head.argument << 8 | bytes[at++];
  return head;
}

}  // namespace

Result<void> checkCbor(std::span<const uint8_t> bytes) {
  std::vector<uint64_t> open{1};  // items still expected at each level
  size_t at = 0;
  uint64_t items = 0;
  while (!open.empty()) {
    if (open.back() == 0) {
      open.pop_back();
      continue;
    }
    --open.back();
    if (++items > kMaxCborItems) return Error("CBOR data holds too many items", at);
    RS_TRY(const Head head, readHead(bytes, at));
    const uint64_t left = bytes.size() - at;
    switch (head.major) {
      case 2:
      case 3:
        if (head.argument > left) return Error("CBOR length exceeds the payload", at);
        at += head.argument;
        break;
      case 4:
      case 5:
        if (head.argument > left / (head.major == 5 ? 2 : 1)) return Error("CBOR item count exceeds the payload", at);
        if (open.size() >= kMaxCborDepth) return Error("CBOR data is nested too deeply", at);
        open.push_back(head.argument * (head.major == 5 ? 2 : 1));
        break;
      case 6: return Error("CBOR data holds a tag", at);
      default: break;  // numbers, booleans, null, floats: the head is the whole item
    }
  }
  if (at != bytes.size()) return Error("bytes after the CBOR data", at);
  return {};
}

}  // namespace relaxscope::wire
