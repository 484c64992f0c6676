// SPDX-License-Identifier: Apache-2.0
// The machines that programs made of each file, so that one more of the same file shares their constants. Machines of
// several threads may be made at once.
#pragma once

#include <map>
#include <memory>
#include <mutex>

#include "vmcore/format/loader.h"

namespace relaxscope {

class Engine;

class MachineRegistry {
 public:
  /// That of the process.
  static MachineRegistry& process();
  /// A machine of that file that lives, if any.
  std::weak_ptr<const Engine> of(const std::shared_ptr<const LoadedFile>& file) const;
  /// `engine` keeps `file`.
  void add(const std::shared_ptr<const LoadedFile>& file, const std::shared_ptr<const Engine>& engine);

 private:
  mutable std::mutex mutex_;
  std::multimap<const LoadedFile*, std::weak_ptr<const Engine>>
      engines_;  ///< a file's address is its own while one lives
};

}  // namespace relaxscope
