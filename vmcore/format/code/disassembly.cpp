// SPDX-License-Identifier: Apache-2.0
#include "vmcore/format/code/disassembly.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>

#include "vmcore/base/bytes/sha256.h"
#include "vmcore/base/text/text.h"
#include "vmcore/format/code/kernel_walk.h"
#include "vmcore/format/library/symbols.h"
#include "vmcore/model/checks/check_names.h"

namespace relaxscope {
namespace {

using Kind = MachineOperand::Kind;

constexpr size_t kMostLines = 65536, kMostShown = 256, kMaxOperandText = 4096;

constexpr const char* kConditions[] = {"jo", "jno", "jb", "jae", "je", "jne", "jbe", "ja",
                                       "js", "jns", "jp", "jnp", "jl", "jge", "jle", "jg"};
constexpr const char* kLoops[] = {"loopne", "loope", "loop", "jrcxz"};

/// Tells data apart of which only the start is shown.
std::string digestText(std::string_view bytes) {
  Sha256 sha;
  sha.update({reinterpret_cast<const uint8_t*>(bytes.data()), bytes.size()});
  const std::array<uint8_t, 32> digest = sha.finish();
  return fmt::format("{:02x}{:02x}{:02x}{:02x}", digest[0], digest[1], digest[2], digest[3]);
}

std::string hexText(std::string_view bytes) {
  std::string text;
  for (const char c : bytes.substr(0, kMostShown))
    text += fmt::format("{}{:02x}", text.empty() ? "" : " ", static_cast<uint8_t>(c));
  return bytes.size() <= kMostShown ? text
                                    : fmt::format("{} ... ({} bytes, {})", text, bytes.size(), digestText(bytes));
}

/// The start of a long text, and what tells it apart.
std::string shortened(std::string text, size_t most) {
  if (text.size() <= most) return text;
  const std::string digest = digestText(text);
  text.resize(most);
  return fmt::format("{}... ({})", text, digest);
}

/// A variable, with what it holds at first unless that is zeros.
std::string variableText(const MachineOperand& operand) {
  const bool isZero = operand.content.find_first_not_of('\0') == std::string::npos;
  return fmt::format("variable {}{}{}", operand.number, isZero ? "" : ", at first ",
                     isZero ? "" : hexText(operand.content));
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
    case X86Flow::Branch: return decoded.opcode >= 0xE0 ? kLoops[decoded.opcode & 3] : kConditions[decoded.opcode & 15];
    case X86Flow::Jump: return "jmp";
    case X86Flow::Call: return "call";
    case X86Flow::Return: return decoded.size == 1 ? "ret" : bytesText(step);
    default: return step.instruction.isJoin() ? "goes on at" : bytesText(step);
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
        return shortened(text, kMaxOperandText);
      }
      case Kind::Function: return fmt::format("function {}", operand.number);
      case Kind::Name: return printable(operand.content);
      case Kind::Slot: return variableText(operand);
      case Kind::Text: return '"' + shortened(printable(names.without(operand.content)), kMaxOperandText) + '"';
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
