// SPDX-License-Identifier: Apache-2.0
#include "vmcore/vm/host_builtin.h"

#include "vmcore/vm/caught_error.h"
#include "vmcore/vm/engine.h"
#include "vmcore/vm/nested_call.h"

namespace relaxscope {
namespace {

/// Sets the marker of the current builtin for a scope; the builtin's kernels may call the VM's functions.
class Doing {
 public:
  Doing(Engine& engine, const char* name) : engine_(engine), before_(engine.markers.exchangeBuiltin(name)) {}
  ~Doing() { engine_.markers.setBuiltin(before_); }
  Doing(const Doing&) = delete;
  Doing& operator=(const Doing&) = delete;

 private:
  Engine& engine_;
  const char* const before_;
};

template <class Body>
RunResult callAsHost(Engine& engine, const char* what, Body body) {
  RunResult result;
  result.error = errorOf([&] {
    const ExecutionLock lock(engine, what);
    const Doing doing(engine, what);
    body(&result.value);
  });
  if (!result.error) return result;
  result.value.reset();
  result.error->position = engine.fault.position();
  if (!result.error->position) result.error->position.emplace().callee = what;
  return result;
}

}  // namespace

RunResult callHostFunction(Engine& engine, const char* what, const ffi::Function& function,
                           std::span<const ffi::AnyView> args) {
  return callAsHost(engine, what, [&](ffi::Any* result) {
    function.CallPacked(args.data(), static_cast<int32_t>(args.size()), result);
  });
}

ffi::Function withLastArguments(const Engine& engine, ffi::Function target, std::span<const ffi::AnyView> last,
                                bool wantResult) {
  std::vector<ffi::Any> kept;
  for (const ffi::AnyView& argument : last)
    kept.push_back(ownedValue(engine.firstMemory(), argument.CopyToTVMFFIAny(), engine.layout));
  return ffi::Function::FromPacked([target = std::move(target), kept = std::move(kept), wantResult](
                                       const ffi::AnyView* first, int32_t count, ffi::Any* result) {
    std::vector<ffi::AnyView> all(first, first + count);
    all.insert(all.end(), kept.begin(), kept.end());
    ffi::Any value;
    target.CallPacked(all.data(), static_cast<int32_t>(all.size()), &value);
    if (wantResult) *result = std::move(value);
  });
}

RunResult callHostBuiltin(Engine& engine, BuiltinId builtin, const TVMFFIAny* args, int32_t count) {
  return callAsHost(engine, builtinName(builtin),
                    [&](ffi::Any* result) { callRecordedBuiltin(engine, builtin, args, count, result); });
}

}  // namespace relaxscope
