// SPDX-License-Identifier: Apache-2.0
// Reading flows: open, fail to open, reload, drop, search, go back.
#include <gtest/gtest.h>

#include "vmcore/model/builder.h"  // before Qt, which makes `emit` a macro

#include <QAction>
#include <QDropEvent>
#include <QFile>
#include <QFileDialog>
#include <QLabel>
#include <QLineEdit>
#include <QMimeData>
#include <QPushButton>
#include <QScrollBar>
#include <QTranslator>
#include <QUrl>
#include <QWindow>

#include "app/window/document/breadcrumb.h"
#include "app/window/document/export.h"
#include "app/window/document/file_kinds.h"
#include "app/window/settings.h"
#include "app/window/shell/command_palette.h"
#include "app/window/shell/start_page.h"
#include "app/window/shell/start_rows.h"
#include "app/window/shell/status_bar.h"
#include "gui_support.h"
#include "views/code/lint.h"
#include "views/listing/listing_view.h"
#include "views/widgets/tab_bar.h"
#include "vmcore/format/container/npz.h"
#include "vmcore/format/file_bytes.h"

namespace relaxscope {
namespace {

using namespace gui;

class Flow : public ::testing::Test {
 protected:
  void SetUp() override {
    path_ = writeExecutable(folder_, QStringLiteral("sample.bin"), sampleExecutable());
    window_ = makeWindow();
  }
  Place placeOf(int64_t function, int64_t pc) {
    Place place;
    place.function = FuncIndex(function);
    place.pc = InstrIndex(pc);
    return place;
  }
  QTemporaryDir folder_;
  QString path_;
  std::unique_ptr<MainWindow> window_;
};

TEST_F(Flow, AFileOpensOnItsOverviewWithTheEntrySelected) {
  DocumentPage* page = openAndWait(window_.get(), path_);
  ASSERT_NE(page, nullptr);
  EXPECT_TRUE(page->workspace()->showsOverview());
  EXPECT_EQ(page->document()->functionName(page->document()->selection()->subject()), QStringLiteral("main"));
  EXPECT_EQ(page->title(), QStringLiteral("sample.bin"));
  EXPECT_EQ(settings::recent().first().path, path_);
}

TEST_F(Flow, RecentFilesAreShownInEachLanguage) {
  ASSERT_NE(openAndWait(window_.get(), path_), nullptr);
  const settings::Recent entry = settings::recent().first();
  EXPECT_EQ(entry.variant, QStringLiteral("R5"));
  EXPECT_EQ(kindText(entry), QStringLiteral("Relax VM · TVM 0.23 to 0.27"));
  const QString status = window_->findChild<StatusBar*>()->text();
  QTranslator chinese;
  ASSERT_TRUE(chinese.load(QStringLiteral(":/i18n/relaxscope_zh_CN.qm")));
  QCoreApplication::installTranslator(&chinese);
  EXPECT_EQ(kindText(entry), QStringLiteral("Relax VM · TVM 0.23 至 0.27"));
  settings::Recent profile = entry;
  profile.events = 12;
  profile.runs = 3;
  profile.device = QStringLiteral("cpu");
  EXPECT_FALSE(kindText(profile).contains(QStringLiteral("profile"))) << kindText(profile).toStdString();
  Q_EMIT window_->currentPage()->changed();
  EXPECT_TRUE(
      waitFor([this] { return window_->findChild<StatusBar*>()->text().contains(QStringLiteral("0.23 至 0.27")); }));
  QCoreApplication::removeTranslator(&chinese);
}

TEST_F(Flow, WhatAnOlderBuildDidNotKeepOfARecentFileIsLeftOut) {
  settings::Recent profile;
  profile.events = 12;
  EXPECT_EQ(kindText(profile), QStringLiteral("profile"));
  profile.runs = 3;
  EXPECT_EQ(kindText(profile), QStringLiteral("profile · 3 run(s)"));
  profile.device = QStringLiteral("cpu");
  EXPECT_EQ(kindText(profile), QStringLiteral("profile · cpu · 3 run(s)"));
  EXPECT_EQ(kindText({}), QString());
}

TEST_F(Flow, OneOfAKindIsSingular) {
  QTranslator english;
  ASSERT_TRUE(english.load(QStringLiteral(":/i18n/relaxscope_en.qm")));
  QCoreApplication::installTranslator(&english);
  settings::Recent entry;
  entry.instructions = 1;
  EXPECT_EQ(contentText(entry), QStringLiteral("1 instruction"));
  entry.instructions = 12'345;
  EXPECT_EQ(contentText(entry), QStringLiteral("12,345 instructions"));
  entry.events = 1;
  EXPECT_EQ(contentText(entry), QStringLiteral("1 event"));
  entry.events = 5'000'000'001;  // exceeds int
  EXPECT_EQ(contentText(entry), QStringLiteral("5,000,000,001 events"));
  QCoreApplication::removeTranslator(&english);
}

TEST_F(Flow, ALongFunctionIsListedWhenItsRowsAreMadeAndShowsThePlaceAskedFor) {
  DocumentPage* page =
      openAndWait(window_.get(), writeExecutable(folder_, QStringLiteral("long.bin"), sampleExecutable(60'000)));
  ASSERT_NE(page, nullptr);
  trigger(window_.get(), "show.listing");
  auto* listing = qobject_cast<ListingView*>(page->workspace()->view(ViewId::Listing));
  ASSERT_NE(listing, nullptr);
  ASSERT_TRUE(waitFor([page] { return page->isSettled(); }));
  const int rows = listing->area()->verticalScrollBar()->maximum();
  EXPECT_GT(rows, 0);
  bool checked = false;
  QObject::connect(page, &DocumentPage::loaded, page, [&] {
    EXPECT_EQ(listing->area()->verticalScrollBar()->maximum(), 0) << "rows of other code are gone at once";
    EXPECT_FALSE(listing->isSettled());
    listing->goToPc(50'000);
    checked = true;
  });
  page->reload();
  ASSERT_TRUE(waitFor([&] { return checked && page->isSettled(); }));
  EXPECT_EQ(listing->area()->verticalScrollBar()->maximum(), rows);
  EXPECT_EQ(listing->area()->current().value, 50'000);
  EXPECT_GT(listing->area()->verticalScrollBar()->value(), rows / 2);
}

TEST_F(Flow, TheKindsThatOpenAreNamedOnTheStartPageAndBesideAFailure) {
  const QString kinds = openableKinds();
  for (const char* word : {"ELF", "Mach-O", "PE/COFF", ".o", ".a", ".tar", "Relax", "Relay", "JSON", "text", "Python",
                           "parameter lists", ".rsprof"})
    EXPECT_TRUE(kinds.contains(QLatin1String(word))) << word;
  auto* label = qobject_cast<QLabel*>(child(window_->startPage(), "startPage.kinds"));
  ASSERT_NE(label, nullptr);
  EXPECT_TRUE(label->text().startsWith(kinds));
}

TEST_F(Flow, FilesOfARunAreReportedWithWhereTheyAreUsed) {
  for (const auto& [name, text] :
       {std::pair("calls.json", "[{\"func\": \"main\", \"args\": []}]"), {"in.npz", "none"}}) {
    const QString path = folder_.filePath(QLatin1String(name));
    QFile file(path);
    ASSERT_TRUE(file.open(QIODevice::WriteOnly));
    file.write(text);
    file.close();
    openAndWait(window_.get(), path);
    auto* page = window_->currentPage();
    ASSERT_NE(page, nullptr);
    const auto* hint = child(page, "loadStrip")->findChild<QLabel*>(QStringLiteral("errorStrip.hint"));
    ASSERT_NE(hint, nullptr);
    EXPECT_TRUE(hint->text().startsWith(useInARun(path))) << hint->text().toStdString();
    EXPECT_TRUE(hint->text().contains(QStringLiteral("Run with…")));
  }
}

TEST_F(Flow, AFileOfAnUnknownKindIsReportedWithAHint) {
  const QString bad = folder_.filePath(QStringLiteral("bad.bin"));
  QFile file(bad);
  ASSERT_TRUE(file.open(QIODevice::WriteOnly));
  file.write("this is not an executable");
  file.close();
  EXPECT_EQ(openAndWait(window_.get(), bad), nullptr);
  DocumentPage* page = window_->currentPage();
  ASSERT_NE(page, nullptr);
  EXPECT_TRUE(page->loadError().contains(QStringLiteral("bad.bin cannot be opened")))
      << page->loadError().toStdString();
  EXPECT_TRUE(
      qobject_cast<QLabel*>(child(child(page, "loadStrip"), "errorStrip.hint"))->text().contains(openableKinds()));
  EXPECT_FALSE(window_->action(QStringLiteral("run.run"))->isEnabled());
}

TEST_F(Flow, AMissingFileSaysSo) {
  EXPECT_EQ(openAndWait(window_.get(), folder_.filePath(QStringLiteral("gone.so"))), nullptr);
  EXPECT_FALSE(window_->currentPage()->loadError().isEmpty());
}

/// Every fourth file, so that processes share them.
class FlowOfDamagedFiles : public Flow, public ::testing::WithParamInterface<int> {};

TEST_P(FlowOfDamagedFiles, EndsInAPageOrAMessage) {
  const QDir damaged(QStringLiteral(RELAXSCOPE_TEST_DATA "/damaged"));
  const QStringList names = damaged.entryList(QDir::Files);
  const QSize size = window_->size();
  ASSERT_GT(names.size(), GetParam());
  for (qsizetype i = GetParam(); i < names.size(); i += 4) {
    const QString& name = names[i];
    DocumentPage* page = window_->openFile(damaged.filePath(name));
    ASSERT_TRUE(waitFor([page] { return page->isLoaded() || !page->loadError().isEmpty(); })) << name.toStdString();
    if (page->isLoaded())
      for (const ViewRow& row : viewsOf(Subject::Executable)) window_->showView(row.id);
    QCoreApplication::processEvents();
    window_->grab();
    EXPECT_EQ(window_->size(), size) << name.toStdString();
    trigger(window_.get(), "file.close");
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);  // else all pages live to the end
  }
}

INSTANTIATE_TEST_SUITE_P(Files, FlowOfDamagedFiles, ::testing::Range(0, 4));

TEST_F(Flow, ReloadKeepsTheSubjectByName) {
  DocumentPage* page = openAndWait(window_.get(), path_);
  ASSERT_NE(page, nullptr);
  const FuncIndex block = page->document()->executable()->findFunction("block");
  Place place;
  place.function = block;
  page->document()->selection()->select(place);
  ExecutableBuilder b;  // the same function at another index
  b.beginFunction("first", {"x"});
  b.emitRet(0);
  b.beginFunction("block", {"x"});
  b.emitCall("other_kernel", {b.r(0)}, 1);
  b.emitRet(1);
  writeExecutable(folder_, QStringLiteral("sample.bin"), b.finish());
  const auto before = page->document()->data().executable;
  trigger(window_.get(), "file.reload");
  ASSERT_TRUE(waitFor([&] { return page->document()->data().executable != before; }));
  EXPECT_EQ(page->document()->functionName(page->document()->selection()->subject()), QStringLiteral("block"));
}

TEST_F(Flow, DroppedFilesOpen) {
  const QString other = writeExecutable(folder_, QStringLiteral("other.bin"), sampleExecutable(2));
  const QString third = writeExecutable(folder_, QStringLiteral("third.bin"), sampleExecutable(3));
  QMimeData data;
  data.setUrls({QUrl::fromLocalFile(path_), QUrl::fromLocalFile(other), QUrl::fromLocalFile(third)});
  QDragEnterEvent enter(QPoint(100, 100), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
  QCoreApplication::sendEvent(window_.get(), &enter);
  EXPECT_TRUE(enter.isAccepted());
  QDropEvent drop(QPointF(100, 100), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
  QCoreApplication::sendEvent(window_.get(), &drop);
  ASSERT_TRUE(waitFor([this] {
    return window_->pages().size() == 3 && std::ranges::all_of(window_->pages(), &DocumentPage::isLoaded);
  }));
}

TEST_F(Flow, TwoDroppedFilesAreCompared) {
  const QString other = writeExecutable(folder_, QStringLiteral("other.bin"), sampleExecutable(2));
  QMimeData data;
  data.setUrls({QUrl::fromLocalFile(path_), QUrl::fromLocalFile(other)});
  QDragEnterEvent enter(QPoint(100, 100), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
  QCoreApplication::sendEvent(window_.get(), &enter);
  QDropEvent drop(QPointF(100, 100), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
  QCoreApplication::sendEvent(window_.get(), &drop);
  ComparisonPage* page = window_->currentComparison();
  ASSERT_NE(page, nullptr);
  ASSERT_TRUE(waitFor([page] { return page->isSettled(); }));
  EXPECT_EQ(page->path(Side::Old), path_);
  EXPECT_EQ(page->path(Side::New), other);
  EXPECT_NE(page->comparison()->diff(), nullptr) << page->error().toStdString();
  EXPECT_TRUE(window_->pages().isEmpty());
}

TEST_F(Flow, BackAndForwardFollowTheSubjects) {
  DocumentPage* page = openAndWait(window_.get(), path_);
  ASSERT_NE(page, nullptr);
  Selection* selection = page->document()->selection();
  const int64_t block = page->document()->executable()->findFunction("block").value;
  const FuncIndex main = selection->subject();
  selection->activate(placeOf(block, page->document()->executable()->functions[static_cast<size_t>(block)].startInstr),
                      ViewId::Listing);
  QCoreApplication::processEvents();
  EXPECT_FALSE(page->workspace()->showsOverview());
  EXPECT_EQ(selection->subject(), FuncIndex(block));
  ASSERT_TRUE(window_->action(QStringLiteral("go.back"))->isEnabled());
  trigger(window_.get(), "go.back");
  EXPECT_EQ(selection->subject(), main);
  QCoreApplication::processEvents();
  trigger(window_.get(), "go.forward");
  EXPECT_EQ(selection->subject(), FuncIndex(block));
  QTest::mouseClick(window_->windowHandle(), Qt::BackButton, {}, window_->rect().center());
  EXPECT_EQ(selection->subject(), main);
}

TEST_F(Flow, TheBreadcrumbNamesFileFunctionAndCall) {
  DocumentPage* page = openAndWait(window_.get(), path_);
  ASSERT_NE(page, nullptr);
  page->document()->selection()->activate(placeOf(page->document()->executable()->findFunction("main").value, 1),
                                          ViewId::Listing);
  QCoreApplication::processEvents();
  const auto* crumb = page->findChild<Breadcrumb*>();
  EXPECT_EQ(crumb->text(), QStringLiteral("sample.bin > main > block 1 > 1: block"));
}

TEST_F(Flow, QuickOpenFindsFunctionsThenTheirCalls) {
  DocumentPage* page = openAndWait(window_.get(), path_);
  ASSERT_NE(page, nullptr);
  trigger(window_.get(), "go.quickOpen");
  CommandPalette* palette = window_->palettePanel();
  ASSERT_TRUE(palette->isVisible());
  palette->setQuery(QStringLiteral("kernel_odd"));
  ASSERT_GE(palette->hitCount(), 2);
  EXPECT_EQ(palette->hits()[0].text, QStringLiteral("kernel_odd"));
  EXPECT_EQ(palette->hits()[1].text.section(QStringLiteral(": "), 1), QStringLiteral("kernel_odd"));
  palette->activate(1);
  QCoreApplication::processEvents();
  EXPECT_FALSE(palette->isVisible());
  EXPECT_EQ(page->document()->selection()->current().pc.value,
            page->document()
                    ->executable()
                    ->functions[static_cast<size_t>(page->document()->executable()->findFunction("block").value)]
                    .startInstr +
                2);
}

TEST_F(Flow, GoToAPcAndRunACommandFromThePalette) {
  DocumentPage* page = openAndWait(window_.get(), path_);
  ASSERT_NE(page, nullptr);
  trigger(window_.get(), "go.place");
  window_->palettePanel()->setQuery(QStringLiteral(":2"));
  ASSERT_EQ(window_->palettePanel()->hitCount(), 1);
  window_->palettePanel()->activate(0);
  EXPECT_EQ(page->document()->selection()->current().pc.value, 2);
  trigger(window_.get(), "tools.palette");
  window_->palettePanel()->setQuery(QStringLiteral("> shortcuts"));
  ASSERT_GE(window_->palettePanel()->hitCount(), 1);
  window_->palettePanel()->activate(0);
  EXPECT_NE(window_->findChild<QWidget*>(QStringLiteral("shortcutSheet")), nullptr);
}

TEST_F(Flow, SpaceTurnsTheListingToTheGraphAndBack) {
  DocumentPage* page = openAndWait(window_.get(), path_);
  ASSERT_NE(page, nullptr);
  trigger(window_.get(), "show.listing");
  QCoreApplication::processEvents();
  QWidget* focus = QApplication::focusWidget();
  ASSERT_NE(focus, nullptr);
  QTest::keyClick(focus, Qt::Key_Space);
  EXPECT_EQ(page->workspace()->panel(ViewArea::Centre)->currentId(), ViewId::Cfg);
  QTest::keyClick(QApplication::focusWidget(), Qt::Key_Space);
  EXPECT_EQ(page->workspace()->panel(ViewArea::Centre)->currentId(), ViewId::Listing);
}

TEST_F(Flow, RecentFilesThatAreGoneStayWithAWayToFindThem) {
  ASSERT_NE(openAndWait(window_.get(), path_), nullptr);
  trigger(window_.get(), "file.close");
  ASSERT_TRUE(QFile::remove(path_));
  trigger(window_.get(), "file.start");
  bool found = false;
  for (QPushButton* button : window_->startPage()->findChildren<QPushButton*>())
    found = found || button->text() == QStringLiteral("Locate…");
  EXPECT_TRUE(found);
}

TEST_F(Flow, AConstantIsSavedAsAnArray) {
  DocumentPage* page = openAndWait(window_.get(), example("transformer_block.so"));
  ASSERT_NE(page, nullptr);
  const auto executable = page->document()->data().executable;
  int64_t index = 0;
  while (!std::holds_alternative<TensorConstant>(executable->constants[static_cast<size_t>(index)].value)) ++index;
  Q_EMIT page->document()->requested(request::SaveConstant{ConstIndex(index)});
  ASSERT_NE(window_->findChild<QFileDialog*>(QStringLiteral("saveDialog")), nullptr);
  const QString path = folder_.filePath(QStringLiteral("c.npy"));
  bool done = false;
  saveConstant(executable, ConstIndex(index), path, [&done](const QString& error) {
    EXPECT_TRUE(error.isEmpty()) << error.toStdString();
    done = true;
  });
  ASSERT_TRUE(waitFor([&done] { return done; }));
  const auto bytes = readFileBytes(path.toStdString());
  ASSERT_TRUE(bytes.ok());
  const auto array = readNpy(*bytes);
  ASSERT_TRUE(array.ok()) << array.error().message;
  const auto& tensor = std::get<TensorConstant>(executable->constants[static_cast<size_t>(index)].value);
  EXPECT_EQ(array->shape, tensor.shape);
  EXPECT_EQ(array->data, tensor.data);
}

TEST_F(Flow, TheStatusBarCountsFindings) {
  const auto* status = window_->findChild<StatusBar*>();
  uint64_t sum = 0;
  for (const QString& path : {path_, QStringLiteral(RELAXSCOPE_TEST_DATA "/relay/v0.17.0/late_bound.ro")}) {
    DocumentPage* page = openAndWait(window_.get(), path);
    ASSERT_NE(page, nullptr);
    ASSERT_TRUE(waitFor([&] { return countFindings(page->document()).isComplete; }));
    const auto lint = page->document()->derived<LintOf>()->find({});
    ASSERT_TRUE(lint);
    const uint64_t total = page->document()->data().diagnostics->total() + lint->all.size();
    sum += total;
    const QString count = QStringLiteral("%1 finding(s)").arg(total);
    EXPECT_TRUE(waitFor([&] { return status->text().split(QStringLiteral(" | ")).contains(count); }))
        << count.toStdString() << " in " << status->text().toStdString();
  }
  EXPECT_GT(sum, 0u) << "its constants are late-bound";
}

}  // namespace
}  // namespace relaxscope
