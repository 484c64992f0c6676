// SPDX-License-Identifier: Apache-2.0
// Opening files and profiles: what was read, the findings, and the reasons why they cannot be run.
#include "vmcore/run/open.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "tests/support/scratch_folder.h"
#include "vmcore/analysis/verify/verifier.h"
#include "vmcore/trace/file/trace_file.h"

namespace relaxscope {
namespace {

const std::string kData = RELAXSCOPE_TEST_DATA;

bool hasRule(const Diagnostics& findings, std::string_view rule) {
  return std::any_of(findings.all().begin(), findings.all().end(),
                     [&](const Diagnostic& finding) { return finding.rule == rule; });
}

TEST(Open, ALibraryHasItsNotesBeforeTheVerifiersFindings) {
  const auto opened = openFile(kData + "/relax/mlp_dyn.so");
  ASSERT_TRUE(opened.ok());
  EXPECT_EQ(opened->executable, opened->file->executable);
  EXPECT_EQ(opened->trace, nullptr);
  LoadedFile noted = *opened->file;
  noted.notes.add({Severity::Warning, "made-up", "of the reader", {}, {}, {}, std::nullopt});
  const Diagnostics findings = findingsOf(*opened->executable, &noted),
                    verified = verify(*opened->executable, &*noted.library);
  ASSERT_EQ(findings.total(), noted.notes.total() + verified.total());
  EXPECT_EQ(findings.all()[noted.notes.total() - 1].rule, "made-up");
}

TEST(Open, WhatCannotBeReadSaysWhy) {
  const auto opened = openFile(kData + "/relax/no_such_file.so");
  ASSERT_FALSE(opened.ok());
  EXPECT_EQ(opened.error().text(), "cannot be opened: No such file or directory");
}

TEST(Open, LateBoundConstantsAreTakenFromTheirFile) {
  const std::string file = kData + "/relay/v0.17.0/late_bound.ro",
                    constants = kData + "/relay/v0.17.0/late_bound.consts";
  const auto plain = openFile(file);
  ASSERT_TRUE(plain.ok()) << plain.error().text();
  EXPECT_TRUE(hasRule(findingsOf(*plain->executable, plain->file.get()), "late-bound-constants"));
  const auto bound = openFile(file, constants);
  ASSERT_TRUE(bound.ok());
  EXPECT_FALSE(bound->constantsProblem);
  EXPECT_NE(bound->executable, bound->file->executable);
  EXPECT_FALSE(hasRule(findingsOf(*bound->executable, bound->file.get()), "late-bound-constants"));
  const auto wrong = openFile(file, file);
  ASSERT_TRUE(wrong.ok());
  EXPECT_EQ(wrong->constantsProblem->message, "not a parameter list");
  EXPECT_EQ(wrong->executable, wrong->file->executable);
}

TEST(Open, AProfileIsNoProgramToRun) {
  const auto library = openFile(kData + "/relax/mlp_dyn.so");
  ASSERT_TRUE(library.ok());
  const test::ScratchFolder folder;
  const std::string path = folder.file("a.rsprof");
  ASSERT_TRUE(writeTraceFile(path, Trace(), library->executable.get()).ok());
  const auto opened = openFile(path);
  ASSERT_TRUE(opened.ok()) << opened.error().text();
  EXPECT_EQ(opened->file, nullptr);
  EXPECT_NE(opened->trace, nullptr);
  ASSERT_NE(opened->executable, nullptr);
  const Diagnostics findings = findingsOf(*opened->executable, nullptr);
  const auto obstacles = obstaclesOf(*opened->executable, nullptr, findings);
  ASSERT_FALSE(obstacles.empty());
  EXPECT_EQ(obstacles.front().kind, ObstacleKind::Profile);
  EXPECT_TRUE(
      obstaclesOf(*library->executable, library->file.get(), findingsOf(*library->executable, library->file.get()))
          .empty());
}

}  // namespace
}  // namespace relaxscope
