// SPDX-License-Identifier: Apache-2.0
#include "vmcore/worker/engine_host.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <ctime>
#include <optional>
#include <span>

#include "vmcore/base/bytes/sha256.h"
#include "vmcore/base/text/text.h"
#include "vmcore/base/version.h"
#include "vmcore/device/devices.h"
#include "vmcore/format/file_bytes.h"
#include "vmcore/trace/accuracy.h"
#include "vmcore/trace/trace_check.h"
#include "vmcore/vm/engine.h"
#include "vmcore/vm/measurement.h"
#include "vmcore/vm/record/gpu_recorder.h"
#include "vmcore/vm/record/recording_cost.h"
#include "vmcore/vm/value_convert.h"
#include "vmcore/worker/crash_guard.h"
#include "vmcore/worker/library_compiler.h"
#include "vmcore/worker/tensor_capture.h"

#if defined(RELAXSCOPE_SANITIZED)
#define RELAXSCOPE_WATCH_ONLY true
#else
#define RELAXSCOPE_WATCH_ONLY false
#endif

namespace relaxscope::worker {
namespace {

using Clock = std::chrono::steady_clock;
using tvm::ffi::Any;
using tvm::ffi::AnyView;

std::string utcNow() {
  const std::time_t now = std::time(nullptr);
  std::tm parts{};
  gmtime_r(&now, &parts);
  char text[32];
  return {text, std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &parts)};
}

/// Whether to leave RLIMIT_AS unset: drivers and sanitizers map far more address space than they use.
bool watchOnly(const wire::Load& request) {
  return RELAXSCOPE_WATCH_ONLY || request.devices.empty() ||
         std::any_of(request.devices.begin(), request.devices.end(),
                     [](const std::string& d) { return d.rfind("cpu", 0) != 0; });
}

LoadOptions optionsOf(const wire::Load& request, uint64_t memoryBytes) {
  LoadOptions options;
  options.path = request.path;
  options.constants = request.constants;
  options.libraries = request.libraries;
  options.devices = request.devices;
  options.allocator = request.allocator;
  options.limits.steps = request.limits.steps;
  options.limits.stackDepth = request.limits.stackDepth;
  options.limits.memoryBytes = memoryBytes;
  if (!request.limits.memoryDefault) options.limits.deviceMemoryBytes = memoryBytes;
  options.target = request.target;
  options.recordLoad = request.record;
  return options;
}

/// Why the file at `place` is not the one that the request was made for; empty if it is, or if any will do.
std::string whyChanged(const wire::Load& request, const std::string& place) {
  if (request.digest.empty()) return {};
  const auto bytes = readFileBytes(place);
  if (!bytes) return {};  // loading reports it
  const std::string digest = sha256Hex(*bytes);
  if (digest == request.digest) return {};
  constexpr size_t kShown = 12;
  return fmt::format("{} has changed since it was opened: its SHA-256 is {}..., not {}...", printable(request.path),
                     digest.substr(0, kShown), printable(request.digest.substr(0, kShown)));
}

/// Sets the instrument of a run and removes it at the end of the run.
class RunInstrument {
 public:
  RunInstrument(VirtualMachine& vm, const Instrument& wanted) : vm_(vm) {
    if (!wanted.factory.empty()) set_ = vm.setInstrument(wanted.factory);
    if (set_.ok() && !wanted.skip.empty()) set_ = vm.skipCalls(wanted.skip);
  }
  RunInstrument(const RunInstrument&) = delete;
  RunInstrument& operator=(const RunInstrument&) = delete;
  ~RunInstrument() { vm_.setInstrument(tvm::ffi::Function(nullptr)); }
  /// Why the instrument could not be set.
  [[nodiscard]] const std::optional<RunError>& error() const { return set_.error; }

