// SPDX-License-Identifier: Apache-2.0
// A worker process with an executable made for the test: each of its functions calls one kernel.
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <string>
#include <vector>

#include "app/cli/run/worker_process.h"
#include "tests/support/scratch_folder.h"
#include "vmcore/format/vm/vm_executable.h"
#include "vmcore/model/builder.h"

namespace relaxscope {

/// Functions "call_X" that call "misbehave_X" (after an instruction that calls misbehave_ok), one that loops forever,
/// one that returns its argument; descend(n, step) calls itself until n is zero, through a closure that captures step.
inline Executable misbehavingExecutable(const std::vector<std::string>& kernels) {
  ExecutableBuilder b;
  for (const std::string& kernel : kernels) {
    b.beginFunction("call_" + kernel, int64_t{0});
    b.emitCall("misbehave_ok", {}, 0);
    b.emitCall("misbehave_" + kernel, {}, 0);
    b.emitRet(0);
  }
  b.beginFunction("spin", int64_t{0});
  b.emitCall("misbehave_print", {}, 0);
  b.emitCall("misbehave_ok", {}, 0);
  b.emitGoto(-1);
  b.emitRet(0);
  b.beginFunction("identity", {"x"});
  b.emitRet(0);
  b.beginFunction("descend", {"n", "step"});
  const auto last = b.emitIf(0, 2);
  b.emitCall("misbehave_subtract", {ExecutableBuilder::r(0), ExecutableBuilder::r(1)}, 2);
  b.emitCall("vm.builtin.make_closure", {b.f("descend"), ExecutableBuilder::r(1)}, 3);
  b.emitCall("vm.builtin.invoke_closure", {ExecutableBuilder::vm(), ExecutableBuilder::r(3), ExecutableBuilder::r(2)},
             4);
  b.emitRet(4);
  b.patchJump(last, b.here());
  b.emitRet(0);
  b.beginFunction("nested", int64_t{0});
  b.emitCall("misbehave_ok", {}, 0);
  b.emitCall("call_" + kernels.front(), {}, 0);
  b.emitRet(0);
  return b.finish();
}

inline const std::vector<std::string>& allKernels() {
  static const std::vector<std::string> kAll = {"segfault",
                                                "segfault_in_parallel",
                                                "divide",
                                                "trap",
                                                "forbidden_call",
                                                "abort",
                                                "exit",
                                                "exit_at_once",
                                                "vanish",
                                                "loop",
                                                "eat",
                                                "eat_and_trip",
                                                "eat_by_new",
                                                "print",
                                                "print_and_crash",
                                                "close_everything",
                                                "close_all_there_is",
                                                "scribble",
                                                "fork_and_return",
                                                "fork_and_stay",
                                                "fork_and_crash",
                                                "print_and_loop",
                                                "print_without_end",
                                                "throw",
                                                "throw_int",
                                                "recurse",
                                                "raise",
                                                "fail_silently",
                                                "spin_by_process",
                                                "tell_layout",
                                                "crash_elsewhere",
                                                "wild",
                                                "null",
                                                "segfault_later",
                                                "segfault_later_in_parallel",
                                                "loop_later"};
  return kAll;
}

/// Client of a real worker; keeps the kernels' output.
class Host {
 public:
  explicit Host(const std::string& command = "") {
    setenv("RELAXSCOPE_WORKER", WORKER_PATH, 1);
    process = std::make_unique<cli::WorkerProcess>(command);
    greeting = answer();
  }
  /// The next message that is neither output nor progress.
  wire::Message answer() {
    for (;;) {
      wire::Message message = process->next();
      if (const auto* output = std::get_if<wire::Output>(&message))
        (output->standardError ? printedErrors : printed) += output->text;
      else if (wire::isTracePart(message) || std::holds_alternative<wire::Progress>(message)) continue;
      else return message;
    }
  }
  wire::Message load(wire::Load request, const LoadFiles& files = nullptr) {
    process->send(process->session().load(request, files));
    return answer();
  }
  /// Loads an executable that calls all the kernels of the misbehaving library.
  wire::Message loadMisbehaving(Limits limits = {}) {
    wire::Load request;
    request.path = folder.write("model.bin", writeVmExecutable(misbehavingExecutable(allKernels())));
    request.libraries = {MISBEHAVE_PATH};
    request.limits = limits;
    return load(request);
  }
  wire::Message run(const wire::Run& request) {
    process->send(process->session().run(request));
    return answer();
  }
  wire::Message call(const std::string& function, std::vector<Value> args = {}) {
    wire::Run request;
    request.script = {{function, std::move(args)}};
    return run(request);
  }

  test::ScratchFolder folder;
  std::unique_ptr<cli::WorkerProcess> process;
  wire::Message greeting;
  std::string printed, printedErrors;
};

/// The failure in an answer, or a test failure.
inline wire::Failure failureOf(const wire::Message& message) {
  const auto* failure = std::get_if<wire::Failure>(&message);
  EXPECT_NE(failure, nullptr) << "got " << wire::messageName(message);
  return failure != nullptr ? *failure : wire::Failure{};
}

/// Whether a process is running (and is not a zombie).
inline bool processLives(pid_t pid) {
  std::ifstream stat("/proc/" + std::to_string(pid) + "/stat");
  std::string line;
  if (!std::getline(stat, line)) return false;
  const size_t name = line.rfind(')');
  return name != std::string::npos && line.size() > name + 2 && line[name + 2] != 'Z';
}

}  // namespace relaxscope
