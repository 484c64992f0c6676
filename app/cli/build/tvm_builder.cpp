// SPDX-License-Identifier: Apache-2.0
#include "app/cli/build/tvm_builder.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <functional>
#include <nlohmann/json.hpp>

#include "app/cli/build/tvm_script.h"
#include "vmcore/base/json/writer.h"
#include "vmcore/base/new_file.h"
#include "vmcore/base/text/collect.h"
#include "vmcore/base/text/text.h"
#include "vmcore/format/container/npz.h"
#include "vmcore/format/file_bytes.h"

extern char** environ;

namespace relaxscope::cli {
namespace {

using EventJson = nlohmann::json;
using TvmClock = std::chrono::steady_clock;

constexpr size_t kMaxLine = size_t{64} << 20;         // of an event
constexpr size_t kMaxStageText = size_t{4} << 20;     // that the script sends
constexpr size_t kMaxStageTexts = size_t{512} << 20;  // of all stages
constexpr size_t kMaxStages = 100'000;
constexpr size_t kMaxErrorText = size_t{64} << 10;  // kept of standard error, its end

// ---- the process ----

std::atomic<bool> gTvmInterrupted{false};
void onTvmInterrupt(int) { gTvmInterrupted = true; }

/// While it lives, Ctrl+C is noted instead of ending this program, and so is a pipe without a reader.
class InterruptWatch {
 public:
  InterruptWatch() {
    gTvmInterrupted = false;
    struct sigaction action{};
    action.sa_handler = onTvmInterrupt;  // no SA_RESTART: poll returns
    sigaction(SIGINT, &action, &interrupt_);
    sigaction(SIGTERM, &action, &terminate_);
    action.sa_handler = SIG_IGN;
    sigaction(SIGPIPE, &action, &pipe_);
  }
  ~InterruptWatch() {
    sigaction(SIGINT, &interrupt_, nullptr);
    sigaction(SIGTERM, &terminate_, nullptr);
    sigaction(SIGPIPE, &pipe_, nullptr);
  }
  InterruptWatch(const InterruptWatch&) = delete;
  InterruptWatch& operator=(const InterruptWatch&) = delete;

 private:
  struct sigaction interrupt_{}, terminate_{}, pipe_{};
};

class Descriptor {
 public:
  Descriptor() = default;
  ~Descriptor() { reset(); }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  void reset(int fd = -1) {
    if (fd_ >= 0) close(fd_);
    fd_ = fd;
  }
  [[nodiscard]] int get() const { return fd_; }

 private:
  int fd_ = -1;
};

/// Both ends of a new pipe; false with errno.
bool openPipe(Descriptor& reader, Descriptor& writer) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return false;
  reader.reset(ends[0]);
  writer.reset(ends[1]);
  return true;
}

/// A program of three pipes in a process group of its own.
class ScriptProcess {
 public:
  ~ScriptProcess() { end(true); }
  ScriptProcess() = default;
  ScriptProcess(const ScriptProcess&) = delete;
  ScriptProcess& operator=(const ScriptProcess&) = delete;

  /// errno, or 0. Temporary files of the program are made in the given folder.
  int start(const std::vector<std::string>& arguments, const std::string& temporaryFolder);
  /// Sends `input` and passes what the program writes on standard output to `take`, until it closes it, `take` returns
  /// false, or the deadline. Returns why it ended early, or empty.
  std::string converse(std::string_view input, TvmClock::time_point deadline,
                       const std::function<bool(std::string_view)>& take);
  /// Waits for the end of the process, killing it where it does not end by itself; the wait status.
  int end(bool kill);
  [[nodiscard]] const std::string& errorText() const { return errorText_; }

 private:
  void readErrors();

