// SPDX-License-Identifier: Apache-2.0
#include "vmcore/format/gpu/fatbin.h"

#include <fmt/format.h>

#include "vmcore/base/bytes/word_reader.h"

namespace relaxscope::gpu {
namespace {

constexpr uint32_t kFatbinMagic = 0xba55ed50;
constexpr uint64_t kFatbinHeaderBytes = 16, kEntryBytes = 64;
constexpr uint16_t kPtx = 1, kElf = 2;
constexpr uint64_t kLz4Flag = 0x2000, kZstandardFlag = 0x8000;

FatbinEntry entryAt(const WordReader& in, uint64_t at, uint64_t headerBytes, uint64_t bytes) {
  FatbinEntry entry;
  const uint16_t kind = in.u16(at);
  entry.kind = kind == kPtx   ? FatbinEntry::Kind::Ptx
               : kind == kElf ? FatbinEntry::Kind::Cubin
                              : FatbinEntry::Kind::Other;
  entry.architecture = in.u32(at + 28);
  const uint64_t flags = in.u64(at + 40);
  entry.packing = (flags & kZstandardFlag) != 0 ? FatbinEntry::Packing::Zstandard
                  : (flags & kLz4Flag) != 0     ? FatbinEntry::Packing::Lz4
                                                : FatbinEntry::Packing::None;
  entry.code = in.bytes().slice(at + headerBytes, bytes);
  return entry;
}

}  // namespace

Result<std::vector<FatbinEntry>> readFatbin(const Bytes& code) {
  const WordReader in(code);
  std::vector<FatbinEntry> entries;
  uint64_t at = 0;
  do {
    if (!in.has(at, kFatbinHeaderBytes) || in.u32(at) != kFatbinMagic)
      return Error("no container of the fat binary begins here", at);
    const uint64_t first = in.u16(at + 6), size = in.u64(at + 8);
    if (first < kFatbinHeaderBytes || !in.has(at, first) || size > in.size() - at - first)
      return Error(fmt::format("the fat binary's container of {} bytes ends beyond its {} bytes", size, in.size()), at);
    at += first;
    for (const uint64_t end = at + size; at < end;) {
      if (end - at < kEntryBytes)
        return Error(fmt::format("an entry of the fat binary needs {} bytes, {} left", kEntryBytes, end - at), at);
      const uint64_t header = in.u32(at + 4), bytes = in.u64(at + 8);
      if (header < kEntryBytes || header > end - at || bytes > end - at - header)
        return Error(
            fmt::format("an entry of the fat binary needs {} bytes and {} of code, {} left", header, bytes, end - at),
            at);
      entries.push_back(entryAt(in, at, header, bytes));
      at += header + bytes;
    }
  } while (in.has(at, kFatbinHeaderBytes) && in.u32(at) == kFatbinMagic);
  return entries;
}

}  // namespace relaxscope::gpu
