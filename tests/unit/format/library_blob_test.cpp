// SPDX-License-Identifier: Apache-2.0
// Module blobs of both layouts: round trips, damaged ones, and ones found without a symbol.
#include "vmcore/format/library/blob_reader.h"

#include <gtest/gtest.h>

#include <cstring>

#include "tests/support/vectors.h"
#include "tests/unit/format/checks.h"
#include "vmcore/base/bytes/byte_writer.h"
#include "vmcore/format/library/blob_writer.h"
#include "vmcore/format/library/module_payload.h"

namespace relaxscope {
namespace {

using test::contains;

/// Entries of a blob before 0.22.
struct OldBlob {
  ByteWriter body;
  explicit OldBlob(uint64_t count) { body.write(count); }
  OldBlob& module(std::string_view kind, const std::vector<uint8_t>& payload = {}) {
    body.writeString(kind);
    body.writeBytes(payload);
    return *this;
  }
  OldBlob& tree(const std::vector<int64_t>& rows, const std::vector<int64_t>& children) {
    body.writeString("_import_tree");
    body.writeI64Vector(rows);
    body.writeI64Vector(children);
    return *this;
  }
  [[nodiscard]] Bytes bytes() const {
    ByteWriter out;
    out.write<uint64_t>(body.size());
    out.writeBytes(body.buffer());
    return Bytes::own(out.take());
  }
};
std::vector<uint8_t> executable() {
  ByteWriter out;
  const std::vector<uint8_t> bytes = test::fromHex(test::kAddHex);
  out.write<uint64_t>(bytes.size());
  out.writeBytes(bytes);
  return out.take();
}
std::vector<uint8_t> opencl(bool extraTags) {
  ByteWriter out;
  out.writeString("cl");
  out.write<uint64_t>(1);
  out.writeString("k");
  out.writeString("k");
  out.write<uint64_t>(0);
  out.write<uint64_t>(1);
  out.writeString("blockIdx.x");
  if (extraTags) out.write<uint64_t>(0);
  out.writeString("__kernel void k() {}");
  return out.take();
}

Library readBlob(const Bytes& bytes, LibraryEra era) {
  Library library;
  library.era = era;
  const auto read = readBlob(bytes, 0, library);
  EXPECT_TRUE(read.ok()) << read.error().text();
  return library;
}
std::string blobError(const Bytes& bytes, LibraryEra era) {
  Library library;
  library.era = era;
  const auto read = readBlob(bytes, 0, library);
  return read.ok() ? "no error" : read.error().text();
}
std::vector<std::string> kinds(const Library& library) {
  std::vector<std::string> names;
  for (const LibraryModule& module : library.modules) names.push_back(module.kind);
  return names;
}
void expectWrittenUnchanged(const Library& library, const Bytes& bytes) {
  const auto written = writeLibraryBlob(library);
  ASSERT_TRUE(written.ok()) << written.error().text();
  EXPECT_EQ(Bytes::own(*written), bytes);
}

TEST(OldBlobs, ModulesEndWhereTheirDecodersSay) {
  for (const bool extraTags : {false, true}) {
    const Bytes bytes = OldBlob(4)
                            .module("relax.Executable", executable())
                            .module("_lib")
                            .module("opencl", opencl(extraTags))
                            .tree({0, 1, 2, 2}, {1, 2})
                            .bytes();
    const LibraryEra era = extraTags ? LibraryEra::Tvm021 : LibraryEra::UpTo020;
    const Library library = readBlob(bytes, era);
    EXPECT_EQ(kinds(library), (std::vector<std::string>{"relax.Executable", "_lib", "opencl"}));
    EXPECT_EQ(library.modules[2].payload.size(), opencl(extraTags).size());
    EXPECT_EQ(library.modules[1].children, std::vector<ModuleIndex>{ModuleIndex(2)});
    EXPECT_TRUE(library.notes.empty());
    expectWrittenUnchanged(library, bytes);
  }
}

TEST(OldBlobs, AnotherErasKernelTableIsRecognised) {
  // Development builds between releases wrote four fields under the older symbol.
  const Library library =
      readBlob(OldBlob(2).module("opencl", opencl(true)).tree({0, 0}, {}).bytes(), LibraryEra::UpTo020);
  EXPECT_EQ(library.modules[0].payload.size(), opencl(true).size());
  const auto decoded = decodePayload("opencl", LibraryEra::UpTo020, library.modules[0].payload);
  ASSERT_TRUE(decoded.ok());
  EXPECT_EQ(std::get<CodeModule>(decoded->value).layout, "kernels as TVM 0.21 or later writes them");
}

TEST(OldBlobs, AnUnknownKindEndsAtTheNextKnownName) {
  const std::vector<uint8_t> strange{1, 2, 3, 4, 5, 6, 7, 8, 9};
  const Bytes bytes = OldBlob(4)
                          .module("relax.Executable", executable())
                          .module("strange", strange)
                          .module("_lib")
                          .tree({0, 2, 2, 2}, {1, 2})
                          .bytes();
  const Library library = readBlob(bytes, LibraryEra::UpTo020);
  EXPECT_EQ(kinds(library), (std::vector<std::string>{"relax.Executable", "strange", "_lib"}));
  EXPECT_EQ(library.modules[1].payload, Bytes::own(std::vector<uint8_t>(strange)));
  EXPECT_TRUE(contains(library.modules[1].note, "no length is stored"));
  ASSERT_EQ(library.notes.size(), 1u);
  EXPECT_TRUE(contains(library.notes[0], "strange")) << library.notes[0];
  expectWrittenUnchanged(library, bytes);
}

TEST(OldBlobs, AnUnknownLastKindEndsAtTheTree) {
  const Bytes bytes =
      OldBlob(3).module("relax.Executable", executable()).module("strange", {9, 9, 9}).tree({0, 1, 1}, {1}).bytes();
  const Library library = readBlob(bytes, LibraryEra::UpTo020);
  EXPECT_EQ(library.modules[1].payload.size(), 3u);
  expectWrittenUnchanged(library, bytes);
}

/// Bytes in memory that count the bytes read.
class Counted : public ByteSource {
 public:
  explicit Counted(Bytes bytes) : bytes_(std::move(bytes)) {}
  static Bytes of(const std::shared_ptr<const Counted>& source) {
    return Bytes::from(source, source->bytes_.data(), source->bytes_.size());
  }
  void fetch(const uint8_t*, size_t size) const override { read += size; }
  bool copy(const uint8_t* at, size_t size, uint8_t* into) const override {
    std::memcpy(into, at, size);
    read += size;
    return true;
  }
  [[nodiscard]] bool intact() const override { return true; }
  mutable uint64_t read = 0;

