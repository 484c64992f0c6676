// SPDX-License-Identifier: Apache-2.0
// Who uses a function, constant or register: which requests are answered, and when.
#include <QTest>

#include <gtest/gtest.h>

#include "tests/models/browse_support.h"
#include "tests/models/program.h"
#include "views/code/reference_index.h"

namespace relaxscope {
namespace {

TEST(ReferenceIndex, AnswersOnlyTheNewestRequest) {
  Document document;
  document.setData(testing::documentOf(testing::program(
      "fn main(x)\n  call relu %0 -> %1\n  call helper %1 -> %2\n  ret %2\nfn helper(z)\n  ret %0\n")));
  ReferenceIndex* const index = ReferenceIndex::of(&document);
  const Executable& executable = *document.executable();
  std::vector<std::string> answered;
  ReferenceSubject function, reg;
  function.function = executable.findFunction("helper");
  reg.function = executable.findFunction("main");
  reg.reg = RegIndex(1);
  const auto fail = [](const TaskError& error) { ADD_FAILURE() << error.text().toStdString(); };
  index->find(
      function,
      [&](std::vector<Reference> found) {  // needs the index, which is built on the pool
        answered.push_back("function " + std::to_string(found.size()));
      },
      fail);
  index->find(
      reg,
      [&](std::vector<Reference> found) {  // a short body is searched at once
        answered.push_back("register " + std::to_string(found.size()));
      },
      fail);
  ASSERT_TRUE(QTest::qWaitFor([&] { return index->isSettled(); }));
  QCoreApplication::processEvents();
  EXPECT_EQ(answered, std::vector<std::string>{"register 2"});
  index->find(
      function, [&](std::vector<Reference> found) { answered.push_back("function " + std::to_string(found.size())); },
      fail);
  ASSERT_TRUE(QTest::qWaitFor([&] { return index->isSettled() && answered.size() > 1; }));
  EXPECT_EQ(answered.back(), "function 1");
}

}  // namespace
}  // namespace relaxscope
