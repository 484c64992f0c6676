// SPDX-License-Identifier: Apache-2.0
// Records a VM for Python: runs are marked one by one; the result is a module that gives access to the recording.
#pragma once

#include <tvm/ffi/extra/module.h>

#include <array>
#include <chrono>
#include <memory>
#include <string>

#include "vmcore/trace/trace.h"
#include "vmcore/vm/virtual_machine.h"

namespace relaxscope {

/// One recording of one VM, which must outlive it. Stops when it is destroyed.
class ProfileRecording {
 public:
  /// What made the profile, as it is shown and stored.
  struct Origin {
    std::string entry;        ///< the function that the runs call; empty: those that were called, "prefill; decode"
    std::string noReference;  ///< why no unrecorded runs are made; empty if they are
  };
  ProfileRecording(VirtualMachine& vm, bool precise, bool values, Origin origin);
  ~ProfileRecording();
  ProfileRecording(const ProfileRecording&) = delete;
  ProfileRecording& operator=(const ProfileRecording&) = delete;

  /// A measured run records values only if there was no values run.
  void beginRun(RunKind kind);
  /// The run's duration in nanoseconds. Each end of a run waits for the GPUs, whose work belongs to the run, and raises
  /// their faults.
  double endRun();
  void dropRun();
  /// Around calls that are not recorded, beside a measured run; between runs. beginUnrecorded() again starts anew.
  void beginUnrecorded();
  /// The mean duration of the `calls` calls in nanoseconds, by the steady clock.
  double endUnrecorded(int64_t calls);
  /// Stops and returns profileModule(). `cutShort` tells why the recording ended early; empty: it did not.
  tvm::ffi::Module finish(std::string cutShort);

 private:
  void wait();

  VirtualMachine& vm_;
  std::shared_ptr<Trace> trace_;
  std::array<uint32_t, kRunKinds> runs_{};  ///< made so far, by kind
  std::chrono::steady_clock::time_point unrecordedSince_;
  bool recording_ = true;
};

}  // namespace relaxscope