 private:
  VirtualMachine& vm_;
  RunResult set_;
};

/// Tells the host how far a request is, at most ten times a second.
class ProgressReports {
 public:
  ProgressReports(Channel& channel, const wire::Run& request)
      : channel_(channel),
        byTime_(request.minTimeSeconds > 0 || request.minRepeatSeconds > 0),
        now_{0, request.warmup, 0, std::max<uint32_t>(1, request.repeat), isPaired(request)} {}
  void setWarmupsDone(uint32_t done) { now_.warmupsDone = std::min(done, now_.warmups); }
  /// Of `planned` rounds, which are fewer where calls turn out to be long.
  void setRoundsDone(uint32_t done, uint32_t planned) {
    if (done == 0) roundsBegan_ = Clock::now();
    now_.warmupsDone = now_.warmups;
    now_.roundsDone = done;
    now_.rounds = std::max(planned, done + 1);
  }
  /// Times of the unrecorded runs so far, which are sent with the next report, or by sendUnrecorded().
  void setUnrecorded(const std::vector<double>& ns) { unrecordedNs_ = &ns; }
  void sendUnrecorded() {
    if (unrecordedNs_ == nullptr || unrecordedNs_->size() <= unrecordedSent_) return;
    channel_.send(
        wire::UnrecordedRuns{{unrecordedNs_->begin() + static_cast<ptrdiff_t>(unrecordedSent_), unrecordedNs_->end()}});
    unrecordedSent_ = unrecordedNs_->size();
  }
  void send() {
    const auto now = Clock::now();
    if (now - sent_ <= std::chrono::milliseconds(100)) return;
    sendUnrecorded();
    sent_ = now;
    now_.seconds = std::chrono::duration<double>(now - began_).count();
    now_.secondsLeft = -1;
    if (now_.roundsDone > 0 && !byTime_)
      now_.secondsLeft =
          std::chrono::duration<double>(now - roundsBegan_).count() / now_.roundsDone * (now_.rounds - now_.roundsDone);
    channel_.send(now_);
  }

 private:
  Channel& channel_;
  const bool byTime_;  ///< the number of rounds depends on their times
  wire::Progress now_;
  const Clock::time_point began_ = Clock::now();
  Clock::time_point roundsBegan_ = began_, sent_ = began_;
  const std::vector<double>* unrecordedNs_ = nullptr;
  size_t unrecordedSent_ = 0;
};

TimingPlan timingPlan(const wire::Run& request) {
  const bool traced = request.trace != TraceMode::Off;
  return {request.warmup,         traced ? 1 : request.number,
          request.repeat,         traced ? 0 : request.minRepeatSeconds,
          request.minTimeSeconds, kMaxRuns,
          request.mostSeconds};
}

}  // namespace

std::string timeLimitText(double seconds) { return fmt::format("the time limit of {:g} s is reached", seconds); }

/// Calls with their arguments on the first device. Arguments that refer to earlier results are created at each call.
struct EngineHost::Script {
  struct Call {
    const CallSpec* spec = nullptr;
    std::vector<std::optional<Any>> args;  ///< nothing: created at the call
    std::optional<PreparedCall> prepared;  ///< if all arguments are there, and it is no more than a call
    std::optional<TupleFields> fields;     ///< else
  };
  std::vector<Call> calls;
  ElementLayout layout = ElementLayout::Packed;
  std::vector<Any> results;
  std::optional<RunError> error;  ///< of the call that failed