  pid_t pid_ = -1;
  int status_ = 0;
  Descriptor input_, output_, errors_;
  std::string errorText_;
};

int ScriptProcess::start(const std::vector<std::string>& arguments, const std::string& temporaryFolder) {
  Descriptor input, output, errors;  // the program's ends
  if (!openPipe(input, input_) || !openPipe(output_, output) || !openPipe(errors_, errors)) return errno;
  std::string temporary = "TMPDIR=" + temporaryFolder;
  std::vector<char*> pointers, variables{temporary.data()};
  for (const std::string& argument : arguments) pointers.push_back(const_cast<char*>(argument.c_str()));
  pointers.push_back(nullptr);
  for (char** each = environ; *each != nullptr; ++each)
    if (!std::string_view(*each).starts_with("TMPDIR=")) variables.push_back(*each);
  variables.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, input.get(), STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&actions, output.get(), STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, errors.get(), STDERR_FILENO);
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  sigset_t none, all;
  sigemptyset(&none);
  sigfillset(&all);
  sigdelset(&all, SIGKILL);
  sigdelset(&all, SIGSTOP);
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setsigdefault(&attributes, &all);
  posix_spawnattr_setpgroup(&attributes, 0);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP);
  const int code = posix_spawnp(&pid_, pointers[0], &actions, &attributes, pointers.data(), variables.data());
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  if (code != 0) pid_ = -1;
  for (const Descriptor* each : {&input_, &output_, &errors_}) fcntl(each->get(), F_SETFL, O_NONBLOCK);
  return code;
}

std::string ScriptProcess::converse(std::string_view input, TvmClock::time_point deadline,
                                    const std::function<bool(std::string_view)>& take) {
  std::vector<char> buffer(size_t{1} << 16);
  for (;;) {
    if (gTvmInterrupted) return "was cancelled";
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(deadline - TvmClock::now()).count();
    if (left <= 0) return "reached the time limit";
    if (input.empty()) input_.reset();
    std::array<pollfd, 3> fds{{{output_.get(), POLLIN, 0}, {errors_.get(), POLLIN, 0}, {input_.get(), POLLOUT, 0}}};
    if (poll(fds.data(), fds.size(), static_cast<int>(std::min<long long>(left, 1000))) < 0) continue;  // interrupted
    if (fds[1].revents != 0) readErrors();
    if (fds[2].revents != 0) {
      const ssize_t n = write(input_.get(), input.data(), input.size());
      if (n > 0) input.remove_prefix(static_cast<size_t>(n));
      else if (errno != EAGAIN && errno != EINTR) input = {};  // it reads no more: its end follows
    }
    if (fds[0].revents == 0) continue;
    const ssize_t n = read(output_.get(), buffer.data(), buffer.size());
    if (n > 0 && !take({buffer.data(), static_cast<size_t>(n)})) return {};
    if (n == 0 || (n < 0 && errno != EAGAIN && errno != EINTR)) return {};
  }
}

void ScriptProcess::readErrors() {
  std::array<char, 4096> buffer{};
  const ssize_t n = read(errors_.get(), buffer.data(), buffer.size());
  if (n > 0) {
    errorText_.append(buffer.data(), static_cast<size_t>(n));
    if (errorText_.size() > 2 * kMaxErrorText) errorText_.erase(0, errorText_.size() - kMaxErrorText);
  } else if (n == 0 || (errno != EAGAIN && errno != EINTR)) {
    errors_.reset();
  }
}

int ScriptProcess::end(bool kill) {
  if (pid_ <= 0) return status_;
  input_.reset();
  output_.reset();
  if (kill) ::kill(-pid_, SIGKILL);
  // It has said its last line or closed its output: it is killed if it does not end within 3 s.
  for (int i = 0; waitpid(pid_, &status_, WNOHANG) == 0; ++i) {
    if (i == 600) ::kill(-pid_, SIGKILL);
    if (errors_.get() >= 0) readErrors();
    const timespec nap{0, 5'000'000};
    nanosleep(&nap, nullptr);
  }
  for (size_t before = 0; errors_.get() >= 0 && before != errorText_.size();) {
    before = errorText_.size();
    readErrors();
  }
  ::kill(-pid_, SIGKILL);  // what it started
  pid_ = -1;
  return status_;
}

