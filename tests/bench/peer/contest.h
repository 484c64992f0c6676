// SPDX-License-Identifier: Apache-2.0
// One executable in both VMs of this process, and statistics of a series of timings. Times are processor time of the
// thread, so that other load on the machine does not count.
#pragma once

#include <tvm/ffi/any.h>
#include <tvm/ffi/function.h>

#include <memory>
#include <string>
#include <vector>

#include "tests/bench/peer/programs.h"
#include "vmcore/vm/virtual_machine.h"

namespace relaxscope::bench {

namespace ffi = tvm::ffi;

/// Ends the benchmark with a message.
[[noreturn]] void stop(const std::string& message);
/// Processor time of this thread so far, in nanoseconds.
double threadNs();
/// Nanoseconds of one call of `run`.
template <class Run>
double timeNs(const Run& run) {
  const double start = threadNs();
  run();
  return threadNs() - start;
}

/// A median with its 95 % confidence interval from order statistics, without assumptions about the distribution.
struct Interval {
  double low = 0, median = 0, high = 0;
};
Interval medianOf(std::vector<double> values);

/// Nanoseconds per unit of both VMs in turns, and the ratios of the pairs: other load slows both halves of a pair.
struct Timings {
  std::vector<double> ours, theirs, ratios;
};
template <class Ours, class Theirs>
Timings takeTurns(int pairs, const Ours& ours, const Theirs& theirs) {
  Timings timings;
  ours();
  theirs();
  for (int i = 0; i < pairs; ++i) {
    // The order alternates, because the second one finds other cache contents than the first.
    const bool first = i % 2 == 0;
    double our = first ? ours() : 0;
    const double their = theirs();
    if (!first) our = ours();
    timings.ours.push_back(our);
    timings.theirs.push_back(their);
    timings.ratios.push_back(our / their);
  }
  return timings;
}

/// A float32 tensor, 64-byte aligned, filled with numbers.
ffi::Any someTensor(const std::vector<int64_t>& dims);

/// A program or library, loaded by our engine and, if available, by TVM's VM.
class Contest {
 public:
  /// Bytecode without kernels of its own; its packed functions are in the global registry.
  Contest(const BenchProgram& program, bool withTvm);
  /// A library; main takes tensors of fixed shapes. The VM that opens it first gets the first choice of memory.
  Contest(const std::string& path, bool withTvm, bool oursFirst);

  double ours();
  double theirs();
  /// Nanoseconds per unit of a single call of main in our VM.
  double ourCall();
  [[nodiscard]] VirtualMachine& vm() { return *ours_; }

 private:
  void openOurs(LoadOptions options);
  void openTheirs(const ffi::Any& module);

  int calls_ = 1;  ///< calls of main per timing
  int units_ = 1;  ///< units per call
  std::vector<ffi::Any> arguments_;
  std::unique_ptr<VirtualMachine> ours_;
  ffi::Any theirs_;
  ffi::Function ourMain_{nullptr}, theirMain_{nullptr};
};

/// Nanoseconds to load a program and create a VM of it: from bytes that the caller holds, each VM with its own loader
/// (ours reads them in place, TVM's copies them), or from a file.
double ourLoad(const std::vector<uint8_t>& bytes);
double theirLoad(const std::vector<uint8_t>& bytes);
double ourLoad(const std::string& path);
double theirLoad(const std::string& path);

/// Arguments for main of a library.
std::vector<ffi::Any> argumentsOf(const std::string& path);
/// Opens a library in one of the VMs, calls main and closes it again.
void callOnce(const std::string& path, const std::vector<ffi::Any>& arguments, bool ours);

}  // namespace relaxscope::bench
