// SPDX-License-Identifier: Apache-2.0
// Programs in assembly for the tests of the linter, and its findings as text.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "vmcore/analysis/lint/lint.h"
#include "vmcore/format/assembly/assembly.h"

namespace relaxscope::test {

/// Constants that programs name: shapes s23 and s32, the dtype f32, the memory scope.
inline const std::string kConstants = R"(
.const c[s23] = shape (2, 3)
.const c[s32] = shape (3, 2)
.const c[s6] = shape (6)
.const c[bytes] = shape (24)
.const c[f32] = dtype float32
.const c[u8] = dtype uint8
)";

/// `signatures` are those that the program's library would carry; `head` is its first line if it is not for today's
/// Relax.
inline Executable assembled(const std::string& program, const KernelTexts::Map& signatures = {},
                            const std::string& head = {}) {
  std::string text = head + (head.empty() ? kConstants : "") + program;
  for (const char* const name : {"alloc_storage", "alloc_tensor", "null_value", "make_tuple", "tuple_getitem",
                                 "reshape", "check_tensor_info", "alloc_shape_heap", "match_shape", "make_shape",
                                 "make_closure", "invoke_closure", "to_device", "shape_of", "copy", "read_if_cond"})
    if (text.find(std::string("vm.builtin.") + name + " ") != std::string::npos)
      text += std::string("@vm.builtin.") + name + " packed_func;\n";
  Assembled made = assemble(text, AssemblyForm::Text);
  for (const AssemblyMessage& message : made.messages) ADD_FAILURE() << message.placed();
  if (!made.executable) return {};
  made.executable->kernelTexts =
      std::make_shared<const KernelTexts>([signatures] { return KernelTexts::Found(signatures); });
  return std::move(*made.executable);
}

/// The findings of one rule, as lines "main: MESSAGE | WHAT (DETAIL) at PC PC | ...".
inline std::string found(LintRule rule, const Executable& executable, const LoadedFile* file = nullptr) {
  const FunctionFacts facts(executable);
  const auto findings = lint(facts, file);
  std::string text;
  for (const LintFinding& finding : findings->all) {
    if (finding.rule != rule) continue;
    const Function* const function = executable.function(finding.function);
    text +=
        (text.empty() ? "" : "\n") + (function != nullptr ? function->name + ": " : std::string()) + finding.message;
    for (const LintPart& part : finding.parts) {
      text += " | " + part.what + (part.detail.empty() ? "" : " (" + part.detail + ")");
      for (const LintSite& site : part.sites)
        if (site.pc.valid())
          text += " at " + std::to_string(site.pc.value - executable.functions[site.function.at()].startInstr);
    }
  }
  return text;
}
inline std::string found(LintRule rule, const std::string& program, const KernelTexts::Map& signatures = {}) {
  return found(rule, assembled(program, signatures));
}

}  // namespace relaxscope::test