  /// The error is "ValueError", or that of a device.
  std::optional<RunError> make(const wire::Run& request, VirtualMachine& vm) {
    layout = elementLayoutOf(vm.executable().variant);
    MadeTensors made;  // calls that take the same weights share them
    for (const CallSpec& spec : request.script) {
      if (spec.mode > CallMode::Save)
        return RunError{"ValueError", fmt::format("call {} has an unknown mode", calls.size()), std::nullopt};
      Call call{&spec, {}, {}, {}};
      std::vector<Any> placed;
      for (size_t i = 0; i < spec.args.size(); ++i) {
        call.args.emplace_back();
        if (hasReference(spec.args[i])) continue;
        auto object = toObject(spec.args[i], layout, {}, &made);
        if (!object)
          return RunError{"ValueError",
                          fmt::format("{}: argument {}: {}", printable(spec.function), i, object.error().text()),
                          std::nullopt};
        RunResult there = vm.toFirstDevice(*object);
        if (!there.ok()) return there.error;
        placed.push_back(there.value);
        call.args.back() = std::move(there.value);
      }
      if (spec.mode == CallMode::Call && placed.size() == spec.args.size())
        call.prepared.emplace(vm, spec.function, std::move(placed));
      else call.fields.emplace(vm.executable(), placed);
      calls.push_back(std::move(call));
    }
    return std::nullopt;
  }

  /// Executes every call, starting without results; false where one failed, with `error` set.
  bool callAll(VirtualMachine& vm, Measurement& run) {
    results.clear();
    for (Call& call : calls) {
      RunResult result = call.prepared ? callPrepared(call, run) : callOne(vm, call, run);
      if (!result.ok()) {
        error = std::move(result.error);
        if (calls.size() > 1) error->message = fmt::format("call{}: {}", results.size(), error->message);
        return false;
      }
      results.push_back(std::move(result.value));
    }
    RunResult done = vm.synchronize();  // a run lasts until its kernels have finished
    error = std::move(done.error);
    return !error;
  }

 private:
  static RunResult callPrepared(const Call& call, Measurement& run) {
    run.restore(call.prepared->fields());
    run.callBegins();
    return (*call.prepared)();
  }
  RunResult callOne(VirtualMachine& vm, Call& call, Measurement& run) {
    const auto since = Measurement::Clock::now();
    call.fields->restore();
    const auto resolve = [&](const ResultRef& ref) -> Result<Any> {
      if (ref.call >= results.size())
        return Error(fmt::format("refers to the result of call {}, which has not run", ref.call));
      return fieldAt(results[ref.call], ref.path);
    };
    std::vector<Any> made;  // keeps temporary arguments alive
    made.reserve(call.args.size());
    std::vector<AnyView> views;
    for (size_t i = 0; i < call.args.size(); ++i) {
      if (call.args[i]) {
        views.emplace_back(*call.args[i]);
        continue;
      }
      Result<Any> object = toObject(call.spec->args[i], layout, resolve);
      if (!object)
        return {Any(), RunError{"ValueError", fmt::format("argument {}: {}", i, object.error().text()), std::nullopt}};
      RunResult placed = vm.toFirstDevice(*object);
      if (!placed.ok()) return placed;
      views.emplace_back(made.emplace_back(std::move(placed.value)));
    }
    run.exclude(since);
    run.callBegins();
    if (call.spec->mode == CallMode::Call) return vm.call(call.spec->function, views);
    if (call.spec->mode == CallMode::Save)
      return vm.saveFunction(call.spec->function, call.spec->savedAs, views, call.spec->savesResult);
    for (const auto step : {0, 1}) {
      RunResult result = step == 0 ? vm.setInput(call.spec->function, views) : vm.invokeStateful(call.spec->function);
      if (!result.ok()) return result;
    }
    return vm.getOutput(call.spec->function);
  }
};

void EngineHost::prepare() {
  stop_ = StopReason::None;
  const std::lock_guard lock(vmLock_);
  if (vm_) vm_->clearStop();
}

void EngineHost::requestStop(StopReason reason) {
  StopReason none = StopReason::None;
  if (!stop_.compare_exchange_strong(none, reason)) return;
  const std::lock_guard lock(vmLock_);
  if (vm_) vm_->requestStop();
}

std::string EngineHost::unfinishedText() {
  const std::lock_guard lock(vmLock_);
  return vm_ == nullptr ? "" : vm_->unfinishedText();
}