// ---- the request ----

/// A new folder that only this user can enter, removed with its content.
class BuildFolder {
 public:
  BuildFolder() {
    std::error_code failed;
    std::string name = (std::filesystem::temp_directory_path(failed) / "relaxscope-tvm-XXXXXX").string();
    if (failed) problem_ = failed.message();
    else if (mkdtemp(name.data()) == nullptr) problem_ = std::strerror(errno);
    else path_ = name;
  }
  ~BuildFolder() {
    std::error_code ignored;
    if (!path_.empty()) std::filesystem::remove_all(path_, ignored);
  }
  BuildFolder(const BuildFolder&) = delete;
  BuildFolder& operator=(const BuildFolder&) = delete;
  [[nodiscard]] const std::string& problem() const { return problem_; }
  [[nodiscard]] std::string file(const char* name) const { return path_ + "/" + name; }
  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  std::string path_, problem_;
};

/// Writes a whole file; the error of the first failed write.
Result<void> writeRequestFile(const std::string& path, const BytePieces& pieces) {
  auto file = NewFile::create(path);
  if (!file.ok()) return file.error();
  pieces.write([&](std::string_view piece) { return file->write(piece); });
  return file->commit();
}

/// Writes the source and its constants into the folder.
Result<void> writeRequestFiles(const TvmRequest& request, const BuildFolder& folder) {
  if (!folder.problem().empty()) return Error("a temporary folder cannot be made: " + folder.problem());
  BytePieces source;
  source.add(Bytes::copyOf(request.source));
  if (auto written = writeRequestFile(folder.file("source.py"), source); !written.ok()) return written;
  std::vector<std::pair<std::string, NpyArray>> arrays;
  for (const auto& constant : request.constants)
    arrays.emplace_back(fmt::format("const{}", arrays.size()),
                        NpyArray{constant->dtype, constant->shape, constant->data});
  return writeRequestFile(folder.file("consts.npz"), npzPieces(arrays));
}

std::string requestText(const TvmRequest& request, const BuildFolder& folder) {
  return collectText([&](const TextSink& sink) {
    JsonWriter out(sink);
    out.beginObject(JsonWriter::Layout::Inline)
        .field("protocol", 1)
        .key("source")
        .beginObject(JsonWriter::Layout::Inline);
    out.field("kind", "tvmscript").field("path", folder.file("source.py")).field("consts", folder.file("consts.npz"));
    out.key("consts_dtypes").beginArray(JsonWriter::Layout::Inline);
    for (const auto& constant : request.constants) out.value(constant->dtype.name());
    out.end()
        .end()
        .key("target")
        .beginObject(JsonWriter::Layout::Inline)
        .field("kind", "cpu")
        .field("mcpu", request.cpu)
        .end();
    out.field("pipeline", "default").field("lambda_lift", !std::ranges::count(request.disabled, "LambdaLift"));
    out.field("exec_mode", "bytecode").field("opt_level", 3).field("disabled", request.disabled);
    out.field("stop_after", request.stopAfter).field("cc", request.compiler);
    out.key("dump").beginObject(JsonWriter::Layout::Inline).field("relax", request.stageTexts).field("tir", false);
    out.field("max_bytes", uint64_t{kMaxStageText}).end();
    out.field("out", request.library ? folder.file("library.so") : "");
    out.field("save_executable", request.executable ? folder.file("exec.bin") : "");
    out.field("save_sources", request.kernelTexts ? folder.path() : "").end();
  });
}

// ---- the events ----

