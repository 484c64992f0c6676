// SPDX-License-Identifier: Apache-2.0
#include "vmcore/embed/vm_module.h"

#include <fmt/format.h>
#include <tvm/ffi/function.h>
#include <tvm/ffi/string.h>

#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <utility>

#include "vmcore/embed/bool.h"
#include "vmcore/embed/errors.h"
#include "vmcore/embed/memory.h"
#include "vmcore/embed/profile.h"
#include "vmcore/embed/registry.h"
#include "vmcore/embed/signal_watch.h"
#include "vmcore/vm/builtins/kv/state.h"
#include "vmcore/vm/engine.h"
#include "vmcore/vm/ffi.h"
#include "vmcore/vm/host_builtin.h"
#include "vmcore/vm/placed_value.h"
#include "vmcore/vm/relay/objects.h"

namespace relaxscope {
namespace {

/// Numbers of TVM's allocator kinds (python/tvm/runtime/vm.py).
constexpr int64_t kNaive = 1, kPooled = 2;

std::string textOf(const ffi::AnyView& value) { return value.cast<ffi::String>(); }

/// Checks the argument count of functions that TVM declares with typed parameters.
void expectCount(const ffi::PackedArgs& args, int count) {
  if (args.size() != count)
    raise("TypeError", fmt::format("{} arguments are needed, {} were given", count, args.size()));
}

/// The arguments after the first `skip`.
std::span<const ffi::AnyView> rest(const ffi::PackedArgs& args, int skip, const char* kind = "TypeError") {
  if (args.size() < skip)
    raise(kind, fmt::format("at least {} arguments are needed, {} were given", skip, args.size()));
  return {args.data() + skip, static_cast<size_t>(args.size() - skip)};
}

/// A constructor's value with a nonzero tag is not a tuple: it is returned whole.
bool isTuple(const ffi::Any& value, ValueFields& fields) {
  return fieldsOf(ffi::AnyView(value).CopyToTVMFFIAny(), fields) && fields.tag == 0;
}

/// Calls a row of the function table.
ffi::Any call(const ExecutionLock& lock, uint32_t row, const ffi::PackedArgs& args) {
  Engine& engine = lock.engine();
  const ProgramArguments given(engine, args.data(), static_cast<size_t>(args.size()));
  return hostValue(engine, unwrap(engine.runLocked(lock, row, given.data(), given.count())));
}

class VmModuleObj : public ffi::ModuleObj {
 public:
  explicit VmModuleObj(std::shared_ptr<const LoadedFile> file) : file_(std::move(file)) {}
  const char* kind() const final { return "relaxscope.VirtualMachine"; }
  int GetPropertyMask() const final { return ffi::Module::kRunnable; }

  ffi::Optional<ffi::Function> GetFunction(const ffi::String& wanted) final {
    const std::string name = wanted;
    if (const auto at = protocol().find(name); at != protocol().end())
      return ffi::Function::FromPacked([self = ref(), entry = *at](ffi::PackedArgs args, ffi::Any* result) {
        self->perform(entry.first, entry.second, args, result);
      });
    if (const ffi::Function saved = savedFunction(name); saved != nullptr)
      return ffi::Function::FromPacked(
          [self = ref(), saved](ffi::PackedArgs args, ffi::Any* result) { saved.CallPacked(args, result); });
    const FuncIndex index = file_->executable->findFunction(name);
    const bool isPacked = index.valid() && file_->executable->function(index)->isPacked();
    if (!index.valid() || isPacked) {
      // Builtins on KV caches can be called through the VM that made them.
      const BuiltinId builtin = findStateBuiltin(name);
      if (builtin == BuiltinId::None && isPacked)
        raise("InternalError",
              fmt::format("{} is a packed function; only functions of the executable can be called", name));
      if (builtin == BuiltinId::None) return std::nullopt;
      return ffi::Function::FromPacked([self = ref(), builtin](ffi::PackedArgs args, ffi::Any* result) {
        const ExecutionLock lock = self->lock(builtinName(builtin));
        *result = unwrap(callHostBuiltin(lock.engine(), builtin, rawValues(args.data()), args.size()));
      });
    }
    return ffi::Function::FromPacked(
        [self = ref(), row = static_cast<uint32_t>(index.value), &called = file_->executable->function(index)->name](
            ffi::PackedArgs args, ffi::Any* result) {
          watchSignals();
          *result = call(self->lock(called), row, args);
        });
  }

