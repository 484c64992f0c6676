// SPDX-License-Identifier: Apache-2.0
// What the commands that run share, and `rscope run`: calls a function and prints its result.
#include "app/cli/run/run.h"

#include <fmt/format.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <memory>

#include "app/cli/output.h"
#include "app/cli/run/commands.h"
#include "app/cli/run/print_request.h"
#include "app/cli/run/results.h"
#include "vmcore/analysis/flow/code_walk.h"
#include "vmcore/analysis/flow/storage_overlap.h"
#include "vmcore/base/text/text.h"
#include "vmcore/format/loader.h"
#include "vmcore/run/gpu_emulation.h"
#include "vmcore/run/option_conflicts.h"

namespace relaxscope::cli {
namespace {

/// An absolute path, as the worker may have another working directory; unchanged for a worker of --worker, which may be
/// on another host and is sent the files that it lacks.
std::string pathForWorker(const std::string& path, const RunOptions& options) {
  if (!options.workerCommand.empty()) return path;
  std::unique_ptr<char, decltype(&std::free)> absolute(realpath(path.c_str(), nullptr), &std::free);
  return absolute ? std::string(absolute.get()) : path;
}

Result<void> checkOptions(const RunOptions& options) {
  if (options.file == "-") return Error("a run needs a file path: the worker opens the file itself");
  const std::string conflict = GivenOptions()
                                   .add(RunOption::Function, !options.function.empty())
                                   .add(RunOption::Args, !options.argsPath.empty())
                                   .add(RunOption::Input, !options.inputs.empty())
                                   .add(RunOption::Script, !options.scriptPath.empty())
                                   .conflict();
  if (!conflict.empty()) return Error(conflict);
  return {};
}

LoadRequest loadOf(const RunOptions& options) {
  LoadRequest load;
  load.path = pathForWorker(options.file, options);
  for (const std::string& library : options.libraries) load.libraries.push_back(pathForWorker(library, options));
  if (!options.constsPath.empty()) load.constants = pathForWorker(options.constsPath, options);
  load.devices = options.devices;
  if (cudaIsEmulated()) renameToEmulated(load.devices);
  load.allocator = options.allocator;
  load.limits.timeSeconds = options.timeout;
  if (options.memoryLimit) {
    load.limits.memoryDefault = false;
    load.limits.memoryBytes = *options.memoryLimit;
  }
  if (options.stepLimit) load.limits.steps = *options.stepLimit;
  if (options.stackLimit) load.limits.stackDepth = *options.stackLimit;
  return load;
}

/// "sending files to the worker, 12.0 MiB of 1.5 GiB".
std::string progressText(const wire::FileProgress& p) {
  return fmt::format("sending files to the worker, {} of {}", byteSizeText(static_cast<int64_t>(p.sent)),
                     byteSizeText(static_cast<int64_t>(p.wanted)));
}

std::string progressText(const wire::Progress& p, uint64_t events) {
  std::string text = p.warmupsDone < p.warmups ? fmt::format("warm-up {} of {}", p.warmupsDone + 1, p.warmups)
                                               : fmt::format("{} {} of {}", p.paired ? "pair" : "run",
                                                             std::min(p.roundsDone + 1, p.rounds), p.rounds);
  text += fmt::format(", {:.0f} s", std::min(p.seconds, 1e9));
  if (p.secondsLeft >= 1) text += fmt::format(", about {:.0f} s left", std::min(p.secondsLeft, 1e9));
  if (events > 0) text += fmt::format(", {} events", groupedNumber(static_cast<int64_t>(events)));
  return text;
}

/// Shows one line on a terminal that the next one overwrites, or removes it if the text is empty; elsewhere nothing,
/// unless lines are asked for.
void showProgress(const std::string& text, const RunSinks& sinks) {
  static bool shown = false;
  if (sinks.progressLines) {
    if (!text.empty()) std::fprintf(stderr, "%s%s\n", sinks.progress.c_str(), text.c_str());
    return;
  }
  if (isatty(STDERR_FILENO) == 0 || (text.empty() && !shown)) return;
  if (!text.empty()) std::fprintf(stderr, "\r%s%s \x1b[K", sinks.progress.c_str(), text.c_str());
  else std::fputs("\r\x1b[K", stderr);
  shown = !text.empty();
}

/// Shows how much of the files has been sent, at most once a second.
void showFileProgress(WorkerProcess& worker, const RunSinks& sinks) {
  using Clock = std::chrono::steady_clock;
  static constexpr std::chrono::seconds kBetween{1};
  worker.tellFileProgress([&sinks, due = Clock::now() + kBetween](const wire::FileProgress& progress) mutable {
    if (Clock::now() < due) return;
    showProgress(progressText(progress), sinks);
    due = Clock::now() + kBetween;
  });
}

/// The next message that is not progress, output or a part of the trace.
wire::Message nextAnswer(WorkerProcess& worker, const RunSinks& sinks) {
  for (;;) {
    wire::Message message = worker.next();
    if (wire::isTracePart(message)) continue;
    const auto* progress = std::get_if<wire::Progress>(&message);
    showProgress(progress == nullptr ? "" : progressText(*progress, worker.session().trace().eventCount()), sinks);
    if (const auto* output = std::get_if<wire::Output>(&message)) {
      if (sinks.print) sinks.print(output->text, output->standardError);
    } else if (!std::holds_alternative<wire::Progress>(message)) return message;
  }
}

void printPlain(const std::string& text, bool standardError) {
  std::FILE* stream = standardError ? stderr : stdout;
  const std::string shown = printable(text, false);
  std::fwrite(shown.data(), 1, shown.size(), stream);
  std::fflush(stream);
}

}  // namespace

Result<RunOfFile> prepareRun(const RunOptions& options, const RunRequest& run) {
  RS_CHECK(checkOptions(options));
  RS_TRY(LoadedFile file, loadFile(options.file));
  if (!file.executable) return Error("does not contain an executable");
  RunInput input;
  input.calls.front().function = options.function;
  input.calls.front().inputs = options.inputs;
  input.calls.front().dims = options.dims;
  input.argsPath = options.argsPath;
  input.arraysPaths = options.inputsPaths;
  input.scriptPath = options.scriptPath;
  input.seed = options.seed;
  input.load = loadOf(options);
  input.run = run;
  input.run.instrument = {options.instrument, options.skip};
  RS_TRY(PreparedRun prepared, prepareRun(std::move(input), *file.executable));
  RunOfFile made{std::move(prepared), std::move(file)};
  if (!options.workerCommand.empty() && !options.printRequest) {
    RS_TRY(made.files, filesOfLoad(made.load, made.file.bytes));
  }
  return made;
}

LoadedWorker::LoadedWorker(const RunOptions& options, const TraceOrigin& origin)
    : worker_(options.workerCommand), timeout_(options.timeout) {
  worker_.session().setOrigin(origin);
}

std::optional<wire::Message> LoadedWorker::load(const LoadRequest& request, const LoadFiles& files,
                                                const RunSinks& sinks) {
  worker_.setTimeLimit(timeout_);
  wire::Message greeting = nextAnswer(worker_, sinks);
  if (!std::holds_alternative<wire::Hello>(greeting)) return greeting;
  worker_.send(worker_.session().load(request, files));
  showFileProgress(worker_, sinks);
  wire::Message loaded = nextAnswer(worker_, sinks);
  worker_.tellFileProgress(nullptr);
  if (!std::holds_alternative<wire::Loaded>(loaded)) return loaded;
  loaded_ = std::get<wire::Loaded>(std::move(loaded));
  if (sinks.loaded) sinks.loaded();
  return std::nullopt;
}

RunAnswer LoadedWorker::run(const RunRequest& request, const RunSinks& sinks, Limit limit) {
  worker_.send(worker_.session().run(request));
  if (limit == Limit::OfTheRun) worker_.setTimeLimit(timeout_);
  wire::Message finished = nextAnswer(worker_, sinks);
  if (!std::holds_alternative<wire::RunFinished>(finished)) {
    const Trace& trace = worker_.session().trace();
    if (sinks.keepPartial && !trace.info.functionNames.empty()) sinks.keepPartial(trace);  // the run had begun
    return finished;
  }
  RunOutcome outcome{loaded_, std::get<wire::RunFinished>(std::move(finished)), nullptr};
  if (request.trace != TraceMode::Off) outcome.trace = worker_.session().snapshot();
  return outcome;
}

RunAnswer exchangeRun(const RunOptions& options, const RunOfFile& prepared, const TraceOrigin& origin,
                      const RunSinks& sinks) {
  LoadedWorker worker(options, origin);
  if (auto message = worker.load(prepared.load, prepared.files, sinks)) return *std::move(message);
  return worker.run(prepared.run, sinks, LoadedWorker::Limit::FromTheStart);
}

std::string answerText(const wire::Message& message) {
  const auto* failure = std::get_if<RunFailure>(&message);
  return failure != nullptr ? failureText(*failure)
                            : fmt::format("the worker sent {} instead of the expected answer", messageName(message));
}

int reportAnswer(const RunOptions& options, const RunOfFile& prepared, const wire::Message& message) {
  const auto* failure = std::get_if<RunFailure>(&message);
  if (failure == nullptr) return fail(options.file, answerText(message));
  std::string text = failureText(*failure);
  const std::string prefix = prepared.load.path + ": ";  // the worker may already name the file
  if (text.compare(0, prefix.size(), prefix) == 0) text.erase(0, prefix.size());
  fail(options.file, text);
  return exitCodeOf(*failure);
}

std::string wrongResultText(const RunOfFile& prepared) {
  if (prepared.file.executable == nullptr) return {};
  const Executable& executable = *prepared.file.executable;
  const std::vector<bool> needed = neededFunctions(executable, prepared.load.target);
  std::string text;
  size_t more = 0;
  for (const FuncIndex function : walkableFunctions(executable)) {
    if (!needed[function.at()]) continue;
    const auto overlaps = storageOverlaps(executable, function);
    for (const StorageOverlap& overlap : *overlaps) {
      if (text.empty()) text = storageOverlapText(executable, function, overlap);
      else ++more;
    }
  }
  return more == 0 ? text : fmt::format("{}, and {} more (rscope verify)", text, more);
}

std::optional<RunOutcome> performRun(const RunOptions& options, const RunOfFile& prepared, const TraceOrigin& origin,
                                     const PrintOutput& print, int& exitCode, const KeepPartial& keepPartial) {
  const auto loaded = [&] {
    for (const std::string& line : prepared.defaulted)
      std::fprintf(stderr, "rscope: note: defaulted argument %s\n", line.c_str());
    if (const std::string wrong = wrongResultText(prepared); !wrong.empty())
      std::fprintf(stderr, "rscope: warning: the result is wrong: %s\n", wrong.c_str());
    if (prepared.run.trace != TraceMode::Off && isatty(STDERR_FILENO) != 0)
      std::fprintf(stderr, "rscope: %s\n", planText(planOf(prepared.run)).c_str());
  };
  RunAnswer answer = exchangeRun(options, prepared, origin, {print, loaded, keepPartial, {}});
  if (const auto* message = std::get_if<wire::Message>(&answer)) {
    exitCode = reportAnswer(options, prepared, *message);
    return std::nullopt;
  }
  RunOutcome outcome = std::get<RunOutcome>(std::move(answer));
  if (prepared.run.wantResults && outcome.finished.results.size() != prepared.run.script.size()) {
    exitCode =
        fail(options.file, "the worker violated the protocol: the number of results differs from the number of calls");
    return std::nullopt;
  }
  return outcome;
}

int saveResultsIfAsked(const RunOptions& options, const RunOutcome& outcome) {
  if (options.resultPath.empty() && options.outputsPath.empty()) return kDone;
  return saveResults(outcome.finished.results, !options.scriptPath.empty(), options.resultPath, options.outputsPath);
}

int runCommand(const RunCommandOptions& options) {
  if (options.asJson && !options.printRequest)
    return fail(options.file, "--json requires --print-request; to write the result as JSON, use --result");
  auto prepared = prepareRun(options, {});
  if (!prepared) return fail(options.file, prepared.error());
  if (options.printRequest) return printRequest(*prepared, options.asJson);
  int exitCode = kDone;
  const bool dataOnStdout = options.resultPath == "-" || options.outputsPath == "-";
  const auto print = [&](const std::string& text, bool standardError) {
    printPlain(text, standardError || dataOnStdout);
  };
  const auto outcome = performRun(options, *prepared, {}, print, exitCode);
  if (!outcome) return exitCode;
  const auto& results = outcome->finished.results;
  if (!options.resultPath.empty() || !options.outputsPath.empty()) return saveResultsIfAsked(options, *outcome);
  return writeOutput("-", [&](Output& out) {
    for (size_t i = 0; i < results.size(); ++i)
      out.write(resultText(results.size() == 1
                               ? "result"
                               : fmt::format("result of call {} ({})", i, printable(prepared->run.script[i].function)),
                           results[i]));
  });
}

}  // namespace relaxscope::cli
