// SPDX-License-Identifier: Apache-2.0
#include "vmcore/format/gpu/cubin.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

#include "vmcore/base/text/text.h"
#include "vmcore/format/object/elf_records.h"
#include "vmcore/format/object/object_image.h"

namespace relaxscope::gpu {
namespace {

using elf::Section;
using elf::Symbol;

constexpr uint16_t kMachineCuda = 190;
constexpr uint64_t kAbiVersionAt = 8;       // in the identification bytes
constexpr uint8_t kNewAbi = 8;              // the architecture moved to the second byte of the flags
constexpr uint8_t kEntry = 0x10;            // of a symbol's `other`: a kernel, not a device function
constexpr uint32_t kReserveFrom = 90;       // .nv.shared.NAME includes what the driver reserves
constexpr uint64_t kReservedBytes = 1024;   // of each block
constexpr uint32_t kNoBound = 0x7fff'ffff;  // of stacks: recursion
constexpr uint32_t kMaxExtent = 0xffff;     // of a block; GPUs have 1,024 threads

/// Formats of attributes; the first three have their value in place of a length.
enum AttributeFormat : uint8_t { kNone = 1, kByte = 2, kHalf = 3, kSized = 4 };
enum AttributeKind : uint8_t {
  kMaxThreads = 0x05,
  kRequiredThreads = 0x10,
  kFrameSize = 0x11,
  kMinStackSize = 0x12,
  kRegisterCount = 0x2f,
};

/// Attributes that a symbol has in the module's own list.
struct SymbolFacts {
  std::optional<uint32_t> registers, frame, stack;
};

class CubinReader {
 public:
  explicit CubinReader(const elf::Records& records) : records_(records), in_(records.in()), header_(records.header()) {}

  Result<Cubin> run() {
    const uint32_t flags = in_.u32(records_.wide() ? 48 : 36);
    cubin_.architecture = in_.u8(kAbiVersionAt) >= kNewAbi ? (flags >> 8) & 0xff : flags & 0xff;
    RS_CHECK(readSections());
    RS_CHECK(checkOverlaps());
    if (const Section* info = find(".nv.info")) RS_CHECK(readModuleAttributes(*info));
    RS_CHECK(readKernels());
    return std::move(cubin_);
  }

 private:
  Result<void> readSections() {
    const uint64_t count = header_.sectionCount, size = header_.sectionBytes, at = header_.sectionsAt;
    if (count == 0) return Error("the cubin has no sections", records_.countsAt());
    if (size < records_.sectionBytes() || !in_.has(at, count * size))
      return Error(fmt::format("the cubin's {} section headers at {} lie outside its {} bytes", count, at, in_.size()),
                   at);
    sections_.reserve(count);
    for (uint64_t i = 0; i < count; ++i) sections_.push_back(records_.section(at + i * size));
    if (header_.namesIndex >= count || !inFile(sections_[header_.namesIndex]))
      return Error("the cubin has no names of sections", records_.countsAt());
    const Section& names = sections_[header_.namesIndex];
    NameBudget budget(names.size, in_.size());
    for (size_t i = 0; i < sections_.size(); ++i) {  // the first too: its type may say that it is a table
      const Section& section = sections_[i];
      if (section.type != elf::kSectionNoBits && !inFile(section))
        return Error(fmt::format("section {} of the cubin ({} bytes at {}) ends beyond its {} bytes", i, section.size,
                                 section.offset, in_.size()),
                     at + i * size);
      const std::string_view name = text(names, section.name);
      if (!budget.take(name)) return Error("section names of the cubin overlap excessively", names.offset);
      if (!byName_.emplace(name, i).second && name.starts_with(".nv."))
        return Error(fmt::format("the cubin has two sections {}", printable(name.substr(0, 80))), at + i * size);
    }
    return {};
  }

  /// Each byte belongs to one section: otherwise two kernels would share what is read for one.
  Result<void> checkOverlaps() const {
    std::vector<const Section*> order;
    for (const Section& section : sections_)
      if (section.type != elf::kSectionNoBits && section.size != 0) order.push_back(&section);
    std::sort(order.begin(), order.end(), [](const Section* a, const Section* b) { return a->offset < b->offset; });
    for (size_t i = 1; i < order.size(); ++i)
      if (order[i]->offset - order[i - 1]->offset < order[i - 1]->size)
        return Error(fmt::format("sections {} and {} of the cubin overlap", order[i - 1] - sections_.data(),
                                 order[i] - sections_.data()),
                     order[i]->offset);
    return {};
  }

  [[nodiscard]] bool inFile(const Section& section) const {
    return section.type != elf::kSectionNoBits && in_.has(section.offset, section.size);
  }
  [[nodiscard]] std::string_view text(const Section& table, uint64_t at) const {
    return at >= table.size ? std::string_view() : in_.text(table.offset + at, table.offset + table.size);
  }
  [[nodiscard]] const Section* find(const std::string& name) const {
    const auto found = byName_.find(name);
    return found == byName_.end() ? nullptr : &sections_[found->second];
  }

