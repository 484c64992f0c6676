// SPDX-License-Identifier: Apache-2.0
// The command line of this process, as a profile keeps it.
#pragma once

#include <span>
#include <string>

namespace relaxscope {

/// Arguments joined by spaces; one that a shell would not take as it is stands in single quotes.
std::string quotedCommand(std::span<const std::string> arguments);
/// quotedCommand of this process with the program's name without folders; empty if the system does not tell.
std::string commandLineText();

}  // namespace relaxscope
