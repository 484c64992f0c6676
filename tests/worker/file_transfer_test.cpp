// SPDX-License-Identifier: Apache-2.0
// Files that a real worker does not see: sent once, kept, checked, and what is left of an interrupted transfer.
#include <filesystem>
#include <fstream>

#include "environment.h"
#include "harness.h"
#include "raw_worker.h"
#include "vmcore/base/bytes/sha256.h"
#include "vmcore/format/save.h"
#include "vmcore/run/files/load_files.h"

namespace relaxscope {
namespace {

namespace fs = std::filesystem;

/// A program whose function `answer` calls `kernel`.
Executable callerOf(const std::string& kernel) {
  ExecutableBuilder b;
  b.beginFunction("answer", int64_t{0});
  b.emitCall(kernel, {}, 0);
  b.emitRet(0);
  return b.finish();
}

/// Files that exist only until they were read, and a worker with an empty store.
class LostFiles : public ::testing::Test {
 protected:
  LostFiles() : cache_("XDG_CACHE_HOME", folder_.file("cache")) { fs::create_directory(folder_.file("host")); }
  std::string copy(const std::string& from) {
    const std::string to = folder_.file("host/" + fs::path(from).filename().string());
    fs::copy_file(from, to);
    return to;
  }
  std::string write(const std::string& name, const std::vector<uint8_t>& bytes) {
    return folder_.write("host/" + name, bytes);
  }
  /// Reads the files of the request and removes them.
  static LoadFiles takeAway(const wire::Load& request) {
    auto files = filesOfLoad(request);
    EXPECT_TRUE(files.ok());
    for (const LoadFile& file : **files) fs::remove(file.path);
    return *files;
  }
  static uint64_t sizeOf(const LoadFiles& files) {
    uint64_t bytes = 0;
    for (const LoadFile& file : *files) bytes += file.bytes.size();
    return bytes;
  }
  [[nodiscard]] std::string stored(const std::string& digest) const {
    return folder_.file("cache/relaxscope/files/" + digest);
  }
  static int64_t resultOf(const wire::Message& message) {
    const auto* finished = std::get_if<wire::RunFinished>(&message);
    EXPECT_NE(finished, nullptr) << (finished == nullptr ? failureText(failureOf(message)) : "");
    return finished == nullptr ? -1 : std::get<int64_t>(finished->results.at(0).data);
  }

