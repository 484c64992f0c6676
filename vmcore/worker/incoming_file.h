// SPDX-License-Identifier: Apache-2.0
// A file that is being received: written under a temporary name, checked, then renamed to its own.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "vmcore/base/bytes/sha256.h"
#include "vmcore/base/result.h"

namespace relaxscope::worker {

class IncomingFile {
 public:
  /// Creates `path`, which must not exist, readable and writable by this user only.
  static Result<IncomingFile> create(std::string path, std::string digest, uint64_t size);
  IncomingFile(IncomingFile&& other) noexcept;
  IncomingFile& operator=(IncomingFile&&) = delete;
  /// Removes the file unless finish() has moved it.
  ~IncomingFile();

  /// An error if the file cannot be written, or would be larger than announced.
  Result<void> write(std::span<const uint8_t> bytes);
  [[nodiscard]] uint64_t written() const { return written_; }
  [[nodiscard]] bool isComplete() const { return written_ == size_; }
  [[nodiscard]] const std::string& digest() const { return digest_; }
  /// Renames the complete file to `path`; an error if its bytes do not have the digest.
  Result<void> finish(const std::string& path);

 private:
  IncomingFile(std::string path, std::string digest, uint64_t size, int fd)
      : path_(std::move(path)), digest_(std::move(digest)), size_(size), fd_(fd) {}

  std::string path_, digest_;
  uint64_t size_ = 0, written_ = 0;
  int fd_ = -1;
  Sha256 hash_;
};

}  // namespace relaxscope::worker
