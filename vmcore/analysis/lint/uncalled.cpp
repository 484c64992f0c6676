// SPDX-License-Identifier: Apache-2.0
// Functions and kernels that nothing in the executable calls.
#include <algorithm>
#include <string_view>
#include <unordered_set>

#include "vmcore/analysis/flow/call_graph.h"
#include "vmcore/analysis/flow/cross_references.h"
#include "vmcore/analysis/lint/subject.h"
#include "vmcore/base/text/text.h"

namespace relaxscope::linting {
namespace {

/// Functions that only each other call, and packed functions that no instruction mentions.
void findFunctions(Subject& subject) {
  const Executable& executable = subject.executable;
  const auto graph = callGraphOf(executable, subject.stop);
  const auto references = CrossReferences::build(executable, subject.stop);
  if (!graph || !references || !graph->complete) return;
  Finding finding(LintRule::FunctionUnused, {});
  const std::vector<FuncIndex> unreachable = graph->unreachable();
  const std::unordered_set<FuncIndex> apart(unreachable.begin(), unreachable.end());
  for (size_t i = 0; i < executable.functions.size(); ++i) {
    const FuncIndex index(static_cast<int64_t>(i));
    const Function& function = executable.functions[i];
    const bool unused =
        function.isPacked() ? references->ofFunction(index).empty() : function.isBytecode() && apart.contains(index);
    if (unused) finding.add(printable(function.name), {}, {index, {}, {}, {}});
  }
  finding.report(subject, "1 function of the table has no caller that an entry reaches.",
                 "{} functions of the table have no caller that an entry reaches.");
}

/// Host kernels of the library that no row of the function table names.
void findKernels(Subject& subject) {
  const Executable& executable = subject.executable;
  if (subject.file == nullptr || !subject.file->library) return;
  // Machine code calls kernels by names that are not followed.
  if (std::ranges::any_of(executable.functions, &Function::isVmTir)) return;
  std::unordered_set<std::string_view> named;
  for (const Function& function : executable.functions) named.insert(function.name);
  Finding finding(LintRule::KernelWithoutCaller, {});
  for (const LibraryModule& module : subject.file->library->modules) {
    const auto* const host = std::get_if<HostModule>(&module.decoded);
    if (host == nullptr) continue;
    for (const std::string& kernel : host->kernels)
      if (!named.contains(kernel) && !kernel.starts_with("__"))
        finding.add(printable(kernel), {}, {{}, {}, {}, printable(kernel)});
  }
  finding.report(subject, "The library has 1 kernel that the executable never names.",
                 "The library has {} kernels that the executable never names.");
}

}  // namespace

void findUncalled(Subject& subject) {
  if (subject.executable.variant == Variant::Params || !subject.readable) return;
  findFunctions(subject);
  findKernels(subject);
}

}  // namespace relaxscope::linting
