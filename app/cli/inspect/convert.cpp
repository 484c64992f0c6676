// SPDX-License-Identifier: Apache-2.0
// rscope convert: an executable in another form, without loss.
#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "app/cli/commands.h"
#include "app/cli/files.h"
#include "app/cli/output.h"
#include "app/cli/inspect/pack.h"
#include "vmcore/format/assembly/assembly.h"
#include "vmcore/format/vm/executable_check.h"
#include "vmcore/format/json/json_form.h"
#include "vmcore/format/vm/variant_change.h"
#include "vmcore/format/vm/vm_executable.h"

namespace relaxscope::cli {
namespace {

struct ConvertOptions {
  std::string file, output, format, with, variant;
};

bool endsWith(const std::string& text, std::string_view tail) {
  return text.size() >= tail.size() && std::string_view(text).substr(text.size() - tail.size()) == tail;
}

/// What the name of OUT asks for where --format is not given.
std::string formatByName(const std::string& output) {
  if (endsWith(output, ".json")) return "json";
  if (endsWith(output, ".txt") || endsWith(output, ".rsasm")) return "text";
  if (endsWith(output, ".py")) return "python";
  return "binary";
}

constexpr const char* kChanged = "the file changed while it was read";

int toBinary(const LoadedFile& file, const ConvertOptions& options) {
  if (const auto known = checkConstantsKnown(*file.executable); !known.ok()) return fail(options.file, known.error());
  return writePieces(options.output, executablePieces(*file.executable, file.executable));
}

/// Streams a form into a sink; it names the side file that it is given, if any.
using WriteForm = std::function<Result<void>(const Executable&, const std::string& sideFile, const TextSink&)>;

/// A form and the .npz of its large data: both come to their places once both are complete.
int toForm(const LoadedFile& file, const ConvertOptions& options, const WriteForm& write) {
  const Executable& executable = *file.executable;
  if (const auto present = checkDataPresent(executable); !present.ok()) return fail(options.file, present.error());
  auto out = Output::open(options.output);
  if (!out.ok()) return fail(options.output, out.error());
  // Without a file name there is nothing to put a side file beside: all data stands in the form.
  std::optional<NewFile> side;
  std::string sideFile;
  if (options.output != "-" && needsSideFile(executable)) {
    const std::string path = options.output + ".npz";
    auto made = makeSideFile(executable, path);
    if (!made.ok()) return fail(options.output, made.error());
    side.emplace(*std::move(made));
    sideFile = path.substr(path.rfind('/') + 1);
  }
  if (const auto written = write(executable, sideFile, out->sink()); !written.ok()) return fail(options.output, written.error());
  if (!file.bytes.intact()) return fail(options.file, kChanged);
  if (side && out->good())
    if (const auto placed = side->commit(); !placed.ok()) return fail(options.output + ".npz", placed.error());
  const auto closed = out->close();
  return closed.ok() ? kDone : fail(options.output, closed.error());
}

int toAssembly(const LoadedFile& file, const ConvertOptions& options, AssemblyForm form) {
  return toForm(file, options, [form](const Executable& executable, const std::string& sideFile, const TextSink& sink) {
    AssemblyOptions how;
    how.sideFile = sideFile;
    writeAssembly(executable, form, how, sink);
    return Result<void>();
  });
}

int toJson(const LoadedFile& file, const ConvertOptions& options) { return toForm(file, options, writeJsonForm); }

struct FormatRow {
  const char* name;
  int (*write)(const LoadedFile&, const ConvertOptions&);
};
constexpr FormatRow kFormats[] = {
    {"binary", toBinary},
    {"text", [](const LoadedFile& file, const ConvertOptions& options) { return toAssembly(file, options, AssemblyForm::Text); }},
    {"python", [](const LoadedFile& file, const ConvertOptions& options) { return toAssembly(file, options, AssemblyForm::Python); }},
    {"json", toJson},
};

/// `file` in the variant that the user asks for.
Result<LoadedFile> inVariantOf(const LoadedFile& file, Variant variant) {
  RS_TRY(Executable changed, inVariant(*file.executable, variant));
  LoadedFile copy = file;
  copy.executable = std::make_shared<const Executable>(std::move(changed));
  return copy;
}

int convertWith(const ConvertOptions& options, std::optional<Variant> variant) {
  if (!options.format.empty() && options.format != "binary") return fail(options.file, "convert --with writes a library, so --format does not apply");
  return withFile(options.file, [&](const LoadedFile& file) { return packInto(options.with, file, options.output, variant); });
}

int convert(const ConvertOptions& options) {
  const std::optional<Variant> variant = options.variant.empty() ? std::nullopt : variantOfName(options.variant);
  if (!variant && !options.variant.empty()) return fail(options.file, fmt::format("convert --variant {}: one of R0, R1, R2, R3, R4, R5", options.variant));
  if (!options.with.empty()) return convertWith(options, variant);
  const std::string format = options.format.empty() ? formatByName(options.output) : options.format;
  const auto row = std::find_if(std::begin(kFormats), std::end(kFormats), [&](const FormatRow& each) { return format == each.name; });
  if (row == std::end(kFormats)) return fail(options.file, fmt::format("convert --format {}: one of binary, text, python, json", format));
  return withFile(options.file, [&](const LoadedFile& given) {
    const auto file = variant ? inVariantOf(given, *variant) : Result<LoadedFile>(given);
    return file.ok() ? row->write(*file, options) : fail(options.file, file.error());
  });
}

}  // namespace

Runner configureConvert(CLI::App& command) {
  auto options = std::make_shared<ConvertOptions>();
  command.add_option("FILE", options->file, "Library, executable bytes, text, python or JSON form; - is standard input")->required();
  command.add_option("-o", options->output, "File to write; - is standard output")->required();
  command.add_option("--format", options->format, "binary, text, python or json; without it the name of OUT decides (.txt or .rsasm, .py, .json)");
  command.add_option("--with", options->with, "Library whose kernels OUT gets: OUT is a copy of it with the executable of FILE");
  command.add_option("--variant", options->variant, "Serialisation to write: R0 to R5 (TVM 0.16 is R2, 0.27 is R5); without it that of\nFILE, or with --with that of the library");
  command.footer("There and back gives the same bytes. Tensors above 4096 bytes go to OUT.npz beside OUT, which names it.\n"
                 "JSON fields: relaxscope variant outer_prefix version side_file functions memory_scopes constants\n"
                 "instructions trailing; a listing that is not plain adds offsets or words.\n"
                 "--with takes ELF shared libraries of any CPU and release; nothing in them is run. The program is put in the\n"
                 "place of the old one, or, if it is larger, in a segment at the end of the file.");
  return [options] { return convert(*options); };
}

}  // namespace relaxscope::cli
