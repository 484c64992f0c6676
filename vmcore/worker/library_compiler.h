// SPDX-License-Identifier: Apache-2.0
// Makes the library of a built module: runs a C compiler in a private temporary folder. Compilers are started with a
// list of arguments, never through a shell.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

#include "vmcore/base/bytes/bytes.h"
#include "vmcore/base/result.h"

namespace relaxscope {

struct CompileRequest {
  std::string kernels;  ///< C text of vmcore/build/codegen/c_kernels.h; empty: no kernels
  Bytes executable;     ///< without an outer length; empty: a library with kernels only
  /// A program with options, separated by blanks: "ccache gcc"; empty: $CC, then cc.
  std::string compiler;
  /// "native", "x86-64-v3", "skylake": for -march= (-mcpu= on ARM); empty: the compiler's own.
  std::string cpu;
  int optimisation = 3;                     ///< -O0 to -O3
  std::vector<std::string> furtherOptions;  ///< behind all others
  std::chrono::seconds limit{600};
};

struct CompiledLibrary {
  std::string compiler;  ///< the first line of its --version
  std::string command;   ///< as it could be typed, with the names of its files only
  std::string warnings;  ///< what the compiler printed
  Bytes library;
  double seconds = 0;  ///< of the compiler
};

/// The same request and compiler give the same bytes; nothing stays on disk. The error is of one line where no compiler
/// was found, it was ended by a signal, or it took longer than `limit`; else it holds what the compiler printed, with
/// the kernels' file called kernels.c.
Result<CompiledLibrary> compileLibrary(const CompileRequest& request);

/// The words of the compiler that compileLibrary() starts, the first one a program that exists; an error that says how
/// to name one otherwise.
Result<std::vector<std::string>> findCCompiler(const std::string& wanted);

}  // namespace relaxscope
