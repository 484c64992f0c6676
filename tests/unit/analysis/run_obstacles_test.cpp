// SPDX-License-Identifier: Apache-2.0
// Reasons why a file cannot be run, determined from its bytes.
#include "vmcore/analysis/run_obstacles.h"

#include <gtest/gtest.h>

#include "vmcore/analysis/verify/verifier.h"
#include "vmcore/model/builder.h"

namespace relaxscope {
namespace {

std::vector<ObstacleKind> kinds(const std::vector<RunObstacle>& found) {
  std::vector<ObstacleKind> out;
  for (const RunObstacle& each : found) out.push_back(each.kind);
  return out;
}
std::vector<ObstacleKind> kindsOf(const Executable& executable, const Library* library = nullptr) {
  return kinds(runObstacles(executable, library, verify(executable, library)));
}

Executable calling(const char* callee) {
  ExecutableBuilder b;
  b.beginFunction("main", {"x"});
  b.emitCall(callee, {b.r(0)}, 1);
  b.emitRet(1);
  return b.finish();
}

Library libraryWith(const char* kernel) {
  Library library;
  library.object.format = ObjectFormat::None;  // as if only a blob was found
  LibraryModule host;
  host.kind = "_lib";
  host.decoded = HostModule{{kernel}};
  library.modules.push_back(host);
  return library;
}

TEST(RunObstacles, ASoundProgramOfBuiltinsHasNone) { EXPECT_TRUE(kindsOf(calling("vm.builtin.copy")).empty()); }

TEST(RunObstacles, KernelsAreLookedForInTheLibrary) {
  const Executable executable = calling("kernel");
  EXPECT_EQ(kindsOf(executable), std::vector{ObstacleKind::MissingFunction});
  const Library with = libraryWith("kernel"), without = libraryWith("another");
  EXPECT_TRUE(kindsOf(executable, &with).empty());
  EXPECT_EQ(kindsOf(executable, &without), std::vector{ObstacleKind::MissingFunction});
}

TEST(RunObstacles, FunctionsOfSystemLibrariesAreNamedWithOrWithoutTheirPrefix) {
  Library library = libraryWith("pre_kernel");
  EXPECT_EQ(kindsOf(calling("kernel"), &library), std::vector{ObstacleKind::MissingFunction});
  library.systemPrefix = "pre_";
  for (const char* name : {"kernel", "pre_kernel"}) EXPECT_TRUE(kindsOf(calling(name), &library).empty()) << name;
  EXPECT_EQ(kindsOf(calling("other"), &library), std::vector{ObstacleKind::MissingFunction});

  LibraryModule module;
  module.kind = "cuda";
  library.modules.push_back(module);
  const auto found = libraryObstacles(library, [](const LibraryModule&) { return true; });
  ASSERT_EQ(kinds(found), std::vector{ObstacleKind::SystemModule});
  EXPECT_EQ(found[0].text(), "it is a system library, of which this engine does not load modules of kind cuda");
}

TEST(RunObstacles, ManyMissingFunctionsAreCounted) {
  ExecutableBuilder b;
  b.beginFunction("main", {"x"});
  for (int i = 0; i < 5; ++i) b.emitCall("kernel_" + std::to_string(i), {b.r(0)}, 1);
  b.emitRet(1);
  const auto found = functionObstacles(b.finish(), nullptr);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].text(),
            "functions that it calls are not in any open library: kernel_0 (main:0), kernel_1 (main:1), "
            "kernel_2 (main:2) (+2)");
}

/// helper calls nothing that is missing; main calls "gone" and, through "outer", "lost".
Executable partlyMissing() {
  ExecutableBuilder b;
  b.beginFunction("helper", {"x"});
  b.emitCall("vm.builtin.copy", {b.r(0)}, 1);
  b.emitRet(1);
  b.beginFunction("inner", {"x"});
  b.emitCall("lost", {b.r(0)}, 1);
  b.emitRet(1);
  b.beginFunction("outer", {"x"});
  b.emitCall("inner", {b.r(0)}, 1);
  b.emitRet(1);
  b.beginFunction("main", {"x"});
  b.emitCall("gone", {b.r(0)}, 1);
  b.emitCall("outer", {b.r(1)}, 1);
  b.emitRet(1);
  return b.finish();
}

