// SPDX-License-Identifier: Apache-2.0
// The host's side of a transfer of files: offers them, and makes the parts of those that the worker lacks, one at a
// time, so that a large file takes no memory.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "vmcore/base/result.h"
#include "vmcore/run/files/load_files.h"
#include "vmcore/wire/messages.h"

namespace relaxscope::wire {

/// Bytes of the files that the worker asked for.
struct FileProgress {
  uint64_t sent = 0, wanted = 0;
  friend bool operator==(const FileProgress&, const FileProgress&) = default;
};

class FileSender {
 public:
  explicit FileSender(LoadFiles files) : files_(std::move(files)) {}

  [[nodiscard]] FileOffers offers() const;
  /// The worker's answer. An error for files that were not offered, for a file that is asked for twice, and at a wrong
  /// time.
  Result<void> take(const WantedFiles& wanted);
  [[nodiscard]] bool hasPart() const { return current_ < wanted_.size(); }
  /// The next part; requires hasPart(). An error if the file has changed since its digest was computed.
  Result<FilePart> nextPart();
  [[nodiscard]] FileProgress progress() const { return progress_; }
  [[nodiscard]] uint64_t offeredBytes() const;
  /// Whether the worker has all files.
  [[nodiscard]] bool isDone() const { return state_ == State::Done; }

 private:
  enum class State : uint8_t { Offered, Sending, Done };

  LoadFiles files_;
  std::vector<const LoadFile*> wanted_;
  size_t current_ = 0;   ///< in wanted_
  uint64_t offset_ = 0;  ///< in its bytes
  FileProgress progress_;
  State state_ = State::Offered;
};

}  // namespace relaxscope::wire