bool EngineHost::sendLastEvents() {
  const std::unique_lock lock(vmLock_, std::try_to_lock);
  if (!lock.owns_lock() || vm_ == nullptr || sending_) return false;
  Engine& engine = *vm_->engine();
  if (engine.gpu != nullptr) return false;  // the end of its recording asks a driver, which may be what stands still
  last_ = Last::Sound;
  if (engine.recorder.on() && inProgress_) {
    const int64_t now = engine.recorder.now();
    addUnfinished(engine, now);
    inProgress_->start = engine.recorder.runStart();
    inProgress_->duration = now - inProgress_->start;
  } else {
    inProgress_.reset();
  }
  engine.recorder.stop();
  if (inProgress_) channel_.send(wire::EventBatch{nullptr, {*inProgress_}});
  return last_ == Last::Sound;
}

/// The functions in progress, innermost first, as the engine adds those that an error ends.
void EngineHost::addUnfinished(Engine& engine, int64_t now) {
  const Program& program = engine.program;
  const std::span<const Frame> frames =
      engine.frames.empty() ? std::span<const Frame>()
                            : std::span(&engine.frames.back() + 1 - engine.frames.size(), engine.frames.size());
  for (size_t i = frames.size(); i-- > 0;) {
    const Frame& frame = frames[i];
    const RuntimeFunction& function = program.functions[frame.function];
    if (function.kind != FunctionKind::Bytecode) continue;
    engine.recorder.add(frame.callStart, now, function.start, frame.function, frame.function, frame.depth,
                        EventKind::FunctionBody);
    if (frame.call != nullptr && i > 0)
      engine.recorder.add(frame.callStart, now, static_cast<uint32_t>(frame.call - program.code.data()),
                          frames[i - 1].function, frame.function, frame.depth - 1, EventKind::Call);
  }
}

void EngineHost::sendEvents(std::shared_ptr<TraceChunk> chunk, std::vector<RunSpan> runs) {
  if (inForkedChild()) leave(0);
  if (last_ != Last::No) {
    // The code that ends the process may have written over them; the host refuses what is unsound, and the report with
    // it.
    const bool sound = checkRecords(*chunk).ok() && checkNames(*chunk, traceInfo_).ok() &&
                       std::ranges::all_of(runs, [](const RunSpan& run) { return checkRun(run).ok(); });
    if (!sound) last_ = Last::Unsound;
    if (last_ == Last::Unsound) return;
  }
  sending_ = true;
  channel_.send(wire::EventBatch{std::move(chunk), std::move(runs)});
  sending_ = false;
}

void EngineHost::answer(const wire::Message& message) {
  if (inForkedChild()) leave(0);
  output_.drain();
  channel_.send(message);
  const auto* failed = std::get_if<wire::Failure>(&message);
  if (failed != nullptr && failed->fatal) leave(1);
}

wire::Failure EngineHost::failure(const RunError& error) const {
  wire::Failure failure{error.kind, files_.withHostNames(error.message), error.position, 0, false};
  // The driver refuses all further work of this process; the host starts another one for the next request.
  failure.fatal = error.is(FailureKind::DeviceLost);
  if (!error.is(FailureKind::Cancelled)) return failure;
  if (stop_ == StopReason::TimeLimit)
    failure = {failureKindName(FailureKind::TimeLimit), timeLimitText(loaded_.limits.timeSeconds), error.position, 0,
               false};
  else failure.message = "cancelled";
  return failure;
}

void EngineHost::listDevices() { answer(wire::Devices{relaxscope::listDevices()}); }

void EngineHost::compile(const wire::Compile& request) {
  CompileRequest compile;
  compile.kernels = request.source;
  compile.executable = request.executable;
  compile.compiler = request.compiler;
  compile.cpu = request.cpu;
  compile.limit = std::chrono::seconds(static_cast<int64_t>(std::clamp(request.limitSeconds, 1.0, 1e6)));
  Result<CompiledLibrary> made = compileLibrary(compile);
  if (!made.ok()) return fail("CompileError", made.error().text());
  answer(wire::Compiled{std::move(made->library), made->command, made->compiler, made->warnings});
}

