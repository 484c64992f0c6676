// SPDX-License-Identifier: Apache-2.0
#include "app/cli/run/worker_process.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>

#include "vmcore/base/text/text.h"
#include "vmcore/base/version.h"

namespace relaxscope::cli {
namespace {

using namespace std::chrono_literals;

std::atomic<int> gInterrupts{0};
void onInterrupt(int) { ++gInterrupts; }

/// Ctrl+C asks the worker to stop; the second time the program ends immediately.
void catchInterrupts() {
  gInterrupts = 0;
  struct sigaction action{};
  action.sa_handler = onInterrupt;
  sigaction(SIGINT, &action, nullptr);  // no SA_RESTART: poll returns
  sigaction(SIGTERM, &action, nullptr);
  std::signal(SIGPIPE, SIG_IGN);  // a worker that stops reading is detected by the end of its output
}

/// What a worker that is out of time leaves undone.
const char* waitText(const wire::Session& session) {
  switch (session.state()) {
    case wire::Session::State::Greeting: return " before the worker's greeting";
    case wire::Session::State::Loading:
      return session.isSendingFiles() ? " while files were offered to the worker" : " while the worker loaded the file";
    case wire::Session::State::Running: return " while the worker ran";
    default: return session.awaitsDevices() ? " before the worker listed its devices" : "";
  }
}

[[noreturn]] void becomeWorker(const std::string& command, const std::string& program) {
  std::signal(SIGPIPE, SIG_DFL);
  std::signal(SIGXFSZ, SIG_DFL);
  std::signal(SIGTERM, SIG_DFL);
  // Ctrl+C in a terminal goes to every process of the group, but rscope forwards it itself.
  std::signal(SIGINT, command.empty() ? SIG_DFL : SIG_IGN);
  if (command.empty()) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    execlp(program.c_str(), program.c_str(), static_cast<char*>(nullptr));
  } else {
    execl("/bin/sh", "sh", "-c", command.c_str(), static_cast<char*>(nullptr));
  }
  const std::string text = "cannot start " + (command.empty() ? program : command) + ": " + std::strerror(errno);
  (void)!write(STDERR_FILENO, text.data(), text.size());
  _exit(127);
}

}  // namespace

std::string defaultWorkerPath() {
  if (const char* given = std::getenv("RELAXSCOPE_WORKER"); given != nullptr && *given != '\0') return given;
  std::array<char, 4096> self{};
  const ssize_t n = readlink("/proc/self/exe", self.data(), self.size() - 1);
  if (n > 0) {
    std::string path(self.data(), static_cast<size_t>(n));
    path.resize(path.rfind('/') + 1);
    path += "relaxscope-worker";
    if (access(path.c_str(), X_OK) == 0) return path;
  }
  return "relaxscope-worker";
}

int exitCodeOf(const RunFailure& failure) {
  const bool died = failure.signal != 0 || failure.is(FailureKind::Crash) || failure.is(FailureKind::Exit) ||
                    failure.is(FailureKind::WorkerLost);
  return died ? 3 : 2;
}

WorkerProcess::WorkerProcess(const std::string& command) {
  catchInterrupts();
  start(command);
  const auto grace =
      command.empty() ? wire::kGreetingGrace : 15 * wire::kGreetingGrace;  // the user may have to type a password
  driver_.start(withVersion("rscope"), Clock::now(), grace);
}

WorkerProcess::~WorkerProcess() {
  const auto state = driver_.session().state();
  const bool isIdle = state == wire::Session::State::Ready || state == wire::Session::State::Loaded;
  stopWriting();
  // A worker of a command that waits for requests ends by itself, and removes what it has received.
  if (pid_ > 0) reap(ownGroup_ || !isIdle);
  closeAll();
  std::signal(SIGINT, SIG_DFL);
  std::signal(SIGTERM, SIG_DFL);
}

