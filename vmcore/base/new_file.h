// SPDX-License-Identifier: Apache-2.0
// A file that appears under its name only when it is complete and on disk. Until then it is a temporary file beside it,
// removed on failure. So the old file stays intact and may be read while the new one is written.
#pragma once

#include <string>
#include <string_view>

#include "vmcore/base/result.h"

namespace relaxscope {

/// Writes to a descriptor until the first failure, which sets `closedByReader` or `problem`; returns false from then
/// on.
bool writeAll(int descriptor, std::string_view bytes, bool& closedByReader, std::string& problem);

class NewFile {
 public:
  /// If `path` is a link, its target is replaced; pipes and devices are written directly.
  static Result<NewFile> create(const std::string& path);
  NewFile(NewFile&& other) noexcept;
  NewFile& operator=(NewFile&&) = delete;
  ~NewFile();

  /// Returns false after the first failed write.
  bool write(std::string_view bytes);
  /// The cause of the failure; empty if none.
  [[nodiscard]] const std::string& problem() const { return problem_; }
  /// The reader closed the pipe; not an error.
  [[nodiscard]] bool closedByReader() const { return closedByReader_; }
  /// The temporary file, initially empty, for a library that opens files itself and closes them before commit(). Empty
  /// for a pipe or device.
  [[nodiscard]] const std::string& temporaryPath() const { return temporary_; }
  /// Writes the content to disk; returns the error of the first failed write. For groups of files: all failures for
  /// lack of space occur before the first file is put in place.
  Result<void> complete();
  /// complete(), then renames the file into place: after a system crash either the old or the new file exists. After an
  /// error nothing has changed.
  Result<void> commit();

 private:
  NewFile() = default;

  std::string path_, temporary_;  ///< no temporary file for a pipe or device
  int fd_ = -1;
  bool closedByReader_ = false;
  std::string problem_;
};

}  // namespace relaxscope
