// SPDX-License-Identifier: Apache-2.0
#include "vmcore/worker/library_compiler.h"

#include <gtest/gtest.h>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include "vmcore/build/codegen/library_text.h"

namespace relaxscope {
namespace {

namespace fs = std::filesystem;

constexpr const char* kAnswer = "__attribute__((visibility(\"default\"))) int __tvm_ffi_answer(void) { return 42; }\n";

/// A folder of its own with one that the driver takes for temporary files, which is empty at the end.
class LibraryCompiler : public ::testing::Test {
 protected:
  void SetUp() override {
    std::string name = (fs::temp_directory_path() / "library-compiler-test-XXXXXX").string();
    ASSERT_NE(mkdtemp(name.data()), nullptr);
    folder_ = name;
    fs::create_directory(folder_ / "tmp");
    const char* old = std::getenv("TMPDIR");
    oldTemporary_ = old != nullptr ? old : "";
    setenv("TMPDIR", (folder_ / "tmp").c_str(), 1);
  }
  void TearDown() override {
    EXPECT_TRUE(fs::is_empty(folder_ / "tmp"));
    if (oldTemporary_.empty()) unsetenv("TMPDIR");
    else setenv("TMPDIR", oldTemporary_.c_str(), 1);
    fs::remove_all(folder_);
  }
  static CompileRequest request() {
    CompileRequest r;
    r.kernels = kAnswer;
    r.executable = Bytes::copyOf(std::string(60, 'x'));
    return r;
  }
  /// A program in place of a compiler; `--version` works.
  [[nodiscard]] std::string compilerThat(const std::string& does) const {
    const fs::path path = folder_ / "compiler";
    std::ofstream(path) << "#!/bin/sh\n[ \"$1\" = --version ] && echo fake 1 && exit 0\n" << does << "\n";
    fs::permissions(path, fs::perms::owner_all);
    return path.string();
  }
  static bool hasCompiler() { return findCCompiler("").ok(); }
  fs::path folder_;
  std::string oldTemporary_;
};

TEST_F(LibraryCompiler, TheSameRequestGivesTheSameBytes) {
  if (!hasCompiler()) GTEST_SKIP() << "no C compiler";
  const auto first = compileLibrary(request()), second = compileLibrary(request());
  ASSERT_TRUE(first.ok()) << first.error().message;
  ASSERT_TRUE(second.ok());
  const std::string bytes(first->library.text());
  EXPECT_EQ(bytes, second->library.text());
  EXPECT_NE(bytes.find("__tvm_ffi__library_bin"), std::string::npos);
  EXPECT_NE(bytes.find(std::string(60, 'x')), std::string::npos);
  EXPECT_EQ(bytes.find("library-compiler-test"), std::string::npos);
  EXPECT_FALSE(first->compiler.empty());
  EXPECT_NE(first->command.find("kernels.c library.c -o library.so -lm"), std::string::npos) << first->command;
}

TEST_F(LibraryCompiler, ALargeExecutableIsAssembled) {
  if (!hasCompiler()) GTEST_SKIP() << "no C compiler";
  auto large = request();
  std::string bytes(build::kMostBlobInC + 1000, '\0');
  for (size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<char>(i * 7);
  large.executable = Bytes::copyOf(bytes);
  const auto made = compileLibrary(large);
  ASSERT_TRUE(made.ok()) << made.error().message;
  EXPECT_NE(made->command.find("library.s"), std::string::npos);
  EXPECT_NE(made->library.text().find(bytes), std::string_view::npos);
}

TEST_F(LibraryCompiler, MessagesOfTheCompilerAreInTheError) {
  if (!hasCompiler()) GTEST_SKIP() << "no C compiler";
  auto wrong = request();
  wrong.kernels = "int f(void) {\n  return undeclared;\n}\n";
  const auto made = compileLibrary(wrong);
  ASSERT_FALSE(made.ok());
  EXPECT_NE(made.error().message.find("\nkernels.c:"), std::string::npos) << made.error().message;
  EXPECT_NE(made.error().message.find("undeclared"), std::string::npos);
}

TEST_F(LibraryCompiler, AMissingCompilerIsNamed) {
  auto named = request();
  named.compiler = "no-such-compiler -m64";
  const auto made = compileLibrary(named);
  ASSERT_FALSE(made.ok());
  EXPECT_EQ(made.error().message, "the C compiler no-such-compiler (--cc) was not found");
  const std::string path = std::getenv("PATH");
  setenv("PATH", folder_.c_str(), 1);
  unsetenv("CC");
  const auto none = findCCompiler("");
  setenv("PATH", path.c_str(), 1);
  ASSERT_FALSE(none.ok());
  EXPECT_EQ(none.error().message,
            "no C compiler for the kernels: cc was not found on PATH. Install GCC or Clang, or name one with --cc or "
            "$CC");
  auto cpu = request();
  cpu.cpu = "native -o /tmp/x";
  EXPECT_EQ(compileLibrary(cpu).error().message, "\"native -o /tmp/x\" is no name of a CPU");
}

TEST_F(LibraryCompiler, ACompilerThatDoesNotEndWellIsOneMessage) {
  auto r = request();
  r.compiler = compilerThat("kill -KILL $$");
  EXPECT_EQ(compileLibrary(r).error().message, "the C compiler " + r.compiler + " was ended by a signal: Killed");
  r.compiler = compilerThat("touch $TMPDIR/left; sleep 60");
  r.limit = std::chrono::seconds(1);
  EXPECT_EQ(compileLibrary(r).error().message, "the C compiler " + r.compiler + " was ended: it took longer than 1 s");
  r.limit = std::chrono::seconds(60);
  r.compiler = compilerThat("echo 'gcc: fatal error: Killed signal terminated program cc1'; exit 1");
  EXPECT_EQ(compileLibrary(r).error().message,
            "the C compiler " + r.compiler + " was killed, perhaps for lack of memory");
  r.compiler = compilerThat("exit 0");
  EXPECT_EQ(compileLibrary(r).error().message, "the C compiler wrote no library");
  r.compiler = compilerThat("exit 3");
  EXPECT_EQ(compileLibrary(r).error().message, "the C compiler " + r.compiler + " ended with 3 and said nothing");
}

}  // namespace
}  // namespace relaxscope
