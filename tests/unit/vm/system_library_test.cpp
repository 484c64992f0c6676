// SPDX-License-Identifier: Apache-2.0
// Private copies of programs that are linked into a shared object as system libraries.
#include "vmcore/vm/native/system_library.h"

#include <dlfcn.h>
#include <gtest/gtest.h>
#include <tvm/ffi/function.h>

#include "vmcore/vm/native/environment.h"
#include "vmcore/vm/native/native_module.h"

namespace relaxscope::testing {
namespace {

/// tvm-ffi's module of a prefix. The library's names are visible to all others, as programs load it.
ffi::Module systemLibrary(const std::string& prefix) {
  if (dlopen(SYSTEM_LIBRARY_PATH, RTLD_NOW | RTLD_GLOBAL) == nullptr) throw std::runtime_error(dlerror());
  return ffi::Function::GetGlobalRequired("ffi.SystemLib")(ffi::String(prefix)).cast<ffi::Module>();
}

/// The module that a kernel of the program finds in its context.
const void* contextOf(const ffi::Module& module) {
  return reinterpret_cast<const void*>(module->GetFunction("context").value()().cast<int64_t>());
}

TEST(SystemLibrary, APrefixLeadsToTheFileOfItsProgram) {
  for (const char* prefix : {"one_", "two_"}) {
    const auto program = systemProgramOf(systemLibrary(prefix));
    ASSERT_TRUE(program.has_value());
    EXPECT_EQ(program->prefix, prefix);
    EXPECT_EQ(program->path, SYSTEM_LIBRARY_PATH);
  }
}

TEST(SystemLibrary, OtherModulesAreNone) {
  static_cast<void>(systemLibrary("one_"));
  const auto module = openNativeModule(LOOKUPS_PATH);
  ASSERT_TRUE(module.ok()) << module.error().text();
  EXPECT_FALSE(systemProgramOf(*module).has_value());
}

TEST(SystemLibrary, ACopyHasItsOwnContextAndLeavesTheRegisteredSymbols) {
#if defined(RELAXSCOPE_SANITIZED)
  GTEST_SKIP() << "a sanitizer refuses libraries whose own symbols come first";
#endif
  ASSERT_TRUE(prepareEnvironment().ok());
  const ffi::Module original = systemLibrary("two_");
  ASSERT_EQ(contextOf(original), original.get());
  const auto program = systemProgramOf(original);
  ASSERT_TRUE(program.has_value());
  const auto first = copyOf(*program), second = copyOf(*program);
  ASSERT_TRUE(first.ok()) << first.error().text();
  ASSERT_TRUE(second.ok()) << second.error().text();
  EXPECT_EQ(contextOf(*first), first->get());
  EXPECT_EQ(contextOf(*second), second->get());
  EXPECT_FALSE((*first)->GetFunction("no_such_function").has_value());
  EXPECT_EQ(contextOf(original), original.get());
  // What tvm-ffi looks up now is still the original's.
  EXPECT_EQ(contextOf(systemLibrary("one_")), systemLibrary("one_").get());
  EXPECT_EQ(systemProgramOf(systemLibrary("one_"))->path, SYSTEM_LIBRARY_PATH);
}

TEST(SystemLibrary, AFileThatRegistersFunctionsIsNotOpenedAgain) {
  const auto copy = copyOf({REGISTERING_PATH, ""});
  ASSERT_FALSE(copy.ok());
  EXPECT_EQ(copy.error().text(),
            std::string(REGISTERING_PATH) +
                ": registers functions or types with tvm-ffi, so it cannot be loaded a second time");
}

TEST(SystemLibrary, AFileWithoutRegistrationIsRefused) {
  const auto copy = copyOf({LOOKUPS_PATH, "one_"});
  ASSERT_FALSE(copy.ok());
  EXPECT_EQ(copy.error().text(), std::string(LOOKUPS_PATH) + ": does not refer to tvm-ffi's registration of symbols");
}

}  // namespace
}  // namespace relaxscope::testing
