// SPDX-License-Identifier: Apache-2.0
// Saving an executable in any of its forms, and the .npz of its large data beside a form that leaves it out: for the
// window and for rscope. Both files are complete and on the disk before either comes to its place.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "vmcore/base/bytes/bytes.h"
#include "vmcore/base/result.h"
#include "vmcore/base/text_sink.h"
#include "vmcore/model/executable.h"

namespace relaxscope {

enum class SaveForm : uint8_t {
  Bytes,   ///< as TVM writes it
  Text,    ///< assembler text
  Python,  ///< assembler in Python's syntax
  Json,
  Library,  ///< on the kernels of a library
};
/// "binary", "text", "python", "json"; a library has a file, not a name.
std::optional<SaveForm> saveFormOfName(std::string_view name);
/// What a file's suffix asks for: .rsasm and .txt text, .py, .json, .so a library, anything else bytes.
SaveForm saveFormOfPath(std::string_view path);

struct SaveOptions {
  SaveForm form = SaveForm::Bytes;
  std::optional<Bytes> library;    ///< for Library: the file that gets the executable in the place of its own
  std::optional<Variant> variant;  ///< for Library: what to write; without it the variant that the library has now
};

struct SaveFailure {
  /// What the error is about; it does not name it.
  enum class Part : uint8_t { Executable, Library, File, SideFile };
  Part part = Part::Executable;
  Error error;
};
struct Saved {
  std::vector<std::string> files;      ///< what was written: the file, then the one beside it
  std::optional<SaveFailure> failure;  ///< then nothing was
};

/// Replaces the file at `path`. The side file is `path` with ".npz" behind it.
Saved saveExecutable(const std::shared_ptr<const Executable>& executable, const std::string& path,
                     const SaveOptions& options);
/// Streams a form with all data in it; for standard output. A sink that wants no more is no failure.
std::optional<SaveFailure> writeExecutable(const std::shared_ptr<const Executable>& executable,
                                           const SaveOptions& options, const TextSink& sink);

}  // namespace relaxscope
