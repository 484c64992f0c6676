// SPDX-License-Identifier: Apache-2.0
// The options of the commands that run, and of `export`.
#include "app/cli/run/options.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>

#include <map>
#include <memory>
#include <string>

#include "app/cli/commands.h"
#include "app/cli/run/commands.h"
#include "app/number_options.h"
#include "vmcore/run/gpu_emulation.h"
#include "vmcore/run/request.h"
#include "vmcore/trace/accuracy.h"

namespace relaxscope::cli {
namespace {

void addLimitOptions(CLI::App& command, RunOptions& o) {
  addTimeoutOption(command, o);
  command
      .add_option("--memory-limit", o.memoryLimit,
                  "Bytes a run may take; 0: no limit; default: three quarters of free memory")
      ->transform(countText())
      ->type_name("BYTES");
  command.add_option("--step-limit", o.stepLimit, "Instructions a call may execute; 0: no limit; default: 2^32")
      ->transform(countText())
      ->type_name("N");
  command.add_option("--stack-limit", o.stackLimit, "Frames of VM functions; 0: no limit; default: 10,000")
      ->transform(countText())
      ->type_name("N");
}

void addEmulationOption(CLI::App& command) {
  command.add_flag_callback(
      "--emulate-cuda", emulateCuda,
      "Put an emulated GPU in the place of a real one: kernels are compiled for the CPU, and every access is checked; "
      "its times are no measure");
}

void addRunOptions(CLI::App& command, RunOptions& o) {
  command.add_option("FILE", o.file, "Library or executable bytes")->required();
  command.add_option("FUNCTION", o.function, "Function to call; default: main, else the only public one");
  addArgumentOptions(command, o);
  command.add_option("--result", o.resultPath, "Write the result with its types")->type_name("RESULT.json");
  command.add_option("--outputs", o.outputsPath, "Write the result's arrays as out0, out1, ...")->type_name("OUT.npz");
  addVmOptions(command, o);
  command.add_flag(
      "--print-request", o.printRequest,
      "Run nothing: print function, seed, limits and each argument with its SHA-256; with --json an object");
  addWorkerOption(command, o);
}

/// --repeat, --warmup and --min-time; the help texts name what is repeated.
void addRepeatOptions(CLI::App& command, RepeatOptions& o, const std::string& repeatHelp,
                      const std::string& minTimeHelp) {
  command.add_option("--repeat", o.repeat, repeatHelp)
      ->check(CLI::Range(uint32_t{1}, kMaxRuns))
      ->capture_default_str()
      ->type_name("N");
  command.add_option("--warmup", o.warmup, "Warm-up runs before them, which are not measured")
      ->transform(countText())
      ->capture_default_str()
      ->type_name("N");
  command.add_option("--min-time", o.minTime, minTimeHelp)->check(secondsText(1e9))->type_name("S");
}

void addProcessesOption(CLI::App& command, std::optional<uint32_t>& processes, uint32_t most, const std::string& help) {
  command
      .add_option(
          "--processes", processes,
          help + fmt::format(";\ndefault: {}, or as many as there is time for in {:g} s, 1 where that is not {}", most,
                             kProfileSeconds, kMinProcesses))
      ->check(CLI::Range(uint32_t{1}, static_cast<uint32_t>(kMaxProcesses)))
      ->type_name("N");
}

void addFailAboveTime(CLI::App& command, LimitText& limit) {
  // Not bound to an optional: empty text would then count as not given.
  command
      .add_option_function<std::string>(
          "--fail-above", [&limit](const std::string& text) { limit = text; },
          "Exit with code 1 if the median run takes longer than this, such as 250us")
      ->type_name("TIME");
}

void addTraceOutputs(CLI::App& command, TraceOutputs& o) {
  command.add_flag("--anonymous", o.anonymous, "Leave the host's name, the command and folders out of all output");
  command.add_option("-o,--output", o.out, "Write the profile")->type_name("OUT.rsprof");
  command.add_option("--chrome", o.chrome, "Write a trace for Chrome and Perfetto")->type_name("OUT.json");
  command.add_option("--csv", o.csv, "Write one row per event")->type_name("OUT.csv");
  command
      .add_option(
          "--by", o.by,
          "One row per callee, call site, shapes of a callee's arguments, kind of call, layer, or call of a run (of a script)")
      ->transform(CLI::CheckedTransformer(std::map<std::string, Grouping>{{"callee", Grouping::Callee},
                                                                          {"site", Grouping::Site},
                                                                          {"shape", Grouping::Shape},
                                                                          {"kind", Grouping::Kind},
                                                                          {"layer", Grouping::Layer},
                                                                          {"call", Grouping::RunCall}},
                                          CLI::ignore_case)
                      .description(""))
      ->type_name("callee|site|shape|kind|layer|call");
  command.add_flag("--summary", o.summary, "Print the figures even when files are written");
  command.add_flag("--raw", o.raw, "Print times as recorded beside the corrected ones");
  command.add_flag(
      "--json", o.asJson,
      "Print the figures as an object: file, function, runs, run_ns, unrecorded_ns, accuracy, load_ns, memory,\n"
      "recording_ns, calls");
}

}  // namespace

void addArgumentOptions(CLI::App& command, RunOptions& o) {
  command
      .add_option(
          "--input", o.inputs,
          "One argument, in order or by name: [NAME=]DTYPE[DIM,...] (random), [NAME=]@FILE.npy, [NAME=]3, [NAME=](3,@FILE.npy) for a tuple; may be given several times")
      ->type_name("SPEC")
      ->allow_extra_args(false);
  command.add_option("--args", o.argsPath, "Arguments with their types")->type_name("ARGS.json");
  command
      .add_option(
          "--inputs", o.inputsPaths,
          "Arrays by parameter name, as fields of a tuple, else arg0, arg1, ..., or those that --args names; may be given several times")
      ->type_name("ARRAYS")
      ->allow_extra_args(false);
  command
      .add_option("--script", o.scriptPath,
                  "Several calls on one VM: a list of {func, args, mode}, mode call, stateful or save")
      ->type_name("CALLS.json");
}

void addVmOptions(CLI::App& command, RunOptions& o) {
  command
      .add_option(
          "--device", o.devices,
          "By device index: cpu[:N], cuda[:N] or emulated[:N], with =naive or =pooled for its own allocator; the host comes "
          "last; default: cuda:0 for an executable with CUDA kernels, else cpu; may be given several times")
      ->type_name("NAME")
      ->allow_extra_args(false);
  addEmulationOption(command);
  command.add_option("--engine", o.engine, "Engine: builtin")->check(CLI::IsMember({"builtin"}))->capture_default_str();
  command.add_option("--allocator", o.allocator, "pooled or naive, for devices that name none")
      ->check(CLI::IsMember({"pooled", "naive"}))
      ->capture_default_str();
  command
      .add_option("--load", o.libraries,
                  "A library of packed functions, or of the same model for its kernels; may be given several times")
      ->type_name("LIB.so")
      ->allow_extra_args(false);
  command
      .add_option(
          "--skip", o.skip,
          "A kernel or builtin that is not run, or a pattern of their names ('matmul*'); its calls return None; may be given several times")
      ->type_name("NAME")
      ->allow_extra_args(false);
  command
      .add_option(
          "--instrument", o.instrument,
          "Function of a --load library that returns an instrument, called before and after each call (TVM's set_instrument)")
      ->type_name("FACTORY");
  command.add_option("--consts", o.constsPath, "Late-bound constants of a Relay VM executable")->type_name("FILE");
  command.add_option("--seed", o.seed, "Seed of random and defaulted values")
      ->transform(countText())
      ->capture_default_str();
  addLimitOptions(command, o);
}

void addTimeoutOption(CLI::App& command, RunOptions& o) {
  command
      .add_option("--timeout", o.timeout,
                  "Seconds that the worker's start, the load and the run may take together; 0: no limit")
      ->check(secondsText(1e9))
      ->type_name("S");
}

void addWorkerOption(CLI::App& command, RunOptions& o) {
  command
      .add_option(
          "--worker", o.workerCommand,
          "Start the worker through a command, such as 'ssh HOST relaxscope-worker'; it is sent the files it lacks")
      ->type_name("COMMAND");
}

Runner configureExport(CLI::App& command) {
  auto options = std::make_shared<ExportOptions>();
  ExportOptions& o = *options;
  command.add_option("FILE", o.file, "Profile")->required()->type_name("IN.rsprof");
  addTraceOutputs(command, o);
  return [options] { return exportCommand(*options); };
}

Runner configureDevices(CLI::App& command) {
  auto options = std::make_shared<DevicesOptions>();
  command.add_flag(
      "--json", options->asJson,
      "An object: devices, a list of {id, name, usable, reason, memory_bytes, emulated, architecture, driver, libraries, missing}");
  addEmulationOption(command);
  command.add_option("--worker", options->workerCommand, "Start the worker through a command")->type_name("COMMAND");
  return [options] { return devicesCommand(*options); };
}

Runner configureRun(CLI::App& command) {
  auto options = std::make_shared<RunCommandOptions>();
  addRunOptions(command, *options);
  command.add_flag("--json", options->asJson, "With --print-request: an object");
  return [options] { return runCommand(*options); };
}

Runner configureTime(CLI::App& command) {
  auto options = std::make_shared<TimeOptions>();
  TimeOptions& o = *options;
  addRunOptions(command, o);
  addRepeatOptions(command, o, "Measured repeats", "Repeat further until this many seconds have been measured");
  command.add_option("--number", o.number, "Runs per repeat; their mean counts")
      ->check(CLI::Range(uint32_t{1}, uint32_t{1'000'000'000}))
      ->capture_default_str()
      ->type_name("N");
  command.add_option("--min-repeat", o.minRepeat, "Add runs to a repeat until it takes this many seconds; 0: none")
      ->check(secondsText(1e6))
      ->capture_default_str()
      ->type_name("S");
  addProcessesOption(command, o.processes, kTimedProcesses,
                     "Repeat the measurement in processes of their own, whose medians the interval is of");
  addFailAboveTime(command, o.failAbove);
  command.add_flag("--json", o.asJson,
                   "Print the figures as an object: file, function, number, run_ns, interval, repeats_ns, processes,\n"
                   "outliers, memory");
  return [options] { return timeCommand(*options); };
}

Runner configureProfile(CLI::App& command) {
  auto options = std::make_shared<ProfileOptions>();
  ProfileOptions& o = *options;
  addRunOptions(command, o);
  addRepeatOptions(command, o,
                   fmt::format("Measured runs; unless given, fewer where they take more than {:g} s, but at least {}",
                               kProfileSeconds, kLeastRounds),
                   "Repeat until this many seconds have been measured");
  command.add_flag("--precise", o.precise, "Read the clock before and after each call (default: once per call)");
  command.add_flag("--no-values", o.noValues, "Leave out shapes, shape-heap values and bytes");
  command.add_flag("--no-reference", o.noReference,
                   "Make no unrecorded runs beside the measured ones; the accuracy is then unknown");
  addProcessesOption(command, o.processes, kProcesses,
                     "Repeat the runs in processes of their own, so that the accuracy holds across processes");
  command.add_flag("--synchronise", o.synchronise,
                   "Wait for the GPU after each launch, inside its call: a call's time then contains its kernels, and\n"
                   "nothing overlaps; by default launches return at once, as without RelaxScope");
  addFailAboveTime(command, o.failAbove);
  addTraceOutputs(command, o);
  return [options, &command] {
    options->repeatGiven = command.count("--repeat") > 0;
    return profileCommand(*options);
  };
}

}  // namespace relaxscope::cli
