// SPDX-License-Identifier: Apache-2.0
// The VMs that programs created for each file, so that another VM of the same file shares their constants. Thread-safe.
#pragma once

#include <map>
#include <memory>
#include <mutex>

#include "vmcore/format/loader.h"

namespace relaxscope {

class Engine;

class VmRegistry {
 public:
  /// The registry of the process.
  static VmRegistry& process();
  /// A live VM of that file, if any.
  std::weak_ptr<const Engine> of(const std::shared_ptr<const LoadedFile>& file) const;
  /// `engine` keeps `file` alive.
  void add(const std::shared_ptr<const LoadedFile>& file, const std::shared_ptr<const Engine>& engine);

 private:
  mutable std::mutex mutex_;
  std::multimap<const LoadedFile*, std::weak_ptr<const Engine>>
      engines_;  ///< by address, which is unique while the file is alive
};

}  // namespace relaxscope
