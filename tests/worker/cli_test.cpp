// SPDX-License-Identifier: Apache-2.0
// rscope with misbehaving kernels: exit codes, one line on standard error, no leftover processes.
#include <sys/resource.h>

#include <cmath>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <thread>

#include "rscope_process.h"
#include "vmcore/trace/accuracy.h"
#include "vmcore/trace/file/trace_file.h"

namespace relaxscope {
namespace {

using namespace std::chrono_literals;

TEST(RscopeRun, AFaultIsExitCodeThreeAndOneLine) {
  Rscope run({"run", "call_segfault"});
  EXPECT_EQ(run.wait(), 3);
  EXPECT_TRUE(has(run.errors(), "the worker was killed by SIGSEGV in call_segfault:1, call misbehave_segfault"))
      << run.errors();
  EXPECT_EQ(lines(run.errors()), 1u);
}

TEST(RscopeRun, AnEndlessKernelIsExitCodeTwo) {
  Rscope run({"run", "call_loop", "--timeout", "0.3"});
  EXPECT_EQ(run.wait(), 2);
  EXPECT_TRUE(has(run.errors(), "the time limit of 0.3 s is reached, and native code did not return (in call_loop"))
      << run.errors();
  EXPECT_EQ(lines(run.errors()), 1u);
}

TEST(RscopeRun, AMemoryLimitIsReported) {
  Rscope run({"run", "call_eat", "--memory-limit", "200000000"});
  EXPECT_EQ(run.wait(), 2);
  EXPECT_TRUE(has(run.errors(), "memory")) << run.errors();
  EXPECT_TRUE(has(run.errors(), "call misbehave_eat")) << run.errors();
}

TEST(RscopeRun, WhatAKernelPrintsIsPrinted) {
  Rscope run({"run", "call_print"});
  EXPECT_EQ(run.wait(), 0);
  EXPECT_EQ(run.output(), "a line of a kernel\nhalf a lineresult: 1\n");
  EXPECT_EQ(run.errors(), "an error line\n");
}

TEST(RscopeRun, CtrlCEndsARunWithoutASignal) {
  Rscope run({"run", "call_print_and_loop"});
  run.awaitOutput();
  run.send(SIGINT);
  EXPECT_EQ(run.wait(), 2);
  EXPECT_TRUE(has(run.errors(), "cancelled")) << run.errors();
}

TEST(RscopeRun, ASecondCtrlCEndsRscopeAtOnce) {
  Rscope run({"run", "call_print_and_loop"});
  run.awaitOutput();
  const auto workers = run.children();
  ASSERT_EQ(workers.size(), 1u);
  kill(workers[0], SIGSTOP);  // so that it does not answer the first one
  run.deliver(SIGINT);
  run.send(SIGINT);
  EXPECT_EQ(run.wait(), 2);
  EXPECT_TRUE(has(run.errors(), "cancelled immediately")) << run.errors();
  EXPECT_FALSE(processLives(workers[0]));
}

TEST(RscopeRun, AKilledHostLeavesNoWorker) {
  Rscope run({"run", "call_print_and_loop"});
  run.awaitOutput();
  const auto workers = run.children();
  ASSERT_EQ(workers.size(), 1u);
  run.send(SIGKILL);
  EXPECT_EQ(run.wait(), -SIGKILL);
  for (int i = 0; i < 200 && processLives(workers[0]); ++i) std::this_thread::sleep_for(20ms);
  EXPECT_FALSE(processLives(workers[0]));
}

TEST(RscopeProfile, ARunThatFailsLeavesWhatWasRecordedInItsFile) {
  const test::ScratchFolder folder;
  const std::string path = folder.file("part.rsprof");
  Rscope run({"profile", "identity", "--input", "x=1", "--repeat", "1000000", "--timeout", "1", "-o", path});
  EXPECT_EQ(run.wait(), 2);
  EXPECT_NE(run.errors().find("the files hold what was recorded before the failure: "), std::string::npos)
      << run.errors();
  const auto file = readTraceFile(path);
  ASSERT_TRUE(file.ok()) << file.error().text();
  EXPECT_GT(file->trace->eventCount(), 0u);
  EXPECT_TRUE(file->trace->info.cutShort.starts_with("the time limit of 1 s is reached")) << file->trace->info.cutShort;
  EXPECT_TRUE(accuracyOf(*file->trace)) << whyNoAccuracy(*file->trace);
}

/// Of `rscope profile --json` over a function that takes 10 % longer in each process than in the first: 200, 220, 240
/// us.
nlohmann::json profileOfThreeProcesses(const test::ScratchFolder& folder, std::vector<std::string> more) {
  setenv("MISBEHAVE_TURNS", folder.file("turns").c_str(), 1);
  std::vector<std::string> arguments{"profile", "call_spin_by_process", "--repeat", "20", "--json"};
  arguments.insert(arguments.end(), more.begin(), more.end());
  Rscope run(arguments);
  EXPECT_EQ(run.wait(), 0) << run.errors();
  unsetenv("MISBEHAVE_TURNS");
  return nlohmann::json::parse(run.output());
}

TEST(RscopeProfile, TheAccuracyHoldsBetweenProcesses) {
  const test::ScratchFolder folder;
  const std::string path = folder.file("p.rsprof");
  const auto json = profileOfThreeProcesses(folder, {"--processes", "3", "-o", path});
  EXPECT_EQ(std::filesystem::file_size(folder.file("turns")), 3u) << "one process each";
  const auto& accuracy = json["accuracy"];
  EXPECT_EQ(accuracy["processes"], 3);
  EXPECT_EQ(accuracy["pairs"], 20);
  EXPECT_NEAR(accuracy["low"], 200.0 / 240, 0.05) << "a fast process over a slow one";
  EXPECT_NEAR(accuracy["high"], 240.0 / 200, 0.05);
  EXPECT_NEAR(json["accuracy_one_process"]["ratio"], 1, 0.05) << "turns in one process do not show it";
  EXPECT_NEAR(json["run_ns"]["median"], 200e3, 10e3) << "the profile is that of the first process";
  const auto file = readTraceFile(path);
  ASSERT_TRUE(file.ok()) << file.error().text();
  ASSERT_EQ(file->trace->otherProcesses.size(), 2u);
  EXPECT_NEAR(file->trace->otherProcesses[1].runNs, 240e3, 12e3);
  EXPECT_NEAR(file->trace->otherProcesses[1].unrecordedNs, 240e3, 12e3);
}

TEST(RscopeProfile, MakesOneProcessWhenAsked) {
  const test::ScratchFolder folder;
  const auto json = profileOfThreeProcesses(folder, {"--processes", "1"});
  EXPECT_EQ(std::filesystem::file_size(folder.file("turns")), 1u);
  EXPECT_EQ(json["accuracy"]["processes"], 1);
  EXPECT_EQ(json["accuracy"]["low"], json["accuracy_one_process"]["low"]);
}

TEST(RscopeProfile, ASmallProgramIsComparedInNineProcesses) {
  Rscope run({"profile", "identity", "--input", "x=1", "--repeat", "6"});
  EXPECT_EQ(run.wait(), 0) << run.errors();
  // A process of more than 1.8 s, on a host with other work, has fewer others.
  EXPECT_TRUE(has(run.output(), "  processes  9; the times below of one over the unrecorded times of another: ") ||
              has(run.output(), "8 more would take about"))
      << run.output();
}

TEST(RscopeTime, TheIntervalIsThatBetweenProcesses) {
  const test::ScratchFolder folder;
  setenv("MISBEHAVE_TURNS", folder.file("turns").c_str(), 1);
  Rscope run({"time", "call_spin_by_process", "--repeat", "5", "--processes", "3", "--json"});
  EXPECT_EQ(run.wait(), 0) << run.errors();
  unsetenv("MISBEHAVE_TURNS");
  EXPECT_EQ(std::filesystem::file_size(folder.file("turns")), 3u) << "one process each";
  const auto json = nlohmann::json::parse(run.output());
  EXPECT_EQ(json["schema"], 2);
  EXPECT_EQ(json["interval"], "between processes");
  ASSERT_EQ(json["processes"].size(), 3u);
  EXPECT_EQ(json["repeats_ns"].size(), 15u);
  EXPECT_NEAR(json["run_ns"]["median"], 220e3, 12e3) << "of 200, 220 and 240 us";
  EXPECT_NEAR(json["run_ns"]["half_width_95"], 4.303 * 20e3 / std::sqrt(3.0), 15e3) << "Student's, of three";
  EXPECT_EQ(json["sha256"].get<std::string>().size(), 64u);
  for (const char* known : {"host", "processor", "affinity", "started_at"})
    EXPECT_FALSE(json[known].get<std::string>().empty()) << known;
}

TEST(RscopeTime, InOneProcessTheIntervalIsThatOfItsRepeats) {
  Rscope run({"time", "identity", "--input", "x=1", "--repeat", "6", "--processes", "1", "--json"});
  EXPECT_EQ(run.wait(), 0) << run.errors();
  const auto json = nlohmann::json::parse(run.output());
  EXPECT_EQ(json["interval"], "within one process");
  EXPECT_EQ(json["processes"].size(), 1u);
  EXPECT_EQ(json["repeats_ns"].size(), 6u);
}

/// While it lives, no file of this process and those it starts grows beyond `bytes`.
class FileLimit {
 public:
  explicit FileLimit(rlim_t bytes) {
    getrlimit(RLIMIT_FSIZE, &before_);
    const rlimit limited{bytes, before_.rlim_max};
    setrlimit(RLIMIT_FSIZE, &limited);
  }
  ~FileLimit() { setrlimit(RLIMIT_FSIZE, &before_); }
  FileLimit(const FileLimit&) = delete;
  FileLimit& operator=(const FileLimit&) = delete;

