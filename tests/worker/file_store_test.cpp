// SPDX-License-Identifier: Apache-2.0
// The worker's store of files: content by digest, privacy, eviction, several workers at once.
#include "vmcore/worker/file_store.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <thread>
#include <vector>

#include "environment.h"
#include "tests/support/scratch_folder.h"

namespace relaxscope::worker {
namespace {

namespace fs = std::filesystem;
using Content = std::vector<uint8_t>;

Content contentOf(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}
mode_t modeOf(const std::string& path) {
  struct stat status{};
  EXPECT_EQ(lstat(path.c_str(), &status), 0) << path;
  return status.st_mode & ALLPERMS;
}
void setAge(const std::string& path, int seconds) {
  fs::last_write_time(path, fs::file_time_type::clock::now() - std::chrono::seconds(seconds));
}

class Store : public ::testing::Test {
 protected:
  FileStore open(uint64_t mostBytes = 1 << 20) {
    auto store = FileStore::open(folder_.file("store"), mostBytes);
    EXPECT_TRUE(store.ok()) << store.error().text();
    return *std::move(store);
  }
  /// Receives a file; its digest.
  static std::string put(const FileStore& store, const Content& content) {
    const std::string digest = sha256Hex(content);
    EXPECT_TRUE(store.makeRoom(content.size()).ok());
    auto file = store.receive(digest, content.size());
    EXPECT_TRUE(file.ok() && file->write(content).ok());
    EXPECT_TRUE(store.keep(*std::move(file)).ok());
    return digest;
  }
  /// Whether the store has the file; its content is then at seen().
  static bool has(const FileStore& store, const std::string& digest, size_t size) {
    const auto placed = store.place(digest, size, seen(store));
    EXPECT_TRUE(placed.ok());
    return placed.ok() && *placed;
  }
  static std::string seen(const FileStore& store) { return store.own() + "/seen/a/b"; }
  [[nodiscard]] std::string stored(const std::string& digest) const { return folder_.file("store") + "/" + digest; }

