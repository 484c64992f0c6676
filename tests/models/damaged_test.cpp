// SPDX-License-Identifier: Apache-2.0
// Opens every damaged file that the reader accepts in every view, with each function and constant selected,
// light and dark, before and after a run.
#include <QDir>

#include <gtest/gtest.h>

#include <memory>

#include "tests/models/browse_support.h"
#include "vmcore/format/loader.h"

namespace relaxscope {
namespace {

class Damaged : public ::testing::TestWithParam<std::string> {};

TEST_P(Damaged, IsShownInEveryView) {
  const std::string path = std::string(RELAXSCOPE_TEST_DATA "/damaged/") + GetParam();
  auto file = loadFile(path);
  if (!file.ok()) {
    EXPECT_FALSE(file.error().message.empty());
    return;
  }
  if (!file->executable) return;
  Document document;
  document.setData(relaxscope::testing::documentWithBytes(path));
  for (const ViewRow& row : viewsOf(Subject::Executable)) {
    SCOPED_TRACE(row.name());
    const std::unique_ptr<View> view(row.create(&document, nullptr));
    view->resize(500, 400);
    view->show();
    for (const bool timed : {false, true}) {
      if (timed) relaxscope::testing::addTimes(document);
      else document.setStatistics(nullptr, nullptr);
      const auto functions = static_cast<int64_t>(std::min<size_t>(8, document.executable()->functions.size()));
      for (int64_t f = -1; f < functions; ++f) {
        Place place;
        place.function = FuncIndex(f);
        place.pc = InstrIndex(f * 3);
        place.constant = ConstIndex(f);
        document.selection()->select(place);
        EXPECT_TRUE(relaxscope::testing::settle(*view));
        EXPECT_FALSE(view->grab().isNull());
      }
    }
  }
}

std::vector<std::string> files() {
  std::vector<std::string> names;
  for (const QString& name : QDir(QStringLiteral(RELAXSCOPE_TEST_DATA "/damaged")).entryList(QDir::Files))
    names.push_back(name.toStdString());
  return names;
}

std::string testName(const ::testing::TestParamInfo<std::string>& info) {
  std::string name = info.param;
  for (char& c : name)
    if (std::isalnum(static_cast<unsigned char>(c)) == 0) c = '_';
  return name;
}

INSTANTIATE_TEST_SUITE_P(Files, Damaged, ::testing::ValuesIn(files()), testName);

}  // namespace
}  // namespace relaxscope
