// SPDX-License-Identifier: Apache-2.0
#include "app/cli/compare/turns.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <random>

#include "app/cli/output.h"
#include "vmcore/base/text/text.h"
#include "vmcore/trace/accuracy.h"
#include "vmcore/trace/compare/joined_turns.h"

namespace relaxscope::cli {
namespace {

using TurnsClock = std::chrono::steady_clock;

std::string newSessionId() {
  std::random_device random;
  return fmt::format("{:08x}{:08x}", random(), random());
}
double secondsSince(TurnsClock::time_point start) {
  return std::chrono::duration<double>(TurnsClock::now() - start).count();
}

class TurnsRecorder {
 public:
  TurnsRecorder(const std::array<PairToRun, 2>& sides, const TurnsPlan& plan)
      : sides_(sides), plan_(plan), session_(newSessionId()), joined_{JoinedTurns(session_), JoinedTurns(session_)} {}

  std::optional<RecordedTurns> run(int& exitCode) {
    const auto start = TurnsClock::now();
    uint32_t wanted = plan_.processes.value_or(kPairsOfProcesses);
    for (uint32_t process = 0; process < wanted; ++process) {
      if (!recordPair(process, wanted)) {
        if (process == 0) {
          exitCode = failedCode_;
          return std::nullopt;
        }
        recorded_.note = fmt::format("pair {} of {}: {}", process + 1, wanted, failedText_);
        break;
      }
      if (process == 0 && !plan_.processes) wanted = affordable(secondsSince(start), wanted);
    }
    for (size_t side = 0; side < 2; ++side)
      recorded_.traces[side] = std::make_shared<const Trace>(joined_[side].trace());
    return std::move(recorded_);
  }

 private:
  uint32_t affordable(double seconds, uint32_t wanted) {
    const auto pairs = static_cast<uint32_t>(std::clamp(kTurnsSeconds / std::max(seconds, 1e-3),
                                                        static_cast<double>(kMinProcesses), double{kPairsOfProcesses}));
    if (pairs < wanted)
      recorded_.note = fmt::format("{} pairs of processes would take about {:.0f} s (--processes {} makes them)",
                                   wanted, seconds * wanted, wanted);
    return std::min(wanted, pairs);
  }

  /// All turns of a pair of processes; false where one failed.
  bool recordPair(uint32_t process, uint32_t wanted) {
    std::array<LoadedWorker, 2> workers{LoadedWorker(sides_[0].options, sides_[0].origin),
                                        LoadedWorker(sides_[1].options, sides_[1].origin)};
    for (size_t side = 0; side < 2; ++side) {
      RunSinks sinks = sinksOf(side, process, wanted, 0);
      if (process == 0) sinks.loaded = [&, side] { noteDefaulted(side); };
      LoadRequest load = sides_[side].prepared.load;
      load.record = process == 0;
      if (auto message = workers[side].load(load, sides_[side].prepared.files, sinks))
        return failed(side, *message, process);
    }
    std::array<std::vector<std::shared_ptr<const Trace>>, 2> traces;
    // old new new old old new new old; the other way round in every second pair of processes
    for (uint32_t turn = 0; turn < 2 * kTurnsOfProcess; ++turn) {
      const size_t side = ((turn + 1) / 2 + process) % 2;
      const auto start = TurnsClock::now();
      if (plan_.progress) std::fprintf(stderr, "%s\n", placeText(side, process, wanted, turn).c_str());
      RunAnswer answer = workers[side].run(requestOf(side, traces[side].empty(), process == 0),
                                           sinksOf(side, process, wanted, turn), LoadedWorker::Limit::OfTheRun);
      if (const auto* message = std::get_if<wire::Message>(&answer)) return failed(side, *message, process);
      if (process == 0 && turn == 0) long_ = plan_.fewIfLong && secondsSince(start) > kLongTurnSeconds;
      RunOutcome& outcome = std::get<RunOutcome>(answer);
      if (process == 0 && traces[side].empty()) recorded_.first[side] = std::move(outcome.finished);
      traces[side].push_back(std::move(outcome.trace));
    }
    for (size_t side = 0; side < 2; ++side)
      for (uint32_t turn = 0; turn < kTurnsOfProcess; ++turn)
        joined_[side].add(*traces[side][turn], process, process * kTurnsOfProcess + turn);
    return true;
  }
  /// Values and results are those of the first turn of the first process. Later turns of a process need no more than
  /// one run to warm up.
  [[nodiscard]] RunRequest requestOf(size_t side, bool firstTurn, bool firstProcess) const {
    RunRequest run = plan_.run;
    run.script = sides_[side].prepared.run.script;
    run.repeat = long_ ? 1 : std::max(1U, (plan_.run.repeat + kTurnsOfProcess - 1) / kTurnsOfProcess);
    run.values = plan_.run.values && firstTurn && firstProcess;
    run.wantResults = firstTurn && firstProcess;
    if (firstTurn && firstProcess) run.capture = sides_[side].capture;
    if (!firstTurn) run.warmup = std::min(run.warmup, 1U);
    return run;
  }
  /// "pair 3 of 12, turn 5 of 16, old".
  static std::string placeText(size_t side, uint32_t process, uint32_t wanted, uint32_t turn) {
    return fmt::format("pair {} of {}, turn {} of {}, {}", process + 1, wanted, turn + 1, 2 * kTurnsOfProcess,
                       side == 0 ? "old" : "new");
  }
  [[nodiscard]] RunSinks sinksOf(size_t side, uint32_t process, uint32_t wanted, uint32_t turn) const {
    RunSinks sinks;
    sinks.progressLines = plan_.progress;
    sinks.progress = plan_.progress
                         ? placeText(side, process, wanted, turn) + ": "
                         : fmt::format("pair {} of {}, {}: ", process + 1, wanted, side == 0 ? "old" : "new");
    if (process == 0)
      sinks.print = [](const std::string& text, bool) { std::fputs(printable(text, false).c_str(), stderr); };
    return sinks;
  }
  void noteDefaulted(size_t side) const {
    for (const std::string& line : sides_[side].prepared.defaulted)
      std::fprintf(stderr, "rscope: note: %s: defaulted argument %s\n", side == 0 ? "old" : "new", line.c_str());
    if (const std::string wrong = wrongResultText(sides_[side].prepared); !wrong.empty())
      std::fprintf(stderr, "rscope: warning: %s: the result is wrong: %s\n", side == 0 ? "old" : "new", wrong.c_str());
  }
  bool failed(size_t side, const wire::Message& message, uint32_t process) {
    failedText_ = answerText(message);
    if (process == 0) failedCode_ = reportAnswer(sides_[side].options, sides_[side].prepared, message);
    return false;
  }

  const std::array<PairToRun, 2>& sides_;
  const TurnsPlan& plan_;
  std::string session_;
  std::array<JoinedTurns, 2> joined_;
  RecordedTurns recorded_;
  bool long_ = false;
  int failedCode_ = kDone;
  std::string failedText_;
};

}  // namespace

std::optional<RecordedTurns> recordTurns(const std::array<PairToRun, 2>& sides, const TurnsPlan& plan, int& exitCode) {
  return TurnsRecorder(sides, plan).run(exitCode);
}

}  // namespace relaxscope::cli