void EngineHost::offer(const wire::FileOffers& offers) {
  auto wanted = files_.offer(offers);
  if (!wanted) return fail(failureKindName(FailureKind::Load), wanted.error().text());
  if (stop_ != StopReason::None) return answer(failure({failureKindName(FailureKind::Cancelled), "", std::nullopt}));
  answer(wire::WantedFiles{*std::move(wanted)});
}

void EngineHost::load(const wire::Load& request) {
  recording_ = false;
  inProgress_.reset();
  output_.attach();
  // Moved out under the lock and destroyed outside of it: the destruction may run code of its libraries, and the thread
  // that enforces the limits must not wait for that.
  std::unique_ptr<VirtualMachine> before;
  {
    const std::lock_guard lock(vmLock_);
    before = std::move(vm_);
  }
  before.reset();
  loaded_ = request;
  const uint64_t memoryBytes = request.limits.memoryDefault ? defaultMemoryLimit() : request.limits.memoryBytes;
  memory_.set(memoryBytes, watchOnly(request));
  const auto start = Clock::now();
  const wire::Load here = files_.located(request);
  if (const std::string changed = whyChanged(request, here.path); !changed.empty())
    return fail(failureKindName(FailureKind::FileChanged), changed);
  auto vm = VirtualMachine::load(optionsOf(here, memoryBytes));
  const auto spent = std::chrono::duration_cast<std::chrono::nanoseconds>(Clock::now() - start);
  if (!vm) return fail(failureKindName(FailureKind::Load), vm.error().text());
  {
    const std::lock_guard lock(vmLock_);
    vm_ = *std::move(vm);
  }
  if (stop_ != StopReason::None) return answer(failure({failureKindName(FailureKind::Cancelled), "", std::nullopt}));
  answer(wire::Loaded{vm_->functionNames(), static_cast<uint64_t>(spent.count())});
}

void EngineHost::run(const wire::Run& request) {
  output_.attach();
  if (!vm_) return fail(failureKindName(FailureKind::Usage), "a run without a loaded file");
  if (leastRuns(request) > kMaxRuns)
    return fail(failureKindName(FailureKind::Usage),
                fmt::format("at most {} runs can be measured at once", groupedNumber(kMaxRuns)));
  Script script;
  if (const auto error = script.make(request, *vm_)) return answer(failure(*error));
  const RunInstrument instrument(*vm_, request.instrument);
  if (instrument.error()) return answer(failure(*instrument.error()));
  runScript(request, script);
}

void EngineHost::startTrace(const wire::Run& request) {
  wire::RunStarted started;
  TraceInfo& info = started.info;
  info.executablePath = loaded_.path;
  info.host = hostName();
  info.processor = processorText();
  info.version = withVersion("RelaxScope");
  info.entry = request.script.size() == 1 ? request.script[0].function : "script";
  if (request.script.size() > 1)
    for (const CallSpec& call : request.script)
      info.calls.push_back(call.mode == CallMode::Save ? std::string() : call.function);
  info.callsAlone = true;
  info.startedAt = utcNow();
  info.cost = measureInstrumentationCost(request.trace);
  vm_->describe(info);
  info.mode = request.trace == TraceMode::Precise ? "precise" : "chained";
  info.values = request.values;
  info.noReference = whyNoReference(request);
  if (!request.instrument.skip.empty())
    info.remarks.push_back(fmt::format("calls of {} were not run", fmt::join(request.instrument.skip, ", ")));
  if (!request.instrument.factory.empty())
    info.remarks.push_back(
        fmt::format("the instrument {} observed the calls; its time is excluded", request.instrument.factory));
  answer(started);
  traceInfo_ = std::move(info);
  const bool inEveryRun = request.values && !hasValuesRun(request);
  const auto sendWork = [this](DeviceTables added, DeviceWorkColumns rows) {
    if (inForkedChild()) leave(0);
    channel_.send(wire::DeviceTablesPart{std::move(added)});
    if (rows.size() != 0) channel_.send(wire::WorkBatch{std::move(rows)});
  };
  const auto send = [this](std::shared_ptr<TraceChunk> chunk, std::vector<RunSpan> runs) {
    sendEvents(std::move(chunk), std::move(runs));
  };
  vm_->startTrace(request.trace, inEveryRun, send, {sendWork, request.launches});
  recording_ = true;
}

