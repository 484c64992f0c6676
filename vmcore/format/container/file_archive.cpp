// SPDX-License-Identifier: Apache-2.0
// tar: POSIX.1-2001 (ustar, pax) with GNU's long names and binary sizes. ar: System V/GNU and BSD names.
// Fat Mach-O: Apple's <mach-o/fat.h>.
#include "vmcore/format/container/file_archive.h"

#include <fmt/format.h>

#include <optional>

#include "vmcore/base/bytes/word_reader.h"
#include "vmcore/base/text/number.h"
#include "vmcore/format/findings.h"
#include "vmcore/format/object/object_image.h"

namespace relaxscope {
namespace {

constexpr uint64_t kTarBlock = 512, kArHeader = 60;
constexpr std::string_view kArMagic = "!<arch>\n", kThinMagic = "!<thin>\n";
constexpr uint32_t kFatMagic = 0xcafebabe, kFatMagic64 = 0xcafebabf;
constexpr uint32_t kMaxSlices = 30;  ///< Java class files share the magic; their version at this offset is 45 or more
constexpr size_t kMaxArchiveNotes = 16, kMaxMemberName = 4096, kMaxArchiveRecords = 65536;

void addNote(Archive& archive, std::string text) {
  if (archive.notes.size() < kMaxArchiveNotes) archive.notes.push_back(std::move(text));
}

/// Digits of a fixed-width field; surrounding spaces are allowed.
bool parseDigits(std::string_view field, int base, uint64_t& value) {
  const size_t first = field.find_first_not_of(' ');
  if (first == std::string_view::npos) return false;
  field.remove_prefix(first);
  const std::optional<uint64_t> number = takeNumber<uint64_t>(field, base);
  if (!number) return false;
  value = *number;
  return field.find_first_not_of(std::string_view(" \0", 2)) == std::string_view::npos;
}

// ---- tar ----

class TarReader {
 public:
  explicit TarReader(const Bytes& file) : in_(file) { archive_.what = "tar archive"; }

  /// Whether a header's checksum is right; old writers summed signed bytes.
  static bool sumFits(const WordReader& in, uint64_t at) {
    if (!in.has(at, kTarBlock) || in.u8(at) == 0) return false;
    uint64_t stored = 0;
    if (!parseDigits(in.raw(at + 148, 8), 8, stored)) return false;
    int64_t sum = 0, signedSum = 0;
    for (uint64_t i = 0; i < kTarBlock; ++i) {
      const uint8_t byte = i >= 148 && i < 156 ? ' ' : in.u8(at + i);
      sum += byte;
      signedSum += static_cast<int8_t>(byte);
    }
    return static_cast<int64_t>(stored) == sum || static_cast<int64_t>(stored) == signedSum;
  }

  Archive run() {
    uint64_t at = 0;
    while (in_.has(at, kTarBlock) && in_.u8(at) != 0) {
      if (!sumFits(in_, at)) {
        addNote(archive_, fmt::format("tar header at byte {} has a wrong checksum; the rest is not read", at));
        break;
      }
      const uint64_t data = at + kTarBlock;
      uint64_t size = 0;
      if (!readSize(at, size) || !in_.has(data, size)) {
        addNote(archive_, fmt::format("tar member {} at byte {} ends beyond the file's {} bytes", shownName(nameAt(at)),
                                      at, in_.size()));
        break;
      }
      take(at, data, size);
      at = data + (size + kTarBlock - 1) / kTarBlock * kTarBlock;  // size is at most the file's
    }
    return std::move(archive_);
  }

 private:
  [[nodiscard]] std::string_view field(uint64_t at, uint64_t size) const { return in_.text(at, at + size); }
  [[nodiscard]] std::string nameAt(uint64_t at) const {
    if (!nextName_.empty()) return nextName_;
    const std::string_view name = field(at, 100),
                           prefix = field(at + 257, 5) == "ustar" ? field(at + 345, 155) : std::string_view();
    return prefix.empty() ? std::string(name) : std::string(prefix) + "/" + std::string(name);
  }
  /// Octal digits, or GNU's binary form (first bit set); a pax record takes precedence.
  bool readSize(uint64_t at, uint64_t& size) const {
    if (nextSize_ && isFile(in_.u8(at + 156))) {
      size = *nextSize_;
      return true;
    }
    if (in_.u8(at + 124) == 0x80) {
      size = WordReader(in_.bytes(), true).u64(at + 128);
      return true;
    }
    return parseDigits(in_.raw(at + 124, 12), 8, size);
  }
  static bool isFile(uint8_t type) { return type == '0' || type == 0 || type == '7'; }

  void take(uint64_t at, uint64_t data, uint64_t size) {
    const uint8_t type = in_.u8(at + 156);
    if (type == 'L') {
      nextName_ = in_.text(data, data + std::min<uint64_t>(size, kMaxMemberName));
      return;
    }
    if (type == 'x') return readPax(in_.raw(data, std::min<uint64_t>(size, kMaxArchiveRecords)));
    if (isFile(type)) archive_.entries.push_back({nameAt(at), data, size});
    if (type == 'g' || type == 'K') return;  // global pax records and long link names are not needed
    nextName_.clear();
    nextSize_.reset();
  }

