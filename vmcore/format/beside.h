// SPDX-License-Identifier: Apache-2.0
// Files beside a file that it needs to be loaded: the side file of a form of `convert`, and libraries that the dynamic
// linker finds relative to a shared library. Executes nothing.
#pragma once

#include <string>
#include <vector>

#include "vmcore/base/bytes/bytes.h"

namespace relaxscope {

/// Paths relative to the folder of the file with these bytes, "model.npz" or "../lib/libhelp.so", each once: the .npz
/// that a form names; of an ELF library the needed libraries in each folder of its RPATH or RUNPATH that begins with
/// $ORIGIN. Whether they exist is not checked. Empty for all other files.
std::vector<std::string> namesBeside(const Bytes& bytes);

}  // namespace relaxscope
