// SPDX-License-Identifier: Apache-2.0
// rscope convert: an executable in another form, without loss.
#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "app/cli_commands.h"
#include "app/cli_files.h"
#include "app/cli_output.h"
#include "vmcore/format/json_form.h"
#include "vmcore/format/vm_executable.h"

namespace relaxscope::cli {
namespace {

struct ConvertOptions {
  std::string file, output, format;
};

bool endsWith(const std::string& text, std::string_view tail) {
  return text.size() >= tail.size() && std::string_view(text).substr(text.size() - tail.size()) == tail;
}

/// What the name of OUT asks for where --format is not given.
std::string formatByName(const std::string& output) {
  if (endsWith(output, ".json")) return "json";
  if (endsWith(output, ".txt")) return "text";
  if (endsWith(output, ".py")) return "python";
  return "binary";
}

int toBinary(const LoadedFile& file, const ConvertOptions& options) {
  return writeOutput(options.output, [&](Output& out) {
    const std::vector<uint8_t> bytes = writeVmExecutable(*file.executable);
    out.writeBinary({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
  });
}

int toJson(const LoadedFile& file, const ConvertOptions& options) {
  Result<void> written;
  const int code = writeOutput(options.output, [&](Output& out) {
    const TextSink sink = out.sink();
    // Without a file name there is nothing to put a side file beside: all data stands in the form.
    const bool standard = options.output == "-";
    written = writeJsonForm(*file.executable, standard ? std::string() : options.output + ".npz", sink);
    if (!written.ok()) out.abandon();
  });
  return written.ok() ? code : fail(options.output, written.error());
}

int convert(const ConvertOptions& options) {
  const std::string format = options.format.empty() ? formatByName(options.output) : options.format;
  if (format == "text" || format == "python")
    return fail(options.file, fmt::format("convert to {}: this build does not have it yet", format));
  if (format != "binary" && format != "json")
    return fail(options.file, fmt::format("convert --format {}: one of binary, json (text and python come later)", format));
  return withFile(options.file, [&](const LoadedFile& file) { return format == "json" ? toJson(file, options) : toBinary(file, options); });
}

}  // namespace

Runner configureConvert(CLI::App& command) {
  auto options = std::make_shared<ConvertOptions>();
  command.add_option("FILE", options->file, "Library, executable bytes or JSON form; - is standard input")->required();
  command.add_option("-o", options->output, "File to write; - is standard output")->required();
  command.add_option("--format", options->format, "binary or json; without it the name of OUT decides");
  command.footer("There and back gives the same bytes. Tensors above 4096 bytes go to OUT.npz beside OUT, which names it.\n"
                 "JSON fields: relaxscope variant outer_prefix version side_file functions memory_scopes constants\n"
                 "instructions trailing; a listing that is not plain adds offsets or words.");
  return [options] { return convert(*options); };
}

}  // namespace relaxscope::cli
