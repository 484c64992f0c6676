// SPDX-License-Identifier: Apache-2.0
// Header, load commands, segments, sections and tables of a thin Mach-O file, for the byte map. Numbers:
// Apple's <mach-o/loader.h>.
#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "vmcore/format/byte_map/object.h"
#include "vmcore/format/object/mach_o.h"
#include "vmcore/format/object/object_image.h"

namespace relaxscope::bytemap {
namespace {

constexpr uint64_t kMachORelocationBytes = 8;

struct CommandRow {
  uint32_t number;
  const char* name;
};
constexpr CommandRow kCommands[] = {{macho::kSegment32, "segment"},
                                    {macho::kSegment64, "segment"},
                                    {macho::kSymbolTable, "symbol table"},
                                    {macho::kDynamicSymbols, "dynamic symbol table"},
                                    {0xc, "library"},
                                    {0xd, "own name"},
                                    {0xe, "dynamic linker"},
                                    {0x80000018, "weak library"},
                                    {0x8000001f, "re-exported library"},
                                    {0x20, "lazy library"},
                                    {0x80000023, "upward library"},
                                    {0x1b, "uuid"},
                                    {0x8000001c, "run path"},
                                    {macho::kDyldInfo, "dyld info"},
                                    {macho::kDyldInfoOnly, "dyld info"},
                                    {0x24, "least version of macOS"},
                                    {0x25, "least version of iOS"},
                                    {0x2a, "version of the source"},
                                    {0x32, "build version"},
                                    {0x80000028, "entry point"},
                                    {5, "thread"},
                                    {0x1d, "code signature"},
                                    {0x1e, "segment split info"},
                                    {0x26, "function starts"},
                                    {0x29, "data in code"},
                                    {0x2b, "code signing requirements"},
                                    {0x2d, "linker option"},
                                    {0x2e, "linker hints"},
                                    {0x80000033, "exports"},
                                    {0x80000034, "fixups"}};
/// Commands that consist of an offset and a size only.
constexpr uint32_t kByPosition[] = {0x1d, 0x1e, 0x26, 0x29, 0x2b, 0x2e, 0x80000033, 0x80000034};
/// Commands with a text whose offset is in the command's third word.
constexpr uint32_t kTexts[] = {0xc, 0xd, 0xe, 0x80000018, 0x8000001f, 0x20, 0x80000023, 0x8000001c};

template <size_t N>
bool isAmong(const uint32_t (&numbers)[N], uint32_t number) {
  return std::find(std::begin(numbers), std::end(numbers), number) != std::end(numbers);
}

class MachOParts {
 public:
  MachOParts(const Bytes& file, bool wide, bool bigEndian, ObjectParts& parts)
      : in_(file, bigEndian), wide_(wide), parts_(parts) {}

  void run() {
    const uint64_t header = wide_ ? 32 : 28;
    parts_.add(in_, ByteKind::Header, "Mach-O header", machOMachine(in_.u32(4)), 0, header);
    const uint64_t count = in_.u32(16), size = in_.u32(20);
    parts_.add(in_, ByteKind::Header, "load commands", fmt::format("{}", count), header, size);
    uint64_t at = header;
    for (uint64_t i = 0; i < std::min(count, kMaxHeaders); ++i) {
      const uint64_t bytes = in_.u32(at + 4);
      if (bytes < 8 || !in_.has(at, bytes)) return;
      command(i, at, bytes);
      at += bytes;
    }
  }

 private:
  void command(uint64_t number, uint64_t at, uint64_t bytes) {
    const uint32_t kind = in_.u32(at);
    const auto* row = std::find_if(std::begin(kCommands), std::end(kCommands),
                                   [&](const CommandRow& each) { return each.number == kind; });
    const std::string name = row != std::end(kCommands) ? row->name : fmt::format("0x{:x}", kind);
    std::string value = name;
    if (isAmong(kTexts, kind) && bytes >= 12) value += " " + shortText(in_.text(at + in_.u32(at + 8), at + bytes));
    if (kind == macho::kSegment32 || kind == macho::kSegment64) value += " " + text16(at + 8);
    parts_.add(in_, ByteKind::Header, fmt::format("load command {}", number), std::move(value), at, bytes);
    if (isAmong(kByPosition, kind) && bytes >= 16) table(name.c_str(), in_.u32(at + 8), in_.u32(at + 12));
    else if (kind == (wide_ ? macho::kSegment64 : macho::kSegment32)) segment(at, bytes);
    else if (kind == macho::kSymbolTable && bytes >= 24) symbols(at);
    else if (kind == macho::kDynamicSymbols && bytes >= 80) dynamicSymbols(at);
    else if ((kind == macho::kDyldInfo || kind == macho::kDyldInfoOnly) && bytes >= 48) dyldInfo(at);
  }

