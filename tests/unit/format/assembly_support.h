// SPDX-License-Identifier: Apache-2.0
// Shared helpers of the assembler tests.
#pragma once

#include <gtest/gtest.h>

#include <string>

#include "tests/support/vectors.h"
#include "tests/unit/format/checks.h"
#include "vmcore/base/text/collect.h"
#include "vmcore/format/assembly/assembly.h"

namespace relaxscope::test {

inline std::string assemblyText(const Executable& executable, AssemblyForm form, const AssemblyOptions& options = {},
                                AssemblyMap* map = nullptr) {
  return collectText([&](const TextSink& sink) { writeAssembly(executable, form, options, sink, map); });
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

}  // namespace relaxscope::test
