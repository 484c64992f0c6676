// SPDX-License-Identifier: Apache-2.0
// A large program for benchmarks of files, and processes to measure with it beside TVM's.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "vmcore/model/executable.h"

namespace relaxscope::bench {

/// A hundred functions of calls as models have them: most with three arguments, short names and long ones, some
/// branches.
Executable largeProgram(int64_t instructions);

/// A folder for the files of this process, gone at its end.
std::string scratchFolder();
/// The program as an executable's bytes in a file; its size.
size_t writeProgram(const Executable& program, const std::string& path);

struct Measure {
  double seconds = 0;
  double megabytes = 0;
};
/// Runs a program to its end with standard output in `outPath`; wall time and peak memory of the process.
std::optional<Measure> runProcess(const std::vector<std::string>& arguments, const std::string& outPath);
/// The Python that has TVM: $RELAXSCOPE_BENCH_PYTHON, else that of the build.
std::string benchPython();
/// Runs a Python program with the file as its argument; the numbers it prints. None where it fails.
std::vector<double> pythonNumbers(const char* program, const std::string& file, const std::string& outPath);
/// The same of a program that prints seconds and megabytes.
std::optional<Measure> runPython(const char* program, const std::string& file, const std::string& outPath);

double median(std::vector<double> values);

}  // namespace relaxscope::bench
