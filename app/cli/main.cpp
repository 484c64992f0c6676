// SPDX-License-Identifier: Apache-2.0
// rscope: the command-line program for terminals and CI. Thin: parses the command line, picks a row of the command
// table and returns its exit code. Exit codes: 0 done, 1 verify found errors, diff a difference, or slower than
// --fail-above, 2 error, 3 worker lost.
#include <CLI/CLI.hpp>

#include <csignal>
#include <memory>
#include <new>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/cli/commands.h"
#include "app/cli/output.h"
#include "vmcore/base/version.h"

namespace {

using namespace relaxscope::cli;

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

/// Prints one line about a parse error of CLI11.
int usageError(const CLI::ParseError& error) {
  const std::string text = error.what();
  return fail(error.get_name() == "RequiredError" ? "usage" : "command line", text.substr(0, text.find('\n')));
}

bool isCommand(std::string_view name) {
  for (const CommandRow& row : commandRows())
    if (name == row.name) return true;
  return false;
}

int runCommandLine(int argc, char** argv) {
  CLI::App app("Inspects, verifies, compares, runs and profiles Relax VM executables.", "rscope");
  app.set_version_flag("--version", relaxscope::withVersion("rscope"));
  app.set_help_flag("-h,--help", "Print this and exit");
  app.require_subcommand(0, 1);
  app.formatter(std::make_shared<HelpFormatter>());
  app.footer(
      "rscope COMMAND --help lists the options of a command. FILE is a library (any CPU), executable bytes\n"
      "or a text, python or JSON form; \"-\" is standard input, except for commands that run. Exit codes: 0 done, 1 errors or differences found or a limit exceeded,\n"
      "2 error, 3 the worker crashed.");
  std::vector<std::pair<CLI::App*, Runner>> runners;
  for (const CommandRow& row : commandRows()) {
    CLI::App* command = app.add_subcommand(row.name, row.summary);
    command->group(row.group);
    runners.emplace_back(command, row.configure(*command));
  }
  if (argc > 1 && argv[1][0] != '-' && !isCommand(argv[1]))
    return fail("usage", std::string("no command \"") + argv[1] + "\"; rscope --help lists them");
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& wanted) {
    return app.exit(wanted);  // --help, --version
  } catch (const CLI::ParseError& error) { return usageError(error); }
  for (const auto& [command, run] : runners)
    if (command->parsed()) return run();
  return fail("usage", "a command is required; rscope --help lists them");
}

}  // namespace

int main(int argc, char** argv) {
  // A closed pipe and a file that reaches a limit are detected by the write that fails.
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);
  try {
    return runCommandLine(argc, argv);
  } catch (const std::bad_alloc&) { return fail("memory", "not enough memory"); } catch (const std::exception& error) {
    return fail("internal error", error.what());
  }
}
