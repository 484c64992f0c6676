// SPDX-License-Identifier: Apache-2.0
// A file that appears under its name only when it is complete and on the disk: until then it is another one beside it,
// which is removed where something fails. So the old file stays whole, and may be read while the new one is written.
#pragma once

#include <string>
#include <string_view>

#include "vmcore/base/result.h"

namespace relaxscope {

/// Writes to a descriptor as long as nothing has failed there: then one of the two says why, and it is false from then
/// on.
bool writeAll(int descriptor, std::string_view bytes, bool& closedByReader, std::string& problem);

class NewFile {
 public:
  /// Where `path` is a link, the file that it leads to is replaced; a pipe or device is written to as it is.
  static Result<NewFile> create(const std::string& path);
  NewFile(NewFile&& other) noexcept;
  NewFile& operator=(NewFile&&) = delete;
  ~NewFile();

  /// False, from then on, once something could not be written.
  bool write(std::string_view bytes);
  /// Why not; empty where nothing went wrong.
  [[nodiscard]] const std::string& problem() const { return problem_; }
  /// Nobody reads the pipe any more; no problem.
  [[nodiscard]] bool closedByReader() const { return closedByReader_; }
  /// The file that becomes the wanted one, empty at first, for a library that opens files itself and has closed it
  /// before commit(). Empty for a pipe or device.
  [[nodiscard]] const std::string& temporaryPath() const { return temporary_; }
  /// Brings the content to the disk. The error of the first write that failed. For several files that belong together:
  /// what can fail for want of room has failed before the first of them is put in its place.
  Result<void> complete();
  /// complete(), then puts the file in its place: after a crash of the system there is the old file or the new one.
  /// After an error nothing has changed.
  Result<void> commit();

 private:
  NewFile() = default;

  std::string path_, temporary_;  ///< no temporary one for a pipe or device
  int fd_ = -1;
  bool closedByReader_ = false;
  std::string problem_;
};

}  // namespace relaxscope
