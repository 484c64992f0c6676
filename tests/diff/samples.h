// SPDX-License-Identifier: Apache-2.0
// The executables that properties of diffs are tried on.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "vmcore/model/executable.h"

namespace relaxscope::test {

struct Sample {
  std::string name;
  std::shared_ptr<const Executable> executable;
};
/// The executables in files and folders that can be taken apart (Draft::of), in order of path; of several with equal
/// code only one.
std::vector<Sample> samplesOf(std::span<const std::string> paths);
/// Generated ones of both instruction sets and all layouts, `count` as compilers emit them and half as many of any
/// operands: named "relax:7", "relay:3", "any:5".
std::vector<Sample> generatedSamples(size_t count);

}  // namespace relaxscope::test
