// SPDX-License-Identifier: Apache-2.0
// The worker's side of a transfer: which files it asks for, what it takes, and hosts that lie.
#include "vmcore/worker/file_receiver.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "tests/support/scratch_folder.h"

namespace relaxscope::worker {
namespace {

namespace fs = std::filesystem;
using Data = std::vector<uint8_t>;
using Wanted = std::vector<std::string>;

wire::FileOffer offerOf(const std::string& path, const Data& data) {
  wire::FileOffer offer{path, "/host/" + path.substr(path.rfind('/') + 1), sha256Hex(data), {}};
  offer.identity.size = data.size();
  return offer;
}
wire::FilePart partOf(const wire::FileOffer& offer, const Data& data, uint64_t offset = 0) {
  return {offer.digest, offset, Bytes::own(data)};
}
std::string textInFile(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}
template <class T>
std::string errorOf(const Result<T>& result) {
  return result.ok() ? "" : result.error().text();
}

class Receiver : public ::testing::Test {
 protected:
  Receiver() : receiver_([this] { return FileStore::open(folder_.file("store"), 1 << 20); }) {
    receiver_.setHostMachine("another machine");
  }
  std::string place(const std::string& path) const {
    LoadRequest request;
    request.path = path;
    return receiver_.located(request).path;
  }

