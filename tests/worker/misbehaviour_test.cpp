// SPDX-License-Identifier: Apache-2.0
// For every misbehaviour of native code the host gets one clear message that names the Call.
#include <csignal>
#include <thread>

#include "harness.h"

namespace relaxscope {
namespace {

using wire::Failure;

/// The failure of one kernel in a fresh worker.
Failure failureOfKernel(const std::string& kernel, Limits limits = {}) {
  Host host;
  EXPECT_TRUE(std::holds_alternative<wire::Loaded>(host.loadMisbehaving(limits)));
  return failureOf(host.call("call_" + kernel));
}

/// Checks that the failure's place is the second instruction of call_KERNEL.
void expectPlace(const Failure& failure, const std::string& kernel) {
  static const Executable kExecutable = misbehavingExecutable(allKernels());
  ASSERT_TRUE(failure.position.has_value()) << failureText(failure);
  const std::string name = "call_" + kernel;
  EXPECT_EQ(failure.position->function, name);
  EXPECT_EQ(failure.position->callee, "misbehave_" + kernel);
  const FuncIndex function = kExecutable.findFunction(name);
  ASSERT_TRUE(function.valid()) << name;
  EXPECT_EQ(failure.position->pc, kExecutable.functions[function.at()].startInstr + 1);
}

struct DeadlyKernel {
  const char* name;
  int signal;
  const char* text;
};
class Deadly : public ::testing::TestWithParam<DeadlyKernel> {};

TEST_P(Deadly, NamesSignalAndCall) {
  const Failure failure = failureOfKernel(GetParam().name);
  EXPECT_EQ(failure.signal, GetParam().signal) << failureText(failure);
  EXPECT_TRUE(failure.fatal);
  EXPECT_NE(failureText(failure).find(GetParam().text), std::string::npos) << failureText(failure);
  EXPECT_EQ(cli::exitCodeOf(failure), 3);
  expectPlace(failure, GetParam().name);
}

INSTANTIATE_TEST_SUITE_P(
    Kernels, Deadly,
    ::testing::Values(DeadlyKernel{"segfault", SIGSEGV,
                                   "the worker was killed by SIGSEGV in call_segfault:1, call misbehave_segfault"},
                      DeadlyKernel{"wild", SIGSEGV, "access through a pointer that is not an address"},
                      DeadlyKernel{"null", SIGSEGV, "access through a null pointer"},
                      DeadlyKernel{"segfault_in_parallel", SIGSEGV,
                                   "in call_segfault_in_parallel:4, call misbehave_segfault_in_parallel"},
                      DeadlyKernel{"divide", SIGFPE, "the worker was killed by SIGFPE"},
                      DeadlyKernel{"trap", SIGTRAP, "the worker was killed by SIGTRAP"},
                      DeadlyKernel{"forbidden_call", SIGSYS, "the worker was killed by SIGSYS"},
                      DeadlyKernel{"abort", SIGABRT, "native code called abort()"},
                      DeadlyKernel{"recurse", SIGSEGV, "its stack overflowed"},
                      DeadlyKernel{"fork_and_crash", SIGABRT, "SIGABRT"}),
    [](const auto& kase) { return std::string(kase.param.name); });

TEST(Misbehaviour, NothingFollowsTheFatalFailure) {
  for (const char* kernel : {"trap", "forbidden_call"}) {
    const test::ScratchFolder folder;
    setenv("MISBEHAVE_WENT_ON", folder.file("went_on").c_str(), 1);
    EXPECT_TRUE(failureOfKernel(kernel).fatal);
    EXPECT_FALSE(std::filesystem::exists(folder.file("went_on"))) << kernel;
    unsetenv("MISBEHAVE_WENT_ON");
  }
}

TEST(Misbehaviour, AFaultInsideANestedFunctionNamesTheInnermostCall) {
  Host host;
  host.loadMisbehaving();
  const Failure failure = failureOf(host.call("nested"));
  EXPECT_EQ(failure.signal, SIGSEGV);
  expectPlace(failure, "segfault");
}

TEST(Misbehaviour, ExitIsReportedAsSuch) {
  const Failure failure = failureOfKernel("exit");
  EXPECT_EQ(failure.kind, "Exit");
  EXPECT_NE(failure.message.find("exit(0)"), std::string::npos) << failure.message;
  EXPECT_EQ(cli::exitCodeOf(failure), 3);
  expectPlace(failure, "exit");
}

TEST(Misbehaviour, AnExitAtOnceIsReportedAsSuch) {
  const Failure failure = failureOfKernel("exit_at_once");
  EXPECT_EQ(failure.kind, "Exit");
  EXPECT_NE(failure.message.find("_exit(7)"), std::string::npos) << failure.message;
  EXPECT_EQ(cli::exitCodeOf(failure), 3);
  expectPlace(failure, "exit_at_once");
}

TEST(Misbehaviour, AnEndWithoutAWordIsNoticed) {
  const Failure failure = failureOfKernel("vanish");
  EXPECT_EQ(failure.kind, "WorkerLost");
  EXPECT_EQ(failure.message, "the worker ended with exit code 7 while it ran");
  EXPECT_EQ(cli::exitCodeOf(failure), 3);
}

TEST(Misbehaviour, AnEndlessKernelMeetsTheTimeLimit) {
  Limits limits;
  limits.timeSeconds = 0.3;
  const Failure failure = failureOfKernel("loop", limits);
  EXPECT_EQ(failure.kind, "TimeLimit");
  EXPECT_NE(failure.message.find("the time limit of 0.3 s is reached"), std::string::npos) << failure.message;
  EXPECT_EQ(cli::exitCodeOf(failure), 2);
  expectPlace(failure, "loop");
}

TEST(Misbehaviour, AnEndlessProgramMeetsTheTimeLimitAndTheWorkerLives) {
  Host host;
  Limits limits;
  limits.timeSeconds = 0.3;
  limits.steps = 0;
  host.loadMisbehaving(limits);
  const Failure failure = failureOf(host.call("spin"));
  EXPECT_EQ(failure.kind, "TimeLimit") << failureText(failure);
  EXPECT_FALSE(failure.fatal);
  EXPECT_TRUE(std::holds_alternative<wire::RunFinished>(host.call("identity", {Value{int64_t{1}}})));
}

TEST(Misbehaviour, ManyShortCallsMeetTheTimeLimitAndTheWorkerLives) {
  Host host;
  Limits limits;
  limits.timeSeconds = 0.3;
  host.loadMisbehaving(limits);
  wire::Run request;
  request.script = {{"identity", {Value{int64_t{1}}}}};  // has no instruction that checks for a stop
  request.number = 2'000'000'000;
  host.process->send(host.process->session().run(request));
  const Failure failure = failureOf(host.answer());
  EXPECT_EQ(failure.kind, "TimeLimit") << failureText(failure);
  EXPECT_FALSE(failure.fatal);
  EXPECT_TRUE(std::holds_alternative<wire::RunFinished>(host.call("identity", {Value{int64_t{1}}})));
}

TEST(Misbehaviour, AStepLimitEndsAnEndlessProgram) {
  Host host;
  Limits limits;
  limits.steps = 100'000;
  host.loadMisbehaving(limits);
  const Failure failure = failureOf(host.call("spin"));
  EXPECT_EQ(failure.kind, "StepLimit") << failureText(failure);
  EXPECT_FALSE(failure.fatal);
}

TEST(Misbehaviour, CancelStopsAProgramAndKillsTheWorkerOfAKernel) {
  for (const std::string function : {"spin", "call_print_and_loop"}) {
    Host host;
    Limits limits;
    limits.steps = 0;
    host.loadMisbehaving(limits);
    wire::Run request;
    request.script = {{function, {}}};
    host.process->send(host.process->session().run(request));
    ASSERT_TRUE(std::holds_alternative<wire::Output>(host.process->next())) << "it has begun";
    host.process->send(host.process->session().cancel());
    const Failure failure = failureOf(host.answer());
    EXPECT_EQ(failure.kind, "Cancelled") << failureText(failure);
    EXPECT_EQ(failure.fatal, function == "call_print_and_loop");
    EXPECT_EQ(cli::exitCodeOf(failure), 2);
  }
}

class Eater : public ::testing::TestWithParam<const char*> {};
TEST_P(Eater, MeetsTheMemoryLimit) {
  Limits limits;
  limits.memoryDefault = false;
  limits.memoryBytes = 256 << 20;
  const Failure failure = failureOfKernel(GetParam(), limits);
  const std::string text = failureText(failure);
  EXPECT_NE(text.find("memory"), std::string::npos) << text;
  EXPECT_NE(text.find("limit"), std::string::npos) << text;
  expectPlace(failure, GetParam());
}
INSTANTIATE_TEST_SUITE_P(Kernels, Eater, ::testing::Values("eat", "eat_and_trip", "eat_by_new"),
                         [](const auto& kase) { return std::string(kase.param); });

TEST(Misbehaviour, PrintedTextComesAsOutputAheadOfTheAnswer) {
  Host host;
  host.loadMisbehaving();
  EXPECT_TRUE(std::holds_alternative<wire::RunFinished>(host.call("call_print")));
  EXPECT_EQ(host.printed, "a line of a kernel\nhalf a line");
  EXPECT_EQ(host.printedErrors, "an error line\n");
}

TEST(Misbehaviour, AThreadThatPrintsWithoutEndHoldsNoAnswerBack) {
  Host host;
  Limits limits;
  limits.timeSeconds = 5;
  host.loadMisbehaving(limits);
  const wire::Message answer = host.call("call_print_without_end");
  EXPECT_TRUE(std::holds_alternative<wire::RunFinished>(answer)) << failureText(failureOf(answer));
}

TEST(Misbehaviour, TextPrintedBeforeAFaultIsKept) {
  Host host;
  host.loadMisbehaving();
  EXPECT_EQ(failureOf(host.call("call_print_and_crash")).signal, SIGSEGV);
  EXPECT_EQ(host.printed, "before the fault\n");
}

TEST(Misbehaviour, ClosedDescriptorsDoNotCutTheLine) {
  Host host;
  host.loadMisbehaving();
  EXPECT_TRUE(std::holds_alternative<wire::RunFinished>(host.call("call_close_everything")));
  EXPECT_TRUE(std::holds_alternative<wire::RunFinished>(host.call("identity", {Value{int64_t{1}}})));
}

TEST(Misbehaviour, ClosingEveryDescriptorIsOneMessage) {
  const Failure failure = failureOfKernel("close_all_there_is");
  EXPECT_TRUE(failure.fatal);
  EXPECT_NE(failureText(failure).find("the worker"), std::string::npos) << failureText(failure);
}

TEST(Misbehaviour, ScribblingOnTheLineIsOneMessage) {
  const Failure failure = failureOfKernel("scribble");
  EXPECT_EQ(failure.kind, "Protocol");
  EXPECT_NE(failure.message.find("the worker violated the protocol"), std::string::npos) << failure.message;
}

TEST(Misbehaviour, AForkedChildThatReturnsStaysSilent) {
  Host host;
  host.loadMisbehaving();
  EXPECT_TRUE(std::holds_alternative<wire::RunFinished>(host.call("call_fork_and_return")));
  for (int64_t i = 0; i < 5; ++i) {
    const wire::Message answer = host.call("identity", {Value{i}});
    ASSERT_TRUE(std::holds_alternative<wire::RunFinished>(answer)) << wire::messageName(answer);
    EXPECT_EQ(std::get<int64_t>(std::get<wire::RunFinished>(answer).results.at(0).data), i);
  }
}

TEST(Misbehaviour, ChildrenOfKernelsDieWithTheWorker) {
  pid_t child = 0;
  {
    Host host;
    host.loadMisbehaving();
    const wire::Message answer = host.call("call_fork_and_stay");
    ASSERT_TRUE(std::holds_alternative<wire::RunFinished>(answer));
    child = static_cast<pid_t>(std::get<int64_t>(std::get<wire::RunFinished>(answer).results.at(0).data));
    EXPECT_TRUE(processLives(child));
  }
  for (int i = 0; i < 100 && processLives(child); ++i) std::this_thread::sleep_for(std::chrono::milliseconds(20));
  EXPECT_FALSE(processLives(child));
}

TEST(Misbehaviour, ExceptionsOfKernelsAreFailuresOrOneMessage) {
  for (const std::string kernel : {"throw", "throw_int"}) {
    const Failure failure = failureOfKernel(kernel);
    expectPlace(failure, kernel);
    if (kernel == "throw") {
      EXPECT_NE(failureText(failure).find("thrown by a kernel"), std::string::npos) << failureText(failure);
    }
  }
}

/// The failure of opening a library in addition to the executable.
Failure failureOfLibrary(const char* library, Limits limits) {
  Host host;
  wire::Load request;
  request.path = host.folder.write("model.bin", writeVmExecutable(misbehavingExecutable({"ok"})));
  request.libraries = {library};
  request.limits = limits;
  return failureOf(host.load(request));
}

TEST(Misbehaviour, AFaultWhileALibraryIsOpenedNamesTheStep) {
  const Failure failure = failureOfLibrary(CRASH_ON_LOAD_PATH, {});
  EXPECT_EQ(failure.signal, SIGSEGV);
  EXPECT_NE(failureText(failure).find("the worker was killed by SIGSEGV at the step \"open the library\""),
            std::string::npos)
      << failureText(failure);
  EXPECT_EQ(cli::exitCodeOf(failure), 3);
}

TEST(Misbehaviour, AnEndlessConstructorMeetsTheTimeLimit) {
  Limits limits;
  limits.timeSeconds = 0.2;
  const Failure failure = failureOfLibrary(LOOP_ON_LOAD_PATH, limits);
  EXPECT_EQ(failure.kind, "TimeLimit");
  EXPECT_NE(failureText(failure).find("at the step"), std::string::npos) << failureText(failure);
}

TEST(Misbehaviour, AProperErrorIsAFailureAndTheWorkerLives) {
  Host host;
  host.loadMisbehaving();
  const Failure failure = failureOf(host.call("call_raise"));
  EXPECT_EQ(failure.kind, "ValueError");
  EXPECT_NE(failureText(failure).find("raised as it should be"), std::string::npos);
  EXPECT_FALSE(failure.fatal);
  EXPECT_EQ(cli::exitCodeOf(failure), 2);
  expectPlace(failure, "raise");
  EXPECT_TRUE(std::holds_alternative<wire::RunFinished>(host.call("identity", {Value{int64_t{1}}})));
}

TEST(Misbehaviour, AnErrorWithoutAMessageIsAFailure) {
  Host host;
  host.loadMisbehaving();
  const Failure failure = failureOf(host.call("call_fail_silently"));
  EXPECT_FALSE(failure.fatal) << failureText(failure);
  EXPECT_NE(failureText(failure).find("native code failed without an error message"), std::string::npos)
      << failureText(failure);
  expectPlace(failure, "fail_silently");
  EXPECT_TRUE(std::holds_alternative<wire::RunFinished>(host.call("identity", {Value{int64_t{1}}})));
}

}  // namespace
}  // namespace relaxscope
