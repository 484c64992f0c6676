// SPDX-License-Identifier: Apache-2.0
#include "vmcore/device/process.h"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fmt/format.h>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <string_view>

extern char** environ;

namespace relaxscope {
namespace {

using Clock = std::chrono::steady_clock;

/// Starts the program with both streams into `pipe`; returns errno or 0.
int start(const std::vector<std::string>& arguments, int pipe, pid_t& child) {
  std::vector<char*> pointers;
  for (const auto& argument : arguments) pointers.push_back(const_cast<char*>(argument.c_str()));
  pointers.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_adddup2(&actions, pipe, STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, pipe, STDERR_FILENO);
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  // Handlers and masks of this process are not the program's; its own group is killed as a whole.
  sigset_t none, all;
  sigemptyset(&none);
  sigfillset(&all);
  sigdelset(&all, SIGKILL);
  sigdelset(&all, SIGSTOP);
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setsigdefault(&attributes, &all);
  posix_spawnattr_setpgroup(&attributes, 0);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP);
  const int code = posix_spawnp(&child, pointers[0], &actions, &attributes, pointers.data(), environ);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  return code;
}

/// Reads until all writers have closed the pipe; false after the deadline.
bool collect(int pipe, Clock::time_point deadline, size_t most, std::string& output) {
  std::array<char, 4096> buffer{};
  for (;;) {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(deadline - Clock::now()).count();
    if (left <= 0) return false;
    pollfd wanted{pipe, POLLIN, 0};
    const int ready = poll(&wanted, 1, static_cast<int>(std::min<long long>(left, 60'000)));
    if (ready < 0 && errno != EINTR) return true;
    if (ready <= 0) continue;
    const ssize_t count = read(pipe, buffer.data(), buffer.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return true;
    output.append(buffer.data(), std::min(static_cast<size_t>(count), most - std::min(most, output.size())));
  }
}

}  // namespace

Result<ProcessEnd> runProcess(const std::vector<std::string>& arguments, std::chrono::seconds limit,
                              size_t mostOutput) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) {
    return Error(fmt::format("{}: cannot be started: {}", arguments[0], std::strerror(errno)));
  }
  pid_t child = -1;
  const int code = start(arguments, ends[1], child);
  close(ends[1]);
  if (code != 0) {
    close(ends[0]);
    return Error(fmt::format("{}: cannot be started: {}", arguments[0], std::strerror(code)));
  }
  ProcessEnd end;
  end.timedOut = !collect(ends[0], Clock::now() + limit, mostOutput, end.output);
  close(ends[0]);
  if (end.timedOut) kill(-child, SIGKILL);
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {}
  end.exitCode = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  return end;
}

std::string findProgram(const std::string& name) {
  if (name.find('/') != std::string::npos) return access(name.c_str(), X_OK) == 0 ? name : std::string();
  const char* path = std::getenv("PATH");
  std::string_view rest = path != nullptr ? path : "/usr/local/bin:/usr/bin:/bin";
  while (!rest.empty()) {
    const size_t end = std::min(rest.find(':'), rest.size());
    std::string candidate = fmt::format("{}/{}", end == 0 ? "." : rest.substr(0, end), name);
    if (access(candidate.c_str(), X_OK) == 0) return candidate;
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return {};
}

}  // namespace relaxscope