  test::ScratchFolder folder_;
  FileReceiver receiver_;
};

TEST_F(Receiver, TheHostsOwnFileIsNeitherReadNorCopied) {
  const std::string path = folder_.write("a.so", Data{1, 2});
  FileReceiver receiver([]() -> Result<FileStore> { return Error("the store was opened"); });
  receiver.setHostMachine(machineToken());
  wire::FileOffer offer = offerOf(path, {9, 9, 9});  // a digest that is never compared
  offer.identity = *identityOf(path);
  if (machineToken().empty()) GTEST_SKIP() << "the system names no boot";
  EXPECT_EQ(receiver.offer({{offer}}).value(), Wanted());
  LoadRequest request;
  request.path = path;
  EXPECT_EQ(receiver.located(request).path, path);
  folder_.write("a.so", Data{1, 2, 3});
  EXPECT_EQ(errorOf(receiver.offer({{offer}})), "the store was opened") << "the file has changed";
}

TEST_F(Receiver, AFileWithTheDigestAtItsPathIsUsedThere) {
  const std::string path = folder_.write("a.so", Data{1, 2});
  EXPECT_EQ(receiver_.offer({{offerOf(path, {1, 2})}}).value(), Wanted());
  EXPECT_EQ(place(path), path);
  const auto other = offerOf(path, {1, 3});
  EXPECT_EQ(receiver_.offer({{other}}).value(), Wanted{other.digest}) << "as long, but of other content";
}

TEST_F(Receiver, WhatIsLackingIsReceivedOnceAndFoundAgain) {
  const auto model = offerOf("model.so", {1, 2, 3}), same = offerOf("copy.so", {1, 2, 3}), empty = offerOf("e", {});
  EXPECT_EQ(receiver_.offer({{model, same, empty}}).value(), (Wanted{model.digest, empty.digest}));
  EXPECT_TRUE(receiver_.expectsPart());
  EXPECT_FALSE(receiver_.add(partOf(model, {1, 2})).value());
  EXPECT_FALSE(receiver_.add(partOf(model, {3}, 2)).value());
  EXPECT_TRUE(receiver_.add(partOf(empty, {})).value());
  EXPECT_FALSE(receiver_.expectsPart());
  for (const char* path : {"model.so", "copy.so"}) EXPECT_EQ(textInFile(place(path)), "\x01\x02\x03") << path;
  EXPECT_TRUE(place("model.so").ends_with("/host/model.so")) << "with the host's folders";
  EXPECT_EQ(receiver_.withHostNames("cannot open " + place("model.so") + ": bad"), "cannot open model.so: bad");
  FileReceiver next([this] { return FileStore::open(folder_.file("store"), 1 << 20); });
  EXPECT_EQ(next.offer({{model, same, empty}}).value(), Wanted());
}

TEST_F(Receiver, FilesThatFindEachOtherByFolderAreTogether) {
  const std::string path = folder_.write("a.txt", Data{1});
  const auto main = offerOf(path, {1}), side = offerOf("/host/side.npz", {2});
  EXPECT_EQ(receiver_.offer({{main, side}}).value(), Wanted{side.digest});
  EXPECT_TRUE(receiver_.add(partOf(side, {2})).value());
  EXPECT_EQ(fs::path(place(path)).parent_path(), fs::path(place("/host/side.npz")).parent_path());
  EXPECT_EQ(textInFile(place(path)), "\x01");
}

TEST_F(Receiver, OffersThatNameNoFileAreRefused) {
  const auto good = offerOf("a", {1});
  for (const char* digest : {"", "../../etc/passwd", "ABC"}) {
    auto offer = good;
    offer.digest = digest;
    EXPECT_TRUE(errorOf(receiver_.offer({{offer}})).starts_with("not a SHA-256: ")) << digest;
  }
  for (const std::string place : {"", "a", "/", "/a/", "/../a", "/a/../b", "/a/./b", "/a/..", "//../a"}) {
    auto offer = good;
    offer.place = place;
    EXPECT_TRUE(errorOf(receiver_.offer({{offer}})).starts_with("not an absolute path of a file: ")) << place;
  }
  auto zero = good;
  zero.place = std::string("/a\0b", 4);
  EXPECT_NE(errorOf(receiver_.offer({{zero}})), "");
  EXPECT_NE(errorOf(receiver_.offer({std::vector<wire::FileOffer>(wire::kMaxFiles + 1, good)})), "");
  EXPECT_FALSE(fs::exists(folder_.file("store"))) << "nothing was written";
}

TEST_F(Receiver, AFileThatNeverFitsIsRefusedBeforeItIsSent) {
  auto offer = offerOf("a", {1});
  for (const uint64_t size : {uint64_t{2} << 20, ~uint64_t{0}}) {
    offer.identity.size = size;
    EXPECT_TRUE(errorOf(receiver_.offer({{offer, offerOf("b", {2})}})).starts_with("the files of the run have "));
    EXPECT_FALSE(receiver_.expectsPart());
  }
}

TEST_F(Receiver, WrongPartsEndTheTransferAndTheRestIsIgnored) {
  const auto offer = offerOf("model.so", {1, 2, 3}), other = offerOf("b", {4});
  const std::string outOfOrder = "model.so: its parts came out of order";
  const std::vector<std::pair<wire::FilePart, std::string>> wrong = {
      {partOf(offer, {1, 2, 4}), "model.so: the file arrived damaged: its SHA-256 is "},
      {partOf(offer, {1, 2, 3, 4}), "model.so: a file of 3 bytes was announced, and more came"},
      {partOf(offer, {1, 2, 3}, 1), outOfOrder},
      {partOf(other, {4}), outOfOrder}};
  for (const auto& [part, text] : wrong) {
    ASSERT_EQ(receiver_.offer({{offer, other}}).value(), (Wanted{offer.digest, other.digest}));
    EXPECT_TRUE(errorOf(receiver_.add(part)).starts_with(text)) << errorOf(receiver_.add(part));
    EXPECT_TRUE(receiver_.expectsPart()) << "more may be on their way";
    EXPECT_FALSE(receiver_.add(partOf(offer, {1, 2, 3})).value());
    EXPECT_FALSE(fs::exists(folder_.file("store") + "/" + offer.digest));
  }
  ASSERT_EQ(receiver_.offer({{offer}}).value(), Wanted{offer.digest}) << "the next transfer begins again";
  EXPECT_TRUE(receiver_.add(partOf(offer, {1, 2, 3})).value());
}

}  // namespace
}  // namespace relaxscope::worker
