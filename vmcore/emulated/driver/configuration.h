// SPDX-License-Identifier: Apache-2.0
// What the environment variable RELAXSCOPE_EMULATED_GPU says of the emulated GPU: a list of items separated by commas
// (emulated_gpu.md 2).
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "vmcore/emulated/driver/api.h"

namespace relaxscope::emulated {

struct InjectedFailure {
  Fn function = Fn::Count;
  uint64_t call = 0;  ///< from 1; 0: every call
  int status = 0;
};

/// Why libcupti cannot be used.
enum class NoCupti : uint8_t { Usable, Absent, Version, Permission, Subscriber, Driver };

struct Configuration {
  int devices = 1;
  int driver = 13000;
  uint64_t memory = uint64_t{16} << 30;
  int architecture = 80;
  std::optional<uint64_t> late;
  std::vector<InjectedFailure> failures;
  std::string hang;
  std::optional<uint64_t> lost;
  std::string spinning;  ///< a kernel that takes at least spinMicroseconds
  uint64_t spinMicroseconds = 0;
  std::optional<uint64_t> buffers;
  NoCupti noCupti = NoCupti::Usable;
  int init = 0;
  bool stub = false, leaks = false;
  std::set<std::string> absent;
  std::string error;  ///< of the first invalid item; cuInit fails with it
};

/// Parses the value of the variable.
Configuration parseConfiguration(const std::string& text);
/// That of this process, read at the first use; an error is printed once.
const Configuration& configuration();

}  // namespace relaxscope::emulated
