// SPDX-License-Identifier: Apache-2.0
#include "vmcore/format/code/disassembly.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "vmcore/base/text/text.h"
#include "vmcore/format/code/kernel_walk.h"
#include "vmcore/format/library/symbols.h"
#include "vmcore/model/check_names.h"

namespace relaxscope {
namespace {

using Flow = X86Instruction::Flow;
using Kind = MachineOperand::Kind;

constexpr size_t kMostLines = 65536, kMostShown = 256;

constexpr const char* kConditions[] = {"jo", "jno", "jb", "jae", "je", "jne", "jbe", "ja",
                                       "js", "jns", "jp", "jnp", "jl", "jge", "jle", "jg"};
constexpr const char* kLoops[] = {"loopne", "loope", "loop", "jrcxz"};

std::string hexText(std::string_view bytes) {
  std::string text;
  for (const char c : bytes.substr(0, kMostShown))
    text += fmt::format("{}{:02x}", text.empty() ? "" : " ", static_cast<uint8_t>(c));
  return bytes.size() > kMostShown ? fmt::format("{} ... ({} bytes)", text, bytes.size()) : text;
}

/// An instruction that is not a branch, jump or direct call.
std::string bytesText(const WalkStep& step) {
  const X86Instruction& decoded = step.instruction.decoded;
  std::string text;
  for (size_t i = 0; i < step.bytes.size(); ++i) {
    const bool distance = i >= decoded.displacementAt && i < decoded.displacementAt + size_t{decoded.displacementBytes};
    text += (text.empty() ? "" : " ") + (distance ? std::string("..") : fmt::format("{:02x}", step.bytes[i]));
  }
  return text;
}

std::string instructionText(const WalkStep& step) {
  const X86Instruction& decoded = step.instruction.decoded;
  switch (decoded.flow) {
    case Flow::Branch: return decoded.opcode >= 0xE0 ? kLoops[decoded.opcode & 3] : kConditions[decoded.opcode & 15];
    case Flow::Jump: return "jmp";
    case Flow::Call: return "call";
    case Flow::Return: return decoded.size == 1 ? "ret" : bytesText(step);
    default: return step.instruction.isJoin() ? "jmp" : bytesText(step);
  }
}

/// Rows that an instruction leads to.
std::vector<uint32_t> targetsOf(const MachineOperand& operand) {
  if (operand.kind == Kind::Row) return {operand.number};
  return operand.rows;
}

/// The lines of a kernel; labels and names are known when all of it was seen.
class Listing {
 public:
  explicit Listing(std::string_view kernel) : kernel_(kernel) {}

  void add(const WalkStep& step) {
    if (rows_.size() >= kMostLines) return;
    if (step.row == 0) starts_.push_back(rows_.size());
    if (step.operand.kind == Kind::Text && signature_.empty() && isSignatureOf(step.operand.content, kernel_))
      signature_ = step.operand.content;
    rows_.push_back({instructionText(step), step.operand, step.instruction.decoded.relative});
  }

  std::vector<std::string> lines() {
    std::vector<std::string> out;
    const CheckNames names = checkNames();
    for (size_t function = 0; function < starts_.size(); ++function) {
      const size_t begin = starts_[function];
      const size_t end = function + 1 < starts_.size() ? starts_[function + 1] : rows_.size();
      const std::map<uint32_t, size_t> labels = labelsOf(begin, end);
      out.push_back(fmt::format("function {}", function));
      for (size_t i = begin; i < end; ++i) {
        if (const auto label = labels.find(static_cast<uint32_t>(i - begin)); label != labels.end())
          out.push_back(fmt::format("L{}:", label->second));
        const std::string operand = operandText(rows_[i].operand, labels, names);
        out.push_back("    " + rows_[i].text + (operand.empty() ? "" : rows_[i].named ? "  " : " ") + operand);
      }
    }
    if (out.size() < kMostLines) return out;
    out.resize(kMostLines - 1);
    out.emplace_back("... and more");
    return out;
  }

 private:
  struct Row {
    std::string text;
    MachineOperand operand;
    bool named = false;
  };

  [[nodiscard]] CheckNames checkNames() const {
    if (!signature_.empty()) return CheckNames(signature_);
    std::vector<std::string> texts;
    for (const Row& row : rows_)
      if (row.operand.kind == Kind::Text) texts.push_back(row.operand.content);
    return {kernel_, texts};
  }

  /// Numbers of the rows that are targets, in order.
  [[nodiscard]] std::map<uint32_t, size_t> labelsOf(size_t begin, size_t end) const {
    std::map<uint32_t, size_t> labels;
    for (size_t i = begin; i < end; ++i)
      for (const uint32_t row : targetsOf(rows_[i].operand)) labels.emplace(row, 0);
    size_t number = 0;
    for (auto& [row, label] : labels) label = ++number;
    return labels;
  }

  static std::string operandText(const MachineOperand& operand, const std::map<uint32_t, size_t>& labels,
                                 const CheckNames& names) {
    switch (operand.kind) {
      case Kind::None: return {};
      case Kind::Row:
      case Kind::Switch: {
        std::string text;
        for (const uint32_t row : targetsOf(operand))
          text += fmt::format("{}L{}", text.empty() ? "" : " ", labels.at(row));
        return text;
      }
      case Kind::Function: return fmt::format("function {}", operand.number);
      case Kind::Name: return printable(operand.content);
      case Kind::Slot: return fmt::format("variable {}", operand.number);
      case Kind::Text: return '"' + printable(names.without(operand.content)) + '"';
      case Kind::Data: return hexText(operand.content);
      case Kind::Elsewhere: return "elsewhere";
    }
    return {};
  }

  std::string_view kernel_;
  std::string signature_;
  std::vector<Row> rows_;
  std::vector<size_t> starts_;  ///< of the functions
};

}  // namespace

Result<std::vector<std::string>> disassembly(const Bytes& file, LibraryEra era, std::string_view kernel) {
  RS_TRY(const MappedImage image, MappedImage::of(file));
  const std::string name = std::string(kernelPrefix(era)) + std::string(kernel);
  const auto symbol = std::ranges::find_if(
      image.symbols(), [&](const ObjectSymbol& candidate) { return candidate.defined && candidate.name == name; });
  if (symbol == image.symbols().end()) return Error("no kernel is named " + printable(kernel));
  Listing listing(kernel);
  KernelWalk walk(image);
  std::string why = walk.run(symbol->value, [&](const WalkStep& step) { listing.add(step); });
  if (!why.empty()) return Error(std::move(why));
  return listing.lines();
}

}  // namespace relaxscope
