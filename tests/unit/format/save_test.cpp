// SPDX-License-Identifier: Apache-2.0
// Saving an executable in every form, with its side file, and the reasons why it cannot be saved.
#include "vmcore/format/save.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <memory>

#include "tests/support/scratch_folder.h"
#include "tests/unit/analysis/hand_made.h"
#include "vmcore/base/text/collect.h"
#include "vmcore/format/file_bytes.h"
#include "vmcore/format/loader.h"
#include "vmcore/format/vm/vm_executable.h"

namespace relaxscope {
namespace {

namespace fs = std::filesystem;
using Part = SaveFailure::Part;

class SaveTest : public ::testing::Test {
 protected:
  [[nodiscard]] std::string path(const std::string& name) const { return folder_.file(name); }

  /// An executable with a tensor of that many bytes.
  static std::shared_ptr<const Executable> executable(size_t tensorBytes) {
    test::HandMade made;
    made.begin("main", 1, 3).call(1, 1, {test::reg(0), test::con(0)}).ret(1).end();
    made.packed("relu");
    made.executable.variant = Variant::R5;
    made.executable.version = "0.14";
    made.constant(TensorConstant{
        {0, 8, 1}, {static_cast<int64_t>(tensorBytes)}, 1, 0, 0, Bytes::own(std::vector<uint8_t>(tensorBytes, 7))});
    setByteOffsets(made.executable);
    return std::make_shared<const Executable>(std::move(made.executable));
  }
  static SaveOptions form(SaveForm form) {
    SaveOptions options;
    options.form = form;
    return options;
  }
  test::ScratchFolder folder_;
};

TEST_F(SaveTest, FormsByNameAndSuffix) {
  EXPECT_EQ(saveFormOfName("binary"), SaveForm::Bytes);
  EXPECT_EQ(saveFormOfName("json"), SaveForm::Json);
  EXPECT_EQ(saveFormOfName(""), std::nullopt);
  EXPECT_EQ(saveFormOfName("library"), std::nullopt);
  EXPECT_EQ(saveFormOfPath("a/b.rsasm"), SaveForm::Text);
  EXPECT_EQ(saveFormOfPath("B.TXT"), SaveForm::Text);
  EXPECT_EQ(saveFormOfPath("a.py"), SaveForm::Python);
  EXPECT_EQ(saveFormOfPath("a.json"), SaveForm::Json);
  EXPECT_EQ(saveFormOfPath("a.so"), SaveForm::Library);
  EXPECT_EQ(saveFormOfPath("a.so.bin"), SaveForm::Bytes);
  EXPECT_EQ(saveFormOfPath("json"), SaveForm::Bytes);
}

TEST_F(SaveTest, EveryFormReadsBack) {
  for (const size_t size : {size_t{16}, size_t{5000}})
    for (const char* name : {"a.bin", "a.txt", "a.py", "a.json"}) {
      const auto original = executable(size);
      const SaveOptions options = form(saveFormOfPath(name));
      const bool isBinary = options.form == SaveForm::Bytes;
      const Saved saved = saveExecutable(original, path(name), options);
      ASSERT_FALSE(saved.failure) << saved.failure->error.text();
      EXPECT_EQ(saved.files, size > 4096 && !isBinary ? (std::vector<std::string>{path(name), path(name) + ".npz"})
                                                      : std::vector<std::string>{path(name)});
      const auto file = loadFile(path(name));
      ASSERT_TRUE(file.ok()) << name << ": " << file.error().text();
      EXPECT_EQ(writeVmExecutable(*file->executable), writeVmExecutable(*original)) << name;
      // Streamed output is the same file, but with all data inline.
      const std::string streamed =
          collectText([&](const TextSink& sink) { EXPECT_FALSE(writeExecutable(original, options, sink)); });
      const bool same = streamed == readFileBytes(path(name))->text();
      EXPECT_EQ(same, isBinary || size <= 4096) << name;
      for (const std::string& written : saved.files) fs::remove(written);
    }
}

TEST_F(SaveTest, ALibraryKeepsItsKernels) {
  const std::string library = RELAXSCOPE_TEST_DATA "/relax/mlp_dyn.so";
  const auto old = loadFile(library);
  ASSERT_TRUE(old.ok());
  SaveOptions options = form(SaveForm::Library);
  EXPECT_EQ(saveExecutable(old->executable, path("a.so"), options).failure->error.message,
            "the executable did not come from a library; save it as bytes (.bin)");
  options.library = old->bytes;
  ASSERT_FALSE(saveExecutable(old->executable, path("a.so"), options).failure);
  EXPECT_EQ(readFileBytes(path("a.so"))->text(), old->bytes.text());
  options.library = Bytes::copyOf("no library");
  EXPECT_EQ(saveExecutable(old->executable, path("a.so"), options).failure->part, Part::Library);
}

TEST_F(SaveTest, NothingIsWrittenWhereAnythingFails) {
  Executable unknown = *executable(16);
  unknown.constants[0].value = UnknownConstant{};
  Executable without = *executable(16);
  without.tensorDataOmitted = true;
  std::get<TensorConstant>(without.constants[0].value).data = {};
  const auto partOf = [](const Saved& saved) {
    return saved.failure ? std::optional(saved.failure->part) : std::nullopt;
  };
  const auto save = [&](Executable& what, const char* name, SaveForm as) {
    return partOf(saveExecutable(std::make_shared<const Executable>(what), path(name), form(as)));
  };
  EXPECT_EQ(save(unknown, "a.bin", SaveForm::Bytes), Part::Executable);
  EXPECT_EQ(save(without, "a.txt", SaveForm::Text), Part::Executable);
  const Saved nowhere = saveExecutable(executable(16), path("no/such/folder.txt"), form(SaveForm::Text));
  EXPECT_EQ(nowhere.failure->part, Part::File);
  EXPECT_EQ(nowhere.failure->error.message, "cannot be written: No such file or directory");
  EXPECT_TRUE(nowhere.files.empty());
  // A folder occupies the path of the side file.
  fs::create_directories(path("a.json.npz"));
  std::ofstream(path("a.json.npz/held")) << "x";
  EXPECT_EQ(partOf(saveExecutable(executable(5000), path("a.json"), form(SaveForm::Json))), Part::SideFile);
  EXPECT_EQ(folder_.count(), 1u) << "only that folder is there";
}

/// A large file that changes while it is read.
class Changing : public ByteSource {
 public:
  void fetch(const uint8_t*, size_t) const override {}
  bool copy(const uint8_t*, size_t size, uint8_t* into) const override {
    std::memset(into, 0, size);
    return false;
  }
  [[nodiscard]] bool intact() const override { return false; }
};

TEST_F(SaveTest, WhatChangedMeanwhileIsNotKept) {
  static const std::vector<uint8_t> memory(5000);
  Executable executable = *SaveTest::executable(5000);
  std::get<TensorConstant>(executable.constants[0].value).data =
      Bytes::from(std::make_shared<const Changing>(), memory.data(), memory.size());
  const auto shared = std::make_shared<const Executable>(std::move(executable));
  for (const SaveForm each : {SaveForm::Bytes, SaveForm::Text, SaveForm::Python, SaveForm::Json}) {
    const Saved saved = saveExecutable(shared, path("a"), form(each));
    ASSERT_TRUE(saved.failure);
    EXPECT_EQ(saved.failure->part, Part::Executable);
    EXPECT_EQ(saved.failure->error.message, "the file changed while it was read");
  }
  EXPECT_EQ(folder_.count(), 0u);
}

}  // namespace
}  // namespace relaxscope
