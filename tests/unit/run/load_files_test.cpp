// SPDX-License-Identifier: Apache-2.0
#include "vmcore/run/files/load_files.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "tests/support/scratch_folder.h"
#include "vmcore/base/bytes/sha256.h"
#include "vmcore/format/beside.h"
#include "vmcore/format/file_bytes.h"
#include "vmcore/format/save.h"
#include "vmcore/model/builder.h"

namespace relaxscope {
namespace {

namespace fs = std::filesystem;

/// An executable with a constant that forms leave to a side file.
std::shared_ptr<const Executable> withLargeConstant() {
  ExecutableBuilder b;
  b.beginFunction("main", int64_t{0});
  b.emitRet(0);
  Executable executable = b.finish();
  TensorConstant large;
  large.dtype = {1, 8, 1};
  large.shape = {9'000};
  large.data = Bytes::own(std::vector<uint8_t>(9'000, 3));
  executable.constants.push_back({std::move(large)});
  return std::make_shared<const Executable>(std::move(executable));
}

TEST(LoadFiles, AreThoseOfTheRequestEachOnce) {
  const test::ScratchFolder folder;
  LoadRequest load;
  load.path = folder.write("model.so", std::vector<uint8_t>{1, 2});
  load.constants = folder.write("c.params", std::vector<uint8_t>{3});
  load.libraries = {load.path, folder.path().string() + "/./c.params", folder.file("is not here.so")};
  const auto files = filesOfLoad(load);
  ASSERT_TRUE(files.ok());
  ASSERT_EQ((*files)->size(), 3u);
  const LoadFile &model = (**files)[0], &constants = (**files)[1], &same = (**files)[2];
  EXPECT_EQ(same.path, load.libraries[1]) << "another name of it";
  EXPECT_EQ(same.place, constants.place);
  EXPECT_EQ(same.digest, constants.digest);
  EXPECT_EQ(model.path, load.path);
  EXPECT_EQ(model.digest, sha256Hex(std::vector<uint8_t>{1, 2}));
  EXPECT_EQ(model.identity, identityOf(load.path));
  EXPECT_EQ(constants.place, fs::path(load.constants).lexically_normal().string());
}

TEST(LoadFiles, AreTheBytesThatTheCallerHasRead) {
  const test::ScratchFolder folder;
  LoadRequest load;
  load.path = folder.file("gone.so");
  const auto files = filesOfLoad(load, Bytes::own({7}));
  ASSERT_TRUE(files.ok());
  ASSERT_EQ((*files)->size(), 1u);
  EXPECT_EQ((**files)[0].digest, sha256Hex(std::vector<uint8_t>{7}));
  EXPECT_EQ((**files)[0].identity, FileIdentity{}) << "that of no file";
}

TEST(LoadFiles, HaveAbsolutePlaces) {
  const test::ScratchFolder folder;
  folder.write("model.so", std::vector<uint8_t>{1});
  const fs::path before = fs::current_path();
  fs::current_path(folder.path());
  LoadRequest load;
  load.path = "../" + folder.path().filename().string() + "/./model.so";
  const auto files = filesOfLoad(load);
  fs::current_path(before);
  ASSERT_TRUE(files.ok() && (*files)->size() == 1);
  EXPECT_EQ((**files)[0].path, load.path);
  EXPECT_EQ(fs::path((**files)[0].place), fs::canonical(folder.path()) / "model.so");
}

TEST(LoadFiles, OfFormsIncludeTheSideFile) {
  for (const auto& [name, form] :
       {std::pair("m.txt", SaveForm::Text), std::pair("m.py", SaveForm::Python), std::pair("m.json", SaveForm::Json)}) {
    const test::ScratchFolder folder;
    LoadRequest load;
    load.path = folder.file(name);
    ASSERT_FALSE(saveExecutable(withLargeConstant(), load.path, {form, {}, {}}).failure.has_value());
    const auto files = filesOfLoad(load);
    ASSERT_TRUE(files.ok());
    ASSERT_EQ((*files)->size(), 2u) << name;
    EXPECT_EQ((**files)[1].path, load.path + ".npz");
  }
}

TEST(LoadFiles, OfAFormLeaveOutWhatIsNoNpz) {
  const test::ScratchFolder folder;
  LoadRequest load;
  load.path = folder.file("m.txt");
  ASSERT_FALSE(saveExecutable(withLargeConstant(), load.path, {SaveForm::Text, {}, {}}).failure.has_value());
  folder.write("m.txt.npz", std::vector<uint8_t>{'p', 'r', 'i', 'v', 'a', 't', 'e'});
  const auto files = filesOfLoad(load);
  ASSERT_TRUE(files.ok());
  EXPECT_EQ((*files)->size(), 1u);
}

TEST(LoadFiles, NothingLiesBesideOtherFiles) {
  for (const std::string& text : {std::string(), std::string("text"), std::string("PK\3\4"),
                                  std::string("\x7f"
                                              "ELF")})
    EXPECT_TRUE(namesBeside(Bytes::copyOf(text)).empty()) << text;
  const auto real = readFileBytes(RELAXSCOPE_TEST_DATA "/relax/mlp_dyn.so");
  ASSERT_TRUE(real.ok());
  EXPECT_TRUE(namesBeside(*real).empty()) << "its libraries are found elsewhere";
}

}  // namespace
}  // namespace relaxscope
