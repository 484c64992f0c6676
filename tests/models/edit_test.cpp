// SPDX-License-Identifier: Apache-2.0
// References, notes and names, and edit mode: the user's additions to a file.
#include <QLabel>
#include <QListWidget>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>

#include <gtest/gtest.h>

#include "tests/models/browse_support.h"
#include "tests/models/program.h"
#include "views/code/opcode_help.h"
#include "views/code/references_popup.h"
#include "views/functions/functions_view.h"
#include "views/listing/listing_view.h"

namespace relaxscope {
namespace {

using testing::documentOf;
using testing::program;
using testing::settle;

const char* const kEditedProgram = R"(const "global"
const 42
fn main(x, y)
  call vm.builtin.null_value -> %5
  call matmul %0 %1 -> %2
  call helper %2 c0 f:relu -> %3
  if %3 +2
  call matmul %3 c1 -> %3
  ret %3
fn helper(z)
  call relu %0 -> %1
  ret %1
)";

Place at(const Document& document, const char* function, int64_t pc = -1) {
  Place place;
  place.function = document.executable()->findFunction(function);
  if (pc >= 0) place.pc = InstrIndex(pc);
  return place;
}

std::string rows(ReferencesPopup& popup) { return modelText(*popup.table()->model()).toStdString(); }

TEST(References, OfAFunctionAreItsCallsAndWhereItIsHandedOver) {
  Document document;
  document.setData(documentOf(program(kEditedProgram)));
  ReferenceSubject subject;
  subject.function = document.executable()->findFunction("relu");
  ReferencesPopup popup(&document, subject, nullptr);
  ASSERT_TRUE(QTest::qWaitFor([&] { return popup.table()->model()->rowCount() == 2; }));
  EXPECT_EQ(popup.title(), QStringLiteral("References to relu"));
  const std::string text = rows(popup);
  EXPECT_NE(text.find("value | main | 2 | call helper"), std::string::npos) << text;
  EXPECT_NE(text.find("call | helper | 6 | call relu"), std::string::npos) << text;
}

TEST(References, OfARegisterAreItsWritesAndReads) {
  Document document;
  document.setData(documentOf(program(kEditedProgram)));
  Place place = at(document, "main", 4);
  place.reg = RegIndex(3);
  const auto subject = referenceSubject(*document.executable(), place);
  ASSERT_TRUE(subject);
  EXPECT_EQ(subjectText(*document.executable(), *subject), QStringLiteral("%3 of main"));
  ReferencesPopup popup(&document, *subject, nullptr);
  ASSERT_EQ(popup.table()->model()->rowCount(), 5);
  const std::string text = rows(popup);
  EXPECT_NE(text.find("written | main | 2 |"), std::string::npos) << text;
  EXPECT_NE(text.find("read | main | 3 |"), std::string::npos) << text;
  EXPECT_NE(text.find("read | main | 4 |"), std::string::npos) << text;
  EXPECT_NE(text.find("written | main | 4 |"), std::string::npos) << text;
}

TEST(References, AreAskedOfWhatTheSelectionIsAbout) {
  Document document;
  document.setData(documentOf(program(kEditedProgram)));
  const Executable& executable = *document.executable();
  EXPECT_EQ(subjectText(executable, *referenceSubject(executable, at(document, "main", 1))), QStringLiteral("matmul"))
      << "the callee of a call";
  EXPECT_EQ(subjectText(executable, *referenceSubject(executable, at(document, "main", 5))), QStringLiteral("main"))
      << "of no call: the function";
  Place constant;
  constant.constant = ConstIndex(1);
  EXPECT_EQ(subjectText(executable, *referenceSubject(executable, constant)), QStringLiteral("c[1]"));
  EXPECT_FALSE(referenceSubject(executable, Place{}));
}

TEST(References, FilterAndEnterGoesThere) {
  Document document;
  document.setData(documentOf(program(kEditedProgram)));
  ReferenceSubject subject;
  subject.constant = ConstIndex(1);
  auto* popup = new ReferencesPopup(&document, subject, nullptr);
  popup->openAt({10, 10});
  ASSERT_TRUE(QTest::qWaitFor([&] { return popup->table()->model()->rowCount() == 1; }));
  QSignalSpy activated(document.selection(), &Selection::activated);
  QTest::keyClick(popup->table(), Qt::Key_Return);
  ASSERT_EQ(activated.count(), 1);
  EXPECT_EQ(document.selection()->current().pc.value, 4);
  EXPECT_EQ(document.selection()->current().constant.value, 1);
}

TEST(Notes, AreShownInListingAndFunctionsAndUndone) {
  Document document;
  document.setData(documentOf(program(kEditedProgram)));
  ListingView listing(&document, nullptr);
  listing.resize(900, 500);
  FunctionsView functions(&document, nullptr);
  functions.resize(500, 400);
  ASSERT_TRUE(settle(listing) && settle(functions));
  const FuncIndex helper = document.executable()->findFunction("helper"),
                  main = document.executable()->findFunction("main");
  document.notes()->setName(helper, QStringLiteral("attention"));
  document.notes()->setNote(main, InstrIndex(1), QStringLiteral("the hot one"));
  document.notes()->setNote(helper, {}, QStringLiteral("called once"));
  EXPECT_TRUE(listing.area()->line(InstrIndex(2)).text().contains(QStringLiteral("attention")))
      << "the name where it is called";
  EXPECT_TRUE(listing.area()->line(InstrIndex(1)).text().endsWith(QStringLiteral("; the hot one")));
  EXPECT_FALSE(listing.area()->line(InstrIndex(4)).text().contains(u';'));
  const std::string table = modelText(*functions.table()->model()).toStdString();
  EXPECT_NE(table.find("attention [note]"), std::string::npos) << table;
  EXPECT_EQ(document.executable()->function(helper)->name, "helper") << "the executable is never altered";
  document.notes()->undoStack()->undo();
  document.notes()->undoStack()->undo();
  EXPECT_FALSE(listing.area()->line(InstrIndex(1)).text().contains(QStringLiteral("hot")));
  EXPECT_TRUE(listing.area()->line(InstrIndex(2)).text().contains(QStringLiteral("attention")));
  document.notes()->undoStack()->redo();
  EXPECT_TRUE(listing.area()->line(InstrIndex(1)).text().contains(QStringLiteral("hot")));
}

TEST(Notes, StayWithTheirFunctionWhenOthersMove) {
  Document document;
  document.setData(documentOf(program(kEditedProgram)));
  document.notes()->setNote(document.executable()->findFunction("helper"), InstrIndex(6), QStringLiteral("here"));
  document.setData(documentOf(program(std::string("fn first(a)\n  ret %0\n") + kEditedProgram)));
  const InstrIndex moved(document.executable()->function(document.executable()->findFunction("helper"))->startInstr);
  EXPECT_EQ(document.notes()->table()->note(moved), QStringLiteral("here"));
}

TEST(Hover, ExplainsOpcodesBuiltinsAndOperands) {
  const Executable executable = program(kEditedProgram);
  const FunctionFacts facts(executable);
  const CodeLine call = codeLine(executable, InstrIndex(0)), branch = codeLine(executable, InstrIndex(3));
  EXPECT_TRUE(call.tokens[0].tooltip.startsWith(QStringLiteral("call: Calls a function")))
      << call.tokens[0].tooltip.toStdString();
  EXPECT_TRUE(branch.tokens[0].tooltip.startsWith(QStringLiteral("If: "))) << branch.tokens[0].tooltip.toStdString();
  EXPECT_TRUE(wordHelp(facts, QStringLiteral("ret")).contains(QStringLiteral("Ends the function")));
  EXPECT_TRUE(wordHelp(facts, QStringLiteral("vm.builtin.alloc_storage"))
                  .contains(QStringLiteral("Operands: vm size device dtype [scope]")));
  EXPECT_TRUE(wordHelp(facts, QStringLiteral("helper")).startsWith(QStringLiteral("helper(z")));
  EXPECT_TRUE(wordHelp(facts, QStringLiteral("nothing")).isEmpty());
  EXPECT_EQ(operandName(findBuiltin("vm.builtin.alloc_storage"), 1, 4), QStringLiteral("size"));
  EXPECT_EQ(operandName(findBuiltin("vm.builtin.make_tuple"), 7, 9), QStringLiteral("field"))
      << "the last name repeats";
}

/// Names functions "line N: ..." so that texts are easy to read; a line that contains "wrong" is an error.
class LineAssembler : public CodeAssembler {
 public:
  EditText write(const Executable& executable, FuncIndex function, size_t) const override {
    EditText out;
    const Function* row = executable.function(function);
    const int64_t from = row != nullptr ? row->startInstr : 0,
                  to = row != nullptr ? row->endInstr : static_cast<int64_t>(executable.code.size());
    out.map.pcOfLine.resize(2);
    out.map.lineOfPc.resize(executable.code.size());
    out.text = QStringLiteral("@%1:\n").arg(row != nullptr ? QString::fromStdString(row->name) : QStringLiteral("all"));
    for (int64_t pc = from; pc < to; ++pc) {
      out.map.lineOfPc[static_cast<size_t>(pc)] = static_cast<uint32_t>(out.map.pcOfLine.size());
      out.map.pcOfLine.emplace_back(pc);
      out.text += QStringLiteral("  ") + codeLine(executable, InstrIndex(pc)).text() + u'\n';
    }
    return out;
  }
  EditResult assemble(const Executable& base, FuncIndex, const QString& text) const override {
    EditResult result;
    const QStringList lines = text.split(u'\n');
    for (int i = 0; i < lines.size(); ++i)
      if (const int at = static_cast<int>(lines[i].indexOf(QStringLiteral("wrong"))); at >= 0)
        result.messages.push_back({Severity::Error, i + 1, at + 1, 5, QStringLiteral("this is wrong")});
    if (!result.messages.empty()) return result;
    Executable changed = base;
    if (text.contains(QStringLiteral("ret %1"))) changed.functions[0].registerFileSize += 100;  // a visible change
    result.executable = std::make_shared<const Executable>(std::move(changed));
    return result;
  }
};

class Edit : public ::testing::Test {
 protected:
  void SetUp() override {
    document_.setAssembler(std::make_shared<const LineAssembler>());
    document_.setData(documentOf(program(kEditedProgram)));
    listing_ = std::make_unique<ListingView>(&document_, nullptr);
    listing_->resize(1000, 500);
    listing_->show();
    document_.selection()->select(at(document_, "main", 2));
    ASSERT_TRUE(settle(*listing_));
    listing_->setEditing(true);
    ASSERT_TRUE(settle(*listing_));
  }
  AssemblyEditor& editor() { return *listing_->editPane()->editor(); }
  Document document_;
  std::unique_ptr<ListingView> listing_;
};

TEST_F(Edit, ShowsTheFunctionWithTheCursorOnTheSelectedInstruction) {
  EXPECT_TRUE(editor().toPlainText().startsWith(QStringLiteral("@main:\n")));
  EXPECT_EQ(editor().currentLine(), 4) << "the head, then pc 0, 1, 2";
  document_.selection()->select(at(document_, "main", 4));
  ASSERT_TRUE(settle(*listing_));
  EXPECT_EQ(editor().currentLine(), 6);
  editor().goTo(3);
  QCoreApplication::processEvents();
  EXPECT_EQ(document_.selection()->current().pc.value, 1) << "the cursor selects, too";
  document_.selection()->select(at(document_, "helper", 6));
  ASSERT_TRUE(settle(*listing_));
  EXPECT_TRUE(editor().toPlainText().startsWith(QStringLiteral("@helper:\n")));
  EXPECT_FALSE(listing_->grab().isNull());
}

TEST_F(Edit, ErrorsAreShownAtTheirLineAndPreventApplying) {
  QSignalSpy edited(&document_, &Document::edited);
  editor().goTo(3, 100);
  editor().insertPlainText(QStringLiteral(" wrong"));
  ASSERT_TRUE(settle(*listing_));
  ASSERT_EQ(editor().messages().size(), 1u);
  EXPECT_EQ(editor().messages()[0].line, 3);
  bool wavy = false;
  for (const auto& mark : editor().extraSelections())
    if (mark.format.underlineStyle() == QTextCharFormat::WaveUnderline)
      wavy = mark.cursor.selectedText() == QStringLiteral("wrong");
  EXPECT_TRUE(wavy);
  auto* problems = listing_->findChild<QListWidget*>(QStringLiteral("edit.problems"));
  ASSERT_EQ(problems->count(), 1);
  EXPECT_FALSE(listing_->findChild<QPushButton*>(QStringLiteral("edit.apply"))->isEnabled());
  listing_->editPane()->apply();
  EXPECT_EQ(edited.count(), 0);
  editor().undo();
  ASSERT_TRUE(settle(*listing_));
  EXPECT_TRUE(editor().messages().empty()) << listing_->editPane()->statusText().toStdString();
  EXPECT_FALSE(listing_->editPane()->isModified());
}

TEST_F(Edit, ValidTextIsAppliedAndStays) {
  QSignalSpy edited(&document_, &Document::edited);
  editor().goTo(7);
  editor().moveCursor(QTextCursor::EndOfLine);
  editor().textCursor().deletePreviousChar();
  editor().insertPlainText(QStringLiteral("1"));
  ASSERT_TRUE(settle(*listing_));
  EXPECT_TRUE(listing_->editPane()->isGood());
  const QString typed = editor().toPlainText();
  QTest::keyClick(&editor(), Qt::Key_Return, Qt::ControlModifier);
  ASSERT_EQ(edited.count(), 1);
  DocumentData now = document_.data();
  now.executable = edited[0][0].value<std::shared_ptr<const Executable>>();
  now.edited = true;
  document_.setData(now);  // as the application does
  ASSERT_TRUE(settle(*listing_));
  EXPECT_EQ(editor().toPlainText(), typed);
  EXPECT_FALSE(listing_->editPane()->isModified());
  EXPECT_TRUE(editor().document()->isUndoAvailable()) << "undo goes on behind what was taken over";
}

TEST_F(Edit, AChangedTextIsNotLostToAnotherSelection) {
  editor().goTo(2);
  editor().insertPlainText(QStringLiteral("wrong"));
  document_.selection()->select(at(document_, "helper", 6));
  ASSERT_TRUE(settle(*listing_));
  EXPECT_TRUE(editor().toPlainText().startsWith(QStringLiteral("@main:\n")));
  listing_->setEditing(false);
  listing_->setEditing(true);
  EXPECT_TRUE(editor().toPlainText().contains(QStringLiteral("wrong")));
}

}  // namespace
}  // namespace relaxscope
