// SPDX-License-Identifier: Apache-2.0
// rscope with misbehaving kernels: exit codes, one line on standard error, no leftover processes.
#include <sys/wait.h>

#include <csignal>
#include <thread>

#include "harness.h"

namespace relaxscope {
namespace {

using namespace std::chrono_literals;

/// A started rscope with its outputs redirected to files.
class Rscope {
 public:
  explicit Rscope(std::vector<std::string> arguments) {
    unsetenv("RELAXSCOPE_WORKER");
    const std::string model = folder_.write("model.bin", writeVmExecutable(misbehavingExecutable(allKernels())));
    arguments.insert(arguments.begin() + 1, model);
    arguments.insert(arguments.begin(), RSCOPE_PATH);
    arguments.insert(arguments.end(), {"--load", MISBEHAVE_PATH});
    std::vector<char*> argv;
    for (std::string& argument : arguments) argv.push_back(argument.data());
    argv.push_back(nullptr);
    const std::string out = folder_.file("out"), err = folder_.file("err");
    pid_ = fork();
    if (pid_ == 0) {
      (void)!freopen("/dev/null", "r", stdin);
      (void)!freopen(out.c_str(), "w", stdout);
      (void)!freopen(err.c_str(), "w", stderr);
      execv(argv[0], argv.data());
      _exit(126);
    }
  }
  ~Rscope() {
    if (pid_ > 0) kill(pid_, SIGKILL), waitpid(pid_, nullptr, 0);
  }
  /// The exit code, or the negated signal number.
  int wait() {
    int status = 0;
    waitpid(pid_, &status, 0);
    pid_ = -1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
  }
  void send(int signal) const { kill(pid_, signal); }
  [[nodiscard]] std::string output() const { return content("out"); }
  [[nodiscard]] std::string errors() const { return content("err"); }
  /// Waits for text on standard output.
  void awaitOutput() const {
    for (int i = 0; i < 1000 && output().empty(); ++i) std::this_thread::sleep_for(10ms);
  }
  /// Child processes.
  [[nodiscard]] std::vector<pid_t> children() const {
    std::ifstream list("/proc/" + std::to_string(pid_) + "/task/" + std::to_string(pid_) + "/children");
    std::vector<pid_t> pids;
    for (pid_t pid = 0; list >> pid;) pids.push_back(pid);
    return pids;
  }

 private:
  [[nodiscard]] std::string content(const char* name) const {
    std::ifstream file(folder_.file(name));
    return {std::istreambuf_iterator<char>(file), {}};
  }
  ScratchFolder folder_;
  pid_t pid_ = -1;
};

size_t lines(const std::string& text) { return static_cast<size_t>(std::count(text.begin(), text.end(), '\n')); }
bool has(const std::string& text, const char* part) { return text.find(part) != std::string::npos; }

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

TEST(RscopeRun, AMemoryLimitIsTold) {
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

TEST(RscopeRun, AKilledHostLeavesNoWorkerBehind) {
  Rscope run({"run", "call_print_and_loop"});
  run.awaitOutput();
  const auto workers = run.children();
  ASSERT_EQ(workers.size(), 1u);
  run.send(SIGKILL);
  EXPECT_EQ(run.wait(), -SIGKILL);
  for (int i = 0; i < 200 && processLives(workers[0]); ++i) std::this_thread::sleep_for(20ms);
  EXPECT_FALSE(processLives(workers[0]));
}

TEST(RscopeProfile, AFaultIsExitCodeThreeToo) {
  Rscope run({"profile", "call_abort", "--repeat", "3"});
  EXPECT_EQ(run.wait(), 3);
  EXPECT_TRUE(has(run.errors(), "the worker was killed by SIGABRT in call_abort:")) << run.errors();
}

}  // namespace
}  // namespace relaxscope