void WorkerProcess::start(const std::string& command) {
  int in[2] = {-1, -1}, out[2] = {-1, -1}, err[2] = {-1, -1};
  const std::string program = defaultWorkerPath();
  if (pipe2(in, O_CLOEXEC) != 0 || pipe2(out, O_CLOEXEC) != 0 || pipe2(err, O_CLOEXEC) != 0 || (pid_ = fork()) < 0) {
    over_ = RunFailure{failureKindName(FailureKind::WorkerStart),
                       std::string("the worker cannot be started: ") + std::strerror(errno), std::nullopt, 0, true};
    for (const int fd : {in[0], in[1], out[0], out[1], err[0], err[1]})
      if (fd >= 0) close(fd);
    return;
  }
  ownGroup_ = command.empty();  // a command such as ssh may need the terminal
  if (pid_ == 0) {
    if (ownGroup_) setpgid(0, 0);
    dup2(in[0], STDIN_FILENO);
    dup2(out[1], STDOUT_FILENO);
    dup2(err[1], STDERR_FILENO);
    becomeWorker(command, program);
  }
  if (ownGroup_) setpgid(pid_, pid_);
  close(in[0]);
  close(out[1]);
  close(err[1]);
  toWorker_ = in[1];
  fromWorker_ = out[0];
  errors_ = err[0];
  for (const int fd : {toWorker_, fromWorker_, errors_}) fcntl(fd, F_SETFL, O_NONBLOCK);
}

void WorkerProcess::send(const std::vector<uint8_t>& bytes) { driver_.send(bytes); }

void WorkerProcess::setTimeLimit(double seconds) { driver_.setTimeLimit(seconds, Clock::now()); }

wire::Message WorkerProcess::next() {
  while (!over_) {
    if (auto message = driver_.next()) return *std::move(message);
    if (driver_.hasEnded()) {
      stopWriting();     // ends a worker that waits for more
      over_ = lost("");  // the worker's fatal Failure, completed with how it ended
      break;
    }
    noticeInterrupt();
    over_ = checkDeadlines();
    if (!over_) over_ = pump(100ms);
    noticeFileProgress();
  }
  return *over_;
}

void WorkerProcess::noticeInterrupt() {
  if (gInterrupts == 0 || cancelled_) return;
  cancelled_ = true;
  driver_.cancel(Clock::now());
}

void WorkerProcess::noticeFileProgress() {
  const auto progress = driver_.fileProgress();
  if (progress && tellFiles_ && progress != told_) tellFiles_(*progress);
  told_ = progress;
}

std::optional<RunFailure> WorkerProcess::checkDeadlines() {
  using Fault = wire::HostDriver::Fault;
  const auto killed = [this](FailureKind kind, const std::string& text) {
    wire::WorkerEnd end = reap(true);
    end.killedBecause = text;
    driver_.ended(end);  // the trace of the run says why it ends
    return RunFailure{failureKindName(kind), text, std::nullopt, 0, true};
  };
  if (gInterrupts > 1) return killed(FailureKind::Cancelled, "cancelled immediately");
  switch (driver_.check(Clock::now())) {
    case Fault::None: return std::nullopt;
    case Fault::NoGreeting: return lost("it sent no greeting in time");
    case Fault::NoAnswerToCancel:
      return killed(FailureKind::Cancelled, "cancelled; the worker did not answer within 2 s and was killed");
    case Fault::NoAnswerInTime:
      return killed(FailureKind::TimeLimit, fmt::format("the time limit of {:g} s is reached{}; the worker was killed",
                                                        driver_.limitSeconds(), waitText(driver_.session())));
    case Fault::SendingStopped:
      return killed(FailureKind::TimeLimit,
                    fmt::format("the worker took nothing of the files sent to it for {:g} s and was killed",
                                driver_.sendingSeconds()));
    case Fault::Protocol: return killed(FailureKind::Protocol, driver_.protocolError());
  }
  return std::nullopt;
}

