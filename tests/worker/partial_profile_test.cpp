// SPDX-License-Identifier: Apache-2.0
// The profile of a run that does not end: all events until then, marked as incomplete with the reason.
#include <map>
#include <nlohmann/json.hpp>

#include "rscope_process.h"
#include "vmcore/trace/event_text.h"
#include "vmcore/trace/file/trace_file.h"

namespace relaxscope {
namespace {

constexpr const char* kLost = "; the events since the last hand-over are lost";

/// `rscope profile` of a function in which each run is one call of misbehave_ok and one of another kernel.
class Profiled {
 public:
  explicit Profiled(const std::string& function, std::vector<std::string> more = {})
      : run_(arguments(function, more)) {}

  [[nodiscard]] Rscope& process() { return run_; }
  /// Waits for the exit code and the file.
  int end() {
    const int code = run_.wait();
    auto file = readTraceFile(path_);
    EXPECT_TRUE(file.ok()) << (file.ok() ? "" : file.error().text()) << run_.errors();
    trace_ = file.ok() ? file->trace : std::make_shared<const Trace>();
    return code;
  }
  [[nodiscard]] const Trace& trace() const { return *trace_; }
  [[nodiscard]] const TraceInfo& info() const { return trace_->info; }
  /// Number of events by label; those of loading are left out.
  [[nodiscard]] std::map<std::string, int> events() const {
    std::map<std::string, int> found;
    for (const auto& chunk : trace_->chunks())
      for (size_t i = 0; i < chunk->size(); ++i) {
        const EventSite& site = chunk->site(i);
        if (isLoadPhase(site.kind)) continue;
        const char* const body = isBody(site.kind) ? " (body)" : "";
        ++found[std::string(eventName(info(), site.kind, site.callee)) + body];
      }
    return found;
  }
  /// The output of `rscope export` of the file.
  [[nodiscard]] std::string exported(const std::string& options = "") const {
    const std::string command = std::string(RSCOPE_PATH) + " export " + path_ + " " + options;
    std::FILE* const pipe = popen(command.c_str(), "r");
    std::string text;
    for (std::array<char, 4096> part{}; const size_t n = std::fread(part.data(), 1, part.size(), pipe);)
      text.append(part.data(), n);
    EXPECT_EQ(pclose(pipe), 0) << command;
    return text;
  }

 private:
  std::vector<std::string> arguments(const std::string& function, const std::vector<std::string>& more) {
    std::vector<std::string> all{"profile", function, "--warmup", "0", "--no-reference", "--no-values", "-o", path_};
    all.insert(all.end(), more.begin(), more.end());
    return all;
  }

