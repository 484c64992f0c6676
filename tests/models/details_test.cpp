// SPDX-License-Identifier: Apache-2.0
// Details of functions, calls and constants in the inspector and the table of constants.
#include <QAbstractButton>
#include <QFile>
#include <QLabel>
#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>

#include <gtest/gtest.h>

#include "tests/models/browse_support.h"
#include "tests/models/program.h"
#include "tests/models/shown_view.h"
#include "views/code/result_types.h"
#include "views/constants/constants_view.h"
#include "views/inspector/function_rows.h"
#include "views/inspector/inspector_view.h"
#include "views/profile/tracks.h"

namespace relaxscope {
namespace {

using testing::documentOf;
using testing::documentOfFile;
using testing::kProgram;
using testing::program;
using testing::settle;
using testing::Shown;

TEST(InspectorView, ShowsTheCodeOfAFunction) {
  Shown<InspectorView> s(documentOf(program(kProgram)));
  s.select(s.function("main"));
  const std::string text = s.view->plainText().toStdString();
  for (const char* part : {"SSA form\tno, 1 merge", "Loops\tnone", "Registers\t6, at most 2 live", "Constants\t0 B"})
    EXPECT_NE(text.find(part), std::string::npos) << part << " in\n" << text;
  s.select(s.function("matmul"));
  EXPECT_NE(s.view->plainText().toStdString().find("Operator\tmatmul"), std::string::npos);
  EXPECT_EQ(s.view->plainText().toStdString().find("SSA form"), std::string::npos);
}

TEST(InspectorView, ShowsTheShapeHeapWithLinksToItsWriters) {
  Shown<InspectorView> s(documentOfFile(testing::testData("relax/mlp_dyn.so").c_str()));
  s.select(s.function("main"));
  const std::string text = s.view->plainText().toStdString();
  for (const char* part : {"Shape heap: 4 slots", "0\tn\texact\tpc 2\tpc 6 +6", "1\tn·96\tinferred\tpc 3\tpc 4 +1"})
    EXPECT_NE(text.find(part), std::string::npos) << part << " in\n" << text;
  QSignalSpy activated(s.document.selection(), &Selection::activated);
  for (auto* link : s.view->findChildren<QAbstractButton*>(QStringLiteral("inspector.link.listing")))
    if (link->accessibleName() == QStringLiteral("pc 3")) link->click();
  ASSERT_EQ(activated.count(), 3);
  EXPECT_EQ(s.place().pc, InstrIndex(3));
}

TEST(ProfileTracks, LeadFromASlotToItsWriter) {
  Document document;
  document.setData(documentOfFile(testing::testData("relax/mlp_dyn.so")));
  const ProfileTracks* tracks = ProfileTracks::of(&document);
  EXPECT_EQ(tracks->slotWriter({.function = 0, .slot = 0}), InstrIndex(2));
  EXPECT_EQ(tracks->slotWriter({.function = 0, .slot = 3}), InstrIndex(3));
  EXPECT_FALSE(tracks->slotWriter({.function = 0, .slot = 4}).valid());
  EXPECT_FALSE(tracks->slotWriter({.function = 1'000, .slot = 0}).valid());
  QSignalSpy activated(document.selection(), &Selection::activated);
  tracks->showSlotWriter({.function = 0, .slot = 1});
  tracks->showSlotWriter({.function = 0, .slot = 4});
  ASSERT_EQ(activated.count(), 1);
  EXPECT_EQ(activated[0][0].value<ViewId>(), ViewId::Listing);
  EXPECT_EQ(document.selection()->current().pc, InstrIndex(3));
}

TEST(InspectorView, ShowsDirectionsAndTypesOfACallsOperands) {
  Shown<InspectorView> s(documentOfFile(testing::testData("relax/mlp_dyn.so").c_str()));
  s.select(s.function("main"), InstrIndex(8));
  const std::string text = s.view->plainText().toStdString();
  for (const char* part : {"Operator\tmatmul", "%0\tin\tf32[n, 16]", "c[4]\tin\tf32[16, 24]", "%5\tout\tf32[n, 24]"})
    EXPECT_NE(text.find(part), std::string::npos) << part << " in\n" << text;
  s.select(s.function("main"), InstrIndex(3));
  EXPECT_NE(s.view->plainText().toStdString().find("%1\tin-out\tshape heap[4]"), std::string::npos);
}

TEST(InspectorView, ShowsTheExtentsThatADynamicCallPasses) {
  // vm.builtin.call_tir_dyn f[3], %0, %1: the shape in %1 is passed as its extents.
  std::vector<ArgumentFact> known(3);
  known[0].reg = QStringLiteral("f[3]");
  known[1].reg = QStringLiteral("%0");
  known[2].reg = QStringLiteral("%1");
  TypedCall call;
  call.operands.resize(3);
  call.operands[0].direction = CallOperand::Direction::Out;
  QStringList rows;
  for (const ArgumentFact& row : FunctionRows::operands(call, known, 1)) rows << row.reg + u' ' + row.name;
  EXPECT_EQ(rows.join(u';').toStdString(), "%0 out;%1 in;%1 in");
  EXPECT_TRUE(FunctionRows::operands({}, known, 1).empty());
  EXPECT_EQ(FunctionRows::operands(call, {}, 1).size(), 3u);
}

TEST(ResultTypeTexts, NameTheConstructorsOfRelay) {
  const QTemporaryDir folder;
  QFile file(folder.filePath(QStringLiteral("list.txt")));
  ASSERT_TRUE(file.open(QIODevice::WriteOnly));
  file.write(
      ".executable \"Relay C\" version=\"0.17.0\" packed_base=1\n.device (1, 0)\n\n@main(x) devices=[0]:\n"
      "  alloc_data tag=-2013265919 dst=%1 field=[]\n"
      "  alloc_data tag=-2013265920 dst=%2 field=[%0, %1]\n"
      "  alloc_data tag=0 dst=%3 field=[%2]\n"
      "  ret result=%3\n");
  file.close();
  Document document;
  document.setData(documentOfFile(file.fileName().toStdString()));
  ASSERT_NE(document.executable(), nullptr);
  const auto texts = document.derived<ResultTypeTexts>()->find({FuncIndex(0)});
  ASSERT_TRUE(texts != nullptr && texts->size() == 4);
  EXPECT_TRUE((*texts)[0].starts_with("List.Nil")) << (*texts)[0];
  EXPECT_TRUE((*texts)[1].starts_with("List.Cons")) << (*texts)[1];
  EXPECT_EQ((*texts)[2].find("List"), std::string::npos) << (*texts)[2];
}

TEST(ConstantsView, ShowsCopiesAndScopes) {
  Executable e = program("const \"global\"\nconst 42\nconst \"global\"\nconst \"other\"\nfn main(x)\n  ret %0\n");
  e.memoryScopes = {{1, "global.texture"}};
  // Adding a constant twice to a pool gives the same row.
  e.constants.push_back(e.constants[0]);
  Shown<ConstantsView> s(documentOf(std::move(e)));
  const std::string text = modelText(*s.view->table()->model()).toStdString();
  EXPECT_NE(text.find("Users | Copies | SHA-256 | Scope\n"), std::string::npos) << text;
  EXPECT_NE(text.find("| 2 × c[0] |"), std::string::npos) << text;
  EXPECT_NE(text.find("| global.texture\n"), std::string::npos) << text;
  Q_EMIT s.view->table()->rowSelected(static_cast<int>(s.document.executable()->constants.size()) - 1);
  auto* equal = s.view->findChild<QLabel*>(QStringLiteral("constants.equal"));
  ASSERT_TRUE(equal->text().contains(QStringLiteral("c[0]"))) << equal->text().toStdString();
  Q_EMIT equal->linkActivated(QStringLiteral("0"));
  EXPECT_EQ(s.place().constant, ConstIndex(0));
  EXPECT_EQ(s.view->pane()->shown(), ConstIndex(0));
}

TEST(InspectorView, ShowsWhatAConstantEqualsAndItsScope) {
  Executable e = program("const \"global\"\nconst 42\nfn main(x)\n  ret %0\n");
  e.constants.push_back(e.constants[0]);
  e.memoryScopes = {{2, "global.texture"}};
  Shown<InspectorView> s(documentOf(std::move(e)));
  Place place;
  place.constant = ConstIndex(2);
  s.select(place);
  const std::string text = s.view->plainText().toStdString();
  for (const char* part : {"Memory scope\tglobal.texture", "Equal to\tc[0]"})
    EXPECT_NE(text.find(part), std::string::npos) << part << " in\n" << text;
  s.view->findChild<QAbstractButton*>(QStringLiteral("inspector.link.constants"))->click();
  EXPECT_EQ(s.place().constant, ConstIndex(0));
  ASSERT_TRUE(settle(*s.view));
  EXPECT_TRUE(s.view->plainText().contains(QStringLiteral("Copies\t1 other")));
}

TEST(ConstantsView, HasNoColumnsWithoutCopiesAndScopes) {
  Shown<ConstantsView> s(documentOf(program("const \"global\"\nconst 42\nfn main(x)\n  ret %0\n")));
  const QString text = modelText(*s.view->table()->model());
  EXPECT_FALSE(text.contains(QStringLiteral("Copies")) || text.contains(QStringLiteral("Scope")));
}

TEST(ConstantsView, ComparesLargeContentsOnRequest) {
  Executable e = program("fn main(x)\n  ret %0\n");
  TensorConstant large;
  large.dtype = DataType{static_cast<uint8_t>(TypeCode::UInt), 8, 1};
  const size_t size = kDefaultCompared / 2 + 1;
  large.shape = {static_cast<int64_t>(size)};
  large.data = Bytes::copyOf(std::string(size, 'x'));
  for (int i = 0; i < 2; ++i) e.constants.push_back({large, 0});
  Shown<ConstantsView> s(documentOf(std::move(e)));
  Q_EMIT s.view->table()->rowSelected(1);
  auto* compare = s.view->findChild<QPushButton*>(QStringLiteral("constants.compare"));
  ASSERT_TRUE(compare->isVisible());
  compare->click();
  ASSERT_TRUE(settle(*s.view));
  EXPECT_FALSE(compare->isVisible());
  EXPECT_NE(modelText(*s.view->table()->model()).toStdString().find("| 2 × c[0] |"), std::string::npos);
}

}  // namespace
}  // namespace relaxscope
