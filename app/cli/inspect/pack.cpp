// SPDX-License-Identifier: Apache-2.0
#include "app/cli/inspect/pack.h"

#include <fmt/format.h>

#include "app/cli/output.h"
#include "vmcore/analysis/verify/verifier.h"
#include "vmcore/base/text/text.h"
#include "vmcore/format/library/library_reader.h"
#include "vmcore/format/library/pack.h"
#include "vmcore/format/file_bytes.h"

namespace relaxscope::cli {
namespace {

/// Functions of the program that neither the library nor the engine has: a run of it alone will end there.
void warnOfMissingFunctions(const Bytes& library, const Executable& executable, const std::string& output) {
  const auto read = readLibrary(library);
  if (!read.ok()) return;
  constexpr size_t kMostNamed = 10;
  std::string names;
  size_t count = 0;
  const Diagnostics findings = verify(executable, &*read);
  for (const Diagnostic& finding : findings.all()) {
    if (finding.rule != "unresolved-name" || !finding.function.valid()) continue;
    if (++count <= kMostNamed) names += (names.empty() ? "" : ", ") + printable(executable.functions[finding.function.at()].name);
  }
  if (count == 0) return;
  const std::string more = count > kMostNamed ? fmt::format(" and {} more", count - kMostNamed) : "";
  warn(output, fmt::format("the library has no {}{}; a run needs them from elsewhere (--load)", names, more));
}

}  // namespace

int packInto(const std::string& library, const LoadedFile& source, const std::string& output, std::optional<Variant> variant) {
  auto bytes = readFileBytes(library);
  if (!bytes.ok()) return fail(library, bytes.error());
  const auto packed = packLibrary(*bytes, *source.executable, {variant});
  if (!packed.ok()) return fail(fmt::format("{} with {}", output, library), packed.error());
  bool intact = true;
  const int code = writeOutput(output, [&](Output& out) {
    intact = packed->edit.write([&](std::string_view piece) { return out.writeBinary(piece); });
    if (!intact) out.abandon();
  });
  if (!intact) return fail(library, "changed while it was read");
  if (code == kDone) warnOfMissingFunctions(*bytes, *source.executable, output);
  return code;
}

}  // namespace relaxscope::cli
