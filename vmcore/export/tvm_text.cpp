// SPDX-License-Identifier: Apache-2.0
// as_text() as TVM 0.23 to 0.27 print it (src/runtime/vm/executable.cc; the code is unchanged since 2023), and the
// prototype's.
#include <fmt/format.h>

#include "vmcore/base/text/text.h"
#include "vmcore/export/exporter.h"
#include "vmcore/export/tvm_instruction.h"

namespace relaxscope {
namespace {

template <const TvmSpelling& kSpelling>
class TextWriter {
 public:
  TextWriter(const Executable& executable, const TextSink& sink, std::vector<std::string>& oddities)
      : executable_(executable),
        out_(sink),
        oddities_(oddities),
        budget_(executable),
        instructions_(executable, oddities_) {}

  void write(std::span<const FuncIndex> only) {
    forEachListed(executable_, only, out_, [&](const Function& function) { writeFunction(function); });
  }

 private:
  void writeFunction(const Function& function) {
    if (kSpelling.bodiesOnly && !function.isBytecode()) return;
    if (!isUtf8(function.name)) remarkName(function, oddities_);
    out_.append('@');
    out_.append(function.name);
    switch (static_cast<FunctionKind>(function.kind)) {
      case FunctionKind::Packed: out_.append(" packed_func;\n\n"); return;
      case FunctionKind::VmTir:
        out_.append(" num_inputs=");
        out_.append(function.numArgs);
        out_.append(" vm_tir_func;\n\n");
        return;
      case FunctionKind::Bytecode: break;
      default:
        out_.append(fmt::format(" <kind {}>;\n\n", function.kind));
        oddities_.add(fmt::format("function <kind {}> is unknown", function.kind));
        return;
    }
    out_.append(":\n");
    forEachInstruction(executable_, function, budget_, out_, oddities_,
                       [&](int64_t pc, const Instruction& instruction) {
                         TextCursor line(out_);
                         line.append("  ");
                         instructions_.write(line, function, pc, instruction);
                         line.append('\n');
                       });
    out_.append('\n');
  }

  const Executable& executable_;
  TextBuffer out_;
  Oddities oddities_;
  WordBudget budget_;
  TvmInstructionWriter<kSpelling> instructions_;
};

}  // namespace

void writeTvmText(const Executable& executable, std::span<const FuncIndex> only, const TextSink& sink,
                  std::vector<std::string>& oddities) {
  if (isRelay(executable.variant)) return;
  TextWriter<kTvmText>(executable, sink, oddities).write(only);
}

void writeEraText(const Executable& executable, std::span<const FuncIndex> only, const TextSink& sink,
                  std::vector<std::string>& oddities) {
  if (isRelay(executable.variant)) return writeRelayText(executable, only, sink, oddities);
  if (executable.variant == Variant::P) TextWriter<kPrototypeText>(executable, sink, oddities).write(only);
  else writeTvmText(executable, only, sink, oddities);
}

}  // namespace relaxscope