std::string textOf(const EventJson& object, const char* name) {
  const auto found = object.find(name);
  return found != object.end() && found->is_string() ? found->get<std::string>() : std::string();
}
uint32_t countOf(const EventJson& object, const char* name) {
  const auto found = object.find(name);
  return found != object.end() && found->is_number_unsigned()
             ? static_cast<uint32_t>(std::min<uint64_t>(found->get<uint64_t>(), UINT32_MAX))
             : 0;
}
double millisecondsOf(const EventJson& object) {
  const auto found = object.find("ms");
  return found != object.end() && found->is_number() ? found->get<double>() : 0;
}
bool flagOf(const EventJson& object, const char* name) {
  const auto found = object.find(name);
  return found != object.end() && found->is_boolean() && found->get<bool>();
}

/// Takes the script's lines. What it says is not trusted: every size is bounded, and files are ours by name.
class EventReader {
 public:
  explicit EventReader(TvmBuild& build) : build_(build) {}

  /// False once the last event, or one that is none, has come.
  bool feed(std::string_view bytes) {
    for (size_t end; !over_ && (end = bytes.find('\n')) != std::string_view::npos; bytes.remove_prefix(end + 1)) {
      line_ += bytes.substr(0, end);
      take(line_);
      line_.clear();
    }
    if (!over_) line_ += bytes;
    if (line_.size() > kMaxLine) refuse("a line of more than 64 MiB");
    return !over_;
  }
  [[nodiscard]] bool done() const { return done_; }
  [[nodiscard]] bool over() const { return over_; }
  [[nodiscard]] const std::vector<std::string>& sources() const { return sources_; }

 private:
  void refuse(const std::string& what) {
    build_.failure = TvmFailure{"the Python of TVM sent " + what, false, false, {}};
    over_ = true;
  }
  void take(const std::string& line) {
    const EventJson event = EventJson::parse(line, nullptr, false);
    if (!event.is_object()) return refuse("what is no event");
    const std::string kind = textOf(event, "ev");
    if (kind == "hello") build_.version = textOf(event, "tvm");
    else if (kind == "parsed") stage(event, "parsed");
    else if (kind == "pass" && !flagOf(event, "kernels") && !flagOf(event, "nested"))
      stage(event, textOf(event, "name"));
    else if (kind == "log" && build_.warnings.size() < 100) build_.warnings.push_back(textOf(event, "text"));
    else if (kind == "source") sources_.push_back(textOf(event, "file"));
    else if (kind == "error") error(event);
    else if (kind == "done") finish(event);
  }
  void stage(const EventJson& event, std::string name) {
    if (build_.stages.size() >= kMaxStages) return;
    TvmStage& made = build_.stages.emplace_back();
    made.name = std::move(name);
    made.ms = millisecondsOf(event);
    made.changed = build_.stages.size() == 1 || flagOf(event, "changed");
    if (const auto found = event.find("functions_changed"); found != event.end() && found->is_array())
      for (const EventJson& each : *found)
        if (each.is_string()) made.functions.push_back(each.get<std::string>());
    made.text = textOf(event, "text");
    texts_ += made.text.size();
    if (texts_ > kMaxStageTexts) made.text.clear();
  }
  void error(const EventJson& event) {
    const std::string kind = textOf(event, "kind"), pass = textOf(event, "pass"), message = textOf(event, "message");
    TvmFailure failure;
    failure.missing = kind == "ImportError" && build_.version.empty();
    failure.byTvm = !failure.missing;
    failure.message = fmt::format("{}{}", pass.empty() ? "" : pass + ": ", message.empty() ? kind : message);
    if (const auto span = event.find("span"); span != event.end() && span->is_object())
      failure.span = {countOf(*span, "line"), countOf(*span, "col"), countOf(*span, "end_line"),
                      countOf(*span, "end_col")};
    build_.failure = std::move(failure);
    over_ = true;
  }
  void finish(const EventJson& event) {
    build_.kernels = countOf(event, "kernels");
    build_.target = textOf(event, "target");
    done_ = over_ = true;
  }

