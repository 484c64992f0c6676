// SPDX-License-Identifier: Apache-2.0
#include "vmcore/base/text/command_line_text.h"

#include <algorithm>
#include <cctype>
#include <fstream>
#include <string_view>
#include <vector>

namespace relaxscope {

std::string quotedCommand(std::span<const std::string> arguments) {
  constexpr std::string_view kPlain = "-_./=:,+@%";
  const auto isPlain = [&](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || kPlain.find(c) != std::string_view::npos;
  };
  std::string text;
  for (const std::string& argument : arguments) {
    if (!text.empty()) text += ' ';
    if (!argument.empty() && std::ranges::all_of(argument, isPlain)) {
      text += argument;
      continue;
    }
    text += '\'';
    for (const char c : argument) text += c == '\'' ? std::string("'\\''") : std::string(1, c);
    text += '\'';
  }
  return text;
}

std::string commandLineText() {
  std::ifstream file("/proc/self/cmdline", std::ios::binary);
  std::vector<std::string> arguments;
  for (std::string argument; std::getline(file, argument, '\0');) arguments.push_back(argument);
  if (arguments.empty()) return {};
  arguments.front().erase(0, arguments.front().find_last_of('/') + 1);
  return quotedCommand(arguments);
}

}  // namespace relaxscope
