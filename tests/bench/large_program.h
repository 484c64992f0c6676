// SPDX-License-Identifier: Apache-2.0
// A large program for file benchmarks, and helper processes that measure it and TVM.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "vmcore/model/executable.h"

namespace relaxscope::bench {

/// A hundred functions of calls as models have them: mostly three arguments, short and long names, some branches.
Executable largeProgram(int64_t instructions);

/// A folder for the files of this process, deleted at exit.
std::string scratchFolder();
/// Writes the program's executable to a file; returns its size in bytes.
size_t writeProgram(const Executable& program, const std::string& path);

struct Measure {
  double seconds = 0;
  double megabytes = 0;
};
/// Runs a program to completion with standard output in `outPath`; returns wall time and peak memory of the process.
std::optional<Measure> runProcess(const std::vector<std::string>& arguments, const std::string& outPath);
/// Lines that a command prints; none if it fails.
std::vector<std::string> linesOf(const std::string& command);
/// The Python that has TVM: $RELAXSCOPE_BENCH_PYTHON, else that of the build.
std::string benchPython();
/// Runs a Python program with the file as its argument; returns the numbers it prints, none if it fails.
std::vector<double> pythonNumbers(const char* program, const std::string& file, const std::string& outPath);
/// Same for a program that prints seconds and megabytes.
std::optional<Measure> runPython(const char* program, const std::string& file, const std::string& outPath);

double median(std::vector<double> values);

}  // namespace relaxscope::bench
