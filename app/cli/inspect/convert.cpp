// SPDX-License-Identifier: Apache-2.0
// rscope convert: writes an executable in another form, without loss.
#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <optional>

#include "app/cli/commands.h"
#include "app/cli/files.h"
#include "app/cli/inspect/save.h"
#include "app/cli/output.h"
#include "vmcore/format/vm/variant_change.h"

namespace relaxscope::cli {
namespace {

struct ConvertOptions {
  std::string file, output, format, with, variant;
};

/// `file` converted to the requested variant.
Result<LoadedFile> inVariantOf(const LoadedFile& file, Variant variant) {
  RS_TRY(Executable changed, inVariant(*file.executable, variant));
  LoadedFile copy = file;
  copy.executable = std::make_shared<const Executable>(std::move(changed));
  return copy;
}

int convertWith(const ConvertOptions& options, std::optional<Variant> variant) {
  if (!options.format.empty() && options.format != "binary")
    return fail(options.file, "convert --with writes a library, so --format does not apply");
  return withFile(options.file,
                  [&](const LoadedFile& file) { return packInto(options.with, file, options.output, variant); });
}

int convert(const ConvertOptions& options) {
  const std::optional<Variant> variant = options.variant.empty() ? std::nullopt : variantOfName(options.variant);
  if (!variant && !options.variant.empty())
    return fail(options.file,
                fmt::format("convert --variant {}: must be one of R0, R1, R2, R3, R4, R5", options.variant));
  if (!options.with.empty()) return convertWith(options, variant);
  // Only --with writes a library, whatever the name of OUT.
  const std::optional<SaveForm> form =
      !options.format.empty() ? saveFormOfName(options.format) : saveFormOfPath(options.output);
  if (!form)
    return fail(options.file,
                fmt::format("convert --format {}: must be one of binary, text, python, json", options.format));
  return withFile(options.file, [&](const LoadedFile& given) {
    const auto file = variant ? inVariantOf(given, *variant) : Result<LoadedFile>(given);
    return file.ok() ? saveAs(*file, options.output, *form == SaveForm::Library ? SaveForm::Bytes : *form)
                     : fail(options.file, file.error());
  });
}

}  // namespace

Runner configureConvert(CLI::App& command) {
  auto options = std::make_shared<ConvertOptions>();
  command
      .add_option("FILE", options->file, "Library, executable bytes, text, python or JSON form; - is standard input")
      ->required();
  command.add_option("-o", options->output, "File to write; - is standard output")->required();
  command.add_option("--format", options->format,
                     "binary, text, python or json; without it the name of OUT decides (.txt or .rsasm, .py, .json)");
  command.add_option("--with", options->with, "Library to copy: OUT is a copy of it that holds the executable of FILE");
  command.add_option(
      "--variant", options->variant,
      "Variant to write: R0 to R5 (TVM 0.16 is R2, 0.27 is R5); default: that of\nFILE or, with --with, of the library");
  command.footer(
      "A round trip gives the same bytes. Tensors above 4096 bytes go to OUT.npz beside OUT, which names it.\n"
      "JSON fields: relaxscope variant outer_prefix version side_file functions memory_scopes constants\n"
      "instructions trailing; offsets and words replace instructions where instructions cannot express the code.\n"
      "--with takes ELF shared libraries of any CPU and release; nothing in them is run. The new program\nreplaces the old one in place or, if it is larger, lies in a new segment at the end of the file.");
  return [options] { return convert(*options); };
}

}  // namespace relaxscope::cli
