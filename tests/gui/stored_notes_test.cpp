// SPDX-License-Identifier: Apache-2.0
// Notes that release 0.1 wrote are read by this build.
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <QDir>
#include <QFile>
#include <QTemporaryDir>

#include "app/window/document/notes_file.h"
#include "tests/gui/gui_support.h"
#include "vmcore/format/loader.h"

namespace relaxscope {
namespace {

TEST(StoredNotes, OfRelease01AreRead) {
  const QTemporaryDir folder;
  const QString executable = folder.filePath(QStringLiteral("mlp_dyn.bin"));
  ASSERT_TRUE(QFile::copy(QStringLiteral(RELAXSCOPE_TEST_DATA "/relax/mlp_dyn.bin"), executable));
  ASSERT_TRUE(QFile::copy(QStringLiteral(RELAXSCOPE_TEST_DATA "/release_0_1/mlp_dyn.bin.notes.json"),
                          executable + QStringLiteral(".notes.json")));
  const auto file = loadFile(executable.toStdString());
  ASSERT_TRUE(file.ok()) << file.error().text();
  NoteBook expected;
  expected.names["main"] = QStringLiteral("entry point");
  expected.notes[{"main", -1}] = QStringLiteral("dynamic batch\nsecond line");
  expected.notes[{"main", 2}] = QStringLiteral("matched shape: n ≥ 1");
  expected.notes[{"odd\xff name", 0}] = QStringLiteral("a name that is not UTF-8");
  EXPECT_TRUE(bookOf(readNotes(executable, noteDigest(*file)).notes) == expected);
  EXPECT_TRUE(readNotes(executable, QStringLiteral("of another build")).notes.empty());
}

/// An executable in a folder of its own, whose notes lie next to it or, if that is prevented, in the data folder.
class NotesInTwoPlaces : public ::testing::Test {
 protected:
  void SetUp() override {
    ASSERT_TRUE(QFile::copy(QStringLiteral(RELAXSCOPE_TEST_DATA "/relax/mlp_dyn.bin"), executable_));
  }
  void TearDown() override { writeNotes(executable_, digest_, {}); }
  /// A folder in the file's place prevents writing for every user, also root.
  void preventBeside() {
    if (QFile::exists(beside_)) { ASSERT_TRUE(QFile::rename(beside_, beside_ + QStringLiteral(".old"))); }
    ASSERT_TRUE(QDir().mkdir(beside_));
  }
  void allowBeside() {
    ASSERT_TRUE(QDir().rmdir(beside_));
    if (QFile::exists(beside_ + QStringLiteral(".old"))) {
      ASSERT_TRUE(QFile::rename(beside_ + QStringLiteral(".old"), beside_));
    }
  }
  static StoredNotes note(const char* text, qint64 timeMs) { return {{{"main", 2}, {QLatin1String(text), timeMs}}}; }
  [[nodiscard]] QString shown() const { return bookOf(readNotes(executable_, digest_).notes).notes[{"main", 2}]; }
  QTemporaryDir folder_;
  const QString executable_ = folder_.filePath(QStringLiteral("m.bin")),
                beside_ = executable_ + QStringLiteral(".notes.json"),
                digest_ = QStringLiteral("digest-of-a-test-") + folder_.path().section(QLatin1Char('/'), -1);
};

TEST_F(NotesInTwoPlaces, TheDataFolderTakesThoseThatCannotLieBesideTheFile) {
  preventBeside();
  EXPECT_FALSE(areNotesBeside(executable_));
  const WrittenNotes written = writeNotes(executable_, digest_, note("kept", 5));
  EXPECT_TRUE(written.error.isEmpty()) << written.error.toStdString();
  EXPECT_FALSE(written.beside);
  EXPECT_TRUE(QFile::exists(written.file));
  EXPECT_EQ(readNotes(executable_, digest_).file, written.file);
  EXPECT_EQ(shown(), QStringLiteral("kept"));
}

TEST_F(NotesInTwoPlaces, ALinkBesideTheFileIsNotWrittenThrough) {
  const QString other = folder_.filePath(QStringLiteral("another file"));
  QFile file(other);
  ASSERT_TRUE(file.open(QIODevice::WriteOnly) && file.write("precious") == 8);
  file.close();
  ASSERT_TRUE(QFile::link(other, beside_));
  EXPECT_FALSE(areNotesBeside(executable_));
  const WrittenNotes written = writeNotes(executable_, digest_, note("kept", 5));
  EXPECT_TRUE(written.error.isEmpty()) << written.error.toStdString();
  EXPECT_FALSE(written.beside);
  ASSERT_TRUE(file.open(QIODevice::ReadOnly));
  EXPECT_EQ(file.readAll(), QByteArray("precious"));
  EXPECT_EQ(shown(), QStringLiteral("kept"));
  EXPECT_TRUE(QFile::remove(beside_));
}

TEST_F(NotesInTwoPlaces, APipeBesideTheFileIsNotWaitedFor) {
  ASSERT_EQ(mkfifo(QFile::encodeName(beside_).constData(), 0600), 0);
  EXPECT_TRUE(readNotes(executable_, digest_).notes.empty());
  EXPECT_FALSE(areNotesBeside(executable_));
  EXPECT_TRUE(QFile::remove(beside_));
}

TEST_F(NotesInTwoPlaces, OfEachNoteTheNewerCounts) {
  StoredNotes shared = note("older", 1'000);
  shared[{"main", 3}] = {QStringLiteral("only shared"), 1'000};
  ASSERT_TRUE(writeNotes(executable_, digest_, shared).beside);
  preventBeside();
  StoredNotes own = note("newer", 2'000);
  own[{"main", kNameKey}] = {QStringLiteral("my name"), 1};
  ASSERT_FALSE(writeNotes(executable_, digest_, own).beside);
  allowBeside();
  const FoundNotes found = readNotes(executable_, digest_);
  EXPECT_FALSE(found.otherFile.isEmpty());
  NoteBook expected;
  expected.notes[{"main", 2}] = QStringLiteral("newer");
  expected.notes[{"main", 3}] = QStringLiteral("only shared");
  expected.names["main"] = QStringLiteral("my name");
  EXPECT_TRUE(bookOf(found.notes) == expected);
  // Written to one place, they are in that place alone.
  ASSERT_TRUE(writeNotes(executable_, digest_, found.notes).beside);
  EXPECT_TRUE(readNotes(executable_, digest_).otherFile.isEmpty());
  EXPECT_TRUE(bookOf(readNotes(executable_, digest_).notes) == expected);
}

TEST_F(NotesInTwoPlaces, ANoteThatWasRemovedDoesNotReturnFromWhereItCannotBe) {
  ASSERT_TRUE(writeNotes(executable_, digest_, note("shared", 1'000)).beside);
  const StoredNotes before = readNotes(executable_, digest_).notes;
  preventBeside();
  ASSERT_TRUE(QDir().rmdir(beside_));
  // Read-only from here on: its copy is put back after each write.
  ASSERT_TRUE(QFile::copy(beside_ + QStringLiteral(".old"), beside_));
  const StoredNotes removed = editedNotes(before, {}, 2'000);
  EXPECT_EQ(removed.size(), 1u);
  EXPECT_TRUE(bookOf(newerNotes(removed, before)).empty());
  EXPECT_TRUE(bookOf(newerNotes(before, removed)).empty());
}

TEST_F(NotesInTwoPlaces, RemovingTheLastNoteRemovesItsFile) {
  ASSERT_TRUE(writeNotes(executable_, digest_, note("last", 1'000)).beside);
  ASSERT_TRUE(QFile::exists(beside_));
  const StoredNotes stored = readNotes(executable_, digest_).notes;
  ASSERT_TRUE(writeNotes(executable_, digest_, editedNotes(stored, {}, 2'000)).error.isEmpty());
  EXPECT_FALSE(QFile::exists(beside_));
}

TEST(EditedNotes, HaveTheTimeOfTheirEdit) {
  NoteBook book;
  book.notes[{"main", 1}] = QStringLiteral("a");
  book.names["main"] = QStringLiteral("entry");
  const StoredNotes first = editedNotes({}, book, 10);
  EXPECT_EQ(first.at({"main", 1}).editedMs, 10);
  book.notes[{"main", 1}] = QStringLiteral("b");
  const StoredNotes second = editedNotes(first, book, 20);
  EXPECT_EQ(second.at({"main", 1}), (StoredNote{QStringLiteral("b"), 20}));
  EXPECT_EQ(second.at({"main", kNameKey}).editedMs, 10) << "unchanged";
  EXPECT_TRUE(bookOf(second) == book);
}

/// The window says where notes are that do not lie next to the file, and that those of two places are merged.
TEST(NotesOfAWindow, SayWhereTheyAre) {
  const QTemporaryDir folder;
  const QString path = folder.filePath(QStringLiteral("m.bin"));
  ASSERT_TRUE(QFile::copy(QStringLiteral(RELAXSCOPE_TEST_DATA "/relax/mlp_dyn.bin"), path));
  ASSERT_TRUE(QDir().mkdir(path + QStringLiteral(".notes.json")));
  const auto window = gui::makeWindow();
  DocumentPage* page = gui::openAndWait(window.get(), path);
  ASSERT_NE(page, nullptr);
  ASSERT_TRUE(gui::waitFor([page] { return page->isSettled(); }));
  auto* strip = qobject_cast<ErrorStrip*>(gui::child(page, "notesStrip"));
  ASSERT_NE(strip, nullptr);
  EXPECT_TRUE(strip->text().isEmpty());
  page->document()->notes()->setName(FuncIndex(0), QStringLiteral("of the data folder"));
  ASSERT_TRUE(gui::waitFor([strip] { return !strip->text().isEmpty(); }));
  EXPECT_TRUE(strip->text().contains(QStringLiteral("stored in"))) << strip->text().toStdString();
  EXPECT_TRUE(strip->text().contains(QStringLiteral("/notes/"))) << strip->text().toStdString();

  // Now another user's notes lie beside the file.
  ASSERT_TRUE(QDir().rmdir(path + QStringLiteral(".notes.json")));
  const auto file = loadFile(path.toStdString());
  ASSERT_TRUE(file.ok());
  StoredNotes other;
  other[{"main", 0}] = {QStringLiteral("of the shared folder"), 1};
  QFile::remove(path + QStringLiteral(".notes.json"));
  const QString digest = noteDigest(*file);
  const FoundNotes own = readNotes(path, digest);
  {
    QFile shared(path + QStringLiteral(".notes.json"));
    ASSERT_TRUE(shared.open(QIODevice::WriteOnly));
    shared.write(QStringLiteral(R"({"format": "relaxscope-notes", "version": 1, "executables": {"%1": {"main": )"
                                R"({"at": {"0": "of the shared folder"}, "edited": {"at": {"0": 1}}}}}})")
                     .arg(digest)
                     .toUtf8());
  }
  page->reload();
  ASSERT_TRUE(gui::waitFor([strip] { return strip->text().contains(QStringLiteral("merged")); }));
  EXPECT_EQ(page->document()->notes()->book().notes.at({"main", 0}), QStringLiteral("of the shared folder"));
  EXPECT_EQ(page->document()->notes()->book().names.size(), 1u);
  writeNotes(path, digest, {});
}

}  // namespace
}  // namespace relaxscope
