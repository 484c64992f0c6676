// SPDX-License-Identifier: Apache-2.0
#include "vmcore/format/code/machine_function.h"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <iterator>

#include "vmcore/base/bytes/word_reader.h"

namespace relaxscope {
namespace {

constexpr size_t kMostInstructions = size_t{1} << 20;  // of one function
constexpr uint64_t kMostTargets = 4096;                // of one table of jumps
constexpr uint32_t kRelative = 8;                      // R_X86_64_RELATIVE

/// Functions of the C library that do not return: what follows their call belongs to another function.
constexpr std::string_view kEndless[] = {"abort", "__stack_chk_fail", "__assert_fail", "exit",
                                         "_exit", "__cxa_throw",      "_Unwind_Resume"};

class FunctionReader {
 public:
  FunctionReader(const MappedImage& image, References& references, uint64_t entry, uint64_t& left)
      : image_(image), references_(references), entry_(entry), left_(left) {}

  MachineFunction run() {
    pending_.push_back(entry_);
    follow();
    if (out_.why.empty() && jumpsThrough_) {
      for (size_t i = 0; i < named_.size() && i < kMostTargets; ++i) {
        readSwitch(named_[i]);
        follow();
      }
    }
    return std::move(out_);
  }

 private:
  void follow() {
    while (!pending_.empty() && out_.why.empty()) {
      const uint64_t address = pending_.front();
      pending_.pop_front();
      if (!out_.rows.contains(address)) followFrom(address);
    }
  }

  void followFrom(uint64_t address) {
    const std::span<const uint8_t> code = image_.codeFrom(address);
    for (size_t at = 0;;) {
      const uint64_t here = address + at;
      const auto [row, isNew] = out_.rows.emplace(here, static_cast<uint32_t>(out_.instructions.size()));
      if (!isNew || (at != 0 && isOtherFunction(here))) {
        if (isNew) out_.rows.erase(row);
        out_.instructions.push_back({here, here, {}, isNew});
        return;
      }
      const auto decoded = at < code.size() ? decodeX86(code.subspan(at)) : std::nullopt;
      if (!decoded) return fail(fmt::format("no instruction at 0x{:x}", here));
      if (left_ == 0 || out_.instructions.size() == kMostInstructions) return fail("too much code");
      --left_;
      at += decoded->size;
      if (!decoded->padding && !add({here, address + at + static_cast<uint64_t>(decoded->target), *decoded})) return;
    }
  }

  /// Whether the instruction after it follows.
  bool add(MachineInstruction instruction) {
    const X86Flow flow = instruction.decoded.flow;
    const uint64_t target = instruction.target;
    if (flow == X86Flow::Jump) instruction.leaves = isOtherFunction(target) || !importedName(image_, target).empty();
    if ((flow == X86Flow::Jump && !instruction.leaves) || flow == X86Flow::Branch) pending_.push_back(target);
    if (flow == X86Flow::JumpThrough && !instruction.decoded.relative) jumpsThrough_ = true;
    if (instruction.decoded.relative && instruction.decoded.operandBytes == 0) named_.push_back(target);
    out_.instructions.push_back(instruction);
    if (flow == X86Flow::Call) return !isEndless(target);
    return flow == X86Flow::Next || flow == X86Flow::Branch || flow == X86Flow::CallThrough;
  }

  [[nodiscard]] bool isOtherFunction(uint64_t address) const {
    if (address == entry_) return false;
    const ObjectSymbol* const symbol = image_.symbolAt(address);
    return symbol != nullptr && symbol->type == SymbolType::Function;
  }
  [[nodiscard]] bool isEndless(uint64_t target) const {
    return std::ranges::find(kEndless, importedName(image_, target)) != std::end(kEndless);
  }

  /// A compiler stores the targets of a switch as distances from the table, or as addresses that are relocated.
  void readSwitch(uint64_t table) {
    const MappedImage::Segment* const segment = image_.segmentAt(table);
    if (segment == nullptr || segment->executable || table % 4 != 0 || out_.switches.contains(table)) return;
    std::vector<uint64_t> targets;
    const uint64_t end = std::min(references_.next(table), table + kMostTargets * 8);
    for (uint64_t at = table; at < end && targets.size() < kMostTargets;) {
      const MappedImage::Relocation* const pointer = image_.relocationAt(at);
      if (pointer != nullptr && pointer->type != kRelative) break;
      const Bytes word = image_.bytesAt(at, 4);
      if (word.size() < 4) break;
      const auto distance = static_cast<int32_t>(WordReader(word).u32(0));
      const uint64_t target = pointer != nullptr ? static_cast<uint64_t>(pointer->addend)
                                                 : table + static_cast<uint64_t>(int64_t{distance});
      if (!image_.isCode(target)) break;
      targets.push_back(target);
      at += pointer != nullptr ? 8 : 4;
    }
    if (targets.empty()) return;
    left_ -= std::min<uint64_t>(left_, targets.size());
    pending_.insert(pending_.end(), targets.begin(), targets.end());
    out_.switches.emplace(table, std::move(targets));
  }

  void fail(std::string why) { out_.why = std::move(why); }

  const MappedImage& image_;
  References& references_;
  const uint64_t entry_;
  uint64_t& left_;
  MachineFunction out_;
  std::deque<uint64_t> pending_;
  std::vector<uint64_t> named_;  ///< addresses that it computes
  bool jumpsThrough_ = false;
};

}  // namespace

std::string_view importedName(const MappedImage& image, uint64_t target) {
  std::span<const uint8_t> code = image.codeFrom(target);
  auto stub = decodeX86(code);
  if (stub && stub->opcode == 0x1E && stub->size == 4) {  // endbr64
    target += stub->size;
    code = code.subspan(stub->size);
    stub = decodeX86(code);
  }
  if (!stub || stub->flow != X86Flow::JumpThrough || !stub->relative) return {};
  const auto* const slot = image.relocationAt(target + stub->size + static_cast<uint64_t>(stub->target));
  const ObjectSymbol* const symbol = slot == nullptr ? nullptr : image.symbolOf(*slot);
  return symbol == nullptr ? std::string_view() : std::string_view(symbol->name);
}

MachineFunction readMachineFunction(const MappedImage& image, References& references, uint64_t entry, uint64_t& left) {
  return FunctionReader(image, references, entry, left).run();
}

}  // namespace relaxscope