 private:
  struct Method {
    void (VmModuleObj::*perform)(const ffi::PackedArgs&, ffi::Any*);
    enum class Needs : uint8_t {
      Vm,             ///< refused while another thread is in a call
      Nothing,        ///< creates or configures the VM, or only reads the executable
      VmBetweenCalls  ///< of a recording: waits for a call of another thread, is refused during one of this thread
    } needs = Needs::Vm;
  };
  static const std::map<std::string, Method>& protocol();
  /// Methods that work on the VM hold the execution lock, as calls do.
  void perform(const std::string& name, const Method& method, const ffi::PackedArgs& args, ffi::Any* result) {
    if (method.needs == Method::Needs::Nothing) return (this->*method.perform)(args, result);
    watchSignals();
    const bool betweenCalls = method.needs == Method::Needs::VmBetweenCalls;
    if (betweenCalls && current_->mutex->isHeldHere())
      raise("RuntimeError", fmt::format("{} cannot be called during a call of this VM", name));
    const ExecutionLock held = lock(name, betweenCalls ? WhenBusy::Wait : WhenBusy::Refuse);
    (this->*method.perform)(args, result);
  }
  ffi::ObjectPtr<VmModuleObj> ref() { return ffi::detail::ObjectUnsafe::ObjectPtrFromUnowned<VmModuleObj>(this); }
  /// While it is held, no other thread calls or replaces the VM.
  [[gnu::always_inline]] ExecutionLock lock(std::string_view what, WhenBusy whenBusy = WhenBusy::Refuse) {
    return {*current_->mutex, what, whenBusy, [this]() -> Engine& {
              if (vm_ == nullptr) [[unlikely]]
                raise("RuntimeError", "vm_initialization was not called");
              return *vm_->engine();
            }};
  }
  /// The VM, for methods that hold the lock.
  VirtualMachine& vm() const { return *vm_; }
  /// For methods that do not: shared, because another thread may replace the VM.
  std::shared_ptr<VirtualMachine> sharedVm(std::string_view what) {
    const ExecutionLock held = lock(what);
    return vm_;
  }
  /// The function table's row of that name.
  const Function& function(const std::string& name) const {
    const FuncIndex index = file_->executable->findFunction(name);
    if (!index.valid()) raise("ValueError", fmt::format("Unknown function: {}", name));
    return *file_->executable->function(index);
  }

  void initialize(const ffi::PackedArgs& args, ffi::Any*);
  void invokeClosure(const ffi::PackedArgs& args, ffi::Any* result);
  void saveFunction(const ffi::PackedArgs& args, ffi::Any*);
  void setInput(const ffi::PackedArgs& args, ffi::Any*) { setInput(textOf(args[0]), rest(args, 1)); }
  void setInput(const std::string& name, std::span<const ffi::AnyView> given) {
    const ProgramArguments converted(*vm().engine(), given.data(), given.size());
    static_cast<void>(unwrap(vm().setInput(name, converted.views())));
  }
  void setInputWithParamModule(const ffi::PackedArgs& args, ffi::Any*);
  void invokeStateful(const ffi::PackedArgs& args, ffi::Any*) {
    expectCount(args, 1);
    static_cast<void>(unwrap(vm().invokeStateful(textOf(args[0]))));
  }
  void getOutput(const ffi::PackedArgs& args, ffi::Any* result);
  void getOutputArity(const ffi::PackedArgs& args, ffi::Any* result);
  /// Counts parameter names, as TVM does: zero for a packed function.
  void getFunctionArity(const ffi::PackedArgs& args, ffi::Any* result) {
    expectCount(args, 1);
    *result = static_cast<int64_t>(function(textOf(args[0])).paramNames.size());
  }
  void getFunctionParamName(const ffi::PackedArgs& args, ffi::Any* result);
  void setInstrument(const ffi::PackedArgs& args, ffi::Any*);

