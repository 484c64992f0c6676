// SPDX-License-Identifier: Apache-2.0
#include "vmcore/vm/native_module.h"

#include <dlfcn.h>
#include <tvm/ffi/cast.h>
#include <tvm/ffi/function.h>

#include <memory>
#include <string_view>
#include <utility>

namespace relaxscope {
namespace {

struct Close {
  void operator()(void* handle) const { dlclose(handle); }
};
using Handle = std::unique_ptr<void, Close>;

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wnon-virtual-dtor"   // tvm-ffi destroys objects by their own type
class NativeModuleObj final : public ffi::ModuleObj {
 public:
  explicit NativeModuleObj(Handle handle) : handle_(std::move(handle)) {
    ffi::Module::VisitContextSymbols([this](const ffi::String& name, void* symbol) { fill(name.c_str(), symbol); });
    fill(ffi::symbol::tvm_ffi_library_ctx, static_cast<ffi::ModuleObj*>(this));
  }

  const char* kind() const final { return "library"; }
  int GetPropertyMask() const final { return ffi::Module::kBinarySerializable | ffi::Module::kRunnable; }   // as tvm-ffi's, for who exports it
  ffi::Optional<ffi::Function> GetFunction(const ffi::String& name) final {
    const auto kernel = reinterpret_cast<TVMFFISafeCallType>(dlsym(handle_.get(), (ffi::symbol::tvm_ffi_symbol_prefix + std::string(name)).c_str()));
    if (kernel == nullptr) return std::nullopt;
    return ffi::Function::FromPacked([kernel, keep = ffi::GetRef<ffi::Module>(this)](const ffi::AnyView* args, int32_t count, ffi::Any* result) {
      result->reset();   // kernels overwrite it
      TVM_FFI_CHECK_SAFE_CALL(kernel(nullptr, reinterpret_cast<const TVMFFIAny*>(args), count, reinterpret_cast<TVMFFIAny*>(result)));
    });
  }

 private:
  void fill(const char* slot, void* value) const {
    if (auto* const place = static_cast<void**>(dlsym(handle_.get(), slot))) *place = value;
  }

  const Handle handle_;
};
#pragma GCC diagnostic pop

}  // namespace

Result<ffi::Module> openNativeModule(const std::string& file) {
  Handle handle(dlopen(file.c_str(), RTLD_LAZY | RTLD_LOCAL));
  if (handle == nullptr) {
    const char* const told = dlerror();
    std::string_view why = told == nullptr ? "cannot be loaded" : told;
    if (why.starts_with(file + ": ")) why.remove_prefix(file.size() + 2);   // it may be a copy's
    return Error(std::string(why));
  }
  return ffi::Module(ffi::make_object<NativeModuleObj>(std::move(handle)));
}

}  // namespace relaxscope
