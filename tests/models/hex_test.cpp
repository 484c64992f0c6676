// SPDX-License-Identifier: Apache-2.0
// The hex view: the tree of fields, links in both directions, search, and files of any size.
#include "vmcore/model/builder.h"  // before Qt, which makes `emit` a macro

#include <QAbstractItemModelTester>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <gtest/gtest.h>

#include <unistd.h>

#include <fstream>

#include "tests/models/browse_support.h"
#include "tests/models/shown_view.h"
#include "views/hex/find.h"
#include "views/hex/hex_view.h"
#include "vmcore/format/byte_map/make_byte_map.h"
#include "vmcore/format/file_bytes.h"
#include "vmcore/format/vm/vm_executable.h"
#include "vmcore/trace/file/trace_file.h"

namespace relaxscope {
namespace {

using testing::documentWithBytes;
using testing::paintedText;
using testing::settle;

struct ShownBytes : testing::Shown<HexView> {
  explicit ShownBytes(const std::string& path) : Shown(documentWithBytes(path), {1100, 600}) {}
  QString findStatus() const { return view->findBar()->findChild<QLabel*>(QStringLiteral("find.status"))->text(); }
};

/// "name = value" of the row and of all its descendants, to a depth.
void lines(const QAbstractItemModel& model, const QModelIndex& parent, int depth, QStringList& out) {
  for (int row = 0; row < std::min(8, model.rowCount(parent)); ++row) {
    out << model.index(row, 0, parent).data().toString() + QStringLiteral(" = ") +
               model.index(row, 1, parent).data().toString();
    if (depth > 1) lines(model, model.index(row, 0, parent), depth - 1, out);
  }
}

TEST(HexTree, IsASoundModelThatShowsWhatTheBytesDecodeTo) {
  Document document;
  document.setData(documentWithBytes(testing::testData("relax/mlp_dyn.bin")));
  HexTree model;
  QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::Fatal);
  model.setMap(document.data().byteMap);
  QStringList text;
  lines(model, {}, 3, text);
  const std::string all = text.join(u'\n').toStdString();
  for (const char* part : {"Relax VM executable = R5", "magic = V2", "version = 0.14",
                           "function table = ", "function 0 = ", "constant pool = ", "instruction words = "})
    EXPECT_NE(all.find(part), std::string::npos) << part << "\n" << all;
  model.setMap(nullptr);
  EXPECT_EQ(model.rowCount(), 0);
}

TEST(HexTree, FindsTheRowOfAPath) {
  Document document;
  document.setData(documentWithBytes(testing::testData("relax/consts_all.bin")));
  HexTree model;
  model.setMap(document.data().byteMap);
  const auto offset = document.data().byteMap->offsetOf(ConstIndex(1));
  ASSERT_TRUE(offset);
  const std::vector<ByteNode> path = document.data().byteMap->path(*offset);
  const QModelIndex index = model.indexOf(path);
  ASSERT_TRUE(index.isValid());
  EXPECT_EQ(index.data().toString(), QStringLiteral("type code"));
  EXPECT_EQ(index.parent().data().toString(), QStringLiteral("c[1]"));
  EXPECT_EQ(model.node(index), path.back());
}

/// A file with that many instructions.
std::string longFile(const QTemporaryDir& folder, int instructions) {
  ExecutableBuilder b;
  b.beginFunction("main", {"x"});
  for (int i = 1; i < instructions; ++i) b.emitCall("kernel", {b.r(0)}, 1);
  b.emitRet(1);
  const std::vector<uint8_t> bytes = writeVmExecutable(b.finish());
  const std::string path = folder.filePath(QStringLiteral("long.bin")).toStdString();
  std::ofstream(path, std::ios::binary)
      .write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
  return path;
}

TEST(HexTree, GroupsManyChildrenIntoRanges) {
  QTemporaryDir folder;
  Document document;
  document.setData(documentWithBytes(longFile(folder, 25'500)));
  const ByteMap& map = *document.data().byteMap;
  HexTree model;
  QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::Fatal);
  model.setMap(document.data().byteMap);
  const auto offset = map.offsetOf(InstrIndex(12'345));
  ASSERT_TRUE(offset);
  std::vector<ByteNode> path = map.path(*offset);
  while (map.links(path[path.size() - 2]).pc == InstrIndex(12'345)) path.pop_back();
  const QModelIndex index = model.indexOf(path);
  ASSERT_TRUE(index.isValid());
  EXPECT_EQ(model.node(index), path.back());
  EXPECT_EQ(model.path(index), path);
  EXPECT_FALSE(model.isRange(index));
  // The count field precedes the instructions.
  const ByteNode whole = path[path.size() - 2];
  ASSERT_EQ(whole.children, 25'501u);
  EXPECT_EQ(map.childAt(whole, *offset), 12'346u);
  EXPECT_EQ(index.row(), 346);
  const QModelIndex range = index.parent();
  ASSERT_TRUE(model.isRange(range));
  EXPECT_EQ(range.row(), 12);
  EXPECT_EQ(range.data().toString().toStdString(),
            map.name(map.child(whole, 12'000)) + " … " + map.name(map.child(whole, 12'999)));
  EXPECT_EQ(model.rowCount(range), 1000);
  const QModelIndex code = range.parent();
  ASSERT_EQ(model.rowCount(code), 26);
  EXPECT_EQ(model.rowCount(model.index(25, 0, code)), 501);
  EXPECT_EQ(model.index(25, HexTree::Value, code).data().toString(), QStringLiteral("501 entries"));
  // The ranges cover all bytes of the node.
  uint64_t bytes = 0;
  for (int row = 0; row < 26; ++row) bytes += model.node(model.index(row, 0, code)).size;
  const ByteNode last = map.child(whole, 25'500);
  EXPECT_EQ(bytes, last.offset + last.size - map.child(whole, 0).offset);
}

TEST(HexView, ARangeOfFieldsMarksItsBytesAndSelectsNothing) {
  QTemporaryDir folder;
  ShownBytes s(longFile(folder, 25'500));
  Place place;
  place.function = FuncIndex(0);
  place.pc = InstrIndex(12'345);
  s.document.selection()->select(place);
  QCoreApplication::processEvents();
  const QModelIndex range = s.view->tree()->currentIndex().parent();
  s.view->tree()->setCurrentIndex(range);
  EXPECT_EQ(s.view->tree()->currentIndex(), range);
  const auto* model = static_cast<const HexTree*>(s.view->tree()->model());
  EXPECT_EQ(s.view->area()->markedOffset(), model->node(range).offset);
  EXPECT_EQ(s.view->area()->markedSize(), model->node(range).size);
  EXPECT_EQ(s.place().pc, InstrIndex(12'345));
}

TEST(HexView, AByteSelectsItsFieldAndItsPlace) {
  ShownBytes s(testing::testData("relax/mlp_dyn.bin"));
  const auto offset = s.document.data().byteMap->offsetOf(FuncIndex(1));
  ASSERT_TRUE(offset);
  s.view->goToOffset(*offset + 4 + 8);  // kind, name length, then the name
  EXPECT_EQ(s.place().function.value, 1);
  EXPECT_EQ(s.view->tree()->currentIndex().data().toString(), QStringLiteral("name"));
  EXPECT_TRUE(s.view->pathText().contains(QStringLiteral("function table › function 1 › name")))
      << s.view->pathText().toStdString();
  EXPECT_EQ(s.view->area()->markedSize(), s.document.executable()->functions[1].name.size());
}

TEST(HexView, ASelectionElsewhereScrollsToItsBytes) {
  ShownBytes s(testing::testData("relax/mlp_dyn.bin"));
  Place place;
  place.pc = InstrIndex(3);
  place.function = s.document.executable()->functionAt(place.pc);
  s.document.selection()->select(place);
  QCoreApplication::processEvents();
  const auto offset = s.document.data().byteMap->offsetOf(InstrIndex(3));
  ASSERT_TRUE(offset);
  EXPECT_EQ(s.view->area()->current(), *offset);
  EXPECT_EQ(s.view->tree()->currentIndex().data().toString(), QStringLiteral("pc 3"));
  EXPECT_EQ(s.view->area()->markedSize(), 8 * s.document.executable()->code.at(InstrIndex(3)).words.size());
  place = {};
  place.constant = ConstIndex(0);
  s.document.selection()->select(place);
  QCoreApplication::processEvents();
  EXPECT_EQ(s.view->tree()->currentIndex().data().toString(), QStringLiteral("c[0]"));
}

TEST(HexView, AFieldShowsItsBytes) {
  ShownBytes s(testing::testData("relax/mlp_dyn.bin"));
  const QModelIndex executable = s.view->tree()->model()->index(0, 0);
  s.view->tree()->setCurrentIndex(s.view->tree()->model()->index(1, 0, executable));  // version
  EXPECT_EQ(s.view->area()->markedOffset(), 8u);
  EXPECT_EQ(s.view->area()->markedSize(), 12u);
  EXPECT_EQ(s.view->area()->markedText(), QStringLiteral("04 00 00 00 00 00 00 00 30 2e 31 34"));
}

TEST(HexView, NamesOfAnyDepthAreWholeWhereThereIsRoom) {
  ShownBytes s(testing::testData("relax/mlp_dyn.so"));
  QTreeView* tree = s.view->tree();
  Place main;
  main.function = s.document.executable()->findFunction("main");
  main.pc = InstrIndex(s.document.executable()->function(main.function)->startInstr + 2);
  s.document.selection()->select(main);  // a field many levels deep
  tree->expand(tree->currentIndex());
  QCoreApplication::processEvents();
  int depth = 0, seen = 0;
  for (QModelIndex up = tree->currentIndex(); up.isValid(); up = up.parent()) ++depth;
  EXPECT_GE(depth, 6);
  for (QModelIndex row = tree->indexAt({2, 2}); row.isValid(); row = tree->indexBelow(row), ++seen) {
    const QRect cell = tree->visualRect(row);
    if (!tree->viewport()->rect().intersects(cell)) break;
    EXPECT_GE(cell.width(), tree->fontMetrics().horizontalAdvance(row.data().toString()))
        << row.data().toString().toStdString();
  }
  EXPECT_GT(seen, 8);
}

TEST(HexView, KeysMoveOverBytesAndRows) {
  ShownBytes s(testing::testData("relax/mlp_dyn.bin"));
  HexArea& area = *s.view->area();
  QTest::keyClick(&area, Qt::Key_Right);
  EXPECT_EQ(area.current(), 1u);
  QTest::keyClick(&area, Qt::Key_Down);
  EXPECT_EQ(area.current(), 1u + static_cast<uint64_t>(area.bytesPerRow()));
  QTest::keyClick(&area, Qt::Key_Home);
  EXPECT_EQ(area.current(), static_cast<uint64_t>(area.bytesPerRow()));
  QTest::keyClick(&area, Qt::Key_End, Qt::ControlModifier);
  EXPECT_EQ(area.current(), area.size() - 1);
  QTest::keyClick(&area, Qt::Key_PageUp);
  EXPECT_LT(area.current(), area.size() - 1);
  QTest::keyClick(&area, Qt::Key_Home, Qt::ControlModifier);
  EXPECT_EQ(area.current(), 0u);
  EXPECT_TRUE(s.view->startGoTo());
  auto* field = qobject_cast<QLineEdit*>(s.view->cornerWidgets()[0]);
  field->setText(QStringLiteral("0x40"));
  QTest::keyClick(field, Qt::Key_Return);
  EXPECT_EQ(area.current(), 0x40u);
}

TEST(HexView, FindsBytesAndText) {
  ShownBytes s(testing::testData("relax/mlp_dyn.bin"));
  s.view->startFind();
  s.view->findBar()->setText(QStringLiteral("0.14"));
  ASSERT_TRUE(settle(*s.view));
  EXPECT_EQ(s.view->area()->markedOffset(), 16u);
  EXPECT_EQ(s.findStatus(), QStringLiteral("at 0x10"));
  s.view->goToOffset(0x40);
  EXPECT_NE(s.view->area()->markedOffset(), 16u);
  s.view->startFind();
  s.view->findBar()->setText(QStringLiteral("30 2e 31 34"));
  ASSERT_TRUE(settle(*s.view));
  EXPECT_EQ(s.view->area()->markedOffset(), 16u) << "round the end to the only hit";
  s.view->findBar()->setText(QStringLiteral("no such text"));
  ASSERT_TRUE(settle(*s.view));
  EXPECT_EQ(s.findStatus(), QStringLiteral("no hits"));
  EXPECT_EQ(s.view->area()->markedOffset(), 16u) << "the last hit stays marked";
}

TEST(HexView, TypingALongerPatternStaysAtItsFirstHit) {
  ShownBytes s(testing::testData("relax/mlp_dyn.bin"));
  s.view->startFind();
  for (const char* typed : {"v", "vm", "vm.b", "vm.builtin"}) {
    s.view->findBar()->setText(QLatin1String(typed));
    ASSERT_TRUE(settle(*s.view));
  }
  const uint64_t first = s.document.data().file->bytes.text().find("vm.builtin");
  EXPECT_EQ(s.view->area()->markedOffset(), first);
  s.view->findNext(false);
  ASSERT_TRUE(settle(*s.view));
  EXPECT_EQ(s.view->area()->markedOffset(), s.document.data().file->bytes.text().find("vm.builtin", first + 1));
}

TEST(HexView, ALibraryShowsSectionsModulesAndMachineCodeByFunction) {
  ShownBytes s(testing::testData("relax/mlp_cuda.so"));
  QStringList text;
  lines(*s.view->tree()->model(), {}, 1, text);
  const std::string all = text.join(u'\n').toStdString();
  EXPECT_NE(all.find("ELF header = x86-64"), std::string::npos) << all;
  Place place;
  place.module = ModuleIndex(0);
  s.document.selection()->select(place);
  QCoreApplication::processEvents();
  EXPECT_TRUE(s.view->pathText().contains(QStringLiteral("modules › module 0"))) << s.view->pathText().toStdString();
  place = {};
  place.function = s.document.executable()->findFunction("main");
  s.document.selection()->select(place);
  QCoreApplication::processEvents();
  EXPECT_TRUE(s.view->pathText().contains(QStringLiteral("Relax VM executable › function table")))
      << s.view->pathText().toStdString();
}

TEST(HexView, SaysWhyAProfileHasNoBytes) {
  auto profile = readTraceFile(testing::testData("profiles/mlp_dyn.rsprof"));
  ASSERT_TRUE(profile.ok()) << profile.error().text();
  DocumentData now;
  now.executable = profile->executable;
  testing::Shown<HexView> s(now);
  EXPECT_EQ(s.view->area()->size(), 0u);
  EXPECT_EQ(paintedText(*s.view->area()->viewport()),
            QStringLiteral("A profile holds the executable's tables, not its bytes. Open the original library."));
}

size_t residentBytes() {
  std::ifstream file("/proc/self/statm");
  size_t pages = 0;
  file >> pages >> pages;
  return pages * static_cast<size_t>(::sysconf(_SC_PAGESIZE));
}

TEST(HexView, KeepsOnlyThePaintedPartOfALargeFileInMemory) {
  constexpr uint64_t kSize = uint64_t{3} << 30;
  constexpr size_t kMost = size_t{256} << 20;
  QTemporaryDir folder;
  QFile sparse(folder.filePath(QStringLiteral("large.bin")));
  ASSERT_TRUE(sparse.open(QIODevice::WriteOnly) && sparse.resize(static_cast<qint64>(kSize)));
  sparse.close();
  const size_t before = residentBytes();
  ASSERT_GT(before, 0u);
  auto file = std::make_shared<LoadedFile>();
  file->path = sparse.fileName().toStdString();
  auto bytes = readFileBytes(file->path);
  ASSERT_TRUE(bytes.ok()) << bytes.error().text();
  file->bytes = *bytes;
  DocumentData now;
  now.file = file;
  now.byteMap = makeByteMap(file);
  Document document;
  document.setData(now);
  HexView view(&document, nullptr);
  view.resize(900, 500);
  view.show();
  view.goToOffset(kSize - 1);
  EXPECT_EQ(view.area()->current(), kSize - 1);
  EXPECT_FALSE(view.grab().isNull());
  EXPECT_LT(residentBytes(), before + kMost);
}

TEST(HexFind, ReadsPatternsAndOffsets) {
  EXPECT_EQ(hexPattern(QStringLiteral("7f 45 4c")), QByteArray("\x7f"
                                                               "EL"));
  EXPECT_EQ(hexPattern(QStringLiteral("0x7F45")), QByteArray("\x7f"
                                                             "E"));
  EXPECT_EQ(hexPattern(QStringLiteral("main")), QByteArray("main"));
  EXPECT_EQ(hexPattern(QStringLiteral("\"dead\"")), QByteArray("dead")) << "quotes keep text from being bytes";
  EXPECT_EQ(hexOffset(QStringLiteral("0x1000")), std::optional<uint64_t>(4096));
  EXPECT_EQ(hexOffset(QStringLiteral("1000h")), std::optional<uint64_t>(4096));
  EXPECT_EQ(hexOffset(QStringLiteral("4,096")), std::optional<uint64_t>(4096));
  EXPECT_EQ(hexOffset(QStringLiteral("main")), std::nullopt);
}

TEST(HexFind, GoesRoundTheEndInBothDirections) {
  const Bytes hay = Bytes::copyOf("ab..ab..ab");
  EXPECT_EQ(findBytes(hay, "ab", 0, false, {}), std::optional<uint64_t>(4));
  EXPECT_EQ(findBytes(hay, "ab", 8, false, {}), std::optional<uint64_t>(0));
  EXPECT_EQ(findBytes(hay, "ab", 4, true, {}), std::optional<uint64_t>(0));
  EXPECT_EQ(findBytes(hay, "ab", 0, true, {}), std::optional<uint64_t>(8));
  EXPECT_EQ(findBytes(hay, "zz", 0, false, {}), std::nullopt);
  EXPECT_EQ(findBytes(hay, "", 0, false, {}), std::nullopt);
}

}  // namespace
}  // namespace relaxscope
