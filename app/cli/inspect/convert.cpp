// SPDX-License-Identifier: Apache-2.0
// rscope convert: writes an executable in another form, without loss.
#include <fmt/format.h>

#include <functional>
#include <memory>
#include <optional>
#include <utility>

#include "app/cli/files.h"
#include "app/cli/inspect/commands.h"
#include "app/cli/output.h"
#include "vmcore/analysis/run_obstacles.h"
#include "vmcore/base/text/text.h"
#include "vmcore/build/codegen/register_allocation.h"
#include "vmcore/format/file_bytes.h"
#include "vmcore/format/library/library_reader.h"
#include "vmcore/format/save.h"
#include "vmcore/format/vm/variant_change.h"

namespace relaxscope::cli {
namespace {

/// Warns of functions that the program calls and neither the library nor the engine has: a run that calls them fails.
void warnOfMissingFunctions(const Bytes& library, const Executable& executable, const std::string& output) {
  const auto read = readLibrary(library);
  if (!read.ok()) return;
  constexpr size_t kMaxNamed = 10;
  std::string names;
  size_t count = 0;
  for (const FuncIndex missing : missingFunctions(executable, &*read))
    if (++count <= kMaxNamed) names += (names.empty() ? "" : ", ") + printable(executable.functions[missing.at()].name);
  if (count == 0) return;
  const std::string more = count > kMaxNamed ? fmt::format(" and {} more", count - kMaxNamed) : "";
  warn(output, fmt::format("the library has no {}{}; a run needs them from elsewhere (--load)", names, more));
}

/// Reports a failure with the file that it concerns.
int failedSave(const SaveFailure& failure, const std::string& source, const std::string& output,
               const std::string& library) {
  switch (failure.part) {
    case SaveFailure::Part::Executable: return fail(source, failure.error);
    case SaveFailure::Part::Library: return fail(fmt::format("{} with {}", output, library), failure.error);
    case SaveFailure::Part::SideFile: return fail(output + ".npz", failure.error);
    case SaveFailure::Part::File: break;
  }
  return fail(output, failure.error);
}

/// Standard output has no file name from which to derive a side file.
int save(const LoadedFile& source, const std::string& output, const SaveOptions& options, const std::string& library) {
  if (!output.empty() && output != "-") {
    const Saved saved = saveExecutable(source.executable, output, options);
    return saved.failure ? failedSave(*saved.failure, source.path, output, library) : kDone;
  }
  const bool isBinary = options.form == SaveForm::Bytes || options.form == SaveForm::Library;
  std::optional<SaveFailure> failure;
  const int code = writeOutput(output, [&](Output& out) {
    failure = writeExecutable(source.executable, options, [&](std::string_view piece) {
      return isBinary ? out.writeBinary(piece) : out.write(piece);
    });
  });
  return failure ? failedSave(*failure, source.path, output, library) : code;
}

/// Writes `output`, which may be "-". Returns the exit code.
int saveAs(const LoadedFile& source, const std::string& output, SaveForm form) {
  SaveOptions options;
  options.form = form;
  return save(source, output, options, {});
}

/// Writes `output`: the library `library` with the executable of `source`. Warns on standard error of functions that
/// the program calls and the library lacks. Returns the exit code.
int packInto(const std::string& library, const LoadedFile& source, const std::string& output,
             std::optional<Variant> variant) {
  auto bytes = readFileBytes(library);
  if (!bytes.ok()) return fail(library, bytes.error());
  const int code = save(source, output, {SaveForm::Library, *bytes, variant}, library);
  if (code == kDone) warnOfMissingFunctions(*bytes, *source.executable, output);
  return code;
}

/// `file` converted to the requested variant.
Result<LoadedFile> inVariantOf(const LoadedFile& file, Variant variant) {
  RS_TRY(Executable changed, inVariant(*file.executable, variant));
  LoadedFile copy = file;
  copy.executable = std::make_shared<const Executable>(std::move(changed));
  return copy;
}

/// `file` with fewer registers; tells on standard error how many each function had and has.
Result<LoadedFile> withAllocatedRegisters(const LoadedFile& file) {
  auto executable = std::make_shared<Executable>(*file.executable);
  RS_TRY(const build::AllocatedRegisters registers, build::allocateRegisters(*executable));
  for (const build::FunctionRegisters& each : registers.functions)
    warn(printable(executable->functions[each.function.at()].name),
         fmt::format("{} registers, {} before", each.after, each.before));
  LoadedFile copy = file;
  copy.executable = std::move(executable);
  return copy;
}

/// Opens the file of the options and passes it to `work`, with allocated registers where they are wanted.
int withConverted(const ConvertOptions& options, const std::function<int(const LoadedFile&)>& work) {
  return withFile(options.file, [&](const LoadedFile& given) {
    if (!options.allocateRegisters) return work(given);
    const auto allocated = withAllocatedRegisters(given);
    return allocated.ok() ? work(*allocated) : fail(options.file, allocated.error());
  });
}

int convertWith(const ConvertOptions& options, std::optional<Variant> variant) {
  if (!options.format.empty() && options.format != "binary")
    return fail(options.file, "convert --with writes a library, so --format does not apply");
  return withConverted(options,
                       [&](const LoadedFile& file) { return packInto(options.with, file, options.output, variant); });
}

}  // namespace

int convertCommand(const ConvertOptions& options) {
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
  return withConverted(options, [&](const LoadedFile& given) {
    const auto file = variant ? inVariantOf(given, *variant) : Result<LoadedFile>(given);
    return file.ok() ? saveAs(*file, options.output, *form == SaveForm::Library ? SaveForm::Bytes : *form)
                     : fail(options.file, file.error());
  });
}

}  // namespace relaxscope::cli