void EngineHost::runScript(const wire::Run& request, Script& script) {
  const bool traced = request.trace != TraceMode::Off;
  if (traced) startTrace(request);
  vm_->resetCounters();
  wire::RunFinished finished;
  finished.place = {hostName(), processorText(), affinityText(), utcNow()};
  const bool ran = measureRuns(request, script, finished);
  recording_ = false;
  if (traced) vm_->stopTrace();
  if (!ran) return answer(failure(*script.error));
  const uint64_t runs = finished.counters.runs;
  finished.counters = vm_->counters();
  finished.counters.runs = runs;
  for (size_t i = 0; request.wantResults && i < script.results.size(); ++i) {
    auto plain = toPlain(script.results[i], script.layout);
    if (!plain) {
      const RunResult device = vm_->synchronize();  // a GPU that is lost cannot be read either
      if (!device.ok()) return answer(failure(*device.error));
      return fail("ValueError",
                  fmt::format("result of {}: {}", printable(request.script[i].function), plain.error().text()));
    }
    finished.results.push_back(*std::move(plain));
  }
  answer(finished);
}

/// Runs the script by the request's plan; false where it failed, with the script's error set.
bool EngineHost::measureRuns(const wire::Run& request, Script& script, wire::RunFinished& finished) {
  ProgressReports reports(channel_, request);
  const auto cancelled = [&] {
    if (stop_ == StopReason::None) return false;
    script.error = RunError{failureKindName(FailureKind::Cancelled), "", std::nullopt};
    return true;
  };
  Measurement measurement(*vm_, [&](Measurement& run) { return !cancelled() && script.callAll(*vm_, run); });
  reports.setUnrecorded(measurement.unrecordedNs());
  measurement.isReady = [&] {
    if (inForkedChild()) leave(0);
    reports.send();
    script.error.reset();
    return !cancelled();
  };
  measurement.beforeWarmup = [&](uint32_t done) { reports.setWarmupsDone(done); };
  measurement.beforeRound = [&](uint32_t done, uint32_t planned) { reports.setRoundsDone(done, planned); };
  TensorCapture capture(request.capture, script.layout);
  measurement.beforeRecorded = [&](uint32_t index, RunKind kind) {
    RunSpan run;
    run.index = index;
    run.kind = kind;
    inProgress_ = run;
    if (kind == RunKind::Values && capture.wanted())
      vm_->setCapture([&](uint32_t pc, const TVMFFIAny* args, int32_t count) { capture.take(pc, args, count); });
  };
  measurement.afterRecorded = [&](RunKind kind) {
    inProgress_.reset();
    if (kind == RunKind::Values) vm_->setCapture({});
    if (inForkedChild()) leave(0);
  };
  const RunRecording recording = request.trace == TraceMode::Off ? RunRecording::None
                                 : isPaired(request)             ? RunRecording::Paired
                                                                 : RunRecording::Measured;
  MeasuredTimes times;
  const bool ran = measurement.run(timingPlan(request), recording, hasValuesRun(request), times);
  if (!ran) reports.sendUnrecorded();
  finished.captured = capture.takeAll();
  finished.notCaptured = capture.left();
  finished.runNs = std::move(times.runNs);
  finished.unrecordedNs = std::move(times.unrecordedNs);
  finished.number = times.number;
  finished.counters.runs = measurement.calls();
  return ran;
}

}  // namespace relaxscope::worker
