// SPDX-License-Identifier: Apache-2.0
// Shared helpers of the assembler tests.
#pragma once

#include <gtest/gtest.h>

#include <string>

#include "tests/support/vectors.h"
#include "vmcore/format/assembly/assembly.h"
#include "vmcore/format/vm/vm_executable.h"

namespace relaxscope::test {

inline std::string assemblyText(const Executable& executable, AssemblyForm form, const AssemblyOptions& options = {},
                                AssemblyMap* map = nullptr) {
  std::string text;
  const TextSink sink = [&](std::string_view piece) {
    text += piece;
    return true;
  };
  writeAssembly(executable, form, options, sink, map);
  return text;
}

/// All messages, one per line.
inline std::string messagesOf(const Assembled& assembled) {
  std::string text;
  for (const AssemblyMessage& message : assembled.messages)
    text += std::string(severityName(message.severity)) + " " + message.placed() + "\n";
  return text;
}

inline Executable executableFrom(std::string_view source, AssemblyForm form = AssemblyForm::Text) {
  Assembled assembled = assemble(source, form);
  EXPECT_TRUE(assembled.executable.has_value()) << messagesOf(assembled);
  return assembled.executable ? *std::move(assembled.executable) : Executable();
}

inline Executable executableOf(std::string_view hex) {
  Diagnostics notes;
  auto read = readVmExecutable(bytesFromHex(hex), 0, notes);
  EXPECT_TRUE(read.ok());
  return *std::move(read);
}

}  // namespace relaxscope::test