  /// A name of at most 16 bytes.
  [[nodiscard]] std::string text16(uint64_t at) const { return shortText(in_.text(at, at + 16)); }
  void table(const char* name, uint64_t offset, uint64_t size, std::string value = {}) {
    parts_.add(in_, ByteKind::Table, name, std::move(value), offset, size);
  }
  void counted(const char* name, uint64_t offset, uint64_t count, uint64_t each) {
    table(name, offset, count * each, fmt::format("{}", count));
  }

  void segment(uint64_t at, uint64_t bytes) {
    const uint64_t header = wide_ ? 72 : 56, each = wide_ ? 80 : 68;
    if (bytes < header) return;
    const std::string name = text16(at + 8);
    parts_.add(in_, ByteKind::Object, name.empty() ? "segment" : name, "segment",
               in_.word(at + (wide_ ? 40 : 32), wide_), in_.word(at + (wide_ ? 48 : 36), wide_));
    const uint64_t count = std::min<uint64_t>(in_.u32(at + (wide_ ? 64 : 48)), (bytes - header) / each);
    for (uint64_t i = 0; i < count; ++i) section(at + header + i * each);
  }
  void section(uint64_t at) {
    const uint64_t word = wide_ ? 8 : 4, numbers = at + 32 + 2 * word;  // after address and size
    ++sections_;
    const uint32_t type = in_.u32(numbers + 16) & 0xff;
    parts_.add(in_, ByteKind::Header, "section header", text16(at), at, wide_ ? 80 : 68);
    counted("relocations", in_.u32(numbers + 8), in_.u32(numbers + 12), kMachORelocationBytes);
    if (type == 1 || type == 0xc || type == 0x12) return;  // zero-initialized, not in the file
    parts_.addSection(in_, text16(at), {},
                      {in_.word(at + 32, wide_), in_.u32(numbers), in_.word(at + 32 + word, wide_), sections_});
  }
  void symbols(uint64_t at) {
    counted("symbol table", in_.u32(at + 8), in_.u32(at + 12), wide_ ? 16 : 12);
    table("string table", in_.u32(at + 16), in_.u32(at + 20));
  }
  void dynamicSymbols(uint64_t at) {
    counted("table of contents", in_.u32(at + 32), in_.u32(at + 36), 8);
    counted("module table", in_.u32(at + 40), in_.u32(at + 44), wide_ ? 56 : 52);
    counted("referenced symbols", in_.u32(at + 48), in_.u32(at + 52), 4);
    counted("indirect symbols", in_.u32(at + 56), in_.u32(at + 60), 4);
    counted("external relocations", in_.u32(at + 64), in_.u32(at + 68), kMachORelocationBytes);
    counted("local relocations", in_.u32(at + 72), in_.u32(at + 76), kMachORelocationBytes);
  }
  void dyldInfo(uint64_t at) {
    const char* const names[] = {"rebase info", "bind info", "weak bind info", "lazy bind info", "exports"};
    for (uint64_t i = 0; i < std::size(names); ++i) table(names[i], in_.u32(at + 8 + 8 * i), in_.u32(at + 12 + 8 * i));
  }

  WordReader in_;
  bool wide_;
  ObjectParts& parts_;
  uint32_t sections_ = 0;
};

}  // namespace

void addMachO(const Bytes& file, ObjectParts& parts) {
  const auto form = machOForm(file);
  if (form && file.size() >= 28) MachOParts(file, form->wide, form->bigEndian, parts).run();
}

}  // namespace relaxscope::bytemap
