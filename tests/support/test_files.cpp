// SPDX-License-Identifier: Apache-2.0
#include "tests/support/test_files.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <iostream>
#include <string>
#include <string_view>
#include <vector>

namespace relaxscope::testing {
namespace {

std::vector<std::string> splitAtCommas(std::string_view text) {
  std::vector<std::string> parts;
  while (!text.empty()) {
    const size_t end = std::min(text.find(','), text.size());
    if (end > 0) parts.emplace_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return parts;
}

bool isIn(std::string_view path, const std::vector<std::string>& parts) {
  return std::any_of(parts.begin(), parts.end(),
                     [&](const std::string& part) { return path.find(part) != std::string_view::npos; });
}

/// Removes the option "--NAME=VALUE" from the arguments and returns the parts of its value.
std::vector<std::string> takeOption(int* argc, char** argv, std::string_view name) {
  for (int i = 1; i < *argc; ++i) {
    const std::string_view argument = argv[i];
    if (!argument.starts_with(name)) continue;
    std::copy(argv + i + 1, argv + *argc + 1, argv + i);
    --*argc;
    return splitAtCommas(argument.substr(name.size()));
  }
  return {};
}

/// The filter that names the cases in these files.
std::string filterOf(const std::vector<std::string>& files, const std::vector<std::string>& but) {
  const ::testing::UnitTest& all = *::testing::UnitTest::GetInstance();
  std::string filter;
  for (int i = 0; i < all.total_test_suite_count(); ++i) {
    const ::testing::TestSuite& suite = *all.GetTestSuite(i);
    for (int j = 0; j < suite.total_test_count(); ++j) {
      const ::testing::TestInfo& test = *suite.GetTestInfo(j);
      const std::string_view path = test.file();
      if ((files.empty() || isIn(path, files)) && !isIn(path, but))
        filter += std::string(suite.name()) + "." + test.name() + ":";
    }
  }
  return filter;
}

/// Keeps GoogleTest from printing the filter with all its names: it prints it after this.
class FilterHider : public ::testing::EmptyTestEventListener {
  void OnTestProgramStart(const ::testing::UnitTest&) override { GTEST_FLAG_SET(filter, "*"); }
};

}  // namespace

void initGoogleTest(int* argc, char** argv) {
  // A death test that starts the program again passes these options on, and names its own case in the filter.
  const bool inDeathTest = std::any_of(argv + 1, argv + *argc, [](const char* argument) {
    return std::string_view(argument).starts_with("--gtest_internal_run_death_test");
  });
  ::testing::InitGoogleTest(argc, argv);
  const std::vector<std::string> files = takeOption(argc, argv, "--files="), but = takeOption(argc, argv, "--but=");
  if (inDeathTest || (files.empty() && but.empty())) return;
  const std::string filter = filterOf(files, but);
  if (filter.empty()) {
    std::cerr << argv[0] << ": no case is in the files that --files and --but leave\n";
    std::exit(2);
  }
  GTEST_FLAG_SET(filter, filter);
  ::testing::UnitTest::GetInstance()->listeners().Append(new FilterHider);
}

}  // namespace relaxscope::testing
