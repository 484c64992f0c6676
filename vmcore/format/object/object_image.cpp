// SPDX-License-Identifier: Apache-2.0
#include "vmcore/format/object/object_image.h"

namespace relaxscope {
namespace {

struct ReaderRow {
  bool (*looksLike)(const Bytes&);
  Result<ObjectImage> (*read)(const Bytes&);
};
/// COFF objects have no magic, so they come last.
constexpr ReaderRow kReaderRows[] = {
    {looksLikeElf, readElf}, {looksLikeMachO, readMachO}, {looksLikePe, readPe}, {looksLikeCoff, readCoff}};

}  // namespace

std::optional<FileRange> bytesFrom(const ObjectImage& image, const ObjectSymbol& symbol) {
  for (const ObjectRange& range : image.ranges) {
    if (range.section != symbol.section || symbol.value < range.address) continue;
    const uint64_t inside = symbol.value - range.address;
    if (inside < range.size) return FileRange{range.offset + inside, range.size - inside};
  }
  return std::nullopt;
}

std::optional<uint64_t> placeOf(const std::vector<ObjectRange>& mapped, uint64_t address, uint64_t size) {
  for (const ObjectRange& r : mapped)
    if (r.section == 0 && address >= r.address && address - r.address <= r.size &&
        size <= r.size - (address - r.address))
      return r.offset + (address - r.address);
  return std::nullopt;
}

bool looksLikeObject(const Bytes& file) {
  for (const ReaderRow& row : kReaderRows)
    if (row.looksLike(file)) return true;
  return false;
}

Result<ObjectImage> readObject(const Bytes& file) {
  for (const ReaderRow& row : kReaderRows)
    if (row.looksLike(file)) return row.read(file);
  return Error("not an object file", 0);
}

}  // namespace relaxscope
