// SPDX-License-Identifier: Apache-2.0
#include "vmcore/format/save.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>

#include "vmcore/base/new_file.h"
#include "vmcore/format/assembly/assembly.h"
#include "vmcore/format/json/json_form.h"
#include "vmcore/format/library/pack.h"
#include "vmcore/format/side_file.h"
#include "vmcore/format/vm/executable_check.h"
#include "vmcore/format/vm/vm_executable.h"

namespace relaxscope {
namespace {

using Part = SaveFailure::Part;
using Failure = std::optional<SaveFailure>;

struct FormRow {
  SaveForm form;
  const char* name;  ///< empty: it cannot be selected by name
  bool hasSideFile;
  std::string_view suffixes[2];
};
constexpr FormRow kForms[] = {
    {SaveForm::Bytes, "binary", false, {}},      {SaveForm::Text, "text", true, {".rsasm", ".txt"}},
    {SaveForm::Python, "python", true, {".py"}}, {SaveForm::Json, "json", true, {".json"}},
    {SaveForm::Library, "", false, {".so"}},
};
const FormRow& rowOf(SaveForm form) { return kForms[static_cast<size_t>(form)]; }

bool endsWith(std::string_view path, std::string_view lowerSuffix) {
  const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; };
  return path.size() >= lowerSuffix.size() && std::equal(lowerSuffix.begin(), lowerSuffix.end(),
                                                         path.end() - static_cast<std::ptrdiff_t>(lowerSuffix.size()),
                                                         [&](char wanted, char c) { return lower(c) == wanted; });
}

/// Whether all data of the executable that comes from files could be read.
bool isIntact(const Executable& executable) {
  return executable.trailing.intact() &&
         std::all_of(executable.constants.begin(), executable.constants.end(), [](const Constant& constant) {
           const auto* tensor = std::get_if<TensorConstant>(&constant.value);
           return tensor == nullptr || tensor->data.intact();
         });
}

/// Writes an executable. prepare() finds what prevents it from being written in this form, before a file is created.
class Writer {
 public:
  Writer(std::shared_ptr<const Executable> executable, const SaveOptions& options)
      : executable_(std::move(executable)), options_(options) {}

  Failure prepare() {
    const auto writable =
        options_.form == SaveForm::Bytes ? checkConstantsKnown(*executable_) : checkDataPresent(*executable_);
    if (!writable.ok()) return SaveFailure{Part::Executable, writable.error()};
    if (options_.form != SaveForm::Library) return {};
    if (!options_.library)
      return SaveFailure{Part::Executable,
                         Error("the executable did not come from a library; save it as bytes (.bin)")};
    auto packed = packLibrary(*options_.library, *executable_, {options_.variant});
    if (!packed.ok()) return SaveFailure{Part::Library, packed.error()};
    packed_.emplace(*std::move(packed));
    return {};
  }

  /// `sideFile`: the name of the .npz for large data; empty: all data is inline.
  Failure write(const std::string& sideFile, const TextSink& sink) const {
    switch (options_.form) {
      case SaveForm::Bytes:
        return changedUnless(executablePieces(*executable_, executable_).write(sink), Part::Executable);
      case SaveForm::Library: return changedUnless(packed_->edit.write(sink), Part::Library);
      case SaveForm::Text:
      case SaveForm::Python: {
        AssemblyOptions how;
        how.sideFile = sideFile;
        writeAssembly(*executable_, options_.form == SaveForm::Text ? AssemblyForm::Text : AssemblyForm::Python, how,
                      sink);
        break;
      }
      case SaveForm::Json:
        if (const auto written = writeJsonForm(*executable_, sideFile, sink); !written.ok())
          return SaveFailure{Part::File, written.error()};
        break;
    }
    return changedUnless(isIntact(*executable_), Part::Executable);
  }

 private:
  static Failure changedUnless(bool whole, Part part) {
    return whole ? Failure() : SaveFailure{part, Error("the file changed while it was read")};
  }

  std::shared_ptr<const Executable> executable_;
  const SaveOptions& options_;
  std::optional<PackedLibrary> packed_;
};

}  // namespace

std::optional<SaveForm> saveFormOfName(std::string_view name) {
  const auto row = std::find_if(std::begin(kForms), std::end(kForms),
                                [&](const FormRow& each) { return name == each.name && !name.empty(); });
  return row != std::end(kForms) ? std::optional(row->form) : std::nullopt;
}

SaveForm saveFormOfPath(std::string_view path) {
  for (const FormRow& row : kForms)
    for (const std::string_view suffix : row.suffixes)
      if (!suffix.empty() && endsWith(path, suffix)) return row.form;
  return SaveForm::Bytes;
}

Failure writeExecutable(const std::shared_ptr<const Executable>& executable, const SaveOptions& options,
                        const TextSink& sink) {
  Writer writer(executable, options);
  if (Failure failure = writer.prepare()) return failure;
  return writer.write({}, sink);
}

Saved saveExecutable(const std::shared_ptr<const Executable>& executable, const std::string& path,
                     const SaveOptions& options) {
  Saved saved;
  const auto failed = [&saved](Part part, Error error) {
    saved.failure = SaveFailure{part, std::move(error)};
    return std::move(saved);
  };
  Writer writer(executable, options);
  if ((saved.failure = writer.prepare())) return saved;
  auto file = NewFile::create(path);
  if (!file.ok()) return failed(Part::File, file.error());
  const std::string sidePath = path + ".npz";
  std::optional<NewFile> side;
  if (rowOf(options.form).hasSideFile && needsSideFile(*executable)) {
    auto made = makeSideFile(*executable, sidePath);
    if (!made.ok()) return failed(isIntact(*executable) ? Part::SideFile : Part::Executable, made.error());
    side.emplace(*std::move(made));
  }
  const std::string sideName = side ? sidePath.substr(sidePath.rfind('/') + 1) : std::string();
  if ((saved.failure = writer.write(sideName, [&](std::string_view piece) { return file->write(piece); })))
    return saved;
  if (const auto complete = file->complete(); !complete.ok()) return failed(Part::File, complete.error());
  if (side)
    if (const auto placed = side->commit(); !placed.ok()) return failed(Part::SideFile, placed.error());
  if (const auto placed = file->commit(); !placed.ok()) return failed(Part::File, placed.error());
  saved.files.push_back(path);
  if (side) saved.files.push_back(sidePath);
  return saved;
}

}  // namespace relaxscope
