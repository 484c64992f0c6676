// SPDX-License-Identifier: Apache-2.0
// rscope verify: prints the findings of the readers and the verifier.
#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "app/cli/commands.h"
#include "app/cli/files.h"
#include "app/cli/output.h"
#include "vmcore/base/text/text.h"
#include "vmcore/export/json_tables.h"
#include "vmcore/run/open.h"

namespace relaxscope::cli {
namespace {

struct VerifyOptions {
  std::string file;
  bool asJson = false;
};

const char* colourOf(Severity severity) {
  switch (severity) {
    case Severity::Error: return "\x1b[1;31m";
    case Severity::Warning: return "\x1b[1;33m";
    case Severity::Info: break;
  }
  return "\x1b[1m";
}

void writeText(const Diagnostics& findings, Output& out) {
  findings.forEachBySeverity([&](const Diagnostic& finding) {
    const char* name = severityName(finding.severity);
    // Colours are written without the terminal's escaping; text of the file never is.
    if (out.colours()) out.writeColour(colourOf(finding.severity));
    out.write(name);
    if (out.colours()) out.writeColour("\x1b[0m");
    const std::string place = finding.byteOffset ? fmt::format(" (byte {})", *finding.byteOffset) : "";
    out.write(fmt::format(": {}{} [{}]\n", printable(finding.message), place, finding.rule));
  });
  const auto plural = [](size_t count, const char* what) {
    return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
  };
  out.write(fmt::format("{}, {}, {}\n", plural(findings.count(Severity::Error), "error"),
                        plural(findings.count(Severity::Warning), "warning"),
                        plural(findings.count(Severity::Info), "note")));
}

int verifyFile(const VerifyOptions& options) {
  return withFile(options.file, [&](const LoadedFile& file) {
    const Diagnostics findings = findingsOf(*file.executable, &file);
    const int code = writeOutput("", [&](Output& out) {
      if (options.asJson) writeFindingsJson(*file.executable, findings, out.sink());
      else writeText(findings, out);
    });
    return code != kDone ? code : findings.count(Severity::Error) != 0 ? kFound : kDone;
  });
}

}  // namespace

Runner configureVerify(CLI::App& command) {
  auto options = std::make_shared<VerifyOptions>();
  command
      .add_option("FILE", options->file, "Library, executable bytes, text, python or JSON form; - is standard input")
      ->required();
  command.add_flag("--json", options->asJson, "Findings as a JSON object");
  command.footer(
      "Exit code 1 where there is an error. JSON fields: errors warnings remarks findings\n"
      "[severity (error, warning, info) rule message function pc constant byte]; unknown parts of the place are omitted.");
  return [options] { return verifyFile(*options); };
}

}  // namespace relaxscope::cli
