// SPDX-License-Identifier: Apache-2.0
// as_python() as TVM 0.23 to 0.27 print it (src/runtime/vm/executable.cc; unchanged since 2023), and the prototype's.
#include <fmt/format.h>

#include "vmcore/base/text/text.h"
#include "vmcore/export/exporter.h"
#include "vmcore/export/tvm_instruction.h"

namespace relaxscope {
namespace {

template <const TvmSpelling& kSpelling>
class PythonWriter {
 public:
  PythonWriter(const Executable& executable, const TextSink& sink, std::vector<std::string>& oddities)
      : executable_(executable),
        out_(sink),
        oddities_(oddities),
        budget_(executable),
        instructions_(executable, oddities_) {}

  void write(std::span<const FuncIndex> only) {
    out_.append("ib = rx.Builder()\n");
    forEachListed(executable_, only, out_, [&](const Function& function) { writeFunction(function); });
  }

 private:
  void writeFunction(const Function& function) {
    if (function.isPacked() || function.isVmTir()) return;
    if (!isUtf8(function.name)) remarkName(function, oddities_);
    if (!function.isBytecode()) {
      out_.append(fmt::format("# <kind {}> ", function.kind));
      out_.append(printable(function.name));
      out_.append('\n');
      oddities_.add(fmt::format("function <kind {}> is unknown", function.kind));
      return;
    }
    out_.append("with ib.function(\"");
    out_.append(function.name);
    out_.append("\", num_inputs=");
    out_.append(function.numArgs);
    out_.append("):\n");
    forEachInstruction(executable_, function, budget_, out_, oddities_,
                       [&](int64_t pc, const Instruction& instruction) {
                         TextCursor line(out_);
                         line.append("    ");
                         instructions_.write(line, function, pc, instruction);
                         line.append('\n');
                       });
  }

  const Executable& executable_;
  TextBuffer out_;
  Oddities oddities_;
  WordBudget budget_;
  TvmInstructionWriter<kSpelling> instructions_;
};

}  // namespace

void writeTvmPython(const Executable& executable, std::span<const FuncIndex> only, const TextSink& sink,
                    std::vector<std::string>& oddities) {
  if (isRelay(executable.variant)) return;
  PythonWriter<kTvmPython>(executable, sink, oddities).write(only);
}

void writeEraPython(const Executable& executable, std::span<const FuncIndex> only, const TextSink& sink,
                    std::vector<std::string>& oddities) {
  if (isRelay(executable.variant)) return;
  if (executable.variant == Variant::P) PythonWriter<kPrototypePython>(executable, sink, oddities).write(only);
  else writeTvmPython(executable, only, sink, oddities);
}

}  // namespace relaxscope
