// SPDX-License-Identifier: Apache-2.0
// User actions on code in the window: edit, run the edit on the old kernels, save it as a new file, annotate, rename,
// find references; output of kernels; a file changed on disk.
#include <gtest/gtest.h>

#include "vmcore/model/builder.h"  // before Qt, which makes `emit` a macro

#include <QAction>
#include <QFile>
#include <QInputDialog>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QTextBrowser>
#include <QThreadPool>
#include <QToolButton>

#include "app/window/document/breadcrumb.h"
#include "app/window/document/output_panel.h"
#include "app/window/document/save_executable.h"
#include "app/window/shell/help_page.h"
#include "app/window/shell/status_bar.h"
#include "gui_support.h"
#include "views/code/references_popup.h"
#include "views/inspector/inspector_view.h"
#include "views/listing/listing_view.h"
#include "views/theme/theme.h"
#include "views/widgets/error_strip.h"
#include "views/widgets/tab_bar.h"
#include "vmcore/format/loader.h"

namespace relaxscope {
namespace {

using namespace gui;

class EditFlow : public ::testing::Test {
 protected:
  void SetUp() override { window_ = makeWindow(); }
  ListingView* listing(DocumentPage* page) {
    return qobject_cast<ListingView*>(page->workspace()->view(ViewId::Listing));
  }
  /// Opens edit mode on a function and waits for its text.
  EditPane* edit(DocumentPage* page, const char* function) {
    Place place;
    place.function = page->document()->executable()->findFunction(function);
    page->document()->selection()->select(place);
    trigger(window_.get(), "edit.code");
    EXPECT_TRUE(waitFor([&] {
      return listing(page)->editPane() != nullptr && listing(page)->isSettled() &&
             !listing(page)->editPane()->editor()->toPlainText().isEmpty();
    }));
    return listing(page)->editPane();
  }
  /// Replaces the first occurrence of `from` in the text and waits for the check.
  void change(EditPane* pane, const QString& from, const QString& to) {
    QString text = pane->editor()->toPlainText();
    const qsizetype at = text.indexOf(from);
    ASSERT_GE(at, 0) << from.toStdString() << " in\n" << text.toStdString();
    QTextCursor cursor(pane->editor()->document());
    cursor.setPosition(static_cast<int>(at));
    cursor.setPosition(static_cast<int>(at + from.size()), QTextCursor::KeepAnchor);
    cursor.insertText(to);
    ASSERT_TRUE(waitFor([pane] { return pane->isSettled(); }));
  }
  QTemporaryDir folder_;
  std::unique_ptr<MainWindow> window_;
};

TEST_F(EditFlow, AnEditIsAppliedAndTheFileIsUnchanged) {
  const QString path = writeExecutable(folder_, QStringLiteral("sample.bin"), sampleExecutable());
  QFile file(path);
  ASSERT_TRUE(file.open(QIODevice::ReadOnly));
  const QByteArray before = file.readAll();
  DocumentPage* page = openAndWait(window_.get(), path);
  ASSERT_NE(page, nullptr);
  EditPane* pane = edit(page, "block");
  change(pane, QStringLiteral("kernel_odd"), QStringLiteral("kernel_even"));
  ASSERT_TRUE(pane->isGood()) << pane->statusText().toStdString();
  pane->apply();
  ASSERT_TRUE(waitFor([page] { return page->document()->data().edited; }));
  const Executable& edited = *page->document()->executable();
  const FuncIndex odd = edited.findFunction("kernel_odd");
  for (size_t pc = 0; pc < edited.code.size(); ++pc)
    EXPECT_NE(calleeAt(edited, InstrIndex(static_cast<int64_t>(pc))), odd);
  EXPECT_EQ(page->document()->functionName(page->document()->selection()->subject()), QStringLiteral("block"));
  file.seek(0);
  EXPECT_EQ(file.readAll(), before);
}

/// The strip that asks about unsaved code; null while it is not shown.
ErrorStrip* question(DocumentPage* page) {
  auto* strip = qobject_cast<ErrorStrip*>(child(page, "unsavedStrip"));
  return strip != nullptr && strip->isVisible() ? strip : nullptr;
}

TEST_F(EditFlow, ChangesAreDiscardedOnlyWhenTheUserSaysSo) {
  DocumentPage* page =
      openAndWait(window_.get(), writeExecutable(folder_, QStringLiteral("sample.bin"), sampleExecutable()));
  ASSERT_NE(page, nullptr);
  const auto never = [] { ADD_FAILURE() << "the user did not discard"; };
  const auto mark = [this] { return window_->documentTabs()->badge(window_->documentTabs()->idAt(0)); };
  EditPane* pane = edit(page, "block");
  EXPECT_TRUE(page->canClose(never)) << "nothing is changed yet";
  EXPECT_EQ(mark(), QString());
  change(pane, QStringLiteral("kernel_odd"), QStringLiteral("kernel_even"));
  ASSERT_TRUE(waitFor([&] { return mark() == QStringLiteral("●"); }));
  for (const char* action : {"file.reload", "file.close", "file.close", "file.quit", "file.quit"}) {
    trigger(window_.get(), action);
    EXPECT_TRUE(pane->isModified()) << action;
    ASSERT_NE(question(page), nullptr) << action;
    EXPECT_TRUE(window_->isVisible()) << action;
  }
  EXPECT_FALSE(pane->findChild<QComboBox*>(QStringLiteral("edit.scope"))->isEnabled())
      << "another text would take its place";
  question(page)->findChild<QPushButton*>(QStringLiteral("errorStrip.place"))->click();
  EXPECT_FALSE(window_->isVisible()) << "discarding does what was asked for last";
}

TEST_F(EditFlow, TwoDraftsAreDiscardedOneAfterTheOther) {
  DocumentPage* pages[2];
  for (int i = 0; i < 2; ++i) {
    pages[i] =
        openAndWait(window_.get(), writeExecutable(folder_, QStringLiteral("sample%1.bin").arg(i), sampleExecutable()));
    ASSERT_NE(pages[i], nullptr);
    change(edit(pages[i], "block"), QStringLiteral("kernel_odd"), QStringLiteral("kernel_even"));
  }
  trigger(window_.get(), "file.quit");
  for (DocumentPage* page : pages) {
    ASSERT_TRUE(waitFor([page] { return question(page) != nullptr; }));
    EXPECT_TRUE(window_->isVisible());
    question(page)->findChild<QPushButton*>(QStringLiteral("errorStrip.place"))->click();
  }
  EXPECT_FALSE(window_->isVisible());
}

TEST_F(EditFlow, ConstantsReplaceNoDraftWithoutAsking) {
  DocumentPage* page =
      openAndWait(window_.get(), writeExecutable(folder_, QStringLiteral("sample.bin"), sampleExecutable()));
  ASSERT_NE(page, nullptr);
  EditPane* pane = edit(page, "block");
  change(pane, QStringLiteral("kernel_odd"), QStringLiteral("kernel_even"));
  page->loadConstants(folder_.filePath(QStringLiteral("none.params")));
  ASSERT_NE(question(page), nullptr);
  EXPECT_FALSE(page->constants()->isPending());
  EXPECT_TRUE(pane->isModified());
}

TEST_F(EditFlow, RevertAsksOnlyAboutWhatWasApplied) {
  DocumentPage* page =
      openAndWait(window_.get(), writeExecutable(folder_, QStringLiteral("sample.bin"), sampleExecutable()));
  ASSERT_NE(page, nullptr);
  EditPane* pane = edit(page, "block");
  change(pane, QStringLiteral("kernel_odd"), QStringLiteral("kernel_even"));
  pane->apply();
  ASSERT_TRUE(waitFor([page] { return page->document()->data().edited; }));
  change(pane, QStringLiteral("kernel_even"), QStringLiteral("kernel_odd"));
  pane->findChild<QPushButton*>(QStringLiteral("edit.revert"))->click();
  ASSERT_NE(question(page), nullptr);
  question(page)->findChild<QToolButton*>(QStringLiteral("errorStrip.close"))->click();
  EXPECT_TRUE(pane->isModified()) << "whoever stays keeps the draft";
  EXPECT_TRUE(page->hasUnsaved());
}

TEST_F(EditFlow, AppliedChangesAreAskedAboutUntilTheyAreSaved) {
  DocumentPage* page =
      openAndWait(window_.get(), writeExecutable(folder_, QStringLiteral("sample.bin"), sampleExecutable()));
  ASSERT_NE(page, nullptr);
  const auto never = [] { ADD_FAILURE() << "the user did not discard"; };
  EditPane* pane = edit(page, "block");
  change(pane, QStringLiteral("kernel_odd"), QStringLiteral("kernel_even"));
  pane->apply();
  ASSERT_TRUE(waitFor([page] { return page->document()->data().edited; }));
  EXPECT_FALSE(page->canClose(never));
  EXPECT_FALSE(page->canClose(never)) << "a repetition discards nothing";
  EXPECT_TRUE(page->hasUnsaved());
  page->noteSaved(page->document()->data().executable);
  EXPECT_TRUE(page->canClose(never));
  EXPECT_EQ(question(page), nullptr) << "nothing is asked any more";
  EXPECT_FALSE(page->hasUnsaved());
}

TEST_F(EditFlow, ARunIsOfTheCodeThatTheEditorShows) {
  DocumentPage* page =
      openAndWait(window_.get(), writeExecutable(folder_, QStringLiteral("sample.bin"), sampleExecutable()));
  ASSERT_NE(page, nullptr);
  EditPane* pane = edit(page, "block");
  change(pane, QStringLiteral("kernel_odd"), QStringLiteral("kernel_even"));
  int runs = 0;
  QObject::connect(page, &DocumentPage::runFinished, page, [&runs, page](bool) {
    ++runs;
    EXPECT_TRUE(page->document()->data().edited) << "of the edited code";
  });
  page->startRun(RunSpec());
  EXPECT_TRUE(waitFor([page] { return page->document()->data().edited; })) << "it is applied first";
  ASSERT_TRUE(waitFor([&] { return runs == 1; })) << "and then run";
  change(pane, QStringLiteral("kernel_even"), QStringLiteral("@@"));
  const auto before = page->document()->executable();
  page->startRun(RunSpec());
  ASSERT_TRUE(waitFor([page] {
    return page->runError() == QStringLiteral("The changed code was not run: it has errors.");
  })) << page->runError().toStdString();
  EXPECT_EQ(page->document()->executable(), before);
  EXPECT_TRUE(pane->isModified()) << "the draft is still there";
}

TEST_F(EditFlow, AnErrorIsShownAtItsLine) {
  DocumentPage* page =
      openAndWait(window_.get(), writeExecutable(folder_, QStringLiteral("sample.bin"), sampleExecutable()));
  ASSERT_NE(page, nullptr);
  EditPane* pane = edit(page, "block");
  change(pane, QStringLiteral("kernel_odd"), QStringLiteral("kernel_odd %%"));
  EXPECT_FALSE(pane->isGood());
  ASSERT_FALSE(pane->editor()->messages().empty());
  EXPECT_GT(pane->editor()->messages()[0].line, 1);
  EXPECT_TRUE(pane->editor()->toPlainText().split(u'\n')[pane->editor()->messages()[0].line - 1].contains(
      QStringLiteral("%%")));
}

TEST_F(EditFlow, AnEditRunsOnTheKernelsOfItsLibrary) {
  if (WorkerLink::defaultWorker().isEmpty()) GTEST_SKIP() << "this build has no worker";
  DocumentPage* page = openAndWait(window_.get(), example("pool_tree.so"));
  ASSERT_NE(page, nullptr);
  EditPane* pane = edit(page, "main");
  // A duplicated line: the register file stays the same, and the run has one more event.
  const QStringList lines = pane->editor()->toPlainText().split(u'\n');
  const auto call = std::find_if(lines.begin(), lines.end(), [](const QString& line) {
    return line.contains(QStringLiteral("check_tensor_info"));
  });
  ASSERT_NE(call, lines.end()) << pane->editor()->toPlainText().toStdString();
  change(pane, *call + u'\n', *call + u'\n' + *call + u'\n');
  ASSERT_TRUE(pane->isGood()) << pane->statusText().toStdString();
  const size_t size = page->document()->executable()->code.size();
  pane->apply();
  ASSERT_TRUE(waitFor([page] { return page->document()->data().edited; }));
  EXPECT_EQ(page->document()->executable()->code.size(), size + 1);
  RunSpec spec;
  spec.repeat = 2;
  spec.warmup = 0;
  ASSERT_TRUE(runAndWait(page, spec)) << page->document()->runFailure().toStdString();
  EXPECT_GT(page->document()->trace()->eventCount(), 0u);
}

TEST_F(EditFlow, CodeIsSavedAsBytesAndAsTextThatOpenAgain) {
  const QString path = writeExecutable(folder_, QStringLiteral("sample.bin"), sampleExecutable(3));
  DocumentPage* page = openAndWait(window_.get(), path);
  ASSERT_NE(page, nullptr);
  for (const char* name : {"again.bin", "again.rsasm"}) {
    bool done = false;
    QString error;
    const QString target = folder_.filePath(QLatin1String(name));
    saveExecutableAs(page->document()->data().executable, page->document()->data().file, target,
                     [&](const QStringList& written, const QString& text) {
                       EXPECT_EQ(written, QStringList{target});
                       error = text;
                       done = true;
                     });
    ASSERT_TRUE(waitFor([&done] { return done; }));
    ASSERT_TRUE(error.isEmpty()) << error.toStdString();
    const auto again = loadFile(target.toStdString());
    ASSERT_TRUE(again.ok()) << name << ": " << again.error().text();
    EXPECT_EQ(again->executable->code.words, page->document()->executable()->code.words) << name;
  }
  bool done = false;
  QString error;
  saveExecutableAs(page->document()->data().executable, page->document()->data().file,
                   folder_.filePath(QStringLiteral("x.so")), [&](const QStringList&, const QString& text) {
                     error = text;
                     done = true;
                   });
  ASSERT_TRUE(waitFor([&done] { return done; }));
  EXPECT_FALSE(error.isEmpty()) << "no library to pack it into";
}

TEST_F(EditFlow, LargeTensorsOfATextAreSavedBesideItOpenAgainAndCanBeEdited) {
  ExecutableBuilder b;
  b.beginFunction("main", std::vector<std::string>{});
  const std::string data(8 * 4096, 'x');
  const auto weight = b.addConstant(
      TensorConstant{DataType{static_cast<uint8_t>(TypeCode::Int), 8, 1}, {8, 4096}, 1, 0, 0, Bytes::copyOf(data)});
  b.emitCall("vm.builtin.copy", {b.c(weight)}, 0);
  b.emitRet(0);
  DocumentPage* page = openAndWait(window_.get(), writeExecutable(folder_, QStringLiteral("weights.bin"), b.finish()));
  ASSERT_NE(page, nullptr);
  for (const char* name : {"weights.rsasm", "weights.py"}) {
    const QString target = folder_.filePath(QLatin1String(name)), side = target + QStringLiteral(".npz");
    bool done = false;
    saveExecutableAs(page->document()->data().executable, page->document()->data().file, target,
                     [&](const QStringList& written, const QString& error) {
                       EXPECT_TRUE(error.isEmpty()) << error.toStdString();
                       EXPECT_EQ(written, (QStringList{target, side}));
                       done = true;
                     });
    ASSERT_TRUE(waitFor([&done] { return done; }));
    EXPECT_LT(QFileInfo(target).size(), 4096) << "the data is not in the text";
    EXPECT_TRUE(QFile::exists(side));
    DocumentPage* again = openAndWait(window_.get(), target);
    ASSERT_NE(again, nullptr) << window_->currentPage()->loadError().toStdString();
    const auto* tensor = std::get_if<TensorConstant>(&again->document()->executable()->constants[0].value);
    ASSERT_NE(tensor, nullptr);
    EXPECT_EQ(tensor->data.size(), data.size());
    EditPane* pane = edit(again, "main");
    pane->setWhole(true);
    ASSERT_TRUE(waitFor(
        [pane] { return pane->isSettled() && pane->editor()->toPlainText().contains(QStringLiteral(".const")); }));
    change(pane, QStringLiteral("@main"), QStringLiteral("@entry"));
    ASSERT_TRUE(pane->isGood()) << pane->statusText().toStdString();
    pane->apply();
    ASSERT_TRUE(waitFor([again] { return again->document()->data().edited; }));
    const auto* kept = std::get_if<TensorConstant>(&again->document()->executable()->constants[0].value);
    ASSERT_NE(kept, nullptr);
    EXPECT_EQ(kept->data.size(), data.size());
    ASSERT_TRUE(QFile::remove(side));
    trigger(window_.get(), "file.close");
    ASSERT_NE(question(again), nullptr) << "the edit lies in no file";
    question(again)->findChild<QPushButton*>(QStringLiteral("errorStrip.place"))->click();
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    EXPECT_EQ(openAndWait(window_.get(), target), nullptr) << "without its data it does not open";
    EXPECT_TRUE(window_->currentPage()->loadError().contains(QStringLiteral(".npz")))
        << window_->currentPage()->loadError().toStdString();
    trigger(window_.get(), "file.close");
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
  }
}

TEST_F(EditFlow, TheLanguagePageOpensFromTheMenuAndFromEditMode) {
  DocumentPage* page =
      openAndWait(window_.get(), writeExecutable(folder_, QStringLiteral("sample.bin"), sampleExecutable()));
  ASSERT_NE(page, nullptr);
  EditPane* pane = edit(page, "block");
  auto* button = qobject_cast<QAbstractButton*>(child(pane, "edit.help"));
  ASSERT_NE(button, nullptr);
  button->click();
  auto* help = window_->findChild<HelpPage*>();
  ASSERT_NE(help, nullptr);
  EXPECT_TRUE(help->isVisible());
  EXPECT_TRUE(help->browser()->toPlainText().contains(QStringLiteral(".executable")));
  help->searchField()->setText(QStringLiteral("late_bound"));
  EXPECT_GT(help->hits(), 1);
  EXPECT_EQ(help->browser()->extraSelections().size(), help->hits());
  help->searchField()->setText(QStringLiteral("no such words"));
  EXPECT_EQ(help->hits(), 0);
  help->close();
  trigger(window_.get(), "help.assembler");
  EXPECT_EQ(window_->findChildren<HelpPage*>().size(), 1) << "one a window";
  EXPECT_TRUE(help->isVisible());
}

TEST_F(EditFlow, NotesAreKeptBesideTheFileAndComeBack) {
  const QString path = writeExecutable(folder_, QStringLiteral("sample.bin"), sampleExecutable());
  DocumentPage* page = openAndWait(window_.get(), path);
  ASSERT_NE(page, nullptr);
  ASSERT_TRUE(waitFor([page] { return page->isSettled(); }));
  Place place;
  place.function = page->document()->executable()->findFunction("block");
  place.pc = InstrIndex(page->document()->executable()->function(place.function)->startInstr);
  page->document()->selection()->select(place);
  trigger(window_.get(), "edit.note");
  auto* dialog = window_->findChild<QInputDialog*>();
  ASSERT_NE(dialog, nullptr);
  dialog->setTextValue(QStringLiteral("look here"));
  dialog->accept();
  EXPECT_EQ(page->document()->notes()->table()->note(place.pc), QStringLiteral("look here"));
  page->document()->notes()->setName(place.function, QStringLiteral("layer"));
  ASSERT_TRUE(waitFor([&] {
    QFile file(path + QStringLiteral(".notes.json"));
    const QByteArray text = file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    return text.contains("look here") && text.contains("layer");
  }));
  trigger(window_.get(), "file.close");
  QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
  page = openAndWait(window_.get(), path);
  ASSERT_NE(page, nullptr);
  ASSERT_TRUE(
      waitFor([&] { return page->document()->notes()->table()->note(place.pc) == QStringLiteral("look here"); }));
  EXPECT_EQ(page->document()->notes()->table()->name(place.function), QStringLiteral("layer"));
}

TEST_F(EditFlow, ANoteWrittenBeforeTheStoredOnesAreReadIsMergedWithThem) {
  const QString path = writeExecutable(folder_, QStringLiteral("sample.bin"), sampleExecutable());
  DocumentPage* page = openAndWait(window_.get(), path);
  ASSERT_NE(page, nullptr);
  ASSERT_TRUE(waitFor([page] { return page->isSettled(); }));
  const FuncIndex block = page->document()->executable()->findFunction("block"),
                  main = page->document()->executable()->findFunction("main");
  page->document()->notes()->setNote(block, {}, QStringLiteral("kept"));
  page->document()->notes()->setNote(main, {}, QStringLiteral("old"));
  const auto close = [this] {
    trigger(window_.get(), "file.close");
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
  };
  close();
  const auto openAndWrite = [&](const QString& text) {
    page = window_->openFile(path);
    bool written = false;
    QObject::connect(page, &DocumentPage::loaded, page, [&] {
      EXPECT_TRUE(page->document()->notes()->book().empty()) << "not read yet";
      page->document()->notes()->setNote(main, {}, text);
      written = true;
    });
    EXPECT_TRUE(waitFor([&] { return written; }));
  };
  openAndWrite(QStringLiteral("new"));
  ASSERT_TRUE(waitFor([&] { return page->isSettled(); }));
  EXPECT_EQ(page->document()->notes()->table()->note(block), QStringLiteral("kept"));
  EXPECT_EQ(page->document()->notes()->table()->note(main), QStringLiteral("new"));
  page->document()->notes()->undoStack()->undo();
  EXPECT_EQ(page->document()->notes()->table()->note(main), QStringLiteral("old"));
  page->document()->notes()->undoStack()->redo();
  close();
  // Closed before the notes are read: still nothing is lost.
  openAndWrite(QStringLiteral("newest"));
  close();
  QThreadPool::globalInstance()->waitForDone();
  page = openAndWait(window_.get(), path);
  ASSERT_NE(page, nullptr);
  ASSERT_TRUE(waitFor([page] { return page->isSettled(); }));
  EXPECT_EQ(page->document()->notes()->table()->note(block), QStringLiteral("kept"));
  EXPECT_EQ(page->document()->notes()->table()->note(main), QStringLiteral("newest"));
  // Reloaded before the name is saved.
  page->document()->notes()->setName(block, QStringLiteral("layer"));
  trigger(window_.get(), "file.reload");
  ASSERT_TRUE(waitFor([page] { return page->isSettled(); }));
  EXPECT_EQ(page->document()->notes()->table()->name(block), QStringLiteral("layer"));
}

TEST_F(EditFlow, InspectorAndBreadcrumbShowTheNameThatWasGiven) {
  DocumentPage* page =
      openAndWait(window_.get(), writeExecutable(folder_, QStringLiteral("sample.bin"), sampleExecutable()));
  ASSERT_NE(page, nullptr);
  window_->showView(ViewId::Listing);
  auto* inspector = qobject_cast<InspectorView*>(page->workspace()->view(ViewId::Inspector));
  auto* crumbs = page->findChild<Breadcrumb*>();
  ASSERT_NE(inspector, nullptr);
  ASSERT_NE(crumbs, nullptr);
  const Executable& executable = *page->document()->executable();
  Place place;
  place.function = executable.findFunction("main");
  place.pc = InstrIndex(executable.function(place.function)->startInstr);  // calls block
  page->document()->selection()->select(place);
  page->document()->notes()->setName(executable.findFunction("block"), QStringLiteral("layer"));
  page->document()->notes()->setName(place.function, QStringLiteral("whole"));
  ASSERT_TRUE(
      waitFor([&] { return inspector->isSettled() && inspector->plainText().contains(QStringLiteral("whole")); }));
  EXPECT_TRUE(inspector->plainText().startsWith(QStringLiteral("layer"))) << inspector->plainText().toStdString();
  EXPECT_TRUE(inspector->plainText().contains(QStringLiteral("block"))) << "its own name is told too";
  EXPECT_EQ(crumbs->text(), QStringLiteral("sample.bin > whole > block 0 > 0: layer"));
  place.pc = {};
  page->document()->selection()->select(place);
  ASSERT_TRUE(waitFor([&] { return inspector->plainText().startsWith(QStringLiteral("whole")); }));
  page->document()->notes()->setName(place.function, {});
  ASSERT_TRUE(waitFor([&] { return inspector->plainText().startsWith(QStringLiteral("main")); }));
  EXPECT_EQ(crumbs->text(), QStringLiteral("sample.bin > main"));
}

TEST_F(EditFlow, ReferencesOpenFromEveryViewThatHasAnObject) {
  DocumentPage* page =
      openAndWait(window_.get(), writeExecutable(folder_, QStringLiteral("sample.bin"), sampleExecutable()));
  ASSERT_NE(page, nullptr);
  Place place;
  place.function = page->document()->executable()->findFunction("block");
  page->document()->selection()->select(place);
  for (const char* view : {"listing", "cfg", "hex", "functions"}) {
    trigger(window_.get(), (std::string("show.") + view).c_str());
    trigger(window_.get(), "go.references");
    auto* popup = window_->findChild<ReferencesPopup*>();
    ASSERT_NE(popup, nullptr) << view;
    EXPECT_TRUE(waitFor([popup] { return popup->table()->model()->rowCount() == 2; })) << view;
    delete popup;
  }
}

TEST_F(EditFlow, WhatKernelsPrintCanBeRead) {
  if (WorkerLink::defaultWorker().isEmpty()) GTEST_SKIP() << "this build has no worker";
  ExecutableBuilder b;
  b.beginFunction("main", std::vector<std::string>{});
  const auto text = b.addConstant(StringConstant{"hello from a kernel"});
  b.emitCall("relax.run.print", {b.c(text)}, 0);
  b.emitRet(0);
  DocumentPage* page = openAndWait(window_.get(), writeExecutable(folder_, QStringLiteral("print.bin"), b.finish()));
  ASSERT_NE(page, nullptr);
  RunSpec spec;
  spec.repeat = 2;
  spec.warmup = 0;
  ASSERT_TRUE(runAndWait(page, spec)) << page->document()->runFailure().toStdString();
  EXPECT_FALSE(page->outputPanel()->isVisible()) << "a good run stays quiet";
  trigger(window_.get(), "run.output");
  EXPECT_TRUE(page->outputPanel()->isVisible());
  EXPECT_TRUE(page->outputPanel()->text().contains(QStringLiteral("hello from a kernel")))
      << page->document()->runFailure().toStdString();
  EXPECT_TRUE(waitFor([this] { return window_->findChild<StatusBar*>()->text().contains(QStringLiteral("output:")); }));
  trigger(window_.get(), "run.output");
  EXPECT_FALSE(page->outputPanel()->isVisible());
}

TEST_F(EditFlow, ReloadingForgetsTheTraceOfTheFileBefore) {
  if (WorkerLink::defaultWorker().isEmpty()) GTEST_SKIP() << "this build has no worker";
  DocumentPage* page = openAndWait(window_.get(), example("pool_tree.so"));
  ASSERT_NE(page, nullptr);
  RunSpec spec;
  spec.repeat = 2;
  ASSERT_TRUE(runAndWait(page, spec)) << page->document()->runFailure().toStdString();
  ASSERT_NE(page->document()->trace(), nullptr);
  bool loaded = false;
  QObject::connect(page, &DocumentPage::loaded, page, [&loaded] { loaded = true; });
  // The statistics of the run may still be in progress: they must not be applied to the new data.
  page->reload();
  ASSERT_TRUE(waitFor([&loaded] { return loaded; }));
  QThreadPool::globalInstance()->waitForDone();
  QCoreApplication::processEvents();  // events that the pool posted before
  EXPECT_EQ(page->document()->trace(), nullptr);
  EXPECT_EQ(page->document()->byCallee(), nullptr);
}

TEST_F(EditFlow, LettersTypedInATableAreNotCommands) {
  DocumentPage* page =
      openAndWait(window_.get(), writeExecutable(folder_, QStringLiteral("sample.bin"), sampleExecutable()));
  ASSERT_NE(page, nullptr);
  trigger(window_.get(), "show.functions");
  View* functions = page->workspace()->view(ViewId::Functions);
  functions->setFocus();
  QTest::keyClicks(QApplication::focusWidget(), QStringLiteral("n"));
  EXPECT_EQ(window_->findChild<QInputDialog*>(), nullptr);
}

TEST(WindowSize, AtOneAndAHalfTheWindowFitsIntoALaptop) {
  Theme::instance()->setScale(1.5);
  {
    auto window = std::make_unique<MainWindow>();
    window->setKeepState(false);
    window->resize(1366, 768);
    window->show();
    DocumentPage* page = openAndWait(window.get(), example("transformer_block.so"));
    EXPECT_NE(page, nullptr);
    for (const ViewRow& row : viewsOf(Subject::Executable)) {
      trigger(window.get(), (std::string("show.") + row.name()).c_str());
      QCoreApplication::processEvents();
      EXPECT_LE(window->width(), 1366) << row.name();
    }
  }
  Theme::instance()->setScale(1.0);
}

class TabNames : public ::testing::TestWithParam<QSize> {};

TEST_P(TabNames, AreWholeInEveryPanelOfALaptopsWindow) {
  auto window = makeWindow();
  window->resize(GetParam());
  DocumentPage* page = openAndWait(window.get(), example("transformer_block.so"));
  ASSERT_NE(page, nullptr);
  for (const ViewRow& row : viewsOf(Subject::Executable)) {
    if (row.id == ViewId::Overview) continue;
    trigger(window.get(), (std::string("show.") + row.name()).c_str());
    ASSERT_TRUE(waitFor([page] { return page->isSettled(); })) << row.name();
    // Dock sizes are applied some event loop iterations later.
    waitFor(
        [page] {
          for (const ViewArea area : {ViewArea::Left, ViewArea::Centre, ViewArea::Right, ViewArea::Bottom})
            for (int i = 0; i < page->workspace()->panel(area)->tabs()->count(); ++i)
              if (page->workspace()->panel(area)->tabs()->isElided(i) ||
                  (area == ViewArea::Left && !page->workspace()->panel(area)->tabs()->showsName(i)))
                return false;
          return true;
        },
        2'000);
    for (const ViewArea area : {ViewArea::Left, ViewArea::Centre, ViewArea::Right, ViewArea::Bottom}) {
      const TabBar* tabs = page->workspace()->panel(area)->tabs();
      for (int i = 0; i < tabs->count(); ++i) {
        EXPECT_FALSE(tabs->isElided(i)) << tabs->tabText(i).toStdString() << " with " << row.name() << " shown, "
                                        << tabs->tabRect(i).right() << " of " << tabs->width();
        EXPECT_FALSE(tabs->tabToolTip(i).isEmpty());
      }
      EXPECT_TRUE(tabs->showsName(tabs->currentIndex()));
    }
    const TabBar* left = page->workspace()->panel(ViewArea::Left)->tabs();
    for (int i = 0; i < left->count(); ++i) EXPECT_TRUE(left->showsName(i)) << left->tabText(i).toStdString();
  }
}
INSTANTIATE_TEST_SUITE_P(Sizes, TabNames, ::testing::Values(QSize(1280, 800), QSize(1366, 768), QSize(1600, 1000)),
                         [](const auto& kase) { return "w" + std::to_string(kase.param.width()); });

}  // namespace
}  // namespace relaxscope
