// SPDX-License-Identifier: Apache-2.0
// Notes that release 0.1 wrote are read by this build.
#include <gtest/gtest.h>

#include <QFile>
#include <QTemporaryDir>

#include "app/window/document/notes_file.h"
#include "vmcore/format/loader.h"

namespace relaxscope {
namespace {

TEST(StoredNotes, OfRelease01AreRead) {
  const QTemporaryDir folder;
  const QString executable = folder.filePath(QStringLiteral("mlp_dyn.bin"));
  ASSERT_TRUE(QFile::copy(QStringLiteral(RS_TEST_DATA "/relax/mlp_dyn.bin"), executable));
  ASSERT_TRUE(QFile::copy(QStringLiteral(RS_TEST_DATA "/release_0_1/mlp_dyn.bin.notes.json"),
                          executable + QStringLiteral(".notes.json")));
  const auto file = loadFile(executable.toStdString());
  ASSERT_TRUE(file.ok()) << file.error().text();
  NoteBook expected;
  expected.names["main"] = QStringLiteral("entry point");
  expected.notes[{"main", -1}] = QStringLiteral("dynamic batch\nsecond line");
  expected.notes[{"main", 2}] = QStringLiteral("matched shape: n ≥ 1");
  expected.notes[{"odd\xff name", 0}] = QStringLiteral("a name that is not UTF-8");
  EXPECT_TRUE(readNotes(executable, noteDigest(*file)) == expected);
  EXPECT_TRUE(readNotes(executable, QStringLiteral("of another build")).empty());
}

}  // namespace
}  // namespace relaxscope