  /// Records "LENGTH KEY=VALUE\n"; LENGTH is that of the whole record.
  void readPax(std::string_view text) {
    while (!text.empty()) {
      uint64_t length = 0;
      const size_t space = text.find(' ');
      if (space == std::string_view::npos || space > 20 || !parseDigits(text.substr(0, space), 10, length) ||
          length <= space + 1 || length > text.size())
        return;
      const std::string_view record = text.substr(space + 1, length - space - 2);
      if (record.starts_with("path=")) nextName_ = record.substr(5, kMaxMemberName);
      uint64_t size = 0;
      if (record.starts_with("size=") && parseDigits(record.substr(5), 10, size)) nextSize_ = size;
      text.remove_prefix(length);
    }
  }

  WordReader in_;
  Archive archive_;
  std::string nextName_;  ///< name of the next member, if a preceding record gives it
  std::optional<uint64_t> nextSize_;
};

// ---- ar ----

class ArReader {
 public:
  explicit ArReader(const Bytes& file) : in_(file), budget_(file.size(), file.size()) { archive_.what = "ar archive"; }

  Archive run() {
    uint64_t at = kArMagic.size();
    while (in_.has(at, kArHeader)) {
      uint64_t size = 0;
      if (text(at + 58, 2) != "`\n" || !parseDigits(text(at + 48, 10), 10, size) || !in_.has(at + kArHeader, size)) {
        addNote(archive_, fmt::format("ar member at byte {} has a damaged header or ends beyond the file's {} bytes",
                                      at, in_.size()));
        break;
      }
      if (!take(at, at + kArHeader, size)) {
        addNote(archive_,
                fmt::format("ar member at byte {}: member names overlap excessively; the rest is not read", at));
        break;
      }
      at += kArHeader + size + (size & 1);
    }
    return std::move(archive_);
  }

 private:
  [[nodiscard]] std::string_view text(uint64_t at, uint64_t size) const { return in_.raw(at, size); }

  /// False if the names of members exceed the budget: names may share bytes.
  bool take(uint64_t at, uint64_t data, uint64_t size) {
    std::string_view name = text(at, 16);
    name = name.substr(0, name.find_last_not_of(' ') + 1);
    if (name == "//") {
      names_ = text(data, size);
      return true;
    }
    if (name == "/" || name == "/SYM64/") return true;  // the symbol index
    uint64_t number = 0;
    if (name.starts_with("#1/") && parseDigits(name.substr(3), 10, number) && number <= size) {
      name = in_.text(data, data + number);
      data += number;
      size -= number;
    } else if (name.starts_with('/') && parseDigits(name.substr(1), 10, number) && number < names_.size()) {
      name = names_.substr(number, kMaxMemberName);
      name = name.substr(0, name.find_first_of(std::string_view("/\n\0", 3)));
    } else if (name.ends_with('/')) {
      name.remove_suffix(1);
    }
    if (name.starts_with("__.SYMDEF")) return true;
    if (!budget_.take(name)) return false;
    archive_.entries.push_back({std::string(name), data, size});
    return true;
  }

  WordReader in_;
  Archive archive_;
  std::string_view names_;
  NameBudget budget_;
};

// ---- fat Mach-O ----

bool looksLikeFat(const Bytes& file) {
  const WordReader in(file, true);
  const uint32_t magic = in.u32(0);
  return in.has(0, 8) && (magic == kFatMagic || magic == kFatMagic64) && in.u32(4) != 0 && in.u32(4) <= kMaxSlices;
}

/// Slices of thin files; a nested fat file is not opened.
Archive readFat(const Bytes& file) {
  const WordReader in(file, true);
  Archive archive;
  archive.what = kFatMachO;
  const bool wide = in.u32(0) == kFatMagic64;
  const uint64_t entry = wide ? 32 : 20, count = in.u32(4);
  uint64_t left = in.size();  // slices must not share bytes
  for (uint64_t i = 0; i < count; ++i) {
    const uint64_t at = 8 + i * entry;
    const uint64_t offset = in.word(at + 8, wide), size = in.word(at + (wide ? 16 : 12), wide);
    if (!in.has(at, entry) || !in.has(offset, size)) {
      addNote(archive,
              fmt::format("slice {} ({} bytes at {}) ends beyond the file's {} bytes", i, size, offset, in.size()));
      continue;
    }
    if (size > left) {
      addNote(archive, fmt::format("slice {} ({} bytes at {}) overlaps others and is not read", i, size, offset));
      continue;
    }
    left -= size;
    archive.entries.push_back({machOMachine(in.u32(at)), offset, size});
  }
  return archive;
}

bool startsWith(const Bytes& file, std::string_view magic) { return file.head(magic.size()) == magic; }

}  // namespace

bool looksLikeArchive(const Bytes& file) {
  return startsWith(file, kArMagic) || startsWith(file, kThinMagic) || looksLikeFat(file) ||
         TarReader::sumFits(WordReader(file), 0);
}

Result<Archive> readArchive(const Bytes& file) {
  if (startsWith(file, kThinMagic))
    return Error("a thin ar archive, which names its members but does not hold them", 0);
  if (startsWith(file, kArMagic)) return ArReader(file).run();
  if (looksLikeFat(file)) return readFat(file);
  if (TarReader::sumFits(WordReader(file), 0)) return TarReader(file).run();
  return Error("not an archive", 0);
}

}  // namespace relaxscope