  // Beyond TVM's protocol, for the Python package relaxscope.
  /// get_output that also returns tuples.
  void getWholeOutput(const ffi::PackedArgs& args, ffi::Any* result) { *result = output(args); }
  /// (file of late-bound constants or "", libraries with more packed functions...), before vm_initialization.
  void useFiles(const ffi::PackedArgs& args, ffi::Any*) {
    const auto libraries = rest(args, 1);
    constants_ = textOf(args[0]);
    libraries_.clear();
    for (const ffi::AnyView& path : libraries) libraries_.push_back(textOf(path));
  }
  /// (functions that will be called...), before vm_initialization: what they do not need may be missing.
  void useFunctions(const ffi::PackedArgs& args, ffi::Any*) {
    target_.functions.clear();
    for (int i = 0; i < args.size(); ++i) target_.functions.push_back(textOf(args[i]));
  }
  /// (instructions per call, frames, bytes of storage per device), before vm_initialization; 0: no limit.
  void setLimits(const ffi::PackedArgs& args, ffi::Any*) {
    static_cast<void>(rest(args, 3));
    const auto at = [&](int place) {
      const auto limit = args[place].cast<int64_t>();
      if (limit < 0) raise("ValueError", fmt::format("a limit must be a non-negative integer, not {}", limit));
      return static_cast<uint64_t>(limit);
    };
    limits_.steps = at(0);
    limits_.stackDepth = at(1);
    limits_.memoryBytes = at(2);
  }
  void getMemory(const ffi::PackedArgs&, ffi::Any* result) { *result = ffi::String(memoryJson(vm().counters())); }
  /// (precise, values, entry or "", why no unrecorded runs are made or "")
  void startProfile(const ffi::PackedArgs& args, ffi::Any*) {
    static_cast<void>(rest(args, 4));
    if (recording_ != nullptr) raise("RuntimeError", "a profile of this VM is being recorded already");
    recording_ = std::make_shared<ProfileRecording>(vm(), args[0].cast<bool>(), args[1].cast<bool>(),
                                                    ProfileRecording::Origin{textOf(args[2]), textOf(args[3])});
  }
  /// Shared, as another thread may end it.
  std::shared_ptr<ProfileRecording> recording() {
    std::shared_ptr<ProfileRecording> found = recording_;
    if (found == nullptr) raise("RuntimeError", "no profile is being recorded");
    return found;
  }
  void beginRun(const ffi::PackedArgs& args, ffi::Any*) {
    const int64_t kind = args.size() > 0 ? args[0].cast<int64_t>() : 0;
    if (kind < 0 || kind >= kRunKinds) raise("ValueError", "a run is measured (0), a warm-up (1) or for values (2)");
    recording()->beginRun(static_cast<RunKind>(kind));
  }
  void endRun(const ffi::PackedArgs&, ffi::Any* result) { *result = recording()->endRun(); }
  /// (function, arguments...) with what its arguments are on the first device.
  PreparedCall preparedCall(VirtualMachine& vm, const std::string& name, std::span<const ffi::AnyView> given) {
    const ProgramArguments converted(*vm.engine(), given.data(), given.size());
    std::vector<ffi::Any> placed;
    for (const ffi::AnyView& view : converted.views()) placed.push_back(unwrap(vm.toFirstDevice(ffi::Any(view))));
    return {vm, name, std::move(placed)};
  }
  /// (function, warm-up runs, measured runs, with unrecorded ones, arguments...): records them.
  void recordCalls(const ffi::PackedArgs& args, ffi::Any*) {
    const auto given = rest(args, 4);
    const std::shared_ptr<VirtualMachine> mine = sharedVm(textOf(args[0]));
    const std::shared_ptr<ProfileRecording> recorded = recording();
    TimingPlan plan;
    plan.warmup = args[1].cast<uint32_t>();
    plan.repeat = args[2].cast<uint32_t>();
    recorded->record(preparedCall(*mine, textOf(args[0]), given), plan, args[3].cast<bool>());
  }
  /// (function, warm-up runs, repeats, calls per repeat, seconds per repeat, seconds of all, arguments...):
  /// timesJson().
  void timeCalls(const ffi::PackedArgs& args, ffi::Any* result) {
    const auto given = rest(args, 6);
    const std::shared_ptr<VirtualMachine> mine = sharedVm(textOf(args[0]));
    TimingPlan plan;
    plan.warmup = args[1].cast<uint32_t>();
    plan.repeat = args[2].cast<uint32_t>();
    plan.number = args[3].cast<uint32_t>();
    plan.minRepeatSeconds = args[4].cast<double>();
    plan.minTimeSeconds = args[5].cast<double>();
    *result = ffi::String(timesJson(relaxscope::timeCalls(preparedCall(*mine, textOf(args[0]), given), plan)));
  }
  /// (why the recording ended early, or nothing)
  void finishProfile(const ffi::PackedArgs& args, ffi::Any* result) {
    *result = recording()->finish(args.size() > 0 ? textOf(args[0]) : std::string());
    recording_.reset();
  }

