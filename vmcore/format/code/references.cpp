// SPDX-License-Identifier: Apache-2.0
#include "vmcore/format/code/references.h"

#include <algorithm>

#include "vmcore/format/code/x86_instruction.h"

namespace relaxscope {
namespace {

constexpr size_t kMost = size_t{1} << 22;             // addresses
constexpr uint64_t kMostSwept = uint64_t{256} << 20;  // bytes, of segments that may overlap

}  // namespace

void References::sweep() {
  swept_ = true;
  uint64_t swept = 0;
  for (const ObjectSymbol& symbol : image_.symbols())
    if (symbol.defined) addresses_.push_back(symbol.value);
  for (const MappedImage::Segment& segment : image_.segments()) {
    if (!segment.executable) continue;
    const std::span<const uint8_t> code = segment.bytes.span();
    for (size_t at = 0; at < code.size() && addresses_.size() < kMost && swept < kMostSwept;) {
      const auto instruction = decodeX86(code.subspan(at));
      swept += instruction ? instruction->size : 1;
      at += instruction ? instruction->size : 1;
      if (instruction && instruction->relative)
        addresses_.push_back(segment.address + at + static_cast<uint64_t>(instruction->target));
    }
  }
  std::ranges::sort(addresses_);
}

uint64_t References::next(uint64_t address) {
  if (!swept_) sweep();
  const MappedImage::Segment* const segment = image_.segmentAt(address);
  const uint64_t end = segment == nullptr ? address : segment->address + segment->bytes.size();
  const auto after = std::ranges::upper_bound(addresses_, address);
  return std::max(address, after == addresses_.end() ? end : std::min(end, *after));
}

}  // namespace relaxscope
