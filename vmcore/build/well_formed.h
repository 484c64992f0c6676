// SPDX-License-Identifier: Apache-2.0
// What every stage promises.
#pragma once

#include <string>

#include "vmcore/ir/relax.h"

namespace relaxscope::build {

/// What is wrong with a stage, in one sentence with function and variable; empty if nothing is. Checked: function names
/// are unique, variables are defined once and before their use, operands are atoms (variables, constants, literals,
/// names of functions, tuples of them), every variable and parameter has a type, functions that are called exist, and
/// no expression is an error. Linear in the module.
std::string faultOf(const ir::Module& module);

}  // namespace relaxscope::build
