// SPDX-License-Identifier: Apache-2.0
// Layers in the window: the breadcrumb, names given by key and menu, and the notes file that keeps them.
#include "vmcore/model/builder.h"  // before Qt, which makes `emit` a macro

#include <gtest/gtest.h>

#include <QInputDialog>
#include <QMenu>
#include <QPushButton>

#include "app/window/document/breadcrumb.h"
#include "app/window/document/notes_file.h"
#include "gui_support.h"
#include "views/listing/listing_view.h"

namespace relaxscope {
namespace {

using namespace gui;

/// main: s, then a, b twice.
Executable layered() {
  ExecutableBuilder b;
  b.beginFunction("main", {"x"});
  for (const char* call : {"s", "a", "b", "a", "b"}) b.emitCall(call, {b.r(0)}, 0);
  b.emitRet(0);
  return b.finish();
}

class LayersFlow : public ::testing::Test {
 protected:
  void SetUp() override {
    window_ = makeWindow();
    page_ = openAndWait(window_.get(), writeExecutable(folder_, QStringLiteral("layers.bin"), layered()));
    ASSERT_NE(page_, nullptr);
    window_->showView(ViewId::Listing);
    crumbs_ = page_->findChild<Breadcrumb*>();
    ASSERT_NE(crumbs_, nullptr);
  }
  void select(int64_t pc) {
    Place place;
    place.function = page_->document()->executable()->findFunction("main");
    place.pc = InstrIndex(pc);
    page_->document()->selection()->select(place);
    QCoreApplication::processEvents();
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);  // of the parts of before
  }
  [[nodiscard]] int64_t pc() const {
    QCoreApplication::processEvents();
    return page_->document()->selection()->current().pc.value;
  }
  void answer(const char* text) {
    auto* dialog = window_->findChild<QInputDialog*>(QStringLiteral("textDialog"));
    ASSERT_NE(dialog, nullptr);
    dialog->setTextValue(QLatin1String(text));
    dialog->accept();
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    QCoreApplication::processEvents();
  }
  [[nodiscard]] ListingArea* area() const {
    return qobject_cast<ListingView*>(page_->workspace()->view(ViewId::Listing))->area();
  }

  QTemporaryDir folder_;
  std::unique_ptr<MainWindow> window_;
  DocumentPage* page_ = nullptr;
  Breadcrumb* crumbs_ = nullptr;
};

TEST_F(LayersFlow, TheBreadcrumbHasTheLayerBetweenFunctionAndCall) {
  select(2);
  EXPECT_EQ(crumbs_->text(), QStringLiteral("layers.bin > main > layer 0 > 2: b"));
  crumbs_->findChild<QPushButton*>(QStringLiteral("breadcrumb.2"))->click();
  EXPECT_EQ(pc(), 1) << "its first instruction";
  select(4);
  EXPECT_EQ(crumbs_->text(), QStringLiteral("layers.bin > main > layer 1 > 4: b"));
  Q_EMIT crumbs_->findChild<QPushButton*>(QStringLiteral("breadcrumb.2"))->customContextMenuRequested({});
  auto* menu = crumbs_->findChild<QMenu*>(QStringLiteral("breadcrumb.copies"));
  ASSERT_NE(menu, nullptr);
  ASSERT_EQ(menu->actions().size(), 2);
  EXPECT_TRUE(menu->actions()[1]->isChecked());
  menu->actions()[0]->trigger();
  menu->close();
  EXPECT_EQ(pc(), 1);
  select(0);
  EXPECT_EQ(crumbs_->text(), QStringLiteral("layers.bin > main > 0: s"));
}

TEST_F(LayersFlow, ALayerIsNamedAndTheNameIsKept) {
  select(4);
  trigger(window_.get(), "edit.renameLayer");
  answer("decoder");
  EXPECT_EQ(crumbs_->text(), QStringLiteral("layers.bin > main > decoder > 4: b"));
  EXPECT_NE(area()->headingText(area()->content().rows->at(2)).indexOf(QStringLiteral("repeats as decoder, pc 3–4")),
            -1);
  const QString path = page_->document()->data().path, digest = noteDigest(*page_->document()->data().file);
  ASSERT_TRUE(waitFor([&] { return !readNotes(path, digest).notes.empty(); }));
  NoteBook expected;
  expected.layers[{"main", 3, 0}] = QStringLiteral("decoder");
  EXPECT_TRUE(bookOf(readNotes(path, digest).notes) == expected);
  trigger(window_.get(), "edit.undo");
  EXPECT_EQ(crumbs_->text(), QStringLiteral("layers.bin > main > layer 1 > 4: b"));
  select(0);
  trigger(window_.get(), "edit.renameLayer");
  EXPECT_EQ(window_->findChild<QInputDialog*>(QStringLiteral("textDialog")), nullptr) << "in no layer";
}

TEST_F(LayersFlow, OnAHeadingTheKeyOfNamesNamesTheLayer) {
  area()->setFocus();
  const int row = 5;  // function, s, heading, a, b, heading
  QTest::mouseClick(area()->viewport(), Qt::LeftButton, {}, QPoint(60, 24 + row * area()->rowHeight() + 8));
  EXPECT_EQ(pc(), 3);
  ASSERT_TRUE(area()->currentLayer());
  trigger(window_.get(), "edit.rename");
  answer("second");
  EXPECT_EQ(crumbs_->text(), QStringLiteral("layers.bin > main > second > 3: a"));
  select(2);
  select(3);
  trigger(window_.get(), "edit.rename");
  answer("attention");
  EXPECT_EQ(crumbs_->text(), QStringLiteral("layers.bin > main > second > 3: attention")) << "of a call its callee";
}

TEST(StoredLayerNames, AreReadAsTheyWereWritten) {
  NoteBook book;
  book.layers[{"main", 0, 0}] = QStringLiteral("outer");
  book.layers[{"main", 0, 1}] = QStringLiteral("inner");
  book.layers[{"other", 1'000'000, 2}] = QStringLiteral("deep");
  book.names["main"] = QStringLiteral("entry");
  book.notes[{"main", 3}] = QStringLiteral("a note");
  const StoredNotes stored = editedNotes({}, book, 10);
  EXPECT_TRUE(bookOf(stored) == book);
  QTemporaryDir folder;
  const QString executable = folder.filePath(QStringLiteral("x.bin"));
  ASSERT_TRUE(writeNotes(executable, QStringLiteral("digest"), stored).error.isEmpty());
  EXPECT_TRUE(bookOf(readNotes(executable, QStringLiteral("digest")).notes) == book);
  NoteBook less = book;
  less.layers.erase({"main", 0, 1});
  EXPECT_TRUE(bookOf(editedNotes(stored, less, 20)) == less);
}

}  // namespace
}  // namespace relaxscope
