// SPDX-License-Identifier: Apache-2.0
#include "vmcore/vm/native/environment.h"

#include <dlfcn.h>
#include <fmt/format.h>
#include <tvm/ffi/extra/c_env_api.h>
#include <tvm/ffi/extra/module.h>
#include <tvm/ffi/function.h>

#include <mutex>
#include <optional>

#include "vmcore/device/thread_pool.h"
#include "vmcore/device/workspace.h"
#include "vmcore/vm/compiled_mode.h"
#include "vmcore/vm/ffi.h"
#include "vmcore/vm/native/cuda_module.h"

namespace relaxscope {
namespace {

constexpr int kCpuType = 1;

void setError(const char* message, const char* kind = "RuntimeError") { TVMFFIErrorSetRaisedFromCStr(kind, message); }

// Scratch memory. If this returns null, generated code returns -1 with the error set here.
void* allocWorkspace(int deviceType, int, uint64_t bytes, int, int) {
  if (deviceType != kCpuType) {
    setError("kernel workspace exists only on the CPU");
    return nullptr;
  }
  void* block = workspaceAllocate(bytes);
  if (block == nullptr) setError("no memory for a kernel's workspace", "MemoryError");
  return block;
}
int freeWorkspace(int, int, void* block) {
  if (workspaceFree(block)) return 0;
  setError("a kernel freed a workspace that it does not own");
  return -1;
}
int launchParallel(ParallelTask task, void* closure, int tasks) { return parallelLaunch(task, closure, tasks); }
int barrierParallel(int task, ParallelGroupEnv* env) { return parallelBarrier(task, env); }
// Used by TVM 0.22 to 0.25; later releases use the equivalent TVMFFIEnvModLookupFromImports.
int getFuncFromEnv(void* module, const char* name, TVMFFIObjectHandle* out) {
  return TVMFFIEnvModLookupFromImports(module, name, out);
}

struct ContextSymbol {
  const char* name;
  void* address;
};
template <class F>
ContextSymbol symbol(const char* name, F* function) {
  return {name, reinterpret_cast<void*>(function)};
}

std::vector<ContextSymbol> ourSymbols() {
  return {
      symbol("__TVMFFIFunctionCall", TVMFFIFunctionCall),
      symbol("__TVMFFIErrorSetRaisedFromCStr", TVMFFIErrorSetRaisedFromCStr),
      symbol("__TVMFFIEnvModLookupFromImports", TVMFFIEnvModLookupFromImports),
      symbol("__TVMFFIHandleInitOnce", TVMFFIHandleInitOnce),
      symbol("__TVMBackendAllocWorkspace", allocWorkspace),
      symbol("__TVMBackendFreeWorkspace", freeWorkspace),
      symbol("__TVMBackendParallelLaunch", launchParallel),
      symbol("__TVMBackendParallelBarrier", barrierParallel),
      symbol("__TVMBackendGetFuncFromEnv", getFuncFromEnv),
  };
}

Result<void> checkVersion() {
  TVMFFIVersion version{};
  TVMFFIGetVersion(&version);
  if (version.major == TVM_FFI_VERSION_MAJOR && version.minor == TVM_FFI_VERSION_MINOR &&
      version.patch == TVM_FFI_VERSION_PATCH)
    return {};
  return Error(fmt::format("this program was built for tvm-ffi {}.{}.{}, but libtvm_ffi here is {}.{}.{}",
                           TVM_FFI_VERSION_MAJOR, TVM_FFI_VERSION_MINOR, TVM_FFI_VERSION_PATCH, version.major,
                           version.minor, version.patch));
}

Result<void> prepareOnce() {
  RS_CHECK(checkVersion());
  if (tvmRuntimePresent()) return {};
  // In a Python process this library and libtvm_ffi may have been opened with RTLD_LOCAL.
  if (!linkerFinds("TVMFFIErrorSetRaisedFromCStrParts"))
    promote(reinterpret_cast<const void*>(&TVMFFIErrorSetRaisedFromCStrParts));
  for (const LinkerFunction& function : linkerFunctions())
    if (!linkerFinds(function.name)) promote(function.address);
  registerCudaLoader();
  for (const ContextSymbol& entry : ourSymbols())
    if (TVMFFIEnvModRegisterContextSymbol(entry.name, entry.address) != 0)
      return Error(fmt::format("tvm-ffi does not accept the context symbol {}", entry.name));
  return {};
}

}  // namespace

bool tvmRuntimePresent() { return ffi::Function::GetGlobal(builtinName(BuiltinId::MakeShape)).has_value(); }

Result<void> prepareEnvironment() {
  static std::once_flag once;
  static std::optional<Error> failure;
  std::call_once(once, [] {
    if (Result<void> done = prepareOnce(); !done.ok()) failure = std::move(done).error();
  });
  if (failure) return Error(*failure);
  return {};
}

std::vector<std::string> filledContextSymbols() {
  std::vector<std::string> names{"__tvm_ffi__library_ctx"};  // filled by tvm-ffi itself
  ffi::Module::VisitContextSymbols([&](const ffi::String& name, void*) { names.emplace_back(name); });
  return names;
}

void* contextSymbol(std::string_view name) {
  for (const ContextSymbol& entry : ourSymbols())
    if (name == entry.name) return entry.address;
  return nullptr;
}

void promote(const void* addressInside) {
  Dl_info info{};
  if (dladdr(addressInside, &info) == 0 || info.dli_fname == nullptr) return;
  static_cast<void>(dlopen(info.dli_fname, RTLD_NOW | RTLD_GLOBAL | RTLD_NOLOAD));
}

bool linkerFinds(const std::string& name) {
  // RTLD_DEFAULT would search our own library too, which the linker does not do for other libraries.
  void* const global = dlopen(nullptr, RTLD_LAZY);
  return global != nullptr && dlsym(global, name.c_str()) != nullptr;
}

}  // namespace relaxscope
