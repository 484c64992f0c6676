// SPDX-License-Identifier: Apache-2.0
// Files that appear only when they are complete and on disk.
#include "vmcore/base/new_file.h"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <string>
#include <vector>

#include "tests/support/scratch_folder.h"

namespace {

std::vector<std::string> syncs;  // results of whenSynced() per fsync
std::function<std::string()> whenSynced;
int syncError = 0;

}  // namespace

/// Replaces the C library's fsync, as the effect of a system crash cannot be tested otherwise.
extern "C" int fsync(int) {
  if (whenSynced) syncs.push_back(whenSynced());
  errno = syncError;
  return syncError == 0 ? 0 : -1;
}

namespace relaxscope {
namespace {

namespace fs = std::filesystem;

class NewFiles : public ::testing::Test {
 protected:
  ~NewFiles() override { whenSynced = nullptr; }
  [[nodiscard]] std::string path(const char* name) const { return folder_.file(name); }
  void put(const char* name, const std::string& text) const { std::ofstream(path(name)) << text; }
  [[nodiscard]] std::string text(const char* name) const {
    std::ifstream in(path(name));
    return {std::istreambuf_iterator<char>(in), {}};
  }
  test::ScratchFolder folder_;
};

TEST_F(NewFiles, AppearWhenTheyAreComplete) {
  put("a", "old");
  {
    auto file = NewFile::create(path("a"));
    ASSERT_TRUE(file.ok());
    EXPECT_TRUE(file->write("new"));
    EXPECT_EQ(text("a"), "old");
    EXPECT_TRUE(file->commit().ok());
  }
  EXPECT_EQ(text("a"), "new");
  EXPECT_EQ(folder_.count(), 1u);
}

TEST_F(NewFiles, LeaveNothingWhereTheyAreDropped) {
  put("a", "old");
  {
    auto file = NewFile::create(path("a"));
    ASSERT_TRUE(file.ok());
    EXPECT_TRUE(file->write("half"));
  }
  EXPECT_EQ(text("a"), "old");
  EXPECT_EQ(folder_.count(), 1u);
}

TEST_F(NewFiles, KeepTheOldOneWhereThereIsNoRoom) {
  put("a", "old");
  struct rlimit before{};
  ASSERT_EQ(::getrlimit(RLIMIT_FSIZE, &before), 0);
  const auto handler = std::signal(SIGXFSZ, SIG_IGN);
  struct rlimit little{4096, before.rlim_max};
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &little), 0);
  {
    auto file = NewFile::create(path("a"));
    ASSERT_TRUE(file.ok());
    EXPECT_FALSE(file->write(std::string(10000, 'x')));
    EXPECT_FALSE(file->problem().empty());
    EXPECT_FALSE(file->write("more"));
    EXPECT_FALSE(file->commit().ok());
  }
  ::setrlimit(RLIMIT_FSIZE, &before);
  std::signal(SIGXFSZ, handler);
  EXPECT_EQ(text("a"), "old");
  EXPECT_EQ(folder_.count(), 1u);
}

TEST_F(NewFiles, AreWrittenThroughALink) {
  put("target", "old");
  fs::create_symlink("target", path("link"));
  auto file = NewFile::create(path("link"));
  ASSERT_TRUE(file.ok());
  EXPECT_TRUE(file->write("new"));
  EXPECT_TRUE(file->commit().ok());
  EXPECT_TRUE(fs::is_symlink(path("link")));
  EXPECT_EQ(text("target"), "new");
}

TEST_F(NewFiles, AreOnTheDiskBeforeTheyReplaceTheOldOne) {
  put("a", "old");
  auto file = NewFile::create(path("a"));
  ASSERT_TRUE(file.ok());
  EXPECT_TRUE(file->write("new"));
  syncs.clear();
  whenSynced = [&] { return text("a"); };
  EXPECT_TRUE(file->commit().ok());
  EXPECT_EQ(syncs, (std::vector<std::string>{"old", "new"})) << "first the content, then the folder that has its name";
}

TEST_F(NewFiles, KeepTheOldOneWhereTheDiskFails) {
  put("a", "old");
  {
    auto file = NewFile::create(path("a"));
    ASSERT_TRUE(file.ok());
    EXPECT_TRUE(file->write("new"));
    syncError = EIO;
    EXPECT_EQ(file->commit().error().message, "cannot be written: Input/output error");
    syncError = 0;
  }
  EXPECT_EQ(text("a"), "old");
  EXPECT_EQ(folder_.count(), 1u);
}

TEST_F(NewFiles, AreFilledByALibraryThatOpensThemItself) {
  put("a", "old");
  auto file = NewFile::create(path("a"));
  ASSERT_TRUE(file.ok());
  std::ofstream(file->temporaryPath()) << "new";
  EXPECT_TRUE(file->commit().ok());
  EXPECT_EQ(text("a"), "new");
  EXPECT_EQ(folder_.count(), 1u);
}

TEST_F(NewFiles, HaveTheModeThatTheUserWants) {
  const mode_t before = ::umask(027);
  auto file = NewFile::create(path("a"));
  ::umask(before);
  ASSERT_TRUE(file.ok());
  EXPECT_TRUE(file->commit().ok());
  EXPECT_EQ(fs::status(path("a")).permissions(), static_cast<fs::perms>(0640));
}

TEST_F(NewFiles, SayWhyTheyCannotBe) {
  EXPECT_NE(NewFile::create(path("no/such/folder")).error().message.find("No such file"), std::string::npos);
  auto full = NewFile::create("/dev/full");
  ASSERT_TRUE(full.ok());
  full->write("x");
  EXPECT_FALSE(full->commit().ok());
}

}  // namespace
}  // namespace relaxscope