  test::ScratchFolder folder_;
};

TEST_F(Store, KeepsWhatItReceivedForLaterWorkers) {
  const Content content{1, 2, 3};
  std::string digest;
  {
    const FileStore store = open();
    EXPECT_FALSE(has(store, sha256Hex(content), 3));
    digest = put(store, content);
    EXPECT_TRUE(has(store, digest, 3));
    EXPECT_EQ(contentOf(seen(store)), content);
    EXPECT_EQ(modeOf(store.folder()), S_IRWXU);
    EXPECT_EQ(modeOf(store.own()), S_IRWXU);
    EXPECT_EQ(modeOf(stored(digest)), S_IRUSR);
  }
  EXPECT_EQ(std::distance(fs::directory_iterator(folder_.file("store")), {}), 1) << "the worker's folder is gone";
  EXPECT_TRUE(has(open(), digest, 3));
}

TEST_F(Store, OtherBytesThanAnnouncedAreRefused) {
  const FileStore store = open();
  const std::string digest = sha256Hex(Content{1, 2, 3});
  auto file = store.receive(digest, 3);
  ASSERT_TRUE(file.ok());
  EXPECT_TRUE(file->write(Content{1, 2}).ok());
  EXPECT_FALSE(file->isComplete());
  const auto tooMuch = file->write(Content{3, 4});
  ASSERT_FALSE(tooMuch.ok());
  EXPECT_EQ(tooMuch.error().text(), "a file of 3 bytes was announced, and more came");
  EXPECT_TRUE(file->write(Content{4}).ok());
  const auto kept = store.keep(*std::move(file));
  ASSERT_FALSE(kept.ok());
  EXPECT_EQ(kept.error().text(),
            "the file arrived damaged: its SHA-256 is " + sha256Hex(Content{1, 2, 4}) + ", not " + digest);
  EXPECT_FALSE(fs::exists(stored(digest)));
  EXPECT_TRUE(fs::is_empty(store.own())) << "nothing is left of it";
}

TEST_F(Store, ADamagedFileIsRemovedAndNotUsed) {
  const FileStore store = open();
  const std::string digest = put(store, {1, 2, 3});
  chmod(stored(digest).c_str(), S_IRUSR | S_IWUSR);
  std::ofstream(stored(digest), std::ios::binary) << "\x01\x02\x04";
  EXPECT_FALSE(has(store, digest, 3));
  EXPECT_FALSE(fs::exists(stored(digest)));
  EXPECT_FALSE(fs::exists(seen(store)));
  EXPECT_TRUE(has(store, put(store, {1, 2, 3}), 3)) << "it can be received again";
}

TEST_F(Store, TheFilesThatWereNotUsedForLongestMakeRoom) {
  const FileStore store = open(100);
  std::vector<std::string> digests;
  for (uint8_t i = 0; i < 3; ++i) {
    digests.push_back(put(store, Content(30, i)));
    setAge(stored(digests.back()), 1000 - i);
  }
  EXPECT_TRUE(has(store, digests[0], 30)) << "used now";
  EXPECT_TRUE(store.makeRoom(40).ok());
  EXPECT_TRUE(fs::exists(stored(digests[0])));
  EXPECT_FALSE(fs::exists(stored(digests[1])));
  EXPECT_TRUE(fs::exists(stored(digests[2])));
  EXPECT_TRUE(store.makeRoom(100).ok());
  EXPECT_FALSE(fs::exists(stored(digests[0])));
  EXPECT_EQ(contentOf(seen(store)), Content(30, 0)) << "what a worker uses stays readable";
  const auto never = store.makeRoom(101);
  ASSERT_FALSE(never.ok());
  EXPECT_EQ(never.error().text(),
            "the files of the run have 101 bytes, and the worker's store holds at most 100 (RELAXSCOPE_STORE_LIMIT)");
}

TEST_F(Store, ManyWorkersMayReceiveTheSameAtOnce) {
  constexpr int kWorkers = 4, kRounds = 40;
  const FileStore first = open();
  std::vector<std::thread> workers;
  std::atomic<int> wrong{0};
  for (int worker = 0; worker < kWorkers; ++worker)
    workers.emplace_back([&] {
      for (int round = 0; round < kRounds; ++round) {
        auto store = FileStore::open(folder_.file("store"), 20'000);  // evicts all the time
        const Content content(5'000 + static_cast<size_t>(round % 7), static_cast<uint8_t>(round));
        const std::string digest = sha256Hex(content);
        auto file = store->receive(digest, content.size());
        const bool kept = store->makeRoom(content.size()).ok() && file.ok() && file->write(content).ok() &&
                          store->keep(*std::move(file)).ok();
        const auto placed = store->place(digest, content.size(), seen(*store));
        // Another worker may have evicted it; it is never damaged.
        if (!kept || !placed.ok() || (*placed && contentOf(seen(*store)) != content)) ++wrong;
      }
    });
  for (std::thread& worker : workers) worker.join();
  EXPECT_EQ(wrong, 0);
  for (const auto& entry : fs::directory_iterator(folder_.file("store")))
    if (entry.path() != first.own()) {
      EXPECT_EQ(sha256Hex(contentOf(entry.path())), entry.path().filename()) << "only complete files are left";
    }
}

TEST_F(Store, WhatEndedWorkersLeftIsRemovedWhatOthersUseIsNot) {
  const FileStore living = open();
  const std::string dead = folder_.file("store") + "/worker-abcdef", young = folder_.file("store") + "/worker-uvwxyz";
  for (const std::string& each : {dead, young}) fs::create_directories(each + "/seen/x");
  std::ofstream(dead + "/part") << "half";
  setAge(dead, 1000);
  setAge(living.own(), 1000);
  open();
  EXPECT_FALSE(fs::exists(dead));
  EXPECT_TRUE(fs::exists(young)) << "it may not be locked yet";
  EXPECT_TRUE(fs::exists(living.own()));
}

TEST_F(Store, TheFolderIsPrivateOrRefused) {
  const std::string path = folder_.file("store");
  fs::create_directory(path);
  chmod(path.c_str(), 0755);
  { const FileStore store = open(); }
  EXPECT_EQ(modeOf(path), S_IRWXU);
  fs::create_directory_symlink(path, folder_.file("link"));
  const auto linked = FileStore::open(folder_.file("link"), 100);
  ASSERT_FALSE(linked.ok());
  EXPECT_EQ(linked.error().text(), folder_.file("link") + " is not a folder of this user");
  std::ofstream(folder_.file("file")) << "x";
  EXPECT_FALSE(FileStore::open(folder_.file("file"), 100).ok());
}

TEST_F(Store, OnlyDigestsAreNames) {
  EXPECT_TRUE(isDigest(std::string(64, 'a')));
  for (const std::string& other : {std::string(), std::string(63, 'a'), std::string(64, 'A'), std::string(64, 'g'),
                                   "../" + std::string(61, 'a'), std::string(63, 'a') + '\0'})
    EXPECT_FALSE(isDigest(other)) << other;
}

TEST_F(Store, WithoutACacheItIsTemporary) {
  const test::Environment cache("XDG_CACHE_HOME", "/proc/nowhere"), temporary("TMPDIR", folder_.path().string());
  std::string path;
  {
    auto store = FileStore::openUsual();
    ASSERT_TRUE(store.ok()) << store.error().text();
    path = store->folder();
    EXPECT_TRUE(path.starts_with(folder_.path().string() + "/relaxscope-files-")) << path;
    EXPECT_TRUE(has(*store, put(*store, {7}), 1));
  }
  EXPECT_FALSE(fs::exists(path));
}

TEST_F(Store, TheLimitIsTakenFromTheEnvironment) {
  const test::Environment cache("XDG_CACHE_HOME", folder_.path().string()), limit("RELAXSCOPE_STORE_LIMIT", "50");
  auto store = FileStore::openUsual();
  ASSERT_TRUE(store.ok());
  EXPECT_EQ(store->folder(), folder_.file("relaxscope/files"));
  EXPECT_TRUE(store->makeRoom(50).ok());
  EXPECT_FALSE(store->makeRoom(51).ok());
}

}  // namespace
}  // namespace relaxscope::worker