  /// Calls visit(kind, offset of the value, bytes of the value) for each attribute of a section.
  template <class Visit>
  Result<void> forEachAttribute(const Section& info, Visit visit) const {
    if (info.type == elf::kSectionNoBits) return {};
    const uint64_t end = info.offset + info.size;
    for (uint64_t at = info.offset; at < end;) {
      if (end - at < 4) return Error(fmt::format("an attribute of the cubin is cut off after {} bytes", end - at), at);
      const uint8_t format = in_.u8(at), kind = in_.u8(at + 1);
      const uint64_t size = format == kSized ? in_.u16(at + 2) : 0;
      if (format < kNone || format > kSized)
        return Error(fmt::format("attribute {:#04x} of the cubin has the unknown format {}", kind, format), at);
      at += 4;
      if (size > end - at)
        return Error(fmt::format("attribute {:#04x} of the cubin needs {} bytes, {} left", kind, size, end - at), at);
      visit(kind, at, size);
      at += size;
    }
    return {};
  }

  Result<void> readModuleAttributes(const Section& info) {
    return forEachAttribute(info, [this](uint8_t kind, uint64_t at, uint64_t size) {
      if (size < 8 || (kind != kRegisterCount && kind != kFrameSize && kind != kMinStackSize)) return;
      SymbolFacts& facts = facts_[in_.u32(at)];
      const uint32_t value = in_.u32(at + 4);
      (kind == kRegisterCount ? facts.registers : kind == kFrameSize ? facts.frame : facts.stack) = value;
    });
  }

  Result<void> readKernels() {
    const auto table = std::find_if(sections_.begin(), sections_.end(),
                                    [](const Section& s) { return s.type == elf::kSectionSymbols; });
    if (table == sections_.end()) return Error("the cubin has no symbols");
    if (table->link >= sections_.size() || !inFile(sections_[table->link]))
      return Error("the cubin's symbols have no names", table->offset);
    const Section& names = sections_[table->link];
    NameBudget budget(names.size, in_.size());
    std::unordered_set<std::string> seen;
    for (uint64_t i = 1; i < table->size / records_.symbolBytes(); ++i) {
      const Symbol symbol = records_.symbol(table->offset + i * records_.symbolBytes());
      if ((symbol.info & 15) != 2 || (symbol.other & kEntry) == 0) continue;
      const std::string_view name = text(names, symbol.name);
      if (!budget.take(name)) return Error("symbol names of the cubin overlap excessively", names.offset);
      if (!seen.emplace(name).second)
        return Error(fmt::format("the cubin has two kernels {}", printable(name.substr(0, 80))), table->offset);
      RS_TRY(KernelResources kernel, readKernel(std::string(name), static_cast<uint32_t>(i), symbol));
      cubin_.kernels.push_back(std::move(kernel));
    }
    return {};
  }

  Result<KernelResources> readKernel(std::string name, uint32_t index, const Symbol& symbol) const {
    KernelResources kernel;
    kernel.architecture = cubin_.architecture;
    readSymbolFacts(index, kernel);
    // Releases before the attribute of registers store them beside the index of the kernel's symbol.
    if (!kernel.registers && symbol.section < sections_.size())
      if (const uint32_t count = sections_[symbol.section].info >> 24; count != 0) kernel.registers = count;
    const Section* shared = find(".nv.shared." + name);
    if (const uint64_t size = shared == nullptr ? 0 : shared->size; size < kMaxSharedBytes) kernel.sharedBytes = size;
    if (cubin_.architecture >= kReserveFrom && kernel.sharedBytes.value_or(0) >= kReservedBytes &&
        find(".nv.shared.reserved.0") != nullptr)
      *kernel.sharedBytes -= kReservedBytes;
    uint64_t constants = 0;
    for (unsigned bank = 0; bank < 18; ++bank)
      if (const Section* section = find(fmt::format(".nv.constant{}.{}", bank, name)); section && inFile(*section))
        constants += section->size;
    kernel.constantBytes = constants;
    if (const Section* info = find(".nv.info." + name)) RS_CHECK(readBounds(*info, kernel));
    kernel.kernel = std::move(name);
    return kernel;
  }

  void readSymbolFacts(uint32_t index, KernelResources& kernel) const {
    const auto facts = facts_.find(index);
    if (facts == facts_.end()) return;
    kernel.registers = facts->second.registers;
    const uint32_t stack = std::max(facts->second.frame.value_or(0), facts->second.stack.value_or(0));
    if ((facts->second.frame || facts->second.stack) && stack < kNoBound) kernel.localBytes = stack;
  }

  Result<void> readBounds(const Section& info, KernelResources& kernel) const {
    return forEachAttribute(info, [&](uint8_t kind, uint64_t at, uint64_t size) {
      if (size < 12 || (kind != kMaxThreads && kind != kRequiredThreads)) return;
      const std::array<uint32_t, 3> block = {in_.u32(at), in_.u32(at + 4), in_.u32(at + 8)};
      if (*std::max_element(block.begin(), block.end()) > kMaxExtent || kernel.blockRequired) return;
      kernel.maxBlock = block;
      kernel.blockRequired = kind == kRequiredThreads;
    });
  }

  const elf::Records& records_;
  const WordReader& in_;
  const elf::Header header_;
  std::vector<Section> sections_;
  std::unordered_map<std::string, size_t> byName_;
  std::unordered_map<uint32_t, SymbolFacts> facts_;  ///< by index of their symbol
  Cubin cubin_;
};

}  // namespace

Result<Cubin> readCubin(const Bytes& code) {
  RS_TRY(const elf::Records records, elf::Records::of(code));
  if (const uint16_t machine = records.header().machine; machine != kMachineCuda)
    return Error(fmt::format("the code is an ELF file for machine {}, not a cubin", machine));
  return CubinReader(records).run();
}

}  // namespace relaxscope::gpu
