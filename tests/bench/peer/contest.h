// SPDX-License-Identifier: Apache-2.0
// One executable in both machines of this process, and what is said about a row of timings. Times are processor
// time of the thread: what neighbours on the machine take does not count.
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
/// Nanoseconds of this thread so far.
double threadNs();
/// Nanoseconds of one call of `run`.
template <class Run>
double timeNs(const Run& run) {
  const double start = threadNs();
  run();
  return threadNs() - start;
}

/// A median and where it lies with 95 % confidence, by order statistics: nothing is assumed of the distribution.
struct Interval {
  double low = 0, median = 0, high = 0;
};
Interval medianOf(std::vector<double> values);

/// Nanoseconds a unit of both machines in turns, and the ratios of the pairs: a neighbour slows both halves of a pair.
struct Timings {
  std::vector<double> ours, theirs, ratios;
};
template <class Ours, class Theirs>
Timings takeTurns(int pairs, const Ours& ours, const Theirs& theirs) {
  Timings timings;
  ours();
  theirs();
  for (int i = 0; i < pairs; ++i) {
    // Who comes second finds other caches than who comes first.
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

/// A float32 tensor, 64-byte aligned, with numbers in it.
ffi::Any someTensor(const std::vector<int64_t>& dims);

/// A program or library, loaded by our engine and, where it is there, by TVM's machine.
class Contest {
 public:
  /// Bytecode without kernels of its own; its packed functions are in the global registry.
  Contest(const BenchProgram& program, bool withTvm);
  /// A library; main takes tensors of fixed shapes. Who opens it first has the choice of memory.
  Contest(const std::string& path, bool withTvm, bool oursFirst);

  double ours();
  double theirs();
  [[nodiscard]] VirtualMachine& machine() { return *ours_; }

 private:
  void openOurs(LoadOptions options);
  void openTheirs(const ffi::Any& module);

  int calls_ = 1;  ///< of main in one timing
  int units_ = 1;  ///< in one call
  std::vector<ffi::Any> arguments_;
  std::unique_ptr<VirtualMachine> ours_;
  ffi::Any theirs_;
  ffi::Function ourMain_{nullptr}, theirMain_{nullptr};
};

/// Nanoseconds that loading a program and making a machine of it takes: from bytes that the caller holds, each machine
/// by its own way in (ours looks at them where they are, TVM's takes a copy), or from a file.
double ourLoad(const std::vector<uint8_t>& bytes);
double theirLoad(const std::vector<uint8_t>& bytes);
double ourLoad(const std::string& path);
double theirLoad(const std::string& path);

/// What main of a library takes.
std::vector<ffi::Any> argumentsOf(const std::string& path);
/// Opens a library in one of the machines, calls main and closes it again.
void callOnce(const std::string& path, const std::vector<ffi::Any>& arguments, bool ours);

}  // namespace relaxscope::bench
