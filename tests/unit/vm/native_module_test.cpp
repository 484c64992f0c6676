// SPDX-License-Identifier: Apache-2.0
// Loading libraries of TVM 0.22 and later: mapped once, without passing their executable's bytes to another loader.
#include <fstream>

#include "tests/support/scratch_folder.h"
#include "tests/unit/vm/test_vm.h"
#include "vmcore/format/loader.h"
#include "vmcore/vm/native/native_library.h"
#include "vmcore/vm/native/native_module.h"

namespace relaxscope::testing {
namespace {

class NativeModule : public ::testing::Test {
 protected:
  void SetUp() override {
#if !defined(__x86_64__)
    GTEST_SKIP() << "the libraries of tests/data/engine are built for x86-64";
#endif
  }
  /// The module of a private copy of the file, so that nothing else keeps the file mapped.
  static ffi::Module open(const std::string& name) {
    const std::string path = std::string(RELAXSCOPE_TEST_DATA) + "/" + name;
    const auto file = loadFile(path);
    if (!file.ok()) throw std::runtime_error(file.error().text());
    auto module = openLibrary(path, Sharing::Never, &*(*file).library);
    if (!module.ok()) throw std::runtime_error(module.error().text());
    return *module;
  }
  static std::string firstKernel(const std::string& name) {
    const auto file = loadFile(std::string(RELAXSCOPE_TEST_DATA) + "/" + name);
    for (const LibraryModule& module : (*file).library->modules)
      for (const std::string& kernel : kernelNames(module))
        if (!kernel.starts_with("_")) return kernel;
    return {};
  }
  static bool mapped() {
    std::ifstream maps("/proc/self/maps");
    for (std::string line; std::getline(maps, line);)
      if (line.find("/relaxscope-") != std::string::npos && line.find(".so") != std::string::npos) return true;
    return false;
  }
};

/// Registers a loader for a module kind during its lifetime, in place of one that is there; it returns `module` for any
/// bytes.
class Loader {
 public:
  Loader(const std::string& kind, const ffi::Any& module) : name_("ffi.Module.load_from_bytes." + kind) {
    before_ = ffi::Function::GetGlobal(name_);
    if (before_.has_value()) remove();
    ffi::Function::SetGlobal(name_, ffi::Function::FromTyped([this, module](const ffi::Bytes&) {
                               ++handed_;
                               return module;
                             }));
  }
  ~Loader() {
    remove();
    if (before_.has_value()) ffi::Function::SetGlobal(name_, *before_);
  }
  Loader(const Loader&) = delete;
  Loader& operator=(const Loader&) = delete;
  [[nodiscard]] int handed() const { return handed_; }

 private:
  void remove() const { ffi::Function::GetGlobalRequired("ffi.FunctionRemoveGlobal")(name_); }

  const std::string name_;
  std::optional<ffi::Function> before_;
  int handed_ = 0;
};

TEST_F(NativeModule, KernelsKeepTheirLibrary) {
  const std::string name = firstKernel("engine/mlp_dyn.so");
  ASSERT_FALSE(name.empty());
  ffi::Function kernel{nullptr};
  {
    const ffi::Module module = open("engine/mlp_dyn.so");
    EXPECT_EQ(std::string_view(module->kind()), "library");
    kernel = findInTree(module, name);
    ASSERT_NE(kernel, nullptr);
    EXPECT_EQ(findInTree(module, "no_such_kernel"), nullptr);
  }
  EXPECT_TRUE(mapped());
  EXPECT_THROW(kernel(), ffi::Error) << "a kernel without arguments says what it wants";
  kernel = nullptr;
  EXPECT_FALSE(mapped());
}

TEST_F(NativeModule, NoLoaderGetsTheExecutable) {
  const Loader loader("relax.VMExecutable", ffi::Any());
  EXPECT_NO_THROW(open("engine/mlp_dyn.so"));
  EXPECT_EQ(loader.handed(), 0);
}

TEST_F(NativeModule, DeviceCodeComesInByItsLoader) {
  const Loader loader("cuda", open("engine/mlp_dyn.so"));
  const ffi::Module root = open("relax/mlp_cuda.so");
  EXPECT_EQ(loader.handed(), 1);
  EXPECT_EQ(hostModules(root).size(), 2u) << "that of the file, and what stands for its device code here";
}

TEST_F(NativeModule, ReportsDocumentationAndMetadataOfItsFunctions) {
  const auto module = openNativeModule(LOOKUPS_PATH);
  ASSERT_TRUE(module.ok()) << module.error().text();
  EXPECT_EQ(std::string((*module)->GetFunctionDoc("add_by_env").value()),
            "Adds two numbers, asking the environment how.");
  EXPECT_EQ(std::string((*module)->GetFunctionMetadata("add_by_env").value()), R"({"type_schema":"..."})");
  EXPECT_FALSE((*module)->GetFunctionDoc("add_by_imports").has_value());
  EXPECT_FALSE((*module)->GetFunctionMetadata("no_such_function").has_value());
}

TEST_F(NativeModule, FilesThatCannotBeMappedAreReportedWithTheirPath) {
  const auto file = loadFile(std::string(RELAXSCOPE_TEST_DATA) + "/engine/mlp_dyn.so");
  ASSERT_TRUE(file.ok());
  const test::ScratchFolder folder;
  const std::string gone = folder.file("gone.so");
  const auto module = openLibrary(gone, Sharing::WhenAlone, &*(*file).library);
  ASSERT_FALSE(module.ok());
  EXPECT_TRUE(module.error().text().starts_with(gone + ": ")) << module.error().text();
}

}  // namespace
}  // namespace relaxscope::testing
