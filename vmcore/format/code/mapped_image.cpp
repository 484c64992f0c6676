// SPDX-License-Identifier: Apache-2.0
#include "vmcore/format/code/mapped_image.h"

#include <algorithm>

#include "vmcore/format/object/elf_records.h"

namespace relaxscope {
namespace {

constexpr uint16_t kMachineX86 = 62;
constexpr uint64_t kElfRelocationBytes = 24;

/// The last element that begins at or before `address`, or null.
template <class T, class AddressOf>
const T* lastFrom(const std::vector<T>& sorted, uint64_t address, AddressOf addressOf) {
  const auto after = std::ranges::upper_bound(sorted, address, {}, addressOf);
  return after == sorted.begin() ? nullptr : &*std::prev(after);
}

}  // namespace

Result<MappedImage> MappedImage::of(const Bytes& file) {
  if (!looksLikeElf(file)) return Error("not an ELF file");
  RS_TRY(ObjectImage object, readElf(file));
  RS_TRY(const elf::Records records, elf::Records::of(file));
  const elf::Header header = records.header();
  if (header.machine != kMachineX86 || !records.wide() || records.bigEndian())
    return Error("machine code of " + object.object.machineName);
  if (object.object.kind != ObjectKind::SharedLibrary && object.object.kind != ObjectKind::Program)
    return Error("not linked");
  MappedImage image;
  elf::Dynamic dynamic;
  for (uint16_t i = 0; i < header.segmentCount; ++i) {  // inside the file, as readElf has checked
    const elf::Segment segment = records.segment(header.segmentsAt + uint64_t{i} * header.segmentBytes);
    if (segment.type == elf::kSegmentDynamic && !dynamic.symbols)
      dynamic = records.dynamic(segment.offset, segment.fileSize);
    if (segment.type != elf::kSegmentLoad) continue;
    image.segments_.push_back(
        {segment.address, std::max(segment.memorySize, segment.fileSize), file.slice(segment.offset, segment.fileSize),
         (segment.flags & elf::kSegmentExecutable) != 0, (segment.flags & elf::kSegmentWritable) != 0});
  }
  std::ranges::stable_sort(image.segments_, {}, &Segment::address);
  image.symbols_ = std::move(object.object.symbols);
  for (uint32_t row = 0; row < image.symbols_.size(); ++row)
    if (image.symbols_[row].defined && !image.symbols_[row].name.empty()) image.defined_.push_back(row);
  const auto valueOf = [&](uint32_t row) { return image.symbols_[row].value; };
  std::ranges::stable_sort(image.defined_, {}, valueOf);
  const auto isSame = [&](uint32_t a, uint32_t b) { return valueOf(a) == valueOf(b); };
  image.defined_.erase(std::unique(image.defined_.begin(), image.defined_.end(), isSame), image.defined_.end());
  image.addRelocations(file, object.ranges, dynamic.relocations, dynamic.relocationsSize);
  image.addRelocations(file, object.ranges, dynamic.callRelocations, dynamic.callRelocationsSize);
  std::ranges::stable_sort(image.relocations_, {}, &Relocation::address);
  return image;
}

void MappedImage::addRelocations(const Bytes& file, const std::vector<ObjectRange>& ranges,
                                 std::optional<uint64_t> address, std::optional<uint64_t> size) {
  const auto place = address && size ? placeOf(ranges, *address, *size) : std::nullopt;
  if (!place) return;
  const WordReader in(file.slice(*place, *size));
  relocations_.reserve(relocations_.size() + in.size() / kElfRelocationBytes);
  for (uint64_t at = 0; in.has(at, kElfRelocationBytes); at += kElfRelocationBytes) {
    const uint64_t info = in.u64(at + 8);
    relocations_.push_back({in.u64(at), static_cast<uint32_t>(info), static_cast<uint32_t>(info >> 32),
                            static_cast<int64_t>(in.u64(at + 16))});
  }
}

const MappedImage::Segment* MappedImage::segmentAt(uint64_t address) const {
  const Segment* const segment = lastFrom(segments_, address, &Segment::address);
  return segment != nullptr && address - segment->address < segment->size ? segment : nullptr;
}

bool MappedImage::isCode(uint64_t address) const {
  const Segment* const segment = segmentAt(address);
  return segment != nullptr && segment->executable;
}

std::span<const uint8_t> MappedImage::codeFrom(uint64_t address) const {
  const Segment* const segment = segmentAt(address);
  if (segment == nullptr || !segment->executable || address - segment->address >= segment->bytes.size()) return {};
  return segment->bytes.span().subspan(address - segment->address);
}

Bytes MappedImage::bytesAt(uint64_t address, uint64_t size) const {
  const Segment* const segment = segmentAt(address);
  if (segment == nullptr) return {};
  return segment->bytes.slice(address - segment->address, size);
}

const MappedImage::Relocation* MappedImage::relocationAt(uint64_t address) const {
  const Relocation* const found = lastFrom(relocations_, address, &Relocation::address);
  return found != nullptr && found->address == address ? found : nullptr;
}

const ObjectSymbol* MappedImage::symbolAt(uint64_t address) const {
  const uint32_t* const row = lastFrom(defined_, address, [&](uint32_t r) { return symbols_[r].value; });
  return row != nullptr && symbols_[*row].value == address ? &symbols_[*row] : nullptr;
}

const ObjectSymbol* MappedImage::symbolOf(const Relocation& relocation) const {
  return relocation.symbol != 0 && relocation.symbol <= symbols_.size() ? &symbols_[relocation.symbol - 1] : nullptr;
}

}  // namespace relaxscope
