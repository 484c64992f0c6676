// SPDX-License-Identifier: Apache-2.0
#include "vmcore/vm/virtual_machine.h"

#include <fmt/format.h>
#include <fnmatch.h>

#include <algorithm>
#include <functional>
#include <iterator>
#include <set>
#include <vector>

#include "vmcore/analysis/summary.h"
#include "vmcore/base/text/text.h"
#include "vmcore/device/devices.h"
#include "vmcore/device/workspace.h"
#include "vmcore/run/gpu_emulation.h"
#include "vmcore/vm/builtins/kv/state.h"
#include "vmcore/vm/builtins/table.h"
#include "vmcore/vm/caught_error.h"
#include "vmcore/vm/engine.h"
#include "vmcore/vm/host_builtin.h"
#include "vmcore/vm/load_engine.h"
#include "vmcore/vm/nested_call.h"
#include "vmcore/vm/placed_value.h"
#include "vmcore/vm/record/gpu_recorder.h"
#include "vmcore/vm/relay/objects.h"
#include "vmcore/vm/time_evaluator.h"
#include "vmcore/vm/vm_marker.h"

namespace relaxscope {
namespace {

RunResult refusal(const char* kind, std::string message) {
  RunResult result;
  result.error = RunError{kind, std::move(message), std::nullopt};
  return result;
}

constexpr const char* kNoInstruments =
    "Relay VM executables do not support instruments: calls cannot be observed or skipped";
constexpr const char* kInvokeClosure = builtinName(BuiltinId::InvokeClosure);

std::string unknownFunction(const Engine& engine, std::string_view name) {
  const FuncIndex declared = engine.executable->findFunction(name);
  if (declared.valid())
    return fmt::format("{} is a packed function; only functions of the executable can be called", name);
  return fmt::format("the executable has no function {}", name);
}

/// "pooled, naive", by device; a single name if it is the same for all.
std::string allocatorNames(const Engine& engine) {
  const auto kindOf = [](const VmDevice& device) { return device.memory->kind(); };
  const auto first = kindOf(engine.devices.front());
  std::string names = allocatorName(first);
  if (std::ranges::all_of(engine.devices, [&](const VmDevice& device) { return kindOf(device) == first; }))
    return names;
  for (size_t i = 1; i < engine.devices.size(); ++i)
    names += fmt::format(", {}", allocatorName(kindOf(engine.devices[i])));
  return names;
}

bool hasCompiled(const Engine& engine) { return !engine.compiledTargets.empty(); }

}  // namespace

Result<std::unique_ptr<VirtualMachine>> VirtualMachine::load(LoadOptions options) {
  RS_TRY(std::shared_ptr<Engine> engine, loadEngine(std::move(options)));
  return std::unique_ptr<VirtualMachine>(new VirtualMachine(std::move(engine)));
}

Result<std::unique_ptr<VirtualMachine>> VirtualMachine::another() const {
  RS_TRY(std::shared_ptr<Engine> engine, loadAnother(*engine_));
  return std::unique_ptr<VirtualMachine>(new VirtualMachine(std::move(engine)));
}

VirtualMachine::~VirtualMachine() = default;

const Executable& VirtualMachine::executable() const { return *engine_->executable; }
const LoadedFile& VirtualMachine::file() const { return *engine_->file; }

std::vector<std::string> VirtualMachine::functionNames() const {
  std::vector<std::string> names;
  for (const RuntimeFunction& function : engine_->program.functions) names.push_back(function.name);
  return names;
}

bool VirtualMachine::hasFunction(std::string_view name) const {
  return engine_->functionIndex.contains(std::string(name));
}

Result<int64_t> VirtualMachine::arity(std::string_view name) const {
  const auto at = engine_->functionIndex.find(std::string(name));
  if (at == engine_->functionIndex.end()) return Error(unknownFunction(*engine_, name));
  return int64_t{engine_->program.functions[at->second].numArgs};
}

Result<std::string> VirtualMachine::paramName(std::string_view name, int64_t index) const {
  RS_TRY(const int64_t count, arity(name));
  if (index < 0 || index >= count) return Error(fmt::format("{} has no parameter {}", name, index));
  const auto& names = engine_->executable->functions[engine_->functionIndex.at(std::string(name))].paramNames;
  if (static_cast<size_t>(index) >= names.size())
    return Error(fmt::format("parameter {} of {} has no name", index, name));
  return names[static_cast<size_t>(index)];
}

RunResult VirtualMachine::call(std::string_view name, std::span<const ffi::AnyView> args) {
  const auto at = engine_->functionIndex.find(std::string(name));
  if (at == engine_->functionIndex.end()) {
    if (const auto saved = engine_->host.saved.find(std::string(name)); saved != engine_->host.saved.end())
      return callHostFunction(*engine_, saved->first.c_str(), ffi::Function(saved->second), args);
    if (const BuiltinId builtin = findStateBuiltin(name); builtin != BuiltinId::None)
      return callHostBuiltin(*engine_, builtin, rawValues(args.data()), static_cast<int32_t>(args.size()));
    if (name == kInvokeClosure) {
      if (args.empty())
        return refusal("ArityError", fmt::format("{} expects a closure and its arguments", kInvokeClosure));
      return invokeClosure(ffi::Any(args.front()), args.subspan(1));
    }
    return refusal("ValueError", unknownFunction(*engine_, name));
  }
  return engine_->run(at->second, rawValues(args.data()), static_cast<int32_t>(args.size()));
}

RunResult VirtualMachine::invokeClosure(const ffi::Any& closure, std::span<const ffi::AnyView> args) {
  const ffi::Function function = closureFunction(closure);
  if (function == nullptr) return refusal("TypeError", fmt::format("{} is not a closure", closure.GetTypeKey()));
  return callHostFunction(*engine_, kInvokeClosure, function, args);
}

RunResult VirtualMachine::saveFunction(std::string_view name, std::string as, std::span<const ffi::AnyView> last,
                                       bool wantResult) {
  ffi::Function target(nullptr);
  if (const auto saved = engine_->host.saved.find(std::string(name)); saved != engine_->host.saved.end())
    target = saved->second;
  else if (const auto at = engine_->functionIndex.find(std::string(name)); at != engine_->functionIndex.end())
    target = engine_->makeOwnFunction(at->second);
  else return refusal("ValueError", unknownFunction(*engine_, name));
  if (engine_->functionIndex.contains(as))
    return refusal("ValueError", fmt::format("{} is a function of the executable; save under another name", as));
  return {ffi::Any(), errorOf([&] {
            engine_->host.saved.insert_or_assign(std::move(as),
                                                 withLastArguments(*engine_, std::move(target), last, wantResult));
          })};
}

void VirtualMachine::setInstrument(ffi::Function instrument) { engine_->instrument = std::move(instrument); }

RunResult VirtualMachine::setInstrument(const std::string& factory) {
  if (isRelay(engine_->executable->variant)) return refusal("ValueError", kNoInstruments);
  const auto global = ffi::Function::GetGlobal(factory);
  const ffi::Function make = global.has_value() ? *global : engine_->findKernel(factory);
  if (make == nullptr)
    return refusal(
        "ValueError",
        fmt::format("the instrument's factory {} is neither a global function nor a function of a loaded library",
                    printable(factory)));
  RunResult made = callHostFunction(*engine_, factory.c_str(), make, {});
  if (!made.ok()) {
    made.error->message =
        fmt::format("the instrument's factory {} failed: {}", printable(factory), made.error->message);
    return made;
  }
  auto instrument = made.value.try_cast<ffi::Function>();
  if (!instrument)
    return refusal("TypeError", fmt::format("the instrument's factory {} returned {}, which is not a function",
                                            printable(factory), made.value.GetTypeKey()));
  engine_->instrument = *std::move(instrument);
  return {};
}

/// Whether it may match other names: "matmul*", "add?", "[ab]dd".
static bool isPattern(const std::string& name) { return name.find_first_of("*?[") != std::string::npos; }
/// Those of `names` that `wanted` is or, as a pattern, matches.
static std::vector<std::string> namesMeant(const std::set<std::string, std::less<>>& names, const std::string& wanted) {
  if (names.contains(wanted)) return {wanted};
  std::vector<std::string> meant;
  if (isPattern(wanted))
    std::ranges::copy_if(names, std::back_inserter(meant),
                         [&](const std::string& each) { return fnmatch(wanted.c_str(), each.c_str(), 0) == 0; });
  return meant;
}

RunResult VirtualMachine::skipCalls(const std::vector<std::string>& names) {
  constexpr int64_t kSkipRun = 1;  // VMInstrumentReturnKind
  if (isRelay(engine_->executable->variant)) return refusal("ValueError", kNoInstruments);
  std::set<std::string, std::less<>> skipped, called;
  const ExecutableSummary summary = summarize(*engine_->executable);
  for (size_t i = 0; i < summary.functions.size(); ++i)
    if (summary.functions[i].callSites > 0) called.insert(engine_->executable->functions[i].name);
  for (const std::string& name : names) {
    const std::vector<std::string> meant = namesMeant(called, name);
    if (meant.empty() && isPattern(name))
      return refusal("ValueError", fmt::format("{} matches no function that an instruction of the executable calls",
                                               printable(name)));
    if (meant.empty())
      return refusal("ValueError",
                     fmt::format("{} cannot be skipped: no instruction of the executable calls it", printable(name)));
    skipped.insert(meant.begin(), meant.end());
  }
  engine_->instrument = ffi::Function::FromPacked([skipped = std::move(skipped), inner = engine_->instrument](
                                                      const ffi::AnyView* args, int32_t count, ffi::Any* answer) {
    if (args[2].cast<bool>() && skipped.contains(std::string_view(args[1].cast<const char*>()))) *answer = kSkipRun;
    else if (inner != nullptr) inner.CallPacked(args, count, answer);
  });
  return {};
}

RunResult VirtualMachine::toFirstDevice(const ffi::Any& value) const {
  RunResult placed;
  placed.error = errorOf([&] {
    placed.value = placedValue(engine_->firstMemory(), ffi::AnyView(value).CopyToTVMFFIAny(), engine_->layout);
  });
  return placed;
}

RunResult VirtualMachine::synchronize() const {
  RunResult done;
  done.error = errorOf([&] { waitForDevices(*engine_); });
  return done;
}

RunResult VirtualMachine::setInput(std::string_view name, std::span<const ffi::AnyView> args) {
  const auto at = engine_->functionIndex.find(std::string(name));
  if (at == engine_->functionIndex.end()) return refusal("ValueError", unknownFunction(*engine_, name));
  if (std::string message = engine_->arityMessage(at->second, static_cast<int64_t>(args.size())); !message.empty())
    return refusal("ArityError", std::move(message));
  try {
    std::vector<ffi::Any> kept;
    kept.reserve(args.size());
    for (const ffi::AnyView& argument : args)
      kept.push_back(placedValue(engine_->firstMemory(), argument.CopyToTVMFFIAny(), engine_->layout));
    engine_->host.inputs[std::string(name)] = std::move(kept);
  } catch (const ffi::Error& error) {
    return refusal(error.kind().c_str(), error.message());
  } catch (const std::exception& error) { return refusal("InternalError", error.what()); }
  return {};
}

RunResult VirtualMachine::invokeStateful(std::string_view name) {
  const std::string key(name);
  const auto at = engine_->functionIndex.find(key);
  if (at == engine_->functionIndex.end()) return refusal("ValueError", unknownFunction(*engine_, name));
  const auto inputs = engine_->host.inputs.find(key);
  if (inputs == engine_->host.inputs.end())
    return refusal("ValueError", fmt::format("no inputs of {} were set; use `set_input` first", name));
  const std::vector<ffi::Any> kept = inputs->second;
  RunResult result = engine_->run(at->second, rawValues(kept.data()), static_cast<int32_t>(kept.size()));
  if (!result.ok()) return result;
  engine_->host.outputs[key] = std::move(result.value);
  return {};
}

RunResult VirtualMachine::getOutput(std::string_view name, std::span<const int64_t> path) {
  const auto at = engine_->host.outputs.find(std::string(name));
  if (at == engine_->host.outputs.end())
    return refusal("ValueError", fmt::format("{} has no output yet; use `invoke_stateful` first", name));
  RunResult result;
  result.value = at->second;
  for (const int64_t index : path) {
    ValueFields fields;
    if (!fieldsOf(ffi::AnyView(result.value).CopyToTVMFFIAny(), fields))
      return refusal("TypeError", fmt::format("the output of {} at this index is not a tuple", name));
    if (static_cast<uint64_t>(index) >= fields.count)
      return refusal("IndexError",
                     fmt::format("output of {}: index {} of a tuple with {} fields", name, index, fields.count));
    result.value = ffi::Any(fields.first[index]);  // copied before assignment, which destroys the tuple
  }
  return result;
}

Result<int64_t> VirtualMachine::outputArity(std::string_view name) const {
  const auto at = engine_->host.outputs.find(std::string(name));
  if (at == engine_->host.outputs.end())
    return Error(fmt::format("{} has no output yet; use `invoke_stateful` first", name));
  ValueFields fields;
  return fieldsOf(ffi::AnyView(at->second).CopyToTVMFFIAny(), fields) ? static_cast<int64_t>(fields.count)
                                                                      : int64_t{-1};
}

void VirtualMachine::requestStop() { engine_->interrupts.requestStop(); }
std::string VirtualMachine::unfinishedText() const {
  for (const VmDevice& device : engine_->devices)
    if (std::string text = device.device == nullptr ? "" : device.device->unfinishedText(); !text.empty()) return text;
  return {};
}
void VirtualMachine::clearStop() { engine_->interrupts.clearStop(); }
Activity VirtualMachine::activity() const { return engine_->markers.read(); }
Activity VirtualMachine::currentActivity() {
  const Engine* engine = VmMarker::current();
  return engine == nullptr ? Activity{} : engine->markers.read();
}

void VirtualMachine::startTrace(TraceMode mode, bool values, TraceSink sink, DeviceRecording devices) {
  if (mode == TraceMode::Off) return;
  static_cast<void>(tickClock());  // calibrate before recording starts
  std::vector<const AllocatorCounters*> memory;
  for (const VmDevice& device : engine_->devices) memory.push_back(&device.memory->counters());
  indexCallables(*engine_);
  engine_->gpu.reset();
  engine_->recorder.start(mode, values, std::move(sink), std::move(memory), engine_->loadEvents, engine_->program);
  engine_->gpu = GpuRecorder::make(*engine_);
  if (engine_->gpu != nullptr) engine_->gpu->start(std::move(devices));
}
void VirtualMachine::pauseTrace() {
  if (engine_->gpu != nullptr) engine_->gpu->pause();
  engine_->recorder.pause();
}
void VirtualMachine::resumeTrace() {
  engine_->recorder.resume();
  if (engine_->gpu != nullptr) engine_->gpu->resume();
}
void VirtualMachine::setTraceValues(bool values) { engine_->recorder.setValues(values); }
void VirtualMachine::setCapture(std::function<void(uint32_t, const TVMFFIAny*, int32_t)> take) {
  engine_->recorder.setCapture(std::move(take));
}
void VirtualMachine::beginRun(uint32_t index, RunKind kind, ReadConditions read) {
  if (engine_->gpu != nullptr) engine_->gpu->beginRun();
  engine_->recorder.beginRun(index, kind, read);
}
void VirtualMachine::beginCall() { engine_->recorder.beginCall(); }
void VirtualMachine::excludeTime(double ns) {
  Recorder& recorder = engine_->recorder;
  recorder.hold(recorder.now() - static_cast<int64_t>(ns / tickClock().nsPerTick));
}
double VirtualMachine::endRun() {
  const double ns = engine_->recorder.endRun();
  if (engine_->gpu != nullptr) engine_->gpu->endRun();
  return ns;
}
bool VirtualMachine::dropRun() {
  const bool dropped = engine_->recorder.dropRun();
  if (engine_->gpu == nullptr) return dropped;
  if (dropped) engine_->gpu->dropRun();
  else engine_->gpu->endRun();
  return dropped;
}
void VirtualMachine::stopTrace() {
  engine_->recorder.stop();
  engine_->gpu.reset();
}

void VirtualMachine::describe(TraceInfo& info) const {
  info.clock = tickClock();
  info.functionNames = functionNames();
  info.names.clear();
  for (const BuiltinEntry& entry : builtinTable()) info.names.emplace_back(builtinName(entry.id));
  info.names.emplace_back(kDeviceWaitName);
  info.device = engine_->deviceNames();
  info.allocator = allocatorNames(*engine_);
  info.engine = "builtin";
  info.mode = engine_->recorder.mode() == TraceMode::Precise ? "precise" : "chained";
  info.values = engine_->recorder.values();
  if (namesEmulatedGpu(info.device)) info.remarks.emplace_back("the GPU is emulated on the CPU: times are no measure");
  if (engine_->ranges != nullptr) info.remarks.emplace_back("a tool observed the calls by NVTX; its time is excluded");
  if (hasCompiled(*engine_))
    info.remarks.emplace_back("kernels that compiled code calls between two builtins are recorded as one event");
}

Counters VirtualMachine::counters() const {
  Counters counters;
  for (const VmDevice& device : engine_->devices) {
    const AllocatorCounters& memory = device.memory->counters();
    const DeviceMemory row{device.name,
                           allocatorName(device.memory->kind()),
                           memory.live.load(),
                           memory.peak.load(),
                           static_cast<int64_t>(device.memory->unusedBytes()),
                           memory.allocations.load(),
                           memory.poolHits.load()};
    counters.liveBytes += row.liveBytes;
    counters.peakBytes += row.peakBytes;
    counters.unusedBytes += row.unusedBytes;
    counters.allocations += row.allocations;
    counters.poolHits += row.poolHits;
    if (engine_->devices.size() > 1) counters.devices.push_back(row);
  }
  counters.workspaceBytes = static_cast<int64_t>(workspaceBytes().held);
  counters.calls = engine_->calls;
  return counters;
}

void VirtualMachine::resetCounters() {
  for (const VmDevice& device : engine_->devices) device.memory->resetCounters();
  engine_->recorder.syncMemory();
  engine_->calls = 0;
}

}  // namespace relaxscope
