// SPDX-License-Identifier: Apache-2.0
// rscope as a process, with an executable whose kernels misbehave.
#pragma once

#include <fcntl.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <sched.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>
#include <system_error>
#include <thread>
#include <vector>

#include "harness.h"

namespace relaxscope {

/// A started rscope; its standard output is a pipe, its standard error a file.
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
    const std::string err = folder_.file("err");
    std::array<int, 2> out{-1, -1};
    if (pipe2(out.data(), O_CLOEXEC) != 0) throw std::system_error(errno, std::generic_category(), "pipe2");
    pid_ = fork();
    if (pid_ == 0) {
      (void)!freopen("/dev/null", "r", stdin);
      dup2(out[1], STDOUT_FILENO);
      (void)!freopen(err.c_str(), "w", stderr);
      execv(argv[0], argv.data());
      _exit(126);
    }
    close(out[1]);
    out_ = out[0];
  }
  ~Rscope() {
    if (pid_ > 0) kill(pid_, SIGKILL), waitpid(pid_, nullptr, 0);
    close(out_);
  }
  Rscope(const Rscope&) = delete;
  Rscope& operator=(const Rscope&) = delete;
  /// The exit code, or the negated signal number.
  int wait() {
    while (readOutput()) {}
    int status = 0;
    waitpid(pid_, &status, 0);
    pid_ = -1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
  }
  void send(int signal) const { kill(pid_, signal); }
  /// Sends a signal and waits until it has been delivered: two pending signals of one number would become one.
  void deliver(int signal) const {
    send(signal);
    const auto giveUp = std::chrono::steady_clock::now() + kPatience;
    while (isPending(signal)) {
      ASSERT_LT(std::chrono::steady_clock::now(), giveUp) << "rscope does not take signal " << signal;
      sched_yield();
    }
  }
  /// What wait() and awaitOutput() have read.
  [[nodiscard]] const std::string& output() const { return output_; }
  [[nodiscard]] std::string errors() const {
    std::ifstream file(folder_.file("err"));
    return {std::istreambuf_iterator<char>(file), {}};
  }
  /// Waits for text on standard error.
  void awaitErrors(const std::string& text) const {
    const auto giveUp = std::chrono::steady_clock::now() + kPatience;
    while (errors().find(text) == std::string::npos) {
      ASSERT_LT(std::chrono::steady_clock::now(), giveUp) << "rscope does not print " << text << ": " << errors();
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
  }
  /// Waits for text on standard output.
  void awaitOutput() {
    pollfd fd{out_, POLLIN, 0};
    ASSERT_EQ(poll(&fd, 1, std::chrono::milliseconds(kPatience).count()), 1) << "no output: " << errors();
    ASSERT_TRUE(readOutput()) << "rscope ended without output: " << errors();
  }
  /// Child processes.
  [[nodiscard]] std::vector<pid_t> children() const {
    std::ifstream list("/proc/" + std::to_string(pid_) + "/task/" + std::to_string(pid_) + "/children");
    std::vector<pid_t> pids;
    for (pid_t pid = 0; list >> pid;) pids.push_back(pid);
    return pids;
  }

 private:
  static constexpr std::chrono::seconds kPatience{60};

  /// Reads a part of standard output; false at its end.
  bool readOutput() {
    std::array<char, 4096> part;
    const ssize_t n = read(out_, part.data(), part.size());
    if (n > 0) output_.append(part.data(), static_cast<size_t>(n));
    return n > 0;
  }
  /// Whether a signal to the process has not been delivered yet.
  [[nodiscard]] bool isPending(int signal) const {
    std::ifstream status("/proc/" + std::to_string(pid_) + "/status");
    const std::string key = "ShdPnd:";
    for (std::string line; std::getline(status, line);)
      if (line.starts_with(key)) return (std::stoull(line.substr(key.size()), nullptr, 16) >> (signal - 1) & 1) != 0;
    return false;
  }

  test::ScratchFolder folder_;
  pid_t pid_ = -1;
  int out_ = -1;
  std::string output_;
};

inline size_t lines(const std::string& text) { return static_cast<size_t>(std::count(text.begin(), text.end(), '\n')); }
inline bool has(const std::string& text, const char* part) { return text.find(part) != std::string::npos; }

}  // namespace relaxscope