  TvmBuild& build_;
  std::string line_;
  std::vector<std::string> sources_;
  size_t texts_ = 0;
  bool done_ = false, over_ = false;
};

/// The last line of what it wrote on standard error, which is Python's message after a traceback.
std::string lastLine(std::string_view text) {
  while (!text.empty() && (text.back() == '\n' || text.back() == ' ')) text.remove_suffix(1);
  return std::string(text.substr(text.rfind('\n') + 1).substr(0, 500));
}

std::string endText(const std::string& python, int status, const std::string& errors) {
  if (WIFSIGNALED(status))
    return fmt::format("{} was killed by signal {} ({})", python, WTERMSIG(status), strsignal(WTERMSIG(status)));
  const std::string line = lastLine(errors);
  return fmt::format("{} ended with exit code {} before the build did{}{}", python, WEXITSTATUS(status),
                     line.empty() ? "" : ": ", line);
}

/// Reads what the script has written into the folder.
void readArtifacts(const TvmRequest& request, const BuildFolder& folder, const EventReader& events, TvmBuild& build) {
  const auto read = [&](const std::string& path) {
    Result<Bytes> bytes = readFileBytes(path, SIZE_MAX);  // whole: the folder is removed
    if (bytes.ok()) return *std::move(bytes);
    build.failure = TvmFailure{"what TVM wrote cannot be read: " + bytes.error().text(), false, false, {}};
    return Bytes();
  };
  if (!request.stopAfter.empty()) return;
  if (request.library) build.library = read(folder.file("library.so"));
  if (request.executable && !build.failure) build.executable = read(folder.file("exec.bin"));
  for (const std::string& path : events.sources()) {
    const std::filesystem::path name = std::filesystem::path(path).filename();
    if (!build.failure) build.kernelTexts.emplace_back(name.string(), read(folder.path() + "/" + name.string()).text());
  }
}

}  // namespace

std::string tvmPython(const std::string& given) {
  if (!given.empty()) return given;
  if (const char* named = std::getenv("RELAXSCOPE_PYTHON"); named != nullptr && *named != '\0') return named;
  if (const char* venv = std::getenv("VIRTUAL_ENV"); venv != nullptr && *venv != '\0')
    return std::string(venv) + "/bin/python";
  return "python3";
}

TvmBuild buildWithTvm(const TvmRequest& request) {
  TvmBuild build;
  const auto failed = [&](std::string message, bool missing = false) {
    build.failure = TvmFailure{std::move(message), false, missing, {}};
    return std::move(build);
  };
  const InterruptWatch watch;
  const BuildFolder folder;
  if (const auto written = writeRequestFiles(request, folder); !written.ok()) return failed(written.error().text());
  ScriptProcess process;
  if (const int code = process.start({request.python, "-I", "-c", std::string(kTvmScript)}, folder.path()); code != 0)
    return failed(fmt::format("{} cannot be started: {}", request.python, std::strerror(code)), true);
  EventReader events(build);
  const double seconds = std::clamp(request.limit, 0.0, 1e6);
  const std::string cut = process.converse(
      requestText(request, folder),
      TvmClock::now() + std::chrono::duration_cast<TvmClock::duration>(std::chrono::duration<double>(seconds)),
      [&](std::string_view bytes) { return events.feed(bytes); });
  const int status = process.end(!cut.empty() || (events.over() && !events.done()));
  if (!cut.empty())
    return failed(
        fmt::format("TVM's build {}{}", cut, gTvmInterrupted ? "" : fmt::format(" of {:g} s and was killed", seconds)));
  if (!events.over()) return failed(endText(request.python, status, process.errorText()));
  if (build.failure && build.failure->missing)
    build.failure->message =
        fmt::format("{}: {} (--python names one with TVM)", request.python, build.failure->message);
  if (!build.failure) readArtifacts(request, folder, events, build);
  return build;
}

}  // namespace relaxscope::cli
