// SPDX-License-Identifier: Apache-2.0
// as_python() as TVM 0.23 to 0.27 print it (src/runtime/vm/executable.cc; unchanged since 2023), and the prototype's.
#include <fmt/format.h>

#include "vmcore/base/text/text.h"
#include "vmcore/export/exporter.h"
#include "vmcore/export/tvm_instruction.h"

namespace relaxscope {
namespace {

template <const TvmSpelling& kSpelling>
class PythonWriter : TvmListingWriter<kSpelling> {
  using Base = TvmListingWriter<kSpelling>;
  using Base::executable_, Base::out_, Base::warnings_;

 public:
  PythonWriter(const Executable& executable, const TextSink& sink, std::vector<std::string>& warnings)
      : Base(executable, sink, warnings) {}

  void write(std::span<const FuncIndex> only) {
    out_.append("ib = rx.Builder()\n");
    forEachListed(executable_, only, out_, [&](const Function& function) { writeFunction(function); });
  }

 private:
  void writeFunction(const Function& function) {
    if (function.isPacked() || function.isVmTir()) return;
    if (!isUtf8(function.name)) warnAboutName(function, warnings_);
    if (!function.isBytecode()) {
      out_.append(fmt::format("# <kind {}> ", function.kind));
      out_.append(printable(function.name));
      out_.append('\n');
      warnings_.add(fmt::format("function <kind {}> is unknown", function.kind));
      return;
    }
    out_.append("with ib.function(\"");
    out_.append(function.name);
    out_.append("\", num_inputs=");
    out_.append(function.numArgs);
    out_.append("):\n");
    this->writeBody(function, "    ");
  }
};

}  // namespace

void writeTvmPython(const Executable& executable, std::span<const FuncIndex> only, const TextSink& sink,
                    std::vector<std::string>& warnings) {
  if (isRelay(executable.variant)) return;
  PythonWriter<kTvmPython>(executable, sink, warnings).write(only);
}

void writeEraPython(const Executable& executable, std::span<const FuncIndex> only, const TextSink& sink,
                    std::vector<std::string>& warnings) {
  if (isRelay(executable.variant)) return;
  if (isPrototype(executable.variant)) PythonWriter<kPrototypePython>(executable, sink, warnings).write(only);
  else writeTvmPython(executable, only, sink, warnings);
}

}  // namespace relaxscope