  test::ScratchFolder folder_;
  test::Environment cache_;
};

TEST_F(LostFiles, AreSentOnceAndRunFromTheStore) {
  wire::Load request;
  request.path = write("model.bin", writeVmExecutable(callerOf("misbehave_ok")));
  request.libraries = {copy(MISBEHAVE_PATH)};
  const LoadFiles files = takeAway(request);
  request.digest = (*files)[0].digest;  // the worker compares it with the bytes that it is about to run
  for (const bool isFirst : {true, false}) {
    Host host(std::string("exec '") + WORKER_PATH + "'");
    std::vector<wire::FileProgress> told;
    host.process->tellFileProgress([&](const wire::FileProgress& progress) { told.push_back(progress); });
    const wire::Message loaded = host.load(request, files);
    ASSERT_TRUE(std::holds_alternative<wire::Loaded>(loaded)) << failureText(failureOf(loaded));
    EXPECT_EQ(host.process->session().fileBytesSent(), isFirst ? sizeOf(files) : 0);
    EXPECT_EQ(told.empty(), !isFirst);
    EXPECT_TRUE(std::ranges::is_sorted(told, {}, &wire::FileProgress::sent));
    for (const wire::FileProgress& progress : told) EXPECT_EQ(progress.wanted, sizeOf(files));
    EXPECT_EQ(told.empty() ? 0 : told.back().sent, isFirst ? sizeOf(files) : 0);
    EXPECT_EQ(resultOf(host.call("answer")), 42);
  }
  EXPECT_EQ(std::distance(fs::directory_iterator(folder_.file("cache/relaxscope/files")), {}), 2)
      << "the files only: workers that ended removed their folders";
  for (const LoadFile& file : *files) {
    std::ifstream read(stored(file.digest), std::ios::binary);
    const std::vector<uint8_t> bytes{std::istreambuf_iterator<char>(read), {}};
    EXPECT_EQ(sha256Hex(bytes), file.digest);
    EXPECT_EQ(Bytes::own(bytes), file.bytes);
  }
}

TEST_F(LostFiles, BesideALibraryAndAFormAreSentToo) {
  wire::Load request;
  Executable caller = callerOf("beside_number");
  TensorConstant large;
  large.dtype = {1, 8, 1};
  large.shape = {100'000};
  large.data = Bytes::own(std::vector<uint8_t>(100'000, 3));
  caller.constants.push_back({std::move(large)});
  const std::string text = folder_.file("host/model.txt");
  ASSERT_FALSE(
      saveExecutable(std::make_shared<const Executable>(caller), text, {SaveForm::Text, {}, {}}).failure.has_value());
  request.path = text;
  request.libraries = {copy(std::string(BESIDE_FOLDER) + "/beside_kernels.so")};
  copy(std::string(BESIDE_FOLDER) + "/beside_helper.so");
  const LoadFiles files = takeAway(request);
  ASSERT_EQ(files->size(), 4u) << "form, side file, library, needed library";
  Host host;
  const wire::Message loaded = host.load(request, files);
  ASSERT_TRUE(std::holds_alternative<wire::Loaded>(loaded)) << failureText(failureOf(loaded));
  EXPECT_EQ(host.process->session().fileBytesSent(), sizeOf(files));
  EXPECT_EQ(resultOf(host.call("answer")), 4711);
}

TEST_F(LostFiles, BesideALibraryOnlyLibrariesAreSent) {
  wire::Load request;
  request.path = write("model.bin", writeVmExecutable(callerOf("beside_number")));
  request.libraries = {copy(std::string(BESIDE_FOLDER) + "/beside_kernels.so")};
  const std::string beside = copy(std::string(BESIDE_FOLDER) + "/beside_helper.so");
  ASSERT_EQ((*filesOfLoad(request))->size(), 3u);
  std::ofstream(beside, std::ios::trunc) << "a private text of the user's";
  EXPECT_EQ((*filesOfLoad(request))->size(), 2u);
}

TEST_F(LostFiles, AnErrorInThemNamesTheHostsPath) {
  wire::Load request;
  request.path = write("model.bin", writeVmExecutable(callerOf("misbehave_ok")));
  request.libraries = {write("broken.so", {0x7f, 'E', 'L', 'F', 1, 2, 3})};
  const LoadFiles files = takeAway(request);
  Host host;
  const wire::Message answer = host.load(request, files);
  const std::string message = failureOf(answer).message;
  EXPECT_NE(message.find(request.libraries[0]), std::string::npos) << message;
  EXPECT_EQ(message.find(folder_.file("cache")), std::string::npos) << message;
}

TEST_F(LostFiles, ThatTheWorkerSeesAreNotSent) {
  wire::Load request;
  request.path = write("model.bin", writeVmExecutable(callerOf("misbehave_ok")));
  request.libraries = {MISBEHAVE_PATH};
  const auto files = filesOfLoad(request);
  ASSERT_TRUE(files.ok());
  Host host;
  ASSERT_TRUE(std::holds_alternative<wire::Loaded>(host.load(request, *files)));
  EXPECT_EQ(host.process->session().fileBytesSent(), 0u);
  EXPECT_FALSE(fs::exists(folder_.file("cache/relaxscope/files"))) << "the store was not even opened";
}

TEST_F(LostFiles, DoNotFitIntoASmallStore) {
  const test::Environment limit("RELAXSCOPE_STORE_LIMIT", "10");
  wire::Load request;
  request.path = write("model.bin", writeVmExecutable(callerOf("misbehave_ok")));
  const LoadFiles files = takeAway(request);
  Host host;
  const std::string message = failureOf(host.load(request, files)).message;
  EXPECT_NE(message.find("and the worker's store holds at most 10 (RELAXSCOPE_STORE_LIMIT)"), std::string::npos)
      << message;
  EXPECT_EQ(host.process->session().fileBytesSent(), 0u);
}

/// A worker that has asked for a file of five bytes.
struct AskingWorker : RawWorker {
  explicit AskingWorker(const std::vector<uint8_t>& content) : offer{"m.bin", "/h/m.bin", sha256Hex(content), {}} {
    offer.identity.size = content.size();
    say(wire::encode(wire::Hello{}));
    say(wire::encode(wire::FileOffers{{offer}}));
    EXPECT_TRUE(std::holds_alternative<wire::Hello>(next().value()));
    EXPECT_EQ(std::get<wire::WantedFiles>(next().value()).digests, std::vector<std::string>{offer.digest});
  }
  void send(const std::vector<uint8_t>& data, uint64_t offset = 0) {
    say(wire::encode(wire::FilePart{offer.digest, offset, Bytes::own(data)}));
  }
  wire::FileOffer offer;
};

TEST_F(LostFiles, OfAnInterruptedTransferLeaveNothing) {
  AskingWorker worker({1, 2, 3, 4, 5});
  worker.send({1, 2, 3});
  worker.hangUp();
  EXPECT_FALSE(worker.lastMessage().has_value()) << "it ends by itself";
  EXPECT_TRUE(fs::is_empty(folder_.file("cache/relaxscope/files")));
  AskingWorker again({1, 2, 3, 4, 5});
  again.send({1, 2, 3, 4, 5});
  EXPECT_EQ(std::get<wire::WantedFiles>(again.next().value()).digests, std::vector<std::string>());
  EXPECT_TRUE(fs::exists(stored(again.offer.digest)));
}

TEST_F(LostFiles, WithOtherBytesAreRefusedAndTheWorkerGoesOn) {
  AskingWorker worker({1, 2, 3, 4, 5});
  worker.send({1, 2, 3});
  worker.send({4, 6}, 3);
  const wire::Failure failure = failureOf(worker.next().value());
  EXPECT_EQ(failure.kind, "Load");
  EXPECT_FALSE(failure.fatal);
  EXPECT_TRUE(failure.message.starts_with("m.bin: the file arrived damaged: its SHA-256 is ")) << failure.message;
  EXPECT_FALSE(fs::exists(stored(worker.offer.digest)));
  worker.say(wire::encode(wire::ListDevices{}));
  EXPECT_TRUE(std::holds_alternative<wire::Devices>(worker.next().value()));
}

TEST_F(LostFiles, ThatWereNotWantedEndTheWorker) {
  RawWorker worker;
  worker.say(wire::encode(wire::Hello{}));
  worker.say(wire::encode(wire::FilePart{std::string(64, 'a'), 0, {}}));
  EXPECT_EQ(failureOf(worker.lastMessage().value()).message, "the host sent a part of a file that was not wanted");
}

TEST_F(LostFiles, WithNamesThatLeadOutsideAreRefused) {
  RawWorker worker;
  worker.say(wire::encode(wire::Hello{}));
  worker.say(wire::encode(wire::FileOffers{{{"m", "/../../../../tmp/m", std::string(64, 'a'), {}}}}));
  EXPECT_TRUE(std::holds_alternative<wire::Hello>(worker.next().value()));
  EXPECT_EQ(failureOf(worker.next().value()).message, "not an absolute path of a file: /../../../../tmp/m");
}

}  // namespace
}  // namespace relaxscope
