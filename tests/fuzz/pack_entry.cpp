// SPDX-License-Identifier: Apache-2.0
// Packing: for every library it returns an error, or a file with the new program and every other module unchanged.
#include <string>

#include "tests/fuzz/entries.h"
#include "vmcore/format/library/library_reader.h"
#include "vmcore/format/library/pack.h"
#include "vmcore/format/vm/vm_executable.h"
#include "vmcore/model/builder.h"

namespace relaxscope::fuzz {
namespace {

Executable programOf(size_t length) {
  ExecutableBuilder b;
  b.beginFunction("main", {"x"});
  b.emitCall("add", {b.r(0), b.c(b.addConstant(StringConstant{std::string(length, 'c')}))}, 1);
  b.emitRet(1);
  return b.finish();
}

/// Checks what a packed file must preserve of its library.
void compare(const Library& before, const Bytes& file, const Executable& program) {
  const auto after = readLibrary(file);
  promise(after.ok(), "a packed library is a library");
  promise(after->modules.size() == before.modules.size(), "packing keeps the modules");
  const ModuleIndex holder = executableModule(before);
  promise(executableModule(*after) == holder, "the executable stays where it was");
  for (size_t i = 0; i < before.modules.size(); ++i) {
    promise(
        after->modules[i].kind == before.modules[i].kind && after->modules[i].children == before.modules[i].children,
        "packing keeps the tree");
    if (i != holder.at())
      promise(after->modules[i].payload == before.modules[i].payload, "packing keeps other modules");
  }
  Diagnostics notes;
  auto executable = readVmExecutable(after->modules[holder.at()].payload, 0, notes);
  promise(executable.ok(), "the new executable is read");
  executable->outerPrefix = program.outerPrefix;
  promise(writeVmExecutable(*executable) == writeVmExecutable(program), "the new executable is the one that was given");
}

}  // namespace

void runPack(const Bytes& input) {
  const auto bytes = libraryBytes(input);
  const auto library = bytes.ok() ? readLibrary(*bytes) : Result<Library>(bytes.error());
  // One program that fits in place mostly, one that never does, and that one's successor in the appended segment.
  for (const size_t length : {size_t{0}, input.size() + 100}) {
    const auto packed = packLibrary(input, programOf(length), {Variant::R5});
    promise(library.ok() || !packed.ok(), "a file that is not a library takes no executable");
    if (!packed.ok()) {
      promise(!packed.error().message.empty(), "an error has a message");
      continue;
    }
    const Bytes file = Bytes::own(packed->edit.bytes());
    promise(file.size() == packed->edit.size(), "the size of an edit is known");
    compare(*library, file, programOf(length));
    if (packed->place == DataPlace::Same) continue;
    const auto again = packLibrary(file, programOf(length + 100), {Variant::R5});
    if (!again.ok()) continue;
    promise(again->place == DataPlace::Renewed, "a segment is used again");
    promise(again->edit.size() <= file.size() + 200, "packing again does not pile up");
  }
}

}  // namespace relaxscope::fuzz
