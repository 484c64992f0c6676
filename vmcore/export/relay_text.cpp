// SPDX-License-Identifier: Apache-2.0
// The Relay VM's disassembly, as each release prints it (relay.md; confirmed on output of 0.8, 0.11 and 0.17).
#include <fmt/format.h>

#include "vmcore/base/text/text.h"
#include "vmcore/export/exporter.h"
#include "vmcore/export/relay_instruction.h"

namespace relaxscope {
namespace {

/// Codes of DLDataType that those releases name; TVM aborts on others.
const char* typeCodeName(RelayEra era, int64_t code) {
  switch (code) {
    case 0: return "int";
    case 1: return "uint";
    case 2: return "float";
    case 3: return "handle";
    case 4: return "bfloat";
    case 6: return era == RelayEra::V14 ? "e4m3_float" : nullptr;
    case 7: return era == RelayEra::V14 ? "e5m2_float" : nullptr;
    default: return nullptr;
  }
}

class RelayTextWriter {
 public:
  RelayTextWriter(const Executable& executable, const TextSink& sink, std::vector<std::string>& warnings)
      : executable_(executable),
        era_(relayEra(executable)),
        out_(sink),
        warnings_(warnings),
        budget_(executable),
        instructions_(executable, out_, warnings_) {}

  void write(std::span<const FuncIndex> only) {
    for (size_t i = 0; i < executable_.functions.size() && !out_.stopped(); ++i) {
      const FuncIndex index(static_cast<int64_t>(i));
      const bool listed = only.empty() || std::find(only.begin(), only.end(), index) != only.end();
      if (listed && executable_.functions[i].isBytecode()) writeFunction(index);
    }
  }

 private:
  static constexpr int64_t kNumberColumn = 40;

  void writeFunction(FuncIndex index) {
    const Function& f = executable_.functions[index.at()];
    if (!isUtf8(f.name)) warnAboutName(f, warnings_);
    writeHead(index.value, f);
    out_.append("# reg file size = ");
    out_.append(f.registerFileSize);
    out_.append("\n# instruction count = ");
    out_.append(std::max<int64_t>(0, f.endInstr - f.startInstr));
    out_.append("\nopcode, fields # inst(text):\n");
    forEachInstruction(executable_, f, budget_, out_, warnings_,
                       [&](int64_t pc, const Instruction& instruction) { writeLine(f, pc, instruction); });
    out_.append('\n');
  }

  void writeHead(int64_t index, const Function& f) {
    std::string head = fmt::format("VM Function[{}]: {}(", index, f.name);
    for (size_t i = 0; i < f.paramNames.size(); ++i) head += (i == 0 ? "" : ", ") + f.paramNames[i];
    // Up to 0.8 the writer always removes two characters for the last ", ", even without parameters.
    if (f.paramNames.empty() && era_ < RelayEra::V09) head.resize(head.size() - 2);
    out_.append(head);
    out_.append(")\n");
  }

  void writeLine(const Function& f, int64_t pc, const Instruction& instruction) {
    const int64_t number = pc - f.startInstr;
    const uint64_t begin = out_.written();
    if (number < 10) out_.append(' ');
    out_.append(number);
    out_.append(": ");
    for (const int64_t word : instruction.words) {
      out_.append(word);
      out_.append(' ');
    }
    if (era_ >= RelayEra::V09) out_.pad(kNumberColumn - static_cast<int64_t>(out_.written() - begin));
    out_.append("  # ");
    instructions_.write(f, pc, instruction);
    out_.append('\n');
  }

  const Executable& executable_;
  RelayEra era_;
  TextBuffer out_;
  Warnings warnings_;
  WordBudget budget_;
  RelayInstructionWriter<TextBuffer> instructions_;
};

}  // namespace

RelayEra relayEra(const Executable& executable) {
  switch (executable.variant) {
    case Variant::Relay06: return RelayEra::V06;
    case Variant::RelayA0:
    case Variant::RelayA: return RelayEra::V07;
    case Variant::RelayC: return RelayEra::V14;
    default: return RelayEra::V09;
  }
}

std::string relayTensorType(RelayEra era, int64_t code, int64_t bits, int64_t lanes) {
  const char* name = code == 3 || (code == 4 && era < RelayEra::V09) || code > 4 ? nullptr : typeCodeName(era, code);
  return fmt::format("{}{}{}", name == nullptr ? "" : name, bits, lanes == 1 ? "" : fmt::format("x{}", lanes));
}

std::string relayTypeName(RelayEra era, int64_t code, int64_t bits, int64_t lanes) {
  if (code == 1 && bits == 1 && lanes == 1) return "bool";
  if (code == 3 && bits == 0 && lanes == 0) return "void";
  if (code == 3) return "handle";
  const char* name = typeCodeName(era, code);
  if (name == nullptr) return fmt::format("<dtype code {} bits {} lanes {}>", code, bits, lanes);
  return fmt::format("{}{}{}", name, bits, lanes == 1 ? "" : fmt::format("x{}", lanes));
}

void writeRelayText(const Executable& executable, std::span<const FuncIndex> only, const TextSink& sink,
                    std::vector<std::string>& warnings) {
  RelayTextWriter(executable, sink, warnings).write(only);
}

}  // namespace relaxscope