std::optional<RunFailure> WorkerProcess::pump(std::chrono::milliseconds wait) {
  const bool writing = !driver_.outgoing().empty() && toWorker_ >= 0;
  std::array<pollfd, 3> fds{{{fromWorker_, POLLIN, 0}, {errors_, POLLIN, 0}, {writing ? toWorker_ : -1, POLLOUT, 0}}};
  if (poll(fds.data(), fds.size(), static_cast<int>(wait.count())) < 0) return std::nullopt;  // interrupted
  if (fds[1].revents != 0) readErrorText();
  if (fds[2].revents != 0) writeSome();
  if (fds[0].revents != 0 && !readSome()) return lost("");
  // A child of the worker may keep the stream open after the worker's end. What the worker wrote before, possibly after
  // poll returned, is read first.
  siginfo_t info{};
  if (fds[0].revents == 0 && waitid(P_PID, static_cast<id_t>(pid_), &info, WEXITED | WNOHANG | WNOWAIT) == 0 &&
      info.si_pid == pid_) {
    if (dead_) return lost("");
    dead_ = true;
  }
  return std::nullopt;
}

void WorkerProcess::writeSome() {
  const std::span<const uint8_t> bytes = driver_.outgoing();
  const ssize_t n = write(toWorker_, bytes.data(), bytes.size());
  if (n > 0) driver_.written(static_cast<size_t>(n));
  // A worker that stopped reading: its end is detected on its output.
  if (n < 0 && errno != EAGAIN && errno != EINTR) stopWriting();
}

void WorkerProcess::stopWriting() {
  if (toWorker_ >= 0) close(toWorker_);
  toWorker_ = -1;
}

bool WorkerProcess::readSome() {
  std::array<uint8_t, 1 << 16> bytes;
  const ssize_t n = read(fromWorker_, bytes.data(), bytes.size());
  if (n > 0) driver_.feed(std::span(bytes).first(static_cast<size_t>(n)));
  return n > 0 || (n < 0 && (errno == EAGAIN || errno == EINTR));
}

void WorkerProcess::readErrorText() {
  std::array<char, 4096> text;
  const ssize_t n = read(errors_, text.data(), text.size());
  if (n > 0) {
    driver_.feedErrorText({text.data(), static_cast<size_t>(n)});
  } else if (n == 0 || (errno != EAGAIN && errno != EINTR)) {
    close(errors_);
    errors_ = -1;
  }
}

RunFailure WorkerProcess::lost(const std::string& killedBecause) {
  const bool greeted = driver_.session().state() != wire::Session::State::Greeting;
  if (errors_ >= 0) readErrorText();
  wire::WorkerEnd end = reap(!killedBecause.empty());
  end.killedBecause = killedBecause;
  RunFailure failure = driver_.ended(end);
  if (!greeted) failure.kind = failureKindName(FailureKind::WorkerStart);
  if (errors_ >= 0) readErrorText();
  if (const std::string text = driver_.errorText(); !text.empty()) failure.message += ": " + text;
  return failure;
}

wire::WorkerEnd WorkerProcess::reap(bool kill) {
  wire::WorkerEnd end;
  if (pid_ <= 0) return end;
  if (kill) ::kill(pid_, SIGKILL);
  int status = 0;
  // The worker has sent its last message or closed its stream; it is killed if it has not ended after 1.5 s.
  for (int i = 0; waitpid(pid_, &status, WNOHANG) == 0; ++i) {
    if (i == 300) ::kill(pid_, SIGKILL);
    std::array<timespec, 1> nap{{{0, 5'000'000}}};
    nanosleep(nap.data(), nullptr);
  }
  if (ownGroup_) ::kill(-pid_, SIGKILL);  // processes that kernels started
  pid_ = -1;
  if (WIFSIGNALED(status)) end.signal = WTERMSIG(status);
  else end.exitCode = WEXITSTATUS(status);
  return end;
}

void WorkerProcess::closeAll() {
  for (int* fd : {&toWorker_, &fromWorker_, &errors_}) {
    if (*fd >= 0) close(*fd);
    *fd = -1;
  }
}

}  // namespace relaxscope::cli