  ffi::Any output(const ffi::PackedArgs& args);
  ffi::Function functionToSave(const std::string& name);
  /// Null where none is saved under this name.
  ffi::Function savedFunction(const std::string& name) const {
    const std::lock_guard hold(savedMutex_);
    const auto saved = saved_.find(name);
    return saved == saved_.end() ? ffi::Function(nullptr) : saved->second;
  }

  /// The part of the module that saved functions share.
  struct Current {
    const std::shared_ptr<ExecutionMutex> mutex = std::make_shared<ExecutionMutex>();  ///< of all its VMs
    std::weak_ptr<Engine> engine;  ///< of its VM, which may be replaced; guarded by `mutex`
  };

  std::shared_ptr<const LoadedFile> file_;
  const std::shared_ptr<Current> current_ = std::make_shared<Current>();
  std::shared_ptr<VirtualMachine> vm_;  ///< guarded by current_->mutex, as recording_
  mutable std::mutex savedMutex_;
  std::map<std::string, ffi::Function> saved_;
  std::vector<std::string> libraries_;
  std::string constants_;
  RunTarget target_;
  EngineLimits limits_{.steps = 0};              ///< TVM's VM has no step limit
  std::shared_ptr<ProfileRecording> recording_;  // uses vm_, so it is destroyed first
};

/// State that a program set is kept when the VM is replaced; inputs move to its first device.
void moveState(Engine& from, Engine& to) {
  for (auto& [function, inputs] : from.host.inputs)
    for (ffi::Any& input : inputs)
      input = placedValue(to.firstMemory(), ffi::AnyView(input).CopyToTVMFFIAny(), to.layout);
  to.host.inputs = std::move(from.host.inputs);
  to.host.outputs = std::move(from.host.outputs);
  to.instrument = std::move(from.instrument);
}

/// (device type, device id, allocator kind)...; the host is last.
void VmModuleObj::initialize(const ffi::PackedArgs& args, ffi::Any*) {
  if (args.size() == 0 || args.size() % 3 != 0)
    raise("InternalError", "vm_initialization expects triples of device type, device id and allocator kind");
  LoadOptions options;
  options.file = file_;
  options.path = file_->path;
  options.modules.assign(imports().begin(), imports().end());
  options.libraries = libraries_;
  options.constants = constants_;
  options.limits = limits_;
  options.target = target_;
  options.sharing = VmRegistry::process().of(file_);
  options.devices.clear();
  for (int i = 0; i < args.size(); i += 3) {
    const auto type = args[i].cast<int64_t>(), id = args[i + 1].cast<int64_t>(), kind = args[i + 2].cast<int64_t>();
    if (kind != kNaive && kind != kPooled) raise("InternalError", fmt::format("Unknown allocator type: {}", kind));
    if (type != kDLCPU && type != kDLCUDA) raise("InternalError", fmt::format("unknown device type {}", type));
    options.devices.push_back(
        fmt::format("{}:{}={}", type == kDLCPU ? "cpu" : "cuda", id, kind == kNaive ? "naive" : "pooled"));
  }
  options.mutex = current_->mutex;
  if (current_->mutex->isHeldHere())
    raise("RuntimeError", "vm_initialization cannot be called during a call of this VM");
  std::shared_ptr<VirtualMachine> old;  // destroyed after the mutex is released
  const ExecutionHold hold(*current_->mutex, "vm_initialization");
  old = vm_;
  if (recording_ != nullptr)
    raise("RuntimeError", "vm_initialization cannot be called: a profile of this VM is being recorded");
  std::shared_ptr<VirtualMachine> made =
      unwrap(VirtualMachine::load(std::move(options)), "InternalError");  // as TVM, for missing functions
  if (old != nullptr) moveState(*old->engine(), *made->engine());
  VmRegistry::process().add(file_, made->engine());
  current_->engine = made->engine();
  vm_ = std::move(made);
}

void VmModuleObj::invokeClosure(const ffi::PackedArgs& args, ffi::Any* result) {
  Engine& engine = *vm().engine();
  const auto closure = args.size() == 0 ? std::nullopt : args[0].as<ffi::Function>();
  if (!closure.has_value() || *closure == nullptr) {
    const bool isObject = args.size() == 0 || args[0] == nullptr ||
                          args[0].type_index() >= ffi::TypeIndex::kTVMFFIStaticObjectBegin;  // where TVM asserts
    raise(isObject ? "InternalError" : "TypeError", "Function expects a closure or ffi::Function");
  }
  const auto after = rest(args, 1);
  const ProgramArguments given(engine, after.data(), after.size());
  *result = hostValue(engine, unwrap(callHostFunction(engine, "invoke_closure", *closure, given.views())));
}

ffi::Function VmModuleObj::functionToSave(const std::string& name) {
  if (const ffi::Function saved = savedFunction(name); saved != nullptr) return saved;
  const auto at = vm().engine()->functionIndex.find(name);
  if (at == vm().engine()->functionIndex.end()) raise("ValueError", fmt::format("Unknown function: {}", name));
  // No reference to this module, which owns the function.
  return ffi::Function::FromPacked(
      [current = current_, row = at->second, name](ffi::PackedArgs args, ffi::Any* result) {
        watchSignals();
        std::shared_ptr<Engine> alive;  // destroyed after the lock
        const ExecutionLock lock(*current->mutex, name, WhenBusy::Refuse, [&]() -> Engine& {
          alive = current->engine.lock();
          if (alive == nullptr) raise("RuntimeError", "the VM of this function no longer exists");
          return *alive;
        });
        *result = call(lock, row, args);
      });
}

/// (function, saved name, include return, arguments...): the arguments are the function's last; callers give the
/// others.
void VmModuleObj::saveFunction(const ffi::PackedArgs& args, ffi::Any*) {
  const auto given = rest(args, 3, "InternalError");
  const bool wantResult = args[2].cast<int64_t>() != 0;
  const std::string name = textOf(args[1]);
  ffi::Function made = withLastArguments(*vm().engine(), functionToSave(textOf(args[0])), given, wantResult);
  const std::lock_guard hold(savedMutex_);
  std::swap(saved_.try_emplace(name, nullptr).first->second, made);  // the old one is destroyed after the unlock
}

/// The last argument is a module; the result of its get_params replaces it.
void VmModuleObj::setInputWithParamModule(const ffi::PackedArgs& args, ffi::Any*) {
  static_cast<void>(rest(args, 2, "InternalError"));
  std::vector<ffi::AnyView> given(args.data() + 1, args.data() + args.size());
  const auto params = given.back().cast<ffi::Module>()->GetFunction("get_params");
  if (!params.has_value()) raise("RuntimeError", "the module of parameters has no function get_params");
  const ffi::Any values = (*params)();
  given.back() = values;
  setInput(textOf(args[0]), given);
}

/// The last result of a function, or the part of it at the indices after its name.
ffi::Any VmModuleObj::output(const ffi::PackedArgs& args) {
  const auto indices = rest(args, 1);
  ffi::Any value = hostValue(*vm().engine(), unwrap(vm().getOutput(textOf(args[0]))));
  for (const ffi::AnyView& given : indices) {
    const auto index = given.cast<int64_t>();
    ValueFields fields;
    if (!fieldsOf(ffi::AnyView(value).CopyToTVMFFIAny(), fields))
      raise("ValueError", "Attempted to index into an object that is not an Array.");
    if (static_cast<uint64_t>(index) >= fields.count)
      raise("IndexError", fmt::format("Invalid index ({} >= {}).", index, fields.count));
    value = hostValue(*vm().engine(), fields.first[index]);  // by value: the assignment replaces the field's owner
  }
  return value;
}

void VmModuleObj::getOutput(const ffi::PackedArgs& args, ffi::Any* result) {
  if (args.size() == 0) raise("ValueError", "get_output expects the name of a function");
  ffi::Any value = output(args);
  ValueFields fields;
  if (isTuple(value, fields))
    raise("ValueError",
          "`get_output` cannot return a tuple for RPC compatibility. Please specify another index argument.");
  *result = std::move(value);
}

void VmModuleObj::getOutputArity(const ffi::PackedArgs& args, ffi::Any* result) {
  const ffi::Any value = output(args);
  ValueFields fields;
  *result = isTuple(value, fields) ? static_cast<int64_t>(fields.count) : int64_t{-1};
}

void VmModuleObj::getFunctionParamName(const ffi::PackedArgs& args, ffi::Any* result) {
  expectCount(args, 2);
  const std::string name = textOf(args[0]);
  const auto index = args[1].cast<int64_t>();
  const auto& names = function(name).paramNames;
  if (static_cast<uint64_t>(index) >= names.size())
    raise("ValueError", fmt::format("Invalid index for {} ({} out of {})", name, index, names.size()));
  *result = ffi::String(names[static_cast<size_t>(index)]);
}

/// A function, None, or the name of a global function that creates the instrument from the other arguments.
void VmModuleObj::setInstrument(const ffi::PackedArgs& args, ffi::Any*) {
  const auto given = rest(args, 1);
  ffi::Function& instrument = vm().engine()->instrument;
  if (args[0] == nullptr) {
    instrument = ffi::Function(nullptr);
  } else if (auto function = args[0].as<ffi::Function>()) {
    instrument = std::move(*function);
  } else {
    const std::string name = textOf(args[0]);
    const auto make = ffi::Function::GetGlobal(name);
    if (!make.has_value()) raise("InternalError", fmt::format("Cannot find factory {}", name));
    ffi::Any made;
    make->CallPacked(given.data(), static_cast<int32_t>(given.size()), &made);
    instrument = made.cast<ffi::Function>();
  }
}

const std::map<std::string, VmModuleObj::Method>& VmModuleObj::protocol() {
  static const std::map<std::string, Method> rows = {
      {"vm_initialization", {&VmModuleObj::initialize, Method::Needs::Nothing}},
      {"invoke_closure", {&VmModuleObj::invokeClosure}},
      {"save_function", {&VmModuleObj::saveFunction}},
      {"set_input", {static_cast<void (VmModuleObj::*)(const ffi::PackedArgs&, ffi::Any*)>(&VmModuleObj::setInput)}},
      {"set_input_with_param_module", {&VmModuleObj::setInputWithParamModule}},
      {"invoke_stateful", {&VmModuleObj::invokeStateful}},
      {"get_output", {&VmModuleObj::getOutput}},
      {"get_output_arity", {&VmModuleObj::getOutputArity}},
      {"get_function_arity", {&VmModuleObj::getFunctionArity, Method::Needs::Nothing}},
      {"get_function_param_name", {&VmModuleObj::getFunctionParamName, Method::Needs::Nothing}},
      {"set_instrument", {&VmModuleObj::setInstrument}},
      {"relaxscope.get_output", {&VmModuleObj::getWholeOutput}},
      {"relaxscope.use_files", {&VmModuleObj::useFiles, Method::Needs::Nothing}},
      {"relaxscope.set_limits", {&VmModuleObj::setLimits, Method::Needs::Nothing}},
      {"relaxscope.use_functions", {&VmModuleObj::useFunctions, Method::Needs::Nothing}},
      {"relaxscope.memory", {&VmModuleObj::getMemory}},
      {"relaxscope.start_profile", {&VmModuleObj::startProfile, Method::Needs::VmBetweenCalls}},
      {"relaxscope.begin_run", {&VmModuleObj::beginRun, Method::Needs::VmBetweenCalls}},
      {"relaxscope.end_run", {&VmModuleObj::endRun, Method::Needs::VmBetweenCalls}},
      {"relaxscope.record_calls", {&VmModuleObj::recordCalls, Method::Needs::Nothing}},
      {"relaxscope.time_calls", {&VmModuleObj::timeCalls, Method::Needs::Nothing}},
      {"relaxscope.finish_profile", {&VmModuleObj::finishProfile, Method::Needs::VmBetweenCalls}},
  };
  return rows;
}

}  // namespace

ffi::Module makeVmModule(std::shared_ptr<const LoadedFile> file, std::vector<ffi::Module> modules) {
  ffi::Module vm(ffi::make_object<VmModuleObj>(std::move(file)));
  for (const ffi::Module& module : modules) vm->ImportModule(module);
  return vm;
}

}  // namespace relaxscope