TEST(RunObstacles, AMissingFunctionStopsThoseThatReachIt) {
  const Executable executable = partlyMissing();
  const auto found = functionObstacles(executable, nullptr);
  ASSERT_EQ(found.size(), 1u);
  for (const char* name : {"inner", "outer", "main"})
    EXPECT_TRUE(found[0].stops(executable.findFunction(name))) << name;
  EXPECT_FALSE(found[0].stops(executable.findFunction("helper")));
  EXPECT_EQ(found[0].text(), "functions that it calls are not in any open library: lost (inner:2), gone (main:6)");
}

TEST(RunObstacles, ARunNeedsWhatItsFunctionsReach) {
  const Executable executable = partlyMissing();
  const auto needs = [&](const RunTarget& target, const char* name) {
    return static_cast<bool>(neededFunctions(executable, target)[executable.findFunction(name).at()]);
  };
  EXPECT_TRUE(needs({{"main"}, {}}, "gone"));
  EXPECT_TRUE(needs({{"main"}, {}}, "lost")) << "through two calls";
  EXPECT_FALSE(needs({{"helper"}, {}}, "gone"));
  EXPECT_FALSE(needs({{"main"}, {"gon*"}}, "gone")) << "a pattern";
  EXPECT_FALSE(needs({{"main"}, {"outer"}}, "lost")) << "of a call that is not made";
  EXPECT_TRUE(needs({{"main"}, {"outer"}}, "gone"));
  EXPECT_TRUE(needs({{"helper", "outer"}, {}}, "lost"));
  EXPECT_TRUE(needs({{}, {}}, "lost")) << "any function may be called";
  Executable unused = executable;
  Function& packed = unused.functions.emplace_back(unused.functions[unused.findFunction("gone").at()]);
  packed.name = "unused";
  EXPECT_TRUE(neededFunctions(unused, {{"helper"}, {}}).back()) << "TVM does not load such a file either";
  EXPECT_TRUE(functionObstacles(unused, nullptr)[0].stops(unused.findFunction("helper")));
}

TEST(RunObstacles, FunctionsThatOnlyTvmHasAreMissing) {
  EXPECT_EQ(kindsOf(calling("vm.builtin.sample_top_p_from_logits")), std::vector{ObstacleKind::MissingFunction});
  EXPECT_EQ(kindsOf(calling("vm.builtin.kv_cache_disagg_mark_send")), std::vector{ObstacleKind::MissingFunction});
  EXPECT_TRUE(kindsOf(calling("vm.builtin.kv_state_begin_forward")).empty());
}

TEST(RunObstacles, AParameterListHoldsNoProgram) {
  Executable executable = calling("kernel");
  executable.variant = Variant::P;
  EXPECT_TRUE(executableObstacles(executable).empty());
  executable.variant = Variant::Params;
  EXPECT_EQ(kinds(executableObstacles(executable)), std::vector{ObstacleKind::NoProgram});
}

TEST(RunObstacles, AnErrorOfTheVerifierIsOne) {
  Executable executable = calling("vm.builtin.copy");
  executable.functions[0].registerFileSize = 1;  // %1 is out of range
  const auto found = runObstacles(executable, nullptr, verify(executable));
  ASSERT_FALSE(found.empty());
  EXPECT_EQ(found[0].kind, ObstacleKind::Damaged);
  EXPECT_TRUE(found[0].text().starts_with("the executable is damaged: ")) << found[0].text();
  Diagnostics notes;
  Diagnostic note;
  note.severity = Severity::Error;
  note.rule = "module-symbol";  // a finding of the reader, not of the verifier
  notes.add(note);
  EXPECT_TRUE(runObstacles(calling("vm.builtin.copy"), nullptr, notes).empty());
}

TEST(RunObstacles, EachFaultOfDamagedCodeHasItsPlaceOnce) {
  Executable executable = calling("vm.builtin.copy");
  EXPECT_FALSE(damageOf(executable).has_value());
  executable.functions[0].registerFileSize = 1;  // %1 is out of range, twice
  const auto damage = damageOf(executable);
  ASSERT_TRUE(damage.has_value());
  EXPECT_EQ(damage->text(),
            "the executable is damaged: main:0 (call vm.builtin.copy): dst is register 1, the function has 1; "
            "main:1 (ret): result is register 1, the function has 1");
}

