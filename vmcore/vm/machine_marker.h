// SPDX-License-Identifier: Apache-2.0
// Which machine of this process is at work, for crash reports: set around loads and outermost calls.
#pragma once

namespace relaxscope {

class Engine;

/// Makes `engine` the machine at work for the length of a scope.
class MachineMarker {
 public:
  explicit MachineMarker(const Engine& engine);
  ~MachineMarker();
  MachineMarker(const MachineMarker&) = delete;
  MachineMarker& operator=(const MachineMarker&) = delete;
  /// The machine at work, or null. Async-signal-safe.
  static const Engine* current();

 private:
  const Engine* before_;
};

}  // namespace relaxscope
