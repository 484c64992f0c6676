// SPDX-License-Identifier: Apache-2.0
// The bytes of a damaged file that its reader refused, and those that were not decoded after them.
#include <fmt/format.h>

#include <algorithm>

#include "vmcore/base/bytes/word_reader.h"
#include "vmcore/base/text/text.h"
#include "vmcore/format/byte_map/parts.h"

namespace relaxscope::bytemap {
namespace {

/// The part of a range that is in the file; its size may be 0.
ByteRange inside(ByteRange range, uint64_t size) {
  if (range.offset >= size) return {size, 0};
  return {range.offset, std::min(range.size, size - range.offset)};
}

/// File offset up to which the executable is decoded; 0 if none is.
uint64_t decodedEnd(const PartialFile& file) {
  return file.file.executable != nullptr ? file.file.executableOffset + file.decodedEnd : 0;
}

}  // namespace

std::optional<ByteRange> damagedBytes(const PartialFile& file, const Error& error) {
  const uint64_t size = file.file.bytes.size();
  if (size == 0 || (file.file.library && file.file.library->blobInText)) return std::nullopt;
  if (error.field)
    if (const ByteRange field = inside(*error.field, size); field.size > 0) return field;
  const std::optional<uint64_t> at = error.field ? std::optional(error.field->offset) : error.byteOffset;
  if (!at) return std::nullopt;
  if (*at < size) return ByteRange{*at, 1};
  if (const uint64_t end = decodedEnd(file); end != 0 && end < size) return ByteRange{end, size - end};
  return ByteRange{size - 1, 1};
}

void addDamage(const PartialFile& file, ByteRange damaged, const std::string& reason, std::vector<Part>& parts) {
  const uint64_t end = decodedEnd(file), damagedEnd = damaged.offset + damaged.size;
  if (end != 0) {
    const Part& last = parts.back();
    if (last.kind == ByteKind::Table && last.offset + last.size == end) {
      const uint64_t stated = WordReader(file.file.bytes.slice(last.offset, kWord)).u64(0);
      if (stated != last.rows)
        parts.back().value = fmt::format("{} of {}", last.rows, groupedNumber(static_cast<int64_t>(stated)));
    }
    const uint64_t whole =
        std::min<uint64_t>(file.file.bytes.size(), file.file.executableOffset + file.file.executable->byteSize);
    const auto rest = [&](uint64_t from, uint64_t to) {
      if (from < to) parts.push_back(makePart(ByteKind::Rest, "not decoded", {}, from, to - from));
    };
    rest(end, std::min(damaged.offset, whole));
    rest(std::max(end, damagedEnd), whole);
  }
  parts.push_back(makePart(ByteKind::Damaged, "damaged field", shortText(reason), damaged.offset, damaged.size));
}

}  // namespace relaxscope::bytemap