TEST(RunObstacles, AnUnknownConstantIsNamed) {
  Executable executable = calling("vm.builtin.copy");
  executable.constants.push_back({IntConstant{1}, 0});
  executable.constants.push_back({UnknownConstant{}, 0});
  const auto found = executableObstacles(executable);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].kind, ObstacleKind::UnknownConstant);
  EXPECT_EQ(found[0].detail, "1");
}

TEST(RunObstacles, RelayProgramsRunWhereTheirKernelsAre) {
  Executable executable;
  executable.variant = Variant::RelayC;
  executable.version = "0.17.0";
  executable.relay.emplace();
  Function kernel;
  kernel.name = "kernel";
  kernel.numArgs = -2;
  executable.functions = {kernel};
  executable.code.set = &relayInstructionSet(RelayEra::V14);
  const Library with = libraryWith("kernel"), without = libraryWith("another");
  EXPECT_TRUE(executableObstacles(executable).empty());
  EXPECT_TRUE(functionObstacles(executable, &with).empty());
  EXPECT_EQ(kinds(functionObstacles(executable, &without)), std::vector{ObstacleKind::MissingFunction});
}

TEST(RunObstacles, ALateBoundConstantIsNamedUntilItIsThere) {
  Executable executable = calling("vm.builtin.copy");
  executable.constants.push_back({TensorConstant{}, 0});
  executable.constants.push_back({LateBoundConstant{"const_\xff"}, 0});
  executable.constants.push_back({LateBoundConstant{"const_2"}, 0});
  const auto found = executableObstacles(executable);
  ASSERT_EQ(found.size(), 1u) << "once, however many there are";
  EXPECT_EQ(found[0].kind, ObstacleKind::LateBound);
  EXPECT_EQ(found[0].text(), "constant 1 (\"const_\\xff\") is late-bound; give the file with the late-bound constants");
}

TEST(RunObstacles, LibrariesOfEveryEraAreTaken) {
  for (const LibraryEra era : {LibraryEra::UpTo020, LibraryEra::Tvm021, LibraryEra::From022}) {
    Library library = libraryWith("kernel");
    library.era = era;
    for (const char* kind : {"VMExecutable", "relax.Executable", "relax.VMExecutable"}) {
      LibraryModule module;
      module.kind = kind;
      library.modules.push_back(module);
    }
    EXPECT_TRUE(libraryObstacles(library, [](const LibraryModule&) { return false; }).empty()) << eraProducer(era);
  }
}

TEST(RunObstacles, ModulesWithoutALoaderAreReported) {
  Library library = libraryWith("kernel");
  for (const char* kind : {"cuda", "opencl", "relax.VMExecutable"}) {
    LibraryModule module;
    module.kind = kind;
    library.modules.push_back(module);
  }
  EXPECT_EQ(kinds(libraryObstacles(library, [](const LibraryModule&) { return false; })),
            (std::vector{ObstacleKind::OtherModule, ObstacleKind::OtherModule}));
  EXPECT_EQ(kinds(libraryObstacles(library, [](const LibraryModule& module) { return module.kind == "opencl"; })),
            std::vector{ObstacleKind::OtherModule});
  EXPECT_TRUE(libraryObstacles(library, [](const LibraryModule&) { return true; }).empty());
  library.era = LibraryEra::Tvm021;  // kernels are called through another interface
  EXPECT_EQ(kinds(libraryObstacles(library, [](const LibraryModule&) { return true; })),
            std::vector{ObstacleKind::CudaModule});
}

TEST(RunObstacles, ClausesTakeTheirDetail) {
  for (int i = 0; i <= static_cast<int>(ObstacleKind::MissingFunction); ++i) {
    const RunObstacle each{static_cast<ObstacleKind>(i), "DETAIL"};
    const std::string clause = obstacleClause(each.kind);
    EXPECT_FALSE(clause.empty());
    EXPECT_EQ(each.text().find("{}"), std::string::npos) << each.text();
    EXPECT_EQ(each.text().find("DETAIL") != std::string::npos, clause.find("{}") != std::string::npos) << clause;
  }
}

}  // namespace
}  // namespace relaxscope
