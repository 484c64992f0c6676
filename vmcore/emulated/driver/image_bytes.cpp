// SPDX-License-Identifier: Apache-2.0
#include "vmcore/emulated/driver/image_bytes.h"

#include <elf.h>

#include <algorithm>
#include <cstdint>
#include <cstring>

namespace relaxscope::emulated {
namespace {

constexpr uint64_t kMaxBytes = uint64_t{1} << 31;

/// Start of a fatbin: NVIDIA's format, as its tools write it.
struct FatbinHeader {
  uint32_t magic;
  uint16_t version, headerBytes;
  uint64_t bytes;
};
constexpr const char* kFatbinMagic = "\x50\xED\x55\xBA";

template <class Header>
Header headerAt(const char* bytes) {
  Header header;
  std::memcpy(&header, bytes, sizeof(header));
  return header;
}

/// End of an ELF file: of its tables and of its sections, whichever is last.
uint64_t elfBytes(const char* image) {
  const auto header = headerAt<Elf64_Ehdr>(image);
  if (header.e_ident[EI_CLASS] != ELFCLASS64 || header.e_shoff > kMaxBytes) return 0;
  uint64_t end = std::max<uint64_t>(sizeof(header), header.e_phoff + uint64_t{header.e_phnum} * sizeof(Elf64_Phdr));
  end = std::max(end, header.e_shoff + uint64_t{header.e_shnum} * sizeof(Elf64_Shdr));
  for (unsigned i = 0; i < header.e_shnum && header.e_shentsize == sizeof(Elf64_Shdr); ++i) {
    const auto section = headerAt<Elf64_Shdr>(image + header.e_shoff + i * sizeof(Elf64_Shdr));
    if (section.sh_type != SHT_NOBITS && section.sh_offset <= kMaxBytes && section.sh_size <= kMaxBytes)
      end = std::max(end, section.sh_offset + section.sh_size);
  }
  return end;
}

}  // namespace

std::span<const char> imageBytes(const void* image) {
  const auto* const bytes = static_cast<const char*>(image);
  uint64_t size = 0;
  // strncmp: a text may be shorter than the magic numbers.
  if (std::strncmp(bytes, ELFMAG, SELFMAG) == 0) {
    size = elfBytes(bytes);
  } else if (std::strncmp(bytes, kFatbinMagic, 4) == 0) {
    const auto header = headerAt<FatbinHeader>(bytes);
    size = header.bytes <= kMaxBytes ? header.headerBytes + header.bytes : 0;
  } else {
    size = strnlen(bytes, kMaxBytes);
  }
  return {bytes, size > kMaxBytes ? 0 : size};
}

}  // namespace relaxscope::emulated
