// SPDX-License-Identifier: Apache-2.0
#include "vmcore/vm/native/native_module.h"

#include <tvm/ffi/cast.h>
#include <tvm/ffi/function.h>

#include <utility>

#include "vmcore/vm/ffi.h"

namespace relaxscope {
namespace {

/// Calls a function of a library through tvm-ffi's calling convention.
void callNative(TVMFFISafeCallType function, const ffi::AnyView* args, int32_t count, ffi::Any* result) {
  result->reset();  // the callee overwrites it
  TVM_FFI_CHECK_SAFE_CALL(function(nullptr, rawValues(args), count, rawValues(result)));
}

/// tvm-ffi's kind of such modules; the address tells ours apart.
constexpr char kLibraryKind[] = "library";

class NativeModuleObj final : public ffi::ModuleObj {
 public:
  NativeModuleObj(SharedObject library, std::string prefix) : library_(std::move(library)), prefix_(std::move(prefix)) {
    ffi::Module::VisitContextSymbols([this](const ffi::String& name, void* symbol) {
      fillSlot(library_.find(prefix_ + std::string(name)), symbol);
    });
    fillSlot(library_.find(prefix_ + ffi::symbol::tvm_ffi_library_ctx), static_cast<ffi::ModuleObj*>(this));
  }

  const char* kind() const final { return kLibraryKind; }
  int GetPropertyMask() const final {
    return ffi::Module::kBinarySerializable | ffi::Module::kRunnable;
  }  // same as tvm-ffi's module, for exports
  ffi::Optional<ffi::Function> GetFunction(const ffi::String& name) final {
    const auto kernel = function(ffi::symbol::tvm_ffi_symbol_prefix, name);
    if (kernel == nullptr) return std::nullopt;
    return ffi::Function::FromPacked(
        [kernel, keep = ffi::GetRef<ffi::Module>(this)](const ffi::AnyView* args, int32_t count, ffi::Any* result) {
          callNative(kernel, args, count, result);
        });
  }
  ffi::Optional<ffi::String> GetFunctionMetadata(const ffi::String& name) final {
    return textOf(ffi::symbol::tvm_ffi_metadata_prefix, name);
  }
  ffi::Optional<ffi::String> GetFunctionDoc(const ffi::String& name) final {
    return textOf(ffi::symbol::tvm_ffi_doc_prefix, name);
  }

 private:
  TVMFFISafeCallType function(const char* kind, const ffi::String& name) const {
    void* found = library_.find(kind + prefix_ + std::string(name));
    if (found == nullptr && !prefix_.empty()) found = library_.find(kind + std::string(name));
    return reinterpret_cast<TVMFFISafeCallType>(found);
  }
  /// Metadata or documentation of a function written in C++, returned by an additional function of its library.
  ffi::Optional<ffi::String> textOf(const char* kind, const ffi::String& name) const {
    const auto getText = function(kind, name);
    if (getText == nullptr) return std::nullopt;
    ffi::Any text;
    callNative(getText, nullptr, 0, &text);
    return text.cast<ffi::String>();
  }

  const SharedObject library_;
  const std::string prefix_;
};

}  // namespace

Result<ffi::Module> openNativeModule(const std::string& file, const std::string& systemPrefix) {
  RS_TRY(SharedObject library, SharedObject::open(file));
  return nativeModule(std::move(library), systemPrefix);
}

ffi::Module nativeModule(SharedObject library, const std::string& prefix) {
  return ffi::Module(ffi::make_object<NativeModuleObj>(std::move(library), prefix));
}

// Not a cast: classes of modules that were compiled without type information, as those of LLVM's, cannot be asked.
bool isNativeModule(const ffi::Module& module) { return module->kind() == kLibraryKind; }

}  // namespace relaxscope
