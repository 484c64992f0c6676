// SPDX-License-Identifier: Apache-2.0
// The assembler: any text gives either messages or an executable that both forms preserve.
#include "tests/fuzz/entries.h"
#include "vmcore/base/text/collect.h"
#include "vmcore/format/assembly/assembly.h"
#include "vmcore/format/vm/executable_check.h"
#include "vmcore/format/vm/vm_executable.h"

namespace relaxscope::fuzz {
namespace {

std::string written(const Executable& executable, AssemblyForm form) {
  return collectText([&](const TextSink& sink) { writeAssembly(executable, form, {}, sink); });
}

void checkMessages(const Assembled& assembled, std::string_view text) {
  bool error = false;
  for (const AssemblyMessage& message : assembled.messages) {
    error = error || message.severity == Severity::Error;
    promise(!message.text.empty() && message.line >= 1 && message.column >= 1, "a message says something at a place");
    promise(message.byteOffset <= text.size(), "a place lies in the text");
  }
  promise(error != assembled.executable.has_value(), "there is an executable or an error");
}

void checkMap(const Assembled& assembled) {
  const AssemblyMap& map = assembled.map;
  promise(map.lineOfPc.size() == assembled.executable->code.size(), "every instruction has its line");
  for (size_t pc = 0; pc < map.lineOfPc.size(); ++pc)
    promise(map.pc(map.line(InstrIndex(static_cast<int64_t>(pc)))) == InstrIndex(static_cast<int64_t>(pc)),
            "lines and instructions lead to each other");
}

void run(const Bytes& input, AssemblyForm form) {
  const Assembled assembled = assemble(input.text(), form);
  checkMessages(assembled, input.text());
  if (!assembled.executable) return;
  checkMap(assembled);
  const Executable& executable = *assembled.executable;
  const bool known = checkConstantsKnown(executable).ok();
  const std::vector<uint8_t> bytes = known ? writeVmExecutable(executable) : std::vector<uint8_t>();
  for (const AssemblyForm other : {AssemblyForm::Text, AssemblyForm::Python}) {
    const std::string text = written(executable, other);
    const Assembled again = assemble(text, other);
    promise(again.executable.has_value(), "what was written is read");
    if (known) promise(writeVmExecutable(*again.executable) == bytes, "the forms keep the bytes");
    promise(written(*again.executable, other) == text, "the forms keep themselves");
  }
}

}  // namespace

void runAssemblyText(const Bytes& input) { run(input, AssemblyForm::Text); }
void runAssemblyPython(const Bytes& input) { run(input, AssemblyForm::Python); }

}  // namespace relaxscope::fuzz
