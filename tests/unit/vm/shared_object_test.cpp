// SPDX-License-Identifier: Apache-2.0
#include "vmcore/vm/native/shared_object.h"

#include <dlfcn.h>
#include <gtest/gtest.h>
#include <link.h>

#include <span>

namespace relaxscope::testing {
namespace {

/// What a library's calls into other libraries jump to, by call slot.
std::vector<void*> callTargets(const link_map& library) {
  const ElfW(Rela)* relocations = nullptr;
  size_t bytes = 0;
  for (const ElfW(Dyn)* entry = library.l_ld; entry->d_tag != DT_NULL; ++entry) {
    if (entry->d_tag == DT_JMPREL) relocations = reinterpret_cast<const ElfW(Rela)*>(entry->d_un.d_ptr);
    if (entry->d_tag == DT_PLTRELSZ) bytes = entry->d_un.d_val;
  }
  std::vector<void*> targets;
  for (const ElfW(Rela) & relocation : std::span(relocations, bytes / sizeof(ElfW(Rela))))
    targets.push_back(*reinterpret_cast<void**>(library.l_addr + relocation.r_offset));
  return targets;
}

TEST(SharedObject, OpenBindsTheFunctionsThatALibraryCalls) {
#if !defined(__x86_64__)
  GTEST_SKIP() << "the library is built for x86-64";
#endif
  const auto library = SharedObject::open(std::string(RELAXSCOPE_TEST_DATA) + "/engine/mlp_dyn_compiled.so");
  ASSERT_TRUE(library.ok()) << library.error().text();
  Dl_info info{};
  link_map* map = nullptr;
  ASSERT_NE(dladdr1(library->find("__tvm_ffi__library_bin"), &info, reinterpret_cast<void**>(&map), RTLD_DL_LINKMAP),
            0);
  const std::vector<void*> targets = callTargets(*map);
  EXPECT_FALSE(targets.empty());
  for (void* const target : targets) {  // an unbound slot leads into a stub of the library, which is no function
    Dl_info at{};
    ASSERT_NE(dladdr(target, &at), 0);
    EXPECT_TRUE(at.dli_fbase != info.dli_fbase || at.dli_saddr == target);
  }
}

TEST(SharedObject, ALibraryWithAnUndefinedFunctionOpensAndItsOthersRun) {
  const auto library = SharedObject::open(UNRESOLVED_PATH);
  ASSERT_TRUE(library.ok()) << library.error().text();
  const auto seven = reinterpret_cast<int (*)()>(library->find("seven"));
  ASSERT_NE(seven, nullptr);
  EXPECT_EQ(seven(), 7);
}

}  // namespace
}  // namespace relaxscope::testing
