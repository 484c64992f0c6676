// SPDX-License-Identifier: Apache-2.0
// Late-bound constants in the window: the strip that asks for their file, every way of supplying it, and a file that
// does not fit.
#include <gtest/gtest.h>

#include <QAction>
#include <QDropEvent>
#include <QFile>
#include <QFileDialog>
#include <QImage>
#include <QMimeData>
#include <QPushButton>
#include <QUrl>

#include "app/window/settings.h"
#include "app/window/shell/dropped_files.h"
#include "gui_support.h"
#include "vmcore/format/vm/parameter_list.h"

namespace relaxscope {
namespace {

using namespace gui;

const QString kFolder = QStringLiteral(RELAXSCOPE_TEST_DATA "/relay/v0.17.0/");

class ConstantsFile : public ::testing::Test {
 protected:
  void SetUp() override {
    settings::clearRecent();
    path_ = folder_.filePath(QStringLiteral("late_bound.ro"));
    list_ = folder_.filePath(QStringLiteral("late_bound.consts"));
    other_ = folder_.filePath(QStringLiteral("plain.ro"));
    ASSERT_TRUE(QFile::copy(kFolder + QStringLiteral("late_bound.ro"), path_));
    ASSERT_TRUE(QFile::copy(kFolder + QStringLiteral("late_bound.consts"), list_));
    ASSERT_TRUE(QFile::copy(kFolder + QStringLiteral("identity.ro"), other_));
    window_ = makeWindow();
  }
  void TearDown() override { settings::clearRecent(); }

