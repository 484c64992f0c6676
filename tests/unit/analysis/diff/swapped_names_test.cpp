// SPDX-License-Identifier: Apache-2.0
// Functions that exchanged their names are matched by their programs; others by name.
#include <gtest/gtest.h>

#include "tests/unit/analysis/hand_made.h"
#include "vmcore/analysis/diff/diff.h"

namespace relaxscope {
namespace {

using test::HandMade;
using test::reg;

/// Functions with the calls of their bodies, "f: ab", and main that calls `order`.
DiffSide programs(const std::vector<std::pair<std::string, std::string>>& functions, const std::string& order) {
  HandMade made;
  for (const char* const kernel : {"a", "b", "c"}) made.packed(kernel);
  for (const auto& [name, body] : functions) {
    made.begin(name, 1, 2);
    for (const char kernel : body) made.call(1, kernel - 'a', {reg(0)});
    made.ret(1).end();
  }
  made.begin("main", 1, 2);
  for (const char name : order)
    for (size_t i = 0; i < functions.size(); ++i)
      if (functions[i].first == std::string(1, name)) made.call(1, static_cast<int64_t>(3 + i), {reg(0)});
  made.ret(1).end();
  return {std::make_shared<const Executable>(made.executable), nullptr};
}
std::vector<std::string> matchesOf(const DiffSide& old, const DiffSide& now, DiffOptions options = {}) {
  const auto diff = diffExecutables(old, now, options);
  EXPECT_TRUE(diff.ok());
  std::vector<std::string> out{diff->same ? "same" : "different"};
  for (const FunctionPair& pair : diff->functions) {
    const Function *const was = old.executable->function(pair.old), *const is = now.executable->function(pair.now);
    out.push_back((was != nullptr ? was->name : "") + "->" + (is != nullptr ? is->name : "") + " " +
                  pairStateName(pair.state));
  }
  return out;
}
using Matches = std::vector<std::string>;

TEST(SwappedNames, AreRenamedFunctions) {
  const DiffSide old = programs({{"f", "aab"}, {"g", "ca"}}, "fg"), now = programs({{"g", "aab"}, {"f", "ca"}}, "gf");
  EXPECT_EQ(matchesOf(old, now), (Matches{"different", "f->g same", "g->f same", "main->main same"}));
  DiffOptions options;
  options.ignoreNames = true;
  EXPECT_EQ(matchesOf(old, now, options).front(), "same");
  options.matched = {{"f", "f"}};
  EXPECT_EQ(matchesOf(old, now, options)[2], "f->f changed") << "by hand comes first";
}

TEST(SwappedNames, CallsThatKeepTheNameAreADifference) {
  const DiffSide old = programs({{"f", "aab"}, {"g", "ca"}}, "fg"), now = programs({{"g", "aab"}, {"f", "ca"}}, "fg");
  DiffOptions options;
  options.ignoreNames = true;
  EXPECT_EQ(matchesOf(old, now, options), (Matches{"different", "f->g same", "g->f same", "main->main changed"}));
}

TEST(SwappedNames, OfThreeAreARing) {
  const DiffSide old = programs({{"f", "aab"}, {"g", "ca"}, {"h", "bc"}}, "fgh"),
                 now = programs({{"g", "aab"}, {"h", "ca"}, {"f", "bc"}}, "ghf");
  EXPECT_EQ(matchesOf(old, now), (Matches{"different", "f->g same", "g->h same", "h->f same", "main->main same"}));
}

TEST(SwappedNames, ANameThatOnlyOneTookOverStaysWithItsFunction) {
  const DiffSide old = programs({{"f", "aab"}, {"g", "ca"}}, "fg"), now = programs({{"f", "ca"}, {"g", "bbb"}}, "fg");
  EXPECT_EQ(matchesOf(old, now), (Matches{"different", "f->f changed", "g->g changed", "main->main same"}));
}

TEST(SwappedNames, AlikeProgramsTellNothing) {
  const DiffSide old = programs({{"f", "ab"}, {"g", "ca"}, {"h", "ab"}}, "fg"),
                 now = programs({{"f", "ca"}, {"g", "ab"}, {"h", "ab"}}, "fg");
  EXPECT_EQ(matchesOf(old, now)[1], "f->f changed");
}

}  // namespace
}  // namespace relaxscope