 private:
  rlimit before_{};
};

TEST(RscopeProfile, AFileLimitIsOneErrorAndLeavesNothing) {
  const test::ScratchFolder folder, temporary;
  const std::string path = folder.file("p.rsprof");
  setenv("TMPDIR", temporary.file("").c_str(), 1);
  int code = 0;
  std::string errors;
  {
    Rscope run = [&] {
      const FileLimit limit(16 << 10);
      return Rscope({"profile", "identity", "--input", "x=1", "--repeat", "200", "--processes", "1", "-o", path});
    }();
    code = run.wait();
    errors = run.errors();
  }
  unsetenv("TMPDIR");
  EXPECT_EQ(code, 2) << errors;
  EXPECT_TRUE(has(errors, "p.rsprof: ")) << errors;
  EXPECT_TRUE(has(errors, "; files are limited to 16")) << errors;
  EXPECT_EQ(lines(errors), 1u) << errors;
  EXPECT_TRUE(std::filesystem::is_empty(folder.file("")));
  EXPECT_TRUE(std::filesystem::is_empty(temporary.file("")));
}

TEST(RscopeProfile, AFolderThatIsNotThereIsToldBeforeTheRun) {
  const test::ScratchFolder folder;
  Rscope run({"profile", "spin", "-o", folder.file("nowhere/p.rsprof")});
  EXPECT_EQ(run.wait(), 2);
  EXPECT_TRUE(has(run.errors(), "p.rsprof: cannot be written: No such file or directory")) << run.errors();
}

TEST(RscopeProfile, AProfileThatCannotBeWrittenIsKeptElsewhere) {
  const test::ScratchFolder folder, temporary;
  const std::string gone = folder.file("gone");
  std::filesystem::create_directory(gone);
  setenv("TMPDIR", temporary.file("").c_str(), 1);
  Rscope run({"profile", "call_spin_by_process", "--min-time", "1", "--processes", "1", "-o", gone + "/p.rsprof"});
  unsetenv("TMPDIR");
  for (int i = 0; i < 1000 && run.children().empty(); ++i) std::this_thread::sleep_for(5ms);  // it has checked the path
  std::filesystem::remove_all(gone);
  EXPECT_EQ(run.wait(), 2);
  const std::string errors = run.errors();
  const std::string key = "; the profile is in ";
  ASSERT_TRUE(has(errors, key.c_str())) << errors;
  const size_t at = errors.find(key) + key.size();
  const auto file = readTraceFile(errors.substr(at, errors.find('\n', at) - at));
  ASSERT_TRUE(file.ok()) << errors;
  EXPECT_GT(file->trace->runCount(RunKind::Measured), 0u);
}

TEST(RscopeProfile, AFailureInAnotherProcessLosesNothing) {
  const test::ScratchFolder folder;
  setenv("MISBEHAVE_TURNS", folder.file("turns").c_str(), 1);
  Rscope run({"profile", "call_crash_elsewhere", "--repeat", "6", "--processes", "4"});
  EXPECT_EQ(run.wait(), 0) << run.errors();
  unsetenv("MISBEHAVE_TURNS");
  EXPECT_TRUE(has(run.output(), "the accuracy is that of one process: process 2 of 4: ")) << run.output();
  EXPECT_TRUE(has(run.output(), "SIGABRT")) << run.output();
  EXPECT_TRUE(has(run.output(), "misbehave_crash_elsewhere")) << "the rows of the first process\n" << run.output();
}

TEST(RscopeProfile, OtherProcessesNeedUnrecordedRuns) {
  Rscope run({"profile", "identity", "--input", "x=1", "--processes", "3", "--no-reference"});
  EXPECT_EQ(run.wait(), 2);
  EXPECT_TRUE(has(run.errors(), "--processes compares unrecorded runs; omit --no-reference")) << run.errors();
}

TEST(RscopeProfile, TwoProcessesAreTooFewToCompare) {
  Rscope run({"profile", "identity", "--input", "x=1", "--processes", "2"});
  EXPECT_EQ(run.wait(), 2);
  EXPECT_TRUE(has(run.errors(), "--processes 2: too few to compare; use 1, or 3 or more")) << run.errors();
}

TEST(RscopeProfile, AFaultIsExitCodeThreeToo) {
  Rscope run({"profile", "call_abort", "--repeat", "3"});
  EXPECT_EQ(run.wait(), 3);
  EXPECT_TRUE(has(run.errors(), "the worker was killed by SIGABRT in call_abort:")) << run.errors();
}

}  // namespace
}  // namespace relaxscope
