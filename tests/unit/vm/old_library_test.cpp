// SPDX-License-Identifier: Apache-2.0
// Kernels of libraries up to 0.21 (tests/data/engine/old_packed.cpp, old_safe.cpp) under Relax and Relay programs.
#include <algorithm>
#include <array>
#include <cstdlib>
#include <optional>

#include "tests/support/old_library.h"
#include "tests/support/scratch_folder.h"
#include "tests/unit/vm/relay_vm.h"
#include "vmcore/format/loader.h"
#include "vmcore/format/vm/variant_change.h"
#include "vmcore/vm/native/native_library.h"
#include "vmcore/vm/native/private_copy.h"
#include "vmcore/vm/native/static_registration.h"

namespace relaxscope::testing {
namespace {

constexpr const char* kRelease = "0.13.dev0";  // recorded in R0 executables

/// main(...) calls each kernel with all its arguments, and returns the result of the last one.
Executable calling(const std::vector<std::string>& kernels, size_t args, Variant variant) {
  B b;
  b.beginFunction("main", static_cast<int64_t>(args));
  std::vector<Arg> operands;
  for (size_t i = 0; i < args; ++i) operands.push_back(B::r(static_cast<int64_t>(i)));
  const auto result = static_cast<int64_t>(args);
  for (const std::string& kernel : kernels) b.emitCall(kernel, operands, result);
  b.emitRet(result);
  auto made = inVariant(b.finish(), variant, variant == Variant::R0 ? kRelease : "");
  if (!made.ok()) throw std::runtime_error(made.error().text());
  return *std::move(made);
}
LoadOptions optionsOf(Executable executable, const std::string& library) {
  LoadOptions options;
  auto file = std::make_shared<LoadedFile>();
  file->path = "test program";
  file->executable = std::make_shared<const Executable>(std::move(executable));
  options.file = file;
  options.libraries = {library};
  return options;
}
std::unique_ptr<VirtualMachine> loadOld(LoadOptions options) {
  auto vm = VirtualMachine::load(std::move(options));
  if (!vm.ok()) throw std::runtime_error(vm.error().text());
  return std::move(*vm);
}
std::unique_ptr<VirtualMachine> vmOfKernels(const std::vector<std::string>& kernels, size_t args,
                                            Variant variant = Variant::R2) {
  return loadOld(optionsOf(calling(kernels, args, variant), variant == Variant::R3 ? OLD_SAFE_PATH : OLD_PACKED_PATH));
}
/// The result of one call of a kernel, under a Relax program of 0.16 to 0.20.
RunResult callKernel(const std::string& kernel, std::vector<ffi::Any> args = {}, Variant variant = Variant::R2) {
  const auto vm = vmOfKernels({kernel}, args.size(), variant);
  return callMain(*vm, std::move(args));
}
int64_t intOf(const RunResult& result) {
  if (!result.ok()) throw std::runtime_error(result.error->kind + ": " + result.error->message);
  return result.value.cast<int64_t>();
}

// ---- the packed C interface ---------------------------------------------------------------------------------

TEST(OldKernels, RunUnderEveryVariantOfTheirTime) {
  for (const Variant variant : {Variant::R0, Variant::R1, Variant::R2}) {
    const ffi::Any out = number(0);
    const RunResult result = callKernel("old_add", {number(20), number(22), out}, variant);
    ASSERT_TRUE(result.ok()) << variantName(variant) << ": " << result.error->message;
    EXPECT_EQ(intsOf(out), std::vector<int64_t>{42}) << variantName(variant);
    EXPECT_EQ(result.value, nullptr);
  }
}

TEST(OldKernels, RunUnderRelayPrograms) {
  const std::string text = R"(
    @main(x, y):
      load_consti value=8 dst=%2
      alloc_storage size=%2 alignment=64 dtype=int64 device=0 dst=%3 extent=[]
      load_consti value=0 dst=%4
      alloc_tensor storage=%3 offset=%4 dtype=int64 dst=%5 extent=[1]
      invoke_packed packed=old_add outputs=1 arg=[%0, %1, %5]
      ret result=%5
    @old_add packed_func;)";
  LoadOptions options = relayOptions(text);
  options.libraries = {OLD_PACKED_PATH};
  const RunResult result = callMain(*loadOld(std::move(options)), {number(20), number(22)});
  ASSERT_TRUE(result.ok()) << result.error->message;
  EXPECT_EQ(intsOf(result.value), std::vector<int64_t>{42});
}

TEST(OldKernels, GetWorkspaceThatIsAligned) {
  const ffi::Any out = ffi::Any(makeInts({3}, {0, 0, 0}));
  const RunResult result = callKernel("old_workspace", {ffi::Any(makeInts({3}, {1, 2, 3})), out});
  ASSERT_TRUE(result.ok()) << result.error->message;
  EXPECT_EQ(intsOf(out), (std::vector<int64_t>{3, 2, 1}));
  EXPECT_TRUE(
      failsWith(callKernel("old_workspace_elsewhere"), "RuntimeError", "kernel workspace exists only on the CPU"));
}

TEST(OldKernels, RunTasksAtOnce) {
  const ffi::Any out = ffi::Any(makeInts({2}, {0, 0}));
  const RunResult result = callKernel("old_parallel", {out});
  ASSERT_TRUE(result.ok()) << result.error->message;
  EXPECT_EQ(intsOf(out), (std::vector<int64_t>{221, 212}));
}

TEST(OldKernels, AFailingTaskReportsWhy) {
  EXPECT_TRUE(failsWith(callKernel("old_parallel_fails"), "RuntimeError", "task 1 on purpose"));
}

TEST(OldKernels, CallOneAnotherByName) {
  const ffi::Any out = number(0);
  ASSERT_TRUE(callKernel("old_calls_add", {number(20), number(22), out}).ok());
  EXPECT_EQ(intsOf(out), std::vector<int64_t>{42});
  EXPECT_EQ(intOf(callKernel("old_calls_text")), 'a');
  EXPECT_TRUE(failsWith(callKernel("old_calls_fail"), "RuntimeError", "old_fail: on purpose"));
  EXPECT_TRUE(failsWith(callKernel("old_calls_nobody"), "RuntimeError",
                        "a kernel calls nobody.has.this, which is neither in its library nor in this engine"));
  EXPECT_TRUE(failsWith(
      callKernel("old_calls_sort"), "RuntimeError",
      "a kernel calls tvm.contrib.sort.sort, which is neither in its library nor in this engine (usually in TVM's libtvm_runtime_extra)"));
}

TEST(OldKernels, CallFunctionsOfOtherLibrariesOfTheVm) {
  LoadOptions options = optionsOf(calling({"old_calls_nobody"}, 0, Variant::R2), OLD_PACKED_PATH);
  options.modules.push_back(moduleWith("nobody.has.this", [](const ffi::AnyView*, int32_t, ffi::Any*) {}));
  const auto vm = loadOld(std::move(options));
  const RunResult result = callMain(*vm);
  EXPECT_TRUE(result.ok()) << result.error->message;
}

TEST(OldKernels, CallFunctionsOfTheProcess) {
  const auto answer = [](const PackedBody& body, std::vector<ffi::Any> args = {}) {
    ffi::Function::SetGlobal("test.old.global", ffi::Function::FromPacked(body), true);
    return callKernel("old_calls_global", std::move(args));
  };
  const std::string text = "a text that does not fit into a value";
  EXPECT_EQ(intOf(answer([](const ffi::AnyView* args, int32_t count,
                            ffi::Any* result) { *result = args[0].cast<int64_t>() * count; },
                         {int64_t{21}, 2.5})),
            42);
  EXPECT_EQ(std::string(answer([&](const ffi::AnyView*, int32_t, ffi::Any* result) {
                          *result = ffi::String(text);
                        }).value.cast<ffi::String>()),
            text);
  EXPECT_EQ(std::string(answer([](const ffi::AnyView* args, int32_t,
                                  ffi::Any* result) { *result = ffi::Any(args[0].cast<ffi::String>()); },
                               {ffi::String(text)})
                            .value.cast<ffi::String>()),
            text);
  const ffi::Any x = number(5);
  EXPECT_TRUE(answer([](const ffi::AnyView* args, int32_t,
                        ffi::Any*) { *static_cast<int64_t*>(tensorOf(args[0].CopyToTVMFFIAny())->data) = 6; },
                     {x})
                  .ok());
  EXPECT_EQ(intsOf(x), std::vector<int64_t>{6});
  EXPECT_TRUE(failsWith(answer([](const ffi::AnyView*, int32_t, ffi::Any* result) { *result = ffi::Shape({1}); }),
                        "TypeError", "returned an object"));
  EXPECT_TRUE(failsWith(answer([](const ffi::AnyView*, int32_t, ffi::Any*) { raise("IndexError", "on purpose"); }),
                        "IndexError", "on purpose"));
  ffi::Function::RemoveGlobal("test.old.global");
  EXPECT_TRUE(failsWith(callKernel("old_calls_builtin", {number(1)}), "RuntimeError", "was called outside of a VM"));
}

TEST(OldKernels, FailWithTheirMessageOrTheirCode) {
  EXPECT_TRUE(failsWith(callKernel("old_fail"), "RuntimeError", "old_fail: on purpose"));
  EXPECT_TRUE(failsWith(callKernel("old_add", {number(1)}), "RuntimeError", "num_args should be 3"));
  const RunResult silent = callKernel("old_fail_silently");
  EXPECT_TRUE(failsWith(silent, "RuntimeError", "old_fail_silently failed with code -7"));
  EXPECT_EQ(silent.error->position->callee, "old_fail_silently");
  EXPECT_TRUE(failsWith(callMain(*vmOfKernels({"old_complains", "old_fail_silently"}, 0)), "RuntimeError",
                        "old_fail_silently failed with code -7"))
      << "not with another's message";
}

TEST(OldKernels, ReturnValuesOfEveryKind) {
  EXPECT_EQ(intOf(callKernel("old_gives_int")), int64_t{-1} << 40);
  EXPECT_EQ(callKernel("old_gives_float").value.cast<double>(), 2.5);
  EXPECT_TRUE(callKernel("old_gives_bool").value.cast<bool>());
  EXPECT_EQ(callKernel("old_gives_null").value, nullptr);
  EXPECT_EQ(callKernel("old_gives_nothing").value, nullptr);
  EXPECT_EQ(std::string(callKernel("old_gives_text").value.cast<ffi::String>()), "a text long enough to lie somewhere");
  EXPECT_NE(callKernel("old_gives_pointer").value.cast<void*>(), nullptr);
  const auto type = callKernel("old_gives_type").value.cast<DLDataType>();
  EXPECT_EQ((std::array<int, 3>{type.code, type.bits, type.lanes}), (std::array<int, 3>{kDLFloat, 16, 4}));
}

TEST(OldKernels, AReturnedTensorIsAnArgumentOrRefused) {
  const ffi::Any x = number(5);
  const RunResult result = callKernel("old_gives_tensor", {x});
  ASSERT_TRUE(result.ok()) << result.error->message;
  EXPECT_TRUE(result.value.same_as(x));
  EXPECT_TRUE(failsWith(callKernel("old_gives_own_tensor"), "TypeError",
                        "old_gives_own_tensor returned a tensor that is not one of its arguments"));
  EXPECT_TRUE(failsWith(callKernel("old_gives_object"), "TypeError",
                        "returned a value of type code 8, which only its TVM release supports"));
}

TEST(OldKernels, ArgumentsCarryTheCodesOfTheirTime) {
  const ffi::Any out(makeInts({8}, std::vector<int64_t>(8, -1)));
  const ffi::Any shortText(ffi::String("abc")), longText(ffi::String("a text that does not fit into a value"));
  ASSERT_TRUE(callKernel("old_codes", {int64_t{1}, 2.5, true, nullptr, shortText, longText, DLDataType{kDLInt, 8, 1},
                                       number(1), out})
                  .ok());
  EXPECT_EQ(intsOf(out), (std::vector<int64_t>{0, 2, 0, 4, 11, 11, 5, 7}));
  EXPECT_EQ(intOf(callKernel("old_reads", {int64_t{3}, 1.5, shortText})), 3018);
  EXPECT_EQ(intOf(callKernel("old_reads", {int64_t{3}, 1.5, longText})), 37018);
  EXPECT_TRUE(failsWith(callKernel("old_codes", {ffi::Shape({1, 2}), out}), "TypeError",
                        "old_codes expects a Tensor, a number or a string as argument 0, but got Shape"));
}

TEST(OldKernels, TakeManyArguments) {
  for (const size_t count : {15, 16, 17, 400}) {
    std::vector<ffi::Any> args(count, ffi::Any(1.5));
    const ffi::Any out(makeInts({static_cast<int64_t>(count)}, std::vector<int64_t>(count, -1)));
    args.push_back(out);
    ASSERT_TRUE(callKernel("old_codes", args).ok());
    EXPECT_EQ(intsOf(out), std::vector<int64_t>(count, 2));
  }
}

TEST(OldKernels, AreNeverTakenFromALibraryTheyAreLinkedWith) {
  EXPECT_EQ(intOf(callKernel("old_needs_libm", {27.0})), 3);
  EXPECT_EQ(intOf(callKernel("erfc")), 42) << "the library's own, whatever libm has";
  for (const char* name : {"cosh", "cbrt", "malloc"}) {
    const std::string message = loadError(optionsOf(calling({name}, 1, Variant::R2), OLD_PACKED_PATH));
    EXPECT_NE(message.find(std::string("missing function: ") + name), std::string::npos) << message;
  }
}

TEST(OldKernels, OfAFileThatIsOpenedTwiceHaveTheirOwnSlots) {
  const auto first = vmOfKernels({"old_count"}, 0), second = vmOfKernels({"old_count"}, 0);
  const int64_t start = mainInt(*first);
  EXPECT_EQ(mainInt(*second), 1) << "the second is a file of its own";
  EXPECT_EQ(mainInt(*first), start + 1);
  const auto left = vmOfKernels({"old_context"}, 0);
  auto right = vmOfKernels({"old_context"}, 0);
  const int64_t context = mainInt(*left);
  EXPECT_NE(context, mainInt(*right));
  right.reset();
  EXPECT_EQ(mainInt(*left), context);
}

/// Replaces the temporary folder during its lifetime.
class TemporaryFolder {
 public:
  explicit TemporaryFolder(const std::string& folder) {
    if (const char* const usual = std::getenv("TMPDIR")) before_ = usual;
    setenv("TMPDIR", folder.c_str(), 1);
  }
  ~TemporaryFolder() {
    if (before_) setenv("TMPDIR", before_->c_str(), 1);
    else unsetenv("TMPDIR");
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

 private:
  std::optional<std::string> before_;
};

TEST(OldKernels, LeaveNoPrivateCopy) {
  const test::ScratchFolder folder;  // other processes make copies in the usual one
  const TemporaryFolder other(folder.path().string());
  const auto first = vmOfKernels({"old_count"}, 0), second = vmOfKernels({"old_count"}, 0);
  EXPECT_EQ(folder.count(), 0u);
}

TEST(OldKernels, AreCopiedElsewhereWhereTheTemporaryFolderTakesNoFiles) {
  const TemporaryFolder none("/proc");
  const auto first = vmOfKernels({"old_count"}, 0), second = vmOfKernels({"old_count"}, 0);
  EXPECT_EQ(mainInt(*second), 1);
}

TEST(PrivateCopy, SaysWhereItCouldNotBeMade) {
  const auto copy = PrivateCopy().make("/proc/no such file");
  ASSERT_FALSE(copy.ok());
  for (const char* part : {"/proc/no such file: ", "a private copy", "/proc: ", "TMPDIR"})
    EXPECT_NE(copy.error().text().find(part), std::string::npos) << copy.error().text();
}

// ---- 0.21 ---------------------------------------------------------------------------------------------------

TEST(Kernels021, RunUnderTheirVariant) {
  const ffi::Any out = number(0);
  ASSERT_TRUE(callKernel("safe_add", {number(20), number(22), out}, Variant::R3).ok());
  EXPECT_EQ(intsOf(out), std::vector<int64_t>{42});
  EXPECT_EQ(intOf(callKernel("safe_sum", {int64_t{20}, int64_t{22}}, Variant::R3)), 42);
}

TEST(Kernels021, UseTheirSlots) {
  EXPECT_EQ(intOf(callKernel("safe_workspace", {}, Variant::R3)), 7);
  EXPECT_EQ(intOf(callKernel("safe_calls_sum", {int64_t{20}, int64_t{22}}, Variant::R3)), 42);
  EXPECT_TRUE(
      failsWith(callKernel("safe_calls_nobody", {}, Variant::R3), "RuntimeError", "a kernel calls nobody.has.this"));
  EXPECT_TRUE(failsWith(callKernel("safe_fail", {}, Variant::R3), "ValueError", "safe_fail: on purpose"));
  EXPECT_TRUE(failsWith(callKernel("safe_fail_silently", {}, Variant::R3), "RuntimeError",
                        "safe_fail_silently failed with code -9"));
  EXPECT_TRUE(failsWith(callKernel("safe_add", {number(1)}, Variant::R3), "TypeError", "safe_add wants 3 arguments"));
  const auto first = vmOfKernels({"safe_count"}, 0, Variant::R3), second = vmOfKernels({"safe_count"}, 0, Variant::R3);
  mainInt(*first);
  EXPECT_EQ(mainInt(*second), 1);
}

TEST(Kernels021, AreKnownByTheirContextUnderAnExecutableOfAnotherVariant) {
  EXPECT_EQ(intOf(callMain(*loadOld(optionsOf(calling({"safe_sum"}, 2, Variant::R2), OLD_SAFE_PATH)),
                           {int64_t{20}, int64_t{22}})),
            42);
  EXPECT_EQ(intOf(callMain(
                *loadOld(optionsOf(calling({"old_gives_float", "old_count"}, 0, Variant::R3), OLD_PACKED_PATH)))) > 0,
            true);
}

// ---- complete libraries -------------------------------------------------------------------------------------

class OldLibraryFile : public ::testing::Test {
 protected:
  /// A copy of the kernels with an executable in their module blob, as that release wrote it.
  std::string complete(LibraryEra era, const char* kind, Executable executable) const {
    return folder_.write(
        "model.so", test::oldLibraryWith(era == LibraryEra::Tvm021 ? OLD_SAFE_BLOB_PATH : OLD_PACKED_BLOB_PATH, era,
                                         kind, std::move(executable)));
  }
  static LoadOptions opening(const std::string& path) {
    LoadOptions options;
    options.path = path;
    return options;
  }
  test::ScratchFolder folder_;
};

const char* const kAddTwice = R"(
  .const c[0] = tensor int64[1] {100}
  @main(x, y):
    load_const const=c[0] CONST dst=%2
    invoke_packed packed=old_add outputs=1 arg=[%0, %1, %0]
    invoke_packed packed=old_calls_add outputs=1 arg=[%0, %2, %0]
    ret result=%0
  @old_add packed_func;
  @old_calls_add packed_func;)";

TEST_F(OldLibraryFile, ARelayLibraryRunsAsItIs) {
  for (const RelayRelease& release : {kRelay08, kRelay11, kRelay17}) {
    std::string text = kAddTwice;
    text.replace(text.find("CONST"), 5, std::string_view(release.first).starts_with("\"Relay C") ? "device=0" : "");
    const std::string path = complete(LibraryEra::UpTo020, "VMExecutable", relayExecutable(text, release));
    for (int i = 0; i < 2; ++i) {
      const auto vm = loadOld(opening(path));
      ASSERT_TRUE(vm->file().library);
      EXPECT_EQ(vm->file().library->era, LibraryEra::UpTo020);
      const RunResult result = callMain(*vm, {number(20), number(22)});
      ASSERT_TRUE(result.ok()) << result.error->message;
      EXPECT_EQ(intsOf(result.value), std::vector<int64_t>{142}) << release.first;
    }
  }
}

TEST_F(OldLibraryFile, ARelaxLibraryRunsAsItIs) {
  const struct {
    LibraryEra era;
    const char *kind, *kernel;
    Variant variant;
  } kCases[] = {{LibraryEra::UpTo020, "relax.Executable", "old_add", Variant::R0},
                {LibraryEra::UpTo020, "relax.Executable", "old_add", Variant::R1},
                {LibraryEra::UpTo020, "relax.Executable", "old_add", Variant::R2},
                {LibraryEra::UpTo020, "relax.VMExecutable", "old_calls_add", Variant::R2},
                {LibraryEra::Tvm021, "relax.VMExecutable", "safe_add", Variant::R3}};
  for (const auto& each : kCases) {
    const auto vm = loadOld(opening(complete(each.era, each.kind, calling({each.kernel}, 3, each.variant))));
    const ffi::Any out = number(0);
    const RunResult result = callMain(*vm, {number(20), number(22), out});
    ASSERT_TRUE(result.ok()) << each.kernel << " under " << variantName(each.variant) << ": " << result.error->message;
    EXPECT_EQ(intsOf(out), std::vector<int64_t>{42});
  }
}

TEST_F(OldLibraryFile, NamesWhatItCallsAndDoesNotHave) {
  const std::string message = loadError(
      opening(complete(LibraryEra::UpTo020, "relax.Executable", calling({"old_add", "not_there"}, 3, Variant::R2))));
  EXPECT_NE(message.find("missing function: not_there"), std::string::npos) << message;
}

TEST_F(OldLibraryFile, SlotsThatAreNotFilledAreNamed) {
  const auto read = loadFile(complete(LibraryEra::UpTo020, "relax.Executable", calling({"old_add"}, 3, Variant::R2)));
  ASSERT_TRUE(read.ok()) << read.error().text();
  Library library = *read->library;
  EXPECT_EQ(missingForLibrary(library), std::vector<std::string>{});
  for (const char* slot : {"__TVMBackendParallelLaunch", "__TVMFuncCall", "__TVMAPISetLastError"})
    EXPECT_NE(std::find(library.contextSlots.begin(), library.contextSlots.end(), slot), library.contextSlots.end())
        << slot;
  library.contextSlots = {"__TVMFFIFunctionCall", "__TVMFuncCall", "__TVMBackendFromTheFuture"};
  const std::string future =
      "context symbol __TVMBackendFromTheFuture is not provided (usually in another release of TVM's own runtime)";
  EXPECT_EQ(
      missingForLibrary(library),
      (std::vector<std::string>{
          "context symbol __TVMFFIFunctionCall is not provided (usually in another release of libtvm_ffi)", future}));
  library.era = LibraryEra::Tvm021;
  EXPECT_EQ(
      missingForLibrary(library),
      (std::vector<std::string>{
          "context symbol __TVMFuncCall is not provided (usually in another release of TVM's own runtime)", future}));
}

TEST_F(OldLibraryFile, AModuleOfAnotherKindIsRefused) {
  auto read = loadFile(complete(LibraryEra::UpTo020, "relax.Executable", calling({"old_add"}, 3, Variant::R2)));
  ASSERT_TRUE(read.ok());
  auto changed = std::make_shared<LoadedFile>(*read);
  LibraryModule cuda;
  cuda.kind = "cuda";
  changed->library->modules.push_back(cuda);
  LoadOptions options;
  options.path = read->path;
  options.file = changed;
  EXPECT_NE(loadError(options).find("it holds CUDA kernels of TVM 0.21 or earlier, which this engine does not run"),
            std::string::npos);
}

// ---- libraries that register functions (tests/data/engine/registering.cpp) ---------------------------------------

TEST(RegisteringLibrary, IsOpenedOnceForAllVms) {
  for (int i = 0; i < 3; ++i) {  // the second one beside the first, the third one after both
    LoadOptions options = optionsOf(calling({"thrice", "relaxscope.test.twice"}, 1, Variant::R5), REGISTERING_PATH);
    options.libraries.emplace_back(REGISTERING_PATH);
    const auto vm = loadOld(options), other = loadOld(options);
    EXPECT_EQ(intOf(callMain(*vm, {int64_t{21}})), 42);
    EXPECT_EQ(intOf(callMain(*other, {int64_t{4}})), 8);
  }
}

TEST(RegisteringLibrary, RunsUnderPrograms) {
  for (const Variant variant : {Variant::R0, Variant::R1, Variant::R2, Variant::R3, Variant::R4, Variant::R5}) {
    for (const auto& [kernel, expected] : {std::pair{"thrice", 63}, {"relaxscope.test.twice", 42}}) {
      const auto vm = loadOld(optionsOf(calling({kernel}, 1, variant), REGISTERING_PATH));
      EXPECT_EQ(intOf(callMain(*vm, {int64_t{21}})), expected) << variantName(variant) << ": " << kernel;
    }
  }
}

TEST(RegisteringLibrary, RunsUnderRelayPrograms) {
  LoadOptions options = relayOptions(R"(
    @main(x):
      load_consti value=8 dst=%1
      alloc_storage size=%1 alignment=64 dtype=int64 device=0 dst=%2 extent=[]
      load_consti value=0 dst=%3
      alloc_tensor storage=%2 offset=%3 dtype=int64 dst=%4 extent=[1]
      invoke_packed packed=thrice_into outputs=1 arg=[%0, %4]
      ret result=%4
    @thrice_into packed_func;)");
  options.libraries = {REGISTERING_PATH};
  const RunResult result = callMain(*loadOld(std::move(options)), {number(14)});
  ASSERT_TRUE(result.ok()) << result.error->message;
  EXPECT_EQ(intsOf(result.value), std::vector<int64_t>{42});
}

TEST(RegisteringLibrary, IsToldFromTheOthersByItsSymbols) {
  EXPECT_TRUE(registersStatically(REGISTERING_PATH, nullptr));
  for (const char* path : {OLD_PACKED_PATH, OLD_SAFE_PATH, "/nothing.so", __FILE__})
    EXPECT_FALSE(registersStatically(path, nullptr)) << path;
  Library library;
  library.undefinedSymbols = {"TVMFFIErrorSetRaisedFromCStrParts"};
  EXPECT_FALSE(registersStatically(REGISTERING_PATH, &library));
  library.undefinedSymbols.emplace_back("TVMFFIFunctionSetGlobalFromMethodInfo");
  EXPECT_TRUE(registersStatically(OLD_SAFE_PATH, &library));
}

}  // namespace
}  // namespace relaxscope::testing
