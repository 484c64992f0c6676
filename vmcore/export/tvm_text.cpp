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
class TextWriter : TvmListingWriter<kSpelling> {
  using Base = TvmListingWriter<kSpelling>;
  using Base::executable_, Base::out_, Base::warnings_;

 public:
  TextWriter(const Executable& executable, const TextSink& sink, std::vector<std::string>& warnings)
      : Base(executable, sink, warnings) {}

  void write(std::span<const FuncIndex> only) {
    forEachListed(executable_, only, out_, [&](const Function& function) { writeFunction(function); });
  }

 private:
  void writeFunction(const Function& function) {
    if (kSpelling.bodiesOnly && !function.isBytecode()) return;
    if (!isUtf8(function.name)) warnAboutName(function, warnings_);
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
        warnings_.add(fmt::format("function <kind {}> is unknown", function.kind));
        return;
    }
    out_.append(":\n");
    this->writeBody(function, "  ");
    out_.append('\n');
  }
};

}  // namespace

void writeTvmText(const Executable& executable, std::span<const FuncIndex> only, const TextSink& sink,
                  std::vector<std::string>& warnings) {
  if (isRelay(executable.variant)) return;
  TextWriter<kTvmText>(executable, sink, warnings).write(only);
}

void writeEraText(const Executable& executable, std::span<const FuncIndex> only, const TextSink& sink,
                  std::vector<std::string>& warnings) {
  if (isRelay(executable.variant)) return writeRelayText(executable, only, sink, warnings);
  if (isPrototype(executable.variant)) TextWriter<kPrototypeText>(executable, sink, warnings).write(only);
  else writeTvmText(executable, only, sink, warnings);
}

}  // namespace relaxscope
