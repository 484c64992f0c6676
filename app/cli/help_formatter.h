// SPDX-License-Identifier: Apache-2.0
// The form of --help.
#pragma once

#include <CLI/CLI.hpp>

#include <string>

namespace relaxscope::cli {

/// CLI11's form, but an option that takes one value each time it is given has no "...".
class HelpFormatter : public CLI::Formatter {
 public:
  std::string make_option_opts(const CLI::Option* option) const override {
    std::string text = CLI::Formatter::make_option_opts(option);
    constexpr std::string_view kMany = " ...";
    if (const size_t at = text.find(kMany); at != std::string::npos && !option->get_allow_extra_args())
      text.erase(at, kMany.size());
    return text;
  }
};

}  // namespace relaxscope::cli
