// SPDX-License-Identifier: Apache-2.0
// What is timed, the same for every front end: the worker, the Python package and the probe of the cost of recording. A
// timed call releases the result of the call before, as a loop of a program does, calls, and waits for the GPUs; its
// function is looked up and its arguments are on the device beforehand.
#pragma once

#include <tvm/ffi/container/array.h>

#include <chrono>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "vmcore/vm/time_evaluator.h"
#include "vmcore/vm/virtual_machine.h"

namespace relaxscope {

/// The fields of tuples among arguments, so that each call gets them whole: vm.builtin.tuple_reset_item clears the
/// fields of its caller's tuple, and the next call would find none. Empty for a program that does not have the builtin.
class TupleFields {
 public:
  TupleFields(const Executable& executable, std::span<const tvm::ffi::Any> arguments);
  [[nodiscard]] bool empty() const { return fields_.empty(); }
  /// Sets again what a call has cleared.
  void restore() const;

 private:
  void add(const tvm::ffi::Any& value);
  struct Field {
    tvm::ffi::Array<tvm::ffi::Any> tuple;
    int64_t index = 0;
    tvm::ffi::Any value;
  };
  std::vector<Field> fields_;
};

/// A call of which nothing is left to do but the call. The VM must outlive it.
class PreparedCall {
 public:
  /// `function` as VirtualMachine::call takes it; `placed`: arguments on the VM's first device.
  PreparedCall(VirtualMachine& vm, std::string function, std::vector<tvm::ffi::Any> placed);
  [[nodiscard]] RunResult operator()() const;
  [[nodiscard]] VirtualMachine& vm() const { return *vm_; }
  [[nodiscard]] const TupleFields& fields() const { return fields_; }

 private:
  VirtualMachine* vm_;
  std::string function_;
  uint32_t row_;  ///< of the function table; kNoIndex: called by its name
  std::vector<tvm::ffi::Any> placed_;
  std::vector<tvm::ffi::AnyView> views_;
  TupleFields fields_;
};

enum class RunRecording : uint8_t {
  None,
  Measured,  ///< of measured runs
  Paired     ///< the same, each with an unrecorded run beside it
};

/// Nanoseconds per run. Without a recording a run is the mean of `number` calls.
struct MeasuredTimes {
  std::vector<double> runNs, unrecordedNs;
  uint32_t number = 1;
};

class Measurement {
 public:
  /// One call, or a script of them: releases earlier results, callBegins(), calls, waits for the GPUs. All of it is
  /// timed, but for what it excludes. False: it failed, which ends the measurement.
  using Call = std::function<bool(Measurement&)>;
  Measurement(VirtualMachine& vm, Call call) : vm_(vm), call_(std::move(call)) {}
  Measurement(const Measurement&) = delete;
  Measurement& operator=(const Measurement&) = delete;

  // Around runs and outside of their times. All may be empty.
  std::function<bool()> isReady = {};  ///< before each run; false ends the measurement
  std::function<void(uint32_t done)> beforeWarmup = {};
  std::function<void(uint32_t done, uint32_t planned)> beforeRound = {};
  std::function<void(uint32_t index, RunKind kind)> beforeRecorded = {};
  std::function<void(RunKind kind)> afterRecorded = {};

  /// `values`: after the warm-ups one recorded run records values, and no other does. Anything but RunRecording::None
  /// needs VirtualMachine::startTrace(). False if a call failed or a function above ended it; `times` then has the
  /// complete runs.
  bool run(const TimingPlan& plan, RunRecording recording, bool values, MeasuredTimes& times);
  /// Of the last run(), or so far.
  [[nodiscard]] const std::vector<double>& unrecordedNs() const { return pairs_.unrecordedNs; }

  /// Calls made by run(), of all kinds.
  [[nodiscard]] uint64_t calls() const { return calls_; }

  // For the call.
  /// What was done since the run or the last call ended, such as releasing results, is in the run and in none of its
  /// events.
  void callBegins() {
    if (recorded_) vm_.beginCall();
  }
  using Clock = std::chrono::steady_clock;
  /// The time since `since` is in no run: it prepared arguments.
  void exclude(Clock::time_point since);
  /// Restores what the call before cleared, in no run's time.
  void restore(const TupleFields& fields);

 private:
  bool callOnce() {
    ++calls_;
    return call_(*this);
  }
  bool ready() const { return !isReady || isReady(); }
  void beginRecorded(uint32_t index, RunKind kind, ReadConditions read);
  bool leadIn(uint32_t index, bool last);
  double endRecorded();
  bool recordValues();
  TimedCalls unrecordedCalls();
  TimedCalls recordedCalls();
  bool runPairs(const TimingPlan& plan, TimedCalls recorded);

  VirtualMachine& vm_;
  Call call_;
  PairedTiming pairs_;
  uint64_t calls_ = 0;
  uint32_t measured_ = 0;             ///< recorded runs so far
  RunKind kind_ = RunKind::Measured;  ///< of the recorded run in progress
  bool recorded_ = false;             ///< whether the run in progress is
  /// Of the next recorded run: AsBefore once the last lead-in call has them.
  ReadConditions read_ = ReadConditions::Now;
  double excludedNs_ = 0;  ///< in the repeat in progress, if that is not recorded
};

/// What a measurement of a single call calls; `last` receives its result, or why it failed. Both must outlive it.
Measurement::Call callOf(const PreparedCall& call, RunResult& last);

}  // namespace relaxscope
