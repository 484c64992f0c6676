// SPDX-License-Identifier: Apache-2.0
// Records a VM for Python: runs are marked one by one; the result is a module that gives access to the recording.
#pragma once

#include <tvm/ffi/extra/module.h>

#include <array>
#include <memory>
#include <string>

#include "vmcore/trace/trace.h"
#include "vmcore/vm/measurement.h"
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
  /// Records warm-ups, a values run if the recording has values, and measured runs of a call; with `reference` each of
  /// these has an unrecorded one beside it. Raises as timeCalls().
  void record(const PreparedCall& call, const TimingPlan& plan, bool reference);
  /// Stops and returns profileModule(). `cutShort` tells why the recording ended early; empty: it did not.
  tvm::ffi::Module finish(std::string cutShort);

 private:
  VirtualMachine& vm_;
  std::shared_ptr<Trace> trace_;
  std::array<uint32_t, kRunKinds> runs_{};  ///< made so far, by kind
  bool recording_ = true;
};

/// The times of a call by `plan`, not recorded. Raises what a call raises, and between the runs what the host's
/// handlers of signals raise.
MeasuredTimes timeCalls(const PreparedCall& call, const TimingPlan& plan);
/// {number run_ns interval repeats_ns}, as `rscope time --json` has them.
std::string timesJson(const MeasuredTimes& times);

}  // namespace relaxscope