 private:
  Bytes bytes_;
};

TEST(OldBlobs, ManyUnknownKindsAreNotSearchedAfterEachOne) {
  constexpr uint64_t kModules = 10000;
  OldBlob blob(2 * kModules + 1);
  for (uint64_t i = 0; i < kModules; ++i) blob.module("x").module("metal");
  const auto source = std::make_shared<const Counted>(blob.bytes());
  const Bytes bytes = Counted::of(source);
  (void)blobError(bytes, LibraryEra::UpTo020);
  // A few windows of 4 KiB for each of the two, to try the kinds; beyond that, the blob a few times.
  EXPECT_LT(source->read, 2 * kModules * 8 * 4096 + 4 * bytes.size());
}

TEST(OldBlobs, LayoutsThatReadOnAndOnInVainAreBounded) {
  // Read as a table of code each module extends into those after it: names of no bytes or of 192 that end where another
  // entry of 46 bytes does, with code of no bytes.
  constexpr uint64_t kModules = 20000, kParts = 192;
  OldBlob blob(kModules);
  ByteWriter payload;
  payload.write<uint64_t>(0);
  payload.write<uint64_t>(kParts);
  payload.writeBytes(std::vector<uint8_t>(16, 0));
  for (uint64_t i = 0; i < kModules; ++i) blob.module("webgpu", payload.buffer());
  EXPECT_TRUE(contains(blobError(blob.bytes(), LibraryEra::UpTo020), "module bounds are too ambiguous"))
      << blobError(blob.bytes(), LibraryEra::UpTo020);
}

TEST(OldBlobs, WithoutATreeTheLibraryIsTheRoot) {
  const Bytes bytes = OldBlob(2).module("opencl", opencl(false)).module("opencl", opencl(false)).bytes();
  const Library library = readBlob(bytes, LibraryEra::UpTo020);
  EXPECT_EQ(kinds(library), (std::vector<std::string>{"_lib", "opencl", "opencl"}));
  EXPECT_EQ(library.modules[0].children, (std::vector<ModuleIndex>{ModuleIndex(1), ModuleIndex(2)}));
  expectWrittenUnchanged(library, bytes);
}

TEST(OldBlobs, AnExecutableThatIsNotCountedIsRead) {
  const Bytes bytes = OldBlob(0).module("relax.Executable", executable()).bytes();
  const Library library = readBlob(bytes, LibraryEra::UpTo020);
  EXPECT_EQ(kinds(library), std::vector<std::string>{"relax.Executable"});
  EXPECT_EQ(library.notes.size(), 1u);
  expectWrittenUnchanged(library, bytes);
}

TEST(OldBlobs, ASecondTreeIsRefused) {
  EXPECT_TRUE(
      contains(blobError(OldBlob(3).module("_lib").tree({0, 0}, {}).tree({0, 0}, {}).bytes(), LibraryEra::UpTo020),
               "second import tree"));
}

TEST(OldBlobs, TreesMustFitTheModules) {
  EXPECT_TRUE(contains(blobError(OldBlob(2).module("_lib").tree({0, 0, 0}, {}).bytes(), LibraryEra::UpTo020),
                       "2 rows for 1 modules"));
  EXPECT_TRUE(
      contains(blobError(OldBlob(3).module("_lib").module("_lib").tree({0, 1, 2}, {1, 0}).bytes(), LibraryEra::UpTo020),
               "imports itself"));
}

TEST(OldBlobs, EveryTruncationIsRefused) {
  const Bytes whole = OldBlob(4)
                          .module("relax.Executable", executable())
                          .module("_lib")
                          .module("opencl", opencl(false))
                          .tree({0, 1, 2, 2}, {1, 2})
                          .bytes();
  for (size_t length = 0; length < whole.size(); ++length)
    EXPECT_NE(blobError(whole.slice(0, length), LibraryEra::UpTo020), "no error") << length;
}

TEST(NewBlobs, BytesAfterTheLastModuleAreKept) {
  ByteWriter body;
  body.writeI64Vector(std::vector<int64_t>{0, 0});
  body.writeI64Vector({});
  body.writeString("other");
  body.writeString("payload");
  body.writeString("more");
  ByteWriter out;
  out.writeString({reinterpret_cast<const char*>(body.buffer().data()), body.size()});
  const Bytes bytes = Bytes::own(out.take());
  const Library library = readBlob(bytes, LibraryEra::From022);
  EXPECT_EQ(library.blobTrailing.size(), 12u);
  EXPECT_EQ(library.modules[0].payloadOffset, 8 + 8 + 16 + 8 + 8 + 5 + 8u);
  EXPECT_EQ(library.notes.size(), 1u);
  expectWrittenUnchanged(library, bytes);
}

TEST(BlobWriter, RefusesWhatCannotBeWritten) {
  Library library;
  library.modules.resize(1);
  library.modules[0].kind = "_lib";
  library.modules[0].payload = Bytes::copyOf("x");
  EXPECT_FALSE(writeLibraryBlob(library).ok());
  library.modules[0].payload = {};
  EXPECT_TRUE(writeLibraryBlob(library).ok());
  library.modules[0].children = {ModuleIndex(1)};
  EXPECT_FALSE(writeLibraryBlob(library).ok());
  EXPECT_FALSE(blobWithExecutable(library, {}).ok());
}

TEST(ContentSearch, FindsBlobsAndTheirEra) {
  const Bytes old = OldBlob(3).module("relax.Executable", executable()).module("_lib").tree({0, 1, 1}, {1}).bytes();
  const Bytes newer = OldBlob(3).module("relax.VMExecutable", executable()).module("_lib").tree({0, 1, 1}, {1}).bytes();
  const Bytes relay = OldBlob(3).module("VMExecutable", executable()).module("_lib").tree({0, 1, 1}, {1}).bytes();
  const struct {
    const Bytes& blob;
    LibraryEra era;
  } cases[] = {{old, LibraryEra::UpTo020}, {newer, LibraryEra::Tvm021}, {relay, LibraryEra::UpTo020}};
  for (const auto& c : cases)
    for (const size_t before : {size_t{0}, size_t{3}, size_t{1} << 20, (size_t{1} << 20) - 30}) {
      std::string text(before, 'x');
      text += c.blob.text();
      text += "behind it";
      LibraryEra era = LibraryEra::From022;
      EXPECT_EQ(findBlobByContent(Bytes::copyOf(text), era), before);
      EXPECT_EQ(era, c.era);
    }
}

TEST(ContentSearch, IsNotFooledByTheNameAlone) {
  LibraryEra era = LibraryEra::From022;
  std::string text;
  for (int i = 0; i < 1000; ++i)
    text += std::string("\x12\0\0\0\0\0\0\0relax.VMExecutable", 26) + std::string(30, '\0');
  EXPECT_FALSE(findBlobByContent(Bytes::copyOf(text), era));
  EXPECT_FALSE(findBlobByContent(Bytes(), era));
}

}  // namespace
}  // namespace relaxscope
