// SPDX-License-Identifier: Apache-2.0
#include "app/cli/inspect/annotate.h"

#include <optional>

#include "app/cli/files.h"
#include "app/cli/output.h"
#include "vmcore/export/annotated/annotated.h"
#include "vmcore/trace/file/trace_file.h"

namespace relaxscope::cli {
namespace {

int write(const AnnotateOptions& options, const Executable& executable, const Trace* trace) {
  const auto only = functionsNamed(executable, options.functions);
  if (!only.ok()) return fail(options.file, only.error());
  std::optional<TraceStatistics> costs;
  if (trace != nullptr) costs = computeStatistics(*trace, Grouping::Site);
  std::vector<std::string> warnings;
  const int code = writeOutput(options.output, [&](Output& out) {
    writeAnnotated(executable, *only, costs ? &*costs : nullptr, out.sink(), warnings);
  });
  for (const std::string& warning : warnings) warn(options.file, warning);
  return code;
}

int ofProfile(const AnnotateOptions& options) {
  const auto profile = readTraceFile(options.file);
  if (!profile.ok()) return fail(options.file, profile.error());
  if (profile->executable == nullptr) return fail(options.file, Error("the profile does not hold its executable"));
  return write(options, *profile->executable, profile->trace.get());
}

}  // namespace

int annotate(const AnnotateOptions& options) {
  if (looksLikeTraceFile(options.file)) {
    if (options.profile.empty()) return ofProfile(options);
    return fail(options.file, Error("--profile: FILE is a profile itself"));
  }
  return withBoundFile(options.file, options.consts, [&](const LoadedFile& file) {
    if (options.profile.empty()) return write(options, *file.executable, nullptr);
    const auto trace = recordingOf(options.profile, *file.executable);
    return trace.ok() ? write(options, *file.executable, trace->get()) : fail(options.profile, trace.error());
  });
}

}  // namespace relaxscope::cli
