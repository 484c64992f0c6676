// SPDX-License-Identifier: Apache-2.0
#include "vmcore/build/codegen/library_text.h"

#include <gtest/gtest.h>
#include <cstring>
#include <string>

#include "vmcore/format/library/blob_reader.h"
#include "vmcore/format/library/c_source.h"

namespace relaxscope::build {
namespace {

const Bytes& emptyExecutable() {  // formats.md: empty.bin
  static const Bytes kBytes = [] {
    std::vector<uint8_t> bytes(60);
    const uint8_t head[] = {0x1e, 0x15, 0x14, 0x42, 0x2f, 0xde, 0x25, 0xd2, 4, 0, 0, 0, 0, 0, 0, 0, '0', '.', '1', '4'};
    std::memcpy(bytes.data(), head, sizeof head);
    return Bytes::own(std::move(bytes));
  }();
  return kBytes;
}

TEST(LibraryText, TheBlobHoldsTheExecutableOverTheKernels) {
  const auto blob = libraryBlob(emptyExecutable());
  ASSERT_TRUE(blob.ok());
  // As TVM writes it: length, [0, 1, 1], [1], two modules.
  const std::vector<uint64_t> words{blob->size() - 8, 3, 0, 1, 1, 1, 1, 18};
  ASSERT_GT(blob->size(), words.size() * 8);
  EXPECT_EQ(std::memcmp(blob->data(), words.data(), words.size() * 8), 0);
  Library library;
  const Bytes bytes = Bytes::own(*blob);
  ASSERT_TRUE(readBlob(bytes, 0, library).ok());
  ASSERT_EQ(library.modules.size(), 2);
  EXPECT_EQ(library.modules[0].kind, "relax.VMExecutable");
  EXPECT_EQ(library.modules[0].payload, emptyExecutable());
  ASSERT_EQ(library.modules[0].children.size(), 1);
  EXPECT_EQ(library.modules[0].children[0].value, 1);
  EXPECT_EQ(library.modules[1].kind, "_lib");
}

TEST(LibraryText, CTextHoldsTheBlob) {
  const auto blob = libraryBlob(emptyExecutable());
  ASSERT_TRUE(blob.ok());
  const std::string text = libraryCText(*blob);
  EXPECT_NE(text.find("void* __tvm_ffi__library_ctx = 0;"), std::string::npos);
  const ObjectFile object = readCSource(text);
  bool found = false;
  for (const ObjectSymbol& symbol : object.symbols) {
    if (symbol.name != "__tvm_ffi__library_bin") continue;
    found = true;
    const auto read = cArrayBytes(text, symbol);
    ASSERT_TRUE(read.ok()) << read.error().message;
    EXPECT_EQ(*read, Bytes::own(*blob));
  }
  EXPECT_TRUE(found);
  EXPECT_EQ(libraryCText({}).find("__tvm_ffi__library_bin"), std::string::npos);
}

TEST(LibraryText, TheAssemblerTextNamesTheFile) {
  const std::string text = libraryAssemblyText("/tmp/a \"b\\c\"/library.bin", 1234567);
  EXPECT_NE(text.find(".incbin \"/tmp/a \\\"b\\\\c\\\"/library.bin\""), std::string::npos);
  EXPECT_NE(text.find(".size __tvm_ffi__library_bin, 1234567"), std::string::npos);
  EXPECT_NE(text.find(".note.GNU-stack"), std::string::npos);
}

}  // namespace
}  // namespace relaxscope::build
