// SPDX-License-Identifier: Apache-2.0
#include "vmcore/format/object/elf_records.h"

#include <fmt/format.h>

#include <algorithm>

namespace relaxscope::elf {
namespace {

constexpr std::string_view kRecordsMagic =
    "\x7F"
    "ELF";
constexpr uint64_t kTagNeeded = 1, kTagCallRelocationsSize = 2, kTagHash = 4, kTagStrings = 5, kTagSymbols = 6,
                   kTagRelocations = 7, kTagRelocationsSize = 8, kTagStringsSize = 10, kTagCallRelocations = 23,
                   kTagGnuHash = 0x6ffffef5;

/// Offsets in the file header that differ between the classes.
constexpr uint32_t segmentsPlace(bool wide) { return wide ? 32 : 28; }
constexpr uint32_t sectionsPlace(bool wide) { return wide ? 40 : 32; }

}  // namespace

bool hasMagic(const Bytes& file) { return file.head(kRecordsMagic.size()) == kRecordsMagic; }

Result<Records> Records::of(const Bytes& file) {
  if (!hasMagic(file)) return Error("not an ELF file", 0);
  if (file.size() < 16) return Error(fmt::format("ELF header needs 16 bytes, {} left", file.size()), 0);
  const WordReader in(file.slice(0, 16));
  const uint8_t bits = in.u8(4), order = in.u8(5);
  if (bits != 1 && bits != 2) return Error(fmt::format("ELF class {}, which is neither 32 nor 64 bits", bits), 4);
  if (order != 1 && order != 2)
    return Error(fmt::format("ELF byte order {}, which is neither little nor big", order), 5);
  Records records(file, bits == 2, order == 2);
  if (file.size() < records.headerBytes())
    return Error(fmt::format("ELF header needs {} bytes, {} left", records.headerBytes(), file.size()), 0);
  return records;
}

Header Records::header() const {
  Header h;
  h.type = in_.u16(16);
  h.machine = in_.u16(18);
  h.segmentsAt = in_.word(segmentsPlace(wide_), wide_);
  h.sectionsAt = in_.word(sectionsPlace(wide_), wide_);
  h.segmentBytes = in_.u16(countsAt());
  h.segmentCount = in_.u16(countsAt() + 2);
  h.sectionBytes = in_.u16(countsAt() + 4);
  h.sectionCount = in_.u16(countsAt() + 6);
  h.namesIndex = in_.u16(countsAt() + 8);
  return h;
}

std::vector<uint8_t> Records::headerWith(const Header& h) const {
  const Bytes old = in_.bytes().slice(0, headerBytes());
  std::vector<uint8_t> bytes(old.span().begin(), old.span().end());
  const unsigned word = wide_ ? 8 : 4;
  patch(bytes, segmentsPlace(wide_), h.segmentsAt, word);
  patch(bytes, sectionsPlace(wide_), h.sectionsAt, word);
  size_t at = countsAt();
  for (const uint16_t count : {h.segmentBytes, h.segmentCount, h.sectionBytes, h.sectionCount, h.namesIndex}) {
    patch(bytes, at, count, 2);
    at += 2;
  }
  return bytes;
}

Segment Records::segment(uint64_t at) const {
  Segment s;
  s.type = in_.u32(at);
  if (wide_) {
    s.flags = in_.u32(at + 4);
    at += 8;
  } else {
    s.flags = in_.u32(at + 24);
    at += 4;
  }
  const uint64_t step = wide_ ? 8 : 4;
  for (uint64_t* field : {&s.offset, &s.address, &s.physical, &s.fileSize, &s.memorySize}) {
    *field = in_.word(at, wide_);
    at += step;
  }
  s.alignment = in_.word(wide_ ? at : at + 4, wide_);
  return s;
}

void Records::append(std::vector<uint8_t>& out, const Segment& s) const {
  put(out, s.type, 4);
  if (wide_) put(out, s.flags, 4);
  for (const uint64_t field : {s.offset, s.address, s.physical, s.fileSize, s.memorySize}) putWord(out, field);
  if (!wide_) put(out, s.flags, 4);
  putWord(out, s.alignment);
}

Section Records::section(uint64_t at) const {
  Section s;
  s.name = in_.u32(at);
  s.type = in_.u32(at + 4);
  const uint64_t step = wide_ ? 8 : 4;
  at += 8;
  for (uint64_t* field : {&s.flags, &s.address, &s.offset, &s.size}) {
    *field = in_.word(at, wide_);
    at += step;
  }
  s.link = in_.u32(at);
  s.info = in_.u32(at + 4);
  s.alignment = in_.word(at + 8, wide_);
  s.entryBytes = in_.word(at + 8 + step, wide_);
  return s;
}

void Records::append(std::vector<uint8_t>& out, const Section& s) const {
  put(out, s.name, 4);
  put(out, s.type, 4);
  for (const uint64_t field : {s.flags, s.address, s.offset, s.size}) putWord(out, field);
  put(out, s.link, 4);
  put(out, s.info, 4);
  putWord(out, s.alignment);
  putWord(out, s.entryBytes);
}

Symbol Records::symbol(uint64_t at) const {
  Symbol s;
  s.name = in_.u32(at);
  const uint64_t tail = wide_ ? at + 4 : at + 12, numbers = wide_ ? at + 8 : at + 4;
  s.info = in_.u8(tail);
  s.other = in_.u8(tail + 1);
  s.section = in_.u16(tail + 2);
  s.value = in_.word(numbers, wide_);
  s.size = in_.word(numbers + (wide_ ? 8 : 4), wide_);
  return s;
}

void Records::append(std::vector<uint8_t>& out, const Symbol& s) const {
  put(out, s.name, 4);
  if (!wide_) {
    putWord(out, s.value);
    putWord(out, s.size);
  }
  put(out, s.info, 1);
  put(out, s.other, 1);
  put(out, s.section, 2);
  if (wide_) {
    putWord(out, s.value);
    putWord(out, s.size);
  }
}

Dynamic Records::dynamic(uint64_t at, uint64_t size) const {
  Dynamic d;
  const uint64_t word = wide_ ? 8 : 4;
  for (const uint64_t end = at + size; at + 2 * word <= end; at += 2 * word) {
    const uint64_t tag = in_.word(at, wide_), value = in_.word(at + word, wide_);
    if (tag == 0) break;
    if (tag == kTagNeeded) d.needed.push_back(value);
    if (tag == kTagStrings) d.strings = value;
    if (tag == kTagStringsSize) d.stringsSize = value;
    if (tag == kTagSymbols) d.symbols = value;
    if (tag == kTagHash) d.hash = value;
    if (tag == kTagGnuHash) d.gnuHash = value;
    if (tag == kTagRelocations) d.relocations = value;
    if (tag == kTagRelocationsSize) d.relocationsSize = value;
    if (tag == kTagCallRelocations) d.callRelocations = value;
    if (tag == kTagCallRelocationsSize) d.callRelocationsSize = value;
  }
  return d;
}

void Records::put(std::vector<uint8_t>& out, uint64_t value, unsigned bytes) const {
  out.resize(out.size() + bytes);
  patch(out, out.size() - bytes, value, bytes);
}

void Records::patch(std::vector<uint8_t>& bytes, size_t at, uint64_t value, unsigned width) const {
  for (unsigned i = 0; i < width; ++i)
    bytes[at + (bigEndian_ ? width - 1 - i : i)] = static_cast<uint8_t>(value >> (8 * i));
}

}  // namespace relaxscope::elf