  DocumentPage* open(const QString& path) {
    DocumentPage* page = openAndWait(window_.get(), path);
    EXPECT_TRUE(page != nullptr && waitFor([page] { return page->isSettled(); }));
    return page;
  }
  static bool isBound(DocumentPage* page) { return lateBoundCount(*page->document()->executable()) == 0; }
  void drop(const QStringList& paths) {
    QMimeData data;
    QList<QUrl> urls;
    for (const QString& path : paths) urls << QUrl::fromLocalFile(path);
    data.setUrls(urls);
    QDragEnterEvent enter(QPoint(100, 100), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(window_.get(), &enter);
    QDropEvent event(QPointF(100, 100), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(window_.get(), &event);
  }
  QTemporaryDir folder_;
  QString path_, list_, other_;
  std::unique_ptr<MainWindow> window_;
};

TEST_F(ConstantsFile, ADocumentThatLacksItAsksForIt) {
  DocumentPage* page = open(path_);
  ASSERT_NE(page, nullptr);
  EXPECT_FALSE(isBound(page));
  EXPECT_TRUE(page->constants()->strip()->text().contains(QStringLiteral("2 constant")))
      << page->constants()->strip()->text().toStdString();
  EXPECT_TRUE(window_->action(QStringLiteral("file.constants"))->isEnabled());
  auto* button = page->constants()->strip()->findChild<QPushButton*>(QStringLiteral("errorStrip.action"));
  ASSERT_NE(button, nullptr);
  button->click();
  auto* dialog = window_->findChild<QFileDialog*>(QStringLiteral("constantsDialog"));
  ASSERT_NE(dialog, nullptr);
  Q_EMIT dialog->fileSelected(list_);
  ASSERT_TRUE(waitFor([page] { return isBound(page); }));
  EXPECT_TRUE(page->constants()->strip()->isHidden());
  EXPECT_EQ(page->document()->data().constantsPath, list_);
}

TEST_F(ConstantsFile, DroppedWithItsExecutableItIsItsConstants) {
  drop({list_, path_});
  ASSERT_NE(window_->currentPage(), nullptr) << "no comparison";
  DocumentPage* page = window_->currentPage();
  ASSERT_TRUE(waitFor([page] { return page->isLoaded() && page->isSettled(); }));
  EXPECT_EQ(page->path(), path_);
  EXPECT_TRUE(isBound(page));
  EXPECT_EQ(window_->allPagesByTab().size(), 1);
}

TEST_F(ConstantsFile, DroppedWithItsExecutableThatIsOpenItIsLoadedThere) {
  DocumentPage* page = open(path_);
  window_->showStartPage();
  drop({path_, list_});
  EXPECT_EQ(window_->currentPage(), page);
  EXPECT_TRUE(waitFor([page] { return isBound(page); }));
}

TEST_F(ConstantsFile, ArraysAndAnExecutableAreNotCompared) {
  const QString arrays = folder_.filePath(QStringLiteral("inputs.npz"));
  QFile file(arrays);
  ASSERT_TRUE(file.open(QIODevice::WriteOnly));
  file.write("PK");
  file.close();
  drop({arrays, other_});
  EXPECT_EQ(window_->currentComparison(), nullptr);
  EXPECT_EQ(window_->pages().size(), 2);
  EXPECT_TRUE(waitFor([this] { return window_->pages().back()->isLoaded(); }));
}

TEST(DroppedFiles, AProfileAndAnExecutableOpenInTabs) {
  const QTemporaryDir folder;
  const auto write = [&folder](const char* name, const QByteArray& head) {
    QFile file(folder.filePath(QLatin1String(name)));
    EXPECT_TRUE(file.open(QIODevice::WriteOnly));
    file.write(head + QByteArray(200, '\0'));
    return file.fileName();
  };
  const QString profile = write("a.rsprof", QByteArray("SQLite format 3\0", 16)), executable = write("a.bin", "x");
  EXPECT_FALSE(sortDropped({profile, executable}, false).compared);
  EXPECT_EQ(sortDropped({profile, executable}, false).files, (QStringList{profile, executable}));
  EXPECT_TRUE(sortDropped({profile, profile}, false).compared);
  EXPECT_TRUE(sortDropped({executable, executable}, false).compared);
  EXPECT_FALSE(sortDropped({executable, executable, executable}, false).compared);
}

TEST_F(ConstantsFile, OthersDoNotAsk) {
  DocumentPage* page = open(other_);
  ASSERT_NE(page, nullptr);
  EXPECT_TRUE(page->constants()->strip()->isHidden());
  EXPECT_FALSE(window_->action(QStringLiteral("file.constants"))->isEnabled());
}

TEST_F(ConstantsFile, BoundTensorsAreShownAndTheFindingIsGone) {
  DocumentPage* page = open(path_);
  ASSERT_NE(page, nullptr);
  const auto names = [](const Diagnostics& findings) {
    std::vector<std::string> rules;
    for (const Diagnostic& finding : findings.all()) rules.emplace_back(finding.rule);
    return rules;
  };
  const auto before = names(*page->document()->data().diagnostics);
  EXPECT_NE(std::find(before.begin(), before.end(), "late-bound-constants"), before.end());
  const auto map = page->document()->data().byteMap;
  Place place = page->document()->selection()->current();
  place.pc = InstrIndex(1);
  page->document()->selection()->select(place);
  drop({list_});
  ASSERT_TRUE(waitFor([page] { return isBound(page); }));
  const auto after = names(*page->document()->data().diagnostics);
  EXPECT_EQ(std::find(after.begin(), after.end(), "late-bound-constants"), after.end());
  EXPECT_EQ(page->document()->selection()->current().pc, InstrIndex(1)) << "the place stays";
  EXPECT_EQ(page->document()->data().byteMap, map) << "the file's bytes are the same";
  const auto& constants = page->document()->executable()->constants;
  ASSERT_EQ(constants.size(), 4u);
  for (const Constant& constant : constants) EXPECT_TRUE(std::holds_alternative<TensorConstant>(constant.value));
  EXPECT_EQ(std::get<TensorConstant>(constants[0].value).shape, (std::vector<int64_t>{4, 3}));
  for (const ViewRow& row : viewsOf(Subject::Executable)) {
    window_->showView(row.id);
    ASSERT_TRUE(waitFor([page] { return page->isSettled(); })) << row.name();
    window_->grab();
  }
}

TEST_F(ConstantsFile, OneThatDoesNotFitIsOneErrorAndChangesNothing) {
  DocumentPage* page = open(path_);
  ASSERT_NE(page, nullptr);
  const auto before = page->document()->data().executable;
  QFile list(list_);
  ASSERT_TRUE(list.open(QIODevice::ReadWrite));
  QByteArray bytes = list.readAll();
  constexpr qsizetype kFirstName = 8 + 8 + 8 + 8;  // magic, reserved word, count, length of the first name
  bytes[kFirstName] = '!';
  list.seek(0);
  list.write(bytes);
  list.close();
  for (const QString& wrong : {list_, other_, folder_.filePath(QStringLiteral("gone"))}) {
    bool failed = false;
    QObject::connect(page->constants(), &LateConstants::failed, page, [&failed] { failed = true; });
    page->constants()->load(wrong);
    ASSERT_TRUE(waitFor([&failed] { return failed; }));
    EXPECT_EQ(page->document()->data().executable, before);
    EXPECT_TRUE(page->constants()->strip()->text().contains(QFileInfo(wrong).fileName()))
        << page->constants()->strip()->text().toStdString();
    EXPECT_FALSE(page->constants()->problem().isEmpty());
  }
  EXPECT_TRUE(page->document()->data().constantsPath.isEmpty());
}

TEST_F(ConstantsFile, ItIsRememberedWithTheFile) {
  DocumentPage* page = open(path_);
  ASSERT_NE(page, nullptr);
  page->constants()->load(list_);
  ASSERT_TRUE(waitFor([page] { return isBound(page); }));
  EXPECT_EQ(settings::constantsOf(path_), list_);
  trigger(window_.get(), "file.reload");
  ASSERT_TRUE(waitFor([page] { return page->isSettled(); }));
  EXPECT_TRUE(isBound(page)) << "a reload binds again";
  trigger(window_.get(), "file.close");
  QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
  page = open(path_);
  ASSERT_NE(page, nullptr);
  EXPECT_TRUE(isBound(page));
  trigger(window_.get(), "file.close");
  QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
  ASSERT_TRUE(QFile::remove(list_));
  page = open(path_);
  ASSERT_NE(page, nullptr) << "the document opens without it";
  EXPECT_FALSE(isBound(page));
  EXPECT_TRUE(page->constants()->strip()->text().contains(QStringLiteral("late_bound.consts")))
      << page->constants()->strip()->text().toStdString();
}

TEST_F(ConstantsFile, AListDroppedWhereNoneIsWantedOpens) {
  ASSERT_NE(open(other_), nullptr);
  drop({list_});
  ASSERT_TRUE(waitFor([this] { return window_->pages().size() == 2 && window_->currentPage()->isLoaded(); }));
  EXPECT_EQ(window_->currentPage()->path(), list_);
}

TEST_F(ConstantsFile, TheProgramTakesOne) {
  const auto start = [&](const QString& consts) {
    return startProgram({QStringLiteral("--screenshot"), folder_.filePath(QStringLiteral("x.png")),
                         QStringLiteral("--view"), QStringLiteral("constants"), QStringLiteral("--consts"), consts,
                         path_});
  };
  const Ended good = start(list_);
  EXPECT_EQ(good.code, 0) << good.errors.toStdString();
  EXPECT_FALSE(QImage(folder_.filePath(QStringLiteral("x.png"))).isNull());
  const Ended bad = start(other_);
  EXPECT_EQ(bad.code, 2);
  EXPECT_TRUE(bad.errors.contains(QStringLiteral("not a parameter list"))) << bad.errors.toStdString();
}

}  // namespace
}  // namespace relaxscope
