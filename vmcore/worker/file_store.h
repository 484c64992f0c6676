// SPDX-License-Identifier: Apache-2.0
// Files that hosts have sent, named by their SHA-256, in a folder that only this user can enter. Several workers may
// use it at once: a file appears complete, is checked whenever it is used, and stays readable for those that use it
// when it is evicted. The files that were not used for longest are evicted first.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "vmcore/base/result.h"
#include "vmcore/worker/incoming_file.h"

namespace relaxscope::worker {

/// Whether the text is 64 lower-case hexadecimal digits: nothing else names a file of the store.
bool isDigest(const std::string& text);

class FileStore {
 public:
  static constexpr uint64_t kMostBytes = uint64_t{32} << 30;

  /// $XDG_CACHE_HOME/relaxscope/files, else ~/.cache/relaxscope/files, else a temporary folder that is removed with the
  /// store. It holds at most $RELAXSCOPE_STORE_LIMIT bytes, by default kMostBytes or half of the file system's free
  /// space, whichever is less.
  static Result<FileStore> openUsual();
  /// Creates the folder where it is missing. An error if it belongs to another user, cannot be written, or its files
  /// cannot be mapped as code.
  static Result<FileStore> open(const std::string& folder, uint64_t mostBytes);
  FileStore(FileStore&& other) noexcept;
  FileStore& operator=(FileStore&&) = delete;
  /// Removes the files of this process: links and what was not received completely.
  ~FileStore();

  [[nodiscard]] const std::string& folder() const { return folder_; }
  /// Makes the file of that digest and size visible at `place`, a path below own(). False if the store lacks it; a
  /// damaged file is removed.
  Result<bool> place(const std::string& digest, uint64_t size, const std::string& place) const;
  /// Evicts files until `bytes` more fit. An error if they never will.
  Result<void> makeRoom(uint64_t bytes) const;
  /// A file to be received. Several workers may receive the same.
  Result<IncomingFile> receive(const std::string& digest, uint64_t size) const;
  /// Adds a received file.
  Result<void> keep(IncomingFile file) const;
  /// Folder of this process in the store, for the files that it uses.
  [[nodiscard]] const std::string& own() const { return own_; }

 private:
  FileStore(std::string folder, std::string own, int lock, uint64_t mostBytes, bool temporary)
      : folder_(std::move(folder)), own_(std::move(own)), lock_(lock), mostBytes_(mostBytes), temporary_(temporary) {}
  [[nodiscard]] std::string fileOf(const std::string& digest) const { return folder_ + "/" + digest; }
  static Result<FileStore> openAt(const std::string& folder, uint64_t mostBytes, bool temporary);

  std::string folder_, own_;
  int lock_ = -1;  ///< own_, locked while the process lives
  uint64_t mostBytes_ = 0;
  bool temporary_ = false;
};

}  // namespace relaxscope::worker
