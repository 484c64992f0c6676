// SPDX-License-Identifier: Apache-2.0
#include "vmcore/vm/builtins/closure.h"

#include "vmcore/vm/engine.h"
#include "vmcore/vm/native/native_stack.h"
#include "vmcore/vm/relay/objects.h"

namespace relaxscope {

ClosureObj::ClosureObj(std::string name, std::vector<ffi::Any> values)
    : name_(std::move(name)), kept_(std::move(values)) {
  safe_call = callSafely;
  cpp_call = reinterpret_cast<void*>(call);
}

void ClosureObj::call(const ffi::FunctionObj* self, const ffi::AnyView* args, int32_t count, ffi::Any* result) {
  checkNativeStack();  // closures may nest
  const auto& closure = *static_cast<const ClosureObj*>(self);
  std::vector<ffi::AnyView> all(args, args + count);
  for (const ffi::Any& value : closure.captured()) all.emplace_back(value);
  closure.function().cast<ffi::Function>().CallPacked(all.data(), static_cast<int32_t>(all.size()), result);
}

int ClosureObj::callSafely(void* self, const TVMFFIAny* args, int32_t count, TVMFFIAny* result) {
  TVM_FFI_SAFE_CALL_BEGIN();
  call(static_cast<const ClosureObj*>(self), viewsOf(args), count, reinterpret_cast<ffi::Any*>(result));
  TVM_FFI_SAFE_CALL_END();
}

const ClosureObj* closureOf(const TVMFFIAny& value) {
  if (value.type_index != ffi::TypeIndex::kTVMFFIFunction) return nullptr;
  const auto* function = static_cast<const ffi::FunctionObj*>(reinterpret_cast<const ffi::Object*>(value.v_obj));
  return function->cpp_call == reinterpret_cast<void*>(ClosureObj::call) ? static_cast<const ClosureObj*>(function)
                                                                         : nullptr;
}

std::optional<ClosureParts> closureParts(const TVMFFIAny& value) {
  if (const RelayClosureObj* closure = relayClosureOf(value)) {
    const std::shared_ptr<const Executable> executable = closure->owner->executable.lock();
    const bool known = executable != nullptr && closure->function < executable->functions.size();
    return ClosureParts{known ? executable->functions[closure->function].name : std::string(), closure->captured};
  }
  const ClosureObj* closure = closureOf(value);
  if (closure == nullptr) return std::nullopt;
  ClosureParts parts;
  for (; closure != nullptr; closure = closureOf(ffi::AnyView(closure->function()).CopyToTVMFFIAny())) {
    parts.captured.insert(parts.captured.end(), closure->captured().begin(), closure->captured().end());
    parts.function = closure->name();
  }
  return parts;
}

}  // namespace relaxscope