  test::ScratchFolder folder_;
  std::string path_ = folder_.file("part.rsprof");
  Rscope run_;
  std::shared_ptr<const Trace> trace_;
};

/// Five runs and what the sixth did before its second kernel did not return.
void expectFiveRunsAndAPart(const Profiled& profiled, const std::string& function, const std::string& kernel) {
  const std::map<std::string, int> want{{"misbehave_ok", 6}, {kernel, 5}, {function + " (body)", 6}};
  EXPECT_EQ(profiled.events(), want);
  EXPECT_EQ(profiled.trace().runs.size(), 6u);
  EXPECT_FALSE(has(profiled.info().cutShort, kLost)) << profiled.info().cutShort;
  const auto& runs = profiled.trace().runs;
  for (size_t i = 0; i < runs.size(); ++i) {
    EXPECT_EQ(runs[i].index, i);
    EXPECT_GT(runs[i].duration, 0);
  }
}

TEST(PartialProfile, AFaultAfterSomeCallsLosesNoEvent) {
  Profiled profiled("call_segfault_later");
  EXPECT_EQ(profiled.end(), 3) << profiled.process().errors();
  expectFiveRunsAndAPart(profiled, "call_segfault_later", "misbehave_segfault_later");
  EXPECT_TRUE(profiled.info().cutShort.starts_with("the worker was killed by SIGSEGV in call_segfault_later:"))
      << profiled.info().cutShort;
  EXPECT_TRUE(has(profiled.process().errors(), "the files hold what was recorded before the failure"))
      << profiled.process().errors();
}

TEST(PartialProfile, AFaultOfAnotherThreadLosesNoEvent) {
  Profiled profiled("call_segfault_later_in_parallel");
  EXPECT_EQ(profiled.end(), 3) << profiled.process().errors();
  expectFiveRunsAndAPart(profiled, "call_segfault_later_in_parallel", "misbehave_segfault_later_in_parallel");
}

TEST(PartialProfile, AFaultAfterManyRunsLosesNoEvent) {
  setenv("MISBEHAVE_CALLS", "20000", 1);
  Profiled profiled("call_segfault_later", {"--repeat", "1000000"});
  EXPECT_EQ(profiled.end(), 3) << profiled.process().errors();
  unsetenv("MISBEHAVE_CALLS");
  EXPECT_EQ(profiled.trace().runs.size(), 20'001u);
  EXPECT_EQ(profiled.events()["misbehave_ok"], 20'001);
  EXPECT_EQ(profiled.events()["misbehave_segfault_later"], 20'000);
}

TEST(PartialProfile, AFaultInAValuesRunKeepsTheValues) {
  const test::ScratchFolder folder;
  const std::string path = folder.file("values.rsprof");
  setenv("MISBEHAVE_CALLS", "3", 1);  // warm-ups
  Rscope run({"profile", "call_segfault_later", "--warmup", "3", "-o", path});
  EXPECT_EQ(run.wait(), 3) << run.errors();
  unsetenv("MISBEHAVE_CALLS");
  const auto file = readTraceFile(path);
  ASSERT_TRUE(file.ok()) << file.error().text();
  EXPECT_EQ(file->trace->runCount(RunKind::Warmup), 3u);
  EXPECT_EQ(file->trace->runCount(RunKind::Values), 1u);
  EXPECT_FALSE(file->trace->info.cutShort.empty());
}

TEST(PartialProfile, AKernelThatHangsLosesNoEvent) {
  Profiled profiled("call_loop_later", {"--timeout", "0.5"});
  EXPECT_EQ(profiled.end(), 2) << profiled.process().errors();
  expectFiveRunsAndAPart(profiled, "call_loop_later", "misbehave_loop_later");
  EXPECT_TRUE(profiled.info().cutShort.starts_with(
      "the time limit of 0.5 s is reached, and native code did not return (in call_loop_later:"))
      << profiled.info().cutShort;
  ASSERT_FALSE(profiled.trace().runs.empty());
  EXPECT_GT(profiled.info().clock.toNs(profiled.trace().runs.back().duration), 1e8) << "it lasted until the end";
}

TEST(PartialProfile, CtrlCDuringAKernelThatHangs) {
  Profiled profiled("call_print_and_loop");
  profiled.process().awaitErrors("begun");
  profiled.process().send(SIGINT);
  EXPECT_EQ(profiled.end(), 2) << profiled.process().errors();
  const std::map<std::string, int> want{{"misbehave_ok", 1}, {"call_print_and_loop (body)", 1}};
  EXPECT_EQ(profiled.events(), want);
  EXPECT_TRUE(profiled.info().cutShort.starts_with("stopped in call_print_and_loop:")) << profiled.info().cutShort;
}

TEST(PartialProfile, AWorkerThatDoesNotAnswerLeavesWhatArrivedAndSaysSo) {
  Profiled profiled("call_print_and_loop");
  profiled.process().awaitErrors("begun");
  const auto workers = profiled.process().children();
  ASSERT_EQ(workers.size(), 1u);
  kill(workers[0], SIGSTOP);
  profiled.process().send(SIGINT);
  EXPECT_EQ(profiled.end(), 2) << profiled.process().errors();
  EXPECT_EQ(
      profiled.info().cutShort,
      std::string(
          "the worker was terminated while it ran: cancelled; the worker did not answer within 2 s and was killed") +
          kLost);
}

TEST(PartialProfile, AProcessThatVanishesLeavesWhatArrivedAndSaysSo) {
  Profiled profiled("call_vanish");
  EXPECT_EQ(profiled.end(), 3) << profiled.process().errors();
  EXPECT_EQ(profiled.info().cutShort, std::string("the worker ended with exit code 7 while it ran") + kLost);
  EXPECT_TRUE(
      has(profiled.exported(), "\n  incomplete the worker ended with exit code 7 while it ran; the events since"))
      << profiled.exported();
}

TEST(PartialProfile, ExportsSayWhyItIsIncomplete) {
  Profiled profiled("call_segfault_later");
  EXPECT_EQ(profiled.end(), 3);
  const std::string& reason = profiled.info().cutShort;
  EXPECT_TRUE(has(profiled.exported(), ("\n  incomplete " + reason + "\n").c_str())) << profiled.exported();
  EXPECT_EQ(nlohmann::json::parse(profiled.exported("--json"))["incomplete"], reason);
  const nlohmann::json chrome = nlohmann::json::parse(profiled.exported("--chrome -"));
  EXPECT_TRUE(std::ranges::any_of(chrome, [&](const nlohmann::json& event) {
    return event["name"] == "process_labels" && event["args"]["labels"] == "incomplete: " + reason;
  }));
}

}  // namespace
}  // namespace relaxscope
